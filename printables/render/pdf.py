"""PDF by reportlab: fonts embedded, faces as forms, layers, bookmarks, title, language, page boxes.

Same document, same bytes. The pieces stay recognisable in the file: each face on a page stands in a
`/Piece` tag, each face starts with the form of its shape, which paints nothing: trim outline and safe box as paths
tagged `/Trim` and `/Safe`. `printables.proof` reads them back. Pieces of one shape share that form.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence

import pikepdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables.look import fonts, scripts
from printables.look.display import Document, Form, Group, Item, Page
from printables.look.icons import GRID, icon_path
from printables.look.outlines import Box, PathData, polygon_path, rect_points
from printables.render import tagging
from printables.render.operators import Writer, matrix, path
from printables.units import IDENTITY, POINTS_PER_MM, points

LIBRARY_PREFIX = "FormXob."
"""What reportlab puts before the names of forms among the resources."""
UNUSED_TABLES = ("name", "OS/2")
"""What a font file has for operating systems; a PDF says it in the font's descriptor."""
LAYERS = ("Art", "Cut", "Fold", "Marks", "Text")
Progress = Callable[[int, int], None]


def render(document: Document, info: Mapping[str, str] | None = None, progress: Progress | None = None) -> bytes:
    """The document as a PDF file; `info` adds entries to its information dictionary."""
    _register_fonts()
    buffer = io.BytesIO()
    canvas = _Canvas(buffer, pageCompression=1, invariant=1, lang=document.language, initialFontName=fonts.LABEL)
    canvas.setTitle(document.title)
    canvas.setCreator("Companion press")
    canvas.setAuthor("")
    canvas.setSubject("")
    forms = _Forms(canvas)
    for form in document.forms:
        forms.face(form)
    tagged = any(page.alt for page in document.pages)
    for number, page in enumerate(document.pages):
        _page(canvas, page, forms, tagged)
        _bookmarks(canvas, document, number)
        canvas.showPage()
        if progress:
            progress(number + 1, len(document.pages))
    forms.icons()
    canvas.save()
    return _finish(buffer.getvalue(), info or {}, document.pages)


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
        self._icons: dict[str, str] = {}
        self._used: list[str] = []

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
            short = self._icons.setdefault(name[5:], f"i{len(self._icons)}")
        else:
            short = self._names[name]
        self._used.append(short)
        return short

    def put(self, writer: Writer) -> None:
        """Add what was written to the open page or form, with the forms it uses."""
        self._canvas.addLiteral("\n".join(writer.out))
        self._canvas._formsinuse.extend(self._used)
        self._used.clear()

    def face(self, form: Form) -> None:
        """Write a form, or remember that an equal one is there already."""
        writer = self.writer()
        if form.trim and form.safe:
            writer.out.append(f"/{self._form(self._shape(form.trim, form.safe, form.box))} Do")
        writer.items(_inside(form))
        self._write(form.name, form.box, writer)

    def _shape(self, trim: PathData, safe: Box, box: Box) -> str:
        """The name of the form that says how pieces of this shape are cut, and where their text may stand."""
        writer = self.writer()
        writer.out.append(f"/Trim BMC {path(trim)} n EMC")
        writer.out.append(f"/Safe BMC {path(polygon_path(_corners(safe)))} n EMC")
        self._write(name := f"shape {trim} {safe}", box, writer)
        return name

    def _write(self, name: str, box: Box, writer: Writer) -> None:
        key, short = f"{box} {'/'.join(writer.out)}", f"f{len(self._written)}"
        self._names[name] = self._written.setdefault(key, short)
        if self._names[name] == short:
            self._canvas.beginForm(short, *box)
            self.put(writer)
            self._canvas.endForm()
        self._used.clear()

    def icons(self) -> None:
        """Write the icons that were used."""
        for name, short in self._icons.items():
            self._canvas.beginForm(short, -GRID, -GRID, 2 * GRID, 2 * GRID)
            self._canvas.addLiteral(f"{path(icon_path(name))}\nf")
            self._canvas.endForm()


def _inside(form: Form) -> tuple[Item, ...]:
    """What a form paints, without a clip that is its box: nothing is ever painted outside of that."""
    match form.items:
        case (Group(items=items, matrix=matrix, clip=clip),) if clip == polygon_path(_corners(form.box)):
            return items if matrix == IDENTITY else form.items
    return form.items


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return rect_points(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _page(canvas: Canvas, page: Page, forms: _Forms, tagged: bool) -> None:
    width, height = points(page.width), points(page.height)
    canvas.setPageSize((width, height))
    canvas.setCropBox((0, 0, width, height))
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    writer = forms.writer()
    writer.out.append(f"{matrix((POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, 0))[:-3]} 0 {height:.6f} cm")
    if tagged:
        tagging.write(writer, page.items)
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


def _finish(data: bytes, info: Mapping[str, str], pages: Sequence[Page]) -> bytes:
    """Add the layers, the tags and the information entries."""
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
        _mend_letters(pdf)
        if any(page.alt for page in pages):
            tagging.add_tree(pdf, pages)
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


def _mend_letters(pdf: pikepdf.Pdf) -> None:
    """What letters a font shows, for letters beyond the first 65,536 (emoji): in two halves, as PDF wants them."""

    def halves(found: re.Match[bytes]) -> bytes:
        return b"<" + chr(int(found[1], 16)).encode("utf-16-be").hex().upper().encode() + b">"

    for font in pdf.objects:
        if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font" and "/ToUnicode" in font:
            text = font.ToUnicode.read_bytes()
            if (mended := re.sub(rb"<(1[0-9A-F]{4})>", halves, text)) != text:
                font.ToUnicode.write(mended)


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
            shared.XObject[name.replace(LIBRARY_PREFIX, "")] = form
    indirect = pdf.make_indirect(shared)
    for form in forms:
        for key in ("/Type", "/FormType", "/Matrix"):  # all at their defaults
            del form[key]
        if b" Do" in (text := form.read_bytes()) or b" Tj" in text:
            form.Resources = indirect
        else:
            del form.Resources
    for page in pdf.pages:
        page.obj.Resources = indirect


def _duplex(sides: str) -> pikepdf.Name:
    names = {"duplex-long": "/DuplexFlipLongEdge", "duplex-short": "/DuplexFlipShortEdge"}
    return pikepdf.Name(names.get(sides, "/Simplex"))
