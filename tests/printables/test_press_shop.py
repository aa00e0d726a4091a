"""Templates of shops, round and hex pieces, and cut files read back as geometry."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion.catalogues import printed
from companion.games import load_game
from printables.errors import BadOption
from printables.job import PrintJob, choices
from printables.kinds import card, counter, marker
from printables.layout.shops import INCH, Template, fit, nearest, templates
from printables.look.display import Style, rect
from printables.look.outlines import Outline, disc, hex_board, moved, rounded_path
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.proof.proving import prove
from printables.render.cut import sheet_svg
from printables.units import apply

SVG = "{http://www.w3.org/2000/svg}"
ONE = partial(marker.face, marker.Marker(big="1"))


def red(_: Look) -> Face:
    return Face((rect(-2, -2, 90, 90, Style(fill="#aa0000")),))


def one_piece(outline: Outline, draw: object = ONE, count: int = 1, safe: float = 0.9) -> Kit:
    piece = Piece("p", "Piece", count, outline, draw, draw, safe)  # type: ignore[arg-type]
    return Kit("k", "K", (Component("c", "C", (piece,)),))


def hexagon(flat: float) -> Outline:
    """A single hex with a flat side on top, `flat` mm high."""
    return hex_board(((0, 0),), flat)


def fitting(one: Template) -> Outline:
    """A piece of exactly what the template cuts."""
    if one.shape == "hex":
        return hexagon(one.cut[1])
    return disc(one.cut[0]) if one.shape == "round" else card.outline() if "poker" in one.id else rectangle(one)


def rectangle(one: Template) -> Outline:
    w, h = one.cut
    return Outline(((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)), 1.2)


@pytest.mark.parametrize("name", list(templates()))
def test_every_template_gives_its_pixels_and_colour_to_the_bleed(name: str) -> None:
    """The picture is as large as the shop says, wider than the cut on every side, and coloured beyond the cut."""
    one = templates()[name]
    assert all(p - c >= 2 * 1.5 for p, c in zip(one.picture, one.cut, strict=True)), "bleed on every side"
    files = PrintJob(one_piece(fitting(one), red, safe=one.safe), format="shop", shop=name).files()
    picture = Image.open(io.BytesIO(files[f"k-c-{name}-p-front.png"])).convert("RGB")
    assert picture.size == one.pixels
    middle = (picture.width // 2, picture.height // 2)
    reach = round((one.cut[1] / 2 + 1.0) / INCH * 300)
    for at in (middle, (middle[0], middle[1] - reach), (middle[0], middle[1] + reach)):
        assert picture.getpixel(at) == (170, 0, 0), at


@pytest.mark.parametrize("name", list(templates()))
def test_what_may_hold_text_stays_in_the_safe_area(name: str) -> None:
    one = templates()[name]
    for safe in (0.8, 2.0, 5.0):
        piece = one_piece(fitting(one), safe=safe).components[0].pieces[0]
        found = fit(piece, one)
        if found is None:
            continue
        w, h = piece.outline.size
        box = ((w - 2 * safe) * found.scale, (h - 2 * safe) * found.scale)
        assert all(b <= c - 2 * one.safe + 1e-6 for b, c in zip(box, one.cut, strict=True))


def test_a_card_on_its_side_is_turned_for_the_shop() -> None:
    kit = one_piece(card.outline())
    piece = kit.components[0].pieces[0]
    w, h = piece.outline.size
    wide = Outline(((0.0, 0.0), (h, 0.0), (h, w), (0.0, w)), 3.0)
    found = nearest(Piece("w", "W", 1, wide, ONE))
    assert found is not None
    assert (found.template.id, found.turned) == ("poker-card", True)
    files = PrintJob(one_piece(wide, red), format="shop", shop="poker-card").files()
    assert Image.open(io.BytesIO(files["k-c-poker-card-p-front.png"])).size == (825, 1125)


def test_a_shape_goes_on_templates_of_its_shape_only() -> None:
    piece = one_piece(counter.outline()).components[0].pieces[0]
    assert {one.shape for one in templates().values() if fit(piece, one)} == {"box"}
    with pytest.raises(BadOption) as caught:
        PrintJob(one_piece(counter.outline()), format="shop", shop="hex-chit").files()
    assert caught.value.field == "shop"


def test_an_unknown_template_is_one_line_with_the_names() -> None:
    with pytest.raises(BadOption) as caught:
        PrintJob(one_piece(counter.outline()), format="shop", shop="napkin")
    assert caught.value.field == "shop"
    assert all(name in str(caught.value) for name in choices()["shop"])
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_the_list_for_the_shop_counts_every_copy(kit: Kit) -> None:
    files = PrintJob(kit, format="shop").files()
    rows = list(csv.DictReader(io.StringIO(files["sample-shop.csv"].decode())))
    assert sum(int(row["copies"]) for row in rows) == sum(c.count for c in kit.components)
    named = {f"sample-{row['component']}-{row['template']}-{row['piece']}-front.png" for row in rows}
    assert named == {name for name in files if name.endswith("-front.png")}


# --- cut files, read back ---


def edges_of(text: str) -> Counter[frozenset[tuple[int, int]]]:
    """Every straight stretch of the layer of cuts, divided at all points where strokes begin, end or bend."""
    root = ElementTree.fromstring(text)
    (layer,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == "cut")
    stretches = []
    for path in layer.iter(f"{SVG}path"):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", path.get("d", ""))]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        stretches += itertools.pairwise(points)
    return Counter(frozenset((round(x * 100), round(y * 100)) for x, y in pair) for pair in stretches)


def covered(edges: Counter[frozenset[tuple[int, int]]], a: tuple[float, float], b: tuple[float, float]) -> int:
    """How many strokes run through the middle of a side along it."""
    x, y = (a[0] + b[0]) * 50, (a[1] + b[1]) * 50
    found = 0
    for edge, times in edges.items():
        (x1, y1), (x2, y2) = sorted(edge)
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        off = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
        along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length
        found += times if off < 3 and -3 < along < length + 3 else 0
    return found


@pytest.mark.parametrize("count", [1, 7, 12, 30])
@pytest.mark.parametrize("outline", [counter.outline(), hexagon(24.0), Outline(hexagon(20.0).points)])
def test_every_side_is_cut_exactly_once_at_gap_0(outline: Outline, count: int) -> None:
    """The middle of each side of each piece lies on one stroke, whether a neighbour shares it or not."""
    job = PrintJob(one_piece(outline, count=count), gap=0, format="cut")
    for sheet in job.sheets:
        edges = edges_of(sheet_svg(sheet, "x"))
        for placed in sheet.placed:
            corners = [apply(placed.front, p) for p in outline.points]
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
                assert covered(edges, a, b) == 1


@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_round_pieces_are_cut_as_circles(gap: float) -> None:
    job = PrintJob(one_piece(disc(19.05), count=20), gap=gap, format="cut")
    files = job.files()
    pdf = next(data for name, data in files.items() if name.endswith(".pdf"))
    report = prove(pdf, job.counts)
    assert report.ok, [str(p) for p in report.problems]
    (svg,) = (data.decode() for name, data in files.items() if name.endswith(".svg"))
    root = ElementTree.fromstring(svg)
    (layer,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == "cut")
    paths = [path.get("d", "") for path in layer.iter(f"{SVG}path")]
    assert len(paths) == 20
    assert all(d.count("C") == 4 for d in paths)
    expected = rounded_path(disc(19.05).points, 19.05 / 2)
    assert len({d[:12] for d in paths}) == 20
    assert moved(expected, job.sheets[0].placed[0].front)


def test_text_lies_on_a_layer_of_its_own() -> None:
    """In cut files and in pages drawn as SVG: a cutter that takes the layer of cuts meets no letter."""
    job = PrintJob(one_piece(hexagon(24.0), count=5), format="cut")
    root = ElementTree.fromstring(sheet_svg(job.sheets[0], "x"))
    pages = PrintJob(one_piece(hexagon(24.0), count=5), format="svg").files()
    drawn = [ElementTree.fromstring(data) for data in pages.values()]
    for tree, cuts, words in ((root, "cut", "text"), *((page, "layer-cut", "layer-text") for page in drawn)):
        layers = {g.get("id"): g for g in tree.iter(f"{SVG}g") if g.get("id")}
        assert words in layers
        assert list(layers[words].iter(f"{SVG}text"))
        assert not any(
            list(g.iter(f"{SVG}text")) for name, g in layers.items() if name not in (words, None) and "f-p" not in name
        )
        assert not any(list(layers[words].iter(f"{SVG}path")))
        if cuts in layers:
            assert not list(layers[cuts].iter(f"{SVG}text"))


@pytest.mark.parametrize("cells", [((0, 0),), ((0, 0), (1, 1)), None])
def test_the_list_tells_the_size_of_pictures_without_a_template(cells: tuple[tuple[int, int], ...] | None) -> None:
    """Of boards of several hexes, too, which no shop cuts."""
    outline = hex_board(cells, 61.0) if cells else Outline(((0.0, 0.0), (97.0, 0.0), (97.0, 41.0), (0.0, 41.0)), 1.2)
    files = PrintJob(one_piece(outline, red), format="shop").files()
    (row,) = csv.DictReader(io.StringIO(files["k-shop.csv"].decode()))
    picture = Image.open(io.BytesIO(files["k-c-own-p-front.png"]))
    assert row["template"] == "own"
    listed = [int(v) for v in row["pixels"].split(" x ")]
    assert all(abs(a - b) <= 1 for a, b in zip(listed, picture.size, strict=True))


def test_what_was_made_for_a_shop_counts_what_it_cuts() -> None:
    """Not the sheets, which nobody prints, nor pieces of another shape."""
    wanted = next(one for one in templates().values() if one.shape == "hex")
    square = Piece("square", "Square", 9, counter.outline(), ONE, ONE, 0.9)
    kit = Kit("k", "K", (*one_piece(fitting(wanted), red, 4).components, Component("d", "D", (square,))))
    assert "4 pieces" in PrintJob(kit, format="shop", shop=wanted.id).made
    assert "13 pieces" in PrintJob(kit).made


def shop_picture(game: str, component: str, piece: str) -> Image.Image:
    """The front of a piece on the template nearest to it."""
    made = printed(load_game(game), "en")
    one = next(p for p in made.component(component).pieces if p.id == piece)
    only = replace(made, components=(replace(made.component(component), pieces=(one,)),))
    files = PrintJob(only, format="shop").files()
    (name,) = (name for name in files if name.endswith(f"{piece}-front.png"))
    return Image.open(io.BytesIO(files[name])).convert("RGB")


def test_a_hex_has_one_tone_beyond_the_cut() -> None:
    """All round, not hatched with the pixels of a line along the edge."""
    picture = shop_picture("archmagi", "terrain", "hex-plains-0")
    (kind,) = (one for one in templates().values() if one.id == "hex-tile-small")
    (wide, high), (across, down) = kind.cut, kind.picture
    outer = [((x - across / 2) * 1.03 + across / 2, (y - down / 2) * 1.03 + down / 2) for x, y in (
        ((across - wide) / 2 + a * wide, (down - high) / 2 + b * high)
        for a, b in ((0, 0.5), (0.125, 0.25), (0.125, 0.75), (0.25, 0), (0.5, 0), (0.75, 1), (0.875, 0.25), (1, 0.5))
    )]  # fmt: skip
    tones = [picture.getpixel((int(x / INCH * 300), int(y / INCH * 300))) for x, y in outer]
    assert len(set(tones)) == 1, tones


def test_the_ground_of_a_side_goes_on_to_the_edge_of_the_template() -> None:
    """Stripes, not combs: lines side by side at the edge are not the same."""
    picture = shop_picture("heroes_vs_warlords", "soldiers", "amazons-1")
    rows = [[picture.getpixel((x, y)) for x in range(picture.width)] for y in (1, 6, 11)]
    assert len(set(map(tuple, rows))) == 3
    assert all(len(set(row)) > 1 for row in rows)


def test_the_list_tells_what_is_turned() -> None:
    """Cards that lie on their side on an upright template."""
    kit = printed(load_game("conquest_of_zabor"), "en")
    files = PrintJob(kit, format="shop", components=["actions", "units"]).files()
    rows = list(csv.DictReader(io.StringIO(files["conquest_of_zabor-shop.csv"].decode())))
    assert {(row["component"], row["turned"]) for row in rows} == {("actions", "True"), ("units", "False")}
