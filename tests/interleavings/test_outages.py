"""Nothing acknowledged is lost and nothing counts twice when workers, the database or its disk are gone for a while."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.store import Store, StoreError
from tests.interleavings.outages import Outages
from tests.postgres.server import NoDisk, Postgres, programs
from tests.store.support import new_match, post
from tests.store.toy import find_game

ALL = ["worker killed", "database killed", "database restarted", "disk full"]


@pytest.fixture(scope="module")
def small() -> Iterator[Postgres]:
    """A database on a disk of its own that is soon full."""
    if programs() is None:
        pytest.skip("no PostgreSQL here, or not its driver")
    try:
        server = Postgres(settings={"max_wal_size": "32MB", "min_wal_size": "32MB"}, room=160)
    except NoDisk:
        pytest.skip("nobody but root may mount a disk")
    yield server
    server.remove()


@pytest.mark.slow
@pytest.mark.parametrize("left", [0, 100_000])
def test_a_full_disk_under_the_database(small: Postgres, left: int) -> None:
    """Answers are refused in words, those before stay, and when there is room all goes on; what was refused counts
    once when it is sent again, also where PostgreSQL itself ended over it."""
    with Store.open(small.fresh(), find_game) as store:
        code = new_match(store)
        kept = [f"post-{number}" for number in range(5) if post(store, code, 1, f"post-{number}")]
        small.fill_disk(left)
        refused = ""
        try:
            for number in range(5, 20_000):
                refused = f"post-{number}"
                post(store, code, 1, refused)
                kept.append(refused)
                if number % 50 == 0:
                    small.fill_disk()
        except StoreError:
            assert store.trouble is not None
        else:
            pytest.fail("the disk was never full")
        finally:
            small.clear_disk()
        for _ in range(40):  # connections of before
            try:
                post(store, code, 1, refused)
                break
            except StoreError:
                continue
        post(store, code, 1, kept[0])
        ledger = store.read(code).match.ledger
        found = [ledger.get(n).post for n in range(1, ledger.last() + 1)]
        assert [one for one in found if one] == [*kept, refused]
        assert store.trouble is None


@pytest.fixture(scope="module")
def outages(small: Postgres) -> Iterator[Outages]:
    pytest.importorskip("gunicorn")
    found = Outages(small, 5)
    try:
        yield found
    finally:
        found.close()


@pytest.mark.slow
def test_six_phones_go_on_through_outages(outages: Outages) -> None:
    """Once each, two a match, in the middle of play."""
    assert outages.match(ALL[:2]) == []
    assert outages.match(ALL[2:]) == []
    assert set(outages.happened) == set(ALL), outages.happened
    assert all(outages.happened.values()), outages.happened


@pytest.mark.deep
def test_many_outages(outages: Outages) -> None:
    """Forty, in any order, two a match."""
    for _ in range(20):
        assert outages.match(outages.rng.choices(ALL, k=2)) == []
    print(dict(outages.happened), f"{outages.acknowledged} acknowledged, {outages.answers} kept")
