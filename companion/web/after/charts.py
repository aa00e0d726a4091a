"""Charts: numbers as points in percent of a picture, for the macros that draw them as SVG. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game.record import SeatInfo
from printables.look import scale

MOST_LABELS = 8
APART = 5.0
"""So much of the height lies between lines whose numbers are the same, so that none hides another."""


@dataclass(frozen=True)
class Series:
    """One seat's line: its numbers and their points in the picture; `shape` tells it apart without colour."""

    seat: SeatInfo
    values: tuple[int, ...]
    points: tuple[tuple[float, float], ...]
    shape: int
    shares: tuple[float, ...] = ()
    """The numbers as shares of the largest one in the chart; what is below 0 has none."""

    @property
    def path(self) -> str:
        """The points as the path data of an SVG element."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """A titled set of lines over the same periods; `ticks` are (y, number), `marks` (x, label); x and y in percent."""

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, str], ...]


def chart(title: str, labels: list[str], lines: list[tuple[SeatInfo, list[int]]]) -> Chart:
    """A chart of some lines over these periods. Its scale begins at 0, or at the lowest number if that is negative."""
    low, high = scale.bounds([value for _, values in lines for value in values])
    most = max([1, *(value for _, values in lines for value in values)])
    xs = [across(n, len(labels)) for n in range(len(labels))]
    series = tuple(
        Series(
            seat, tuple(values), tuple((x, up(v, low, high) + beside(lines, n, at)) for at, (x, v) in
                                       enumerate(zip(xs, values, strict=True))), n % 4,
            tuple(max(0.0, value / most) for value in values),
        )
        for n, (seat, values) in enumerate(lines)
    )  # fmt: skip
    every = -(-len(labels) // MOST_LABELS)
    last = len(xs) - 1
    marks = tuple((x, str(n + 1)) for n, x in enumerate(xs) if n == last or (n % every == 0 and last - n >= every))
    ticks = tuple((up(value, low, high), value) for value in scale.ticks(low, high))
    return Chart(title, tuple(labels), series, ticks, marks)


def beside(lines: list[tuple[SeatInfo, list[int]]], n: int, at: int) -> float:
    """How far below its place the nth line is drawn where others have the same number, all of them round that place."""
    alike = [m for m, (_seat, values) in enumerate(lines) if values[at] == lines[n][1][at]]
    return APART * (alike.index(n) - (len(alike) - 1) / 2)


def across(n: int, count: int) -> float:
    """Where period `n` (from 0) of `count` stands from the left; a single period is in the middle."""
    return 50.0 if count == 1 else round(100 * n / (count - 1), 2)


def up(value: int, low: int, high: int) -> float:
    """Where a number on the scale from `low` to `high` stands from the top."""
    return round(100 * (1 - scale.share(value, low, high)), 2)
