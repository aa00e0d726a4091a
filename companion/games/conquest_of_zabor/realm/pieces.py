"""Pieces: acquired Units and Upgrades, losses, areas that change hands, Units above capacity."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.core.asking import counts, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Row
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import (
    civilized,
    controlled,
    homes,
    is_rural,
    kind_of,
    land,
    others_in,
    units_in,
    who,
)
from companion.games.conquest_of_zabor.realm.atlas import choose_own, label, near_offers, offer, only_new
from companion.games.conquest_of_zabor.realm.effects import capacity, count_of, room, stat, supply
from companion.games.conquest_of_zabor.realm.piles import throw
from companion.games.conquest_of_zabor.state import Unit, ZaborState
from companion.games.conquest_of_zabor.wording import some, some_units

STEPS = {"metropol": "city", "city": "keep", "keep": ""}
ACQUIRE = "Glossary: acquiring"


def add_unit(state: ZaborState, seat: str, kind: str, place: str) -> str:
    """Place a Unit on the map. Returns its id."""
    state.pieces += 1
    name = f"u{state.pieces}"
    state.units[name] = Unit(seat, kind, place)
    return name


def take_off(state: ZaborState, name: str) -> None:
    """Remove a Unit from the map; a Monster's card goes under its deck (A51)."""
    unit = state.units.pop(name)
    player = state.players.get(unit.seat)
    if player is not None and unit.kind in player.monsters:
        player.monsters.remove(unit.kind)
        throw(state, "monster", unit.kind)


def unit_names(state: ZaborState, kinds: Sequence[str]) -> Text:
    """Units by number and kind: `2 Infantry, 1 Fleet`."""
    return listed([some_units(list(kinds).count(one), kind_of(state, one)) for one in dict.fromkeys(kinds)])


# ---- areas that change hands


def degrade(state: ZaborState, place: str) -> None:
    """Degrade an Upgrade by one step: Metropol, City, Keep, nothing."""
    area = state.areas[place]
    area.upgrade = STEPS.get(area.upgrade, "")
    if not area.upgrade:
        area.holder = ""


def conquer(state: ZaborState, seat: str, place: str, *, battle: bool) -> None:
    """Give a player an area that only its Units are in now; the Upgrade is degraded by one step (A04, A20)."""
    area = state.areas[place]
    if area.upgrade and area.holder != seat:
        if battle or state.rulings["degrade"] == "any":
            degrade(state, place)
        area.holder = seat if area.upgrade else ""
    remember_conquest(state, seat, place)


def remember_conquest(state: ZaborState, seat: str, place: str) -> None:
    """Record an area gained in this turn, for rules that count these."""
    player = state.players.get(seat)
    if player is not None and place not in player.conquered and not state.areas[place].sea:
        player.conquered.append(place)


def judge(state: ZaborState, place: str) -> None:
    """Give a Civilized Area to a player whose Units are alone in it, after hits outside of battles (A54)."""
    area = state.areas[place]
    seats = list(dict.fromkeys(one.seat for one in units_in(state, place).values()))
    if area.upgrade and len(seats) == 1 and area.holder not in seats and facts.BARBARIAN not in seats:
        conquer(state, seats[0], place, battle=False)


# ---- Units


def sea_offers(state: ZaborState, seat: str, what: Text | None = None) -> list[Offer | Group]:
    """The Sea Areas next to own Civilized Areas (A52: without other colours). `what` is the question they answer."""

    def against(place: str) -> Refusal | None:
        strange = others_in(state, place, seat) and state.rulings["placing"] == "no"
        return refuse_if(strange, ACQUIRE, t("Units of another colour are there."))

    ports = [one for one in civilized(state, seat) if state.areas[one].kind == "coast"]
    offers: list[Offer | Group] = []
    for port in ports:
        prompt = t("Which Sea Area beside {place}?", place=label(state, port))
        if what is not None:
            prompt = t("{what} It must be beside {place}.", what=what, place=label(state, port))
        near = near_offers(state, seat, port, "sea", against, wanted=prompt)
        beside = t("Beside {place}", place=label(state, port))
        offers.append(Group(port, beside, prompt, near, about="sea", skip_single=only_new(near)))
    return [one for one in offers if one.against is None]


def choose_sea(state: ZaborState, seat: str, prompt: Text) -> Rule[str]:
    """Ask where an acquired Naval Unit is placed; "" if there is no such place."""
    offers = sea_offers(state, seat, prompt)
    if not offers:
        return ""
    place: str = yield from menu(seat, prompt, offers, about="sea", skip_single=True)
    return place


def gain_units(state: ZaborState, seat: str, kind: str, n: int) -> Rule[None]:
    """Free Units of a type, as many as capacity and supply allow, placed as their owner chooses."""
    n = min(n, room(state, seat, kind))
    for _ in range(n):
        prompt = t("Where does the {unit} go?", unit=t(facts.UNITS[kind].name))
        if facts.UNITS[kind].naval:
            place = yield from choose_sea(state, seat, prompt)
        else:
            place = yield from choose_own(state, seat, prompt, homes(state, seat), "place")
        if not place:
            return
        add_unit(state, seat, kind, place)
        yield from note(come(state, seat, kind, place))


def gain_upgrade(state: ZaborState, seat: str, item: str, places: Sequence[str]) -> Rule[bool]:
    """A free Upgrade or Road in one of these areas. Returns False where there is none or the owner declines."""
    if not places or not supply(state, seat, item):
        return False
    prompt = t("Where does the free {item} go?", item=t(facts.ITEMS[item].name))
    none = Offer("none", t("Nowhere"), value="")
    place = yield from menu(seat, prompt, [none, *(offer(state, one) for one in places)], about="upgrade")
    if place:
        build(state, seat, item, place)
        yield from note(come(state, seat, item, place), kind="bought")
    return bool(place)


def come(state: ZaborState, seat: str, piece: str, place: str) -> Text:
    """Says that a Unit, an Upgrade or a Road has come to an area."""
    name = (facts.UNITS[piece] if piece in facts.UNITS else facts.ITEMS[piece]).name
    return t("{who}: {unit} at {place}.", who=who(seat), unit=some(1, name), place=label(state, place))


def build(state: ZaborState, seat: str, item: str, place: str) -> None:
    """Place an Upgrade or a Road in an area."""
    area = state.areas[place]
    if item == "road":
        area.roads.append(seat)
    else:
        area.upgrade, area.holder = item, seat


def roadless(state: ZaborState, seat: str) -> list[str]:
    """The own Land Areas where a Road can still be placed (A46)."""
    each = state.rulings["road_count"] == "road-per-colour"
    return [one for one in land(state, seat)
            if (seat not in state.areas[one].roads if each else not state.areas[one].roads)]  # fmt: skip


def sites(state: ZaborState, seat: str, item: str) -> list[str]:
    """Where a player can place an Upgrade or a Road: Keeps and Roads also in Rural Areas."""
    if item == "road":
        return roadless(state, seat)
    if item == "keep":
        return [one for one in land(state, seat) if is_rural(state, one)]
    below = facts.ITEMS[item].on
    return [one for one in civilized(state, seat) if state.areas[one].upgrade == below]


# ---- losses


def hurt_first(state: ZaborState, names: Sequence[str]) -> list[str]:
    """The Units that must take wounds next: those already wounded, else all."""
    wounded = [one for one in names if state.units[one].wounds]
    return wounded or list(names)


def wound(state: ZaborState, names: Sequence[str], wounds: int) -> list[str]:
    """Apply wounds to Units of one group, the wounded ones first. Returns the kinds that were killed."""
    killed = []
    alive = [one for one in names if one in state.units]
    while wounds > 0 and alive:
        one = hurt_first(state, alive)[0]
        unit = state.units[one]
        unit.wounds, wounds = unit.wounds + 1, wounds - 1
        if unit.wounds >= stat(state, unit.seat, unit.kind, "wounds"):
            killed.append(unit.kind)
            alive.remove(one)
            take_off(state, one)
    return killed


def health(state: ZaborState, names: Sequence[str]) -> int:
    """How many wounds these Units can still take in all."""
    return sum(max(1, stat(state, state.units[one].seat, state.units[one].kind, "wounds") - state.units[one].wounds)
               for one in names)  # fmt: skip


def stack_id(state: ZaborState, name: str) -> str:
    """The stack of a battle's picture in which a Unit stands: alike are those of one Empire, kind and wounds."""
    unit = state.units[name]
    return f"{unit.seat}:{unit.kind}:{unit.wounds}"


def _cheapest(state: ZaborState, name: str) -> tuple[bool, int, int]:
    """Cheap Units first; a Monster has no price and comes last."""
    unit = state.units[name]
    return unit.kind not in facts.UNITS, kind_of(state, unit.kind).price, stat(state, unit.seat, unit.kind, "wounds")


def suffer(state: ZaborState, chooser: str, names: Sequence[str], wounds: int) -> Rule[list[str]]:
    """Apply wounds to the Units of one side. Returns the kinds killed.

    The choosing player says how many each kind takes; Barbarians lose their cheapest first (A23).
    """
    names = [one for one in names if one in state.units]
    if not names or wounds <= 0:
        return []
    if wounds >= health(state, names):
        return wound(state, names, wounds)
    killed: list[str] = []
    wounded = [one for one in names if state.units[one].wounds]
    if len({state.units[one].kind for one in wounded}) == 1 and wounds >= health(state, wounded):
        wounds -= health(state, wounded)
        killed += wound(state, wounded, health(state, wounded))
        names = [one for one in names if one in state.units]
    kinds = dict.fromkeys(state.units[one].kind for one in sorted(names, key=lambda one: _cheapest(state, one)))
    if not wounds:
        return killed
    if state.units[names[0]].seat == facts.BARBARIAN:
        return killed + wound(state, sorted(names, key=lambda one: _cheapest(state, one)), wounds)
    if len(kinds) == 1:
        return killed + wound(state, names, wounds)
    rows = [_row(state, kind, [one for one in names if state.units[one].kind == kind]) for kind in kinds]
    owner = state.units[names[0]].seat
    prompt = plural(wounds, "One wound: who takes it?", "{n} wounds: who takes them?")
    given: dict[str, int]
    if wounds == 1:  # a button for each kind: one tap instead of a form
        offers = [Offer(row.id, _taken(kind_of(state, row.id), 1), value=row.id, detail=row.label,
                        refusal=split_refusal(state, names, {row.id: 1})) for row in rows]  # fmt: skip
        taker = yield from menu(chooser, prompt, offers, about=f"casualties:{owner}", skip_single=True)
        given = {taker: 1}
    else:
        given = yield from counts(chooser, prompt, rows, most=wounds, least=wounds, about=f"casualties:{owner}")
    refusal = split_refusal(state, names, given)
    if refusal is not None:
        raise Refused(refusal.section, refusal.reason, "casualties")
    for kind, n in given.items():
        killed += wound(state, [one for one in names if one in state.units and state.units[one].kind == kind], n)
    return killed


def _row(state: ZaborState, kind: str, names: Sequence[str]) -> Row:
    left, toughness = health(state, names), stat(state, state.units[names[0]].seat, kind, "wounds")
    units = some_units(len(names), kind_of(state, kind))
    label = plural(toughness, "{units}: 1 wound kills one", "{units}: {n} wounds kill one", units=units)
    return Row(kind, label, left, link=tuple(dict.fromkeys(stack_id(state, one) for one in names)),
               told=partial(_taken, kind_of(state, kind)))  # fmt: skip


def _taken(kind: facts.Kind, n: int) -> Text:
    """Wounds of one kind of Units, as the log tells them."""
    return plural(n, "{unit}: 1 wound", "{unit}: {n} wounds", unit=t(kind.name))


def split_refusal(state: ZaborState, names: Sequence[str], given: dict[str, int]) -> Refusal | None:
    """Why wounds cannot be dealt out so: an unwounded Unit would take one although another has wounds already."""
    partly, fresh_hit, wounded_left = 0, False, 0
    for kind in dict.fromkeys(state.units[one].kind for one in names):
        group = [one for one in names if state.units[one].kind == kind]
        toughness = stat(state, state.units[group[0]].seat, kind, "wounds")
        before = [state.units[one].wounds for one in group if state.units[one].wounds]
        needed = sum(max(1, toughness - one) for one in before)
        got = given.get(kind, 0)
        fresh_hit |= got > needed
        wounded_left += got < needed
        partly += got > needed and (got - needed) % toughness != 0
    return refuse_if(partly > 1 or (fresh_hit and wounded_left), "Battle",
                     t("Units that have wounds already take them first: at most one stays wounded."))  # fmt: skip


# ---- surplus


def surplus(state: ZaborState, seat: str, kind: str) -> int:
    """How many Units of a type are above its capacity (A12)."""
    return max(0, count_of(state, seat, kind) - capacity(state, seat, kind))


def trim(state: ZaborState, seat: str) -> Rule[None]:
    """The owner chooses and removes Units above the capacity of their type."""
    while state.rulings["above"] == "remove" and any(surplus(state, seat, kind) for kind in facts.UNITS):
        kind = next(kind for kind in facts.UNITS if surplus(state, seat, kind))
        over = surplus(state, seat, kind)
        names = [name for name, one in state.units.items() if one.seat == seat and one.kind == kind]
        places = dict.fromkeys(state.units[one].place for one in names)
        rows = [Row(place, label(state, place), sum(state.units[one].place == place for one in names),
                    told=partial(_from_there, label(state, place)))
                for place in places]  # fmt: skip
        given = {next(iter(places)): over}
        if len(places) > 1:
            prompt = t("{units} above the capacity: where are they removed?", units=some(over, facts.UNITS[kind].name))
            given = yield from counts(seat, prompt, rows, most=over, least=over, about=f"trim:{kind}",
                                      section="Glossary: Unit Capacity")  # fmt: skip
        for place, n in given.items():
            for one in [one for one in names if one in state.units and state.units[one].place == place][:n]:
                take_off(state, one)
        words = t("{who} removes {units}, above the capacity.", who=who(seat), units=some(over, facts.UNITS[kind].name))
        yield from note(words, kind="trim")
    if state.rulings["monsters"] == "three":
        yield from _spare_monsters(state, seat)


def _from_there(place: Text, n: int) -> Text:
    return t("{n} in {place}", n=n, place=place)


def _spare_monsters(state: ZaborState, seat: str) -> Rule[None]:
    own = state.players[seat].monsters
    while len(own) > facts.NUMBER["hand"]:
        offers = [Offer(one, t(kind_of(state, one).name), value=one) for one in own]
        kind = yield from menu(seat, t("At most 3 Monsters: which one goes?"), offers, about="trim:monster")
        for name in [name for name, one in state.units.items() if one.seat == seat and one.kind == kind]:
            take_off(state, name)
        if kind in own:
            own.remove(kind)
            throw(state, "monster", kind)


def lost_areas(state: ZaborState, seat: str) -> bool:
    """Whether a player has no Land Area left."""
    return not [place for place in controlled(state, seat) if not state.areas[place].sea]
