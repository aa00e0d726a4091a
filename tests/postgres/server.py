"""Starts PostgreSQL when its programs are found: in a temporary folder, on a socket, as a user that is not root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
NOBODY = "postgres"
"""PostgreSQL refuses to run as root; then it runs as this user, which its Debian package makes."""


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest there is; None without one, or without the driver."""
    try:
        import psycopg  # noqa: F401 - only whether it is there
    except ImportError:
        return None
    found = [folder for folder in Path("/usr/lib/postgresql").glob("*/bin") if (folder / "initdb").exists()]
    on_path = shutil.which("initdb")
    newest = sorted(found, key=lambda one: int(one.parent.name) if one.parent.name.isdigit() else 0)
    return newest[-1] if newest else Path(on_path).resolve().parent if on_path else None


class NoDisk(Exception):
    """Nobody but root may mount a disk."""


class Postgres:
    """A cluster of its own. `durable` makes it wait for the disk, as one outside of tests does.

    With `room` it lies on a disk of so many megabytes, in memory, that can be filled; that raises NoDisk for those who
    may not mount one. One that `follows` another server is its standby, until it is promoted.
    """

    def __init__(
        self,
        *,
        durable: bool = False,
        settings: dict[str, str] | None = None,
        room: int = 0,
        follows: Postgres | None = None,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._mounted = room > 0
        if self._mounted:
            self._mount(room)
        self._user = NOBODY if os.geteuid() == 0 else None
        found = programs()
        assert found is not None
        self._programs = found
        self._settings = {"fsync": "on" if durable else "off", **(settings or {})}
        if self._user:
            shutil.chown(self.folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        if follows is not None:
            self.follow(follows)
        else:
            self._run("initdb", "-D", str(self.folder / "data"), "-U", "companion", "--auth=trust", "-E", "UTF8", "-N")
            self.start()

    def follow(self, first: Postgres) -> None:
        """Begin anew as the standby of another server; what it has of its own goes."""
        self.stop()
        data = self.folder / "data"
        shutil.rmtree(data, ignore_errors=True)
        whence = f"host={first.folder} user=companion application_name=standby"
        self._run("pg_basebackup", "-d", whence, "-D", str(data), "-R", "-X", "stream", "-c", "fast")
        self.start()

    def promote(self) -> None:
        """A standby takes changes from now on."""
        self._run("pg_ctl", "promote", "-D", str(self.folder / "data"))

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "200",
                   **self._settings}  # fmt: skip
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *given],
                stdout=log, stderr=log, user=self._user, cwd=self.folder, env=ENVIRONMENT,
            )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Until it answers."""
        import psycopg

        for _ in range(600):
            with suppress(psycopg.OperationalError):
                psycopg.connect(host=str(self.folder), user="companion", dbname="postgres").close()
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def address(self, schema: str = "") -> str:
        """Where the matches would be: a schema of its own in the one database."""
        path = f"&options={quote(f'-csearch_path={schema}')}" if schema else ""
        return f"postgresql://companion@/postgres?host={quote(str(self.folder))}{path}"

    def fresh(self) -> str:
        """The address of a schema that nobody has used yet."""
        import psycopg

        schema = f"s{uuid4().hex[:12]}"
        with psycopg.connect(self.address().replace("postgresql+psycopg", "postgresql"), autocommit=True) as link:
            link.execute(f"CREATE SCHEMA {schema}")
        return self.address(schema)

    @property
    def pid(self) -> int:
        """The number of its main process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9 of the whole server, as when the machine loses its power (less what the disk had not yet)."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for pid in (str(self._process.pid), *children):
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self._process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def is_running(self) -> bool:
        """Whether its main process is there."""
        return self._process is not None and self._process.poll() is None

    def fill_disk(self, left: int = 0) -> None:
        """Leave so many bytes of the disk, no more; others write beside us."""
        free = os.statvfs(self.folder)
        room = free.f_bavail * free.f_frsize - left
        with (self.folder / "ballast").open("ab") as ballast, suppress(OSError):
            while room > 0:
                room -= ballast.write(bytes(min(room, 65536)))
                ballast.flush()

    def clear_disk(self) -> None:
        """Somebody has made room; start again what has ended over it."""
        (self.folder / "ballast").unlink(missing_ok=True)
        if not self.is_running():
            (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
            self.start()
        self.wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all connections first (fast shutdown)."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(30)

    def remove(self) -> None:
        """Stop it and clear away its folder."""
        self.stop(signal.SIGQUIT)
        if self._mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _mount(self, room: int) -> None:
        command = ["mount", "-t", "tmpfs", "-o", f"size={room}m,mode=0700", "companion-test", str(self.folder)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
            self.folder.rmdir()
            raise NoDisk

    def _run(self, name: str, *given: str) -> None:
        subprocess.run([str(self._programs / name), *given], check=True, capture_output=True, user=self._user,
                       cwd=self.folder, env=ENVIRONMENT)  # fmt: skip


@contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """A server for a while."""
    server = Postgres(durable=durable)
    try:
        yield server
    finally:
        server.remove()


if __name__ == "__main__":
    with running(durable=True) as server:
        print(server.address(), flush=True)
        sys.stdin.read()
