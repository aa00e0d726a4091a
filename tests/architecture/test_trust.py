"""docs/trust.md tells no tales: the tests it names are there, and it goes through ASVS section by section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "trust.md").read_text("utf-8")
CHAPTERS = 17


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+(?:\.py)?)`", TEXT))))
def test_every_test_it_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()


def test_every_promise_names_a_test() -> None:
    rows = [line for line in TEXT.split("## Not promised")[0].splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    assert all("`tests/" in row for row in rows)


def test_every_chapter_of_asvs_is_there() -> None:
    told = {int(number) for number in re.findall(r"^\| V(\d+)", TEXT, re.MULTILINE)}
    assert told == set(range(1, CHAPTERS + 1))


def test_every_row_says_how_or_why_not() -> None:
    rows = [line for line in TEXT.splitlines() if re.match(r"\| V\d", line)]
    assert all(row.split("|")[3].strip() for row in rows)
