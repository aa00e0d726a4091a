"""The page of credits of a kit that is printed in English: whose the values, the symbols and the typefaces are."""

from __future__ import annotations

from functools import partial

from printables.displays import aid
from printables.displays.aid import Aid, Words
from printables.look import fonts, icons
from printables.model import Component, Piece


def credits_page(title: str, own: str) -> Component:
    """One sheet of paper. `title` is the game, `own` says which of its words and values come from whom."""
    blocks = (
        Words("This game", (own,), "quest"),
        Words("Symbols", (icons.credit(),), "eye"),
        Words("Type", fonts.CREDITS, "quest"),
    )
    face = partial(aid.face, Aid("Credits", title, (blocks,)))
    piece = Piece("credits", "Credits", 1, aid.outline(), face, None, 2.0)
    return Component("credits", "Credits", (piece,), stock="paper")
