"""Absurd corrections: values that a tired or malicious player could set. Part of random play."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.core.errors import CompanionError, Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import Game
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.legal import drawing_fault, illegal, show_all
from companion.engine.running.paths import all_fields, children, leaves, type_at

_ABSURD: tuple[Any, ...] = (
    *("Blue", "", " ", "nobody", "0", "a" * 5000, "{x.__class__}", "{", "\x00", "\ud800", "../..", "red:99", "1,1"),
    *(-1, 0, 1, 7, 99, 10**6, 10**9, 2**63, 10**30, 0.5, True, False, None),
    *([], {}, [[]], [None], {"": ""}, ["Blue"] * 3, {"a": {"b": {"c": []}}}),
)


def absurd_correction(game: Game, save: bytes, rng: Random) -> str:
    """Set one value of a match at random and check what follows. Returns what is wrong, "" when all is well.

    Whether the correction is accepted or refused, the match must be shown to every seat, load again, and go back by one
    undo.
    """
    match = Match(game, save, MemoryLedger(), 0)
    data = all_fields(match.runner.state)
    for where, held, _reason in illegal(data, type_at(game.state_type, "")):
        return f"{where} is {held!r} after play by the rules, and its type does not name that"
    path, value = _somewhere(data, rng)
    told = f"{path} corrected to {str(value)[:60]!r}"
    before = match.save_text()
    try:
        match.correct(path, value, "", Stamp("table"))
    except Refused as refused:
        show_all(refused.refusal)
        return "" if match.save_text() == before else f"{told}: refused, and the match is another one"
    except Exception as error:
        return f"{told}: {error!r}"
    return _aftermath(match, before, told, rng)


def _aftermath(match: Match, before: bytes, told: str, rng: Random) -> str:
    """What is wrong after a correction that was taken."""
    fault = drawing_fault(match.game, match.runner.state)
    if fault is not None:
        return f"{told}: the board cannot be drawn ({fault!r})"
    try:
        Match(match.game, match.save_text(), MemoryLedger(), 0)
        show_all(match.questions())
        if match.questions():
            question = rng.choice(match.questions())
            match.answer(question.key, sample(question.part, rng), Stamp("table"))
    except CompanionError:
        pass  # refused, or the rules stumbled over it: said in words, and nothing was changed
    except Exception as error:
        return f"{told}: {error!r}"
    match.undo(1, Stamp("table"))
    return "" if match.save_text() == before else f"{told}: after taking it back the match is another one"


def _somewhere(data: dict[str, Any], rng: Random) -> tuple[str, Any]:
    """A path and a value: any place of a state, and something absurd or what stands somewhere else."""
    held = leaves(data)
    path = rng.choice(held)[0]
    if rng.random() < 0.2:  # a record, a list or a whole part
        path = path.rpartition("/")[0] or rng.choice(children(data, ""))[0]
    return path, rng.choice(held)[1] if rng.random() < 0.4 else rng.choice(_ABSURD)
