"""A kit for Tabletop Simulator: a saved-object file that puts everything on a table, beside the pictures it shows.

A table as players set it: what belongs to all in the middle, what belongs to a side in front of its seat, boards
nearest to the player, then decks and stacks. Sizes are in the simulator's units.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

UNIT = 25.4
"""Millimetres of one unit on the table."""
CARD = 2.5
"""Units of the height of a card at scale 1."""
TILE = 2.0
"""Units of the longer side of a tile at scale 1."""
WIDTHS = ((52.0, 24.0), (40.0, 50.0), (70.0, 38.0))
"""How wide (units) the middle and a seat may get: what leaves things largest is taken."""
GAP, AISLE = 0.4, 2.0
"""The space (units) between things and between places."""
REACH = (27.0, 17.0)
"""So far (units) from its middle things may lie on a table: the hands of players begin at about 30 and 20, where the
table ends.
"""
FACE_DOWN = 180.0
"""Degrees around the long axis."""
AT_RANDOM = 2
"""The order in which a bag gives what is in it."""
BOARD = 4.0
"""From so many units on a piece in a bag is a tile, not a card."""
DICE = {4: "Die_4", 6: "Die_6_Rounded", 8: "Die_8", 10: "Die_10", 12: "Die_12", 20: "Die_20"}
"""Sides of a die to what the simulator calls it."""
FLAT = {"Card", "Deck", "Custom_Tile"}
"""What keeps its thickness however small it is."""
DIE = 1.4
"""Units that a die takes."""
SHUFFLE = """-- Shuffles this pile once: when it comes onto a table for the first time.
local shuffled = false

function onLoad(state)
    shuffled = state == "shuffled"
    if not shuffled then
        shuffled = true
        Wait.condition(function() self.shuffle() end, function() return not self.spawning end)
    end
end

function onSave()
    return shuffled and "shuffled" or ""
end
"""
"""What a pile of secret pieces brings along; the simulator runs it when the pile is there, keeps what it returns."""
SAVED: Mapping[str, Any] = {
    "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "", "GameComplexity": "", "Tags": [], "Gravity": 0.5,
    "PlayArea": 0.5, "Table": "", "Sky": "", "Note": "", "TabStates": {}, "LuaScript": "", "LuaScriptState": "",
    "XmlUI": "",
}  # fmt: skip
"""The other fields of a saved object; it says nothing of table, sky and players."""
PLAIN: Mapping[str, Any] = {
    "GMNotes": "", "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "Locked": False, "Grid": True, "Snap": True,
    "IgnoreFoW": False, "Autoraise": True, "Sticky": True, "Tooltip": True,
}  # fmt: skip
"""What the simulator writes for every object, at its defaults; descriptions of the format require it."""
HERE = "FOLDER/"
"""Stands for the folder of the pictures until it is known."""
Kind = Literal["pile", "bag", "board"]


@dataclass(frozen=True)
class Pictured:
    """A sheet of cards as the simulator needs it: pictures of fronts and backs, its grid; its `number` is its own."""

    number: int
    front: str
    back: str
    columns: int
    rows: int

    @property
    def look(self) -> Mapping[str, Any]:
        """What the simulator asks for. Every card has its own place on the sheet of backs; what has no back shows its
        front on both sides.
        """
        return {
            "FaceURL": HERE + self.front, "BackURL": HERE + (self.back or self.front), "NumWidth": self.columns,
            "NumHeight": self.rows, "BackIsHidden": True, "UniqueBack": True, "Type": 0,
        }  # fmt: skip


@dataclass(frozen=True)
class One:
    """A copy of a piece: its name, and where its picture is."""

    name: str
    sheet: Pictured
    place: int


@dataclass(frozen=True)
class Thing:
    """What lies on the table as one: a pile of cards or counters, a bag of them to draw from, a board.

    `owner` is the id of its side ("" for all), `size` is in mm; `secret` things lie face down.
    """

    title: str
    note: str
    kind: Kind
    copies: tuple[One, ...]
    size: tuple[float, float]
    owner: str = ""
    secret: bool = False


@dataclass(frozen=True)
class Laid:
    """Things in rows: where each lies (middle, from the top left, in units), and the room they take."""

    things: tuple[tuple[Thing, float, float], ...]
    width: float
    depth: float


def saved_object(
    title: str, seats: Sequence[str], things: Sequence[Thing], dice: Sequence[tuple[int, int]] = ()
) -> bytes:
    """The file: the middle of the table, and the seats (ids) on its two long sides, the first at the near left.

    `dice` are (sides, how many); they lie beside the middle.
    """
    _, states = arranged(seats, things, dice)
    return json.dumps({"SaveName": title, **SAVED, "ObjectStates": states}, ensure_ascii=False, indent=1).encode()


def arranged(
    seats: Sequence[str], things: Sequence[Thing], dice: Sequence[tuple[int, int]]
) -> tuple[float, list[dict[str, Any]]]:
    """Everything in its place, and the scale at which it fits on a table: 1 for true size, less for large games."""
    tries = [_spread_out(seats, things, dice, *widths) for widths in WIDTHS]
    scale, states = max(tries, key=lambda one: one[0])
    for state in states:
        _scaled(state, scale)
    return scale, states


def _scaled(state: dict[str, Any], scale: float) -> None:
    """A thing and what is in it, nearer to the middle and smaller."""
    turned = state["Transform"]
    for name in ("posX", "posZ", "scaleX", "scaleZ"):
        if name in turned:
            turned[name] = round(turned[name] * scale, 4)
    if state["Name"] not in FLAT:
        turned["scaleY"] = round(turned["scaleY"] * scale, 4)
    for one in state.get("ContainedObjects", ()):
        _scaled(one, scale)


def _spread_out(
    seats: Sequence[str], things: Sequence[Thing], dice: Sequence[tuple[int, int]], widest: float, of_a_seat: float
) -> tuple[float, list[dict[str, Any]]]:
    """All at true size, with places of these widths, and the scale (1 at most) at which that is within reach."""
    middle = _laid((one for one in things if one.owner not in seats), widest)
    states = [_placed(one, x - middle.width / 2, middle.depth / 2 - y) for one, x, y in middle.things]
    rolled = _dice(dice, -middle.width / 2 - AISLE, middle.depth / 2)
    states += rolled
    half, far_z = (len(seats) + 1) // 2, middle.depth / 2
    far_x = max((DIE / 2 - one["Transform"]["posX"] for one in rolled), default=middle.width / 2)
    for near, group in ((True, seats[:half]), (False, seats[half:])):
        places = [_laid(_boards_first(one for one in things if one.owner == seat), of_a_seat) for seat in group]
        wide = sum(place.width + AISLE for place in places) - AISLE
        left = -wide / 2
        for place in places:
            edge = middle.depth / 2 + AISLE + place.depth
            for one, x, y in place.things:  # measured from the player: what comes first lies nearest
                across, away = left + x, edge - y
                states.append(_placed(one, across, -away) if near else _placed(one, -across, away, 0.0))
            left += place.width + AISLE
            far_z = max(far_z, edge)
        far_x = max(far_x, wide / 2)
    return min(1.0, REACH[0] / far_x, REACH[1] / far_z), states


def with_folder(data: bytes, address: str) -> bytes:
    """The file with the address of the folder where the pictures lie; it ends with a slash."""
    return data.replace(HERE.encode(), address.encode())


def _boards_first(things: Iterable[Thing]) -> list[Thing]:
    return sorted(things, key=lambda one: one.kind != "board")


def _laid(things: Iterable[Thing], width: float) -> Laid:
    """Things in rows of at most so many units, each row as deep as its deepest; boards in rows of their own."""
    out: list[tuple[Thing, float, float]] = []
    x = y = deepest = widest = 0.0
    for thing in things:
        wide, deep = _footprint(thing)
        first = not out or (out[-1][0].kind == "board") != (thing.kind == "board")
        if x and (x + wide > width or first):
            x, y, deepest = 0.0, y + deepest, 0.0
        out.append((thing, x + wide / 2, y + deep / 2))
        x, deepest = x + wide, max(deepest, deep)
        widest = max(widest, x)
    return Laid(tuple(out), widest, y + deepest)


BAG = 2.0
"""Units that a bag takes."""


def _footprint(thing: Thing) -> tuple[float, float]:
    if thing.kind == "bag":
        return (BAG + GAP, BAG + GAP)
    return (thing.size[0] / UNIT + GAP, thing.size[1] / UNIT + GAP)


def _placed(thing: Thing, x: float, z: float, turn: float = 180.0) -> dict[str, Any]:
    """A thing around (x, z) on the table; `turn` 180 faces the near side."""
    made = {"pile": _pile, "bag": _bag, "board": _board}[thing.kind](thing)
    made["Transform"] |= {"posX": round(x, 2), "posY": 1.5, "posZ": round(z, 2), "rotY": turn}
    if thing.secret and (thing.kind != "bag" or _is_board(thing)):
        for one in (made, *made.get("ContainedObjects", ())):
            one["Transform"]["rotZ"] = FACE_DOWN
    if thing.secret and thing.kind == "pile" and len(thing.copies) > 1:
        made |= {"LuaScript": SHUFFLE, "LuaScriptState": ""}
    return made | {"Nickname": thing.title, "Description": thing.note}


def _dice(dice: Sequence[tuple[int, int]], x: float, top: float) -> list[dict[str, Any]]:
    """Dice in columns of their kind, from the upper right corner (x, top) to the left and down."""
    out, high = list[dict[str, Any]](), max(1, int(2 * top / DIE))
    column = 0
    for sides, count in dice:
        for n in range(count):
            at = {"posX": round(x - (column + n // high) * DIE, 2), "posY": 1.5, "posZ": round(top - n % high * DIE, 2)}
            die = _shape(DICE[sides], f"D{sides}", 1.0)
            die["Transform"] |= at
            out.append(die | {"Description": f"D{sides} × {count}"})
        column += -(-count // high)
    return out


def _is_board(thing: Thing) -> bool:
    return max(thing.size) / UNIT >= BOARD


def _shape(name: str, title: str, scale: float) -> dict[str, Any]:
    at, turned = {"posX": 0.0, "posY": 0.0, "posZ": 0.0}, {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    size = {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {"Name": name, "Nickname": title, "Description": "", **PLAIN, "Transform": at | turned | size}


def _card(one: One, scale: float) -> dict[str, Any]:
    id, custom = one.sheet.number * 100 + one.place, {str(one.sheet.number): one.sheet.look}
    return _shape("Card", one.name, scale) | {"CardID": id, "CustomDeck": custom}


def _pile(thing: Thing) -> dict[str, Any]:
    scale = round(thing.size[1] / UNIT / CARD, 4)
    cards = [_card(one, scale) for one in thing.copies]
    if len(cards) == 1:
        return cards[0]
    sheets = {str(one.sheet.number): one.sheet.look for one in thing.copies}
    deck = {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": sheets, "ContainedObjects": cards}
    return _shape("Deck", thing.title, scale) | deck


def _bag(thing: Thing) -> dict[str, Any]:
    scale = round(thing.size[1] / UNIT / CARD, 4)
    held = [_tile(one, thing.size) if _is_board(thing) else _card(one, scale) for one in thing.copies]
    return _shape("Bag", thing.title, 1.0) | {"Bag": {"Order": AT_RANDOM}, "ContainedObjects": held}


def _board(thing: Thing) -> dict[str, Any]:
    return _tile(thing.copies[0], thing.size, thing.title)


def _tile(one: One, size: tuple[float, float], title: str = "") -> dict[str, Any]:
    """A piece as a tile of its own shape; in a bag it has the name of the piece."""
    sheet = one.sheet
    image = {
        "ImageURL": HERE + sheet.front, "ImageSecondaryURL": HERE + (sheet.back or sheet.front), "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True},
    }  # fmt: skip
    scale = round(max(size) / UNIT / TILE, 4)
    return _shape("Custom_Tile", title or one.name, scale) | {"CustomImage": image}
