"""Facts of the game: tiles, pieces, developments, prices. Read once from `data/*.toml`, each with its source."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.data import read_reasons, read_rows, read_rulings, read_toml, shape
from companion.engine.game.record import LedgerRow

PACKAGE = "companion.games.two_bases"
SEATS = ("blue", "orange")
"""Blue sits before rows 1 to 4, Orange before rows 5 to 8."""
TITLES = {"blue": "Blue", "orange": "Orange"}
ENGINE = "siege_engine"
"""The kind of piece that may share a space."""


class PieceFacts(Struct, frozen=True):
    """A small card. Level 1 and Siege Engines are recruited; higher levels come by promotion."""

    id: str
    name: str
    kind: str
    level: int
    count: int
    attack: int
    health: int
    disband: int
    need: dict[str, int]
    cost: int = 0
    """Action points to recruit it; 0 for cards that come by promotion only."""
    promote: int = 0
    not_in_turn_of_creation: bool = False


class Development(Struct, frozen=True):
    """A large card: its cost and needs, what it may replace, and what it gives."""

    id: str
    name: str
    count: int
    cost: int
    replaces: tuple[str, ...]
    extra_ap: int = 0
    defend_plus: int = 0
    need: dict[str, int] = {}


Card = PieceFacts | Development


class Group(Struct, frozen=True):
    """The terrain kinds or developments that a word in a need stands for."""

    name: str
    of: tuple[str, ...]


class Action(Struct, frozen=True):
    """A kind of action in the Action Step; `price` in action points where it is the same for all its choices."""

    name: str
    look: str = "map"
    price: int = 0


class HighGround(Struct, frozen=True):
    """When a kind of piece has high ground, and what this does for it, by level."""

    ground: str = ""
    if_enemy_has_none: bool = False
    attack_plus: tuple[int, ...] = (0, 0, 0)
    damage_taken_minus: tuple[int, ...] = (0, 0, 0)


class LayingStep(Struct, frozen=True):
    """What hands do, by each player or `once` for the table."""

    title: str
    once: bool = False


class Laying(Struct, frozen=True):
    """What is asked before the first turn, and how the table lays its tiles, step by step."""

    title: str
    step: list[LayingStep]


def _read(name: str, table: str, kind: Any) -> Any:
    file = f"{name}.toml"
    return shape(read_toml(PACKAGE, file)[table], kind, f"{file}: {table}")


TILES: dict[str, int] = _read("tiles", "tiles", dict[str, int])
BOARD: dict[str, int] = _read("tiles", "board", dict[str, int])
NAMES: dict[str, str] = _read("tiles", "names", dict[str, str])
INCOME: dict[str, int] = _read("tiles", "income", dict[str, int])
ACTIONS: dict[str, Action] = _read("turn", "action", dict[str, Action])
AGAINST = read_reasons(PACKAGE)
ENDINGS = {how: one["title"] for how, one in _read("turn", "ending", dict[str, dict[str, str]]).items()}
PIECES = {one.id: one for one in _read("pieces", "piece", list[PieceFacts])}
HIGH_GROUND: dict[str, HighGround] = _read("pieces", "high_ground", dict[str, HighGround])
DEVELOPMENTS = {one.id: one for one in _read("developments", "development", list[Development])}
GROUPS: dict[str, Group] = _read("developments", "group", dict[str, Group])
TERRAIN = {"plains": "plains", "forest": "woods", "mountain": "crags", "base": "city"}
"""The ground of each kind of tile on a picture of the map."""
SYMBOLS = {
    "base": "castle", "village": "village", "mill": "windmill", "mine": "crystal", "town": "town", "fort": "tower",
    "city": "home_city", "stronghold": "keep", "citadel": "crown",
}  # fmt: skip
"""The symbols of what lies on a tile."""
KINDS = {
    "peasant": ("P", "peasant"), "soldier": ("S", "man_at_arms"), "hunter": ("H", "bowman"),
    "barbarian": ("B", "chieftain"), "siege_engine": ("E", "catapult"),
}  # fmt: skip
"""Letter and symbol of each kind of piece, as on its card."""
_LAYING: Laying = _read("turn", "laying", Laying)
TO_LAY = t(_LAYING.title)
_EACH = {
    "each": sum(TILES.values()) // len(SEATS), "rows": BOARD["rows"] // len(SEATS), "columns": BOARD["columns"],
    "small": sum(one.count for one in PIECES.values()), "large": sum(one.count for one in DEVELOPMENTS.values()),
}  # fmt: skip
LAYING = tuple((t(one.title, **_EACH), one.once) for one in _LAYING.step)
"""How the table lays its tiles: each step, and whether it is done once for the whole table."""
KIT: dict[str, int] = _read("kit", "kit", dict[str, int])
RULINGS = read_rulings(PACKAGE, "rulings.toml")
ROWS = tuple(LedgerRow(**row) for row in read_rows(PACKAGE, "rules.csv"))
RECRUITS = tuple(one.id for one in PIECES.values() if one.level == 1)
"""What can be recruited: the other pieces come by promotion only."""
CARDS: dict[str, Card] = {**PIECES, **DEVELOPMENTS}
LEVELS = {(one.kind, one.level): one for one in PIECES.values()}
"""Pieces by kind and level."""

for _card in CARDS.values():
    for _word in _card.need:
        if _word not in GROUPS:
            raise DataError(f"{_card.id}: need: there is no group {_word}")


@lru_cache(maxsize=256)
def group(word: str) -> Group:
    """The meaning of a word in a need: a group of the data, or kinds that an owner named, joined by `/`."""
    kinds = tuple(word.split("/"))
    return GROUPS.get(word) or Group(" or ".join(name_of(kind) for kind in kinds if kind != "terrain"), kinds)


def symbol_of(card: Card) -> str:
    """The symbol of a card: of the kind of piece, or of what lies on a tile."""
    return KINDS[card.kind][1] if isinstance(card, PieceFacts) else SYMBOLS[card.id]


def name_of(card: str) -> str:
    """The name of a piece, a development or a kind of terrain."""
    return CARDS[card].name if card in CARDS else NAMES[card]
