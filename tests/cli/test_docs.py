"""docs/commands.md and docs/file-formats.md tell what there is."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from companion.cli import main
from companion.engine.match.ledger import Entry
from companion.engine.match.replay import MatchExport
from companion.store.database import tables

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = (DOCS / "commands.md").read_text("utf-8")
FORMATS = (DOCS / "file-formats.md").read_text("utf-8")
CHAPTERS = dict(re.findall(r"^## companion (\S+)\n(.*?)(?=^## |\Z)", COMMANDS, re.MULTILINE | re.DOTALL))


def test_the_commands_are_those_there_are() -> None:
    """Each command has a chapter, in the order of the help; no chapter is about nothing."""
    assert list(CHAPTERS) == list(main.commands)


@pytest.mark.parametrize("name", list(main.commands))
def test_options_are_those_there_are(name: str) -> None:
    """Each option is in its chapter, and each one named there exists."""
    real = {
        flag
        for option in main.commands[name].params
        if isinstance(option, click.Option)
        for flag in (*option.opts, *option.secondary_opts)
    }
    told = set(re.findall(r"`(--[a-z-]+)", CHAPTERS[name]))
    assert told == real
    for option in main.commands[name].params:
        if isinstance(option.type, click.Choice):
            assert all(f"`{choice}`" in CHAPTERS[name] for choice in option.type.choices)


@pytest.mark.parametrize("name", list(main.commands))
def test_arguments_are_told(name: str) -> None:
    """What a command takes besides options is in its chapter or its examples."""
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Argument):
            word = (parameter.metavar or str(parameter.name)).upper().rstrip(".")
            assert word in CHAPTERS[name] or word == "GAME"


@pytest.mark.parametrize("table", list(tables.metadata.tables))
def test_every_table_is_told(table: str) -> None:
    """The page on file formats names every table."""
    assert f"| `{table}` |" in FORMATS


@pytest.mark.parametrize("field", [*MatchExport.__struct_fields__, *Entry.__struct_fields__])
def test_every_field_of_an_export_is_told(field: str) -> None:
    """And every field of an exported match."""
    if field == "before":  # never written
        return
    assert f"`{field}`" in FORMATS
