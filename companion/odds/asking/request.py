"""Asking for odds: from a save of a match or a helper to a record, within a limit of time.

Exact if the time allows it, else from games played at random, with the standard error. Then, in the time that is left,
the same once more with every other reading of the rulings that somebody looked up, and with other decisions.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct, structs

from companion.engine.game.outlook import Policy
from companion.engine.running.save import Save
from companion.odds.asking.comparing import (
    Compared,
    choices,
    notable,
    other_decisions,
    other_methods,
    other_rulings,
    side_asked,
    worked_out,
)
from companion.odds.asking.computing import Computation, Computed
from companion.odds.asking.needed import needed
from companion.odds.asking.record import Record
from companion.odds.asking.subject import Situation, situation
from companion.odds.asking.what_ifs import what_if_figures

__all__ = ["At", "Situation", "ask", "situation"]


_WHAT_IFS = 1.0
"""Seconds for what-ifs."""
_SPAN = 1.0
"""Seconds for the same by other methods."""
_LEAST_METHOD = 0.35
"""Seconds. Games on another board are long: with more time than this whole batches of them overrun it by far."""
_FAIR = 3
"""So many times its equal part of the time a comparison may take: most take far less."""
_LEAST_CHOICES = 2
_CHOICES = 0.8
"""Seconds for what each answer is worth, where that is told at once."""


class At(Struct, frozen=True):
    """The question at which odds are asked for: the whole save and the key."""

    save: Save
    key: str


def ask(
    asked: Situation,
    policy: str = "",
    *,
    seconds: float = 2.0,
    compare: float = 2.0,
    again: Callable[[dict[str, str]], Save] | None = None,
    at: At | None = None,
    early: Callable[[Record], None] | None = None,
) -> Record:
    """The figures of a situation, and what they depend on.

    `policy` is the name of a way to decide ("" for the default). The figures may take `seconds`, what they depend on
    another `compare` seconds. `again` makes the same save under other rulings, where these matter before the situation
    begins (a helper); without it they are changed in the state. With `at`, each answer to that question gets its own
    chance. `early` is called with the figures as soon as they are there, before anything else is known.

    Raises OddsError when there are no odds, or none in time.
    """
    begun = time.monotonic()
    chosen = asked.policy(policy)
    if asked.only_what_ifs:
        figures = tuple(what_if_figures(asked, chosen, begun + seconds + compare))
        record = Record.of_what_ifs(asked.game.name, asked.rule, figures, chosen)
        return structs.replace(record, seconds=time.monotonic() - begun)
    found = Computation(asked, chosen, begun + seconds).record()
    what_ifs = what_if_figures(asked, chosen, time.monotonic() + _WHAT_IFS, found.record.first)
    found = structs.replace(found, record=structs.replace(
        found.record, policy=chosen.id, policy_title=chosen.title, side=_side(asked, at),
        figures=(*found.record.figures, *what_ifs),
    ))  # fmt: skip
    end = time.monotonic() + compare
    if found.record.exact:
        found = _with_choices(asked, chosen, found, min(compare / 2, _CHOICES), at)
    if early is not None:
        early(found.record)
    if not found.record.choices:
        found = _with_choices(asked, chosen, found, compare / 2, at)
    large, methods = not found.record.exact, Compared([], [])
    if compare > 0:
        until = time.monotonic() + min(compare / 2, _SPAN)
        methods = worked_out([*other_methods(asked, chosen, again)], until, large=large, least=_LEAST_METHOD)
    variants = [*other_decisions(asked, chosen), *other_rulings(asked, chosen, found.rulings, again)]
    variants.sort(key=lambda variant: variant.policy.lookahead is not None)
    others = worked_out(variants, end, large=large, fair=_FAIR)
    return structs.replace(
        found.record, methods=tuple(methods.found), depends=notable(others.found, found.record),
        compared=others.tried, wanted=len(variants), unknown=(*methods.unknown, *others.unknown),
        move=found.move or others.move, needed=needed(asked, chosen, found.record, end - time.monotonic()),
        seconds=time.monotonic() - begun,
    )  # fmt: skip


def _side(asked: Situation, at: At | None) -> int:
    return side_asked(asked.game, at.save, at.key, asked.outlook) if at is not None else 0


def _with_choices(asked: Situation, chosen: Policy, found: Computed, seconds: float, at: At | None) -> Computed:
    """With what every answer now is worth, the best first for who is asked; only if the time is enough for all."""
    if at is None:
        return found
    variants = choices(asked.game, at.save, at.key, chosen)
    if len(variants) < _LEAST_CHOICES:
        return found
    worth = worked_out(variants, time.monotonic() + seconds, large=not found.record.exact).found
    if len(worth) < len(variants):
        return found
    worth.sort(key=lambda one: -(found.record.side or 1) * one.value)
    return structs.replace(found, record=structs.replace(found.record, choices=tuple(worth)))
