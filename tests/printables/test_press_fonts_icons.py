"""Type and symbols: measured rightly, complete, free to use."""

from __future__ import annotations

from importlib.resources import files
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics

from printables.errors import BadOption
from printables.look import fonts, icons
from printables.look.theme import ability_icon, emblem, names
from printables.render import pdf
from printables.units import points


@pytest.mark.parametrize("font", fonts.NAMES)
@pytest.mark.parametrize("text", ["10", "Wild Barbarians", "Zażółć · öäüß – 20 × 3"])
def test_our_measure_agrees_with_reportlab(font: str, text: str) -> None:
    """Two readers of the same file: ours and reportlab's."""
    pdf._register_fonts()
    assert points(fonts.width(text, font, 12)) == pytest.approx(pdfmetrics.stringWidth(text, font, 12), abs=0.02)


@pytest.mark.parametrize("font", fonts.NAMES)
def test_the_faces_have_the_letters_of_europe(font: str) -> None:
    text = "ABCXYZabcxyz0123456789 ÄÖÜäöüß ÀÉÎÕÑ łŁżąę čďěš őű ·×–—’“”„«»±½•−"
    assert fonts.missing(text, font) == ""


def test_figures_are_as_high_as_the_cap_height_says() -> None:
    for font in fonts.NAMES:
        face = fonts.metrics(font)
        box = face.box(face.cmap[ord("H")])
        assert box is not None
        assert box[3] / 1000 == pytest.approx(fonts.cap_height(font, 72 / 25.4), abs=0.005)


def test_licences_lie_beside_the_fonts() -> None:
    folder = files("printables").joinpath("fonts")
    texts = [f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.startswith("OFL-")]
    assert len(texts) == 12
    assert all("SIL OPEN FONT LICENSE" in t for t in texts)
    assert len(fonts.CREDITS) == 2


def test_fit_never_exceeds_the_room_and_never_grows() -> None:
    assert fonts.fit("KNIGHTS", fonts.LABEL, 10, 1000) == 10
    size = fonts.fit("KNIGHTS", fonts.LABEL, 30, 8)
    assert fonts.width("KNIGHTS", fonts.LABEL, size) == pytest.approx(8)


def test_wrap_keeps_all_words_and_the_width() -> None:
    text = "one two three four five six seven eight nine ten incomprehensibilities"
    lines = fonts.wrap(text, fonts.TEXT, 9, 25)
    assert " ".join(lines).split() == text.split()
    assert all(fonts.width(t, fonts.TEXT, 9) <= 25 or " " not in t for t in lines)


@given(st.lists(st.text("abcdef", min_size=1, max_size=12), min_size=1, max_size=14).map(" ".join))
def test_even_lines_are_as_few_and_no_wider(text: str) -> None:
    """The same words in the same number of lines, and the longest line never longer than before."""
    first, even = fonts.wrap(text, fonts.TEXT, 9, 25), fonts.wrap_even(text, fonts.TEXT, 9, 25)
    assert " ".join(even) == text
    assert len(even) == len(first)
    longest = [max(fonts.width(t, fonts.TEXT, 9) for t in lines) for lines in (even, first)]
    assert longest[0] <= longest[1]


def test_even_lines_leave_no_word_alone() -> None:
    text = "Win two combats in one turn"
    room = fonts.width("Win two combats in one", fonts.TEXT, 9) + 0.1
    assert fonts.wrap(text, fonts.TEXT, 9, room) == ["Win two combats in", "one turn"]
    assert fonts.wrap_even(text, fonts.TEXT, 9, room) == ["Win two combats", "in one turn"]


def test_a_no_break_space_holds_words_together() -> None:
    room = fonts.width("costs 5", fonts.TEXT, 9) + 0.1
    assert fonts.wrap("costs 5 Gold", fonts.TEXT, 9, room) == ["costs 5", "Gold"]
    assert fonts.wrap("costs 5\u00a0Gold", fonts.TEXT, 9, room) == ["costs", "5 Gold"]


@pytest.mark.parametrize("name", icons.names())
def test_every_icon_is_a_drawable_shape_on_its_grid(name: str) -> None:
    path = icons.icon_path(name)
    assert path[0][0] == "M"
    values = [v for _, vs in path for v in vs]
    assert min(values) >= -64
    assert max(values) <= icons.GRID + 64
    root = ElementTree.fromstring(icons.icon_svg(name, "A title"))
    assert root.get("aria-label") == "A title"
    assert root.get("fill") == "currentColor"


def test_the_theme_names_only_icons_that_exist() -> None:
    used = {ability_icon(n) for n in names("ability")} | {emblem(n) for n in names("side")}
    assert used <= set(icons.names())


def test_the_icons_carry_their_credit() -> None:
    assert "CC BY 3.0" in icons.credit()
    assert "Lorc" in icons.credit()
    assert "creativecommons.org" in icons.credit()


def test_an_unknown_icon_is_refused() -> None:
    with pytest.raises(BadOption, match="no icon called 'nothing'"):
        icons.icon_path("nothing")


def test_a_long_word_that_can_be_broken_in_many_places_ends_in_even_lines() -> None:
    """Narrower lines that are wider again must not go round in a circle."""
    lines = fonts.wrap_even("Orange: Belagerungsmaschine", fonts.LABEL, 10.0, 28.0, "de")
    assert len(lines) == 2
    assert all(fonts.width(line, fonts.LABEL, 10.0) <= 28.0 for line in lines)
