"""Invariants of a state: what must be true after every step, whatever was played. Used by random play and tests."""

from __future__ import annotations

from companion.games.archmagi import facts
from companion.games.archmagi.land import room
from companion.games.archmagi.phases.piles import elsewhere
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit


def broken(state: ArchmagiState) -> list[str]:
    """Everything that is wrong with a state, in words; empty when all is well."""
    lists, found = lists_of(state.owner), []
    for pile in ("unit", facts.ARCHMAGI, "spell", "artifact"):
        total = lists.total(pile)
        found += [f"{n} {one}, of which there are {total[one]}" for one, n in elsewhere(state, pile).items()
                  if n > total.get(one, n)]  # fmt: skip
    for name, unit in state.units.items():
        found += _unit(state, name, unit)
    for place in state.hexes:
        found += [f"{seat} has too many units on {place}" for seat in state.seats if room(state, seat, place) < 0]
    for seat, player in state.players.items():
        if player.out and any(one.seat == seat for one in state.units.values()):
            found.append(f"{seat} is out and has units")
    return found


def _unit(state: ArchmagiState, name: str, unit: Unit) -> list[str]:
    found = []
    if unit.face not in ("", unit.kind):
        found.append(f"{name} shows {unit.face} and is {unit.kind}")
    carrier = state.units.get(unit.aboard)
    if carrier is not None and (carrier.place, carrier.seat) != (unit.place, unit.seat):
        found.append(f"{name} is aboard of {unit.aboard}, which is elsewhere")
    if unit.place and unit.place not in state.hexes and state.hexes and state.battle is None:
        found.append(f"{name} is nowhere")
    return found
