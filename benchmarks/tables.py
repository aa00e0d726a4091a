"""What a benchmark says at its end: one table for people, and the same as JSON for `tools.model` and for later."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

Row = Mapping[str, str | int | float]


def table(rows: Sequence[Row]) -> str:
    """Rows in Markdown, with a column for each name that any of them has, in the order they first come."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([told(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
             for line in cells]  # fmt: skip
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def told(value: str | float) -> str:
    """A value as it stands in a table."""
    return f"{value:.3g}" if isinstance(value, float) and abs(value) < 100 else f"{value:,.0f}" if isinstance(
        value, float) else str(value)  # fmt: skip


def keep(file: Path | None, benchmark: str, rows: Sequence[Row]) -> None:
    """Write the rows into a JSON file beside what other benchmarks have left there."""
    if file is None:
        return
    found = json.loads(file.read_text("utf-8")) if file.exists() else {}
    moment = datetime.now(UTC).isoformat(timespec="minutes")
    found[benchmark] = {"when": moment, "load": round(os.getloadavg()[0], 1), "rows": list(rows)}
    file.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
