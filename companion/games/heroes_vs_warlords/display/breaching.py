"""Catapults on the Battle Display (19.17.2): a wall hex is chosen, hit or missed, damaged or destroyed."""

from __future__ import annotations

from companion.engine.rules import Option, Rule, choose, note, step, t
from companion.games.heroes_vs_warlords.display import by_hand, field
from companion.games.heroes_vs_warlords.display.position import built_towers, is_destroyed, is_wall, stands
from companion.games.heroes_vs_warlords.fighting.fights import current, initiative_roll, losses, rung
from companion.games.heroes_vs_warlords.fighting.hits import kill
from companion.games.heroes_vs_warlords.fighting.siege import WORKS_BONUS, breach_roll, tower_loss
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Side, Wall

SHIFT = {1: 0, 2: 1, 3: 2}
"""How far the enemy may shift a shot that missed, by Level of the defensive works (19.17.2)."""
_LEVELS = {bonus: level for level, bonus in WORKS_BONUS.items()}


@step("19.17.2", asks_first=True)
def breach(state: HvWState) -> Rule[None]:
    """Step 1: the besieging Hero may fire at one hex of the wall, or at a tower beside a gap."""
    fight = current(state)
    if fight.wall is None or not fight.attacker.hero or fight.swapped:
        return
    open_ones = may_be_hit(state, fight)
    if not open_ones or not any(stands(one) for one in fight.defender.stacks):
        return
    side, about = fight.attacker, rung(1)
    choices = [*(Option(name, t(name)) for name in open_ones), Option("none", t("No breach attempt"))]
    prompt = t("Which hex do the catapults fire at? {sp} Structure Points.", sp=fight.wall.sp)
    target = yield from choose(side.seat, prompt, choices, look="map", about=about)
    fight.breach_tried = target != "none"
    if target == "none":
        return
    accurate = yield from initiative_roll(side, "19.17.2", t("Catapults: accuracy."), about)
    if not accurate.success:
        target = yield from _shifted(state, fight, target)
    if target in may_be_hit(state, fight):
        yield from _effect(state, fight, fight.wall, side, target)
    else:
        yield from note(t("The shot goes to {hex} and is lost.", hex=target))


def may_be_hit(state: HvWState, fight: Battle) -> list[str]:
    """The targets: walls and drawbridge still standing, and towers next to a destroyed wall hex (19.17.2, ruling
    R106).
    """
    walls = [name for name in field.WALLS if is_wall(fight, name)]
    return sorted(walls) + [name for name in built_towers(fight) if _tower_is_open(state, fight, name)]


def _tower_is_open(state: HvWState, fight: Battle, name: str) -> bool:
    """Next to a gap in the wall; by ruling R106 the one before it."""
    beside = [one for one in field.neighbours(name) if one in field.WALLS]
    if ruled(state, "tower_wall") == "in_front":
        beside = [one for one in beside if one[0] == name[0]]
    return not is_destroyed(fight, name) and any(is_destroyed(fight, one) for one in beside)


def _shifted(state: HvWState, fight: Battle, target: str) -> Rule[str]:
    """A miss: the enemy may shift the shot within reach, or leave it; by ruling R65 also where it is lost (19.17.2)."""
    assert fight.wall is not None
    most = SHIFT[_LEVELS[fight.wall.bonus]]
    hexes = may_be_hit(state, fight) if ruled(state, "scatter_target") == "unbreached_wall" else sorted(field.HEXES)
    near = [name for name in hexes if field.distance(name, target) <= most]
    if len(near) < 2:
        yield from note(t("The shot misses, but {hex} is hit all the same.", hex=target))
        return target
    prompt = t("The shot at {hex} misses. Which hex is hit instead?", hex=target)
    choices = [Option(name, t(name)) for name in near]
    return (yield from choose(fight.defender.seat, prompt, choices, look="map", about="role:defender"))


def _effect(state: HvWState, fight: Battle, wall: Wall, side: Side, target: str) -> Rule[None]:
    """d20 + Level against the Structure Points: destroyed, damaged, or nothing (19.17.2)."""
    weak = fight.hexes.get(target) == "damaged"
    prompt = t("Catapults: effect on {hex}.", hex=target)
    result, total = yield from breach_roll(side, wall.sp, prompt, rung(1), damaged=weak)
    if result == "none":
        yield from note(t("{hex}: no effect.", hex=target), total)
        return
    if weak:
        result = "destroyed"
    fight.hexes[target] = "destroyed" if result == "destroyed" else "damaged"
    damage = fight.hexes[target]
    if target in field.TOWERS:
        wall.towers[field.TOWERS.index(target)] = damage
    elif wall.state != "destroyed":
        wall.state = damage
    words = "{hex} is destroyed." if result == "destroyed" else "{hex} is damaged."
    yield from note(t(words, hex=target), total, kind=f"wall_{damage}")
    if target in built_towers(fight):
        if fight.by_hand:
            yield from by_hand.told_in_tower(state, fight, target, "role:defender")
        yield from _in_the_tower(state, fight, side, target, result)


def _in_the_tower(state: HvWState, fight: Battle, side: Side, target: str, result: str) -> Rule[None]:
    """A destroyed tower kills all units in it, a damaged one half of them (19.17.2, ruling R40)."""
    for one in fight.defender.stacks:
        if one.box == target and one.count:
            lost = kill(side, one, tower_loss(state, one.count, result))
            one.wounds = one.wounds if one.count else 0
            yield from note(t("Lost in the tower: {n}.", n=lost), kind="losses", facts=losses("defender", lost))
