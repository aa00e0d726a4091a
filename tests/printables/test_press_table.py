"""A kit for a virtual table: the saved object names every picture, holds every piece, keeps the hidden card free."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.job import PrintJob
from printables.look.display import Style, rect
from printables.look.outlines import hex_board
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.render.faces import VIRTUAL_PIXELS
from printables.render.laying import things
from printables.render.tabletop import UNIT, arranged, saved_object

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
    found = table(PrintJob(MIXED, format="virtual").files(), "mixed")
    names = Counter(card["Nickname"] for thing in found for card in thing.get("ContainedObjects", [thing]))
    assert names == {"small": 150, "large": 3, "board": 2, "hex": 4}
    assert {thing["Name"] for thing in found} == {"Deck", "Custom_Tile"}


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
            if others:  # more copies than a sheet holds
                continue
            places = [id - 100 * int(number) for id in thing["DeckIDs"]]
            assert len(set(places)) == len(places)
            assert max(places) < sheet["NumWidth"] * sheet["NumHeight"] - 1
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
    """All copies lie on one pile, whatever number of sheets has their pictures; a single one left is a tile."""
    kit = Kit("k", "K", (Component("c", "C", (piece("p", 16, 16, count),)),))
    found = table(PrintJob(kit, format="virtual").files(), "k")
    cards = [card for thing in found for card in thing.get("ContainedObjects", [thing])]
    assert len(cards) == count
    assert len(found) <= 2
    assert all(card["CardID"] % 100 < 69 for card in cards if "CardID" in card)


def test_copies_of_a_board_share_one_picture() -> None:
    """Six players' aids are one file and six tiles, not six files of the same."""
    files = PrintJob(MIXED, components=["boards"], format="virtual").files()
    tiles = table(files, "mixed")
    assert len(tiles) == 2
    assert {tile["CustomImage"]["ImageURL"] for tile in tiles} == {"FOLDER/mixed-boards-front-1-1x1-1.png"}
    assert len([name for name in files if name.endswith(".png")]) == 2


def named(owner: str, kind: str, count: int = 4) -> Piece:
    """A counter of a side; all of a side look alike from behind."""
    draw = partial(red, 16, 16)
    return Piece(f"{kind}-{owner}", f"{owner} {kind}", count, rect_outline(16, 16), draw, partial(red, 16, 16))


def laid() -> Kit:
    """Three sides with a board, two kinds of counters and a deck of two kinds each; a cup for all."""
    sides = ("north", "south", "west")
    boards = tuple(replace(piece(f"board-{s}", 260, 188, 1), id=f"board-{s}") for s in sides)
    deck = tuple(replace(named(s, kind, 2), id=f"{kind}-{s}") for s in sides for kind in ("ace", "king"))
    return Kit("laid", "Laid", (
        Component("boards", "Boards", boards, "boards"),
        Component("counters", "Counters", tuple(named(s, kind) for s in sides for kind in ("foot", "horse"))),
        Component("cards", "Cards", deck, "cards"),
        Component("cup", "Cup", (named("all", "one", 3), named("all", "two", 3))),
    ), seats=tuple((s, s.title()) for s in sides))  # fmt: skip


def test_a_side_has_its_things_before_its_seat() -> None:
    """Stacks of one kind of counter, decks of one side, a bag for what is drawn; nobody's pieces in another's pile."""
    found = table(PrintJob(laid(), format="virtual").files(), "laid")
    names = Counter(thing["Nickname"] for thing in found)
    assert {"north foot", "north horse", "North Cards", "Cup", "board-north"} <= names.keys()
    assert max(names.values()) == 1
    bag = next(thing for thing in found if thing["Nickname"] == "Cup")
    assert (bag["Name"], len(bag["ContainedObjects"])) == ("Bag", 6)
    for side in ("north", "south", "west"):
        deck = next(thing for thing in found if thing["Nickname"] == f"{side.title()} Cards")
        assert {card["Nickname"].split()[0] for card in deck["ContainedObjects"]} == {side}


def test_each_side_has_its_copy_of_a_board_for_all() -> None:
    aid = Component("aid", "Aid", (piece("aid", 188, 254, 3),), "aids")
    found = table(PrintJob(replace(laid(), components=(*laid().components, aid)), format="virtual").files(), "laid")
    aids = [thing["Transform"] for thing in found if thing["Nickname"] == "aid"]
    assert sorted(one["rotY"] for one in aids) == [0.0, 180.0, 180.0]


def test_every_thing_says_what_it_is() -> None:
    found = table(PrintJob(laid(), format="virtual").files(), "laid")
    assert all(thing["Nickname"] and thing["Description"] for thing in found)
    assert "Counters × 4" in {thing["Description"] for thing in found}


def test_boards_lie_next_to_their_players_who_sit_on_both_sides() -> None:
    found = {
        thing["Nickname"]: thing["Transform"] for thing in table(PrintJob(laid(), format="virtual").files(), "laid")
    }
    near, far = found["board-north"], found["board-west"]
    assert near["posZ"] < found["north foot"]["posZ"] < found["Cup"]["posZ"] < found["west foot"]["posZ"] < far["posZ"]
    assert (near["rotY"], far["rotY"]) == (180.0, 0.0)


@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_no_two_things_of_a_game_lie_on_each_other(game: Game) -> None:
    """And all lie where a table reaches: 28 by 18 units from its middle, where the simulator's tables end."""
    kit = printed(game, "en")
    scale, state = arranged([seat for seat, _ in kit.seats], things(kit, kit.components), ())
    assert 0.4 <= scale <= 1.0
    sizes = {(t.title, t.note): t.size for t in things(kit, kit.components)}
    boxes = []
    for one in state:
        size = (50.8, 50.8) if one["Name"] == "Bag" else sizes[one["Nickname"], one["Description"]]
        wide, deep = (side / UNIT / 2 * scale for side in size)
        x, z = one["Transform"]["posX"], one["Transform"]["posZ"]
        boxes.append((x - wide, z - deep, x + wide, z + deep))
    for a, b in combinations(boxes, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), (a, b)
    assert all(b[0] >= -28 and b[2] <= 28 and b[1] >= -18 and b[3] <= 18 for b in boxes)


def hidden(name: str, back: str, count: int = 1) -> Piece:
    """A card with a front of its own and a back that others have."""
    shape, draw = rect_outline(63, 44), partial(red, 63.0, 44.0)
    return Piece(name, name, count, shape, partial(red, 63.0, float(len(name))), draw, pile=back)


def test_what_is_drawn_unseen_lies_face_down_and_mixed() -> None:
    """Decks with one back, boards with one back, bags; what a side sees of its own, and what has no back, lies open."""
    names = [f"card{'x' * n}" for n in range(12)]
    deck = Component("deck", "Deck", tuple(hidden(name, "Age I") for name in names), "cards")
    boards = Component("lands", "Lands", tuple(piece(f"land-{n}", 150, 130, 1) for n in range(6)), "tiles")
    kit = replace(laid(), components=(*laid().components, deck, boards))
    found = {thing["Nickname"]: thing for thing in table(PrintJob(kit, format="virtual").files(), "laid")}
    pile = found["Age I"]
    assert pile["Transform"]["rotZ"] == 180
    assert all(card["Transform"]["rotZ"] == 180 for card in pile["ContainedObjects"])
    drawn = [card["Nickname"] for card in pile["ContainedObjects"]]
    assert sorted(drawn) == sorted(names) != drawn
    lands = found["Lands"]
    assert (lands["Name"], lands["Bag"]["Order"]) == ("Bag", 2)
    assert {(one["Name"], one["Transform"]["rotZ"]) for one in lands["ContainedObjects"]} == {("Custom_Tile", 180)}
    assert len({one["Nickname"] for one in lands["ContainedObjects"]}) == 6
    assert found["Cup"]["Bag"]["Order"] == 2
    assert found["North Cards"]["Transform"]["rotZ"] == found["north foot"]["Transform"]["rotZ"] == 0


@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_piles_that_are_drawn_from_have_names_of_their_own(game: Game) -> None:
    kit = printed(game, "en")
    names = Counter(one.title for one in things(kit, kit.components) if one.secret and one.kind != "board")
    assert not [name for name, n in names.items() if n > 1]


def test_territories_missions_and_events_of_multiverse_war_lie_face_down() -> None:
    kit = printed(next(one for one in all_games() if one.name == "multiverse_war"), "en")
    found = things(kit, kit.components)
    for component, number in (("territories", 1), ("missions", 3)):
        names = {one.name for one in kit.component(component).pieces}
        assert len([one for one in found if one.secret and names >= {copy.name for copy in one.copies}]) == number
    events = [one for one in found if one.title == "Random events" and one.kind == "bag"]
    assert [len(one.copies) for one in events] == [24]


OBJECT: dict[str, type | tuple[type, ...]] = {
    "Name": str, "Nickname": str, "Description": str, "Transform": dict, "CardID": int, "CustomDeck": dict,
    "DeckIDs": list, "ContainedObjects": list, "Bag": dict, "CustomImage": dict, "LuaScript": str,
    "LuaScriptState": str, "GMNotes": str, "ColorDiffuse": dict, "Locked": bool, "Grid": bool, "Snap": bool,
    "IgnoreFoW": bool, "Autoraise": bool, "Sticky": bool, "Tooltip": bool,
}  # fmt: skip
"""Fields of an object in the save format, with their types, as public descriptions of it have them: the JSON schema in
github.com/matanlurey/tts-save-format (ObjectState.json) and the types in github.com/Benjamin-Dobell/tts-types.
"""
REQUIRED = {"Name", "Transform", "Nickname", "Description", "GMNotes", "IgnoreFoW", "ColorDiffuse", "Locked", "Grid",
            "Snap", "Autoraise", "Sticky", "Tooltip"}  # fmt: skip
"""What that schema requires of every object."""
NAMES = {"Card", "Deck", "Bag", "Custom_Tile", "Die_6_Rounded", "Die_10", "Die_20"}
IMAGE = {"ImageURL": str, "ImageSecondaryURL": str, "WidthScale": float, "CustomTile": dict}
TILE = {"Type": int, "Thickness": float, "Stackable": bool, "Stretch": bool}
MOST_ACROSS, MOST_DOWN = 10, 7
"""The largest sheet of cards that the simulator takes."""
AXES = {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}
CARDS = {"FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int, "BackIsHidden": bool, "UniqueBack": bool,
         "Type": int}  # fmt: skip


def check(one: dict[str, Any]) -> None:
    """An object has only what the format knows, of the right types, and what its kind needs."""
    assert all(isinstance(value, OBJECT[name]) for name, value in one.items()), one.keys()
    assert one["Name"] in NAMES
    assert one.keys() >= REQUIRED
    assert {name for name, value in one["Transform"].items() if isinstance(value, int | float)} == AXES
    needed = {"Card": {"CardID", "CustomDeck"}, "Deck": {"DeckIDs", "CustomDeck", "ContainedObjects"},
              "Bag": {"Bag", "ContainedObjects"}, "Custom_Tile": {"CustomImage"}}  # fmt: skip
    assert needed.get(one["Name"], set()) <= one.keys()
    for number, sheet in one.get("CustomDeck", {}).items():
        assert {name: type(value) for name, value in sheet.items()} == CARDS
        assert int(number) > 0, "the number of a sheet is that of its cards' ids, hundreds first"
        assert 1 <= sheet["NumWidth"] <= MOST_ACROSS
        assert 1 <= sheet["NumHeight"] <= MOST_DOWN
        assert sheet["Type"] in range(5)
    if one["Name"] == "Card":
        (number, sheet), *more = one["CustomDeck"].items()
        assert not more
        assert one["CardID"] // 100 == int(number)
        assert one["CardID"] % 100 < sheet["NumWidth"] * sheet["NumHeight"]
    if one["Name"] == "Custom_Tile":
        assert {name: type(value) for name, value in one["CustomImage"].items()} == IMAGE
        assert {name: type(value) for name, value in one["CustomImage"]["CustomTile"].items()} == TILE
        assert one["CustomImage"]["CustomTile"]["Type"] in range(4)
    if one["Name"] == "Deck":
        assert [card["CardID"] for card in one["ContainedObjects"]] == one["DeckIDs"]
        assert {str(id // 100) for id in one["DeckIDs"]} == one["CustomDeck"].keys()
        sizes = {number: sheet["NumWidth"] * sheet["NumHeight"] for number, sheet in one["CustomDeck"].items()}
        assert all(id % 100 < sizes[str(id // 100)] for id in one["DeckIDs"])
    for held in one.get("ContainedObjects", ()):
        check(held)


@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_the_file_is_what_the_format_asks_for(game: Game) -> None:
    """Every object, and the dice of the game beside them."""
    kit = printed(game, "en")
    file = json.loads(saved_object("t", [seat for seat, _ in kit.seats], things(kit, kit.components), kit.dice))
    assert {"SaveName", "ObjectStates", "LuaScript", "LuaScriptState", "XmlUI"} <= file.keys()
    for one in file["ObjectStates"]:
        check(one)
    sheets = {(n, str(sheet)) for one in file["ObjectStates"] for n, sheet in one.get("CustomDeck", {}).items()}
    assert len({n for n, _sheet in sheets}) == len(sheets), "a number means one sheet in the whole file"
    dice = Counter(one["Name"] for one in file["ObjectStates"] if one["Name"].startswith("Die"))
    assert sorted(dice.values()) == sorted(count for _sides, count in kit.dice)
    spots = [(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in file["ObjectStates"]]
    assert len(set(spots)) == len(spots)


def test_nobody_shuffles_by_hand() -> None:
    """A pile of secret pieces shuffles itself the first time it is on a table, and not when that table is loaded."""
    names = [f"card{'x' * n}" for n in range(12)]
    deck = Component("deck", "Deck", tuple(hidden(name, "Age I") for name in names), "cards")
    kit = replace(laid(), components=(*laid().components, deck))
    found = {thing["Nickname"]: thing for thing in table(PrintJob(kit, format="virtual").files(), "laid")}
    script = found["Age I"]["LuaScript"]
    for part in ("function onLoad(state)", "self.shuffle()", "function onSave()", 'state == "shuffled"'):
        assert part in script
    opened = len(re.findall(r"\bfunction\b|\bthen\b", script))
    assert opened == len(re.findall(r"\bend\b", script))
    assert found["Age I"]["LuaScriptState"] == ""
    assert not any("LuaScript" in thing for name, thing in found.items() if name != "Age I")


def test_what_has_no_back_shows_its_front_from_behind() -> None:
    """Not the whole sheet of fronts, as a common back would."""
    found = table(PrintJob(MIXED, format="virtual").files(), "mixed")
    sheets = [sheet for thing in found for sheet in thing.get("CustomDeck", {}).values()]
    assert sheets
    assert all(sheet["UniqueBack"] for sheet in sheets)
    assert any(sheet["FaceURL"] == sheet["BackURL"] for sheet in sheets)
