"""The model on the page of many tables is that of the figures beside it, and follows from them."""

from __future__ import annotations

import json

import pytest

from benchmarks.tables import keep, table
from tools.model import FIGURES, PAGE, filled, number, size


def test_the_page_says_what_was_measured() -> None:
    """`python -m tools.model` was run after the measurement."""
    page = PAGE.read_text("utf-8")
    assert filled(page, json.loads(FIGURES.read_text("utf-8"))) == page


def test_the_model_follows_the_figures() -> None:
    """Twice the work of a worker, twice the cores."""
    page = PAGE.read_text("utf-8")

    def cores(worker: float) -> list[str]:
        level = {"what": "pages", "matches": 10, "load": 1.0, "worker ms": worker, "database ms": 2.0}
        made = filled(page, {"many": {"when": "2026-11-23T02:30", "rows": [level, {**level, "what": "bare"}]}})
        [line] = [line for line in made.splitlines() if line.startswith("| cores for workers")]
        return [cell.strip() for cell in line.split("|")[2:-1]]

    assert cores(30) == ["3", "30", "3,000"]
    assert cores(60) == ["6", "60", "6,000"]


@pytest.mark.parametrize(("value", "words"), [(0.2, "1"), (3.0, "3"), (3.2, "4"), (7351, "7,400"), (8400, "8,400")])
def test_cores_are_whole(value: float, words: str) -> None:
    assert number(value) == words


@pytest.mark.parametrize(("value", "words"), [(3.5e5, "0.3 MB"), (1.75e9, "1.75 GB"), (1.75e12, "1.75 TB")])
def test_sizes_have_units(value: float, words: str) -> None:
    assert size(value) == words


def test_a_table_has_a_column_for_each_name(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Rows may lack some; what is kept stands beside what other benchmarks left."""
    rows = [{"what": "pages", "ms": 12.345}, {"what": "bare", "MB": 1234.5}]
    assert [line.count("|") for line in table(rows).splitlines()] == [4, 4, 4, 4]
    assert "12.3" in table(rows)
    assert "1,234" in table(rows)
    for name in ("many", "soak"):
        keep(tmp_path / "figures.json", name, rows)
    assert set(json.loads((tmp_path / "figures.json").read_text())) == {"many", "soak"}
