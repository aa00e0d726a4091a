"""The display list as PDF page operators: plain text, no library.

Coordinates stay millimetres with y downwards; the page starts with one matrix that turns them into
points. Colours, widths and dashes are written only when they change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby
from typing import NamedTuple

from printables.look import fonts
from printables.look.display import (
    Circle,
    Group,
    Item,
    Layer,
    Part,
    Path,
    Place,
    Style,
    Symbol,
    Tag,
    Text,
    Use,
    is_read,
)
from printables.look.outlines import KAPPA, Box, PathData, polygon_path, rect_points
from printables.units import IDENTITY, Matrix, Point, mm

ShowText = Callable[[str, str], list[tuple[str, str]]]
"""(font, text) -> [(resource name of the font, text as an escaped PDF string)]."""
ShowForm = Callable[[str], str]
"""Form name (`icon:NAME` for a symbol) -> its name among the resources."""


class State(NamedTuple):
    """The part of the graphics state the writer keeps track of."""

    fill: str = ""
    stroke: str = ""
    width: float = -1.0
    dash: tuple[float, ...] = ()
    round: bool = False


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """A length for a PDF: to a thousandth of a millimetre, never in scientific notation."""
    return _short(f"{round(value, 3) + 0.0:.7g}")


def _short(digits: str) -> str:
    """`0.5` as `.5`."""
    return digits.replace("0.", ".", 1) if digits.startswith(("0.", "-0.")) else digits


def matrix(m: Matrix, digits: int = 8) -> str:
    """Six numbers, with 8 `digits` precise enough for a turn of a whole sheet, with 6 for an icon."""
    a, b, c, d, e, f = m
    return f"{_turn(digits, a, b, c, d)} {number(e)} {number(f)}"


@lru_cache(maxsize=1024)
def _turn(digits: int, *values: float) -> str:
    return " ".join(_short(f"{v + 0.0:.{digits}f}".rstrip("0").rstrip(".")) for v in values)


@lru_cache(maxsize=512)
def color(value: str) -> str:
    """`#rrggbb` as three numbers."""
    return " ".join(_short(f"{int(value[i : i + 2], 16) / 255:.3g}") for i in (1, 3, 5))


@lru_cache(maxsize=4096)
def path(data: PathData) -> str:
    """Path construction operators; an upright rectangle takes the short one."""
    if box := upright(data):
        left, top, right, bottom = box
        return f"{number(left)} {number(top)} {number(right - left)} {number(bottom - top)} re"
    letters = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return "\n".join(f"{' '.join(map(number, values))} {letters[op]}" if values else letters[op] for op, values in data)


def upright(data: PathData) -> Box | None:
    """The box that a path goes round clockwise from the top left, if that is all it does."""
    if [op for op, _ in data] != ["M", "L", "L", "L", "Z"]:
        return None
    (left, top), two, (right, bottom), four, _ = (values for _, values in data)
    return (left, top, right, bottom) if two == (right, top) and four == (left, bottom) else None


def circle(x: float, y: float, r: float) -> str:
    """Path construction operators of a circle."""
    k = r * KAPPA
    return path((
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    ))  # fmt: skip


class Writer:
    """Turns items into operators; `text` and `form` connect it to the file being made."""

    def __init__(self, text: ShowText, form: ShowForm) -> None:
        """Start with an empty page."""
        self.out: list[str] = []
        self._text = text
        self._form = form
        self._state = State()

    def items(self, items: tuple[Item, ...]) -> None:
        """Write items in order; texts that follow each other share a text object, forms a walk over the page."""
        for kind, run in groupby(items, _kind):
            members = list(run)
            if kind == "text":
                self._texts([item for item in members if isinstance(item, Text)])
            elif kind and len(members) > 1:
                self._walk([item for item in members if isinstance(item, Use)])
            else:
                for item in members:
                    self._item(item)

    def read(self, items: tuple[Item, ...], marks: list[Part]) -> None:
        """Write items whose texts are read aloud: every part gets a numbered mark, which `marks` keeps in order."""
        for part, run in groupby(items, _part):
            members = tuple(run)
            if part is None:
                for group in (one for one in members if isinstance(one, Group)):
                    self._group(group, partial(self.read, marks=marks))
                continue
            self.out.append(f"/{part[-1][0]}<</MCID {len(marks)}>>BDC" if part else "/Artifact BMC")
            self.items(_spaced(members) if part else members)
            self.out.append("EMC")
            marks += [part] if part else []

    def _item(self, item: Item) -> None:
        match item:
            case Path():
                self._style(item.style)
                self.out.append(f"{path(item.data)}\n{_paint(item.style)}")
            case Use():
                self._use(item)
            case Symbol():
                self._symbol(item)
            case Circle():
                self._style(item.style)
                self.out.append(f"{circle(item.x, item.y, item.radius)}\n{_paint(item.style)}")
            case Group():
                self._group(item, self.items)
            case Place():
                box = rect_points(item.x, item.y, item.width, item.height)
                self.out.append(f"/Place <</Takes ({item.takes})>> BDC {path(polygon_path(box))} n EMC")
            case Layer():
                self.out.append(f"/OC/{item.name} BDC")
                self.items(item.items)
                self.out.append("EMC")

    def _group(self, group: Group, write: Callable[[tuple[Item, ...]], None]) -> None:
        if group.matrix == IDENTITY and not group.clip:
            write(group.items)
            return
        saved = self._state
        self.out.append("q" if group.matrix == IDENTITY else f"q {matrix(group.matrix)} cm")
        if group.clip:
            self.out.append(f"{path(group.clip)}\nW n")
        write(group.items)
        self.out.append("Q")
        self._state = saved

    def _walk(self, uses: list[Use]) -> None:
        """Forms that lie the same way: only the steps from one to the next, which in a grid are all alike.

        Steps are taken between rounded places, so that errors do not add up.
        """
        self._plain_strokes()
        a, b, c, d, x, y = uses[0].matrix
        self.out.append(f"q {matrix(uses[0].matrix)} cm")
        for piece, run in groupby(uses, lambda use: use.tag):
            if piece:
                self.out.append(tag(piece))
            for use in run:
                dx, dy = round(use.matrix[4], 3) - round(x, 3), round(use.matrix[5], 3) - round(y, 3)
                if dx or dy:
                    self.out.append(f"1 0 0 1 {number(a * dx + b * dy)} {number(c * dx + d * dy)} cm")
                self.out.append(f"/{self._form(use.form)} Do")
                x, y = use.matrix[4:]
            if piece:
                self.out.append("EMC")
        self.out.append("Q")

    def _use(self, use: Use) -> None:
        self._plain_strokes()
        name = self._form(use.form)
        if use.tag:
            self.out.append(tag(use.tag))
        self.out.append(f"/{name} Do" if use.matrix == IDENTITY else f"q {matrix(use.matrix)} cm /{name} Do Q")
        if use.tag:
            self.out.append("EMC")

    def _plain_strokes(self) -> None:
        """Forms begin with the dash and stroke ends in force where they are used: make them solid and flat."""
        if self._state.dash:
            self.out.append("[] 0 d")
        if self._state.round:
            self.out.append("0 J 0 j")
        self._state = self._state._replace(dash=(), round=False)

    def _symbol(self, item: Symbol) -> None:
        """Icons are forms without a colour of their own; they take the one that is set."""
        if item.fill != self._state.fill:
            self.out.append(f"{color(item.fill)} rg")
            self._state = self._state._replace(fill=item.fill)
        self.out.append(f"q {matrix(item.matrix, 6)} cm /{self._form('icon:' + item.name)} Do Q")

    def _style(self, style: Style) -> None:
        old, out = self._state, self.out
        if style.fill and style.fill != old.fill:
            out.append(f"{color(style.fill)} rg")
            old = old._replace(fill=style.fill)
        if style.stroke:
            if style.stroke != old.stroke:
                out.append(f"{color(style.stroke)} RG")
            if style.width != old.width:
                out.append(f"{number(style.width)} w")
            if style.dash != old.dash:
                out.append(f"[{' '.join(number(v) for v in style.dash)}] 0 d")
            if style.round != old.round:
                out.append("1 J 1 j" if style.round else "0 J 0 j")
            old = State(old.fill, style.stroke, style.width, style.dash, style.round)
        self._state = old

    def _texts(self, texts: list[Text]) -> None:
        self.out.append("BT")
        font, at = "", (0.0, 0.0)
        for text in texts:
            font, at = self._show(text, font, at)
        self.out.append("ET")

    def _show(self, text: Text, last: str, at: Point) -> tuple[str, Point]:
        """Write one text; `last` is the font that is set and `at` the last start of a line, the same come back.

        Texts stand to a hundredth of a millimetre, and steps are taken between rounded places.
        """
        if not text.text:  # no place is written for it, so the next one's step must not start there
            return last, at
        if text.fill != self._state.fill:
            self.out.append(f"{color(text.fill)} rg")
            self._state = self._state._replace(fill=text.fill)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        x = text.x - share * fonts.width(text.text, text.font, text.size) if share else text.x
        x, y = round(x, 2), round(text.y, 2)
        place = f"{number(x - at[0])} {number(at[1] - y)} Td " if last else f"1 0 0 -1 {number(x)} {number(y)} Tm "
        for font, chunk in self._text(text.font, text.text):
            chosen = f"/{font} {number(mm(text.size))} Tf"
            self.out.append(f"{'' if chosen == last else chosen + ' '}{place}({chunk}) Tj")
            last, place = chosen, ""
        return last, (x, y)


def _kind(item: Item) -> Hashable:
    """Items of one kind that follow each other are written together; `None` for those that are not."""
    if isinstance(item, Text):
        return "text"
    if isinstance(item, Use) and all(v in (0.0, 1.0, -1.0) for v in item.matrix[:4]):
        return item.matrix[:4]
    return None


def _part(item: Item) -> Part | None:
    """What part of a text an item is, nothing for what is not read; `None` for a group with such parts in it."""
    if isinstance(item, Text):
        return item.part
    return None if isinstance(item, Group) and is_read(item.items) else ()


def _spaced(lines: tuple[Item, ...]) -> tuple[Item, ...]:
    """Lines of one part with a space between them, so that their last and first words are two."""
    texts = [one for one in lines if isinstance(one, Text)]
    return (*(replace(one, text=f"{one.text} ") if one.text[-1:] not in ("", "-") else one for one in texts[:-1]),
            *texts[-1:])  # fmt: skip


def _paint(style: Style) -> str:
    if style.fill and style.stroke:
        return "B"
    return "f" if style.fill else "S"


def tag(value: Tag) -> str:
    """The marked-content operator that says which piece follows."""
    return f"/Piece<</Id({value.piece})/Side/{value.side}>>BDC"
