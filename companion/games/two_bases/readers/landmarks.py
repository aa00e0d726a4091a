"""Landmarks: what random play must have reached to be convincing: every card, every ending, rare positions."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.game.record import Landmarks
from companion.games.two_bases import facts
from companion.games.two_bases.land import PLACES, all_pieces
from companion.games.two_bases.state import TwoBasesState

RARE = ("search", "extra move", "rest", "engine beside a piece", "base claimed", "built on claimed land", "lost piece")


def seen(state: TwoBasesState, notes: Sequence[Note]) -> list[str]:
    """The landmarks in a state: cards on the board, how the game ended, and rare positions."""
    tiles, pieces = [state.board[place] for place in PLACES], all_pieces(state)
    players = state.players.values()
    rare = (
        any(player.searched for player in players),
        any(player.extra_moved for player in players),
        any(piece.rests > state.players[piece.seat].turn for piece in pieces),
        any(len(tile.pieces) > 1 for tile in tiles),
        any(tile.kind == "base" and tile.marker for tile in tiles),
        any(tile.marker and tile.built_by == tile.marker for tile in tiles),
        any(player.out.get(name) for player in players for name in facts.PIECES),
    )
    found = [f"card:{name}" for name in (*(piece.type for piece in pieces), *(tile.built for tile in tiles)) if name]
    found += [f"rare:{name}" for name, there in zip(RARE, rare, strict=True) if there]
    return [*found, f"end:{state.ending}"] if state.ending else found


LANDMARKS = Landmarks(
    (
        *(f"card:{name}" for name in facts.CARDS),
        *(f"rare:{name}" for name in RARE),
        *(f"end:{how}" for how in facts.ENDINGS),
    ),
    seen,
)
