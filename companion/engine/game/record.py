"""What a game supplies to the rest of the program: one record, and the records it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Call, Note
from companion.engine.core.errors import DataError, RuleError, SaveError
from companion.engine.core.forms import Option
from companion.engine.core.random_tables import RandomTable
from companion.engine.core.rules import RuleBook, book
from companion.engine.core.rulings import Ruling, settled
from companion.engine.core.text import Text, as_written, t
from companion.engine.game.guidance import Aid, Guide, Task
from companion.engine.game.outlook import Outlook
from companion.engine.game.panels import Board, StackView, Tab
from companion.engine.game.printed import Say, Translate
from companion.engine.game.values import Overrides, ValueSheet
from companion.engine.game.verdict import Verdict
from companion.engine.match.statistics import Statistics
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import Save, State, decode_save
from companion.engine.running.stalled import resume_or_stall

Migration = Callable[[dict[str, Any]], dict[str, Any]]


class SeatInfo(Struct, frozen=True):
    """A side that a player can take: its id and name, and its colours, pattern and emblem in the theme."""

    id: str
    title: str
    colour: str = "grey"
    pattern: str = "solid"
    emblem: str = ""
    player: str = ""
    """Who plays it in this match, for pages that know it."""


class Setting(Struct, frozen=True):
    """A choice made when a match is created, before any question is asked."""

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]
    """(id, title) pairs, default first."""
    brings: dict[str, dict[str, str]] = {}
    """Choice -> the readings of rulings that it selects, unless the players choose others."""


ODDS = Setting("odds", "Odds before you commit", (("asked", "For whoever is asked"), ("nobody", "For nobody")))
"""The setting of games with outlooks: whether people at the table may ask for odds."""


def without_odds(settings: Mapping[str, str]) -> bool:
    """Whether a match was made as one without odds."""
    return settings.get(ODDS.id, "") == "nobody"


class LedgerRow(Struct, frozen=True):
    """A row of the rule ledger: one atomic rule in our own words, and where the project does it."""

    id: str
    section: str
    tier: str
    topic: str
    rule: str
    kind: str
    app: str
    where: str = ""


class Helper(Struct, frozen=True):
    """A stand-alone helper: a flow on a fresh state, played on one phone that answers for all its seats."""

    id: str
    title: str
    summary: str
    section: str
    call: Call
    seats: tuple[str, ...] = ("table",)
    odds: str = ""
    """The rule of the outlook that its forms lead to, so that odds are offered for what it sets up."""
    figure: Callable[[Any], Text] | None = None
    """A result that is a number in words, as it is shown large: with what it counts."""
    pictures: Callable[[Any, Any], Sequence[StackView]] | None = None
    """The pieces that a result (with the state it came from) is about, which stand for it."""


class Landmarks(Struct, frozen=True):
    """What random play of a game must reach: all `names`, and which of them a state and new log lines show."""

    names: tuple[str, ...]
    seen: Callable[[Any, Sequence[Note]], Sequence[str]]


class Game(Struct, frozen=True):
    """A game module. `board` takes (state, seat) and returns panels; `check` lists broken invariants of a state (empty
    when all is well).

    `kit` returns what can be printed: it takes the facts from the game's sheet of values (None where it has none), the
    address that QR codes open (empty for none), and what says its words in the language in which it is printed.
    """

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    seats: tuple[SeatInfo, ...]
    state_type: type[State]
    new_state: Callable[[Sequence[str], dict[str, str]], State]
    helper_state: Callable[[], State]
    play: Call
    schema: int = 1
    settings: tuple[Setting, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    tables: tuple[RandomTable, ...] = ()
    helpers: tuple[Helper, ...] = ()
    rows: tuple[LedgerRow, ...] = ()
    chapters: dict[str, str] = {}
    """What numbered chapters of the rulebook are about, by number; and better names of chapters that are words."""
    signs: tuple[str, ...] = ()
    """Icons of what the game is about, one for each of its first seats: where games stand side by side."""
    place: int = 9
    """Where it stands in lists of games, small numbers first; alike, by name."""
    migrations: dict[int, Migration] = {}
    board: Callable[[Any, str], Board] | None = None
    ground: Callable[[Any], Board | None] | None = None
    """Of the board of a watcher just the map, where the whole takes long: for the film, which draws every state."""
    tabs: Callable[[Any, str], tuple[Tab, ...]] | None = None
    """Takes a state and a seat and returns the tabs that the board of this match uses at one time or another, so that
    they keep their places; without it, tabs come and go with their panels.
    """
    kit: Callable[[Any, str, Say], Any] | None = None
    check: Callable[[Any], list[str]] | None = None
    standing: Callable[[Any], Text] | None = None
    winners: Callable[[Any], Sequence[str]] | None = None
    """The seats that have won a match; empty while it runs."""
    verdict: Callable[[Any], Verdict] | None = None
    """By which comparison an ended match was won; without it, the line of `standing` says how."""
    statistics: Statistics | None = None
    demo: Path | None = None
    """A scenario file with a match in full swing, for people who want to see what the app is like."""
    show: Path | None = None
    """A scenario file with a short match from start to end, of which the demo that plays itself shows moments; without
    it, that shows moments of `demo`.
    """
    outlooks: tuple[Outlook, ...] = ()
    """What the odds can report about fights and the like before they are fought."""
    landmarks: Landmarks | None = None
    random_weight: Callable[[Any, str, Option], float] | None = None
    """Takes a state, what is asked `about`, and an option (`yes` or `no` where nothing is listed); returns how many
    times likelier than usual random play takes it.
    """
    later_start: Callable[[Any, Callable[[int], int]], None] | None = None
    """Takes a first state and `pick(n)`, a random number below n, and changes the state. Random play starts half of its
    games this way, to reach later parts of the game.
    """
    guide: Guide | None = None
    """What guides people through their first game."""
    aids: Callable[[Any], tuple[Aid, ...]] | None = None
    """The player aid of a match, besides its random tables."""
    tables_in: Callable[[Any], tuple[RandomTable, ...]] | None = None
    """Takes a state and returns the random tables of that match, with what its owner typed in. Without it, every match
    has the `tables`.
    """
    tasks: Callable[[Any, Any], tuple[Task, ...]] | None = None
    """Takes two states and returns what players must do by hand at the table to get from one to the other."""
    first_tasks: Callable[[Any], tuple[Task, ...]] | None = None
    """Takes a state and returns what players must do by hand before anything is answered, as far as it is not known to
    be done: those of the first state, until a later one has them no more.
    """
    fight_notes: frozenset[str] = frozenset()
    """The kinds of notes that say what came of a fight: every phone shows the last ones until its own next answer."""
    fight_first: tuple[str, ...] = ()
    """The kinds of notes that a card of a fight begins with, in this order: who has won, then what it brought."""
    fight_spoils: frozenset[str] = frozenset()
    """The kinds of notes that say what the winner has of it, where they follow such notes."""
    fight_begins: frozenset[str] = frozenset()
    """The kinds of notes with which a fight begins: what is told before them came of an earlier one."""
    log_apart: frozenset[str] = frozenset()
    """The kinds of notes that the log tells in a line of their own, whatever else came of the same answer."""
    log_answers: frozenset[str] = frozenset()
    """The kinds of notes that say what was answered: where one comes first the log does not say it twice."""
    parts: dict[str, str] = {}
    """What people call the fields of a state that are corrected, where the name of the field is not it."""
    called: Callable[[Any, str], dict[str, Text]] | None = None
    """Takes a state and a seat and returns what people call the ids in it (pieces, areas), as far as the seat knows."""
    values: ValueSheet[Any] | None = None
    """What an owner may type in from the printed game; None if nothing."""

    def __post_init__(self) -> None:
        """Let msgspec learn the state here, where a module is imported by one thread: two that make it learn the same
        type at once end the process (a segmentation fault, msgspec 0.22)."""
        msgspec.json.Decoder(self.state_type)

    def helper(self, name: str) -> Helper:
        """The helper with this id. Raises KeyError."""
        return {helper.id: helper for helper in self.helpers}[name]

    def printed(
        self,
        address: str = "",
        owner: Overrides | None = None,
        language: str = "en",
        translate: Translate = as_written,
    ) -> Any:
        """The kit: what can be printed, or None if the game has none.

        QR codes open `address`, and the values are those of an `owner` of the printed game. `translate` maps English
        words to the `language`.
        """
        if self.kit is None:
            return None
        kit = self.kit(self.values.facts(owner or {}) if self.values else None, address, Say(translate))
        return kit if language == "en" else kit.in_language(language, translate)

    def tables_of(self, state: Any) -> tuple[RandomTable, ...]:
        """The random tables of a match."""
        return self.tables_in(state) if self.tables_in else self.tables

    def seat(self, name: str) -> SeatInfo | None:
        """The seat with this id, or None."""
        return next((seat for seat in self.seats if seat.id == name), None)


def begin(
    game: Game,
    seats: Sequence[str],
    settings: dict[str, str],
    rulings: dict[str, str],
    rules: RuleBook = book,
    owner: Overrides | None = None,
) -> Runner:
    """A runner at the start of a new match. Raises DataError for unknown rulings or owner values."""
    state = _dressed(
        game, game.new_state(seats, settings), {**rulings_selected(game, settings), **rulings}, owner or {}
    )
    return start(rules, state, game.play)


def rulings_selected(game: Game, settings: dict[str, str]) -> dict[str, str]:
    """The readings of rulings that the settings of a match select."""
    found: dict[str, str] = {}
    for setting in game.settings:
        found |= setting.brings.get(settings.get(setting.id, ""), {})
    return found


def begin_helper(
    game: Game, helper: Helper, rulings: dict[str, str], rules: RuleBook = book, owner: Overrides | None = None
) -> Runner:
    """A runner at the start of a stand-alone helper. Raises DataError for unknown rulings or owner values."""
    return start(rules, _dressed(game, game.helper_state(), rulings, owner or {}), helper.call)


def _dressed(game: Game, state: State, rulings: dict[str, str], owner: Overrides) -> State:
    """A fresh state with what a match stores for good: schema, rulings, owner values."""
    state.schema, state.rulings = game.schema, settled(game.rulings, rulings)
    if owner:
        if game.values is None:
            raise DataError(f"{game.name} has no values an owner could type in")
        state.owner = game.values.checked(owner)
    return state


class _Head(Struct):
    """What is read of a saved state before it is brought up to date."""

    schema: int = 1
    rulings: dict[str, str] = {}


def resume(game: Game, text: bytes) -> Runner:
    """A runner from saved text, migrated to this release if it is older. Raises SaveError."""
    return Runner(book, game.state_type, migrated(game, decode_save(text)))


def open_position(game: Game, text: bytes) -> Runner:
    """Like `resume`, but a position that the rules cannot continue from opens too (as `Stalled`). Raises SaveError if
    the text cannot be read.
    """
    return resume_or_stall(book, game.state_type, migrated(game, decode_save(text)))


def migrated(game: Game, save: Save) -> Save:
    """The save with its state migrated to the game's schema; rulings it did not know are as they were played before.

    Raises SaveError for a state that cannot be read, is of a newer release, or has no migration.
    """
    try:
        head = msgspec.json.decode(bytes(save.state), type=_Head)
    except msgspec.MsgspecError as error:
        raise SaveError(t("The state in the save is no record of a match: {error}", error=str(error))) from error
    old, known = head.schema, head.rulings
    if old > game.schema:
        raise SaveError(
            t(
                "The match was saved by a newer release (schema {old}, this one knows {known}).",
                old=old,
                known=game.schema,
            )
        )
    missing = {ruling.key: ruling.earlier for ruling in game.rulings if ruling.key not in known}
    if old == game.schema and not missing:
        return save
    data = msgspec.json.decode(bytes(save.state))
    for schema in range(old, game.schema):
        data = _migrated_once(game, schema, data)
    data["schema"] = game.schema
    data["rulings"] = {**missing, **known}
    return Save(msgspec.Raw(msgspec.json.encode(data)), save.root, save.result, save.format)


def _migrated_once(game: Game, schema: int, data: dict[str, Any]) -> dict[str, Any]:
    try:
        return game.migrations[schema](data)
    except Exception as error:
        raise SaveError(
            t("The state of schema {schema} cannot be brought up to date ({error}).", schema=schema, error=repr(error))
        ) from error


def end(runner: Runner) -> Any:
    """The result of a runner that has ended, as plain data. Raises RuleError if it has not ended."""
    if not runner.done:
        raise RuleError("not at the end yet")
    return runner.result
