"""What the odds depend on: the same situation with other readings of the rulings, and with other decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from companion.engine.core.effects import Ask
from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Methods, Outlook, Policy
from companion.engine.game.record import Game
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.odds.asking.computing import Computation, Computed
from companion.odds.asking.record import Comparison, Other, Uncompared
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
_FAIR = 3
"""So many times its equal part of the time a comparison may take: most take far less."""
_LEAST = 0.1
_LEAST_METHOD = 0.35
"""Seconds. Games on another board are long: with more time than this whole batches of them overrun it by far."""
_FEW = 3
_MOST_CHOICES = 16


class Variant(Other, frozen=True):
    """One comparison still to be worked out, and the situation and policy to compute it with."""

    asked: Situation
    policy: Policy


class Comparisons:
    """The first figure of a situation once more under other rulings, other decisions and other methods of play.

    `chosen` is the policy of the figures `found`. All must be done at `until`, a moment of the monotonic clock; what is
    left of the time is shared fairly. `again` makes the same save under other rulings (see `request.ask`).
    """

    def __init__(
        self,
        asked: Situation,
        chosen: Policy,
        found: Computed,
        until: float,
        again: Callable[[dict[str, str]], Save] | None,
    ) -> None:
        self.asked = asked
        self.chosen = chosen
        self.found = found
        self.until = until
        self.again = again
        self.compared = 0
        self.wanted = 0
        self.unknown: list[Uncompared] = []
        self.move = found.move
        """What the first way to decide that looks ahead answers at the question at hand."""
        self.state = msgspec.json.decode(bytes(asked.save.state))

    def notable(self) -> tuple[Comparison, ...]:
        """The comparisons that differ from the first figure by more than chance can explain, the largest difference
        first; as many as the time allowed.
        """
        first = self.found.record.first
        variants = sorted(
            [*self._decisions(), *self._rulings()], key=lambda variant: variant.policy.lookahead is not None
        )
        self.wanted = len(variants)
        kept = []
        for one in self.done(variants, _FAIR):
            spread = 3 * (one.error**2 + first.error**2) ** 0.5
            if abs(one.value - first.value) > max(_NOTABLE, spread, self.found.record.bound):
                kept.append(one)
        return tuple(sorted(kept, key=lambda one: -abs(one.value - first.value)))

    def methods(self) -> tuple[Comparison, ...]:
        """The first figure by each other method of play, whether it differs or not. Methods that cannot be worked out
        are added to `unknown`.
        """
        return tuple(self.done(list(self._methods()), least=_LEAST_METHOD))

    def done(self, variants: Sequence[Variant], fair: float = 1, least: float = 0) -> Iterator[Comparison]:
        """Work out variants one after another, as many as the time allows. Those that fail are added to `unknown`.

        Each may take `fair` times its equal part of the time, and at least `least` seconds. Where there are three or
        fewer, all are tried even if the time is over.
        """
        large = not self.found.record.exact
        for number, variant in enumerate(variants):
            left = self.until - time.monotonic()
            if left <= 0 and len(variants) > _FEW:
                return
            self.compared += 1
            try:
                seconds = min(left, max(fair * left / (len(variants) - number), _LEAST))
                other = _found(variant, max(seconds, least), large)
            except (OddsError, Untraceable) as error:
                why = error.text if isinstance(error, OddsError) else Text(str(error))
                self.unknown.append(Uncompared(variant.kind, variant.id, variant.title, variant.reading, why))
            else:
                figure = other.record.first
                self.move = self.move or (other.move if variant.kind == DECISIONS else None)
                yield Comparison(variant.kind, variant.id, variant.title, variant.reading, figure.value, figure.error)

    def _decisions(self) -> Iterator[Variant]:
        """The other policies, and the chosen one with each knob added that it has not."""
        knobs, used = self.asked.outlook.knobs if self.asked.outlook else (), dict(words_of(self.chosen.id))
        more = [f"{one.id}={one.start}" if one.high else one.id for one in knobs if one.id not in used]
        for policy in [*self.asked.policies, *(self.asked.policy(f"{self.chosen.id},{one}") for one in more)]:
            if policy.id != self.chosen.id:
                yield Variant(DECISIONS, policy.id, t("Decisions"), policy.title, self.asked, policy)

    def _methods(self) -> Iterator[Variant]:
        methods = self.asked.outlook.methods if self.asked.outlook else None
        if methods is None:
            return
        ruling = next(one for one in self.asked.game.rulings if one.key == methods.ruling)
        words = {one.id: t(one.text) for one in ruling.readings}
        now = methods.chosen(self.asked.state())
        for id in methods.readings:
            other = self._by_method(methods, id) if id != now else None
            if other is not None and self._tells(other):
                yield Variant(METHOD, id, t(ruling.title), words[id], other, self.chosen)

    def _by_method(self, methods: Methods, id: str) -> Situation | None:
        if self.again is not None:
            return situation(self.asked.game, self.again({**self.state["rulings"], methods.ruling: id}))
        state = methods.into(self.asked.state(), id)
        return None if state is None else self.asked.with_state(state)

    def _rulings(self) -> Iterator[Variant]:
        now = self.state.get("rulings", {})
        outlook = self.asked.outlook
        told = outlook.methods.ruling if outlook and outlook.methods else ""
        for ruling in self.asked.game.rulings:
            if ruling.key == told:
                continue
            for reading in ruling.readings:
                if reading.id == now.get(ruling.key):
                    continue
                other = self._ruled({**now, ruling.key: reading.id}, ruling.key)
                if other is not None and self._tells(other):
                    title = t("{id} {title}", id=ruling.id, title=t(ruling.title))
                    yield Variant("ruling", f"{ruling.key}={reading.id}", title, t(reading.text), other, self.chosen)

    def _tells(self, other: Situation) -> bool:
        """Not where the game says that nothing can be told under these rulings, while it can be here."""
        outlook = self.asked.outlook
        if outlook is None or outlook.ready is None:
            return True
        return not outlook.ready(self.asked.state()) or outlook.ready(other.state())

    def _ruled(self, rulings: dict[str, str], key: str) -> Situation | None:
        """The situation under other rulings; None when nothing in it can tell."""
        if self.again is not None:
            other = situation(self.asked.game, self.again(rulings))
            if key in self.found.rulings or _without_rulings(other) != _without_rulings(self.asked):
                return other
            return None
        if key not in self.found.rulings:
            return None
        return self.asked.with_state({**self.state, "rulings": rulings})


def _found(variant: Variant, seconds: float, large: bool) -> Computed:
    until = time.monotonic() + seconds
    return Computation(variant.asked, variant.policy, until, brief=True, large=large).record()


def _without_rulings(asked: Situation) -> Any:
    state = msgspec.json.decode(bytes(asked.save.state))
    state.pop("rulings", None)
    return state, msgspec.json.encode(asked.save.root)


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
    rule = situation(game, save).outlook
    for answer in answers:
        runner = Runner(book, game.state_type, save)
        try:
            runner.answer(question.key, answer)
            after = situation(game, runner.save())
        except CompanionError:
            continue
        if after.outlook is rule and rule is not None:
            words = label(question.part.form, answer)
            yield Variant("choice", str(answer), question.part.prompt, words, after, policy)


def _open(runner: Runner, key: str) -> Question | None:
    found = next((one for one in runner.questions() if one.key == key), None)
    return found if found is not None and isinstance(found.part, Ask) else None
