"""Jobs: long work in the background, one at a time, with progress. In memory; independent of requests.

Everybody has a share of the queue, so that one visitor cannot fill it. The file that a job makes is in a folder of its
own, which is deleted when the job is forgotten or the server stops.
"""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from companion.engine.core.errors import CompanionError
from companion.engine.core.text import Text, t
from companion.web.press.work_process import WorkProcess, can_be_sent
from printables.errors import BadOption, PressError

log = logging.getLogger(__name__)
Progress = Callable[[int, int, Text], None]
SHARE = 3
"""So many jobs of one address may wait or run at a time."""


class TooBusy(CompanionError):
    """More work is waiting than the server accepts; `before` is the number of waiting jobs."""

    def __init__(self, before: int = 0) -> None:
        self.before = before
        super().__init__(t("The press has enough to do. Try again in a minute."))


@dataclass
class Job:
    """One piece of work. Once it is `ready`, `file` or `result` is what it made; `problem` is why it `failed`."""

    id: str
    title: str
    owner: str
    about: dict[str, Any] = field(default_factory=dict)
    share: str = ""
    state: Literal["waiting", "running", "ready", "failed"] = "waiting"
    done: int = 0
    total: int = 1
    doing: Text = Text("")
    file: Path | None = None
    result: Any = None
    problem: Text = Text("")

    @property
    def is_open(self) -> bool:
        """Whether it is waiting or running."""
        return self.state in ("waiting", "running")

    @property
    def percent(self) -> int:
        """Its progress in percent."""
        return 100 if self.state == "ready" else min(99, 100 * self.done // max(1, self.total))

    def report(self, done: int, total: int, doing: Text) -> None:
        """Record progress; called by the work."""
        self.done, self.total, self.doing = done, total, doing


class Jobs:
    """The jobs of one server. `keep` finished ones are remembered, at most `queue` may wait. Thread-safe.

    With `aside`, work that can be sent there is done in another process, all other work in a thread. A job's file is
    the only one in its folder; both are removed when the job is forgotten.
    """

    def __init__(self, keep: int = 30, queue: int = 8, share: int = SHARE, aside: WorkProcess | None = None) -> None:
        self._keep, self._queue, self._share, self.aside = keep, queue, share, aside
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="press")

    def begin(self, title: str, owner: str, work: Callable[[Progress], Any], *, share: str = "", **about: Any) -> Job:
        """Queue some work, which returns a file or another result. It counts against `share`, else against the
        owner.

        Raises TooBusy when too much is waiting already, of all or of this one.
        """
        job = Job(secrets.token_urlsafe(9), title, owner, about, share or owner)
        with self._lock:
            waiting = [one for one in self._jobs.values() if one.is_open]
            own = sum(one.share == job.share for one in waiting)
            if len(waiting) >= self._queue or own >= self._share:
                raise TooBusy(len(waiting))
            self._jobs[job.id] = job
            self._forget()
        self._pool.submit(self._run, job, work)
        return job

    @property
    def open(self) -> int:
        """How many jobs are waiting or running."""
        with self._lock:
            return sum(job.is_open for job in self._jobs.values())

    def unfinished(self, owner: str) -> list[Job]:
        """The unfinished jobs of an owner."""
        with self._lock:
            return [job for job in self._jobs.values() if job.owner == owner and job.is_open]

    def before(self, job: Job) -> int:
        """How many jobs come before a waiting one, including the running one."""
        with self._lock:
            jobs = list(self._jobs.values())
        return sum(one.is_open for one in jobs[: jobs.index(job)]) if job in jobs else 0

    def get(self, job_id: str) -> Job:
        """The job with this id. Raises KeyError."""
        with self._lock:
            return self._jobs[job_id]

    def close(self) -> None:
        """Accept no more work, and delete all files of jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self.aside is not None:
            self.aside.close()
        with self._lock:
            for job in self._jobs.values():
                clear_away(job)

    def _run(self, job: Job, work: Callable[[Progress], Any]) -> None:
        job.state = "running"
        try:
            aside = self.aside if can_be_sent(work) else None
            job.result = aside.run(partial(told_progress, work), job.report) if aside else work(job.report)
            job.file = job.result if isinstance(job.result, Path) else None
            job.state = "ready"
        except CompanionError as error:
            job.problem, job.state = error.text, "failed"
        except BadOption as bad:
            job.problem, job.state = Text(bad.message, {**bad.values}), "failed"
        except PressError as error:
            job.problem, job.state = Text(str(error)), "failed"
        except Exception:
            log.exception("job %s", job.title)
            job.problem, job.state = t("The press could not print that. Try other options."), "failed"

    def _forget(self) -> None:
        finished = [job for job in self._jobs.values() if not job.is_open]
        for job in finished[: max(0, len(self._jobs) - self._keep)]:
            del self._jobs[job.id]
            clear_away(job)


def told_progress(work: Callable[[Progress], Any], progress: Progress, _early: Callable[..., None]) -> Any:
    """Run work that reports its progress and has no early result."""
    return work(progress)


def clear_away(job: Job) -> None:
    """Delete the file of a job, and its folder if that is then empty."""
    if job.file is not None:
        with suppress(OSError):
            job.file.unlink(missing_ok=True)
            job.file.parent.rmdir()
