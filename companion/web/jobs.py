"""Jobs: long work in the background, one at a time, with its progress. In memory; knows no request."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from companion.engine.errors import CompanionError
from companion.engine.text import Text, t
from printables.errors import BadOption, PressError

log = logging.getLogger(__name__)
Progress = Callable[[int, int, Text], None]


class TooBusy(CompanionError):
    """More work is waiting than the server will take on."""


@dataclass
class Job:
    """One piece of work; once it is `ready`, `file` or `result` is what it made; `problem` is why it `failed`."""

    id: str
    title: str
    owner: str
    about: dict[str, Any] = field(default_factory=dict)
    state: Literal["waiting", "running", "ready", "failed"] = "waiting"
    done: int = 0
    total: int = 1
    doing: Text = Text("")
    file: Path | None = None
    result: Any = None
    problem: Text = Text("")

    @property
    def percent(self) -> int:
        """How far it is."""
        return 100 if self.state == "ready" else min(99, 100 * self.done // max(1, self.total))

    def report(self, done: int, total: int, doing: Text) -> None:
        """What the work calls as it goes."""
        self.done, self.total, self.doing = done, total, doing


class Jobs:
    """The jobs of one server: `keep` finished ones are remembered, at most `queue` may wait."""

    def __init__(self, keep: int = 30, queue: int = 8) -> None:
        self._keep, self._queue = keep, queue
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="press")

    def begin(self, title: str, owner: str, work: Callable[[Progress], Any], **about: Any) -> Job:
        """Queue some work, which gives a file or some other result. Raises TooBusy when too much waits already."""
        open_jobs = [job for job in self._jobs.values() if job.state in ("waiting", "running")]
        if len(open_jobs) >= self._queue:
            raise TooBusy("The press has enough to do. Try again in a minute.")
        job = Job(secrets.token_urlsafe(9), title, owner, about)
        self._jobs[job.id] = job
        self._forget()
        self._pool.submit(self._run, job, work)
        return job

    def unfinished(self, owner: str) -> list[Job]:
        """What somebody waits for."""
        return [job for job in self._jobs.values() if job.owner == owner and job.state in ("waiting", "running")]

    def get(self, job_id: str) -> Job:
        """A job by its id. Raises KeyError."""
        return self._jobs[job_id]

    def close(self) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @staticmethod
    def _run(job: Job, work: Callable[[Progress], Any]) -> None:
        job.state = "running"
        try:
            job.result = work(job.report)
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
            job.problem, job.state = t("The press stumbled over this one. Try other options."), "failed"

    def _forget(self) -> None:
        finished = [job for job in self._jobs.values() if job.state in ("ready", "failed")]
        for job in finished[: max(0, len(self._jobs) - self._keep)]:
            del self._jobs[job.id]
            if job.file is not None:
                job.file.unlink(missing_ok=True)
