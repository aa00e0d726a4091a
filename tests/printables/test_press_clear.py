"""Silhouettes keep clear of the numbers in the corners, and are as large as that lets them be."""

from __future__ import annotations

import io
from functools import partial

import pytest
from PIL import Image

from companion.catalogues import printed
from companion.games import all_games, load_game
from companion.games.heroes_vs_warlords.kit import units
from printables.kinds import counter
from printables.look.clear import _extremes, between, outline_points
from printables.look.display import Document, Layer, Page, Symbol
from printables.look.icons import icon, names
from printables.look.theme import Look
from printables.render import pdf, png
from printables.units import apply

LABEL = 0.3
"""So far (mm) a silhouette stays at least from a label."""


def counters() -> dict[str, counter.UnitCounter]:
    """Every unit counter of every game, once for each silhouette and arrangement of numbers."""
    found: dict[str, counter.UnitCounter] = {}
    for game in all_games():
        for component in printed(game, "en").components if game.kit else ():
            for piece in component.pieces:
                draw = piece.front
                if isinstance(draw, partial) and draw.func is counter.unit_front:
                    model = draw.args[0]
                    shape = "".join(one.ability[0] if one else "-" for one in model.corners)
                    found[f"{model.silhouette}-{shape}"] = model
    return found


COUNTERS = counters()
SIGNS_OF_WEAPONS = (
    "spears", "sword", "winged_sword", "bow", "trident", "twin_blades", "club", "flail",
    "warhammer", "battle_axe", "goblin", "orc", "ogre",
)  # fmt: skip


@pytest.mark.parametrize("name", COUNTERS)
def test_no_silhouette_reaches_under_a_number(name: str) -> None:
    model = COUNTERS[name]
    drawn = next(i for i in counter.unit_front(model, Look()).items if isinstance(i, Symbol))
    labels = [
        (x - LABEL, y - LABEL, x + counter.CHIP_W + LABEL, y + counter.CHIP_H + LABEL)
        for (x, y), corner in zip(counter._places(model), model.corners, strict=True)
        if corner
    ]
    for x, y in outline_points(model.silhouette):
        px, py = apply(drawn.matrix, ((x + 0.5) * 512, (y + 0.5) * 512))
        assert not any(left < px < right and top < py < bottom for left, top, right, bottom in labels), (px, py)


@pytest.mark.parametrize("name", COUNTERS)
def test_silhouettes_are_large_all_the_same(name: str) -> None:
    """At least 6.3 mm in one direction, of which type marks have 2.3."""
    model = COUNTERS[name]
    _x, _y, size = counter._silhouette(model, counter._places(model))
    xs, ys = zip(*outline_points(model.silhouette), strict=True)
    assert size * max(max(xs) - min(xs), max(ys) - min(ys)) >= 6.3


def test_the_sign_of_a_soldiers_kind_keeps_off_the_numbers() -> None:
    """2.2 mm at least, between the lower numbers and 0.7 mm from the cut."""
    pieces = [one for part in printed(load_game("heroes_vs_warlords"), "en").components for one in part.pieces]
    models = [
        one.front.args[0] for one in pieces if isinstance(one.front, partial) and one.front.func is counter.unit_front
    ]
    assert len(models) == 4 * 6 + 1
    look = Look()
    for model in models:
        x, y, size = counter.MARKS[not model.word]
        assert (
            icon(model.type_mark, x, y, size, look.side(model.side).swatch.on) in counter.unit_front(model, look).items
        )
        left, top, right, bottom = (value * size for value in _extremes(model.type_mark, 0.0))
        assert size >= 2.2
        assert x - left >= counter.INSET + counter.CHIP_W + 0.3
        assert x + right <= counter.FAR_X - 0.3
        assert y + bottom <= counter.SIZE - 0.7
        assert y - top >= counter.PANEL[1] + counter.PANEL[3]


def test_soldiers_are_people_and_beasts_no_weapons() -> None:
    """Their silhouettes are none of the signs of weapons that other things bear."""
    weapons = {one for one in SIGNS_OF_WEAPONS if one in names()}
    assert len(weapons) == len(SIGNS_OF_WEAPONS)
    shown = [figure for figures in units.SILHOUETTES.values() for figure in figures]
    assert not weapons & set(shown)
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("name", ["sword", "flail", "knight", "shield"])
@pytest.mark.parametrize("turn", [0.0, -45.0, 30.0])
def test_the_outline_is_the_one_that_is_drawn(name: str, turn: float) -> None:
    """The box of the points is that of the ink, as pictures show it."""
    page = Page(40.0, 40.0, (Layer("Art", (icon(name, 20.0, 20.0, 20.0, "#000000", turn),)),), "t")
    data = png.pages(pdf.render(Document("t", "en", (page,), ())), 254.0)[0]
    ink = Image.open(io.BytesIO(data)).convert("L").point(lambda v: 255 * (v < 128)).getbbox()
    assert ink is not None
    xs, ys = zip(*outline_points(name, turn), strict=True)
    want = (20 + 20 * min(xs), 20 + 20 * min(ys), 20 + 20 * max(xs), 20 + 20 * max(ys))
    assert [v / 10 for v in ink] == pytest.approx(want, abs=0.25)


def test_without_labels_a_symbol_fills_the_panel() -> None:
    for name in names()[:20]:
        assert between(name, 0.0, (0.0, 0.0, 10.0, 10.0), (), 9.0)[2] >= 8.0
