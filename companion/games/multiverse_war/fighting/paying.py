"""What actions cost and bring: action points, the bonus of a road march, the end of the action; gold."""

from __future__ import annotations

from companion.engine.core.errors import Refusal
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import Blow, Unit, WarState
from companion.games.multiverse_war.world.units import allowance, ap_left, is_hero, ruled
from companion.games.multiverse_war.world.wording import action_points

N = facts.NUMBERS


def pay(state: WarState, unit: Unit, n: int, *, road: bool = False) -> None:
    """Spend action points; a unit that spends all its normal ones by road gets one more (Logistics, A71)."""
    unit.spent += n
    unit.by_road += n if road else 0
    if road and not unit.bonus and unit.by_road == unit.spent == allowance(state, unit):
        unit.bonus = 1


def short_of(state: WarState, unit: Unit, n: int) -> Refusal | None:
    """Why a unit cannot pay `n` action points, or None."""
    return refuse_if(
        ap_left(state, unit) < n, "Quick reference sheet", t("It needs {points}.", points=action_points(n))
    )


def regular(state: WarState, unit: Unit) -> Blow | None:
    """What is special about a regular attack: whether it is one of two. None if nothing."""
    if unit.marks.get("onslaught"):
        return Blow("", "", extra={"onslaught": N["abilities"]["twice"]})
    return None


def attacked_already(unit: Unit) -> Refusal | None:
    """Why a hero cannot attack again: once a turn, however many action points are given back. None if it can."""
    once = is_hero(unit) and "attack" in unit.used
    return refuse_if(once, "Mission four: heroes", t("A hero has one regular attack a turn."))


def after_attack(state: WarState, unit: Unit) -> None:
    """End the action after an attack, except after the first of an Onslaught, and by one reading a hero's."""
    unit.attacked = True
    left = max(0, unit.marks.get("onslaught", 0) - 1)
    unit.marks["onslaught"] = left
    unit.done = not left and not (is_hero(unit) and ruled(state, "hero_order", "any-order"))
    if is_hero(unit):
        unit.used.append("attack")


def earn(state: WarState, seat: str, gold: int) -> None:
    """Give a player gold; by one reading only as many coins as there are."""
    if ruled(state, "coins", "coin-limit"):
        left = N["counts"]["coins"] - sum(one.gold for one in state.players.values())
        gold = min(gold, max(0, left))
    state.players[seat].gold += gold
