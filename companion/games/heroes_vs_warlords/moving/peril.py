"""Moving on without units (7.1): how likely guards are to attack a Hero who can only die, so that the player is
asked once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from companion.engine.rules import Rule, confirm, t
from companion.games.heroes_vs_warlords.fighting.sides import defenders
from companion.games.heroes_vs_warlords.moving import paths, sites
from companion.games.heroes_vs_warlords.moving.unmapped import Goal, NewSite
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import city_at, hero_name, ruled, sheet, site_at, units_of
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site

NONE, SURE = Fraction(0), Fraction(1)


def dares(state: HvWState, hero: Hero, goal: Goal, near: Iterable[Site]) -> Rule[bool]:
    """Whether a Hero without units goes where somebody may attack; True without a question for all others."""
    chance = NONE if units_of(hero) else peril(state, hero, goal, near)
    if not chance:
        return True
    prompt = t(
        "{hero} leads no units: whoever fights him kills him. Chance that it happens there: {percent} %. Go anyway?",
        hero=hero_name(hero), percent=round(100 * chance),
    )  # fmt: skip
    return (yield from confirm(hero.seat, prompt, t("He goes"), t("He stays"), about=f"hero:{hero.id}"))


def peril(state: HvWState, hero: Hero, goal: Goal, near: Iterable[Site]) -> Fraction:
    """The chance (0 to 1) that guards next to a hex react (7.3.1.1), or that enemies are or appear in it (7.1.2)."""
    safe = 1 - _inside(state, hero, goal)
    if not isinstance(goal, str) or city_at(state, goal) is None:
        for site in near:
            if paths.may_try(state, site):
                safe *= 1 - Fraction(facts.REACTION_MAX[paths.next_level(state, site)], 20)
    return 1 - safe


def _inside(state: HvWState, hero: Hero, goal: Goal) -> Fraction:
    if isinstance(goal, NewSite):
        return _appear(state, goal.kind, home=goal.home)
    foes = defenders(state, hero.seat, goal) if isinstance(goal, str) else [goal] if goal.seat != hero.seat else []
    if any(units_of(one) for one in foes):
        return Fraction(1)
    place = goal if isinstance(goal, str) else ""
    city, site = city_at(state, place), site_at(state, place)
    if city is not None:
        return Fraction(bool(city.units) and city.owner != hero.seat)
    if site is None:
        return Fraction(0)
    if site.guards or (site.garrison and site.owner != hero.seat):
        return Fraction(1)
    return guards_to_come(state, hero, site)


def guards_to_come(state: HvWState, hero: Hero, site: Site) -> Fraction:
    """The chance (0 to 1) that guards come into a hex where none are when this Hero enters it (7.1.2)."""
    return _appear(state, site.kind, home=site.home) if sites.guards_due(state, hero, site) else NONE


def _appear(state: HvWState, kind: str, *, home: bool) -> Fraction:
    """The share of the Guards Table that brings guards (3.3.1, 3.3.3, 3.3.4; ruling R10)."""
    if home:
        return SURE
    if kind not in ("resource", "ruin", "tower"):
        return NONE
    table = sheet(state).tables[f"guards_{kind}"]
    empty = sum(row is not None and not row for row in table.rows.values())
    if kind == "resource" and ruled(state, "resource_may_be_empty") == "true" and table.row(1):
        empty += 1
    return 1 - Fraction(empty, table.sides)
