"""Arena combat (8.2-8.6): deployment, the nine steps, attacks, casualties. How a round ends is in `round_end.py`.

A battle stands in `state.battle` with everything it needs, so that the same flows serve a match, a stand-alone
helper and the odds. Who gets what afterwards is decided by the caller (`battles.py`).
"""

from __future__ import annotations

from typing import Literal

from companion.engine.core.asking import choose, contest, goto, note
from companion.engine.core.chances import Contest
from companion.engine.core.effects import Roll, Rule, Sum, Term
from companion.engine.core.forms import Option
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.games.heroes_vs_warlords import deployment, round_end, siege
from companion.games.heroes_vs_warlords.common import ruled
from companion.games.heroes_vs_warlords.deployment import unit_text
from companion.games.heroes_vs_warlords.fights import (
    Role,
    current,
    is_deployed,
    kind_of,
    opposite,
    role_of,
    rung,
    side_name,
    side_of,
    stack_id,
    value_of,
)
from companion.games.heroes_vs_warlords.forecast import forecast
from companion.games.heroes_vs_warlords.state import Battle, Fighter, HvWState, Side

Kind = Literal["ranged", "cavalry", "close"]

LADDER: tuple[tuple[int, str, Kind], ...] = (
    (2, "first", "ranged"),
    (3, "second", "ranged"),
    (4, "first", "cavalry"),
    (5, "second", "cavalry"),
    (6, "first", "close"),
    (7, "second", "close"),
)
"""Steps 2 to 7 of 8.3: number, who acts (the side with the Initiative is `first`), with which units."""


# ---- the sequence


@flow("8.3")
def battle() -> Rule[str]:
    """A whole combat: deployment, then combat rounds. Gives `attacker` or `defender`: who won or was left alone."""
    gone = yield from round_end.early_withdrawal()
    if gone:
        return (yield from round_end.standing())
    yield from deploy()
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
    winner = yield from round_end.standing()
    if not winner:
        yield from round_end.change_initiative()
        winner = yield from round_end.withdrawals()
    if winner:
        return winner
    return goto(combat_round())


@flow("8.3")
def attacks(number: int, who: str, kind: str) -> Rule[None]:
    """One of the steps 2 to 7: stack after stack attacks until none can or wants to."""
    pair = yield from attack(number, who, kind)
    if pair is None:
        return None
    yield from strike(number, who, kind, pair)
    return goto(attacks(number, who, kind))


# ---- deployment


@step("8.2")
def deploy(state: HvWState) -> Rule[None]:
    """Both sides put their stacks into boxes, the defender first (8.2); then they stay there.

    Boxes of one kind are alike, so only a siege, or more stacks than boxes, leave anything to decide (8.2.2).
    """
    fight = current(state)
    for role in (fight.first, opposite(fight.first)):
        yield from deployment.deploy_side(state, role)


@step("8.3")
def open_round(state: HvWState) -> bool:
    """A combat round begins: every stack may attack once (ruling R35). True when stacks wait for a box (R34b)."""
    fight = current(state)
    for side in (fight.attacker, fight.defender):
        for fighter in side.stacks:
            fighter.fought = False
    _count_melee(state, fight)
    return any(deployment.is_waiting(side) for side in (fight.attacker, fight.defender))


@step("8.2")
def come_in(state: HvWState) -> Rule[None]:
    """Stacks that waited take boxes that became free, the side with the Initiative first (ruling R34b)."""
    fight = current(state)
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
    """Which stack attacks next, and which enemy stack (8.4). Gives nothing when this step is over."""
    fight = current(state)
    role = role_of(fight, who)
    side = side_of(fight, role)
    ready = [i for i, one in enumerate(side.stacks) if _ready(state, fight, role, one, kind)]
    reached = targets(state, fight, role, kind) if ready else []
    if not reached:
        return None
    pairs = [(i, j) for i in ready for j in reached]
    picked = yield from _choose_pair(state, fight, role, pairs, number)
    for i in ready if picked is None else (picked[0],):
        side.stacks[i].fought = True
    return picked


@step("8.4", "8.5", asks_first=True)
def strike(state: HvWState, number: int, who: str, kind: str, pair: tuple[int, int]) -> Rule[None]:
    """The attack of one stack on another (8.5)."""
    fight = current(state)
    role = role_of(fight, who)
    attacker = side_of(fight, role).stacks[pair[0]]
    target = side_of(fight, opposite(role)).stacks[pair[1]]
    fought = ranged_attack if kind == "ranged" else close_attack
    yield from fought(state, fight, role, attacker, target, rung(number))


def _choose_pair(
    state: HvWState, fight: Battle, role: Role, pairs: list[tuple[int, int]], number: int
) -> Rule[tuple[int, int] | None]:
    """Which stack attacks which; one tap for both. Passing is allowed by ruling R35."""
    side = side_of(fight, role)
    choices = [_pair(state, fight, role, i, j) for i, j in pairs]
    if ruled(state, "arena_attack") == "optional":
        choices.append(Option("pass", t("No further attack in this step")))
    prompt = t("Step {number}: attack by {who}.", number=number, who=side_name(side))
    answer = yield from choose(side.seat, prompt, choices, about=rung(number), section="8.3")
    if answer == "pass":
        return None
    i, j = answer.split(">")
    return int(i), int(j)


def _pair(state: HvWState, fight: Battle, role: Role, i: int, j: int) -> Option:
    """An attack as an option, with what it promises."""
    mine, theirs = side_of(fight, role).stacks[i], side_of(fight, opposite(role)).stacks[j]
    label = t("{mine} attack {theirs}", mine=unit_text(mine), theirs=unit_text(theirs))
    link = (stack_id(fight, mine), stack_id(fight, theirs))
    return Option(f"{i}>{j}", label, detail=_promise(state, fight, role, mine, theirs), link=link)


def _promise(state: HvWState, fight: Battle, role: Role, attacker: Fighter, target: Fighter) -> Text:
    """What is known of an attack before the dice fall (8.5)."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    if kind_of(state, attacker) == "ranged":
        cover = siege.ranged_cover(state, fight, other, target)
        return forecast(_total(shot_terms(state, attacker)), _total(cover), ties_lose=True)
    return forecast(_total(attack_terms(state, side, attacker)), _total(defense_terms(state, fight, other, target)))


def shot_terms(state: HvWState, fighter: Fighter) -> list[Term]:
    """What is added to the attacker's die in a Ranged attack (8.5.1)."""
    return [Term(t("{unit} Attack", unit=unit_text(fighter)), value_of(state, fighter).attack, "8.5.1")]


def _ready(state: HvWState, fight: Battle, role: Role, fighter: Fighter, kind: str) -> bool:
    if kind_of(state, fighter) != kind or not is_deployed(fighter) or not siege.may_attack(state, fight, role, fighter):
        return False
    return fighter.count > 0 and not fighter.fought


def targets(state: HvWState, fight: Battle, role: Role, kind: str) -> list[int]:
    """Which enemy stacks those of a kind may attack (8.4; behind walls 8.7)."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    reachable = [
        j
        for j, enemy in enumerate(other.stacks)
        if is_deployed(enemy) and siege.may_be_target(state, fight, role, kind, enemy) and enemy.count > 0
    ]
    ranged = [j for j in reachable if kind_of(state, other.stacks[j]) == "ranged"]
    if not ranged or kind == "ranged" or reaches_ranged(state, side, other):
        return reachable
    return [j for j in reachable if j not in ranged]


def reaches_ranged(state: HvWState, side: Side, other: Side) -> bool:
    """8.4.2: Ranged stacks can be reached with at least one more Cavalry/Close stack (ruling R36)."""
    if ruled(state, "reach_count") == "at_start_of_round":
        return side.melee >= other.melee + 1
    return _melee_stacks(state, side) >= _melee_stacks(state, other) + 1


def _melee_stacks(state: HvWState, side: Side) -> int:
    return sum(1 for one in side.stacks if kind_of(state, one) != "ranged" and is_deployed(one) and one.count > 0)


def ranged_attack(
    state: HvWState, fight: Battle, role: Role, attacker: Fighter, target: Fighter, about: str
) -> Rule[None]:
    """8.5.1: d20 + Attack of one unit must beat the d20 of the target side; Heroes add nothing."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    first = shot_terms(state, attacker)
    second = siege.ranged_cover(state, fight, other, target)
    plus, link = _total(first) - _total(second), (stack_id(fight, attacker), stack_id(fight, target))
    dice = yield from contest(
        _d20(
            side,
            "8.5.1",
            t("Ranged attack by {unit}.", unit=unit_text(attacker)),
            _needs(first, t("higher wins")),
            about,
            link,
        ),
        _d20(
            other,
            "8.5.1",
            t("Ranged attack: roll for {unit}.", unit=unit_text(target)),
            _needs(second, t("equal saves")),
            about,
            link,
        ),
        Contest(plus, ties_lose=True),
    )
    why = _sums(side, first, dice[0], other, second, dice[1])
    if dice[0] + plus > dice[1]:
        yield from _hit(state, fight, role, attacker, target, "8.5.1", why)
    else:
        text = t("{unit} miss: {a} against {b}.", unit=unit_text(attacker), a=why[0].total, b=why[1].total)
        yield from note(text, *why, section="8.5.1")


def _d20(side: Side, section: str, prompt: Text, needs: Text, about: str, link: tuple[str, ...]) -> Roll:
    return Roll(side.seat, section, prompt, needs=needs, about=about, link=link)


def _needs(terms: list[Term], wins: Text) -> Text:
    return t("die + {plus}; {wins}", plus=_total(terms), wins=wins)


def close_attack(
    state: HvWState, fight: Battle, role: Role, attacker: Fighter, target: Fighter, about: str
) -> Rule[None]:
    """8.5.2: both roll; the lower total takes as many hits as the winning stack has units; a tie does nothing."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    first = attack_terms(state, side, attacker)
    second = defense_terms(state, fight, other, target)
    plus, link = _total(first) - _total(second), (stack_id(fight, attacker), stack_id(fight, target))
    wins = t("higher total wins")
    dice = yield from contest(
        _d20(side, "8.5.2", t("{unit} attack.", unit=unit_text(attacker)), _needs(first, wins), about, link),
        _d20(other, "8.5.2", t("{unit} defend.", unit=unit_text(target)), _needs(second, wins), about, link),
        Contest(plus),
    )
    why = _sums(side, first, dice[0], other, second, dice[1])
    margin = dice[0] + plus - dice[1]
    if margin > 0:
        yield from _hit(state, fight, role, attacker, target, "8.5.2", why)
    elif margin < 0:
        yield from _hit(state, fight, opposite(role), target, attacker, "8.5.2", why)
    else:
        yield from note(t("A tie at {total}: nothing happens.", total=why[0].total), *why, section="8.5.2")


def attack_terms(state: HvWState, side: Side, fighter: Fighter) -> list[Term]:
    """What is added to the attacker's die in Close Combat (8.5.2)."""
    terms = [Term(t("{unit} Attack", unit=unit_text(fighter)), value_of(state, fighter).attack, "8.5.2")]
    if side.attack:
        terms.append(Term(t("Hero Attack"), side.attack, "8.5.2"))
    return terms


def defense_terms(state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
    """What is added to the defender's die in Close Combat (8.5.2, 8.7.2)."""
    terms = [Term(t("{unit} Defense", unit=unit_text(fighter)), value_of(state, fighter).defense, "8.5.2")]
    exposed = kind_of(state, fighter) == "ranged" and ruled(state, "hero_bonus_ranged_defense") == "never"
    if side.defense and not exposed:
        terms.append(Term(t("Hero Defense"), side.defense, "8.5.2"))
    if side.bonus:
        terms.append(Term(t("Towers over the Resource hex"), side.bonus, "8.7.2.1"))
    return [*terms, *siege.close_cover(state, fight, side, fighter)]


def _hit(
    state: HvWState, fight: Battle, role: Role, winner: Fighter, loser: Fighter, section: str, why: tuple[Sum, ...]
) -> Rule[None]:
    """8.6.1: each unit of the winning stack scores one hit, each hit kills one unit."""
    hits = siege.hits_on(state, fight, opposite(role), loser, winner.count)
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    beaten = unit_text(loser)
    killed = kill(side, loser, hits.total)
    text = t("{unit} hit {beaten}: {killed} killed, {left} left.",
             unit=unit_text(winner), beaten=beaten, killed=killed, left=loser.count)  # fmt: skip
    facts: dict[str, int | str] = {"side": opposite(role), "count": killed}
    yield from note(text, *why, hits, about=f"side:{other.seat}", kind="losses", facts=facts, section=section)


def kill(side: Side, loser: Fighter, hits: int) -> int:
    """Take units off a stack into the graveyard of `side` (8.6.2); gives how many."""
    killed = min(hits, loser.count)
    loser.count -= killed
    if not loser.count:
        loser.fought = False  # of an empty box nothing is remembered
    name = f"{loser.faction}:{loser.level}"
    side.kills[name] = side.kills.get(name, 0) + killed
    return killed


def _total(terms: list[Term]) -> int:
    return sum(term.value for term in terms)


def _sums(side: Side, first: list[Term], die: int, other: Side, second: list[Term], other_die: int) -> tuple[Sum, Sum]:
    mine = Sum(side_name(side), (Term(t("d20"), die), *first))
    return mine, Sum(side_name(other), (Term(t("d20"), other_die), *second))
