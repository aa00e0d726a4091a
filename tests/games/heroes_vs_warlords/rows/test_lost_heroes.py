"""Lost Heroes and a lost capital (4.1, 12.1): the replacement, where he appears, and how long he has."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Stack
from companion.games.heroes_vs_warlords.turns import heroes, sequence, victory
from tests.games.heroes_vs_warlords.table import THREE, TWO, Table, on_map, position, start_at


def fallen_capital(*seats: str, **rulings: str) -> HvWState:
    """The Amazons have just lost their capital to the Knights."""
    state = position(*(seats or TWO), war=True, **rulings)
    state.cities["home:amazons"].owner = "knights"
    return state


def falls(state: HvWState, city: str = "home:amazons") -> Table:
    """The first Hero of the Amazons dies, in the same battle in which `city` fell (if it is named)."""
    return start_at(state, heroes.fall("amazons:1", "", city))


@pytest.mark.rule("HVW-068")
def test_the_second_hero_replaces_the_first():
    """Free, at home, at once, with 10 Gold of units: Levels 1 to 3, at most three of Level 3, the rest is lost."""
    table = falls(position(), "")
    assert table.asked() == [("amazons", "4.1")]
    assert list(table.options(section="4.1")) == ["L1", "L2", "L3"]
    assert table.refused({"L1": 11}, section="4.1").section == "4.1"
    assert table.refused({"L3": 4}, section="4.1").section == "4.1"
    table.answer({"L3": 3}, section="4.1")
    hero = table.hero("amazons:2")
    assert (hero.status, hero.place, hero.mp) == ("in_play", "home:amazons", 0)
    assert table.state.cities["home:amazons"].stock.gold == 4
    assert table.hero("amazons:1").status == "dead"


@pytest.mark.rule("HVW-068")
def test_no_replacement_when_the_second_was_used():
    """With the second Hero in play or dead nobody comes for free."""
    state = position()
    second = hero_of(state, "amazons:2")
    second.status, second.place, second.sections[0] = "in_play", "open", Stack("amazons", 1, 1)
    assert falls(state, "").done


@pytest.mark.rule("HVW-068")
def test_the_replacement_by_built_facilities():
    """R16, other reading: any Level whose facility stands."""
    state = position(replacement_army="built_facilities")
    state.cities["home:amazons"].facilities += ["barracks", "shooting_range", "academy"]
    assert list(falls(state, "").options(section="4.1")) == ["L1", "L2", "L3", "L4"]


@pytest.mark.rule("HVW-069")
def test_without_the_capital_he_appears_within_four_hexes():
    """Only discovered hexes at distance 4 or less, without enemies, guards or foreign Cities, are on offer."""
    state = fallen_capital()
    centres = on_map(state, "A0", "T06", "T10", "T13", "K0")
    home = state.cities["home:amazons"].place
    knight = hero_of(state, "knights:1")
    knight.place = world.place_of(centres["A0"][0] + 1, centres["A0"][1])
    hexes = world.hexes_around(centres["T06"])
    guarded = next(site for site in state.sites.values() if site.kind == "resource" and site.place in hexes)
    guarded.guards, guarded.active = [Stack("neutrals", 1, 3)], True
    table = falls(state)
    offered = list(table.options(section="4.1"))
    assert offered
    assert all(world.distance(one, home) <= 4 and world.known(state.world, one) for one in offered)
    assert not {home, knight.place, guarded.place} & set(offered)
    table.answer(offered[0], section="4.1").answer({"L1": 10}, section="4.1")
    assert table.hero("amazons:2").place == offered[0]
    assert table.state.players["amazons"].grace


@pytest.mark.rule("HVW-069")
def test_without_a_map_the_table_puts_him_there():
    """The app says what to do and goes on."""
    table = falls(fallen_capital())
    assert any("within 4 hexes" in line for line in table.notes("4.1"))
    table.answer({"L1": 10}, section="4.1")
    assert table.hero("amazons:2").place == "open"


def grace(reading: str, *, hero_fell: bool, turn_left: bool) -> HvWState:
    """The state at the victory check of the Round in which the capital of the Amazons fell."""
    from companion.games.heroes_vs_warlords.turns import conquest

    state = position(*THREE, war=True, capital_grace=reading)
    state.length = 9
    hero_of(state, "knights:1").place = "home:amazons"
    table = start_at(state, conquest.conquer("home:amazons", "knights:1"))
    while not table.done:
        table.answer([1])
    state = table.state
    if hero_fell:
        state = falls(state).answer({"L1": 10}, section="4.1").state
    if turn_left:
        state = start_at(state, victory.after_turn("amazons")).state
    return start_at(state, victory.check()).state


@pytest.mark.rule("HVW-070", "HVW-071", "HVW-072")
@pytest.mark.parametrize(
    ("reading", "hero_fell", "turn_left", "defeated"),
    [
        ("only_with_hero_loss", False, False, True),
        ("only_with_hero_loss", True, False, False),
        ("only_with_hero_loss", True, True, True),
        ("always_one_turn", False, False, False),
        ("always_one_turn", False, True, True),
        ("none", True, False, True),
    ],
)
def test_who_lost_the_capital_is_defeated_at_the_end_of_the_round(reading, hero_fell, turn_left, defeated):
    """Only who lost first Hero and capital together and had no turn since gets one more turn (R17)."""
    state = grace(reading, hero_fell=hero_fell, turn_left=turn_left)
    assert state.players["amazons"].defeated == defeated
    assert state.players["amazons"].last_chance != defeated


@pytest.mark.rule("HVW-071", "HVW-072")
@pytest.mark.parametrize("retaken", [True, False])
def test_the_last_turn_decides(retaken):
    """At the end of the granted turn in the next Round the capital is back or the player is defeated, not later."""
    state = grace("only_with_hero_loss", hero_fell=True, turn_left=False)
    table = start_at(state, sequence.sequence(1, list(THREE)))
    table.answer("done", seat="knights", section="7.1")
    assert not table.state.players["amazons"].defeated
    state = table.state
    if retaken:
        from companion.games.heroes_vs_warlords.turns import conquest

        hero_of(state, "knights:1").place = "open"
        hero_of(state, "amazons:2").place = "home:amazons"
        back = start_at(state, conquest.conquer("home:amazons", "amazons:2"))
        while not back.done:
            back.answer([1])
        state = back.state
    after = start_at(state, victory.after_turn("amazons")).state
    assert after.players["amazons"].defeated != retaken
    assert not after.players["amazons"].last_chance
    if retaken:
        assert not start_at(after, victory.check()).state.players["amazons"].defeated
