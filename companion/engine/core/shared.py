"""Steps that many games share: rolling off, drawing lots, going round the table, comparing at the end.

Plain generators and functions for use inside a game's own steps, which name the section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.engine.core.asking import all_of, draw, note
from companion.engine.core.chances import Order
from companion.engine.core.effects import Card, Roll, Rule
from companion.engine.core.menu import Offer
from companion.engine.core.text import Text, t

N = TypeVar("N", int, float, tuple[int, ...])


def roll_off(seats: Sequence[str], prompt: Text, *, needs: Text | None = None, sides: int = 20) -> Rule[str]:
    """All seats roll one die at the same time; those who tie for the highest result roll again, and are told so in the
    question. Returns the winner.

    A single seat does not roll. Raises ValueError when there are no seats.
    """
    rolling, words = list(seats), prompt
    if not rolling:
        raise ValueError("nobody is there to roll")
    while len(rolling) > 1:
        answers = yield from all_of(*(Roll(seat, "", words, (sides,), needs=needs) for seat in rolling), joint=Order())
        best = max(dice[0] for dice in answers)
        rolling = [seat for seat, dice in zip(rolling, answers, strict=True) if dice[0] == best]
        if len(rolling) > 1:
            words = yield from once_more(best, prompt)
    return rolling[0]


def once_more(tied_at: int, prompt: Text) -> Rule[Text]:
    """Tell a tie; returns the question for those who roll again, so that nobody thinks his die was lost."""
    yield from note(t("A tie at {n}: those who tied roll again.", n=tied_at))
    return t("A tie at {n}, once more. {question}", n=tied_at, question=prompt)


def by_lot(seat: str, prompt: Text, offers: Sequence[Offer], *, section: str = "", about: str = "") -> Rule[Any]:
    """Let chance decide between offers that are all equally likely, and return the `value` of the one drawn.

    `seat` draws. Nothing is asked when there is one offer only. Raises ValueError when there are none.
    """
    if not offers:
        raise ValueError("there is nothing to draw from")
    if len(offers) == 1:
        return offers[0].value
    deck = [Card(offer.id, offer.words) for offer in offers]
    (drawn,) = yield from draw(seat, prompt, deck, section=section, about=about)
    return next(offer.value for offer in offers if offer.id == drawn)


def round_from(seats: Sequence[str], first: str) -> list[str]:
    """The seats in their order round the table, beginning with `first`. Raises ValueError if `first` is not a seat."""
    start = list(seats).index(first)
    return [*seats[start:], *seats[:start]]


def leaders(values: Mapping[str, N]) -> list[str]:
    """The seats with the highest value, in their order; empty if there are no values."""
    best = max(values.values(), default=None)
    return [seat for seat, value in values.items() if value == best]


def most_categories(
    values: Mapping[str, Mapping[str, int]], *, ties_count: bool
) -> tuple[dict[str, list[str]], list[str]]:
    """The winners of each category, and the seats that win most categories.

    `values` are numbers by seat, by category. With `ties_count` a tied category goes to all who tie, without it to
    nobody.
    """
    best = {name: leaders(numbers) for name, numbers in values.items()}
    won = {name: seats if len(seats) == 1 or ties_count else [] for name, seats in best.items()}
    everybody = next(iter(values.values()), {})
    wins = {seat: sum(seat in seats for seats in won.values()) for seat in everybody}
    return won, leaders(wins)
