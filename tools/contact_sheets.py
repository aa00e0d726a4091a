"""Contact sheets of everything that is printed: `python -m tools.contact_sheets FOLDER [GAME ...]`.

Every distinct page of a game, in each of its languages, in full colour, with little ink, in grey, and as three kinds of
colour-blindness see it, for a look at all of them before a release.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from companion.catalogues import printed, sheet_languages
from companion.engine.game.record import Game
from companion.games import all_games
from printables.job import PrintJob
from printables.model import Kit

EYES = {
    "protan": (0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052),
    "deutan": (0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969),
    "tritan": (1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304),
}
"""How eyes without one kind of cone mix red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
INKS = ("full", "low", "grey")
COLUMNS, ROWS = 4, 2
SIZE = 560
"""The longer side of a page, in dots."""


def seen_by(picture: Image.Image, eyes: str) -> Image.Image:
    """A picture as it looks with a kind of colour-blindness."""
    a, b, c, d, e, f, g, h, i = EYES[eyes]
    return picture.convert("RGB", (a, b, c, 0, d, e, f, 0, g, h, i, 0))


def distinct_pages(kit: Kit, ink: str) -> list[Image.Image]:
    """Every page of a kit with its boxes; of pages that look alike only one."""
    found: dict[bytes, Image.Image] = {}
    for page in pypdfium2.PdfDocument(PrintJob(kit, ink=ink, storage="with").pdf()):
        picture = page.render(scale=SIZE / max(page.get_size())).to_pil().convert("RGB")
        art = picture.crop((0, 20, picture.width, picture.height - 20))  # without the number of the sheet
        found.setdefault(hashlib.sha256(art.tobytes()).digest(), picture)
    return list(found.values())


def views(kit: Kit) -> Iterator[tuple[str, list[Image.Image]]]:
    """The name of a view and the pages in it."""
    for ink in INKS:
        pages = distinct_pages(kit, ink)
        yield ink, pages
        if ink == "full":
            yield from ((eyes, [seen_by(page, eyes) for page in pages]) for eyes in EYES)


def contact_sheets(pages: list[Image.Image]) -> Iterator[Image.Image]:
    """Sheets with rows of pages on grey."""
    step = COLUMNS * ROWS
    for at in range(0, len(pages), step):
        out = Image.new("RGB", (COLUMNS * (SIZE + 8), ROWS * (SIZE + 8)), "#777777")
        for n, page in enumerate(pages[at : at + step]):
            out.paste(page, (n % COLUMNS * (SIZE + 8) + 4, n // COLUMNS * (SIZE + 8) + 4))
        yield out


def write(game: Game, folder: Path) -> Iterator[Path]:
    """Write the contact sheets of a game, as files `GAME-LANGUAGE-VIEW-NUMBER.png`. Yields their paths."""
    for language in sheet_languages(game):
        for view, pages in views(printed(game, language)):
            for number, sheet in enumerate(contact_sheets(pages), 1):
                path = folder / f"{game.name}-{language}-{view}-{number:02}.png"
                sheet.save(path)
                yield path


def main() -> None:
    """Write the sheets of the games asked for, or of all that print anything."""
    kits = {one.name: one for one in all_games() if one.kit}
    about = "Pictures of all that is printed, in every ink and as colour-blind eyes see it."
    parser = argparse.ArgumentParser(prog="python -m tools.contact_sheets", description=about)
    parser.add_argument("folder", type=Path, help="where the sheets go")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(kits)}; all if none is named")
    asked = parser.parse_args()
    unknown = [name for name in asked.games if name not in kits]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.games or kits:
        for file in write(kits[name], asked.folder):
            print(file, flush=True)


if __name__ == "__main__":
    main()
