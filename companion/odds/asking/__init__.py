"""Asking for odds: from a save to a record of figures, within a limit of time."""

from companion.odds.asking.request import At, ask
from companion.odds.asking.subject import Situation, situation

__all__ = ["At", "Situation", "ask", "situation"]
