"""Live: streams tell versions only, phones catch up, and a full server sends them to polling."""

from __future__ import annotations

import threading
import time

from flask import Flask

from companion.store import Store
from companion.web import Config
from companion.web.services import services
from companion.web.streams import BEAT, Hub, event
from tests.web.conftest import toy_app
from tests.web.phones import ORIGIN, Phone


def test_a_listener_hears_of_a_new_version_and_of_nothing_else() -> None:
    """Events carry the number and nothing a seat may not know."""
    hub = Hub()
    hub.join()
    stream = hub.events("ABCDE", 4, 4, heartbeat=5)
    assert next(stream) == BEAT
    threading.Timer(0.05, hub.tell, ("OTHER", 9)).start()
    threading.Timer(0.1, hub.tell, ("ABCDE", 5)).start()
    assert next(stream) == event(5) == b"id: 5\nevent: match\ndata: 5\n\n"


def test_a_phone_that_slept_is_told_at_once() -> None:
    """It knows version 2, the match is at 7: the first event is 7, once."""
    hub = Hub()
    hub.join()
    stream = hub.events("ABCDE", 2, 7, heartbeat=0.01)
    assert [next(stream) for _ in range(3)] == [BEAT, event(7), BEAT]


def test_old_news_does_not_turn_time_back() -> None:
    """Two commits may be told out of order."""
    hub = Hub()
    hub.tell("ABCDE", 8)
    hub.tell("ABCDE", 7)
    assert hub.wait("ABCDE", 6, 0) == 8


def test_a_silent_match_still_beats() -> None:
    """A heartbeat shows the phone that the line is open."""
    hub = Hub()
    hub.join()
    stream = hub.events("ABCDE", 1, 1, heartbeat=0.01)
    assert {next(stream) for _ in range(4)} == {BEAT}


def test_a_stream_that_ends_makes_room() -> None:
    """Closing a page frees its place."""
    hub = Hub(most=1)
    assert hub.join()
    assert not hub.join()
    stream = hub.events("ABCDE", 1, 1, heartbeat=0.01)
    next(stream)
    stream.close()
    assert hub.listeners == 0
    assert hub.join()


def test_closing_the_hub_ends_every_stream() -> None:
    """The server can stop while phones listen."""
    hub = Hub()
    hub.join()
    stream = hub.events("ABCDE", 1, 1, heartbeat=60)
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
    assert [next(parts), next(parts)] == [BEAT, event(now)]
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
