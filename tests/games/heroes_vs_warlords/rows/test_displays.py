"""Hero Displays (2.0, 4.1): abilities, sections, stacks, rearranging, dropping and taking units."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.readers.board import board
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.armies import place_units
from companion.games.heroes_vs_warlords.records.common import hero_of, stacks_of, units_of
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import heroes
from companion.games.heroes_vs_warlords.turns.setup import new_hero
from tests.games.heroes_vs_warlords.table import THREE, Table, position, start_at


def turn(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


def army(stacks: list[Stack | None]) -> list[tuple[int, int] | None]:
    return [(stack.level, stack.count) if stack is not None else None for stack in stacks]


def lead(state: HvWState, *stacks: tuple[int, int], hero: str = "knights:1") -> Hero:
    """Gives a Hero these (Level, number) stacks, in this order."""
    one = hero_of(state, hero)
    filled = [Stack("knights", level, count) for level, count in stacks]
    one.sections = [*filled, *([None] * (6 - len(filled)))]
    return one


def second(state: HvWState, place: str, *stacks: tuple[int, int]) -> Hero:
    hero = hero_of(state, "knights:2")
    hero.status, hero.place = "in_play", place
    return lead(state, *stacks, hero="knights:2")


def owned_hex(state: HvWState, *garrison: tuple[int, int], seat: str = "knights") -> Site:
    site = Site("wood-1", "resource", "Wood 1", "wood", active=True, cleared=True, owner=seat)
    site.garrison = [Stack(seat, level, count) for level, count in garrison]
    state.sites["wood-1"] = site
    return site


def deeds(table: Table) -> set[str]:
    return {name.split(":")[0] for name in table.options(section="7.1")}


def restack(table: Table, source: int, count: int, target: str) -> dict[str, object]:
    return {"source": str(source), "count": count, "target": target}


@pytest.mark.rule("HVW-003", "HVW-052")
@pytest.mark.parametrize("seat", THREE)
def test_a_hero_has_four_abilities_level_and_experience(seat):
    """All are kept and shown on his Display, where each can be corrected."""
    hero = new_hero(seat, 1, "in_play")
    assert facts.ABILITIES == ("attack", "defense", "initiative", "movement")
    start = facts.HERO_START[seat]
    assert [getattr(hero, name) for name in facts.ABILITIES] == [getattr(start, name) for name in facts.ABILITIES]
    state = position(*THREE)
    panel = next(one for one in board(state, seat).panels if one.id == f"hero:{seat}:1")
    shown = {str(gauge.label): (gauge.value, gauge.path) for gauge in panel.gauges}
    assert {"Attack", "Defense", "Initiative", "Movement", "Level", "Experience"} <= set(shown)
    assert shown["Level"] == (hero.level, f"/players/{seat}/heroes/0/level")
    assert shown["Experience"] == (hero.ep, f"/players/{seat}/heroes/0/ep")


@pytest.mark.rule("HVW-049")
def test_heroes_are_numbered_1_and_2():
    """Each player has exactly two, told apart by number on record and on screen."""
    state = position()
    second(state, "open", (1, 1))
    assert [hero.number for hero in state.players["knights"].heroes] == [1, 2]
    titles = [str(panel.title) for panel in board(state, "knights").panels if panel.id.startswith("hero:knights")]
    assert titles == ["Knights Hero 1", "Knights Hero 2"]


@pytest.mark.rule("HVW-050", "HVW-057")
def test_the_display_holds_the_army_with_numbers():
    """Every stack lies in its section with its number, and moves with its Hero."""
    state = position()
    lead(state, (1, 7), (3, 2))
    table = turn(state).enters("open")
    panel = next(one for one in board(table.state, "knights").panels if one.id == "hero:knights:1")
    assert [(slot.level, slot.count) if slot else None for slot in panel.slots] == [(1, 7), (3, 2), *[None] * 4]


@pytest.mark.rule("HVW-054", "HVW-055")
def test_six_sections_of_twenty():
    """120 units are led at most: a 21st of a kind opens the next section, a 121st finds no room."""
    hero = new_hero("knights", 1, "in_play")
    assert place_units(hero, "knights", 1, 21) == 21
    assert army(hero.sections)[:3] == [(1, 20), (1, 1), None]
    assert place_units(hero, "knights", 1, 200) == 99
    assert units_of(hero) == 120
    assert len(hero.sections) == 6


@pytest.mark.rule("HVW-054")
def test_a_seventh_kind_finds_no_section():
    """With six Levels on the Display a Mercenary is refused by 4.1 in an exchange."""
    state = position()
    lead(state, *((level, 1) for level in range(1, 7)))
    second(state, "home:knights", (1, 1)).sections[1] = Stack("mercenaries", 2, 1)
    table = turn(state).deed("heroes:1")
    everybody = {f"knights:{level}": 1 for level in range(1, 7)} | {"mercenaries:2": 1}
    assert table.refused(everybody, section="4.1").section == "4.1"
    assert table.refused(everybody | {"knights:1": 2}, section="4.1").section == "4.1"


@pytest.mark.rule("HVW-055")
def test_a_correction_cannot_make_a_stack_of_21():
    """The state itself does not hold more than 20 in a stack."""
    import msgspec

    state = position()
    data = msgspec.to_builtins(state)
    data["players"]["knights"]["heroes"][0]["sections"][0]["count"] = 21
    with pytest.raises(msgspec.ValidationError, match="<= 20"):
        msgspec.convert(data, HvWState)


@pytest.mark.rule("HVW-056")
def test_one_kind_and_level_a_stack():
    """Units join stacks of their own faction and Level only; mixing is refused."""
    hero = new_hero("knights", 1, "in_play")
    for faction, level in (("knights", 2), ("mercenaries", 2), ("knights", 1), ("knights", 2)):
        place_units(hero, faction, level, 1)
    assert [(s.faction, s.level, s.count) for s in stacks_of(hero)] == [
        ("knights", 2, 2),
        ("mercenaries", 2, 1),
        ("knights", 1, 1),
    ]
    state = position()
    lead(state, (1, 5), (2, 5))
    table = turn(state).deed("restack:1")
    assert table.refused(restack(table, 0, 1, "1"), section="4.1").section == "4.1"


@pytest.mark.rule("HVW-058")
def test_units_are_not_rearranged_anywhere():
    """On plain land, in a Resource hex and in a Recruitment Location no rearranging is offered."""
    state = position()
    owned_hex(state)
    state.sites["recruit:knights"].active = True
    lead(state, (1, 5), (1, 3))
    for place in ("open", "wood-1", "recruit:knights"):
        assert not {"restack", "city", "heroes"} & deeds(turn(state).enters(place))


@pytest.mark.rule("HVW-058")
def test_an_exchange_does_not_move_other_stacks():
    """Who only fetches units keeps the arrangement of the others, gaps and doubles included."""
    state = position()
    lead(state, (1, 5), (2, 1), (1, 3))
    hero_of(state, "knights:1").sections[1] = None
    state.cities["home:knights"].units = [Stack("knights", 4, 2)]
    table = turn(state).deed("city:1").answer({"knights:1": 8, "knights:4": 2}, section="4.1")
    assert army(table.hero("knights:1").sections) == [(1, 5), (4, 2), (1, 3), None, None, None]


@pytest.mark.rule("HVW-059")
@pytest.mark.parametrize("home", ["knights", "barbarians"])
def test_in_an_own_city_or_camp_everything_is_free(home):
    """Units are dropped, taken, split and joined in the City or Camp of a Hero's player, a captured one too (R12)."""
    state = position("knights", "barbarians", war=True)
    city = state.cities[f"home:{home}"]
    city.owner, city.units = "knights", [Stack("knights", 2, 4)]
    hero_of(state, "barbarians:1").place = "open"
    hero = lead(state, (1, 5))
    hero.place = city.place
    table = turn(state).deed("city:1")
    table.refused({"knights:1": 6}, section="4.1")
    table.answer({"knights:1": 2, "knights:2": 3}, section="4.1")
    assert army(table.hero("knights:1").sections)[:2] == [(1, 2), (2, 3)]
    assert sorted(army(table.state.cities[city.id].units)) == [(1, 3), (2, 1)]
    table.deed("restack:1").answer(restack(table, 1, 1, "new"), section="4.1")
    assert army(table.hero("knights:1").sections)[:3] == [(1, 2), (2, 2), (2, 1)]
    table.deed("restack:1").answer(restack(table, 2, 1, "1"), section="4.1")
    assert army(table.hero("knights:1").sections)[:3] == [(1, 2), (2, 3), None]
    assert broken(table.state) == []


@pytest.mark.rule("HVW-059")
def test_more_units_than_there_are_cannot_be_split_off():
    """Splitting and joining never make units, and never a stack above 20."""
    state = position()
    lead(state, (1, 5), (1, 18))
    table = turn(state).deed("restack:1")
    assert table.refused(restack(table, 0, 6, "new"), section="4.1").section == "4.1"
    assert table.refused(restack(table, 0, 3, "1"), section="4.1").section == "4.1"
    assert table.refused(restack(table, 0, 3, "0"), section="4.1").section == "4.1"
    table.answer(restack(table, 0, 2, "1"), section="4.1")
    assert army(table.hero("knights:1").sections)[:2] == [(1, 3), (1, 20)]


@pytest.mark.rule("HVW-059")
def test_not_in_a_city_of_somebody_else():
    """No exchange where the City is not the own one."""
    state = position("knights", "barbarians")
    hero_of(state, "knights:1").place = "home:barbarians"
    hero_of(state, "barbarians:1").place = "open"
    assert "city" not in deeds(turn(state))


@pytest.mark.rule("HVW-060")
def test_two_heroes_in_one_hex_exchange_freely():
    """Also in passing: one comes by, they share their units anew, and he goes on."""
    state = position()
    lead(state, (1, 5)).place = "wood-1"
    owned_hex(state)
    second(state, "open", (4, 3))
    table = turn(state)
    assert "heroes" not in deeds(table)
    table.enters("wood-1", number=2)
    assert {"heroes", "restack"} <= deeds(table)
    table.deed("heroes:1").answer({"knights:4": 3, "knights:1": 1}, section="4.1")
    assert army(table.hero("knights:1").sections)[:2] == [(1, 1), (4, 3)]
    assert units_of(table.hero("knights:2")) == 4
    table.enters("open", number=2)
    assert not {"heroes", "restack"} & deeds(table)


@pytest.mark.rule("HVW-061", "HVW-063")
@pytest.mark.parametrize(
    ("reading", "before", "after"),
    [
        ("start_of_move", True, False),
        ("any_time", True, True),
        ("never_while_moving_or_ending", False, False),
    ],
)
def test_a_garrison_is_taken_before_the_first_step_only(reading, before, after):
    """R11: dropping is possible at any time, taking by default only where the Hero begins his turn."""
    state = position(garrison_pickup=reading)
    owned_hex(state, (2, 3))
    hero_of(state, "knights:1").place = "wood-1"
    table = turn(state)
    assert (table.greyed("take:1", section="7.1") == "") == before
    if before:
        taken = turn(state).deed("take:1").answer({"knights:2": 2}, section="4.1")
        assert army(taken.hero("knights:1").sections)[:2] == [(1, 5), (2, 2)]
        assert army(taken.state.sites["wood-1"].garrison) == [(2, 1)]
    table.enters("open").enters("wood-1")
    assert (table.greyed("take:1", section="7.1") == "") == after
    assert table.greyed("drop:1", section="7.1") == ""
    table.deed("drop:1").answer({"knights:1": 1}, section="9.1")
    assert army(table.state.sites["wood-1"].garrison) == [(1, 1), (2, 3)]


@pytest.mark.rule("HVW-063")
def test_a_garrison_finds_room_or_stays():
    """Taking more than the six sections hold is refused by 4.1 and changes nothing."""
    state = position()
    owned_hex(state, (2, 3))
    lead(state, *((1, 20) for _ in range(6))).place = "wood-1"
    table = turn(state).deed("take:1")
    assert table.refused({"knights:2": 1}, section="4.1").section == "4.1"
    table.answer({}, section="4.1")
    assert army(table.state.sites["wood-1"].garrison) == [(2, 3)]


@pytest.mark.rule("HVW-064")
def test_units_without_a_hero_neither_move_nor_react():
    """A garrison next to a passing enemy asks nobody; its owner can do nothing with it but fetch it."""
    state = position(war=True)
    owned_hex(state, (6, 20), seat="amazons")
    table = turn(state).enters("open")
    assert table.asked() == [("knights", "7.1")]
    mine = turn(state, "amazons")
    assert not any("wood-1" in name for name in mine.options(section="7.1"))
    lonely = position(war=True)
    hero_of(lonely, "amazons:1").sections = [None] * 6
    table = turn(lonely).enters("open", near=["amazons:1"])
    assert table.asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-053", "HVW-068")
def test_a_new_hero_with_an_army_gets_it_on_his_display():
    """The replacement Hero's 10 Gold army lies on his Display as soon as it is bought."""
    table = start_at(position(), heroes.fall("knights:1", "", ""))
    table.answer({"L3": 2, "L1": 4}, section="4.1")
    assert army(table.hero("knights:2").sections) == [(1, 4), (3, 2), None, None, None, None]


@pytest.mark.rule("HVW-084")
def test_unit_counters_never_lie_on_the_map():
    """The map shows Heroes as tokens and guards as a number; units are on Displays and in the Arena only."""
    from tests.games.heroes_vs_warlords.table import on_map

    state = position()
    on_map(state, "K0", "T06", face_down=1)
    panel = next(one for one in board(state, "knights").panels if one.id == "map")
    tokens = [token for hex in panel.hexes for token in hex.tokens]
    assert {str(token.label) for token in tokens} <= {"Knights Hero 1", "Amazons Hero 1"}
