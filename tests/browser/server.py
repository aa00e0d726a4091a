"""A real server process that can be killed and started again on the same file and port."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

PORTS = range(20_000, 30_000)


class Server:
    """A process that serves matches from one file; `command` gets port and file appended as the kind needs."""

    def __init__(self, folder: Path, kind: str = "companion") -> None:
        self.folder, self.kind = folder, kind
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """How the process is started."""
        if self.kind == "toy":
            return [sys.executable, "-m", "tests.browser.toyserver", str(self.port), str(self.folder / "matches.db")]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder), "--no-qr"]
        return [sys.executable, "-m", "companion.cli", "serve", *options]

    def start(self) -> None:
        """Start and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(self.command(), stdout=log, stderr=log)
        for _ in range(600):
            if self._answers():
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """Pull the plug: SIGKILL, no goodbye."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it whatever state it is in."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def free_port() -> int:
    """A port nobody uses now.

    It is none of those that systems give to whoever asks for any (32768 and above), so nobody gets it by accident
    before the server has started, or while it is dead.
    """
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are taken")
