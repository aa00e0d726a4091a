"""Who fights for a side: the candidates, the combatant, substitutes, and when a side has nobody left."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import Text, hinted, t
from companion.games.archmagi.fights.losses import (
    ROLES,
    destroy,
    destroy_all,
    is_last_archmagi,
    saved_by_martyr,
    show,
)
from companion.games.archmagi.fights.rolls import army, combatant, fight_of, force, other
from companion.games.archmagi.picking import one_of_each, units_to_pick
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_immune, usable
from companion.games.archmagi.wording import called, name_of

UNTIL_END = -1
"""Paralyzed until the battle is over."""
MORTAL = "mortal"
"""The kind of option by which a player risks to be out of the game."""


def candidates(state: ArchmagiState, role: str, *, guard: bool = False) -> dict[str, Unit]:
    """The units that could fight for a side: its usable units; Sites only as Guards, by one reading (A23)."""
    resting = force(state, role).resting
    units = {one: unit for one, unit in usable(army(state, role)).items() if one not in resting}
    moving = {one: unit for one, unit in units.items() if not has(state, unit, "site")}
    return moving if state.rulings["site_fights"] == "guard-only" and not guard and moving else units


def fighters_to_pick(state: ArchmagiState, names: Iterable[str]) -> list[Offer]:
    """Offers of units to fight, for their owner only: whoever may lose the game with one is told so before. Of several
    alike one stands for all.
    """
    return one_of_each(state, [_fighter(state, one) for one in units_to_pick(state, names)])


def _fighter(state: ArchmagiState, offer: Offer) -> Offer:
    what, fight = hinted(offer.detail) or Text(""), fight_of(state)
    if offer.id in (*fight.attacker.beaten, *fight.defender.beaten):
        offer = structs.replace(offer, detail=t("{what}; defeated once already", what=what))
    if not is_last_archmagi(state, state.units[offer.id]):
        return offer
    told = t("If it is destroyed, you are out of the game. {what}", what=what)
    return structs.replace(offer, detail=told, kind=MORTAL)


def send(state: ArchmagiState, role: str, name: str) -> Rule[None]:
    """Make a unit the combatant; it is no longer a helper."""
    side, unit = force(state, role), state.units[name]
    side.fights = name
    side.helpers = [one for one in side.helpers if one != name]
    show(state, unit)
    yield from note(t("{who} sends {unit} to fight.", who=called(side.seat), unit=name_of(state, unit.kind)))


def swap(state: ArchmagiState, role: str) -> Rule[bool]:
    """Make another usable unit the combatant. Returns False, and changes nothing, if there is none."""
    side = force(state, role)
    found = [one for one in candidates(state, role) if one != side.fights]
    if found:
        offers = fighters_to_pick(state, found)
        picked = yield from menu(side.seat, t("Who fights instead?"), offers, about="instead",
                                 skip_single=len(found) == 1)  # fmt: skip
        yield from send(state, role, picked)
    return bool(found)


def refill(state: ArchmagiState) -> Rule[None]:
    """Let sides without a combatant send another one; a side with nobody to send has lost the battle."""
    yield from settle(state)
    for role in ROLES:
        fighter = combatant(state, role)
        if not fight_of(state).over and force(state, role).fights and (fighter is None or fighter.paralyzed):
            yield from swap(state, role)


def paralyzed(state: ArchmagiState, role: str, turns: int) -> Rule[None]:
    """Paralyze the combatant of a side for so many turns: another unit must fight, or it is destroyed (row 055).

    Where it would be destroyed, a Martyr can die for it, even one that rests in this round; then it fights on (A16).
    """
    side, unit = force(state, role), combatant(state, role)
    if unit is None or is_immune(state, unit, "paralyze"):
        return
    yield from note(t("Paralyzed: {unit}.", unit=name_of(state, unit.kind)), kind="paralyzed")
    name = side.fights
    if (yield from swap(state, role)):
        unit.paralyzed = turns or UNTIL_END
    elif not (yield from saved_by_martyr(state, name, role)):
        yield from destroy(state, name)
        yield from settle(state)


def settle(state: ArchmagiState) -> Rule[None]:
    """End the battle if a side is destroyed or has only paralyzed units left (A32)."""
    fight = fight_of(state)
    for role in ROLES:
        units = army(state, role)
        if units and not usable(units):
            who = called(force(state, role).seat)
            if state.rulings["only_paralyzed"] == "spared" or role == "attacker":
                if not fight.over:
                    yield from note(t("{who} has only paralyzed units left: the battle stops.", who=who))
                fight.over = fight.over or "off"
            else:
                yield from note(t("{who} has only paralyzed units left: they are destroyed.", who=who))
                yield from destroy_all(state, units)
        if not army(state, role) and not fight.over:
            fight.over = other(role)  # type: ignore[assignment]
