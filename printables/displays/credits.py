"""The credits of a kit that is printed in English: whose the values, the symbols and the typefaces are."""

from __future__ import annotations

from functools import partial

from printables.displays import aid
from printables.displays.aid import HEIGHT, WIDTH, Aid, Words
from printables.look import fonts, icons
from printables.look.theme import Look
from printables.model import Component, Face, Piece
from printables.units import Point


def face(title: str, own: str, size: Point, look: Look) -> Face:
    """The side of a piece of that size (mm). `title` is the game, `own` says which words and values come from whom."""
    game = (Words("This game", (own,), "quest"),)
    others = (Words("Symbols", (icons.credit(),), "eye"), Words("Type", fonts.CREDITS, "quest"))
    columns = ((*game, *others),) if size == (WIDTH, HEIGHT) else (game, others)
    return aid.face(Aid("Credits", title, columns, size=size), look)


def credits_page(title: str, own: str, size: Point, stock: str) -> Component:
    """A piece of their own, of a size that shares the sheets of a stock."""
    piece = Piece("credits", "Credits", 1, aid.outline(size), partial(face, title, own, size), None, 2.0)
    return Component("credits", "Credits", (piece,), stock=stock)
