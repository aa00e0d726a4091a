"""Reads the lines of a finished PDF that show where to cut and fold. Knows nothing of how they were placed.

Reads the operators with pikepdf: straight strokes of the layer Marks, closed outlines of the layer Cut, and the line of
the layer Fold, all in mm from the top left of the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pikepdf

MM = 25.4 / 72
Point = tuple[float, float]
Tick = tuple[float, float, float]
"""Where a stroke stands, and from where to where it goes along."""
Matrix = tuple[float, float, float, float, float, float]


@dataclass
class Marks:
    """The marks of one page in mm: ticks as (fixed, from, to), outlines to cut round, and the fold line."""

    width: float
    height: float
    down: list[Tick] = field(default_factory=list)
    across: list[Tick] = field(default_factory=list)
    outlines: list[list[Point]] = field(default_factory=list)
    fold: tuple[Point, Point] | None = None


def marks_of(page: pikepdf.Page) -> Marks:
    """The marks of a page."""
    box = [float(v) for v in page.mediabox]
    found = Marks((box[2] - box[0]) * MM, (box[3] - box[1]) * MM)
    _Walk(found, found.height).stream(page.obj, (MM, 0, 0, -MM, -box[0] * MM, found.height + box[1] * MM), "")
    return found


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product of two matrices: first `a`, then `b`."""
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


TICK = 0.13
"""Cutting ticks are drawn with thinner strokes (mm) than the ruler."""


class _Walk:
    def __init__(self, found: Marks, height: float) -> None:
        self.found, self.height = found, height

    def stream(self, source: Any, matrix: Matrix, layer: str) -> None:
        """The operators of a page or a form under a matrix, in a layer or none yet."""
        stack: list[tuple[Matrix, float]] = []
        tags: list[str] = []
        pen = 1.0
        path: list[Point] = []
        paths: list[list[Point]] = []
        resources = source.get("/Resources", pikepdf.Dictionary())
        for operands, operator in pikepdf.parse_content_stream(source):
            op = str(operator)
            n = [float(v) for v in operands] if op in ("cm", "w", "m", "l", "c") else []
            if op == "q":
                stack.append((matrix, pen))
            elif op == "Q":
                matrix, pen = stack.pop()
            elif op == "cm":
                matrix = times((n[0], n[1], n[2], n[3], n[4], n[5]), matrix)
            elif op == "w":
                pen = n[0]
            elif op in ("BDC", "BMC"):
                tags.append(self._layer(operands, resources))
            elif op == "EMC":
                tags.pop()
            elif op == "m":
                path = [self._at(matrix, n)]
                paths.append(path)
            elif op in ("l", "c"):
                path.append(self._at(matrix, n[-2:]))
            elif op in ("S", "s", "f", "B", "n", "f*", "B*", "b"):
                here = next((tag for tag in reversed(tags) if tag), layer)
                if op in ("S", "s", "B", "b"):
                    self._stroked(paths, here, pen * abs(matrix[0] + matrix[1]))
                paths, path = [], []
            elif op == "Do":
                form = resources.XObject[str(operands[0])]
                if str(form.get("/Subtype")) == "/Form":
                    here = next((tag for tag in reversed(tags) if tag), layer)
                    if here and here != "Art":
                        self.stream(form, matrix, here)

    @staticmethod
    def _layer(operands: Any, resources: Any) -> str:
        if str(operands[0]) != "/OC" or len(operands) < 2:
            return ""
        return str(resources.Properties[str(operands[1])].Name)

    @staticmethod
    def _at(m: Matrix, n: list[float]) -> Point:
        return (m[0] * n[0] + m[2] * n[1] + m[4], m[1] * n[0] + m[3] * n[1] + m[5])

    def _stroked(self, paths: list[list[Point]], layer: str, pen: float) -> None:
        for path in paths:
            if layer == "Cut":
                self.found.outlines.append(path)
            elif layer == "Fold" and len(path) > 1:
                self.found.fold = (path[0], path[-1])
            elif layer == "Marks" and len(path) == 2 and pen < TICK:
                (x1, y1), (x2, y2) = path
                if abs(x1 - x2) < 1e-3:
                    self.found.down.append((x1, min(y1, y2), max(y1, y2)))
                elif abs(y1 - y2) < 1e-3:
                    self.found.across.append((y1, min(x1, x2), max(x1, x2)))
