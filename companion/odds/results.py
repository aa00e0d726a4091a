"""What odds are made of, and why there are none."""

from __future__ import annotations

from fractions import Fraction

from companion.engine.core.errors import CompanionError

Mass = float | Fraction


class OddsError(CompanionError):
    """Odds cannot be computed: a policy's answer is refused, or a question is of a kind that has no chances."""
