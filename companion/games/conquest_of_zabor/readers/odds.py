"""The odds of a battle. Contains no rule; a policy is a plain function over questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.core.effects import Ask, subject
from companion.engine.core.forms import Choose, Confirm, Counts, Number
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, plural, t
from companion.engine.game.outlook import Outlook, Policy, Quantity
from companion.engine.game.panels import BattlePanel
from companion.games.conquest_of_zabor.realm.areas import heads, kind_of, who
from companion.games.conquest_of_zabor.realm.battle import ROLES, army, fight_of, force
from companion.games.conquest_of_zabor.realm.pieces import health
from companion.games.conquest_of_zabor.state import ZaborState

SIGN = {"attacker": 1, "defender": -1}


def is_ready(state: ZaborState) -> bool:
    """Whether both sides have Units."""
    return state.battle is not None and all(army(state, role) for role in ROLES)


def quantities(state: ZaborState) -> list[Quantity]:
    """Who wins, and what each side loses."""
    found = []
    for role in ROLES:
        seat = force(state, role).seat
        found.append(
            Quantity(
                f"{role}_wins",
                plural(heads(seat), "{who} wins the battle", "{who} win the battle", who=who(seat)),
                partial(_won, role),
                is_chance=True,
                leading=True,
                side=SIGN[role],
                seat=seat if seat in state.players else "",
            )
        )
    found.append(Quantity("both_gone", t("Nobody is left"), partial(_won, "both"), is_chance=True))
    for role in ROLES:
        n = len(army(state, role))
        loser = who(force(state, role).seat)
        words = plural(n, "Losses of {who}, of 1 Unit", "Losses of {who}, of {n} Units", who=loser)
        found.append(Quantity(f"{role}_lost", words, partial(_lost, role, n), side=SIGN[role]))
    return found


def _won(role: str, result: Any, state: ZaborState) -> bool:
    return bool(result == role)


def _lost(role: str, before: int, result: Any, state: ZaborState) -> int:
    return before - len(army(state, role))


def bare(state: ZaborState) -> ZaborState:
    """The state with only what fights; without hands and the rest of the map."""
    fight = fight_of(state)
    place, fight.rounds = fight.place, None
    state.units = {name: one for name, one in state.units.items() if one.place == place}
    state.areas = {name: one for name, one in state.areas.items() if name == place}
    state.borders, state.track, state.spaces, state.discards, state.queue = {}, [], [], {}, []
    state.face_up, state.events, state.phase, state.turn = [], [], "", 0
    for player in state.players.values():
        player.destiny, player.sorcery, player.passing, player.kept = [], [], [], []
        player.claims, player.conquered, player.barred, player.gold, player.vp = [], [], [], 0, 0
    return state


Worth = Callable[[ZaborState, str], tuple[int, int]]


def cheap(state: ZaborState, name: str) -> tuple[int, int]:
    """A sort key: cheap Units first, Monsters last."""
    kind = kind_of(state, state.units[name].kind)
    return kind.price or 99, kind.wounds


def dear(state: ZaborState, name: str) -> tuple[int, int]:
    """A sort key: expensive Units first."""
    price, wounds = cheap(state, name)
    return -price, wounds


def casualties(state: ZaborState, names: Sequence[str], form: Counts, worth: Worth) -> dict[str, int]:
    """The wounds by kind: Units already wounded first, then by `worth`."""
    rows = {row.id: row.high for row in form.rows}
    left = [one for one in names if state.units[one].kind in rows]
    if sum(rows.values()) < health(state, left):
        left = [one for one in left if not state.units[one].wounds]
    given, wounds = dict.fromkeys(rows, 0), form.least
    for name in sorted(left, key=lambda one: (not state.units[one].wounds, *worth(state, one), one)):
        taken = min(wounds, health(state, [name]))
        given[state.units[name].kind] += taken
        wounds -= taken
    return given


def _answer(worth: Worth, question: Question, state: ZaborState) -> Any:
    """Absorb and roll again whatever is possible; casualties by worth."""
    assert isinstance(question.part, Ask)
    form = question.part.form
    if isinstance(form, Confirm):
        return True
    if isinstance(form, Number):
        return form.high
    _casualties, seat = subject(question.part.about)
    role = next((role for role in ROLES if force(state, role).seat == seat), "attacker")
    if isinstance(form, Choose):
        open_ = [one.id for one in form.options if one.refusal is None]
        left = [one for one in army(state, role) if state.units[one].kind in open_]
        return state.units[min(left, key=lambda one: (not state.units[one].wounds, *worth(state, one), one))].kind
    assert isinstance(form, Counts)
    return casualties(state, army(state, role), form, worth)


def _side(question: Question, state: ZaborState) -> int:
    """Whether the attacker is asked, or the defender."""
    if state.battle is None:
        return 0
    return 1 if question.seat == state.battle.attacker.seat else -1


def forecast(panel: BattlePanel, figures: Mapping[str, float], errors: Mapping[str, float] | None) -> BattlePanel:
    """Beside each side its chance; what both lose on average below, and how likely nobody is left, on a phone with
    what the figures mean.
    """
    said = {name: _chance(figures[name], errors[name] if errors is not None else None)
            for name in ("both_gone", *(f"{role}_wins" for role in ROLES))}  # fmt: skip
    sides = [replace(side, chance=t("{chance} to win", chance=said[f"{role}_wins"]))
             for role, side in zip(ROLES, panel.sides, strict=True)]  # fmt: skip
    one, other = (f"{figures[f'{role}_lost']:.1f}" for role in ROLES)
    line = t("Lost on average, the cheapest first: {a} {x}, {b} {y} Units", a=panel.sides[0].title, x=one,
             b=panel.sides[1].title, y=other)  # fmt: skip
    if figures["both_gone"]:
        line = t("{line}. Nobody is left: {chance}", line=line, chance=said["both_gone"])
    shown = replace(panel, sides=(sides[0], sides[1]))
    if panel.legend:
        return replace(shown, legend=(line, *panel.legend))
    return replace(shown, lines=(*panel.lines, line))


FINE, COARSE = 0.004, 0.03
"""A sampled chance with a standard error up to this is told by 1 %, and by 5 %; one with a greater one by 10 %."""


def _chance(chance: float, error: float | None) -> Text:
    """How likely something is, no finer than it is known (`error` is None if exactly); neither certain nor impossible
    as long as dice are thrown.
    """
    step = 1 if error is None or 0 < error <= FINE else 5 if error <= COARSE else 10
    if chance > 1 - step / 100 and (chance < 1 or error is not None):
        return t("over {percent} %", percent=100 - step)
    if chance < step / 100 and (chance > 0 or error is not None):
        return t("under {percent} %", percent=step)
    percent = step * round(100 * chance / step)
    return t("{percent} %", percent=percent) if error is None else t("about {percent} %", percent=percent)


OUTLOOKS = (
    Outlook(
        rule="conquest_of_zabor.battle.battle",
        sections=("Battle", "Glossary: special abilities"),
        quantities=quantities,
        policies=(
            Policy("cheap", t("The cheapest Units suffer first"), partial(_answer, cheap)),
            Policy("dear", t("The most expensive Units suffer first"), partial(_answer, dear)),
        ),
        rounds="conquest_of_zabor.battle.battle_round",
        bare=bare,
        side=_side,
        ready=is_ready,
        forecast=forecast,
    ),
)
