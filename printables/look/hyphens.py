"""Where the long words of printed sheets may be broken, by language.

The words stand with their hyphens in `data/hyphens-LANGUAGE.txt`, made from the kits by `python -m tools.hyphens`
(reading the patterns of a whole language takes longer than printing a game). A word that is not there is not broken,
nor is any word of a language without such a file.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

LETTERS = re.compile(r"[^\W\d_]+")


def places(word: str, language: str) -> list[int]:
    """After how many letters a word may be broken: at the hyphens it has and those it may get; none in English."""
    known = _known(language)
    if not known:
        return []
    found = {at + 1 for at, letter in enumerate(word) if letter in "-/" and 1 < at < len(word) - 2}
    for part in LETTERS.finditer(word):
        found |= {part.start() + at for at in known.get(part[0].lower(), ())}
    return sorted(found)


@cache
def _known(language: str) -> dict[str, tuple[int, ...]]:
    file = files("printables").joinpath("data", f"hyphens-{language}.txt")
    if not file.is_file():
        return {}
    lines = (line.strip() for line in file.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {line.replace("-", ""): _cuts(line) for line in lines if line}


def _cuts(hyphenated: str) -> tuple[int, ...]:
    parts = hyphenated.split("-")
    return tuple(sum(map(len, parts[:n])) for n in range(1, len(parts)))
