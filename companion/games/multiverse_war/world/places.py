"""What people call a hex: its territory and the direction on it, as seen from the middle. Pure functions."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.hexes import SIDES, Axial
from companion.engine.game.hexlines import axial_of
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.sheet import book_of
from companion.games.multiverse_war.world.state import WarState

WAYS = ("N", "NE", "SE", "S", "SW", "NW")
"""The sides of a hex, clockwise from above."""
BETWEEN = ("far NNE", "far E", "far SSE", "far SSW", "far W", "far NNW")
"""The middle hexes of the rim of a territory, each between two of the sides."""
HEXES: dict[Axial, str] = {(0, 0): "C"}
HEXES |= dict(zip(SIDES, WAYS, strict=True))
HEXES |= {(2 * q, 2 * r): f"far {way}" for (q, r), way in zip(SIDES, WAYS, strict=True)}
HEXES |= {(q + p, r + s): way for (q, r), (p, s), way in zip(SIDES, (*SIDES[1:], SIDES[0]), BETWEEN, strict=True)}
"""The name of each of the 19 hexes of a territory, by its place relative to the middle: those of the rim are far."""
CITY_SIZE = 5


def middle(at: Axial) -> Axial:
    """The middle hex (axial) of a place in the layout."""
    return 5 * at[0] + 2 * at[1], -2 * at[0] + 3 * at[1]


def hex_on_tile(state: WarState, place: str) -> tuple[Text, str] | None:
    """The name of the territory or city that a hex belongs to, and its name there; None outside of both."""
    here = state.hexes.get(place)
    if here is None:
        return None
    if 0 <= here.tile < len(state.tiles):
        tile = state.tiles[here.tile]
        name = book_of(state.owner).territories[tile.id].name if tile.id else ""
        title = t(name) if name else t("territory {n}", n=here.tile + 1)
        return _named(title, place, middle(tile.at))
    for one in state.buildings.values():
        if len(one.places) == CITY_SIZE and place in one.places:  # its second hex touches all the others
            return _named(
                t("{who}'s city", who=t(facts.TITLES.get(one.seat, "nobody"))), place, axial_of(one.places[1])
            )
    centre = _lost_centre(state, place)
    return _named(t("lost city"), place, centre) if centre else None


def _lost_centre(state: WarState, place: str) -> Axial | None:
    """The middle of a city that has gone with its side, by its hexes: they belong to no territory, and one of them
    touches all the others.
    """
    at = axial_of(place)
    loose = [axial_of(one) for one, here in state.hexes.items() if here.tile < 0]
    near = [one for one in loose if _touch(one, at)]
    return next((one for one in near if sum(_touch(one, other) for other in loose) == CITY_SIZE), None)


def _touch(one: Axial, other: Axial) -> bool:
    """Whether two hexes are the same or side by side."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r)) <= 1


def _named(title: Text, place: str, centre: Axial) -> tuple[Text, str] | None:
    q, r = axial_of(place)
    found = HEXES.get((q - centre[0], r - centre[1]))
    return (title, found) if found else None


def tile_name(state: WarState, place: str) -> Text:
    """The territory or city of a hex in words: `territory 3`."""
    found = hex_on_tile(state, place)
    return found[0] if found else t("{place}", place=place)


def place_name(state: WarState, place: str) -> Text:
    """A hex in words: `Green Ford far NE`, `territory 3 N` while it lies face down, `Red's city C`."""
    found = hex_on_tile(state, place)
    return t("{tile} {hex}", tile=found[0], hex=found[1]) if found else t("{place}", place=place)
