"""The server, from the terminal."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import qrcode
from flask import Flask

from companion.cli import serving
from companion.cli.addresses import addresses, free_port, is_free, lan_addresses, useful, web_address
from companion.cli.terminal_qr import terminal_qr
from tests.cli.conftest import Run, fails


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "serve", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def address_of(server: subprocess.Popen[str]) -> str:
    """The address it says it has."""
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"On this computer\s+(http://\S+)", line)
        if found:
            return found[1]
    raise AssertionError(server.stderr.read() if server.stderr else "")


def page(address: str) -> str:
    deadline = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                text: str = answer.read().decode()
                return text
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@pytest.mark.slow
def test_it_starts_without_options_and_stops_when_asked(data: Path) -> None:
    """It says where matches are kept and how to reach it, answers there, and ends cleanly with its lock let go."""
    for _ in range(2):
        server = started("--host", "127.0.0.1")
        try:
            assert "<html" in page(address_of(server))
            server.send_signal(signal.SIGTERM)
            said, complaints = server.communicate(timeout=20)
        finally:
            server.kill()
        assert (server.returncode, complaints) == (0, "")
        assert "Every answer is kept" in said
    assert {file.name for file in data.iterdir()} == {
        *("companion.db", "companion.db.lock", "companion.db.witness", "backups")
    }


@pytest.mark.slow
def test_a_second_server_is_refused_and_a_killed_one_is_no_hindrance(data: Path) -> None:
    """Two on one file cannot be; after kill -9 the next one starts at once."""
    first = started("--host", "127.0.0.1")
    try:
        page(address_of(first))
        second = started("--host", "127.0.0.1")
        said, complaints = second.communicate(timeout=20)
        assert (second.returncode, said) == (1, "")
        assert complaints.startswith(f"companion: {data / 'companion.db'} is in use by another Companion")
    finally:
        first.kill()
        first.communicate()
    third = started("--host", "127.0.0.1")
    try:
        assert "<html" in page(address_of(third))
    finally:
        third.kill()
        third.communicate()


def test_a_taken_port(run: Run, taken: int) -> None:
    """A port asked for must be free; otherwise the next free one is used."""
    fails(run("serve", "--host", "127.0.0.1", "--port", taken), f"Port {taken} is taken")
    assert not is_free("127.0.0.1", taken)
    assert free_port("127.0.0.1", taken) > taken
    assert serving.choose_port("127.0.0.1", None) >= serving.PORT


def test_an_address_of_somebody_else(run: Run) -> None:
    """Only addresses of this computer can be listened on."""
    fails(run("serve", "--host", "192.0.2.77"), "no address 192.0.2.77")
    fails(run("serve", "--host", "no.such.host.invalid"), "no address no.such.host.invalid")


@pytest.mark.parametrize(
    ("words", "reason"),
    [([], "proxy"), (["--proxies", 1], "names"), (["--name", "play.example.org"], "proxy")],
)
def test_public_wants_to_be_safe(run: Run, words: list[object], reason: str) -> None:
    """A public server does not start without a proxy for TLS and its names; nothing stays locked."""
    for _ in range(2):
        fails(run("serve", "--public", *words), "public server needs", reason)


def test_the_greeting(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Addresses for this computer and for phones; when phones cannot come, it says so."""
    seen: dict[str, object] = {}
    monkeypatch.setattr("companion.web.serving.server.serve", lambda app, host, port: seen.update(host=host, port=port))
    monkeypatch.setattr(serving, "addresses", lambda host, port: [f"http://192.168.1.20:{port}/"])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    result = run("serve", "--no-qr")
    assert result.exit_code == 0, result.output
    assert seen["host"] == "0.0.0.0"
    assert f"On this computer  http://localhost:{seen['port']}/" in result.output
    assert f"On phones         http://192.168.1.20:{seen['port']}/" in result.output
    assert "█" not in result.output
    assert "█" in run("serve").output
    monkeypatch.setattr(serving, "addresses", lambda host, port: [])
    result = run("serve")
    assert "Phones cannot reach it" in result.output
    assert "█" not in result.output


def test_a_fault_is_told_to_whoever_runs_the_server(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """The phone gets a calm page, the output of the server the traceback with the address; only while it serves."""
    pages: list[str] = []

    def visit(app: Flask, _host: str, _port: int) -> None:
        app.add_url_rule("/breaks", "breaks", lambda: {}["the cause"])
        pages.append(app.test_client().get("/breaks", base_url="http://127.0.0.1").text)

    monkeypatch.setattr("companion.web.serving.server.serve", visit)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    result = run("serve", "--no-qr")
    assert "Nothing was lost" in pages[0]
    assert "the cause" not in pages[0]
    assert "GET /breaks" in result.stderr
    assert "Traceback" in result.stderr
    assert "KeyError: 'the cause'" in result.stderr
    assert not any(type(one) is logging.StreamHandler for one in logging.getLogger("companion").handlers)


def test_the_public_greeting(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Behind a proxy it listens on this computer only and shows the public name."""
    seen: list[str] = []
    monkeypatch.setattr("companion.web.serving.server.serve", lambda app, host, port: seen.append(host))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    result = run("serve", "--public", "--name", "play.example.org", "--proxies", 1)
    assert result.exit_code == 0, result.output
    assert seen == ["127.0.0.1"]
    assert "https://play.example.org/" in result.output


def test_ctrl_c_is_the_way_to_stop(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """No failure, no trace."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.web.serving.server.serve", stop)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    result = run("serve")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Stopped" in result.output


def test_addresses_that_phones_can_use() -> None:
    """This computer's own and those that lead nowhere are left out, doubles too, the order stays."""
    found = ["192.168.1.20", "127.0.0.1", "10.0.0.5", "169.254.7.7", "192.168.1.20", "0.0.0.0"]
    assert useful(found) == ["192.168.1.20", "10.0.0.5"]
    assert addresses("127.0.0.1", 8765) == addresses("localhost", 8765) == []
    assert addresses("192.168.1.20", 8765) == ["http://192.168.1.20:8765/"]
    assert addresses("0.0.0.0", 8765) == [f"http://{one}:8765/" for one in lan_addresses()]
    assert web_address("fd00::1", 80) == "http://[fd00::1]/"


@pytest.mark.parametrize("text", ["http://10.0.0.5:8765/", "http://192.168.178.120:8765/join/K7MQX"])
@pytest.mark.parametrize("colours", [False, True])
def test_the_code_in_the_terminal(text: str, colours: bool) -> None:
    """Read back square by square, it is the code of the address, with a quiet zone of two squares."""
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in terminal_qr(text, colours=colours).split("\n")]
    rows = [[halves[letter][half] for letter in line] for line in lines for half in (0, 1)]
    dark = [[bool(square) == colours for square in row] for row in rows]
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=2)
    code.add_data(text)
    expected = [[bool(square) for square in row] for row in code.get_matrix()]
    assert dark[: len(expected)] == expected
    assert len(dark) - len(expected) < 2


def test_a_terminal_without_blocks(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Where the letters cannot be shown, the server starts all the same."""

    def refuse(text: str, *, colours: bool) -> str:
        raise UnicodeEncodeError("cp1252", "█", 0, 1, "no")

    monkeypatch.setattr(serving, "terminal_qr", refuse)
    monkeypatch.setattr(serving, "addresses", lambda host, port: ["http://10.0.0.5/"])
    monkeypatch.setattr("companion.web.serving.server.serve", lambda *_: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    result = run("serve")
    assert result.exit_code == 0
    assert "cannot show a QR code" in result.output
