"""What a match tells of itself afterwards: the three numbers of the final comparison, the fallen, great moments."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.chronicle import Chronicle, Fallen, Tally
from companion.engine.effects import Note
from companion.engine.text import t
from companion.games.heroes_vs_warlords import victory
from companion.games.heroes_vs_warlords.heroes import DEFEATED
from companion.games.heroes_vs_warlords.state import Battle, HvWState, Side

GREAT = (DEFEATED, "The {race} conquer the {city}.", "{hero} is dead.", "The wall is destroyed.", "The {race} win.")
"""Messages people talk about afterwards."""


def tally(state: HvWState) -> Tally | None:
    """Resources controlled, Levels of the Heroes and army strength of each player (12.1), Round by Round."""
    if not state.round:
        return None
    values: dict[str, tuple[int, ...]] = {}
    for seat in state.seats:
        one = victory.standing_of(state, seat)
        values[seat] = (one.resources, one.levels, one.army)
    return Tally(state.round, t("Round {round}", round=state.round), values)


def fallen(state: HvWState, notes: Sequence[Note]) -> list[Fallen]:
    """Units killed in the Arena or in a tower that was struck."""
    fight = state.battle
    if fight is None:
        return []
    found = []
    for note in notes:
        count = next((note.text.values[name] for name in ("killed", "lost") if name in note.text.values), 0)
        loser = _loser(fight, note)
        if isinstance(count, int) and count and loser is not None:
            winner = fight.attacker if loser is fight.defender else fight.defender
            found.append(Fallen(count, _owner(state, fight, loser), _owner(state, fight, winner)))
    return found


def _loser(fight: Battle, note: Note) -> Side | None:
    """The side a note speaks of; a tower that is struck is the defender's (8.7.1)."""
    if note.section == "8.7.1":
        return fight.defender
    sides = {f"side:{side.seat}": side for side in (fight.attacker, fight.defender)}
    return sides.get(note.about)


def _owner(state: HvWState, fight: Battle, side: Side) -> str:
    """The player a side belongs to; guards and neutral cities belong to nobody, whoever rolls for them."""
    if side.kind == "guards":
        return ""
    if side.kind == "garrison" and fight.city:
        return state.cities[fight.city].owner
    return side.seat


def great(note: Note) -> bool:
    """Whether people will talk about it."""
    return note.text.message in GREAT


CHRONICLE = Chronicle((t("Resources"), t("Levels"), t("Army")), tally, fallen, great)
