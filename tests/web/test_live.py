"""Live: streams tell versions only, phones catch up, and a full server sends them to polling."""

from __future__ import annotations

import gc
import threading
import time

import pytest
from flask import Flask

from companion.store import Store
from companion.web import Config
from companion.web.app.services import services
from companion.web.play.streams import BEAT, Hub, Stream, event
from tests.web.conftest import toy_app
from tests.web.phones import ORIGIN, Phone


def listening(hub: Hub, code: str, known: int, now: int, heartbeat: float) -> Stream:
    stream = hub.join("phone")
    assert stream is not None
    return hub.events(stream, code, known, now, heartbeat)


def test_a_listener_hears_of_a_new_version_and_of_nothing_else() -> None:
    """Events carry the number and nothing a seat may not know."""
    hub = Hub()
    stream = listening(hub, "ABCDE", 4, 4, heartbeat=5)
    assert next(stream).endswith(BEAT)
    threading.Timer(0.05, hub.tell, ("OTHER", 9)).start()
    threading.Timer(0.1, hub.tell, ("ABCDE", 5)).start()
    assert next(stream) == event(5) == b"id: 5\nevent: match\ndata: 5\n\n"


def test_a_phone_that_slept_is_told_at_once() -> None:
    """It knows version 2, the match is at 7: the first event is 7, once."""
    hub = Hub()
    stream = listening(hub, "ABCDE", 2, 7, heartbeat=0.01)
    assert [next(stream) for _ in range(3)][1:] == [event(7), BEAT]


def test_old_news_does_not_turn_time_back() -> None:
    """Two commits may be told out of order."""
    hub = Hub()
    hub.tell("ABCDE", 8)
    hub.tell("ABCDE", 7)
    assert hub.wait("ABCDE", 6, 0) == 8


def test_a_silent_match_still_beats() -> None:
    """A heartbeat shows the phone that the line is open."""
    hub = Hub()
    stream = listening(hub, "ABCDE", 1, 1, heartbeat=0.01)
    next(stream)
    assert {next(stream) for _ in range(4)} == {BEAT}


def test_a_stream_that_ends_makes_room() -> None:
    """Closing a page frees its place."""
    hub = Hub(most=1)
    stream = listening(hub, "ABCDE", 1, 1, heartbeat=0.01)
    assert hub.join("another") is None
    next(stream)
    stream.close()
    assert hub.listeners == 0
    assert hub.join("another")


@pytest.mark.parametrize("begun", [0, 1])
def test_a_stream_nobody_reads_holds_no_place(begun: int) -> None:
    """An answer that is never begun (HEAD, a line that breaks at once), or simply dropped, frees its place."""
    hub = Hub()
    for _ in range(100):
        stream = listening(hub, "ABCDE", 1, 1, heartbeat=0.01)
        for _ in range(begun):
            next(stream)
        del stream
    gc.collect()
    assert hub.listeners == 0


def test_one_phone_cannot_take_every_place() -> None:
    """It loses its oldest stream, which ends; and gives one up to a phone that has none when all are taken."""
    hub = Hub(most=4, each=3)
    streams = [listening(hub, "ABCDE", 1, 1, heartbeat=5) for _ in range(5)]
    assert hub.listeners == 3
    assert [len(list(one)) for one in streams[:2]] == [1, 1]
    others = [hub.join(name) for name in ("second", "third", "fourth")]
    assert all(others)
    assert hub.listeners == 4
    assert hub.join("fifth") is None


def test_a_stream_that_is_shut_out_ends_at_once() -> None:
    """Also while it waits for news."""
    hub = Hub()
    stream = listening(hub, "ABCDE", 1, 1, heartbeat=60)
    assert next(stream).endswith(BEAT)
    threading.Timer(0.05, hub.end_all_of, ("phone",)).start()
    started = time.monotonic()
    assert list(stream) in ([], [BEAT])
    assert time.monotonic() - started < 5
    assert hub.listeners == 0


def test_closing_the_hub_ends_every_stream() -> None:
    """The server can stop while phones listen."""
    hub = Hub()
    stream = listening(hub, "ABCDE", 1, 1, heartbeat=60)
    next(stream)
    threading.Timer(0.05, hub.close).start()
    started = time.monotonic()
    assert list(stream) in ([], [BEAT])
    assert time.monotonic() - started < 5


def test_the_page_of_events_is_a_stream_from_the_last_known_version(host: Phone, code: str, store: Store) -> None:
    """`Last-Event-ID` wins over the version in the address."""
    now = store.version(code)
    page = host.client.get(
        f"/m/{code}/events?v=0", base_url=ORIGIN, headers={"Last-Event-ID": str(now - 1)}, buffered=False
    )
    assert page.mimetype == "text/event-stream"
    assert page.headers["Cache-Control"] == "no-store"
    parts = iter(page.response)
    assert [next(parts).endswith(BEAT), next(parts)] == [True, event(now)]
    page.close()


def test_a_full_server_sends_the_phone_to_polling(store: Store) -> None:
    """No stream is left: 503, and the version can be asked for instead."""
    phone = Phone(toy_app(store, Config(testing=True, max_streams=0)))
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann"])
    code = store.matches()[0].code
    page = phone.get(f"/m/{code}/events")
    assert page.status_code == 503
    assert "Retry-After" in page.headers
    assert phone.get(f"/m/{code}/version").get_json() == {"version": store.version(code)}


def test_strangers_hear_nothing(app: Flask, code: str) -> None:
    """Neither events, nor versions, nor the page, without having joined."""
    stranger = Phone(app)
    for tail in ("events", "version", "live"):
        assert stranger.get(f"/m/{code}/{tail}").status_code == 403
    assert stranger.get("/m/ZZZZZ/events").status_code == 404


def test_the_fragment_is_not_sent_again_when_nothing_changed(host: Phone, store: Store, code: str) -> None:
    """Same version, same phone: 304 with no body; another version: the new page."""
    page = host.get(f"/m/{code}/live?tab=now")
    tag = page.headers["ETag"]
    assert "private" in page.headers["Cache-Control"]
    again = host.get(f"/m/{code}/live?tab=now", headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
    other_tab = host.get(f"/m/{code}/live?tab=army", headers={"If-None-Match": tag})
    assert other_tab.status_code == 200
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="2")
    assert host.get(f"/m/{code}/live?tab=now", headers={"If-None-Match": tag}).status_code == 200


def test_scripts_get_the_changing_part_only(host: Phone, code: str) -> None:
    """The same address answers a script with the fragment, whose root is the live region."""
    text = host.get(f"/m/{code}", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert text.lstrip().startswith('<div id="live"')
    assert "<html" not in text


def test_a_waiting_page_refreshes_itself_and_a_form_never(host: Phone, code: str) -> None:
    """Without scripts, the page asks again only while there is nothing to fill in."""
    host.get(f"/m/{code}")
    assert 'http-equiv="refresh"' not in host.text
    host.send(host.questions()[0], f__gold__number="2")
    assert 'http-equiv="refresh"' in host.get(f"/m/{code}").get_data(as_text=True)
    assert 'http-equiv="refresh"' not in host.get(f"/m/{code}?as=bob").get_data(as_text=True)


def test_health_says_that_the_store_can_be_read(phone: Phone, app: Flask) -> None:
    """For whoever watches the server."""
    assert phone.get("/health").get_json()["status"] == "ok"
    assert services(app).hub.listeners == 0


def test_asking_for_the_head_of_the_stream_takes_no_place(host: Phone, app: Flask, code: str) -> None:
    """However often: otherwise nobody would hear anything any more."""
    for _ in range(60):
        page = host.client.head(f"/m/{code}/events", base_url=ORIGIN)
        assert page.status_code == 200
        assert page.mimetype == "text/event-stream"
    assert services(app).hub.listeners == 0
    page = host.client.get(f"/m/{code}/events", base_url=ORIGIN, buffered=False)
    assert page.status_code == 200
    page.close()


def test_pages_of_play_take_turns(app: Flask, host: Phone, code: str) -> None:
    """On a worker one comes after the other; a stream that is open, and the question whether it lives, need no turn."""
    turns = services(app).turns = threading.Semaphore(1)
    stream = host.client.get(f"/m/{code}/events", base_url=ORIGIN, buffered=False)
    assert host.get(f"/m/{code}/live").status_code == 200
    seen: list[int] = []
    asker = threading.Thread(target=lambda: seen.append(host.get(f"/m/{code}/live").status_code))
    with turns:
        asker.start()
        asker.join(0.2)
        assert seen == []
        assert app.test_client().get("/health", base_url=ORIGIN).status_code == 200
    asker.join(20)
    assert seen == [200]
    stream.close()
