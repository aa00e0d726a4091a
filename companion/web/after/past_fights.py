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
    """A fight that is over: the numbers of its first and last entry in the ledger, its possible outcomes, whether
    their chances are exact, and whether people ended it undecided.
    """

    first: int
    last: int
    outcomes: tuple[FightOutcome, ...]
    exact: bool
    off: bool = False

    @property
    def came(self) -> FightOutcome | None:
        """The outcome that happened; None if it was none of those listed."""
        return next((one for one in self.outcomes if one.happened), None)


class FightTally(Struct, frozen=True):
    """The fights of a seat together: how many victories the chances promised, and how many there were. Those that
    were called off count as fights only.
    """

    seat: str
    fights: int
    expected: float
    won: int
    spread: float
    """The standard deviation of the number of victories."""
    off: int = 0
    """How many were called off."""

    @property
    def z(self) -> float:
        """How far the victories are from what was to be expected, in standard deviations."""
        return (self.won - self.expected) / self.spread if self.spread else 0.0


Known = dict[tuple[int, int, bool], Fought | None]
"""Fights by their first and last entry, and whether what was hidden in them is told; None for those of which nothing
can be said.
"""


def fights(
    game: Game, line: Iterable[Entry], seconds: float, known: Known, *, ended: bool = False
) -> tuple[list[Fought], int]:
    """All fights of a match that are over, in order, and how many of them the `seconds` did not suffice for.

    `line` are the live entries, oldest first. Fights computed before are taken from `known`, new ones are added to it.
    Of a match that has `ended` fights are told of that were fought with hidden units.
    """
    over = list(_over(game, line))
    told = ended and any(one.revealed is not None for one in game.outlooks)
    until = time.monotonic() + seconds
    for (first, last, result, state), end in shares(over, until, _LEAST):
        if (first.n, last.n, told) not in known and time.monotonic() < until:
            known[first.n, last.n, told] = _fought(game, (first, last), (result, state), end, told=told)
    names = [(first.n, last.n, told) for first, last, _, _ in over]
    found = [known[name] for name in names if name in known]
    return [one for one in found if one is not None], len(names) - len(found)


def tallies(found: Iterable[Fought]) -> list[FightTally]:
    """The fights summed up by seat, in the order in which the seats first fought."""
    sums: dict[str, list[tuple[FightOutcome, bool]]] = {}
    for one in found:
        for outcome in one.outcomes:
            if outcome.seat:
                sums.setdefault(outcome.seat, []).append((outcome, one.off))
    return [_tally(seat, fought) for seat, fought in sums.items()]


def _tally(seat: str, fought: list[tuple[FightOutcome, bool]]) -> FightTally:
    outcomes = [one for one, off in fought if not off]
    variance = sum(one.chance * (1 - one.chance) for one in outcomes)
    expected = sum(one.chance for one in outcomes)
    won = sum(one.happened for one in outcomes)
    return FightTally(seat, len(fought), expected, won, variance**0.5, len(fought) - len(outcomes))


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


def _fought(
    game: Game, entries: tuple[Entry, Entry], end: tuple[Any, Any], until: float, *, told: bool
) -> Fought | None:
    """A fight from its first to its last entry, with its result and its final state."""
    first, last = entries
    save = _save(game, first)
    outlook = fight_of(game, save) if save is not None else None
    if save is None or outlook is None:
        return None
    if told and outlook.revealed is not None:
        open_ = outlook.revealed(msgspec.json.decode(bytes(save.state), type=game.state_type))
        save = Save(msgspec.Raw(msgspec.json.encode(open_)), save.root)
    asked: Situation = situation(game, save)
    if not any(one.leading and one.is_chance and not one.passing for one in asked.quantities()):
        return None
    try:
        record = Computation(asked, asked.policy(""), until).record().record
    except (OddsError, Untraceable):
        return None
    except Exception:  # a fault in the odds of one fight costs that fight's line, never the page
        log.exception("the odds of the fight at entry %d", first.n)
        return None
    reads = {one.id: one for one in asked.quantities()}
    outcomes = tuple(
        FightOutcome(one.title, reads[one.id].seat, one.value, bool(reads[one.id].read(*end)))
        for one in record.figures
        if one.leading and one.is_chance and not reads[one.id].passing
    )
    off = outlook.unfinished is not None and outlook.unfinished(end[0])
    return Fought(first.n, last.n, outcomes, record.exact, off) if outcomes else None
