"""A kit for a virtual table: the saved object names every picture, holds every piece, keeps the hidden card free."""

from __future__ import annotations

import io
import json
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from printables.job import PrintJob
from printables.look.display import Style, rect
from printables.look.outlines import hex_board
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.render.faces import VIRTUAL_PIXELS

pytestmark = pytest.mark.slow


def red(width: float, height: float, _look: Look) -> Face:
    return Face((rect(0, 0, width, height, Style(fill="#aa0000")),))


def piece(name: str, width: float, height: float, count: int) -> Piece:
    draw = partial(red, width, height)
    return Piece(name, name, count, rect_outline(width, height), draw, draw)


HEX = hex_board(((0, 0),), 30.0)
MIXED = Kit("mixed", "Mixed", (
    Component("counters", "Counters", (piece("small", 16, 16, 150), piece("large", 24, 24, 3))),
    Component("boards", "Boards", (piece("board", 260, 188, 2),)),
    Component("hexes", "Hexes", (Piece("hex", "hex", 4, HEX, partial(red, *HEX.size)),)),
))  # fmt: skip


def table(files: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files[f"{name}.json"])["ObjectStates"]
    return found


def test_everything_lies_on_the_table() -> None:
    """As many cards and tiles of each name as the kit has copies."""
    things = table(PrintJob(MIXED, format="virtual").files(), "mixed")
    names = Counter(card["Nickname"] for thing in things for card in thing.get("ContainedObjects", [thing]))
    assert names == {"small": 150, "large": 3, "board": 2, "hex": 4}
    assert {thing["Name"] for thing in things} == {"Deck", "Custom_Tile"}


def test_every_picture_is_there_and_not_too_large() -> None:
    files = PrintJob(MIXED, format="virtual").files()
    text = files["mixed.json"].decode()
    pictures = [name for name in files if name.endswith(".png")]
    assert all(f'FOLDER/{name}"' in text for name in pictures)
    for name in pictures:
        assert max(Image.open(io.BytesIO(files[name])).size) <= VIRTUAL_PIXELS, name


def test_the_hidden_place_of_a_deck_is_free() -> None:
    """No card has the last place of its sheet, and ids go by sheet and place."""
    for thing in table(PrintJob(MIXED, format="virtual").files(), "mixed"):
        if thing["Name"] == "Deck":
            (number, sheet), *others = thing["CustomDeck"].items()
            assert not others
            places = [id - 100 * int(number) for id in thing["DeckIDs"]]
            assert places == list(range(len(places)))
            assert len(places) < sheet["NumWidth"] * sheet["NumHeight"]
            assert [card["CardID"] for card in thing["ContainedObjects"]] == thing["DeckIDs"]


def test_things_do_not_lie_on_each_other() -> None:
    places = [
        (t["Transform"]["posX"], t["Transform"]["posZ"])
        for t in table(PrintJob(MIXED, format="virtual").files(), "mixed")
    ]
    assert len(set(places)) == len(places)


def test_outside_of_a_hex_the_picture_is_clear() -> None:
    files = PrintJob(MIXED, components=["hexes"], format="virtual").files()
    data = next(data for name, data in files.items() if name.endswith(".png"))
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    corner, middle = picture.getpixel((1, 1)), picture.getpixel((picture.width // 8, picture.height // 4))
    assert corner[3] == 0  # type: ignore[index]
    assert middle == (170, 0, 0, 255)


def test_written_files_name_their_folder(tmp_path: Path) -> None:
    """On disk the saved object finds its pictures; in an archive the folder is still to be named."""
    paths = PrintJob(MIXED, components=["boards"], format="virtual").write(tmp_path / "a b")
    text = next(path for path in paths if path.suffix == ".json").read_text("utf-8")
    assert f'"{(tmp_path / "a b").as_uri()}/mixed-boards-front-1-1x1-1.png"' in text
    assert "FOLDER" not in text


@pytest.mark.parametrize("count", [1, 2, 69, 70, 139])
def test_sheets_hold_at_most_69(count: int) -> None:
    kit = Kit("k", "K", (Component("c", "C", (piece("p", 16, 16, count),)),))
    things = table(PrintJob(kit, format="virtual").files(), "k")
    sizes = [len(thing.get("ContainedObjects", [thing])) for thing in things]
    assert sum(sizes) == count
    assert max(sizes) <= 69


def test_copies_of_a_board_share_one_picture() -> None:
    """Six players' aids are one file and six tiles, not six files of the same."""
    files = PrintJob(MIXED, components=["boards"], format="virtual").files()
    tiles = table(files, "mixed")
    assert len(tiles) == 2
    assert {tile["CustomImage"]["ImageURL"] for tile in tiles} == {"FOLDER/mixed-boards-front-1-1x1-1.png"}
    assert len([name for name in files if name.endswith(".png")]) == 2
