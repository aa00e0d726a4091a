"""The revenue phase: repairs, gold with its terms, aether stones, gifts, deals and treaties."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import confirm, note, number, repeat
from companion.engine.core.effects import Rule, Sum, Term, add_up
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.rules import flow, step
from companion.engine.core.text import plural, t
from companion.games.multiverse_war.fighting.paying import earn
from companion.games.multiverse_war.phases.victory import in_force, win
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import own_buildings, quarries, settlement, supplied
from companion.games.multiverse_war.world.state import Building, Treaty, WarState
from companion.games.multiverse_war.world.units import allies, book, ruled, who

N = facts.NUMBERS
VICTORY = "Victory conditions"
SHEET_CITY = 2
"""The settlement's income as the play aid prints it (A09)."""


@flow("Turn order")
def revenue_phase(seat: str) -> Rule[None]:
    """A player's revenue phase."""
    yield from collect(seat)
    yield from repeat(deal(seat))


@step("Fourth turn")
def collect(state: WarState, seat: str) -> Rule[None]:
    """Repairs, then the gold of settlement and buildings, then stones of controlled quarries."""
    state.active, state.phase = seat, "Revenue"
    if state.winners or state.players[seat].out:
        return
    if ruled(state, "repair", "revenue"):
        repair(state, seat)
    joined = yield from supply(state, seat)
    found = income(state, seat, joined)
    earn(state, seat, found.total)
    yield from note(
        t("{who} takes {n} gold.", who=who(seat), n=found.total), found, kind="gold", facts={"n": found.total}
    )
    if in_force(state, "portal") and state.turn >= N["portal"]["first_turn"]:
        yield from mine(state, seat)


def repair(state: WarState, seat: str) -> None:
    """Repair every building of a player."""
    for building in own_buildings(state, seat).values():
        building.wounds = max(0, building.wounds - book(state).buildings[building.kind].repair)


def supply(state: WarState, seat: str) -> Rule[int]:
    """How many revenue buildings are joined to the settlement by road; without a map in the app, players count them."""
    earning = [one for one in own_buildings(state, seat).values()
               if one.kind != "settlement" and book(state).buildings[one.kind].revenue]  # fmt: skip
    if state.mapped:
        return len(supplied(state, seat))
    if not earning or not state.players[seat].roads or settlement(state, seat) is None:
        return 0
    prompt = t("How many of your revenue buildings are joined to the settlement by road?")
    return (yield from number(seat, prompt, 0, len(earning), observation=True, about="supply", section="Logistics"))


def income(state: WarState, seat: str, joined: int) -> Sum:
    """The gold of a revenue phase."""
    buildings = [one for one in own_buildings(state, seat).values() if one.kind != "settlement"]
    home = settlement(state, seat)
    city = 0
    if home is not None:
        city = book(state).buildings["settlement"].revenue if ruled(state, "income", "text") else SHEET_CITY
    terms = [Term(t(book(state).buildings[one.kind].name), revenue_of(state, one), "Fourth turn") for one in buildings]
    return add_up(
        t("Revenue"), Term(t("Settlement"), city, "Second turn"), *terms, Term(t("Supply lines"), joined, "Logistics")
    )


def revenue_of(state: WarState, building: Building) -> int:
    """The gold from a building; buildings of higher ages give no more (A11)."""
    times = building.age if ruled(state, "upgrade_income", "adds-up") else 1
    return book(state).buildings[building.kind].revenue * times


def mine(state: WarState, seat: str) -> Rule[None]:
    """Take a stone for each controlled quarry. Enough stones complete the Portal; partners share one."""
    n = len(quarries(state, seat)) if state.mapped else 0
    if not state.mapped:
        prompt = t("How many quarries do you control?")
        n = yield from number(seat, prompt, 0, 3, observation=True, about="quarries", section=VICTORY)
    state.players[seat].stones += n
    if n:
        yield from note(t("{who} gains aether stones: {n}.", who=who(seat), n=n), kind="stones")


@step(VICTORY)
def portal(state: WarState) -> Rule[None]:
    """A side with enough stones wins; of two sides the one with more stones, then the first to act."""
    if not in_force(state, "portal"):
        return
    totals = {seat: sum(state.players[one].stones for one in allies(state, seat)) for seat in state.action_order}
    best = max(totals.values())
    if best >= N["portal"]["stones"]:
        yield from win(state, [next(seat for seat in totals if totals[seat] == best)], "portal")


# ---- gifts, deals, treaties


@step("Added rules for team games")
def deal(state: WarState, seat: str) -> Rule[bool]:
    """Gold for an ally; in open diplomacy gold for anybody, and treaties. Returns False when the player is done."""
    others = [one for one in state.seats if one != seat and not state.players[one].out
              and (state.diplomacy or one in allies(state, seat))]  # fmt: skip
    if not others or state.winners or state.players[seat].out or state.turn < 2:
        return False
    gold = state.players[seat].gold
    offers: list[Offer | Group] = [
        Offer(f"give:{one}", t("Give gold to {who}", who=who(one)), partial(give, state, seat, one))
        for one in others
        if gold and not is_paused(state, seat, one)
    ]
    offers += [
        Offer(f"treaty:{one}", t("Offer a treaty to {who}", who=who(one)), partial(offer_treaty, state, seat, one))
        for one in others
        if state.diplomacy and may_deal(state, seat, one)
    ]
    if not offers:
        return False
    done = Offer("done", t("On to the build phase"), value=False, ends=True)
    prompt, section = t("Gifts and deals: {n} gold", n=gold), _rules_of_deals(state)
    return bool((yield from menu(seat, prompt, [done, *offers], about="deal", section=section)))


def _rules_of_deals(state: WarState) -> str:
    """The chapter about gifts: among allies, or between any two."""
    return "Added rules for team games" if state.teams else "Added rules: free for all"


def give(state: WarState, seat: str, other: str) -> Rule[bool]:
    """Give gold to another player, under whatever terms the two have agreed."""
    n = yield from number(
        seat,
        t("How much gold for {who}?", who=who(other)),
        1,
        state.players[seat].gold,
        1,
        about="gold",
        section=_rules_of_deals(state),
    )
    state.players[seat].gold -= n
    earn(state, other, n)
    yield from note(t("{who} gives {n} gold to {other}.", who=who(seat), n=n, other=who(other)), kind="gift")
    return True


def may_deal(state: WarState, seat: str, other: str) -> bool:
    """Whether a treaty with a player is possible: not during one, nor in the three turns after it."""
    lasts = any(seat in one.seats and other in one.seats and state.turn <= one.until for one in state.treaties)
    return not lasts and not is_paused(state, seat, other)


def is_paused(state: WarState, seat: str, other: str) -> bool:
    """Whether these are the three turns after a treaty, in which the two make no deals at all."""
    return any(
        seat in one.seats and other in one.seats and one.until < state.turn <= one.until + N["treaty"]["turns"]
        for one in state.treaties
    )


def offer_treaty(state: WarState, seat: str, other: str) -> Rule[bool]:
    """Make a treaty of three turns, if the other player agrees."""
    prompt = plural(N["treaty"]["turns"], "{who} offers a treaty of 1 turn. Agree?",
                    "{who} offers a treaty of {n} turns. Agree?", who=who(seat))  # fmt: skip
    agreed = yield from confirm(other, prompt, about="treaty", usual="no", section="Added rules: free for all")
    if agreed:
        state.treaties.append(Treaty([seat, other], state.turn + N["treaty"]["turns"] - 1))
        yield from note(t("{who} and {other} make a treaty.", who=who(seat), other=who(other)), kind="treaty")
    return False
