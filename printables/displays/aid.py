"""Aids to read at the table: numbered steps, tables and paragraphs in columns; also record sheets and credits.

188 x 254 mm, or another size. The caller says what stands in which column; what does not fit is refused, never shrunk.
The type of several sides is made one size by `family`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from printables.displays.blocks import disc
from printables.displays.plans import Plan, sketch
from printables.errors import TooLong
from printables.look import fonts
from printables.look.display import Item, Style, Text, line, rect, within
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point

WIDTH, HEIGHT, PAD = 188.0, 254.0, 5.5
TOP, FOOT, GAP, COLUMN_GAP = 18.6, 5.0, 3.6, 6.0
SIZE, LEADING = 8.4, 3.62
NOTE = 2.4
"""What a line below all columns takes."""
HEADING, BETWEEN = 6.0, 1.0
"""The height of a heading, and the space between paragraphs, steps and terms."""
ROW_AIR = 0.35
"""So much of what else stands farther apart rows of tables do."""
CELL_LEADING = 0.41
"""From line to line in a cell of a table, in mm for each point of its size."""
PLAN = 22.0
"""The height of a plan, in mm."""
LEAST = 0.7
"""A line that must be made smaller than this part of its size to fit is refused."""


def outline(size: Point = (WIDTH, HEIGHT)) -> Outline:
    """What an aid is cut to: a sheet of its own, or smaller where it shares one."""
    return rect_outline(*size, 3.0)


@dataclass(frozen=True)
class Steps:
    """A numbered list; `first` is the number of its first line."""

    title: str
    lines: tuple[str, ...]
    first: int = 1
    icon: str | None = None
    section: str = ""


@dataclass(frozen=True)
class Words:
    """Paragraphs."""

    title: str
    lines: tuple[str, ...]
    icon: str | None = None
    section: str = ""


@dataclass(frozen=True)
class Terms:
    """Words with what they mean beside them; `share` of the width is for the words."""

    title: str
    entries: tuple[tuple[str, str], ...]
    share: float = 0.22
    icon: str | None = None
    section: str = ""


@dataclass(frozen=True)
class Table:
    """A table; `shares` are the relative widths of its columns, `row` the height of a row in mm.

    `ruled` draws lines between columns to write in.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    note: str = ""
    icon: str | None = None
    row: float = 5.0
    ruled: bool = False
    section: str = ""


@dataclass(frozen=True)
class Signs:
    """Symbols with what they mean beside them, in two columns where that is room enough."""

    title: str
    entries: tuple[tuple[str, str], ...]
    icon: str | None = None
    section: str = ""


@dataclass(frozen=True)
class Plans:
    """Small plans side by side, two in a row, each over its name."""

    title: str
    plans: tuple[Plan, ...]
    icon: str | None = None
    section: str = ""


Block = Steps | Words | Terms | Table | Signs | Plans


@dataclass(frozen=True)
class Aid:
    """One side of an aid: a title and columns of blocks; `scale` enlarges text and rows of all blocks.

    To fill a column, blocks, paragraphs and rows may stand `spread` times as far apart.
    """

    title: str
    subtitle: str
    columns: tuple[tuple[Block, ...], ...]
    note: str = ""
    scale: float = 1.0
    spread: float = 1.0
    size: Point = (WIDTH, HEIGHT)
    """Width and height in mm."""


def face(model: Aid, look: Look) -> Face:
    """One side, laid out from the top of each column. Raises TooLong when something does not fit."""
    ink, soft = look.neutral("ink"), look.neutral("soft")
    high, wide = model.size[1], model.size[0]
    items: list[Item] = [
        rect(0, 0, wide, high, Style(fill="#ffffff")),
        *within("H1", 0, [Text(PAD, 12.6, model.title, fonts.NUMBER, 22.0, ink)]),
        *within("P", 1, [Text(wide - PAD, 12.6, model.subtitle, fonts.LABEL_LIGHT, 11.0, soft, "end")]),
        line(PAD, 15.2, wide - PAD, 15.2, Style(stroke=ink, width=0.5)),
    ]
    number = len(model.columns)
    width = (wide - 2 * PAD - (number - 1) * COLUMN_GAP) / number
    for i, column in enumerate(model.columns):
        items += within("Sect", i, _column(column, PAD + i * (width + COLUMN_GAP), width, model, look))
    if model.note:
        note = Text(wide - PAD, high - FOOT + 1.4, model.note, fonts.LABEL_LIGHT, 7.5, soft, "end")
        items += within("P", 2, [note])
    return Face((*items, fine(wide, high, ink)))


def _column(blocks: Sequence[Block], x: float, width: float, model: Aid, look: Look) -> list[Item]:
    foot = model.size[1] - FOOT - (NOTE if model.note else 0.0)
    out, end = _stacked(blocks, x, width, _Pen(look, model.scale))
    if end > foot:
        raise TooLong(
            "columns", "a column of '{title}' is {over} mm too long", title=model.title, over=f"{end - foot:.1f}"
        )
    if model.spread == 1.0:
        return out
    air = 1.0 + (foot - end) / max(0.1, model.scale * _growth(blocks))
    return _stacked(blocks, x, width, _Pen(look, model.scale, min(air, model.spread)))[0]


def _growth(blocks: Sequence[Block]) -> float:
    """By how much a column grows at most, in mm at a scale of 1, when its parts stand twice as far apart."""
    inside = (
        len(one.rows) * one.row * ROW_AIR if isinstance(one, Table) else BETWEEN * (_parts(one) - 1) for one in blocks
    )
    return GAP * (len(blocks) - 1) + sum(inside)


def _parts(block: Block) -> int:
    """How many paragraphs, steps, terms or signs a block has; plans and tables have none."""
    if isinstance(block, Terms | Signs):
        return len(block.entries)
    return len(block.lines) if isinstance(block, Steps | Words) else 1


def _stacked(blocks: Sequence[Block], x: float, width: float, pen: _Pen) -> tuple[list[Item], float]:
    """Blocks below each other from the top, and where the last of them ends."""
    y, out = TOP, list[Item]()
    for number, block in enumerate(blocks):
        drawn, height = pen.block(block, x, y, width)
        out += within("Sect", number, drawn)
        y += height + GAP * pen.k * pen.air
    return out, y - GAP * pen.k * pen.air


Drawn = tuple[list[Item], float]
"""What a block draws, and how high it is in mm."""


class _Pen:
    """Draws blocks at one scale in one ink, with more or less air between their parts."""

    def __init__(self, look: Look, scale: float, air: float = 1.0) -> None:
        self.look, self.k, self.air = look, scale, air
        self.ink, self.soft = look.neutral("ink"), look.neutral("soft")
        self.size, self.leading, self.between = SIZE * scale, LEADING * scale, BETWEEN * scale * air

    def block(self, block: Block, x: float, y: float, width: float) -> Drawn:
        """A block under its heading."""
        head = self._heading(block, x, y, width)
        top = y + HEADING * self.k
        if isinstance(block, Table):
            body, height = self._table(block, x, top, width)
        elif isinstance(block, Steps):
            body, height = self._steps(block, x, top, width)
        elif isinstance(block, Signs):
            body, height = self._signs(block, x, top, width)
        elif isinstance(block, Plans):
            body, height = self._plans(block, x, top, width)
        elif isinstance(block, Terms):
            body, height = self._terms(block, x, top, width)
        else:
            body, height = self._words(block, x, top, width)
        return (within("H2", 0, head) + body, HEADING * self.k + height)

    def _heading(self, block: Block, x: float, y: float, width: float) -> list[Item]:
        """Symbol, title, and at the right the section of the rules where all of it stands."""
        k = self.k
        left = x + (6.0 * k if block.icon else 0.0)
        room = (
            width - (left - x) - (fonts.width(block.section, fonts.LABEL_LIGHT, 8.0 * k) + 1.5 if block.section else 0)
        )
        size = self._fitted(block.title, fonts.LABEL, 11.5 * k, room)
        out: list[Item] = [Text(left, y + 3.8 * k, block.title, fonts.LABEL, size, self.ink)]
        if block.icon:
            out.append(icon(block.icon, x + 2.3 * k, y + 2.3 * k, 4.6 * k, self.soft))
        if block.section:
            out.append(Text(x + width, y + 3.8 * k, block.section, fonts.LABEL_LIGHT, 8.0 * k, self.soft, "end"))
        out.append(line(x, y + 5.2 * k, x + width, y + 5.2 * k, Style(stroke=self.look.neutral("line"), width=0.25)))
        return out

    def _fitted(self, text: str, font: str, size: float, room: float) -> float:
        """A size at which a single line fits. Raises TooLong when it would be too small to read."""
        fitted = fonts.fit(text, font, size, room)
        if fitted < size * LEAST:
            raise TooLong("text", "'{text}' does not fit into {room} mm", text=text, room=f"{room:.1f}")
        return fitted

    def _lines(self, text: str, x: float, y: float, width: float, font: str = fonts.TEXT) -> Drawn:
        base = y + (self.leading + fonts.cap_height(font, self.size)) / 2
        lines = fonts.wrap(text, font, self.size, width, self.look.language)
        items: list[Item] = [
            Text(x, base + i * self.leading, t, font, self._fitted(t, font, self.size, width), self.ink)
            for i, t in enumerate(lines)
        ]
        return (items, len(lines) * self.leading)

    def _steps(self, block: Steps, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        at, k = y + 0.6 * self.k, self.k
        plate = self.look.plate("ability", "level")
        for i, text in enumerate(block.lines):
            number = disc(x + 2.2 * k, at + self.leading / 2, 1.9 * k, str(block.first + i), plate)
            drawn, height = self._lines(text, x + 5.6 * k, at, width - 5.6 * k)
            out += _listed(i, number, drawn)
            at += height + self.between
        return (out, at - y - self.between)

    def _terms(self, block: Terms, x: float, y: float, width: float) -> Drawn:
        """The words in bold at the left, what they mean beside them."""
        out: list[Item] = []
        at, k = y + 0.6 * self.k, self.k
        room = width * block.share
        for number, (word, text) in enumerate(block.entries):
            bold, tall = self._lines(word, x, at, room - 1.6 * k, fonts.TEXT_BOLD)
            drawn, height = self._lines(text, x + room, at, width - room)
            out += _listed(number, bold, drawn)
            at += max(tall, height) + self.between
        return (out, at - y - self.between)

    def _signs(self, block: Signs, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        k, sign = self.k, 6.0 * self.k
        longest = max(fonts.width(text, fonts.TEXT, self.size) for _, text in block.entries)
        columns = 2 if longest <= width / 2 - sign - 1.0 * k else 1
        at, wide = y + 0.6 * k, width / columns
        for row in range(0, len(block.entries), columns):
            high = 0.0
            for n, (name, text) in enumerate(block.entries[row : row + columns]):
                left = x + n * wide
                drawn, height = self._lines(text, left + sign, at + 0.3 * k, wide - sign)
                sign_drawn = [icon(name, left + 2.2 * k, at + 0.3 * k + self.leading / 2, 4.2 * k, self.ink)]
                out += _listed(row + n, sign_drawn, drawn)
                high = max(high, height, 4.0 * k)
            at += high + self.between
        return (out, at - y - self.between)

    def _plans(self, block: Plans, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        k, wide, high = self.k, width / 2, PLAN * self.k
        for n, plan in enumerate(block.plans):
            left, top = x + n % 2 * wide, y + n // 2 * (high + self.leading)
            out += sketch(plan, (left + 1.0 * k, top + 1.2 * k, left + wide - 1.0 * k, top + high), self.look)
            size = self._fitted(plan.name, fonts.LABEL_LIGHT, 8.6 * k, wide)
            base = top + high + 0.8 * self.leading
            name = Text(left + wide / 2, base, plan.name, fonts.LABEL_LIGHT, size, self.ink, "middle")
            out += within("P", n, [name])
        return (out, -(-len(block.plans) // 2) * (high + self.leading))

    def _words(self, block: Words, x: float, y: float, width: float) -> Drawn:
        out: list[Item] = []
        at = y + 0.6 * self.k
        for number, text in enumerate(block.lines):
            drawn, height = self._lines(text, x, at, width)
            out += within("P", number, drawn)
            at += height + self.between
        return (out, at - y - self.between)

    def _table(self, block: Table, x: float, y: float, width: float) -> Drawn:
        total, k = sum(block.shares), self.k
        edges = [x + width * sum(block.shares[:i]) / total for i in range(len(block.shares) + 1)]
        out: list[Item] = []
        top, tall = y + 0.6 * k, 1.0 + ROW_AIR * (self.air - 1.0)
        at = top
        faint = self.look.neutral("faint")
        if any(block.header):
            drawn, height = self._cells(block.header, edges, at, 4.8 * k, fonts.LABEL, 8.4 * k, "TH")
            out += [rect(x, at, width, height, Style(fill=faint), 0.6), *_row(0, drawn)]
            at += height
        for i, row in enumerate(block.rows):
            drawn, height = self._cells(row, edges, at, block.row * k * tall, fonts.LABEL_LIGHT, 9.0 * k)
            if i % 2 and not self.look.low:
                out.append(rect(x, at, width, height, Style(fill=self.look.neutral("panel"))))
            out += _row(i + 1, drawn)
            at += height
            out.append(line(x, at, x + width, at, Style(stroke=faint, width=0.25)))
        if block.ruled:
            rule = Style(stroke=self.look.neutral("line"), width=0.15)
            out += [line(left, top, left, at, rule) for left in edges[1:-1]]
        if block.note:
            for text in fonts.wrap(block.note, fonts.LABEL_LIGHT, 8.4 * k, width, self.look.language):
                at += 3.4 * k
                out += within("P", 1, [Text(x, at, text, fonts.LABEL_LIGHT, 8.4 * k, self.soft)])
        return (out, at - y)

    def _cells(
        self, row: Sequence[str], edges: Sequence[float], y: float, least: float, font: str, size: float,
        cell: str = "TD",
    ) -> Drawn:  # fmt: skip
        """A row of cells, each in as many lines as it needs, at least so high; `cell` is `TH` in a header."""
        pad, leading, language = 1.2 * self.k, CELL_LEADING * size, self.look.language
        rooms = [right - left - 1.5 * pad for left, right in pairwise(edges)]
        cells = [fonts.wrap(text, font, size, room, language) for text, room in zip(row, rooms, strict=False)]
        height = max(least, max(map(len, cells)) * leading + 0.6 * self.k)
        out: list[Item] = []
        for number, (left, room, lines) in enumerate(zip(edges, rooms, cells, strict=False)):
            base = y + (height - (len(lines) - 1) * leading + fonts.cap_height(font, size)) / 2
            drawn = [
                Text(left + pad, base + n * leading, t, font, self._fitted(t, font, size, room), self.ink)
                for n, t in enumerate(lines or [""])  # an empty cell is one, too, when it is read aloud
            ]
            out += within(cell, number, drawn)
        return (out, height)


def _row(number: int, cells: Sequence[Item]) -> list[Item]:
    return within("Table", 0, within("TR", number, cells))


def _listed(number: int, label: Sequence[Item], body: Sequence[Item]) -> list[Item]:
    """An entry of a list: its number, word or sign, and what it says."""
    return within("L", 0, within("LI", number, [*within("Lbl", 0, label), *within("LBody", 0, body)]))
