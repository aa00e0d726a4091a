"""The database server dies and its standby takes over in the middle of play: no acknowledged answer is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.interleavings.outages import Outages
from tests.postgres.pair import Pair
from tests.postgres.server import programs

FAILOVERS = 10


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    if programs() is None:
        pytest.skip("no PostgreSQL here, or not its driver")
    pytest.importorskip("gunicorn")
    made = Pair()
    yield made
    made.remove()


@pytest.mark.deep
def test_a_standby_takes_over(pair: Pair) -> None:
    """Two workers, six phones, the server that serves killed with all it has; each time the other one goes on."""
    outages = Outages(pair.serving, 6, pair.fresh())
    outages.kinds["failover"] = pair.fail_over
    try:
        for _ in range(FAILOVERS):
            assert outages.match(["failover"]) == []
            pair.repair()
    finally:
        outages.close()
    print(dict(outages.happened), f"{outages.acknowledged} acknowledged, {outages.answers} kept")
    assert outages.happened["failover"] >= FAILOVERS // 2  # the others found their match at its end
    assert outages.acknowledged <= outages.answers


@pytest.mark.deep
def test_a_standby_nobody_waits_for_loses_answers(pair: Pair) -> None:
    """So the judge sees what is lost, and the setting of the hosting page is needed."""

    def fail_over_late() -> None:
        pair.wait_for_standby(False)
        pair.standby.stop()
        time.sleep(1)
        pair.serving.kill()
        pair.standby.start()
        pair.standby.promote()
        pair.serving, pair.standby = pair.standby, pair.serving

    outages = Outages(pair.serving, 7, pair.fresh())
    outages.kinds["late"] = fail_over_late
    try:
        wrong = outages.match(["late"])
    finally:
        outages.close()
        pair.repair()
    assert any("was acknowledged and is there 0 times" in one for one in wrong), wrong
