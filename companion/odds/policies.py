"""Policies: who decides what. Plain functions from an open question and the state to an answer.

Pages, files and the terminal name them: `weakest`, or with knobs `weakest,seize,units=5`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.core.effects import Ask
from companion.engine.core.errors import Refused
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Fields, Name, Number, Option, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.game.outlook import Decide, Knob, Outlook, Policy
from companion.engine.running.runner import Runner
from companion.odds.chance import OddsError, is_chance

_MOST_ASKED = 10_000


class OpenDecision(Struct, frozen=True):
    """What a policy answers to leave a decision open: looking ahead then follows all these answers."""

    answers: tuple[Any, ...]
    """What may be answered; the one that would be given without looking ahead first."""
    side: int
    """Who decides: 1 for those who want the first quantity, -1 for their enemy."""
    gives_up: bool = False
    """Whether every answer but the first means to give up."""


def first_option(question: Question, state: Any) -> Any:
    """The policy of the plainest answer: the first option that is not refused, no, the lowest number, as few as
    allowed.

    Raises OddsError for dice, or when too few options are open.
    """
    if not isinstance(question.part, Ask):
        raise OddsError(f"{question.section}: chance does not decide")
    return _plainest(question.part.form, question.section)


PLAINEST = Policy("plain", t("The plainest answer to every question"), first_option)


def decide(runner: Runner, policy: Decide) -> None:
    """Answer by a policy whatever people are asked, until only chance is open, or a decision that the policy leaves
    open.

    Raises OddsError when an answer is refused, or when questions never end.
    """
    for _ in range(_MOST_ASKED):
        question = next((one for one in runner.questions() if not is_chance(one)), None)
        if question is None:
            return
        answer = policy(question, runner.working_state(question.key))
        if isinstance(answer, OpenDecision):
            return
        try:
            runner.answer(question.key, answer)
        except Refused as refused:
            raise OddsError(f"{question.section}: the policy's answer {answer!r} is refused: {refused}") from refused
    raise OddsError("the policy is asked for ever")


def _plainest(form: AnyForm, section: str) -> Any:
    match form:
        case Choose(options=options):
            return _open_ids(options, section, 1)[0]
        case Pick(options=options, least=least):
            return _open_ids(options, section, least)
        case Confirm():
            return False
        case Number(low=low):
            return low
        case Name(known=known):
            return next(iter(known), "Name")
        case Counts():
            return _fewest(form)
        case Fields(fields=fields):
            return {field.id: _plainest(field.form, section) for field in fields}


def _open_ids(options: tuple[Option, ...], section: str, count: int) -> list[str]:
    found = [option.id for option in options if option.refusal is None][:count]
    if len(found) < count:
        raise OddsError(f"{section}: there is nothing to choose")
    return found


def _fewest(form: Counts) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in sorted(form.rows, key=lambda row: row.cost):
        if row.refusal is None and (left := form.least - sum(counts.values())):
            counts[row.id] = min(left, row.high)
    return counts


# ---- policies by name


def words_of(name: str) -> list[tuple[str, str]]:
    """The words of such a name as pairs of id and number, which is "" for a word without one."""
    pairs = [word.strip().partition("=") for word in name.split(",") if word.strip()]
    return [(id, number) for id, _sign, number in pairs]


def policies_of(outlook: Outlook) -> tuple[Policy, ...]:
    """The policies to choose from, the default first: the plainest answers where the game has none."""
    return outlook.policies or (PLAINEST,)


def policy_named(outlook: Outlook, name: str) -> Policy:
    """The policy with a name like `weakest,seize,units=5`: a policy, then knobs, with a number where they take one.

    The default policy for "" or knobs alone. Raises OddsError when there is no such policy or knob, or a number is out
    of its limits.
    """
    words = words_of(name)
    known = {one.id: one for one in policies_of(outlook)}
    base, number = words.pop(0) if words and words[0][0] not in _knobs(outlook) else (next(iter(known)), "")
    if base not in known or number:
        asked, all_known = f"{base}={number}" if number else base, ", ".join([*known, *_knobs(outlook)])
        raise OddsError(f"policy: there is no {asked}; known: {all_known}")
    if not words:
        return known[base]
    assert outlook.varied is not None
    given = [_setting(outlook, *word) for word in words]
    order = list(_knobs(outlook))
    return outlook.varied(base, tuple(sorted(dict(given).items(), key=lambda pair: order.index(pair[0]))))


def _knobs(outlook: Outlook) -> dict[str, Knob]:
    return {one.id: one for one in outlook.knobs}


def _setting(outlook: Outlook, name: str, text: str) -> tuple[str, int]:
    """A knob and its threshold, 0 for a habit."""
    knobs = _knobs(outlook)
    if name not in knobs:
        raise OddsError(f"policy: there is no {name}; known: {', '.join(knobs) or 'nothing to add'}")
    knob = knobs[name]
    if not knob.high:
        if text:
            raise OddsError(f"policy: {name} takes no number")
        return name, 0
    if not text.isdecimal() or not knob.low <= int(text) <= knob.high:
        raise OddsError(f"policy: {name} takes a number from {knob.low} to {knob.high}, as in {name}={knob.start}")
    return name, int(text)
