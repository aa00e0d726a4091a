"""A printer's error between the two sides of a sheet, and the map that undoes it.

Measured on the calibration page (`calibration`), in millimetres and degrees as seen on the back of the
sheet: where a printer puts the back of a point, against where its front is. The correction is applied to
whole back pages, so proofs still hold once the printer has added its error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printables.errors import BadOption
from printables.units import IDENTITY, Matrix, rotate, then, translate

Axis = Literal["x", "y"]

LIMITS = {"shift_x": 15.0, "shift_y": 15.0, "turn": 3.0, "scale_x": 3.0, "scale_y": 3.0}


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """What the printer does to backs: shift in mm, turn in degrees clockwise, scale in percent (0 is none)."""

    shift_x: float = 0.0
    shift_y: float = 0.0
    turn: float = 0.0
    scale_x: float = 0.0
    scale_y: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what no printer does, naming the field."""
        for field, limit in LIMITS.items():
            value = getattr(self, field)
            if not math.isfinite(value) or abs(value) > limit:
                raise BadOption(
                    field, "{value} is not between -{most} and {most}", value=f"{value:g}", most=f"{limit:g}"
                )

    def error(self, width: float, height: float) -> Matrix:
        """Where the printer puts points of a back page of that size."""
        kx, ky = 1 + self.scale_x / 100, 1 + self.scale_y / 100
        to_middle = translate(-width / 2, -height / 2)
        bent = then(then(to_middle, (kx, 0.0, 0.0, ky, 0.0, 0.0)), rotate(self.turn))
        return then(bent, translate(width / 2 + self.shift_x, height / 2 + self.shift_y))

    def correction(self, width: float, height: float) -> Matrix:
        """The map to print back pages of that size (mm) with, so that the printer's error takes them home."""
        if self == PrinterProfile():
            return IDENTITY
        return inverse(self.error(width, height))

    def __str__(self) -> str:
        return " ".join(f"{name}={getattr(self, name):g}" for name in LIMITS)


def parse(text: str) -> PrinterProfile:
    """A profile from its text (`shift_x=0.4 turn=-0.1`), as written by `str`. Raises BadOption, which names the
    bad field.
    """
    values: dict[str, float] = {}
    for word in text.replace(",", " ").split():
        name, _, number = word.partition("=")
        if name not in LIMITS:
            raise BadOption("profile", "'{value}' is not one of {known}", value=name, known=", ".join(LIMITS))
        try:
            values[name] = float(number)
        except ValueError:
            raise BadOption(name, "'{text}' is not a number", text=number) from None
    return PrinterProfile(**values)


def inverse(m: Matrix) -> Matrix:
    """The matrix that undoes `m`."""
    a, b, c, d, e, f = m
    k = a * d - b * c
    return (d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k)


@dataclass(frozen=True, slots=True)
class Reading:
    """One number read on the calibration page: at (`x`, `y`) of the back, `value` mm along `axis`."""

    x: float
    y: float
    axis: Axis
    value: float


def fit(readings: Sequence[Reading], width: float, height: float) -> PrinterProfile:
    """The profile that explains readings best (least squares, small angles); page size in mm.

    Needs readings of both axes at places that lie apart across and down, as the calibration page has them.
    """
    rows = [_row(r, width, height) for r in readings]
    normal = [[sum(row[i] * row[j] for row, _ in rows) for j in range(5)] for i in range(5)]
    right = [sum(row[i] * value for row, value in rows) for i in range(5)]
    shift_x, shift_y, turn, kx, ky = _solve(normal, right)
    return PrinterProfile(shift_x, shift_y, math.degrees(turn), kx * 100, ky * 100)


def _row(reading: Reading, width: float, height: float) -> tuple[tuple[float, ...], float]:
    """What shift x, shift y, turn, scale x and scale y each add to a reading."""
    x, y = reading.x - width / 2, reading.y - height / 2
    if reading.axis == "x":
        return ((1.0, 0.0, -y, x, 0.0), reading.value)
    return ((0.0, 1.0, x, 0.0, y), reading.value)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss with pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if abs(rows[i][i]) < 1e-9:
            raise BadOption("readings", "read both scales at targets that lie apart across and down")
        for k in range(n):
            if k != i:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]
