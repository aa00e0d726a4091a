"""Tuck boxes and tray labels: the finished PDF is read, the net folded in thought, and the pieces put in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.catalogues import printed, sheet_languages
from companion.engine.game.record import Game
from companion.games import all_games, load_game
from printables.claims import claims, counts
from printables.errors import BadOption
from printables.job import SHEETS, PrintJob
from printables.model import Kit
from printables.proof.proving import prove
from printables.proof.readback import Seen, read_pages
from printables.storage import BOXES, DECK, FEW, LABELS, SEVERAL

GAMES = [game for game in all_games() if game.kit]
SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.05
LARGEST = 100.0


@dataclass(frozen=True)
class Folded:
    """A box as it stands after folding, measured on the paper: inside sizes in mm, and its walls from left to right."""

    width: float
    height: float
    depth: float
    walls: tuple[float, ...]
    lids: tuple[float, ...]


def upright(seen: Seen) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The lines to fold of a net, in its own coordinates: those that go from corner to corner of its outline."""
    lines = [path for paths in seen.picture.strokes.values() for path in paths if [op for op, _ in path] == ["M", "L"]]
    corners = [values[-2:] for _, values in seen.picture.trim if values]
    ends = [((a[0], a[1]), (b[0], b[1])) for (_, a), (_, b) in lines]
    return [line for line in ends if all(any(math.dist(end, c) < NEAR for c in corners) for end in line)]


def folded(seen: Seen) -> Folded:
    """What the fold lines of a net make of it."""
    lines = upright(seen)
    down = sorted(a[0] for a, b in lines if abs(a[0] - b[0]) < NEAR)
    heights = {round(abs(a[1] - b[1]), 2) for a, b in lines if abs(a[0] - b[0]) < NEAR}
    across = sorted({round(a[1], 2) for a, b in lines if abs(a[1] - b[1]) < NEAR})
    right = max(x for _, values in seen.picture.trim for x in values[-2:-1])
    walls = tuple(b - a for a, b in zip(down, [*down[1:], right], strict=True))
    assert len(heights) == 1, "all walls are equally high"
    assert len(across) == 4, "lid and bottom, each with its tongue"
    lids = (across[1] - across[0], across[3] - across[2])
    return Folded(walls[0], heights.pop(), walls[1], walls, lids)


def boxes(data: bytes) -> list[Seen]:
    pages, _ = read_pages(data)
    return [seen for page in pages for seen in page.pieces if seen.piece.startswith("box-")]


def holds(box: Folded, size: tuple[float, float], thickness: float) -> int:
    """How many pieces go in, in stacks side by side."""
    return math.floor(box.width / size[0]) * math.floor(box.height / size[1]) * math.floor(box.depth / thickness + 1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_boxes_and_labels_of_every_game_are_proved(game: Game, paper: str) -> None:
    """In every language: nothing lies wrong, and there are as many as the file says of itself."""
    for language in sheet_languages(game):
        kit = printed(game, language)
        data = PrintJob(kit, paper=paper, storage="only").pdf()
        said = read_pages(data)[1]
        report = prove(data, counts(said, kit))
        assert report.ok, [str(problem) for problem in report.problems[:5]]


@pytest.mark.parametrize("thickness", [0.3, 1.9])
@pytest.mark.parametrize("name", ["two_bases", "conquest_of_zabor"])
def test_every_box_closes_and_holds_its_pieces(name: str, thickness: float) -> None:
    """Measured on the finished pages: opposite walls are equal, lids cover the box, all pieces go in."""
    kit = printed(load_game(name), "en")
    seen = boxes(PrintJob(kit, paper="letter", storage="only", thickness=thickness).pdf())
    for one in seen:
        box = folded(one)
        assert box.walls[0] == pytest.approx(box.walls[2], abs=NEAR), "front and back"
        assert box.walls[1] == pytest.approx(box.walls[3], abs=NEAR), "both sides"
        assert box.lids == pytest.approx((box.depth, box.depth), abs=NEAR)
    for component in kit.components:
        size = component.pieces[0].outline.size
        own = [folded(one) for one in seen if one.piece == f"box-{component.id}"]
        if own:
            assert sum(holds(box, size, thickness) for box in own) >= component.count
        elif LARGEST > max(size) >= DECK:
            assert thickness > 1 or component.count < FEW, f"a box for {component.id}"
    small = [c for c in kit.components if c.pieces[0].outline.size == (16.0, 16.0)]
    shared = [folded(one) for one in seen if one.piece == "box-16x16"]
    assert sum(holds(box, (16.0, 16.0), thickness) for box in shared) >= sum(c.count for c in small)
    if thickness < 1:
        assert len(shared) == 1
    elif name == "conquest_of_zabor":
        assert len(shared) > 1, "thick counters need more boxes"


def test_flaps_do_not_lie_on_each_other_and_tongues_go_in() -> None:
    """The lid with its tongue is narrower than the box, no flap reaches into the lid beside it."""
    (one, *_) = boxes(PrintJob(printed(load_game("two_bases"), "en"), storage="only").pdf())
    box, lines = folded(one), upright(one)
    points = [values[-2:] for _, values in one.picture.trim if values]
    top = min(min(a[1], b[1]) for a, b in lines if abs(a[0] - b[0]) < NEAR)
    back = sum(box.walls[:2]) + min(a[0] for a, b in lines if abs(a[0] - b[0]) < NEAR)
    tongue = [x for x, y in points if y < top - box.depth - NEAR]
    assert back < min(tongue) < max(tongue) < back + box.width
    flaps = [(x, y) for x, y in points if y < top - NEAR and not back - NEAR <= x <= back + box.width + NEAR]
    assert flaps
    assert all(x <= back + NEAR or x >= back + box.width - NEAR for x, _ in flaps)
    assert max(top - y for _, y in flaps) <= box.width / 2, "flaps of both sides meet at most in the middle"


def test_labels_name_pieces_and_their_number(kit: Kit) -> None:
    """A compartment for each kind of which there are several; what there is once stands with its component."""
    pages, _ = read_pages(PrintJob(kit, storage="only").pdf())
    labels = [seen for page in pages for seen in page.pieces if seen.piece.startswith("label-")]
    words = [" ".join(line.text for line in one.picture.lines) for one in labels]
    assert not any("× 28" in text for text in words), "all units: each kind has a label of its own"
    assert sum("× 7" in text for text in words) == 4, "each kind of unit"
    pieces = [piece for component in kit.components for piece in component.pieces if piece.count >= SEVERAL]
    names = {piece.name.split()[0] for piece in pieces}
    assert all(any(name in text for text in words) for name in names)


def test_pictures_on_labels_lie_inside(kit: Kit) -> None:
    job = PrintJob(kit, storage="only")
    (labels,) = [component for component in job.chosen if component.id == LABELS]
    for piece in labels.pieces:
        face = piece.front(job.look)
        groups = [item for item in face.items if hasattr(item, "clip") and item.clip]
        assert len(groups) == 1
        matrix, clip = groups[0].matrix, groups[0].clip
        points = [(matrix[0] * v[-2] + matrix[4], matrix[3] * v[-1] + matrix[5]) for _, v in clip if v]
        assert all(0 < x < 20 and 0 < y < 20 for x, y in points)
        assert matrix[0] <= 1.0


def test_with_storage_the_kit_comes_too_and_alone_it_does_not(kit: Kit) -> None:
    alone, both, none = (PrintJob(kit, storage=way) for way in ("only", "with", "none"))
    assert {c.id for c in alone.chosen} == {BOXES, LABELS}
    assert {c.id for c in both.chosen} == {c.id for c in kit.components} | {BOXES, LABELS}
    assert {c.id for c in none.chosen} == {c.id for c in kit.components}
    assert len({alone.stem, both.stem, none.stem}) == 3
    few = PrintJob(kit, components=["cards"], storage="only")
    assert sum(piece.count for piece in kit.component("cards").pieces) < FEW
    assert {c.id for c in few.chosen} == {LABELS}, "two cards need no box"


def test_files_that_are_no_sheets_have_no_boxes(kit: Kit) -> None:
    for kind in ("shop", "virtual", "faces"):
        assert kind not in SHEETS
        with pytest.raises(BadOption) as refused:
            PrintJob(kit, storage="with", format=kind)
        assert refused.value.field == "storage"
    for field, options in (("thickness", {"thickness": 0.0}), ("storage", {"storage": "some"})):
        with pytest.raises(BadOption) as refused:
            PrintJob(kit, **options)  # type: ignore[arg-type]
        assert refused.value.field == field


def test_cut_files_have_the_folds_as_a_layer(kit: Kit) -> None:
    job = PrintJob(kit, storage="only", format="cut")
    folds = sum(len(p.piece.folds) for sheet in job.sheets for p in sheet.placed)
    assert folds
    layers = [
        group
        for name, data in job.files().items()
        if name.endswith(".svg")
        for group in ElementTree.fromstring(data).iter(f"{SVG}g")
        if group.get("id") == "fold"
    ]
    assert sum(len(group) for group in layers) == folds


def test_an_older_file_leaves_out_boxes_that_stayed_the_same(kit: Kit, tmp_path: Path) -> None:
    file = tmp_path / "older.pdf"
    file.write_bytes(PrintJob(kit, storage="only").pdf())
    with pytest.raises(BadOption):
        _ = PrintJob(kit, storage="only", since=file).chosen
    thicker = PrintJob(kit, storage="only", since=file, thickness=2.0)
    assert [c.id for c in thicker.chosen] == [BOXES]
    data = thicker.pdf()
    said = claims_of(data, tmp_path)
    assert prove(data, counts(said, kit)).ok


def claims_of(data: bytes, folder: Path) -> dict[str, str]:
    file = folder / "newer.pdf"
    file.write_bytes(data)
    return claims(file)
