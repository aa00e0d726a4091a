"""Small markers on tracks: a finger sets one without moving its neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.kinds import small
from printables.look.display import Group, Item, Layer, Place
from printables.look.theme import Look
from printables.model import Kit

APART = 1.5
"""The least space in mm between two small markers that lie in the middle of neighbouring boxes."""


def places(items: tuple[Item, ...]) -> Iterator[Place]:
    """The places of a face, also those inside of groups."""
    for item in items:
        if isinstance(item, Place):
            yield item
        elif isinstance(item, Group | Layer):
            yield from places(item.items)


def small_ids(kit: Kit) -> tuple[str, ...]:
    """The ids of the pieces of 8 mm."""
    return tuple(
        one.id for part in kit.components for one in part.pieces if one.outline.size == (small.SIZE, small.SIZE)
    )


@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_small_markers_lie_a_finger_apart(game: Game) -> None:
    kit = printed(game, "en")
    ids = small_ids(kit)
    for piece in (one for part in kit.components for one in part.pieces):
        for draw in (piece.front, piece.back):
            if draw is None or not ids:
                continue
            found = [
                one for one in places(draw(Look()).items) if one.takes and any(i.startswith(one.takes) for i in ids)
            ]
            middles = [(one.x + one.width / 2, one.y + one.height / 2) for one in found]
            for (ax, ay), (bx, by) in combinations(middles, 2):
                assert max(abs(ax - bx), abs(ay - by)) >= small.SIZE + APART, (piece.id, ax, ay, bx, by)
