"""The lists an owner of the game may type in from his printed ones: units, Archmagi, spells, artifacts.

Every entry is a few short texts and numbers, as it is printed: `Slay Giants +4, General`. Empty entries at the end of
each list are for what the house lists do not have.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from companion.engine.game.values import Overrides, ValueSheet
from companion.games.archmagi import facts

SPARE = 12
"""Empty entries in each list."""
LISTED = ("abilities", "descriptors", "effects", "summons")
"""What is a list in the data and a text with commas on the sheet."""
TITLES = {"units": "Units", "spells": "Spells", "artifacts": "Artifacts"}
EMPTY: dict[str, dict[str, Any]] = {
    "units": {"name": "", "terrain": "Plains", "count": 0, "brm": 0, "abilities": "", "descriptors": ""},
    "spells": {"name": "", "count": 0, "when": "before", "target": "own", "need": "", "effect": "BRM +1"},
    "artifacts": {"name": "", "count": 0, "type": "Wonder", "owner": "Hero", "effects": ""},
}


def house() -> dict[str, Any]:
    """The house lists as plain nested tables."""
    lists = {"units": facts.ENTRIES, "spells": facts.SPELLS, "artifacts": facts.ARTIFACTS}
    return {
        group: {one["id"]: _texts(one, EMPTY[group]) for one in entries}
        | {f"more_{n}": dict(EMPTY[group]) for n in range(1, SPARE + 1)}
        for group, entries in lists.items()
    }


def _texts(entry: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    return {name: ", ".join(entry[name]) if name in LISTED else entry[name] for name in fields}


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> facts.Lists:
    """The lists of a whole sheet. Raises DataError naming the entry."""
    groups = (
        [_entry(name, one, ALSO.get((group, name), {})) for name, one in sheet[group].items()] for group in TITLES
    )
    return facts.make_lists(*groups)


ALSO: dict[tuple[str, str], dict[str, Any]] = {
    (group, one["id"]): {name: one[name] for name in ("also", "summons", "high") if name in one}
    for group, entries in (("units", facts.ENTRIES), ("spells", facts.SPELLS))
    for one in entries
}
"""What entries have beside what an owner types in."""


def _entry(name: str, given: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    listed = {key: [w for w in (x.strip() for x in given[key].split(",")) if w] for key in LISTED if key in given}
    return {"id": name, **more, **given, **listed}


VALUES = ValueSheet(house(), build, TITLES)


@lru_cache(maxsize=64)
def _lists(text: bytes) -> facts.Lists:
    overrides: Overrides = msgspec.json.decode(text)
    return build(VALUES.merged(overrides))


def lists_of(owner: Overrides) -> facts.Lists:
    """The lists of a match with these owner values."""
    return _lists(msgspec.json.encode(owner)) if owner else facts.HOUSE
