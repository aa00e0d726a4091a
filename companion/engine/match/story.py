"""Story: the course of a match, computed from its ledger, so that it follows every undo or changed answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Note
from companion.engine.core.errors import CompanionError
from companion.engine.core.text import Text
from companion.engine.game.record import Game, migrated
from companion.engine.match.ledger import Entry
from companion.engine.match.statistics import Fallen, Statistics, Tally
from companion.engine.running.save import State, decode_save

_MOST_MOMENTS = 8


class Toll(Struct, frozen=True):
    """What a seat killed and lost in total, and its hardest single blow, in units."""

    killed: int
    lost: int
    hardest: int


class Moment(Struct, frozen=True):
    """A note worth remembering, with the number of its entry."""

    n: int
    note: Note


class Story(Struct, frozen=True):
    """A whole match in numbers: the last tally of each period, the losses by seat, the great moments in order."""

    measures: tuple[Text, ...] = ()
    tallies: tuple[Tally, ...] = ()
    toll: dict[str, Toll] = {}
    moments: tuple[Moment, ...] = ()


def story(game: Game, line: Iterable[Entry], now: State) -> Story:
    """The story of a match from its live entries (oldest first) and its present state. Empty for a game without
    statistics.
    """
    told = game.statistics
    if told is None:
        return Story()
    tallies: dict[int, Tally] = {}
    blows: list[tuple[Moment | None, Fallen]] = []
    great: list[Moment] = []
    for entry in line:
        state = state_before(game, entry)
        if state is None:
            continue
        _count(tallies, told.tally(state))
        public = [told.understood(note) for note in entry.notes if not note.to]
        great += [Moment(entry.n, note) for note in public if told.great and told.great(note)]
        for blow in told.fallen(state, public) if told.fallen and public else ():
            blows.append((Moment(entry.n, public[0]), blow))
    _count(tallies, told.tally(now))
    ordered = tuple(tallies[period] for period in sorted(tallies))
    fallen = [blow for _, blow in blows]
    return Story(_measures(told, ordered), ordered, _toll(fallen, ordered), _moments(great, blows))


def state_before(game: Game, entry: Entry) -> State | None:
    """The state before an entry, or None when this release can no longer read it."""
    try:
        return msgspec.json.decode(bytes(migrated(game, decode_save(entry.before)).state), type=game.state_type)
    except (CompanionError, msgspec.MsgspecError):
        return None


def _measures(told: Statistics, tallies: tuple[Tally, ...]) -> tuple[Text, ...]:
    """The titles of the numbers that count in this match."""
    counted = [len(numbers) for one in tallies for numbers in one.values.values()]
    return told.measures[: min(counted, default=len(told.measures))]


def _count(tallies: dict[int, Tally], tally: Tally | None) -> None:
    if tally is not None:
        tallies[tally.period] = tally


def _toll(blows: list[Fallen], tallies: tuple[Tally, ...]) -> dict[str, Toll]:
    killed, lost, hardest = Counter[str](), Counter[str](), Counter[str]()
    for blow in blows:
        killed[blow.by] += blow.count
        lost[blow.of] += blow.count
        hardest[blow.by] = max(hardest[blow.by], blow.count)
    seats = tallies[-1].values if tallies else {}
    return {seat: Toll(killed[seat], lost[seat], hardest[seat]) for seat in seats} if blows else {}


def _moments(great: list[Moment], blows: list[tuple[Moment | None, Fallen]]) -> tuple[Moment, ...]:
    """All great notes (the latest, if there are many), and the hardest blows in the room that is left."""
    kept = great[-_MOST_MOMENTS:]
    hardest = sorted((one for one in blows if one[0]), key=lambda one: -one[1].count)
    for moment, _ in hardest[:3]:
        if moment is not None and len(kept) < _MOST_MOMENTS and all(one.n != moment.n for one in kept):
            kept.append(moment)
    return tuple(sorted(kept, key=lambda one: one.n))
