"""Invariants of a state: what must be true after every step, whatever was played. Used by random play and tests."""

from __future__ import annotations

from collections import Counter

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import kind_of
from companion.games.conquest_of_zabor.realm.effects import stat
from companion.games.conquest_of_zabor.realm.piles import held
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState


def broken(state: ZaborState) -> list[str]:
    """Everything that is wrong with a state, in words; empty when all is well."""
    found = []
    decks = decks_of(state.owner)
    for deck in ("trait", "destiny", "sorcery", "dynasty", "artifact", "monster"):
        cards = Counter(state.discards.get(deck, []))
        for player in state.players.values():
            cards.update(held(player, deck))
        total = decks.total(deck)
        found += [f"{n} {one}, of which there are {total[one]}" for one, n in cards.items() if n > total.get(one, n)]
    for name, unit in state.units.items():
        if unit.place not in state.areas and state.areas:
            found.append(f"{name} is nowhere")
        if unit.wounds >= stat(state, unit.seat, unit.kind, "wounds"):
            found.append(f"{name} should be dead")
        area = state.areas.get(unit.place)
        if area is not None and area.sea != kind_of(state, unit.kind).naval:
            found.append(f"{name} is in a wrong sort of area")
    for place, area in state.areas.items():
        if bool(area.upgrade) != bool(area.holder):
            found.append(f"{place} has an Upgrade of nobody, or a holder without one")
    positions = [*state.beside, *(one for player in state.players.values() for one in player.positions)]
    if state.turn and sorted(positions) != sorted(facts.POSITIONS):
        found.append("the Position Cards are not all there once")
    return found
