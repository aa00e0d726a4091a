"""Pictures of a kit for docs/kit.md, drawn from what is printed: `python docs/pictures/kit.py FOLDER`.

Counters four times as large as they are, tiles joined to a map, the same sheet of counters in every ink and as
three kinds of colour-blind eyes see it, chits and cards of the smaller games, and aids in two languages.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import io

import pypdfium2
from PIL import Image

from companion.catalogues import printed
from companion.games import load_game
from printables.job import PrintJob
from printables.kinds.tile import FLAT
from printables.layout.sheets import Faces
from printables.look.display import Document, Page, Use
from printables.look.theme import Look
from printables.render import pdf, png
from printables.units import translate
from tools.contact_sheets import EYES, seen_by

GAME = "heroes_vs_warlords"
CHITS = "unit-dwarves unit-griffons unit-centaurs unit-cave_wyrm unit-unicorn unit-deep_serpent"
SPELLS = "spell-firebolt spell-gate spell-call_wolves spell-turn_undead artifact-ember_sword artifact-orb_of_far_seeing"
CARDS, ZABOR = (
    "mission-m105 mission-m302 unit-halberdier building-fortress",
    ("trait-paladins sorcery-earthshake monster-marsh_hydra artifact-gatekeepers_key"),
)
"""What the pictures of chits and cards show."""
PLACES = ((0, 0), (2, 1), (-1, 3), (-2, -1), (1, -3), (3, -2), (-3, 2))
"""Where seven tiles lie beside each other: columns and rows of hexes from the first one's middle."""


def joined() -> Image.Image:
    """Seven tiles as they lie on a table."""
    kit, faces = load_game(GAME).printed(), Faces(Look())
    tiles = kit.component("tiles").pieces
    side, (width, height) = FLAT / 3**0.5, tiles[0].outline.size
    spots = [(1.5 * side * q, FLAT * (r + q / 2)) for q, r in PLACES]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    uses = [
        Use(faces.of(tile, "front")[1], translate(x - left, y - top))
        for tile, (x, y) in zip(tiles, spots, strict=False)
    ]
    size = max(x for x, _ in spots) - left + width, max(y for _, y in spots) - top + height
    page = Page(*size, tuple(uses), "Map")
    return Image.open(io.BytesIO(png.pages(pdf.render(Document("Map", "en", (page,), faces.all())), dpi=110)[0]))


def side_by_side(dpi: float, *rows: tuple[str, str]) -> Image.Image:
    """Pieces in rows, each of a game and the ids of its pieces."""
    faces, uses, y, wide = Faces(Look()), list[Use](), 2.0, 0.0
    for game, ids in rows:
        pieces = {piece.id: piece for one in load_game(game).printed().components for piece in one.pieces}
        x, row = 2.0, [pieces[name] for name in ids.split()]
        for piece in row:
            uses.append(Use(faces.of(piece, "front")[1], translate(x, y)))
            x += piece.outline.size[0] + 2.0
        y, wide = y + max(piece.outline.size[1] for piece in row) + 2.0, max(wide, x)
    page = Page(wide, y, tuple(uses), "Pieces")
    return Image.open(io.BytesIO(png.pages(pdf.render(Document("Pieces", "en", (page,), faces.all())), dpi)[0]))


def page(language: str, component: str, ink: str = "full", number: int = 0, scale: float = 1.0) -> Image.Image:
    """A page as it is printed."""
    job = PrintJob(printed(load_game(GAME), language), components=component.split(","), ink=ink)
    return pypdfium2.PdfDocument(job.pdf())[number].render(scale=scale).to_pil().convert("RGB")


def storage() -> list[Image.Image]:
    """The first sheet of tuck boxes, and the first of tray labels beside it."""
    job = PrintJob(printed(load_game(GAME), "en"), storage="only", sides="single")
    document = pypdfium2.PdfDocument(job.pdf())
    shown = [document[number].render(scale=0.9).to_pil().convert("RGB") for number in (0, 2)]
    width, height = max(one.width for one in shown), max(one.height for one in shown)
    sheets = [Image.new("RGB", (width, height), "white") for _ in shown]
    for sheet, one in zip(sheets, shown, strict=True):
        sheet.paste(one, ((width - one.width) // 2, (height - one.height) // 2))
    return sheets


def beside(pictures: list[Image.Image], columns: int) -> Image.Image:
    """Pictures of one size in rows."""
    width, height = pictures[0].size
    rows = -(-len(pictures) // columns)
    out = Image.new("RGB", (width * columns, height * rows), "white")
    for n, picture in enumerate(pictures):
        out.paste(picture, (n % columns * width, n // columns * height))
    return out


def small(picture: Image.Image, path: Path) -> None:
    """Write it with few colours."""
    picture.convert("RGB").quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    small(joined(), folder / "kit-map.png")
    chits = ("archmagi", CHITS), ("archmagi", SPELLS)
    small(side_by_side(150, *chits), folder / "kit-chits.png")
    small(side_by_side(90, ("multiverse_war", CARDS), ("conquest_of_zabor", ZABOR)), folder / "kit-cards.png")
    counters = page("en", "soldiers,guards", scale=0.8)
    part = (0, 0, counters.width, round(counters.height * 0.78))
    inks = [page("en", "soldiers,guards", ink, scale=0.8) for ink in ("low", "grey")]
    views = [counters, *inks, *(seen_by(counters, eyes) for eyes in EYES)]
    small(beside([view.crop(part) for view in views], 3), folder / "kit-inks.png")
    aids = [page(language, "player_aid", number=number, scale=1.0) for language in ("en", "de") for number in (0, 1)]
    small(beside(aids, 2), folder / "kit-aids.png")
    small(beside(storage(), 2), folder / "kit-boxes.png")
    displays = [page(language, "city_displays", scale=0.9) for language in ("en", "de")]
    small(beside(displays, 2), folder / "kit-city.png")
