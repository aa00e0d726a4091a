"""Six phones at a table, any order of events: nothing acknowledged is lost, nothing counts twice, all see the same.

A small share of what `python -m tools.interleavings` plays; `docs/figures.md` has the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import Transaction
from companion.store.matches import ledger
from tests.interleavings.killed import Storm
from tests.interleavings.rounds import Report, Shelf, laid_out, run
from tests.interleavings.servers import Server

pytestmark = pytest.mark.slow

HAPPENINGS = (
    "sent", "repeated", "overtaken", "request lost", "response lost", "page lost", "counted", "counted again", "late",
    "refused", "killed idle", "killed before commit", "killed after commit", "taken back",
)  # fmt: skip
SHARE = 72


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    whole = laid_out(tmp_path_factory.mktemp("shelf"))
    return Shelf(whole.file, whole.positions[::3])


def played(count: int, seed: int, shelf: Shelf, pages_every: int = 3) -> Report:
    *_, report = run(count, seed, shelf, pages_every)
    return report


@pytest.mark.slow
def test_no_order_of_events_loses_doubles_or_divides_anything(shelf: Shelf) -> None:
    """Through the store and through the pages; and every kind of mishap did happen."""
    report = played(SHARE, 5, shelf)
    assert report.failures == []
    assert report.orders == SHARE
    assert 0 < report.through_pages < SHARE
    assert report.sent_by_forms > report.through_pages
    assert set(HAPPENINGS) - set(report.happened) == set()


def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that acknowledges what is not in the file yet: its log is lost when it dies."""
    monkeypatch.setattr(Server, "tails", ("",))


def credulous(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that does not know a post it has seen, in a file that would keep it twice."""
    row = ledger.entry_row
    monkeypatch.setattr(ledger.SqlLedger, "by_post", lambda _ledger, _post: None)
    monkeypatch.setattr(ledger, "entry_row", lambda *entry: row(*entry) | {"post": ""})


def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that makes no new version of an answer."""
    write = Transaction.write

    def same_version(transaction: Transaction) -> bytes | None:
        transaction.version -= 1
        return write(transaction)

    monkeypatch.setattr(Transaction, "write", same_version)


@pytest.mark.parametrize("broken", [hasty, credulous, quiet])
@pytest.mark.slow
def test_a_broken_program_is_found_out(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, shelf: Shelf
) -> None:
    """The verdict is not blind: with each of these faults some orders fail."""
    broken(monkeypatch)
    found: list[str] = []
    for report in run(200, 5, shelf, pages_every=1000):
        found = report.failures
        if found:
            break
    assert found


def test_an_order_can_be_played_again(shelf: Shelf) -> None:
    """The same seed gives the same happenings, so that a failure can be looked at."""
    first, second = (played(10, 9, shelf).happened for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_a_real_server_is_killed_while_six_phones_post(tmp_path: Path) -> None:
    """kill -9 in the middle of it, twice: what was acknowledged is there once, all phones show the same."""
    storm = Storm(tmp_path, 3)
    assert storm.blow(2, at_once=2) == []
    assert storm.kills == 2
    assert storm.acknowledged >= 6
