"""docs/trust.md tells no tales: the tests it names are there, and it goes through ASVS section by section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "trust.md").read_text("utf-8")
ASVS = (ROOT / "docs" / "asvs.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.split("|")[1:5]] for line in ASVS.splitlines() if re.match(r"\| \d", line)]
CHAPTERS = 17


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+(?:\.py)?)`", TEXT + ASVS))))
def test_every_test_it_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()


def test_every_promise_names_a_test() -> None:
    rows = [line for line in TEXT.split("## Not promised")[0].splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    assert all("`tests/" in row for row in rows)


def test_every_chapter_of_asvs_is_there() -> None:
    assert {int(row[0].split(".")[0]) for row in ROWS} == set(range(1, CHAPTERS + 1))


def test_rows_stand_once_and_in_order() -> None:
    numbers = [[int(part) for part in row[0].split(".")] for row in ROWS if "*" not in row[0]]
    assert numbers == sorted(numbers)
    assert len({tuple(one) for one in numbers}) == len(numbers)
    assert {row[1] for row in ROWS} == {"1", "2", "1, 2"}


def test_every_row_says_how_or_why_not() -> None:
    assert all(how for _, _, _, how in ROWS)
