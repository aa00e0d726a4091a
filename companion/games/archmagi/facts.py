"""Facts of the game: units, spells, artifacts, terrain, numbers. Read once from `data/*.toml`, with their sources.

A line of a unit list is made of words: `Slay Giants +4`, `Very Swift`. Here they become abilities with values, and the
types of a unit. The same is done with what an owner types in from the printed lists (`sheet`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.data import read_rows, read_rulings, read_toml, shape
from companion.engine.game.record import LedgerRow

PACKAGE = "companion.games.archmagi"
SEATS = ("red", "blue", "green", "yellow", "purple", "white")
PLAYERS = (2, 3, 4, 5, 6)
TITLES = {seat: seat.title() for seat in SEATS}
ARCHMAGI = "archmagi"
"""What stands for a terrain on the Archmagi chits."""
WORD = re.compile(r"^(?P<words>.*?)\s*(?P<value>[+-]?\d+)?$")


class Terms(Struct, frozen=True):
    """The vocabulary of the lists: spellings, what a word implies, what is the default, which words exist."""

    spelling: dict[str, str]
    implies: dict[str, list[str]]
    instead: dict[str, list[str]]
    moves: dict[str, int]
    ability: dict[str, str]
    gear: dict[str, str]
    effect: dict[str, str]
    descriptor: dict[str, list[str]]


TERMS = shape({k: v for k, v in read_toml(PACKAGE, "terms.toml").items() if k != "provenance"}, Terms, "terms.toml")
KNOWN = {*TERMS.ability, *TERMS.gear, *TERMS.descriptor["words"]}
ALWAYS = ("male", "neutral", "slow", "living")
"""What every unit is unless something else is said (row 023)."""


class Chit(Struct, frozen=True):
    """A unit chit: where it is deployed, its BRM (battle roll modifier), its abilities with their values, and its
    types.

    `types` holds all that its words imply, `printed` only what its entry says and the defaults.
    """

    id: str
    name: str
    terrain: str
    count: int
    brm: int
    abilities: dict[str, int]
    types: dict[str, None]
    printed: dict[str, None]
    entry: tuple[str, ...] = ()
    """The words as printed."""


class Spell(Struct, frozen=True):
    """A spell chit: when and on what it is cast, what the target must be, and its effect with a value."""

    id: str
    name: str
    count: int
    when: str
    target: str
    need: tuple[str, ...]
    effect: str
    value: int
    high: bool = False
    summons: tuple[str, ...] = ()
    words: str = ""


class Artifact(Struct, frozen=True):
    """An artifact chit: weapon, armor or wonder, who may own it, and what it gives its owner."""

    id: str
    name: str
    count: int
    type: str
    owner: str
    abilities: dict[str, int]
    entry: tuple[str, ...] = ()


class Terrain(Struct, frozen=True):
    """A row of the terrain chart; the id stays the same when an owner's chart calls the row something else."""

    roll: int
    id: str
    name: str
    also: str
    water: bool

    @property
    def word(self) -> str:
        """Its name as used in unit lists and rules."""
        return terrain_word(self.name)


def moves_of(has: Callable[[str], bool]) -> int:
    """How many hex borders a unit may cross in a turn: Slow 1, Swift 2, Very Swift 3; the best it has counts."""
    return max(n for word, n in TERMS.moves.items() if word == "slow" or has(word))


# ---- reading words


def plain(word: str) -> str:
    """A word of the lists in the spelling of the terms: `Slay Giants` is `slay giant`."""
    return " ".join(TERMS.spelling.get(part, part) for part in word.lower().split())


def terrain_word(name: str) -> str:
    """The name of a terrain in the spelling of the data: `Fairy Ring` is `fairy_ring`."""
    return plain(name).replace(" ", "_")


def read_word(text: str, path: str) -> tuple[str, int]:
    """A word and its number: `Archers +1` is (archer, 1); 0 where there is no number. Raises DataError with the
    path.
    """
    found = WORD.match(text.strip())
    assert found is not None
    word = plain(found["words"])
    if word not in KNOWN and word.split(" ", 1)[0] not in ("slay", "immune"):
        raise DataError(t("{path}: there is no ability or descriptor {word}", path=path, word=text))
    return word, int(found["value"] or 0)


def closure(words: Iterable[str]) -> dict[str, None]:
    """The words with everything they imply, and the defaults they do not replace, as the keys of an ordered dict."""
    found = dict.fromkeys(words)
    todo = list(found)
    while todo:
        for word in TERMS.implies.get(todo.pop(), ()):
            if word not in found and not any(other in found for other in TERMS.instead.get(word, ())):
                found[word] = None
                todo.append(word)
    return found | _defaults(found)


def _defaults(words: dict[str, None]) -> dict[str, None]:
    return {word: None for word in ALWAYS if not any(other in words for other in TERMS.instead[word])}


def make_chit(raw: dict[str, Any], also: Iterable[str] = ()) -> Chit:
    """A unit from its entry. Raises DataError naming the unit."""
    path = f"units/{raw['id']}"
    entry = (*raw["abilities"], *raw["descriptors"])
    abilities = dict(read_word(word, path) for word in (*entry, *also))
    types = closure(abilities)
    return Chit(
        raw["id"], raw["name"], terrain_word(raw["terrain"]), raw["count"], raw["brm"],
        {**dict.fromkeys(types, 0), **abilities}, types, dict.fromkeys(abilities) | _defaults(dict.fromkeys(abilities)),
        entry,
    )  # fmt: skip


def make_spell(raw: dict[str, Any]) -> Spell:
    """A spell from its entry. Raises DataError naming the spell."""
    found = WORD.match(raw["effect"].strip())
    assert found is not None
    if found["words"].lower() not in EFFECTS:
        raise DataError(t("{path}: there is no effect {word}", path=f"spells/{raw['id']}", word=raw["effect"]))
    need = tuple(plain(word) for word in raw["need"].split(" or ") if word)
    return Spell(
        raw["id"], raw["name"], raw["count"], raw["when"], raw["target"], need, found["words"].lower(),
        int(found["value"] or 0), raw.get("high", False), tuple(raw.get("summons", ())), raw["effect"],
    )  # fmt: skip


def make_artifact(raw: dict[str, Any]) -> Artifact:
    """An artifact from its entry. Raises DataError naming the artifact."""
    abilities = dict(read_word(word, f"artifacts/{raw['id']}") for word in raw["effects"])
    return Artifact(raw["id"], raw["name"], raw["count"], raw["type"].lower(), raw["owner"].lower(), abilities,
                    tuple(raw["effects"]))  # fmt: skip


EFFECTS = (
    "brm", "haste", "destroy", "replace", "paralyze", "survive", "reroll", "no archers", "look", "gate", "summon",
    "counter", "water", "return",
)  # fmt: skip
"""What spells can do."""


# ---- all facts


def raw(file: str, table: str) -> list[dict[str, Any]]:
    """The entries of a data file."""
    found: list[dict[str, Any]] = read_toml(PACKAGE, f"{file}.toml")[table]
    return found


ENTRIES = [*raw("units", "unit"), *raw("house_units", "unit"), *raw("archmagi", "unit")]
SPELLS, ARTIFACTS = raw("spells", "spell"), raw("artifacts", "artifact")
SETUP = read_toml(PACKAGE, "setup.toml")
LIMITS: dict[str, int] = SETUP["limits"]
CHART = raw("terrain", "terrain")
TERRAIN = tuple(one["id"] for one in CHART)
"""The rows of the terrain chart."""
ROWS = tuple(LedgerRow(**row) for row in read_rows(PACKAGE, "rules.csv"))


def land_and_sea(players: str) -> tuple[int, int]:
    """How many land and sea hexes the map for so many players has; its rim is sea."""
    high, wide = SETUP["map"][players]
    land = (high - 2) * (wide - 2)
    return land, high * wide - land


def laid_out(count: int, *, water: bool) -> list[str]:
    """The terrains of the land or sea hexes of the known map, in the order of its hexes."""
    terrains = SETUP["laid_out"]["sea" if water else "land"]
    return [terrains[n % len(terrains)] for n in range(count)]


RULINGS = read_rulings(PACKAGE, "rulings.toml")


class Lists(Struct, frozen=True):
    """The lists of a match: chits by id, spells, artifacts. Summoned units are chits with count 0."""

    chits: dict[str, Chit]
    as_printed: dict[str, Chit]
    """Chits that differ when only their printed entry counts (A09)."""
    spells: dict[str, Spell]
    artifacts: dict[str, Artifact]
    terrain: dict[str, Terrain]

    def rows(self, *, water: bool) -> list[str]:
        """The rows of the terrain chart for the sea, or for land, in the order of the die."""
        return [one.id for one in self.terrain.values() if one.water == water]

    def total(self, pile: str) -> dict[str, int]:
        """How many chits of each kind a pile (unit, archmagi, spell or artifact) has in all."""
        kinds: Any = {"spell": self.spells, "artifact": self.artifacts}.get(pile, self.chits)
        archmagi = pile == ARCHMAGI
        return {
            one.id: one.count
            for one in kinds.values()
            if one.count and (not isinstance(one, Chit) or (one.terrain == ARCHMAGI) == archmagi)
        }


def make_chart(rows: list[dict[str, Any]]) -> dict[str, Terrain]:
    """The terrain chart by row id. Raises DataError where a row has no name, or land and water rows are not both
    there in this order.
    """
    chart = {one["id"]: Terrain(n, one["id"], one["name"], one["also"], one["water"]) for n, one in enumerate(rows, 1)}
    for row in chart.values():
        if not row.name:
            raise DataError(t("{path}: a terrain needs a name", path=f"terrain/{row.id}/name"))
    sorts = [row.water for row in chart.values()]
    if sorts != sorted(sorts) or len(set(sorts)) < 2:
        raise DataError(t("terrain: rows of land come first, then rows of water, and there is one of each"))
    return chart


def make_lists(
    entries: list[dict[str, Any]], spells: list[dict[str, Any]], artifacts: list[dict[str, Any]],
    chart: list[dict[str, Any]],
) -> Lists:  # fmt: skip
    """The lists from their entries; entries without a name are left out. Raises DataError naming the entry."""
    cast = {one.id: one for one in (make_spell(raw) for raw in spells if raw["name"])}
    chits = {raw["id"]: make_chit(raw, raw.get("also", ())) for raw in entries if raw["name"]}
    for spell in cast.values():
        if spell.effect == "summon":
            summoned = {"id": spell.id, "name": spell.name.removeprefix("Call "), "terrain": "", "count": 0,
                        "brm": spell.value, "abilities": (), "descriptors": spell.summons}  # fmt: skip
            chits[spell.id] = make_chit(summoned)
    printed = {raw["id"]: make_chit(raw) for raw in entries if raw.get("also")}
    gear = {one["id"]: make_artifact(one) for one in artifacts if one["name"]}
    return Lists(chits, printed, cast, gear, make_chart(chart))


HOUSE = make_lists(ENTRIES, SPELLS, ARTIFACTS, CHART)
CHAPTERS: dict[str, str] = SETUP["chapters"]
"""What pages call the numbered segments of a battle."""
