"""Words in any script: people's names. Which face has which letters, and in what order they stand on the line.

The faces of the press have the letters of Europe's Latin. For the rest there is Noto Sans (Greek, Cyrillic, Georgian,
Armenian, Thai, Vietnamese), its Hebrew, Arabic and East Asian kin and Noto Emoji, all under the SIL Open Font License;
a file is read when a letter of it is needed. Marks that only join, turn or colour their neighbour are left out, and so
are letters no face has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from printables.look import fonts

FACES = (
    "NotoSans-SemiBold", "NotoSansHebrew-SemiBold", "NotoSansArabic-SemiBold", "NotoEmoji-SemiBold",
    "NotoSansCJK-SemiBold",
)  # fmt: skip
"""Smallest first within what is likely; the first that has a letter draws it."""
CREDITS = ("Noto Sans and Noto Emoji, © The Noto Project Authors, SIL Open Font License 1.1",)
TURNED, JOINED = ("R", "AL"), "AL"
"""The directions of letters written from right to left, and of those that join their neighbours."""
TONES = range(0x1F3FB, 0x1F400)
Run = tuple[str, str]
"""A face and what is set in it."""


@cache
def runs(text: str, font: str) -> tuple[Run, ...]:
    """A line from left to right as it is seen, in the face asked for as far as that has the letters."""
    found: list[Run] = []
    for letter in _in_sight(_bare(text)):
        last = found[-1][0] if found else ""
        face = _face(letter, font)
        if face and face == last:
            found[-1] = (face, found[-1][1] + letter)
        elif face:
            found.append((face, letter))
    return tuple(found)


def width(text: str, font: str, size: float) -> float:
    """How wide a line is, in mm."""
    return sum(fonts.width(part, face, size) for face, part in runs(text, font))


def printable(text: str, font: str) -> str:
    """A text without what no face can show; the order is that of writing."""
    return "".join(one for one in _bare(text) if _face(one, font)).strip()


def _bare(text: str) -> str:
    """Composed letters, without what only acts on its neighbours: joiners, directions, tones, points of Hebrew."""
    return "".join(one for one in unicodedata.normalize("NFC", text) if _stands(one))


def _stands(letter: str) -> bool:
    kind = unicodedata.category(letter)
    if kind == "Mn":  # vowels of Thai stand above their letter by themselves; points of Hebrew and Arabic do not
        return _face(letter, "") == FACES[0]
    return kind not in ("Cf", "Me") and ord(letter) not in TONES


def _in_sight(text: str) -> str:
    """The letters in the order they are seen in: those of Hebrew and Arabic run the other way, Arabic ones joined."""
    directions = {unicodedata.bidirectional(one) for one in text}
    if not directions.intersection(TURNED):
        return text
    from bidi import get_display

    if JOINED in directions:
        from arabic_reshaper import ArabicReshaper

        text = ArabicReshaper().reshape(text)
    return str(get_display(text))


@cache
def _face(letter: str, font: str) -> str:
    """The face that draws a letter, or ""."""
    return next((one for one in _in_turn(font) if not fonts.missing(letter, one)), "")


def _in_turn(font: str) -> Iterable[str]:
    return (font, *FACES) if font else FACES
