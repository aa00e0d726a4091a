"""Areas: who controls one, which border each other, what an Empire has there. Mostly functions that change nothing."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import Unit, ZaborState


def who(seat: str) -> Text:
    """The name of a player, or of the Barbarians."""
    return t(facts.TITLES.get(seat, "Nobody"))


def heads(seat: str) -> int:
    """Which form a verb has after a name, as a number: the Barbarians are many."""
    return 2 if seat == facts.BARBARIAN else 1


def kind_of(state: ZaborState, name: str) -> facts.Kind:
    """The type of a Unit; a harmless stand-in if its Monster card no longer exists."""
    return decks_of(state.owner).kinds.get(name) or facts.UNITS["auxiliary"]


def units_in(state: ZaborState, place: str, seat: str = "") -> dict[str, Unit]:
    """The Units in an area, of everybody or of one colour."""
    return {name: one for name, one in state.units.items() if one.place == place and seat in ("", one.seat)}


def others_in(state: ZaborState, place: str, seat: str) -> list[str]:
    """The seats of Units in an area besides a player's own; the area's holder first."""
    found = dict.fromkeys(one.seat for one in state.units.values() if one.place == place and one.seat != seat)
    return sorted(found, key=lambda one: one != controller(state, place))


def is_rural(state: ZaborState, place: str) -> bool:
    """Whether it is a Land Area without Keep, City or Metropol."""
    return not state.areas[place].sea and not state.areas[place].upgrade


def controller(state: ZaborState, place: str) -> str:
    """The seat that controls an area: that of its Upgrade, else whose Units were there first; "" for no Empire."""
    return _holder(state, place, [one for one in state.units.values() if one.place == place])


def _holder(state: ZaborState, place: str, here: list[Unit]) -> str:
    area = state.areas.get(place)
    if area is None:
        return ""
    if area.upgrade:
        return "" if area.holder == facts.BARBARIAN else area.holder
    before = [one for one in here if not one.moved] or here
    return before[0].seat if before and before[0].seat != facts.BARBARIAN else ""


def native_comes(state: ZaborState, place: str) -> bool:
    """Whether a native Infantry appears as soon as somebody enters: in a Rural Area that no Empire holds; none where
    there are Barbarian pieces (A05).
    """
    if controller(state, place) or state.areas[place].sea:
        return False
    pieces = units_in(state, place)
    there = bool(pieces) or bool(state.areas[place].upgrade)
    others = [one for one in pieces.values() if one.seat != facts.BARBARIAN]
    always = state.rulings["native"] == "always" and bool(pieces) and not others
    return not there or always


def controlled(state: ZaborState, seat: str) -> list[str]:
    """The areas of an Empire, land and sea."""
    here: dict[str, list[Unit]] = {}
    for one in state.units.values():
        here.setdefault(one.place, []).append(one)
    return [place for place in state.areas if _holder(state, place, here.get(place, [])) == seat]


def land(state: ZaborState, seat: str) -> list[str]:
    """The Land Areas of an Empire."""
    return [place for place in controlled(state, seat) if not state.areas[place].sea]


def civilized(state: ZaborState, seat: str) -> list[str]:
    """The Civilized Areas of an Empire."""
    return [place for place in land(state, seat) if state.areas[place].upgrade]


def homes(state: ZaborState, seat: str) -> list[str]:
    """Where acquired Land Units are placed: Civilized Areas, or all Land Areas if there are none (A53), without
    Units of others.
    """
    found = civilized(state, seat) or land(state, seat)
    if state.rulings["placing"] == "battle":
        return found
    return [place for place in found if not others_in(state, place, seat)]


def roads(state: ZaborState, place: str, seat: str) -> int:
    """How many Roads in an area count for the player who controls it (A58)."""
    built = state.areas[place].roads
    if state.rulings["road_owner"] == "by-colour":
        return built.count(seat)
    return len(built)


# ---- borders


def known_border(state: ZaborState, one: str, other: str) -> bool | None:
    """Whether two areas border each other; None if nobody has said so yet."""
    if other in state.borders.get(one, ()):
        return True
    if one == other or _is_charted(state, one) or _is_charted(state, other):
        return False
    return None


def _is_charted(state: ZaborState, place: str) -> bool:
    return place in state.areas and state.areas[place].charted


def neighbours(state: ZaborState, place: str) -> list[str]:
    """The areas known to border an area."""
    return [one for one in state.borders.get(place, ()) if one in state.areas]


def touches(state: ZaborState, seat: str, place: str) -> bool | None:
    """Whether an area borders an Empire; None if nobody has said so yet."""
    found = [known_border(state, own, place) for own in controlled(state, seat)]
    return True if True in found else None if None in found else False


def empires_touch(state: ZaborState, seat: str, other: str) -> bool | None:
    """Whether two Empires are adjacent; None if nobody has said so yet."""
    found = [touches(state, seat, place) for place in controlled(state, other)]
    return True if True in found else None if None in found else False


def join(state: ZaborState, one: str, other: str) -> None:
    """Record that two areas border each other."""
    for here, there in ((one, other), (other, one)):
        if there not in state.borders.setdefault(here, []):
            state.borders[here].append(there)


# ---- linked movement


def network(state: ZaborState, seat: str) -> set[str]:
    """The areas along which a player's Land Units travel: own Roads in controlled areas (A10), and own Fleets at
    sea.
    """
    found = {one.place for one in state.units.values() if one.seat == seat and one.kind == "fleet"}
    if state.rulings["roads"] == "any-road":
        return found | {place for place, area in state.areas.items() if area.roads}
    return found | {place for place in land(state, seat) if roads(state, place, seat)}


# ---- order


def council(state: ZaborState) -> list[str]:
    """The seats clockwise from the Master of the Council; by one reading (A43) in the order at the start of the
    turn.
    """
    if state.rulings["order"] == "next-turn" and state.order:
        return list(state.order)
    return from_master(state, facts.COUNCIL)


def from_master(state: ZaborState, position: str) -> list[str]:
    """The seats from the holder of a Position Card clockwise."""
    first = holder_of(state, position)
    at = state.seats.index(first)
    return state.seats[at:] + state.seats[:at]


def holder_of(state: ZaborState, position: str) -> str:
    """The seat that holds a Position Card; the first seat if nobody does."""
    found = [seat for seat in state.seats if position in state.players[seat].positions]
    return next(iter(found), state.seats[0])
