"""Make `printables/data/figures.json`: fighters, riders and beasts of one style and one size, drawn here.

Run once by a maintainer, never at run time:

    python -m printables.tools.make_figures

Needs shapely. A figure is put together from limbs (circles of several sizes, joined), clothes and gear. What lies in
front cuts a gap out of what lies behind it, so that limbs and gear are told apart in one colour. Units are those of the
grid of all symbols, 512 a side, y downwards; angles are degrees clockwise from the right.
"""

from __future__ import annotations

import json
from pathlib import Path

from shapely import affinity  # type: ignore

from printables.tools.ages import AGES
from printables.tools.armies import ARMIES
from printables.tools.gear import Shape

OUT = Path(__file__).resolve().parent.parent / "data" / "figures.json"
GRID, MARGIN, COARSE = 512, 8, 1.6
"""The grid, how far figures keep from its edge, and how far their outlines may be from the drawn ones."""


def path(shape: Shape) -> str:
    """As large as the grid allows, in its middle: M, L and Z with whole numbers; holes run the other way."""
    left, top, right, bottom = shape.bounds
    size = (GRID - 2 * MARGIN) / max(right - left, bottom - top)
    shape = affinity.translate(shape, GRID / 2 - (left + right) / 2, GRID / 2 - (top + bottom) / 2)
    shape = affinity.scale(shape, size, size, origin=(GRID / 2, GRID / 2)).simplify(COARSE)
    out = list[str]()
    for part in sorted(getattr(shape, "geoms", [shape]), key=lambda one: -one.area):
        if part.area < 60:
            continue
        for ring, way in ((part.exterior, True), *((hole, False) for hole in part.interiors)):
            points = list(ring.coords)[:-1]
            if ring.is_ccw != way:
                points.reverse()
            words = [f"{round(x)} {round(y)}" for x, y in points]
            out += [f"M {words[0]}", *(f"L {word}" for word in words[1:]), "Z"]
    return " ".join(out)


def main() -> None:
    """Write every figure."""
    figures = {name: path(draw()) for name, draw in (ARMIES | AGES).items()}
    OUT.write_text(
        json.dumps({"origin": "drawn for this project", "grid": GRID, "icons": figures}, indent=0, sort_keys=True)
        + "\n",
        encoding="utf-8",
    )
    print(len(figures), sum(map(len, figures.values())))


if __name__ == "__main__":
    main()
