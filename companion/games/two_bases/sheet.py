"""The values that an owner of the game may type in: what the rules document leaves open and our own values fill.

Turns our values in `data/*.toml` into the plain sheet that people see, and a sheet (our values with an owner's in
place) into the facts that rules, odds and kit use. What the document itself gives cannot be changed: 14 cards of each
kind of piece, 62 terrain tiles, the number of each development.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.values import ValueSheet, facts_of
from companion.engine.running.save import State
from companion.games.two_bases import facts
from companion.games.two_bases.facts import Card, Development, HighGround, PieceFacts
from companion.games.two_bases.sheet_words import checked, needs_of, needs_text, replaced, within, yes

TITLES = {
    "pieces": "Pieces",
    "high_ground": "High ground",
    "developments": "Developments",
    "tiles": "Terrain tiles",
    "kit": "Kit",
}
LEAST_OF_KIT = {"damage_counters": 3, "point_track_to": 10}
MOST_OF_KIT = {"point_track_to": 90}


class Sheet(Struct, frozen=True):
    """All facts that an owner may replace; `changed` are the paths of the replaced ones."""

    pieces: dict[str, PieceFacts]
    developments: dict[str, Development]
    high_ground: dict[str, HighGround]
    tiles: dict[str, int]
    kit: dict[str, int]
    cards: dict[str, Card]
    changed: tuple[str, ...] = ()

    def card(self, kind: str, level: int) -> PieceFacts | None:
        """The card of a kind and level, or None."""
        known = facts.LEVELS.get((kind, level))
        return self.pieces[known.id] if known is not None else None

    def provenance(self, *paths: str) -> str:
        """`owner` if a value below one of these paths was changed, else `house`."""
        changed = any(one.startswith(f"{path}/") for one in self.changed for path in paths)
        return "owner" if changed else "house"


# ---- from the house values to the sheet


def house() -> dict[str, Any]:
    """Our own values as plain nested tables."""
    return {
        "pieces": {
            kind: {str(card.level): _piece_values(card) for card in facts.PIECES.values() if card.kind == kind}
            for kind in dict.fromkeys(card.kind for card in facts.PIECES.values())
        },
        "high_ground": {
            kind: {
                str(level): {"attack_plus": plus, "damage_taken_minus": minus}
                for level, (plus, minus) in enumerate(zip(high.attack_plus, high.damage_taken_minus, strict=True), 1)
            }
            for kind, high in facts.HIGH_GROUND.items()
            if high.ground or high.if_enemy_has_none
        },
        "developments": {card.id: _development_values(card) for card in facts.DEVELOPMENTS.values()},
        "tiles": dict(facts.TILES),
        "kit": dict(facts.KIT),
    }


def _piece_values(card: PieceFacts) -> dict[str, Any]:
    price = {"recruit": card.cost} if card.level == 1 else {"promote": card.promote}
    values: dict[str, Any] = {"attack": card.attack, "health": card.health, **price, "disband": card.disband}
    values["needs"] = needs_text(card.need)
    if card.level > 1:
        values["promote_at_once"] = "no" if card.not_in_turn_of_creation else "yes"
    return values if card.kind == facts.ENGINE else {**values, "cards": card.count}


def _development_values(card: Development) -> dict[str, Any]:
    values: dict[str, Any] = {"cost": card.cost, "extra_points": card.extra_ap, "defence": card.defend_plus}
    values["needs"] = needs_text(card.need)
    by_document = any(kind in facts.TILES for kind in card.replaces) and len(card.replaces) == 1
    return values if by_document else {**values, "replaces": ", ".join(card.replaces)}


# ---- from the sheet to facts


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> Sheet:
    """The facts of a whole sheet. Raises DataError with the path of what does not fit."""
    pieces = {card.id: _piece(card, sheet["pieces"][card.kind][str(card.level)]) for card in facts.PIECES.values()}
    built = {card.id: _development(card, sheet["developments"][card.id]) for card in facts.DEVELOPMENTS.values()}
    for kind in facts.HIGH_GROUND:
        house_cards = sum(card.count for card in facts.PIECES.values() if card.kind == kind)
        cards = sum(card.count for card in pieces.values() if card.kind == kind)
        _as_many(f"pieces/{kind}", cards, house_cards, t("cards"))
    for kind, n in sheet["tiles"].items():
        within(f"tiles/{kind}", n, 1)
    _as_many("tiles", sum(sheet["tiles"].values()), sum(facts.TILES.values()), t("tiles"))
    for name, n in sheet["kit"].items():
        within(f"kit/{name}", n, LEAST_OF_KIT.get(name, 1), MOST_OF_KIT.get(name, 200))
    high_ground = {kind: _high_ground(kind, high, sheet) for kind, high in facts.HIGH_GROUND.items()}
    return Sheet(pieces, built, high_ground, sheet["tiles"], sheet["kit"], {**pieces, **built}, changed)


def _as_many(path: str, found: int, wanted: int, what: Any) -> None:
    """Numbers the document gives as a sum must keep it."""
    if found != wanted:
        words = "{path}: the document gives {wanted} {what} together; these are {found}"
        raise DataError(t(words, path=path, wanted=wanted, what=what, found=found))


def _piece(card: PieceFacts, values: dict[str, Any]) -> PieceFacts:
    path = f"pieces/{card.kind}/{card.level}"
    checked(path, values)
    return msgspec.structs.replace(
        card, attack=values["attack"], health=values["health"], disband=values["disband"],
        cost=values.get("recruit", 0), promote=values.get("promote", 0),
        count=within(f"{path}/cards", values.get("cards", card.count), 1),
        need=needs_of(values["needs"], f"{path}/needs"),
        not_in_turn_of_creation=not yes(values.get("promote_at_once", "yes"), f"{path}/promote_at_once"),
    )  # fmt: skip


def _development(card: Development, values: dict[str, Any]) -> Development:
    path = f"developments/{card.id}"
    checked(path, values)
    replaces = replaced(values["replaces"], f"{path}/replaces", card.id) if "replaces" in values else card.replaces
    need = needs_of(values["needs"], f"{path}/needs")
    return msgspec.structs.replace(
        card, cost=values["cost"], extra_ap=values["extra_points"], defend_plus=values["defence"], need=need,
        replaces=replaces,
    )  # fmt: skip


def _high_ground(kind: str, high: HighGround, sheet: dict[str, Any]) -> HighGround:
    """When a kind has high ground is the document's; what it does is the owner's."""
    levels = sheet["high_ground"].get(kind)
    if levels is None:
        return high
    for level, values in levels.items():
        checked(f"high_ground/{kind}/{level}", values)
    rows = [levels[level] for level in sorted(levels)]
    return msgspec.structs.replace(
        high,
        attack_plus=tuple(row["attack_plus"] for row in rows),
        damage_taken_minus=tuple(row["damage_taken_minus"] for row in rows),
    )


VALUES = ValueSheet(house(), build, TITLES)
sheet_of = facts_of(VALUES)
"""The facts of a match with these owner values."""
HOUSE_SHEET = sheet_of({})


def sheet(state: State) -> Sheet:
    """The facts of a match, which keeps its own copy of the owner's values."""
    return sheet_of(state.owner)
