"""What can be said of a combat before it is fought: which ends matter, and how people are taken to decide.

Decides no rule. The policies are plain functions over the questions of `arena`, `siege` and `round_end`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.effects import Ask
from companion.engine.forms import Choose, Confirm, Counts, Number, Pick
from companion.engine.outlook import Answering, Conduct, Outlook, Quantity
from companion.engine.questions import Question
from companion.engine.text import Text, t
from companion.games.heroes_vs_warlords import arena, facts, fights
from companion.games.heroes_vs_warlords.common import title
from companion.games.heroes_vs_warlords.state import Battle, Fighter, HvWState, Side, World

STEPS = {fights.rung(number): who for number, who, _ in arena.LADDER}
"""Who is asked in a step of a combat round: the side with the Initiative, or the other."""


# ---- what to read


def quantities(state: HvWState) -> list[Quantity]:
    """What everybody wants to know of a combat."""
    fight = fights.current(state)
    found = [
        Quantity(f"{role}_wins", t("{who} win", who=fights.side_name(fights.side_of(fight, role))),
                 partial(_won, role), is_chance=True)
        for role in ("attacker", "defender")
    ]  # fmt: skip
    if fight.wall is not None and fight.wall.state != "destroyed":
        found.append(Quantity("breached", t("The wall is destroyed"), _breached, is_chance=True, lasting=True))
    for role in ("attacker", "defender"):
        found += _of_side(fight, role)
    return found


def _of_side(fight: Battle, role: str) -> list[Quantity]:
    side = fights.side_of(fight, role)
    name = fights.side_name(side)
    found: list[Quantity] = []
    if side.hero:
        found.append(Quantity(f"{role}_hero_lost", t("The Hero is beaten with all his units"),
                              partial(_lost, role), is_chance=True, of=name))  # fmt: skip
        withdrew = partial(_withdrew, role)
        found.append(Quantity(f"{role}_withdraws", t("They withdraw"), withdrew, is_chance=True, of=name))
        found.append(Quantity(f"{role}_ep", t("Experience Points"), partial(_experience, role), of=name))
    for section, fighter in {one.section: one for one in reversed(side.stacks)}.items():
        label = t("{faction} Level {level} left", faction=title(fighter.faction), level=fighter.level)
        found.insert(len(found) if side.hero else 0,
                     Quantity(f"{role}_stack_{section}", label, partial(_left, role, section), of=name))  # fmt: skip
    return found


def _won(role: str, winner: Any, state: HvWState) -> bool:
    return bool(winner == role)


def _breached(winner: Any, state: HvWState) -> bool:
    wall = fights.current(state).wall
    return wall is not None and wall.state == "destroyed"


def _lost(role: str, winner: Any, state: HvWState) -> bool:
    """Beaten without having withdrawn: what then becomes of the Hero is another section (8.10)."""
    return bool(winner == fights.opposite(role)) and not fights.side_of(fights.current(state), role).withdrew


def _withdrew(role: str, winner: Any, state: HvWState) -> bool:
    return fights.side_of(fights.current(state), role).withdrew


def _experience(role: str, winner: Any, state: HvWState) -> int:
    """8.11: kills, and 10 for an enemy Hero who has lost everything; the winner only."""
    if winner != role:
        return 0
    fight = fights.current(state)
    enemy = fights.side_of(fight, fights.opposite(role))
    hero = facts.SETUP["ep_per_hero"] if enemy.hero and not enemy.withdrew else 0
    return sum(fights.side_of(fight, role).kills.values()) + int(hero)


def _left(role: str, section: int, winner: Any, state: HvWState) -> int:
    side = fights.side_of(fights.current(state), role)
    return sum(one.count for one in side.stacks if one.section == section)


def bare(state: HvWState) -> HvWState:
    """Only the combat, with a line in the graveyards for everybody who can die."""
    fight = fights.current(state)
    state.players, state.cities, state.sites, state.cup, state.world = {}, {}, {}, {}, World()
    for side, other in ((fight.attacker, fight.defender), (fight.defender, fight.attacker)):
        for one in other.stacks:
            side.kills.setdefault(f"{one.faction}:{one.level}", 0)
    return state


# ---- who decides


def role_asked(question: Question, fight: Battle) -> str:
    """The role of the side that decides a question of a combat. In a helper one seat answers for both sides."""
    if fight.attacker.seat != fight.defender.seat:
        return "attacker" if question.seat == fight.attacker.seat else "defender"
    about = question.part.about
    if about in STEPS:
        return fights.role_of(fight, STEPS[about])
    if question.section in ("8.7", "8.7.1"):
        return "attacker" if question.section == "8.7.1" else "defender"
    second = fights.role_of(fight, "second")
    if question.section == "8.9":
        return second if _is_named(question, fights.side_of(fight, second)) else fights.opposite(second)
    return second


def _is_named(question: Question, side: Side) -> bool:
    """Step 9 asks one side after the other; whom, stands in the question."""
    return bool(side.hero) and question.part.prompt.values.get("who") == fights.side_name(side)


def decided_by(question: Question, state: HvWState) -> int:
    """1 for the attacker, -1 for the defender: the first quantity is the attacker's victory."""
    return 1 if role_asked(question, fights.current(state)) == "attacker" else -1


# ---- how


Order = Callable[[Fighter, Fighter], Any]


def _biggest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, theirs.count)


def _weakest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, -theirs.count)


def _strongest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, theirs.level, theirs.count)


def conduct(order: Order | None, give_up: int, question: Question, state: HvWState) -> Any:
    """Fight by an `order` (none: as listed), breach always, never seize the Initiative; withdraw when fewer units than
    one in `give_up` of the enemy's are left (0: never)."""
    part = question.part
    assert isinstance(part, Ask)
    fight = fights.current(state)
    match part.form:
        case Confirm(refusal=refusal):
            if question.section == "8.7.1":
                return True
            return question.section == "8.9" and refusal is None and _hopeless(question, fight, give_up)
        case Choose(options=options):
            free = [one.id for one in options if one.refusal is None]
            return _best_pair(free, question, fight, order) if question.section == "8.3" and order else free[0]
        case Pick(options=options, least=least):
            return [one.id for one in options if one.refusal is None][:least]
        case Counts(rows=rows):
            return {row.id: max(1, row.high // 2) for row in rows}
        case Number(low=low):
            return low
    return None


def _best_pair(free: list[str], question: Question, fight: Battle, order: Order) -> str:
    role = role_asked(question, fight)
    mine, theirs = fights.side_of(fight, role).stacks, fights.side_of(fight, fights.opposite(role)).stacks
    best, value = free[0], None
    for option in free:
        if ">" in option:
            i, j = option.split(">")
            now = order(mine[int(i)], theirs[int(j)])
            if value is None or now > value:
                best, value = option, now
    return best


def _hopeless(question: Question, fight: Battle, give_up: int) -> bool:
    role = role_asked(question, fight)
    own, enemy = _units(fights.side_of(fight, role)), _units(fights.side_of(fight, fights.opposite(role)))
    return bool(give_up and own * give_up < enemy)


def _units(side: Side) -> int:
    return sum(one.count for one in side.stacks if one.box != "out")


def _conduct(id: str, words: Text, order: Order | None, give_up: int = 0) -> Conduct:
    answer: Answering = partial(conduct, order, give_up)
    return Conduct(id, words, answer)


CONDUCTS: Sequence[Conduct] = (
    _conduct("biggest", t("Biggest stack first, at the biggest; nobody withdraws"), _biggest),
    _conduct("weakest", t("Biggest stack first, at the smallest; nobody withdraws"), _weakest),
    _conduct("strongest", t("Biggest stack first, at the highest Level; nobody withdraws"), _strongest),
    _conduct("order", t("In the order of the boxes; nobody withdraws"), None),
    _conduct("half", t("Biggest stack first; whoever has less than half of the enemy's units withdraws"), _biggest, 2),
    _conduct("third", t("Biggest stack first; whoever has less than a third withdraws"), _biggest, 3),
)

OUTLOOKS = (
    Outlook(
        rule="heroes_vs_warlords.arena.battle",
        sections=("8.2", "8.3", "8.5.1", "8.5.2", "8.7", "8.7.1", "8.8", "8.9"),
        quantities=quantities,
        conducts=tuple(CONDUCTS),
        rounds="heroes_vs_warlords.arena.combat_round",
        bare=bare,
        side=decided_by,
    ),
)
