"""Writes the gallery of every macro as pages: `python -m tools.gallery DIR`, to look at while they are made."""

from __future__ import annotations

import sys
from pathlib import Path

from printables.look.theme import style_sheet
from tests.look.gallery import PAGES, ROOT, page


def main() -> None:
    """Write all pages into a folder, with links to the files of the app."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    (out / "theme.css").write_text(style_sheet(), encoding="utf-8")
    for name in PAGES:
        for theme in ("light", "dark"):
            html = page(name, theme, (ROOT / "companion" / "static").as_uri()).replace("/theme.css", "theme.css")
            (out / f"{name}-{theme}.html").write_text(html, encoding="utf-8")


if __name__ == "__main__":
    main()
