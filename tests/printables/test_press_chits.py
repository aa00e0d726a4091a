"""Chits with words, and counters with empty corners: what stands on them, and that it keeps off edges and chips."""

from __future__ import annotations

import pytest

from printables.errors import BadOption
from printables.kinds import chit, counter
from printables.look import fonts
from printables.look.display import Text
from printables.look.theme import INKS, Ink, Look


def texts(items: object) -> list[Text]:
    """The texts among items."""
    return [one for one in items if isinstance(one, Text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("ink", INKS)
def test_values_and_words_of_a_chit(ink: Ink) -> None:
    """Values stand as they are given; a word and its value are never on two lines."""
    model = chit.Chit(("side", "grey"), "Goblins", "orc", chit.Value("attack", "+3"), chit.Value("movement", "1"),
                      ("Poisons +1, Archers +1, Humanoid, Swarm",))  # fmt: skip
    found = [one.text for one in texts(chit.front(model, Look(ink)).items)]
    assert found[:3] == ["Goblins", "+3", "1"]
    assert all(any(pair in line for line in found) for pair in ("Poisons +1", "Archers +1"))


def test_words_that_do_not_fit_a_chit_are_refused() -> None:
    """Nothing is printed smaller than can be read."""
    with pytest.raises(BadOption):
        chit.front(chit.Chit(("side", "grey"), "Crowd", "orc", lines=("Word " * 60,)), Look("full"))


@pytest.mark.parametrize("word", ["Heavy Swordsman", "Crossbowman"])
def test_a_name_takes_the_room_of_empty_corners(word: str) -> None:
    """It keeps off the corner that is there, and off the cut."""
    sizes = []
    for corner in (None, counter.Corner("range", 3)):
        model = counter.UnitCounter("red", "sword", "close", (None, None, corner, None), word)
        name = next(one for one in texts(counter.unit_front(model, Look("full")).items) if one.text == word)
        half = fonts.width(word, fonts.LABEL, name.size) / 2
        assert name.x - half >= 1.0
        assert name.x + half <= (counter.FAR_X if corner else counter.SIZE - 1.0)
        sizes.append(name.size)
    assert sizes[0] >= sizes[1]
