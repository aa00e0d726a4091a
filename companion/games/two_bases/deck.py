"""Face-down tiles: which ones may still be there as far as the app knows, with their true chances."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.effects import Card
from companion.engine.core.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import face_down, own_bases
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import TwoBasesState


def unseen(state: TwoBasesState) -> Counter[str]:
    """How many terrain tiles of each kind may still lie face down."""
    seen = Counter(tile.kind for tile in state.board.values())
    return Counter(sheet(state).tiles) - seen - Counter(state.gone) - Counter(state.pool)


def deck(state: TwoBasesState, seat: str) -> tuple[Card, ...]:
    """What the next tile of a player's half may be: the half's own Base, or any terrain not yet seen."""
    left = unseen(state) or Counter(list(facts.TILES))  # nothing after a correction: the table knows better
    shuffled_in = facts.BOARD["bases_each"] - (not state.players[seat].based)
    base_is_there = len(own_bases(state, seat)) < shuffled_in
    weight = len(face_down(state, seat)) - 1 if base_is_there else 1
    terrain = [_tile(kind, n, weight) for kind, n in left.items() if weight]
    base = _tile("base", 1, left.total())
    return (*terrain, base) if base_is_there else tuple(terrain)


def _tile(kind: str, count: int, weight: int) -> Card:
    name, ground, sign = t(facts.NAMES[kind]), facts.TERRAIN[kind], facts.SYMBOLS.get(kind, "")
    return Card(kind, name, count, weight, ground=ground, sign=sign)
