"""The lists that an owner of the game may type in: units, Archmagi, spells, artifacts, terrain.

Every entry is a few short texts and numbers, as printed: `Slay Giants +4, General`. Empty entries at the end of each
list are for what our own lists do not have. The terrain chart has as many rows as the die has sides.
"""

from __future__ import annotations

from typing import Any

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.values import ValueSheet, facts_of
from companion.games.archmagi import facts

SPARE = 12
"""Empty entries in each list."""
LISTED = ("abilities", "descriptors", "effects", "summons")
"""What is a list in the data and a text with commas on the sheet."""
GROUPS = ("units", "spells", "artifacts", "terrain")
FIELDS = {"brm": "BRM", "also": "Also used for", "sort": "Land or water", "need": "Works on", "owner": "Who may own it"}
"""What fields are called whose own word does not say it."""
EMPTY: dict[str, dict[str, Any]] = {
    "units": {"name": "", "terrain": "Plains", "count": 0, "brm": 0, "abilities": "", "descriptors": ""},
    "spells": {"name": "", "count": 0, "when": "before", "target": "own", "need": "", "effect": "BRM +1"},
    "artifacts": {"name": "", "count": 0, "type": "Wonder", "owner": "Hero", "effects": ""},
    "terrain": {"name": "", "also": "", "sort": "land"},
}
NONE = ("", "-")
"""What stands for no word: an empty field on the page means the house value."""
SORTS = ("land", "water")
"""What a row of the terrain chart is."""
FULL = ("terrain",)
"""Lists that have no empty entries."""


def house() -> dict[str, Any]:
    """Our own lists as plain nested tables."""
    chart = [{**one, "sort": SORTS[one["water"]]} for one in facts.CHART]
    lists = {"units": facts.ENTRIES, "spells": facts.SPELLS, "artifacts": facts.ARTIFACTS, "terrain": chart}
    return {
        group: {one["id"]: _texts(one, EMPTY[group]) for one in entries}
        | {f"more_{n}": dict(EMPTY[group]) for n in range(1, SPARE + 1) if group not in FULL}
        for group, entries in lists.items()
    }


def _texts(entry: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    return {name: ", ".join(entry[name]) if name in LISTED else entry[name] for name in fields}


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> facts.Lists:
    """The lists of a whole sheet. Raises DataError naming the entry. The lists do not depend on `changed`."""
    groups = (
        [_entry(name, one, ALSO.get((group, name), {})) for name, one in sheet[group].items()] for group in GROUPS
    )
    return facts.make_lists(*groups)


ALSO: dict[tuple[str, str], dict[str, Any]] = {
    (group, one["id"]): {name: one[name] for name in ("also", "summons", "high") if name in one}
    for group, entries in (("units", facts.ENTRIES), ("spells", facts.SPELLS))
    for one in entries
}
"""What entries have beside what an owner types in."""


def _entry(name: str, given: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    listed = {key: _words(given[key]) for key in LISTED if key in given}
    if "sort" in given:
        more = {"water": _is_water(f"terrain/{name}/sort", given["sort"])}
    return {"id": name, **more, **given, **listed}


def _words(text: str) -> list[str]:
    return [word for word in (part.strip() for part in text.split(",")) if word not in NONE]


def _is_water(path: str, sort: str) -> bool:
    if sort.lower() not in SORTS:
        raise DataError(t("{path}: land or water", path=path))
    return sort.lower() == SORTS[1]


NAMES = {one["id"]: one["name"] for entries in (facts.ENTRIES, facts.SPELLS, facts.ARTIFACTS) for one in entries}
VALUES = ValueSheet(house(), build, {**NAMES, **FIELDS})
lists_of = facts_of(VALUES)
"""The lists of a match with these owner values."""
