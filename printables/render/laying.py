"""Which pieces of a kit lie together on a virtual table: piles of what looks alike from behind, bags, boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from printables.model import Component, Kit, Piece
from printables.render.faces import batches, grid
from printables.render.tabletop import Kind, One, Pictured, Thing

COUNTERS = "counters"
"""The stock of what lies open: sorted by kind, not shuffled."""
CARD = 26.0
"""From this size (mm) on a piece is a card all the same."""


Copy = tuple[Piece, One]


def things(kit: Kit, components: Iterable[Component]) -> list[Thing]:
    """Everything that lies on the table, in the order of the kit."""
    out: list[Thing] = []
    number = 0
    for component in components:
        copies: list[Copy] = []
        boards: list[Thing] = []
        for batch in batches(component):
            names = {side: f"{kit.id}-{component.id}-{name}.png" for side, name in batch.pictures.items()}
            number += 1
            shape = grid(len(batch.copies), batch.copies[0].outline.size)
            sheet = Pictured(number, names["front"], names.get("back", ""), *shape)
            ones = [(piece, One(piece.name, sheet, place)) for place, piece in enumerate(batch.copies)]
            if len(ones) == 1:
                same = [one for one in (*out, *boards) if one.kind == "board" and one.copies[0].name == ones[0][1].name]
                boards.append(_thing(kit, component, ones, "board", len(same)))
            else:
                copies += ones
        if len(boards) > 1 and _is_secret(kit, component, component.pieces):
            boards = [_bagged(component, boards)]
        out += [*boards, *_sorted(kit, component, copies)]
    return out


def _is_secret(kit: Kit, component: Component, pieces: Iterable[Piece]) -> bool:
    """Whether the pieces of all are of several kinds that cannot be told apart from behind: they are drawn unseen."""
    if component.secret:
        return True
    kinds = {piece.id: piece for piece in pieces}.values()
    backs = {_back(piece) for piece in kinds}
    return len(kinds) > len(backs) == 1 and None not in backs and not any(kit.owner(piece) for piece in kinds)


def _bagged(component: Component, boards: Sequence[Thing]) -> Thing:
    """Boards that are drawn unseen in one bag, from which they come at random and face down."""
    note, copies = f"{component.name} × {len(boards)}", tuple(copy for one in boards for copy in one.copies)
    return replace(boards[0], title=component.name, note=note, kind="bag", copies=copies, secret=True)


T = TypeVar("T")


def _mixed(found: Sequence[T]) -> list[T]:
    """Shuffled, the same way each time: files of one kit are equal, and the order tells nothing."""
    return Random(len(found)).sample(list(found), len(found))


def _sorted(kit: Kit, component: Component, copies: list[Copy]) -> Iterator[Thing]:
    """Loose pieces side by side and size by size: counters in stacks of a kind, those of all that look alike from
    behind in a bag to draw from; cards in decks of one back, or together if each has a back of its own.
    """
    for group in _grouped(copies, lambda one: (kit.owner(one[0]), one[0].outline.size)).values():
        owner = kit.owner(group[0][0])
        kinds = _grouped(group, lambda one: one[0].id)
        backs = _grouped(group, lambda one: _back(one[0]))
        counters = component.stock == COUNTERS and max(group[0][0].outline.size) < CARD
        if counters:
            for pile in backs.values():
                kinds = _grouped(pile, lambda one: one[0].id)
                if not owner and len(kinds) > 1:
                    yield _thing(kit, component, pile, "bag")
                else:
                    yield from (_thing(kit, component, one) for one in kinds.values())
        elif len(backs) < len(kinds):
            yield from (_thing(kit, component, pile) for pile in backs.values())
        else:
            yield _thing(kit, component, group)


def _grouped(copies: Iterable[Copy], key: Callable[[Copy], Hashable]) -> dict[Hashable, list[Copy]]:
    """Copies with one key together, in the order in which the keys come up."""
    out: dict[Hashable, list[Copy]] = {}
    for one in copies:
        out.setdefault(key(one), []).append(one)
    return out


def _back(piece: Piece) -> Hashable:
    """Equal for pieces that cannot be told apart from behind, as far as can be seen from how they are drawn."""
    if piece.back is None:
        return None
    return (getattr(piece.back, "func", piece.back), getattr(piece.back, "args", ()))


def _thing(kit: Kit, component: Component, group: list[Copy], kind: Kind = "pile", number: int = 0) -> Thing:
    """What lies together. Of a board of which there is one for each side, the one with that number is a side's."""
    pieces = {piece.id: piece for piece, _ in group}
    first, owner = group[0][0], kit.owner(group[0][0])
    if kind == "board" and first.count == len(kit.seats):
        owner = kit.seats[number][0]
    secret = kind != "board" and _is_secret(kit, component, pieces.values())
    called = (secret and first.pile) or component.name
    title = first.name if len(pieces) == 1 else " ".join((*(t for s, t in kit.seats if s == owner), called))
    group = _mixed(group) if secret else group
    note = " · ".join((f"{component.name} × {len(group)}", *([component.note] if component.note else [])))
    return Thing(title, note, kind, tuple(one for _, one in group), first.outline.size, owner, secret)
