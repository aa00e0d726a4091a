"""What follows from a change or a correction: what would be told, asked and shown otherwise, in a few lines.

Where something is hidden from the reader only a correction is followed: a change that is merely looked at must not
tell what another answer would have turned up.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, listed, t
from companion.engine.game.panels import BattlePanel, Display, Gauge, Panel, StackView, Stock, TablePanel
from companion.engine.match.changing import ChangeResult, Position
from companion.engine.running.paths import all_fields
from companion.engine.running.views import view
from companion.web.app.texts import say
from companion.web.app.viewer import Viewer
from companion.web.play.stakes import needs_now
from companion.web.reading.logview import seen_notes

log = logging.getLogger(__name__)
SHOWN = 4
"""So many lines are told; of more how many there are."""
NAMED = 3
"""So many choices that come or go are named in one line."""
Figure = tuple[tuple[str, ...], str, str]
"""Where a figure stands on the board, its words and its value."""


@dataclass(frozen=True)
class Follow:
    """One thing that would be otherwise: what, its value now, and then; a value may be empty."""

    what: str
    was: str
    now: str


@dataclass(frozen=True)
class Following:
    """The first things that follow, and how many more there are."""

    told: tuple[Follow, ...] = ()
    more: int = 0


NOTHING_FOLLOWS = Following()


def after_correction(found: Viewer, path: str, after: Position) -> Following:
    """What follows from correcting the value at a path."""
    return _first([*_asked(found, after), *_figures(found, after, path)] or _reworded(found, after))


def after_change(found: Viewer, result: ChangeResult) -> Following:
    """What follows from changing an old answer; nothing is said where something is hidden from this phone."""
    if result.after is None or _hides(found):
        return NOTHING_FOLLOWS
    told = [*_retold(found, result), *_asked(found, result.after), *_figures(found, result.after)]
    return _first(told or _reworded(found, result.after))


def _follow(what: Text | str, was: Text | str, now: Text | str) -> Follow:
    return Follow(say(what), say(was), say(now))


def _first(all_of_it: Iterable[Follow]) -> Following:
    told = list(dict.fromkeys(all_of_it))
    return Following(tuple(told[:SHOWN]), max(0, len(told) - SHOWN))


def _hides(found: Viewer) -> bool:
    """Whether anything in the match is hidden from this phone."""
    everything = all_fields(found.view.state, lambda _record, _name: True)
    return bool(view(found.view.state, found.seat_shown()) != everything)


def _retold(found: Viewer, result: ChangeResult) -> Iterator[Follow]:
    for one in result.retold:
        was, now = (" ".join(say(note.text) for note in seen_notes(found, list(notes))) for notes in (one.was, one.now))
        if was != now:
            yield _follow("", was, now)


# ---- what is asked


def _asked(found: Viewer, after: Position) -> Iterator[Follow]:
    """Open questions that would come or go, need another roll, or offer other choices."""
    for seat, old, new in _both(found, after):
        if old is None or new is None:
            is_asked = new.part.prompt if new else t("no question")
            yield _follow(found.info(seat).title, old.part.prompt if old else "", is_asked)
            continue
        was, now = needs_now(found, old) or Text(""), needs_now(found, new) or Text("")
        if say(was) != say(now):
            yield _follow(old.part.prompt, was, now)
        yield from _choices(old, new)


def _reworded(found: Viewer, after: Position) -> Iterator[Follow]:
    """Open questions that would be put in other words; told only where nothing else is."""
    for _seat, old, new in _both(found, after):
        if old and new and say(old.part.prompt) != say(new.part.prompt):
            yield _follow("", old.part.prompt, new.part.prompt)


def _both(found: Viewer, after: Position) -> Iterator[tuple[str, Question | None, Question | None]]:
    """Each open question with what would be asked in its place."""
    before = {(one.seat, one.rule, one.place): one for one in found.view.questions if not one.sealed}
    then = {(one.seat, one.rule, one.place): one for one in after.questions if not one.sealed}
    for key in dict.fromkeys([*before, *then]):
        yield key[0], before.get(key), then.get(key)


def _choices(old: Question, new: Question) -> Iterator[Follow]:
    was, now = _allowed(old), _allowed(new)
    gone, come = ([label for id, label in one.items() if id not in other] for one, other in ((was, now), (now, was)))
    if gone:
        yield _follow(t("Not possible any more"), "", _named(gone))
    if come:
        yield _follow(t("Possible then"), "", _named(come))


def _allowed(question: Question) -> dict[str, Text]:
    form = question.part.form if isinstance(question.part, Ask) else None
    options = form.options if isinstance(form, Choose) else ()
    return {one.id: one.label for one in options if one.refusal is None}


def _named(labels: list[Text]) -> Text:
    more = [t("{n} more", n=len(labels) - NAMED)] if len(labels) > NAMED else []
    return listed([*labels[:NAMED], *more])


# ---- what the board shows


def _figures(found: Viewer, after: Position, path: str = "") -> Iterator[Follow]:
    """Figures of the board that would be others, except that at the path."""
    if found.game.board is None:
        return
    try:
        boards = [found.game.board(state, found.seat_shown()) for state in (found.view.state, after.state)]
    except Exception:
        log.exception("%s: what follows from a correction cannot be drawn", found.code)
        return
    was = {key: value for panel in boards[0].panels for key, _words, value in _shown(panel, path)}
    for panel in boards[1].panels:
        for key, words, value in _shown(panel, path):
            if was.get(key, value) != value:
                yield Follow(words, was[key], value)


def _shown(panel: Panel, path: str) -> Iterator[Figure]:
    match panel:
        case Display() | Stock():
            yield from _of_gauges(panel.id, panel.title, panel.gauges, path)
            stacks = [one for one in panel.slots if one] if isinstance(panel, Display) else []
            yield from _of_stacks(panel.id, panel.title, stacks, path)
        case BattlePanel():
            for side in panel.sides:
                yield from _of_gauges(f"{panel.id} {side.seat}", side.title, side.gauges, path)
                yield from _of_stacks(f"{panel.id} {side.seat}", side.title, list(side.stacks), path)
        case TablePanel():
            for row in panel.rows:
                for column, cell in zip(panel.columns[1:], row[1:], strict=False):
                    yield (panel.id, say(row[0]), say(column)), _of(row[0], column), say(cell)


def _of_gauges(id: str, title: Text, gauges: Iterable[Gauge], path: str) -> Iterator[Figure]:
    for one in gauges:
        if not (path and one.path and f"{one.path}/".startswith(f"{path}/")):
            yield (id, say(one.label)), _of(title, one.label), str(one.value)


def _of_stacks(id: str, title: Text, stacks: list[StackView], path: str) -> Iterator[Figure]:
    for n, one in enumerate(stacks):
        words = _of(title, one.label)
        yield (id, str(n), "attack"), f"{words}: {say(t('Attack'))}", str(one.attack)
        yield (id, str(n), "defense"), f"{words}: {say(t('Defense'))}", str(one.defense)
        if not (path and one.path.startswith(path)):
            yield (id, str(n), "count"), words, str(one.count)


def _of(title: Text, label: Text) -> str:
    return f"{say(title)}: {say(label)}"
