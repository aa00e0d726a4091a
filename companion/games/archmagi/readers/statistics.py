"""The statistics of a match: banners, units and chits held, turn by turn; and losses."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.engine.match.statistics import Fallen, Statistics, Tally
from companion.games.archmagi.fights.losses import ROLES
from companion.games.archmagi.fights.rolls import force, other
from companion.games.archmagi.land import banners
from companion.games.archmagi.state import ArchmagiState

GREAT = ("out", "end", "stolen", "martyr")
"""Kinds of log lines people will talk about."""


def tally(state: ArchmagiState) -> Tally | None:
    """Banners and units of each player; a period is a turn of every player."""
    turn = max(player.turns for player in state.players.values())
    if not turn or not state.hexes:
        return None
    units = [one.seat for one in state.units.values()]
    values: dict[str, tuple[int, ...]] = {seat: (len(banners(state, seat)), units.count(seat)) for seat in state.seats}
    return Tally(turn, t("Turn {n}", n=turn), values)


def fallen(state: ArchmagiState, notes: Sequence[Note]) -> list[Fallen]:
    """Units destroyed; in a battle by the other side."""
    losers = [str(note.facts["seat"]) for note in notes if note.kind == "lost"]
    return [Fallen(1, of=seat, by=_enemy(state, seat)) for seat in losers]


def _enemy(state: ArchmagiState, seat: str) -> str:
    """Against whom a player fights; nobody outside battles."""
    if state.battle is None:
        return ""
    role = next((one for one in ROLES if seat in force(state, one).seats), "")
    return force(state, other(role)).seat if role else ""


def great(note: Note) -> bool:
    """Whether a note is worth remembering: an elimination, the end, a theft, a Martyr."""
    return note.kind in GREAT


STATISTICS = Statistics((t("Banners"), t("Units")), tally, fallen, great)
