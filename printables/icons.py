"""The symbols: vector shapes by name, the same on paper and on the phone.

Most come from the game-icons set (CC BY 3.0, provenance in `data/icons.json`); a few are drawn here.
An icon is one closed path on a square grid; it is placed by the middle and its size in mm.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from printables.display import Symbol
from printables.errors import BadOption
from printables.outlines import PathData, Segment
from printables.units import Matrix, rotate, scale, then, translate

GRID = 512.0

OWN = {
    "north": "M 256 24 L 404 476 L 256 388 L 108 476 Z",
    "arrow": "M 20 216 L 300 216 L 300 100 L 492 256 L 300 412 L 300 296 L 20 296 Z",
    "type_ranged": "M 256 12 L 372 172 L 292 172 L 292 340 L 372 420 L 372 500 L 256 420 L 140 500 L 140 420"
    " L 220 340 L 220 172 L 140 172 Z",
    "check": "M 60 270 L 130 200 L 210 280 L 390 90 L 460 160 L 210 420 Z",
    "diamond": "M 256 20 L 470 256 L 256 492 L 42 256 Z",
}
"""Shapes of our own, on the same grid."""


@cache
def _record() -> dict[str, Any]:
    text = files("printables").joinpath("data", "icons.json").read_text(encoding="utf-8")
    record: dict[str, Any] = json.loads(text)
    return record


@cache
def names() -> tuple[str, ...]:
    """Every icon there is."""
    return tuple(sorted({*_record()["icons"], *OWN}))


def credit() -> str:
    """The line that the licence of the icons asks for."""
    r = _record()
    return f"Icons from {r['url']} by {r['authors']}, {r['license']} ({r['license_url']}), {r['changes']}"


def _d(name: str) -> str:
    if name in OWN:
        return OWN[name]
    icon = _record()["icons"].get(name)
    if icon is None:
        raise BadOption("icon", "there is no icon called '{name}'", name=name)
    return str(icon["path"])


@cache
def icon_path(name: str) -> PathData:
    """The shape of an icon on a grid of 512 units."""
    out: list[Segment] = []
    need = {"M": 2, "L": 2, "C": 6, "Z": 0}
    words = _d(name).split()
    i = 0
    while i < len(words):
        op = words[i]
        out.append((op, tuple(float(v) for v in words[i + 1 : i + 1 + need[op]])))
        i += 1 + need[op]
    return tuple(out)


def _place(x: float, y: float, size: float, turn: float) -> Matrix:
    centred = then(translate(-GRID / 2, -GRID / 2), scale(size / GRID))
    return then(then(centred, rotate(turn)), translate(x, y))


def icon(name: str, x: float, y: float, size: float, color: str, turn: float = 0.0) -> Symbol:
    """An icon around (`x`, `y`), `size` mm wide, turned clockwise by `turn` degrees."""
    _d(name)
    return Symbol(name, _place(x, y, size, turn), color)


def icon_svg(name: str, title: str | None = None) -> str:
    """A stand-alone SVG element that takes its colour from the text around it (`currentColor`)."""
    label = f'role="img" aria-label="{title}"' if title else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" class="icon icon-{name}" '
        f'fill="currentColor" {label}><path d="{_d(name)}"/></svg>'
    )
