"""Fights: the order of the blows, the strength of each, the die, and its effects. Their data is in `state.fights`,
so that match, helper and odds run the same steps.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.asking import note, repeat, roll
from companion.engine.core.effects import Rule
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, t
from companion.engine.game.hexlines import direction, distance, neighbours, straight_ahead
from companion.games.multiverse_war.fighting.losses import damage, dealt, die, wound
from companion.games.multiverse_war.fighting.prompts import came, in_percent, known_to_owners, numbered, own_words
from companion.games.multiverse_war.phases.victory import captured
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.figures import cover, total
from companion.games.multiverse_war.world.land import building_at, enemies_at, garrison, ground_at, units_at
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.sight import shown_in, unveil
from companion.games.multiverse_war.world.state import Blow, Fight, Unit, WarState
from companion.games.multiverse_war.world.strength import bands, chance, hits, is_certain, needed, supports, trumps
from companion.games.multiverse_war.world.units import (
    are_foes,
    as_seen,
    book,
    building_name,
    fights,
    health_of,
    is_ambush,
    is_hero,
    label,
    name_of,
    range_of,
    ruled,
    sort_of,
    who,
)


@flow("Combat mechanics")
def battle() -> Rule[bool]:
    """All blows of all fights in progress. Returns whether the first attacker has killed the target."""
    yield from repeat(strike())
    return (yield from over())


@step("Combat mechanics")
def over(state: WarState) -> bool:
    """Whether no fight is left."""
    return not state.fights


# ---- who strikes whom


def begin(state: WarState, fight: Fight, *, shot: bool, also: Blow | None = None) -> None:
    """Add an attack to the list; `also` is special about the attacker's blow. All cubes in it are revealed (A68)."""
    plan(state, fight, shot=shot, also=also)
    put(state, fight)


def put(state: WarState, fight: Fight) -> None:
    """Add a fight with its blows to the list."""
    unveil(state, *shown_in(state, fight))
    state.fights.append(fight)


def plan(state: WarState, fight: Fight, *, shot: bool, also: Blow | None = None) -> None:
    """Give an attack its blows, in order."""
    blow = also or Blow(fight.attacker, fight.target)
    blow.striker, blow.target = fight.attacker, fight.target
    blow.manner = "shot" if shot else "attack"
    answer = None if "answer" in blow.ignores else answering(state, fight, shot=shot)
    fight.blows = ordered(state, blow, answer)
    fight.blows = [*cover(state, fight), *fight.blows]
    fight.advance = not shot


def ordered(state: WarState, blow: Blow, answer: Blow | None) -> list[Blow]:
    """The blows in order: attacker first, unless the defender trumps and is not trumped (A36, A61)."""
    if answer is None:
        return [blow]
    one, other = state.units[blow.striker], state.units[answer.striker]
    first, second = is_trump(state, one, other), is_trump(state, other, one)
    if ruled(state, "both_trump", "simultaneous") and first and second:
        answer.always = True
    at_building = blow.target in state.buildings and ruled(state, "garrison_order", "attacker-first")
    return [answer, blow] if second and not first and not at_building else [blow, answer]


def is_trump(state: WarState, one: Unit, other: Unit) -> bool:
    """Whether one unit trumps another; a hero counts as the age 1 unit of the same class (A58)."""
    if (is_hero(one) or is_hero(other)) and ruled(state, "hero_trumps", "heroes-neutral"):
        return False
    cards, sort = book(state).units, sort_of(state, one)
    card = cards[one.kind] if one.kind in cards else next(kind for kind in cards.values() if kind.sort == sort)
    return trumps(state.rulings, card.trumps, sort_of(state, other))


def answering(state: WarState, fight: Fight, *, shot: bool) -> Blow | None:
    """The blow with which the target, or the garrison, answers; None where nobody answers."""
    name = defender(state, fight)
    if not name:
        return None
    unit, attacker = state.units[name], state.units[fight.attacker]
    able = answers_shot(state, unit, attacker, fight.distance) if shot else sort_of(state, unit) != "siege"
    if not able or not fights(state, unit):
        return None
    return Blow(name, fight.attacker, "reply" if shot else "answer")


def answers_shot(state: WarState, unit: Unit, attacker: Unit, distance: int) -> bool:
    """Whether a unit answers a shot: ranged infantry and ranged heroes those of their like, siege weapons those of
    siege weapons (A59).
    """
    sort, other = sort_of(state, unit), sort_of(state, attacker)
    if range_of(state, unit) < distance:
        return False
    if other == "siege":
        return sort == "siege" or (sort == "ranged" and ruled(state, "siege_answer", "ranged-too"))
    return sort == "ranged"


def defender(state: WarState, fight: Fight) -> str:
    """The unit that defends: the target itself, or the garrison of a building; "" for none."""
    if fight.target in state.units:
        return fight.target
    if fight.target not in state.buildings:
        return ""
    inside = garrison(state, fight.target)
    return next((name for name, one in inside.items() if one.place == fight.place and fights(state, one)), "")


# ---- on the map


def scene(state: WarState, name: str, target: str, place: str) -> Fight:
    """An attack with what the map says about it: terrain, distance, support."""
    unit = state.units[name]
    found = Fight(name, target, place, ground_at(state, place), ground_at(state, unit.place))
    found.distance = distance(unit.place, place)
    names = {name, defender(state, found)}
    found.friends = len(supporters(state, unit.seat, place, names, foes=False))
    found.foes = len(supporters(state, unit.seat, place, names, foes=True))
    return found


def supporters(state: WarState, seat: str, place: str, but: set[str], *, foes: bool) -> list[str]:
    """The units next to a hex that support a side, or with `foes` its enemies, except those in `but`."""
    around = neighbours(place)
    return [name for name, one in state.units.items()
            if one.place in around and name not in but and one.seat and are_foes(state, seat, one.seat) == foes
            and supports(state.rulings, sort_of(state, one))]  # fmt: skip


def target_at(state: WarState, seat: str, place: str) -> str:
    """The target in a hex: its building, else the unit that defends it (A15, A60)."""
    found = building_at(state, place)
    units = enemies_at(state, seat, place)
    if found is not None and are_foes(state, seat, found[1].seat):
        open_city = found[1].kind == "settlement" and ruled(state, "city_units", "city-units-open")
        if not (open_city and units):
            return found[0]
    return next(iter(units), "")


def attack(state: WarState, name: str, place: str, *, shot: bool, also: Blow | None = None) -> None:
    """Begin an attack on a hex of the map."""
    target = target_at(state, state.units[name].seat, place)
    if target:
        begin(state, scene(state, name, target, place), shot=shot, also=also)


def preview(state: WarState, name: str, place: str, *, shot: bool, also: Blow | None = None) -> Text:
    """The strengths of an attack on a hex before any roll, in the order of the blows, as far as its player knows
    them.
    """
    seat = state.units[name].seat
    state = as_seen(state, seat)
    target = target_at(state, seat, place)
    if target in state.units and not state.units[target].kind:
        return name_of(state, "")
    fight = scene(state, name, target, place)
    plan(state, fight, shot=shot, also=also)
    found = []
    for one in fight.blows:
        found.append(in_percent(chance(state.rulings, total(state, fight, one).total), own=one.striker == name))
    return listed(found)


def fixed(state: WarState, name: str, target: str, place: str, deed: str, **more: str) -> None:
    """Add a blow of an ability with a printed strength (A48)."""
    value = book(state).deeds[deed].strength
    blow = Blow(name, target, "shot", fixed=value, extra={deed: 0}, then=more.get("then", ""))
    fight = scene(state, name, target, place) if state.mapped else Fight(name, target)
    fight.blows = [blow]
    if ruled(state, "printed", "always-answered"):
        reply = answering(state, fight, shot=range_of(state, state.units[name]) > 0)
        fight.blows += [reply] if reply is not None else []
    if deed != "charge" or not ruled(state, "charge", "untouchable"):
        fight.blows = [*cover(state, fight), *fight.blows]
    put(state, fight)


# ---- blow by blow


@step("Combat mechanics")
def strike(state: WarState) -> Rule[bool]:
    """Strike the next blow of the first fight. Returns False when no fight is left."""
    if not state.fights or state.winners:
        state.fights = []
        return False
    fight = state.fights[0]
    if not fight.blows:
        yield from close(state, fight)
        state.fights.pop(0)
        return bool(state.fights)
    blow = fight.blows.pop(0)
    if is_possible(state, fight, blow):
        yield from struck(state, fight, blow)
    return True


def is_possible(state: WarState, fight: Fight, blow: Blow) -> bool:
    """Whether a blow can be struck: the striker has survived the blow before, and the target is still there."""
    return (blow.striker in state.units or blow.always) and (
        blow.target in state.units or blow.target in state.buildings
    )


def struck(state: WarState, fight: Fight, blow: Blow) -> Rule[None]:
    """Strike one blow: strength, the die unless it can make no difference, damage."""
    unit = state.units.get(blow.striker)
    if unit is None:
        return
    made, rulings = total(state, fight, blow), state.rulings
    certain = is_certain(rulings, made.total)
    names: dict[str, str | int | Text] = {
        "one": label_of(state, blow.striker),
        "other": label_of(state, blow.target),
        "s": made.total if certain else needed(rulings, made.total),
    }
    die_ = 1
    if not certain:
        ambush = is_ambush(state, blow.striker)
        prompt, own = t("{one} strikes {other}", **names), own_words(state, blow, names)
        if ambush:
            prompt, own = numbered(fight, prompt), own and numbered(fight, own)
        needs = t("Roll a D10: {s} or less hits, {percent} %", s=needed(rulings, made.total),
                  percent=chance(rulings, made.total))  # fmt: skip
        die_ = yield from roll(
            unit.seat or owner_of(state, blow.target),
            prompt,
            10,
            bands(rulings, made.total),
            needs,
            about=f"{'ambush' if ambush else 'blow'}:{blow.striker}",
            own=own,
        )
    hit = hits(rulings, made.total, die_)
    fight.struck.append(blow.striker)
    fight.made[blow.striker] = made.total
    told = {seat: came(hit, certain, known) for seat, known in known_to_owners(state, blow, names).items()}
    yield from note(
        came(hit, certain, names), made, kind="hit" if hit else "miss", facts={"manner": blow.manner}, own=told
    )
    if hit:
        yield from landed(state, fight, blow, unit)


def label_of(state: WarState, name: str) -> Text:
    """The name of a unit or building of a fight as everybody knows it, with its owner; with its place where several of
    its side that look alike are in it.
    """
    if name in state.buildings:
        return building_name(state, state.buildings[name])
    unit = state.units[name]
    words = label(state, name)
    involved = {one for fight in state.fights for one in (fight.attacker, fight.target)} - {name}
    alike = [one for other, one in state.units.items() if other in involved and one.face == unit.face]
    if unit.place and any(one.seat == unit.seat for one in alike):
        words = t("{unit} on {place}", unit=words, place=place_name(state, unit.place))
    return t("{who}'s {unit}", who=who(unit.seat), unit=words) if unit.seat else words


def owner_of(state: WarState, name: str) -> str:
    """The seat that a unit or building belongs to."""
    return state.buildings[name].seat if name in state.buildings else state.units[name].seat


def landed(state: WarState, fight: Fight, blow: Blow, unit: Unit) -> Rule[None]:
    """Apply a hit: siege weapons do double damage to buildings."""
    n = facts.NUMBERS["unit"]["damage"]
    if blow.target in state.buildings:
        n = facts.NUMBERS["building"]["siege"] if sort_of(state, unit) == "siege" else n
        dead = yield from damage(state, blow.target, n + blow.damage, unit)
    elif any(one.always and one.striker == blow.target for one in fight.blows):
        state.units[blow.target].wounds += n
        dead = False
    else:
        dead = yield from wound(state, blow.target, n, unit)
        yield from AFTER_HIT.get(blow.then, _nothing)(state, fight, blow, unit)
    yield from left_over(state, blow.target, n + blow.damage * (blow.target in state.buildings))
    yield from dealt(state, unit, n)
    if blow.striker == fight.attacker and dead:
        fight.killed = unit.killed = True


def left_over(state: WarState, name: str, n: int) -> Rule[None]:
    """Say what a hit has taken from a cube or a building, while it stands; of a hidden cube to its owner alone."""
    unit, building = state.units.get(name), state.buildings.get(name)
    if building is not None:
        left = book(state).buildings[building.kind].health - building.wounds
    elif unit is not None:
        left = health_of(state, unit) - unit.wounds
    else:
        return
    shown = unit is None or unit.face or not unit.seat
    whom = label_of(state, name) if shown or unit is None else t("Your {unit}", unit=name_of(state, unit.kind))
    words = t("{other} takes {n} damage. Health left: {left}.", other=whom, n=n, left=max(0, left))
    yield from note(words, kind="wound", to="" if shown or unit is None else unit.seat)


def _nothing(state: WarState, fight: Fight, blow: Blow, unit: Unit) -> Rule[None]:
    yield from ()


def _slow(state: WarState, fight: Fight, blow: Blow, unit: Unit) -> Rule[None]:
    """The target has 1 action point less in its next action phase."""
    if blow.target in state.units:
        state.units[blow.target].marks["slowed"] = 1
        yield from note(t("{other} is slowed.", other=label_of(state, blow.target)), kind="slowed")


def _push(state: WarState, fight: Fight, blow: Blow, unit: Unit) -> Rule[None]:
    """The target is pushed back one hex, if that is free."""
    target = state.units.get(blow.target)
    if target is None or not target.place or not unit.place:
        return
    to = straight_ahead(target.place, direction(unit.place, target.place))
    open_ground = to in state.hexes and state.hexes[to].ground not in ("", "mountain", "water")
    token = to in state.hexes and state.hexes[to].event
    if open_ground and not token and not units_at(state, to) and building_at(state, to) is None:
        target.place = to
        leave_post(target)
        yield from note(t("{other} is pushed back.", other=label_of(state, blow.target)), kind="pushed")


AFTER_HIT: dict[str, Callable[[WarState, Fight, Blow, Unit], Rule[None]]] = {"slow": _slow, "push": _push}


def close(state: WarState, fight: Fight) -> Rule[None]:
    """End a fight: a melee attacker that has killed moves in, if the hex is then empty (A13, A15)."""
    unit, target = state.units.get(fight.attacker), state.units.get(fight.target)
    if target is not None and target.wounds >= health_of(state, target):  # both struck at the same time
        yield from die(state, fight.target, unit)
        fight.killed = True
    if unit is not None and unit.marks.get("ambush"):
        del state.units[fight.attacker]
        return
    if unit is None or not (fight.killed and fight.advance) or not fight.place:
        return
    if ruled(state, "escort", "builder-dies"):
        for name in enemies_at(state, unit.seat, fight.place):
            yield from die(state, name, unit)
    taken = state.buildings.get(fight.target)
    if (
        ruled(state, "advance", "stay")
        or units_at(state, fight.place)
        or (taken is not None and taken.kind != "settlement")
    ):
        return
    yield from enter(state, fight.attacker, fight.place)


def enter(state: WarState, name: str, place: str) -> Rule[None]:
    """Place a unit in a hex: its set-up ends, and a fallen city is captured (A24)."""
    unit = state.units[name]
    found = building_at(state, place)
    if found is not None and are_foes(state, unit.seat, found[1].seat):
        if found[1].wounds < book(state).buildings[found[1].kind].health:
            return
        yield from captured(state, unit.seat, found[1].seat)
    unit.place = place
    unit.trail.append(place)
    leave_post(unit)


def leave_post(unit: Unit) -> None:
    """After a unit has moved, it is no longer set up and has no marked front."""
    for mark in ("set_up", "cover", "pike", "hold"):
        unit.marks.pop(mark, None)
