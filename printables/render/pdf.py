"""PDF by reportlab: fonts embedded, faces as forms, layers, bookmarks, title, language, page boxes.

Same document, same bytes. The pieces stay recognisable in the file: each face on a page stands in a
`/Piece` tag, each face starts with the form of its shape, which paints nothing: trim outline and safe box as paths
tagged `/Trim` and `/Safe`. `printables.proof` reads them back. Pieces of one shape share that form.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables.look import fonts, scripts
from printables.look.display import Document, Form, Group, Item, Page, Part, is_read, uses
from printables.look.icons import icon_path
from printables.look.outlines import Box, PathData, bounds, polygon_path, rect_points
from printables.render import tagging
from printables.render.finishing import finished
from printables.render.operators import Writer, matrix, path
from printables.units import IDENTITY, POINTS_PER_MM, points

UNUSED_TABLES = ("name", "OS/2")
"""What a font file has for operating systems; a PDF says it in the font's descriptor."""
Progress = Callable[[int, int], None]


def render(document: Document, info: Mapping[str, str] | None = None, progress: Progress | None = None) -> bytes:
    """The document as a PDF file; `info` adds entries to its information dictionary."""
    _register_fonts()
    buffer = io.BytesIO()
    canvas = _Canvas(buffer, pageCompression=0, invariant=1, lang=document.language, initialFontName=fonts.LABEL)
    canvas.setTitle(document.title)
    canvas.setCreator("Companion press")
    canvas.setAuthor("")
    canvas.setSubject("")
    forms = _Forms(canvas)
    tagged = any(page.alt for page in document.pages)
    drawn = Counter(name for page in document.pages for name in uses(page.items)) if tagged else Counter()
    for form in document.forms:
        if tagged and is_read(form.items):
            forms.read_aloud(form, drawn[form.name])
        else:
            forms.face(form)
    told: list[tagging.Told] = []
    for number, page in enumerate(document.pages):
        _page(canvas, page, forms, told if tagged else None)
        _bookmarks(canvas, document, number)
        if number + 1 == len(document.pages):
            forms.name_all()
        canvas.showPage()
        if progress:
            progress(number + 1, len(document.pages))
    forms.icons()
    canvas.save()
    return finished(buffer.getvalue(), info or {}, document.pages, told)


class _Canvas(Canvas):  # type: ignore[misc]
    """A canvas whose pages and forms hold what we write and nothing before it."""

    def _make_preamble(self) -> None:
        self._preamble = ""


def _register_fonts(names: Sequence[str] = fonts.NAMES) -> None:
    known = set(pdfmetrics.getRegisteredFontNames())
    for name in names:
        if name not in known:
            font = TTFont(name, io.BytesIO(fonts.data(name)), asciiReadable=0)
            for table in UNUSED_TABLES:
                font.face.table.pop(table)
            pdfmetrics.registerFont(font)


class _Forms:
    """The forms of one file: equal faces are written once, icons when the file is complete."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._names: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._icons: dict[PathData, str] = {}
        self._used: dict[str, None] = {}
        self.boxes: dict[str, Box] = {}
        self.readable: dict[str, list[tagging.Marks]] = {}
        """What the marks in a form are, of those that are read aloud: for each copy, until it is drawn."""

    def writer(self) -> Writer:
        """A writer for a page or a form of this file."""
        return Writer(self._text, self._form)

    def _text(self, font: str, value: str) -> list[tuple[str, str]]:
        if font in scripts.FACES:
            _register_fonts([font])
        face, document = pdfmetrics.getFont(font), self._canvas._doc
        return [
            (face.getSubsetInternalName(subset, document)[1:], self._canvas._escape(chunk))
            for subset, chunk in face.splitString(value, document)
        ]

    def _form(self, name: str) -> str:
        if name.startswith("icon:"):
            short = self._icons.setdefault(icon_path(name[5:]), f"i{len(self._icons)}")
        else:
            short = self._names[name]
        self._used[short] = None
        return short

    def put(self, writer: Writer) -> None:
        """Add what was written to the open page or form."""
        self._canvas.addLiteral("\n".join(writer.out))

    def name_all(self) -> None:
        """Name all forms that are used among the resources of the open page; `finished` lets all pages share them."""
        self._canvas._formsinuse.extend(self._used)

    def face(self, form: Form) -> None:
        """Write a form, or remember that an equal one is there already."""
        writer = self._begun(form)
        writer.items(_inside(form))
        self._write(form.name, form.box, writer)

    def _begun(self, form: Form) -> Writer:
        writer = self.writer()
        self.boxes[form.name] = form.box
        if form.trim and form.safe:
            writer.out.append(f"/{self._form(self._shape(form.trim, form.safe, form.box))} Do")
        return writer

    def read_aloud(self, form: Form, copies: int) -> None:
        """Write a form with a mark for each part of its text, for each copy: marks belong to one place."""
        marks: list[Part] = []
        writer = self._begun(form)
        writer.read(_inside(form), marks)
        for copy in range(copies):
            name = tagging.read_name(form.name, copy)
            self._write(name, form.box, writer, f"{copy} ")
            self.readable.setdefault(form.name, []).append(tagging.Marks(name, self._names[name], tuple(marks)))

    def _shape(self, trim: PathData, safe: Box, box: Box) -> str:
        """The name of the form that says how pieces of this shape are cut, and where their text may stand."""
        writer = self.writer()
        writer.out.append(f"/Trim BMC {path(trim)} n EMC")
        writer.out.append(f"/Safe BMC {path(polygon_path(_corners(safe)))} n EMC")
        self._write(name := f"shape {trim} {safe}", box, writer)
        return name

    def _write(self, name: str, box: Box, writer: Writer, apart: str = "") -> None:
        """Write a form once for all equal ones; those that are to be `apart` are not equal."""
        key, short = f"{apart}{box} {'/'.join(writer.out)}", f"f{len(self._written)}"
        self._names[name] = self._written.setdefault(key, short)
        if self._names[name] == short:
            self._canvas.beginForm(short, *box)
            self.put(writer)
            self._canvas.endForm()

    def icons(self) -> None:
        """Write the icons that were used; several names may mean one shape."""
        for shape, short in self._icons.items():
            points = [values[n : n + 2] for _, values in shape for n in range(0, len(values), 2)]
            self._canvas.beginForm(short, *bounds(tuple((x, y) for x, y in points)))
            self._canvas.addLiteral(f"{path(shape)}\nf")
            self._canvas.endForm()


def _inside(form: Form) -> tuple[Item, ...]:
    """What a form paints, without a clip that is its box: nothing is ever painted outside of that."""
    match form.items:
        case (Group(items=items, matrix=matrix, clip=clip),) if clip == polygon_path(_corners(form.box)):
            return items if matrix == IDENTITY else form.items
    return form.items


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return rect_points(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _page(canvas: Canvas, page: Page, forms: _Forms, told: list[tagging.Told] | None) -> None:
    """Draw a page; `told` gets what of it is read aloud, if the file has tags."""
    width, height = points(page.width), points(page.height)
    canvas.setPageSize((width, height))
    canvas.setCropBox((0, 0, width, height))
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    writer = forms.writer()
    writer.out.append(f"{matrix((POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, 0))[:-3]} 0 {height:.6f} cm")
    if told is not None:
        told.append(tagging.write(writer, page, forms.readable, forms.boxes))
    else:
        writer.items(page.items)
    forms.put(writer)


def _bookmarks(canvas: Canvas, document: Document, number: int) -> None:
    for title, page in document.bookmarks:
        if page == number:
            key = f"page{number}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(title, key)
    if number == 0 and document.bookmarks:
        canvas.showOutline()
