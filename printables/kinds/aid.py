"""Aids to read at the table: numbered steps, tables and paragraphs in columns; also record sheets and credits.

188 x 254 mm. The caller says what stands in which column; what does not fit is refused, never shrunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables import fonts
from printables.display import Item, Style, Text, line, rect
from printables.errors import BadOption
from printables.icons import icon
from printables.kinds.blocks import disc
from printables.model import Face
from printables.outlines import Outline
from printables.outlines import rect as rect_outline
from printables.theme import Look

WIDTH, HEIGHT, PAD = 188.0, 254.0, 7.0
TOP, GAP, COLUMN_GAP = 20.0, 4.2, 7.0
SIZE, LEADING = 8.4, 3.75
HEADING = 6.2


def outline() -> Outline:
    """The sheet every aid is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True)
class Steps:
    """A numbered list; `first` is the number of its first line."""

    title: str
    lines: tuple[str, ...]
    first: int = 1
    icon: str | None = None


@dataclass(frozen=True)
class Words:
    """Paragraphs."""

    title: str
    lines: tuple[str, ...]
    icon: str | None = None


@dataclass(frozen=True)
class Table:
    """A table; `shares` are the relative widths of its columns, `row` the height of a row in mm,
    `ruled` draws lines between columns to write in."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    note: str = ""
    icon: str | None = None
    row: float = 5.0
    ruled: bool = False


Block = Steps | Words | Table


@dataclass(frozen=True)
class Aid:
    """One side of an aid: a title and columns of blocks; `scale` enlarges text and rows of all blocks."""

    title: str
    subtitle: str
    columns: tuple[tuple[Block, ...], ...]
    note: str = ""
    scale: float = 1.0


def face(model: Aid, look: Look) -> Face:
    """One side, laid out from the top of each column."""
    ink, soft = look.neutral("ink"), look.neutral("soft")
    items: list[Item] = [
        rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff")),
        Text(PAD, 14.0, model.title, fonts.NUMBER, 22.0, ink),
        Text(WIDTH - PAD, 14.0, model.subtitle, fonts.LABEL_LIGHT, 11.0, soft, "end"),
        line(PAD, 16.6, WIDTH - PAD, 16.6, Style(stroke=ink, width=0.5)),
    ]
    number = len(model.columns)
    width = (WIDTH - 2 * PAD - (number - 1) * COLUMN_GAP) / number
    for i, column in enumerate(model.columns):
        items += _column(column, PAD + i * (width + COLUMN_GAP), width, model, look)
    if model.note:
        items.append(Text(WIDTH - PAD, HEIGHT - 4.0, model.note, fonts.LABEL_LIGHT, 6.5, soft, "end"))
    items.append(rect(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, Style(stroke=ink, width=0.8), 2.6))
    return Face(tuple(items))


def _column(blocks: Sequence[Block], x: float, width: float, model: Aid, look: Look) -> list[Item]:
    y, pen, out = TOP, _Pen(look, model.scale), list[Item]()
    for block in blocks:
        drawn, height = pen.block(block, x, y, width)
        out += drawn
        y += height + GAP * model.scale
    over = y - GAP * model.scale - (HEIGHT - 6.5)
    if over > 0:
        raise BadOption("columns", "a column of '{title}' is {over} mm too long", title=model.title, over=f"{over:.1f}")
    return out


Drawn = tuple[list[Item], float]
"""What a block draws, and how high it is in mm."""


class _Pen:
    """Draws blocks at one scale in one ink."""

    def __init__(self, look: Look, scale: float) -> None:
        self.look, self.k = look, scale
        self.ink, self.soft = look.neutral("ink"), look.neutral("soft")
        self.size, self.leading = SIZE * scale, LEADING * scale

    def block(self, block: Block, x: float, y: float, width: float) -> Drawn:
        """A block under its heading."""
        head = self._heading(block.title, block.icon, x, y, width)
        top = y + HEADING * self.k
        if isinstance(block, Table):
            body, height = self._table(block, x, top, width)
        elif isinstance(block, Steps):
            body, height = self._steps(block, x, top, width)
        else:
            body, height = self._words(block, x, top, width)
        return (head + body, HEADING * self.k + height)

    def _heading(self, text: str, symbol: str | None, x: float, y: float, width: float) -> list[Item]:
        k = self.k
        left = x + (6.0 * k if symbol else 0.0)
        out: list[Item] = [Text(left, y + 3.8 * k, text, fonts.LABEL, 11.5 * k, self.ink)]
        if symbol:
            out.append(icon(symbol, x + 2.3 * k, y + 2.3 * k, 4.6 * k, self.soft))
        out.append(line(x, y + 5.2 * k, x + width, y + 5.2 * k, Style(stroke=self.look.neutral("line"), width=0.25)))
        return out

    def _lines(self, text: str, x: float, y: float, width: float) -> Drawn:
        base = y + (self.leading + fonts.cap_height(fonts.TEXT, self.size)) / 2
        lines = fonts.wrap(text, fonts.TEXT, self.size, width)
        items: list[Item] = [
            Text(x, base + i * self.leading, t, fonts.TEXT, self.size, self.ink) for i, t in enumerate(lines)
        ]
        return (items, len(lines) * self.leading)

    def _steps(self, block: Steps, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        at, k = y + 0.6 * self.k, self.k
        plate = self.look.plate("ability", "level")
        for i, text in enumerate(block.lines):
            out += disc(x + 2.2 * k, at + self.leading / 2, 1.9 * k, str(block.first + i), plate)
            drawn, height = self._lines(text, x + 5.6 * k, at, width - 5.6 * k)
            out += drawn
            at += height + 1.1 * k
        return (out, at - y - 1.1 * k)

    def _words(self, block: Words, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        at = y + 0.6 * self.k
        for text in block.lines:
            drawn, height = self._lines(text, x, at, width)
            out += drawn
            at += height + 1.1 * self.k
        return (out, at - y - 1.1 * self.k)

    def _table(self, block: Table, x: float, y: float, width: float) -> Drawn:
        total, k = sum(block.shares), self.k
        lefts = [x + width * sum(block.shares[:i]) / total for i in range(len(block.shares))]
        out: list[Item] = []
        top = at = y + 0.6 * k
        faint = self.look.neutral("faint")
        if block.header:
            out.append(rect(x, at, width, 4.8 * k, Style(fill=faint), 0.6))
            out += self._cells(block.header, lefts, at, 4.8 * k, fonts.LABEL, 8.2 * k)
            at += 4.8 * k
        for i, row in enumerate(block.rows):
            if i % 2 and not self.look.low:
                out.append(rect(x, at, width, block.row * k, Style(fill=self.look.neutral("panel"))))
            out += self._cells(row, lefts, at, block.row * k, fonts.LABEL_LIGHT, 9.0 * k)
            at += block.row * k
            out.append(line(x, at, x + width, at, Style(stroke=faint, width=0.25)))
        if block.ruled:
            rule = Style(stroke=self.look.neutral("line"), width=0.15)
            out += [line(left, top, left, at, rule) for left in lefts[1:]]
        if block.note:
            at += 3.2 * k
            out.append(Text(x, at, block.note, fonts.LABEL_LIGHT, 7.0 * k, self.soft))
        return (out, at - y)

    def _cells(
        self, row: Sequence[str], lefts: Sequence[float], y: float, height: float, font: str, size: float
    ) -> list[Item]:
        base = y + (height + fonts.cap_height(font, size)) / 2
        cells = zip(lefts, row, strict=True)
        return [Text(left + 1.2 * self.k, base, t, font, size, self.ink) for left, t in cells if t]
