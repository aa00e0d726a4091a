"""Clean Up (12.0): outposts, Recruitment Locations, guards."""

from __future__ import annotations

from companion.engine.rules import Rule, note, step, t
from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.records.armies import STACK_LIMIT
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import HvWState, Site


@step("12.0")
def clean_up(state: HvWState) -> Rule[None]:
    """The three parts of Clean Up: A, B and C (12.0)."""
    state.phase = "cleanup"
    for site in state.sites.values():
        site.visited = False
        if site.kind == "holy_place":
            site.used_by = []
    yield from note(t("Step A: take all Outpost Visited markers off."), kind="visited_off")
    if terrain.used(state):
        yield from note(t("Take the Hero Visited markers off the holy places."), section="20.0")
    if ruled(state, "recruit_growth") == "cleanup":
        grow_recruits(state)
    recruits = [site for site in state.sites.values() if site.kind == "recruitment" and site.active]
    for site in recruits:
        yield from note(t("Step B: {site} holds {n}.", site=t(site.label), n=site.waiting))
    for site in state.sites.values():
        if site.guards:
            level = reinforce(state, site)
            yield from note(t("Step C: {site} gains one Level {level} guard.", site=t(site.label), level=level))


def grow_recruits(state: HvWState) -> None:
    """Every active Recruitment Location gains one unit, 20 at most (3.3.2, 12.0 B, ruling R06)."""
    for site in state.sites.values():
        if site.kind == "recruitment" and site.active:
            site.waiting = min(site.waiting + 1, STACK_LIMIT)


def reinforce(state: HvWState, site: Site) -> int:
    """Add one guard of the lowest Level present (12.0 C), by ruling R56 one for each stack. Returns that Level."""
    lowest = min(stack.level for stack in site.guards)
    for stack in site.guards:
        if stack.level == lowest or ruled(state, "reinforce") == "one_per_unit_stack":
            stack.count = min(stack.count + 1, STACK_LIMIT)
            if ruled(state, "reinforce") == "one_per_hex":
                break
    return lowest
