"""Asking for odds: from a save of a match or a helper to a record, within a limit of time.

Exact if the time allows it; else the exact head and sampled tail, with its standard error. Then, in the time that is
left, the same once more with every other reading of the rulings that somebody looked up, and with other decisions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.game import Game
from companion.engine.outlook import Answering, Conduct, Outlook
from companion.engine.rules import book
from companion.engine.save import Done, Frame, Save
from companion.engine.text import Text, t
from companion.odds.enumerator import odds_of, traced
from companion.odds.foresight import Ahead, Branching, Played, Unaffordable
from companion.odds.forward import Forward
from companion.odds.plain import enumerate_plainly
from companion.odds.policies import first_option
from companion.odds.record import Figure, Otherwise, Record, figures_of, result_quantities
from companion.odds.results import OddsError, Work
from companion.odds.rounds import by_round
from companion.odds.sampling import sample_odds
from companion.odds.shapes import Untraceable
from companion.odds.situations import underway
from companion.odds.tail import Sampled, sample_tail
from companion.odds.tracing import Place, Tracer
from companion.odds.ways import conduct_named

PLAINEST = Conduct("plain", t("The plainest answer to every question"), first_option)
_EPS = 1e-10
_GOOD_ENOUGH = 1e-4
_SHOWN_ROUNDS = 8
_WIDTH = 40
_FEWEST_PUSHES = 4
_LEAST_PUSH = 1.0
_BATCH, _FEWEST_BATCHES, _LEAST_PLAY = 25, 4, 0.5
_NOTABLE = 5e-4


class Situation(Struct, frozen=True):
    """What odds are asked for: a save, cut to what an outlook speaks of, and that outlook (if any)."""

    game: Game
    save: Save
    outlook: Outlook | None

    @property
    def conducts(self) -> tuple[Conduct, ...]:
        """The ways to decide that can be asked for; the default first."""
        return self.outlook.conducts if self.outlook else (PLAINEST,)

    def conduct(self, name: str) -> Conduct:
        """A way to decide by its name, knobs included ("" for the default). Raises OddsError."""
        if self.outlook is not None:
            return conduct_named(self.outlook, name)
        if name not in ("", PLAINEST.id):
            raise OddsError(f"policy: there is no {name}; known: {PLAINEST.id}")
        return PLAINEST


def situation(game: Game, save: Save) -> Situation:
    """The situation of a save: the innermost running flow some outlook speaks of, or all of it."""
    running = list(_rules(save.root))
    for name in reversed(running):
        outlook = next((one for one in game.outlooks if one.rule == name), None)
        if outlook is not None:
            cut = underway(save, name)
            state = msgspec.json.decode(bytes(cut.state), type=game.state_type)
            if outlook.bare is not None:
                state = outlook.bare(state)
            return Situation(game, Save(msgspec.Raw(msgspec.json.encode(state)), cut.root), outlook)
    return Situation(game, save, None)


def ask(
    asked: Situation,
    conduct: str = "",
    *,
    seconds: float = 2.0,
    compare: float = 2.0,
    again: Callable[[dict[str, str]], Save] | None = None,
) -> Record:
    """The record of a situation. `seconds` are for the figures, `compare` for what they depend on.

    `again` makes the same save under other rulings, where these matter before the situation begins (a helper);
    without it they are changed in the state. Raises OddsError when there are no odds, or none in time.
    """
    begun = time.monotonic()
    chosen = asked.conduct(conduct)
    found = _Answer(asked, chosen, begun + seconds).record()
    others = _Others(asked, chosen, found, time.monotonic() + compare, again)
    depends = others.notable()
    return structs.replace(
        found.record, conduct=chosen.id, conduct_title=chosen.title, depends=depends, compared=others.compared,
        seconds=time.monotonic() - begun,
    )  # fmt: skip


class _Found(Struct, frozen=True):
    """A record, and which rulings were looked up on the way."""

    record: Record
    rulings: tuple[str, ...]


class _Answer:
    """One computation of the figures of a situation."""

    def __init__(self, asked: Situation, conduct: Conduct, until: float, *, brief: bool = False) -> None:
        self.asked = asked
        self.ahead = conduct.foresight
        self.policy: Answering = conduct.answer
        if self.ahead is not None:
            assert asked.outlook is not None
            self.policy = Branching(conduct, asked.outlook)
        self.until = until
        self.brief = brief
        self.kind = asked.game.state_type
        self.counted = asked.outlook.rounds if asked.outlook else ""

    def record(self) -> _Found:
        """Exact, or sampled when that takes too long; with foresight exact or nothing (Unaffordable)."""
        left = self.until - time.monotonic()
        half = self.until - left * (0.4 if self.ahead is None else 0.2)
        try:
            found = traced(
                self.kind, self.asked.save, self.policy, book, self.counted, lambda *of: self._exact(half, *of)
            )
            return found if isinstance(found, _Found) else self._sampled(found)
        except Untraceable as error:
            if self.ahead is not None:
                raise Unaffordable(t("Here nobody can look ahead: several things go on side by side.")) from error
            odds = enumerate_plainly(self.kind, self.asked.save, self.policy, eps=1e-9, most=2_000)
            return _Found(self._made([list(odds.endings())], float(odds.dropped), odds.expanded), ())

    def _exact(self, until: float, tracer: Tracer, place: Place) -> _Found | Work:
        if self.ahead is not None:
            ahead = Ahead(tracer, self.ahead, self._wanted(), until)
            ahead.look(place)
            tracer, until = Played(tracer, ahead.chosen), max(self.until, time.monotonic() + _LEAST_PUSH)
        forward = Forward(tracer, _EPS, 10**9, until=until)
        forward.run(place)
        odds = odds_of(forward)
        if odds.dropped > _GOOD_ENOUGH:
            if self.ahead is not None:
                raise Unaffordable.after(odds.situations)
            return odds.work
        record = self._made([list(odds.endings())], float(odds.dropped), odds.situations)
        if self.counted:
            here = 1.0 if place[0].begins(self.counted) else 0.0
            record = structs.replace(record, rounds=here + float(forward.started))
        if self.counted and not self.brief:
            record = self._with_rounds(record, forward)
        return _Found(record, odds.work.rulings)

    def _wanted(self) -> Any:
        assert self.asked.outlook is not None
        state = msgspec.json.decode(bytes(self.asked.save.state), type=self.kind)
        return self.asked.outlook.quantities(state)[0].read

    def _with_rounds(self, record: Record, forward: Forward) -> Record:
        assert self.asked.outlook is not None
        state = msgspec.json.decode(bytes(self.asked.save.state), type=self.kind)
        reads = {one.id: one.read for one in self.asked.outlook.quantities(state) if one.lasting}
        ended, true = by_round(forward, reads, _SHOWN_ROUNDS)
        figures = tuple(structs.replace(one, by_round=tuple(true.get(one.id, ()))) for one in record.figures)
        return structs.replace(record, figures=figures, ended_by_round=tuple(ended))

    def _sampled(self, head: Work) -> _Found:
        """By lots if several pushes are through in time, else by playing it out."""
        now = time.monotonic()
        left = max(0.2, self.until - now)
        sampled: Sampled[Any] = sample_tail(
            self.kind, self.asked.save, self.policy, width=_WIDTH, seconds=left, seed=1, until=now + left,
            counted=self.counted,
        )  # fmt: skip
        pushes = [list(odds.endings()) for odds in sampled.pushes]
        rounds = [odds.started for odds in sampled.pushes if odds.started is not None]
        if len(pushes) < _FEWEST_PUSHES:
            pushes, rounds = self._played(), []
        record = self._made(pushes, 0.0, head.situations, exact=False)
        if rounds:
            record = structs.replace(record, rounds=1.0 + sum(rounds) / len(rounds))
        return _Found(record, head.rulings)

    def _played(self) -> list[Any]:
        """Games in batches, each batch taken for a push."""
        over = max(self.until, time.monotonic() + _LEAST_PLAY)
        batches: list[Any] = []
        while len(batches) < _FEWEST_BATCHES or time.monotonic() < over:
            found = sample_odds(self.kind, self.asked.save, self.policy, _BATCH, seed=len(batches))
            batches.append([(result, state, count / _BATCH) for result, state, count in found.endings()])
        return batches

    def _made(self, pushes: list[Any], bound: float, situations: int, *, exact: bool = True) -> Record:
        game, outlook = self.asked.game, self.asked.outlook
        if outlook is not None:
            state = msgspec.json.decode(bytes(self.asked.save.state), type=self.kind)
            quantities = list(outlook.quantities(state))[: 1 if self.brief else None]
        else:
            quantities = result_quantities(pushes[0])
        figures: list[Figure] = figures_of(quantities, pushes)
        if not figures:
            raise OddsError("nothing is left to be decided here")
        if not any(pushes):
            raise OddsError("this is too large to be computed in the time given")
        root = self.asked.save.root
        rule = outlook.rule if outlook else root.rule if isinstance(root, Frame) else ""
        return Record(game.name, rule, "", Text(""), exact, bound, tuple(figures), situations=situations)


class _Others:
    """The same with other rulings and other decisions."""

    def __init__(
        self,
        asked: Situation,
        chosen: Conduct,
        found: _Found,
        until: float,
        again: Callable[[dict[str, str]], Save] | None,
    ) -> None:
        self.asked = asked
        self.chosen = chosen
        self.found = found
        self.until = until
        self.again = again
        self.compared = 0
        self.state = msgspec.json.decode(bytes(asked.save.state))

    def notable(self) -> tuple[Otherwise, ...]:
        """What makes a difference, the largest first; as much of it as the time allows."""
        first = self.found.record.first
        kept = []
        for one in self._all():
            spread = 3 * (one.error**2 + first.error**2) ** 0.5
            if abs(one.value - first.value) > max(_NOTABLE, spread, self.found.record.bound):
                kept.append(one)
        return tuple(sorted(kept, key=lambda one: -abs(one.value - first.value)))

    def _all(self) -> Iterator[Otherwise]:
        for conduct in self.asked.conducts:
            if conduct.id != self.chosen.id:
                figure = self._figure(self.asked, conduct)
                if figure is not None:
                    yield Otherwise("conduct", conduct.id, t("Decisions"), conduct.title, figure.value, figure.error)
        now = self.state.get("rulings", {})
        for ruling in self.asked.game.rulings:
            for reading in ruling.readings:
                if reading.id == now.get(ruling.key):
                    continue
                other = self._ruled({**now, ruling.key: reading.id}, ruling.key)
                figure = self._figure(other, self.chosen) if other is not None else None
                if figure is not None:
                    title = t("{id} {title}", id=ruling.id, title=t(ruling.title))
                    yield Otherwise(
                        "ruling", f"{ruling.key}={reading.id}", title, t(reading.text), figure.value, figure.error
                    )

    def _ruled(self, rulings: dict[str, str], key: str) -> Situation | None:
        """The situation under other rulings; None when nothing in it can tell."""
        if self.again is not None:
            other = situation(self.asked.game, self.again(rulings))
            if key in self.found.rulings or _without_rulings(other) != _without_rulings(self.asked):
                return other
            return None
        if key not in self.found.rulings:
            return None
        save = Save(msgspec.Raw(msgspec.json.encode({**self.state, "rulings": rulings})), self.asked.save.root)
        return structs.replace(self.asked, save=save)

    def _figure(self, asked: Situation, conduct: Conduct) -> Figure | None:
        left = self.until - time.monotonic()
        if left <= 0:
            return None
        self.compared += 1
        try:
            return _Answer(asked, conduct, time.monotonic() + left, brief=True).record().record.first
        except OddsError:
            return None


def _without_rulings(asked: Situation) -> Any:
    state = msgspec.json.decode(bytes(asked.save.state))
    state.pop("rulings", None)
    return state, msgspec.json.encode(asked.save.root)


def _rules(frame: Frame | Done | None) -> Iterator[str]:
    """The running rules, outermost first."""
    if isinstance(frame, Frame):
        yield frame.called or frame.rule
        if frame.called and frame.called != frame.rule:
            yield frame.rule
        for child in frame.children:
            yield from _rules(child)
