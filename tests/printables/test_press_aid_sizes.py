"""The type of aids, read from the finished PDF: one size of sentences for all aids of a kit, in every language."""

from __future__ import annotations

import io

import pikepdf
import pytest

from companion.catalogues import printed
from companion.games import load_game
from printables.displays import aid, family
from printables.displays.aid import Aid, Table, Terms, Words
from printables.errors import TooLong
from printables.job import PrintJob
from printables.look import fonts
from printables.look.display import Text
from printables.look.theme import Look
from printables.units import POINTS_PER_MM

LEAST = 8.5
"""Points that sentences have at least."""
KITS = [
    ("heroes_vs_warlords", "en", ("player_aid", "table_aid", "advanced_aid")),
    ("heroes_vs_warlords", "de", ("player_aid", "table_aid", "advanced_aid")),
    ("two_bases", "en", ("player_aid",)),
    ("two_bases", "de", ("player_aid",)),
    ("multiverse_war", "en", ("player_aid", "table_aid")),
    ("archmagi", "en", ("player_aid", "table_aid")),
    ("archmagi", "en", ("lists",)),
    ("conquest_of_zabor", "en", ("aid", "table_aid")),
]
WORD = "some words that take a line or two of the column "


def sizes_of_sentences(data: bytes) -> set[float]:
    """The sizes in points at which the face of sentences is set inside of pieces (they are drawn in mm)."""
    found: set[float] = set()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for form in (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"):
            names = form.get("/Resources", {}).get("/Font", {})
            faces = {name: str(font.get("/BaseFont")) for name, font in names.items()}
            for operands, operator in pikepdf.parse_content_stream(form):
                if str(operator) == "Tf" and faces[str(operands[0])].endswith(fonts.TEXT):
                    found.add(float(operands[1]) * POINTS_PER_MM)
    return found


@pytest.mark.parametrize(("game", "language", "components"), KITS)
def test_all_aids_of_a_kit_have_one_size_of_type(game: str, language: str, components: tuple[str, ...]) -> None:
    """One size on all faces, whichever of them are printed, and never below what is read at arm's length."""
    kit = printed(load_game(game), language)
    sizes = sizes_of_sentences(PrintJob(kit, components=list(components)).pdf())
    assert max(sizes) - min(sizes) < 0.02, sizes
    assert min(sizes) >= LEAST - 0.01
    alone = sizes_of_sentences(PrintJob(kit, components=[components[-1]]).pdf())
    assert max(alone | sizes) - min(alone | sizes) < 0.02


def side(*columns: tuple[Terms | Words | Table, ...]) -> Aid:
    """A side of an aid with these columns."""
    return Aid("A", "", columns)


def drawn(sides: dict[str, Aid]) -> dict[str, list[Text]]:
    """The texts of each side in the type of all."""
    look = Look()
    return {name: [one for one in draw(look).items if isinstance(one, Text)]
            for name, draw in family.faces(sides).items()}  # fmt: skip


def test_the_fullest_side_says_how_large_the_type_of_all_is() -> None:
    few, many = (side((Terms("T", (("Word", WORD * 2),) * n),)) for n in (4, 30))
    sizes = {}
    for name, sides in {"few": {"a": few}, "both": {"a": few, "b": many}}.items():
        sizes[name] = {one.size for texts in drawn(sides).values() for one in texts if one.font == fonts.TEXT}
    assert {len(found) for found in sizes.values()} == {1}
    assert sizes["few"] == {family.MOST}
    assert LEAST <= min(sizes["both"]) < family.MOST


def test_a_family_that_would_be_too_small_to_read_is_refused() -> None:
    sides = {"a": side((Words("T", (WORD,)),)), "b": side((Words("T", (WORD * 300,)),))}
    with pytest.raises(TooLong, match="too long"):
        family.faces(sides)["a"](Look())


def test_a_column_with_room_is_spread_over_the_sheet() -> None:
    """Its type is the same, its parts stand farther apart."""
    short, long = (side((Terms("T", (("Word", WORD * 2),) * n),)) for n in (14, 20))
    texts = drawn({"short": short, "long": long})
    ends = {name: max(one.y for one in found) for name, found in texts.items()}
    scale = next(one.size for one in texts["long"] if one.font == fonts.TEXT) / aid.SIZE
    close = aid.face(Aid("A", "", short.columns, scale=scale), Look())
    assert ends["short"] > max(one.y for one in close.items if isinstance(one, Text)) + 10
    assert max(ends.values()) < aid.HEIGHT - aid.FOOT + 0.5


def test_a_note_at_the_foot_stands_below_all_columns() -> None:
    """Also where a column is as long as the sheet."""
    full = Aid("A", "", ((Terms("T", (("Word", WORD * 2),) * 20),),), "note")
    texts = drawn({"one": full})["one"]
    note = next(one for one in texts if one.text == "note")
    others = [one.y for one in texts if one is not note and one.font == fonts.TEXT]
    assert max(others) < note.y - fonts.cap_height(note.font, note.size)


def test_cells_take_a_second_line_before_they_get_smaller() -> None:
    """A table keeps one size of type; a word that fits nowhere is refused in the end."""
    table = Table("T", ("", "n"), (("a cell with a sentence in it that is much longer than its column", "1"),), (1, 3))
    face = aid.face(Aid("A", "", ((table,), ())), Look())
    cells = [one for one in face.items if isinstance(one, Text) and one.font == fonts.LABEL_LIGHT and one.y > aid.TOP]
    assert len({one.size for one in cells}) == 1
    assert len({one.y for one in cells}) > 2
