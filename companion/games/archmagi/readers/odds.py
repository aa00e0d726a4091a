"""The odds of a battle. Contains no rule; policies are plain functions over questions.

At the table most units are hidden, and the odds must not reveal them: then they speak of the round only, and of what
has been revealed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Confirm, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import plural, t
from companion.engine.game.outlook import Outlook, Policy, Quantity, largest
from companion.games.archmagi import facts
from companion.games.archmagi.fights.battle import begin_round, tactics
from companion.games.archmagi.fights.losses import ROLES, role_of, show
from companion.games.archmagi.fights.rolls import army, combatant, fight_of, force
from companion.games.archmagi.state import ArchmagiState, Player
from companion.games.archmagi.units import chit

ROUND_ONLY = "round"
"""Stands for the phase where only the next roll can be told of."""
SIGN = {"attacker": 1, "defender": -1}


# ---- what to read of a battle


def is_open(state: ArchmagiState) -> bool:
    """Whether everything that fights or could fight is revealed."""
    return all(one.face for role in ROLES for one in army(state, role).values())


def is_ready(state: ArchmagiState) -> bool:
    """Whether there is anything to report: both combatants are known, or everything is."""
    if state.battle is None or not all(army(state, role) for role in ROLES):
        return False
    return is_open(state) or all(combatant(state, role) is not None for role in ROLES)


def quantities(state: ArchmagiState) -> list[Quantity]:
    """Who wins the battle and what each side loses, if all is revealed; and who wins the next roll."""
    found, whole = [], state.phase != ROUND_ONLY
    names = {role: t(facts.TITLES[force(state, role).seat]) for role in ROLES}
    if whole:
        for role in ROLES:
            words = t("{who} wins the battle", who=names[role])
            found.append(Quantity(f"{role}_wins", words, partial(_won, role), is_chance=True, leading=True,
                                  side=SIGN[role], seat=force(state, role).seat))  # fmt: skip
    for role in ROLES:
        words = t("{who} wins the next roll", who=names[role])
        found.append(Quantity(f"{role}_roll", words, partial(_opening, role), is_chance=True, leading=True,
                              side=SIGN[role], passing=True))  # fmt: skip
    found.append(Quantity("tie", t("A tie"), partial(_opening, "tie"), is_chance=True))
    if whole:
        for role in ROLES:
            n = len(army(state, role))
            words = plural(n, "Losses of {who}, of 1 unit", "Losses of {who}, of {n} units", who=names[role])
            found.append(Quantity(f"{role}_lost", words, partial(_lost, role, n), side=SIGN[role]))
    return found


def _won(role: str, result: Any, state: ArchmagiState) -> bool:
    return bool(result == role)


def _opening(who: str, result: Any, state: ArchmagiState) -> bool:
    return fight_of(state).opening == who


def _lost(role: str, before: int, result: Any, state: ArchmagiState) -> int:
    return before - len(army(state, role))


def bare(state: ArchmagiState) -> ArchmagiState:
    """The state with only what fights; without what is hidden, and without hands, so that nobody casts."""
    sides = [seat for role in ROLES for seat in force(state, role).seats]
    open_too = is_open(state)
    units = {name: one for role in ROLES for name, one in army(state, role).items() if open_too or one.face}
    state.phase = "" if open_too else ROUND_ONLY
    state.units, state.hexes, state.truces, state.fought = units, {}, [], []
    state.players = {seat: one if seat in sides else Player(seat, out=one.out) for seat, one in state.players.items()}
    for player in state.players.values():
        player.spells, player.reserve, player.kept, player.scouted = [], [], [], {}
    fight_of(state).opening = ""
    state.discards = {pile: {} for pile in state.discards}
    return state


def revealed(state: ArchmagiState) -> ArchmagiState:
    """The state with every chit shown."""
    for unit in state.units.values():
        show(state, unit)
    return state


# ---- how people decide


def _strongest(sign: int, question: Question, state: ArchmagiState) -> Any:
    """Fight on; send the unit of the highest (or lowest) own value, show all that helps, cast and swap nothing."""
    assert isinstance(question.part, Ask)
    form = question.part.form
    if isinstance(form, Confirm):
        return question.asked_by(begin_round)
    if isinstance(form, Pick):
        shown = [one.id for one in form.options if one.id in state.units and one.refusal is None]
        return shown if question.asked_by(tactics) else shown[: form.least]
    assert isinstance(form, Choose)
    ids = [one.id for one in form.options if one.refusal is None]
    if not all(one in state.units for one in ids):
        return ids[0]
    return ids[largest([(sign * strength(state, one),) for one in ids])]


def strength(state: ArchmagiState, name: str) -> int:
    """The modifier that a unit by itself adds in its role."""
    unit = state.units[name]
    found = chit(state, unit)
    word = "surprise" if role_of(state, unit) == "attacker" else "ambush"
    return found.brm + found.abilities.get(word, 0)


def _side(question: Question, state: ArchmagiState) -> int:
    """Whether the attacker is asked, or the defender."""
    if state.battle is None:
        return 0
    return 1 if question.seat in state.battle.attacker.seats else -1


OUTLOOKS = (
    Outlook(
        rule="archmagi.battle.battle",
        sections=("I Reveal", "II Options", "III Roll", "Victory"),
        quantities=quantities,
        policies=(
            Policy("strong", t("The strongest units first, all helpers shown, no spells"), partial(_strongest, 1)),
            Policy("weak", t("The weakest units first, all helpers shown, no spells"), partial(_strongest, -1)),
        ),
        rounds="archmagi.battle.battle_round",
        bare=bare,
        side=_side,
        ready=is_ready,
        unfinished=lambda result: bool(result == "off"),
        revealed=revealed,
    ),
)
