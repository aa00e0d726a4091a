"""A fight as a panel: both sides, the strength of the next blow, the blows to come. A seat's view of it comes in."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core.text import Text, t
from companion.engine.game.panels import BattlePanel, BattleSide, Gauge, Panel, StackView
from companion.games.multiverse_war.readers.looks import BEAST, LOOKS, SIGNS, sign_of
from companion.games.multiverse_war.world.figures import is_fixed, total
from companion.games.multiverse_war.world.state import Blow, Fight, WarState
from companion.games.multiverse_war.world.strength import chance
from companion.games.multiverse_war.world.units import (
    book,
    building_name,
    health_of,
    is_ambush,
    label,
    name_of,
    who,
)


def is_shown(state: WarState) -> bool:
    """Whether there is a fight, with both sides still there."""
    fight = state.fights[0] if state.fights else None
    return fight is not None and fight.attacker in state.units and _is_there(state, fight.target)


def fight_panel(state: WarState, *, told: bool = False) -> list[Panel]:
    """Each fight with the strength of its next blow, while both sides are there."""
    if not is_shown(state):
        return []
    fight = state.fights[0]
    owner = state.buildings[fight.target].seat if fight.target in state.buildings else state.units[fight.target].seat
    sides = (_side(state, fight, fight.attacker, state.units[fight.attacker].seat, t("Attacker")),
             _side(state, fight, fight.target, owner, t("Defender")))  # fmt: skip
    legend = (t("On a counter: health left. Above: the strength of the next blow."),) if told else ()
    return [BattlePanel("battle", "now", t("Combat"), sides, (), tuple(_forecast(state, fight)), legend=legend)]


def _forecast(state: WarState, fight: Fight) -> Iterator[Text]:
    """What follows the blow that is being struck, and with which chance; that nobody strikes back, where this is so.
    The chance of the blow itself stands at its die. Nothing is said that gives a hidden cube away.
    """
    if not fight.blows or not all(_is_told(state, blow) for blow in fight.blows):
        return
    for blow in fight.blows[1:]:
        if blow.striker in state.units:
            words: dict[str, str | int | Text] = {
                "unit": _whose(state, blow.striker), "percent": chance(state.rulings, total(state, fight, blow).total),
            }  # fmt: skip
            back = blow.manner in ("answer", "reply")
            yield (t("Strikes back if still alive: {unit}, {percent} %", **words) if back and not blow.always
                   else t("Strikes next: {unit}, {percent} %", **words))  # fmt: skip
    if len(fight.blows) == 1 and not fight.struck:
        target = fight.blows[0].target
        yield (t("Does not strike back: {unit}", unit=_whose(state, target)) if target in state.units
               else t("Nobody strikes back."))  # fmt: skip


def _whose(state: WarState, name: str) -> Text:
    """A cube with its owner."""
    seat, unit = state.units[name].seat, _called(state, name)
    return t("{who}'s {unit}", who=who(seat), unit=unit) if seat else unit


def _called(state: WarState, name: str) -> Text:
    """What stands on the counter of a cube."""
    return label(state, name) if is_ambush(state, name) else name_of(state, state.units[name].kind)


def _is_there(state: WarState, name: str) -> bool:
    return name in state.units or name in state.buildings


def _side(state: WarState, fight: Fight, name: str, seat: str, role: Text) -> BattleSide:
    colour, pattern, emblem = LOOKS.get(seat, BEAST)
    if name in state.buildings:
        one = state.buildings[name]
        left: int | None = book(state).buildings[one.kind].health - one.wounds
        words, sign = building_name(state, one), SIGNS[one.kind]
    else:
        unit = state.units[name]
        ambush = is_ambush(state, name)
        words, sign = _called(state, name), "sabres" if ambush else sign_of(state, unit.kind)
        left = health_of(state, unit) - unit.wounds if unit.kind and not ambush else None
    marks = (t("{n} health left", n=left),) if left is not None else ()
    blows = [blow for blow in fight.blows if blow.striker == name and _is_told(state, blow)]
    made = total(state, fight, blows[0]) if blows else None
    gauges = (Gauge(t("Strength"), made.total, colour, "S", "attack"),) if made is not None else ()
    if made is None and name in fight.made and _are_known(state, fight.attacker, fight.target):
        gauges = (Gauge(t("Strength of its blow"), fight.made[name], colour, "S", "attack"),)
    if name in fight.struck and not any(blow.striker == name for blow in fight.blows):
        marks = (*marks, t("has struck"))
    view = StackView(words, None, kind=sign, health=left, marks=marks, colour=colour, pattern=pattern, emblem=emblem)
    return BattleSide(who(seat) if seat else t("The wild"), seat, role, gauges, (view,), colour=colour, made=made)


def _is_told(state: WarState, blow: Blow) -> bool:
    """Whether the figure of a blow gives nothing away: both are known to who looks, or it hangs on neither."""
    return _are_known(state, *(() if is_fixed(state, blow) else (blow.striker, blow.target)))


def _are_known(state: WarState, *names: str) -> bool:
    """Whether who looks knows what they are."""
    return all(name in state.buildings or (name in state.units and bool(state.units[name].kind)) for name in names)
