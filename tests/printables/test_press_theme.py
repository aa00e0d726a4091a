"""The theme: legible in every ink, sides told apart without colour, one source for paper and phone."""

from __future__ import annotations

import re

import pytest

from printables import theme
from printables.errors import BadOption
from printables.patterns import PATTERNS, pattern
from printables.theme import INKS, Look, contrast


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("family", ["ability", "side", "resource"])
def test_text_on_its_plate_has_a_contrast_of_at_least_4_5(ink: theme.Ink, family: str) -> None:
    look = Look(ink)
    for name in theme.names(family):
        plate = look.plate(family, name)
        assert contrast(plate.text, plate.fill) >= 4.5, (ink, name)


@pytest.mark.parametrize("ink", INKS)
def test_words_on_terrain_and_panels_have_a_contrast_of_at_least_4_5(ink: theme.Ink) -> None:
    look = Look(ink)
    for name in theme.names("terrain"):
        if name in ("river", "road", "cliff"):
            continue
        ground = look.swatch("terrain", name).color
        assert contrast(look.neutral("ink"), ground) >= 4.5, name
    for ground in ("page", "panel"):
        for text in ("ink", "soft"):
            assert contrast(look.neutral(text), look.neutral(ground)) >= 4.5, (text, ground)


@pytest.mark.parametrize("ink", INKS)
def test_numbers_on_track_boxes_have_a_contrast_of_at_least_4_5(ink: theme.Ink) -> None:
    look = Look(ink)
    for name in theme.names("ability"):
        assert contrast(look.neutral("ink"), look.swatch("ability", name).tint) >= 4.5, name


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("family", ["ability", "side", "resource"])
def test_symbols_on_paper_have_a_contrast_of_at_least_3(ink: theme.Ink, family: str) -> None:
    for name in theme.names(family):
        assert contrast(Look(ink).swatch(family, name).ink, "#ffffff") >= 3.0, name


def test_sides_differ_without_colour() -> None:
    """Every pair of sides has another pattern and another emblem, and another grey where grey is used."""
    sides = [Look("grey").side(name) for name in theme.names("side")]
    assert len({s.pattern for s in sides}) == len(sides)
    assert len({s.emblem for s in sides}) == len(sides)
    assert len({s.swatch.color for s in sides}) == len(sides)


def test_greyscale_has_no_colour() -> None:
    look = Look("grey")
    for family in theme.FAMILIES:
        for name in theme.names(family):
            swatch = look.swatch(family, name)
            for value in (swatch.color, swatch.on, swatch.tint):
                assert value[1:3] == value[3:5] == value[5:7], (family, name, value)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_css_variables_name_every_colour_once(mode: theme.Mode) -> None:
    lines = theme.css_variables(mode).splitlines()
    names = [line.split(":")[0] for line in lines]
    assert len(names) == len(set(names))
    for wanted in ("--ink", "--page", "--attack", "--attack-on", "--blue-tint", "--terrain-woods", "--font-text"):
        assert wanted in names
    for line in lines:
        assert re.fullmatch(r'--[a-z0-9-]+: (#[0-9a-f]{6}|"[^"]+");', line), line


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_colours_read_on_the_page_of_the_phone(mode: theme.Mode) -> None:
    """Text in ink or soft on the page, and text on every plate."""
    values = dict(line.rstrip(";").split(": ") for line in theme.css_variables(mode).splitlines())
    for text in ("--ink", "--soft"):
        assert contrast(values[text], values["--page"]) >= 4.5
        assert contrast(values[text], values["--panel"]) >= 4.5
    for family in ("ability", "side", "resource"):
        for name in theme.names(family):
            assert contrast(values[f"--{name}-on"], values[f"--{name}"]) >= 4.5, name


def test_unknown_names_are_refused_with_the_family() -> None:
    for ask, field in (
        (lambda: Look("blue"), "ink"),  # type: ignore[arg-type]
        (lambda: Look().swatch("terrain", "moon"), "terrain"),
        (lambda: pattern("plaid", (0, 0, 1, 1), "#000000"), "pattern"),
    ):
        with pytest.raises(BadOption) as caught:
            ask()
        assert caught.value.field == field


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


def test_patterns_are_all_different_pictures() -> None:
    drawn = {name: draw((0, 0, 16, 16), "#000000", 2.6) for name, draw in PATTERNS.items()}
    assert drawn.pop("solid") == ()
    assert len(set(drawn.values())) == len(drawn)
    assert all(drawn.values())
