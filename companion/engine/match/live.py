"""A live match: posts, undo, changed answers and corrections on top of a runner and a ledger.

Every public method that changes something does it completely, or raises and changes nothing. The caller supplies time
and release; this module has no clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from companion.engine.core.effects import Ask, Note
from companion.engine.core.errors import CompanionError, Refused, RuleError
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game, open_position
from companion.engine.match.changing import (
    ChangeResult,
    Misfit,
    Position,
    matching_key,
    preview,
    preview_correction,
    set_value,
)
from companion.engine.match.ledger import Entry, Kind, Ledger, Source, live_line
from companion.engine.running.restarts import restart_note
from companion.engine.running.runner import Runner
from companion.engine.running.save import encode_save
from companion.engine.running.stalled import Stalled, fault_of

__all__ = ["ChangeResult", "Match", "Misfit", "NotOpen", "Stamp"]

T = TypeVar("T")


class Stamp(Struct, frozen=True):
    """Who posts and when: seat, time (ISO 8601, UTC), release of the program, idempotency key of the post."""

    by: str
    time: str = ""
    release: str = ""
    post: str = ""


class NotOpen(CompanionError):
    """The question of a post is no longer open, or never was; `instead` is the entry that answered it, if any."""

    def __init__(self, key: str, instead: Entry | None) -> None:
        self.key = key
        self.instead = instead
        super().__init__(t("This question is no longer open.") if instead else t("This question is not open."))


class Match:
    """A match of one game: its runner, its ledger and the number of the last live entry (`tip`)."""

    def __init__(self, game: Game, save: bytes, ledger: Ledger, tip: int) -> None:
        """Take up a match. Raises SaveError when this release cannot read it."""
        self.game = game
        self.ledger = ledger
        self.tip = tip
        self.runner = open_position(game, save)
        self._told = 0

    @classmethod
    def start(cls, game: Game, runner: Runner, ledger: Ledger, stamp: Stamp) -> Match:
        """A new match of a runner that has just begun; what its rules noted so far becomes the first entry."""
        match = cls(game, encode_save(runner.save()), ledger, 0)
        match.runner.notes[:0] = runner.notes
        match._tell("start", stamp)
        return match

    # ---- reading

    def questions(self) -> list[Question]:
        """All open questions."""
        return self.runner.questions()

    @property
    def fault(self) -> Text:
        """Why the rules cannot go on from here; an empty text while they can."""
        return fault_of(self.runner)

    def save_text(self) -> bytes:
        """The present save as JSON text."""
        return encode_save(self.runner.save())

    def line(self) -> list[Entry]:
        """The live entries, oldest first."""
        return list(live_line(self.ledger, self.tip))[::-1]

    # ---- changing

    def upgrade(self, stamp: Stamp) -> Entry | None:
        """Record what changed when this release resumed the match. Returns the entry, or None if nothing did."""
        return self._tell("upgrade", stamp)

    def answer(self, key: str, raw: Any, stamp: Stamp, source: Source = "typed", replaces: int = 0) -> Entry:
        """Record an answer and run on. A post seen before returns its entry again and changes nothing.

        Raises NotOpen when the question is not open, Refused when the form or a rule forbids the answer.
        """
        seen = self.ledger.by_post(stamp.post)
        if seen is not None:
            return seen
        question = next((q for q in self.questions() if q.key == key), None)
        if question is None:
            raise NotOpen(key, self.ledger.by_key(key))
        before = self.save_text()
        value = self._guarded(before, lambda: self.runner.answer(key, raw))
        part = question.part
        chance = not isinstance(part, Ask)
        return self._append(
            "answer", before, stamp, seat=part.seat, key=key, section=part.section, prompt=part.prompt,
            value=value, source=source, replaces=replaces, random=chance,
        )  # fmt: skip

    def correct(self, path: str, value: Any, reason: str, stamp: Stamp) -> Entry:
        """Correct a value of the state by its path. Raises Refused when path or value do not fit."""
        seen = self.ledger.by_post(stamp.post)
        if seen is not None:
            return seen
        before = self.save_text()
        self._guarded(before, lambda: set_value(self.game, self.runner, path, value))
        if isinstance(self.runner, Stalled):
            self._go_to(self.save_text())
        kind: Kind = "ruling" if path.startswith("/rulings/") else "correction"
        prompt = t("{path} set to {value}.", path=path, value=str(value))
        return self._append(
            kind, before, stamp, prompt=prompt, value=[path, value, reason], source="correction"
        )  # fmt: skip

    def rule(self, key: str, reading: str, stamp: Stamp) -> Entry:
        """Change a ruling of this match. Raises Refused for unknown rulings or readings."""
        ruling = next((one for one in self.game.rulings if one.key == key), None)
        if ruling is None or reading not in [one.id for one in ruling.readings]:
            raise Refused("", t("There is no such ruling or reading."), "ruling")
        return self.correct(f"/rulings/{key}", reading, "", stamp)

    def undo(self, n: int, stamp: Stamp) -> Entry:
        """Take back live entry `n` and all after it. Raises Refused when it is not on the live line."""
        seen = self.ledger.by_post(stamp.post)
        if seen is not None:
            return seen
        target = self._live_entry(n)
        if target.kind == "start":
            raise Refused("", t("The match begins here."), "entry")
        before = self.save_text()
        self._go_to(target.before)
        return self._append("undo", before, stamp, value=n, prompt=target.prompt, tip=target.base)

    def redo(self, stamp: Stamp) -> Entry:
        """Put back what the last undo took, then the one before. Raises Refused when something else happened since."""
        seen = self.ledger.by_post(stamp.post)
        if seen is not None:
            return seen
        last = self._undone()
        if last is None:
            raise Refused("", t("There is nothing to put back."), "redo")
        before = self.save_text()
        self._go_to(last.before)
        return self._append("redo", before, stamp, value=last.n, prompt=last.prompt, tip=last.base)

    def preview_change(self, n: int, raw: Any) -> ChangeResult:
        """What changing answer `n` would do, without doing it. Raises Refused when the new value is not allowed."""
        entry, later = self._entry_and_later(n)
        return preview(self.game, entry, raw, later)

    def preview_correction(self, path: str, value: Any) -> Position:
        """Where the match would be with a value corrected, without doing it. Raises Refused as `correct` does."""
        return preview_correction(self.game, self.save_text(), path, value)

    def change(self, n: int, raw: Any, stamp: Stamp) -> ChangeResult:
        """Give answer `n` another value and replay the later ones that still fit, as new entries."""
        if self.ledger.by_post(stamp.post) is not None:
            return ChangeResult((), ())
        entry, later = self._entry_and_later(n)
        replay = preview(self.game, entry, raw, later)
        self._go_to(entry.before)
        self.tip = entry.base
        self.answer(matching_key(self.runner, entry) or entry.key, raw, stamp, "typed", replaces=n)
        for old in later:
            if old.n in replay.fits:
                self._replay_entry(old, stamp)
        return replay

    def concerned(self, n: int, by: str) -> list[str]:
        """The seats that should agree before `by` takes back entry `n`: none if that affects neither another seat nor a
        random result.
        """
        seats: list[str] = []
        for entry in live_line(self.ledger, self.tip):
            if entry.n < n:
                break
            rolled_by_app = entry.random and entry.source in ("rolled", "drawn")
            if entry.by != by or rolled_by_app or (entry.random and entry.n > n):
                seats.append(entry.by)
        if not seats:
            return []
        return [seat for seat in self.runner_seats() if seat != by]

    def runner_seats(self) -> list[str]:
        """The seats that posted to this match or are asked now, in order of first appearance."""
        names = [entry.by for entry in self.line()] + [question.seat for question in self.questions()]
        return list(dict.fromkeys(name for name in names if name))

    # ---- inside

    def _append(self, kind: Kind, before: bytes, stamp: Stamp, *, tip: int | None = None, **fields: Any) -> Entry:
        notes = self.runner.notes
        fresh = self.runner.restarts[self._told :]
        notes = [*notes, *(Note("", restart_note(restart)) for restart in fresh)]
        self.runner.notes = []
        self._told = len(self.runner.restarts)
        n = self.ledger.last() + 1
        entry = Entry(
            n=n, base=self.tip, kind=kind, by=stamp.by, time=stamp.time, release=stamp.release, post=stamp.post,
            notes=notes, before=before, **fields,
        )  # fmt: skip
        self.ledger.append(entry)
        self.tip = n if tip is None else tip
        return entry

    def _tell(self, kind: Kind, stamp: Stamp) -> Entry | None:
        if not self.runner.notes and self._told == len(self.runner.restarts):
            return None
        return self._append(kind, self.save_text(), stamp)

    def _guarded(self, before: bytes, act: Callable[[], T]) -> T:
        """Do something with the runner; if it fails in the middle, take up the save again as it was."""
        notes, restarts = list(self.runner.notes), list(self.runner.restarts)
        try:
            return act()
        except Exception as error:
            self.runner = open_position(self.game, before)
            self.runner.notes, self.runner.restarts = notes, restarts
            if isinstance(error, Refused):
                raise
            reason = f"{type(error).__name__}: {error}"
            raise RuleError(
                t(
                    "The rules cannot go on here ({reason}); nothing was changed. Undo or correct a value.",
                    reason=reason,
                )
            ) from error

    def _go_to(self, save: bytes) -> None:
        self.runner = open_position(self.game, save)
        self._told = 0

    def _undone(self) -> Entry | None:
        """The newest undo that was not put back yet, if nothing else happened since."""
        back = 0
        for n in range(self.ledger.last(), 0, -1):
            entry = self.ledger.get(n)
            if entry.kind not in ("undo", "redo"):
                return None
            if entry.kind == "undo" and back == 0:
                return entry
            back += 1 if entry.kind == "redo" else -1
        return None

    def _live_entry(self, n: int) -> Entry:
        for entry in live_line(self.ledger, self.tip):
            if entry.n == n:
                return entry
        raise Refused("", t("That was taken back already."), "entry")

    def _entry_and_later(self, n: int) -> tuple[Entry, list[Entry]]:
        entry = self._live_entry(n)
        if entry.kind != "answer":
            raise Refused("", t("Only an answer can be changed."), "entry")
        return entry, [one for one in self.line() if one.n > n]

    def _replay_entry(self, old: Entry, stamp: Stamp) -> None:
        again = Stamp(old.by, stamp.time, stamp.release)
        if old.kind == "answer":
            key = matching_key(self.runner, old)
            self.answer(key or old.key, old.value, again, old.source, replaces=old.n)
        elif old.kind in ("correction", "ruling"):
            path, value, reason = old.value
            self.correct(path, value, reason, again)
