"""Small readings of a battle that several modules need: whose side, which values, a Hero's roll. Decides nothing."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from companion.engine.core.asking import roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule, Sum, Term
from companion.engine.core.text import Text, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import title, unit_values
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")


def current(state: HvWState) -> Battle:
    """The combat that is going on."""
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


def stack_id(fight: Battle, fighter: Fighter) -> str:
    """The name of a stack on the board of the battle: its role and its place."""
    for role in ROLES:
        for i, one in enumerate(side_of(fight, role).stacks):
            if one is fighter:
                return stack_name(role, i)
    return ""


@cache
def stack_name(role: str, place: int) -> str:
    """The same by the number of the stack on its side."""
    return f"{role}/{place}"


def bury(side: Side, fighter: Fighter, number: int) -> None:
    """Put units into the graveyard of the side that killed them (8.6.2)."""
    name = grave_of(fighter)
    side.kills[name] = side.kills.get(name, 0) + number


def grave_of(fighter: Fighter) -> str:
    """The name of the heap in a graveyard that units of a faction and Level come to."""
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
    """True for a stack that stands in a box: it takes part and does not wait for a box (8.2)."""
    return fighter.box not in ("out", "waiting")


def side_name(side: Side) -> Text:
    """How a side is called in texts."""
    if side.name:
        return t(side.name)
    return t("Guards") if side.kind == "guards" else title(side.seat)


def rung(number: int | str) -> str:
    """What the questions of a step of the combat round are about, so that pages can light it."""
    return f"step:{number}"


class Attempt(Struct, frozen=True):
    """How a roll against a Hero's Initiative went, and the two numbers it came to."""

    success: bool
    why: tuple[Sum, ...]


def initiative_roll(side: Side, section: str, prompt: Text, about: str = "", plus: int = 0) -> Rule[Attempt]:
    """A d20 against the Initiative of a Hero: equal or below succeeds (7.3.2, 8.8, 8.9).

    `plus` is what is added to the Initiative (19.16.2); then a roll of 1 always succeeds.
    """
    most = max(side.initiative + plus, 1) if plus else side.initiative
    needs = t("{limit} or less", limit=most)
    result = yield from roll(side.seat, prompt, 20, Bands((most + 1,)), needs, about=about, section=section)
    rolled = Sum(t("Roll"), (Term(t("d20"), result, section),))
    terms = [Term(t("Initiative of the Hero"), side.initiative, section)]
    if plus:
        terms.append(Term(t("Difference between the Initiatives"), most - side.initiative, "19.16.2"))
    return Attempt(result <= most, (rolled, Sum(t("Succeeds up to"), tuple(terms))))
