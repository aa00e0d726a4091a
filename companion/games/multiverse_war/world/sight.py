"""Lines of sight: which hexes a unit sees, which enemies are identified, who may shoot at what."""

from __future__ import annotations

from companion.engine.core.errors import Refusal
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.engine.game.hexlines import distance, line
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import building_at
from companion.games.multiverse_war.world.state import Fight, Unit, WarState
from companion.games.multiverse_war.world.units import (
    allies,
    are_foes,
    attributes,
    fights,
    is_ambush,
    is_hero,
    knows,
    ruled,
    sort_of,
)

HEIGHT: dict[str, int] = facts.NUMBERS["ground"]["height"]
SIGHT = facts.NUMBERS["unit"]["sight"]
FOG = "Mission two: fog of war"
Eye = tuple[str, int, bool]
"""Where an observer is, how far it sees, whether with a Scout's eyes."""
WALL = 99
"""Higher than any ground: what nobody sees across."""


def height(state: WarState, place: str) -> int:
    """The height of a hex; unexplored hexes and those off the map block every line (A79)."""
    here = state.hexes.get(place)
    if here is None or not here.ground:
        return 0 if here is not None and ruled(state, "unexplored", "sight-passes") else WALL
    return HEIGHT[here.ground]


def is_clear(state: WarState, origin: str, target: str, *, ignored: tuple[str, ...] = ()) -> bool:
    """Whether the straight line between two hexes crosses nothing higher than the observer's hex (A27, A45)."""
    eye = height(state, origin)
    if ruled(state, "height", "higher-end"):
        eye = max(eye, height(state, target))
    any_or_all = all if ruled(state, "border", "both") else any
    return not any(any_or_all(_blocks(state, one, eye, ignored) for one in stretch) for stretch in line(origin, target))


def _blocks(state: WarState, place: str, eye: int, ignored: tuple[str, ...]) -> bool:
    here = state.hexes.get(place)
    return height(state, place) > eye and not (here is not None and here.ground in ignored)


def reach_of(state: WarState, unit: Unit) -> int:
    """How many hexes far a unit sees."""
    found = max(SIGHT, unit.marks.get("far_sight", 0))
    if is_hero(unit) and "eagle_eye" in facts.HOUSE.deeds and knows(state, unit, "eagle_eye"):
        found = max(found, facts.NUMBERS["abilities"]["eagle_eye"])
    there = building_at(state, unit.place)
    if there is not None and there[1].kind == "guard_tower":
        found = max(found, facts.NUMBERS["building"]["tower_sight"])
    return int(found)


def observers(state: WarState, seat: str) -> list[Eye]:
    """Everything of a side that sees: where it is, how far it sees, and whether like a Scout. Decoys see nothing."""
    side = allies(state, seat)
    found = [(one.place, reach_of(state, one), one.kind == "scout") for one in state.units.values()
             if one.seat in side and one.place and sort_of(state, one) != "decoy"]  # fmt: skip
    for one in state.buildings.values():
        if one.seat in side and one.kind == "guard_tower":
            found += [(place, facts.NUMBERS["building"]["tower_sight"], False) for place in one.places]
        elif one.seat in side and ruled(state, "buildings_see", "buildings-see"):
            found += [(place, SIGHT, False) for place in one.places]
    return found


def sees(state: WarState, eye: Eye, place: str) -> bool:
    """Whether an observer identifies what is in a hex: within reach, over a clear line; in forest only from the
    next hex.
    """
    origin, reach, scout = eye
    steps = distance(origin, place)
    if steps > reach:
        return False
    hidden = state.hexes[place].ground == "forest" and building_at(state, place) is None
    if hidden and steps > 1 and not scout:
        return False
    return is_clear(state, origin, place, ignored=("forest",) if scout else ())


def identifies(state: WarState, seat: str, place: str) -> bool:
    """Whether a side identifies what is in a hex."""
    return any(sees(state, eye, place) for eye in observers(state, seat))


def refresh(state: WarState) -> list[str]:
    """Turn up every cube that an enemy identifies, and turn down all others. Returns the decoys that were found
    out.

    Cubes of a fight stay up while it lasts (see `shown_in`). Without a map in the app, players turn their cubes
    themselves; only those that a fight has turned up are turned down after it.
    """
    fighting = [name for fight in state.fights for name in shown_in(state, fight)]
    eyes = hostile_eyes(state) if state.mapped else {}
    for name, unit in state.units.items():
        if not unit.seat:
            unit.face = unit.kind
        elif name in fighting:
            unveil(state, name)
        elif unit.marks.pop("unveiled", 0):
            unit.face = ""
        if unit.place and unit.seat in eyes and name not in fighting:
            unit.face = unit.kind if _is_seen(state, eyes[unit.seat], unit.place) else ""
    return [name for name, unit in state.units.items() if unit.face == "decoy"]


def shown_in(state: WarState, fight: Fight) -> tuple[str, ...]:
    """The cubes that a fight shows to everybody while it lasts: all in it (A68). Nobody's eyes come with an ambush, so
    its explorer is shown no more than before.
    """
    if is_ambush(state, fight.attacker):
        return (fight.attacker,)
    return (fight.attacker, fight.target, *(one.striker for one in fight.blows))


def unveil(state: WarState, *names: str) -> None:
    """Reveal these cubes of a fight while it lasts (A68)."""
    for name in names:
        unit = state.units.get(name)
        if unit is not None and not unit.face:
            unit.face = unit.kind
            unit.marks["unveiled"] = 1


def hostile_eyes(state: WarState) -> dict[str, list[Eye]]:
    """The observers that watch the cubes of each seat; by one reading (A68) only the player whose turn it is looks."""
    eyes = {seat: observers(state, seat) for seat in state.seats}
    looking = list(eyes)
    if ruled(state, "watch", "own-turn-only") and state.active:
        looking = [seat for seat in eyes if seat in allies(state, state.active)]
    return {seat: [eye for one in looking if are_foes(state, one, seat) for eye in eyes[one]] for seat in state.seats
            if len(looking) == len(eyes) or seat not in looking}  # fmt: skip


def _is_seen(state: WarState, eyes: list[Eye], place: str) -> bool:
    return any(distance(eye[0], place) <= eye[1] and sees(state, eye, place) for eye in eyes)


# ---- shooting


def shot_refusal(state: WarState, unit: Unit, place: str, reach: int) -> Refusal | None:
    """Why a unit may not shoot at a hex: range, identification, line of fire (A44). None if it may."""
    far = refuse_if(distance(unit.place, place) > reach, FOG, t("It is out of range."))
    if far or not state.mapped:
        return far
    unseen = refuse_if(not identifies(state, unit.seat, place), FOG, t("No friendly unit identifies it."))
    if unseen:
        return unseen
    over = fires_over(state, unit)
    if ruled(state, "own_line", "own-sight-only") and not over:
        eye = (unit.place, reach_of(state, unit), False)
        return refuse_if(not sees(state, eye, place), FOG, t("The shooter does not identify it."))
    why = t("A mountain is in the way.") if over else t("Something higher is in the way.")
    return refuse_if(not has_line(state, unit, place), "More about combat" if over else FOG, why)


def fires_over(state: WarState, unit: Unit) -> bool:
    """Whether only mountains block its shots: Artillery, by one reading every siege weapon."""
    every = sort_of(state, unit) == "siege" and ruled(state, "own_line", "all-siege")
    return every or "indirect_fire" in attributes(state, unit)


def has_line(state: WarState, unit: Unit, place: str) -> bool:
    """Whether nothing on the straight line blocks its shots (A44)."""
    if fires_over(state, unit):
        return not _mountain(state, unit.place, place)
    return ruled(state, "own_line", "friend-is-enough") or is_clear(state, unit.place, place)


def _mountain(state: WarState, origin: str, target: str) -> bool:
    """Whether mountains bar even indirect fire."""
    peaks = [all(height(state, one) >= HEIGHT["mountain"] for one in stretch) for stretch in line(origin, target)]
    return any(peaks)


def targets_in_reach(state: WarState, unit: Unit, reach: int) -> list[str]:
    """The hexes with identified enemies or enemy buildings that a unit may shoot at."""
    if not fights(state, unit):
        return []
    places = {one.place: None for one in state.units.values() if are_foes(state, unit.seat, one.seat) and one.face}
    places |= {place: None for one in state.buildings.values() if are_foes(state, unit.seat, one.seat)
               for place in one.places}  # fmt: skip
    return [one for one in places if one and one != unit.place and shot_refusal(state, unit, one, reach) is None]
