"""Figures on counters: one style, one size, none of two kinds alike; the word at the foot keeps off the numbers."""

from __future__ import annotations

import itertools

import pytest

from companion.games.heroes_vs_warlords.kit.units import SILHOUETTES
from companion.games.multiverse_war.kit import fighter
from companion.games.multiverse_war.readers.looks import SIGNS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.silhouettes import of_hero, of_unit
from printables.kinds import counter, marker
from printables.look import clear, fonts, icons
from printables.look.display import Text
from printables.look.theme import Look

HIGH = 8.0
"""The least height of a fighter on foot or horse, in mm."""
AIR = 0.5
"""The least room between word and numbers, in mm."""
ALL = tuple(counter.Corner("attack", 1) for _ in range(4))


def soldier(figure: str, word: str = "Close", words: tuple[str, ...] = ()) -> counter.UnitCounter:
    return counter.UnitCounter("blue", figure, "close", (ALL[0], ALL[1], ALL[2], ALL[3]), word, words=words)


def height(model: counter.UnitCounter) -> float:
    """How high the silhouette is printed, in mm."""
    *_at, size = counter._silhouette(model, counter._places(model))
    points = clear.outline_points(model.silhouette)
    return size * (max(y for _x, y in points) - min(y for _x, y in points))


@pytest.mark.parametrize("side", SILHOUETTES)
def test_soldiers_are_figures_of_one_size(side: str) -> None:
    assert set(SILHOUETTES[side]) <= set(icons.figures())
    heights = [height(soldier(name, "")) for name in SILHOUETTES[side]]
    assert min(heights) >= HIGH, dict(zip(SILHOUETTES[side], heights, strict=True))


def test_half_of_the_soldiers_stand_high() -> None:
    """Their mark stands where others have a name, so that the panel is higher."""
    heights = sorted(height(soldier(name, "")) for names in SILHOUETTES.values() for name in names)
    assert heights[len(heights) // 2] >= 9.0
    assert all(height(soldier(name, "")) >= height(soldier(name)) for name in SILHOUETTES["knights"])


@pytest.mark.parametrize("name", sorted(SIGNS.values()))
def test_a_symbol_beside_the_emblem_of_a_side_stands_over_its_word(name: str) -> None:
    x, y, size = marker._badged(name, 1)
    assert x == pytest.approx(marker.MIDDLE)
    assert 4.0 < y + size / 2 < marker.SIZE - marker.CAPTION / 2


def test_symbols_keep_off_the_numbers_beside_them() -> None:
    (x, high), (at, wide) = marker.BESIDE
    assert x + high / 2 + 0.3 <= at - wide / 2


def test_no_two_units_are_the_same_picture() -> None:
    soldiers = [name for names in SILHOUETTES.values() for name in names]
    kinds = [of_unit(one) for one in facts.HOUSE.units.values()] + [of_hero(one) for one in facts.HOUSE.heroes.values()]
    for names in (soldiers, [one for one in kinds if one in icons.figures()]):
        for one, other in itertools.combinations(names, 2):
            assert icons.icon_path(one) != icons.icon_path(other), (one, other)


def test_every_kind_of_unit_on_a_card_has_a_figure() -> None:
    for one in facts.HOUSE.cards():
        assert fighter(facts.HOUSE, "blue", one).silhouette in icons.figures(), one.id


def test_words_of_types_have_one_size_and_keep_off_the_numbers() -> None:
    words = ("Close", "Ranged", "Cavalry")
    room = counter.FAR_X - counter.INSET - counter.CHIP_W - 0.3
    sizes = set()
    for word in words:
        found = counter.unit_front(soldier("levy", word, words), Look()).items
        text = next(item for item in found if isinstance(item, Text) and item.text == word)
        sizes.add(text.size)
        assert fonts.width(word, fonts.LABEL, text.size) <= room - 2 * AIR + 0.01, word
    assert len(sizes) == 1
