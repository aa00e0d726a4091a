"""Using abilities: what a unit or hero can use now, and its cost; also a Medic's help and setting up."""

from __future__ import annotations

from functools import partial

from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.games.multiverse_war.fighting.abilities import (
    USES,
    Use,
    entry_price,
    facing,
    heal,
    moment_refusal,
    wounded_near,
)
from companion.games.multiverse_war.fighting.aiming import can_aim, cube_of_choice, launch_refusal, must_set_up
from companion.games.multiverse_war.fighting.paying import pay, short_of
from companion.games.multiverse_war.fighting.skills import SKILLS, told
from companion.games.multiverse_war.world.facts import Deed
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import deeds_of, is_hero, ruled, tactics_left

ACTIONS = "Possible actions"
ALL_USES: dict[str, Use] = {**USES, **SKILLS}
ABILITIES_OF_A_HERO = 2
SPECIAL = t("Special")
"""The heading of all that is neither a way nor an attack."""


def helps(state: WarState, name: str) -> list[Offer]:
    """The offers of a Medic's help and a Gatling Gun's set-up."""
    unit, found = state.units[name], list[Offer]()
    if unit.kind == "field_medic" and not unit.done and not unit.marks.get("healed"):
        refusal = short_of(state, unit, 1) or refuse_if(
            not wounded_near(state, unit), ACTIONS, t("Nobody beside it is wounded.")
        )
        found.append(Offer("heal", t("Heal a wound"), partial(medic, state, name), refusal=refusal, group=SPECIAL))
    if must_set_up(state, unit) and not unit.done:
        found.append(Offer("set_up", t("Set up"), partial(set_up, state, name), refusal=short_of(state, unit, 1),
                           group=SPECIAL))  # fmt: skip
    return found


def medic(state: WarState, name: str) -> Rule[None]:
    """Heal one wound of an adjacent unit of the same side, once a turn."""
    unit = state.units[name]
    one = yield from cube_of_choice(state, unit.seat, t("Who is healed?"), wounded_near(state, unit), "heal")
    pay(state, unit, 1)
    unit.marks["healed"] = 1
    yield from heal(state, one)


def set_up(state: WarState, name: str) -> Rule[None]:
    """Defensive set-up: costs an action point and fixes the direction."""
    pay(state, state.units[name], 1)
    yield from facing(state, name, "set_up")


def deeds(state: WarState, name: str) -> list[Offer]:
    """The offers of the abilities that a unit has learned, or the skills that a hero has bought."""
    unit = state.units[name]
    return [Offer(f"use:{one.id}", t(one.name), partial(use, state, name, one), refusal=deed_refusal(state, unit, one),
                  detail=t(one.text), kind="use", group=SPECIAL)
            for one in deeds_of(state, unit) if one.id in ALL_USES]  # fmt: skip


def deed_refusal(state: WarState, unit: Unit, deed: Deed) -> Refusal | None:
    """Why an ability cannot be used now, or None."""
    way, tactical = ALL_USES[deed.id], not is_hero(unit) or ruled(state, "hero_tactics", "heroes-too")
    left = tactics_left(state, state.players[unit.seat]) > 0
    spent = refuse_if(tactical and not left, "Tactical points", t("No tactical point is left."))
    again = refuse_if(deed.id in unit.used, "Tactical points", t("It has been used in this turn."))
    used = sum(one != "attack" for one in unit.used)
    twice = refuse_if(is_hero(unit) and used >= ABILITIES_OF_A_HERO, "Mission four: heroes", t("Two abilities a turn."))
    early = moment_refusal(state, way, unit)
    early = early or spent or again or twice or short_of(state, unit, deed_cost(state, unit, deed))
    if early is None and way.attacks:
        nobody = refuse_if(not can_aim(state, unit, ("",)), "Tactical points", t("There is nobody to use it on."))
        early = launch_refusal(state, unit) if state.mapped else nobody
    return early or refuse_if(not way.able(state, unit), "Tactical points", t("There is nobody to use it on."))


def deed_cost(state: WarState, unit: Unit, deed: Deed) -> int:
    """The action points of an ability; those of an attack if it is one without a price of its own."""
    return entry_price(state, unit) if ALL_USES[deed.id].entry else deed.ap


def use(state: WarState, name: str, deed: Deed) -> Rule[None]:
    """Pay for an ability and do it; some abilities end the action."""
    unit, way = state.units[name], ALL_USES[deed.id]
    price = deed_cost(state, unit, deed)
    yield from told(state, unit.seat, deed.id)
    yield from way.do(state, name)
    if not is_hero(unit) or ruled(state, "hero_tactics", "heroes-too"):
        pay_tactics(state, unit.seat)
    pay(state, unit, price)
    unit.used.append(deed.id)
    if way.attacks:
        unit.attacked, unit.killed = True, False
    unit.done = unit.done or way.ends or (way.attacks and not is_hero(unit))


def pay_tactics(state: WarState, seat: str) -> None:
    """Spend a tactical point; when there are none left, by one reading a point of the store."""
    player = state.players[seat]
    store = player.store if ruled(state, "adrenaline", "separate") else 0
    if tactics_left(state, player) > store:
        player.tactics += 1
    else:
        player.store = max(0, player.store - 1)
