"""Small questions about a battle that several modules ask: whose side, which values, a Hero's roll."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from companion.engine.core.chances import Bands
from companion.engine.core.text import words
from companion.engine.rules import Rule, Sum, Term, Text, roll, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import title, unit_values
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")
Kind = Literal["ranged", "cavalry", "close"]
LADDER: tuple[tuple[int, str, Kind], ...] = (
    (2, "first", "ranged"),
    (3, "second", "ranged"),
    (4, "first", "cavalry"),
    (5, "second", "cavalry"),
    (6, "first", "close"),
    (7, "second", "close"),
)
"""Steps 2 to 7 of 8.3 and 19.6: number, who acts (the side with the Initiative is `first`), with which units."""
LATER = 3
"""What `Battle.round` is from the third combat round on: nothing tells those apart, and odds need not either."""


def current(state: HvWState) -> Battle:
    """The combat in progress. There must be one."""
    assert state.battle is not None
    return state.battle


def side_of(fight: Battle, role: str) -> Side:
    """The side in an original role."""
    return fight.attacker if role == "attacker" else fight.defender


def opposite(role: str) -> Role:
    """The other original role."""
    return "defender" if role == "attacker" else "attacker"


def role_of(fight: Battle, who: str) -> Role:
    """The original role of the side that is `first` (has the Initiative) or `second`."""
    return fight.first if who == "first" else opposite(fight.first)


def is_over(fight: Battle) -> bool:
    """Whether a combat has been fought out: a side has withdrawn, or nobody is left on it."""
    return any(side.withdrew or not any(one.count for one in side.stacks) for side in (fight.attacker, fight.defender))


def acting(state: HvWState, who: str) -> tuple[Battle, Role, Side]:
    """The combat in progress, and the role and side that are `first` (have the Initiative) or `second` in it."""
    fight = current(state)
    role = role_of(fight, who)
    return fight, role, side_of(fight, role)


def stack_id(fight: Battle, fighter: Fighter) -> str:
    """The id of a stack on the board of the battle: its role and its index."""
    for role in ROLES:
        for i, one in enumerate(side_of(fight, role).stacks):
            if one is fighter:
                return stack_name(role, i)
    return ""


@cache
def stack_name(role: str, place: int) -> str:
    """The id of a stack on the board of the battle, by its index on its side."""
    return f"{role}/{place}"


def bury(side: Side, fighter: Fighter, number: int) -> None:
    """Put units into the graveyard of the side that killed them (8.6.2)."""
    name = grave_of(fighter)
    side.kills[name] = side.kills.get(name, 0) + number


def losses(role: str, units: int) -> dict[str, int | str]:
    """The facts of a log line about units that a side has lost, for statistics."""
    return {"side": role, "count": units}


def grave_of(fighter: Fighter) -> str:
    """The key in a graveyard for units of a faction and Level."""
    return GRAVES[fighter.faction, fighter.level]


GRAVES = {(faction, level): f"{faction}:{level}" for faction in facts.UNITS for level in facts.LEVELS}
BURIED = {name: kind for kind, name in GRAVES.items()}
"""Name of a heap -> the faction and Level in it."""


def value_of(state: HvWState, fighter: Fighter) -> facts.Unit:
    """The values of one unit of a stack."""
    return unit_values(state, fighter.faction, fighter.level)


def kind_of(state: HvWState, fighter: Fighter) -> str:
    """Ranged, cavalry or close (4.2)."""
    return value_of(state, fighter).type


def is_deployed(fighter: Fighter) -> bool:
    """Whether a stack is in a box, so that it takes part and does not wait (8.2)."""
    return fighter.box not in ("out", "waiting")


@words
def side_name(side: Side) -> Text:
    """The name of a side in texts."""
    if side.name:
        return t(side.name)
    return t("Guards") if side.kind == "guards" else title(side.seat)


def rung(number: int | str) -> str:
    """The `about` of questions in a step of the combat round, so that pages can highlight the step."""
    return f"step:{number}"


class Attempt(Struct, frozen=True):
    """The result of a roll against a Hero's Initiative, and the two numbers compared."""

    success: bool
    why: tuple[Sum, ...]


def succeeds_up_to(side: Side, plus: int = 0) -> int:
    """The highest d20 that succeeds against the Initiative of a Hero (7.3.2, 8.8, 8.9).

    `plus` is added to the Initiative (19.16.2); then a roll of 1 always succeeds.
    """
    return max(side.initiative + plus, 1) if plus else side.initiative


def percent_up_to(most: int) -> int:
    """The chance, in percent, that a d20 shows `most` or less."""
    return 5 * max(0, min(most, 20))


def initiative_roll(side: Side, section: str, prompt: Text, about: str = "", plus: int = 0) -> Rule[Attempt]:
    """A d20 against the Initiative of a Hero, with `plus`: equal or below succeeds (7.3.2, 8.8, 8.9)."""
    most = succeeds_up_to(side, plus)
    needs = t("{limit} or less succeeds", limit=most)
    result = yield from roll(side.seat, prompt, 20, Bands((most + 1,)), needs, about=about, section=section)
    rolled = Sum(t("Roll"), (Term(t("d20"), result, section),))
    terms = [Term(t("Initiative of the Hero"), side.initiative, section)]
    if plus:
        terms.append(Term(t("Difference between the Initiatives"), most - side.initiative, "19.16.2"))
    return Attempt(result <= most, (rolled, Sum(t("Succeeds up to"), tuple(terms))))
