"""The figures of one situation by one policy: exact if the time allows it, else sampled, with the standard error."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct, structs

from companion.engine.core.effects import Ask
from companion.engine.core.rules import book
from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Decide, Policy
from companion.engine.running.runner import Runner
from companion.odds.asking.record import Record, figures_of
from companion.odds.asking.subject import Situation
from companion.odds.chance import OddsError, is_chance
from companion.odds.exact.lookahead import Branching, LookaheadSearch, Unaffordable, label
from companion.odds.exact.network import Network
from companion.odds.exact.propagation import Propagation
from companion.odds.exact.rounds import by_round
from companion.odds.policies import OpenDecision
from companion.odds.sampling import sampled
from companion.odds.tracing.kept import traced
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracer import Position, Tracer

T = TypeVar("T")
_EPS = 1e-10
_LOOK = 0.25
"""After this share of the time it is asked whether an exact push is hopeless."""
_GOOD_ENOUGH = 1e-4
_PLAYING = 0.85
"""The share of the time for playing; the rest is for reading the ends."""
_SHOWN_ROUNDS = 8
_LEAST_PUSH = 1.0


def shares(items: Sequence[T], until: float, least: float) -> Iterator[tuple[T, float]]:
    """Each item with the moment by which it must be done: what is left of the time until a moment of the monotonic
    clock is shared equally by those to come, and each gets at least so many seconds.
    """
    for number, item in enumerate(items):
        now = time.monotonic()
        yield item, now + max(least, (until - now) / (len(items) - number))


class Computed(Struct, frozen=True):
    """A record of figures, and the keys of the rulings that rules looked up while it was computed."""

    record: Record
    rulings: tuple[str, ...]
    move: Text | None = None
    """The answer to the question at hand that looking ahead gives."""


class Computation:
    """One computation of the figures of a situation by one policy, until a given moment."""

    def __init__(
        self, asked: Situation, policy: Policy, until: float, *, brief: bool = False, large: bool = False
    ) -> None:
        """`until` is a moment of the monotonic clock. `brief`: only the first figure. `large`: sampled at once, exact
        odds are not tried.
        """
        self.asked = asked
        self.large = large
        self.lookahead = policy.lookahead
        self.policy: Decide = policy.answer
        if self.lookahead is not None:
            self.policy = Branching(policy, asked.outlook)
        self.until = until
        self.brief = brief
        self.kind = asked.game.state_type
        self.counted = asked.outlook.rounds
        self.situations, self.rulings = 0, tuple[str, ...]()
        """What an exact push has met, and the rulings that rules have looked up, in the order of their names."""

    def record(self) -> Computed:
        """The figures: exact if that can be done in the time, else from random games.

        With a policy that looks ahead they are exact, or it raises Unaffordable. Raises OddsError when an answer of the
        policy is refused.
        """
        if self.large and self.lookahead is None:
            return self._sampled()
        left = self.until - time.monotonic()
        half = self.until - left * (0.4 if self.lookahead is None else 0.2)
        try:
            found = traced(self.kind, self.asked.save, self.policy, self.counted, lambda *of: self._exact(half, *of))
            return found or self._sampled()
        except Untraceable as error:
            if self.lookahead is not None:
                raise Unaffordable(t("Here nobody can look ahead: several things go on side by side.")) from error
            return self._sampled()

    def _exact(self, until: float, tracer: Tracer, position: Position) -> Computed | None:
        """The exact figures; None when there is not enough time for them."""
        move, chosen = None, dict[Position, int]()
        if self.lookahead is not None:
            search = LookaheadSearch(tracer, self.lookahead, self.asked.quantities()[0].read, until)
            search.look(position)
            chosen, until = search.chosen, max(self.until, time.monotonic() + _LEAST_PUSH)
            move = self._move(chosen.get(position))
        propagation = Propagation(Network(tracer, until=until, chosen=chosen), _EPS)
        self._push(propagation, position)
        self.situations, self.rulings = propagation.network.met(), tuple(sorted(tracer.rulings))
        lost, endless = propagation.lost(), sum(propagation.endless.values())
        if lost > _GOOD_ENOUGH:
            if self.lookahead is not None:
                raise Unaffordable.after(self.situations)
            return None
        record = self._made([propagation.endings()], lost)
        if endless > _EPS:
            record = structs.replace(record, endless=endless)
        elif self.counted:
            here = 1.0 if position[0].is_running(self.counted) else 0.0
            record = structs.replace(record, rounds=here + propagation.started)
        if self.counted and not self.brief:
            record = self._with_rounds(record, propagation)
        return Computed(record, self.rulings, move)

    def _move(self, way: int | None) -> Text | None:
        """The way that is taken at the question at hand, in words; None if chance or nobody is asked there first."""
        runner = Runner(book, self.kind, self.asked.save)
        question = next((one for one in runner.questions() if not is_chance(one)), None)
        if question is None or way is None:
            return None
        decision = self.policy(question, runner.working_state(question.key))
        assert isinstance(question.part, Ask)
        return label(question.part.form, decision.answers[way]) if isinstance(decision, OpenDecision) else None

    def _push(self, propagation: Propagation, start: Position) -> None:
        """Push to the end; where that is hopeless, give up early and leave the time to sampling."""
        network, now = propagation.network, time.monotonic()
        until = network.until
        propagation.begin(start)
        if self.lookahead is None:
            network.until = now + (until - now) * _LOOK
            if propagation.go_on() or propagation.is_hopeless():
                return
            network.until = until
        propagation.go_on()

    def _with_rounds(self, record: Record, propagation: Propagation) -> Record:
        reads = {one.id: one.read for one in self.asked.quantities() if one.lasting}
        ended, true, dropped = by_round(propagation.network, reads, _SHOWN_ROUNDS)
        figures = tuple(structs.replace(one, by_round=tuple(true.get(one.id, ()))) for one in record.figures)
        bound = max(record.bound, dropped)
        return structs.replace(record, figures=figures, ended_by_round=tuple(ended), bound=bound)

    def _sampled(self) -> Computed:
        """Played at random until most of the time is over; the rest is for reading the ends."""
        now = time.monotonic()
        until = now + (self.until - now) * _PLAYING
        batches = sampled(self.kind, self.asked.save, self.policy, until=until, counted=self.counted)
        games = sum(batch.games for batch in batches)
        record = self._made([batch.ends for batch in batches], 0.0, games=games)
        if self.counted and all(batch.started for batch in batches):
            mean = sum(batch.started for batch in batches) / len(batches)
            record = structs.replace(record, rounds=1.0 + mean)
        return Computed(record, self.rulings)

    def _made(self, pushes: list[Any], bound: float, *, games: int = 0) -> Record:
        figures = figures_of(self.asked.quantities()[: 1 if self.brief else None], pushes, games)
        if not figures:
            raise OddsError("Nothing is left to be decided here.")
        if not any(pushes):
            raise OddsError("This is too large to be computed in the time given.")
        name, rule, policy, exact = self.asked.game.name, self.asked.rule, Text(""), not games
        return Record(name, rule, "", policy, exact, bound, tuple(figures), situations=self.situations)
