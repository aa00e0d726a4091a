"""The map: neighbours, who holds a hex, who may enter it. Pure functions that ask nothing."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.core.errors import Refusal
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.engine.game.hexes import Hexes
from companion.games.archmagi import facts
from companion.games.archmagi.facts import Terrain
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_summoned, settle_loads, stack

FLOATS = ("flying", "swimmer")
"""Who may be in a water hex without a carrier."""


@lru_cache(maxsize=16)
def field(columns: int, rows: int) -> Hexes:
    """The hexes of a map with so many columns and rows."""
    return Hexes(columns, rows)


def hexes(state: ArchmagiState) -> Hexes:
    """The hexes of this match."""
    return field(state.columns, state.rows)


def neighbours(state: ArchmagiState, place: str) -> tuple[str, ...]:
    """The neighbouring hexes of a place. In a match without a map in the app, that is every other hex."""
    if state.mapped == "table":
        return tuple(one for one in state.hexes if one != place)
    return hexes(state).neighbours(place) if place in state.hexes else ()


def row_of(state: ArchmagiState, place: str) -> Terrain | None:
    """The row of the terrain chart for a hex; None where it is unknown or not on the map."""
    return lists_of(state.owner).terrain.get(state.hexes[place].terrain) if place in state.hexes else None


def ground(state: ArchmagiState, place: str) -> str:
    """The name of a hex's terrain in the lists; "" where it is unknown."""
    row = row_of(state, place)
    return row.word if row is not None else ""


def hex_name(state: ArchmagiState, place: str) -> Text:
    """A hex by name and terrain."""
    row = row_of(state, place)
    return t("{place} {terrain}", place=place.upper(), terrain=t(row.name)) if row is not None else t(place.upper())


# ---- who holds a hex


def enemies(state: ArchmagiState, seat: str, place: str) -> list[Unit]:
    """The units of other players in a hex."""
    return [one for one in state.units.values() if one.place == place and one.seat != seat]


def occupied(state: ArchmagiState, seat: str) -> list[str]:
    """The hexes with units of a player, each once."""
    return list(dict.fromkeys(one.place for one in state.units.values() if one.seat == seat and one.place))


def banners(state: ArchmagiState, seat: str) -> list[str]:
    """The hexes with a player's banners."""
    return [place for place, one in state.hexes.items() if one.banner == seat]


def room(state: ArchmagiState, seat: str, place: str) -> int:
    """How many more units of a player a hex holds (A20); unlimited where there is no map."""
    if state.rulings["stack_limit"] != "ten" or place not in state.hexes:
        return 999
    there = [one for one in stack(state, place, (seat,)).values() if not is_summoned(state, one)]
    return facts.LIMITS["stack"] - len(there)


def refuges(state: ArchmagiState, seat: str, place: str) -> list[str]:
    """The neighbouring hexes to retreat to: empty or friendly (without an enemy) and not full (A34)."""
    return [one for one in neighbours(state, place) if not enemies(state, seat, one) and room(state, seat, one) > 0]


# ---- who may be where


def is_water(state: ArchmagiState, place: str) -> bool:
    """Whether a hex is water."""
    return place in state.hexes and state.hexes[place].water


def entry_refusal(state: ArchmagiState, unit: Unit, place: str) -> Refusal | None:
    """Why the terrain of a hex is closed to a unit on its own, or None."""
    if has(state, unit, "flying") or state.mapped == "table" or not place:
        return None
    if is_water(state, place):
        return refuse_if(
            not unit.wades and not any(has(state, unit, word) for word in FLOATS), "Definitions", t("It cannot swim.")
        )
    return refuse_if(has(state, unit, "sea"), "Definitions", t("It moves in water hexes only."))


def is_stranded(state: ArchmagiState, unit: Unit, place: str) -> bool:
    """Whether a unit would be in water where it cannot be at the end of a turn (A41)."""
    dry = not is_water(state, place) or state.mapped == "table"
    return not dry and unit.aboard not in state.units and not any(has(state, unit, word) for word in (*FLOATS, "site"))


def ashore(state: ArchmagiState, unit: Unit, place: str) -> list[str]:
    """Where a unit stranded in a hex would come ashore; nowhere by the reading that all are lost (A41)."""
    if state.rulings["stranded"] == "lost":
        return []
    return [one for one in refuges(state, unit.seat, place)
            if not is_water(state, one) and entry_refusal(state, unit, one) is None]  # fmt: skip


def can_go(state: ArchmagiState, unit: Unit, target: str) -> bool:
    """Whether a unit can enter a hex: it can move, and either the terrain is open or its carrier takes it along."""
    if unit.paralyzed or has(state, unit, "site") or is_summoned(state, unit):
        return False
    carrier = state.units.get(unit.aboard)
    carried = carrier is not None and not carrier.paralyzed and entry_refusal(state, carrier, target) is None
    return carried or entry_refusal(state, unit, target) is None


def put_down(state: ArchmagiState, names: list[str], target: str) -> None:
    """Put units into a hex, or remove them from a battle without a map; on land nobody stays aboard a ship."""
    for name in names:
        state.units[name].place = target
        if target and not is_water(state, target):
            state.units[name].aboard = ""
    settle_loads(state)
