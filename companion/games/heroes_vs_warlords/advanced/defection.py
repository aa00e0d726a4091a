"""Mercenaries in combat (19.8): a Hero spends Honor to make some of the enemy's change sides."""

from __future__ import annotations

from companion.engine.core.chances import Contest
from companion.engine.core.effects import Roll, Sum, Term
from companion.engine.rules import Offer, Refusal, Rule, Text, confirm, contest, menu, note, number, partial, plural, t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.advanced.experience import honor_used
from companion.games.heroes_vs_warlords.advanced.skills import about_role
from companion.games.heroes_vs_warlords.fighting.fights import Role, bury, opposite, side_name, side_of
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import stack_text
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

MERCENARIES = "mercenaries"
JOINED = 200
"""The section of Mercenaries who have come over in this combat and formed a stack of their own."""
STACK_LIMIT: int = facts.SETUP["stack_limit"]
SUBVERTED = (-1, -1)
"""What a menu of attacks or movements gives when Mercenaries were subverted instead."""


def refusal(state: HvWState, fight: Battle, role: Role) -> Refusal | None:
    """Why a side cannot subvert anybody now: no Honor, no Hero, or no enemy Mercenaries (19.8, ruling R99)."""
    side = side_of(fight, role)
    poor = facts.AGAINST(no_honor=not honor_used(state) or not side.hero or not side.honor)
    return poor or facts.AGAINST(no_mercenaries=not _stacks_of(side_of(fight, opposite(role))))


def _stacks_of(side: Side) -> list[Fighter]:
    return [one for one in side.stacks if one.faction == MERCENARIES and one.count]


# ---- when


def offers(state: HvWState, fight: Battle, role: Role) -> list[Offer]:
    """The offers to subvert: between any two attacks or movements both Heroes may try, even if their side does not
    act (ruling R99); its player may then still decline.
    """
    found, other = [], opposite(role)
    if refusal(state, fight, role) is None:
        label, do = t("Subvert enemy Mercenaries"), partial(subvert, state, fight, role)
        found.append(Offer("subvert", label, do, SUBVERTED, minor=True))
    if refusal(state, fight, other) is None:
        label = t("First {who} may subvert Mercenaries", who=side_name(side_of(fight, other)))
        found.append(Offer("subverted", label, partial(invite, state, fight, other), SUBVERTED, minor=True))
    return found


def invite(state: HvWState, fight: Battle, role: Role) -> Rule[None]:
    """Ask a side whether it wants to try to subvert Mercenaries."""
    side = side_of(fight, role)
    if (yield from _wants(side, role, t("{who}: try to subvert enemy Mercenaries?", who=side_name(side)))):
        yield from subvert(state, fight, role)


def _wants(side: Side, role: Role, prompt: Text) -> Rule[bool]:
    yes, no = t("Subvert"), t("Not now")
    return (yield from confirm(side.seat, prompt, yes, no, about=about_role(role), usual="no", section="19.8"))


# ---- an attempt


def subvert(state: HvWState, fight: Battle, role: Role) -> Rule[None]:
    """One attempt after another, the two Heroes in turn, until one declines or cannot (19.8)."""
    goes_on = True
    while goes_on:
        yield from _attempt(state, fight, role)
        role = opposite(role)
        side, able = side_of(fight, role), refusal(state, fight, role) is None
        prompt = t("{who}: answer by subverting Mercenaries yourself?", who=side_name(side))
        goes_on = able and (yield from _wants(side, role, prompt))


def _attempt(state: HvWState, fight: Battle, role: Role) -> Rule[None]:
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    stack = yield from _whom(side, role, _stacks_of(other))
    prompt = t("How many Honor Points? Each affects one of {stack}.", stack=stack_text(stack))
    spent = yield from number(side.seat, prompt, 1, min(side.honor, stack.count), min(side.honor, stack.count),
                              about=about_role(role), section="19.8")  # fmt: skip
    side.honor -= spent
    plus = side.initiative - (other.initiative if other.hero else 0)
    dice = yield from contest(_roll(side), _roll(other), Contest(plus, ties_lose=True))
    why = (_sum(side, dice[0]), _sum(other, dice[1]))
    if dice[0] + plus > dice[1]:
        yield from _come_over(fight, role, stack, spent, why)
    else:
        yield from _run_away(side, stack, spent, why)


def _whom(side: Side, role: Role, stacks: list[Fighter]) -> Rule[Fighter]:
    """One stack: of a Hero's Mercenaries and those of a garrison the subverting player picks (19.8)."""
    if len(stacks) < 2:
        return stacks[0]
    found = [Offer(str(one.section), stack_text(one), value=one) for one in stacks]
    prompt = t("{who}: which Mercenaries?", who=side_name(side))
    return (yield from menu(side.seat, prompt, found, about=about_role(role), section="19.8"))


def _roll(side: Side) -> Roll:
    needs = t("die + {plus}; higher wins", plus=side.initiative if side.hero else 0)
    return Roll(side.seat, "19.8", t("Mercenaries: roll for {who}.", who=side_name(side)), needs=needs)


def _sum(side: Side, die: int) -> Sum:
    terms = [Term(t("d20"), die, "19.8")]
    if side.hero:
        terms.append(Term(t("Initiative of the Hero"), side.initiative, "19.8"))
    return Sum(side_name(side), tuple(terms))


def _take_off(stack: Fighter, count: int) -> int:
    """Unwounded units go first (ruling R99); a stack that is gone so counts for nobody's Honor (R78).

    Gives the hits that the last of them takes along.
    """
    stack.count -= count
    if stack.count:
        return 0
    carried, stack.wounds, stack.defected = stack.wounds, 0, True
    return carried


def _come_over(fight: Battle, role: Role, stack: Fighter, count: int, why: tuple[Sum, Sum]) -> Rule[None]:
    """They join the Mercenaries of the new owner, 20 at most; the others are out of the game (19.8)."""
    side = side_of(fight, role)
    wounds = _take_off(stack, count)
    own = next((one for one in side.stacks if one.faction == MERCENARIES), None)
    if own is None:
        own = Fighter(MERCENARIES, stack.level, 0, JOINED)
        side.stacks.append(own)
    if not own.count:
        acted = stack.fought or stack.moved  # who has acted for one side does not act again for the other (R99d)
        own.box, own.fought, own.moved, own.freed = _free_box(fight, role, stack), acted, acted, False
        own.defected = False
    joined = min(count, STACK_LIMIT - own.count)
    own.count += joined
    own.start += joined
    own.wounds = max(own.wounds, wounds) if joined == count else own.wounds
    what = "no_place" if count > joined else "came_over"
    yield from note(_over(side, joined, count - joined), *why, kind="mercenaries", facts={"what": what}, section="19.8")


def _over(side: Side, joined: int, lost: int) -> Text:
    who = side_name(side)
    if lost and joined == 1:
        return t("A Mercenary comes over to {who}; no place for {lost} more.", who=who, lost=lost)
    if lost:
        return t("{n} Mercenaries come over to {who}; no place for {lost} more.", n=joined, who=who, lost=lost)
    if joined == 1:
        return t("A Mercenary comes over to {who}.", who=who)
    return t("{n} Mercenaries come over to {who}.", n=joined, who=who)


def _free_box(fight: Battle, role: Role, stack: Fighter) -> str:
    """A new stack stands in a free box, or waits for one, on the Battle Display for a hex (rulings R34, R71)."""
    if methods.on_display(fight):
        return "waiting"
    side = side_of(fight, role)
    most = facts.BOXES["city_side"]["behind_wall"] if role == "defender" and fight.wall is not None else 7
    box = "wall" if role == "defender" and fight.wall is not None else "other"
    standing = sum(one.count > 0 and one.box not in ("out", "waiting", *TOWERS) for one in side.stacks)
    return box if standing < most else "waiting"


TOWERS = ("tower1", "tower2")


def _run_away(side: Side, stack: Fighter, count: int, why: tuple[Sum, Sum]) -> Rule[None]:
    """They flee and count as eliminated: EP for the subverting Hero if he wins (19.8, ruling R71)."""
    _take_off(stack, count)
    bury(side, stack, count)
    one, many = "A Mercenary runs away and counts as eliminated.", "{n} Mercenaries run away and count as eliminated."
    text = plural(count, one, many)
    yield from note(text, *why, kind="mercenaries", facts={"what": "ran_away"}, section="19.8")
