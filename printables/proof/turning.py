"""Part of the proof: pairs the pages of a file as a printer does, turns the paper, and looks what lies behind what.

A duplex printer knows nothing of pieces: pages 1 and 2 become the first piece of paper, 3 and 4 the second. In files
for one-sided printing each page is a piece of paper; of a fold-over job, boards too large to fold have two pages to be
glued. Nothing here trusts the order, the numbers or the names that placing gave.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printables.look.outlines import bounds
from printables.proof.geometry import farthest
from printables.proof.problem import Problem
from printables.proof.readback import Seen, SeenPage, nodes
from printables.units import Matrix, Point, apply, mirror_x, mirror_y

TOLERANCE = 0.01
"""How far in mm a back may lie off its front."""
Leaf = tuple[SeenPage, SeenPage | None]


def leaves(pages: Sequence[SeenPage], sides: str) -> Iterator[Leaf]:
    """The pieces of paper that come out of a printer: the page in front and the one behind it."""
    if sides.startswith("duplex"):
        for i in range(0, len(pages), 2):
            yield pages[i], pages[i + 1] if i + 1 < len(pages) else None
        return
    rest = list(pages)
    while rest:
        page = rest.pop(0)
        glued = sides == "fold" and rest and not page.strokes.get("Fold") and _only(rest[0], "back")
        yield page, rest.pop(0) if glued else page if page.strokes.get("Fold") else None


def _only(page: SeenPage, side: str) -> bool:
    return bool(page.pieces) and all(p.side == side for p in page.pieces)


def turn_of(page: SeenPage, sides: str) -> Matrix:
    """The mirror from the front of a sheet to its back, from the page itself.

    On a sheet to fold it is the mirror at its fold line; large boards of such a job have a page for each
    side, to be glued, and mirror like pages flipped on the long edge.
    """
    folds = page.strokes.get("Fold", [])
    if sides == "fold" and folds:
        (x1, y1), (x2, y2) = nodes(folds[0])[0], nodes(folds[0])[-1]
        return mirror_x(2 * x1) if abs(x1 - x2) < abs(y1 - y2) else mirror_y(2 * y1)
    upright = page.height >= page.width
    vertical = (sides != "duplex-short") == upright
    return mirror_x(page.width) if vertical else mirror_y(page.height)


def check_leaves(pages: Sequence[SeenPage], sides: str) -> tuple[list[Problem], float]:
    """What is wrong between the two sides of each leaf, and the largest distance of a back from its front in mm."""
    two_sided = {p.piece for page in pages for p in page.pieces if p.side == "back"}
    problems: list[Problem] = []
    worst = 0.0
    for front, behind in leaves(pages, sides):
        found, off = _check_leaf(front, behind, sides, two_sided)
        problems += found
        worst = max(worst, off)
    return problems, worst


def _check_leaf(
    page: SeenPage, behind: SeenPage | None, sides: str, two_sided: set[str]
) -> tuple[list[Problem], float]:
    turn = turn_of(page, sides)
    fronts = [(p, apply(turn, _middle(p))) for p in page.pieces if p.side == "front"]
    backs = [p for p in behind.pieces if p.side == "back"] if behind else []
    problems = [_problem(p, "is not on the side of the paper where it belongs") for p in _astray(page, behind)]
    met: set[int] = set()
    worst = 0.0
    for back in backs:
        front = _in_front_of(back, fronts)
        if front is None:
            problems.append(_problem(back, "has no front on the other side of its paper"))
        elif front.piece != back.piece or id(front) in met:
            problems.append(_problem(back, f"lies behind the front of {front.piece} (page {front.page})"))
        else:
            met.add(id(front))
            found, off = _check_pair(front, back, turn)
            problems += found
            worst = max(worst, off)
    bare = [p for p, _ in fronts if p.piece in two_sided and id(p) not in met]
    return [*problems, *(_problem(p, "has no back of its own on the other side of its paper") for p in bare)], worst


def _in_front_of(back: Seen, fronts: Sequence[tuple[Seen, Point]]) -> Seen | None:
    """The front whose middle, seen through the paper, is nearest to that of a back and within half a piece."""
    x, y = _middle(back)
    left, top, right, bottom = bounds(back.trim)
    near = [(math.hypot(mx - x, my - y), i) for i, (_, (mx, my)) in enumerate(fronts)]
    if not near or min(near)[0] > min(right - left, bottom - top) / 2:
        return None
    return fronts[min(near)[1]][0]


def _astray(page: SeenPage, behind: SeenPage | None) -> list[Seen]:
    """Backs on the first side of the paper and fronts on the second."""
    if behind is page:
        return []
    return [p for p in page.pieces if p.side != "front"] + [
        p for p in (behind.pieces if behind else []) if p.side != "back"
    ]


def _check_pair(front: Seen, back: Seen, turn: Matrix) -> tuple[list[Problem], float]:
    off = farthest(tuple(apply(turn, p) for p in front.trim), back.trim)
    problems = []
    if off > TOLERANCE:
        problems.append(_problem(back, f"back is {off:.3f} mm off its front", off))
    if not _upright(front, back, turn):
        problems.append(_problem(back, "back is turned against its front", off))
    return problems, off


def _problem(seen: Seen, text: str, amount: float = math.inf) -> Problem:
    return Problem("back", f"{seen.piece} #{seen.copy} {seen.side}", seen.page, amount, text)


def _middle(seen: Seen) -> Point:
    left, top, right, bottom = bounds(seen.trim)
    return ((left + right) / 2, (top + bottom) / 2)


def _upright(front: Seen, back: Seen, turn: Matrix) -> bool:
    """Whether the top of the front, seen through the paper, is the top of the back."""
    up = _direction(turn, _direction(front.matrix, (0.0, -1.0)))
    return math.dist(up, _direction(back.matrix, (0.0, -1.0))) < 0.01


def _direction(matrix: Matrix, v: Point) -> Point:
    return (matrix[0] * v[0] + matrix[2] * v[1], matrix[1] * v[0] + matrix[3] * v[1])
