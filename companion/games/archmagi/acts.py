"""Tactical options: what a side may do in turn before the roll. Paralyze, Skirmish, Vanish, Guard, Retreat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.refusals import refuse, refuse_if
from companion.engine.core.rules import step
from companion.engine.core.text import t
from companion.games.archmagi.casting import candidates, paralyzed, refill, send, swap
from companion.games.archmagi.land import beside, entry_refusal, is_open_to_leave, is_water, room
from companion.games.archmagi.losses import destroy, destroy_all
from companion.games.archmagi.picking import chit_offer, where
from companion.games.archmagi.rolls import army, combatant, fight_of, fighter, force, hides, other
from companion.games.archmagi.setup import turn_up
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_archmagi, is_immune, is_summoned, settle_loads, usable, value
from companion.games.archmagi.wording import called, name_of, some

AWAY = ""
"""Where units go that leave a battle without a map."""


@step("II Options", asks_first=True)
def act(state: ArchmagiState) -> Rule[bool]:
    """One act of the side whose turn it is, or a pass; False after two passes running (A29)."""
    fight = fight_of(state)
    role = fight.acting
    offers = [] if fight.over else acts(state, role)
    guarded = bool(offers) and role == "defender" and hides(state, role)
    passed = True
    if guarded or any(one.against is None for one in offers):
        stay = Offer("pass", t("Go on"), value=True)
        prompt = t("{own} against {foe}: what do you do?", own=fighter(state, role), foe=fighter(state, other(role)))
        passed = bool((yield from menu(force(state, role).seat, prompt, [stay, *offers], about="act")))
    fight.passes = fight.passes + 1 if passed else 0
    fight.acting = other(role)  # type: ignore[assignment]
    return not fight.over and fight.passes < 2


def acts(state: ArchmagiState, role: str) -> list[Offer | Group]:
    """All a side may do now."""
    side, own = force(state, role), combatant(state, role)
    if own is None or combatant(state, other(role)) is None:
        return []
    found: list[Offer | Group] = []
    shown = {one: unit for one, unit in usable(army(state, role)).items() if one in (side.fights, *side.helpers)}
    for name, unit in shown.items():
        if has(state, unit, "paralyze") and (name == side.fights or state.rulings["paralyzers"] == "shown"):
            turns = value(state, unit, "paralyze")
            found.append(_once(state, role, "paralyze", name, partial(paralyzed, state, other(role), turns)))
    if not own.paralyzed:
        found += swaps(state, role, side.fights, own)
    found += [one for name, unit in shown.items() if (one := leaving(state, role, name, unit)) is not None]
    if role == "defender":
        for name, unit in candidates(state, role, guard=True).items():
            if has(state, unit, "guard") and name != side.fights:
                found.append(_once(state, role, "guard", name, partial(send, state, role, name)))
        found.append(retreating(state))
    elif state.rulings["calling_off"] == "any-segment":
        found.append(Offer("call_off", t("Call off the attack"), do=partial(_call_off, state)))
    return found


# ---- what can be done once


def _once(state: ArchmagiState, role: str, ability: str, name: str, do: Callable[[], Any]) -> Offer:
    """An act with a limit: once for each chit, or for a side (A28)."""
    limit = "" if state.rulings["limit_of"] == "per-side" else name
    spent = limit in force(state, role).used.get(ability, [])
    done = refuse_if(spent, "II Options", t("It has been done once in this battle."))
    foe = combatant(state, other(role))
    if ability == "paralyze" and foe is not None and is_immune(state, foe, "paralyze"):
        done = refuse(t("The enemy combatant is immune."))
    label = t("{unit}: {ability}", unit=name_of(state, state.units[name].kind), ability=t(ability.title()))
    return Offer(f"{ability}:{name}", label, partial(_used, state, role, ability, limit, do), refusal=done)


def _used(state: ArchmagiState, role: str, ability: str, limit: str, do: Callable[[], Any]) -> Rule[bool]:
    force(state, role).used.setdefault(ability, []).append(limit)
    yield from do()
    return False


def swaps(state: ArchmagiState, role: str, name: str, unit: Unit) -> list[Offer]:
    """Skirmish and Vanish put a stack-mate in the combatant's place."""
    mates = [one for one in candidates(state, role) if one != name]
    words = [word for word in ("skirmish", "vanish") if has(state, unit, word)]
    if state.rulings["vanish"] == "leave-only":
        words = [word for word in words if word != "vanish"]
    return [_once(state, role, word, name, partial(swap, state, role)) for word in words] if mates else []


# ---- leaving the battle


def ways_out(state: ArchmagiState, seat: str) -> list[str]:
    """The neighbouring hexes that are empty or friendly (A34)."""
    place = fight_of(state).place
    return [one for one in beside(state, place) if is_open_to_leave(state, seat, one)] if state.hexes else [AWAY]


def can_go(state: ArchmagiState, unit: Unit, target: str) -> bool:
    """Whether a unit can move into a hex: it moves at all, the terrain is open, or its carrier takes it along."""
    if unit.paralyzed or has(state, unit, "site") or is_summoned(state, unit):
        return False
    if target == AWAY:
        return True
    carrier = state.units.get(unit.aboard)
    carried = carrier is not None and not carrier.paralyzed and entry_refusal(state, carrier, target) is None
    return entry_refusal(state, unit, target) is None or carried


def leaving(state: ArchmagiState, role: str, name: str, unit: Unit) -> Offer | None:
    """Vanish: out of the battle, once a turn (A02)."""
    if not has(state, unit, "vanish") or state.rulings["vanish"] == "swap-only":
        return None
    ways = [one for one in ways_out(state, unit.seat)
            if can_go(state, unit, one) and (not one or room(state, unit.seat, one) > 0)]  # fmt: skip
    used = refuse_if("vanish" in unit.used, "Definitions", t("It has vanished in this turn."))
    closed = refuse_if(not ways, "Definitions", t("No hex next to it is empty or friendly."))
    label = t("{unit} leaves the battle", unit=name_of(state, unit.kind))
    return Offer(f"leave:{name}", label, partial(_leave, state, role, name, ways), refusal=used or closed)


def _leave(state: ArchmagiState, role: str, name: str, ways: list[str]) -> Rule[bool]:
    unit = state.units[name]
    yield from _go(state, unit.seat, [name], (yield from _where(state, unit.seat, ways)))
    unit.used.append("vanish")
    yield from refill(state)
    return False


def _where(state: ArchmagiState, seat: str, ways: list[str]) -> Rule[str]:
    return ways[0] if len(ways) == 1 else (yield from where(state, seat, t("Where to?"), ways, "out"))


def _go(state: ArchmagiState, seat: str, names: list[str], target: str) -> Rule[None]:
    """Units leave the battle; a hex nobody knows is turned up."""
    for name in names:
        state.units[name].place = target
        if target and not is_water(state, target):
            state.units[name].aboard = ""
    settle_loads(state)
    yield from turn_up(state, seat, target)


def retreating(state: ArchmagiState) -> Group:
    """Retreat: one unit is given up, the others move to a hex next to it."""
    seat, exits, units = force(state, "defender").seat, escapes(state), army(state, "defender")
    offers = [chit_offer(state, "unit", unit.kind, name, partial(retreat, state, name), minor=is_archmagi(state, unit),
                         refusal=retreat_refusal(state, name, exits)) for name, unit in units.items()]  # fmt: skip
    prompt = t("Retreat: which unit of {who} is sacrificed?", who=called(seat))
    return Group("retreat", t("Retreat"), prompt, offers, about="sacrifice", section="Retreat")


def retreat_refusal(state: ArchmagiState, name: str, exits: dict[str, list[str]]) -> Refusal | None:
    """Why a unit cannot be given up for a retreat (A35, A36)."""
    unit = state.units[name]
    if unit.paralyzed or is_summoned(state, unit):
        return Refusal("Retreat", t("It cannot be sacrificed."))
    if state.rulings["sacrifice"] == "not-sites" and has(state, unit, "site"):
        return Refusal("Retreat", t("A Site is not sacrificed."))
    alone = not any(leavers(state, name, able) for able in exits.values())
    return refuse_if(alone, "Retreat", t("Nobody would be left to move."))


def escapes(state: ArchmagiState) -> dict[str, list[str]]:
    """Where the defender's stack can go, and who can go there, an Archmagi first."""
    units = army(state, "defender")
    names = sorted(units, key=lambda one: not is_archmagi(state, units[one]))
    ways = ways_out(state, force(state, "defender").seat)
    return {to: [one for one in names if can_go(state, units[one], to)] for to in ways}


def leavers(state: ArchmagiState, name: str, able: list[str]) -> list[str]:
    """Who goes in a retreat when one unit is given up: all that can, without that unit's load (A13)."""
    return [one for one in able if one != name and state.units[one].aboard != name]


def retreat(state: ArchmagiState, name: str) -> Rule[bool]:
    """The unit is given up, the others go, as many as the hex holds; who stays behind fights on (A12, A34)."""
    seat, exits = force(state, "defender").seat, escapes(state)
    ways = {to: left for to, able in exits.items() if (left := leavers(state, name, able))}
    target = yield from _where(state, seat, list(ways))
    yield from destroy(state, name)
    going = [one for one in ways[target] if one in state.units][: room(state, seat, target)]
    yield from _go(state, seat, going, target)
    if going:
        words = t("{who} retreats with {units}.", who=called(seat), units=some(len(going)))
        yield from note(words, section="Retreat", kind="retreat")
    if state.rulings["retreat_sites"] == "sites-lost":
        stay = army(state, "defender").items()
        yield from destroy_all(state, [one for one, unit in stay if has(state, unit, "site")])
    yield from refill(state)
    return False


def _call_off(state: ArchmagiState) -> bool:
    """The attacker calls off in the tactical segment (A33)."""
    fight_of(state).over = "off"
    return False
