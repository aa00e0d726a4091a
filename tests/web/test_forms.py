"""Forms as drawn: what is seldom meant comes last and small, the places of a full map fold away."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.game.panels import HexView, MapPanel
from companion.web.play.forms import FormView


def drawn(app: Flask, options: list[Option], places: list[str]) -> str:
    """The form for a choice on a map with these places."""
    panel = MapPanel("map", "map", t("Map"), tuple(HexView(place, n, 0) for n, place in enumerate(places)))
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Where to?"), Choose(tuple(options), "map")))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        return str(macro(FormView(question, "/answer", "post", map=panel)))


def hexes(n: int) -> list[Option]:
    return [Option(f"h{i}", t("Hex")) for i in range(n)]


@pytest.mark.parametrize("n", [1, 8])
def test_a_short_list_of_places_stands_open(app: Flask, n: int) -> None:
    """Up to eight places are buttons below the map."""
    page = drawn(app, hexes(n), [f"h{i}" for i in range(n)])
    assert "<details" not in page
    assert page.count('value="h') == n


def test_a_long_list_of_places_folds(app: Flask) -> None:
    """With nine and more the numbers on the map do; the list is one tap away, with every place in it."""
    page = drawn(app, hexes(9), [f"h{i}" for i in range(9)])
    folded = page.partition('<details class="as-list">')[2].partition("</details>")[0]
    assert folded.count('value="h') == page.count('value="h') == 9
    assert page.count('class="can"') == 9


def test_what_is_seldom_meant_is_small_and_last(app: Flask) -> None:
    """After usual deeds and after the places, and marked as minor."""
    options = [Option("give_up", t("Give up"), minor=True), Option("end", t("End")), *hexes(3)]
    page = drawn(app, options, ["h0", "h1", "h2"])
    buttons = re.findall(r'class="option( minor)?" name="choice" value="(\w+)"', page)
    assert [name for _, name in buttons] == ["end", "h0", "h1", "h2", "give_up"]
    assert [name for minor, name in buttons if minor] == ["give_up"]


def test_every_choice_is_there_exactly_once(app: Flask) -> None:
    """Folding and sorting lose nothing and double nothing."""
    options = [Option("a", t("A")), Option("b", t("B"), minor=True), *hexes(12)]
    page = drawn(app, options, [f"h{i}" for i in range(10)])
    values = re.findall(r'name="choice" value="(\w+)"', page)
    assert sorted(values) == sorted(option.id for option in options)
