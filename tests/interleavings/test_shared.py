"""Six phones, any order of events, two processes on PostgreSQL: the same as on one file.

`COMPANION_ORDERS=20000` plays as many.
"""

from __future__ import annotations

import os
import time

import pytest

from tests.interleavings.rounds import Shelf, laid_out
from tests.postgres.server import Postgres

ORDERS = int(os.environ.get("COMPANION_ORDERS", "40"))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    whole = laid_out(tmp_path_factory.mktemp("shelf"))
    return Shelf(whole.file, whole.positions[::2])


@pytest.mark.slow
def test_no_order_of_events_loses_doubles_or_divides_anything(shelf: Shelf, postgres: Postgres) -> None:
    """Every message takes either worker, workers die and are replaced: nothing acknowledged is lost or doubled."""
    from tests.interleavings.shared import run_shared

    began = time.perf_counter()
    for found in run_shared(ORDERS, 7, shelf, postgres):
        report = found
    print(f"two workers on PostgreSQL: {report.orders} orders, {len(report.failures)} failures, "
          f"{time.perf_counter() - began:.0f} s; {dict(report.happened)}")  # fmt: skip
    assert report.failures == []
    assert report.orders >= ORDERS
    for happening in ("counted", "counted again", "late", "killed before commit", "killed after commit", "taken back"):
        assert report.happened[happening] or ORDERS < 100, happening
