"""SVG by svgwrite, which this module alone uses. Text stays text, forms become symbols, no inline styles.

Lengths are millimetres through the view box. Type families are named; a web page brings its own fonts, files
that stand alone carry them. Every line of text has its length, so that a missing font spoils nothing.
"""

from __future__ import annotations

import base64
from typing import Any

import svgwrite

from printables.look import fonts
from printables.look.display import (
    Circle,
    Document,
    Form,
    Group,
    Item,
    Layer,
    Path,
    Place,
    Style,
    Symbol,
    Text,
    Use,
    every,
)  # fmt: skip
from printables.look.icons import icon_path
from printables.look.outlines import PathData
from printables.units import IDENTITY, Matrix, mm

FALLBACK = {"Barlow Condensed": "'Arial Narrow', sans-serif", "Atkinson Hyperlegible": "Verdana, sans-serif"}


def page_svg(document: Document, index: int, embed: bool = False) -> str:
    """One page of a document as an SVG; with `embed` it carries the fonts it uses."""
    page = document.pages[index]
    used = _used(page.items, {f.name: f for f in document.forms})
    drawing = _drawing(page.width, page.height, page.items, used, page.title)
    if embed:
        _carry_fonts(drawing, page.items, used)
    return str(drawing.tostring())


def _carry_fonts(drawing: Any, items: tuple[Item, ...], used: list[Form]) -> None:
    everything = (*items, *(item for form in used for item in form.items))
    names = {item.font for item in every(everything) if isinstance(item, Text)}
    drawing.defs.add(drawing.style(_font_faces(sorted(names))))


def _font_faces(names: list[str]) -> str:
    """Style rules that carry the font files."""
    rules = []
    for name in names:
        family, weight = fonts.FAMILIES[name]
        data = base64.b64encode(fonts.web_data(name)).decode()
        source = f"url(data:font/woff2;base64,{data})"
        rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};src:{source}}}")
    return "\n".join(rules)


def form_svg(form: Form, others: tuple[Form, ...] = (), title: str = "", embed: bool = False) -> str:
    """One face alone, exactly its box; with `embed` it carries the fonts it uses, as a picture in a page must."""
    left, top, right, bottom = form.box
    used = _used(form.items, {f.name: f for f in others})
    drawing = _drawing(right - left, bottom - top, form.items, used, title or form.name)
    drawing.viewbox(left, top, right - left, bottom - top)
    if embed:
        _carry_fonts(drawing, form.items, used)
    return str(drawing.tostring())


def write_pages(document: Document) -> list[str]:
    """All pages, as files that stand alone."""
    return [page_svg(document, i, embed=True) for i, _ in enumerate(document.pages)]


def _drawing(width: float, height: float, items: tuple[Item, ...], forms: list[Form], title: str) -> Any:
    drawing = svgwrite.Drawing(size=(f"{_n(width)}mm", f"{_n(height)}mm"), debug=False)
    drawing.viewbox(0, 0, width, height)
    drawing.set_desc(title=title)
    maker = _Maker(drawing)
    for form in forms:
        symbol = drawing.g(id=_id(form.name))
        maker.fill(symbol, form.items)
        drawing.defs.add(symbol)
    maker.fill(drawing, items)
    return drawing


def _used(items: tuple[Item, ...], forms: dict[str, Form]) -> list[Form]:
    """The forms that items need, each after those it needs itself."""
    found: dict[str, Form] = {}

    def visit(some: tuple[Item, ...]) -> None:
        for item in some:
            if isinstance(item, Use) and item.form not in found:
                visit(forms[item.form].items)
                found[item.form] = forms[item.form]
            elif isinstance(item, Group | Layer):
                visit(item.items)

    visit(items)
    return list(found.values())


def _id(name: str) -> str:
    return "f-" + "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in name)


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:.6g}"


def _d(data: PathData) -> str:
    return "".join(f"{op}{' '.join(_n(v) for v in values)}" for op, values in data)


def _transform(matrix: Matrix) -> dict[str, str]:
    if matrix == IDENTITY:
        return {}
    a, b, c, d, e, f = matrix
    turn = " ".join(f"{v:.7g}" for v in (a, b, c, d))
    return {"transform": f"matrix({turn} {_n(e)} {_n(f)})"}


def _paint(style: Style) -> dict[str, Any]:
    out: dict[str, Any] = {"fill": style.fill or "none"}
    if style.stroke:
        out |= {"stroke": style.stroke, "stroke_width": _n(style.width)}
        if style.dash:
            out["stroke_dasharray"] = " ".join(_n(v) for v in style.dash)
        if style.round:
            out |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return out


class _Maker:
    """Adds items to svgwrite elements; defines clip paths and icons when first needed."""

    def __init__(self, drawing: Any) -> None:
        self.drawing = drawing
        self.clips: dict[PathData, str] = {}
        self.icons: dict[str, str] = {}

    def fill(self, parent: Any, items: tuple[Item, ...]) -> None:
        """Add items in order."""
        for item in items:
            parent.add(self._element(item))

    def _element(self, item: Item) -> Any:
        d = self.drawing
        match item:
            case Path():
                return d.path(d=_d(item.data), **_paint(item.style))
            case Circle():
                return d.circle((_n(item.x), _n(item.y)), _n(item.radius), **_paint(item.style))
            case Text():
                return self._text(item)
            case Symbol():
                return d.use(f"#{self._icon(item.name)}", fill=item.fill, **_transform(item.matrix))
            case Use():
                return d.use(f"#{_id(item.form)}", **_transform(item.matrix))
            case Place():
                return d.g()
            case Group():
                clip = {"clip_path": f"url(#{self._clip(item.clip)})"} if item.clip else {}
                group = d.g(**_transform(item.matrix), **clip)
            case Layer():
                group = d.g(id=f"layer-{item.name.lower()}")
        self.fill(group, item.items)
        return group

    def _clip(self, data: PathData) -> str:
        if data not in self.clips:
            name = f"c{len(self.clips)}"
            clip = self.drawing.clipPath(id=name)
            clip.add(self.drawing.path(d=_d(data)))
            self.drawing.defs.add(clip)
            self.clips[data] = name
        return self.clips[data]

    def _icon(self, name: str) -> str:
        if name not in self.icons:
            self.icons[name] = f"i-{name.replace('_', '-')}"
            self.drawing.defs.add(self.drawing.path(d=_d(icon_path(name)), id=self.icons[name]))
        return self.icons[name]

    def _text(self, item: Text) -> Any:
        family, weight = fonts.FAMILIES[item.font]
        return self.drawing.text(
            item.text,
            insert=(_n(item.x), _n(item.y)),
            font_family=f"'{family}', {FALLBACK[family]}",
            font_weight=weight,
            font_size=_n(mm(item.size)),
            text_anchor=item.anchor,
            textLength=_n(fonts.width(item.text, item.font, item.size)),
            lengthAdjust="spacingAndGlyphs",
            fill=item.fill,
        )
