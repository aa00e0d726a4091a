"""Changing an old answer: what happens to the later ones. Used by a live match; changes no match itself."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Note
from companion.engine.core.errors import CompanionError, Refused
from companion.engine.core.questions import Question
from companion.engine.core.rulings import check_settled
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game, open_position, resume
from companion.engine.match.ledger import Entry
from companion.engine.running.legal import check_legal, drawing_fault
from companion.engine.running.paths import corrected
from companion.engine.running.runner import Runner
from companion.engine.running.save import State, encode_save


class Misfit(Struct, frozen=True):
    """A later answer that no longer fits after a change, with what was asked and why it cannot stay."""

    n: int
    prompt: Text
    value: Any
    reason: Text


class Retold(Struct, frozen=True):
    """An entry of which other things are told after a change: what is told now only, and what would be."""

    n: int
    was: tuple[Note, ...]
    now: tuple[Note, ...]


class Position(Struct, frozen=True):
    """Where a match would be: its state, and what would be asked."""

    state: State
    questions: tuple[Question, ...]


class ChangeResult(Struct, frozen=True):
    """What changing an old answer would do: the numbers of the entries that still fit, those that do not, what would be
    told otherwise, and where the match would be then.
    """

    fits: tuple[int, ...]
    misfits: tuple[Misfit, ...]
    retold: tuple[Retold, ...] = ()
    after: Position | None = None


def preview(game: Game, entry: Entry, raw: Any, later: list[Entry]) -> ChangeResult:
    """What answering `entry` with `raw` would do to the later entries. Raises Refused when `raw` itself is not
    allowed.
    """
    runner = _changed(game, entry, raw)
    retold = [_retold(entry, runner)]
    fits: list[int] = []
    misfits: list[Misfit] = []
    for old in later:
        before = encode_save(runner.save())
        try:
            problem = repeat(game, runner, old)
        except Exception:
            problem = t("The rules cannot deal with it.")
        if problem is None:
            fits.append(old.n)
            retold.append(_retold(old, runner))
        else:
            misfits.append(Misfit(old.n, old.prompt, old.value, problem))
            runner = resume(game, before)
    other = tuple(one for one in retold if one.was != one.now)
    return ChangeResult(tuple(fits), tuple(misfits), other, _position(game, runner))


def preview_correction(game: Game, save: bytes, path: str, value: Any) -> Position:
    """Where a match would be with one value corrected. Raises Refused as `set_value` does."""
    runner = open_position(game, save)
    set_value(game, runner, path, value)
    return _position(game, runner)


def _position(game: Game, runner: Runner) -> Position:
    state = msgspec.json.decode(runner.state_json, type=game.state_type)
    return Position(state, tuple(runner.questions()))


def _retold(entry: Entry, runner: Runner) -> Retold:
    """What the entry told and what the runner has just told in its place, without what both say."""
    now, runner.notes = runner.notes, []
    was = [note for note in entry.notes if note not in now]
    return Retold(entry.n, tuple(was), tuple(note for note in now if note not in entry.notes))


def matching_key(runner: Runner, old: Entry) -> str | None:
    """The key of the open question that an old answer belongs to: the same key, or else the only open question that
    asks exactly the same. None if there is none.
    """
    keys = [question.key for question in runner.questions()]
    if old.key in keys:
        return old.key
    asked = old.key.rsplit("-", 1)[-1]
    alike = [key for key in keys if key.rsplit("-", 1)[-1] == asked]
    return alike[0] if len(alike) == 1 else None


def set_value(game: Game, runner: Runner, path: str, value: Any) -> None:
    """Correct a value of a running match. Raises Refused when the rules or the board cannot go on with it.

    The runner may be half changed then, so the caller must resume from its save. A board that could not be drawn before
    is no reason to refuse, so that several wrong values can be corrected one by one.
    """
    text = corrected_state(game, runner.state_json, path, value)
    check_legal(game.state_type, path, value)
    before = runner.state_json
    try:
        runner.replace_state(text)
    except Refused:
        raise
    except Exception as error:
        words = t("The rules cannot go on with that ({reason}); nothing was changed.", reason=_said(error))
        raise Refused("", words, "value") from error
    fault = drawing_fault(game, runner.state)
    if fault is not None and drawing_fault(game, msgspec.json.decode(before, type=game.state_type)) is None:
        words = t("The board cannot be drawn with that ({reason}); nothing was changed.", reason=_said(fault))
        raise Refused("", words, "value") from fault


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:100]


def corrected_state(game: Game, state_json: bytes, path: str, value: Any) -> bytes:
    """A state with one value replaced, checked by the game. Raises Refused when path, value or ruling do not fit."""
    text = corrected(game.state_type, state_json, path, value)
    if path == "/rulings" or path.startswith("/rulings/"):
        check_settled(game.rulings, msgspec.json.decode(text)["rulings"])
    return text


def repeat(game: Game, runner: Runner, old: Entry, *, as_recorded: bool = False) -> Text | None:
    """Repeat an entry on a runner. Returns why it does not fit, or None. Raises whatever a failing rule raises.

    With `as_recorded`, a correction is applied as it was made, even if this release would refuse it now.
    """
    try:
        if old.kind == "answer":
            key = matching_key(runner, old)
            if key is None:
                return t("This is not asked any more.")
            runner.answer(key, old.value)
        elif old.kind in ("correction", "ruling"):
            path, value, _ = old.value
            if as_recorded:
                runner.replace_state(corrected_state(game, runner.state_json, path, value))
            else:
                set_value(game, runner, path, value)
    except Refused as refused:
        return refused.refusal.reason
    return None


def _changed(game: Game, entry: Entry, raw: Any) -> Runner:
    runner = open_position(game, entry.before)
    runner.notes = []
    key = matching_key(runner, entry)
    if key is None:
        raise Refused("", t("The rules have changed since; this is not asked any more."), "entry")
    try:
        runner.answer(key, raw)
    except Refused:
        raise
    except Exception as error:
        said = error.text if isinstance(error, CompanionError) else str(error)
        reason = t("The rules cannot deal with that answer ({error}).", error=said)
        raise Refused("", reason, "entry") from error
    return runner
