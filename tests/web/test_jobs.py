"""The queue of the press: shares, places, and nothing left behind."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

import pytest

from companion.web.press.jobs import Jobs, TooBusy
from tests.web.test_press import finished


def test_nobody_fills_the_queue() -> None:
    """Each has a share; another one still finds room, and is told how many come before."""
    jobs, go = Jobs(queue=5, share=2), threading.Event()
    own = [jobs.begin("Title", name, lambda _: go.wait(5), share="192.168.1.7") for name in ("me", "my other tab")]
    with pytest.raises(TooBusy) as busy:
        jobs.begin("Title", "a third cookie", lambda _: None, share="192.168.1.7")
    assert busy.value.before == 2
    other = jobs.begin("Title", "you", lambda _: None, share="192.168.1.8")
    assert [jobs.before(job) for job in (*own, other)] == [0, 1, 2]
    go.set()
    assert finished(other).state == "ready"


def test_jobs_begun_at_once_keep_to_their_number() -> None:
    """Twenty threads ask in the same moment: no more are taken than there is room for."""
    jobs, go, taken = Jobs(queue=4, share=4), threading.Event(), []

    def ask() -> None:
        with suppress(TooBusy):
            taken.append(jobs.begin("Title", "me", lambda _: go.wait(5)))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    go.set()
    assert len(taken) == 4


def test_folders_go_with_their_files_and_nothing_else_does(tmp_path: Path) -> None:
    """When a job is forgotten, and when the server stops; a folder with other things in it stays."""
    jobs, kept = Jobs(keep=1), tmp_path / "kept"
    kept.mkdir()
    (kept / "other").write_bytes(b"x")

    def work(folder: Path) -> Path:
        folder.mkdir(exist_ok=True)
        (folder / "a.pdf").write_bytes(b"x")
        return folder / "a.pdf"

    for folder in (kept, tmp_path / "first", tmp_path / "second"):
        finished(jobs.begin("Title", "me", lambda _, folder=folder: work(folder)))  # type: ignore[misc]
    jobs.close()
    assert [one.name for one in tmp_path.rglob("*")] == ["kept", "other"]
