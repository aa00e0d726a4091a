"""Looking ahead: best play, and giving up when the chances are low, over every way of dice and decisions.

All situations that dice and decisions lead to are gathered, the chance of the first quantity is worked out for each
of them from the ends backwards, and every decision left open is settled by it. What is played then is pushed forward
like any other policy. Where the situations are too many, that is said with their number: nothing is guessed.

Best play has one aim, the first quantity: those who want it against those who do not. Play that never ends counts
as not reaching it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Number
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Lookahead, Outlook, Policy
from companion.odds.chance import OddsError
from companion.odds.exact.components import ordered
from companion.odds.exact.network import Edge, Enough, Network
from companion.odds.policies import OpenDecision
from companion.odds.tracing.tracer import Position, Tracer

MOST = 200_000
"""So many situations are followed at most: beyond that the memory of a small computer fills up."""
_SAME = 1e-9
_SETTLED = 1e-11
_MOST_SWEEPS = 20_000
_MOST_ANSWERS = 40


class Unaffordable(OddsError):
    """Looking ahead would take more situations than the time or the memory allow; `text` says how many were met."""

    @classmethod
    def after(cls, met: int) -> Unaffordable:
        """The refusal when so many situations were met and time or memory ran out."""
        return cls(t("Too much to look ahead: {n} situations were met, and there are more. Fewer stacks may help.",
                     n=met))  # fmt: skip


class Branching:
    """A policy that leaves open (`OpenDecision`) what is to be decided by looking ahead, and answers the rest as its
    policy does.
    """

    def __init__(self, policy: Policy, outlook: Outlook) -> None:
        self.policy = policy
        self.outlook = outlook

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Branching) and (self.policy is other.policy and self.outlook is other.outlook)

    def __hash__(self) -> int:
        return hash((id(self.policy), id(self.outlook)))

    def __call__(self, question: Question, state: Any) -> Any:
        """An answer, or the answers to look ahead from."""
        ahead = self.policy.lookahead
        assert ahead is not None
        assert self.outlook.side is not None
        usual = self.policy.answer(question, state)
        assert isinstance(question.part, Ask)
        gives_up = ahead.below > 0 and self.outlook.gives_up is not None and self.outlook.gives_up(question)
        side = self.outlook.side(question, state)
        if not side or not (gives_up or side in ahead.sides):
            return usual
        comparing = [one for one in answers_to(question.part.form) if one != usual]
        if gives_up:
            return OpenDecision((False, True), side, gives_up=True) if True in [usual, *comparing] else usual
        return OpenDecision((usual, *comparing), side) if comparing else usual


def answers_to(form: AnyForm) -> list[Any]:
    """Every answer that a simple form allows: options, yes or no, numbers and counts of one row up to 40 values. Empty
    for all other forms.
    """
    match form:
        case Choose(options=options):
            return [one.id for one in options if one.refusal is None]
        case Confirm(refusal=refusal):
            return [False] if refusal is not None else [False, True]
        case Number(low=low, high=high) if high - low < _MOST_ANSWERS:
            return list(range(low, high + 1))
        case Counts(rows=(row,), least=least) if row.high - least < _MOST_ANSWERS:
            return [{row.id: number} for number in range(least, row.high + 1)]
        case _:
            return []


def label(form: AnyForm, answer: Any) -> Text:
    """An answer to a form in words for people."""
    match form:
        case Choose(options=options):
            return next(one.label for one in options if one.id == answer)
        case Confirm(yes=yes, no=no):
            return yes if answer else no
        case Counts(rows=(row,)) if isinstance(answer, dict):
            return Text(str(answer.get(row.id, 0)))
    return Text(str(answer))


class LookaheadSearch:
    """A search through everything that can still happen: the value of each situation, which is the chance of `wanted`,
    and by it the best answer to every open decision (`chosen`).
    """

    def __init__(self, tracer: Tracer, lookahead: Lookahead, wanted: Callable[[Any, Any], Any], until: float) -> None:
        self.network = Network(tracer, most=MOST, until=until)
        self.lookahead = lookahead
        self.wanted = wanted
        self.values: list[float] = []
        self.chosen: dict[Position, int] = {}
        """Of each decision the way that is taken."""
        self._decisions: list[OpenDecision | None] = []

    def look(self, start: Position) -> None:
        """Search from a situation: meet all situations, value them, and settle the decisions. Raises Unaffordable."""
        self._gather(start)
        for component in reversed(ordered(self, [0])):
            self._value(component)
        self._settle()

    def level_edges(self, number: int) -> list[int]:
        """The situations that a situation leads to; here all count as of one height."""
        return [target for _, target, _ in self.network.known_edges(number)]

    def _gather(self, start: Position) -> None:
        """Meet everything that lies ahead; what has ended has its value at once."""
        self.network.number(start)
        positions = self.network.positions
        for number, (chance_node, values) in enumerate(positions):  # it grows on the way
            if chance_node.ended:
                self.values.append(float(bool(self.wanted(chance_node.result, chance_node.shape.state(values)))))
                self._decisions.append(None)
                continue
            try:
                self.network.edges(number)
            except Enough:
                raise Unaffordable.after(len(positions)) from None
            self.values.append(0.0)
            self._decisions.append(Tracer.decision(chance_node, values))

    # ---- valuing

    def _value(self, component: list[int]) -> None:
        """From below: what goes round for ever stays at nothing."""
        if len(component) == 1 and component[0] not in self.level_edges(component[0]):
            self._update(component[0])
            return
        for _ in range(_MOST_SWEEPS):
            if max([self._update(number) for number in reversed(component)]) < _SETTLED:
                return
        raise Unaffordable(t("Too much to look ahead: the rounds go on for too long."))

    def _update(self, number: int) -> float:
        edges, decision = self.network.known_edges(number), self._decisions[number]
        if not edges:
            return 0.0
        before = self.values[number]
        if decision is None:
            now = self._average(number, edges)
        elif decision.gives_up and decision.side not in self.lookahead.sides:
            now = self.values[edges[0][1]]
        else:
            now = decision.side * max([decision.side * self.values[target] for _, target, _ in edges])
        self.values[number] = now
        return abs(now - before)

    def _average(self, number: int, edges: list[Edge]) -> float:
        back = sum([share for share, target, _ in edges if target == number])
        away = sum([share * self.values[target] for share, target, _ in edges if target != number])
        return away / (1 - back) if back < 1 else 0.0

    # ---- settling

    def _settle(self) -> None:
        """Decide everything: of the ways that are as good as any the one that comes to an end soonest.

        Among ways of equal value one may lead in a cycle ("not now", again and again), and who stays in it for ever
        never gets that value. On the shortest way to an end every decision makes progress, so the value is reached.
        """
        ways = [self._good_ways(number) for number in range(len(self.values))]
        far = self._steps_to_an_end(ways)
        for number, decision in enumerate(self._decisions):
            if decision is not None:
                distance = [far.get(target, len(far)) for target in self.level_edges(number)]
                self.chosen[self.network.positions[number]] = min(ways[number], key=distance.__getitem__)

    def _good_ways(self, number: int) -> list[int]:
        """The ways, by place, that may be taken in a situation: of chance all, of a decision the best."""
        decision, targets = self._decisions[number], self.level_edges(number)
        if decision is None:
            return list(range(len(targets)))
        values = [self.values[target] for target in targets]
        if decision.gives_up:
            own = values[0] if decision.side == 1 else 1 - values[0]
            return [int(own < self.lookahead.below)]
        best = max([decision.side * value for value in values])
        return [way for way, value in enumerate(values) if decision.side * value >= best - _SAME]

    def _steps_to_an_end(self, ways: list[list[int]]) -> dict[int, int]:
        """How many steps an end is away at least, for all situations from which one can be reached by these ways."""
        leading: dict[int, list[int]] = {}
        for number, good in enumerate(ways):
            targets = self.level_edges(number)
            for way in good:
                leading.setdefault(targets[way], []).append(number)
        near = [number for number, position in enumerate(self.network.positions) if position[0].ended]
        far = dict.fromkeys(near, 0)
        for number in near:  # it grows on the way
            for source in leading.get(number, ()):
                if source not in far:
                    far[source] = far[number] + 1
                    near.append(source)
        return far
