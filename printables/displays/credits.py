"""The credits of a kit that is printed in English: whose the values, the symbols and the typefaces are."""

from __future__ import annotations

from functools import partial

from printables.displays import aid
from printables.displays.aid import Aid, Words
from printables.look import fonts, icons
from printables.look.theme import Look
from printables.model import Component, Face, Piece
from printables.units import Point


def block(own: str) -> Words:
    """All that is said, for the foot of an aid. `own` says which words and values come from whom."""
    return Words("Credits", (own, icons.credit(), *fonts.CREDITS), "book")


def face(title: str, own: str, size: Point, look: Look) -> Face:
    """A side of their own, of that size (mm), in two columns. `title` is the game."""
    others = (Words("Symbols", (icons.credit(),), "eye"), Words("Type", fonts.CREDITS, "book"))
    return aid.face(Aid("Credits", title, ((Words("This game", (own,), "book"),), others), size=size), look)


def credits_page(title: str, own: str, size: Point, stock: str) -> Component:
    """A piece of their own, of a size (mm) that shares the sheets of a stock."""
    piece = Piece("credits", "Credits", 1, aid.outline(size), partial(face, title, own, size), None, 2.0)
    return Component("credits", "Credits", (piece,), stock=stock)
