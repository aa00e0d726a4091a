"""The Battle Display of the kit: its two halves, their hexes, and the stacks that lie there."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.kit.battles import COLUMNS, JOIN, ROWS
from printables.displays import battle
from printables.kinds import counter
from printables.kinds.marker import CORNER_WIDE, CORNER_X
from printables.look.display import Place
from printables.look.outlines import hexagon_points, rect_points
from printables.look.theme import Look
from printables.proof.geometry import inside
from printables.proof.laying import ROOM
from tests.games.heroes_vs_warlords.test_kit import pieces, words


def test_the_battle_display_names_every_full_hex_and_marks_the_special_ones() -> None:
    """Ruling R73: A1-A11, B2-B12, C2-C12, D3-D13, E3-E13, F4-F14, G4-G14, H5-H15, I5-I15."""
    first = {"A": 1, "B": 2, "C": 2, "D": 3, "E": 3, "F": 4, "G": 4, "H": 5, "I": 5}
    names = {f"{c}{n}" for c, start in first.items() for n in range(start, start + 11)}
    halves = pieces("battle_display").values()
    for side in ("front", "back"):
        shown = [word for half in halves for word in words(half, side) if word in names]
        assert sorted(shown) == sorted(names)
        assert len(shown) == 99


def test_a_hex_of_the_battle_display_holds_a_stack_and_each_is_whole_on_one_half() -> None:
    """A counter and, beside it, as much of its number marker as its small numbers need."""
    assert battle.STACK[0] >= counter.SIZE + battle.PEEK + 2 * ROOM
    assert battle.STACK[1] >= counter.SIZE + 2 * ROOM
    assert CORNER_X - CORNER_WIDE / 2 >= counter.SIZE - battle.PEEK
    lying = 0
    for name, half in pieces("battle_display").items():
        hexes = battle.half(ROWS, JOIN, name.endswith("upper"))
        middles = [battle.middle(c, row, hexes.top) for c in range(len(COLUMNS)) for row in hexes.own]
        spots = [one for one in half.front(Look()).items if isinstance(one, Place)]
        lying += len(spots)
        for place, at in zip(spots, middles, strict=True):
            shape = hexagon_points(*at, battle.FLAT)
            assert all(0 <= y <= half.outline.size[1] for _, y in shape)
            corners = rect_points(place.x, place.y, place.width, place.height)
            assert all(inside(corner, shape) for corner in corners)
    assert lying == 99


def test_the_line_of_the_battle_display_is_explained_where_it_is_drawn() -> None:
    shown = {
        side: " ".join(w for half in pieces("battle_display").values() for w in words(half, side))
        for side in ("front", "back")
    }
    assert "The defender sets up below this line" in shown["front"]
    assert "The defender sets up below this line" not in shown["back"]
