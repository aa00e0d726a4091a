"""Random tables: one row for each result of a die, with the source of each table. Players are asked for missing
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from companion.engine.core.asking import ask, note, roll
from companion.engine.core.effects import Rule
from companion.engine.core.forms import AnyForm
from companion.engine.core.text import Text, t

Provenance = Literal["rulebook", "public", "house", "owner"]


ROLLED_ON = "table"
"""The kind of the log line that says what a table gave; its facts are the `table` and the `result`."""


class RandomTable(Struct, frozen=True):
    """A table of a player aid: one row for each result of a die. `words` turns a row into a text for people."""

    id: str
    title: str
    section: str
    provenance: Provenance
    rows: dict[int, Any]
    sides: int = 6
    words: Callable[[Any], Text] | None = None

    def row(self, result: int) -> Any | None:
        """The row of a result, or None when it is unknown."""
        return self.rows.get(result)

    def said(self, result: int) -> Text | None:
        """The row of a result in words, or None when it is unknown or has no words."""
        row = self.row(result)
        return self.words(row) if row is not None and self.words is not None else None

    @property
    def complete(self) -> bool:
        """True when every result has a row."""
        return all(result in self.rows for result in range(1, self.sides + 1))


def roll_on(table: RandomTable, seat: str, form: AnyForm, about: str = "") -> Rule[Any]:
    """Roll on a table and return the row. The players are asked for an unknown row with `form`, whose answer has the
    shape of a row.
    """
    section, name = table.section, t(table.title)
    prompt = t("Roll on the {table}.", table=name)
    result = yield from roll(seat, prompt, table.sides, section=section, about=about, table=table.id)
    row = table.row(result)
    if row is None:
        prompt = t("What does your printed {table} say for {result}?", table=name, result=result)
        row = yield from ask(seat, prompt, form, section=section, observation=True, about=about)
    text = t("{table}: {result} ({provenance}).", table=name, provenance=table.provenance, result=result)
    facts: dict[str, int | str] = {"table": table.id, "result": result}
    yield from note(text, section=section, about=about, kind=ROLLED_ON, facts=facts)
    return row
