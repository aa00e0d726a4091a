"""The skills of the heroes: one function each, and a table of when each can be used.

Passive skills are applied where they count: in `fight`, `sight` and at the beginning of the action phase.
"""

from __future__ import annotations

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import menu
from companion.engine.core.text import t
from companion.engine.game.hexlines import distance, neighbours
from companion.games.multiverse_war.fighting.abilities import (
    DIRECTIONS,
    Use,
    can_melee,
    can_shoot,
    free_beside,
    heal,
    melee,
    shot,
    straight,
    wounded_near,
)
from companion.games.multiverse_war.fighting.aiming import (
    OF_HEROES,
    aim,
    attack_refusal,
    cube_of_choice,
    hits_area,
    melee_places,
    place_of_choice,
    struck_in,
    victims,
)
from companion.games.multiverse_war.fighting.fight import enter
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.phases.setup import new_unit
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import building_at, enemies_at, entry_cost, friends_near, is_free_for
from companion.games.multiverse_war.world.sight import refresh, targets_in_reach
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import allowance, ap_left, book, hero_of, knows, who

N = facts.NUMBERS["abilities"]
SIDES = range(len(DIRECTIONS))
CHARGE, LEAP, GALLOP, STAMPEDE, STORM = 3, 2, 3, 3, 2
"""Hexes of runs and jumps, and the reach of the Arrow Storm."""
HARD = ("", "mountain", "water")
FAITH = (4, 6)
"""The levels at which Man of War heals 1 and 2 wounds."""


# ---- Blademaster


def _cleave(state: WarState, name: str) -> Rule[None]:
    """Two adjacent targets, one after the other."""
    places = melee_places(state, state.units[name]) if state.mapped else []
    first = yield from aim(state, name, places, shot=False)
    left = [one for one in places if one != first]
    if left or not state.mapped:
        yield from aim(state, name, left, shot=False)
    for fight in state.fights:
        fight.advance = False


def jumps(state: WarState, unit: Unit) -> list[str]:
    """Where a Leap may end: up to two hexes straight ahead, over anything but mountains, on a free hex."""
    ways = [straight(unit.place, side, n) for side in SIDES for n in range(1, LEAP + 1)]
    return [way[-1] for way in ways if way[-1] in state.hexes and state.hexes[way[-1]].ground not in HARD
            and not any(one in state.hexes and state.hexes[one].ground == "mountain" for one in way)
            and not target_here(state, unit, way[-1]) and is_free_for(state, unit, way[-1])
            and not state.hexes[way[-1]].event]  # fmt: skip


def target_here(state: WarState, unit: Unit, place: str) -> bool:
    """Whether an enemy that can be attacked is in a hex."""
    return bool(struck_in(state, unit, place)) or entry_cost(state, unit.place, place) is None


def _leap(state: WarState, name: str) -> Rule[None]:
    unit = state.units[name]
    if state.mapped:
        yield from enter(
            state,
            name,
            (yield from place_of_choice(state, unit.seat, t("Where to?"), jumps(state, unit), "leap", OF_HEROES)),
        )


def _fury(state: WarState, name: str) -> Rule[None]:
    """Every adjacent enemy."""
    yield from hits_area(state, name, "fury", neighbours(state.units[name].place) if state.mapped else ())


# ---- Protector


def runs(state: WarState, unit: Unit, lengths: tuple[int, ...]) -> dict[str, list[str]]:
    """Straight runs at an enemy: by the enemy's hex, the free hexes before it."""
    found = {}
    for side in SIDES:
        for n in lengths:
            *way, last = straight(unit.place, side, n)
            open_way = all(one in free_run(state, unit, way) for one in way)
            if (
                last in state.hexes
                and open_way
                and any(
                    attack_refusal(state, unit.seat, one.seat) is None
                    for one in enemies_at(state, unit.seat, last).values()
                )
                and building_at(state, last) is None
            ):
                found[last] = way
    return found


def free_run(state: WarState, unit: Unit, way: list[str]) -> list[str]:
    """The hexes of a run up to the first one that cannot be entered."""
    found: list[str] = []
    for one in way:
        if (
            one not in state.hexes
            or state.hexes[one].ground in HARD
            or struck_in(state, unit, one)
            or state.hexes[one].event
        ):
            break
        if not is_free_for(state, unit, one):
            break
        found.append(one)
    return found


def _charge(state: WarState, name: str) -> Rule[None]:
    yield from _run_at(state, name, "charge", (CHARGE,))


def _run_at(state: WarState, name: str, deed: str, lengths: tuple[int, ...]) -> Rule[None]:
    """A run that ends beside an enemy, who is struck at the printed strength."""
    unit, target = state.units[name], ""
    if state.mapped:
        ways = runs(state, unit, lengths)
        target = yield from place_of_choice(state, unit.seat, t("At whom?"), list(ways), section=OF_HEROES)
        for one in ways[target]:
            yield from enter(state, name, one)
        yield from found_out(state, refresh(state))
    yield from hits_area(state, name, deed, [target], most=1)


def _shield_wall(state: WarState, name: str) -> Rule[None]:
    marks = state.units[name].marks
    marks["shield"], marks["shield_pause"] = N["shield_turns"], N["shield_pause"]
    yield from ()


def _bulwark(state: WarState, name: str) -> Rule[None]:
    """The three hexes before him; who is hit is pushed back."""
    unit = state.units[name]
    chosen = list[str]()
    if state.mapped:
        offers = [one for one in DIRECTIONS if _before(state, unit, one.value)]
        side = yield from menu(
            unit.seat, t("Which side is his front?"), offers, about="front", section=OF_HEROES, skip_single=True
        )
        chosen = [straight(unit.place, side + turn, 1)[0] for turn in (-1, 0, 1)]
    yield from hits_area(state, name, "bulwark", chosen, most=3, then="push")


def _before(state: WarState, unit: Unit, side: int) -> bool:
    return any(victims(state, unit, straight(unit.place, side + turn, 1)[0]) for turn in (-1, 0, 1))


# ---- Skyfletcher


def _arrow_storm(state: WarState, name: str) -> Rule[None]:
    """Every identified enemy within two hexes."""
    unit = state.units[name]
    places = (
        [one for one in targets_in_reach(state, unit, STORM) if distance(one, unit.place) <= STORM]
        if state.mapped
        else []
    )
    yield from hits_area(state, name, "arrow_storm", places)


# ---- Bear Warden


def bear_of(state: WarState, unit: Unit) -> str:
    """The bear of a player, "" for none."""
    return next((name for name, one in state.units.items() if (one.kind, one.seat) == ("bear", unit.seat)), "")


def _call_bear(state: WarState, name: str) -> Rule[None]:
    unit, place = state.units[name], ""
    if state.mapped:
        place = yield from place_of_choice(
            state, unit.seat, t("Where does the bear appear?"), free_beside(state, unit), "bear", OF_HEROES
        )
    new_unit(state, unit.seat, "bear", place)


def _mend(state: WarState, name: str) -> Rule[None]:
    """One wound of herself, the bear or an adjacent friend."""
    unit = state.units[name]
    found = dict.fromkeys([*([name] if unit.wounds else []), *wounded_near(state, unit), *_hurt_bear(state, unit)])
    yield from heal(state, (yield from cube_of_choice(state, unit.seat, t("Who is healed?"), found, "heal", OF_HEROES)))


def _hurt_bear(state: WarState, unit: Unit) -> list[str]:
    bear = bear_of(state, unit)
    return [bear] if bear and state.units[bear].wounds else []


def stampedes(state: WarState, unit: Unit) -> dict[str, list[str]]:
    """The bear's straight runs past an enemy: by the hex where they end, all hexes passed."""
    bear = state.units[bear_of(state, unit)]
    found = {}
    for side in SIDES:
        way = []
        for one in straight(bear.place, side, STAMPEDE):
            if one not in state.hexes or state.hexes[one].ground in HARD or state.hexes[one].event:
                break
            way.append(one)
        ends = [one for one in way if is_free_for(state, bear, one) and not struck_in(state, bear, one)]
        if ends and any(victims(state, bear, one) for one in way):
            found[ends[-1]] = way
    return found


def _stampede(state: WarState, name: str) -> Rule[None]:
    """The bear runs; one roll against each enemy passed, then it stands at the end."""
    unit = state.units[name]
    bear = bear_of(state, unit)
    if not state.mapped:
        yield from hits_area(state, bear, "stampede", (), most=STAMPEDE)
        return
    ways = stampedes(state, unit)
    end = yield from place_of_choice(state, unit.seat, t("Where does the run end?"), list(ways), "run", OF_HEROES)
    yield from hits_area(state, bear, "stampede", ways[end])
    yield from enter(state, bear, end)


# ---- Redmane


def gallops(state: WarState, unit: Unit) -> dict[str, list[str]]:
    """Runs over up to three grassland or road hexes in a straight line: by the last hex, all hexes."""
    found = {}
    for side in SIDES:
        way = free_run(state, unit, straight(unit.place, side, GALLOP))
        for n, one in enumerate(way, 1):
            if not (state.hexes[one].ground == "grassland" or state.hexes[one].road):
                break
            found[one] = way[:n]
    return found


def _gallop(state: WarState, name: str) -> Rule[None]:
    unit = state.units[name]
    if state.mapped:
        ways = gallops(state, unit)
        for one in ways[
            (yield from place_of_choice(state, unit.seat, t("Where to?"), list(ways), "gallop", OF_HEROES))
        ]:
            yield from enter(state, name, one)


def finished_near(state: WarState, unit: Unit) -> list[str]:
    """Friends next to a hero that have finished their action; without a map in the app, any of the player."""
    near = friends_near(state, unit.seat, unit.place) if state.mapped else state.units
    return [name for name, one in near.items() if one is not unit and one.seat == unit.seat
            and (one.done or (one.spent and not ap_left(state, one)))]  # fmt: skip


def _rally(state: WarState, name: str) -> Rule[None]:
    """One friend gets an action point back."""
    unit = state.units[name]
    name = yield from cube_of_choice(
        state, unit.seat, t("Who rallies?"), finished_near(state, unit), "rally", OF_HEROES
    )
    friend = state.units[name]
    friend.done = False
    friend.spent = max(0, allowance(state, friend) + friend.bonus - 1)


def _thunder_charge(state: WarState, name: str) -> Rule[None]:
    yield from _run_at(state, name, "thunder_charge", (2, 3, 4))


def _unmapped(state: WarState, unit: Unit) -> bool:
    return not state.mapped


SKILLS: dict[str, Use] = {
    "cleave": Use(_cleave, attacks=True, able=can_melee),
    "leap": Use(_leap, able=lambda state, unit: _unmapped(state, unit) or bool(jumps(state, unit))),
    "fury": Use(_fury, attacks=True, able=can_melee),
    "charge": Use(
        _charge, attacks=True, able=lambda state, unit: _unmapped(state, unit) or bool(runs(state, unit, (CHARGE,)))
    ),
    "shield_wall": Use(_shield_wall, able=lambda state, unit: not unit.marks.get("shield_pause")),
    "bulwark": Use(_bulwark, attacks=True, able=can_melee),
    "twin_shaft": Use(shot("twin_shaft", times=2, extra={"twin_shaft": N["twice"]}), attacks=True, able=can_shoot),
    "pinning_arrow": Use(shot("pinning_arrow", then="slow"), attacks=True, able=can_shoot),
    "arrow_storm": Use(_arrow_storm, attacks=True, able=can_shoot),
    "call_the_bear": Use(
        _call_bear,
        able=lambda state, unit: (
            not bear_of(state, unit) and (_unmapped(state, unit) or bool(free_beside(state, unit)))
        ),
    ),
    "mend": Use(
        _mend, able=lambda state, unit: bool(unit.wounds or wounded_near(state, unit) or _hurt_bear(state, unit))
    ),
    "stampede": Use(
        _stampede,
        attacks=True,
        able=lambda state, unit: (
            bool(bear_of(state, unit)) and (_unmapped(state, unit) or bool(stampedes(state, unit)))
        ),
    ),
    "gallop": Use(_gallop, able=lambda state, unit: _unmapped(state, unit) or bool(gallops(state, unit))),
    "rally": Use(_rally, able=lambda state, unit: bool(finished_near(state, unit))),
    "trample": Use(melee("trample"), "killed", attacks=True, able=can_melee),
    "thunder_charge": Use(
        _thunder_charge,
        attacks=True,
        able=lambda state, unit: _unmapped(state, unit) or bool(runs(state, unit, (2, 3, 4))),
    ),
}


def mended_by_faith(state: WarState, unit: Unit) -> int:
    """Man of War: how many wounds the Protector loses at the beginning of the action phase."""
    if unit.kind != "protector" or not knows(state, unit, "man_of_war"):
        return 0
    level = hero_of(state, unit).level
    return 2 if level >= FAITH[1] else int(level >= FAITH[0])


def told(state: WarState, seat: str, deed: str) -> Rule[None]:
    """Write into the log which ability is used."""
    yield from note(t("{seat} uses {deed}.", seat=who(seat), deed=t(book(state).deeds[deed].name)), kind="deed",
                    facts={"deed": deed})  # fmt: skip
