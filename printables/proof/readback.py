"""Reads a finished PDF back: which piece stands where, and where every line of text ends up.

Follows the content operators of pages and forms with pikepdf and the measures of the embedded fonts,
so it sees what a printer sees; it knows nothing of how the file was made except the `/Piece`, `/Trim` and
`/Safe` tags. All results are page millimetres with the origin at the top left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import Any

import pikepdf

from printables.errors import ProofError
from printables.look.outlines import Box, PathData, Segment, bounds, moved, polygon_path, rect_points
from printables.proof.embedded import EmbeddedFont
from printables.units import IDENTITY, POINTS_PER_MM, Matrix, Point, apply, then

Operands = list[Any]


@dataclass(frozen=True)
class Line:
    """One piece of text as set: its characters (if the font says which), the box of its ink, its size in points."""

    text: str
    box: Box
    size: float = 0.0


@dataclass(frozen=True)
class Fill:
    """An area painted in one colour (parts of red, green and blue; `None` for that of whoever uses the form).

    `rings` are its closed lines; beyond the box `window` it is clipped, if there is one.
    """

    color: tuple[float, ...] | None
    rings: tuple[tuple[Point, ...], ...]
    window: Box | None

    def moved(self, matrix: Matrix, color: tuple[float, ...] | None, window: Box | None) -> Fill:
        """The same where a form is used: under a matrix, in a clip, its colour that of the user if it has none."""
        rings = tuple(tuple(apply(matrix, p) for p in ring) for ring in self.rings)
        own = moved_box(self.window, matrix) if self.window else None
        return Fill(self.color or color, rings, _common(own, window))


@dataclass
class Picture:
    """What a form or a page holds, in its own coordinates; beyond `clip` it paints nothing."""

    trim: PathData = ()
    safe: PathData = ()
    clip: PathData = ()
    paints: bool = False
    lines: list[Line] = field(default_factory=list)
    pieces: list[Seen] = field(default_factory=list)
    strokes: dict[str, list[PathData]] = field(default_factory=dict)
    fills: list[Fill] = field(default_factory=list)
    """The larger areas, in the order they are painted."""
    places: list[tuple[str, Box]] = field(default_factory=list)
    """Where markers lie: the beginning of their ids, and the box."""


@dataclass
class Seen:
    """A piece found on a page; every shape is in page millimetres."""

    piece: str
    copy: int
    side: str
    page: int
    matrix: Matrix
    picture: Picture

    @property
    def trim(self) -> tuple[Point, ...]:
        """The corners (and curve ends) of the cut."""
        return tuple(apply(self.matrix, p) for p in nodes(self.picture.trim))

    @property
    def clip(self) -> tuple[Point, ...]:
        """The shape beyond which nothing of the face is painted."""
        return tuple(apply(self.matrix, p) for p in nodes(self.picture.clip))

    @property
    def safe(self) -> Box:
        """Where text may stand."""
        return bounds(tuple(apply(self.matrix, p) for p in nodes(self.picture.safe)))

    @property
    def lines(self) -> list[Line]:
        """The text of the piece as it lies on the page."""
        return [Line(t.text, moved_box(t.box, self.matrix), t.size) for t in self.picture.lines]


@dataclass
class SeenPage:
    """One page: size, pieces, fold and cut strokes, text that belongs to no piece."""

    number: int
    width: float
    height: float
    pieces: list[Seen]
    lines: list[Line]
    strokes: dict[str, list[PathData]]
    fills: list[Fill] = field(default_factory=list)


LARGE = 0.9
"""From this width or height on (mm) an area is kept."""


def _common(one: Box | None, other: Box | None) -> Box | None:
    """What two boxes share; `None` is everything."""
    if one is None or other is None:
        return one or other
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def _rings(path: PathData) -> tuple[tuple[Point, ...], ...]:
    """The closed lines of a path, curves as straight lines between their ends."""
    out: list[list[Point]] = []
    for op, values in path:
        if op == "M":
            out.append([])
        if values:
            out[-1].append((values[-2], values[-1]))
    return tuple(tuple(ring) for ring in out)


def nodes(path: PathData) -> tuple[Point, ...]:
    """The end points of a path's segments."""
    return tuple((values[-2], values[-1]) for _, values in path if values)


def moved_box(box: Box, matrix: Matrix) -> Box:
    """The upright box around a box that `matrix` moved."""
    left, top, right, bottom = box
    return bounds(tuple(apply(matrix, p) for p in ((left, top), (right, top), (right, bottom), (left, bottom))))


def read_pages(source: bytes | Path) -> tuple[list[SeenPage], dict[str, str]]:
    """All pages of a PDF and its information entries. Raises ProofError."""
    with _opened(source) as pdf:
        info = _info(pdf)
        cache: dict[Any, Picture] = {}
        pages = [_page(number, page, cache) for number, page in enumerate(pdf.pages, 1)]
        _number(pages)
        return pages, info


def _opened(source: bytes | Path) -> pikepdf.Pdf:
    try:
        return pikepdf.open(BytesIO(source) if isinstance(source, bytes) else source)
    except (pikepdf.PdfError, OSError) as error:
        raise ProofError(f"not a readable PDF: {error}") from error


def _info(pdf: pikepdf.Pdf) -> dict[str, str]:
    return {str(k)[1:]: str(v) for k, v in pdf.docinfo.items()}


def _number(pages: Iterable[SeenPage]) -> None:
    """Count the copies: the n-th front and the n-th back of a piece belong together."""
    count: Counter[tuple[str, str]] = Counter()
    for seen in (piece for page in pages for piece in page.pieces):
        count[seen.piece, seen.side] += 1
        seen.copy = count[seen.piece, seen.side]


def _page(number: int, page: pikepdf.Page, cache: dict[Any, Picture]) -> SeenPage:
    box = [float(v) for v in page.mediabox]
    k = 1 / POINTS_PER_MM
    height = (box[3] - box[1]) * k
    to_mm: Matrix = (k, 0.0, 0.0, -k, -box[0] * k, height + box[1] * k)
    picture = _Reader(page.obj, to_mm, cache, number).run()
    for seen in picture.pieces:
        seen.page = number
    return SeenPage(
        number, (box[2] - box[0]) * k, height, picture.pieces, picture.lines, picture.strokes, picture.fills
    )


def _box_path(form: Any, matrix: Matrix) -> PathData:
    """The box of a form, which clips what it paints."""
    left, top, right, bottom = (float(v) for v in form.BBox)
    return moved(polygon_path(rect_points(left, top, right - left, bottom - top)), matrix)


class _Reader:
    """Walks the operators of one page or form."""

    def __init__(self, stream: Any, ctm: Matrix, cache: dict[Any, Picture], page: int = 0) -> None:
        self.stream, self.cache, self.page = stream, cache, page
        self.resources = stream.get("/Resources", pikepdf.Dictionary())
        self.ctm = ctm
        self.stack: list[tuple[Any, ...]] = []
        self.tags: list[tuple[str, Any]] = []
        self.path: list[Segment] = []
        self.clipping = False
        self.outer: PathData = ()
        """The outermost clip in force."""
        self.painted: set[PathData] = set()
        """The outermost clips in force whenever something was painted."""
        self.window: Box | None = None
        """The box that all clips in force leave."""
        self.color: tuple[float, ...] | None = None
        self.font: EmbeddedFont | None = None
        self.size = 0.0
        self.line_matrix: Matrix = IDENTITY
        self.text_matrix: Matrix = IDENTITY
        self.result = Picture()
        self.actions: dict[str, Callable[[Operands], None]] = {
            "q": self._save, "Q": self._restore, "cm": self._matrix, "Do": self._do, "rg": self._set_color,
            "BDC": self._begin, "BMC": self._begin, "EMC": lambda _: self.tags.pop() and None,
            "m": lambda o: self._point("M", o), "l": lambda o: self._point("L", o), "c": lambda o: self._point("C", o),
            "h": lambda _: self.path.append(("Z", ())), "re": self._rectangle, "W": self._clip, "n": self._end_path,
            "Tf": self._set_font, "Tm": self._set_text, "Td": self._move_text, "BT": self._begin_text, "Tj": self._show,
        }  # fmt: skip
        self.actions |= dict.fromkeys(("S", "s"), self._paint)
        self.actions |= dict.fromkeys(("f", "B", "f*", "B*", "b"), self._fill)

    def run(self) -> Picture:
        """Read everything."""
        for instruction in pikepdf.parse_content_stream(self.stream):
            action = self.actions.get(str(instruction.operator))
            if action:
                action(list(instruction.operands))
            elif str(instruction.operator) in ("TJ", "'", '"', "T*", "TD", "v", "y"):
                raise ProofError(f"operator {instruction.operator} is not known to the proof")
        self.result.paints = bool(self.painted)
        if len(self.painted) == 1:
            (self.result.clip,) = self.painted
        return self.result

    def _save(self, _: Operands) -> None:
        self.stack.append((self.ctm, self.font, self.size, self.outer, self.window, self.color))

    def _restore(self, _: Operands) -> None:
        self.ctm, self.font, self.size, self.outer, self.window, self.color = self.stack.pop()

    def _set_color(self, o: Operands) -> None:
        self.color = tuple(float(v) for v in o)

    def _matrix(self, o: Operands) -> None:
        a, b, c, d, e, f = (float(v) for v in o)
        self.ctm = then((a, b, c, d, e, f), self.ctm)

    def _begin(self, o: Operands) -> None:
        name = str(o[0])
        value = o[1] if len(o) > 1 else None
        if name == "/OC" and isinstance(value, pikepdf.Name):
            name = f"/Layer{value}"
        self.tags.append((name, value))

    def _point(self, op: str, o: Operands) -> None:
        numbers = [float(v) for v in o]
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        self.path.append((op, tuple(v for p in pairs for v in apply(self.ctm, p))))

    def _rectangle(self, o: Operands) -> None:
        x, y, w, h = (float(v) for v in o)
        for op, p in (("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h))):
            self._point(op, list(p))
        self.path.append(("Z", ()))

    def _clip(self, _: Operands) -> None:
        self.clipping = True

    def _fill(self, o: Operands) -> None:
        left, top, right, bottom = bounds(nodes(tuple(self.path)))
        if max(right - left, bottom - top) >= LARGE:
            self.result.fills.append(Fill(self.color, _rings(tuple(self.path)), self.window))
        self._paint(o)

    def _paint(self, o: Operands) -> None:
        self.painted.add(self.outer)
        self._end_path(o)

    def _end_path(self, _: Operands) -> None:
        data, self.path = tuple(self.path), []
        names = [name for name, _ in self.tags]
        if "/Trim" in names:
            self.result.trim = data
        elif "/Safe" in names:
            self.result.safe = data
        elif "/Place" in names:
            takes = next(value for name, value in self.tags if name == "/Place").Takes
            self.result.places.append((str(takes), bounds(nodes(data))))
        elif self.clipping:
            self.outer = self.outer or data
            self.window = _common(self.window, bounds(nodes(data)))
        self._stroke(data)
        self.clipping = False

    def _stroke(self, data: PathData) -> None:
        """Remember a painted path by its layer; in a form by no layer at all."""
        layers = [name[7:] for name, _ in self.tags if name.startswith("/Layer/")] or [""]
        for layer in layers:
            self.result.strokes.setdefault(layer, []).append(data)

    def _do(self, o: Operands) -> None:
        form = self.resources.XObject[str(o[0])]
        if str(form.get("/Subtype")) != "/Form":
            return
        picture = self._picture(form)
        if picture.paints:
            self.painted.add(self.outer)
        tag = next((value for name, value in reversed(self.tags) if name == "/Piece"), None)
        if tag is not None:
            seen = Seen(str(tag.Id), 0, str(tag.Side)[1:], self.page, self.ctm, picture)
            self.result.pieces.append(seen)
        else:
            if picture.trim:
                self.result.trim, self.result.safe = moved(picture.trim, self.ctm), moved(picture.safe, self.ctm)
            self.result.fills += [one.moved(self.ctm, self.color, self.window) for one in picture.fills]
            self.result.places += [(takes, moved_box(box, self.ctm)) for takes, box in picture.places]
            self.result.lines += [Line(t.text, moved_box(t.box, self.ctm), t.size) for t in picture.lines]
            for data in picture.strokes.get("", []):
                self._stroke(moved(data, self.ctm))

    def _picture(self, form: Any) -> Picture:
        key = form.objgen
        if key not in self.cache:
            own: Iterable[Any] = form.get("/Matrix", [1, 0, 0, 1, 0, 0])
            a, b, c, d, e, f = (float(v) for v in own)
            matrix: Matrix = (a, b, c, d, e, f)
            picture = self.cache[key] = _Reader(form, matrix, self.cache).run()
            picture.clip = picture.clip or _box_path(form, matrix)
        return self.cache[key]

    def _set_font(self, o: Operands) -> None:
        key = ("font", self.resources.Font[str(o[0])].objgen)
        if key not in self.cache:
            self.cache[key] = EmbeddedFont(self.resources.Font[str(o[0])])  # type: ignore[assignment]
        self.font, self.size = self.cache[key], float(o[1])  # type: ignore[assignment]

    def _begin_text(self, _: Operands) -> None:
        self.line_matrix = self.text_matrix = IDENTITY

    def _set_text(self, o: Operands) -> None:
        a, b, c, d, e, f = (float(v) for v in o)
        self.line_matrix = self.text_matrix = (a, b, c, d, e, f)

    def _move_text(self, o: Operands) -> None:
        """The next text starts at a place relative to the start of the last, not to its end."""
        self.line_matrix = then((1.0, 0.0, 0.0, 1.0, float(o[0]), float(o[1])), self.line_matrix)
        self.text_matrix = self.line_matrix

    def _show(self, o: Operands) -> None:
        if self.font is None:
            raise ProofError("text without a font")
        self.painted.add(self.outer)
        codes = bytes(o[0])
        advance, ink = self.font.measure(codes)
        if ink:
            scaled: Matrix = then((self.size, 0.0, 0.0, self.size, 0.0, 0.0), then(self.text_matrix, self.ctm))
            text = "".join(self.font.unicode.get(code, "?") for code in codes)
            size = hypot(scaled[0], scaled[1]) * POINTS_PER_MM
            self.result.lines.append(Line(text, moved_box(ink, scaled), size))
        self.text_matrix = then((1.0, 0.0, 0.0, 1.0, advance * self.size, 0.0), self.text_matrix)
