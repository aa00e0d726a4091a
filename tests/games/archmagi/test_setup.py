"""Set-up: the map, who begins, draws, starting places."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.core.rulings import settled
from companion.engine.core.text import t
from companion.engine.game.panels import MapPanel
from companion.engine.game.printed import ENGLISH
from companion.engine.game.record import begin
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.kit import kit
from companion.games.archmagi.kit.aids import sides
from companion.games.archmagi.kit.lists import spell_row
from companion.games.archmagi.land import ground, hexes
from companion.games.archmagi.phases import setup
from companion.games.archmagi.phases.piles import in_pile, new_unit
from companion.games.archmagi.readers.board import board
from companion.games.archmagi.readers.tasks import tasks
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.wording import home_of
from tests.games.archmagi.table import play, run, world


@pytest.mark.rule("ARC-098", "ARC-049", "ARC-075")
@pytest.mark.parametrize(("players", "land", "sea"), [(2, 24, 24), (3, 28, 26), (4, 35, 28), (5, 40, 30), (6, 48, 32)])
def test_the_map(players: int, land: int, sea: int) -> None:
    """One continent of land with sea around it, every hex with its terrain."""
    state = setup.new_state(facts.SEATS[:players], {})
    water = [one.water for one in state.hexes.values()]
    assert (water.count(False), water.count(True)) == (land, sea)
    assert all(facts.HOUSE.terrain[one.terrain].water == one.water for one in state.hexes.values())
    assert any(one.terrain in setup.REEFS for one in state.hexes.values())


@pytest.mark.rule("ARC-099", "ARC-100", "ARC-111", "ARC-117", "ARC-119", "ARC-128")
def test_terrain_is_rolled() -> None:
    """Example V26: 9, 3 and 11 are Mountain, Forest, Jungle; without Reef or Abyss the last sea hex is Reef."""
    table = play(setup.make_map(), {}, settings={"map": "rolled"})
    table.answer([9, 3, 11] + [1] * 21, [1] * 24)
    land = [one.terrain for one in table.state.hexes.values() if not one.water]
    sea = [one.terrain for one in table.state.hexes.values() if one.water]
    assert land[:4] == ["mountain", "forest", "jungle", "plains"]
    assert sea == ["lake"] * 23 + ["reef"]


@pytest.mark.rule("ARC-106")
def test_the_highest_die_begins() -> None:
    """Ties roll again; the others follow in their order round the table."""
    table = play(setup.turn_order(), {}, seats=("red", "blue", "green"))
    table.answer(5, 5, 2)
    assert table.asked == ["first:red", "first:blue"]
    table.answer(1, 6)
    assert table.runner.done
    assert table.state.seats == ["blue", "green", "red"]


@pytest.mark.rule("ARC-104", "ARC-107")
def test_what_everybody_draws() -> None:
    """1 Archmagi chit for all to see; 3 unit and 5 spell chits that only their player sees, also in the log."""
    table = play(setup.draw_start("red"), {}).answer("archmage_of_dawn", ["elves", "elves", "ghouls"])
    table.answer(["haste", "mist", "gale", "mend", "bless"])
    assert table.said("Ghouls", to="red")
    assert not table.said("Ghouls")
    player = table.state.players["red"]
    assert (player.reserve, player.spells) == (["elves", "elves", "ghouls"], ["haste", "mist", "gale", "mend", "bless"])
    assert table.state.units["u1"].face == "archmage_of_dawn"
    assert in_pile(table.state, "unit")["elves"] == 13
    assert sum(in_pile(table.state, "unit", "blue").values()) == 445


def test_what_a_draw_offers_does_not_hang_on_hidden_chits() -> None:
    """A player is offered what may lie there as far as he can see; what others hold cannot be drawn."""
    state = world({})
    state.players["blue"].spells = ["haste"] * 4
    table = run(state, setup.draw_start("red")).answer("archmage_of_dawn", ["elves"] * 3)
    assert "haste" in in_pile(table.state, "spell", "red")
    assert table.refused(["haste", "mist", "gale", "mend", "bless"])


@pytest.mark.rule("ARC-105", "ARC-125")
def test_the_archmagi_start_far_apart() -> None:
    """The first anywhere on the coast, the next as far away as can be; a banner comes there."""
    state = world({})
    for seat, kind in (("red", "archmage_of_dawn"), ("blue", "archmage_of_graves")):
        new_unit(state, seat, kind, "")
    table = run(state, setup.place_archmagi("red"))
    grid = hexes(table.state)
    assert all(any(table.state.hexes[one].water for one in grid.neighbours(place)) for place in table.open)
    table = run(table.answer("b2").state, setup.place_archmagi("blue"))
    far = max(grid.distance("b2", place) for place, one in table.state.hexes.items() if not one.water)
    assert {grid.distance("b2", place) for place in table.open} == {far}
    table.answer(table.open[0])
    assert [one.place for one in table.state.units.values()] == ["b2", table.state.units["u2"].place]
    assert [one.banner for one in table.state.hexes.values()].count("blue") == 1


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("kind", ["laid_out", "rolled", "unknown", "table"])
def test_a_match_begins_on_every_map(players: int, kind: str) -> None:
    """With each setting there is a first question."""
    runner = begin(GAME, facts.SEATS[:players], {"map": kind, "closed": "wastes"}, {})
    assert runner.questions()


@pytest.mark.parametrize("players", range(2, 7))
def test_the_kit_has_the_hexes_of_the_known_map(players: int) -> None:
    """Laid out by the app, it can be laid on the table: of no terrain more hexes than are printed, the sea included."""
    state = GAME.new_state([seat.id for seat in GAME.seats][:players], {})
    printed = Counter[str]()
    for piece in kit(lists_of({})).component("terrain").pieces:
        printed[piece.id.removeprefix("hex-").rpartition("-")[0]] += piece.count
    wanted = Counter(one.terrain for one in state.hexes.values())
    assert wanted.total() == len(state.hexes)
    assert {name: count for name, count in wanted.items() if count > printed[name]} == {}


def test_a_spell_says_when_and_what_comes_of_it() -> None:
    """Each in one colour for the moment it is cast; a summons names what joins, an answer the roll it needs."""
    made, spells = {one.id: one for one in kit(lists_of({})).component("spells").pieces}, lists_of({}).spells
    fronts = {name: made[f"spell-{name}"].front.args[0] for name in spells}  # type: ignore[attr-defined]
    assert fronts["call_elemental"].lines[1] == "Earth Elemental joins"
    assert str(spells["counterspell"].value) in fronts["counterspell"].lines[1]
    grounds = {(one.when, fronts[name].ground) for name, one in spells.items()}
    assert len(grounds) == len({when for when, _ in grounds}) == len({ground for _, ground in grounds})
    assert len({(one.back.args[0]) for one in made.values()}) == 1  # type: ignore[union-attr]


def test_the_aids_explain_what_artifacts_and_chits_do() -> None:
    """Rallying, which one artifact gives, and the chits with a question mark, which stand for a roll."""
    told = {name: str(one) for name, one in sides(ENGLISH, lists_of({})).items()}
    assert "Rally" in told["turn"]
    assert "?" in told["setup"]


def test_effects_of_spells_are_printed_with_minus_signs() -> None:
    assert not [one for one in lists_of({}).spells.values() if "-" in spell_row(one)[4]]


def test_the_start_is_asked_with_what_the_reserve_needs() -> None:
    """Each terrain once, in words that only the player reads; nothing without a Reserve."""
    state = world({})
    state.players["red"].reserve = ["elves", "elves", "ghouls"]
    asked = setup.needed_by(state, "red", t("Where?"), [])
    assert asked is not None
    assert [str(asked).count(str(home_of(state, kind))) for kind in ("elves", "ghouls")] == [1, 1]
    state.players["red"].reserve = []
    assert setup.needed_by(state, "red", t("Where?"), []) is None


def test_the_map_is_laid_before_anybody_chooses_a_start() -> None:
    """Once, when the first chit is drawn; nobody lays a map that is unknown."""
    for mapped, told in (("laid_out", ["map"]), ("unknown", [])):
        before, after = (setup.new_state(facts.SEATS[:2], {"map": mapped}) for _ in range(2))
        new_unit(after, "red", "archmage_of_dawn", "")
        assert [task.id for task in tasks(before, after)] == told
        assert tasks(after, after) == ()


def test_starts_where_most_of_the_reserve_can_come_in_are_marked() -> None:
    """On land of the terrain that chits need, or beside such water; none where no start fits."""
    state = setup.new_state(["red", "blue"], {})
    state.players["red"].reserve = ["dwarves", "goblins", "elves"]
    state.rulings, places = settled(GAME.rulings, {}), setup.starts(state)
    best = setup.homes_of(state, "red", places)
    assert best
    assert {ground(state, one) for one in best} == {"mountain"}
    state.players["red"].reserve = []
    assert setup.homes_of(state, "red", places) == []


def test_of_many_starts_that_fit_one_is_advised() -> None:
    """That beside land which other chits need; of equal ones that with most land round it."""
    state = world({}, terrain={"b3": "forest", "d2": "forest", "c4": "mountain"})
    state.players["red"].reserve = ["elves", "dwarves"]
    fitting = setup.homes_of(state, "red", ["b2", "b3", "d2"])
    assert fitting == ["b3", "d2"]
    assert setup.roomiest(state, "red", fitting) == ["b3"]
    assert "Dwarves" in str(setup.start_told(state, "red", "b3"))
    state.players["red"].reserve = ["elves"]
    land = {one: len(setup.land_round(state, one)) for one in fitting}
    assert setup.roomiest(state, "red", fitting) == [max(land, key=lambda one: land[one])]
    assert setup.roomiest(state, "red", []) == []


def test_where_no_start_fits_the_nearest_is_marked_and_named() -> None:
    """That of the farthest hexes which lies next to what a chit needs; nothing where no such land is known."""
    state = world({}, terrain={"c4": "forest"})
    state.players["red"].reserve = ["elves"]
    places = ["b2", "e5", "c3"]
    assert setup.homes_of(state, "red", places) == []
    near = setup.nearest_homes(state, "red", places)
    assert near == ["c3"]
    asked = setup.needed_by(state, "red", t("Where?"), near)
    assert asked is not None
    assert "C3" in str(asked)
    state.players["red"].reserve = ["ghouls"]
    assert setup.nearest_homes(state, "red", places) == []


def test_while_nobody_has_moved_a_phone_is_shown_the_middle_of_the_land() -> None:
    """So the map is legible where it waits; then it begins at the own chits. Whose move it is shows nothing before."""
    state = world({})
    state.active = ""
    found = board(state, "red")
    (panel,) = [one for one in found.panels if isinstance(one, MapPanel)]
    assert not state.hexes[panel.focus].water
    assert found.scenes == ()
    new_unit(state, "red", "archmage_of_dawn", "b2")
    assert [one.focus for one in board(state, "red").panels if isinstance(one, MapPanel)] == ["b2"]
    state.active = "red"
    assert len(board(state, "red").scenes) == 2
