"""Cards and tiles of any size: larger text where there is room, a refusal where there is none."""

from __future__ import annotations

import pytest

from printables.errors import BadOption
from printables.kinds import card as task_card
from printables.kinds import plate
from printables.look import fonts
from printables.look.display import Text
from printables.look.theme import INKS, Look


def card(*lines: str, width: float = 30.0, height: float = 43.0) -> plate.Plate:
    """A small card with two numbers."""
    chips = (plate.Chip("attack", "Attack", "2"), plate.Chip("movement", "Health", "10"))
    return plate.Plate(width, height, ("side", "blue"), "Hunter", "bow", "III", chips, lines, "house")


def sizes(model: plate.Plate, *lines: str) -> set[float]:
    """The type sizes of some lines."""
    items = plate.front(model, Look()).items
    return {item.size for item in items if isinstance(item, Text) and item.text in lines}


def test_lines_are_as_large_as_fits() -> None:
    """One short line is set large, many are set smaller."""
    many = [f"Line {n}" for n in range(6)]
    assert sizes(card("Line 0"), "Line 0") == {plate.SIZES[0]}
    (size,) = sizes(card(*many), *many)
    assert plate.SIZES[-1] <= size < plate.SIZES[0]


def test_a_deck_has_one_size() -> None:
    """That of the card with most to say."""
    short, long = card("Line 0"), card(*(f"Line {n}" for n in range(6)))
    (size,) = sizes(long, "Line 5")
    assert [sizes(one, "Line 0") for one in plate.alike((short, long))] == [{size}, {size}]
    assert sizes(short, "Line 0") != {size}


def test_lines_are_broken_after_the_colon() -> None:
    """Where that costs no line more."""
    texts = [
        item.text for item in plate.front(card("3 VP: 3 or more Sorcerers"), Look()).items if isinstance(item, Text)
    ]
    assert "3 VP:" in texts


def test_what_does_not_fit_is_refused() -> None:
    """Nothing is ever printed over an edge."""
    with pytest.raises(BadOption, match="Hunter"):
        plate.front(card(*(f"Line {n}" for n in range(30))), Look())
    with pytest.raises(BadOption, match="Hunter"):
        plate.front(card("Anunbreakablewordthatislongerthanthewholecardiswide"), Look())


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("width", "height"), [(30.0, 43.0), (55.0, 37.0)])
def test_texts_stay_inside(ink: str, width: float, height: float) -> None:
    """On high and on wide cards, in every ink."""
    model = card("Recruit 2 AP.", "Needs 1 Forest.", width=width, height=height)
    back = plate.back(plate.Back(width, height, ("side", "orange"), "axe", "ORANGE"), Look(ink))
    for item in (*plate.front(model, Look(ink)).items, *back.items):
        if isinstance(item, Text):
            assert 0 < item.x < width
            assert 0 < item.y < height


def test_terrain_fills_its_tile() -> None:
    """The ground reaches beyond the cut in full ink, and is left white with little ink."""
    model = plate.Plate(63.0, 44.0, ("terrain", "plains"), "Plains", "pine")
    assert plate.front(model, Look("full")).bleed
    assert not plate.front(model, Look("low")).bleed


def test_sentences_of_poker_cards_of_a_deck_have_one_size() -> None:
    """That of the longest."""
    short, long = (
        task_card.Card("Deck", "1", "sword", text, "Reward", (("gold", None, "1"),), ("deck", "straw"))
        for text in ("Go.", "Words and words and more words for a card that has a lot to say, " * 2)
    )
    sizes = set()
    for one in task_card.alike((short, long)):
        task = fonts_of(one)
        assert len(task) == 1
        sizes |= task
    assert len(sizes) == 1
    assert fonts_of(short) != sizes


def fonts_of(one: task_card.Card) -> set[float]:
    """The sizes of the lines of its sentence."""
    items = task_card.front(one, Look()).items
    return {item.size for item in items if isinstance(item, Text) and item.font == fonts.TEXT_BOLD}
