"""Past fights: the odds of every fight of a match as they were before its first die, beside how the fight ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.errors import CompanionError
from companion.engine.core.rules import book
from companion.engine.core.text import Text
from companion.engine.game.outlook import Outlook
from companion.engine.game.record import Game, migrated
from companion.engine.match.ledger import Entry
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, decode_save
from companion.odds.asking.computing import Computation, shares
from companion.odds.asking.subject import Situation, running_at, running_rules, situation, underway
from companion.odds.chance import OddsError
from companion.odds.tracing.shapes import Untraceable

_LEAST = 0.05
log = logging.getLogger(__name__)


class FightOutcome(Struct, frozen=True):
    """One of the things that could happen in a fight: its chance before the first die, and whether it did."""

    title: Text
    seat: str
    """Whose victory it is; "" for nobody's."""
    chance: float
    happened: bool


class Fought(Struct, frozen=True):
    """A fight that is over: the numbers of its first and last entry in the ledger, its possible outcomes, and whether
    their chances are exact.
    """

    first: int
    last: int
    outcomes: tuple[FightOutcome, ...]
    exact: bool

    @property
    def came(self) -> FightOutcome | None:
        """The outcome that happened; None if it was none of those listed."""
        return next((one for one in self.outcomes if one.happened), None)


class FightTally(Struct, frozen=True):
    """The fights of a seat together: how many victories the chances promised, and how many there were."""

    seat: str
    fights: int
    expected: float
    won: int
    spread: float
    """The standard deviation of the number of victories."""

    @property
    def z(self) -> float:
        """How far the victories are from what was to be expected, in standard deviations."""
        return (self.won - self.expected) / self.spread if self.spread else 0.0


Known = dict[tuple[int, int], Fought | None]
"""Fights by their first and last entry; None for those of which nothing can be said."""


def fights(game: Game, line: Iterable[Entry], seconds: float, known: Known) -> tuple[list[Fought], int]:
    """All fights of a match that are over, in order, and how many of them the `seconds` did not suffice for.

    `line` are the live entries, oldest first. Fights computed before are taken from `known`, new ones are added to it.
    """
    over = list(_over(game, line))
    until = time.monotonic() + seconds
    for (first, last, result, state), end in shares(over, until, _LEAST):
        if (first.n, last.n) not in known and time.monotonic() < until:
            known[first.n, last.n] = _fought(game, first, last, result, state, end)
    names = [(first.n, last.n) for first, last, _, _ in over]
    found = [known[name] for name in names if name in known]
    return [one for one in found if one is not None], len(names) - len(found)


def tallies(found: Iterable[Fought]) -> list[FightTally]:
    """The fights summed up by seat, in the order in which the seats first fought."""
    sums: dict[str, list[FightOutcome]] = {}
    for one in found:
        for outcome in one.outcomes:
            if outcome.seat:
                sums.setdefault(outcome.seat, []).append(outcome)
    return [_tally(seat, outcomes) for seat, outcomes in sums.items()]


def _tally(seat: str, outcomes: list[FightOutcome]) -> FightTally:
    variance = sum(one.chance * (1 - one.chance) for one in outcomes)
    expected = sum(one.chance for one in outcomes)
    return FightTally(seat, len(outcomes), expected, sum(one.happened for one in outcomes), variance**0.5)


def _over(game: Game, line: Iterable[Entry]) -> Iterator[tuple[Entry, Entry, Any, Any]]:
    """First and last entry of every fight that came to its end, its result and its final state."""
    first: Entry | None = None
    for (entry, save), (_next, after) in pairwise([*((one, _save(game, one)) for one in line), (None, None)]):
        outlook = fight_of(game, save) if save is not None else None
        if entry is None or save is None or outlook is None:
            first = None
            continue
        first = first or entry
        if after is not None and running_at(save.root, outlook.rule) == running_at(after.root, outlook.rule):
            continue  # the same fight goes on; to find out by answering once more takes milliseconds each
        ended = _ended(game, save, outlook, entry)
        if ended is not None:
            yield first, entry, *ended
            first = None


def _save(game: Game, entry: Entry) -> Save | None:
    try:
        return migrated(game, decode_save(entry.before))
    except (CompanionError, msgspec.MsgspecError):
        return None


def fight_of(game: Game, save: Save) -> Outlook | None:
    """The outlook for the innermost running flow that has one with quantities; None if no such flow runs."""
    known = {one.rule: one for one in game.outlooks if one.quantities is not None}
    return next((known[rule] for rule in reversed(list(running_rules(save.root))) if rule in known), None)


def _ended(game: Game, save: Save, outlook: Outlook, entry: Entry) -> tuple[Any, Any] | None:
    """Result and final state of the fight if this answer ended it."""
    if entry.kind != "answer":
        return None
    try:
        whole, cut = Runner(book, game.state_type, save), Runner(book, game.state_type, underway(save, outlook.rule))
        position = [one.key for one in whole.questions()].index(entry.key)
        cut.answer(cut.questions()[position].key, entry.value)
    except (CompanionError, ValueError, IndexError):
        return None
    return (cut.result, cut.state) if cut.done else None


def _fought(game: Game, first: Entry, last: Entry, result: Any, state: Any, until: float) -> Fought | None:
    save = _save(game, first)
    if save is None:
        return None
    asked: Situation = situation(game, save)
    try:
        record = Computation(asked, asked.policy(""), until).record().record
    except (OddsError, Untraceable):
        return None
    except Exception:  # a fault in the odds of one fight costs that fight's line, never the page
        log.exception("the odds of the fight at entry %d", first.n)
        return None
    reads = {one.id: one for one in asked.quantities()}
    outcomes = tuple(
        FightOutcome(one.title, reads[one.id].seat, one.value, bool(reads[one.id].read(result, state)))
        for one in record.figures
        if one.leading and one.is_chance
    )
    return Fought(first.n, last.n, outcomes, record.exact) if outcomes else None
