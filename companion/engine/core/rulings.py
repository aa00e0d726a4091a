"""Rulings: named choices that settle what a rulebook leaves open. A match stores its choices as values."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.engine.core.errors import DataError, Refused
from companion.engine.core.text import t


class Reading(Struct, frozen=True):
    """One way to read an ambiguous rule."""

    id: str
    text: str


class Ruling(Struct, frozen=True):
    """An ambiguity: its number, key, sections, the question in one line, and its readings (default first).

    `before` is the reading that releases played by before they knew this ruling, where it is not the default.
    """

    id: str
    key: str
    title: str
    sections: tuple[str, ...]
    readings: tuple[Reading, ...]
    tier: str = "basic"
    before: str = ""
    choice: bool = False
    """Whether it chooses which rules are played, rather than settling an unclear one. Pages show these first."""

    @property
    def earlier(self) -> str:
        """The reading for a match begun before this ruling existed, so that nothing changes in a running match."""
        return self.before or self.default

    @property
    def default(self) -> str:
        """The reading used unless the players choose another."""
        return self.readings[0].id


def defaults(rulings: Iterable[Ruling]) -> dict[str, str]:
    """Every ruling at its default, as stored in a new match."""
    return {ruling.key: ruling.default for ruling in rulings}


def settled(rulings: Iterable[Ruling], chosen: dict[str, str]) -> dict[str, str]:
    """The defaults with the players' choices in their place. Raises DataError for unknown keys or readings."""
    known = {ruling.key: ruling for ruling in rulings}
    for key, reading in chosen.items():
        if key not in known:
            raise DataError(f"rulings: there is no ruling {key}")
        ids = [one.id for one in known[key].readings]
        if reading not in ids:
            raise DataError(f"rulings.{key}: {reading} is none of {', '.join(ids)}")
    return {**defaults(known.values()), **chosen}


def check_settled(rulings: Iterable[Ruling], chosen: dict[str, str]) -> None:
    """Raises Refused when a ruling would have no known reading."""
    for ruling in rulings:
        reading = chosen.get(ruling.key, "")
        if reading not in [one.id for one in ruling.readings]:
            raise Refused("", t("{reading} is no reading of {key}.", reading=reading, key=ruling.key), "ruling")
