"""Charts: numbers as points on a small grid, for the macros that draw them as SVG. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game.record import SeatInfo
from printables.look import scale

WIDTH, HEIGHT = 320.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 16.0, 12.0, 22.0
MOST_LABELS = 8


@dataclass(frozen=True)
class Series:
    """One seat's line: its numbers and their points in the picture; `shape` tells it apart without colour."""

    seat: SeatInfo
    values: tuple[int, ...]
    points: tuple[tuple[float, float], ...]
    shape: int
    shares: tuple[float, ...] = ()
    """The numbers in percent of the largest one in the chart, always above 0 so that a bar can be seen."""

    @property
    def path(self) -> str:
        """The points as the path data of an SVG element."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """A titled set of lines over the same periods; `ticks` are (y, number), `marks` (x, label)."""

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    ticks: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, str], ...]


def chart(title: str, labels: list[str], lines: list[tuple[SeatInfo, list[int]]]) -> Chart:
    """A chart of some lines over these periods. Its scale begins at 0, or at the lowest number if that is negative."""
    low, high = scale.bounds([value for _, values in lines for value in values])
    xs = [across(n, len(labels)) for n in range(len(labels))]
    series = tuple(
        Series(
            seat, tuple(values), tuple((x, up(v, low, high)) for x, v in zip(xs, values, strict=True)), n % 4,
            tuple(max(1.0, round(100 * value / max(1, high), 1)) for value in values),
        )
        for n, (seat, values) in enumerate(lines)
    )  # fmt: skip
    every = -(-len(labels) // MOST_LABELS)
    last = len(xs) - 1
    marks = tuple((x, str(n + 1)) for n, x in enumerate(xs) if n == last or (n % every == 0 and last - n >= every))
    ticks = tuple((up(value, low, high), value) for value in scale.ticks(low, high))
    return Chart(title, tuple(labels), series, ticks, marks)


def across(n: int, count: int) -> float:
    """The x coordinate of period `n` (from 0) of `count`; a single period is in the middle."""
    room = WIDTH - LEFT - RIGHT
    return round(LEFT + (room / 2 if count == 1 else room * n / (count - 1)), 1)


def up(value: int, low: int, high: int) -> float:
    """The y coordinate of a number on the scale from `low` to `high`."""
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * scale.share(value, low, high), 1)
