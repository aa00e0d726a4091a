"""The Battle Display as hexes (19.4): grid, terrain, line of sight, deployment."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.display import field, fire, moves, position, setup
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.display.panel import display_panel
from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle
from tests.games.heroes_vs_warlords.advanced.fighting import led
from tests.games.heroes_vs_warlords.advanced.hexes import army, fight_of, on_display
from tests.games.heroes_vs_warlords.table import position as blank
from tests.games.heroes_vs_warlords.table import start_at


@pytest.mark.rule("HVW-427")
def test_the_full_hexes_of_the_grid():
    """Nine columns of eleven: A1-A11 up to I5-I15 (R73); half hexes do not exist."""
    assert len(field.HEXES) == 9 * 11
    for name, (first, last) in {"A": (1, 11), "B": (2, 12), "E": (3, 13), "H": (5, 15), "I": (5, 15)}.items():
        numbers = [n for hex, (_, n) in field.HEXES.items() if hex.startswith(name)]
        assert (min(numbers), max(numbers)) == (first, last)
    assert "B1" not in field.HEXES


def test_distance_and_neighbours():
    """R73: max(|dc|, |dn|, |dn - dc|); the top row runs C2, D3, E3, F4, G4."""
    assert {name for name in field.HEXES if field.row(name) == 1} == {
        "A1",
        "B2",
        "C2",
        "D3",
        "E3",
        "F4",
        "G4",
        "H5",
        "I5",
    }
    assert set(field.neighbours("E9")) == {"E8", "E10", "D9", "D8", "F9", "F10"}
    assert [field.distance("E9", other) for other in ("E9", "E10", "F10", "C8", "A5")] == [0, 1, 1, 2, 4]


@pytest.mark.rule("HVW-428", "HVW-430", "HVW-557", "HVW-424")
def test_tents_and_graveyards_as_printed():
    """The lists of 19.4.1.1 and 19.4.1.2; the kit prints the two-sided display."""
    assert field.of_kind("open", "tents") == {"H5", "G6", "H6", "I6", "I7", "I8"}
    assert field.of_kind("city", "tents") == {"A2", "B2", "A3", "B3", "I5", "I6"}
    columns = [[name for name in field.HEXES if name.startswith(letter)] for letter in "CDEFG"]
    graves = {end(column, key=field.row) for column in columns for end in (min, max)}
    assert {"open": graves, "city": graves} == field.GRAVEYARD
    halves = next(one for one in kit().components if one.id == "battle_display").pieces
    assert all(half.front is not None and half.back is not None for half in halves)


@pytest.mark.rule("HVW-550", "HVW-556", "HVW-560")
def test_what_the_kit_has_for_the_advanced_game():
    """Thirty Hit markers, the Honor Table on the Player Aid, quest cards."""
    pieces = {one.id: one.pieces for one in kit().components}
    assert sum(piece.count for piece in pieces["hit_markers"]) == facts.COUNTERS["hit_markers"] == 30
    assert len(pieces["quest_cards"]) == len(facts.QUESTS)
    assert pieces["player_aid"]
    assert list(facts.HONOR) == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("HVW-424")
@pytest.mark.parametrize(("works", "up"), [(0, "open"), (2, "city")])
def test_which_side_lies_up(works, up):
    """The wall side for a City or Camp, else the open side."""
    state = on_display(army("knights", (1, 3, "H6")), army("amazons", (1, 3, "E11")), works=works)
    assert position.side_up(fight_of(state)) == up


@pytest.mark.rule("HVW-425", "HVW-426", "HVW-429", "HVW-434", "HVW-438", "HVW-439", "HVW-441")
def test_what_battle_hexes_cost():
    """TV25; with Basic hits stones, woods and fords count for nothing (R91)."""
    four = fight_of(on_display(army("knights", (1, 3, "H6")), army("amazons", (1, 3, "E11"))))
    costs = {"A5": 1, "H5": 1, "A6": 1, "D8": 2, "C6": 2}
    assert {name: moves.costs(four)[name] for name in costs} == costs
    two = fight_of(on_display(army("knights", (1, 3, "H6")), army("amazons", (1, 3, "E11")), method="display_basic"))
    assert {moves.costs(two)[name] for name in costs} == {1}
    city = fight_of(on_display(army("knights", (1, 3, "A2")), army("amazons", (1, 3, "E11")), works=1))
    assert moves.costs(city)[field.DRAWBRIDGE] == 1


# ---- line of sight


@pytest.mark.rule("HVW-355", "HVW-356", "HVW-432", "HVW-483")
@pytest.mark.parametrize(("hex", "seen"), [("E8", False), ("E7", False), ("D8", True), ("F10", True), ("C8", True)])
def test_a_unit_behind_a_stone(hex, seen):
    """EX13: from the shadow of E9 there is no line to E10; from everywhere else there is."""
    assert field.sees("open", hex, "E10") is seen
    state = on_display(army("knights", (3, 2, hex)), army("amazons", (1, 3, "E10"), (1, 2, "B8")))
    fight = fight_of(state)
    assert fire.has_sight(state, fight, hex, "E10") is seen
    fight.method = "display_basic"
    assert fire.has_sight(state, fight, hex, "E10")


@pytest.mark.rule("HVW-435", "HVW-439", "HVW-483")
def test_nothing_but_stones_blocks():
    """Fords, woods and units never do; there are three large stones on the open side and two on the other."""
    assert (len(field.of_kind("open", "stones")), len(field.of_kind("city", "stones"))) == (3, 2)
    assert field.sees("open", "D7", "D9")  # over the ford D8
    assert field.sees("open", "B6", "B8")  # over the woods B7
    state = on_display(army("knights", (3, 2, "A8")), army("amazons", (1, 3, "A9"), (1, 2, "A10")))
    fight = fight_of(state)
    fight.attacker.stacks[0].box = "A7"
    assert 1 in fire.targets(state, fight, "attacker", fight.attacker.stacks[0])  # past A9 at A10


@pytest.mark.rule("HVW-482", "HVW-433")
def test_range():
    """TV20 and EX15: half the Attack, rounded up, and one more in a stone hex; not with Basic hits."""
    for level, faction, reach in ((3, "barbarians", 3), (3, "amazons", 4), (3, "knights", 3)):
        state = on_display(army(faction, (level, 2, "A5")), army("neutrals", (1, 3, "E11"), kind="guards"))
        one = fight_of(state).attacker.stacks[0]
        assert fire.reach_of(state, fight_of(state), one) == reach
        one.box = "C6"
        assert fire.reach_of(state, fight_of(state), one) == reach + 1
        fight_of(state).method = "display_basic"
        assert fire.reach_of(state, fight_of(state), one) == reach


@pytest.mark.rule("HVW-436", "HVW-437")
def test_woods():
    """+1 Defense against every Close Combat attack (R104), -1 for who shoots at it."""
    state = on_display(army("knights", (3, 2, "A4")), army("amazons", (1, 3, "A6")))
    fight = fight_of(state)
    archers, target = fight.attacker.stacks[0], fight.defender.stacks[0]
    ground = DisplayGround()
    shot = ground.shot(state, fight, archers, target)
    defense = ground.defense(state, fight, fight.defender, target, archers)
    assert [term.value for term in shot if term.section == "19.4.1.4"] == [-1]
    assert [term.value for term in defense if term.section == "19.4.1.4"] == [1]
    target.box = "A7"
    assert all(term.section != "19.4.1.4" for term in ground.shot(state, fight, archers, target))


# ---- deployment


def deployed(fight_side, other, works=0, **more):
    state = blank("knights", "amazons", "barbarians", combat_method="display_advanced", **more)
    state.battle = Battle("x", "", fight_side, other, "defender")
    return start_at(state, arena.battle())


@pytest.mark.rule("HVW-451", "HVW-428", "HVW-452")
def test_the_defender_deploys_first_behind_the_red_line():
    """Rows 9 to 11 without the graveyards for him, then the six tents; he has the Initiative."""
    table = deployed(led("knights", (1, 3)), led("amazons", (1, 3)))
    first = table.options(seat="amazons", section="19.5")
    assert {field.row(name) for name in first} == {9, 10, 11}
    assert not set(first) & field.GRAVEYARD["open"]
    table.answer("E11", seat="amazons", section="19.5")
    assert set(table.options(seat="knights", section="19.5")) == field.of_kind("open", "tents")
    table.answer("H6", seat="knights", section="19.5")
    fight = fight_of(table.state)
    assert (fight.first, fight.method) == ("defender", "display_advanced")
    assert table.question().seat == "amazons"


@pytest.mark.rule("HVW-451")
def test_one_stack_a_hex_and_the_rest_comes_later():
    """R108: a seventh stack of the attacker waits until a tent is free."""
    seven = led("knights", *((1, 1) for _ in range(7)))
    table = deployed(seven, led("amazons", (1, 3))).answer("E11", section="19.5")
    for name in sorted(field.of_kind("open", "tents")):
        table.answer(name, section="19.5")
    assert [one.box for one in fight_of(table.state).attacker.stacks].count("waiting") == 1
    state = table.state
    fight_of(state).attacker.stacks[0].box = "G7"
    assert setup.waits(fight_of(state))
    assert setup.free_hexes(state, fight_of(state), "attacker", fight_of(state).attacker.stacks[6]) == ["G6"]


@pytest.mark.rule("HVW-445", "HVW-517")
def test_only_the_defenders_archers_deploy_in_towers():
    """A built tower is open to Ranged stacks at the start; an unbuilt one is a plain City hex."""
    state = on_display(army("knights", (1, 3, "A2")), army("amazons", (3, 2, ""), (1, 3, "")), works=1, towers=1)
    fight = fight_of(state)
    fight.round = 0
    built, unbuilt = field.TOWERS
    archers, others = (setup.free_hexes(state, fight, "defender", one) for one in fight.defender.stacks)
    assert built in archers
    assert built not in others
    assert unbuilt in archers
    assert unbuilt in others
    fight.round = 2
    assert built not in setup.free_hexes(state, fight, "defender", fight.defender.stacks[0])


@pytest.mark.rule("HVW-447")
def test_city_hexes():
    """From the wall back to the defender's edge without the graveyards; walls are none."""
    assert {field.row(name) for name in field.CITY} == {9, 10, 11}
    assert not field.CITY & field.GRAVEYARD["city"]
    assert not field.CITY & set(field.WALLS)


def test_the_phone_draws_it_as_printed():
    """Every full hex but the graveyards, with the stacks and what the catapults did."""
    state = on_display(army("knights", (1, 3, "A2")), army("amazons", (1, 3, "E11")), works=1, towers=1)
    fight = fight_of(state)
    fight.hexes["A8"] = "destroyed"
    panel = display_panel(fight, dict.fromkeys(facts.UNITS, ("blue", "solid", "x")))
    assert len(panel.hexes) == 99 - 10
    by_name = {one.place: one for one in panel.hexes}
    assert by_name["A2"].tokens[0].badge == "3"
    assert "destroyed" in str(by_name["A8"].label)
