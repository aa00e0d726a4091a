"""Cut files and the report of ink."""

from __future__ import annotations

import itertools
import math
from xml.etree import ElementTree

import pytest

from printables.job import PrintJob
from printables.layout.cutting import cut_paths
from printables.look.outlines import seven_hexes
from printables.model import Kit
from printables.proof.ink import covers
from printables.proof.proving import prove

SVG = "{http://www.w3.org/2000/svg}"


def length(paths: list[tuple[tuple[str, tuple[float, ...]], ...]]) -> float:
    total = 0.0
    for path in paths:
        points = [v for _, v in path if v]
        total += sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    return total


def test_shared_sides_of_tiles_are_cut_once(kit: Kit) -> None:
    """All outlines together are longer than the cut by exactly the sides that two tiles share."""
    job = PrintJob(kit, "a3", gap=0.0, components=["tiles"])
    (sheet,) = job.sheets
    paths = cut_paths(sheet)
    side = 27.0 / math.sqrt(3)
    segments = [
        frozenset((round(x * 100), round(y * 100)) for x, y in (a, b))
        for path in paths
        for a, b in itertools.pairwise(path)
        for a, b in [(a[1], b[1])]
    ]
    assert len(segments) == len(set(segments)), "no line twice"
    alone = 9 * len(seven_hexes().points) * side
    assert length(paths) < alone - 4 * side
    assert length(paths) == pytest.approx(len(segments) * side, rel=1e-6)


def test_cut_files_carry_the_marks_of_the_printed_page(kit: Kit, tmp_path: object) -> None:
    job = PrintJob(kit, components=["units", "tiles"], format="cut")
    files = job.files()
    pdf = next(data for name, data in files.items() if name.endswith(".pdf"))
    report = prove(pdf, job.counts)
    assert report.ok, [str(p) for p in report.problems]
    cuts = [data for name, data in files.items() if name.endswith(".svg")]
    assert len(cuts) == len(job.sheets)
    root = ElementTree.fromstring(cuts[0])
    groups = {g.get("id"): g for g in root.iter(f"{SVG}g")}
    assert len(groups["registration"]) == 3
    assert len(groups["cut"]) == 28
    assert "28 x 16 x 16 mm" in "".join(groups["text"].itertext())


def test_registration_marks_keep_clear_of_all_pieces(kit: Kit) -> None:
    """The proof's check of marks also sees these; here the margins are checked directly."""
    job = PrintJob(kit, components=["units"], format="cut")
    for sheet in job.sheets:
        assert sheet.setup.registration
        left, top, _, _ = sheet.setup.area
        assert left >= 12
        assert top >= 12


def test_ink_is_counted_per_page(kit: Kit) -> None:
    full = PrintJob(kit, components=["units"])
    grey = PrintJob(kit, components=["units"], ink="grey")
    low = PrintJob(kit, components=["units"], ink="low")
    first = full.ink_report()
    assert [c.page for c in first] == [1, 2]
    assert all(0 < c.total < 100 for c in first)
    assert sum(c.cyan + c.magenta + c.yellow for c in grey.ink_report()) == pytest.approx(0, abs=0.01)
    assert sum(c.total for c in low.ink_report()) < 0.5 * sum(c.total for c in first)
    assert "page 1:" in str(first[0])


def test_a_black_page_is_a_hundred() -> None:
    import io

    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(100, 100))
    canvas.rect(0, 0, 100, 100, fill=1, stroke=0)
    canvas.showPage()
    canvas.setFillColorRGB(0, 1, 1)
    canvas.rect(0, 0, 50, 100, fill=1, stroke=0)
    canvas.save()
    black, half_cyan = covers(buffer.getvalue())
    assert black.black == pytest.approx(100, abs=0.5)
    assert black.total == pytest.approx(100, abs=0.5)
    assert half_cyan.cyan == pytest.approx(50, abs=3)
    assert half_cyan.magenta == pytest.approx(0, abs=0.5)
