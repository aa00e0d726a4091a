"""Make the TrueType files in `printables/fonts` from the npm packages of Fontsource.

Run once by a maintainer, never at run time:

    npm pack @fontsource/barlow-condensed @fontsource/atkinson-hyperlegible   (and unpack both)
    python printables/tools/make_fonts.py DIRECTORY_WITH_THE_UNPACKED_PACKAGES

Needs fonttools with brotli. The latin and latin-ext subsets are merged into one TrueType file a style
for PDF, and the latin subset is kept as WOFF2 for SVG files that carry their fonts; hinting is dropped (print does
not use it) and the licence text is copied beside the fonts.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from fontTools.merge import Merger  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

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
        font["head"].created = font["head"].modified = TIMESTAMP
        font.recalcTimestamp = False
        font.save(OUT / target)
        latin = package / "files" / f"{family}-latin-{weight}-normal.woff2"
        (OUT / target).with_suffix(".woff2").write_bytes(latin.read_bytes())
        (OUT / f"OFL-{family}.txt").write_text((package / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
