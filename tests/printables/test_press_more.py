"""Changes since an older file, single faces, virtual sheets, QR codes, and the kinds of larger pieces."""

from __future__ import annotations

import io
import textwrap
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

import printables
from printables import changes
from printables.displays import aid, battle
from printables.displays.blocks import Area
from printables.displays.rampart import rampart
from printables.errors import BadOption
from printables.job import FORMATS, PrintJob
from printables.kinds import card, marker, standee
from printables.layout.shops import nearest
from printables.look import qr
from printables.look.display import Group, Item, Style, Text, Use, rect
from printables.look.display import Path as Shape
from printables.look.outlines import bounds
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.profile import LIMITS
from printables.proof.proving import prove
from printables.render import faces
from printables.render.faces import pictures


def with_other(kit: Kit, piece_id: str) -> Kit:
    """The kit with one piece drawn differently."""

    def new(look: Look) -> Face:
        ground = rect(-1, -1, 18, 18, Style(fill="#123456"))
        return Face((ground,), (ground,))

    components = tuple(
        replace(c, pieces=tuple(replace(p, front=new) if p.id == piece_id else p for p in c.pieces))
        for c in kit.components
    )
    return replace(kit, components=components)


def test_only_changed_pieces_are_printed_again(kit: Kit, long_edge: bytes, tmp_path: Path) -> None:
    old = tmp_path / "old.pdf"
    old.write_bytes(long_edge)
    job = PrintJob(with_other(kit, "teal-2"), since=old)
    assert job.counts == {"teal-2": 7}
    assert prove(job.pdf(), job.counts).ok


def test_an_unchanged_kit_says_so(kit: Kit, long_edge: bytes) -> None:
    with pytest.raises(BadOption) as caught:
        PrintJob(kit, since=long_edge)
    assert caught.value.field == "since"


def test_paper_and_way_of_printing_are_no_change(kit: Kit) -> None:
    old = PrintJob(kit, "letter", "fold").pdf()
    with pytest.raises(BadOption, match="nothing has changed"):
        PrintJob(kit, "a4", "duplex-long", since=old)


def test_a_shared_picture_counts_as_part_of_each_face(kit: Kit) -> None:
    """Fingerprints differ when only the ground that many faces share differs."""
    document = PrintJob(kit, components=["units"]).document()
    before = changes.fingerprints(document.forms)
    forms = tuple(
        replace(f, items=(rect(0, 0, 1, 1, Style(fill="#000000")),)) if f.name == "ground-blue" else f
        for f in document.forms
    )
    after = changes.fingerprints(forms)
    assert {p for p in before if before[p] != after[p]} == {"blue-1", "blue-2"}


def test_files_of_others_are_refused(tmp_path: Path, kit: Kit) -> None:
    out = io.BytesIO()
    with pikepdf.new() as file:
        file.add_blank_page()
        file.save(out)
    with pytest.raises(BadOption) as caught:
        PrintJob(kit, since=out.getvalue())
    assert caught.value.field == "since"


def test_single_faces_have_their_size_and_bleed(kit: Kit) -> None:
    files = PrintJob(kit, components=["units"], format="faces").files()
    assert len(files) == 2 * 4
    for data in files.values():
        picture = Image.open(io.BytesIO(data))
        assert picture.size == pytest.approx((18 / 25.4 * 300,) * 2, abs=1.1)


def test_shops_get_cards_of_their_size_and_an_eighth_of_an_inch_of_bleed(kit: Kit) -> None:
    """A counter fills the chit and its colour goes on to the edge."""
    files = PrintJob(kit, components=["units"], format="shop").files()
    (piece,) = (p for p in kit.component("units").pieces if p.id == "blue-1")
    scale = nearest(piece).scale  # type: ignore[union-attr]
    plain = pictures((piece,), Look(), 300 * scale)
    for side in ("front", "back"):
        picture = Image.open(io.BytesIO(files[f"sample-units-square-chit-medium-blue-1-{side}.png"])).convert("RGB")
        face = Image.open(io.BytesIO(plain[f"blue-1-{side}"])).convert("RGB")
        assert picture.size == (300, 300)
        ground = tuple(int(Look().side("blue").swatch.color[i : i + 2], 16) for i in (1, 3, 5))
        ends = [(x, y) for x in (0, picture.width - 1) for y in (0, picture.height - 1)]
        assert {picture.getpixel(at) for at in ends} == {ground}
        inner, at = face.crop((20, 20, face.width - 20, face.height - 20)), (picture.width - face.width) // 2 + 20
        found = [
            picture.crop((at + x, at + y, at + x + inner.width, at + y + inner.height)) for x in (0, 1) for y in (0, 1)
        ]
        off = min(sum(ImageStat.Stat(ImageChops.difference(one, inner)).mean) / 3 for one in found)
        assert off < 4, "the face itself is not touched, but for half a pixel"


def test_art_without_bleed_gets_the_colour_of_its_edge(kit: Kit) -> None:
    """A face that ends at the cut has no white line in the shop's bleed."""

    def red(_: Look) -> Face:
        return Face((rect(0, 0, 20, 30, Style(fill="#aa0000")),))

    piece = Piece("p", "p", 1, rect_outline(20, 30), red)
    files = PrintJob(Kit("k", "k", (Component("c", "c", (piece,)),)), format="shop").files()
    data = files["k-c-own-p-front.png"]
    assert Image.open(io.BytesIO(data)).convert("RGB").getcolors() == [(311 * 429, (170, 0, 0))]


def test_virtual_sheets_hold_every_copy_in_one_grid(kit: Kit) -> None:
    files = PrintJob(kit, components=["units", "cards"], format="virtual").files()
    assert sorted(files) == [
        "sample-cards-front-1-2x2-2.png", "sample-units-back-1-10x3-28.png", "sample-units-front-1-10x3-28.png",
        "sample.json",
    ]  # fmt: skip
    width, height = Image.open(io.BytesIO(files["sample-units-front-1-10x3-28.png"])).size
    assert width / height == pytest.approx(10 / 3, abs=0.02)


@given(st.integers(1, 69), st.sampled_from([16.0, 25.0, 33.0]))
def test_a_virtual_sheet_is_a_grid_the_simulator_takes(count: int, side: float) -> None:
    """Every card has its place, and the hidden one; at least 2 by 2 and at most 10 by 7, but for a single picture."""
    columns, rows = faces.grid(count, (side, side))
    assert columns * rows > count or count == 1
    assert (columns, rows) == (1, 1) if count == 1 else 2 <= columns <= 10 and 2 <= rows <= 7


def test_a_qr_code_is_one_path_with_exactly_its_modules() -> None:
    text = "http://192.168.1.7:8000/p/game/tile/T06"
    modules = qr.matrix(text)
    ground, shape = qr.code(text, 10.0, 20.0, 17.0)
    assert isinstance(shape, Shape)
    assert isinstance(ground, Shape)
    unit = 17.0 / (len(modules) + 2 * qr.QUIET)
    area, at = 0.0, (0.0, 0.0)
    points = [v for _, v in shape.data]
    for i in range(0, len(points), 5):
        (x1, y1), (x2, _), (_, y2) = points[i], points[i + 1], points[i + 2]
        area += (x2 - x1) * (y2 - y1)
        at = (x1, y1)
    assert area / unit**2 == pytest.approx(sum(v for row in modules for v in row))
    assert at[0] >= 10 + qr.QUIET * unit - 1e-6


@pytest.mark.parametrize(("big", "lines"), [("6", 1), ("9", 1), ("8", 0), ("16", 0)])
def test_only_numbers_that_can_be_misread_are_underlined(big: str, lines: int) -> None:
    plain = marker.face(marker.Marker(big="8"), Look())
    face = marker.face(marker.Marker(big=big), Look())
    assert len(face.items) - len(plain.items) == lines


def test_a_standee_shows_its_back_upside_down() -> None:
    """Folded at the middle, both halves stand upright."""
    face = standee.front(standee.Standee("teal", "amazon_helm", "Amazons", "Hero 1"), Look())
    halves = [i for i in face.items if isinstance(i, Group)]
    assert [h.matrix[3] for h in halves] == [1.0, -1.0]
    assert halves[0].items == halves[1].items


def test_an_aid_that_is_too_long_is_refused() -> None:
    model = aid.Aid("Long", "", ((aid.Words("Words", ("word " * 3000,)),),))
    with pytest.raises(BadOption, match="mm too long"):
        aid.face(model, Look())


def texts(items: tuple[Item, ...]) -> list[Text]:
    found: list[Text] = []
    for item in items:
        if isinstance(item, Text):
            found.append(item)
        elif isinstance(item, Group):
            found += texts(item.items)
    return found


def test_rows_of_the_battle_display_follow_the_columns() -> None:
    """The number stays the same towards the upper right: C2 and D3 are neighbours, so are A1 and B2."""
    field = battle.Field("t", "ABCDEFGHI", 11, 5, "", "", ())
    at = {t.text: (t.x, t.y) for t in texts(battle.face(field, True, Look()).items) if t.text[:1] in "ABCDEFGHI"}
    for one, other in (("A1", "A2"), ("A1", "B2"), ("A2", "B2"), ("C2", "D3"), ("C3", "D3")):
        dx, dy = at[one][0] - at[other][0], at[one][1] - at[other][1]
        assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(battle.FLAT, abs=0.01)


def test_a_long_task_stays_above_its_reward() -> None:
    task = "Win a combat against a stack of units that is larger than all of your own stacks taken together"
    model = card.Card("Quest", "1", "quest", task, "Reward", (("gold", None, "4"),), ("ability", "honor"))
    words = [t for t in texts(card.front(model, Look()).items) if t.font.startswith("Atkinson")]
    assert " ".join(t.text for t in words) == task
    assert max(t.y for t in words) < 62


PAGE = (Path(__file__).parents[2] / "docs" / "press.md").read_text("utf-8")


@pytest.mark.parametrize(
    "example",
    [
        textwrap.dedent((printables.__doc__ or "").split("as a whole program:")[1]),
        PAGE.split("```python\n")[1].partition("```")[0],
    ],
    ids=["package", "docs"],
)
def test_twenty_lines_make_a_counter_sheet(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in the description of the package and in the user's page run as they stand there."""
    lines = [line for line in example.splitlines() if line.strip()]
    assert 10 <= len(lines) <= 20
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "example", "exec"), {})
    (path,) = (tmp_path / "out").iterdir()
    assert prove(path).ok


def test_the_page_on_printing_tells_every_format_and_every_number_of_a_profile() -> None:
    """docs/press.md leaves out no kind of file and no part of a printer's error."""
    assert all(f"| `{one}` |" in PAGE for one in FORMATS)
    assert all(f"`{name}`" in PAGE for name in LIMITS)


def test_uses_without_a_form_are_a_mistake_that_shows() -> None:
    piece = Piece("p", "p", 1, rect_outline(10, 10), partial(lambda _: Face((Use("nothing"),))))
    with pytest.raises(KeyError):
        PrintJob(Kit("k", "k", (Component("c", "c", (piece,)),))).pdf()


def test_a_front_closes_the_gaps_between_its_parts_and_rises_above_them() -> None:
    """Towers stand higher than walls, and walls higher than the pieces that join them; a fence has points."""
    areas = tuple(Area(40.0 * i, 50.0, 35.0, 30.0) for i in range(3))
    parts = (("wall", areas[0]), ("tower", areas[1]), ("tower", areas[2]))
    for stakes in (False, True):
        shapes = [i for i in rampart(parts, Look(), stakes) if isinstance(i, Shape) and i.style.fill]  # type: ignore[arg-type]
        boxes = [bounds(tuple((v[-2], v[-1]) for _, v in i.data if v)) for i in shapes]
        joints, (wall, tower, _) = boxes[:2], boxes[2:]
        assert tower[1] < wall[1] < areas[0].y < min(j[1] for j in joints)
        assert all(box[3] == 80.0 for box in boxes)
        assert joints[0][0] < areas[0].x + areas[0].w
        assert joints[0][2] > areas[1].x
        everything = [i for i in rampart(parts, Look(), stakes) if isinstance(i, Shape)]  # type: ignore[arg-type]
        lowest = max(v[-1] for i in everything for _, v in i.data if v)
        assert lowest <= 80.0


def test_a_long_sentence_on_a_card_ends_above_what_stands_below_it() -> None:
    """It gets smaller; what does not fit at the smallest size is refused."""
    for words in (4, 20, 40):
        task = " ".join(["Ages"] * words)
        model = card.Card("Deck", "1", "axe", task, "Reward", (("gold", None, "1"),), ("side", "orange"))
        face = card.front(model, Look())
        (box,) = [item for item in face.items if isinstance(item, Shape) and item.style.fill == Look().neutral("panel")]
        top = min(values[-1] for _, values in box.data if values)
        lines = [item.y for item in face.items if isinstance(item, Text) and "Ages" in item.text]
        assert lines
        assert max(lines) < top
    with pytest.raises(BadOption):
        card.front(replace(model, task=" ".join(["Ages"] * 400)), Look())
