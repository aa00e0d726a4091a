"""Random tables on pages: those that a question rolls on, the last result, and all tables of a section."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.engine.core.effects import Note, Roll
from companion.engine.core.questions import Question
from companion.engine.core.random_tables import ROLLED_ON, RandomTable
from companion.engine.core.text import Text
from companion.engine.game.record import Game
from companion.web.app.viewer import Viewer


@dataclass(frozen=True)
class TableView:
    """A random table as people read it: results and rows in words; `lit` is the result rolled, 0 for none yet."""

    id: str
    title: str
    section: str
    sides: int
    rows: tuple[tuple[int, Text], ...]
    provenance: str
    lit: int = 0

    def near(self, far: int) -> list[tuple[int, Text]]:
        """The row that came up and so many on both sides of it."""
        return [(n, words) for n, words in self.rows if abs(n - self.lit) <= far]

    def word(self, result: int) -> Text:
        """The row of a result in words; an empty text where it is unknown."""
        return dict(self.rows).get(result, Text(""))


def table_view(table: RandomTable, lit: int = 0) -> TableView | None:
    """A table for a page; None where the game has no words for its rows."""
    if table.words is None:
        return None
    rows = tuple((n, words) for n in range(1, table.sides + 1) if (words := table.said(n)) is not None)
    return TableView(table.id, table.title, table.section, table.sides, rows, table.provenance, lit)


def asked_on(game: Game, state: Any, question: Question) -> TableView | None:
    """The table on which the single die of a question is rolled, or None."""
    part = question.part
    if not isinstance(part, Roll) or not part.table or len(part.sides) != 1:
        return None
    return next((table_view(one) for one in game.tables_of(state) if one.id == part.table), None)


def rolled_on(viewer: Viewer, notes: Iterable[Note]) -> TableView | None:
    """The table named by the newest of these notes that names one, with the result rolled; or None."""
    for note in notes:
        if note.kind == ROLLED_ON:
            known = {table.id: table for table in viewer.game.tables_of(viewer.view.state)}
            table = known.get(str(note.facts.get("table")))
            return table_view(table, int(note.facts.get("result", 0))) if table else None
    return None


def rolled_lately(viewer: Viewer, entries: int) -> TableView | None:
    """The table of the newest roll on one among the last entries; told until who rolled or this phone has answered
    after it.
    """
    answered: set[str] = set()
    for line in viewer.view.entries(limit=entries).lines:
        if not line.live:
            continue
        view = rolled_on(viewer, [one for one in line.entry.notes if not one.to or one.to in viewer.seats])
        if view is not None:
            return None if answered & {line.entry.by, *viewer.seats} else view
        answered.add(line.entry.by)
    return None


def tables_at(tables: Iterable[RandomTable], section: str) -> list[TableView]:
    """The tables of a section and its subsections; all tables if the section is ""."""
    at = [one for one in tables if not section or f"{one.section}.".startswith(f"{section}.")]
    return [view for one in at if (view := table_view(one)) is not None]
