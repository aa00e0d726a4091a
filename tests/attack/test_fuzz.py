"""Three thousand requests by chance, from three seeds; thirty thousand with COMPANION_SLOW set. See `fuzz`."""

from __future__ import annotations

import os

import pytest

from tests.attack.fuzz import fuzz

REQUESTS = 10_000 if os.environ.get("COMPANION_SLOW") else 1000


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_request_is_answered_with_a_fault_of_ours(seed: int) -> None:
    """Not one answer of 500, and not only refusals either: pages are shown and answers count."""
    done = fuzz(REQUESTS, seed)
    assert done.faults == []
    assert done.counts[200] > REQUESTS / 10
    assert done.counts[303] > REQUESTS / 50
    print(f"{REQUESTS} requests, seed {seed}: 0 answers of 500; {dict(sorted(done.counts.items()))}")
