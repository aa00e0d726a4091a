"""Nothing that is printed is set smaller than the proof allows, in any game and language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import pytest

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.kinds import marker
from printables.look.display import Group, Item, Text, Use
from printables.look.theme import Look
from printables.proof.legible import LEAST, SLACK
from printables.storage import storage


def texts(items: Sequence[Item], forms: dict[str, tuple[Item, ...]], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every text with its size as printed, in points."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, forms, scale * hypot(*item.matrix[:2]))
        elif isinstance(item, Use):
            yield from texts(forms[item.form], forms, scale * hypot(*item.matrix[:2]))
        elif isinstance(item, Text):
            yield item.text, item.size * scale


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_nothing_is_printed_too_small(game: Game, language: str) -> None:
    """Boxes and labels for the pieces, too."""
    kit, look, found = printed(game, language), Look(language=language), dict[str, float]()
    for part in (*kit.components, *storage(kit, kit.components, 1.0)):
        for piece in part.pieces:
            for draw in (piece.front, piece.back):
                face = draw(look) if draw else None
                forms = {form.name: form.items for form in face.forms} if face else {}
                found |= {text: size for text, size in texts(face.items if face else (), forms) if size < LEAST - SLACK}
    assert found == {}


def test_a_long_caption_takes_two_lines_before_it_gets_too_small() -> None:
    face = marker.face(marker.Marker(("side", "orange"), icon="tower", caption="SIEGE WORKSHOP"), Look())
    sizes = [one.size for one in face.items if isinstance(one, Text)]
    assert len(sizes) == 2
    assert min(sizes) >= LEAST
