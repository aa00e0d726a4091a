"""The display list: what a face or a page looks like, as plain frozen records in mm.

The one form between the drawing functions and the renderers. Text stays text, vectors stay vectors,
colours are `#rrggbb`. There is no transparency, so that every printer shows the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from printables.look.outlines import Box, PathData, polygon_path, rect_points, rounded_path
from printables.units import IDENTITY, Matrix, Point

Anchor = Literal["start", "middle", "end"]
LayerName = Literal["Art", "Cut", "Fold", "Marks", "Text"]
Part = tuple[tuple[str, int], ...]
"""A place in what is read aloud: PDF's names of its elements from the outside in (`Table`, `TR`, `TD`), each with its
number among its neighbours."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is painted; `None` means not at all. `width` and `dash` are mm."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.2
    dash: tuple[float, ...] = ()
    round: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """Any shape."""

    data: PathData
    style: Style


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (`x`, `y`)."""

    x: float
    y: float
    radius: float
    style: Style


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; (`x`, `y`) is on the baseline, `size` is in points, `font` a name of `fonts`.

    `says` is read aloud in its place: a number whose meaning is seen by its colour or place has a name there.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str
    anchor: Anchor = "start"
    part: Part = field(default=(), repr=False)  # no part of the fingerprint of a face: it looks the same
    says: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a matrix and, if given, inside a clipping path (in the group's own coordinates)."""

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: PathData | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """A form drawn here; `tag` names the piece it shows, so that the proof can find it."""

    form: str
    matrix: Matrix = IDENTITY
    tag: Tag | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon by name, from its grid of 512 units placed by `matrix`, in one colour."""

    name: str
    matrix: Matrix
    fill: str


@dataclass(frozen=True, slots=True)
class Tag:
    """Which piece's face a form on a page is; the n-th front and the n-th back of a piece are one copy."""

    piece: str
    side: Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a marker lies in play, for the proof: it paints nothing. `takes` begins the ids of the pieces meant.

    Of a track, `begins` is the place where its marker lies when a game begins.
    """

    x: float
    y: float
    width: float
    height: float
    takes: str
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """Items of a page that can be switched on and off together."""

    name: LayerName
    items: tuple[Item, ...]


Item = Path | Circle | Text | Symbol | Group | Use | Place | Layer


def every(items: Iterable[Item]) -> Iterator[Item]:
    """All items, a group or layer before what is inside it. The items of forms that are used are not among them."""
    for item in items:
        yield item
        if isinstance(item, Group | Layer):
            yield from every(item.items)


def within(element: str, number: int, items: Iterable[Item]) -> list[Item]:
    """The items, their texts in an element (`P`, `H2`, `TR` ...) around the elements they are in already."""
    here = (element, number)  # not by `replace`, which is slow: a kit has thousands of such texts
    return [
        Text(t.x, t.y, t.text, t.font, t.size, t.fill, t.anchor, (here, *t.part), t.says) if isinstance(t, Text) else t
        for t in items
    ]


def uses(items: Iterable[Item]) -> Iterator[str]:
    """The names of the forms that are drawn, one for each time."""
    return (one.form for one in every(items) if isinstance(one, Use))


def is_read(items: Iterable[Item]) -> bool:
    """Whether texts among the items say what part of a text they are; aids alone do, which begin with such a text."""
    texts = (one for one in every(items) if isinstance(one, Text))
    return bool(getattr(next(texts, None), "part", ()))


@dataclass(frozen=True, slots=True)
class Form:
    """A named picture used many times; `trim` and `safe` are the outline and safe box of a piece's face."""

    name: str
    items: tuple[Item, ...]
    box: Box
    trim: PathData | None = None
    safe: Box | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper, `width` by `height` mm; `alt` tells its art to those who cannot see it.

    `told` are the forms that are told each by itself, with their words; `alt` is then for the others.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    title: str
    alt: str = ""
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with the forms they use; `bookmarks` are (title, page number from 0)."""

    title: str
    language: str
    pages: tuple[Page, ...]
    forms: tuple[Form, ...]
    bookmarks: tuple[tuple[str, int], ...] = ()


def rect(x: float, y: float, width: float, height: float, style: Style, radius: float = 0.0) -> Path:
    """A box, its corners rounded by `radius` mm."""
    corners = rect_points(x, y, width, height)
    return Path(rounded_path(corners, radius) if radius else polygon_path(corners), style)


def polygon(points: tuple[Point, ...], style: Style) -> Path:
    """A closed shape with straight sides."""
    return Path(polygon_path(points), style)


def line(x1: float, y1: float, x2: float, y2: float, style: Style) -> Path:
    """A straight stroke."""
    return Path((("M", (x1, y1)), ("L", (x2, y2))), style)
