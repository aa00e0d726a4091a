"""The documentation driver: everything by section, and rows whose `where` does not exist are found."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from companion.engine.game.record import LedgerRow
from companion.engine.game.reference import coverage, reference, rows_at, rows_tested, section_order, sections_of
from tests.engine import toy


def row(where: str, section: str = "2.1", tier: str = "basic", name: str = "TOY-9") -> LedgerRow:
    return LedgerRow(name, section, tier, "topic", "rule", "value", "compute", where)


KIT = SimpleNamespace(components=(SimpleNamespace(id="stalls"),))


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("toy.earn", ""),
        ("tests.engine.toy.earn", ""),
        ("toy.earn; T1 ; ties", ""),
        ("toy.check", ""),
        ("toy.PRICES", ""),
        ("table:windfall", ""),
        ("kit:stalls", ""),
        ("helper:practice", ""),
        ("setting:length", ""),
        ("table-only: people trade as they like", ""),
        ("", "where is empty"),
        ("table-only:", "table-only needs a reason"),
        ("toy.gone", "there is no toy.gone"),
        ("toy.earn; R99; kit:dice", "there is no R99, kit:dice"),
        ("table:none", "there is no table:none"),
        ("earn", "there is no earn"),
        ("toy._private", "there is no toy._private"),
        ("os.path", "there is no os.path"),
    ],
)
def test_where_names_something_that_exists(where: str, reason: str) -> None:
    """Rules, other names of the game's modules, rulings, tables, components, helpers, settings; or a reason."""
    game = msgspec.structs.replace(toy.GAME, rows=(row(where),), kit=lambda *_: KIT)
    found = coverage(game)
    assert [missing.reason for missing in found.missing] == ([reason] if reason else [])
    assert found.line() == f"covered {int(not reason)} of 1"


def test_rows_need_a_test_and_a_tier() -> None:
    """With the ids of tested rows, the others are missing; a tier counts its own rows only."""
    rows = (row("T1", name="A"), row("T1", name="B"), row("", tier="advanced", name="C"))
    game = msgspec.structs.replace(toy.GAME, rows=rows)
    found = coverage(game, "basic", {"A"})
    assert [one.id for one in found.covered] == ["A"]
    assert [(one.row.id, one.reason) for one in found.missing] == [("B", "no test is marked with it")]
    assert coverage(game, "advanced").line() == "covered 0 of 1"


def test_rows_tested_are_read_from_tests_and_scenarios(tmp_path: Path) -> None:
    """Marks in test files and `rules` in scenario files count, comments do not."""
    (tmp_path / "test_x.py").write_text(
        '@pytest.mark.rule("A-1", "A-2")\ndef test_x(): ...\n# pytest.mark.rule("A-3")\n'
    )
    (tmp_path / "x.toml").write_text('rules = ["A-4"]\n')
    (tmp_path / "y.toml").write_text("other = 1\n")
    assert rows_tested(tmp_path) == {"A-1", "A-2", "A-4"}


def test_the_reference_has_everything_in_the_order_of_the_book() -> None:
    """Each step, flow, table, ruling, helper and row appears at its section, sections in their order."""
    game = msgspec.structs.replace(toy.GAME, rows=(row("T1", "2.1;10.2"), row("T1", "2.10")))
    docs = {doc.section: doc for doc in reference(game)}
    assert list(docs) == sorted(docs, key=section_order)
    assert list(docs).index("2.10") > list(docs).index("2.7")
    assert [rule.name for rule in docs["2.1"].rules] == ["tests.engine.toy.earn"]
    assert docs["2.1"].tables == [("windfall", "Windfall Table")]
    assert [rule.kind for rule in docs["3.0"].rules] == ["flow", "flow", "step"]
    assert docs["3.1"].rulings == [("T1", "What does a tie do?")]
    assert docs["3.0"].helpers == [("practice", "Practice")]
    assert docs["10.2"].rows == [game.rows[0]]
    assert docs["3.1"].rules[0].summary.startswith("Both roll")


def test_rows_at_a_section() -> None:
    """Own rows and those below; without any, those of the nearest section above; never those of a namesake."""
    rows = (row("T1", "8.6", name="A"), row("T1", "8.6.2;9", name="B"), row("T1", "8.61", name="C"))
    game = msgspec.structs.replace(toy.GAME, rows=rows)
    assert [one.id for one in rows_at(game, "8.6")] == ["A", "B"]
    assert [one.id for one in rows_at(game, "8.6.7")] == ["A", "B"]
    assert [one.id for one in rows_at(game, "9")] == ["B"]
    assert rows_at(game, "7") == []
    assert sections_of(rows[1]) == ["8.6.2", "9"]
