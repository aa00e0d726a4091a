"""Owner values: what players type in from their own printed game, in place of the values we supply.

A game's `ValueSheet` holds its supplied ("house") values as nested tables of whole numbers and short texts. What an
owner changes is kept flat, `units/blue/1/attack` -> 4, so that it can be compared, shown and stored. A match stores its
own copy when it begins; a later edit never changes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec
import tomli_w
from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t

Value = int | str
Overrides = dict[str, Value]
MOST = 999
Facts = TypeVar("Facts")


class ValueSheet(Struct, Generic[Facts], frozen=True):
    """The values of a game that an owner may change. `house` is the whole sheet as supplied; `build` turns a whole
    sheet and the paths an owner changed into the game's facts.

    `build` raises DataError naming the path.
    """

    house: dict[str, Any]
    build: Callable[[dict[str, Any], tuple[str, ...]], Facts]
    titles: dict[str, str] = {}
    """What groups, entries and fields are called where their own words in the path will not do."""
    notes: dict[str, str] = {}
    """How the values of a group are typed in, where that is not plain from the house values."""
    told: Callable[[str, Value], str] | None = None
    """Takes a path and a typed value and returns what it says in plain words, where the value itself does not ("")."""
    words: dict[str, tuple[tuple[str, str], ...]] = {}
    """For groups whose values are written in words of the game's own: what may be typed, and what it means."""

    def leaves(self) -> Overrides:
        """Every supplied value by its path."""
        return flat(self.house)

    def checked(self, given: Overrides) -> Overrides:
        """Only those given values that differ from the supplied ones. Raises DataError naming path and reason."""
        house = self.leaves()
        changed: Overrides = {}
        for path, value in given.items():
            if path not in house:
                raise DataError(t("{path}: there is no such value", path=path))
            fitted = _fit(path, value, house[path])
            if fitted != house[path]:
                changed[path] = fitted
        self.facts(changed)
        return changed

    def facts(self, overrides: Overrides) -> Facts:
        """A game's facts with an owner's values in place. Raises DataError naming the path."""
        return self.build(self.merged(overrides), tuple(overrides))

    def merged(self, overrides: Overrides) -> dict[str, Any]:
        """The whole sheet with an owner's values in it."""
        return nested({**self.leaves(), **overrides})

    def from_toml(self, text: str) -> Overrides:
        """The owner values in the text of a TOML file. Raises DataError with line, path or reason."""
        try:
            return self.checked(flat(tomllib.loads(text)))
        except tomllib.TOMLDecodeError as error:
            raise DataError(f"The file is no TOML: {error}") from error


def facts_of(values: ValueSheet[Facts]) -> Callable[[Overrides], Facts]:
    """A cached function from owner values to a game's facts."""
    house = values.facts({})

    @lru_cache(maxsize=64)
    def read(owner: bytes) -> Facts:
        return values.facts(msgspec.json.decode(owner))

    return lambda owner: read(msgspec.json.encode(owner)) if owner else house


def to_toml(overrides: Overrides) -> str:
    """Owner values as the text of a TOML file, with a table for each thing they belong to."""
    head = "# Owner values: what differs from the house values.\n"
    return head + tomli_w.dumps({"provenance": "owner", **nested(dict(sorted(overrides.items())))})


def flat(tree: dict[str, Any], before: str = "") -> Overrides:
    """A nested table as path -> value. Raises DataError for anything but tables, whole numbers and texts."""
    found: Overrides = {}
    for name, value in tree.items():
        path = f"{before}/{name}" if before else name
        if isinstance(value, dict):
            found.update(flat(value, path))
        elif isinstance(value, int | str) and not isinstance(value, bool):
            if path != "provenance":
                found[path] = value
        else:
            raise DataError(f"{path}: a whole number or a text is needed")
    return found


def nested(values: Overrides) -> dict[str, Any]:
    """Paths and values as nested tables: the reverse of `flat`."""
    tree: dict[str, Any] = {}
    for path, value in values.items():
        *parents, name = path.split("/")
        table = tree
        for parent in parents:
            table = table.setdefault(parent, {})
        table[name] = value
    return tree


def _fit(path: str, value: Value, house: Value) -> Value:
    if isinstance(house, str):
        return str(value).strip()
    try:
        number = int(value)
    except ValueError:
        raise DataError(t("{path}: give a whole number", path=path)) from None
    if not 0 <= number <= MOST:
        raise DataError(t("{path}: give a number from 0 to {most}", path=path, most=MOST))
    return number
