"""The Diplomacy action: an area changes hands without a battle, and its pieces with it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.core.asking import counts, note, pick, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Option, Row
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.actions import begin_moves, march
from companion.games.conquest_of_zabor.phases.conflicts import fight
from companion.games.conquest_of_zabor.realm.areas import (
    controlled,
    controller,
    join,
    kind_of,
    known_border,
    others_in,
    touches,
    units_in,
    who,
)
from companion.games.conquest_of_zabor.realm.atlas import add_area, label, offer, room_for_more
from companion.games.conquest_of_zabor.realm.deeds import do
from companion.games.conquest_of_zabor.realm.effects import lasting, room, supply, whens
from companion.games.conquest_of_zabor.realm.movement import bar
from companion.games.conquest_of_zabor.realm.pieces import add_unit, remember_conquest, take_off, unit_names
from companion.games.conquest_of_zabor.state import ZaborState

SECTION = "Action card: Diplomacy"


@flow("Action card: Diplomacy")
def diplomacy(seat: str, slot: str) -> Rule[None]:
    """Choose an area; its owner moves all but 1 Unit out of it, then it changes hands with what is left."""
    place = yield from negotiate(seat, slot)
    if not place:
        return
    former = yield from evacuate(place)
    if former:
        yield from begin_moves()
        yield from repeat(march(former, "leave", place, "", 0))
        yield from repeat(fight(former))
    yield from take_over(seat, place)


@step("Action card: Diplomacy")
def negotiate(state: ZaborState, seat: str, slot: str) -> Rule[str]:
    """Choose an adjacent Barbarian Area or, with the primary, an adjacent Empire's Rural Area. Returns "" for none."""
    offers = diplomacy_offers(state, seat, slot)
    if all(one.against for one in offers):
        yield from note(t("No area can come under the control of {who}.", who=who(seat)))
        return ""
    if state.rulings["must"] == "may":
        offers.append(Offer("none", t("None"), value="", minor=True))
    sure = not any(isinstance(one, Offer) and one.grave and one.allowed for one in offers)
    prompt = t("Which adjacent area comes under your control?")
    place = yield from menu(seat, prompt, offers, about="diplomacy", skip_single=sure)
    own = controlled(state, seat)
    if (
        place
        and len(own) == 1
        and touches(state, seat, place) is None
        and not (slot == "secondary" and _reaches_all(state))
    ):
        join(state, own[0], place)  # nothing else can be the neighbour
    refusal = target_refusal(state, seat, place, slot) if place else None
    if refusal is not None:
        raise Refused(refusal.section, refusal.reason, "choice", refusal.kind)
    return str(place)


def diplomacy_offers(state: ZaborState, seat: str, slot: str) -> list[Offer | Group]:
    """The areas of others, and one that is not on the list yet."""
    offers: list[Offer | Group] = [
        _target(state, seat, place, slot) for place in state.areas if controller(state, place) != seat
    ]
    natives = state.rulings["barbarian_area"] == "uncontrolled" and state.rulings["diplomacy_native"] == "joins"
    afar = slot == "secondary" and _reaches_all(state)
    natives = natives and bool(afar or controlled(state, seat))
    if natives and room_for_more(state, "land") and may_convert(state, seat, "infantry"):
        offers.append(Offer("new", t("An area not yet on the list"), lambda: add_area(state, seat, "land")))
    return offers


def _target(state: ZaborState, seat: str, place: str, slot: str) -> Offer:
    """An area that may come under control; one of which nobody has said yet whether it is adjacent stands apart, and
    a slip of the finger would take it.
    """
    found = offer(state, place, target_refusal(state, seat, place, slot))
    if touches(state, seat, place) is not None or (slot == "secondary" and _reaches_all(state)):
        return found
    under = t("Not known to border an area of yours: tap only what your map shows beside one")
    return replace(found, under=under, grave=True)


def _reaches_all(state: ZaborState) -> bool:
    """Whether the secondary action takes Rural Areas anywhere (A17)."""
    return state.rulings["secondary_diplomacy"] == "anywhere"


def target_refusal(state: ZaborState, seat: str, place: str, slot: str) -> Refusal | None:
    """Why an area cannot be the target, or None."""
    ways = [one.get("as") for one in lasting(state, seat, "diplomacy")]
    primary = slot == "primary" or "primary" in ways
    holder, area = controller(state, place), state.areas[place]
    rural = not holder and not area.upgrade and not area.sea
    anywhere = slot == "secondary" and _reaches_all(state) and rural
    far = refuse_if(touches(state, seat, place) is False and not anywhere, SECTION, t("It is not adjacent."))
    if holder:
        allowed = primary or "empires" in ways
        shut = (
            refuse_if(not allowed, SECTION, t("Only an area of the Barbarians."))
            or refuse_if(area.sea, SECTION, t("A Sea Area of an Empire cannot be taken."))
            or refuse_if(bool(area.upgrade), SECTION, t("An Empire keeps an area with an Upgrade."))
        )
        return far or shut
    other = refuse_if(not rural and not primary, SECTION, t("Only a Rural Area."))
    return far or other or _empty_refusal(state, seat, place)


def _empty_refusal(state: ZaborState, seat: str, place: str) -> Refusal | None:
    """Why nothing there could hold the area for the taker (A18, A41, A45)."""
    pieces, area = list(units_in(state, place).values()), state.areas[place]
    bare = not pieces and not area.upgrade
    if bare and (
        area.sea or state.rulings["barbarian_area"] == "pieces-only" or state.rulings["diplomacy_native"] == "no-unit"
    ):
        return refuse_if(True, SECTION, t("No Barbarian piece is there."))
    kinds = [one.kind for one in pieces] or ["infantry"]
    held = area.upgrade or any(may_convert(state, seat, kind) for kind in kinds)
    return refuse_if(not held, SECTION, t("Your capacity leaves nothing to hold it."))


def may_convert(state: ZaborState, seat: str, kind: str) -> int:
    """How many more Units of a type can change to a player's colour (A45)."""
    if kind not in facts.UNITS:
        return 1
    return (supply if state.rulings["conversion"] == "over-capacity" else room)(state, seat, kind)


@step("Action card: Diplomacy")
def evacuate(state: ZaborState, place: str) -> Rule[str]:
    """The owner moves all but one Unit to adjacent own areas (A44).

    By the other reading they move as in Movement: then it returns the owner.
    """
    former = controller(state, place)
    names = [name for name, one in units_in(state, place, former).items() if not kind_of(state, one.kind).naval]
    if not former or len(names) < 2:
        return ""
    if state.rulings["evacuation"] == "normal-move":
        return former
    places = [one for one in controlled(state, former)
              if one != place and not state.areas[one].sea and known_border(state, place, one) is not False
              and not others_in(state, one, former)]  # fmt: skip
    if not places:
        return ""
    choice = [Option(name, t(kind_of(state, state.units[name].kind).name)) for name in names]
    prompt = t("{place} is lost: which Units leave it first?", place=label(state, place))
    leaving = yield from pick(former, prompt, choice, 0, len(names) - 1, about="evacuate")
    for name in leaving:
        offers = [offer(state, one) for one in places]
        stay = Offer("stay", t("It stays: none of them is adjacent"), value="", minor=True)
        prompt = t("Where does the {unit} go?", unit=t(kind_of(state, state.units[name].kind).name))
        there = yield from menu(former, prompt, [*offers, stay], about="leave")
        if there:
            state.units[name].place = there
    return ""


@step("Action card: Diplomacy")
def take_over(state: ZaborState, seat: str, place: str) -> Rule[None]:
    """Give a player the area and what is left there; nothing is degraded."""
    area, former = state.areas[place], controller(state, place)
    if former and state.rulings["trade_bar"] == "any-harm":
        bar(state, seat, former)
    if not units_in(state, place) and not area.sea and not area.upgrade:
        add_unit(state, facts.BARBARIAN, "infantry", place)
    yield from _convert(state, seat, place)
    if area.upgrade:
        area.holder = seat
    remember_conquest(state, seat, place)
    taken = [one.kind for one in units_in(state, place, seat).values()]
    words = t("{who} takes {place} by Diplomacy.", who=who(seat), place=label(state, place))
    yield from note(words, kind="diplomacy")
    if taken:
        yield from note(t("{who} gets {units}.", units=unit_names(state, taken), who=who(seat)))
    for card, effect in whens(state, seat, "diplomacy"):
        yield from do(state, seat, card, effect)


def _convert(state: ZaborState, seat: str, place: str) -> Rule[None]:
    """Of each type as many change colour as the taker may have, of his choice; the rest is removed (A45)."""
    kinds: dict[str, list[str]] = {}
    for name, unit in units_in(state, place).items():
        kinds.setdefault(unit.kind, []).append(name)
    for kind in sorted(kinds, key=lambda one: not may_convert(state, seat, one)):
        names = kinds[kind]
        joining = yield from _joining(state, seat, kind, names)
        for name in names:
            if name not in joining:
                take_off(state, name)
                continue
            unit = state.units[name]
            former = state.players.get(unit.seat)
            if former is not None and kind in former.monsters:
                former.monsters.remove(kind)
                state.players[seat].monsters.append(kind)
            unit.seat, unit.moved = seat, False


def _joining(state: ZaborState, seat: str, kind: str, names: Sequence[str]) -> Rule[list[str]]:
    """Which Units of a type change colour: asked only where some are wounded and not all can."""
    n = _allowed(state, seat, kind, names)
    wounds = sorted({state.units[one].wounds for one in names})
    if len(names) <= n or len(wounds) == 1 or not n:
        return list(names[:n])
    groups = {str(hurt): [one for one in names if state.units[one].wounds == hurt] for hurt in wounds}
    unit = t(kind_of(state, kind).name)
    rows = [
        Row(hurt, plural(int(hurt), "{unit}, 1 wound", "{unit}, {n} wounds", unit=unit), len(group))
        for hurt, group in groups.items()
    ]
    given = yield from counts(seat, t("Which {n} of them join you?", n=n), rows, most=n, least=n, about="join")
    return [one for hurt, group in groups.items() for one in group[: given.get(hurt, 0)]]


def _allowed(state: ZaborState, seat: str, kind: str, names: Sequence[str]) -> int:
    """How many of a type may change colour: the area counts for the capacity as soon as one of them has."""
    former, n = state.units[names[0]].seat, 0
    while n < len(names) and may_convert(state, seat, kind):
        state.units[names[n]].seat = seat
        n += 1
    for name in names:
        state.units[name].seat = former
    return n
