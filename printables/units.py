"""Lengths: the press thinks in millimetres, type sizes are points, files want points.

Owns the two conversions and the 2x3 matrices used to place things; knows nothing of paper.
"""

from __future__ import annotations

import math

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""`(a, b, c, d, e, f)`: x' = a x + c y + e, y' = b x + d y + f, in millimetres."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def points(mm: float) -> float:
    """Millimetres as PDF points."""
    return mm * POINTS_PER_MM


def mm(points_: float) -> float:
    """PDF points as millimetres."""
    return points_ / POINTS_PER_MM


def translate(x: float, y: float) -> Matrix:
    """A shift by `x`, `y` mm."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(factor: float) -> Matrix:
    """A uniform scale about the origin."""
    return (factor, 0.0, 0.0, factor, 0.0, 0.0)


def rotate(degrees: float) -> Matrix:
    """A turn about the origin, clockwise on paper because y grows downwards; right angles are exact."""
    c, s = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}.get(
        int(degrees) % 360 if degrees == int(degrees) else -1,
        (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))),
    )
    return (c, s, -s, c, 0.0, 0.0)


def then(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies `first`, then `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def apply(matrix: Matrix, point: Point) -> Point:
    """Where `matrix` takes `point`."""
    a, b, c, d, e, f = matrix
    x, y = point
    return (a * x + c * y + e, b * x + d * y + f)


def mirror_x(width: float) -> Matrix:
    """The mirror that swaps left and right of a strip `width` mm wide."""
    return (-1.0, 0.0, 0.0, 1.0, width, 0.0)


def mirror_y(height: float) -> Matrix:
    """The mirror that swaps top and bottom of a strip `height` mm high."""
    return (1.0, 0.0, 0.0, -1.0, 0.0, height)
