"""Leaving a battle: Vanish, and the Retreat of a stack that sacrifices one unit."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.games.archmagi.fights.losses import destroy, destroy_all
from companion.games.archmagi.fights.rolls import army, fight_of, force
from companion.games.archmagi.fights.sending import refill
from companion.games.archmagi.land import can_go, hex_name, put_down, refuges, room
from companion.games.archmagi.phases.setup import turn_up
from companion.games.archmagi.picking import chit_offer, one_of_each, own_facts, where
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_archmagi, is_summoned
from companion.games.archmagi.wording import called, name_of, some

AWAY = ""
"""Where units go that leave a battle without a map."""


def ways_out(state: ArchmagiState, seat: str) -> list[str]:
    """The neighbouring hexes that are empty or friendly and have room (A34)."""
    return refuges(state, seat, fight_of(state).place) if state.hexes else [AWAY]


def vanishing(state: ArchmagiState, role: str, name: str, unit: Unit) -> Offer | None:
    """The offer to Vanish out of the battle, once a turn (A02), or None."""
    if not has(state, unit, "vanish") or state.rulings["vanish"] == "swap-only":
        return None
    ways = [one for one in ways_out(state, unit.seat) if can_go(state, unit, one)]
    used = refuse_if("vanish" in unit.used, "Definitions", t("It has vanished in this turn."))
    closed = refuse_if(not ways, "Definitions", t("No hex next to it is empty or friendly and has room."))
    label = t("Leave the battle with {unit}", unit=name_of(state, unit.kind))
    return Offer(f"leave:{name}", label, partial(_leave, state, role, name, ways), refusal=used or closed,
                 detail=t("It goes to a hex next to this one; the others fight on."))  # fmt: skip


def _leave(state: ArchmagiState, role: str, name: str, ways: list[str]) -> Rule[bool]:
    unit = state.units[name]
    target = yield from _where(state, unit.seat, ways)
    yield from _go(state, unit.seat, [name], target, _left(state, unit, target))
    unit.used.append("vanish")
    yield from refill(state)
    return False


def _where(state: ArchmagiState, seat: str, ways: list[str]) -> Rule[str]:
    """The hex; nobody is asked where there is one only, the log then says which."""
    return ways[0] if len(ways) == 1 else (yield from where(state, seat, t("Where to?"), ways, "out"))


def _left(state: ArchmagiState, unit: Unit, target: str) -> Text:
    words = "{who} takes {unit} out of the battle to {place}." if target else "{who} takes {unit} out of the battle."
    return t(words, who=called(unit.seat), unit=name_of(state, unit.kind), place=hex_name(state, target))


def _retreats(state: ArchmagiState, seat: str, n: int, target: str) -> Text:
    words = "{who} retreats with {units} to {place}." if target else "{who} retreats with {units}."
    return t(words, who=called(seat), units=some(n), place=hex_name(state, target))


def _go(state: ArchmagiState, seat: str, names: list[str], target: str, words: Text) -> Rule[None]:
    """Units leave the battle, as the log says; a hex nobody knows is turned up."""
    yield from note(words, section="Retreat", kind="retreat", facts={"to": target})
    put_down(state, names, target)
    yield from turn_up(state, seat, target)


def retreating(state: ArchmagiState) -> Group:
    """The offers to retreat: one unit is sacrificed, the others move to a neighbouring hex."""
    seat, exits, units = force(state, "defender").seat, escapes(state), army(state, "defender")
    offers = [chit_offer(state, "unit", unit.kind, name, partial(retreat, state, name), minor=is_archmagi(state, unit),
                         refusal=retreat_refusal(state, name, exits), also=own_facts(state, unit))
              for name, unit in units.items()]  # fmt: skip
    prompt = t("Retreat: which unit of {who} is sacrificed?", who=called(seat))
    cost = t("One unit is given up; the others leave.")
    alike = one_of_each(state, offers)
    return Group("retreat", t("Retreat"), prompt, alike, cost, about="sacrifice", section="Retreat")


def retreat_refusal(state: ArchmagiState, name: str, exits: dict[str, list[str]]) -> Refusal | None:
    """Why a unit cannot be sacrificed for a retreat (A35, A36), or None."""
    unit = state.units[name]
    if unit.paralyzed or is_summoned(state, unit):
        return Refusal("Retreat", t("It cannot be sacrificed."))
    if state.rulings["sacrifice"] == "not-sites" and has(state, unit, "site"):
        return Refusal("Retreat", t("A Site is not sacrificed."))
    alone = not any(leavers(state, name, able) for able in exits.values())
    return refuse_if(alone, "Retreat", t("Nobody would be left to move."))


def escapes(state: ArchmagiState) -> dict[str, list[str]]:
    """Where the defender's stack can go, and which units can go there, an Archmagi first."""
    units = army(state, "defender")
    names = sorted(units, key=lambda one: not is_archmagi(state, units[one]))
    ways = ways_out(state, force(state, "defender").seat)
    return {to: [one for one in names if can_go(state, units[one], to)] for to in ways}


def leavers(state: ArchmagiState, name: str, able: list[str]) -> list[str]:
    """The units that go when one unit is sacrificed: all that can, without those it carries (A13)."""
    return [one for one in able if one != name and state.units[one].aboard != name]


def retreat(state: ArchmagiState, name: str) -> Rule[bool]:
    """Sacrifice the unit; the others leave, as many as the hex holds; those left behind fight on (A12, A34)."""
    seat, exits = force(state, "defender").seat, escapes(state)
    ways = {to: left for to, able in exits.items() if (left := leavers(state, name, able))}
    target = yield from _where(state, seat, list(ways))
    yield from destroy(state, name)
    going = [one for one in ways[target] if one in state.units][: room(state, seat, target)]
    yield from _go(state, seat, going, target, _retreats(state, seat, len(going), target))
    if state.rulings["retreat_sites"] == "sites-lost":
        stay = army(state, "defender").items()
        yield from destroy_all(state, [one for one, unit in stay if has(state, unit, "site")])
    yield from refill(state)
    return False
