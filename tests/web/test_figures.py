"""Health, readiness, figures and logs: for whoever runs the server, and nothing about who plays what."""

from __future__ import annotations

import json
import logging
import re

import pytest
from flask import Flask

from companion.store import Store, StoreAway
from companion.web import Config
from companion.web.app.services import services
from companion.web.serving.logs import Json, Plain
from tests.web.conftest import toy_app
from tests.web.phones import ORIGIN, Phone

HERE = {"REMOTE_ADDR": "127.0.0.1"}


def figures(phone: Phone, sender: str = "127.0.0.1", **headers: str) -> str:
    page = phone.client.get("/metrics", base_url=ORIGIN, environ_overrides={"REMOTE_ADDR": sender}, headers=headers)
    return page.get_data(as_text=True) if page.status_code == 200 else f"refused {page.status_code}"


def test_requests_posts_and_streams_are_counted(host: Phone, app: Flask, code: str) -> None:
    """After an answer the figures have grown by it, and by the stream that is open."""
    stream = host.client.get(f"/m/{code}/events", base_url=ORIGIN, buffered=False)
    events = iter(stream.response)
    next(events)
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="2")
    next(events)
    told = figures(host)
    assert re.search(r'requests_total{endpoint="table.answer",method="POST",status="303"} 1\n', told)
    assert "companion_streams 1\n" in told
    assert re.search(r"companion_change_seconds_count [1-9]", told)
    assert re.search(r"companion_lag_seconds_count [1-9]", told)
    assert "companion_store_writable 1\n" in told
    stream.close()


def test_figures_are_in_the_format_of_prometheus(host: Phone) -> None:
    """Each line is a comment or a figure; the buckets of a histogram grow up to its count."""
    host.get("/")
    told = figures(host)
    for line in told.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+({\w+="[^"]*"(,\w+="[^"]*")*})? [-+.e\d]+', line), line
    buckets = [float(one) for one in re.findall(r"request_seconds_bucket{[^}]+} (\S+)", told)]
    assert buckets == sorted(buckets)
    assert f"companion_request_seconds_count {buckets[-1]:g}" in told


def test_figures_name_nobody(host: Phone, code: str) -> None:
    """No code, no token, no name, no address."""
    host.get(f"/m/{code}")
    host.get("/m/XYZZY")
    told = figures(host)
    for word in (code, "XYZZY", "Ann", "192.168"):
        assert word not in told


@pytest.mark.parametrize(("sender", "headers"), [("192.168.1.9", {}), ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"})])
def test_figures_are_for_this_computer_only(host: Phone, sender: str, headers: dict[str, str]) -> None:
    """Neither for phones in the network nor through a proxy."""
    assert figures(host, sender, **headers) == "refused 404"


def test_ready_only_while_it_can_serve(phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alive all the time; ready not without its database, nor while it stops."""
    assert phone.get("/ready").status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(Store, "matches", lambda *_, **__: (_ for _ in ()).throw(StoreAway()))
        assert phone.get("/ready").status_code == 503
        assert phone.get("/health").status_code == 200
    services(app).hub.close()
    assert phone.get("/ready").status_code == 503
    assert phone.get("/health").status_code == 200


def test_a_database_that_is_away_is_told_with_503(host: Phone, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones ask again by themselves; the page says that nothing counts twice."""
    monkeypatch.setattr(Store, "read", lambda *_: (_ for _ in ()).throw(StoreAway("gone")))
    page = host.get(f"/m/{code}")
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "3"


def test_the_log_of_requests_names_no_match(host: Phone, code: str, caplog: pytest.LogCaptureFixture) -> None:
    """Patterns of addresses instead of addresses, as JSON with the time in UTC; nothing unless asked for."""
    host.get(f"/m/{code}")
    assert not [one for one in caplog.records if one.name == "companion.access"]
    with caplog.at_level(logging.INFO, "companion.access"):
        host.get(f"/m/{code}?tab=army")
    record = next(one for one in caplog.records if one.name == "companion.access")
    line = json.loads(Json().format(record))
    assert (line["path"], line["method"], line["status"]) == ("/m/<code>", "GET", 200)
    assert line["time"].endswith("+00:00")
    assert code not in Json().format(record) + Plain().format(record)


def test_on_a_public_server_the_own_network_may_look(store: Store) -> None:
    config = Config(testing=True, public=True, proxies=1, hosts=("play.example.org",), secret="x" * 40)
    phone = Phone(toy_app(store, config))
    ask = {"base_url": "https://play.example.org"}
    near = phone.client.get("/metrics", environ_overrides={"REMOTE_ADDR": "172.18.0.5"}, **ask)
    assert near.status_code == 200
    far = phone.client.get("/metrics", environ_overrides={"REMOTE_ADDR": "172.18.0.5"},
                           headers={"X-Forwarded-For": "203.0.113.9"}, **ask)  # fmt: skip
    assert far.status_code == 404
