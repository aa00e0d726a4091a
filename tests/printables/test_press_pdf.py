"""The PDF itself: what a reader, a printer and an archive expect of it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from functools import partial

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from printables.job import PrintJob
from printables.look import fonts
from printables.look.display import Document, Page, Style, Text, polygon
from printables.look.outlines import Outline, seven_hexes
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.render import pdf as pdf_writer
from printables.units import points

pytestmark = pytest.mark.slow


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def test_same_job_same_bytes(kit: Kit, long_edge: bytes) -> None:
    """Twice in one process, with other jobs in between, the file does not change by a bit."""
    PrintJob(kit, "letter", "fold", "grey").pdf()
    assert PrintJob(kit).pdf() == long_edge


def test_title_language_bookmarks_and_layers(long_edge: bytes) -> None:
    with opened(long_edge) as pdf:
        assert str(pdf.docinfo.Title) == "Sample game"
        assert str(pdf.Root.Lang) == "en"
        with pdf.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
        assert titles[0].startswith("Wedges, Units") or titles[0].startswith("Units, Wedges")
        assert len(titles) == len({*titles}) == 4
        names = [str(g.Name) for g in pdf.Root.OCProperties.OCGs]
        assert names == ["Art", "Cut", "Fold", "Marks", "Text"]


def test_every_font_is_embedded(long_edge: bytes) -> None:
    with opened(long_edge) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor
            assert any(name in str(font.BaseFont) for name in ("Barlow", "Atkinson"))


def test_a_repeated_face_is_written_once(long_edge: bytes) -> None:
    """28 units of four kinds, six wedges, nine tiles, a card: one form for each different face."""
    with opened(long_edge) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        named = pdf.pages[0].Resources.XObject.items()
        shapes = {name for name, form in named if b"/Trim" in form.read_bytes()}
        faces = [f for f in forms if any(f"{k} Do".encode() in f.read_bytes() for k in shapes)]
        assert len(shapes) == 5, "counters, tiles and the card look alike from behind, the wedges do not"
        backs_of_units, fronts_of_units, wedges, cards = 2, 4, 2, 1
        tile_fronts, tile_backs = 9, 9
        assert len(faces) == backs_of_units + fronts_of_units + wedges + cards + tile_fronts + tile_backs


def test_page_boxes_are_the_paper(kit: Kit) -> None:
    with opened(PrintJob(kit, "letter", components=["tiles"]).pdf()) as pdf:
        for page in pdf.pages:
            for box in (page.mediabox, page.trimbox, page.cropbox):
                assert [float(v) for v in box] == pytest.approx([0, 0, 612, 792], abs=0.01)


def test_layers_switch_their_own_things_only(kit: Kit) -> None:
    """Without the layer Art a page shows no art; without Marks no crop marks."""
    data = PrintJob(kit, components=["units"]).pdf()

    def dark(hidden: str) -> int:
        with opened(data) as pdf:
            groups = {str(g.Name): g for g in pdf.Root.OCProperties.OCGs}
            if hidden:
                pdf.Root.OCProperties.D.OFF = pikepdf.Array([groups[hidden]])
                pdf.Root.OCProperties.D.ON = pikepdf.Array([g for n, g in groups.items() if n != hidden])
            out = io.BytesIO()
            pdf.save(out)
        page = pypdfium2.PdfDocument(out.getvalue())[0]
        return sum(1 for v in page.render(scale=1).to_pil().convert("L").get_flattened_data() if v < 200)

    everything = dark("")
    assert dark("Art") < everything * 0.1
    assert 0 < everything - dark("Marks") < everything * 0.2


def solid(outline: Outline, _: Look) -> Face:
    return Face((polygon(outline.points, Style(fill="#336633")),))


def mirrored(outline: Outline, look: Look) -> Face:
    width = outline.size[0]
    return Face((polygon(tuple((width - x, y) for x, y in outline.points), Style(fill="#663333")),))


@pytest.fixture(scope="module")
def silhouettes() -> Kit:
    """Pieces without any symmetry and hex tiles, all in one solid colour."""
    shapes = {
        "wedge": Outline(((0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (8.0, 22.0), (0.0, 22.0))),
        "tile": seven_hexes(),
    }
    components = [
        Component(n, n, (Piece(n, n, 8, o, partial(solid, o), partial(mirrored, o)),), stock=n)
        for n, o in shapes.items()
    ]
    return Kit("s", "s", tuple(components))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
def test_as_pictures_backs_cover_their_fronts(silhouettes: Kit, paper: str, sides: str) -> None:
    """Independent of the proof: the picture of the back page, turned over, covers the front's to the pixel."""
    document = pypdfium2.PdfDocument(PrintJob(silhouettes, paper, sides).pdf())
    assert len(document) == 4
    for number in (0, 2):
        front, back = (document[number + i].render(scale=2).to_pil().convert("RGB") for i in (0, 1))
        sideways = (sides == "duplex-long") == (front.height >= front.width)
        back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM)
        green = [g > r + 25 for r, g, _ in front.get_flattened_data()]
        red = [r > g + 25 for r, g, _ in back.get_flattened_data()]
        assert sum(green) > 20_000
        different = sum(a != b for a, b in zip(green, red, strict=True))
        assert different < 0.02 * sum(green), "about 0.2 mm along every side, and the line to cut along"


def test_the_whole_sheet_is_printed_at_its_size(kit: Kit) -> None:
    """The ruler in the margin is 50 mm long in the finished file."""
    page = pypdfium2.PdfDocument(PrintJob(kit, components=["cards"]).pdf())[0]
    picture = page.render(scale=4).to_pil().convert("L")
    start = picture.width - round(points(56.5) * 4)
    lengths = []
    for y in range(picture.height - round(points(7) * 4), picture.height - round(points(4) * 4)):
        dark = [x for x in range(start, picture.width) if picture.getpixel((x, y)) < 190]
        lengths.append((max(dark) - min(dark)) / 4 if dark else 0.0)
    assert max(lengths) == pytest.approx(points(50), abs=1.0)


def test_the_order_of_hashes_changes_nothing() -> None:
    """Two interpreters with different hash seeds make the same bytes in every format."""
    program = (
        "import hashlib, sys\nfrom functools import partial\nfrom printables.job import PrintJob\n"
        "from printables.kinds import counter, marker\nfrom printables.model import Component, Kit, Piece\n"
        "def piece(side):\n"
        "    back = counter.EmblemBack(side, side.upper())\n"
        "    front = marker.Marker(('side', side), icon='shield', caption=side)\n"
        "    return Piece(side, side, 3, counter.outline(), partial(marker.face, front),"
        " partial(counter.emblem_back, back))\n"
        "kit = Kit('k', 'k', (Component('c', 'c', tuple(map(piece, ('blue', 'teal', 'grey')))),))\n"
        "for f in ('pdf', 'svg', 'cut'):\n"
        "    print(hashlib.sha256(b''.join(PrintJob(kit, format=f).files().values())).hexdigest())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 3


def test_a_text_after_an_empty_one_stands_where_it_should() -> None:
    """Steps from text to text start at the last one that was written."""
    texts = [Text(x, 20.0, word, fonts.TEXT, 9.0, "#000000") for x, word in ((10.0, "A"), (30.0, ""), (50.0, "B"))]
    page = Page(80.0, 40.0, tuple(texts), "Page")
    words = pypdfium2.PdfDocument(pdf_writer.render(Document("D", "en", (page,), ())))[0].get_textpage()
    left = [words.get_charbox(n)[0] for n in range(words.count_chars()) if words.get_text_range(n, 1) == "B"]
    assert left == [pytest.approx(points(50.0), abs=1.5)]
