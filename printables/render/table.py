"""A kit for Tabletop Simulator: a saved-object file that puts everything on a table, beside the pictures it shows.

Pieces with many copies of one size are decks (a sheet of faces, a sheet of backs, the last place of each left free for
the hidden side); boards and single pieces are tiles with a picture on each side. Sizes are in the simulator's units.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

UNIT = 25.4
"""Millimetres of one unit on the table."""
CARD = 2.5
"""Units of the height of a card at scale 1."""
TILE = 2.0
"""Units of the longer side of a tile at scale 1."""
ROW, GAP = 30.0, 0.4
"""How wide (units) a row of things on the table gets, and the space between them."""
HERE = "FOLDER/"
"""Stands for the folder of the pictures until it is known."""


@dataclass(frozen=True)
class Pictured:
    """A sheet of `names` (one a copy) as the simulator needs it: pictures of fronts and backs, its grid, size in mm."""

    title: str
    names: tuple[str, ...]
    front: str
    back: str
    columns: int
    rows: int
    size: tuple[float, float]


def saved_object(title: str, sheets: Sequence[Pictured]) -> bytes:
    """The file: every sheet as a deck, single pictures as tiles, in rows on the table."""
    things = [_deck(number, sheet) if len(sheet.names) > 1 else _tile(sheet) for number, sheet in enumerate(sheets, 1)]
    for thing, (x, z) in zip(things, _places(sheets), strict=True):
        thing["Transform"] |= {"posX": round(x, 2), "posY": 1.5, "posZ": round(z, 2)}
    return json.dumps({"SaveName": title, "ObjectStates": things}, ensure_ascii=False, indent=1).encode()


def with_folder(data: bytes, address: str) -> bytes:
    """The file with the address of the folder where the pictures lie; it ends with a slash."""
    return data.replace(HERE.encode(), address.encode())


def _places(sheets: Sequence[Pictured]) -> Iterator[tuple[float, float]]:
    """Where things lie: in rows, each as deep as its deepest."""
    x = z = deepest = 0.0
    for sheet in sheets:
        wide, deep = (side / UNIT + GAP for side in sheet.size)
        if x and x + wide > ROW:
            x, z, deepest = 0.0, z - deepest, 0.0
        yield x + wide / 2 - ROW / 2, z - deep / 2
        x, deepest = x + wide, max(deepest, deep)


def _shape(name: str, title: str, scale: float) -> dict[str, Any]:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {"Name": name, "Nickname": title, "Transform": turned}


def _scale(sheet: Pictured) -> float:
    return round(sheet.size[1] / UNIT / CARD, 4)


def _deck(number: int, sheet: Pictured) -> dict[str, Any]:
    look: Mapping[str, Any] = {
        "FaceURL": HERE + sheet.front, "BackURL": HERE + (sheet.back or sheet.front), "NumWidth": sheet.columns,
        "NumHeight": sheet.rows, "BackIsHidden": True, "UniqueBack": bool(sheet.back), "Type": 0,
    }  # fmt: skip
    ids = [number * 100 + place for place in range(len(sheet.names))]
    scale, custom = _scale(sheet), {str(number): look}
    cards = [
        _shape("Card", name, scale) | {"CardID": id, "CustomDeck": custom}
        for id, name in zip(ids, sheet.names, strict=True)
    ]
    deck = {"DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards}
    return _shape("Deck", sheet.title, scale) | deck


def _tile(sheet: Pictured) -> dict[str, Any]:
    image = {
        "ImageURL": HERE + sheet.front, "ImageSecondaryURL": HERE + (sheet.back or sheet.front), "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True},
    }  # fmt: skip
    scale = round(max(sheet.size) / UNIT / TILE, 4)
    return _shape("Custom_Tile", sheet.names[0], scale) | {"CustomImage": image}
