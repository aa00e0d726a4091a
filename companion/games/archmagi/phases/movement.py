"""Move: stacks move, board and land; spells of this phase."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused
from companion.engine.core.menu import Offer, several
from companion.engine.core.rules import step
from companion.engine.core.text import Text, hinted, plural, t
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.fights.casting import used_up
from companion.games.archmagi.fights.losses import destroy_all, free_berths
from companion.games.archmagi.land import (
    ashore,
    banners,
    can_go,
    enemies,
    entry_refusal,
    hex_name,
    is_stranded,
    is_water,
    neighbours,
    occupied,
    put_down,
    room,
)
from companion.games.archmagi.phases.ahead import ahead, drowning, takes_banner
from companion.games.archmagi.phases.setup import turn_up
from companion.games.archmagi.picking import UNKNOWN, in_phase, units_to_pick, where
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import (
    CARRIES,
    allowance,
    casters,
    chit,
    has,
    is_archmagi,
    on_map,
    own_has,
    settle_loads,
    stack,
    usable,
)
from companion.games.archmagi.wording import called, does, names_of, sentence, some


@step("Move")
def move(state: ArchmagiState, seat: str) -> Rule[bool]:
    """Move one stack by one hex, or cast a spell. Returns False when the player is done."""
    offers = [Offer(place, hex_name(state, place), partial(leave, state, seat, place),
                    detail=standing(state, seat, place))
              for place in occupied(state, seat) if can_leave(state, seat, place)]  # fmt: skip
    offers += [Offer(f"cast:{one.id}", t("Cast {spell}", spell=t(one.name)), partial(cast_moving, state, seat, one),
                     detail=sentence(does(one))) for one in in_hand(state, seat, "move")]  # fmt: skip
    offers.append(Offer("give_up", t("Give up the game"), partial(surrender, state, seat), minor=True, grave=True))
    still = t("None of your stacks can move now.")
    casts = any(one.id.startswith("cast:") for one in offers)
    moved = t("All your stacks have moved. Cast a spell, or are you done?")
    own = moved if casts and not any(one.id in state.hexes for one in offers) else None
    return (yield from in_phase(state, seat, ("Move", "Scout"), t("Which stack moves?"), offers, "map", stuck=still,
                                own=own, danger=drowning(state, seat)))  # fmt: skip


def standing(state: ArchmagiState, seat: str, place: str) -> Text:
    """Who stands in a hex, by name."""
    return names_of(state, [one.kind for one in stack(state, place, (seat,)).values()])


def surrender(state: ArchmagiState, seat: str) -> Rule[bool]:
    """A player gives up, as if the Archmagi had been destroyed."""
    yield from destroy_all(state, [name for name, one in on_map(state, seat).items() if is_archmagi(state, one)])
    return False


def can_leave(state: ArchmagiState, seat: str, place: str) -> bool:
    """Whether a unit of a stack can still go anywhere; others may ride with it."""
    if all(steps_left(state, one) < 1 for one in stack(state, place, (seat,)).values()):
        return False
    return any(fellows(state, seat, place, one) for one in targets(state, place))


def targets(state: ArchmagiState, place: str) -> list[str]:
    """The hexes to which one may go: the neighbours; from a hex with enemies only those without."""
    seat = state.active
    met = {one.place for one in state.units.values() if one.seat != seat}
    return [one for one in neighbours(state, place) if not (place in met and one in met)]


def steps_left(state: ArchmagiState, unit: Unit) -> int:
    """How many hex borders a unit may still cross by itself in this turn."""
    still = unit.paralyzed or unit.halted or has(state, unit, "site")
    return 0 if still else max(0, allowance(state, unit) - unit.moved)


def fellows(state: ArchmagiState, seat: str, place: str, target: str) -> dict[str, Unit]:
    """The units of a stack that can go to a hex, by themselves or with a carrier."""
    if room(state, seat, target) < 1:
        return {}
    units = usable(stack(state, place, (seat,)))
    walk = {name: one for name, one in units.items() if walks(state, one, target)}
    carried = any(own_has(state, one, word) for one in walk.values() for word in CARRIES)
    riders = {name: one for name, one in units.items() if name not in walk and carried and rides(state, one)}
    return walk | riders


def walks(state: ArchmagiState, unit: Unit, target: str) -> bool:
    """Whether a unit can cross by itself: it has steps left, and the terrain is open or a carrier can be boarded
    there.
    """
    if steps_left(state, unit) < 1:
        return False
    return entry_refusal(state, unit, target) is None or bool(ship_at(state, unit, target))


def ship_at(state: ArchmagiState, unit: Unit, target: str) -> str:
    """A carrier of the same player in a hex that has room for the unit; "" if there is none."""
    found = (name for name, one in stack(state, target, (unit.seat,)).items() if takes(state, name, unit))
    return next(found, "")


def takes(state: ArchmagiState, name: str, unit: Unit) -> bool:
    """Whether a carrier takes a unit along: Carry takes Heroes, Transport all but Monsters, and any Hero (A24)."""
    carrier, types = state.units[name], chit(state, unit).types
    entry = chit(state, carrier).abilities
    if carrier is unit or carrier.paralyzed or not rides(state, unit):
        return False
    if "hero" in types:
        return "transport" in entry or ("carry" in entry and free_berths(state, name) > 0)
    return "transport" in entry and "monster" not in types and free_berths(state, name) > 0


def rides(state: ArchmagiState, unit: Unit) -> bool:
    """Whether a unit can be carried at all."""
    return not (
        unit.paralyzed or unit.halted or has(state, unit, "site") or any(own_has(state, unit, w) for w in CARRIES)
    )


def leave(state: ArchmagiState, seat: str, place: str) -> Rule[bool]:
    """Ask where a stack goes and which of its units go, and move them."""
    ways = {one: list(fellows(state, seat, place, one)) for one in targets(state, place)}
    prompt = t("From {place}: where to?", place=place.upper())
    there = [to for to, able in ways.items() if able]
    signs = {to: FIGHT for to in there if enemies(state, seat, to)}
    free = any(takes_banner(state, to) and to not in signs for to in there)
    aside = t("Free land gets your banner at the end of the turn.") if free else None
    target = yield from where(state, seat, prompt, there, "to", skip_single=False, signs=signs, aside=aside,
                              told=lambda to: _ahead(state, seat, place, to, ways[to]))  # fmt: skip
    going = ways[target]
    if len(stack(state, place, (seat,))) > 1:
        going = yield from _who_goes(state, seat, place, target, going)
    way = {"place": t(place.upper()), "target": t(target.upper())}
    units = names_of(state, [state.units[one].kind for one in going])
    arrive(state, going, target)
    yield from turn_up(state, seat, target)
    words = t("{who} moves {units} from {place} to {target}.", who=called(seat), units=some(len(going)), **way)
    yield from note(words, kind="move", own={seat: t("You move {units} from {place} to {target}.", units=units, **way)})
    return True


FIGHT = "sabres"
"""The sign of hexes where a stack meets enemies."""


def _ahead(state: ArchmagiState, seat: str, place: str, target: str, able: list[str]) -> Text:
    """What a hex brings to those of a stack who can go there."""
    left = max((steps_left(state, state.units[name]) for name in able), default=1) - 1
    return ahead(state, seat, target, able, len(stack(state, place, (seat,))) - len(able), max(left, 0),
                 [name for name in able if _drowns(state, name, target)])  # fmt: skip


def _drowns(state: ArchmagiState, name: str, target: str) -> bool:
    """Whether a unit that goes to a hex is lost where its turn ends there: it wades, and no ship takes it."""
    unit = state.units[name]
    swims = is_stranded(state, unit, target) and walks(state, unit, target) and not ship_at(state, unit, target)
    return swims and not ashore(state, unit, target)


def _who_goes(state: ArchmagiState, seat: str, place: str, target: str, able: list[str]) -> Rule[list[str]]:
    """Which units of a stack go. Who is asked even where only one of them can, so that nobody knows."""
    prompt = t("Who goes from {place} to {target}?", place=place.upper(), target=target.upper())
    only = t("Only one of them can go to {target}. {why}", target=target.upper(), why=UNKNOWN)
    units, most = [_walker(state, one) for one in units_to_pick(state, able)], room(state, seat, target)
    own = None if len(able) > 1 else only
    return (yield from several(seat, prompt, units, 1, most, about="who", own=own, marked=True,
                               send=[t("Move to {target}", target=target.upper())]))  # fmt: skip


def _walker(state: ArchmagiState, offer: Offer) -> Offer:
    """A unit that may go, with the moves it has left after that."""
    left = steps_left(state, state.units[offer.id]) - 1
    if left < 1:
        return offer
    words = plural(left, "{what} · 1 move left", "{what} · {n} moves left", what=hinted(offer.detail) or Text(""))
    return replace(offer, detail=words)


def arrive(state: ArchmagiState, going: list[str], target: str) -> None:
    """Move units into a hex: some on foot, the others aboard carriers that go along. Raises Refused."""
    units = [(name, state.units[name]) for name in going]
    walkers = [(name, one) for name, one in units if walks(state, one, target)]
    carriers = [name for name, one in walkers if any(own_has(state, one, word) for word in CARRIES)]
    for name, one in units:
        if one.aboard not in going:
            one.aboard = ""
        if (name, one) not in walkers:
            _board(state, one, [one.aboard, *carriers] if one.aboard else carriers)
    for _name, one in walkers:
        one.moved += 1
        if entry_refusal(state, one, target) is not None:
            _board(state, one, [ship_at(state, one, target)])
        elif is_stranded(state, one, target):  # it wades: a ship there takes it
            one.aboard = ship_at(state, one, target)
        elif not is_water(state, target):
            one.aboard = ""
    for _name, one in units:
        one.place = target
        one.halted = one.halted or bool(enemies(state, one.seat, target))
    settle_loads(state)
    state.truces = [one for one in state.truces if one != target]


def _board(state: ArchmagiState, unit: Unit, carriers: list[str]) -> None:
    name = next((one for one in carriers if one and (unit.aboard == one or takes(state, one, unit))), "")
    if not name:
        raise Refused("Move", t("There is no room aboard for all of them."), "choice")
    unit.aboard = name


# ---- spells outside battles


def in_hand(state: ArchmagiState, seat: str, when: str) -> list[Spell]:
    """The spells for this phase, each once, that a caster on the map can cast."""
    own = on_map(state, seat)
    spells = [lists_of(state.owner).spells[name] for name in dict.fromkeys(state.players[seat].spells)]
    return [one for one in spells if one.when == when and casters(state, own, high=one.high)]


def cast_moving(state: ArchmagiState, seat: str, spell: Spell) -> Rule[bool]:
    """Cast a spell on the caster's own stack: Haste, Walk on Water, Gate."""
    places = dict.fromkeys(one.place for one in casters(state, on_map(state, seat), high=spell.high).values())
    place = yield from where(state, seat, t("On which stack?"), places, "stack")
    words = t("{who} casts {spell} on {place}.", who=called(seat), spell=t(spell.name), place=place.upper())
    yield from used_up(state, seat, spell, words)
    for one in stack(state, place, (seat,)).values():
        one.hurry += spell.value if spell.effect == "haste" else 0
        one.wades = one.wades or spell.effect == "water"
    if spell.effect == "gate":
        yield from gate(state, seat, place, spell.value)
    return True


def gate(state: ArchmagiState, seat: str, place: str, most: int) -> Rule[None]:
    """Move at most so many units of the stack to a hex with an own banner and without enemies."""
    units, ways = stack(state, place, (seat,)), {}
    for to in banners(state, seat):
        able = [name for name, one in units.items() if can_go(state, one, to)]
        if able and to != place and not enemies(state, seat, to) and room(state, seat, to) > 0:
            ways[to] = able
    if not ways:
        yield from note(t("The gate leads nowhere."))
        return
    target = yield from where(state, seat, t("Where does the gate lead?"), ways, "gate")
    most = min(most, room(state, seat, target))
    through = units_to_pick(state, ways[target])
    going = ways[target]
    if len(going) > 1:
        going = yield from several(seat, t("Who goes through?"), through, 1, most, about="through",
                                   send=[t("Go to {target}", target=target.upper())])  # fmt: skip
    put_down(state, going, target)
    gone = some(len(going))
    yield from note(
        t("{who} moves {units} through the gate to {target}.", who=called(seat), units=gone, target=target.upper())
    )
