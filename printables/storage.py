"""Where a kit is kept: tuck boxes whose sizes follow from the pieces, and labels for the compartments of trays.

A deck (pieces of one component, from `DECK` mm on) gets a box of its own; counters of one size share one. How thick a
piece is when it is finished, only the table knows: card of 300 g/m2 has 0.3 mm, mounted counters 1 to 2 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from printables.kinds import label, tuckbox
from printables.kinds.tuckbox import Net
from printables.model import Component, Kit, Piece
from printables.units import Point

WORDS = (
    "Tuck boxes", "Tray labels", "glue here", "{n} pieces", "{n} pieces in {boxes} boxes",
    "Counters, {width} × {height} mm",
)  # fmt: skip
"""What boxes and labels say themselves."""
STORAGE: dict[str, str] = {
    "none": "No boxes",
    "with": "With tuck boxes and tray labels",
    "only": "Only tuck boxes and tray labels",
}
BOXES, LABELS = "tuck_boxes", "tray_labels"
THICKNESS = 0.3
"""How thick a piece is if nothing is said: card of 300 g/m2, in mm."""
DECK = 40.0
"""From this size (mm) on pieces are a deck."""
SEVERAL = 3
"""So many pieces that look alike have a compartment of their own; fewer lie with the others of their component."""
FEW = 5
"""Fewer pieces need no box."""
ROOM: Point = (250.0, 188.0)
"""The largest net: it fits on A4 and on Letter, half an inch of either edge lost."""
EASE, DEPTH_EASE = 2.0, 1.0
"""So much wider and higher, and so much deeper, is a box than what is in it (mm)."""
DEEP, SHALLOW, LEAST = 40.0, 6.0, 34.0
"""The deepest and the shallowest box, and the least width and height of one for counters (mm)."""
STACKS = range(1, 7)
MANY = 20
"""More boxes for one size than these nobody folds."""
SHOWN = 6
"""So many kinds of counters are shown on a box at most."""


@dataclass(frozen=True)
class Group:
    """Pieces that share a box."""

    id: str
    name: str
    components: tuple[Component, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(component.count for component in self.components)

    @property
    def size(self) -> Point:
        """The size of the largest, in mm."""
        sizes = [piece.outline.size for component in self.components for piece in component.pieces]
        return (max(size[0] for size in sizes), max(size[1] for size in sizes))


def storage(kit: Kit, chosen: Sequence[Component], thickness: float) -> tuple[Component, ...]:
    """Boxes and labels for these components of a kit, whose pieces are so thick (mm)."""
    found = [(group, net(group, thickness)) for group in groups(kit, chosen)]
    boxes = tuple(_box(kit, group, *made) for group, made in found if made)
    labels = tuple(_label(piece, name, count) for piece, name, count in compartments(chosen))
    made = (
        Component(BOXES, kit.translate("Tuck boxes"), boxes, BOXES),
        Component(LABELS, kit.translate("Tray labels"), labels, LABELS),
    )
    return tuple(component for component in made if component.pieces)


def groups(kit: Kit, chosen: Sequence[Component]) -> tuple[Group, ...]:
    """Decks, each for itself, and counters by their size."""
    found: list[Group] = []
    counters: dict[Point, list[Component]] = {}
    for component in chosen:
        size = Group(component.id, component.name, (component,)).size
        if max(size) >= DECK:
            found.append(Group(component.id, component.name, (component,)))
        else:
            counters.setdefault((round(size[0], 1), round(size[1], 1)), []).append(component)
    for (width, height), members in counters.items():
        name = kit.translate("Counters, {width} × {height} mm").format(width=_short(width), height=_short(height))
        name = members[0].name if len(members) == 1 else name
        found.append(Group(f"{width:g}x{height:g}", name, tuple(members)))
    return tuple(group for group in found if group.count >= FEW)


def _short(value: float) -> str:
    return f"{value:.0f}"


def net(group: Group, thickness: float) -> tuple[Net, int] | None:
    """The box of a group and how many of it are needed; nothing if its pieces are too large for any."""
    for number in range(1, min(MANY, group.count) + 1):
        fitting = list(_nets(group.size, math.ceil(group.count / number), thickness))
        if fitting:
            return min(fitting, key=_cost), number
    return None


def _cost(one: Net) -> float:
    """The paper a box takes, more for one that is far from square."""
    return one.size[0] * one.size[1] * (1 + abs(math.log(one.height / one.width)) / 4)


def _nets(size: Point, count: int, thickness: float) -> Iterator[Net]:
    """Boxes for so many pieces in stacks side by side, whose nets fit on the paper."""
    for columns, rows in product(STACKS, STACKS):
        layers = math.ceil(count / (columns * rows))
        depth = max(SHALLOW, layers * thickness + DEPTH_EASE)
        found = Net(columns * size[0] + EASE, rows * size[1] + EASE, depth)
        wide, high = found.size
        fits = (wide <= ROOM[0] and high <= ROOM[1]) or (wide <= ROOM[1] and high <= ROOM[0])
        small = min(found.width, found.height) < min(LEAST, min(size) + EASE if max(size) >= DECK else LEAST)
        if fits and not small and depth <= DEEP and columns * rows <= count:
            yield found


def _box(kit: Kit, group: Group, shape: Net, number: int) -> Piece:
    words = "{n} pieces" if number == 1 else "{n} pieces in {boxes} boxes"
    inside = tuple(f"{component.name} × {component.count}" for component in group.components)
    model = tuckbox.TuckBox(
        shape, kit.title, group.name, kit.translate(words).format(n=group.count, boxes=number), inside,
        tuple(component.pieces[0] for component in group.components[:SHOWN]), kit.translate("glue here"),
    )  # fmt: skip
    draw = partial(tuckbox.front, model)
    return Piece(f"box-{group.id}", group.name, number, shape.outline(), draw, safe=1.0, folds=shape.folds())


def compartments(chosen: Sequence[Component]) -> Iterator[tuple[Piece, str, int]]:
    """What gets a label: each kind of piece of which there are several, and each component that fits into a tray,
    unless all of its kinds have labels of their own.
    """
    for component in chosen:
        if max(max(piece.outline.size) for piece in component.pieces) > ROOM[1] / 2:
            continue
        kinds = _kinds(component)
        if len(kinds) > 1 and any(count < SEVERAL for _piece, count in kinds):
            yield component.pieces[0], component.name, component.count
        for piece, count in kinds:
            if count >= SEVERAL or len(kinds) == 1:
                yield piece, piece.name, count


def _kinds(component: Component) -> list[tuple[Piece, int]]:
    """The kinds of pieces, each by its first picture, and how many there are: what has one name is one kind."""
    found: dict[str, tuple[Piece, int]] = {}
    for piece in component.pieces:
        first, count = found.get(piece.name, (piece, 0))
        found[piece.name] = (first, count + piece.count)
    return list(found.values())


def _label(shown: Piece, name: str, count: int) -> Piece:
    model = label.Label(shown, name, count)
    return Piece(f"label-{shown.id}-{count}", name, 1, label.outline(), partial(label.front, model), safe=1.0)
