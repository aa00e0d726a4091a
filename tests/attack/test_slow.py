"""Slow and endless connections: a line that does not get on is closed, and pages come meanwhile."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from companion.store import Store
from companion.web import Config
from companion.web.serving import connections
from tests.web.conftest import find_game, toy_app
from tests.web.test_server import Running

HEAD = b"POST /new/toy HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def running(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with little patience, which takes this computer for any other."""
    monkeypatch.setattr(connections, "PATIENCE", 1.0)
    monkeypatch.setattr(connections, "is_loopback", lambda _address: False)
    with Store.open(f"{tmp_path}/companion.db", find_game) as store:
        found = Running(toy_app(store, Config(testing=True)), store)
        yield found
        found.stop()


def line(running: Running, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", running.port), timeout=20, source_address=(source, 0))


def end_of(sock: socket.socket, drip: bytes = b"") -> float:
    """Seconds until the server closes a line, while it is fed a letter now and then."""
    began = time.monotonic()
    sock.settimeout(0.2)
    while time.monotonic() - began < 15:
        with suppress(TimeoutError):
            try:
                if drip:
                    sock.send(drip)
                if not sock.recv(1000):
                    break
            except OSError as error:
                if not isinstance(error, TimeoutError):
                    break
                raise
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("sent", "drip"),
    [
        (b"", b""), (b"GET / HTTP/1.1\r\n", b""), (b"GET / HTTP/1.1\r\nX-A: ", b"a"), (HEAD, b"X-A: b\r\n"),
        (HEAD + b"Content-Length: 100000\r\n\r\n", b"a"), (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    ],
)  # fmt: skip
def test_a_line_that_does_not_get_on_is_closed(running: Running, sent: bytes, drip: bytes) -> None:
    """Nothing sent, half a head, a head without end, a body letter by letter: over soon after patience is."""
    sock = line(running)
    sock.send(sent)
    took = end_of(sock, drip)
    assert 0.9 < took < 6
    print(f"{sent[:30]!r}: closed after {took:.1f} s")


@pytest.mark.slow
def test_pages_come_while_hundreds_are_slow(running: Running) -> None:
    """Half-sent requests hold no thread; they are all gone a moment later."""
    slow = [line(running, f"127.0.0.{2 + n // 50}") for n in range(400)]
    for one in slow:
        one.send(HEAD)
    began = time.monotonic()
    assert running.open("/")[1].status == 200
    took = time.monotonic() - began
    assert took < 2
    time.sleep(3)
    for one in slow:
        one.settimeout(0.5)
        assert one.recv(100) == b""
    print(f"400 slow lines: a page in {took:.2f} s")


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [("/new/toy", 2 * 2**20, b"413"), ("/m/AAAAA/answer", 2**40, b"413"), ("/print/toy", 9 * 2**20, b"413")],
)
def test_a_body_too_large_is_refused_before_it_is_sent(running: Running, path: str, length: int, status: bytes) -> None:
    """Its length is enough."""
    sock = line(running)
    sock.send(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n".encode())
    assert sock.recv(100).split()[1] == status


def test_a_body_without_a_length_is_counted_as_it_comes(running: Running) -> None:
    """After a megabyte of chunks the answer is no."""
    sock, chunk = line(running), b"10000\r\n" + bytes(0x10000) + b"\r\n"
    sock.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    with suppress(OSError):
        for _ in range(40):
            sock.sendall(chunk)
    assert sock.recv(100).split()[1] == b"413"


def test_a_head_is_small(running: Running) -> None:
    """Sixteen kilobytes hold everything a browser of ours sends."""
    sock = line(running)
    sock.send(b"GET / HTTP/1.1\r\nX-A: " + b"a" * 20_000 + b"\r\n\r\n")
    assert sock.recv(100).split()[1] == b"431"


def test_an_address_has_so_many_lines_and_others_have_theirs(running: Running) -> None:
    """The one too many is closed at once, those that are there go on, and another address comes in."""
    own = [line(running, "127.0.0.2") for _ in range(connections.EACH)]
    time.sleep(0.3)
    assert line(running, "127.0.0.2").recv(10) == b""
    other = line(running, "127.0.0.3")
    for sock in (own[0], other):
        sock.send(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert sock.recv(100).split()[1] == b"200"
