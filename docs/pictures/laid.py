"""Pictures of displays with their markers lying on them, drawn from the display list: what players will see.

    python docs/pictures/laid.py heroes_vs_warlords hero-amazons-1 docs/pictures/laid.png
    python docs/pictures/laid.py heroes_vs_warlords knights-5,amazons-6,barbarians-3,neutrals-4 counters.png

Every place of a display gets a piece that belongs there; of a track only one box.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.games import load_game
from printables.layout.leaves import Side
from printables.layout.sheets import Faces
from printables.look.display import Document, Page, Use
from printables.look.theme import Ink, Look
from printables.model import Kit
from printables.render import pdf, png
from printables.render.preview import lying
from printables.units import translate


def laid(kit: Kit, piece_id: str, ink: Ink = "full", side: Side = "front", every: bool = False) -> bytes:
    """The display as a PNG, with a marker in every place that takes one (with `every` in all boxes of tracks)."""
    pieces = {piece.id: piece for component in kit.components for piece in component.pieces}
    board, look = pieces[piece_id], Look(ink)
    faces = Faces(look)
    items = [Use(faces.of(board, side)[1]), *lying(kit, board, side, look, faces, every)]
    width, height = board.outline.size
    page = Page(width, height, tuple(items), board.name)
    return png.pages(pdf.render(Document(board.name, "en", (page,), faces.all())), dpi=150)[0]


def enlarged(kit: Kit, *piece_ids: str) -> bytes:
    """Pieces of one size side by side, as a PNG at 400 dpi."""
    pieces = {piece.id: piece for component in kit.components for piece in component.pieces}
    faces = Faces(Look())
    width, height = pieces[piece_ids[0]].outline.size
    uses = tuple(
        Use(faces.of(pieces[name], "front", True)[1], translate(2 + i * (width + 4), 2))
        for i, name in enumerate(piece_ids)
    )
    page = Page(len(piece_ids) * (width + 4), height + 4, uses, "Counters")
    return png.pages(pdf.render(Document("Counters", "en", (page,), faces.all())), dpi=400)[0]


if __name__ == "__main__":
    game, name, file, *more = sys.argv[1:]
    kit = load_game(game).printed()
    side = "back" if "back" in more else "front"
    found = enlarged(kit, *name.split(",")) if "," in name else laid(kit, name, every="all" in more, side=side)
    Path(file).write_bytes(found)
