"""The proof: reads a finished PDF back and checks that what will be cut out is right.

Checks, each with the piece and the amount: pages paired and paper turned as a printer does it, every back lies on its
own front within 0.01 mm and upright (`turning`); no art reaches into another piece; pieces do not overlap and stay on
the paper; no text leaves the safe box, is too small, lies on other text or is wider than its panel
(`legible`); no caption or mark touches a piece; markers fit their places (`laying`);
colour at the cut goes on beyond it (`bleeding`); counts equal those of the kit; a file that says it follows PDF/UA
does (`accessible`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from printables.errors import ProofError
from printables.look.outlines import Box, bounds, moved
from printables.profile import PrinterProfile, parse
from printables.proof.accessible import check_claim
from printables.proof.bleeding import check_bleed
from printables.proof.geometry import farthest, overlap_depth
from printables.proof.laying import check_places
from printables.proof.legible import check_legible
from printables.proof.problem import Problem
from printables.proof.readback import Line, Seen, SeenPage, moved_box, nodes, read_pages
from printables.proof.turning import TOLERANCE, check_leaves
from printables.units import Point, then

SLACK = 0.02
"""Rounding allowed where pieces or text may touch a limit, in mm."""


@dataclass(frozen=True)
class Report:
    """The result of a proof; `worst_back` is the largest distance of a back outline from its front, in mm."""

    pages: int
    fronts: int
    backs: int
    texts: int
    worst_back: float
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def prove(source: bytes | Path, counts: Mapping[str, int] | None = None, sides: str | None = None) -> Report:
    """Check a PDF; `counts` (piece id to number) and `sides` default to what the file says of itself. Raises
    ProofError for a file that this press has not made.
    """
    pages, info = read_pages(source)
    way = sides or info.get("Sides", "")
    if not way:
        raise ProofError("the file does not say how its sides are printed; it was not made by this press")
    seen = [piece for page in pages for piece in page.pieces]
    if not seen:
        raise ProofError("the file holds no pieces of this press")
    for page in pages:
        undo_profile(page, parse(info.get("Profile", "")))
    backs, worst = check_leaves(pages, way)
    problems = [*backs, *_check_text(seen)]
    for page in pages:
        problems += _check_overlap(page) + _check_clip(page) + _check_paper(page) + _check_marks(page)
    problems += check_bleed(pages) if info.get("Ink") != "low" else []
    problems += check_places(seen) + check_legible(seen) + _check_counts(seen, counts) + check_claim(source)
    number = Counter(p.side for p in seen)
    texts = sum(len(p.picture.lines) for p in seen)
    return Report(len(pages), number["front"], number["back"], texts, worst, tuple(problems))


def undo_profile(page: SeenPage, profile: PrinterProfile) -> None:
    """On a back page, see the pieces where the printer with this profile will put them."""
    if profile == PrinterProfile() or not page.pieces or any(p.side == "front" for p in page.pieces):
        return
    error = profile.error(page.width, page.height)
    for piece in page.pieces:
        piece.matrix = then(piece.matrix, error)
    page.fills = [one.moved(error, one.color, None) for one in page.fills]
    page.lines = [Line(t.text, moved_box(t.box, error), t.size) for t in page.lines]
    page.strokes = {name: [moved(path, error) for path in paths] for name, paths in page.strokes.items()}


def _check_clip(page: SeenPage) -> list[Problem]:
    """Art is clipped to its outline, or to bounds so near that they reach no other piece."""
    faces = {id(p.picture): p.picture for p in page.pieces}
    off = {key: farthest(nodes(face.trim), nodes(face.clip)) for key, face in faces.items()}
    wide = [(bounds(p.clip), p) for p in page.pieces if off[id(p.picture)] > TOLERANCE]
    trims = [(bounds(p.trim), p) for p in page.pieces] if wide else []
    out = []
    for reach, piece in wide:
        for trim, other in trims:
            depth = min(reach[2] - trim[0], trim[2] - reach[0], reach[3] - trim[1], trim[3] - reach[1])
            if other is not piece and depth > SLACK and overlap_depth(piece.clip, other.trim, SLACK) > 0:
                text = f"art is not clipped to the outline and may reach {depth:.2f} mm into {_name(other)}"
                out.append(Problem("clip", _name(piece), page.number, depth, text))
    return out


def _check_text(seen: list[Seen]) -> list[Problem]:
    out = []
    for piece in seen:
        safe = piece.safe
        for item in piece.lines:
            beyond = _beyond(item.box, safe)
            if beyond > SLACK:
                text = f"the text {item.text!r} leaves the safe box by {beyond:.2f} mm"
                out.append(Problem("text", _name(piece), piece.page, beyond, text))
    return out


def _beyond(inner: Box, outer: Box) -> float:
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def _check_overlap(page: SeenPage) -> list[Problem]:
    out = []
    shapes = sorted(((bounds(p.trim), p.trim, p) for p in page.pieces), key=lambda s: s[0][0])
    for i, (box, trim, piece) in enumerate(shapes):
        for other_box, other_trim, other in shapes[i + 1 :]:
            if other_box[0] >= box[2] - SLACK:
                break
            if other_box[1] >= box[3] - SLACK or box[1] >= other_box[3] - SLACK:
                continue
            depth = overlap_depth(trim, other_trim, SLACK)
            if depth > 0:
                text = f"overlaps {_name(other)} by at least {depth:.2f} mm"
                out.append(Problem("overlap", _name(piece), page.number, depth, text))
    return out


def _check_paper(page: SeenPage) -> list[Problem]:
    out = []
    for piece in page.pieces:
        beyond = _beyond(bounds(piece.trim), (0.0, 0.0, page.width, page.height))
        if beyond > SLACK:
            out.append(Problem("paper", _name(piece), page.number, beyond, f"leaves the paper by {beyond:.2f} mm"))
    return out


def _check_marks(page: SeenPage) -> list[Problem]:
    """Captions, crop marks and fold lines keep clear of the pieces."""
    boxes = [(bounds(p.trim), p) for p in page.pieces]
    loose = [(f"the text {t.text!r}", t.box) for t in page.lines]
    loose += [("a mark", b) for layer in ("Marks", "Fold") for d in page.strokes.get(layer, []) for b in _strokes(d)]
    out = []
    for what, box in loose:
        for trim, piece in boxes:
            depth = min(box[2] - trim[0], trim[2] - box[0], box[3] - trim[1], trim[3] - box[1])
            if depth > SLACK and overlap_depth(_corners(box), piece.trim, SLACK) > 0:
                text = f"{what} touches it by {depth:.2f} mm"
                out.append(Problem("marks", _name(piece), page.number, depth, text))
    return out


def _strokes(data: tuple[tuple[str, tuple[float, ...]], ...]) -> list[Box]:
    """The boxes of the separate strokes of a path, thickened so that lines have an area."""
    out: list[Box] = []
    at: Point = (0.0, 0.0)
    for op, values in data:
        if op == "L":
            left, top, right, bottom = bounds((at, (values[-2], values[-1])))
            out.append((left - 0.05, top - 0.05, right + 0.05, bottom + 0.05))
        if values:
            at = (values[-2], values[-1])
    return out


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _check_counts(seen: list[Seen], counts: Mapping[str, int] | None) -> list[Problem]:
    if counts is None:
        return []
    out = []
    have = Counter(p.piece for p in seen if p.side == "front")
    for piece in sorted({*have, *counts}):
        if have[piece] != counts.get(piece, 0):
            text = f"printed {have[piece]} times, the data say {counts.get(piece, 0)}"
            out.append(Problem("count", piece, 0, abs(have[piece] - counts.get(piece, 0)), text))
    return out


def _name(seen: Seen) -> str:
    return f"{seen.piece} #{seen.copy} {seen.side}"
