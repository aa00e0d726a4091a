"""What a sheet says to somebody who cannot see it: the alternative text of a page, in the language of the kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from printables.layout.leaves import Side
from printables.layout.placing import Sheet
from printables.look.display import Form, Group, Item, Layer, Text, Use, is_read

READ = 120.0
"""From this size (mm) on a piece is a display or an aid: all of its text is told, not only its name."""
PIECE, LINES = 20.0, 2
"""From this size (mm) and so many lines of text on a face is a picture of its own; others are named or counted."""
NAMED = 6
"""So many different pieces of a page are named; of more the components, and how many pieces."""


def spoken(sheet: Sheet, sides: Sequence[Side], forms: Sequence[Form]) -> tuple[str, dict[str, str]]:
    """What a page holds, and the words of every face that is told by itself, by the name of its form.

    An aid that is read aloud where it stands (`render/tagging.py`) has no other words.
    """
    known = {form.name: form for form in forms}
    there = Counter((p.piece.id, side) for p in sheet.placed for side in sides if side == "front" or p.back)
    pieces = {p.piece.id: p.piece for p in sheet.placed}
    told: dict[str, str] = {}
    others: Counter[str] = Counter()
    for (id, side), count in there.items():
        piece, face = pieces[id], known[f"{id}.{side}"]
        if is_read(face.items):
            continue
        lines = texts(face.items, known) if max(piece.outline.size) >= PIECE else []
        if len(lines) >= LINES:
            told[face.name] = _words(piece.name, lines)
        else:
            others[piece.name] += count
    if len(others) > NAMED:
        return f"{', '.join(sheet.names)}: {others.total()}", told
    named = (name if count == 1 else f"{count} × {name}" for name, count in others.items())
    return "; ".join(named) or ", ".join(sheet.names), told


def _words(name: str, lines: Sequence[str]) -> str:
    """The text of a face, after the name of its piece if it does not begin with that."""
    words = " ".join(lines)
    return words if words.casefold().startswith(name.casefold()) else f"{name}: {words}"


def texts(items: tuple[Item, ...], known: dict[str, Form]) -> list[str]:
    """Every line of text in the order it is drawn."""
    found: list[str] = []
    for item in items:
        match item:
            case Text():
                found.append(item.says or item.text)
            case Group() | Layer():
                found += texts(item.items, known)
            case Use() if item.form in known:
                found += texts(known[item.form].items, known)
    return found
