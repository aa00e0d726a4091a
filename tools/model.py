"""The tables of `docs/many-tables.md` that follow from measurements: filled in from the JSON that benchmarks leave.

    python -m benchmarks.many --json docs/many-tables.json      # measure, on a quiet machine
    python -m tools.model                                       # write the tables of the page anew

The last level of real pages counts. What a match is (answers, sizes) is said here and not measured by that run.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

from benchmarks.tables import Row, table

DOCS = Path(__file__).parents[1] / "docs"
PAGE, FIGURES = DOCS / "many-tables.md", DOCS / "many-tables.json"
MATCHES = (1_000, 10_000, 1_000_000)
PHONES, THINK = 6, 10.0
"""Phones at a match, and seconds between two answers of a match."""
ANSWERS, SAVE, RECORD = 500, 2_500, 1_000
"""Answers of a whole match; bytes of a save, and of what is kept of an answer."""
MARKED = re.compile(r"(<!-- model -->\n).*?(<!-- end of the model -->)", re.DOTALL)


def model(level: dict[str, Any], when: str) -> str:
    """The words and the table."""
    worker, database = level["worker ms"] / 1000, level["database ms"] / 1000
    words = (
        f"The model: an answer every {THINK:.0f} seconds in each match, {PHONES} phones; as measured with\n"
        f"{level['matches']} matches at a load of {level['load']:.1f} ({when[:10]}): {1000 * worker:.0f} ms of a core "
        f"for each answer,\nits {PHONES} pages included, and {1000 * database:.1f} ms in PostgreSQL; "
        f"{SAVE / 1000:g} KB a save and {RECORD / 1000:g} KB kept\nfor each answer; a match has {ANSWERS} answers and "
        "is kept. Cores are counted as if all were busy all the time; take half as many\nagain."
    )
    rows: list[Row] = []
    for what, of in (
        ("answers a second", lambda n: number(n / THINK)),
        ("cores for workers", lambda n: number(n / THINK * worker)),
        ("cores for PostgreSQL", lambda n: number(n / THINK * database)),
        ("streams", lambda n: number(n * PHONES)),
        ("disk for all matches", lambda n: size(n * ANSWERS * (SAVE + RECORD))),
        ("written a second", lambda n: size(n / THINK * (SAVE + RECORD))),
    ):
        rows.append({"tables": what, **{f"{n:,}": of(n) for n in MATCHES}})
    return f"{words}\n\n{table(rows)}\n"


def number(value: float) -> str:
    """Rounded up, for nobody has a part of a core; of large ones two figures, for it is a rough model."""
    step = 10 ** max(0, len(str(int(value))) - 2)
    return f"{math.ceil(value / step - 1e-9) * step:,}"


def size(count: float) -> str:
    """Bytes in the unit people would say."""
    for unit, step in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= step:
            return f"{count / step:.3g} {unit}"
    return f"{count / 1e6:.1f} MB"


def filled(page: str, figures: dict[str, Any]) -> str:
    """The page with the model of these figures."""
    many = figures["many"]
    level = [row for row in many["rows"] if row["what"] == "pages"][-1]
    assert MARKED.search(page), "the page has no place for the model"
    return MARKED.sub(lambda found: found[1] + model(level, many["when"]) + found[2], page)


def main() -> None:
    """Write the page."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), json.loads(FIGURES.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
