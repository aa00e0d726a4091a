"""How long the table waits: the clock of the turn, the time of each side, and what a phone does when it is due."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.times import BREAK, Times, waited_since
from tests.engine.toy import GAME as TOY
from tests.web.phones import Phone

BEGUN = "2026-11-20T12:00:00+00:00"


def at(seconds: int) -> str:
    """A time on the day of the match."""
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"2026-11-20T{12 + hour:02d}:{minute:02d}:{second:02d}+00:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", lambda _name: TOY) as opened:
        yield opened


@pytest.fixture
def answer(store: Store) -> Callable[[str, str, int], None]:
    """Has a side of a match answer its first question, so many seconds after the beginning."""

    def do(code: str, seat: str, seconds: int) -> None:
        with store.change(code) as work:
            asked = next(one for one in work.match.questions() if one.seat == seat)
            stamp = Stamp(seat, at(seconds), "test", f"{seat} {seconds}")
            work.match.answer(asked.key, sample(asked.part, Random(1)), stamp)

    return do


@pytest.fixture
def code(store: Store) -> str:
    """A match of three in which all three are asked at once, and something was answered before."""
    made = store.create(TOY, ["ann", "bob", "cat"], {}, {}, release="test", now=BEGUN)
    with store.change(made) as work:
        for n in range(200):
            if n and len({one.seat for one in work.match.questions()}) == 3:
                break
            asked = work.match.questions()[0]
            work.match.answer(asked.key, sample(asked.part, Random(1)), Stamp(asked.seat, BEGUN, "test", asked.key))
    return made


def test_each_side_has_the_time_that_was_waited_for_it(
    store: Store, code: str, answer: Callable[[str, str, int], None]
) -> None:
    """Those who think at the same time share it; a break is nobody's; what comes later is added to what is known."""
    times = Times()
    answer(code, "ann", 10)
    assert times.of(store.read(code))["ann"] == 10
    answer(code, "bob", 30)
    answer(code, "cat", 31 + BREAK)
    used = times.of(store.read(code))
    assert (used["ann"], used["bob"], used.get("cat", 0)) == (10, 20, 0)
    assert used == Times().of(store.read(code))


def test_the_clock_of_a_turn_starts_with_the_last_answer_of_somebody_else(
    store: Store, code: str, answer: Callable[[str, str, int], None]
) -> None:
    """What those who are due have answered meanwhile does not start it anew."""
    answer(code, "ann", 10)
    answer(code, "bob", 30)
    view = store.read(code)
    assert waited_since(view, {"cat"}) == at(30)
    assert waited_since(view, {"bob", "cat"}) == at(10)


def test_a_chess_clock_is_there_for_who_wants_it(store: Store, code: str) -> None:
    """A phone without the setting has none; with it there is one for each side, and those of the waited for run."""
    phone = Phone(create_app(store, Config(testing=True), find_game=lambda _name: TOY))
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), seat="ann", label="Ann")
    phone.get(f"/m/{code}")
    assert "data-used" not in phone.text
    phone.get("/settings")
    phone.send(phone.form("/settings"), timer="chess")
    for path in (f"/m/{code}", f"/m/{code}/tv"):
        phone.get(path)
        assert len(re.findall(r'data-used="\d+" data-since="2026[^"]+"', phone.text)) == 3


def test_a_phone_is_asked_once_whether_it_may_ring(
    store: Store, code: str, answer: Callable[[str, str, int], None]
) -> None:
    """While it waits at the table; whatever it says, it is not asked again, and by day is what yes means."""
    phone = Phone(create_app(store, Config(testing=True), find_game=lambda _name: TOY))
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), seat="ann", label="Ann")
    answer(code, "ann", 10)
    phone.get(f"/m/{code}")
    assert 'id="ring-card"' in phone.text
    phone.send(phone.form("/ring"), sound="day")
    phone.get(f"/m/{code}")
    assert 'id="ring-card"' not in phone.text
    assert 'data-sound="day"' in phone.text
