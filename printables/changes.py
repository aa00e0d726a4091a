"""What changed since an older file: a short fingerprint of every face travels inside each PDF.

Fingerprints are of the display list, not of the file, so paper and place do not matter, only what a
piece looks like and how it is cut.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from printables.errors import BadOption, ProofError
from printables.layout.sheets import Faces
from printables.limited import read_info
from printables.look.display import Form, Group, Item, Use, every
from printables.look.theme import Look
from printables.model import Component, Piece


def fingerprint(forms: Sequence[Form]) -> str:
    """Eight hexadecimal digits for the faces of one piece; bleed does not count, its way of drawing varies."""
    written = io.BytesIO()
    pickler = _Seen(written, protocol=4)
    pickler.fast = True  # equal faces give equal bytes, whether or not they share parts in memory
    pickler.dump([(_art(f), f.trim) for f in forms])
    return hashlib.blake2b(written.getvalue(), digest_size=4).hexdigest()


class _Seen(pickle.Pickler):
    """Writes of each record what is seen of it: the fields that its `repr` shows. Half the time of `repr` itself."""

    def reducer_override(self, record: Any) -> Any:
        kind = type(record)
        return (tuple, (kind.__name__, _shown(kind)(record))) if is_dataclass(kind) else NotImplemented


@cache
def _shown(kind: Any) -> attrgetter[Any]:
    return attrgetter(*(field.name for field in fields(kind) if field.repr))


def _art(form: Form) -> tuple[Item, ...]:
    """The art of a face: what comes last in its clip (see `Faces`); of a shared picture everything."""
    match form:
        case Form(items=(Group(items=(*_, art)),), trim=(_, *_)):
            return (art,)
    return form.items


def fingerprints(forms: Sequence[Form]) -> dict[str, str]:
    """Piece id to fingerprint, for the forms of a document; pictures that faces share count with each face."""
    known = {form.name: form for form in forms}
    by_piece: dict[str, list[Form]] = {}
    for form in forms:
        if form.trim:
            shared = sorted({item.form for item in every(form.items) if isinstance(item, Use)})
            by_piece.setdefault(form.name.rsplit(".", 1)[0], []).extend([form, *(known[n] for n in shared)])
    return {piece: fingerprint(sorted(faces, key=lambda f: f.name)) for piece, faces in by_piece.items()}


def to_text(prints: dict[str, str]) -> str:
    """Fingerprints as one line."""
    return " ".join(f"{piece}={value}" for piece, value in prints.items())


def read(source: bytes | Path, kit: str) -> dict[str, str]:
    """The fingerprints that a file of this press carries for a kit. Raises BadOption for `since`."""
    try:
        info = read_info(source)
    except ProofError as error:
        raise BadOption("since", "that file is no PDF that can be read") from error
    if "Kit" in info and info["Kit"] != kit:
        raise BadOption("since", "that file holds pieces of {other}, not of {kit}", other=info["Kit"], kit=kit)
    if "Faces" not in info:
        raise BadOption("since", "that file does not say what its faces looked like")
    return dict(word.split("=", 1) for word in info["Faces"].split() if "=" in word)


def changed(components: Sequence[Component], look: Look, old: dict[str, str]) -> tuple[Component, ...]:
    """The components with only those pieces that are new or look different from an older file. Raises BadOption
    when there are none.
    """
    out = []
    for component in components:
        pieces = tuple(p for p in component.pieces if old.get(p.id) != _now(p, look))
        if pieces:
            out.append(replace(component, pieces=pieces))
    if not out:
        raise BadOption("since", "nothing has changed since that file")
    return tuple(out)


def _now(piece: Piece, look: Look) -> str:
    faces = Faces(look)
    faces.of(piece, "front", True)
    if piece.back:
        faces.of(piece, "back", True)
    return fingerprints(faces.all())[piece.id]
