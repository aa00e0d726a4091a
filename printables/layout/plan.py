"""What a print job will take, before anything is printed: sheets, pieces, cuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.layout.leaves import pages_of, two_sided
from printables.layout.placing import Sheet


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet: what stands on it, how many pieces, straight cuts, pieces to cut round with scissors.

    `sides` are those with something to cut out on them, `pages` those it has in the file.
    """

    number: int
    names: tuple[str, ...]
    width: float
    height: float
    pieces: int
    cuts: int
    outlines: int
    sides: int
    pages: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole job."""

    sheets: tuple[SheetPlan, ...]

    @property
    def pieces(self) -> int:
        """All pieces to cut out."""
        return sum(s.pieces for s in self.sheets)

    @property
    def cuts(self) -> int:
        """All straight cuts."""
        return sum(s.cuts for s in self.sheets)

    @property
    def outlines(self) -> int:
        """All pieces that need scissors or a plotter."""
        return sum(s.outlines for s in self.sheets)

    @property
    def sides(self) -> int:
        """All printed sides, without the empty backs of one-sided sheets."""
        return sum(s.sides for s in self.sheets)

    @property
    def pages(self) -> int:
        """All pages of the file."""
        return sum(s.pages for s in self.sheets)

    def __str__(self) -> str:
        sheets, sides = (len(self.sheets), "sheet"), (self.sides, "printed side")
        counts = (sheets, sides, (self.pieces, "piece"), (self.cuts, "straight cut"))
        words = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts]
        return ", ".join(words + [f"{self.outlines} to cut round"] * bool(self.outlines))


def plan(sheets: Sequence[Sheet]) -> Plan:
    """Count what the sheets need."""
    paired = two_sided(sheets)
    return Plan(tuple(_one(number, sheet, len(pages_of(sheet, paired))) for number, sheet in enumerate(sheets, 1)))


def _one(number: int, sheet: Sheet, pages: int) -> SheetPlan:
    cuts = sum(len(b.cuts_x) + len(b.cuts_y) for b in sheet.blocks)
    return SheetPlan(
        number=number,
        names=sheet.names,
        width=sheet.setup.width,
        height=sheet.setup.height,
        pieces=len(sheet.placed),
        cuts=cuts,
        outlines=sum(1 for p in sheet.placed if not p.piece.outline.straight),
        sides=2 if sheet.has_backs and sheet.setup.fold is None else 1,
        pages=pages,
    )
