"""PDF by reportlab: fonts embedded, faces as forms, layers, bookmarks, title, language, page boxes.

Same document, same bytes. The pieces stay recognisable in the file: each face on a page stands in a
`/Piece` tag, each form starts with its trim outline and safe box as unpainted paths tagged `/Trim` and
`/Safe`; `printables.proof` reads them back.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pikepdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables import fonts
from printables.display import Document, Form, Page
from printables.icons import GRID, icon_path
from printables.outlines import Box, polygon_path, rect_points
from printables.render.operators import Writer, matrix, path
from printables.units import POINTS_PER_MM, points

LAYERS = ("Art", "Cut", "Fold", "Marks")
Progress = Callable[[int, int], None]


def render(document: Document, info: Mapping[str, str] | None = None, progress: Progress | None = None) -> bytes:
    """The document as a PDF file; `info` adds entries to its information dictionary."""
    _register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1, lang=document.language, initialFontName=fonts.LABEL)
    canvas.setTitle(document.title)
    canvas.setCreator("Companion press")
    canvas.setAuthor("")
    canvas.setSubject("")
    forms = _Forms(canvas)
    for form in document.forms:
        forms.face(form)
    for number, page in enumerate(document.pages):
        _page(canvas, page, forms)
        _bookmarks(canvas, document, number)
        canvas.showPage()
        if progress:
            progress(number + 1, len(document.pages))
    forms.icons()
    canvas.save()
    return _finish(buffer.getvalue(), info or {})


def _register_fonts() -> None:
    known = set(pdfmetrics.getRegisteredFontNames())
    for name in fonts.NAMES:
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, io.BytesIO(fonts.data(name)), asciiReadable=0))


class _Forms:
    """The forms of one file: equal faces are written once, icons when the file is complete."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._names: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._icons: dict[str, str] = {}
        self._used: list[str] = []

    def writer(self) -> Writer:
        """A writer for a page or a form of this file."""
        return Writer(self._text, self._form)

    def _text(self, font: str, value: str) -> list[tuple[str, str]]:
        face, document = pdfmetrics.getFont(font), self._canvas._doc
        return [
            (face.getSubsetInternalName(subset, document)[1:], self._canvas._escape(chunk))
            for subset, chunk in face.splitString(value, document)
        ]

    def _form(self, name: str) -> str:
        if name.startswith("icon:"):
            short = self._icons.setdefault(name[5:], f"i{len(self._icons)}")
        else:
            short = self._names[name]
        self._used.append(short)
        return str(self._canvas._doc.getXObjectName(short))

    def put(self, writer: Writer) -> None:
        """Add what was written to the open page or form, with the forms it uses."""
        self._canvas.addLiteral("\n".join(writer.out))
        self._canvas._formsinuse.extend(self._used)
        self._used.clear()

    def face(self, form: Form) -> None:
        """Write a form, or remember that an equal one is there already."""
        writer = self.writer()
        if form.trim:
            writer.out.append(f"/Trim BMC {path(form.trim)} n EMC")
        if form.safe:
            writer.out.append(f"/Safe BMC {path(polygon_path(_corners(form.safe)))} n EMC")
        writer.items(form.items)
        key, short = f"{form.box} {'/'.join(writer.out)}", f"f{len(self._written)}"
        self._names[form.name] = self._written.setdefault(key, short)
        if self._names[form.name] == short:
            self._canvas.beginForm(short, *form.box)
            self.put(writer)
            self._canvas.endForm()
        self._used.clear()

    def icons(self) -> None:
        """Write the icons that were used."""
        for name, short in self._icons.items():
            self._canvas.beginForm(short, -GRID, -GRID, 2 * GRID, 2 * GRID)
            self._canvas.addLiteral(f"{path(icon_path(name))}\nf")
            self._canvas.endForm()


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return rect_points(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _page(canvas: Canvas, page: Page, forms: _Forms) -> None:
    width, height = points(page.width), points(page.height)
    canvas.setPageSize((width, height))
    canvas.setCropBox((0, 0, width, height))
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    writer = forms.writer()
    writer.out.append(f"{matrix((POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, 0))[:-3]} 0 {height:.6f} cm")
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


def _finish(data: bytes, info: Mapping[str, str]) -> bytes:
    """Add the layers and the information entries."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        groups = {n: pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=n)) for n in LAYERS}
        order = pikepdf.Array(groups.values())
        pdf.Root.OCProperties = pikepdf.Dictionary(
            OCGs=order, D=pikepdf.Dictionary(Order=order, ON=order, OFF=pikepdf.Array(), BaseState=pikepdf.Name.ON)
        )
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(
            DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None"), Duplex=_duplex(info.get("Sides", ""))
        )
        _share_resources(pdf, groups)
        for key, value in info.items():
            pdf.docinfo[f"/{key}"] = value
        out = io.BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=False,
        )
        return out.getvalue()


def _share_resources(pdf: pikepdf.Pdf, groups: Mapping[str, pikepdf.Object]) -> None:
    """One resource dictionary for all pages and forms, instead of one each; forms without their default entries."""
    forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    shared = pikepdf.Dictionary(XObject=pikepdf.Dictionary(), Properties=pikepdf.Dictionary())
    for name, group in groups.items():
        shared.Properties[f"/{name}"] = group
    for owner in (*(page.obj for page in pdf.pages), *forms):
        own = owner.Resources
        if "/Font" in own:
            shared.Font = own.Font
        for name, form in own.get("/XObject", pikepdf.Dictionary()).items():
            shared.XObject[name] = form
    indirect = pdf.make_indirect(shared)
    for form in forms:
        for key in ("/Type", "/FormType", "/Matrix"):  # all at their defaults
            del form[key]
    for owner in (*(page.obj for page in pdf.pages), *forms):
        owner.Resources = indirect


def _duplex(sides: str) -> pikepdf.Name:
    names = {"duplex-long": "/DuplexFlipLongEdge", "duplex-short": "/DuplexFlipShortEdge"}
    return pikepdf.Name(names.get(sides, "/Simplex"))
