"""Tracing: where situations lead, by running each step of the rules once for all states that it treats alike.

A situation is a `Spot` and numbers. A spot says where the rules stand (a station of the flows, an open step with its
chance) and the shape of the state. From there every way of chance leads through the tree of its step to a `Door`: the
beginning of the step that the flows start next. Behind it steps follow each other that need no chance; which, and what
they do, depends on a few looks at the numbers. A door remembers for every outcome of these looks where one comes out.

Owns no rule: flows and steps are the registered ones, forms check what policies answer, chance is `chance.ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.core.rules import RuleBook, RuleCode
from companion.engine.game.outlook import Policy
from companion.engine.running.runner import plain
from companion.engine.running.save import Save, State
from companion.odds.policies import Either
from companion.odds.results import OddsError
from companion.odds.tracing.running import Run
from companion.odds.tracing.shapes import FieldName, Learned, Shape, Shapes, Untraceable
from companion.odds.tracing.spots import Door, Spot
from companion.odds.tracing.stations import Station, Stations, chain
from companion.odds.tracing.tracked import Reader, Values, maker, reader
from companion.odds.tracing.trees import Again, Chance, Finish, Leaf, Segment, Test, renamed, varies

_MOST_STEPS = 10_000
OVER = -(10**18)
"""Below the height of any situation that goes on."""


Place = tuple[Spot, Values]
Step = tuple[int, Place, int]
"""Weight, where it leads, how often the counted rule was begun on the way."""


class Tracer:
    """The spots, doors and trees of one kind of state, one policy and one set of rules."""

    def __init__(self, kind: type[State], policy: Policy, rules: RuleBook, counted: str = "") -> None:
        self.kind = kind
        self.policy = policy
        self.rules = rules
        self.counted = counted
        self.shapes = Shapes(kind)
        self.stations = Stations(rules, counted)
        self.runs = 0
        """How often rule text was run."""
        self.walks = 0
        """How often the way behind a door was not known."""
        self.rulings: set[str] = set()
        """The rulings that some rule looked up."""
        self.rising: set[FieldName] = set()
        """Numbers that some rule was seen to raise."""
        self.sampled: dict[Place, list[Any]] = {}
        """Games played from some places; see `sampling`."""
        self._segments: dict[tuple[Shape, bytes], Segment] = {}
        self._doors: dict[tuple[Station, Segment], Door] = {}
        self._spots: dict[tuple[Station, Segment, Chance], Spot] = {}
        self._ends: dict[tuple[Shape, bytes], Door] = {}

    def forget(self) -> None:
        """Begin again (more fields vary than was known)."""
        for known in (self.sampled, self._segments, self._doors, self._spots, self._ends):
            known.clear()
        self.shapes.forget()

    def height(self, spot: Spot, values: Values) -> int:
        """A number that seldom rises from one situation to the next; `OVER` at the end of all."""
        if spot.ended:
            return OVER
        if spot.falling is None or spot.falling[0] != len(self.rising):  # what rises may have been learned since
            slots = [f"v[{i}]" for i, field in enumerate(spot.shape.fields) if field not in self.rising]
            spot.falling = len(self.rising), reader(" + ".join(["0", *slots]))
        height: int = spot.falling[1](values)
        return height

    @property
    def learned(self) -> int:
        """How much is remembered."""
        return self.runs + self.walks

    # ---- what there is

    def place(self, save: Save) -> Place:
        """The place of a save in which only chance is open, or nothing. Raises Untraceable when branches run."""
        state = msgspec.json.decode(bytes(save.state), type=self.kind)
        shape, values = self.shapes.taken_apart(state)
        if save.root is None:
            return self._through(self._end(shape, save.result), values)
        levels, (code, args), answers = chain(self.rules, save.root)
        door = self._door(self.stations.at(levels), self.segment(shape, code, args, answers))
        return self._through(door, values)

    def segment(self, shape: Shape, code: RuleCode, args: tuple[Any, ...], answers: dict[str, Any]) -> Segment:
        """The segment of a step."""
        key = shape, msgspec.json.encode([code.name, args, sorted(answers.items())])
        if key not in self._segments:
            self._segments[key] = Segment(shape, code, args, dict(answers))
        return self._segments[key]

    def _door(self, station: Station, segment: Segment) -> Door:
        key = station, segment
        if key not in self._doors:
            self._doors[key] = Door(station, segment)
        return self._doors[key]

    def _end(self, shape: Shape, result: Any) -> Door:
        """The door behind which all is over."""
        key = shape, msgspec.json.encode(plain(result))
        if key not in self._ends:
            spot = Spot(shape)
            spot.ended, spot.result = True, plain(result)
            door = self._ends[key] = Door(None, None)
            door.end = spot
            door.table[()] = spot, None, 0
        return self._ends[key]

    def _spot(self, station: Station, segment: Segment, chance: Chance) -> Spot:
        key = station, segment, chance
        if key not in self._spots:
            spot = self._spots[key] = Spot(segment.shape)
            spot.station, spot.segment, spot.chance = station, segment, chance
        return self._spots[key]

    # ---- going on

    def steps(self, spot: Spot, values: Values, ways: Sequence[int] | None = None) -> tuple[int, list[Step]]:
        """Where a situation leads: the sum of the weights, and every way (or some of them, by place)."""
        chance = spot.chance
        assert chance is not None
        found: list[Step] = []
        weights = chance.weights
        for way in range(len(weights)) if ways is None else ways:
            weight = weights[way]
            node = chance.next[way]
            while node.__class__ is Test:
                node = node.next.get(node.read(values))
            if node is None:
                node = self._grown(spot, values, way)
            ahead = spot.doors.get(node)
            if ahead is None:
                ahead = spot.doors[node] = self._behind(spot, node)
            door, started = ahead
            after = values if node.make is None else node.make(values)
            out: Any
            try:
                out = door.table.get(door.key(after))
                while out.__class__ is Test:
                    out = out.next.get(out.read(after))
            except ArithmeticError:  # a look that the rules take after another one only
                out = None
            if out is None:
                out = self._come_out(door, after)
            target, make, more = out
            found.append((weight, (target, after if make is None else make(after)), started + more))
        return chance.total, found

    @staticmethod
    def either(spot: Spot, values: Values) -> Either | None:
        """The decision that is open in a situation, if it is no chance: its ways are those of `steps`."""
        return None if spot.chance is None else spot.chance.either

    def _through(self, door: Door, values: Values) -> Place:
        target, make, _ = self._come_out(door, values)
        return target, values if make is None else make(values)

    def _come_out(self, door: Door, values: Values) -> tuple[Spot, Reader | None, int]:
        """Walk on from a door through steps without chance; the door remembers."""
        self.walks += 1
        at, sources, now, begun = door, _same(door), values, 0
        looks: list[str] = []
        choices: list[tuple[str, Any]] = []
        for _ in range(_MOST_STEPS):
            if at.end is not None:
                spot = at.end
                break
            assert at.segment is not None
            node = self._looked(at.segment, now, sources, looks, choices)
            if node.__class__ is Chance:
                assert at.station is not None
                spot = self._spot(at.station, at.segment, node)
                break
            if node.make is not None:
                now, sources = node.make(now), tuple(map(renamed(sources).__getitem__, node.sources))
            at, started = self._next(at.station, at.segment, node)
            begun += started
        else:
            raise self._endless(at)
        out = spot, None if sources == _same(door) else maker(sources), begun
        door.learn(looks, choices, values, out)
        return out

    def _looked(
        self,
        segment: Segment,
        values: Values,
        sources: tuple[str, ...],
        looks: list[str],
        choices: list[tuple[str, Any]],
    ) -> Any:
        """The end of the branch of a step that these numbers lead to; what is looked at on the way is noted."""
        unchanged = sources == segment.shape.sources
        names = renamed(sources)
        while True:
            node = segment.tree
            while node.__class__ is Test:
                source = node.source if unchanged else names[node.source]
                outcome = node.read(values)
                if node.is_choice:
                    choices.append((source, outcome))
                elif unchanged or varies(source):
                    looks.append(source)
                node = node.next.get(outcome)
            if node is not None:
                return node
            self._grow(segment, values, 0)

    def _behind(self, spot: Spot, leaf: Leaf) -> tuple[Door, int]:
        assert spot.station is not None
        assert spot.segment is not None
        if isinstance(leaf, Again):
            return self._door(spot.station, leaf.segment), 0
        return self._next(spot.station, spot.segment, leaf)

    def _next(self, station: Station | None, segment: Segment, finish: Finish) -> tuple[Door, int]:
        """The door behind a step that is through, and how often the counted rule is begun before it."""
        assert station is not None
        onward = station.after(segment.code, finish.result)
        if onward.station is None or onward.step is None:
            return self._end(finish.shape, onward.result), onward.started
        code, args = onward.step
        return self._door(onward.station, self.segment(finish.shape, code, args, {})), onward.started

    @staticmethod
    def _endless(door: Door) -> Exception:
        assert door.segment is not None
        name = door.segment.code.name
        return OddsError(f"{name}: the policy is asked for ever, or nobody ever is")

    # ---- running rule text

    def _grown(self, spot: Spot, values: Values, way: int) -> Leaf:
        """Grow the tree of a way of chance; gives its end."""
        assert spot.segment is not None
        assert spot.chance is not None
        self._grow(spot.segment, values, way)
        node = spot.chance.next[way]
        while node.__class__ is Test:
            node = node.next[node.read(values)]
        leaf: Leaf = node
        return leaf

    def _grow(self, segment: Segment, values: Values, way: int) -> None:
        """Run the rule text of a step, and write what it looked at into its tree."""
        self.runs += 1
        run = Run(self, segment, values, way)
        try:
            leaf = run.go()
        except (OddsError, Learned, Untraceable):
            raise
        except Exception as error:  # most likely an operation that tracked numbers lack; else it comes again
            raise Untraceable(repr(error)) from error
        finally:
            run.path.closed = True
        segment.write(run, leaf)
        if isinstance(leaf, Finish):
            self._watch(segment.shape, values, leaf)

    def _watch(self, before: Shape, values: Values, finish: Finish) -> None:
        """Learn which numbers rise. Raises Learned: heights must not change under way, or circles are not seen."""
        if finish.make is None:
            return
        after = finish.make(values)
        if finish.shape is before:
            changed = [(field, b - a) for field, a, b in zip(before.fields, values, after, strict=True) if a != b]
        else:
            changed = [(field, -value) for field, value in zip(before.fields, values, strict=True)]
            changed += zip(finish.shape.fields, after, strict=True)
        sums: dict[FieldName, int] = {}
        for field, more in changed:
            sums[field] = sums.get(field, 0) + more
        rising = {field for field, more in sums.items() if more > 0} - self.rising
        if rising:
            self.rising |= rising
            raise Learned(keeps=True)


def _same(door: Door) -> tuple[str, ...]:
    return () if door.segment is None else door.segment.shape.sources
