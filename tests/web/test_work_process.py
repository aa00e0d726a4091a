"""Work in a process of its own: begun when needed, ended when it takes too much, and the next piece is done again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.catalogues import printed
from companion.engine.core.errors import DataError
from companion.games import load_game
from companion.web.press.jobs import Job, Jobs
from companion.web.press.printing import printed_file
from companion.web.press.work_process import TooMuch, WorkProcess, can_be_sent
from printables.errors import BadOption
from printables.job import PrintJob

Say = Callable[..., None]


@pytest.fixture
def aside() -> Iterator[WorkProcess]:
    made = WorkProcess(memory=3 * 2**29, seconds=60)
    yield made
    made.close()


def number(progress: Say, early: Say) -> int:
    progress(1, 2, "half")
    early("a part")
    return os.getpid()


def refuses(_progress: Say, _early: Say) -> None:
    raise DataError("no")


def grows(_progress: Say, _early: Say) -> int:
    return len(bytearray(2**31))


def sleeps(_progress: Say, _early: Say) -> None:
    time.sleep(60)


def ends(_progress: Say, _early: Say) -> None:
    os._exit(1)


def bad(_progress: Callable[..., None]) -> None:
    raise BadOption("margin", "{n} is too much", n=3)


@pytest.mark.slow
def test_a_process_of_its_own(aside: WorkProcess) -> None:
    """None before it is needed; the same one for the next piece; what is refused there is refused here."""
    said: list[object] = []
    assert aside.pid == 0
    there = aside.run(number, lambda *what: said.append(what), said.append)
    assert there == aside.pid != os.getpid()
    assert said == [(1, 2, "half"), "a part"]
    with pytest.raises(DataError):
        aside.run(refuses, said.append)
    with pytest.raises(TooMuch):
        aside.run(grows, said.append)
    assert aside.run(number, lambda *_: None) == there


@pytest.mark.slow
def test_one_that_is_gone_is_replaced(aside: WorkProcess) -> None:
    """It takes too long, or dies of itself."""
    with pytest.raises(TooMuch):
        aside.run(ends, print)
    assert aside.run(number, lambda *_: None)
    aside._seconds = 0.5
    with pytest.raises(TooMuch):
        aside.run(sleeps, print)
    aside._seconds = 60
    assert aside.run(number, lambda *_: None) == aside.pid


@pytest.mark.slow
def test_it_ends_when_there_is_nothing_to_do() -> None:
    """After a while."""
    aside = WorkProcess(idle=0.2)
    aside.run(number, lambda *_: None)
    end = time.monotonic() + 10
    while aside.pid and time.monotonic() < end:
        time.sleep(0.05)
    assert aside.pid == 0


@pytest.mark.slow
def test_the_press_prints_there(aside: WorkProcess) -> None:
    """A whole order: the file, its progress, and why one fails."""
    jobs = Jobs(aside=aside)
    kit = printed(load_game("two_bases"), "en")
    order = PrintJob(kit, components=[kit.components[0].id])
    assert can_be_sent(partial(printed_file, order))
    assert not can_be_sent(lambda: None)
    job = finished(jobs.begin("Title", "me", partial(printed_file, order)))
    assert job.state == "ready", job.problem
    assert isinstance(job.file, Path)
    assert job.file.read_bytes().startswith(b"%PDF")
    failed = finished(jobs.begin("Title", "me", bad))
    assert (failed.state, str(failed.problem)) == ("failed", "3 is too much")
    jobs.close()
    assert not job.file.exists()


def finished(job: Job) -> Job:
    end = time.monotonic() + 60
    while job.is_open and time.monotonic() < end:
        time.sleep(0.02)
    return job
