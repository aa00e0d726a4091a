"""What phones draw of an invasion: both pieces face to face, and who has fallen until the next deed."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose
from companion.engine.game.panels import BattlePanel, Display, MapPanel
from companion.games.two_bases import facts
from companion.games.two_bases.phases import actions, moves
from companion.games.two_bases.readers.board import battle_panel, board, standing
from companion.games.two_bases.readers.guide import GUIDE
from companion.games.two_bases.state import Battle, TwoBasesState
from tests.games.two_bases.table import Table, play, position
from tests.games.two_bases.test_combat import LAND, invade


def picture(table: Table) -> BattlePanel | None:
    """The fight on the board, if there is one."""
    panels = board(table.state, "orange").panels
    return next((panel for panel in panels if isinstance(panel, BattlePanel)), None)


def test_who_has_fallen_stays_in_the_picture_until_the_next_deed() -> None:
    """The loser sees his piece struck out beside the winner; once that is settled the map comes back."""
    table = invade("soldier2", "soldier1")
    assert table.asked == ("blue", "Combat", "advance")
    drawn = picture(table)
    assert drawn is not None
    winner, loser = drawn.sides
    assert [(one.lost, str(one.label)) for one in winner.stacks] == [(False, "Soldier II")]
    assert [(one.lost, str(one.label)) for one in loser.stacks] == [(True, "Soldier I")]
    assert (winner.lost, [str(one) for one in loser.lost]) == ((), ["Soldier I"])
    table.answer(False)
    assert picture(table) is None


def test_both_stand_both_are_drawn() -> None:
    """As long as both live, nobody is struck out, and each has its figures."""
    drawn = picture(invade("soldier2", "soldier2"))
    assert drawn is not None
    assert [one.lost for side in drawn.sides for one in side.stacks] == [False, False]
    assert all(side.gauges and not side.lost for side in drawn.sides)


def test_the_title_names_the_piece_and_the_square() -> None:
    """`Soldier II invades B5`: never two squares, whose names are like those of pieces."""
    words = board(invade("soldier2", "soldier2").state, "blue").doing
    assert {"Soldier II", "B5"} <= {str(one) for one in words.values.values()}


def test_pieces_on_the_map_are_figures_and_no_squares() -> None:
    """Each has the figure of its counter and a stroke for each level: no letter and number that could be a square."""
    state = invade("hunter3", "peasant1", damage=(0, 0)).state
    tokens = [one for panel in board(state, "blue").panels if isinstance(panel, MapPanel) for spot in panel.hexes
              for one in spot.tokens]  # fmt: skip
    assert [(one.icon, one.level, one.letter) for one in tokens] == [("bowman", 3, "H")]


def test_the_map_says_who_has_each_tile() -> None:
    """With a marker its owner's, without one that of the half; tiles nobody has seen have no side."""
    state = play(moves.movement("blue"), {"b4": "plains", "b5": "plains*", "c5": "forest"}, {"b4": "peasant1"}).state
    (drawn,) = [panel for panel in board(state, "blue").panels if isinstance(panel, MapPanel)]
    held = {spot.place: spot.held for spot in drawn.hexes}
    assert [held[place] for place in ("b4", "b5", "c5", "d4")] == ["blue", "blue", "orange", ""]


def test_a_target_to_invade_tells_the_first_round() -> None:
    """Before the tap, as nothing is asked after it; an empty target has nothing to tell."""
    table = play(moves.movement("blue"), {"b4": "plains", "b5": "plains", "b3": "plains", "a4": "mountain"},
                 {"b4": "soldier1", "b5": "orange:peasant1"}).answer("b4")  # fmt: skip
    assert isinstance(table.question.part, Ask)
    assert isinstance(table.question.part.form, Choose)
    told = {one.id: one.detail is not None for one in table.question.part.form.options if one.refusal is None}
    assert {name for name, is_told in told.items() if is_told} == {"b5", "a4"}, "and the Mountain, that it delays"


def test_a_side_that_has_no_turn_yet_is_in_no_turn() -> None:
    """During set-up the display says another thing than later."""
    state = play(moves.movement("blue"), {"b4": "plains"}, {"b4": "peasant1"}).state
    said = []
    for n in (0, 1, 2):
        state.players["blue"].turn = n
        panels = board(state, "blue").panels
        said.append(next(one.subtitle.message for one in panels if isinstance(one, Display) and one.seat == "blue"))
    assert said[0] != said[1] == said[2]


def test_a_piece_stands_on_the_tile_that_is_being_turned_up() -> None:
    """While its player is asked what the tile is, it is drawn once, and the tile still lies face down."""
    table = play(moves.movement("blue"), {"b4": "plains", "b3": ""}, {"b4": "peasant1"}).answer("b4", "b3")
    assert table.asked[2] == "tile:b3"
    state = table.runner.working_state(table.question.key)
    assert isinstance(state, TwoBasesState)
    (panel,) = [one for one in board(state, "orange").panels if isinstance(one, MapPanel)]
    assert [(one.place, one.hidden) for one in panel.hexes if one.tokens] == [("b3", True)]
    table.answer("forest")
    (panel,) = [one for one in board(table.state, "orange").panels if isinstance(one, MapPanel)]
    assert [(one.place, one.hidden) for one in panel.hexes if one.tokens] == [("b3", False)]


@pytest.mark.parametrize(
    ("attacker", "defender", "tiles", "terms"),
    [
        ("hunter3", "soldier3", {"b4": "forest"}, [True, False]),
        ("soldier2", "peasant3", {}, [True, False]),
        ("peasant2", "peasant3", {}, [False, False]),
    ],
)
def test_high_ground_is_a_figure_of_a_sum(
    attacker: str, defender: str, tiles: dict[str, str], terms: list[bool]
) -> None:
    """Whoever has it sees what it adds to the attack, or takes from the damage, beside the words."""
    drawn = picture(invade(attacker, defender, tiles))
    assert drawn is not None
    assert [bool(side.made and len(side.made.terms) > 1) for side in drawn.sides] == terms


def test_the_standing_tells_the_points_until_somebody_has_won() -> None:
    """What both can spend is in sight of the whole table; of a match that is over it counts for nothing."""
    state = invade("soldier2", "soldier2").state
    state.players["orange"].points = 7
    before = standing(state)
    assert [str(row[1]) for row in before.rows] == ["0", "7"]
    state.winner = "blue"
    assert len(standing(state).columns) == len(before.columns) - 1


def test_a_price_is_a_symbol_and_a_number() -> None:
    """Of a kind of action the lowest, with a word if there are others; the bar of the map says it, too."""
    part = play(actions.act("blue"), {"b4": "plains"}, {"h2": "hunter1"}, ap=2).question.part
    assert isinstance(part, Ask)
    assert isinstance(part.form, Choose)
    found = {one.id: one for one in part.form.options if one.refusal is None and one.price}
    assert {name: one.price[0].amount for name, one in found.items()} == {"recruit": 1, "reveal": 2, "disband": 1}
    assert all(one.price[0].icon for one in found.values())


def test_advice_goes_with_what_a_player_can_do() -> None:
    """Not the same at every move: with an enemy near, an empty tile of his, something to build or to promote."""
    land = {"b4": "plains", "b5": "forest", "c4": "forest", "c3": "plains"}
    tables = [
        play(moves.movement("blue"), land, {"c3": "peasant1"}),
        play(moves.movement("blue"), land, {"b4": "peasant1"}),
        play(moves.movement("blue"), land, {"b4": "peasant1", "b5": "orange:peasant1"}),
        *(play(actions.act("blue"), land, {"b4": "peasant1"}, ap=points) for points in (0, 2, 3)),
        play(actions.act("blue"), {**land, "h2": "plains/village"}, {"b4": "peasant1"}, ap=5),
    ]
    told = [GUIDE.advice_for(one.question, "blue") for one in tables]
    assert all(told)
    assert len({str(one.why) for one in told if one}) == len(tables)


def test_land_is_counted_without_bases_everywhere() -> None:
    """The panel of a player has the figure of the standing, and what is connected is what the upkeep pays for."""
    state = play(actions.act("blue"), {"b4": "plains"}, {"h2": "hunter1"}, ap=2).state
    (drawn,) = [one for one in board(state, "blue").panels if isinstance(one, Display) and one.seat == "blue"]
    figures = [one.value for one in drawn.gauges]
    assert figures[2] == int(str(standing(state).rows[0][2]))
    assert figures[3] == figures[1] == 2


def test_a_counter_shows_health_and_both_sides_come_before_the_piles() -> None:
    """As the card says it, in a fight as on the page of the army."""
    drawn = board(invade("soldier2", "peasant3").state, "blue")
    (fight,) = [one for one in drawn.panels if isinstance(one, BattlePanel)]
    assert [side.stacks[0].health for side in fight.sides] == [
        facts.PIECES[one].health for one in ("soldier2", "peasant3")
    ]
    army = [isinstance(one, Display) for one in drawn.panels if one.tab == "army"]
    assert army == [True, True, False, False]


def test_attacks_are_the_first_targets() -> None:
    """Also where a free space comes before them on the board."""
    table = play(moves.movement("blue"), {"b4": "plains", "b5": "plains", "b3": "plains", "a4": "plains"},
                 {"b4": "soldier1", "b5": "orange:peasant1"}).answer("b4")  # fmt: skip
    assert next(iter(table.options())) == "b5"


def test_a_fight_shows_the_damage_suffered_as_pips() -> None:
    """So many of how much it falls at; above it stands the attack alone, so that nothing is read as damage dealt."""
    state = position(LAND, {"b4": "soldier2", "b5": "orange:soldier2"})
    state.board["b5"].pieces[0].damage, state.active = 1, "blue"
    panel = battle_panel(state, Battle("b4", "b5"))
    falls = facts.PIECES["soldier2"].health + 1
    assert [side.stacks[0].hurt for side in panel.sides] == [(0, falls), (1, falls)]
    assert [len(side.gauges) for side in panel.sides] == [1, 1]


def test_the_map_knows_where_the_fight_is() -> None:
    """A big screen shows the squares round it beside the fight; without a fight there is no such place."""
    table = invade("soldier2", "soldier2")
    drawn = next(one for one in board(table.state, "blue").panels if isinstance(one, MapPanel))
    assert table.state.battle is not None
    assert drawn.scene == table.state.battle.target
    still = board(position({}), "blue").panels
    assert not next(one for one in still if isinstance(one, MapPanel)).scene
