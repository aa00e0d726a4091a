"""The lists: every entry as it is printed, what words imply, terrain, and what an owner may change."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.engine.core.effects import Roll
from companion.engine.core.errors import DataError
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.kit import artifacts, spells
from companion.games.archmagi.kit.lists import spell_row
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.phases import setup
from companion.games.archmagi.phases.deploy import deploy_refusal
from companion.games.archmagi.readers.check import broken
from companion.games.archmagi.sheet import VALUES, lists_of
from companion.games.archmagi.state import Unit
from companion.games.archmagi.units import allowance, is_type, stack
from printables.look.display import Text, every
from printables.look.theme import Look
from printables.render.laying import things
from tests.games.archmagi.table import kind, run, world

PRINTED = {  # the document: number of chits, BRM, abilities and descriptors
    "dwarves": (10, 5, {"martyr": 0, "guard": 0, "archer": 1}),
    "dwarflord": (5, 6, {"demihuman": 0, "hero": 0, "warrior": 0, "slay giant": 4, "general": 0}),
    "goblins": (15, 3, {"archer": 1, "poison": 1, "swarm": 0, "humanoid": 0}),
    "storm_giants": (5, 10, {"giant": 0, "air": 0}),
    "stone_giants": (5, 7, {"giant": 0, "earth": 0}),
    "griffons": (10, 5, {"monster": 0, "flying": 0, "very swift": 0}),
    "dwarf_hall": (5, 6, {"site": 0, "guard": 0}),
    "elves": (15, 4, {"spellcaster": 0, "archer": 3, "demihuman": 0}),
    "sylvan_knights": (10, 6, {"demihuman": 0, "cavalry": 2, "swift": 0}),
    "elf_lord": (5, 4, {"hero": 0, "mage": 0, "warrior": 0, "general": 0, "demihuman": 0}),
    "ranger": (5, 4, {"hero": 0, "warrior": 0, "scout": 0, "archer": 2, "slay humanoid": 2, "skirmish": 0}),
    "centaurs": (10, 4, {"archer": 2, "swift": 0, "skirmish": 0}),
    "ents": (5, 8, {"fey": 0, "surprise": 2, "plant": 0, "monster": 0}),
}


@pytest.mark.rule("ARC-082", "ARC-083", "ARC-084", "ARC-085", "ARC-086", "ARC-087", "ARC-088", "ARC-089", "ARC-090")
@pytest.mark.rule("ARC-091", "ARC-092", "ARC-093", "ARC-094")
@pytest.mark.parametrize("name", PRINTED)
def test_an_entry_of_the_document(name: str) -> None:
    """Count, BRM, every ability with its value, every descriptor."""
    count, brm, words = PRINTED[name]
    found = kind(name)
    assert (found.count, found.brm) == (count, brm)
    assert words.items() <= found.abilities.items()


@pytest.mark.rule("ARC-095", "ARC-096", "ARC-121", "ARC-122")
def test_counts_of_the_lists() -> None:
    """Example V27: 55 mountain and 50 forest chits; 445 in all; 8 Archmagi, 96 spells, 28 artifacts; all printed."""
    count = {
        name: sum(one.count for one in facts.HOUSE.chits.values() if one.terrain == name)
        for name in facts.HOUSE.rows(water=False)
    }
    assert (count["mountain"], count["forest"]) == (55, 50)
    piles = {pile: sum(facts.HOUSE.total(pile).values()) for pile in ("unit", "archmagi", "spell", "artifact")}
    assert piles == {"unit": 445, "archmagi": 8, "spell": 96, "artifact": 28}
    parts = {one.id: sum(piece.count for piece in one.pieces) for one in GAME.printed().components}
    assert (parts["units"], parts["archmagi"], parts["spells"], parts["artifacts"]) == (445, 8, 96, 28)
    assert parts["player_aid"] == len(facts.SEATS)
    assert parts["lists"], "the table has the lists once"


@pytest.mark.rule("ARC-034", "ARC-035", "ARC-036", "ARC-039", "ARC-050", "ARC-053", "ARC-054", "ARC-059", "ARC-063")
@pytest.mark.rule("ARC-077", "ARC-080", "ARC-057")
@pytest.mark.parametrize(
    ("word", "implied"),
    [
        ("construct", ["nonliving"]), ("demihuman", ["good"]), ("demon", ["evil", "monster"]),
        ("elemental", ["nonliving"]), ("humanoid", ["chaos"]), ("giant", ["monster"]), ("dragon", ["monster"]),
        ("undead", ["nonliving", "evil", "monster"]), ("priest", ["spellcaster"]),
        ("ship", ["sea", "construct", "wood", "nonliving"]), ("water", ["swimmer"]), ("plant", ["wood"]),
    ],
)  # fmt: skip
def test_what_a_word_implies(word: str, implied: list[str]) -> None:
    """And nothing living about what does not live."""
    found = facts.closure([word])
    assert all(one in found for one in implied)
    assert ("living" in found) == ("nonliving" not in found)


@pytest.mark.rule("ARC-023", "ARC-035", "ARC-039")
def test_what_is_so_unless_something_else_is_said() -> None:
    """Male, neutral, slow, living; a Demihuman said to be evil is not good; each Elemental has its element."""
    assert facts.closure([]) == dict.fromkeys(("male", "neutral", "slow", "living"))
    assert "good" not in facts.closure(["demihuman", "evil"])
    elementals = [one for one in facts.HOUSE.chits.values() if "elemental" in one.types]
    elements = ("air", "fire", "earth", "water", "cold")
    assert elementals
    assert all(any(word in one.types for word in elements) for one in elementals)


@pytest.mark.rule("ARC-035", "ARC-024", "ARC-026", "ARC-032", "ARC-033", "ARC-037", "ARC-038", "ARC-040", "ARC-041")
@pytest.mark.rule("ARC-042", "ARC-045", "ARC-046", "ARC-048", "ARC-051", "ARC-057", "ARC-071", "ARC-081")
def test_every_word_of_a_list_is_known() -> None:
    """Descriptors do nothing by themselves; a word nobody knows is refused by name."""
    words = ("air", "animal", "chaos", "cold", "dragon", "earth", "evil", "fey", "fire", "giant", "good", "hero")
    assert all(facts.read_word(word.title(), "x") == (word, 0) for word in (*words, "lawful", "plant", "swarm", "wood"))
    with pytest.raises(DataError, match="Mighty"):
        facts.read_word("Mighty +1", "units/x")


@pytest.mark.rule("ARC-035")
@pytest.mark.parametrize(("reading", "good"), [("named", True), ("as-printed", False)])
def test_dwarves(reading: str, good: bool) -> None:
    """A09: the definition names them, their entry does not."""
    state = world({"red": ["c4 dwarves"]}, rulings={"dwarves": reading})
    assert is_type(state, state.units["u1"], "demihuman") == is_type(state, state.units["u1"], "good") == good


@pytest.mark.rule("ARC-023", "ARC-073", "ARC-074")
def test_how_far_units_move() -> None:
    """Example V25: Slow 1, Swift 2, Very Swift 3."""
    state = world({"red": ["c4 dwarves sylvan_knights griffons"]})
    assert [allowance(state, one) for one in stack(state, "c4", ("red",)).values()] == [1, 2, 3]


CHART = ("Plains", "City", "Forest", "Castle", "Heath", "Hills", "Swamp", "Caves", "Mountain", "Desert", "Jungle")


@pytest.mark.rule("ARC-109", "ARC-110", "ARC-111", "ARC-112", "ARC-113", "ARC-114", "ARC-115", "ARC-116", "ARC-117")
@pytest.mark.rule("ARC-118", "ARC-119", "ARC-120")
def test_the_terrain_chart() -> None:
    """Rows 1 to 11 are the public ones; 12 to 20 are there and labelled house; each has its other names."""
    rows = list(facts.HOUSE.terrain.values())
    assert [one.roll for one in rows] == list(range(1, 21))
    assert tuple(one.name for one in rows[:11]) == CHART
    assert [one["roll"] for one in facts.CHART] == list(range(1, 21))
    assert {one["provenance"] for one in facts.CHART[:11]} == {"public"}
    assert {one["provenance"] for one in facts.CHART[11:]} == {"house"}
    assert rows[4].also == "farmlands"
    assert rows[8].also == "crags, peaks"


def test_an_owner_replaces_and_adds_units() -> None:
    """A printed value in place of ours, and a unit that our lists do not have; a word nobody knows is refused."""
    added = {"name": "Wyverns", "terrain": "Hills", "count": 5, "brm": 7, "abilities": "Flying, Poison +3"}
    changed = VALUES.checked({"units/dwarves/brm": 9, **{f"units/more_1/{name}": one for name, one in added.items()}})
    lists = lists_of(changed)
    assert lists.chits["dwarves"].brm == 9
    assert lists.chits["more_1"].abilities["poison"] == 3
    assert lists.chits["more_1"].terrain == "hills"
    assert sum(lists.total("unit").values()) == 450
    assert "more_1" in {
        piece.id.removeprefix("unit-") for one in GAME.printed(owner=changed).components for piece in one.pieces
    }
    with pytest.raises(DataError, match="Brave"):
        VALUES.checked({"units/dwarves/abilities": "Brave +2"})


def test_an_owner_replaces_the_terrain_chart() -> None:
    """A row is called as it is printed: on maps, for deployment, on hexes and chits of the kit; the die gives it."""
    given = {"terrain/volcano/name": "Salt Flats", "terrain/ruins/name": "Marble Quay", "terrain/ruins/sort": "land",
             "units/fire_elemental/terrain": "Salt Flats"}  # fmt: skip
    changed = VALUES.checked(given)  # type: ignore[arg-type]
    state = world({"red": ["b2 archmage_of_dawn"]}, settings={"map": "rolled"})
    state.owner = changed
    dice = [12, *[1] * 23]
    table = run(state, setup.make_map()).answer(dice, [1] * 24)
    assert table.state.hexes["b2"].terrain == "volcano"
    assert "Salt Flats" in str(hex_name(table.state, "b2"))
    assert deploy_refusal(table.state, "red", Unit("red", "fire_elemental"), "b2") is None
    titles = {piece.name for one in GAME.printed(owner=changed).components for piece in one.pieces}
    assert {"Salt Flats", "Marble Quay"} <= titles
    assert "Volcano" not in titles


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("terrain/plains/sort", "water", "land come first"),
        ("terrain/plains/sort", "swampy", "terrain/plains/sort: land or water"),
        ("terrain/plains/name", "", "terrain/plains/name"),
    ],
)
def test_a_terrain_chart_that_cannot_be(path: str, value: str, words: str) -> None:
    """Each row has a name; rows of land come before rows of water, so that both dice can be rolled."""
    with pytest.raises(DataError, match=words):
        VALUES.checked({path: value})


def test_other_numbers_of_rows_for_land_and_sea() -> None:
    """With rows 15 and 16 at sea, land is rolled again above 14, the sea on a D6 with all its faces."""
    state = world({}, settings={"map": "rolled"})
    state.owner = VALUES.checked({f"terrain/{name}/sort": "water" for name in ("graveyard", "fairy_ring")})
    part = run(state, setup.make_map()).questions[0].part
    assert isinstance(part, Roll)
    assert set(part.sides) == {14}


@pytest.mark.rule("ARC-048")
def test_heroes_are_human_unless_something_else() -> None:
    """A Ranger is Human; an Elf Lord, a dead lord and plain troops are not (A18)."""
    types = {name: kind(name).types for name in ("ranger", "guild_wizard", "elf_lord", "barrow_lord", "elves")}
    assert [("human" in one) for one in types.values()] == [True, True, False, False, False]


def test_a_fresh_state_is_sound() -> None:
    """Nothing is anywhere twice."""
    assert broken(world({"red": ["c4 dwarves"]})) == []


@pytest.mark.rule("ARC-107")
def test_a_spell_that_calls_a_unit_says_what_comes() -> None:
    """Its types and its BRM, with the sign of all BRM: the chit is all that there is of the unit."""
    calls = [one for one in facts.HOUSE.spells.values() if one.summons]
    assert calls
    for one in calls:
        said = " ".join(spell_row(one))
        assert f"+{one.value}" in said
        assert all(word in said for word in one.summons)


def test_nobody_sees_from_behind_which_list_a_unit_is_of() -> None:
    """One draw pile: every unit chit has the same back, and a virtual table has one bag or deck of them."""
    made = GAME.printed()
    units = made.component("units")
    assert len({piece.back.args for piece in units.pieces}) == 1
    (pile,) = things(made, [units])
    assert pile.secret
    assert len(pile.copies) == units.count


def test_spells_and_artifacts_of_an_owners_own_kinds_are_printed() -> None:
    """A moment, a target with a need and a type that the lists of the house do not know."""
    spell, artifact = next(iter(facts.HOUSE.spells.values())), next(iter(facts.HOUSE.artifacts.values()))
    own = structs.replace(spell, when="dawn", target="stack", need=("giant",), summons=())
    tool = structs.replace(artifact, type="tool")
    sheet = structs.replace(facts.HOUSE, spells={own.id: own}, artifacts={tool.id: tool})
    fronts = [one.pieces[0].front(Look("full")) for one in (spells(sheet), artifacts(sheet))]
    words = [one.text for face in fronts for one in every(face.items) if isinstance(one, Text)]
    assert any("Giant" in one for one in words)
    assert any("Tool" in one for one in words)
