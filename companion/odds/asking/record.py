"""The record of odds: figures with names, the same for every game, for pages, the terminal and other programs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct, structs

from companion.engine.core.text import Text
from companion.engine.game.outlook import Policy, Quantity
from companion.odds.chance import OddsError

_SEVERAL = 2


class Share(Struct, frozen=True):
    """One value that a figure can have, and the chance of it (0 to 1)."""

    value: int | str
    chance: float
    words: Text | None = None
    """The value for people, where it is no word or number itself."""
    so_far: float | None = None
    """Of numbers: the chance of this one or a lower one; a higher one, where the figure goes `upwards`."""


class Figure(Struct, frozen=True):
    """One thing to know about a situation: a chance, or a number with its distribution (`shares`).

    `error` is the standard error of `value`, 0 when it is exact. `title` names it, `of` whom or what it is about.
    """

    id: str
    title: Text
    of: Text | None
    is_chance: bool
    value: float
    """The chance, or the expected number."""
    error: float
    shares: tuple[Share, ...] = ()
    by_round: tuple[float, ...] = ()
    """The chance that it is true after round 1, 2, ..."""
    leading: bool = False
    side: int = 0
    upwards: bool = False
    idle: bool = False
    """Nothing can come of it here (the Hero of a side without one); only other programs want to see it."""


class Other(Struct, frozen=True):
    """What is different in a comparison: another ruling, other decisions, or one decision now."""

    kind: str
    """`ruling`, `conduct` (decisions), `method` or `choice`."""
    id: str
    title: Text
    reading: Text


class Comparison(Other, frozen=True):
    """What the first figure would be then."""

    value: float
    error: float


class Uncompared(Other, frozen=True):
    """A comparison that could not be worked out, and why not."""

    why: Text


class Needed(Struct, frozen=True):
    """How many more units a side would need to reach the chance `goal`; `units` is None where even full stacks are too
    few.
    """

    side: int
    title: Text
    goal: float
    units: int | None


class Record(Struct, frozen=True, rename={"policy": "conduct", "policy_title": "conduct_title"}):
    """Everything said about one situation: the figures, and what they depend on."""

    game: str
    rule: str
    policy: str
    policy_title: Text
    exact: bool
    bound: float
    """No chance is too low by more than this (exact odds only)."""
    figures: tuple[Figure, ...]
    rounds: float | None = None
    """How many are to be expected; None where nobody counted, or where it may never end."""
    ended_by_round: tuple[float, ...] = ()
    endless: float = 0.0
    """The chance that it never ends, because whoever might end it does better by waiting."""
    depends: tuple[Comparison, ...] = ()
    """Only what changes the first figure, the largest difference first."""
    methods: tuple[Comparison, ...] = ()
    """The first figure by each other way to play this (`Outlook.methods`), also where it is the same."""
    compared: int = 0
    """How many other readings and ways to decide were tried in the time."""
    wanted: int = 0
    """How many there are."""
    unknown: tuple[Uncompared, ...] = ()
    """Of those that were tried, the ones that could not be worked out."""
    move: Text | None = None
    """What best play answers to the question at hand, where that was worked out."""
    needed: tuple[Needed, ...] = ()
    choices: tuple[Comparison, ...] = ()
    """What each answer to the question at hand is worth, the best first for whoever is asked."""
    side: int = 0
    """Who asked: 1 those who want the first quantity, -1 their enemy, 0 nobody in particular."""
    situations: int = 0
    seconds: float = 0.0

    @classmethod
    def of_what_ifs(cls, game: str, rule: str, figures: tuple[Figure, ...], policy: Policy) -> Record:
        """The record of a situation in which only what-ifs have figures. Raises OddsError when there are none."""
        if not figures:
            raise OddsError("Nothing here is left to chance.")
        return cls(game, rule, policy.id, policy.title, all(not one.error for one in figures), 0.0, figures)

    @property
    def certain(self) -> bool:
        """Whether everything in it is settled already: only chances of 0 or 1, only numbers with one value."""
        chances = {one.value for one in self.figures if one.is_chance}
        whole = all(len(one.shares) < _SEVERAL for one in self.figures)
        return self.exact and not self.bound and chances <= {0.0, 1.0} and whole

    @property
    def first(self) -> Figure:
        """The figure that stands first, such as the chance to win."""
        return self.figures[0]


Ends = Sequence[tuple[Any, Any, float]]
"""Results, final states and their shares."""


def figures_of(quantities: Iterable[Quantity], pushes: Sequence[Ends], games: int = 0) -> list[Figure]:
    """Figures from the ends of one exact push, or of several batches of so many games in all."""
    quantities = list(quantities)
    read: dict[int, list[Hashable]] = {}  # several pushes have ends in common
    tables: list[list[dict[Hashable, float]]] = [[] for _ in quantities]
    for ends in pushes:
        found: list[dict[Hashable, float]] = [{} for _ in quantities]
        for result, state, mass in ends:
            values = read.get(id(state))
            if values is None:
                values = read[id(state)] = [quantity.read(result, state) for quantity in quantities]
            for value, shares in zip(values, found, strict=True):
                shares[value] = shares.get(value, 0.0) + mass
        for table, shares in zip(tables, found, strict=True):
            table.append(shares)
    least = 1 / games if games else 0.0  # what never happened may still happen once in so many games
    return [_figure(quantity, table, least) for quantity, table in zip(quantities, tables, strict=True)]


def _figure(quantity: Quantity, table: list[dict[Hashable, float]], least: float) -> Figure:
    values = [_value(shares, quantity.is_chance) for shares in table]
    mean = sum(values) / len(values)
    # few pushes may lie together by luck: less three, not one, as the error of a small sample spreads
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 3) / len(values)
    together: dict[Hashable, float] = {}
    for shares in table:
        for value, share in shares.items():
            together[value] = together.get(value, 0.0) + share / len(table)
    words = quantity.words
    shown: tuple[Share, ...] = ()
    if not quantity.is_chance:
        order = sorted(together.items(), key=_numbers_first)
        shown = tuple(Share(_plain(value), share, words and words(value)) for value, share in order)
        shown = _added_up(shown, upwards=quantity.upwards)
    return Figure(
        quantity.id, quantity.title, quantity.of, quantity.is_chance, mean, max(spread**0.5, least), shown,
        leading=quantity.leading, side=quantity.side, upwards=quantity.upwards, idle=quantity.idle,
    )  # fmt: skip


def _numbers_first(pair: tuple[Hashable, float]) -> tuple[bool, float]:
    """From low to high; everything else behind them, the most likely first."""
    value, share = pair
    return (False, value) if isinstance(value, int) else (True, -share)


def _plain(value: Hashable) -> int | str:
    return int(value) if isinstance(value, int) else str(value)


def _added_up(shares: tuple[Share, ...], *, upwards: bool) -> tuple[Share, ...]:
    """With the chances added up from the lowest number on (or from the highest); words stay as they are."""
    if any(isinstance(one.value, str) for one in shares):
        return shares
    sums = accumulate(one.chance for one in (reversed(shares) if upwards else shares))
    found = [min(1.0, so_far) for so_far in sums]
    if upwards:
        found.reverse()
    return tuple(structs.replace(one, so_far=so_far) for one, so_far in zip(shares, found, strict=True))


def _value(shares: dict[Hashable, float], is_chance: bool) -> float:
    if is_chance:
        return shares.get(1, 0.0)
    numbers = [(value, share) for value, share in shares.items() if isinstance(value, int)]
    whole = sum(share for _, share in numbers)
    return sum(value * share for value, share in numbers) / whole if whole else 0.0
