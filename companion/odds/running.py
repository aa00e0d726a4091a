"""Running rule text on tracked numbers: from the start of an open step, through one way of chance, to the next.

A driver like the runner of a match, but of one branch only, without logs and saves. Flows and steps are the registered
ones; forms check what policies answer; chance is what `chance.ways` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from companion.engine.effects import All, Ask, Call, Commit, Draw, Goto, Note, Pool, Roll
from companion.engine.errors import Refused, RuleError, SaveError
from companion.engine.questions import Question, parse
from companion.engine.resume import fitted, typed_result
from companion.engine.rules import RuleBook, RuleCode
from companion.engine.runner import plain
from companion.engine.save import Done, Frame
from companion.odds.chance import Way, is_chance, ways
from companion.odds.policies import Either
from companion.odds.results import OddsError
from companion.odds.shapes import Shape, Untraceable
from companion.odds.tracked import Path, Values, settled

if TYPE_CHECKING:
    from companion.odds.tracing import Spot, Tracer

_MOST_ASKED = 10_000
_MOST_CALLS = 100_000
_PARTS = (Ask, Roll, Pool, Draw)
_PLAIN = (str, int, bool, type(None))
Running = tuple[RuleCode, tuple[Any, ...], tuple[Any, ...]]
"""A running flow: its rule, arguments, and the results it has got so far."""
Open = tuple[RuleCode, tuple[Any, ...]]
"""The open step."""


class Rolls(Exception):
    """A step asks for chance that was not known to: begin the run again, and remember the state before it."""


class Level:
    """A running flow."""

    __slots__ = ("args", "code", "generator", "results")

    def __init__(self, code: RuleCode, args: tuple[Any, ...], results: tuple[Any, ...] = ()) -> None:
        self.code = code
        self.args = args
        self.results = list(results)
        self.generator = code.fn(*args)

    def resume(self) -> None:
        """Go on to the call that it waits for."""
        for result in (None, *self.results):
            self.send(result)

    def send(self, value: Any) -> Any:
        """The next call. Raises StopIteration with the result at the end."""
        effect = self.generator.send(value)
        while isinstance(effect, Note):
            effect = self.generator.send(None)
        return effect


class Run:
    """One run. Afterwards `chance` holds the ways of the first chance, `path` what was looked at: `before` of it
    before the chance, the rest after it; `started` counts how often the counted rule was begun."""

    def __init__(self, tracer: Tracer, spot: Spot, values: Values, way: int) -> None:
        self.tracer = tracer
        self.way = way
        self.path = Path()
        self.source = spot.shape
        self.state = spot.shape.tracked(values, self.path)
        self.state.rulings = _Rulings(self.state.rulings, tracer.rulings)
        self.levels = [Level(*running) for running in spot.levels]
        for level in self.levels:
            level.resume()
        self.step: Open | None = spot.step
        self.answers = dict(spot.answers)
        self.last: tuple[Question | None, Any] = (None, None)
        self.result: Any = None
        self.origin: tuple[Shape, tuple[str, ...]] | None = spot.shape, spot.shape.sources
        self.chance: list[Way] | None = None
        self.either: Either | None = None
        """What is open is a decision, not chance."""
        self.before = self.started = self.asked = self.calls = 0

    def go(self) -> tuple[Spot, tuple[str, ...]]:
        """Where the run ends, and where its numbers come from."""
        while self.step is not None:
            code, args = self.step
            waits, result = self._through_step(code, args)
            if waits:
                return self._landing(code)
            self.answers = {}
            result = self._typed(code, settled(result))
            if not self._through_flows(result):
                break
        shape, sources = self.tracer.shapes.landed(self.state, self.source)
        return self.tracer.ended(shape, self.result), sources

    # ---- steps

    def _through_step(self, code: RuleCode, args: tuple[Any, ...]) -> tuple[bool, Any]:
        """Run the open step: (True, None) when it waits for chance again, else (False, its result)."""
        try:
            result = code.fn(self.state, *args)
            if not code.is_generator:
                return False, result
            return self._through_yields(code, result)
        except Refused as refused:
            raise self._refused(refused) from refused

    def _through_yields(self, code: RuleCode, generator: Any) -> tuple[bool, Any]:
        send, at = None, 0
        while True:
            try:
                effect = generator.send(send)
            except StopIteration as stop:
                return False, stop.value
            if isinstance(effect, Note):
                send = None
                continue
            waits, send = self._answered(code, effect, at)
            if waits:
                return True, None
            at += 1

    def _answered(self, code: RuleCode, effect: Any, at: int) -> tuple[bool, Any]:
        several = isinstance(effect, All | Commit)
        if not several and not isinstance(effect, _PARTS):
            raise Untraceable(f"{code.name} yields {effect!r}")
        parts = effect.parts if several else (effect,)
        slots = [f"{at}.{i}" for i in range(len(parts))] if several else [str(at)]
        joint = effect.joint if isinstance(effect, All) else None
        while missing := [
            Question(slot, f"0:{at}", part, isinstance(effect, Commit), joint, len(parts))
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
        if isinstance(answer, Either):
            if self.chance is not None:
                return True
            self.either, self.before = answer, len(self.path.seen)
            self.chance = [Way(1, ((question.key, one),)) for one in answer.answers]
            answer = answer.answers[self.way]
        self.last = question, answer
        self.answers[question.key] = parse(question.part, settled(answer))
        return False

    def _take_way(self, asked: list[Question]) -> None:
        self.chance = ways([_measured(question) for question in asked])
        self.before = len(self.path.seen)
        self.last = None, None
        self.answers.update(self.chance[self.way].answers)

    def _refused(self, refused: Refused) -> OddsError:
        question, answer = self.last
        if question is None:
            return OddsError(f"the rules refuse a result of chance: {refused}")
        return OddsError(f"{question.section}: the policy's answer {answer!r} is refused: {refused}")

    def _landing(self, code: RuleCode) -> tuple[Spot, tuple[str, ...]]:
        """Chance is open again: the spot, with the state as it was when the open step began."""
        if self.origin is None:
            raise Rolls(code.name)
        shape, sources = self.origin
        levels = [(level.code, level.args, tuple(level.results)) for level in self.levels]
        return self.tracer.spot(shape, levels, self.step, self.answers), sources

    # ---- flows

    def _through_flows(self, result: Any) -> bool:
        """Hand a result to the flows until one of them calls a step; False at the end of all (`result` is set)."""
        effect: Any = None
        while effect is not None or self.levels:
            if effect is None:
                self.levels[-1].results.append(result)
                effect, result = self._next(self.levels[-1], result)
            elif not isinstance(effect, Call):
                raise Untraceable(f"{type(effect).__name__} in a flow")
            else:
                code = self._code(effect)
                if not code.is_flow:
                    self._open(code, effect.args)
                    return True
                self.levels.append(Level(code, effect.args))
                effect, result = self._next(self.levels[-1], None)
            if effect is None:
                self.levels.pop()
        self.result = result
        return False

    def _next(self, level: Level, send: Any) -> tuple[Any, Any]:
        """The next call of a flow or of what it goes on as, or its result."""
        while True:
            self.calls += 1
            if self.calls > _MOST_CALLS:
                raise RuleError(f"{level.code.name} runs for ever without asking anything")
            try:
                return level.send(send), None
            except StopIteration as stop:
                if not isinstance(stop.value, Goto):
                    return None, self._typed(level.code, stop.value)
                call, send = stop.value.call, None
                level.__init__(self._code(call), call.args)  # type: ignore[misc]

    def _open(self, code: RuleCode, args: tuple[Any, ...]) -> None:
        self.step = code, args
        known = code.name in self.tracer.rolling
        self.origin = self.tracer.shapes.landed(self.state, self.source) if known else None

    def _code(self, call: Call) -> RuleCode:
        code = self.tracer.rules.get(call.rule)
        if code is None:
            raise SaveError(f"This release has no rule {call.rule}.")
        self.started += call.rule == self.tracer.counted
        return code

    @staticmethod
    def _typed(code: RuleCode, value: Any) -> Any:
        """What a save would give back."""
        return value if isinstance(value, _PLAIN) else fitted(code, plain(value))


def _measured(question: Question) -> Question:
    """A question to chance in which no number is tracked that its weights depend on; words stay as they are."""
    part = question.part
    match part:
        case Roll(sides=sides, classes=classes):
            part = structs.replace(part, sides=settled(sides), classes=settled(classes))
        case Pool(count=count, sides=side, target=target):
            part = structs.replace(part, count=settled(count), sides=settled(side), target=settled(target))
        case Draw(deck=deck, count=count):
            cards = [structs.replace(one, count=settled(one.count), weight=settled(one.weight)) for one in deck]
            part = structs.replace(part, deck=tuple(cards), count=settled(count))
    return structs.replace(question, part=part, joint=settled(question.joint))


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


def chain(rules: RuleBook, frame: Frame) -> tuple[list[Running], Open, dict[str, Any]]:
    """The running flows of a save, its open step, and what that was answered. Raises Untraceable for branches."""
    levels: list[Running] = []
    while True:
        code = rules.get(frame.rule)
        if code is None:
            raise SaveError(f"This release has no rule {frame.rule}.")
        kinds = code.resolve_types()[0]
        args = tuple(msgspec.convert(arg, kind, str_keys=True) for arg, kind in zip(frame.args, kinds, strict=True))
        if not code.is_flow:
            return levels, (code, args), {slot: given.value for slot, given in frame.answers.items()}
        results = tuple(typed_result(rules, what, value) for what, value in frame.journal if what != "note")
        if len(frame.children) != 1 or isinstance(frame.children[0], Done):
            raise Untraceable("parallel branches")
        levels.append((code, args, results))
        frame = frame.children[0]
