"""Pictures of displays with their markers lying on them, drawn from the display list: what players will see.

    python docs/pictures/laid.py heroes_vs_warlords hero-amazons-1 docs/pictures/laid.png
    python docs/pictures/laid.py heroes_vs_warlords knights-5,amazons-6,barbarians-3,neutrals-4 counters.png

Every place of a display gets the first piece that belongs there; of a track only each third box, so that its numbers
can be read, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.games import load_game
from printables.layout.sheets import Faces
from printables.look.display import Document, Item, Page, Place, Use
from printables.look.theme import Ink, Look
from printables.model import Kit, Piece
from printables.render import pdf, png
from printables.units import translate

SMALL = 10.0
"""Markers smaller than this (mm) move along tracks."""


def laid(kit: Kit, piece_id: str, ink: Ink = "full", side: str = "front", every: bool = False) -> bytes:
    """The display as a PNG, with a marker in every place that takes one (with `every` in all boxes of tracks)."""
    pieces = {piece.id: piece for component in kit.components for piece in component.pieces}
    board, faces = pieces[piece_id], Faces(Look(ink))
    draw = board.front if side == "front" else board.back
    assert draw is not None
    items: list[Item] = [Use(faces.of(board, side)[1])]  # type: ignore[arg-type]
    places = [item for item in draw(Look(ink)).items if isinstance(item, Place) and item.takes]
    for number, place in enumerate(places):
        lying = [piece for name, piece in pieces.items() if name.startswith(place.takes)]
        one = lying[number % len(lying)]
        if min(one.outline.size) > SMALL or number % 3 == 1 or every:
            items.append(Use(faces.of(one, "front")[1], _middle(place, one)))
    width, height = board.outline.size
    page = Page(width, height, tuple(items), board.name)
    return png.pages(pdf.render(Document(board.name, "en", (page,), faces.all())), dpi=150)[0]


def _middle(place: Place, piece: Piece) -> tuple[float, float, float, float, float, float]:
    width, height = piece.outline.size
    return translate(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2)


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
