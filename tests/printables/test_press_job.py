"""Jobs: options and their refusals, plans, files, pictures for a page; the press alone as a library."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from printables.errors import BadOption
from printables.job import PrintJob, choices, piece_svg, preview_svg, run
from printables.look.outlines import rect
from printables.model import Component, Face, Kit, Piece

SVG = "{http://www.w3.org/2000/svg}"


def faces(root: ElementTree.Element) -> list[ElementTree.Element]:
    """References to whole faces, not those to their parts."""
    href = "{http://www.w3.org/1999/xlink}href"
    return [u for u in root.iter(f"{SVG}use") if str(u.get(href) or u.get("href")).endswith(("-front", "-back"))]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("paper", "a7"),
        ("sides", "both"),
        ("ink", "blue"),
        ("format", "doc"),
        ("components", ["nothing"]),
        ("components", []),
        ("margin", -1.0),
        ("gap", 99.0),
    ],
)
def test_a_bad_option_is_refused_by_name(kit: Kit, field: str, value: object) -> None:
    with pytest.raises(BadOption) as caught:
        replace(PrintJob(kit), **{field: value})  # type: ignore[arg-type]
    assert caught.value.field == field
    assert caught.value.reason


def test_every_choice_offered_is_accepted(kit: Kit) -> None:
    for field, values in choices().items():
        for value in values:
            replace(PrintJob(kit), **{field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "piece_id"), [(0, "a"), (1, ""), (1, "a b")])
def test_bad_pieces_are_refused(count: int, piece_id: str) -> None:
    with pytest.raises(BadOption):
        Piece(piece_id, "x", count, rect(10, 10), lambda _: Face(()))


def test_one_id_for_two_pieces_is_refused() -> None:
    piece = Piece("a", "a", 1, rect(10, 10), lambda _: Face(()))
    with pytest.raises(BadOption, match="'a' is used twice"):
        Kit("k", "k", (Component("c", "c", (piece, piece)),))


def test_the_plan_counts_what_is_printed(kit: Kit) -> None:
    job = PrintJob(kit)
    plan = job.plan()
    assert plan.pieces == sum(job.counts.values())
    round_ones = [p for c in kit.components for p in c.pieces if not p.outline.straight]
    assert plan.outlines == sum(p.count for p in round_ones) > 9
    assert plan.pages == len(job.document().pages)
    assert len(plan.sheets) == len(job.sheets)
    assert "sheets" in str(plan)


def test_cuts_are_counted_a_line_once(kit: Kit) -> None:
    """28 units in one block of c columns and r rows need 2c + 2r straight cuts."""
    job = PrintJob(kit, components=["units"])
    (sheet,) = job.plan().sheets
    (block,) = job.sheets[0].blocks
    assert sheet.cuts == len(block.cuts_x) + len(block.cuts_y)
    assert len(block.cuts_x) % 2 == 0


def test_progress_counts_up_to_the_end(kit: Kit, tmp_path: Path) -> None:
    calls: list[tuple[str, int, int]] = []
    run(PrintJob(kit), tmp_path, lambda *call: calls.append(call))
    assert [done for _, done, _ in calls] == list(range(1, len(calls) + 1))
    assert calls[-1][1] == calls[-1][2]


@pytest.mark.parametrize(("fmt", "start"), [("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_every_format_writes_its_files(kit: Kit, tmp_path: Path, fmt: str, start: bytes) -> None:
    job = PrintJob(kit, components=["cards"], format=fmt)
    (path,) = job.write(tmp_path / "deep" / "down")
    assert path.suffix == f".{fmt}"
    assert path.read_bytes().startswith(start)
    assert job.files()[path.name] == path.read_bytes()


def test_svg_keeps_text_as_text_and_has_no_inline_styles(kit: Kit) -> None:
    """A page with a strict content policy can show it."""
    text = piece_svg(kit.component("units").pieces[0])
    root = ElementTree.fromstring(text)
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert words == ["1", "2", "3", "4", "Close"]
    assert not [e for e in root.iter() if e.get("style") or e.tag == f"{SVG}style"]
    assert root.get("width") == "16mm"


def test_previews_show_each_different_face_once(kit: Kit) -> None:
    for side in ("front", "back"):
        root = ElementTree.fromstring(preview_svg(kit, "units", side))  # type: ignore[arg-type]
        assert len(faces(root)) == 4


def test_a_page_as_svg_shows_every_piece(kit: Kit) -> None:
    job = PrintJob(kit, components=["units"], format="svg")
    front, back = job.files().values()
    for page in (front, back):
        root = ElementTree.fromstring(page)
        art = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "layer-art")
        assert len(faces(art)) == 28


@pytest.mark.slow
def test_low_ink_uses_far_less_of_it(kit: Kit) -> None:
    def ink(mode: str) -> float:
        import io

        from PIL import Image

        (png, _) = PrintJob(kit, ink=mode, components=["units"], format="png").files().values()
        picture = Image.open(io.BytesIO(png)).convert("L").resize((210, 297))
        return sum(255 - v for v in picture.get_flattened_data())

    full, low = ink("full"), ink("low")
    assert 0 < low < full * 0.5


def test_the_press_loads_neither_flask_nor_a_game() -> None:
    """A fresh interpreter with the whole press loaded holds nothing of the rest of the product."""
    program = (
        "import sys, printables.job, printables.proof.proving, printables.render.preview\n"
        "import printables.render.pdf, printables.render.svg, printables.render.png\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('flask', 'companion', 'werkzeug', 'sqlalchemy')]\n"
        "sys.exit(','.join(bad) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("fmt", ["png", "faces", "shop", "virtual", "svg", "cut"])
def test_every_format_reports_its_progress_to_the_end(kit: Kit, fmt: str) -> None:
    calls: list[tuple[str, int, int]] = []
    PrintJob(kit, components=["cards"], format=fmt).files(lambda *call: calls.append(call))
    assert calls
    assert calls[-1][1] == calls[-1][2]


@pytest.mark.parametrize("margin", [0.0, 3.0, 5.0, 6.35])
def test_eight_tiles_a_sheet_with_the_margins_of_common_printers(margin: float) -> None:
    from printables.kinds import tile

    piece = Piece("t", "t", 16, tile.OUTLINE, lambda _: Face(()))
    tiles = Kit("k", "k", (Component("c", "c", (piece,), "tiles"),))
    for paper in ("a4", "letter"):
        assert len(PrintJob(tiles, paper, "single", margin=margin).sheets) == 2, paper
