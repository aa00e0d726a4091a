"""Set-up (1.0, 5.0-5.3): who plays, agreements, the game world, armies and starting Resources."""

from __future__ import annotations

import pytest

from companion.engine.core.forms import Number
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import hero_of, stacks_of
from companion.games.heroes_vs_warlords.records.state import PlacedTile, World
from tests.games.heroes_vs_warlords.table import THREE, TWO, Table, agree, begin_match, roll_initiative, set_up

BUDGET = {"L1": 7, "L2": 2, "L3": 3}
"""7 + 4 + 9 = 20 Gold: the example of 5.1."""


def at_armies(*seats: str, **rulings: str) -> Table:
    """A set-up at the question which armies are bought."""
    seats = seats or TWO
    return roll_initiative(agree(begin_match(*seats, rulings=rulings)), *seats)


def tiles_allowed(*seats: str, **rulings: str) -> tuple[int, int]:
    """The fewest and most tiles the agreements allow."""
    form = begin_match(*seats, rulings=rulings).question(section="5.3").part.form
    number = next(field.form for field in form.fields if field.id == "tiles")
    assert isinstance(number, Number)
    return number.low, number.high


@pytest.mark.rule("HVW-001")
def test_two_or_three_players_lead_different_races():
    """The game is for two or three seats, one for each of the three races; one alone finds no opponent."""
    assert GAME.players == (2, 3)
    assert {seat.id for seat in GAME.seats} == {"knights", "amazons", "barbarians"}
    for seats in (TWO, THREE):
        table = set_up(*seats)
        assert set(table.state.players) == set(seats)
        assert [hero_of(table.state, f"{seat}:1").seat for seat in seats] == list(seats)


@pytest.mark.rule("HVW-065", "HVW-006", "HVW-007", "HVW-154")
@pytest.mark.parametrize("map", ["table", "standard"])
def test_first_heroes_start_at_home(map):
    """Everybody begins with Hero 1 in his Home City, the Barbarians in their Camp, on the right hex of its tile."""
    state = set_up(*THREE, map=map).state
    for seat in THREE:
        home = state.cities[f"home:{seat}"]
        first, second = state.players[seat].heroes
        assert (first.status, first.place) == ("in_play", home.place)
        assert (second.status, second.place) == ("unused", "")
        assert home.camp == (seat == "barbarians")
        if map == "standard":
            tile, name = world.tile_at(state.world, home.place)
            assert tile.start == seat
            assert facts.TILES[tile.id].hexes[name].feature == ("home_camp" if home.camp else "home_city")


@pytest.mark.rule("HVW-138")
def test_the_army_budget_is_20_gold():
    """20 Gold buy the army, not one more; the stock of the City is not touched."""
    table = at_armies()
    assert table.refused({"L1": 8, "L2": 2, "L3": 3}, seat="knights").section == "5.1"
    table.answer(BUDGET, seat="knights")
    assert table.state.cities["home:knights"].stock.gold == 4


@pytest.mark.rule("HVW-139")
def test_gold_left_from_the_army_is_lost():
    """An army for 3 Gold leaves the starting stock as it is."""
    table = at_armies().answer({"L3": 1}, seat="knights")
    assert table.state.cities["home:knights"].stock.gold == 4


@pytest.mark.rule("HVW-140")
def test_the_army_has_levels_1_to_3_only():
    """Other Levels are not on the list and cannot be smuggled in."""
    table = at_armies()
    assert list(table.options(seat="knights", section="5.1")) == ["L1", "L2", "L3"]
    table.refused({"L4": 1}, seat="knights")


@pytest.mark.rule("HVW-141")
def test_at_most_three_level_3_units():
    """Three are fine, four are refused by 5.1 although 12 Gold would do."""
    table = at_armies()
    assert table.refused({"L3": 4}, seat="knights").section == "5.1"
    table.answer({"L3": 3}, seat="knights")
    assert [(s.level, s.count) for s in stacks_of(table.hero("knights:1"))] == [(3, 3)]


@pytest.mark.rule("HVW-142")
def test_the_starting_stock():
    """4 Gold, 2 Stone, 2 Wood, no Crystal for everybody."""
    state = begin_match(*THREE).state
    for seat in THREE:
        stock = state.cities[f"home:{seat}"].stock
        assert (stock.gold, stock.stone, stock.wood, stock.crystal) == (4, 2, 2, 0)


@pytest.mark.rule("HVW-143", "HVW-053")
def test_different_units_go_into_different_sections():
    """The example army lies in three sections with its numbers; the other three stay empty."""
    table = at_armies().answer(BUDGET, seat="knights")
    sections = table.hero("knights:1").sections
    assert [(s.level, s.count) if s else None for s in sections] == [(1, 7), (2, 2), (3, 3), None, None, None]


@pytest.mark.rule("HVW-144", "HVW-146")
@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ((20, 5, 9), ["knights", "amazons", "barbarians"]),
        ((5, 20, 1), ["amazons", "barbarians", "knights"]),
        ((3, 9, 12), ["barbarians", "knights", "amazons"]),
    ],
)
def test_highest_roll_goes_first_the_others_clockwise(dice, order):
    """The order follows the seats round the table from the highest roll on, not the rolls."""
    table = agree(begin_match(*THREE))
    for seat, die in zip(THREE, dice, strict=True):
        table.answer([die], seat=seat, section="5.2")
    assert table.state.order == order


@pytest.mark.rule("HVW-145")
def test_ties_for_the_highest_roll_again():
    """Only those who tie roll again; a tie below the highest does not matter."""
    table = agree(begin_match(*THREE))
    for seat, die in (("knights", 20), ("amazons", 20), ("barbarians", 3)):
        table.answer([die], seat=seat, section="5.2")
    assert [seat for seat, _ in table.asked()] == ["knights", "amazons"]
    table.answer([2], seat="knights").answer([7], seat="amazons")
    assert table.state.order == ["amazons", "barbarians", "knights"]
    table = agree(begin_match(*THREE))
    for seat, die in (("knights", 20), ("amazons", 4), ("barbarians", 4)):
        table.answer([die], seat=seat, section="5.2")
    assert table.state.order[0] == "knights"


@pytest.mark.rule("HVW-147", "HVW-157")
def test_initiative_before_the_game_world_and_in_every_round():
    """It is rolled before the first tile is laid, and first of all in Round 1 and Round 2."""
    table = agree(begin_match(), map="tap")
    assert set(table.asked()) == {("knights", "5.2"), ("amazons", "5.2")}
    roll_initiative(table, *TWO)
    assert table.asked()[0][1] == "5.3.2"
    table = set_up(rulings={})
    table.play_until("5.2")
    assert table.state.round == 2
    assert set(table.asked()) == {("knights", "5.2"), ("amazons", "5.2")}


@pytest.mark.rule("HVW-148", "HVW-155")
def test_the_agreements_are_asked_first():
    """Map, number of tiles and an optional length are agreed before anything else; 0 leaves the end open."""
    table = begin_match()
    form = table.question(section="5.3").part.form
    assert [field.id for field in form.fields] == ["map", "tiles", "length"]
    assert agree(table, length=0).state.length == 0
    assert agree(begin_match(), length=7).state.length == 7


@pytest.mark.rule("HVW-149")
@pytest.mark.parametrize(
    ("seats", "reading", "least", "most"),
    [
        (TWO, "all", 12, 15),
        (THREE, "all", 12, 16),
        (TWO, "without_start_tiles", 14, 15),
        (THREE, "without_start_tiles", 15, 16),
    ],
)
def test_at_least_twelve_tiles(seats, reading, least, most):
    """Fewer than twelve are refused; ruling R23 says whether start tiles count; the box limits the other side."""
    assert tiles_allowed(*seats, min_tiles_counts=reading) == (least, most)
    table = begin_match(*seats, rulings={"min_tiles_counts": reading})
    table.refused({"map": "table", "tiles": least - 1, "length": 4}, section="5.3")
    assert agree(table, tiles=least).state.world.face_down == least - len(seats)


@pytest.mark.rule("HVW-150")
@pytest.mark.parametrize("map", ["standard", "tap"])
def test_start_tiles_are_set_aside_and_the_others_lie_face_down(map):
    """Ten tiles lie face down before the start tiles come; any of the 13 others may be among them."""
    table = roll_initiative(agree(begin_match(), map=map), *TWO)
    table.play_until("5.3.2", about="lay:knights")
    assert [tile.id for tile in table.state.world.tiles] == [""] * 10
    assert sorted(table.state.world.unseen) == sorted(tile.id for tile in facts.TILES.values() if not tile.start)


@pytest.mark.rule("HVW-151", "HVW-012")
def test_tiles_are_laid_with_one_orientation():
    """Every tile laid has its hexes in the same six directions; no two tiles share a hex."""
    state = set_up(*THREE, map="standard", tiles=16).state
    hexes = [place for tile in state.world.tiles for place in world.hexes_around((tile.q, tile.r))]
    assert len(hexes) == len(set(hexes)) == 7 * 16
    for tile in state.world.tiles:
        for place, name in world.hexes_around((tile.q, tile.r)).items():
            q, r = world.coordinates(place)
            assert (q - tile.q, r - tile.r) == facts.DIRECTIONS[name]


@pytest.mark.rule("HVW-152")
def test_start_tiles_are_added_by_initiative_at_the_rim():
    """The player with the Initiative lays first; all places on offer touch the world and cover nothing."""
    table = roll_initiative(agree(begin_match(*THREE), map="standard"), "amazons", "knights", "barbarians")
    laid = []
    for seat in ("amazons", "barbarians", "knights"):
        question = table.question(section="5.3.2")
        assert (question.seat, question.part.about) == (seat, f"lay:{seat}")
        centres = [(tile.q, tile.r) for tile in table.state.world.tiles]
        for place in table.options(section="5.3.2"):
            centre = world.coordinates(place)
            assert not world.overlaps(centres, centre)
            assert world.links(centres, centre) >= 3
        table.answer(next(iter(table.options(section="5.3.2"))), section="5.3.2")
        laid.append(table.state.world.tiles[-1].start)
    assert laid == ["amazons", "barbarians", "knights"]


@pytest.mark.rule("HVW-153")
@pytest.mark.parametrize(("reading", "linked"), [("all_tiles", True), ("start_tiles_only", False)])
def test_a_tile_touches_three_hexes_of_others(reading, linked):
    """From the third tile on only places with three linked hexes are offered; the rule counts distinct hexes (R24)."""
    table = roll_initiative(agree(begin_match(rulings={"link_rule": reading}), map="tap"), *TWO)
    for number in range(1, 6):
        centres = [(tile.q, tile.r) for tile in table.state.world.tiles]
        offered = [world.coordinates(place) for place in table.options(section="5.3.2", about="lay")]
        free = world.free_centres(tuple(centres))
        enough = [one for one in free if world.links(centres, one) >= 3]
        assert set(offered) == set(enough if linked and number > 2 else free)
        table.answer(world.place_of(*offered[-1]), section="5.3.2")
    assert world.links([(0, 0)], (2, 1)) == 2
    assert world.links([(0, 0), (2, 1)], (3, -2)) == 4


@pytest.mark.rule("HVW-153")
def test_the_standard_layout_obeys_the_three_links():
    """Laid in its order, every tile of the standard cluster but the first two touches three hexes or more."""
    centres = world.standard_layout(16)
    for number, centre in enumerate(centres):
        if number >= 2:
            assert world.links(centres[:number], centre) >= 3


@pytest.mark.rule("HVW-558")
def test_the_dice_of_the_game():
    """Initiative is a d20; all random tables are rolled with a d6."""
    table = agree(begin_match())
    assert table.question("knights", "5.2").part.sides == (20,)
    assert {one.sides for one in facts.TABLES.values()} == {6}
    table.refused([21], seat="knights", section="5.2")


@pytest.mark.rule("HVW-002")
def test_the_neutrals_are_a_fourth_faction_without_a_seat():
    """Neutrals have units of their own and nobody can take their seat; all guards are theirs."""
    assert "neutrals" not in {seat.id for seat in GAME.seats}
    assert set(facts.UNITS["neutrals"]) == set(range(1, 7))
    assert {piece.id for piece in kit().component("guards").pieces} == {f"neutrals-{n}" for n in range(1, 7)}


def test_every_place_for_a_tile_has_a_name_of_its_own():
    """A place is told by the side of a tile it touches, never by coordinates: N, NE, ... of a tile there is."""
    tiles = [PlacedTile(q, r) for q, r in world.standard_layout(10)]
    for count in range(1, len(tiles) + 1):
        there = World(tiles=tiles[:count])
        names = [world.tile_place(there, c) for c in world.free_centres(tuple((one.q, one.r) for one in tiles[:count]))]
        assert len({str(name) for name in names}) == len(names) >= 6
        assert all(str(name.values["side"]) in facts.DIRECTIONS and 1 <= name.values["tile"] <= count for name in names)
