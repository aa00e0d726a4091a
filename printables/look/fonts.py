"""The type faces of the press: files, names, measuring, wrapping.

Two families, both under the SIL Open Font License (texts beside the files): Barlow Condensed for
numbers and labels, Atkinson Hyperlegible for text. Sizes are points, widths and heights mm.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from printables.look import hyphens
from printables.look.sfnt import TrueType
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
FULL = 0.86
"""A line this full (part of its room) is left as it is; into a shorter one the beginning of a long word may move."""
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
    return mm(sum(map(_advances(font).__getitem__, text)) * size / 1000)


class _Advances(dict[str, float]):
    """How far each character of a face moves the pen, per 1000 of the size; asked for the first time, it is read."""

    def __init__(self, font: str) -> None:
        """Know the face; nothing is read yet."""
        super().__init__()
        self._face = metrics(font)

    def __missing__(self, char: str) -> float:
        self[char] = found = self._face.advance(self._face.cmap.get(ord(char), 0))
        return found


@cache
def _advances(font: str) -> _Advances:
    return _Advances(font)


def cap_height(font: str, size: float) -> float:
    """The height of capitals and figures, in mm."""
    return mm(CAP_HEIGHT["Barlow" if font.startswith("Barlow") else "Atkinson"] * size)


def fit(text: str, font: str, size: float, room: float) -> float:
    """The largest type size up to `size` at which `text` is at most `room` mm wide."""
    need = width(text, font, size)
    return size if need <= room else size * room / need


def wrap(text: str, font: str, size: float, room: float, language: str = "en") -> list[str]:
    """Break `text` into lines of at most `room` mm, at spaces and, in languages with long words, inside of words.

    A word that fits nowhere gets a line of its own. A no-break space holds its words together and is set as a space.
    A last word stands alone only if need be.
    """
    lines: list[str] = []
    words = [part.replace(GLUE, " ") for part in re.split(r"[ \n]+", text) if part]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font, size) <= room:
            lines[-1] = longer
        else:
            _next_line(lines, word, (font, size, room), language)
    return _accompanied(_whole(lines, words, (font, size, room)), font, size, room)


def _whole(lines: list[str], words: list[str], fits: tuple[str, float, float]) -> list[str]:
    """A last word is not broken where the last line has room for all of it, if two words stay behind."""
    if len(lines) < 2 or " " in lines[-1] or lines[-1] == words[-1]:
        return lines
    stays, font, size, room = lines[-2].rpartition(" ")[0], *fits
    return [*lines[:-2], stays, words[-1]] if " " in stays and width(words[-1], font, size) <= room else lines


def _next_line(lines: list[str], word: str, fits: tuple[str, float, float], language: str) -> None:
    """Begin a line with a word that the last one has no room for, or with what of it has none."""
    font, size, room = fits
    if lines and width(lines[-1], font, size) < room * FULL:
        head, tail = _broken(f"{lines[-1]} ", word, fits, language)
        if head:
            lines[-1], word = head, tail
    while width(word, font, size) > room:
        head, tail = _broken("", word, fits, language)
        if not head:
            break
        lines.append(head)
        word = tail
    lines.append(word)


def _broken(before: str, word: str, fits: tuple[str, float, float], language: str) -> tuple[str, str]:
    """What of a word still fits behind `before`, with its hyphen, and the rest; nothing if it cannot be broken so."""
    font, size, room = fits
    for place in reversed(hyphens.places(word, language)):
        head = f"{before}{word[:place]}"
        head += "" if word[place - 1] in "-/" else "-"
        if width(head, font, size) <= room:
            return head, word[place:]
    return "", word


def _accompanied(lines: list[str], font: str, size: float, room: float) -> list[str]:
    """A last word that stands alone gets the word before it for company, if two stay behind."""
    if len(lines) < 2 or " " in lines[-1] or lines[-2].endswith("-"):
        return lines
    stays, _, moves = lines[-2].rpartition(" ")
    last = f"{moves} {lines[-1]}"
    return [*lines[:-2], stays, last] if " " in stays and width(last, font, size) <= room else lines


def wrap_even(text: str, font: str, size: float, room: float, language: str = "en") -> list[str]:
    """Break `text` like `wrap` into as few lines, but as even as they come, so that no last word stands alone."""
    lines = wrap(text, font, size, room, language)
    while lines:
        widest = max(width(t, font, size) for t in lines)
        narrower = wrap(text, font, size, widest - 0.01, language)
        if len(narrower) != len(lines) or max(width(t, font, size) for t in narrower) >= widest:
            break
        lines = narrower
    return lines


def missing(text: str, font: str) -> str:
    """The characters of `text` the face cannot show."""
    return "".join(ch for ch in text if ord(ch) not in metrics(font).cmap)
