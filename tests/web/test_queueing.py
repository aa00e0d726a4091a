"""Costly pages are made a few at a time, and nobody holds all threads by asking for many of them."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Event, Thread

import pytest
from flask import Flask

from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.services import services
from companion.web.serving.limits import WorkQueue
from tests.web.phones import Phone


@pytest.fixture
def app(store: Store) -> Flask:
    """With the games of this release."""
    return create_app(store, Config(testing=True))


COSTLY = [
    "/print/two_bases", "/print/two_bases/plan", "/print/two_bases/leaves", "/print/two_bases/leaf/1.svg",
    "/print/two_bases/size", "/print/two_bases/look/markers", "/print/two_bases/picture/markers.svg",
    "/print/printer/calibration.pdf", "/demo/two_bases/show",
]  # fmt: skip


@pytest.mark.parametrize("path", COSTLY)
def test_who_waits_for_enough_is_sent_away_and_nobody_else_is(app: Flask, path: str) -> None:
    """With a time to come back; another address, and every other page, is served meanwhile."""
    services(app).drawings = WorkQueue(at_once=3, each=2, most=4)
    with ExitStack() as busy:
        for _n in range(2):
            assert busy.enter_context(services(app).drawings.take("192.168.1.66"))
        refused = Phone(app).get(path, environ_base={"REMOTE_ADDR": "192.168.1.66"})
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
        assert Phone(app).get(path, environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 200
        assert Phone(app).get("/", environ_base={"REMOTE_ADDR": "192.168.1.66"}).status_code == 200
    assert Phone(app).get(path, environ_base={"REMOTE_ADDR": "192.168.1.66"}).status_code == 200


def test_a_turn_is_free_again_after_a_fault() -> None:
    turns = WorkQueue(at_once=1, each=1, most=1)
    for _n in range(3):
        with pytest.raises(ZeroDivisionError), turns.take("a"):
            raise ZeroDivisionError
    with turns.take("b") as mine, turns.take("c") as other:
        assert (mine, other) == (True, False)


def test_those_who_wait_get_their_turn() -> None:
    """No more than so many work at once, and all come to it."""
    turns, first, done = WorkQueue(at_once=1, each=2, most=2), Event(), list[bool]()

    def second() -> None:
        with turns.take("a") as mine:
            done.append(mine)

    with turns.take("a"):
        thread = Thread(target=second)
        thread.start()
        first.wait(0.05)
        assert not done
    thread.join(5)
    assert done == [True]
