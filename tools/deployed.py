"""A test of `deploy/` without containers: `python -m tools.deployed`.

Runs the RUN lines of the Containerfile in a fresh environment, its CMD with the arguments in the compose file as a user
without rights or home, its health check; and Caddy, if it is installed, with our Caddyfile in front, on ports of this
machine. PostgreSQL is that of the tests. Not tested: images, networks of containers, certificates of real names.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import yaml

from companion.games import load_game
from companion.store import Store
from tests.browser.server import free_port
from tests.interleavings.positions import NOW
from tests.postgres.server import running

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NAME = "localhost"
"""Caddy makes a certificate for it by itself."""


def runs(text: str) -> list[str]:
    """The RUN lines of a Containerfile."""
    whole = text.replace("\\\n", " ")
    return [line.removeprefix("RUN ").strip() for line in whole.splitlines() if line.startswith("RUN ")]


def app_service() -> dict[str, Any]:
    """What the compose file says of the app."""
    service: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["app"]
    return service


def build(folder: Path) -> Path:
    """A fresh environment made by the RUN lines. Returns its folder of programs."""
    wheels, made = folder / "wheels", folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(made)], check=True)
    path = f"{made / 'bin'}:{os.environ['PATH']}"
    for line in runs((DEPLOY / "Containerfile").read_text()):
        words = " && ".join(part for part in line.split(" && ") if not part.strip().startswith("useradd"))
        print(f"RUN {words}", flush=True)
        words = words.replace("/wheels", shlex.quote(str(wheels)))
        subprocess.run(["sh", "-ec", words], cwd=ROOT, env={**os.environ, "PATH": path}, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
    return made / "bin"


def low_user(programs: Path) -> str | None:
    """A user with few rights, like the one in the container; None if no such user can run these programs."""
    if os.geteuid() != 0:
        return None
    with suppress(OSError):
        subprocess.run([str(programs / "companion"), "--version"], user="postgres", cwd="/", check=True,
                       capture_output=True)  # fmt: skip
        return "postgres"
    print("the programs lie where only root may go: run as root", flush=True)
    return None


@contextmanager
def served(programs: Path, address: str) -> Iterator[int]:
    """Run the command of the compose file on a free port, which it yields."""
    port = free_port()
    words = [one.replace("8765", str(port)) for one in app_service()["command"]]
    words = [one.replace("${COMPANION_NAME:?write it into .env}", NAME) for one in words]
    user = low_user(programs)
    given = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": "/nonexistent", "COMPANION_DATA": address}
    print("CMD companion", *words, flush=True)
    process = subprocess.Popen([str(programs / "companion"), *words], env=given, user=user, cwd="/",
                               stdout=subprocess.DEVNULL)  # fmt: skip
    try:
        _, *words = app_service()["healthcheck"]["test"]
        health = [one.replace("8765", str(port)) for one in words]
        health[0] = str(programs / health[0])
        until(lambda: subprocess.run(health, capture_output=True, check=False).returncode == 0, "the health check")
        print("the health check passes", flush=True)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def proxied(folder: Path, port: int) -> Iterator[int]:
    """Run Caddy with our file in front of these workers. Yields its port."""
    secure = free_port()
    text = (DEPLOY / "Caddyfile").read_text().replace("app:8765", f"127.0.0.1:{port}")
    text = text.replace("app:8766", f"127.0.0.1:{port + 1}")
    options = ["admin off", "skip_install_trust", "auto_https disable_redirects", f"storage file_system {folder}/caddy"]
    assert text.startswith("{\n")
    (folder / "Caddyfile").write_text("{\n" + "".join(f"\t{option}\n" for option in options) + text[2:])
    process = subprocess.Popen(
        ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")],
        env={**os.environ, "COMPANION_NAME": f"{NAME}:{secure}", "HOME": str(folder)}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: asked(secure, "/health")[0] == 200, "Caddy")
        yield secure
    finally:
        process.terminate()
        process.wait(30)


def asked(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Request a page over TLS. Returns status, headers and body; status 0 when nobody answers."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    line = http.client.HTTPSConnection(NAME, port, context=trusting, timeout=10)
    try:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    except OSError:
        return 0, {}, b""
    finally:
        line.close()


def first_events(port: int, path: str, change: Callable[[], object], **headers: str) -> bytes:
    """What a stream through the proxy sends after a change."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    line = http.client.HTTPSConnection(NAME, port, context=trusting, timeout=20)
    line.request("GET", path, headers=headers)
    answer, heard = line.getresponse(), b""
    change()
    while b"data: " not in heard or b"id: " not in heard:
        heard += answer.readline()
    line.close()
    return heard


def requests_of(port: int) -> float:
    """How many requests a worker has answered, by its own figures."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(one.rpartition(" ")[2]) for one in lines if one.startswith("companion_requests_total{"))


def keeps_together(secure: int, port: int, codes: list[str]) -> bool:
    """Whether all phones of a match come to one worker, and matches to both."""
    busy = set()
    for code in codes:
        before = [requests_of(port + n) for n in (0, 1)]
        for _ in range(9):
            asked(secure, f"/m/{code}")
        more = [requests_of(port + n) - then for n, then in enumerate(before)]
        if max(more) < 9 or min(more) > 5:  # reading the figures and the proxy's own looks count too
            return False
        busy.add(more.index(max(more)))
    return busy == {0, 1}


def looked_at(secure: int, address: str, port: int) -> list[str]:
    """The problems in what a phone gets through the proxy in front of the workers from `port`."""
    with Store.open(address, load_game) as store:
        code = store.create(load_game("two_bases"), ["blue", "orange"], {}, {}, release="1", now=NOW)
        token = store.join(code, "Anna", NOW, host=True)
        device = store.device(code, token)
        assert device is not None
        store.hear_others(lambda: ())
        until(lambda: store.hears_others, "news")
        status, headers, body = asked(secure, f"/m/{code}", Cookie=f"__Host-phone={token}; phone={token}")
        version = store.version(code)
        heard = first_events(secure, f"/m/{code}/events?v={version}", lambda: store.take_seat(code, device.id, "blue"),
                             Cookie=f"__Host-phone={token}; phone={token}")  # fmt: skip
        heard_version = store.version(code)
        others = [store.create(load_game("two_bases"), ["blue", "orange"], {}, {}, release="1", now=NOW)
                  for _ in range(11)]  # fmt: skip
    style = re.findall(rb'href="(/static/app\.css[^"]*)"', body)
    packed = asked(secure, style[0].decode().replace("&amp;", "&"), **{"Accept-Encoding": "gzip"})[1] if style else {}
    checks = {
        "a page of a match": status == 200,
        "Strict-Transport-Security": "max-age" in headers.get("strict-transport-security", ""),
        "one header for it": headers.get("strict-transport-security", "").count("max-age") == 1,
        "a cookie that leads back to the worker": "worker=" in asked(secure, "/health")[1].get("set-cookie", ""),
        "all phones of a match come to one worker": keeps_together(secure, port, [code, *others]),
        "pages with tokens are not compressed over TLS": "content-encoding" not in headers,
        "styles are": packed.get("content-encoding") == "gzip",
        "a stream hears at once": f"id: {heard_version}".encode() in heard,
        "no figures for the world": asked(secure, "/metrics")[0] == 404,
        "nor readiness": asked(secure, "/ready")[0] == 404,
    }
    for what, well in checks.items():
        print(f"  {'ok ' if well else 'NOT'} {what}", flush=True)
    return [what for what, well in checks.items() if not well]


def until(true: Callable[[], object], what: str, seconds: float = 90) -> None:
    """Wait until a condition is true, for at most so many seconds."""
    end = time.monotonic() + seconds
    while True:
        with suppress(OSError):
            if true():
                return
        assert time.monotonic() < end, f"{what}: not within {seconds:.0f} s"
        time.sleep(0.2)


def main() -> int:
    """Run all checks. Returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, help="the folder of an environment, instead of building one")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="deployed-") as name, running(durable=True) as postgres:
        folder = Path(name)
        folder.chmod(0o755)
        programs, address = given.programs or build(folder), postgres.fresh()
        with served(programs, address) as port:
            if shutil.which("caddy") is None:
                print("no caddy here: the proxy was left out")
                return 0
            with proxied(folder, port) as secure:
                wrong = looked_at(secure, address, port)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
