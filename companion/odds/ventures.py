"""Ventures: what rules that do not run yet would lead to. Each is begun on a copy of the state and followed whole."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.effects import Call
from companion.engine.outlook import Conduct, Outlook, Venture
from companion.odds.enumerator import enumerate_odds
from companion.odds.figuring import Figuring
from companion.odds.record import Figure, figures_of
from companion.odds.results import OddsError
from companion.odds.situations import beginning
from companion.odds.subject import Situation

_EPS = 1e-9
_LEAST = 0.1


class Followed(Struct, frozen=True):
    """A venture with its ends: result, state, chance."""

    venture: Venture
    ends: list[Any]


def venture_figures(asked: Situation, conduct: Conduct, until: float) -> list[Figure]:
    """The figures of all ventures of a situation, each under its title; what the time does not allow is left out."""
    outlook = asked.outlook
    if outlook is None or outlook.ventures is None:
        return []
    state = msgspec.json.decode(bytes(asked.whole), type=asked.game.state_type)
    followed = list(_followed(asked, conduct, outlook.ventures(state)))
    return [figure for one, last in _with_time(followed, until) for figure in _figures(asked, one, last)]


def _followed(asked: Situation, conduct: Conduct, ventures: Iterable[Venture]) -> Iterator[Followed]:
    for venture in ventures:
        state = msgspec.json.decode(bytes(asked.whole), type=asked.game.state_type)
        save = beginning(state, venture.call)
        odds = enumerate_odds(asked.game.state_type, save, conduct.answer, eps=_EPS)
        yield Followed(venture, list(odds.endings()))


def _with_time(followed: list[Followed], until: float) -> Iterator[tuple[Followed, float]]:
    """Each with the moment by which what would follow it must be done."""
    for number, one in enumerate(followed):
        now = time.monotonic()
        yield one, now + max(_LEAST, (until - now) / (len(followed) - number))


def _figures(asked: Situation, one: Followed, until: float) -> list[Figure]:
    figures = figures_of(one.venture.quantities, [one.ends])
    figures += _then(asked, one, until)
    return [structs.replace(figure, id=f"{one.venture.id}.{figure.id}", of=one.venture.title) for figure in figures]


def _then(asked: Situation, one: Followed, until: float) -> list[Figure]:
    """The first quantity of what would follow, over all ends from which it does; nothing if that is uncertain."""
    outlook = next((other for other in asked.game.outlooks if other.rule == one.venture.then), None)
    follows = one.venture.follows
    if outlook is None or follows is None:
        return []
    ends = [(state, float(share)) for result, state, share in one.ends if follows(result, state)]
    whole = sum(share for _, share in ends)
    value, error, last = 0.0, 0.0, None
    for number, (state, share) in enumerate(ends):
        now = time.monotonic()
        last = _first(asked, outlook, state, now + max(_LEAST, (until - now) / (len(ends) - number)))
        if last is None:
            return []
        value += last.value * share / whole
        error += (last.error * share / whole) ** 2
    return [structs.replace(last, value=value, error=error**0.5, leading=False)] if last is not None else []


def _first(asked: Situation, outlook: Outlook, state: Any, until: float) -> Figure | None:
    if outlook.bare is not None:
        state = outlook.bare(state)
    then = Situation(asked.game, beginning(state, Call(outlook.rule)), outlook)
    try:
        return Figuring(then, outlook.conducts[0], until, brief=True).record().record.first
    except OddsError:
        return None
