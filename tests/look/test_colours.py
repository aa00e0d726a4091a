"""The style sheet and the theme: every colour name is usable, and every pair of text and ground can be read."""

from __future__ import annotations

import re

import pytest

from printables.look.theme import Mode, contrast, css_variables, names, style_sheet
from tests.look.gallery import ROOT

CSS = (ROOT / "companion" / "static" / "app.css").read_text(encoding="utf-8")
THEME = style_sheet()


def variables(mode: Mode) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css_variables(mode)))


COLOURS = [name for family in ("ability", "side", "resource") for name in names(family)]


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_of_the_theme_is_a_class(name: str) -> None:
    """A game may use any name of the theme as a colour."""
    assert re.search(rf"\.c-{name}[ ,]", THEME)


@pytest.mark.parametrize("name", [one for one in names("terrain") if one not in ("river", "road", "cliff")])
def test_every_terrain_has_its_tint_and_its_texture(name: str) -> None:
    """No hex is drawn without ground or texture."""
    assert f".t-{name} " in THEME
    assert f'tx-{name}"' in (ROOT / "templates" / "parts" / "map.html").read_text(encoding="utf-8")


def test_every_variable_the_style_sheet_uses_is_defined() -> None:
    """A colour that the theme renames cannot vanish unnoticed."""
    known = {name for name, _ in re.findall(r"--([\w-]+):\s*([^;]+);", THEME + CSS)}
    used = set(re.findall(r"var\(--([\w-]+)", THEME + CSS))
    assert used - known == set()


def test_the_style_sheet_names_no_colour_of_its_own() -> None:
    """Colours come from the theme; only white and black for what lies on them are written out."""
    plain = re.sub(r"/\*.*?\*/", "", CSS, flags=re.S)
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", plain)) <= {"#fff", "#ffffff", "#000"}


PAIRS = [
    *((ink, ground) for ink in ("ink", "soft") for ground in ("page", "panel")),
    ("danger", "page"),
    ("ink", "attack-tint"),
    ("ink", "initiative-tint"),
    ("page", "ink"),
    ("attack-on", "attack"),
    *((f"{name}-paper-on", f"{name}-paper") for name in COLOURS),
    *(("ink", f"{name}-tint") for name in names("resource")),
]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(mode: Mode, text: str, ground: str) -> None:
    """At least 4.5 to 1 on both pages."""
    colours = variables(mode)
    assert contrast(colours[text], colours[ground]) >= 4.5


def test_no_has_stands_in_a_has() -> None:
    """A browser leaves out the whole rule otherwise."""
    for number, line in enumerate(CSS.splitlines(), 1):
        inside: list[bool] = []
        for opened in re.finditer(r"(:has)?\(|\)", line):
            if opened[0] == ")":
                inside = inside[:-1]
                continue
            has = opened[1] is not None
            assert not (has and any(inside)), number
            inside.append(has)
