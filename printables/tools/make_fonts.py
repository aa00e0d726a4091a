"""Make the TrueType files in `printables/fonts` from the npm packages of Fontsource.

Run once by a maintainer, never at run time:

    npm pack @fontsource/barlow-condensed @fontsource/atkinson-hyperlegible   (and unpack both)
    python printables/tools/make_fonts.py DIRECTORY_WITH_THE_UNPACKED_PACKAGES

Needs fonttools with brotli. The latin and latin-ext subsets are merged into one TrueType file a style
for PDF, and the latin subset is kept as WOFF2 for SVG files that carry their fonts; hinting is dropped (print does
not use it), a slashed zero gets an open one (on paper, beside dice, it reads as a sign of its own), and the licence
text is copied beside the fonts.
"""

from __future__ import annotations

import sys
import tempfile
from array import array
from pathlib import Path

from fontTools.merge import Merger  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates  # type: ignore[import-not-found]

FACES = {
    "BarlowCondensed-Medium.ttf": ("barlow-condensed", "500"),
    "BarlowCondensed-SemiBold.ttf": ("barlow-condensed", "600"),
    "BarlowCondensed-Bold.ttf": ("barlow-condensed", "700"),
    "AtkinsonHyperlegible-Regular.ttf": ("atkinson-hyperlegible", "400"),
    "AtkinsonHyperlegible-Bold.ttf": ("atkinson-hyperlegible", "700"),
}
OUT = Path(__file__).resolve().parent.parent / "fonts"
TIMESTAMP = 3_818_000_000
"""A fixed date (seconds since 1904), so that the files come out the same every time."""
DROPPED = ("fpgm", "prep", "cvt ", "gasp", "hdmx", "VDMX", "LTSH", "DSIG", "GSUB", "GPOS", "GDEF", "STAT")


def plain(woff2: Path, into: Path) -> Path:
    """Rewrite one woff2 subset as an uncompressed TrueType file."""
    font = TTFont(woff2)
    font.flavor = None
    for table in DROPPED:
        if table in font:
            del font[table]
    font.save(into)
    return into


def without_slash(font: TTFont) -> None:
    """Give a font with a slashed zero an open one: the outer edge it has, inside the counter of its O made to fit."""
    glyphs, cmap = font["glyf"], font.getBestCmap()
    zero, letter = glyphs[cmap[ord("0")]], glyphs[cmap[ord("O")]]
    if zero.numberOfContours < 3:
        return
    outer, end = zero.endPtsOfContours[0] + 1, letter.endPtsOfContours[0] + 1
    counter = list(letter.coordinates)[end:]
    left, right = min(x for x, _ in counter), max(x for x, _ in counter)
    stem = left - letter.xMin
    width = zero.xMax - zero.xMin - 2 * stem
    moved = [(round(zero.xMin + stem + (x - left) * width / (right - left)), y) for x, y in counter]
    zero.coordinates = GlyphCoordinates([*list(zero.coordinates)[:outer], *moved])
    zero.flags = array("B", [*zero.flags[:outer], *letter.flags[end:]])
    zero.endPtsOfContours = [outer - 1, outer + len(moved) - 1]
    zero.numberOfContours = 2


def merged(package: Path, family: str, weight: str, work: Path) -> TTFont:
    """Join the latin and latin-ext subsets of one style."""
    parts = [
        plain(package / "files" / f"{family}-{subset}-{weight}-normal.woff2", work / f"{subset}.ttf")
        for subset in ("latin", "latin-ext")
    ]
    return Merger().merge([str(part) for part in parts])


def main(root: Path) -> None:
    """Write every face of `FACES` and the licence texts."""
    for target, (family, weight) in FACES.items():
        package = next(
            p.parent
            for p in root.rglob("LICENSE")
            if p.parent.joinpath(f"{weight}.css").exists() and list(p.parent.glob(f"files/{family}-latin-*"))
        )
        with tempfile.TemporaryDirectory() as work:
            font = merged(package, family, weight, Path(work))
        without_slash(font)
        font["head"].created = font["head"].modified = TIMESTAMP
        font.recalcTimestamp = False
        font.save(OUT / target)
        latin = TTFont(package / "files" / f"{family}-latin-{weight}-normal.woff2", recalcTimestamp=False)
        without_slash(latin)
        latin.save((OUT / target).with_suffix(".woff2"))
        (OUT / f"OFL-{family}.txt").write_text((package / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
