"""What a game hands to the press: a kit of components made of pieces.

Plain frozen records; a piece brings its own drawing functions (usually from `kinds/`), so the press needs
to know nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from printables.errors import BadOption
from printables.look.display import Form, Item
from printables.look.outlines import Box, Outline
from printables.look.theme import Look
from printables.units import Point


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a piece: `items` inside the outline, `bleed` painted first and allowed to reach beyond.

    `forms` are pictures that the items use and that other faces use too (equal names, equal pictures).
    """

    items: tuple[Item, ...]
    bleed: tuple[Item, ...] = ()
    forms: tuple[Form, ...] = ()


Draw = Callable[[Look], Face]
Fold = tuple[Point, Point]
"""A line to fold, in a piece's own coordinates."""


@dataclass(frozen=True)
class Piece:
    """One thing to cut out, printed `count` times; text keeps `safe` mm away from the outline's bounds.

    `folds` are the lines at which it is folded; its face shows them, cut files have them as a layer. `pile` is what a
    pile of the pieces with this back is called, where a component has several.
    """

    id: str
    name: str
    count: int
    outline: Outline
    front: Draw
    back: Draw | None = None
    safe: float = 0.8
    folds: tuple[Fold, ...] = ()
    pile: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be printed."""
        if self.count < 1:
            raise BadOption("count", "{id} has a count of {count}, at least 1 is needed", id=self.id, count=self.count)
        if not self.id or any(ch in self.id for ch in "()\\ "):
            message = "'{id}' may not be empty or contain blanks, brackets or backslashes"
            raise BadOption("id", message, id=self.id)

    @property
    def safe_box(self) -> Box:
        """Where text may stand, in the piece's own coordinates."""
        width, height = self.outline.size
        return (self.safe, self.safe, width - self.safe, height - self.safe)


@dataclass(frozen=True)
class Component:
    """Pieces that belong together; components of one `stock` may share sheets.

    The fronts of `secret` pieces are unknown until they are turned up, even if their backs can be told apart.
    """

    id: str
    name: str
    pieces: tuple[Piece, ...]
    stock: str = "counters"
    note: str = ""
    secret: bool = False

    @property
    def count(self) -> int:
        """How many pieces there are to cut."""
        return sum(piece.count for piece in self.pieces)


MOST_SETS = 99
"""So many sets of a component are printed at most."""


def as_written(message: str) -> str:
    """The translation that changes nothing."""
    return message


@dataclass(frozen=True)
class Kit:
    """Everything a group must print for one game; `address` is where its QR codes lead, if it has any.

    `seats` are the sides of the players, (id, title) in order; a piece belongs to the one its id names between hyphens.
    `dice` are those the game is played with, (sides, how many), for a virtual table; `sets` names the components that
    are there several times, and how often. Its words are in `language`;
    `translate` puts what the press itself says on a sheet into it.
    """

    id: str
    title: str
    components: tuple[Component, ...]
    language: str = "en"
    credits: tuple[str, ...] = field(default=())
    address: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    dice: tuple[tuple[int, int], ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    translate: Callable[[str], str] = field(default=as_written, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse two components or pieces with one id."""
        for what, ids in (
            ("components", [c.id for c in self.components]),
            ("pieces", [p.id for c in self.components for p in c.pieces]),
        ):
            twice = sorted({i for i in ids if ids.count(i) > 1})
            if twice:
                raise BadOption(what, "the id '{id}' is used twice", id=twice[0])

    def in_language(self, language: str, translate: Callable[[str], str]) -> Kit:
        """The same kit, said to be in a language: for one whose words were made in it."""
        return replace(self, language=language, translate=translate)

    def with_sets(self, wanted: Mapping[str, int]) -> Kit:
        """The same kit with so many sets of some components, by their ids. Raises BadOption."""
        for name, number in wanted.items():
            self.component(name)
            if not 1 <= number <= MOST_SETS:
                message = "{number} sets of {id}: from 1 to {most} can be printed"
                raise BadOption("copies", message, number=number, id=name, most=MOST_SETS)
        parts = tuple(
            replace(part, pieces=tuple(replace(one, count=one.count * wanted.get(part.id, 1)) for one in part.pieces))
            for part in self.components
        )
        return replace(self, components=parts, sets=tuple(wanted.items()))

    def owner(self, piece: Piece) -> str:
        """The id of the side a piece belongs to; "" for what belongs to all."""
        parts = piece.id.split("-")
        return next((seat for seat, _title in self.seats if seat in parts), "")

    def component(self, component_id: str) -> Component:
        """The component with that id. Raises BadOption, which names those there are."""
        for component in self.components:
            if component.id == component_id:
                return component
        known = ", ".join(c.id for c in self.components)
        raise BadOption("components", "there is no component '{id}'; there are {known}", id=component_id, known=known)
