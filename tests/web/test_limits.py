"""What is believed of a request, and how often anybody may ask: nothing hangs on what a sender can make up."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Store
from companion.web import Config
from companion.web.app.links import invite_link
from companion.web.app.services import services
from companion.web.app.tokens import form_token
from companion.web.serving.limits import Limiter
from companion.web.serving.security import SMALL
from tests.web.conftest import toy_app
from tests.web.phones import ORIGIN, Phone, Reader


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
def test_what_the_browser_says_of_a_posts_home_counts(host: Phone, site: str, status: int) -> None:
    """A page of a sister domain is a stranger too, even where its origin could be taken for ours."""
    form = host.questions()[0]
    data = dict(form.fields) | {"f.gold.number": "1"}
    headers = {"Origin": ORIGIN, "Sec-Fetch-Site": site}
    page = host.client.post(form.action, base_url=ORIGIN, data=data, headers=headers, follow_redirects=True)
    assert page.status_code == status


PUBLIC = Config(public=True, secret="x" * 40, proxies=1, hosts=("games.example",), testing=True)


def test_a_proxy_that_forgets_to_say_https_changes_nothing(store: Store) -> None:
    """Cookies stay Secure, nothing is compressed beside them, and a page over plain http cannot post."""
    client = toy_app(store, PUBLIC).test_client()
    page = client.get("/new/toy", base_url="http://games.example", headers={"Accept-Encoding": "gzip"})
    assert "Secure" in page.headers["Set-Cookie"]
    assert "Content-Encoding" not in page.headers
    form = next(form for form in Reader(page.get_data(as_text=True)).forms if form.method == "post")
    data = dict(form.fields) | {"side": ["ann", "bob"], "mine": ["ann"]}
    for scheme, status in (("http", 403), ("https", 303)):
        headers = {"Origin": f"{scheme}://games.example"}
        assert (
            client.post("/new/toy", base_url="https://games.example", data=data, headers=headers).status_code == status
        )


def test_at_home_nobody_is_believed_to_be_a_proxy(app: Flask, store: Store) -> None:
    """Neither an address nor a name is taken from headers that anybody can write."""
    client = app.test_client()
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}
    page = client.get("/new/toy", base_url=ORIGIN, headers=headers)
    assert page.status_code == 200
    assert "Secure" not in page.headers["Set-Cookie"]
    assert "evil.example" not in page.get_data(as_text=True)


def test_the_way_back_is_no_way_to_guess(phone: Phone, host: Phone, code: str, app: Flask) -> None:
    """The start page says whether the match of a cookie is there still: wrong ones count like typed ones."""
    stranger = app.test_client(use_cookies=False)

    def asked(guess: str) -> str:
        headers = {"Cookie": f"at={guess}"}
        return stranger.get("/", base_url=ORIGIN, headers=headers).get_data(as_text=True)

    assert f"/m/{code}" in asked(code)
    for n in range(15):
        assert "/m/ZZZ" not in asked(f"ZZZ{n:02}")
    assert f"/m/{code}" not in asked(code)
    assert stranger.get(f"/j/{code}", base_url=ORIGIN).status_code == 429


def test_a_way_back_to_nowhere_is_forgotten(phone: Phone) -> None:
    """So that the start page of a phone whose match is gone counts one guess, not one at each visit."""
    phone.client.set_cookie("at", "ZZZZZ", domain="192.168.1.5")
    phone.get("/")
    assert phone.client.get_cookie("at", "192.168.1.5") is None


def test_posts_are_limited_whatever_token_is_made_up(app: Flask, host: Phone, code: str) -> None:
    """A new cookie for each post is no new phone: the address is counted. The match's own phones go on."""
    stranger, seen = app.test_client(use_cookies=False), []
    for n in range(90):
        data = {"csrf": form_token(f"made-up-{n}")}
        headers = {"Origin": ORIGIN, "Cookie": f"phone=made-up-{n}"}
        seen.append(stranger.post(f"/m/{code}/hints", base_url=ORIGIN, data=data, headers=headers).status_code)
    assert seen[-1] == 429
    host.get(f"/m/{code}")
    assert host.send(host.questions()[0], f__gold__number="1").status_code == 200


def test_a_whole_ipv6_network_is_one_sender(app: Flask) -> None:
    """Everybody has billions of such addresses; a limit for each would be none."""
    seen = []
    for n in range(90):
        client = app.test_client(use_cookies=False)
        seen.append(
            client.get(f"/j/ZZ{n:03}", base_url=ORIGIN, environ_base={"REMOTE_ADDR": f"2001:db8::{n:x}"}).status_code
        )
    assert seen[-1] == 429
    other = app.test_client().get("/j/ZZZZZ", base_url=ORIGIN, environ_base={"REMOTE_ADDR": "2001:db8:1::1"})
    assert other.status_code == 404


def test_who_scans_the_code_is_not_kept_waiting_by_a_guesser(
    host: Phone, app: Flask, code: str, new_phone: Callable[[], Phone], store: Store
) -> None:
    """From the same address, in the same minute: the QR code shows that nobody guessed; a made-up mark does not."""
    guesser = app.test_client(use_cookies=False)
    assert [guesser.get(f"/j/ZZ{n:03}", base_url=ORIGIN).status_code for n in range(90)][-1] == 429
    with app.test_request_context(base_url=ORIGIN):
        link = invite_link(code)
    for wrong in (f"/m/{code}/join?k=x", link.replace(code, "ZZZZZ")):
        assert new_phone().get(wrong).status_code == 429
    scanned = new_phone()
    assert scanned.get(link).status_code == 200
    scanned.send(scanned.form("/join"), seat="bob", label="Bob's phone")
    assert store.read(code).devices[-1].seats == ("bob",)
    assert scanned.get(f"/m/{code}").status_code == 200


def begun(client: FlaskClient, origin: str) -> int:
    """Begin a match as a form does; gives the status."""
    page = client.get("/new/toy", base_url=origin)
    form = next(form for form in Reader(page.get_data(as_text=True)).forms if form.method == "post")
    data = dict(form.fields) | {"side": ["ann", "bob"], "mine": ["ann"]}
    return client.post("/new/toy", base_url=origin, data=data, headers={"Origin": origin}).status_code


@pytest.mark.parametrize(("config", "last"), [(PUBLIC, 429), (Config(testing=True), 303)])
def test_an_address_has_so_many_matches_a_day(store: Store, config: Config, last: int) -> None:
    """On a public server, where they are kept for good; at home nobody counts. Tomorrow there are more."""
    app, now = toy_app(store, config), [0.0]
    origin = "https://games.example" if config.public else ORIGIN
    services(app).matches_a_day = Limiter(burst=3, per_second=3 / 86400, clock=lambda: now[0])
    client = app.test_client()
    assert [begun(client, origin) for _ in range(4)] == [303, 303, 303, last]
    now[0] = 86400.0
    assert begun(client, origin) == 303


def test_large_files_are_counted_small_ones_are_not(phone: Phone, app: Flask) -> None:
    """Whoever sends many is told to wait; a form of the same page without a file goes on."""
    services(app).uploads = Limiter(burst=2, per_second=0, clock=lambda: 0.0)
    phone.get("/import")
    csrf = phone.form("/import").value("csrf")

    def sent(size: int) -> int:
        data = {"csrf": csrf, "file": (BytesIO(b"x" * size), "match.json")}
        return phone.client.post("/import", base_url=ORIGIN, data=data, headers={"Origin": ORIGIN}).status_code

    small = sent(1000)
    assert small != 429
    assert [sent(SMALL + 1) == 429 for _ in range(4)] == [False, False, True, True]
    assert sent(1000) == small
