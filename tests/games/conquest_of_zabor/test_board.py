"""What the board shows: who stands where, what a battle begins with, letters that tell owners apart."""

from __future__ import annotations

import re

import pytest

from companion.engine.game.panels import BattlePanel, Display, GraphPanel, TablePanel
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.conflicts import fight, start_battle
from companion.games.conquest_of_zabor.phases.victory import vp_claim
from companion.games.conquest_of_zabor.readers.battle_board import battle_panel
from companion.games.conquest_of_zabor.readers.board import acting, board
from companion.games.conquest_of_zabor.readers.guide import GUIDE, aids
from companion.games.conquest_of_zabor.readers.odds import bare
from companion.games.conquest_of_zabor.readers.tv import OPEN, ROWS
from companion.games.conquest_of_zabor.realm.areas import controlled, who
from companion.games.conquest_of_zabor.realm.battle import roller
from companion.games.conquest_of_zabor.state import Battle, Force, ZaborState
from companion.games.conquest_of_zabor.wording import goal_words
from tests.games.conquest_of_zabor.table import run, world

AREAS = "lunn:land:keep:blue akran:land wild:land bay:sea"
UNITS = {"red": "lunn infantry*3 cavalry", "blue": "lunn auxiliary*2 infantry", "barbarian": "wild infantry"}


def test_units_of_an_area_stand_by_owner() -> None:
    """The holder's first and without a name; everybody else's in one group behind his name."""
    panels = board(world(AREAS, units=UNITS, moved="red"), "red").panels
    tables = {one.id: one for one in panels if isinstance(one, TablePanel)}
    ((_, _, words),) = tables["areas-blue"].rows
    own, others = str(words).split("; ")
    assert "Red" not in own
    assert others.count("Red") == 1
    assert all(len(row) == 3 for seat in ("red", "blue", "none") for row in tables[f"areas-{seat}"].rows)


@pytest.mark.rule("ZAB-117")
def test_what_is_absorbed_is_in_view_before_the_first_dice() -> None:
    """A Keep shows its 1 as soon as the battle has begun; each type of Unit has its own icon."""
    state = world(AREAS, units=UNITS, moved="red")
    start_battle(state, "red", "blue", "lunn")
    panel = next(one for one in board(state, "red").panels if isinstance(one, BattlePanel))
    assert [side.gauges[0].value for side in panel.sides] == [0, 1]
    for side in panel.sides:
        assert len({one.kind for one in side.stacks}) == len(side.stacks)
        assert all(one.kind and one.marks for one in side.stacks)


def test_no_scene_speaks_of_moves_where_nothing_has_moved() -> None:
    """What others wait for here is seldom a move; once Units have moved they are shown."""
    state = world(AREAS, units=UNITS)
    assert not any(one.moves or one.slots for one in board(state, "").scenes)
    moved = board(world(AREAS, units=UNITS, moved="red"), "").scenes
    assert [one.seat for one in moved if one.moves] == ["red"]


def test_a_battle_that_is_decided_expects_no_more_hits() -> None:
    """While the winner is asked whether he pursues, the picture says who won, and its steps are over."""
    state = world(AREAS, units=UNITS, moved="red")
    start_battle(state, "red", "blue", "lunn")
    before = picture(state)
    asked = board(state, "").doing
    for name in [name for name, one in state.units.items() if one.seat == "blue"]:
        state.battle.defender.lost.append(state.units.pop(name).kind)  # type: ignore[union-attr]
    after = picture(state)
    assert [one.lost for one in after.sides[1].stacks] == [True, True]
    assert board(state, "").doing == after.lines[0] != asked
    assert (len(before.lines), len(after.lines)) == (2, 1)
    assert not after.ladder
    assert dict(after.lines[0].values) == {"n": 1, "who": who("red")}


def test_a_battle_says_who_rolls_for_barbarians() -> None:
    """Nobody plays them: beside their side stands the player who rolls and decides for them (A23)."""
    state = world(AREAS, units=UNITS, moved="red")
    start_battle(state, "red", facts.BARBARIAN, "wild")
    own, theirs = picture(state).sides
    assert not own.role.values
    assert theirs.role.values == {"player": facts.TITLES[roller(state, "defender")]}


def picture(state: ZaborState) -> BattlePanel:
    """The battle as a screen that belongs to nobody shows it."""
    return next(one for one in board(state, "").panels if isinstance(one, BattlePanel))


def test_the_ladder_of_a_battle_goes_on_with_the_dice() -> None:
    """First Strike is over when its dice are: then the first round is what goes on."""
    state = world("lunn:land", units={"red": "lunn cavalry", "blue": "lunn infantry*3"}, traits={"red": ["paladins"]},
                  moved="red")  # fmt: skip
    table = run(state, fight("red"))
    assert _ladder(table.state) == ["now", "next"]
    assert _ladder(table.answer(0).state) == ["now"]


def test_the_rounds_of_a_battle_are_counted() -> None:
    """Whoever looks at a battle knows how often both sides have rolled; odds take no notice of it."""
    units = {"red": "lunn infantry*3 cavalry", "blue": "lunn auxiliary*2 infantry"}
    table = run(world(AREAS, units=units, moved="red"), fight("red"))
    told = []
    for _ in range(3):
        told.append(battle_panel(table.state).ladder[-1].number)
        table.answer(0, 0)
    assert told == [1, 2, 3]
    assert _ladder(table.state) == ["done"] * 3 + ["now"]
    later = table.state
    later.phase = facts.ACT
    assert board(later, "red").where.values["round"] == len(told) + 1
    assert bare(table.state).battle == Battle("lunn", Force("red"), Force("blue", 1), opened=True, struck=True)


def _ladder(state: ZaborState) -> list[str]:
    panel = next(one for one in board(state, "").panels if isinstance(one, BattlePanel))
    return [one.state for one in panel.ladder]


def test_who_only_watches_has_the_standing_too() -> None:
    """In every phase; the tab is never empty."""
    for phase in facts.PHASES:
        state = world(AREAS, units=UNITS)
        state.phase, state.track = phase, ["rituals"]
        assert any(one.tab == "standing" for one in board(state, "").panels), phase


def test_a_big_screen_keeps_figures_and_open_vp_cards_in_sight() -> None:
    """In every phase of a turn, figures where no standing has them: what nobody can claim any more is left away, and
    never are there many.
    """
    beside = ("Income", "Events", "Actions")
    for phase in facts.PHASES:
        state = world(AREAS, units=UNITS, gold={"red": 7})
        state.track, state.phase = ["rituals"], phase
        state.face_up = list(facts.HOUSE.cards["vp"])[: OPEN + 2]
        shown = board(state, "")
        assert [one.seat for one in shown.foot] == (state.seats if phase in beside else [])
        for one in shown.foot[:1]:
            assert [gauge.value for gauge in one.gauges] == [0, 7, len(controlled(state, "red"))]
        assert shown.goals_title.message
        if phase == facts.CLAIM:  # a table of them fills the screen
            continue
        assert len(shown.open_goals) == OPEN
        for player in state.players.values():
            player.claims = [vp_claim(one) for one in state.face_up[1:]]
        assert len(board(state, "").open_goals) == 1


def test_the_track_names_the_seats_on_its_spaces() -> None:
    """So that pages draw their emblems: who waits, and who acts now."""
    state = world(AREAS, units=UNITS)
    state.track, state.spaces = ["rituals", "campaign"], ["", "red", "blue", ""]
    state.phase, state.at, state.active = facts.PHASES[4], 1, "green"
    (panel,) = [one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "track"]
    assert panel.held == ((0, 1, "green"), (0, 2, "red"), (1, 1, "blue"))


def test_a_big_screen_shows_few_figures_at_the_set_up() -> None:
    """Before there are areas nobody has Units: who only watches sees how the draft goes, of all players at once."""
    state = world(seats=facts.SEATS)
    state.players["red"].kept = ["militia"]
    charts = [one for one in board(state, "").panels if isinstance(one, Display)]
    assert len(charts) == len(facts.SEATS)
    assert not any(one.gauges for one in charts)  # emblem, name and what is chosen so far
    assert [len({str(one.lines[-1]) for one in charts[start:]}) for start in (0, 1)] == [2, 1]
    later = world(AREAS, units=UNITS)
    assert {len(one.gauges) for one in board(later, "").panels if isinstance(one, Display)} == {2 + len(facts.UNITS)}


def test_cards_stand_on_a_chart_with_what_they_say() -> None:
    """Each line of a card by itself, for the players; the hand of another is never among them."""
    state = world(AREAS, units=UNITS)
    mine, other = state.players["red"], state.players["blue"]
    mine.positions, mine.traits, other.traits = [], ["horse_lords"], ["old_blood"]
    mine.sorcery = [next(iter(facts.HOUSE.cards["sorcery"]))] * 2
    shown = {one.id: one for one in board(state, "blue").panels if isinstance(one, Display)}
    (card,) = (card for held in shown["chart-red"].held for card in held.cards)
    assert card.id == "horse_lords"
    assert str(card.detail).count("\n") >= 2
    assert "hand" in shown
    assert not shown["hand"].held
    (own,) = next(one for one in board(state, "red").panels if one.id == "hand").held  # type: ignore[union-attr]
    assert [one.count for one in own.cards] == [2]
    assert not any(one.held for one in board(state, "").panels if isinstance(one, Display))


def test_emblems_and_icons_say_who_has_what_on_the_map() -> None:
    """Whoever cannot see colours sees by the emblem who stands where, and how many; what is built is an icon of its
    own that the legend explains once.
    """
    state = world("a:land:city:blue b:land:keep:red c:land", units={"blue": "a infantry 2", "barbarian": "c infantry"})
    panel = next(one for one in board(state, "red").panels if isinstance(one, GraphPanel))
    nodes = {str(node.name).lower(): node for node in panel.nodes}
    assert len({node.tokens[0].icon for node in panel.nodes if node.tokens}) == 2
    assert nodes["a"].tokens[0].badge == "2"
    assert len({one.icon for one in panel.legend()}) == len(panel.legend()) == 2


def test_a_big_screen_says_what_each_free_space_does() -> None:
    """While Envoys are placed; a taken one says whose it is."""
    state = world("a:land:city:red")
    state.phase, state.track = facts.PLACE_ENVOYS, list(facts.ACTIONS)
    state.spaces = ["red", *[""] * (2 * len(state.track) - 1)]
    afar = next(one for one in board(state, "").panels if one.id == "track")
    assert isinstance(afar, TablePanel)
    said = [str(cell) for row in afar.rows for cell in row[1:]]
    assert all(len(one) > 5 for one in said[1:])
    assert afar.held == ((0, 1, "red"),)


def test_a_big_screen_has_room_for_the_vp_cards_that_are_open() -> None:
    """While VP are claimed: the latest first, and how many there are besides."""
    state = world("a:land:city:red")
    state.phase, state.face_up = facts.CLAIM, list(facts.HOUSE.cards["vp"])[:12]
    table = next(one for one in board(state, "").panels if one.id == "vp")
    assert isinstance(table, TablePanel)
    assert table.tab == "standing"
    assert str(table.rows[0][0]) == goal_words(facts.HOUSE.cards["vp"][state.face_up[-1]].goals[0])
    assert all(len(row) == 2 + len(state.seats) for row in table.rows)
    state.active, state.players["red"].traits = "red", ["stone_masons", "oracles", "merchant_houses", "relic_seekers"]
    own = next(one for one in board(state, "").panels if one.id == "goals-red")
    assert isinstance(own, TablePanel)
    assert len(table.rows) + len(own.rows) == ROWS
    assert not board(state, "").open_goals


def test_what_a_player_has_stands_beside_what_a_condition_needs() -> None:
    """His own conditions come first; without a seat nobody's numbers stand at the VP cards."""
    state = world(
        "a:land:city:red b:land:keep:red", gold={"red": 7}, traits={"red": ["stone_masons"], "blue": ["oracles"]}
    )
    state.face_up = ["full_chests"]
    panels = {panel.id: panel for panel in board(state, "blue").panels if isinstance(panel, TablePanel)}
    assert [name for name in panels if name.startswith("goals")] == ["goals-blue", "goals-red"]
    assert [str(row[2]) for row in panels["goals-red"].rows] == ["1", "0"]
    watched = {panel.id: panel for panel in board(state, "").panels if isinstance(panel, TablePanel)}
    assert len(watched["vp"].columns) == len(panels["vp"].columns) - 1


def test_several_figures_of_a_condition_have_their_names() -> None:
    """Nobody has to guess which number is which; of neighbours it says what the known borders tell."""
    state = world("a:coast:keep:red b:land:city:blue", traits={"red": ["sky_riders", "silver_tongues"]},
                  units={"red": "a cavalry*2"}, charted=False)  # fmt: skip
    goals = next(one for one in board(state, "red").panels if one.id == "goals-red")
    assert isinstance(goals, TablePanel)
    said = [str(row[2]) for row in goals.rows]
    assert any(one.startswith("Cavalry: 2, ") for one in said)
    assert not [one for one in said if re.fullmatch(r"[\d?]+(, [\d?]+)+", one) or "?" in one]


def test_the_title_of_a_battle_carries_the_attackers_emblem() -> None:
    """Also in another's turn; that of Barbarians carries none."""
    state = world()
    state.active, state.battle = "red", Battle("", Force("green"), Force("red"))
    assert acting(state) == "green"
    state.battle = Battle("", Force(facts.BARBARIAN), Force("red"))
    assert acting(state) == ""


def test_of_income_it_is_nobody_s_turn() -> None:
    """Whoever looks at his map for it does not read that another one is playing; the track lights what is called so."""
    state = world("lunn:land:city:red")
    assert board(state, "blue").active == "red"
    state.phase = facts.INCOME
    assert board(state, "blue").active == ""
    for phase in facts.PHASES:
        state.phase = phase
        assert GUIDE.at(state) in [one.id for one in GUIDE.stages(state)]
    state.phase = facts.LAY_CARDS
    lit = GUIDE.at(state)
    state.phase = facts.INCOME
    assert GUIDE.at(state) != lit


def test_the_aid_begins_with_income_and_points() -> None:
    """What each turn is about, with the figures of the facts."""
    first = aids(world())[0]
    assert first.id == "income"
    said = " ".join(str(one) for one in first.lines)
    assert all(str(facts.ITEMS[one].income) in said for one in facts.UPGRADES)


@pytest.mark.parametrize("key", ["unclaimed", "claims", "trait_claims", "claim_time"])
def test_the_aid_tells_claims_as_this_match_has_ruled(key: str) -> None:
    """Each reading of what concerns claims has words of its own."""
    ruling = next(one for one in GAME.rulings if one.key == key)
    told = {tuple(map(str, aids(world(rulings={key: one.id}))[0].lines)) for one in ruling.readings}
    assert len(told) == len(ruling.readings)


def test_the_heading_of_the_set_up_goes_with_what_is_asked() -> None:
    """Each part has its own, as soon as its first question is asked."""
    state = world("lunn:land akran:land cove:land x:land y:land z:land")
    for player in state.players.values():
        player.positions = []
    state.active = state.phase = ""
    said = [str(board(state, "").doing)]
    changes = ("positions", ["council"]), ("traits", ["paladins"]), ("home", "lunn")
    for name, value in changes:
        for player in state.players.values():
            setattr(player, name, value)
        said.append(str(board(state, "").doing))
    for place in ("x", "y", "z"):
        state.areas[place].upgrade, state.areas[place].holder = "keep", facts.BARBARIAN
        said.append(str(board(state, "").doing))
    assert len(set(said)) == 6
    assert said[-3] == said[-2] == "Barbarian Keeps"
    assert "VP card" in said[-1]


def test_what_is_absorbed_is_told_beside_the_name_too() -> None:
    """Where the gauges have no room; nothing where nothing is absorbed."""
    state = world("lunn:land:keep:blue", units={"red": "lunn infantry", "blue": "lunn infantry"}, moved="red")
    start_battle(state, "red", "blue", "lunn")
    attacker, defender = picture(state).sides
    assert attacker.wards is None
    assert "1" in str(defender.wards)
