"""What an owner of the game may type in: units, abilities, heroes, buildings, missions, territories.

The effect of an ability or a skill is code; an owner may change its price, strength and words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.values import Overrides, ValueSheet
from companion.games.multiverse_war.world import facts

FIELDS = {
    "units": ("name", "cost", "ap", "range", "health", "trumps", "train", "attributes"),
    "abilities": ("name", "ap", "strength", "text"),
    "heroes": ("name", "track_max", "attributes", "range"),
    "buildings": ("name", "cost", "revenue", "health", "repair", "spacing", "vp", "trains"),
    "missions": ("name", "vp", "text"),
    "territories": ("name", "rows"),
}
TITLES = {"units": "Units", "abilities": "Abilities and skills", "heroes": "Heroes", "buildings": "Buildings",
          "missions": "Missions", "territories": "Territories"}  # fmt: skip
CALLED = {"ap": "Action points", "train": "Trained in", "trumps": "Strikes first against", "cost": "Gold",
          "vp": "Victory points by age", "trains": "What it trains"}  # fmt: skip
"""What fields are called."""
LISTED = ("trumps", "train", "attributes", "trains", "rows", "vp")
"""What is a list in the data and a text with commas on the sheet."""
SORTS = {one.sort for one in facts.HOUSE.units.values()}
WORDS = {
    "trumps": SORTS, "trains": SORTS, "train": set(facts.HOUSE.buildings),
    "attributes": {word for one in facts.RAW["units"] for word in one["attributes"]}
    | {"hard_hitter", "heavy_armor", "highly_agile", "indirect_fire", "defensive_set_up", "cannot_fight"},
}  # fmt: skip
DEFAULTS = {"health": 2, "strength": 0}


def _raw() -> dict[str, list[dict[str, Any]]]:
    """The entries, skills of heroes beside the abilities."""
    skills = [skill for hero in facts.RAW["heroes"] for skill in hero["skill"]]
    return {**facts.RAW, "abilities": [*facts.RAW["abilities"], *skills]}


def house() -> dict[str, Any]:
    """The supplied values as plain nested tables."""
    return {group: {one["id"]: {name: _text(one, name) for name in FIELDS[group]} for one in found}
            for group, found in _raw().items()}  # fmt: skip


def _text(entry: dict[str, Any], name: str) -> Any:
    value = entry.get(name, DEFAULTS.get(name))
    return ", ".join(str(one) for one in value) if isinstance(value, list) else value


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> facts.Book:
    """The book of a whole sheet. Raises DataError naming the path. It does not depend on `changed`."""
    groups = {group: [{**one, **_read(f"{group}/{one['id']}", sheet[group][one["id"]])} for one in found]
              for group, found in _raw().items()}  # fmt: skip
    typed = {one["id"]: one for one in groups["abilities"]}
    heroes = [{**hero, "skill": [typed[skill["id"]] for skill in hero["skill"]]} for hero in groups["heroes"]]
    abilities = [typed[one["id"]] for one in facts.RAW["abilities"]]
    return facts.make_book({**groups, "abilities": abilities, "heroes": heroes})


def _read(path: str, given: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for name, value in given.items():
        found[name] = _list(f"{path}/{name}", name, value) if name in LISTED and isinstance(value, str) else value
    return found


def _list(path: str, name: str, text: str) -> list[Any]:
    """`melee, anticav` as a list of words it knows; rows of a territory; victory points as three numbers."""
    words = [word for word in (part.strip() for part in text.split(",")) if word]
    if name == "vp":
        if len(words) != len(facts.AGES) or not all(word.isdigit() for word in words):
            raise DataError(t("{path}: three numbers with commas", path=path))
        return [int(word) for word in words]
    if name == "rows":
        letters = facts.NUMBERS["ground"]["letters"]
        if [len(row) for row in words] != [3, 4, 5, 4, 3] or any(
            letter not in letters for row in words for letter in row
        ):
            raise DataError(t("{path}: five rows of 3, 4, 5, 4 and 3 letters of G, F, H, M and W", path=path))
        return words
    unknown = [word for word in words if word not in WORDS[name]]
    if unknown:
        raise DataError(t("{path}: there is no {word}", path=path, word=unknown[0]))
    return words


VALUES = ValueSheet(house(), build, {**TITLES, **CALLED})


@lru_cache(maxsize=64)
def _book(text: bytes) -> facts.Book:
    overrides: Overrides = msgspec.json.decode(text)
    return build(VALUES.merged(overrides))


def book_of(owner: Overrides) -> facts.Book:
    """The book of a match with these owner values."""
    return _book(msgspec.json.encode(owner)) if owner else facts.HOUSE
