"""Make the faces for names in other scripts, `printables/fonts/Noto*.ttf`, from the npm packages of Fontsource.

Run once by a maintainer, never at run time (needs fonttools with brotli); prints the lines of VENDORED.toml:

    npm pack @fontsource/noto-sans @fontsource/noto-sans-hebrew ...   (every package of FACES; and unpack them)
    python printables/tools/make_script_fonts.py DIRECTORY_WITH_THE_UNPACKED_PACKAGES

A package holds a face in slices; the glyphs of the letters a face shall have are joined into one TrueType file, without
layout tables and hinting: names are set letter by letter. Of the many thousand signs of East Asia the common ones stay.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset  # type: ignore[import-not-found]
from fontTools.merge import Merger  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

OUT = Path(__file__).resolve().parent.parent / "fonts"
TIMESTAMP = 3_818_000_000
WEIGHT = "600"
LATIN = {*range(0x20, 0x250), *range(0x2000, 0x2070)}
"""What the faces of the press have themselves; where one lacks a letter of them, Noto Sans has it."""


def of_codec(codec: str, rows: range) -> set[int]:
    """The characters of some rows of an East Asian standard of two bytes."""
    found = set()
    for row in rows:
        for cell in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes([row, cell]).decode(codec)))
            except UnicodeDecodeError:
                continue
    return found


KANA = {*range(0x3000, 0x3100)}
JAPANESE = KANA | of_codec("euc_jp", range(0xB0, 0xD0))  # level 1
CHINESE = of_codec("gb2312", range(0xB0, 0xD8))  # level 1
KOREAN = of_codec("euc_kr", range(0xB0, 0xC9))  # the syllables
ALL = {*range(0x110000)}
FACES: dict[str, list[tuple[str, set[int]]]] = {
    "NotoSans-SemiBold.ttf": [
        ("noto-sans", ALL), ("noto-sans-georgian", {*range(0x10A0, 0x1100)}),
        ("noto-sans-armenian", {*range(0x530, 0x590)}), ("noto-sans-thai", {*range(0xE00, 0xE80)}),
    ],
    "NotoSansHebrew-SemiBold.ttf": [("noto-sans-hebrew", {*range(0x590, 0x600), *range(0xFB1D, 0xFB50)})],
    "NotoSansArabic-SemiBold.ttf": [("noto-sans-arabic", {*range(0x600, 0x780), *range(0xFB50, 0xFF00)})],
    "NotoEmoji-SemiBold.ttf": [("noto-emoji", {one for one in ALL if one >= 0x2100})],
    "NotoSansCJK-SemiBold.ttf": [
        ("noto-sans-jp", JAPANESE), ("noto-sans-sc", CHINESE), ("noto-sans-kr", KOREAN),
    ],
}  # fmt: skip
"""The letters a face takes from each package; an earlier package goes first."""


def slices(package: Path, wanted: set[int], work: Path) -> Iterator[str]:
    """The slices of a package that have some of the letters, with those alone; what is taken is wanted no more."""
    for file in sorted(package.glob(f"files/*-{WEIGHT}-normal.woff2")):
        font = TTFont(file)
        here = wanted & set(font.getBestCmap()) if "devanagari" not in file.name else set()
        wanted -= here
        if not here:
            continue
        options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, glyph_names=False)
        options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "STAT", "vhea", "vmtx", "VORG", "HVAR", "MVAR"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=here)
        cutter.subset(font)
        font.flavor = None
        target = work / f"{package.parent.name}-{file.stem}.ttf"
        font.save(target)
        yield str(target)


def main(root: Path) -> None:
    """Write every face of `FACES` and the licence texts."""
    for target, sources in FACES.items():
        gone: set[int] = set() if "NotoSans-" in target else set(LATIN)
        with tempfile.TemporaryDirectory() as work:
            parts = []
            for name, wanted in sources:
                package = next(p.parent for p in root.rglob("package.json") if _is(p, name))
                letters = wanted - gone
                asked = set(letters)
                parts += list(slices(package, letters, Path(work)))
                gone |= asked - letters
                (OUT / f"OFL-{name}.txt").write_text((package / "LICENSE").read_text("utf-8"), encoding="utf-8")
            font = Merger().merge(parts) if len(parts) > 1 else TTFont(parts[0])
        font["head"].created = font["head"].modified = TIMESTAMP
        font.recalcTimestamp = False
        font.save(OUT / target)
        print(target, hashlib.sha256((OUT / target).read_bytes()).hexdigest(), len(font.getBestCmap()))


def _is(file: Path, name: str) -> bool:
    return bool(json.loads(file.read_text(encoding="utf-8")).get("name") == f"@fontsource/{name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
