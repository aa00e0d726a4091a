"""What the odds depend on: the same situation with other readings of the rulings, and with other decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.core.effects import Ask
from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Outlook, Policy
from companion.engine.game.record import Game
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.odds.asking.computing import Computation
from companion.odds.asking.record import Comparison, Other, Record, Uncompared
from companion.odds.asking.subject import Situation, situation
from companion.odds.chance import OddsError
from companion.odds.exact.lookahead import answers_to, label
from companion.odds.policies import words_of
from companion.odds.tracing.shapes import Untraceable

DECISIONS = "conduct"
"""The kind of a comparison of policies, as other programs know it."""
METHOD = "method"
"""The kind of a comparison of whole ways to play."""
_NOTABLE = 5e-4
_LEAST = 0.1
_FEW = 3
_MOST_CHOICES = 16


class Variant(Other, frozen=True):
    """One comparison still to be worked out, and the situation and policy to compute it with."""

    asked: Situation
    policy: Policy


class Compared(Struct):
    """Comparisons that were worked out (`found`), those that could not be, and how many were tried."""

    found: list[Comparison]
    unknown: list[Uncompared]
    tried: int = 0
    move: Text | None = None
    """What the first way to decide that looks ahead answers at the question at hand."""


def worked_out(
    variants: Sequence[Variant], until: float, *, large: bool = False, fair: float = 1, least: float = 0
) -> Compared:
    """Work out the first figure of variants one after another, as many as the time allows, until a moment of the
    monotonic clock.

    Each may take `fair` times its equal part of the time, and at least `least` seconds. Where there are three or
    fewer, all are tried even if the time is over. `large`: exact odds are not tried.
    """
    compared = Compared([], [])
    for number, variant in enumerate(variants):
        now = time.monotonic()
        left = until - now
        if left <= 0 and len(variants) > _FEW:
            break
        compared.tried += 1
        what = variant.kind, variant.id, variant.title, variant.reading
        end = now + max(min(left, max(fair * left / (len(variants) - number), _LEAST)), least)
        try:
            other = Computation(variant.asked, variant.policy, end, brief=True, large=large).record()
        except (OddsError, Untraceable) as error:
            why = error.text if isinstance(error, OddsError) else Text(str(error))
            compared.unknown.append(Uncompared(*what, why))
        else:
            compared.found.append(Comparison(*what, other.record.first.value, other.record.first.error))
            compared.move = compared.move or (other.move if variant.kind == DECISIONS else None)
    return compared


def notable(found: Sequence[Comparison], record: Record) -> tuple[Comparison, ...]:
    """Those that differ from the first figure by more than chance can explain, the largest difference first."""
    first = record.first

    def apart(one: Comparison) -> float:
        return abs(one.value - first.value)

    least = max(_NOTABLE, record.bound)
    kept = [one for one in found if apart(one) > max(least, 3 * (one.error**2 + first.error**2) ** 0.5)]
    return tuple(sorted(kept, key=apart, reverse=True))


Again = Callable[[dict[str, str]], Save] | None
"""Makes the save of a situation under other rulings (see `request.ask`)."""


def other_decisions(asked: Situation, chosen: Policy) -> Iterator[Variant]:
    """The other policies, and the chosen one with each knob added that it has not."""
    used = dict(words_of(chosen.id))
    knobs = [one for one in asked.outlook.knobs if one.id not in used]
    more = [f"{chosen.id},{one.id}={one.start}" if one.high else f"{chosen.id},{one.id}" for one in knobs]
    for policy in [*asked.policies, *map(asked.policy, more)]:
        if policy.id != chosen.id:
            yield Variant(DECISIONS, policy.id, t("Decisions"), policy.title, asked, policy)


def other_methods(asked: Situation, chosen: Policy, again: Again) -> Iterator[Variant]:
    """The other methods of playing the same, where the situation can be played by them."""
    methods = asked.outlook.methods
    if methods is None:
        return
    ruling = next(one for one in asked.game.rulings if one.key == methods.ruling)
    words = {one.id: t(one.text) for one in ruling.readings}
    now = methods.chosen(asked.state())
    for id in [one for one in methods.readings if one != now]:
        if again is not None:
            other = situation(asked.game, again({**_rulings(asked), methods.ruling: id}))
        elif (state := methods.into(asked.state(), id)) is not None:
            other = asked.with_state(state)
        else:
            continue
        if tells(asked, other):
            yield Variant(METHOD, id, t(ruling.title), words[id], other, chosen)


def other_rulings(asked: Situation, chosen: Policy, looked_up: Container[str], again: Again) -> Iterator[Variant]:
    """Every other reading of the rulings that anything here depends on; `looked_up` are those that rules have asked."""
    now, methods = _rulings(asked), asked.outlook.methods
    for ruling in asked.game.rulings:
        matters = again is not None or ruling.key in looked_up
        if not matters or (methods is not None and ruling.key == methods.ruling):
            continue
        for reading in [one for one in ruling.readings if one.id != now.get(ruling.key)]:
            rulings = {**now, ruling.key: reading.id}
            other = situation(asked.game, again(rulings)) if again is not None else asked.with_rulings(rulings)
            if ruling.key not in looked_up and other.without_rulings() == asked.without_rulings():
                continue
            if tells(asked, other):
                title = t("{id} {title}", id=ruling.id, title=t(ruling.title))
                yield Variant("ruling", f"{ruling.key}={reading.id}", title, t(reading.text), other, chosen)


def tells(asked: Situation, other: Situation) -> bool:
    """Not where the game says that nothing can be told of the other situation, while it can be of this one."""
    ready = asked.outlook.ready
    return ready is None or not ready(asked.state()) or ready(other.state())


def _rulings(asked: Situation) -> dict[str, str]:
    rulings: dict[str, str] = asked.state().rulings
    return rulings


# ---- what each answer to an open question is worth: the situation after it, once with every answer


def side_asked(game: Game, save: Save, key: str, outlook: Outlook) -> int:
    """Who decides the open question with this key: 1 for the side that wants the first quantity of the outlook, -1 for
    its enemy, 0 if nobody can tell or no such question to people is open.
    """
    runner = Runner(book, game.state_type, save)
    question = _open(runner, key)
    if question is None or outlook.side is None:
        return 0
    return outlook.side(question, runner.working_state(key))


def choices(game: Game, save: Save, key: str, policy: Policy) -> list[Variant]:
    """For every answer to the open question with this key, the situation after it as a `Variant` to work out.

    Empty for dice, for questions with more than 16 answers or forms too rich to list, and for a key that is not open.
    Left out are answers that the rules refuse, and those after which something else runs.
    """
    question = _open(Runner(book, game.state_type, save), key)
    if question is None or not isinstance(question.part, Ask):
        return []
    answers = answers_to(question.part.form)
    if not 1 < len(answers) <= _MOST_CHOICES:
        return []
    return list(_variants(game, save, question, policy, answers))


def _variants(game: Game, save: Save, question: Question, policy: Policy, answers: list[Any]) -> Iterator[Variant]:
    assert isinstance(question.part, Ask)
    outlook = situation(game, save).outlook
    for answer in answers:
        runner = Runner(book, game.state_type, save)
        try:
            runner.answer(question.key, answer)
            after = situation(game, runner.save())
        except CompanionError:
            continue
        if after.outlook is outlook:
            words = label(question.part.form, answer)
            yield Variant("choice", str(answer), question.part.prompt, words, after, policy)


def _open(runner: Runner, key: str) -> Question | None:
    found = next((one for one in runner.questions() if one.key == key), None)
    return found if found is not None and isinstance(found.part, Ask) else None
