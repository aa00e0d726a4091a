"""What a finished file says of itself, and how many copies of each piece it must therefore hold.

The information entries of every PDF name its kit and how it was printed; with the kit's data at hand the
proof can count. Nothing here looks at pages.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf

from printables.errors import ProofError
from printables.job import CHANGED
from printables.model import Kit
from printables.storage import THICKNESS, storage


def claims(source: bytes | Path) -> dict[str, str]:
    """The information entries of a PDF of this press. Raises ProofError for other files."""
    try:
        with pikepdf.open(BytesIO(source) if isinstance(source, bytes) else source) as pdf:
            found = {str(name)[1:]: str(value) for name, value in pdf.docinfo.items()}
    except (pikepdf.PdfError, OSError) as error:
        raise ProofError(f"not a readable PDF: {error}") from error
    if "Kit" not in found:
        raise ProofError("the file does not say which kit it holds; it was not made by this press")
    return found


def counts(said: dict[str, str], kit: Kit) -> dict[str, int]:
    """Piece id to number of copies that a file with these claims must hold, by the kit's data.

    Of a file with only what changed the pieces it names must be there in full number. Raises ProofError for a file
    of another kit, and for components the kit does not have.
    """
    if said["Kit"] != kit.id:
        raise ProofError(f"the file holds pieces of {said['Kit']}, not of {kit.id}")
    if "Sets" in said:
        kit = kit.with_sets({name: int(number) for name, number in (one.split("=") for one in said["Sets"].split())})
    wanted = said["Components"].split() if "Components" in said else [c.id for c in kit.components]
    known = {c.id: c for c in kit.components}
    if strange := [name for name in wanted if name not in known]:
        raise ProofError(f"the kit of {kit.id} has no component {', '.join(strange)}")
    components = tuple(known[name] for name in wanted)
    if kept := said.get("Storage"):
        boxes = storage(kit, components, float(said.get("Thickness", THICKNESS)))
        components = boxes if kept == "only" else (*components, *boxes)
    pieces = [piece for component in components for piece in component.pieces]
    if said.get("Only") == CHANGED:
        words = said["Printed"] if "Printed" in said else said.get("Faces", "")  # older files name no others
        named = {word.partition("=")[0] for word in words.split()}
        pieces = [piece for piece in pieces if piece.id in named]
    return {piece.id: piece.count for piece in pieces}
