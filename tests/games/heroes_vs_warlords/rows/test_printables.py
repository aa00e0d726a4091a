"""The printed components (3.1, 3.5, 4.1-4.3, overview): what each shows, in which colours, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.games.heroes_vs_warlords.advanced import special
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.kit.making import COLOURS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.turns import cities
from printables.look.display import Text
from printables.look.outlines import SEVEN
from printables.look.theme import Look
from printables.model import Face, Piece

LOOK = Look()
RACES = ("knights", "amazons", "barbarians")
TYPES = {
    race: {"close": {1, 2, 4, 6}, "ranged": {3}, "cavalry": {5}} if race != "amazons" else
    {"close": {1, 4, 5, 6}, "ranged": {3}, "cavalry": {2}}
    for race in RACES
}  # fmt: skip


def pieces(component: str) -> dict[str, Piece]:
    return {piece.id: piece for piece in kit().component(component).pieces}


def everything(items: Iterable[Any]) -> Iterator[Any]:
    """All items of a display list, groups unfolded."""
    for item in items:
        yield item
        yield from everything(getattr(item, "items", ()))


def shown(face: Face) -> list[Any]:
    """Everything a face shows, its forms included."""
    return [*everything(face.items), *(one for form in face.forms for one in everything(form.items))]


def front(piece: Piece) -> list[Any]:
    return shown(piece.front(LOOK))


def back(piece: Piece) -> list[Any]:
    assert piece.back is not None
    return shown(piece.back(LOOK))


def words(items: list[Any]) -> list[str]:
    return [item.text for item in items if isinstance(item, Text)]


def symbols(items: list[Any]) -> set[str]:
    return {item.name for item in items if hasattr(item, "matrix") and hasattr(item, "name")}


def colours(items: list[Any]) -> set[str]:
    found = {getattr(item, "fill", None) for item in items}
    for item in items:
        style = getattr(item, "style", None)
        found |= {style.fill, style.stroke} if style is not None else set()
    return {colour for colour in found if colour}


def ink(ability: str) -> str:
    return LOOK.plate("ability", ability).fill or ""


# ---- tiles


@pytest.mark.rule("HVW-012", "HVW-552")
def test_sixteen_tiles_of_seven_hexes():
    """Sixteen different tiles, three of them start tiles; each shows seven hexes, one in the middle."""
    tiles = pieces("tiles")
    assert len(tiles) == kit().component("tiles").count == 16
    assert set(SEVEN) == {"C", "N", "NE", "SE", "S", "SW", "NW"}
    assert len({str(sorted(facts.TILES[name.removeprefix("tile-")].hexes.items())) for name in tiles}) == 16
    for name, piece in tiles.items():
        assert set(facts.TILES[name.removeprefix("tile-")].hexes) == set(SEVEN)
        assert set(SEVEN) - {"C"} <= set(words(front(piece)))


@pytest.mark.rule("HVW-013")
def test_every_tile_back_has_a_north_arrow():
    """The back shows the arrow and the letter N, so that all tiles are laid alike."""
    for piece in pieces("tiles").values():
        assert "north" in symbols(back(piece))
        assert "N" in words(back(piece))


@pytest.mark.rule("HVW-014")
def test_backs_of_start_tiles_have_a_coloured_edge():
    """The colour of the race, on its own start tile only."""
    for name, piece in pieces("tiles").items():
        start = facts.TILES[name.removeprefix("tile-")].start
        edges = {race for race in RACES if LOOK.side(COLOURS[race]).swatch.color in colours(back(piece))}
        assert edges == ({start} if start else set())


@pytest.mark.rule("HVW-015")
def test_resource_hexes_have_a_golden_edge():
    """As many golden edges as Resource hexes, on every tile."""
    gold = LOOK.neutral("gold")
    for name, piece in pieces("tiles").items():
        hexes = facts.TILES[name.removeprefix("tile-")].hexes.values()
        edges = [one for one in front(piece) if getattr(getattr(one, "style", None), "stroke", None) == gold]
        assert len(edges) == sum(hex.feature in facts.RESOURCES for hex in hexes)


# ---- unit counters


@pytest.mark.rule("HVW-047", "HVW-542")
def test_neutral_counters_are_grey():
    """36 guards, six of each Level; their ground has no colour: red, green and blue differ little."""
    guards = kit().component("guards")
    assert guards.count == 36
    assert {piece.count for piece in guards.pieces} == {6}
    colour = LOOK.side("grey").swatch.color
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    assert max(channels) - min(channels) < 30
    for piece in guards.pieces:
        assert colour in colours(front(piece))


@pytest.mark.rule("HVW-082")
@pytest.mark.parametrize("component", ["soldiers", "guards", "mercenaries"])
def test_unit_counters_have_the_colours_of_the_rulebook(component):
    """Attack red, Defense blue, Movement green, Level yellow, each with the number of the data."""
    for name, piece in pieces(component).items():
        faction, level = name.split("-")
        unit = facts.UNITS[faction][int(level)]
        corners = piece.front.args[0].corners  # type: ignore[attr-defined]
        assert [(one.ability, one.value) for one in corners] == [
            ("attack", unit.attack),
            ("defense", unit.defense),
            ("cost", int(level)),
            ("movement", unit.move),
        ]
        assert {ink("attack"), ink("defense"), ink("movement"), ink("cost")} <= colours(front(piece))
    red, green, blue = (
        [int(ink(name)[i : i + 2], 16) for i in (1, 3, 5)] for name in ("attack", "movement", "defense")
    )
    assert red.index(max(red)) == 0
    assert green.index(max(green)) == 1
    assert blue.index(max(blue)) == 2
    yellow = [int(ink("cost")[i : i + 2], 16) for i in (1, 3, 5)]
    assert min(yellow[:2]) > 2 * yellow[2]


@pytest.mark.rule("HVW-083")
def test_the_level_on_a_counter_is_its_price():
    """The yellow number is the Level, which is what the unit costs in Gold."""
    for name, piece in pieces("soldiers").items():
        cost = piece.front.args[0].corners[2]  # type: ignore[attr-defined]
        assert (cost.ability, str(cost.value)) == ("cost", name.split("-")[1])
        assert str(cost.value) in words(front(piece))


@pytest.mark.rule("HVW-538", "HVW-539", "HVW-540", "HVW-541")
@pytest.mark.parametrize("race", RACES)
def test_soldiers_of_a_race(race):
    """36 counters, six of each Level, with the type mark of 4.2."""
    own = {name: piece for name, piece in pieces("soldiers").items() if name.startswith(race)}
    assert sum(piece.count for piece in own.values()) == 36
    assert {piece.count for piece in own.values()} == {6}
    marks = {"close": "close", "ranged": "type_ranged", "cavalry": "cavalry"}
    for kind, levels in TYPES[race].items():
        for level in levels:
            assert own[f"{race}-{level}"].front.args[0].type_mark == marks[kind]  # type: ignore[attr-defined]
    assert kit().component("soldiers").count == 108


@pytest.mark.rule("HVW-543")
def test_mercenaries():
    """Twelve Level 2 Close Combat units."""
    (piece,) = kit().component("mercenaries").pieces
    assert piece.count == 12
    assert piece.id == "mercenaries-2"
    assert piece.front.args[0].type_mark == "close"  # type: ignore[attr-defined]


# ---- markers and figures


@pytest.mark.rule("HVW-544", "HVW-545", "HVW-546", "HVW-547", "HVW-548", "HVW-549", "HVW-551")
@pytest.mark.parametrize(
    ("component", "prefix", "count"),
    [
        ("control_markers", "control-knights", 24),
        ("control_markers", "control-amazons", 24),
        ("control_markers", "control-barbarians", 24),
        ("number_markers", "number-", 162),
        ("hero_markers", "hero-marker-", 18),
        ("equipment", "equipment-", 18),
        ("place_markers", "outpost-visited", 4),
        ("siege_markers", "", 8),
    ],
)
def test_counts_of_markers(component, prefix, count):
    """The numbers of the public counter list."""
    assert sum(piece.count for name, piece in pieces(component).items() if name.startswith(prefix)) == count


@pytest.mark.rule("HVW-041", "HVW-114")
def test_hero_markers_suffice_for_every_tower_holy_place_and_for_training():
    """The game has 18; with those more every Hero can mark every tower and his training, and holy places are marked
    besides, even if all by one player; which the page says."""
    hexes = [hex.feature for tile in facts.TILES.values() for hex in tile.hexes.values()]
    towers, holy = hexes.count("tower"), hexes.count("holy_place")
    for race in facts.RACES:
        spare = 0
        for number in (1, 2):
            own = pieces("hero_markers")[f"hero-marker-{race}-{number}"].count
            more = pieces("more_hero_markers")[f"more-hero-marker-{race}-{number}"].count
            assert own + more >= towers + 1
            spare += own + more - towers - 1
        assert spare >= holy - 1  # the two others of his pieces that are over
    assert all(kit().component(name).note for name in ("hero_markers", "more_hero_markers"))


@pytest.mark.rule("HVW-546")
def test_hero_markers_say_1_or_2():
    """Nine for each number, three of each race; a back that says visited."""
    for number in (1, 2):
        own = {name: piece for name, piece in pieces("hero_markers").items() if name.endswith(f"-{number}")}
        assert sum(piece.count for piece in own.values()) == 9
        for piece in own.values():
            assert f"HERO {number}" in words(front(piece))
            assert "VISITED" in words(back(piece))


@pytest.mark.rule("HVW-547", "HVW-037")
def test_equipment_markers_are_those_of_the_cup():
    """The known kinds are among them, and one cannot tell them apart from behind: they are drawn unseen."""
    markers = pieces("equipment")
    assert {name: piece.count for name, piece in markers.items()} == {
        f"equipment-{kind.ability}-{kind.bonus}": kind.count for kind in facts.EQUIPMENT.values()
    }
    assert {"equipment-movement-2", "equipment-attack-1"} <= set(markers)
    assert len({str(piece.back(LOOK)) for piece in markers.values() if piece.back}) == 1


@pytest.mark.rule("HVW-549")
def test_siege_markers_are_yellow_and_red():
    """Damaged on yellow, Destroyed on red, four of each."""
    damaged, destroyed = pieces("siege_markers")["damaged"], pieces("siege_markers")["destroyed"]
    assert (damaged.count, destroyed.count) == (4, 4)
    assert ink("cost") in colours(front(damaged))
    assert ink("attack") in colours(front(destroyed))
    assert "DAMAGED" in words(front(damaged))
    assert "DESTROYED" in words(front(destroyed))


@pytest.mark.rule("HVW-551", "HVW-036")
def test_an_explored_marker_for_every_ruin():
    """As many as there are ruins on the tiles at least, however the game goes."""
    ruins = [hex for tile in facts.TILES.values() for hex in tile.hexes.values() if hex.feature == "ruin"]
    assert pieces("place_markers")["explored"].count >= len(ruins)
    assert "EXPLORED" in words(front(pieces("place_markers")["explored"]))


@pytest.mark.rule("HVW-057", "HVW-545")
def test_numbers_under_stacks():
    """Number markers 1 to 20, one for any stack; there are fewer of the large ones, nine of each to 13."""
    numbers = {int(name.removeprefix("number-")) for name in pieces("number_markers")}
    assert numbers == set(range(1, 21))
    counts = {int(name.removeprefix("number-")): piece.count for name, piece in pieces("number_markers").items()}
    assert {counts[n] for n in range(1, 14)} == {9}
    assert min(counts.values()) >= 6
    assert sum(counts.values()) == facts.COUNTERS["amount_markers"]


@pytest.mark.rule("HVW-559", "HVW-049")
def test_figures_of_heroes_and_the_camp():
    """Two figures for each race with their number, and one of the Camp in the Barbarians' colour."""
    figures = pieces("standees")
    assert set(figures) == {f"standee-{race}-{n}" for race in RACES for n in (1, 2)} | {"standee-barbarians-camp"}
    for race in RACES:
        for number in (1, 2):
            piece = figures[f"standee-{race}-{number}"]
            assert f"Hero {number}" in words(front(piece))
            assert LOOK.side(COLOURS[race]).swatch.color in colours(front(piece))
    camp = figures["standee-barbarians-camp"]
    assert "home_camp" in symbols(front(camp))
    assert LOOK.side(COLOURS["barbarians"]).swatch.color in colours(front(camp))


# ---- displays and aids


@pytest.mark.rule("HVW-051", "HVW-052", "HVW-553")
@pytest.mark.parametrize("race", RACES)
@pytest.mark.parametrize("number", [1, 2])
def test_hero_displays(race, number):
    """Six Displays: four ability tracks in their colours, Level in grey, EP, six numbered sections, Equipment."""
    display = pieces("hero_displays")[f"hero-{race}-{number}"]
    items = front(display)
    assert {"Attack", "Defense", "Initiative", "Movement", "Level", "EP", "Equipment"} <= set(words(items))
    assert display.front.args[0].stacks == 6  # type: ignore[attr-defined]
    assert {"1", "2", "3", "4", "5", "6"} <= set(words(items))
    plates = {name: LOOK.plate("ability", name).fill for name in (*facts.ABILITIES, "level")}
    assert set(plates.values()) <= colours(items)
    grey = [int(str(plates["level"])[i : i + 2], 16) for i in (1, 3, 5)]
    assert max(grey) - min(grey) < 20
    assert kit().component("hero_displays").count == 6


@pytest.mark.rule("HVW-086", "HVW-087", "HVW-554")
@pytest.mark.parametrize("race", RACES)
def test_city_displays(race):
    """One for each race: the army facilities in order, works, towers, improvements, the special building, tracks."""
    display = pieces("city_displays")[f"city-{race}"].front.args[0]  # type: ignore[attr-defined]
    army, improvements, defenses = display.rows
    names = [one.name for one in army]
    assert names == ["Hamlet", "Barracks", "Shooting Range", "Academy", "Tiltyard", "Garde"]
    assert [one.name for one in improvements][:3] == ["Town Hall", "City Hall", "Palace"]
    names_of = cities.CORRALS if race == "barbarians" else cities.FACILITIES
    walls = [names_of["defense_step_1"], names_of["defense_step_2"]]
    special = {"knights": "Blacksmith", "amazons": "Temple", "barbarians": "Shaman Tent"}[race]
    assert [one.name for one in defenses] == [*walls, "Tower 1", "Tower 2", "Training Area", special]
    assert {name for name, _ in display.resources} == set(facts.RESOURCES)
    assert (display.track_limit, display.overflow) == (10, "20/+")
    shown_words = words(front(pieces("city_displays")[f"city-{race}"]))
    assert {*names, special, "20/+"} <= set(shown_words)


@pytest.mark.rule("HVW-086", "HVW-088", "HVW-095")
@pytest.mark.parametrize("race", RACES)
def test_city_displays_print_the_costs_the_app_charges(race):
    """Every facility shows this race's price, the same the app takes, and which one must stand before."""
    model = pieces("city_displays")[f"city-{race}"].front.args[0]  # type: ignore[attr-defined]
    titles = {one.name: one for row in model.rows for one in row}
    words_of = {
        **cities.FACILITIES,
        special.BUILDING: special.NAMES[race],
        **(cities.CORRALS if race == "barbarians" else {}),
        "tower_1": "Tower 1",
        "tower_2": "Tower 2",
    }
    needs = {*cities.PREREQUISITE, "defense_step_2", "tower_2"}
    for name, word in words_of.items():
        facility = titles[word]
        price = dict(facility.cost)
        assert [price.get(one, 0) for one in cities.COST_ORDER] == facts.COSTS[name][race], name
        assert facility.follows == (name in needs), name


@pytest.mark.rule("HVW-555")
def test_the_aids_carry_the_tables():
    """Guards, Outpost and Conquest Table and the price of Hero Levels, with the very rows the app rolls."""
    both = pieces("player_aid")["player-aid"], pieces("table_aid")["table-aid"]
    text = [word for aid in both for word in (*words(front(aid)), *words(back(aid)))]
    everything_said = " | ".join(text).lower()
    for name in ("guards", "outpost", "conquest", "level"):
        assert name in everything_said, name
    for row in facts.TABLES["guards_ruin"].rows.values():
        assert " + ".join(f"{n} × L{level}" for level, n in row) in text
