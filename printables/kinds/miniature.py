"""A piece shown on something else (a label, a box): its front, made smaller where there is no room for it as it is."""

from __future__ import annotations

from printables.look.display import Form, Group, Item, Place, Text, Use
from printables.look.outlines import Box, polygon_path, rect_points
from printables.look.theme import Look
from printables.model import Draw, Piece
from printables.units import scale, then, translate

LEAST = 6.5
"""Text that gets smaller than so many points is left out."""


def miniature(piece: Piece, look: Look, box: Box, draw: Draw | None = None) -> Group:
    """A piece's front (or what `draw` draws) in the middle of a box, not larger than it is."""
    width, height = piece.outline.size
    left, top, right, bottom = box
    factor = min(1.0, (right - left) / width, (bottom - top) / height)
    face = (draw or piece.front)(look)
    forms = {form.name: form for form in face.forms}
    under = () if face.items[: len(face.bleed)] == face.bleed else face.bleed
    corner = ((left + right - width * factor) / 2, (top + bottom - height * factor) / 2)
    items = _shown((*under, *face.items), forms, factor)
    return Group(items, then(scale(factor), translate(*corner)), piece.outline.path)


def _shown(items: tuple[Item, ...], forms: dict[str, Form], factor: float) -> tuple[Item, ...]:
    """The same without what is too small to read and without places for markers, pictures that are shared put in."""
    out: list[Item] = []
    for item in items:
        match item:
            case Text() if item.size * factor < LEAST and factor < 1.0:
                continue
            case Place():
                continue
            case Group():
                out.append(Group(_shown(item.items, forms, factor), item.matrix, item.clip))
            case Use() if item.form in forms:
                form = forms[item.form]
                left, top, right, bottom = form.box
                clip = polygon_path(rect_points(left, top, right - left, bottom - top))
                out.append(Group(_shown(form.items, forms, factor), item.matrix, clip))
            case _:
                out.append(item)
    return tuple(out)
