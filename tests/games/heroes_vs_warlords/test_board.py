"""What the pictures of a match say, where it could be read the wrong way round."""

from __future__ import annotations

from companion.engine.game.panels import Display, TablePanel
from companion.games.heroes_vs_warlords.fighting import sides
from companion.games.heroes_vs_warlords.readers.battle_board import battle_panel
from companion.games.heroes_vs_warlords.readers.board import board
from companion.games.heroes_vs_warlords.readers.board_tables import on_offer
from companion.games.heroes_vs_warlords.records.called import called_places
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Stack, Stock, Wall
from companion.games.heroes_vs_warlords.turns.cities import facility_of
from tests.games.heroes_vs_warlords.rows.battlefield import side
from tests.games.heroes_vs_warlords.table import on_map, position


def test_each_side_of_a_battle_shows_its_own_losses() -> None:
    """What the attacker has killed stands beside the defender as lost, and the other way round."""
    attacker, defender = side("knights", (1, 2), hero=(2, 1)), side("neutrals", (1, 3))
    attacker.kills, defender.kills = {"neutrals:1": 4, "neutrals:2": 0}, {"knights:3": 1}
    panel = battle_panel(position(), Battle("field", "", attacker, defender, "attacker"))
    lost = [[str(text) for text in one.lost] for one in panel.sides]
    assert lost == [["1 × Knights Level 3"], ["4 × Guards Level 1"]]


def test_the_steps_of_a_round_name_the_side_that_acts() -> None:
    """Who has the Initiative acts in the even steps, after a change of it the other side."""
    attacker, defender = side("knights", (1, 2), hero=(2, 1)), side("amazons", (1, 3), hero=(2, 1))
    fight = Battle("field", "", attacker, defender, "attacker")
    assert acting(fight) == {n: ["Knights", "Amazons"][n % 2] for n in range(2, 8)}
    fight.first = "defender"
    assert acting(fight) == {n: ["Amazons", "Knights"][n % 2] for n in range(2, 8)}


def acting(fight: Battle) -> dict[int, str]:
    """The steps that one side takes, each with the name of that side."""
    rungs = battle_panel(position(), fight).ladder
    return {one.number: str(one.label.values["side"]) for one in rungs if "side" in one.label.values}


def test_movement_points_stand_where_it_is_the_heros_turn() -> None:
    """Between turns nothing can be left of them."""
    state = position("knights", "amazons")
    state.round, state.active = 1, "knights"
    shown = {
        one.seat: [gauge.path for gauge in one.gauges if gauge.path.endswith("/mp")]
        for one in board(state, "").panels
        if isinstance(one, Display) and one.id.startswith("hero:")
    }
    assert [bool(shown[seat]) for seat in ("knights", "amazons")] == [True, False]


def test_only_a_tower_that_stands_covers_its_stack() -> None:
    """The sign beside the counter is the number of the tower, until the tower is destroyed."""
    attacker, defender = side("knights", (1, 2), hero=(2, 1)), side("neutrals", (1, 3), (2, 4), (3, 2))
    for one, box in zip(defender.stacks, ("tower1", "tower2", "wall"), strict=True):
        one.box = box
    wall = Wall(20, 2, "damaged", ["destroyed", "damaged"], 2)
    panel = battle_panel(position(), Battle("field", "", attacker, defender, "attacker", wall))
    assert [one.tower for one in panel.sides[1].stacks] == [0, 2, 0]


def test_the_standing_counts_nobody_who_has_fallen() -> None:
    """While a battle goes on, its losses are not counted any more; the state itself changes only at its end."""
    state = position("knights", "amazons")
    hero = state.players["knights"].heroes[0]
    hero.sections = [Stack("knights", 3, 10), None, None, None, None, None]
    attacker, defender = sides.hero_side(state, hero), side("amazons", (1, 3))
    state.battle, state.round = Battle(hero.place, "", attacker, defender, "attacker"), 1
    assert army_shown(state) == "30"
    attacker.stacks[0].count = 4
    assert army_shown(state) == "12"
    assert hero.sections[0] == Stack("knights", 3, 10)


def test_the_army_of_a_hero_who_fights_is_what_is_left_of_it() -> None:
    """Number by number what the battle beside it shows; it is corrected there, not on the Display."""
    state = position("knights", "amazons")
    state.round = 1
    hero, other = state.players["knights"].heroes[0], state.players["amazons"].heroes[0]
    hero.sections = [Stack("knights", 3, 10), Stack("knights", 1, 2), None, None, None, None]
    other.sections = [Stack("amazons", 2, 5), None, None, None, None, None]
    before = counts_of(state, hero.id)
    assert [count for count, _path in before] == [10, 2]
    assert all(path for _count, path in before)
    attacker = sides.hero_side(state, hero)
    state.battle = Battle(hero.place, "", attacker, side("neutrals", (1, 3)), "attacker")
    attacker.stacks[0].count, attacker.stacks[1].count = 4, 0
    assert counts_of(state, hero.id) == [(4, "")]
    assert [count for count, path in counts_of(state, other.id) if path] == [5]


def counts_of(state: HvWState, hero: str) -> list[tuple[int | None, str]]:
    """The stacks on a Hero's Display: their numbers, and where these are corrected."""
    shown = next(one for one in board(state, "").panels if isinstance(one, Display) and one.id == f"hero:{hero}")
    return [(one.count, one.path) for one in shown.slots if one is not None]


def test_a_city_lists_what_it_can_buy_and_build() -> None:
    """With prices; what is lacking is marked in Production, when it matters."""
    state = position("knights", "amazons")
    city = state.cities["home:knights"]
    city.stock = Stock(wood=1, stone=3, crystal=0, gold=2)
    units, built = on_offer(state, city)
    assert [[one.amount for one in price] for _label, price in units.rows] == [[1]]
    assert facility_of(state, city, "tower_2") not in [label for label, _price in built.rows]  # the first comes first
    assert not any(one.lacking for _label, price in built.rows for one in price)
    state.phase = "production"
    _units, now = on_offer(state, city)
    assert [label for label, _price in now.rows] == [label for label, _price in built.rows]
    short = [label for label, price in now.rows if any(one.lacking for one in price)]
    assert 0 < len(short) < len(now.rows)
    assert facility_of(state, city, "barracks") not in short
    state.ended = "last_player"
    assert on_offer(state, city) == ()


def army_shown(state: HvWState) -> str:
    """The strength of the first player's army in the standing."""
    standing = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    assert standing.note, "what the figures are for"
    return str(standing.rows[0][-1])


def test_hexes_of_cities_have_their_names() -> None:
    """Where the map lies in the app; on the table a hex of a City says itself what it is."""
    state = position("knights", "amazons")
    on_map(state, "A0")
    city = state.cities["home:knights"]
    city.place = "3,0"
    assert {place: str(words) for place, words in called_places(state, "").items()}["3,0"] == "Knights City"
    state.world.mapped = False
    assert called_places(state, "") == {}
