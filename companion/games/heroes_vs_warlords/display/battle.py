"""The sequence of a combat on the Battle Display (19.6): the movements of a step first, then its attacks.

The data, results and endings are those of the Arena; only the positions of stacks and their reach differ.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option
from companion.engine.rules import Offer, Rule, Text, choose, flow, goto, menu, note, partial, repeat, step, t
from companion.games.heroes_vs_warlords.advanced import between, defection, support
from companion.games.heroes_vs_warlords.display import breaching, by_hand, field, fire, moves, setup
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.display.position import (
    beside_enemy,
    is_city,
    is_destroyed,
    is_ranged,
    is_tower,
    stands,
)
from companion.games.heroes_vs_warlords.fighting import exchange, round_end
from companion.games.heroes_vs_warlords.fighting.deployment import unit_text
from companion.games.heroes_vs_warlords.fighting.fights import (
    LADDER,
    LATER,
    Role,
    acting,
    current,
    kind_of,
    opposite,
    rung,
    side_name,
    side_of,
    stack_id,
)
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState

DONE = "done"


# ---- the sequence


@flow("19.6")
def combat_round() -> Rule[str]:
    """Steps 1 to 9 (19.6), again and again until one side is left."""
    waiting = yield from open_round()
    if waiting:
        yield from come_in()
    yield from breaching.breach()
    apart = yield from moves_come_first()
    if apart:
        for number, who, kind in LADDER:
            yield from repeat(move(number, who, kind))
        for number, who, kind in LADDER:
            yield from attacks(number, who, kind)
    else:
        for number, who, kind in LADDER:
            yield from side_step(number, who, kind)
    winner = yield from round_end.last_steps()
    return winner or goto(combat_round())


@flow("19.9", "19.11")
def side_step(number: int, who: str, kind: str) -> Rule[None]:
    """One of the steps 2 to 7: first all movements, then the attacks (19.0, ruling R102)."""
    yield from repeat(move(number, who, kind))
    yield from attacks(number, who, kind)


@flow("19.10", "19.11")
def attacks(number: int, who: str, kind: str) -> Rule[None]:
    """The attacks of a step: shots one by one, or all Close Combats as announced."""
    if kind == "ranged":
        yield from repeat(shoot(number, who))
        return None
    pairs = yield from announce(number, who, kind)
    for index, pair in enumerate(pairs):
        earlier = sum(other[1] == pair[1] for other in pairs[:index])
        yield from strike(number, who, pair, earlier)
    return None


@step("19.6")
def moves_come_first(state: HvWState) -> bool:
    """Whether all sides move before anybody attacks in a combat round (ruling R102)."""
    return ruled(state, "movement_first") == "per_round"


@step("19.6")
def open_round(state: HvWState) -> bool:
    """Begin a combat round: all stacks may act again. Returns True when stacks wait, or something can be done
    before it.
    """
    fight = current(state)
    fight.round, fight.breach_tried = min(fight.round + 1, LATER), False
    for side in (fight.attacker, fight.defender):
        for one in side.stacks:
            one.fought, one.moved = False, False
    support.end_round(fight)
    return setup.waits(fight) or between.anything(state, fight)


@step("19.5")
def come_in(state: HvWState) -> Rule[None]:
    """What may be done between two rounds; then waiting stacks enter (ruling R108)."""
    fight = current(state)
    yield from between.rounds(state, fight)
    for role in (fight.first, opposite(fight.first)):
        yield from setup.bring_in(state, fight, role)


# ---- movement


@step("19.9", asks_first=True)
def move(state: HvWState, number: int, who: str, kind: str) -> Rule[bool]:
    """Move one stack of the step (19.9). Returns False when none is left, or players move counters by hand."""
    fight, role, side = acting(state, who)
    if fight.by_hand:
        return False
    movable = [one for one in side.stacks if _may_move(state, one, kind)]
    free = {one.box: moves.allowed(state, fight, role, one) for one in movable}
    able = [one for one in movable if free[one.box]]
    if not able or not _both_stand(fight):
        return _end_movement(state, fight, role, kind)
    names = {one.box: t("{stack} at {hex}", stack=unit_text(one), hex=one.box) for one in able}
    go = partial(_go, fight, role, number)
    offers = [Offer(one.box, names[one.box], partial(go, one, free[one.box]), value=one) for one in able]
    offers += _subversion(state, fight, role)
    end, refusal = partial(_end_movement, state, fight, role, kind), _stay_refusal(state, fight, role, able)
    offers.append(Offer(DONE, t("No further movement in this step"), end, refusal=refusal, ends=True))
    prompt = t("Step {number}: which stack of {who} moves?", number=number, who=side_name(side))
    more = yield from menu(side.seat, prompt, offers, look="map", about=rung(number))
    return more is not False


def _go(fight: Battle, role: Role, number: int, one: Fighter, free: Collection[str]) -> Rule[None]:
    """A stack moves to one of the free hexes that it can reach; its player says which."""
    places, prompt = [Option(name, t(name)) for name in sorted(free)], t("Where do {stack} go?", stack=unit_text(one))
    goal = yield from choose(side_of(fight, role).seat, prompt, places, look="map", about=rung(number))
    one.freed = one.freed or beside_enemy(fight, role, one.box)
    one.box, one.moved = goal, True
    yield from note(t("{stack} move to {hex}.", stack=unit_text(one), hex=goal))


def _end_movement(state: HvWState, fight: Battle, role: Role, kind: str) -> bool:
    """The movements of the step are over: who began it next to an enemy, and stayed, is freed as well (19.7.1).

    Returns False, as what ends the repeated step.
    """
    for one in side_of(fight, role).stacks:
        stayed = stands(one) and not one.moved and kind_of(state, one) == kind
        one.freed = one.freed or (stayed and beside_enemy(fight, role, one.box))
    return False


def _may_move(state: HvWState, one: Fighter, kind: str) -> bool:
    return stands(one) and not one.moved and not one.fought and kind_of(state, one) == kind


def _both_stand(fight: Battle) -> bool:
    return all(any(stands(one) for one in side.stacks) for side in (fight.attacker, fight.defender))


def _stay_refusal(state: HvWState, fight: Battle, role: Role, able: list[Fighter]) -> Refusal | None:
    """Stacks with the duty to act must move if they can do nothing else (19.7, 19.9)."""
    idle = next((one for one in able if _must_move(state, fight, role, one)), None)
    if idle is None:
        return None
    return Refusal("19.7", t("{stack} must move: they can neither fire nor attack.", stack=unit_text(idle)))


def _must_move(state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
    if beside_enemy(fight, role, one.box) or not moves.has_duty(state, fight, role, one):
        return False
    return not (is_ranged(state, one) and fire.targets(state, fight, role, one))


# ---- fire


@step("19.10", asks_first=True)
def shoot(state: HvWState, number: int, who: str) -> Rule[bool]:
    """One Ranged stack fires; shots are chosen one by one (19.10, ruling R102). Returns False when there are no
    more.
    """
    fight, role, side = acting(state, who)
    pairs = [
        (i, j)
        for i, one in enumerate(side.stacks)
        if is_ranged(state, one) and fire.may_fire(state, fight, role, one)
        for j in fire.targets(state, fight, role, one)
    ]
    if not pairs:
        return False
    bound = any(moves.has_duty(state, fight, role, side.stacks[i]) for i, _ in pairs)
    must = AGAINST(must_fire=bound)
    pair = yield from _pick_pair(state, fight, role, pairs, number, must, t("No further fire"), shot=True)
    if pair is None:
        return False
    if pair == defection.SUBVERTED:
        return True
    one, target = side.stacks[pair[0]], side_of(fight, opposite(role)).stacks[pair[1]]
    ground = DisplayGround()
    if fight.by_hand:
        ground = yield from by_hand.told_ground(state, fight, role, one, target, rung(number), shot=True)
    yield from exchange.ranged_attack(state, fight, ground, role, one, target, rung(number))
    one.fought, fight.attacked = one.count > 0, True
    return True


def _pick_pair(
    state: HvWState, fight: Battle, role: Role, pairs: list[tuple[int, int]], number: int, refusal: Refusal | None,
    done: Text, *, shot: bool, subvert: bool = True,
) -> Rule[tuple[int, int] | None]:  # fmt: skip
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    offers = []
    for i, j in pairs:
        mine, theirs = side.stacks[i], other.stacks[j]
        label = t("{mine} ({a}) attack {theirs} ({b})", mine=unit_text(mine), a=mine.box, theirs=unit_text(theirs),
                  b=theirs.box)  # fmt: skip
        detail, brief = exchange.promise(state, fight, DisplayGround(), role, mine, theirs, shot=shot)
        link = (stack_id(fight, mine), stack_id(fight, theirs))
        offers.append(Offer(f"{i}>{j}", label, value=(i, j), detail=detail, link=link, brief=brief))
    if subvert:
        offers += _subversion(state, fight, role)
    offers.append(Offer("pass", done, refusal=refusal))
    prompt = t("Step {number}, {who}: choose a target.", number=number, who=side_name(side))
    return (yield from menu(side.seat, prompt, offers, about=rung(number)))


def _subversion(state: HvWState, fight: Battle, role: Role) -> list[Offer]:
    """The offers to subvert Mercenaries, and where those go who come over."""
    found = defection.offers(state, fight, role)
    return [structs.replace(one, do=partial(_subvert, state, fight, role, one)) for one in found]


def _subvert(state: HvWState, fight: Battle, role: Role, offer: Offer) -> Rule[None]:
    """Mercenaries who come over and find no stack of their own take a free deployment hex (19.8, ruling R71)."""
    yield from offer.carry_out(side_of(fight, role).seat, "")
    for one in (role, opposite(role)):
        yield from setup.bring_in(state, fight, one)


# ---- Close Combat


@step("19.11", "19.12", asks_first=True)
def announce(state: HvWState, number: int, who: str, kind: str) -> Rule[list[tuple[int, int]]]:
    """Announce all Close Combat attacks of the step, with targets and order, before any die is rolled (19.11).
    Returns them as pairs.
    """
    fight, role, side = acting(state, who)
    open_pairs = [
        (i, j) for i, one in enumerate(side.stacks) if may_fight(state, one, kind) for j in reached(fight, role, one)
    ]
    found: list[tuple[int, int]] = []
    while open_pairs:
        bound = any(_must_fight(state, fight, role, side.stacks[i]) for i, _ in open_pairs)
        must = AGAINST(must_attack=bound)
        pair = yield from _pick_pair(state, fight, role, open_pairs, number, must, t("No further attack"), shot=False)
        if pair is None:
            break
        if pair == defection.SUBVERTED:
            enemies = side_of(fight, opposite(role)).stacks
            open_pairs = [(i, j) for i, j in open_pairs if side.stacks[i].count and enemies[j].count]
            continue
        found.append(pair)
        open_pairs = [one for one in open_pairs if one[0] != pair[0]]
    for i, one in enumerate(side.stacks):
        one.fought = one.fought or any(pair[0] == i for pair in found)
    support.end_step(state, fight)  # what counted in the step before counts no longer
    return found


def may_fight(state: HvWState, one: Fighter, kind: str) -> bool:
    """Whether a stack attacks in this step: Cavalry in its own; in the last one all others, including Ranged units
    that have not fired, even in towers.
    """
    if not stands(one) or one.fought:
        return False
    return kind_of(state, one) == kind or (kind == "close" and is_ranged(state, one))


def reached(fight: Battle, role: Role, one: Fighter) -> list[int]:
    """The enemy stacks next to a stack; those in a tower only over a gap in the wall or from a City hex (19.17.1)."""
    enemies = side_of(fight, opposite(role)).stacks
    if fight.by_hand:
        return [j for j, enemy in enumerate(enemies) if stands(enemy)]
    around = field.neighbours(one.box)
    inside = is_destroyed(fight, one.box) or is_city(fight, one.box)
    return [
        j
        for j, enemy in enumerate(enemies)
        if stands(enemy) and enemy.box in around and (inside or not is_tower(fight, enemy.box))
    ]


def _must_fight(state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
    """Who was next to an enemy and did not move away fights, but for guards and defenders of a City (19.9, R103)."""
    return not one.moved and beside_enemy(fight, role, one.box) and not moves.may_idle(state, fight, role)


def _other_target(
    state: HvWState, fight: Battle, role: Role, number: int, pair: tuple[int, int]
) -> Rule[Fighter | None]:  # fmt: skip
    one = side_of(fight, role).stacks[pair[0]]
    others = [(pair[0], j) for j in reached(fight, role, one)]
    if not others:
        return None
    done = t("No attack")
    again = yield from _pick_pair(state, fight, role, others, number, None, done, shot=False, subvert=False)
    return side_of(fight, opposite(role)).stacks[again[1]] if again is not None else None


@step("19.11", "19.14", asks_first=True)
def strike(state: HvWState, number: int, who: str, pair: tuple[int, int], earlier: int) -> Rule[None]:
    """Carry out an announced attack; if one of the two stacks is gone, it is lost or goes to another target (ruling
    R102).
    """
    fight, role, side = acting(state, who)
    one = side.stacks[pair[0]]
    target: Fighter | None = side_of(fight, opposite(role)).stacks[pair[1]]
    if target is not None and stands(one) and not stands(target) and ruled(state, "lost_target") == "retarget":
        target, earlier = (yield from _other_target(state, fight, role, number, pair)), 0
    if target is None or not stands(one) or not stands(target):
        return
    ground = DisplayGround(earlier)
    if fight.by_hand:
        ground = yield from by_hand.told_ground(state, fight, role, one, target, rung(number), shot=False)
        ground.earlier = earlier
    yield from exchange.close_attack(state, fight, ground, role, one, target, rung(number))
    support.attacked(state, fight, target)
    fight.attacked = True
