"""The statistics of a match: VP, areas and Units turn by turn, Units killed, great moments."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.engine.match.statistics import Fallen, Statistics, Tally
from companion.games.conquest_of_zabor.realm.areas import controlled
from companion.games.conquest_of_zabor.state import ZaborState

GREAT = ("end", "claim", "summon", "both_gone", "turncoat")
"""Kinds of log lines people will talk about."""


def tally(state: ZaborState) -> Tally | None:
    """VP, areas and Units of each player, turn by turn."""
    if not state.turn:
        return None
    units = [one.seat for one in state.units.values()]
    values: dict[str, tuple[int, ...]] = {
        seat: (state.players[seat].vp, len(controlled(state, seat)), units.count(seat)) for seat in state.seats
    }
    return Tally(state.turn, t("Turn {n}", n=state.turn), values)


def fallen(state: ZaborState, notes: Sequence[Note]) -> list[Fallen]:
    """Units killed, and by whom; Barbarians are nobody at the table."""
    found = []
    for note in notes:
        if note.kind == "killed":
            loser = str(note.facts["seat"])
            by = str(note.facts.get("by", _enemy(state, loser)))
            of, by = (one if one in state.players else "" for one in (loser, by))
            found.append(Fallen(int(note.facts["n"]), of=of, by="" if by == of else by))
    return found


def _enemy(state: ZaborState, seat: str) -> str:
    """The other side of a battle, for log lines that do not say it."""
    if state.battle is None:
        return ""
    sides = (state.battle.attacker.seat, state.battle.defender.seat)
    return next((one for one in sides if one != seat), "")


def great(note: Note) -> bool:
    """Whether a note is worth remembering: a claim, a Monster, the end."""
    return note.kind in GREAT


STATISTICS = Statistics((t("VP"), t("Areas"), t("Units")), tally, fallen, great)
