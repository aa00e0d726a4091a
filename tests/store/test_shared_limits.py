"""Processes that share a database share what somebody may do."""

from __future__ import annotations

from companion.store import Store
from companion.web.serving.limits import Limiter
from tests.postgres.server import Postgres
from tests.store.toy import find_game


def test_two_processes_count_together(postgres: Postgres) -> None:
    """What one has let through counts for the other; names and kinds are apart; tokens come back."""
    address = postgres.fresh()
    with Store.open(address, find_game) as one, Store.open(address, find_game) as two:
        limits = [store.shared_limits() for store in (one, two)]
        assert all(limits)
        first, second = limits[0], limits[1]
        assert first is not None
        assert second is not None
        assert [each.take("guess", "ann", 3, 0.0) for each in (first, second, first, second)] == [True] * 3 + [False]
        assert first.left("guess", "ann", 3, 0.0) < 1
        assert second.left("guess", "bob", 3, 0.0) == 3
        assert second.take("other", "ann", 3, 0.0)
        assert second.take("guess", "ann", 3, 1e9)


def test_a_limiter_counts_alone_where_the_database_is_away(postgres: Postgres) -> None:
    """Nobody is let through without end because a server is down, and no page fails for it."""
    with Store.open(postgres.fresh(), find_game) as store:
        limiter = Limiter(burst=2, per_second=0.0)
        limiter.share(store.shared_limits(), "guess")
        assert [limiter.allow("ann") for _ in range(3)] == [True, True, False]
        assert limiter.empty("ann")
    assert [limiter.allow("ann") for _ in range(3)] == [True, True, False]


def test_a_file_shares_with_nobody(store: Store) -> None:
    """It has one process."""
    assert (store.shared_limits() is None) is not store.shared
