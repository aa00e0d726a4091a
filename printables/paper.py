"""Papers and ways to print two sides, as data for forms and for placing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from printables.errors import BadOption
from printables.look.outlines import Box
from printables.units import Matrix, mirror_x, mirror_y

Sides = Literal["duplex-long", "duplex-short", "fold", "single"]
Axis = Literal["x", "y"]

SIDES: dict[str, str] = {
    "duplex-long": "Two-sided, flip on long edge",
    "duplex-short": "Two-sided, flip on short edge",
    "fold": "Fold-over: backs beside the fronts, fold and glue",
    "single": "One side only, no backs",
}

CAPTION = 4.0
"""Height in mm of the strip that carries a sheet's title and ruler: at the bottom of the front, and where that
strip lies on the back."""

RING, TIGHT_RING = 4.0, 3.0
"""The space in mm around pieces for their crop marks, and the least that will do."""

REGISTRATION = 7.0
"""How much wider in mm the margins get when registration marks for a cutter stand in them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet size in mm, upright."""

    id: str
    name: str
    width: float
    height: float


PAPERS: dict[str, Paper] = {
    p.id: p
    for p in (
        Paper("a4", "A4, 210 × 297 mm", 210.0, 297.0),
        Paper("letter", "Letter, 8.5 × 11 in", 215.9, 279.4),
        Paper("a3", "A3, 297 × 420 mm", 297.0, 420.0),
        Paper("legal", "Legal, 8.5 × 14 in", 215.9, 355.6),
        Paper("tabloid", "Tabloid, 11 × 17 in", 279.4, 431.8),
    )
}


def paper(paper_id: str) -> Paper:
    """The paper with that id (upper or lower case). Raises BadOption for an unknown one."""
    found = PAPERS.get(paper_id.lower())
    if found is None:
        raise BadOption("paper", "'{value}' is not one of {known}", value=paper_id, known=", ".join(PAPERS))
    return found


@dataclass(frozen=True, slots=True)
class Setup:
    """One way to lay out a sheet: size as it lies, unprintable margin, gaps, way of printing backs.

    `gap` is the space between counters of a block, `ring` the space around a block for its crop marks,
    `fold` the axis of the fold line (`x` folds left onto right) when backs stand beside the fronts; `glued` sheets of
    such a job have each side on paper of its own.
    """

    width: float
    height: float
    sides: Sides = "duplex-long"
    margin: float = 5.0
    gap: float = 2.0
    ring: float = RING
    gutter: float = 3.0
    fold: Axis | None = None
    registration: bool = False
    glued: bool = False

    @property
    def area(self) -> Box:
        """Where fronts may be placed, marks included."""
        top = self.margin
        right, bottom = self.width - self.margin, self.height - self.margin - CAPTION
        if self.fold == "x":
            right = self.width / 2 - self.gutter
        if self.fold == "y":
            top, bottom = self.margin + CAPTION, self.height / 2 - self.gutter
        return (self.margin, top, right, bottom)

    def turn(self) -> Matrix | None:
        """The mirror that takes a point of the front to the same point of paper seen from the back.

        For fold-over it is the mirror at the fold line of the same page; `None` if no backs are printed.
        """
        if self.sides == "single":
            return None
        if self.sides == "fold":
            return mirror_x(self.width) if self.fold == "x" else mirror_y(self.height)
        upright = self.height >= self.width
        about_vertical = (self.sides == "duplex-long") == upright
        return mirror_x(self.width) if about_vertical else mirror_y(self.height)


def setups(
    base: Paper, sides: Sides, margin: float = 5.0, gap: float = 2.0, registration: bool = False
) -> tuple[Setup, ...]:
    """The ways this paper can lie (upright first; for fold-over with both fold lines).

    With `registration` the margins are `REGISTRATION` mm wider and hold a cutter's marks. `margin` and
    `gap` are mm. Raises BadOption for an unknown `sides`.
    """
    if sides not in SIDES:
        raise BadOption("sides", "'{value}' is not one of {known}", value=sides, known=", ".join(SIDES))
    wide = margin + (REGISTRATION if registration else 0.0)
    upright = Setup(base.width, base.height, sides, wide, gap, registration=registration)
    across = replace(upright, width=base.height, height=base.width)
    if sides != "fold":
        return (upright, across)
    axes: tuple[Axis, Axis] = ("y", "x")
    return tuple(replace(s, fold=axis) for s in (upright, across) for axis in axes)
