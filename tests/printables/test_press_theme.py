"""The theme: legible in every ink, sides told apart without colour, one source for paper and phone."""

from __future__ import annotations

import itertools
import math
import re

import pytest

from printables.errors import BadOption
from printables.kinds import marker
from printables.look import theme
from printables.look.display import Group, Path, Text
from printables.look.patterns import PATTERNS, pattern
from printables.look.theme import INKS, Look, contrast


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("family", ["ability", "side", "deck", "resource"])
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
@pytest.mark.parametrize("family", ["ability", "side", "deck", "resource"])
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
    for family in (*theme.FAMILIES, "deck"):
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


EYES = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What eyes without one kind of cone see of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""
STEP = 15.0
"""The least difference of lightness (L* of CIELAB, 0 to 100) between the grounds of two sides."""


def seen(color: str, eyes: str) -> tuple[float, float, float]:
    """Linear red, green and blue of a colour as some eyes see it."""
    r, g, b = (theme._channel(int(color[i : i + 2], 16)) for i in (1, 3, 5))
    x, y, z = (min(1.0, max(0.0, row[0] * r + row[1] * g + row[2] * b)) for row in EYES[eyes])
    return x, y, z


def lightness(color: str, eyes: str) -> float:
    """L* of a colour as some eyes see it."""
    y = sum(k * v for k, v in zip((0.2126, 0.7152, 0.0722), seen(color, eyes), strict=True))
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_lightness_is_that_of_the_books() -> None:
    assert lightness("#ffffff", "all colours") == pytest.approx(100, abs=0.01)
    assert lightness("#777777", "all colours") == pytest.approx(50.03, abs=0.1)
    assert lightness("#808080", "protan") == pytest.approx(lightness("#808080", "deutan"), abs=0.3)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ink", ["full", "grey"])
def test_the_grounds_of_sides_are_steps_of_lightness_for_all_eyes(ink: theme.Ink, eyes: str) -> None:
    """So sides are told apart by everybody, and on a copy without colour."""
    levels = sorted((lightness(Look(ink).side(name).swatch.color, eyes), name) for name in theme.names("side"))
    for (low, one), (high, other) in itertools.pairwise(levels):
        assert high - low >= STEP, (one, other, high - low)


def lab(color: str) -> tuple[float, float, float]:
    """L*, a* and b* of a colour (D65)."""
    r, g, b = seen(color, "all colours")
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    u, v, w = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * v - 16, 500 * (u - v), 200 * (v - w)


APART = 12.0
"""The least difference of colour (CIELAB) between the ground of a deck and that of a side."""


@pytest.mark.parametrize("ink", ["full", "grey"])
def test_decks_of_nobody_have_grounds_of_their_own(ink: theme.Ink) -> None:
    """Another pattern than any side and any other deck, another grey, and no side's colour."""
    look = Look(ink)
    sides, decks = ([look.ground(family, name) for name in theme.names(family)] for family in ("side", "deck"))
    assert len({one.pattern for one in (*sides, *decks)}) == len(sides) + len(decks)
    assert len({one.swatch.color for one in decks}) == len(decks)
    for one in decks:
        shade = abs(lightness(one.shade, "all colours") - lightness(one.swatch.color, "all colours"))
        assert shade >= 8, one.pattern
        if ink == "full":
            assert min(math.dist(lab(one.swatch.color), lab(side.swatch.color)) for side in sides) >= APART, one.pattern


@pytest.mark.parametrize("eyes", EYES)
def test_the_grounds_of_decks_are_steps_of_lightness_for_all_eyes(eyes: str) -> None:
    levels = sorted(lightness(Look().ground("deck", name).swatch.color, eyes) for name in theme.names("deck"))
    assert all(high - low >= 2 for low, high in itertools.pairwise(levels)), levels


def test_no_box_of_a_counter_has_the_colour_of_its_side() -> None:
    look = Look()
    for ability in ("attack", "defense", "movement", "cost"):
        for side in theme.names("side"):
            apart = math.dist(lab(look.plate("ability", ability).fill), lab(look.side(side).swatch.color))
            assert apart >= 20, (ability, side, apart)


def test_the_boxes_of_a_counter_are_steps_of_grey() -> None:
    """Attack, defence, movement and level are told apart on a copy without colour, beside their symbols."""
    look = Look("grey")
    levels = sorted(
        lightness(look.plate("ability", one).fill, "all colours") for one in ("attack", "defense", "movement", "cost")
    )
    assert all(high - low >= STEP for low, high in itertools.pairwise(levels)), levels


@pytest.mark.parametrize("ink", ["full", "grey"])
@pytest.mark.parametrize("solid", [True, False])
def test_markers_of_two_sides_differ_at_the_rim(ink: theme.Ink, solid: bool) -> None:
    """By the lightness of the ground or by its pattern, whoever looks: control, claim, banner, wounded units."""
    look = Look(ink)
    for one, other in itertools.combinations(theme.names("side"), 2):
        faces = [marker.face(marker.Marker(("side", name), solid, "shield"), look) for name in (one, other)]
        grounds = [
            next(i for i in face.items if isinstance(i, Path) and i.style.fill).style.fill or "" for face in faces
        ]
        apart = abs(lightness(grounds[0], "all colours") - lightness(grounds[1], "all colours"))
        patterns = [[g for g in face.items if isinstance(g, Group)] for face in faces]
        assert apart >= STEP or patterns[0] != patterns[1], (one, other, apart)
        for name in (one, other):
            side = look.side(name)
            shade = abs(lightness(side.shade, "all colours") - lightness(side.swatch.color, "all colours"))
            assert side.pattern == "solid" or shade >= 8, (name, shade)


@pytest.mark.parametrize("ink", INKS)
def test_a_full_and_a_hollow_marker_differ_in_every_ink(ink: theme.Ink) -> None:
    """A wounded unit is the hollow one, also where little ink leaves all markers white."""
    look = Look(ink)
    for name in theme.names("side"):
        full, hollow = (marker.face(marker.Marker(("side", name), solid, "shield"), look) for solid in (True, False))
        assert [i for i in full.items if isinstance(i, Path)] != [i for i in hollow.items if isinstance(i, Path)], name


@pytest.mark.parametrize("solid", [True, False])
def test_a_symbol_and_a_number_leave_the_caption_its_size(solid: bool) -> None:
    sizes = []
    for big in ("", "1"):
        face = marker.face(marker.Marker(("side", "blue"), solid, "visited", big, "VISITED"), Look())
        sizes.append(next(i.size for i in face.items if isinstance(i, Text) and i.text == "VISITED"))
    assert sizes == [marker.CAPTION] * 2


def test_the_boxes_of_a_counter_are_steps_of_lightness_without_colour() -> None:
    """Attack, Defense, Movement and cost on a copy in grey: letters and symbols help, they need not do it alone."""
    fills = (Look().plate("ability", name).fill for name in ("attack", "defense", "movement", "cost"))
    levels = sorted(lightness(fill, "all colours") for fill in fills)
    assert min(high - low for low, high in itertools.pairwise(levels)) >= 12
