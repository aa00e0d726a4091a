"""The real server: streams never starve the pages, and rubbish never stops it."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask import Flask
from waitress.channel import ClientDisconnected  # type: ignore[import-untyped]

from companion.store import Store
from companion.web import Config
from companion.web.app.services import services
from companion.web.play.streams import first_beat
from companion.web.serving.connections import Held
from companion.web.serving.server import FEW_CONNECTIONS, THREADS, build_server, room
from tests.browser.server import free_port
from tests.web.conftest import toy_app
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

STREAMS = 300


class Running:
    """A waitress in a thread, and a phone's cookies at a match on it."""

    def __init__(self, app: Flask, store: Store) -> None:
        self.app, self.port = app, free_port()
        self.server = build_server(app, "127.0.0.1", self.port)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        phone = Phone(app)
        phone.get("/new/toy")
        page = phone.send(phone.form("/new/toy"), follow=False, side=["ann", "bob"], mine=["ann"])
        cookie = next(line for line in page.headers.getlist("Set-Cookie") if line.startswith("phone="))
        self.headers = {"Cookie": cookie.partition(";")[0]}
        self.code = store.matches()[0].code

    def run(self) -> None:
        """Serve until the sockets are closed under it."""
        with suppress(OSError):
            self.server.run()

    def open(self, path: str, **headers: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers=self.headers | headers)
        return connection, connection.getresponse()

    def joined(self) -> str:
        """The cookie of one more phone."""
        token = services(self.app).store.join(self.code, "Phone", "2026-11-20T10:00:00+00:00")
        return f"phone={token}"

    def stop(self) -> None:
        services(self.app).hub.close()
        self.server.close()


@pytest.fixture
def running(store: Store) -> Iterator[Running]:
    found = Running(toy_app(store, Config(testing=True, heartbeat=0.5, max_streams=STREAMS)), store)
    yield found
    found.stop()


def test_there_are_threads_left_for_pages_when_every_stream_is_taken(running: Running) -> None:
    """300 lines listen, far more than there are threads; the next one is sent to polling at once, pages come in good
    time, all hear of a change, and leaving makes room."""
    assert THREADS < STREAMS / 10
    listening = [running.open(f"/m/{running.code}/events", Cookie=running.joined()) for _ in range(STREAMS)]
    assert {response.status for _, response in listening} == {200}
    assert all(response.readline().startswith(b"retry: ") for _, response in listening)
    before = threading.active_count()
    running.joined()
    assert all(b"id: " in b"".join(response.readline() for _ in range(6)) for _, response in listening[-5:])
    assert threading.active_count() == before
    started = time.monotonic()
    assert running.open(f"/m/{running.code}/events")[1].status == 503
    assert running.open(f"/m/{running.code}")[1].status == 200
    assert time.monotonic() - started < 3
    for connection, response in listening:
        response.close()
        connection.close()
    for _ in range(100):
        if not services(running.app).hub.listeners:
            break
        time.sleep(0.1)
    assert services(running.app).hub.listeners == 0


def test_a_change_is_heard_within_a_moment(running: Running, store: Store) -> None:
    """From the commit to the other end of the line."""
    connection, response = running.open(f"/m/{running.code}/events")
    response.readline()
    threading.Timer(0.1, store.join, (running.code, "Somebody", "2026-11-20T10:00:00+00:00")).start()
    started = time.monotonic()
    while not (line := response.readline()).startswith(b"id: "):
        assert time.monotonic() - started < 5
    assert int(line.removeprefix(b"id: ")) == store.version(running.code)
    connection.close()


def test_a_phone_that_polls_keeps_its_connection(running: Running) -> None:
    """Every few seconds the same line is used again."""
    connection, response = running.open(f"/m/{running.code}/version")
    response.read()
    for _ in range(3):
        connection.request("GET", f"/m/{running.code}/version", headers=running.headers)
        again = connection.getresponse()
        assert again.status == 200
        assert not again.will_close
        again.read()
    connection.close()


def test_a_phone_that_does_not_read_is_dropped(running: Running) -> None:
    """A line that lags far behind ends, instead of filling the memory; the others go on."""
    channel = Silent()
    held = Held(channel, lambda push: push, lambda _place: None)  # type: ignore[arg-type]
    held.begin()
    sent = 0
    while held.push(b"x" * 1000):
        sent += 1
    assert 10 < sent < 30
    assert channel.will_close


class Silent:
    """A line whose other end takes nothing."""

    connected, will_close, close_when_flushed, total_outbufs_len = True, False, False, 0

    def write_soon(self, data: bytes) -> None:
        self.total_outbufs_len += len(data)

    @property
    def server(self) -> Silent:
        return self

    def pull_trigger(self) -> None:
        pass


def test_a_phone_that_leaves_while_it_is_told_is_dropped() -> None:
    """The connection may close between the look at it and the write; nothing is raised for those who go on."""
    held = Held(Leaving(), lambda push: push, lambda _place: None)  # type: ignore[arg-type]
    held.begin()
    assert held.push(b"news") is False
    assert held.push(None) is False


class Leaving(Silent):
    """A line that closes just before it is written to."""

    def write_soon(self, data: bytes) -> None:
        raise ClientDisconnected


def test_phones_are_told_to_come_back_each_at_its_own_time() -> None:
    """After a restart they are all there within 5 s, and not at once."""
    waits = [int(first_beat().split()[1]) for _ in range(200)]
    assert 300 <= min(waits) < 1000
    assert 2500 < max(waits) <= 3500
    assert 1.3 * max(waits) < 5000  # what the script adds by chance


def test_a_line_that_listens_says_no_more(running: Running) -> None:
    """Whatever comes over it after that ends it, and its place is free."""
    line = socket.create_connection(("127.0.0.1", running.port), timeout=10)
    ask = f"GET /m/{running.code}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {running.headers['Cookie']}\r\n\r\n"
    line.sendall(ask.encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 200")
    line.sendall(b"GET / HTTP/1.1\r\n\r\n")
    while line.recv(4096):
        pass
    started = time.monotonic()
    while services(running.app).hub.listeners:
        assert time.monotonic() - started < 5
        time.sleep(0.02)
    line.close()


def test_rubbish_on_the_line_is_no_crash(running: Running) -> None:
    """Broken requests are answered and the server goes on."""
    for path, headers in (("/m/%00/live", {}), ("/m/" + "X" * 5000, {}), ("/", {"Host": "a b"}), ("/j/%ff%fe", {})):
        assert running.open(path, **headers)[1].status in (400, 404, 414)
    assert running.open("/health")[1].status == 200


def test_the_server_stops_at_once_while_phones_listen(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """At Ctrl+C the streams end first, so that no thread is waited for in vain and none complains."""
    running = Running(toy_app(store, Config(testing=True, heartbeat=60)), store)
    lines = [running.open(f"/m/{running.code}/events") for _ in range(3)]
    assert all(response.readline().startswith(b"retry: ") for _, response in lines)
    running.server.task_dispatcher.shutdown(timeout=10)
    assert not running.server.task_dispatcher.threads
    assert [record.message for record in caplog.records if "still running" in record.message] == []
    assert all(response.read().endswith(b"\n\n") for _, response in lines)
    running.stop()


def test_more_connections_than_select_can_watch(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers keep their lines open: with 1,100 of them the next page still comes; without poll there are few."""
    assert room() >= 1100
    lines = [socket.create_connection(("127.0.0.1", running.port), timeout=10) for _ in range(1100)]
    started = time.monotonic()
    assert running.open(f"/m/{running.code}")[1].status == 200
    assert time.monotonic() - started < 5
    for line in lines:
        line.close()
    monkeypatch.setattr("companion.web.serving.server.resource", None)
    assert room() == FEW_CONNECTIONS
