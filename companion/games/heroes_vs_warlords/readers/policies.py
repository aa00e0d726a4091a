"""Policies for combats: plain functions over the questions of `arena`, `siege` and `round_end`.

Contains no rule. A policy is an order of attacks, some habits and thresholds, and perhaps a lookahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct, structs

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Confirm, Counts, Fields, Number, Option, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, listed, t
from companion.engine.game.outlook import Knob, Lookahead, Policy, largest
from companion.games.heroes_vs_warlords.advanced import skills
from companion.games.heroes_vs_warlords.advanced.skills import about_role
from companion.games.heroes_vs_warlords.display import battle, breaching
from companion.games.heroes_vs_warlords.display.policy import chosen as display_choice
from companion.games.heroes_vs_warlords.fighting import arena, deployment, fights, round_end, siege
from companion.games.heroes_vs_warlords.fighting.fights import Role
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

# ---- who decides

ROLES_ASKED: dict[str, Role] = {about_role(role): role for role in fights.ROLES}
"""What questions are about that name the side themselves."""
SKILL_SECTIONS = tuple(skills.TALENT_SECTIONS.values())


def role_asked(question: Question, fight: Battle) -> Role:
    """The role of the side that decides a question of a combat.

    In a helper one seat answers for both sides, so this follows from the step that asks and its arguments.
    """
    if fight.attacker.seat != fight.defender.seat:
        return "attacker" if question.seat == fight.attacker.seat else "defender"
    if question.part.about in ROLES_ASKED:
        return ROLES_ASKED[question.part.about]
    if question.asked_by(siege.breach, breaching.breach, round_end.early_withdrawal):
        return "attacker"
    if question.asked_by(arena.deploy, arena.come_in, battle.come_in):
        return "attacker" if question.part.about == deployment.about("attacker") else "defender"
    if question.asked_by(arena.attack, battle.move, battle.shoot, battle.announce):
        return fights.role_of(fight, question.args[1])
    if question.asked_by(round_end.withdraw):
        return fights.role_of(fight, question.args[0])
    return fights.role_of(fight, "second")


def decided_by(question: Question, state: HvWState) -> int:
    """1 for a decision of the attacker, -1 for one of the defender: the first quantity is the attacker's victory."""
    return 1 if role_asked(question, fights.current(state)) == "attacker" else -1


def gives_up(question: Question) -> bool:
    """Whether a yes means an attempt to withdraw (8.9)."""
    part = question.part
    return question.section == "8.9" and isinstance(part, Ask) and isinstance(part.form, Confirm)


# ---- what


Order = Callable[[Fighter, Fighter], Any]


def _biggest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, theirs.count)


def _weakest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, -theirs.count)


def _strongest(mine: Fighter, theirs: Fighter) -> Any:
    return (mine.count, theirs.level, theirs.count)


class Habits(Struct, frozen=True):
    """What a policy does besides attacking in an `order` (none: as listed): withdrawing, and seizing the Initiative."""

    order: Order | None = None
    units: int = 0
    """A Hero with fewer own units than this tries to withdraw."""
    share: tuple[int, int] = (0, 1)
    """A Hero with less than this fraction of the enemy's units tries to withdraw."""
    seize: bool = False
    """Whether a Hero without the Initiative tries to seize it."""


def decide(habits: Habits, question: Question, state: HvWState) -> Any:
    """The answer to an open question of a combat. A besieger always tries to breach."""
    part = question.part
    assert isinstance(part, Ask)
    fight = fights.current(state)
    match part.form:
        case Confirm(refusal=refusal):
            return refusal is None and _says_yes(habits, question, fight)
        case Choose(options=options):
            free = [one for one in options if one.refusal is None and not one.minor]
            hex = display_choice(question, state, fight, role_asked(question, fight), free)
            if hex is not None:
                return hex.id
            order = habits.order if question.section in ATTACKS else None
            return (_best_pair(free, question, fight, order) if order else free[0]).id
        case Pick(options=options, least=least):
            return [one.id for one in options if one.refusal is None][:least]
        case Counts(rows=rows):
            return {row.id: max(1, row.high // 2) for row in rows}
        case Number(low=low):
            return low
        case Fields(fields=fields):
            return {field.id: {} if isinstance(field.form, Counts) else 0 for field in fields}
    return None


ATTACKS = ("8.3", "19.10", "19.11")
"""Sections in which stacks are asked whom they attack."""


def _says_yes(habits: Habits, question: Question, fight: Battle) -> bool:
    match question.section:
        case "8.7.1":
            return True
        case section if section in SKILL_SECTIONS:
            return True
        case "8.8":
            return habits.seize
        case "8.9":
            return _hopeless(habits, question, fight)
    return False


def _best_pair(free: list[Option], question: Question, fight: Battle, order: Order) -> Option:
    role = role_asked(question, fight)
    mine, theirs = fights.side_of(fight, role).stacks, fights.side_of(fight, fights.opposite(role)).stacks
    pairs = [option for option in free if option.value is not None]
    return pairs[largest([order(mine[i], theirs[j]) for i, j in (pair.value for pair in pairs)])] if pairs else free[0]


def _hopeless(habits: Habits, question: Question, fight: Battle) -> bool:
    part, whole = habits.share
    if not part and not habits.units:
        return False
    role = role_asked(question, fight)
    own, enemy = units(fights.side_of(fight, role)), units(fights.side_of(fight, fights.opposite(role)))
    return bool(habits.units and own < habits.units) or bool(part and own * whole < enemy * part)


def units(side: Side) -> int:
    """How many units a side has in the Arena."""
    return sum(one.count for one in side.stacks if one.box != "out")


# ---- the list


BIGGEST = t("Biggest stack first, at the biggest")
STAYS = t("nobody withdraws")


def _made(id: str, words: Text, habits: Habits, lookahead: Lookahead | None = None, gives_up: Text = STAYS) -> Policy:
    title = t("{order}; {more}", order=words, more=gives_up)
    return Policy(id, title, partial(decide, habits), lookahead)


_BASES: dict[str, tuple[Text, Habits, Lookahead | None, Text]] = {
    "biggest": (BIGGEST, Habits(_biggest), None, STAYS),
    "weakest": (t("Biggest stack first, at the smallest"), Habits(_weakest), None, STAYS),
    "strongest": (t("Biggest stack first, at the highest Level"), Habits(_strongest), None, STAYS),
    "order": (t("In the order of the boxes"), Habits(), None, STAYS),
    "half": (BIGGEST, Habits(_biggest, share=(1, 2)), None,
             t("whoever has less than half of the enemy's units withdraws")),
    "third": (BIGGEST, Habits(_biggest, share=(1, 3)), None, t("whoever has less than a third withdraws")),
    "best": (t("Best play on both sides"), Habits(_biggest), Lookahead((1, -1)), STAYS),
    "best_attacker": (t("Best play of the attacker; the defender: biggest stack first, at the biggest"),
                      Habits(_biggest), Lookahead((1,)), STAYS),
    "best_defender": (t("Best play of the defender; the attacker: biggest stack first, at the biggest"),
                      Habits(_biggest), Lookahead((-1,)), STAYS),
}  # fmt: skip
POLICIES: Sequence[Policy] = tuple(_made(id, *parts) for id, parts in _BASES.items())

KNOBS = (
    Knob("seize", t("whoever lacks the Initiative tries to seize it")),
    Knob("units", t("a Hero with fewer than {n} units withdraws"), 1, 120, 4),
    Knob("share", t("a Hero with less than {n} % of the enemy's units withdraws"), 1, 1000, 40),
    Knob("chance", t("a Hero whose chance to win is below {n} % withdraws"), 1, 100, 25),
)
"""Withdrawing is tried at the end of every combat round (8.9), seizing once a combat (8.8)."""


@lru_cache(maxsize=256)
def varied(base: str, knobs: tuple[tuple[str, int], ...]) -> Policy:
    """A policy of the list with knobs (id, threshold) added; the same object for equal arguments."""
    words, habits, lookahead, gives_up = _BASES[base]
    texts = {knob.id: knob.title for knob in KNOBS}
    more = [t(texts[name].message, n=number) if number else texts[name] for name, number in knobs]
    for name, number in knobs:
        match name:
            case "seize":
                habits = structs.replace(habits, seize=True)
            case "units":
                habits = structs.replace(habits, units=number)
            case "share":
                habits = structs.replace(habits, share=(number, 100))
            case "chance":
                lookahead = Lookahead(lookahead.sides if lookahead else (), number / 100)
    if gives_up is not STAYS or all(name == "seize" for name, _ in knobs):
        more.append(gives_up)
    id = ",".join([base, *(f"{name}={number}" if number else name for name, number in knobs)])
    return _made(id, words, habits, lookahead, listed(more))


# ---- reactions (7.3)


def react(willing: bool, question: Question, state: HvWState) -> Any:
    """Whether enemy Heroes try to react (7.3.2); for other questions the simplest answer."""
    part = question.part
    assert isinstance(part, Ask)
    match part.form:
        case Confirm():
            return willing and question.section == "7.3.2"
        case Choose(options=options):
            return next(one.id for one in options if one.refusal is None)
        case Pick(options=options, least=least):
            return [one.id for one in options][:least]
        case Number(low=low):
            return low
        case Counts():
            return {}
    return None


REACT = Policy("react", t("Every Hero who may react tries to"), partial(react, True))
STAY = Policy("stay", t("No Hero reacts; guards do"), partial(react, False))
