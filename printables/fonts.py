"""The type faces of the press: files, names, measuring, wrapping.

Two families, both under the SIL Open Font License (texts beside the files): Barlow Condensed for
numbers and labels, Atkinson Hyperlegible for text. Sizes are points, widths and heights mm.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from printables.sfnt import TrueType
from printables.units import mm

LABEL = "BarlowCondensed-SemiBold"
LABEL_LIGHT = "BarlowCondensed-Medium"
NUMBER = "BarlowCondensed-Bold"
TEXT = "AtkinsonHyperlegible-Regular"
TEXT_BOLD = "AtkinsonHyperlegible-Bold"
NAMES = (LABEL, LABEL_LIGHT, NUMBER, TEXT, TEXT_BOLD)

FAMILIES = {
    LABEL: ("Barlow Condensed", 600),
    LABEL_LIGHT: ("Barlow Condensed", 500),
    NUMBER: ("Barlow Condensed", 700),
    TEXT: ("Atkinson Hyperlegible", 400),
    TEXT_BOLD: ("Atkinson Hyperlegible", 700),
}
CREDITS = (
    "Barlow Condensed, © 2017 The Barlow Project Authors, SIL Open Font License 1.1",
    "Atkinson Hyperlegible, © 2020 Braille Institute of America, Inc., SIL Open Font License 1.1",
)
GLUE = "\u00a0"
"""The no-break space."""
CAP_HEIGHT = {"Barlow": 0.700, "Atkinson": 0.668}


@cache
def data(font: str) -> bytes:
    """The TrueType file of a face."""
    return files("printables").joinpath("fonts", f"{font}.ttf").read_bytes()


@cache
def web_data(font: str) -> bytes:
    """The WOFF2 file of a face (Latin letters), for pictures that carry their fonts."""
    return files("printables").joinpath("fonts", f"{font}.woff2").read_bytes()


@cache
def metrics(font: str) -> TrueType:
    """The measures of a face."""
    return TrueType(data(font))


@cache
def width(text: str, font: str, size: float) -> float:
    """How wide a line is, in mm."""
    face = metrics(font)
    return mm(sum(face.advance(face.cmap.get(ord(ch), 0)) for ch in text) * size / 1000)


def cap_height(font: str, size: float) -> float:
    """The height of capitals and figures, in mm."""
    return mm(CAP_HEIGHT["Barlow" if font.startswith("Barlow") else "Atkinson"] * size)


def fit(text: str, font: str, size: float, room: float) -> float:
    """The largest type size up to `size` at which `text` is at most `room` mm wide."""
    need = width(text, font, size)
    return size if need <= room else size * room / need


def wrap(text: str, font: str, size: float, room: float) -> list[str]:
    """Break `text` at spaces into lines of at most `room` mm (a longer word gets a line of its own).

    A no-break space holds its words together and is set as a space. A last word stands alone only if need be.
    """
    lines: list[str] = []
    for word in (part.replace(GLUE, " ") for part in re.split(r"[ \n]+", text) if part):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return _accompanied(lines, font, size, room)


def _accompanied(lines: list[str], font: str, size: float, room: float) -> list[str]:
    """A last word that stands alone gets the word before it for company, if two stay behind."""
    if len(lines) < 2 or " " in lines[-1]:
        return lines
    stays, _, moves = lines[-2].rpartition(" ")
    last = f"{moves} {lines[-1]}"
    return [*lines[:-2], stays, last] if " " in stays and width(last, font, size) <= room else lines


def wrap_even(text: str, font: str, size: float, room: float) -> list[str]:
    """Break `text` like `wrap` into as few lines, but as even as they come, so that no last word stands alone."""
    lines = wrap(text, font, size, room)
    while len(narrower := wrap(text, font, size, max(width(t, font, size) for t in lines) - 0.01)) == len(lines):
        if narrower == lines:
            break
        lines = narrower
    return lines


def missing(text: str, font: str) -> str:
    """The characters of `text` the face cannot show."""
    return "".join(ch for ch in text if ord(ch) not in metrics(font).cmap)
