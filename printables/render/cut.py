"""Cut files: one SVG a sheet with nothing but cutting lines, for plotters and laser cutters.

Lines that two pieces share are cut once; lines are joined into long strokes. Registration marks (a square
and two corners, as Silhouette-type cutters look for) are the same as on the printed page. Sizes in mm.
"""

from __future__ import annotations

from collections import Counter

import svgwrite

from printables.layout.marks import registration_marks
from printables.layout.placing import Sheet
from printables.look.outlines import PathData, moved
from printables.units import Point

CUT, MARK = "#ff0000", "#000000"
Edge = tuple[Point, Point]


def sheet_svg(sheet: Sheet, title: str) -> str:
    """The cutting lines of one sheet."""
    width, height = sheet.setup.width, sheet.setup.height
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), debug=False)
    drawing.viewbox(0, 0, width, height)
    drawing.set_desc(title=title)
    cut = drawing.g(id="cut", fill="none", stroke=CUT, stroke_width=0.1)
    for data in cut_paths(sheet):
        cut.add(drawing.path(d=_d(data)))
    drawing.add(cut)
    marks = drawing.g(id="registration", fill=MARK)
    for data in registration_marks(sheet.setup):
        marks.add(drawing.path(d=_d(data)))
    drawing.add(marks)
    words = drawing.g(id="sizes", fill=MARK, font_size=2.4, font_family="sans-serif")
    words.add(drawing.text(f"{title} · {sizes(sheet)}", insert=(sheet.setup.margin + 8, height - 1.6)))
    drawing.add(words)
    return str(drawing.tostring())


def cut_paths(sheet: Sheet) -> list[PathData]:
    """All lines to cut: rounded outlines as they are, straight ones with shared sides once.

    Pieces that lie edge to edge have no round corners: the lines between them go through their block, each once.
    """
    whole: list[PathData] = []
    touching = sheet.setup.gap == 0
    if touching:
        for block in sheet.blocks:
            left, top, right, bottom = block.box
            whole += [(("M", (x, top)), ("L", (x, bottom))) for x in block.cuts_x]
            whole += [(("M", (left, y)), ("L", (right, y))) for y in block.cuts_y]
    edges: dict[tuple[tuple[int, int], ...], Edge] = {}
    for placed in sheet.placed:
        path = moved(placed.piece.outline.path, placed.front)
        if touching and not placed.piece.outline.cells:
            continue
        if placed.piece.outline.radius:
            whole.append(path)
            continue
        points = [(v[0], v[1]) for _, v in path if v]
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            edges.setdefault(tuple(sorted((_key(a), _key(b)))), (a, b))
    return whole + _strokes(list(edges.values()))


def _key(p: Point) -> tuple[int, int]:
    return (round(p[0] * 1000), round(p[1] * 1000))


def _strokes(edges: list[Edge]) -> list[PathData]:
    """Edges joined end to end as far as they go."""
    left = dict.fromkeys(range(len(edges)))
    at: dict[tuple[int, int], list[int]] = {}
    for i, edge in enumerate(edges):
        for end in edge:
            at.setdefault(_key(end), []).append(i)
    out: list[PathData] = []
    while left:
        first = next(iter(left))
        del left[first]
        run = [*edges[first]]
        while (found := next((i for i in at[_key(run[-1])] if i in left), None)) is not None:
            del left[found]
            a, b = edges[found]
            run.append(b if _key(a) == _key(run[-1]) else a)
        out.append((("M", run[0]), *(("L", p) for p in run[1:])))
    return out


def sizes(sheet: Sheet) -> str:
    """How many pieces of which size, in words."""
    count = Counter(tuple(round(v, 1) for v in p.piece.outline.size) for p in sheet.placed)
    return ", ".join(f"{n} x {w:g} x {h:g} mm" for (w, h), n in sorted(count.items()))


def _d(data: PathData) -> str:
    return "".join(f"{op}{' '.join(f'{round(v, 3) + 0.0:.6g}' for v in values)}" for op, values in data)
