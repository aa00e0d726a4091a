"""The leaf is the unit of a printed file: one piece of paper with what is printed on its front and on its back.

A duplex printer takes pages 1 and 2 for the two sides of the first piece of paper, 3 and 4 for the second, and so on,
whatever is on them. So in a two-sided file every sheet has two pages: one without backs gets an empty one. In all
other files each page is a piece of paper of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from printables.layout.placing import Sheet

Side = Literal["front", "back"]
PageSides = tuple[Side, ...]
"""Which sides of the pieces stand on one page: on a sheet to fold both."""


def two_sided(sheets: Sequence[Sheet]) -> bool:
    """Whether the file is to be printed on both sides of the paper: some sheet of a duplex job has backs."""
    return any(sheet.has_backs and not (sheet.setup.fold or sheet.setup.glued) for sheet in sheets)


def pages_of(sheet: Sheet, paired: bool) -> tuple[PageSides, ...]:
    """The pages of a sheet in the order of printing; `paired` is `two_sided` of the whole file."""
    if sheet.setup.fold and sheet.has_backs:
        return (("front", "back"),)
    return (("front",), ("back",)) if sheet.has_backs or paired else (("front",),)
