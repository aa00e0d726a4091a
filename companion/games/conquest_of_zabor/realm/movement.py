"""Movement: a group goes step by step from area to area, along Roads and Fleets, past enemies, into enemies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.core.asking import counts, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Row
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import step
from companion.engine.core.text import Text, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import (
    controller,
    is_rural,
    kind_of,
    native_comes,
    neighbours,
    network,
    others_in,
    who,
)
from companion.games.conquest_of_zabor.realm.atlas import label, near_offers, offer
from companion.games.conquest_of_zabor.realm.effects import level, stat
from companion.games.conquest_of_zabor.realm.pieces import add_unit, conquer, unit_names
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import some_units

SECTION = "Movement"


class Legs(Struct):
    """What a Unit has left for this move: Move points, and levels of abilities that let it pass."""

    move: int
    pathfinder: int
    flight: int
    water: int


def legs(state: ZaborState, name: str, free: int = 0) -> Legs:
    """What a Unit has at the start of a move; `free` replaces its Move, for cards."""
    unit = state.units[name]
    level_of = partial(level, state, unit.seat, unit.kind)
    move = free or stat(state, unit.seat, unit.kind, "move") + level_of("speed")
    return Legs(move, level_of("pathfinder"), level_of("flight"), level_of("water_walking"))


def is_naval(state: ZaborState, kind: str) -> bool:
    """Whether a type of Unit can only be at sea."""
    return kind_of(state, kind).naval


def movable(state: ZaborState, seat: str, *, naval: bool) -> dict[str, list[str]]:
    """The Units that have not moved in this action, by area."""
    found: dict[str, list[str]] = {}
    for name, one in state.units.items():
        free = one.seat == seat and not one.moved and one.place in state.areas
        if free and is_naval(state, one.kind) == naval and not others_in(state, one.place, seat):
            found.setdefault(one.place, []).append(name)
    return found


def reach(state: ZaborState, seat: str) -> dict[str, list[str]]:
    """Which Land Units of a seat come to each area in one move, by the borders that are known."""
    found: dict[str, list[str]] = {}
    for names in movable(state, seat, naval=False).values():
        for name in names:
            for place in _reached(state, seat, name):
                found.setdefault(place, []).append(name)
    return found


def _reached(state: ZaborState, seat: str, name: str) -> list[str]:
    """The areas that a Land Unit comes to in one move, by the borders that are known."""
    start, net = state.units[name].place, network(state, seat)
    todo, best = [(start, legs(state, name))], {start: legs(state, name).move}
    while todo:
        here, left = todo.pop(0)
        if not may_go_on(state, seat, here, [left], start, "land"):
            continue
        for there in neighbours(state, here):
            if step_refusal(state, seat, here, [left], "land", net, there) is not None:
                continue
            after = replace(left)
            pay(state, seat, here, there, [after], start, "land", net)
            if after.move > best.get(there, -1):
                best[there] = after.move
                todo.append((there, after))
    return [place for place in best if place != start and not state.areas[place].sea]


def ready_all(state: ZaborState) -> None:
    """Begin a new action: all Units may move and pursue again."""
    for one in state.units.values():
        one.moved, one.pursued = False, 0


@step("Movement", "Action card: Campaign", asks_first=True)
def move_group(state: ZaborState, seat: str, sort: str, source: str, target: str, free: int) -> Rule[str]:
    """Move a group of Units. Returns the area it came from, or "" when the player is done.

    `sort` is `land`, `naval`, `safe` (by a card: to own areas only) or `leave` (one stays behind). All come from
    `source` and go to `target`, where these are given; `free` areas replace Move.
    """
    found = movable(state, seat, naval=sort == "naval")
    found = {place: names for place, names in found.items() if place == source or not (source or place == target)}
    stays = sort == "leave"
    if stays:
        found = {place: names for place, names in found.items() if len(names) > 1}
    if not found:
        return ""
    begun = any(one.moved for one in state.units.values() if one.seat == seat)
    done = Offer("done", t("No more moves") if begun else t("Move nothing"), value="", ends=True)
    prompt = t("Which area do Units leave?")
    if target in state.areas:
        prompt = t("Which area do Units leave for {place}?", place=label(state, target))
    place = yield from menu(seat, prompt, [done, *(offer(state, one) for one in found)],
                            about="from")  # fmt: skip
    if not place:
        told = t("{who} moves no more Units.", who=who(seat)) if begun else t("{who} moves nothing.", who=who(seat))
        yield from note(told, kind="declined")
        return ""
    names = yield from choose_group(state, seat, found[place], len(found[place]) - stays)
    if names:
        yield from walk(state, seat, names, place, sort, target, free)
    return str(place)


def choose_group(state: ZaborState, seat: str, names: Sequence[str], most: int) -> Rule[list[str]]:
    """Ask which Units of an area, at most so many, move together; does not ask for a single one."""
    if len(names) == 1:
        return list(names)
    labels: dict[str, list[str]] = {}
    for name in names:
        unit = state.units[name]
        labels.setdefault(f"{unit.kind}:{unit.wounds}" if unit.wounds else unit.kind, []).append(name)
    whole = most == len(names)
    rows = [Row(one, _group_label(state, group[0]), len(group), start=len(group) if whole else 0,
                told=_of_group(state, group[0]))
            for one, group in labels.items()]  # fmt: skip
    given = yield from counts(seat, t("How many of them go together?"), rows, least=1, most=most, about="group")
    return [name for one, n in given.items() for name in labels[one][:n]]


def _of_group(state: ZaborState, name: str) -> Callable[[int], Text]:
    """How so many Units like this one are told."""
    kind, wounds = kind_of(state, state.units[name].kind), state.units[name].wounds

    def told(n: int) -> Text:
        words = some_units(n, kind)
        return plural(wounds, "{unit} with 1 wound", "{unit} with {n} wounds", unit=words) if wounds else words

    return told


def _group_label(state: ZaborState, name: str) -> Text:
    unit = state.units[name]
    words = t(kind_of(state, unit.kind).name)
    return plural(unit.wounds, "{unit}, 1 wound", "{unit}, {n} wounds", unit=words) if unit.wounds else words


def walk(
    state: ZaborState, seat: str, names: Sequence[str], start: str, sort: str, target: str = "", free: int = 0
) -> Rule[None]:
    """Move step by step until the group stops, must stop, or goes back to where it was."""
    left = [legs(state, name, free) for name in names]
    here, passed, net = start, [], network(state, seat)
    while True:
        go_on = may_go_on(state, seat, here, left, start, sort)
        against = partial(step_refusal, state, seat, here, left, sort, net)
        found = near_offers(state, seat, here, "sea" if sort == "naval" else "any", against, new=unknown(left, sort))
        onward = found if go_on else []
        onward = sorted((one for one in onward if one.against is None), key=lambda one: one.id != target)
        if onward and isinstance(onward[0], Offer) and onward[0].id == target:  # not to be looked for in a fold
            onward[0] = replace(onward[0], under=None)
        stay = stop_refusal(state, seat, here, start, sort, target)
        if not onward and stay is None and here != start:
            break
        who_moves = {"units": unit_names(state, [state.units[one].kind for one in names]), "place": label(state, here)}
        if not onward and stay is not None:
            words = "{units} in {place}: there is nowhere to go. The move is taken back."
            yield from note(t(words, **who_moves), to=seat)
            return
        stop = Offer("stop", t("Stop in {place}", place=label(state, here)), value="stop", refusal=stay)
        back = Offer("back", t("Take the move back"), value="back", minor=here != start and stay is None, ends=True)
        n, place = min(one.move for one in left), who_moves["place"]
        aside = t("{units} · Strength {n}", units=who_moves["units"],
                  n=sum(stat(state, seat, state.units[one].kind, "strength") for one in names))  # fmt: skip
        prompt = plural(
            n, "From {place}, 1 Move left: where to?", "From {place}, {n} Move left: where to?", place=place
        )
        if target in state.areas:
            prompt = plural(n, "From {place} to {target}, 1 Move left: where next?",
                            "From {place} to {target}, {n} Move left: where next?", place=place,
                            target=label(state, target))  # fmt: skip
        stops = [stop] if here != start else []
        there = yield from menu(seat, prompt, [*stops, *onward, back], about="to" if here == start else "onward",
                                aside=aside)  # fmt: skip
        if there == "back":
            who_moves["place"] = label(state, start)
            yield from note(t("{units} in {place}: the move is taken back.", **who_moves))
            return
        if there == "stop":
            break
        refusal = against(there)
        if refusal is not None:
            raise Refused(refusal.section, refusal.reason, "choice", refusal.kind)
        pay(state, seat, here, there, left, start, sort, net)
        if here != start:
            passed.append(here)
        here = there
    yield from arrive(state, seat, names, here, passed)


def unknown(left: Sequence[Legs], sort: str) -> str:
    """The sort of a not yet named area that a group could enter, or ""."""
    if sort == "safe" or any(one.move < 1 for one in left):
        return ""
    if sort == "naval":
        return "sea"
    return "any" if all(one.water > 0 or one.flight > 0 for one in left) else "land"


def is_hostile(state: ZaborState, seat: str, place: str) -> bool:
    """Whether a Land Area is not the mover's: natives, Barbarians or another Empire hold it."""
    return not state.areas[place].sea and controller(state, place) != seat


def may_go_on(state: ZaborState, seat: str, here: str, left: Sequence[Legs], start: str, sort: str) -> bool:
    """Whether a group can move on from the area it is in: own ones, or by Pathfinder and Flight."""
    if here == start:
        return True
    if state.areas[here].sea:
        return sort != "naval" or not others_in(state, here, seat)
    if not is_hostile(state, seat, here):
        return not others_in(state, here, seat)
    rural = is_rural(state, here)
    return all(one.flight > 0 or (rural and one.pathfinder > 0) for one in left)


def step_cost(net: set[str], here: str, there: str) -> int:
    """The Move points from one area to the next: none along Roads and Fleets."""
    return 0 if here in net and there in net else 1


def step_refusal(
    state: ZaborState, seat: str, here: str, left: Sequence[Legs], sort: str, net: set[str], there: str
) -> Refusal | None:
    """Why a group cannot enter the next area, or None."""
    area, naval = state.areas[there], sort == "naval"
    cost = 1 if naval else step_cost(net, here, there)
    if area.misty:
        return Refusal(SECTION, t("Nobody can enter it in this turn."))
    if min(one.move for one in left) < cost:
        return Refusal(SECTION, t("They have no Move left."))
    if naval:
        return None if area.sea else Refusal(SECTION, t("Naval Units keep to the sea."))
    if area.sea and there not in net and not all(one.water > 0 or one.flight > 0 for one in left):
        return Refusal(SECTION, t("Land Units cannot enter the sea."))
    if area.sea and others_in(state, there, seat) and not all(one.flight > 0 for one in left):
        return Refusal(SECTION, t("They would have to stop at others' Fleets, and cannot stay at sea."))
    if sort == "safe" and is_hostile(state, seat, there):
        return Refusal(SECTION, t("Only areas you control."))
    return None


def stop_refusal(state: ZaborState, seat: str, here: str, start: str, sort: str, target: str) -> Refusal | None:
    """Why a group cannot end its move where it is, or None."""
    still = refuse_if(here == start, SECTION, t("They have not moved yet."))
    wet = refuse_if(sort != "naval" and state.areas[here].sea, SECTION, t("Land Units cannot stay at sea."))
    wrong = refuse_if(target and here != target, "Phase 6: warfare", t("All go to the same Land Area."))
    return still or wet or wrong


def pay(
    state: ZaborState, seat: str, here: str, there: str, left: Sequence[Legs], start: str, sort: str, net: set[str]
) -> None:
    """Subtract the cost of a step: Move points; a level for a hostile area that is passed, and for sea without a
    Fleet.
    """
    naval = sort == "naval"
    cost = 1 if naval else step_cost(net, here, there)
    for one in left:
        one.move -= cost
        if here != start and is_hostile(state, seat, here):
            if one.pathfinder > 0 and is_rural(state, here):
                one.pathfinder -= 1
            else:
                one.flight -= 1
        if not naval and state.areas[there].sea and there not in net:
            if one.water > 0:
                one.water -= 1
            elif state.rulings["flight_sea"] == "count":
                one.flight -= 1


def arrive(state: ZaborState, seat: str, names: Sequence[str], place: str, passed: Sequence[str]) -> Rule[None]:
    """Place the group in its area: natives appear, undefended areas change hands, enemies are met."""
    if state.rulings["passing"] == "all-passed":
        for one in passed:
            spawn_native(state, one)
    holder = controller(state, place)
    spawn_native(state, place)
    for name in names:
        state.units[name].place, state.units[name].moved = place, True
    yield from note(t("{who}: {units} to {place}.", who=who(seat), place=label(state, place),
                      units=unit_names(state, [state.units[one].kind for one in names])), kind="move")  # fmt: skip
    if holder not in ("", seat):
        bar(state, seat, holder)
    if not others_in(state, place, seat) and holder != seat:
        conquer(state, seat, place, battle=False)


def bar(state: ZaborState, seat: str, other: str) -> None:
    """Record that two Empires cannot trade in this turn."""
    for one, two in ((seat, other), (other, seat)):
        player = state.players.get(one)
        if player is not None and two not in player.barred:
            player.barred.append(two)


def spawn_native(state: ZaborState, place: str) -> None:
    """Place a native Infantry where one comes to meet those who enter."""
    if native_comes(state, place):
        add_unit(state, facts.BARBARIAN, "infantry", place)
