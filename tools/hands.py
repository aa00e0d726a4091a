"""Makes pieces from a finished PDF as people do: print, turn the paper, cut along the marks, look at both sides.

Shares no code with placing or with the proof. `tools.scissors` prints and cuts, `tools.looking` turns the pieces
upright and compares them with pictures of the wanted pieces (`stock`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PIL import Image, ImageOps, ImageStat

from tools.looking import Stock, recognised
from tools.scissors import Cut, cut, printed

ALIKE = 14.0
"""Pictures that differ by less (mean of 255 steps) show the same."""


@dataclass
class Finding:
    """What a file gave: pieces by id, and complaints."""

    pieces: Counter[str]
    complaints: list[str]


def assembled(data: bytes, stock: Stock, sides: str) -> Finding:
    """Print, turn, cut and compare. Pieces that look the same on both sides are counted together, by the first id."""
    found: Counter[str] = Counter()
    complaints = []
    for number, leaf in enumerate(printed(data, sides), 1):
        for piece in cut(leaf):
            name, off = recognised(piece, stock.known)
            if off > ALIKE and leaf.behind and sides == "fold":  # which half is the front nobody says
                assert piece.behind
                turned = Cut(ImageOps.mirror(piece.behind), ImageOps.mirror(piece.front), piece.size)
                name, off = min((name, off), recognised(turned, stock.known), key=lambda one: one[1])
            if off > ALIKE and blank(piece.front) and (piece.behind is None or blank(piece.behind)):
                continue
            if off > ALIKE:
                size = f"{piece.size[0]:.1f} x {piece.size[1]:.1f} mm"
                complaints.append(f"leaf {number}: a piece of {size} looks like {name}, but {off:.0f} off")
            else:
                found[stock.same[name]] += 1
    return Finding(found, complaints)


def blank(picture: Image.Image) -> bool:
    """Whether it is an empty scrap of paper, except for the edge, which may have the colour of a neighbour."""
    edge = picture.width // 4
    middle = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
    return min(ImageStat.Stat(middle).mean) > 254.0
