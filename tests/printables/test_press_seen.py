"""What people saw wrong on the sheets, and must not come back: blank pieces, one grey for two sides, words on edges."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest

from companion.games.archmagi.readers.board import GROUND as ARCHMAGI_GROUND
from companion.games.multiverse_war.kit import land
from companion.games.multiverse_war.readers.board import GROUND
from companion.games.multiverse_war.world import facts
from printables.displays import battle, strip
from printables.displays.blocks import Area, track
from printables.kinds import counter, marker, tile
from printables.kinds.terrain import TEXTURES
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Path, Text
from printables.look.outlines import SEVEN, hexagon_points
from printables.look.theme import INKS, Ink, Look, names


def flat(items: Iterable[Item]) -> list[Item]:
    """All items, those of groups too."""
    return [deep for one in items for deep in (flat(one.items) if isinstance(one, Group) else [one])]


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("terrain", names("terrain"))
def test_words_on_a_terrain_marker_can_be_seen(terrain: str, ink: Ink) -> None:
    """With little ink the ground is white: what stands on it is not."""
    face = marker.face(marker.Marker(("terrain", terrain), caption="Lake"), Look(ink))
    ground = face.items[0]
    assert isinstance(ground, Path)
    assert all(one.fill != ground.style.fill for one in flat(face.items) if isinstance(one, Text))


def test_two_sides_in_one_grey_have_patterns_of_their_own() -> None:
    """Red and purple are nearly one grey: their filled markers differ by more than the fill."""
    drawn = {}
    for side in ("red", "purple"):
        items = marker.face(marker.Marker(("side", side), icon="laurels"), Look("grey")).items
        drawn[side] = [one.data for one in flat(items[1:]) if isinstance(one, Path)]
    assert all(drawn.values())
    assert drawn["red"] != drawn["purple"]


ALIKE = (
    ("forest", "swamp", "jungle", "fairy_ring"), ("plains", "heath"), ("lake", "abyss"), ("caves", "ruins"),
    ("graveyard", "tundra"),
)  # fmt: skip
"""Terrains of one kind of land."""


@pytest.mark.parametrize("ink", INKS)
def test_hexes_of_archmagi_differ_by_more_than_their_symbol(ink: Ink) -> None:
    """Terrains that once were one green have grounds and signs of their own, in grey steps of lightness too."""
    look = Look(ink)
    for family in ALIKE:
        grounds = [ARCHMAGI_GROUND[one][0] for one in family]
        swatches = [look.swatch("terrain", one) for one in grounds]
        assert len({TEXTURES[one] for one in grounds}) == len(family)
        assert len({one.tint for one in swatches}) == len(family)
        if ink == "grey":
            steps = sorted(int(one.color[1:3], 16) for one in swatches)
            assert min(b - a for a, b in itertools.pairwise(steps)) >= 5, family


def test_hexes_of_the_battle_display_are_not_flat() -> None:
    """Woods, water and City have their signs, clipped to their hexes; open ground is calm, walls are dark."""

    def signs(kind: battle.Kind) -> list[Group]:
        model = battle.Field("Field", "ABC", 3, 2, "", "", (("A1", kind),), (2, 2), takes=("unit",))
        drawn = battle.face(model, True, Look("full")).items
        return [
            one for one in drawn if isinstance(one, Group) and one.clip and len(one.clip) > len(hexagon_points(0, 0, 1))
        ]

    woods = signs(battle.Kind("woods", "pine", "Woods"))
    assert len(woods) == 1 + 3
    assert all(one.items for one in woods)
    assert len(signs(battle.Kind("cliff", "wall", "Wall"))) == 3


@pytest.mark.parametrize("words", ["Crossbowman", "Heavy Swordsman", "KONTROLLE"])
def test_a_caption_keeps_off_the_frame(words: str) -> None:
    """The frame of an unfilled marker is 1.4 mm deep; two long words take two lines."""
    texts = [one for one in marker.face(marker.Marker(("side", "red"), solid=False, caption=words), Look("full")).items
             if isinstance(one, Text)]  # fmt: skip
    assert max(fonts.width(one.text, one.font, one.size) for one in texts) <= counter.SIZE - 2 * 1.9
    assert len(texts) == len(words.split())


def test_words_on_the_back_of_a_start_tile_keep_off_its_edge() -> None:
    """German words are longer: they are set smaller where the hex grows narrow."""
    model = tile.Tile("K0", tuple((name, tile.Hex("clear")) for name in SEVEN), side="blue",
                      side_name="Ritter beginnen hier")  # fmt: skip
    south = tile.MIDDLES["S"]
    for one in tile.back(model, Look("full")).items:
        if isinstance(one, Text) and one.y > south[1]:
            room = 2 * ((tile.FLAT / 2 - tile.EDGE) * 2 - (one.y - south[1])) / 3**0.5
            assert fonts.width(one.text, one.font, one.size) < room


def test_numbers_of_a_territory_stand_clear_of_its_signs() -> None:
    """No circle of an edge touches one of a sign, and every ground has signs that show it without colour."""
    for one in facts.HOUSE.territories.values():
        circles = [item for item in flat(land.territory_face(one, Look("low")).items) if isinstance(item, Circle)]
        numbers = [item for item in circles if item.radius == 2.3]
        signs = [item for item in circles if item.radius == 5.6]
        assert len(numbers) == len(land.EDGES)
        for number in numbers:
            for sign in signs:
                assert (number.x - sign.x) ** 2 + (number.y - sign.y) ** 2 > (2.3 + 5.6) ** 2
    assert {ground for ground, _symbol in GROUND.values()} <= set(TEXTURES)


def test_white_boxes_and_markers_have_an_edge() -> None:
    """A colour that is white in grey still shows where a box or a marker ends."""
    look = Look("grey")
    area = Area(0, 0, 100, 17)
    model = strip.Strip((strip.Row("Ones", (("1", ""), ("2", "")), ability="cost", takes="points-"),))
    boxes = [one for one in track(area, ("1", "2"), "cost", look) if isinstance(one, Path)]
    boxes += [one for one in strip.front(model, look).items[1:] if isinstance(one, Path) and one.style.width == 0.25]
    assert len(boxes) == 4
    assert all(one.style.stroke not in (None, "#ffffff") for one in boxes)
    framed = marker.face(marker.Marker(("ability", "cost"), icon="crack"), look).items
    assert any(isinstance(one, Path) and one.style.stroke == look.neutral("ink") for one in framed)
