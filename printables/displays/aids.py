"""Aids written as data: sides with columns of blocks, read from a TOML file; tables of figures come from the game.

A file has `[[side]]` tables (`id`, `title`, `subtitle`, `note`, and `columns`: lists of the names of blocks) and
`[block.NAME]` tables: `title`, `icon`, `section`, and `steps`, `words`, `terms`, `signs`
(symbol and meaning) or a table (`header`, `rows`, `shares`, `note`). `{names}` in the texts are filled from the
game's figures; the rows of a table without `rows` are the game's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from printables.displays.aid import Aid, Block, Signs, Steps, Table, Terms, Words
from printables.errors import BadOption

Values = Mapping[str, Any]
Rows = Sequence[tuple[str, ...]]
VALUE = re.compile(r"\{\w+\}")


class Say(Protocol):
    """What puts a text into the language of the sheets and fills in its values."""

    def __call__(self, message: str, **values: Any) -> str:
        """The text as it is printed."""


def sides(data: Mapping[str, Any], say: Say, values: Values, made: Mapping[str, Block | Rows]) -> dict[str, Aid]:
    """The sides of a file by their ids. What the game makes, by the names of blocks, are blocks, or the rows of tables
    that the file describes. Raises BadOption for unknown blocks.
    """
    blocks = {name: one for name, one in made.items() if not isinstance(one, Sequence)}
    rows = {name: one for name, one in made.items() if isinstance(one, Sequence)}
    blocks |= {name: block(raw, say, values, rows.get(name)) for name, raw in data["block"].items()}
    return {one["id"]: _side(one, say, blocks) for one in data["side"]}


def _side(raw: Mapping[str, Any], say: Say, blocks: Mapping[str, Block]) -> Aid:
    for name in (name for column in raw["columns"] for name in column):
        if name not in blocks:
            raise BadOption("columns", "there is no block '{name}'", name=name)
    columns = tuple(tuple(blocks[name] for name in column) for column in raw["columns"])
    note = say(raw["note"]) if "note" in raw else ""
    return Aid(say(raw["title"]), say(raw["subtitle"]), columns, note)


def block(raw: Mapping[str, Any], say: Say, values: Values, rows: Rows | None = None) -> Block:
    """One block; `rows` are those of a table whose rows the game makes. Raises BadOption for a kind that is not
    known.
    """
    head: dict[str, Any] = {"icon": raw.get("icon"), "section": raw.get("section", "")}
    title = say(raw["title"], **values)
    if "steps" in raw:
        return Steps(title, _all(raw["steps"], say, values), raw.get("first", 1), **head)
    if "words" in raw:
        return Words(title, _all(raw["words"], say, values), **head)
    if "terms" in raw:
        entries = tuple((word, text) for word, text in (_all(pair, say, values) for pair in raw["terms"]))
        return Terms(title, entries, raw.get("share", 0.22), **head)
    if "signs" in raw:
        return Signs(title, tuple((sign, _filled(text, say, values)) for sign, text in raw["signs"]), **head)
    if rows is None and "rows" not in raw:
        raise BadOption("block", "'{title}' has neither steps, words, terms, signs nor rows", title=raw["title"])
    rows = tuple(_all(row, say, values) for row in raw["rows"]) if rows is None else tuple(rows)
    note = say(raw.get("note", ""), **values)
    header = _all(raw.get("header", ()), say, values)
    return Table(title, header, rows, tuple(raw["shares"]), note, row=raw.get("row", 5.0), **head)


def _all(texts: Any, say: Say, values: Values) -> tuple[str, ...]:
    return tuple(_filled(text, say, values) for text in texts)


def _filled(text: str, say: Say, values: Values) -> str:
    for name in VALUE.findall(text):
        if name.strip("{}") not in values:
            raise BadOption("block", "'{title}' needs {name}, which is not there", title=text, name=name)
    return say(text, **values)


def messages(data: Mapping[str, Any]) -> Iterator[str]:
    """Every text of a file that has words, for translators."""
    yield from (text for text in _texts(data) if any(letter.isalpha() for letter in VALUE.sub("", text)))


def _texts(data: Mapping[str, Any]) -> Iterator[str]:
    for one in data["side"]:
        yield from (one[name] for name in ("title", "subtitle", "note") if name in one)
    for one in data["block"].values():
        yield from (one[name] for name in ("title", "note") if name in one)
        for name in ("steps", "words", "header"):
            yield from one.get(name, ())
        for name in ("terms", "rows"):
            for pair in one.get(name, ()):
                yield from pair
        yield from (text for _sign, text in one.get("signs", ()))
