"""The statistics of a match: what counts for victory, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note, subject
from companion.engine.core.text import t
from companion.engine.match.statistics import Fallen, Statistics, Tally, read_old_lines
from companion.games.two_bases import facts
from companion.games.two_bases.land import PLACES, all_pieces, controls, own_bases, rival
from companion.games.two_bases.state import TwoBasesState


def tally(state: TwoBasesState) -> Tally | None:
    """Face-up terrain, marked enemy Bases and pieces of each player; a period ends when both have had a turn."""
    turn = max(player.turn for player in state.players.values())
    if not turn:
        return None
    return Tally(turn, t("Turn {n}", n=turn), {seat: counted(state, seat) for seat in facts.SEATS})


def counted(state: TwoBasesState, seat: str) -> tuple[int, int, int]:
    """Face-up terrain controlled, enemy Bases marked, pieces on the board."""
    land = [place for place in PLACES if controls(state, seat, place) and state.board[place].kind != "base"]
    marked = [place for place in own_bases(state, rival(seat)) if state.board[place].marker == seat]
    pieces = sum(piece.seat == seat for piece in all_pieces(state))
    return len(land), len(marked), pieces


def fallen(state: TwoBasesState, notes: Sequence[Note]) -> list[Fallen]:
    """Pieces killed in combat, each by the other player; disbanded pieces do not count."""
    lost = [note for note in notes if note.kind == "piece_lost"]
    losers = [str(note.facts.get("seat", subject(note.about)[1])) for note in lost]  # older releases wrote no facts
    return [Fallen(1, of=seat, by=rival(seat)) for seat in losers]


def great(note: Note) -> bool:
    """Whether a note is worth remembering: only how the match ended."""
    return note.kind == "ended"


MEASURES = (t("Face-up terrain"), t("Enemy Bases marked"), t("Pieces"))
STATISTICS = Statistics(MEASURES, tally, fallen, great, old_lines=read_old_lines(facts.PACKAGE))
