"""The map film: how the map of a match looked after each change of it, computed from its ledger.

It shows what a watcher saw, so nothing in it is secret. Works for every game with a map panel; empty for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, structs

from companion.engine.core.effects import Note
from companion.engine.core.text import Text
from companion.engine.game.panels import HexView, MapPanel
from companion.engine.game.record import Game
from companion.engine.match.ledger import Entry
from companion.engine.match.story import state_before
from companion.engine.running.save import State

_WATCHER = ""


class MapFrame(Struct, frozen=True):
    """The map after a change.

    `n` is the entry that changed it (0: the beginning), `where` the moment in the words of the board, `period` the
    Round or similar it falls into (0 and "" for games without statistics), `changed` the places that look different
    from the frame before, `notes` the log lines since then.
    """

    n: int
    where: Text
    panel: MapPanel
    period: int = 0
    label: Text = Text("")
    changed: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


def film(game: Game, line: Iterable[Entry], now: State) -> tuple[MapFrame, ...]:
    """The frames of a match, from its live entries (oldest first) and its present state."""
    frames: list[MapFrame] = []
    told: list[Note] = []
    for n, notes, state in _moments(game, line, now):
        told += notes
        frame = _frame(game, state, n, frames[-1] if frames else None)
        if frame is not None:
            frames.append(structs.replace(frame, notes=tuple(told)))
            told = []
    return tuple(frames)


def _moments(game: Game, line: Iterable[Entry], now: State) -> Iterator[tuple[int, list[Note], State]]:
    """Entry by entry: its number, what everybody could read of it, and the state it led to."""
    if game.board is None:
        return
    n, notes = 0, list[Note]()
    for entry in line:
        state = state_before(game, entry)
        if state is not None:
            yield n, notes, state
        n, notes = entry.n, [note for note in entry.notes if not note.to]
    yield n, notes, now


def _frame(game: Game, state: Any, n: int, last: MapFrame | None) -> MapFrame | None:
    """The frame of a state; None when there is no map, none can be drawn, or it is the one of the last frame."""
    assert game.board is not None
    try:
        board = (game.ground(state) if game.ground else None) or game.board(state, _WATCHER)
    except Exception:  # a value was wrong for a while; the film goes on when it was put right
        return None
    panel = next((one for one in board.panels if isinstance(one, MapPanel)), None)
    if panel is None:
        return None
    if last is not None:
        panel = _kept(panel, last.panel)
        if _by_place(panel) == _by_place(last.panel):
            return None
    tally = game.statistics.tally(state) if game.statistics else None
    period, label = (tally.period, tally.label) if tally else (0, Text(""))
    changed = tuple(dict.fromkeys(_differing(panel, last.panel))) if last else ()
    return MapFrame(n, board.where, panel, period, label, changed)


def _kept(panel: MapPanel, before: MapPanel) -> MapPanel:
    """The same map, made of the very records of the one before where nothing changed: films are kept in memory."""
    known = _by_place(before)
    old = [known.get((one.q, one.r)) for one in panel.hexes]
    return structs.replace(
        panel, hexes=tuple(was if was == one else one for one, was in zip(panel.hexes, old, strict=True))
    )


def _by_place(panel: MapPanel) -> dict[tuple[int, int], HexView]:
    return {(one.q, one.r): one for one in panel.hexes}


def _differing(panel: MapPanel, before: MapPanel) -> Iterator[str]:
    known = _by_place(before)
    for one in panel.hexes:
        if known.get((one.q, one.r)) is not one:
            yield one.place
