"""Clean Up (12.0): Visited markers, recruits, stronger guards."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.records.state import HvWState, Site
from companion.games.heroes_vs_warlords.turns import cleanup, sequence
from tests.games.heroes_vs_warlords.rows.battlefield import guarded
from tests.games.heroes_vs_warlords.table import Table, position, start_at


def cleaned(state: HvWState) -> HvWState:
    return start_at(state, cleanup.clean_up()).state


def guards(state: HvWState, place: str) -> list[tuple[int, int]]:
    return [(one.level, one.count) for one in state.sites[place].guards]


@pytest.mark.rule("HVW-342")
def test_visited_markers_come_off():
    """Both outposts can be visited again in the next Round; explored ruins stay explored."""
    state = position()
    for number in (1, 2):
        state.sites[f"outpost-{number}"] = Site(f"outpost-{number}", "outpost", "Outpost", visited=True)
    state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin", active=True, explored=True)
    state = cleaned(state)
    assert [site.visited for site in state.sites.values() if site.kind == "outpost"] == [False, False]
    assert state.sites["ruin-1"].explored


@pytest.mark.rule("HVW-343")
def test_active_recruitment_locations_gain_one_unit():
    """An active one grows by one up to 20, an inactive one does not; Mercenaries of a defeated player grow too."""
    state = position("knights", "amazons", "barbarians")
    for seat, active, waiting in (("knights", True, 3), ("amazons", False, 0), ("barbarians", True, 20)):
        site = state.sites[f"recruit:{seat}"]
        site.active, site.waiting = active, waiting
    state = cleaned(state)
    assert [state.sites[f"recruit:{seat}"].waiting for seat in state.seats] == [4, 0, 20]
    site = state.sites["recruit:amazons"]
    site.active, site.mercenaries, site.waiting = True, True, 1
    assert cleaned(state).sites["recruit:amazons"].waiting == 2


@pytest.mark.rule("HVW-343")
@pytest.mark.parametrize(("reading", "in_turn_5"), [("cleanup", 3), ("turn5_start", 4)])
def test_they_grow_once_a_round_in_clean_up_or_at_turn_5(reading, in_turn_5):
    """R06: three wait until Clean Up, or four stand there in Turn 5 already; after the Round it is four either way."""
    state = position(recruit_growth=reading)
    site = state.sites["recruit:knights"]
    site.active, site.waiting = True, 3
    table = start_at(state, sequence.production())
    assert table.state.sites["recruit:knights"].waiting == in_turn_5
    while not table.done:
        table.answer("done", section="11.0")
    assert cleaned(table.state).sites["recruit:knights"].waiting == 4


@pytest.mark.rule("HVW-344")
def test_guards_gain_one_of_their_lowest_level():
    """Each hex with guards, ruins and towers too, gets one unit; hexes without guards and full stacks none."""
    state = position()
    guarded(state, "wood-1", (2, 3), (3, 1), kind="resource")
    guarded(state, "ruin-1", (4, 3))
    guarded(state, "tower-1", (1, 20), kind="tower")
    state.sites["gold-1"] = Site("gold-1", "resource", "Gold", resource="gold", active=True, cleared=True)
    state = cleaned(state)
    assert guards(state, "wood-1") == [(2, 4), (3, 1)]
    assert guards(state, "ruin-1") == [(4, 4)]
    assert guards(state, "tower-1") == [(1, 20)]
    assert guards(state, "gold-1") == []


@pytest.mark.rule("HVW-344")
def test_one_for_each_stack_by_ruling():
    """R56: every stack of the hex grows by one."""
    state = position(reinforce="one_per_unit_stack")
    guarded(state, "wood-1", (2, 3), (3, 1), kind="resource")
    assert guards(cleaned(state), "wood-1") == [(2, 4), (3, 2)]


@pytest.mark.rule("HVW-342", "HVW-343", "HVW-344")
def test_clean_up_comes_once_after_production():
    """A whole Round without deeds: the guards grow by one, not by one for each sequence."""
    state = position()
    guarded(state, "ruin-1", (4, 3))
    table: Table = start_at(state, sequence.game_round())
    while table.state.round < 3:
        question = table.runner.questions()[0]
        answers = {"5.2": [20 if question.seat == "knights" else 1], "6.0": True}
        table.runner.answer(question.key, answers.get(question.section, "done"))
    assert guards(table.state, "ruin-1") == [(4, 4)]
