"""What a sheet says to somebody who cannot see it: the alternative text of a page, in the language of the kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from printables.layout.leaves import Side
from printables.layout.placing import Sheet
from printables.look.display import Form, Group, Item, Layer, Text, Use, is_read

READ = 120.0
"""From this size (mm) on a piece is a display or an aid: all of its text is told, not only its name."""
NAMED = 6
"""So many different pieces of a page are named; of more the components, and how many pieces."""


def spoken(sheet: Sheet, sides: Sequence[Side], forms: Sequence[Form], read: set[str]) -> str:
    """What a page holds: its pieces and how many of each; of displays and later copies of aids also their text.

    An aid that is read aloud where it stands (`render/tagging.py`) is only named; `read` keeps which were.
    """
    known = {form.name: form for form in forms}
    found = Counter(
        (p.piece.id, p.piece.name, side) for p in sheet.placed for side in sides if side == "front" or p.back
    )
    if len(found) > NAMED:
        return f"{', '.join(sheet.names)}: {sum(found.values())}"
    large = {p.piece.id for p in sheet.placed if max(p.piece.outline.size) >= READ}
    lines = []
    for (piece, name, side), count in found.items():
        face = known[f"{piece}.{side}"]
        aloud = is_read(face.items) and face.name not in read
        read |= {face.name} if aloud else set()
        words = " ".join(texts(face.items, known)) if piece in large and not aloud else ""
        lines.append(f"{name if count == 1 else f'{count} × {name}'}{': ' if words else ''}{words}")
    return "; ".join(dict.fromkeys(lines))


def texts(items: tuple[Item, ...], known: dict[str, Form]) -> list[str]:
    """Every line of text in the order it is drawn."""
    found: list[str] = []
    for item in items:
        match item:
            case Text():
                found.append(item.text)
            case Group() | Layer():
                found += texts(item.items, known)
            case Use() if item.form in known:
                found += texts(known[item.form].items, known)
    return found
