"""Running one step of the rules on tracked numbers: from its start, through one way of chance, to its end.

A driver like the runner of a match, but of one step only, without logs and saves. Steps are the registered ones; forms
check what policies answer; chance is what `chance.ways` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from companion.engine.core.citing import cited
from companion.engine.core.effects import All, Ask, Commit, Draw, Note, Pool, Roll
from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, parse
from companion.odds.chance import OddsError, Way, is_chance, ways
from companion.odds.policies import OpenDecision
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracked import Observations, Values, as_plain
from companion.odds.tracing.trees import Again, Finish, Leaf, Segment

if TYPE_CHECKING:
    from companion.odds.tracing.tracer import Tracer

_MOST_ASKED = 10_000
_PARTS = (Ask, Roll, Pool, Draw)


class Run:
    """One run of a step on tracked numbers; where chance is open for the first time it goes the way with index `way`.

    Afterwards `chance` holds all ways that were open (None if none were), and `observations` what the rules looked at:
    the first `before` of them before chance, the others after it.
    """

    def __init__(self, tracer: Tracer, segment: Segment, values: Values, way: int) -> None:
        self.tracer = tracer
        self.segment = segment
        self.way = way
        self.observations = Observations()
        self.state = segment.shape.tracked(values, self.observations)
        self.state.rulings = _Rulings(self.state.rulings, tracer.rulings)
        self.answers = dict(segment.answers)
        self.last: tuple[Question | None, Any] = (None, None)
        self.chance: list[Way] | None = None
        self.decision: OpenDecision | None = None
        """What is open is a decision, not chance."""
        self.before = self.asked = 0

    def go(self) -> Leaf:
        """Run it: `Finish` when the step ended, `Again` when it waits for chance a second time. Raises OddsError when
        an answer of the policy is refused, Untraceable, or Learned.
        """
        segment = self.segment
        try:
            result = segment.code.fn(self.state, *segment.args)
            if segment.code.is_generator:
                waits, result = self._through_yields(result)
                if waits:
                    return Again(self.tracer.segment(segment.shape, segment.code, segment.args, self.answers))
        except Refused as refused:
            raise self._refused(refused) from refused
        result = as_plain(result)
        shape, sources = self.tracer.shapes.shape_of_tracked(self.state, segment.shape)
        if self.chance is None:
            self.before = len(self.observations.seen)
        return Finish(segment.shape, result, shape, sources)

    def _through_yields(self, generator: Any) -> tuple[bool, Any]:
        """(True, None) when it waits for chance again, else (False, its result)."""
        send, at = None, 0
        while True:
            try:
                effect = generator.send(send)
            except StopIteration as stop:
                return False, stop.value
            if isinstance(effect, Note):
                send = None
                continue
            waits, send = self._answered(effect, at)
            if waits:
                return True, None
            at += 1

    def _answered(self, effect: Any, at: int) -> tuple[bool, Any]:
        several, code = isinstance(effect, All | Commit), self.segment.code
        if not several and not isinstance(effect, _PARTS):
            raise Untraceable(f"{code.name} yields {effect!r}")
        parts = effect.parts if several else (effect,)
        slots = [f"{at}.{i}" for i in range(len(parts))] if several else [str(at)]
        joint = effect.joint if isinstance(effect, All) else None
        code, sealed = self.segment.code, isinstance(effect, Commit)
        while missing := [
            Question(
                slot, f"0:{at}", cited(part, code.section), sealed, joint, len(parts), code.name, self.segment.args
            )
            for slot, part in zip(slots, parts, strict=True)
            if slot not in self.answers
        ]:
            person = next((question for question in missing if not is_chance(question)), None)
            if person is not None:
                if self._decided(person):
                    return True, None
            elif self.chance is None:
                self._take_way(missing)
            else:
                return True, None
        found = [self.answers[slot] for slot in slots]
        return False, found if several else found[0]

    def _decided(self, question: Question) -> bool:
        """Let the policy decide. True when it leaves a second thing open: the run waits here."""
        self.asked += 1
        if self.asked > _MOST_ASKED:
            raise OddsError("the policy is asked for ever")
        answer = self.tracer.policy(question, self.state)
        if isinstance(answer, OpenDecision):
            if self.chance is not None:
                return True
            self.decision, self.before = answer, len(self.observations.seen)
            self.chance = [Way(1, ((question.key, one),)) for one in answer.answers]
            answer = answer.answers[self.way]
        self.last = question, answer
        self.answers[question.key] = parse(question.part, as_plain(answer))
        return False

    def _take_way(self, asked: list[Question]) -> None:
        self.chance = ways([_measured(question) for question in asked])
        self.before = len(self.observations.seen)
        self.last = None, None
        self.answers.update(self.chance[self.way].answers)

    def _refused(self, refused: Refused) -> OddsError:
        question, answer = self.last
        if question is None:
            return OddsError(f"the rules refuse a result of chance: {refused}")
        return OddsError(f"{question.section}: the policy's answer {answer!r} is refused: {refused}")


def _measured(question: Question) -> Question:
    """A question to chance in which no number is tracked that its weights depend on; words stay as they are."""
    part = question.part
    match part:
        case Roll(sides=sides, classes=classes):
            part = structs.replace(part, sides=as_plain(sides), classes=as_plain(classes))
        case Pool(count=count, sides=side, target=target):
            part = structs.replace(part, count=as_plain(count), sides=as_plain(side), target=as_plain(target))
        case Draw(deck=deck, count=count):
            cards = [structs.replace(one, count=as_plain(one.count), weight=as_plain(one.weight)) for one in deck]
            part = structs.replace(part, deck=tuple(cards), count=as_plain(count))
    return structs.replace(question, part=part, joint=as_plain(question.joint))


class _Rulings(dict[str, str]):
    """The rulings of a match; remembers which of them were looked up."""

    def __init__(self, rulings: dict[str, str], seen: set[str]) -> None:
        super().__init__(rulings)
        self._seen = seen

    def __getitem__(self, key: str) -> str:
        self._seen.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The reading, or a default."""
        self._seen.add(key)
        return super().get(key, default)
