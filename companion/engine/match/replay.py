"""Replay: a match as a neutral record that can be written to a file, and running it again from the beginning.

The record keeps every ledger entry, even what an undo took back, but no saves: replaying makes them again. So an
imported match can be undone to any depth, and a match played with another release shows where the rules now differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Raw, Struct

from companion.engine.core.errors import CompanionError, DataError, SaveError
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game, begin, begin_helper, migrated, open_position
from companion.engine.match.changing import matching_key, repeat
from companion.engine.match.ledger import Entry, MemoryLedger
from companion.engine.match.live import Match
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State, decode_save, encode_save
from companion.engine.running.stalled import Stalled

EXPORT_FORMAT = 1
LONGEST_TEXT = 10_000
"""Letters of a prompt or note in a file; the longest of a real game has a few hundred."""


class MatchExport(Struct, kw_only=True):
    """A whole match: how it began, its ledger without saves, and the save at its end.

    `rulings` are those chosen at the beginning. With `helper` it is a stand-alone helper, not a match. `states` holds a
    digest of the state after each entry (by entry number), where it is known.
    """

    format: int = EXPORT_FORMAT
    game: str
    release: str = ""
    code: str = ""
    helper: str = ""
    seats: list[str]
    settings: dict[str, str] = {}
    owner: dict[str, int | str] = {}
    rulings: dict[str, str] = {}
    created: str = ""
    entries: list[Entry] = []
    tip: int = 0
    save: Raw
    states: dict[int, str] = {}

    @property
    def state_json(self) -> bytes:
        """The state at the end, as JSON text."""
        return bytes(decode_save(bytes(self.save)).state)


class Difference(Struct, frozen=True):
    """Where a replay departs from the record: the number of the entry (0 for the end of the match) and how."""

    n: int
    what: Text


class Replayed(Struct, frozen=True):
    """A match run again: its entries with their saves, the save at its end, and where it differs from the record."""

    entries: list[Entry]
    tip: int
    save: bytes
    differences: tuple[Difference, ...]

    def match(self, game: Game) -> Match:
        """The replayed match as a live one, to continue it."""
        return Match(game, self.save, MemoryLedger(list(self.entries)), self.tip)


def export_match(
    match: Match,
    *,
    seats: list[str],
    settings: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    helper: str = "",
    code: str = "",
    created: str = "",
    release: str = "",
) -> MatchExport:
    """The record of a live match; the keyword arguments say how it began."""
    entries = [match.ledger.get(n) for n in range(1, match.ledger.last() + 1)]
    save = match.save_text()
    states = {entry.base: _digest(bytes(decode_save(entry.before).state)) for entry in reversed(entries)}
    states[match.tip] = _digest(bytes(decode_save(save).state))
    return MatchExport(
        game=match.game.name, release=release, code=code, helper=helper, seats=seats, settings=settings or {},
        owner=dict(match.runner.state.owner), rulings=rulings or {}, created=created, tip=match.tip, save=Raw(save),
        states=states,
        entries=[msgspec.structs.replace(entry, before=b"") for entry in entries],
    )  # fmt: skip


def encode_export(export: MatchExport) -> bytes:
    """The record as JSON text, indented so that people can read and compare it."""
    return msgspec.json.format(msgspec.json.encode(export), indent=1)


def decode_export(text: bytes | str) -> MatchExport:
    """The record in a JSON text. Raises DataError when it is not one, damaged, or from a newer release."""
    try:
        export = msgspec.json.decode(text, type=MatchExport)
        decode_save(bytes(export.save))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DataError(f"The file is no exported match: {error}") from error
    except SaveError as error:
        raise DataError(f"The file is no exported match: save: {error}") from error
    if export.format > EXPORT_FORMAT:
        raise DataError(
            f"The file has format {export.format}; this release reads up to {EXPORT_FORMAT}. Use a newer release."
        )
    _check_entries(export)
    return export


def replay(game: Game, export: MatchExport) -> Replayed:
    """Run the whole ledger of an exported match again and compare.

    Never stops at an entry that no longer fits: it is left out and reported. Raises DataError when the match cannot
    even begin (another game, unknown helper, seats or rulings).
    """
    run = _Run(game, export)
    for entry in export.entries:
        run.repeat(entry)
    save = run.after[export.tip]
    end = _compare_end(game, save, export)
    found = run.differences + ([Difference(0, end)] if end is not None else [])
    if end is not None and not run.differences:
        found = [Difference(n, t("The state is another one from here on.")) for n in run.first_other()] + found
    return Replayed(run.entries, export.tip, save, tuple(found))


def begin_again(game: Game, export: MatchExport) -> Runner:
    """A runner at the beginning of an exported match. Raises DataError when this release cannot begin it."""
    if export.game != game.name:
        raise DataError(f"game: this is a match of {export.game}, not of {game.name}")
    try:
        rulings = _rulings_then(game, export)
        if not export.helper:
            return begin(game, export.seats, export.settings, rulings, owner=export.owner)
        return begin_helper(game, game.helper(export.helper), rulings, owner=export.owner)
    except CompanionError:
        raise
    except Exception as error:
        raise DataError(f"{game.name} cannot begin this match: {type(error).__name__}: {error}") from error


def _rulings_then(game: Game, export: MatchExport) -> dict[str, str]:
    """The rulings a match began with: those chosen, else what it still has at its end, if nobody changed that.

    So a match from before a ruling, or from before a new default, is played again as it was played.
    """
    changed = {entry.value[0] for entry in export.entries if entry.kind == "ruling"}
    try:
        state = msgspec.json.decode(bytes(migrated(game, decode_save(bytes(export.save))).state), type=State)
    except (SaveError, msgspec.MsgspecError):
        return export.rulings
    kept = {
        one.key: state.rulings[one.key]
        for one in game.rulings
        if f"/rulings/{one.key}" not in changed and state.rulings[one.key] in [reading.id for reading in one.readings]
    }
    return {**kept, **export.rulings}


class _Run:
    """The replay so far: the save after each entry, and what did not fit."""

    def __init__(self, game: Game, export: MatchExport) -> None:
        self.game = game
        self.export = export
        self.runner = begin_again(game, export)
        self.after = {0: encode_save(self.runner.save())}
        self.at = 0
        self.entries: list[Entry] = []
        self.differences: list[Difference] = []

    def repeat(self, entry: Entry) -> None:
        before = self.after[entry.base]
        key = entry.key
        if entry.kind in ("answer", "correction", "ruling"):
            key = self._apply(entry, before)
            self.after[entry.n] = encode_save(self.runner.save())
            self.at = entry.n
        else:
            self.after[entry.n] = before
        self.entries.append(msgspec.structs.replace(entry, before=before, key=key))

    def _apply(self, entry: Entry, before: bytes) -> str:
        if self.at != entry.base:
            self.runner = open_position(self.game, before)
        key = matching_key(self.runner, entry) if entry.kind == "answer" else entry.key
        try:
            problem = repeat(self.game, self.runner, entry, as_recorded=True)
        except Exception as error:
            problem = t("The rules cannot deal with it: {error}", error=str(error))
        if problem is not None:
            self.differences.append(Difference(entry.n, problem))
            self.runner = open_position(self.game, before)
        elif isinstance(self.runner, Stalled):
            self.runner = open_position(self.game, encode_save(self.runner.save()))
        return key or entry.key

    def first_other(self) -> list[int]:
        """The first live entry after which the state is not the recorded one, if that was recorded."""
        line, n = [], self.export.tip
        while n:
            line.append(n)
            n = self.export.entries[n - 1].base
        for n in reversed(line):
            known = self.export.states.get(n)
            if known is not None and known != _digest(bytes(decode_save(self.after[n]).state)):
                return [n]
        return []


def _compare_end(game: Game, save: bytes, export: MatchExport) -> Text | None:
    try:
        then = _as_now(game, decode_save(bytes(export.save)))
    except CompanionError as error:
        return t("The recorded state cannot be read: {error}", error=str(error))
    now = _as_now(game, decode_save(save))
    if then != now:
        return t("The state at the end differs at {places}.", places=", ".join(differing(then, now)[:5]))
    return None


def differing(then: Any, now: Any, path: str = "") -> list[str]:
    """The paths at which two plain JSON values differ."""
    if isinstance(then, dict) and isinstance(now, dict):
        names = [*then, *(name for name in now if name not in then)]
        return [p for name in names for p in differing(then.get(name), now.get(name), f"{path}/{name}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [p for i, (a, b) in enumerate(zip(then, now, strict=True)) for p in differing(a, b, f"{path}/{i}")]
    return [] if then == now else [path or "/"]


def _as_now(game: Game, save: Save) -> Any:
    """The state of a save as plain data of this release, rulings and new fields filled in."""
    state = bytes(migrated(game, save).state)
    try:
        return msgspec.json.decode(msgspec.json.encode(msgspec.json.decode(state, type=game.state_type)))
    except msgspec.MsgspecError as error:
        raise SaveError(f"The state does not fit this release: {error}") from error


def _digest(state_json: bytes) -> str:
    return blake2b(state_json, digest_size=6).hexdigest()


def _check_entries(export: MatchExport) -> None:
    for number, entry in enumerate(export.entries, 1):
        if entry.n != number or not 0 <= entry.base < number:
            raise DataError(f"entries: entry {number} is out of order")
        if entry.kind in ("correction", "ruling") and not _is_correction(entry.value):
            raise DataError(f"entries: the value of entry {number} is no correction")
        if not _is_readable(entry):
            raise DataError(f"entries: a text of entry {number} is longer than anything people read")
    if not 0 <= export.tip <= len(export.entries):
        raise DataError(f"tip: there is no entry {export.tip}")


def _is_readable(entry: Entry) -> bool:
    try:
        return all(text.longest() <= LONGEST_TEXT for text in _texts([entry.prompt, entry.notes]))
    except RecursionError:
        return False


def _texts(value: Any) -> Iterator[Text]:
    """Every text inside records and lists."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))


def _is_correction(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and isinstance(value[0], str)
