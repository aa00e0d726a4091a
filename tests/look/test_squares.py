"""Maps of squares, numbers beside figures, and the size a picture keeps when one page becomes the next."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.panels import HexView, LineView, MapPanel, Token
from tests.look.gallery import environment


def squares(**more: Any) -> MapPanel:
    """Two columns, two rows; a figure with two damage stands on b1."""
    token = Token(t("Soldier, 2 damage"), "S1", "blue", badge="2")
    places = [("a1", 0, 0), ("b1", 1, 0), ("a2", 0, -1), ("b2", 1, -1)]
    hexes = tuple(
        HexView(place, q, r, "plains", name=place.upper(), label=t("Plains"), tokens=(token,) if place == "b1" else ())
        for place, q, r in places
    )
    return MapPanel("map", "map", t("Board"), hexes, "square")


def drawn(panel: MapPanel, question: Question | None = None) -> str:
    """The map as the pages draw it."""
    return str(environment().get_template("parts/map.html").module.map_svg(panel, question))


def question(*options: Option) -> Question:
    return Question("k", "k", Ask("me", "1", Text("Where?"), Choose(options, "map")))


def test_squares_lie_in_columns_and_rows() -> None:
    """A square stands where its column and row say, edge to edge."""
    html = drawn(squares())
    places = re.findall(r'class="hex t-plains"\s+transform="translate\((-?\d+) (-?\d+)\)"', html)
    assert places == [("0", "0"), ("56", "0"), ("0", "-56"), ("56", "-56")]
    assert "-28,-28 28,-28 28,28 -28,28" in html


def test_the_whole_board_is_in_the_picture() -> None:
    """The frame reaches round all squares."""
    left, top, width, height = map(float, re.search(r'viewBox="([^"]+)"', drawn(squares())).group(1).split())  # type: ignore[union-attr]
    assert left <= -28
    assert top <= -84
    assert left + width >= 84
    assert top + height >= 28


def test_a_number_stands_beside_its_figure() -> None:
    """What a token counts is drawn, and said in words."""
    html = drawn(squares())
    assert re.search(r'class="badge".*?<text[^>]*>2</text>', html)
    assert "B1: Plains, Soldier, 2 damage" in html


def test_places_of_a_question_can_be_tapped() -> None:
    """Each open place is a link to its button; a shut one is none."""
    html = drawn(squares(), question(Option("a1", t("A1")), Option("b2", t("B2"))))
    assert re.findall(r'href="#q-k\.(\w+)"', html) == ["a1", "b2"]


@pytest.mark.parametrize("choices", [None, question(Option("a1", t("A1")))])
def test_the_picture_has_an_id(choices: Question | None) -> None:
    """With an id of its own the picture is kept when the page is morphed; without it a second map has no size."""
    assert 'id="the-map"' in drawn(squares(), choices)


def test_lines_run_from_middle_to_middle() -> None:
    """What is barred looks different; both are said in words."""
    hexes = tuple(HexView(f"{q},0", q, 0) for q in range(3))
    found = (LineView((0, 0), (2, 0), t("Free to 2,0")), LineView((0, 0), (1, 0), t("Barred to 1,0"), free=False))
    html = drawn(MapPanel("map", "map", t("Map"), hexes, lines=found))
    paths = re.findall(r'<path class="(sight[^"]*)"\s+d="M0 0\.?0?L(\d+) ([\d.]+)"', html)
    assert paths == [("sight", "96", "55.4"), ("sight stopped", "48", "27.7")]
    assert "Free to 2,0" in html
    assert "Barred to 1,0" in html


def test_a_figure_is_drawn_in_place_of_its_letter() -> None:
    """With a stroke for each level, and its symbol among those that the picture defines."""
    token = Token(t("Hunter III"), "H", "blue", icon="bowman", level=3)
    panel = MapPanel("map", "map", t("Board"), (HexView("a1", 0, 0, "plains", name="A1", tokens=(token,)),), "square")
    html = drawn(panel)
    assert 'id="sy-bowman"' in html
    assert 'href="#sy-bowman"' in html
    strokes = re.search(r'class="level" d="([^"]+)"', html)
    assert strokes is not None
    assert strokes[1].count("M") == 3
    assert ">H<" not in html
