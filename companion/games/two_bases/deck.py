"""What the app knows of the tiles that lie face down: which may still be there, with their true chances."""

from __future__ import annotations

from companion.engine.effects import Card
from companion.engine.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import PLACES, face_down, own_bases
from companion.games.two_bases.state import TwoBasesState


def unseen(state: TwoBasesState) -> dict[str, int]:
    """Terrain tiles that may still lie face down somewhere, by kind."""
    seen = [state.board[place].kind for place in PLACES]
    return {
        kind: max(0, n - seen.count(kind) - state.gone.get(kind, 0) - state.pool.get(kind, 0))
        for kind, n in facts.TILES.items()
    }


def deck(state: TwoBasesState, seat: str) -> tuple[Card, ...]:
    """What the next tile of a half may be, with true chances: the half's own Base, or any terrain still unseen."""
    down, left = len(face_down(state, seat)), unseen(state)
    if not any(left.values()):  # after a correction: the table knows better
        left = dict.fromkeys(left, 1)
    shuffled_in = facts.BOARD["bases_each"] - (not state.players[seat].based)
    base = Card("base", t(facts.NAMES["base"]), int(len(own_bases(state, seat)) < shuffled_in), sum(left.values()))
    if base.count and down == 1:
        return (base,)
    weight = down - 1 if base.count else 1
    terrain = [Card(kind, t(facts.NAMES[kind]), n, weight) for kind, n in left.items()]
    return tuple(card for card in (*terrain, base) if card.count)
