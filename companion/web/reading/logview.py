"""The log as people read it: entries with words, sections, explained numbers, and what may be done with them.

Sealed answers are shown only to their own seat until all are in; what a seat was told in private is never shown to
others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import url_for
from msgspec import structs

from companion.engine.core.effects import LEADS, Ask, Draw, Note, Roll
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Confirm, Name, Number
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.record import SeatInfo
from companion.engine.match.ledger import Entry
from companion.engine.running.paths import value_at
from companion.engine.running.views import is_sealed, keeps_secrets, view
from companion.store import Line
from companion.web.app.viewer import Viewer
from companion.web.app.wording import clock
from companion.web.play.answers import words
from companion.web.reading import corrected
from companion.web.reading.asked import Asked
from companion.web.reading.rounds import RoundMark
from companion.web.reading.tasks import state_before

TAKES_BACK = ("answer", "correction", "ruling")
MATES = 60
"""So many entries later at most others have answered what was asked of all at the same time."""


@dataclass(frozen=True)
class EntryView:
    """One entry of the log for one reader. `value` is empty when there is nothing to show or it is hidden."""

    n: int
    kind: str
    seat: SeatInfo | None
    title: str
    by: SeatInfo | None
    section: str
    prompt: Text | str
    value: Text | str
    source: str
    time: str
    notes: tuple[Note, ...]
    undone: bool
    hidden: bool
    replaces: int
    undo_url: str = ""
    change_url: str = ""
    round: RoundMark | None = None
    dice: tuple[int, ...] = ()
    """What the dice showed, where the answer was a roll; `value` is empty then."""
    alone: bool = True
    """Whether nothing was rolled together with it: only then do its dice belong beside what came of it."""
    group: str = ""
    """What a roll was rolled together with others for."""
    mates: tuple[EntryView, ...] = ()
    """The rolls before it that belong to it, oldest first: what came of them is told here."""
    step: str = ""
    """Of an answer that was chosen or rolled in the open: where in the rules it was asked."""
    chosen: bool = False
    """Whether it was chosen of a list: what came of it then tells enough without the question."""
    leads: tuple[EntryView, ...] = ()
    """The choices of the same seat before it that only led to it, oldest first."""
    opens: bool = False
    """Whether all that was told of it, to whomever, only says what the next answer is about."""
    retold: bool = False
    """Whether what came of it begins with the answer itself."""
    apart: tuple[Note, ...] = ()
    """What came of it, besides the first, that has a line of its own."""


def entry_view(viewer: Viewer, line: Line, asked: Asked) -> EntryView:
    """One line of the log for the phone that asks."""
    entry = line.entry
    question = asked.question(viewer.view, entry.n) if entry.kind == "answer" else None
    hidden = is_hidden(viewer, line, question)
    mine = line.live and viewer.plays
    changeable = mine and question is not None and not hidden and may_open(viewer, line, question)
    dice = shown_dice(entry, question) if not hidden else ()
    opens = bool(entry.notes) and all(one.kind == LEADS for one in entry.notes)
    prompt, value = _told(viewer, entry, question, asked, hidden=hidden)
    notes, game = _notes(viewer, entry, hidden=hidden), viewer.view.game
    return EntryView(
        n=entry.n,
        kind=entry.kind,
        seat=viewer.info(entry.seat or entry.by) if entry.seat or entry.by else None,
        title=entry.seat or entry.by,
        by=viewer.info(entry.by) if entry.by and entry.by != entry.seat else None,
        section=entry.section,
        prompt=prompt,
        value=value,
        source=entry.source if entry.kind == "answer" else "",
        time=clock(entry.time),
        notes=notes,
        undone=not line.live,
        hidden=hidden,
        replaces=entry.replaces,
        undo_url=url_for("log.undo", code=viewer.code, n=entry.n) if mine and entry.kind in TAKES_BACK else "",
        change_url=url_for("log.change", code=viewer.code, n=entry.n) if changeable else "",
        dice=dice,
        alone=question is None or question.parts == 1,
        group=question.group if question is not None and dice and question.parts > 1 else "",
        chosen=not hidden and question is not None and is_choice(question),
        step=step_of(entry.key) if question is not None and question.parts == 1 and (opens or not hidden) else "",
        opens=opens,
        retold=bool(notes) and entry.kind == "answer" and notes[0].kind in game.log_answers,
        apart=tuple(one for one in notes[1:] if one.kind in game.log_apart),
    )


def is_choice(question: Question) -> bool:
    """Whether a question lists what can be chosen, or where something was drawn."""
    return isinstance(question.part, Draw) or (
        isinstance(question.part, Ask) and isinstance(question.part.form, Choose)
    )


def step_of(key: str) -> str:
    """The step that asked a question, by the key of the question; what a step asks one after the other shares it."""
    return key.rpartition(":")[0]


def together(entries: Iterable[EntryView]) -> list[EntryView]:
    """Entries, newest first, with what belongs together as one: dice that were rolled together, and a deed that was
    chosen by several answers. The last of them tells what came of all.
    """
    found: list[EntryView] = []
    for one in entries:
        last = found[-1] if found else None
        if last is None or (one.notes and not one.opens) or one.undone != last.undone:
            found.append(one)
        elif one.group and one.group == last.group:
            found[-1] = replace(last, mates=(one, *last.mates))
        elif leads_to(one, last):
            found[-1] = replace(last, leads=(one, *last.leads))
        else:
            found.append(one)
    return found


def leads_to(one: EntryView, then: EntryView) -> bool:
    """Whether an answer only led to the next one, and nothing else came of it: both are of the same seat and step, or
    dice follow which its seat rolls too.
    """
    if not one.step or not (one.value or one.opens):
        return False
    if then.dice and not then.leads:
        return one.seat in [roll.seat for roll in (*then.mates, then)]
    first = (*then.leads, then)[0]
    return one.step == first.step and one.seat == first.seat


def shown_dice(entry: Entry, question: Question | None) -> tuple[int, ...]:
    """What the dice of a roll showed; empty for every other entry."""
    rolled = entry.kind == "answer" and question is not None and isinstance(question.part, Roll)
    return tuple(entry.value) if rolled else ()


def seen_notes(viewer: Viewer, notes: list[Note]) -> list[Note]:
    """The notes a phone may read, in the words of its seats; what only leads to others goes where these are."""
    seen = [own_words(note, viewer.seats) for note in notes if not note.to or note.to in viewer.seats]
    return [note for note in seen if note.kind != LEADS] or seen


def own_words(note: Note, seats: Collection[str]) -> Note:
    """A note as these seats read it."""
    text = next((words for seat, words in note.own.items() if seat in seats), note.text)
    return structs.replace(note, text=text, own={})


def is_hidden(viewer: Viewer, line: Line, question: Question | None) -> bool:
    """Whether this phone must not see an entry's value: it is sealed, private to another seat, or secret."""
    entry = line.entry
    if entry.kind == "correction":
        return not sees(viewer, str(entry.value[0]))
    if entry.seat in viewer.seats or entry.kind != "answer":
        return False
    if names_a_secret(entry, question):
        return True
    if question is not None and question.sealed and (not line.live or stays_sealed(viewer, entry, question)):
        return True
    return is_sealed(entry, viewer.view.questions, viewer.seat_shown())


def names_a_secret(entry: Entry, question: Question | None) -> bool:
    """Whether something was told of an answer to one seat alone, or in words of its own. Dice are open where anything
    of them is told to all: what else came of them may be a secret.
    """
    private = [bool(note.to or note.own) for note in entry.notes]
    rolled = question is not None and isinstance(question.part, Roll)
    return any(private) and (all(private) or not rolled)


def stays_sealed(viewer: Viewer, entry: Entry, question: Question) -> bool:
    """Whether something of what was answered together with it, each sealed, was told to one seat alone: the answer that
    came last has what is told of all.
    """
    last = min(viewer.view.last, entry.n + MATES)
    mates = [one for one in map(viewer.view.ledger.get, range(entry.n + 1, last + 1))
             if one.key.startswith(f"{question.group}.")]  # fmt: skip
    return any(note.to or note.own for one in mates for note in one.notes)


def may_open(viewer: Viewer, line: Line, question: Question) -> bool:
    """Whether this phone may see the form of an old answer: its own, or one that shows nothing only its seat knew.

    A form may, if that seat saw more of the match then than a watcher, and the form lists things or has words of its
    own for who answers.
    """
    if line.entry.seat in viewer.seats:
        return True
    if question.sealed:
        return False
    part = question.part
    lists = isinstance(part, Ask) and not isinstance(part.form, Confirm | Number | Name)
    if (not lists and question.words is part.prompt) or not keeps_secrets(viewer.view.game.state_type):
        return True
    state = state_before(viewer.view.game, viewer.view.ledger.get(line.entry.n).before)
    return view(state, line.entry.seat) == view(state, "")


def sees(viewer: Viewer, path: str) -> bool:
    """Whether a path is in what one of this phone's seats (or a watcher) may see."""
    for seat in viewer.seats or ("",):
        with suppress(Refused):
            value_at(view(viewer.view.state, seat), path)
            return True
    return False


def _told(
    viewer: Viewer, entry: Entry, question: Question | None, asked: Asked, *, hidden: bool
) -> tuple[Text | str, Text | str]:
    """What was asked, and the answer in words; undo and redo say so, a correction what it changed."""
    match entry.kind:
        case "correction":
            return (t("A hidden value was corrected."), "") if hidden else corrected.in_words(viewer, entry)
        case "undo":
            return t("Taken back: {prompt}", prompt=entry.prompt), _taken_back(viewer, entry, asked)
        case "redo":
            return t("Put back: {prompt}", prompt=entry.prompt), ""
        case "answer" if not hidden and not shown_dice(entry, question):
            return entry.prompt, words(question.part, entry.value) if question else str(entry.value)
        case _:
            return entry.prompt, ""


def _taken_back(viewer: Viewer, entry: Entry, asked: Asked) -> Text | str:
    """What the answer was that an undo took back, as far as this phone may read it."""
    line = viewer.view.entry(entry.value)
    question = asked.question(viewer.view, line.entry.n) if line.entry.kind == "answer" else None
    return words(question.part, line.entry.value) if question and not is_hidden(viewer, line, question) else ""


def _notes(viewer: Viewer, entry: Entry, *, hidden: bool) -> tuple[Note, ...]:
    """What came of an entry, as far as this phone may read it; of a correction the reason comes first."""
    why = entry.kind == "correction" and not hidden and str(entry.value[2])
    reason = [Note("", t("Reason: {reason}", reason=why))] if why else []
    return (*reason, *seen_notes(viewer, entry.notes))
