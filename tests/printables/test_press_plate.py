"""Cards and tiles of any size: larger text where there is room, a refusal where there is none."""

from __future__ import annotations

import pytest

from printables.errors import BadOption
from printables.kinds import card as task_card
from printables.kinds import plate
from printables.look import fonts
from printables.look.display import Path, Text
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


def award(worth: str) -> list[Text]:
    """The texts of a wide card with one condition that is worth something, below its title."""
    model = plate.Plate(63.0, 44.0, ("deck", "straw"), "Roads", "flag", lines=(plate.Award(worth, "Three roads"),))
    return [item for item in plate.front(model, Look()).items if isinstance(item, Text)][1:]


def test_what_a_condition_is_worth_stands_on_a_badge_over_it() -> None:
    """Beside the symbol of its card; never in the line of the words."""
    badge, words = award("2 VP")
    assert (badge.text, words.text) == ("2 VP", "Three roads")
    assert badge.y < words.y


def test_a_deck_with_much_to_say_takes_the_whole_card() -> None:
    """Where a card would be set small beside its symbol, all of the deck stand at the left edge, in larger type."""
    long = " ".join(["many words of an effect"] * 9)
    wide = [plate.Plate(63.0, 44.0, ("deck", "straw"), "Roads", "flag", lines=(text,)) for text in ("Go.", long)]
    alone, together = (
        next(item for item in plate.front(one, Look()).items if isinstance(item, Text) and item.text == "Go.")
        for one in (wide[0], plate.alike(wide)[0])
    )
    assert together.x < 5.0 < alone.x


def test_names_of_numbers_keep_clear_of_the_rim_and_the_figure() -> None:
    """On a high card, whatever the language."""
    chips = (plate.Chip("attack", "Angriff", "2"), plate.Chip("movement", "Gesundheit", "10"))
    items = plate.front(plate.Plate(30.0, 43.0, ("side", "blue"), "Jäger", "bow", chips=chips), Look()).items
    names = [one for one in items if isinstance(one, Text) and one.text in ("Angriff", "Gesundheit")]
    assert len(names) == len({one.text for one in names}) == 2
    assert max(fonts.width(one.text, one.font, one.size) for one in names) <= plate.NAME
    assert min(one.size for one in names) >= plate.SMALL
    assert plate.PANEL[0] + plate.AWAY + plate.HIGH_CHIP / 2 - plate.NAME / 2 >= plate.RIM + 0.3


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
    assert not any(one.style.fill for one in plate.front(model, Look("low")).bleed if isinstance(one, Path))


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
