"""Work in a separate process: one piece at a time, with limits on memory and time, so that play goes on.

The process starts when there is work for the first time, and ends after a while without work. It runs the same program
and is connected by pipes; messages are pickled, and neither end accepts any from elsewhere.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from struct import Struct
from threading import Lock, Timer
from typing import IO, Any

from companion.engine.core.errors import CompanionError
from companion.engine.core.text import t

Say = Callable[..., None]
Work = Callable[[Say, Say], Any]
"""Takes what to call with progress, and with a result that is not all yet; a function that a module knows by name."""
MOST_MEMORY = 2 * 2**30
"""Bytes a piece of work may take; a whole kit takes 200 MB."""
MOST_SECONDS = 180.0
IDLE = 300.0
"""Seconds without work after which the process ends."""
_LENGTH = Struct("!Q")
_START = "import sys; from companion.web.press.work_process import work_on; work_on(int(sys.argv[1]))"


class TooMuch(CompanionError):
    """The work took more memory or time than allowed."""

    def __init__(self, _words: object = None) -> None:
        super().__init__(t("That is more than this server prints in one order. Order less at once."))


class WorkProcess:
    """The separate process. `run` may be called from many threads; they take turns."""

    def __init__(self, memory: int = MOST_MEMORY, seconds: float = MOST_SECONDS, idle: float = IDLE) -> None:
        self._memory, self._seconds, self._idle = memory, seconds, idle
        self._turn = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._rest: Timer | None = None

    @property
    def pid(self) -> int:
        """The process id, 0 while there is no process."""
        return self._process.pid if self._process is not None and self._process.poll() is None else 0

    def run(self, work: Work, progress: Say, early: Say = lambda _result: None) -> Any:
        """Do the work there and return its result; an exception raised there is raised here. Raises TooMuch."""
        with self._turn:
            self._stay()
            process = self._process
            if process is None or not self.pid:
                process = self._start()
            late = Timer(self._seconds, process.kill)
            late.start()
            try:
                return self._heard(process, work, progress, early)
            except (EOFError, OSError) as error:  # it was ended
                self.close()
                raise TooMuch from error
            finally:
                late.cancel()
                self._rest = Timer(self._idle, self._end, (process,))
                self._rest.daemon = True
                self._rest.start()

    def close(self) -> None:
        """End the process at once."""
        self._stay()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _heard(self, process: subprocess.Popen[bytes], work: Work, progress: Say, early: Say) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        send(process.stdin, work)
        while True:
            kind, what = receive(process.stdout)
            match kind:
                case "progress":
                    progress(*what)
                case "early":
                    early(*what)
                case "done":
                    return what
                case _:
                    raise what

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(self._memory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self._process

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        if self._turn.acquire(blocking=False):
            try:
                if process is self._process:
                    self.close()
            finally:
                self._turn.release()


def can_be_sent(work: Callable[..., Any]) -> bool:
    """Whether another process can run this function (it can be pickled)."""
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def send(pipe: IO[bytes], what: Any) -> None:
    """Write one message."""
    data = pickle.dumps(what)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read one message. Raises EOFError when the other end is gone."""
    [length] = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return pickle.loads(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    parts = []
    while size:
        part = pipe.read(size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def work_on(memory: int) -> None:
    """The main loop of the process, with so many bytes of memory: does one piece of work after another until the
    pipe closes.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(AttributeError, OSError):
        os.nice(10)  # the table comes first
    given, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not disturb
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            work = receive(given)
            try:
                answer = ("done", work(partial(_say, told, "progress"), partial(_say, told, "early")))
            except MemoryError:
                answer = ("failed", TooMuch())
            except Exception as error:
                answer = ("failed", error if can_come_back(error) else RuntimeError(f"{type(error).__name__}: {error}"))
            send(told, answer)


def _say(pipe: IO[bytes], kind: str, *what: Any) -> None:
    send(pipe, (kind, what))


def can_come_back(error: Exception) -> bool:
    """Whether an exception can be pickled without loss."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False
