"""Cut files: one SVG a sheet with nothing but cutting lines, for plotters and laser cutters.

Lines that two pieces share are cut once (`layout/cutting.py`). Registration marks (a square and two corners, as
Silhouette-type cutters look for) are the same as on the printed page. Lines to cut, lines to
fold, marks and text are layers. Sizes in mm.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import svgwrite

from printables.layout.cutting import cut_paths
from printables.layout.marks import registration_marks
from printables.layout.placing import Sheet
from printables.look.outlines import PathData
from printables.units import apply

CUT, FOLD, MARK = "#ff0000", "#0000ff", "#000000"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def sheet_svg(sheet: Sheet, title: str) -> str:
    """The cutting lines of one sheet."""
    width, height = sheet.setup.width, sheet.setup.height
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), debug=False)
    drawing.viewbox(0, 0, width, height)
    drawing.set_desc(title=title)
    drawing.attribs["xmlns:inkscape"] = INKSCAPE
    cut = _layer(drawing, "cut", "Cut", fill="none", stroke=CUT, stroke_width=0.1)
    for data in cut_paths(sheet):
        cut.add(drawing.path(d=_d(data)))
    folds = [[apply(p.front, end) for end in fold] for p in sheet.placed for fold in p.piece.folds]
    if folds:
        scored = _layer(drawing, "fold", "Fold", fill="none", stroke=FOLD, stroke_width=0.1, stroke_dasharray="2,1")
        for start, end in folds:
            scored.add(drawing.path(d=_d((("M", start), ("L", end)))))
    marks = _layer(drawing, "registration", "Registration", fill=MARK)
    for data in registration_marks(sheet.setup):
        marks.add(drawing.path(d=_d(data)))
    words = _layer(drawing, "text", "Text", fill=MARK, font_size=2.4, font_family="sans-serif")
    words.add(drawing.text(f"{title} · {sizes(sheet)}", insert=(sheet.setup.margin + 8, height - 1.6)))
    return str(drawing.tostring())


def _layer(drawing: Any, name: str, label: str, **style: Any) -> Any:
    """A group that drawing programs show as a layer."""
    group = drawing.g(id=name, **style)
    group.attribs |= {"inkscape:groupmode": "layer", "inkscape:label": label}
    drawing.add(group)
    return group


def sizes(sheet: Sheet) -> str:
    """How many pieces of which size, in words."""
    count = Counter(tuple(round(v, 1) for v in p.piece.outline.size) for p in sheet.placed)
    return ", ".join(f"{n} x {w:g} x {h:g} mm" for (w, h), n in sorted(count.items()))


def _d(data: PathData) -> str:
    return "".join(f"{op}{' '.join(f'{round(v, 3) + 0.0:.6g}' for v in values)}" for op, values in data)
