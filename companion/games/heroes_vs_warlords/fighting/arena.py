"""Arena combat (8.2-8.6): deployment, the nine steps, attacks, casualties. The end of a round is in `round_end.py`.

The data of a battle is in `state.battle` with everything it needs, so that the same flows serve a match, a stand-alone
helper and the odds. The caller (`battles.py`) decides who gets what afterwards.
"""

from __future__ import annotations

from companion.engine.rules import Offer, Rule, Text, flow, goto, menu, partial, step, t
from companion.games.heroes_vs_warlords.advanced import between, defection, methods, skills, special, support
from companion.games.heroes_vs_warlords.display import battle as display
from companion.games.heroes_vs_warlords.display import setup
from companion.games.heroes_vs_warlords.fighting import deployment, exchange, round_end, siege
from companion.games.heroes_vs_warlords.fighting.deployment import unit_text
from companion.games.heroes_vs_warlords.fighting.fights import (
    LADDER,
    LATER,
    Role,
    acting,
    current,
    is_deployed,
    kind_of,
    opposite,
    rung,
    side_name,
    side_of,
    stack_name,
)
from companion.games.heroes_vs_warlords.records.armies import STACK_LIMIT
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

ON_DISPLAY = "display"
OVER = "over"
"""What `deploy` gives when the combat goes on there."""

# ---- the sequence


@flow("8.3")
def battle() -> Rule[str]:
    """A whole combat: deployment, then combat rounds. Returns `attacker` or `defender`: who won or is alone."""
    gone = yield from round_end.early_withdrawal()
    if gone == round_end.TALK_FIRST:
        yield from talk()
        gone = yield from round_end.early_withdrawal()
    if gone:
        return (yield from round_end.standing())
    where = yield from deploy()
    if where == OVER:
        return (yield from round_end.standing())
    if where == ON_DISPLAY:
        return (yield from display.combat_round())
    return (yield from combat_round())


@flow("8.3")
def combat_round() -> Rule[str]:
    """One combat round: steps 1 to 9 (8.3), again and again until one side is left."""
    waiting = yield from open_round()
    if waiting:
        yield from come_in()
    yield from siege.breach("1")
    for number, who, kind in LADDER:
        yield from attacks(number, who, kind)
    yield from siege.breach("7")
    winner = yield from round_end.last_steps()
    return winner or goto(combat_round())


@flow("8.3")
def attacks(number: int, who: str, kind: str) -> Rule[None]:
    """One of the steps 2 to 7: stack after stack attacks until none can or its player stops."""
    pair = yield from attack(number, who, kind)
    if pair is None:
        return None
    yield from strike(number, who, kind, pair)
    return goto(attacks(number, who, kind))


# ---- deployment


@step("16.1.2")
def talk(state: HvWState) -> Rule[None]:
    """Diplomacy, before anybody may withdraw (ruling R98); not possible later."""
    fight = current(state)
    yield from skills.diplomacy(state, fight)
    fight.attacker.diplomacy = fight.defender.diplomacy = 0


@step("8.2")
def deploy(state: HvWState) -> Rule[str | None]:
    """Both sides put their stacks into boxes, the defender first (8.2), where they then stay.

    From now on the combat uses the method of the match; on the Battle Display stacks take hexes (19.5). Boxes of one
    kind are alike, so there is only something to decide in a siege, or with more stacks than boxes (8.2.2). Nobody
    deploys if Diplomacy has sent the last guards away (16.1.2, ruling R67).
    """
    fight = current(state)
    fight.method = methods.chosen(state)
    fight.terrain = "all" if ruled(state, "battle_terrain") == "all" else ""
    fight.by_hand = methods.on_display(fight) and ruled(state, "display_moves") == "table"
    yield from skills.diplomacy(state, fight)
    if not all(any(one.count for one in side.stacks) for side in (fight.attacker, fight.defender)):
        return OVER
    for role in (fight.first, opposite(fight.first)):
        side = side_of(fight, role)
        for one in side.stacks:
            one.start = one.count
        if not methods.on_display(fight):
            yield from deployment.deploy_side(state, role)
    if not methods.on_display(fight):
        return None
    yield from setup.deploy(state, fight)
    return ON_DISPLAY


@step("8.3")
def open_round(state: HvWState) -> bool:
    """Begin a combat round: every stack may attack once (ruling R35).

    Returns True when stacks wait for a box (R34b), or something else may be done between two rounds (17.3, 19.8).
    """
    fight = current(state)
    if special.may_come(state, fight):
        fight.round = min(fight.round + 1, LATER)
    for side in (fight.attacker, fight.defender):
        for fighter in side.stacks:
            fighter.fought = False
    support.end_round(fight)
    _count_melee(state, fight)
    waiting = any(deployment.is_waiting(side) for side in (fight.attacker, fight.defender))
    return waiting or between.anything(state, fight)


@step("8.2")
def come_in(state: HvWState) -> Rule[None]:
    """Waiting stacks take boxes that became free, the side with the Initiative first (ruling R34b).

    Before that special buildings help (17.3), and Mercenaries may be subverted (19.8).
    """
    fight = current(state)
    yield from between.rounds(state, fight)
    for role in (fight.first, opposite(fight.first)):
        if deployment.is_waiting(side_of(fight, role)):
            yield from deployment.come_in(state, role)
    _count_melee(state, fight)


def _count_melee(state: HvWState, fight: Battle) -> None:
    if ruled(state, "reach_count") == "at_start_of_round":
        for side in (fight.attacker, fight.defender):
            side.melee = _melee_stacks(state, side)


# ---- an attack


@step("8.3", "8.4", asks_first=True)
def attack(state: HvWState, number: int, who: str, kind: str) -> Rule[tuple[int, int] | None]:
    """Choose the stack that attacks next, and the enemy stack (8.4). Returns None when this step is over."""
    fight, role, side = acting(state, who)
    ready = [i for i, one in enumerate(side.stacks) if _ready(state, fight, role, one, kind)]
    reached = targets(state, fight, role, kind) if ready else []
    if not reached:
        support.end_step(state, fight)
        return None
    pairs = [(i, j) for i in ready for j in reached]
    shot = kind == "ranged"
    picked = yield from _choose_pair(state, fight, role, pairs, number, shot)
    while picked == defection.SUBVERTED:
        pairs = [(i, j) for i, j in pairs if side.stacks[i].count and side_of(fight, opposite(role)).stacks[j].count]
        if not pairs:
            return None
        picked = yield from _choose_pair(state, fight, role, pairs, number, shot)
    for i in ready if picked is None else (picked[0],):
        side.stacks[i].fought = True
    if picked is None:
        support.end_step(state, fight)
    return picked


@step("8.4", "8.5", asks_first=True)
def strike(state: HvWState, number: int, who: str, kind: str, pair: tuple[int, int]) -> Rule[None]:
    """Carry out the attack of one stack on another (8.5)."""
    fight, role, side = acting(state, who)
    attacker = side.stacks[pair[0]]
    target = side_of(fight, opposite(role)).stacks[pair[1]]
    fought = exchange.ranged_attack if kind == "ranged" else exchange.close_attack
    yield from fought(state, fight, exchange.ARENA, role, attacker, target, rung(number))
    if kind != "ranged":
        support.attacked(state, fight, target)
    fight.attacked = methods.is_advanced(fight)


def _choose_pair(
    state: HvWState, fight: Battle, role: Role, pairs: list[tuple[int, int]], number: int, shot: bool
) -> Rule[tuple[int, int] | None]:
    """Which stack attacks which; one tap for both. Passing is allowed by ruling R35."""
    side = side_of(fight, role)
    offers = [_pair(state, fight, role, i, j, shot) for i, j in pairs]
    if ruled(state, "arena_attack") == "optional":
        offers.append(Offer("pass", t("No further attack in this step")))
    offers += defection.offers(state, fight, role)
    prompt = t("Step {number}, {who}: choose a target.", number=number, who=side_name(side))
    aside = t("No Defense counts against Ranged.") if shot else None
    return (yield from menu(side.seat, prompt, offers, about=rung(number), section="8.3", aside=aside))


def _pair(state: HvWState, fight: Battle, role: Role, i: int, j: int, shot: bool) -> Offer:
    """An attack, with what it promises."""
    other = opposite(role)
    mine, theirs = side_of(fight, role).stacks[i], side_of(fight, other).stacks[j]
    label = partial(_attacks, mine, theirs)
    promised, brief = exchange.promise(state, fight, exchange.ARENA, role, mine, theirs, shot=shot)
    link = (stack_name(role, i), stack_name(other, j))
    return Offer(f"{i}>{j}", label, value=(i, j), detail=promised, link=link, brief=brief)


def _attacks(mine: Fighter, theirs: Fighter) -> Text:
    return t("{mine} attack {theirs}", mine=unit_text(mine), theirs=unit_text(theirs))


def _ready(state: HvWState, fight: Battle, role: Role, fighter: Fighter, kind: str) -> bool:
    can_act = fighter.count > fighter.fought * STACK_LIMIT  # one comparison: odds tell two cases apart, not four
    if not can_act or not is_deployed(fighter):
        return False
    return kind_of(state, fighter) == kind and siege.may_attack(state, fight, role, fighter)


def targets(state: HvWState, fight: Battle, role: Role, kind: str) -> list[int]:
    """The indexes of the enemy stacks that stacks of a kind may attack (8.4; behind walls 8.7)."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    reachable = [
        j
        for j, enemy in enumerate(other.stacks)
        if enemy.count > 0 and is_deployed(enemy) and siege.may_be_target(state, fight, role, kind, enemy)
    ]
    if kind == "ranged":
        return reachable
    ranged = [j for j in reachable if kind_of(state, other.stacks[j]) == "ranged"]
    if not ranged or reaches_ranged(state, side, other):
        return reachable
    return [j for j in reachable if j not in ranged]


def reaches_ranged(state: HvWState, side: Side, other: Side) -> bool:
    """Whether Ranged stacks can be reached: with at least one more Cavalry/Close stack than the enemy (8.4.2,
    ruling R36).
    """
    if ruled(state, "reach_count") == "at_start_of_round":
        return side.melee >= other.melee + 1
    return _melee_stacks(state, side) >= _melee_stacks(state, other) + 1


def _melee_stacks(state: HvWState, side: Side) -> int:
    return sum([one.count > 0 and is_deployed(one) and kind_of(state, one) != "ranged" for one in side.stacks])
