"""The souvenir: a match on one page of A4, to keep: who has won with emblem and figures, charts, what will be told.

Knows nothing of any game: everything comes in as words and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from printables.errors import BadOption
from printables.look import fonts, scale, scripts
from printables.look.display import Anchor, Circle, Document, Item, Page, Path, Style, Text, line, rect
from printables.look.icons import icon
from printables.look.outlines import polygon_path
from printables.look.theme import Look, SideLook
from printables.units import Point

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 16.0
ROOM = WIDTH - 2 * MARGIN
CHART_HEIGHT, LOW_CHART = 34.0, 20.0
FOOT = HEIGHT - 18
MOMENTS = 22.0
"""The room that is left for them at least, in mm."""
LINE, BAR = 5.0, 6.0
BAND, ROW, GAP = 32.0, 6.4, 4.0
"""The height of the band of the winners and of a row of figures, and the space between winners, in mm."""
MOST_MARKS = 10


@dataclass(frozen=True)
class Line:
    """A side's numbers; `colour` is a side of the theme."""

    name: str
    colour: str
    values: Sequence[int]


@dataclass(frozen=True)
class Chart:
    """Lines over the same periods."""

    title: str
    labels: Sequence[str]
    lines: Sequence[Line]


@dataclass(frozen=True)
class Winner:
    """A side that has won, or one of those that have drawn: its name, player, colour and emblem (an icon)."""

    name: str
    player: str
    colour: str
    emblem: str


@dataclass(frozen=True)
class Figures:
    """A small table; `best` are the cells (row, column) of those who lead, `last` is the width of the last column in
    those of the others.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    best: Sequence[tuple[int, int]] = ()
    last: float = 1.0


@dataclass(frozen=True)
class Souvenir:
    """Everything on the page; `players` are (name, colour of the side). `won` is the word over the winners."""

    title: str
    day: str = ""
    result: str = ""
    players: Sequence[tuple[str, str]] = ()
    charts: Sequence[Chart] = ()
    toll: Figures | None = None
    """What each side killed and lost, and its luck: a row a side, whatever else has room."""
    moments_title: str = ""
    moments: Sequence[str] = ()
    foot: str = ""
    language: str = "en"
    look: Look = field(default_factory=Look)
    won: str = ""
    winners: Sequence[Winner] = ()
    figures: Figures | None = None


def souvenir_pdf(model: Souvenir) -> bytes:
    """The page as a PDF; the same model gives the same bytes."""
    from printables.render import pdf

    return pdf.render(document(model))


def document(model: Souvenir) -> Document:
    """The page as a display list."""
    look = model.look
    items = _head(model)
    y = 36.0
    if model.winners:
        items += _victory(model, y)
        y += BAND + 9
    items += _text(MARGIN, y + 3, model.result, fonts.TEXT_BOLD, 13.0, look.neutral("ink"), ROOM)
    y += 11
    if model.figures:
        items += _figures(model.figures, y, look)
        y += ROW * (len(model.figures.rows) + 1) + 6
    if model.charts or not model.winners:
        items += _players(model, y + 1)
        y += 11
    below = (ROW * (len(model.toll.rows) + 1) + 4 if model.toll else 0) + (MOMENTS if model.moments else 0)
    charts, y = _charts(model.charts[:3], y, FOOT - below, look)
    items += charts
    if model.toll:
        items += _figures(model.toll, y, look)
        y += ROW * (len(model.toll.rows) + 1) + 4
    room = (ROOM - 8) / 2
    half = -(-len(model.moments) // 2)
    items += _list(model.moments_title, model.moments[:half], MARGIN, y, room, look)
    items += _list(" ", model.moments[half:], MARGIN + room + 8, y, room, look)
    items += _text(MARGIN, HEIGHT - 10, model.foot, fonts.TEXT, 8.0, look.neutral("soft"), ROOM)
    return Document(model.title, model.language, (Page(WIDTH, HEIGHT, tuple(items), model.title),), ())


def _text(
    x: float, y: float, words: str, font: str, size: float, fill: str, room: float = 0.0, anchor: Anchor = "start"
) -> list[Item]:
    """A line, smaller where it would not find `room`; a text for each script it has."""
    wide = scripts.width(words, font, size)
    if room and wide > room:
        size, wide = size * room / wide, room
    at = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    items: list[Item] = []
    for face, part in scripts.runs(words, font):
        items.append(Text(at, y, part, face, size, fill))
        at += fonts.width(part, face, size)
    return items


def _head(model: Souvenir) -> list[Item]:
    ink, soft = model.look.neutral("ink"), model.look.neutral("soft")
    return [
        *_text(MARGIN, 26, model.title, fonts.NUMBER, 30.0, ink, ROOM - 30),
        *_text(WIDTH - MARGIN, 26, model.day, fonts.LABEL, 12.0, soft, anchor="end"),
        line(MARGIN, 30, WIDTH - MARGIN, 30, Style(stroke=ink, width=0.5)),
    ]


def _victory(model: Souvenir, y: float) -> list[Item]:
    """The winners side by side on their grounds, as large as the page has room for."""
    room = (ROOM - GAP * (len(model.winners) - 1)) / len(model.winners)
    items: list[Item] = []
    for n, one in enumerate(model.winners):
        side, x = _side(one.colour, model.look), MARGIN + n * (room + GAP)
        ground, text = side.swatch.color, side.swatch.on
        items += [rect(x, y, room, BAND, Style(fill=ground), 2.5)]
        items += [icon(one.emblem, x + 16, y + BAND / 2, 22.0, text)] if one.emblem else []
        left, wide = x + (32 if one.emblem else 6), room - (36 if one.emblem else 12)
        items += _text(left, y + 9.5, model.won, fonts.LABEL, 13.0, text, wide)
        items += _text(left, y + 20.5, one.name, fonts.NUMBER, 30.0, text, wide)
        items += _text(left, y + 26.5, one.player, fonts.LABEL, 12.0, text, wide)
    return items


def _figures(table: Figures, y: float, look: Look) -> list[Item]:
    """What was compared, the leading figures in bold behind a dot."""
    ink, soft, faint = look.neutral("ink"), look.neutral("soft"), look.neutral("faint")
    first, across = 52.0, len(table.columns) - 1
    each = (ROOM - first) / max(1.0, across - 1 + table.last)
    edges = [*(MARGIN + first + each * (n + 1) for n in range(across - 1)), WIDTH - MARGIN]
    items: list[Item] = []
    for number, row in enumerate((table.columns, *table.rows)):
        base, font = y + ROW * number, fonts.LABEL if number else fonts.LABEL_LIGHT
        items += _text(MARGIN, base, row[0], fonts.LABEL_LIGHT, 12.0, ink if number else soft, first)
        for column, (edge, words) in enumerate(zip(edges, row[1:], strict=False), 1):
            leads = (number - 1, column) in set(table.best)
            face = fonts.NUMBER if leads else font
            items += _text(edge, base, words, face, 13.0 if number else 11.0, ink if number else soft, anchor="end")
            wide = scripts.width(words, face, 13.0)
            items += [Circle(edge - wide - 2.6, base - 1.6, 1.0, Style(fill=look.neutral("gold")))] if leads else []
        items.append(line(MARGIN, base + 2.0, WIDTH - MARGIN, base + 2.0, Style(stroke=faint, width=0.2)))
    return items


def _players(model: Souvenir, y: float) -> list[Item]:
    """The key of the charts: a mark, a name."""
    items: list[Item] = []
    room = ROOM / max(1, len(model.players))
    for n, (name, colour) in enumerate(model.players):
        x = MARGIN + n * room
        items += [*_mark((x + 2, y - 1.4), n, _side(colour, model.look), 2.0),
                  *_text(x + 6, y, name, fonts.LABEL, 12.0, model.look.neutral("ink"), room - 8)]  # fmt: skip
    return items


def _charts(charts: Sequence[Chart], y: float, foot: float, look: Look) -> tuple[list[Item], float]:
    """Charts one below the other, lower where the page has less room, and where it ends; what finds no room is left
    out.
    """
    items: list[Item] = []
    tall = min(CHART_HEIGHT, max(LOW_CHART, (foot - y) / max(1, len(charts)) - 10))
    for chart in charts:
        lines = len(chart.labels) > 1
        high = tall + 10 if lines else BAR * (len(chart.lines) + 2) + 2
        if y + high > foot + 1:
            break
        items += _chart(chart, y, look, tall) if lines else _bars(chart, y, look)
        y += high
    return items, y


def _chart(chart: Chart, y: float, look: Look, tall: float) -> list[Item]:
    low, high = scale.bounds(value for one in chart.lines for value in one.values)
    left, right, top, bottom = MARGIN + 9, WIDTH - MARGIN - 6, y + 6, y + tall - 4
    soft = look.neutral("soft")
    items = _text(MARGIN, y, chart.title, fonts.LABEL, 12.0, look.neutral("ink"), ROOM)

    def at(n: int, value: int) -> Point:
        across = 0.5 if len(chart.labels) == 1 else n / (len(chart.labels) - 1)
        return left + (right - left) * across, bottom - (bottom - top) * scale.share(value, low, high)

    for value in scale.ticks(low, high):
        _, height = at(0, value)
        items.append(line(left - 2, height, right + 2, height, Style(stroke=look.neutral("faint"), width=0.15)))
        items.append(Text(left - 3.5, height + 1, str(value), fonts.LABEL_LIGHT, 8.0, soft, "end"))
    every = -(-len(chart.labels) // MOST_MARKS)
    for n, label in enumerate(chart.labels[::every]):
        x, _ = at(n * every, low)
        items += _text(x, bottom + 4.5, label, fonts.LABEL_LIGHT, 8.0, soft, anchor="middle")
    for n, one in enumerate(chart.lines):
        items += _line([at(i, value) for i, value in enumerate(one.values)], n, _side(one.colour, look))
    return items


def _bars(chart: Chart, y: float, look: Look) -> list[Item]:
    """The numbers of a single period, as bars: lines would be lone dots."""
    ink, left = look.neutral("ink"), MARGIN + 46
    _, high = scale.bounds(one.values[-1] for one in chart.lines if one.values)
    items = _text(MARGIN, y, ": ".join((chart.title, *chart.labels)), fonts.LABEL, 12.0, ink, ROOM)
    for n, one in enumerate(chart.lines):
        y += BAR
        value, side = (one.values[-1] if one.values else 0), _side(one.colour, look)
        long = (WIDTH - MARGIN - 12 - left) * max(0, value) / max(1, high)
        items += _mark((MARGIN + 2, y + 0.6), n, side, 1.5)
        items += _text(MARGIN + 6, y + 1.8, one.name, fonts.LABEL_LIGHT, 10.0, ink, 38)
        items.append(rect(left, y - 1.4, max(0.4, long), 4.0, Style(fill=side.swatch.ink)))
        items += _text(left + max(0.4, long) + 2, y + 1.8, str(value), fonts.LABEL, 10.0, ink)
    return items


def _line(points: Sequence[Point], n: int, side: SideLook) -> list[Item]:
    strokes = tuple(("L" if i else "M", point) for i, point in enumerate(points))
    dash = ((), (2.2, 1.0), (0.7, 0.9), (3.0, 0.8, 0.7, 0.8))[n % 4]
    path = Path(strokes, Style(stroke=side.swatch.ink, width=0.6, dash=dash, round=True))
    return [path, *(mark for point in points for mark in _mark(point, n, side, 1.1))]


def _mark(at: Point, n: int, side: SideLook, size: float) -> list[Item]:
    """A mark for the nth side: circle, square, triangle, diamond."""
    (x, y), style = at, Style(fill=side.swatch.ink, stroke="#ffffff", width=0.15)
    corners = {
        2: ((x, y - size * 1.2), (x + size * 1.2, y + size), (x - size * 1.2, y + size)),
        3: ((x, y - size * 1.3), (x + size * 1.3, y), (x, y + size * 1.3), (x - size * 1.3, y)),
    }
    match n % 4:
        case 0:
            return [Circle(x, y, size, style)]
        case 1:
            return [rect(x - size, y - size, 2 * size, 2 * size, style)]
        case shape:
            return [Path(polygon_path(corners[shape]), style)]


def _side(colour: str, look: Look) -> SideLook:
    try:
        return look.side(colour)
    except BadOption:
        return look.side("grey")


def _list(title: str, words: Sequence[str], x: float, y: float, room: float, look: Look) -> list[Item]:
    """A heading and short lines under it, as many as the page holds."""
    if not words:
        return []
    items = _text(x, y, title, fonts.LABEL, 12.0, look.neutral("ink"), room)
    y += LINE + 1
    for one in words:
        broken = fonts.wrap(scripts.printable(one, fonts.TEXT), fonts.TEXT, 9.0, room - 4)
        if y + LINE * (len(broken) - 1) > FOOT:
            break
        items.append(Circle(x + 1, y - 1.1, 0.7, Style(fill=look.neutral("gold"))))
        for part in broken:
            items += _text(x + 4, y, part, fonts.TEXT, 9.0, look.neutral("ink"), room - 4)
            y += LINE
    return items
