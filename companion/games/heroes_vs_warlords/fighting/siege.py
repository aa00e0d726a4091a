"""Siege combat (8.7): walls, towers, breaching, and their cover. Has no effect in a field battle."""

from __future__ import annotations

from companion.engine.core.chances import Bands
from companion.engine.rules import Offer, Rule, Sum, Term, Text, confirm, menu, note, roll, step, t
from companion.games.heroes_vs_warlords.fighting.fights import bury, losses
from companion.games.heroes_vs_warlords.fighting.forecast import breach_forecast
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled, stack_text, unit_values
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall

WORKS_BONUS = {1: 1, 2: 2, 3: 4}
"""8.7.2.2: added to the Defense behind the wall, by Level of the defensive works."""
CITY_SP = {1: 10, 2: 20, 3: 40}
CAMP_SP = {1: 5, 2: 10, 3: 20}
"""4.3.1.1: Structure Points by Level of the defensive works."""
BEHIND_WALL: int = facts.BOXES["city_side"]["behind_wall"]
TOWER_BOXES: int = facts.BOXES["city_side"]["towers"]
TOWERS = tuple(f"tower{n}" for n in range(1, TOWER_BOXES + 1))
"""The boxes of the towers, in the order of their numbers."""


def wall_for(works: int, towers: int, camp: bool) -> Wall:
    """The wall of a City or Camp at the start of a siege (4.3.1)."""
    points = (CAMP_SP if camp else CITY_SP)[works]
    return Wall(points, WORKS_BONUS[works], "intact", ["intact"] * towers, towers)


def tower_bonus(towers: int) -> int:
    """The bonus of towers: +2 with one built, +4 with two (8.7.2.1, 8.7.2.3)."""
    return 2 * min(towers, 2)


def _cover_of_towers(state: HvWState, fight: Battle) -> int:
    """8.7.2.3: by the towers built; by ruling R38b one that nobody went into does not count."""
    assert fight.wall is not None
    used = {one.box for one in fight.defender.stacks if one.box in TOWERS}
    return tower_bonus(fight.wall.towers_built if ruled(state, "unused_tower_bonus") == "counts" else len(used))


# ---- who may attack whom


def may_attack(state: HvWState, fight: Battle, role: str, fighter: Fighter) -> bool:
    """Whether a stack may attack: until the wall is breached only the besieger's Ranged stacks and those in towers
    may (8.7).
    """
    wall = fight.wall
    if wall is None or wall.state == "destroyed":
        return True
    if role == "attacker":
        return _ranged(state, fighter)
    return fighter.box != "wall" and _ranged(state, fighter)


def may_be_target(state: HvWState, fight: Battle, role: str, kind: str, enemy: Fighter) -> bool:
    """Whether stacks of a kind reach an enemy: until the breach only besiegers and towers, the latter by ruling R44
    (8.7).
    """
    wall = fight.wall
    if wall is None or role == "defender":
        return True
    if wall.state == "destroyed":
        return kind == "ranged" or not in_tower(fight, enemy) or ruled(state, "melee_vs_tower") != "never"
    return enemy.box != "wall" and kind == "ranged"


def in_tower(fight: Battle, fighter: Fighter) -> bool:
    """Whether a stack is in a tower that is not destroyed (8.7)."""
    return tower_state(fight, fighter) in ("intact", "damaged")


def tower_state(fight: Battle, fighter: Fighter) -> str:
    """The state of the tower that a stack is in, or ""."""
    if fight.wall is None or fighter.box not in TOWERS:
        return ""
    return fight.wall.towers[TOWERS.index(fighter.box)]


# ---- cover


def ranged_cover(state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
    """The modifiers of the target's d20 against Ranged attacks: the tower bonus only (8.7.2.3, ruling R43)."""
    if not in_tower(fight, fighter) or ruled(state, "tower_bonus") == "close_only":
        return []
    return [Term(t("Tower"), _cover_of_towers(state, fight), "8.7.2.3")]


def close_cover(state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
    """The modifiers from works and towers to the Defense in Close Combat (8.7.2.2, 8.7.2.3, ruling R43)."""
    wall = fight.wall
    if wall is None or side is not fight.defender:
        return []
    city = Term(t("Defensive works"), wall.bonus, "8.7.2.2")
    if not in_tower(fight, fighter):
        return [city] if fighter.box == "wall" else []
    tower = Term(t("Tower"), _cover_of_towers(state, fight), "8.7.2.3")
    return [city, tower] if ruled(state, "tower_bonus") == "added_to_city_bonus" else [tower]


def hits_on(state: HvWState, fight: Battle, role: str, fighter: Fighter, units: int, each: int = 1) -> Sum:
    """The hits that a stack of `units` deals: one each (8.6.1), or their Level `each` (19.14).

    Halved against a tower that is not breached (8.7, 19.17.1); rounded up by ruling R41, on the Battle Display down.
    """
    terms = [Term(t("Units that hit"), units, "8.6.1")]
    if each > 1:
        terms.append(Term(t("Each hits by its Level {level}", level=each), units * (each - 1), "19.14"))
    if role == "defender" and halves(state, fight, fighter):
        terms.append(Term(t("Halved by the tower"), halved(state, fight, units * each) - units * each, "8.7"))
    return Sum(t("Hits"), tuple(terms))


def halved(state: HvWState, fight: Battle, dealt: int) -> int:
    """Half of some hits (ruling R41)."""
    reading, on_display = ruled(state, "tower_half"), fight.method in ("display_basic", "display_advanced")
    down = reading == "always_down" or (reading == "by_method" and on_display)
    return dealt // 2 if down else (dealt + 1) // 2


def halves(state: HvWState, fight: Battle, fighter: Fighter) -> bool:
    """Whether the tower that a stack is in halves hits (rulings R41, R42)."""
    if not in_tower(fight, fighter):
        return False
    return tower_state(fight, fighter) != "damaged" or damaged_halves(state)


def damaged_halves(state: HvWState) -> bool:
    """Whether a damaged tower still halves hits (ruling R42)."""
    return ruled(state, "damaged_tower_halves") == "yes"


# ---- breaching


@step("8.7.1", asks_first=True)
def breach(state: HvWState, phase: str) -> Rule[None]:
    """The besieging Hero may try to breach, once a combat round (8.7.1, ruling R39 for the step)."""
    fight = state.battle
    assert fight is not None
    if fight.wall is None or ruled(state, "breach_step") != phase or not fight.attacker.hero:
        return
    if not _anyone(fight.attacker) or not _anyone(fight.defender) or not breachable(state, fight):
        return
    about = f"step:{phase}"
    wall, hero = fight.wall, fight.attacker
    what = t("wall") if wall.state != "destroyed" else t("second tower")
    prompt = t("Try to breach the {what}? {sp} Structure Points.", what=what, sp=wall.sp)
    odds = breach_forecast(hero.level, wall.sp, damaged=_weakened(fight, wall))
    wants = yield from confirm(hero.seat, prompt, t("Breach"), t("Not now"), about=about, needs=odds)
    if wants:
        yield from _breach_attempt(state, fight, wall, hero, about)


def breachable(state: HvWState, fight: Battle) -> bool:
    """Whether there is a target: the wall, or a second tower in use after wall and first tower fell (rulings R38a,
    R45, R47).
    """
    wall = fight.wall
    if wall is None or fight.swapped:
        return False
    if wall.state != "destroyed":
        return True
    first_is_down = len(wall.towers) == 2 and "destroyed" in wall.towers
    return first_is_down and second_tower(fight) is not None and ruled(state, "second_tower") == "breachable"


def second_tower(fight: Battle) -> int | None:
    """The number of the tower that still has units in it once the other is destroyed (8.7.1); None if there is none."""
    assert fight.wall is not None
    manned = {one.box for one in fight.defender.stacks if one.count}
    standing = (i for i, state in enumerate(fight.wall.towers) if state != "destroyed" and TOWERS[i] in manned)
    return next(standing, None)


def _breach_attempt(state: HvWState, fight: Battle, wall: Wall, hero: Side, about: str) -> Rule[None]:
    result, total = yield from breach_roll(hero, wall.sp, t("Breach."), about, damaged=_weakened(fight, wall))
    if result == "none":
        yield from note(t("{total}: no effect.", total=total.total), total)
    elif wall.state != "destroyed":
        yield from _strike_wall(state, fight, wall, result, total, about)
    elif (tower := second_tower(fight)) is not None:
        yield from _strike_tower(state, fight, tower, result, total)


def _weakened(fight: Battle, wall: Wall) -> bool:
    """Whether what is struck next is damaged already: the wall, or the second tower once the wall has fallen."""
    if wall.state != "destroyed":
        return wall.state == "damaged"
    tower = second_tower(fight)
    return tower is not None and wall.towers[tower] == "damaged"


def breach_roll(besieger: Side, points: int, prompt: Text, about: str, *, damaged: bool) -> Rule[tuple[str, Sum]]:
    """A d20 plus the Level of the Hero against the Structure Points of something whole or `damaged` (8.7.1, 19.17.2).
    Returns the `breach_result`, and the sum it comes from.
    """
    half, level = (points + 1) // 2, besieger.level
    needs = breach_forecast(level, points, damaged=damaged)
    die = yield from roll(besieger.seat, prompt, 20, Bands((half - level, points - level)), needs, about=about)
    total = Sum(t("Breach"), (Term(t("d20"), die), Term(t("Level of the Hero"), level, "4.1.1")))
    return breach_result(total.total, points), total


def breach_result(total: int, points: int) -> str:
    """The result of a total against the structure points: at least these destroys, at least half damages, less has
    no effect; nothing is rounded (8.7.1).
    """
    if total >= points:
        return "destroyed"
    return "damaged" if 2 * total >= points else "none"


def _strike_wall(state: HvWState, fight: Battle, wall: Wall, result: str, total: Sum, about: str) -> Rule[None]:
    if result == "damaged" and wall.state == "damaged":
        result = "destroyed"
    wall.state = "destroyed" if result == "destroyed" else "damaged"
    text = t("The wall is destroyed.") if result == "destroyed" else t("The wall is damaged.")
    yield from note(text, total, kind=f"wall_{wall.state}")
    tower = yield from _tower_struck(fight, wall, about)
    if tower is not None:
        yield from _strike_tower(state, fight, tower, result, total)


def _tower_struck(fight: Battle, wall: Wall, about: str) -> Rule[int | None]:
    """8.7.1: the only tower, an already damaged one, or the one of two that the besieger picks."""
    used = [i for i, state in enumerate(wall.towers) if state != "destroyed" and _occupied(fight, i)]
    damaged = [i for i in used if wall.towers[i] == "damaged"]
    if damaged:
        return damaged[0]
    if len(used) < 2:
        return used[0] if used else None
    offers = [Offer(str(i), t("Tower {n}: {units}", n=i + 1, units=_in_box(fight, i)), value=i) for i in used]
    prompt = t("Which tower is struck as well?")
    return (yield from menu(fight.attacker.seat, prompt, offers, about=about))


def _occupied(fight: Battle, tower: int) -> bool:
    """A tower nobody uses is ignored when there is one Ranged stack only (8.7)."""
    assert fight.wall is not None
    return len(fight.wall.towers) == 1 or any(one.box == TOWERS[tower] for one in fight.defender.stacks)


def _strike_tower(state: HvWState, fight: Battle, index: int, result: str, total: Sum) -> Rule[None]:
    """A tower is damaged (half of its units lost) or destroyed (all lost) (8.7.1, ruling R40)."""
    wall = fight.wall
    assert wall is not None
    if wall.towers[index] == "damaged":
        result = "destroyed"
    wall.towers[index] = "destroyed" if result == "destroyed" else "damaged"
    struck = [
        _lose(state, fight.attacker, fighter, result)
        for fighter in fight.defender.stacks
        if fighter.box == TOWERS[index] and fighter.count
    ]
    lost = sum(one.total for one in struck)
    words = "Tower {n} is destroyed: {lost} lost." if result == "destroyed" else "Tower {n} is damaged: {lost} lost."
    text = t(words, n=index + 1, lost=lost)
    yield from note(text, total, *struck, kind="losses", facts=losses("defender", lost))


def tower_loss(state: HvWState, units: int, result: str) -> int:
    """Units lost with their tower: all, or half of them when it is damaged (8.7.1, 19.17.2, ruling R40)."""
    if result == "destroyed":
        return units
    return (units + 1) // 2 if ruled(state, "damaged_tower_loss") == "ceil" else units // 2


def _lose(state: HvWState, besieger: Side, fighter: Fighter, result: str) -> Sum:
    """Take half or all of a stack off with its tower; gives what was lost and why (8.7.1, ruling R40)."""
    terms = [Term(t("Units in the tower"), fighter.count, "8.7.1")]
    lost = tower_loss(state, fighter.count, result)
    fighter.count -= lost
    fighter.wounds = fighter.wounds if fighter.count else 0
    bury(besieger, fighter, lost)
    if result != "destroyed":
        terms.append(Term(t("Half of them stay"), -fighter.count, "8.7.1"))
    return Sum(t("Units lost"), tuple(terms))


def _in_box(fight: Battle, tower: int) -> Text:
    found = [one for one in fight.defender.stacks if one.box == TOWERS[tower] and one.count]
    return stack_text(found[0]) if found else t("empty")


def _anyone(side: Side) -> bool:
    return any(one.count for one in side.stacks if one.box != "out")


def _ranged(state: HvWState, fighter: Fighter) -> bool:
    return unit_values(state, fighter.faction, fighter.level).type == "ranged"
