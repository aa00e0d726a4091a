"""Every ruling is read by the rules, every key the rules read is a ruling, and every reading has a test."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.games.heroes_vs_warlords.records import facts
from tests.games.heroes_vs_warlords import readings

PACKAGE = Path(facts.__file__).parents[1]
READ = re.compile(r'ruled\(\s*\w+,\s*"(\w+)"\s*\)')
TESTS = ("world", "battles", "sides", "players", "realm", "advanced", "display")


def keys_read() -> set[str]:
    return {key for path in PACKAGE.rglob("*.py") for key in READ.findall(path.read_text("utf-8"))}


def test_every_ruling_is_read_and_every_key_read_is_a_ruling():
    """A ruling nobody reads would promise what does not happen; an unknown key would fail in the middle of a match."""
    assert keys_read() == {ruling.key for ruling in facts.RULINGS}


def test_rulings_are_read_by_name_only():
    """Every call of `ruled` gives its key as a plain word, so that the test above sees all of them."""
    text = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert len(re.findall(r"\bruled\(", text)) - text.count("def ruled(") == len(READ.findall(text))


@pytest.mark.parametrize("ruling", facts.RULINGS, ids=lambda ruling: ruling.key)
def test_every_reading_has_a_test(ruling):
    """Each reading of each ruling has a case that shows what it does."""
    for name in TESTS:
        import_module(f"tests.games.heroes_vs_warlords.test_rulings_{name}")
    assert readings.PROVED.get(ruling.key, set()) == {reading.id for reading in ruling.readings}
