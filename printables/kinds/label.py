"""Labels for the compartments of a tray: a picture of the piece, its name, how many there are. Sizes in mm."""

from __future__ import annotations

from dataclasses import dataclass

from printables.errors import BadOption
from printables.kinds.miniature import miniature
from printables.look import fonts
from printables.look.display import Item, Style, Text, rect
from printables.look.frames import frame
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face, Piece
from printables.units import mm

WIDTH, HEIGHT, RADIUS = 50.0, 20.0, 1.2
PICTURE = (1.8, 1.8, 18.2, 18.2)
LEFT, RIGHT, TOP = 20.2, 48.2, 1.9
SIZES = (10.0, 9.2, 8.4, 7.6, 6.8, 6.0, 5.6)
NUMBER_SIZE, NUMBER_ROOM = 12.0, 5.6


@dataclass(frozen=True)
class Label:
    """A compartment: the piece that is shown, the name, how many."""

    shown: Piece
    name: str
    count: int


def outline() -> Outline:
    """The strip it is cut to."""
    return rect_outline(WIDTH, HEIGHT, RADIUS)


def front(model: Label, look: Look) -> Face:
    """The only face."""
    items: list[Item] = [
        rect(0.0, 0.0, WIDTH, HEIGHT, Style(fill="#ffffff")),
        frame(WIDTH, HEIGHT, Style(stroke=look.neutral("line"), width=0.25), RADIUS - 0.6),
        miniature(model.shown, look, PICTURE),
        *_name(model, look),
        Text(
            RIGHT, HEIGHT - 2.4, f"× {model.count}", fonts.NUMBER, NUMBER_SIZE, look.neutral("ink"), "end"
        ),
    ]  # fmt: skip
    return Face(tuple(items))


def _name(model: Label, look: Look) -> list[Item]:
    """The name in the largest type that leaves room for the number. Raises BadOption if there is none."""
    room = HEIGHT - TOP - NUMBER_ROOM - 1.2
    for size in SIZES:
        lines = fonts.wrap_even(model.name, fonts.LABEL, size, RIGHT - LEFT, look.language)
        step = mm(size) * 1.16
        if len(lines) * step <= room and all(fonts.width(t, fonts.LABEL, size) <= RIGHT - LEFT for t in lines):
            ink = look.neutral("ink")
            return [Text(LEFT, TOP + (i + 0.84) * step, t, fonts.LABEL, size, ink) for i, t in enumerate(lines)]
    raise BadOption("lines", "the lines of '{title}' do not fit", title=model.name)
