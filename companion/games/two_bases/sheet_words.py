"""How an owner writes what is not a plain number: needs, what a development replaces, yes and no; and the limits of
numbers.
"""

from __future__ import annotations

import re
from typing import Any

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.games.two_bases import facts

MOST = 99
NEED = re.compile(r"^(\d{1,2}) ([a-z]+(?:/[a-z]+)*)$")
KINDS = ("terrain", *facts.TILES, *facts.DEVELOPMENTS)
"""What a need can count."""


def checked(path: str, values: dict[str, Any]) -> None:
    """Check that no number of a card is above 99. Raises DataError with the path."""
    for name, value in values.items():
        if isinstance(value, int):
            within(f"{path}/{name}", value)


def within(path: str, value: int, least: int = 0, most: int = MOST) -> int:
    """The number, if it is within its limits. Raises DataError with the path."""
    if not least <= value <= most:
        raise DataError(t("{path}: give a number from {least} to {most}", path=path, least=least, most=most))
    return value


def needs_text(need: dict[str, int]) -> str:
    """A need as an owner writes it: `1 mill/fort, 2 plains`, or `none`."""
    return ", ".join(f"{n} {'/'.join(facts.group(word).of)}" for word, n in need.items()) or "none"


def needs_of(text: str, path: str) -> dict[str, int]:
    """The need that an owner wrote, with groups of the data where they mean the same. Raises DataError with the
    path.
    """
    words = text.strip().lower()
    if words == "none":
        return {}
    found = [NEED.match(" ".join(one.split())) for one in words.split(",")]
    need = {_group(one[2]): int(one[1]) for one in found if one is not None}
    known = all(kind in KINDS for one in found if one is not None for kind in one[2].split("/"))
    if len(need) < len(found) or not known or not all(need.values()):
        raise DataError(t("{path}: write needs as 2 plains, 1 mill/fort, or none", path=path))
    return need


def _group(words: str) -> str:
    """The group of the data that stands for the same kinds; otherwise the kinds themselves."""
    kinds = set(words.split("/"))
    return next((name for name, group in facts.GROUPS.items() if set(group.of) == kinds), words)


def replaced(text: str, path: str, own: str) -> tuple[str, ...]:
    """The kinds of terrain and developments that a development replaces. Raises DataError with the path."""
    kinds = tuple(one.strip() for one in text.lower().split(","))
    if not all(kind in KINDS[1:] and kind != own for kind in kinds):
        raise DataError(t("{path}: write terrain or other developments, as in mill, plains", path=path))
    return kinds


def yes(text: str, path: str) -> bool:
    """True for `yes`, False for `no`. Raises DataError with the path."""
    if text.strip().lower() not in ("yes", "no"):
        raise DataError(t("{path}: write yes or no", path=path))
    return text.strip().lower() == "yes"
