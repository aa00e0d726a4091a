"""Counters with a column of numbers, and large counters with places: figures large, words readable, off the cut."""

from __future__ import annotations

from functools import partial

import pytest

from companion.catalogues import printed
from companion.games import all_games
from printables.kinds import counter, figure, large
from printables.look import fonts
from printables.look.clear import outline_points
from printables.look.display import Item, Place, Symbol, Text
from printables.look.theme import INKS, Ink, Look
from printables.units import apply

PIECES = [piece for game in all_games() if game.kit for part in printed(game, "en").components for piece in part.pieces]
FIGURES = {
    f"{draw.args[0].side}-{draw.args[0].silhouette}-{draw.args[0].word}": draw.args[0]
    for piece in PIECES
    for draw in (piece.front, piece.back)
    if isinstance(draw, partial) and draw.func is figure.face
}
LARGE = {
    draw.args[0].name: draw.args[0]
    for piece in PIECES
    for draw in (piece.front,)
    if isinstance(draw, partial) and draw.func is large.front
}


def drawn(items: tuple[Item, ...], name: str) -> list[tuple[float, float]]:
    """The points of the largest symbol of that name."""
    symbols = [one for one in items if isinstance(one, Symbol) and one.name == name]
    biggest = max(symbols, key=lambda one: abs(one.matrix[0]))
    return [apply(biggest.matrix, ((x + 0.5) * 512, (y + 0.5) * 512)) for x, y in outline_points(name)]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_nine_millimetres_large_and_stays_on_its_panel(name: str) -> None:
    model = FIGURES[name]
    points = drawn(figure.face(model, Look()).items, model.silhouette)
    xs, ys = zip(*points, strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= 8.95
    left, top, wide, high = figure.PANEL
    assert left < min(xs)
    assert max(xs) < left + wide
    assert top < min(ys)
    assert max(ys) < top + high
    assert left > counter.INSET + counter.CHIP_W, "clear of the numbers"


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("ink", INKS)
def test_the_word_of_a_figure_is_read_and_keeps_off_the_cut(name: str, ink: Ink) -> None:
    model = FIGURES[name]
    (word,) = [one for one in figure.face(model, Look(ink)).items if isinstance(one, Text) and one.text == model.word]
    half = fonts.width(word.text, word.font, word.size) / 2
    assert word.size >= 6.5
    assert word.x + half <= counter.SIZE - 1.0
    assert word.x - half >= counter.INSET + counter.CHIP_W + 0.2


def test_a_hurt_figure_differs_from_a_whole_one_by_more_than_words() -> None:
    whole = figure.Figure("blue", "rider", "shield", (counter.Corner("wounds", 1),), "Rider")
    hurt = figure.Figure("blue", "rider", "shield", (counter.Corner("wounds", 1),), "Rider", True)
    for ink in INKS:
        assert figure.face(whole, Look(ink)).forms[0].items != figure.face(hurt, Look(ink)).forms[0].items


@pytest.mark.parametrize("name", LARGE)
def test_a_large_counter_keeps_its_silhouette_off_numbers_and_places(name: str) -> None:
    model = LARGE[name]
    items = large.front(model, Look()).items
    places = [one for one in items if isinstance(one, Place)]
    assert len(places) == 2
    for one in places:
        assert one.x + one.width <= large.WIDTH - 0.9
        assert one.y + one.height <= large.HEIGHT - 3.0
    points = drawn(items, model.silhouette)
    xs, ys = zip(*points, strict=True)
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= 8.95
    assert max(xs) < min(one.x for one in places)
