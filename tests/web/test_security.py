"""Safety on a LAN and on the internet: who may call, post, guess; what every answer says to the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.store import Store
from companion.web import Config, ConfigError, create_app
from companion.web.app.tokens import form_token, is_ours, signed
from companion.web.serving.security import host_allowed
from tests.web.conftest import toy_app
from tests.web.phones import HOST, ORIGIN, Phone

pytestmark = pytest.mark.slow

PAGES = ("/", "/new/toy", "/helpers", "/rules/toy", "/health", "/nowhere", "/j/XXXXX")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_safety_headers(phone: Phone, path: str) -> None:
    """Pages, errors and data alike."""
    headers = phone.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


def test_no_page_has_inline_scripts_or_styles(host: Phone, code: str) -> None:
    """The policy forbids them, so a page with one would be broken."""
    paths = ["/", "/new/toy", "/helpers", "/rules/toy", f"/j/{code}"]
    paths += [f"/m/{code}{tail}" for tail in ("", "/log", "/host", "/correct", "/tv", "?tab=army")]
    for path in paths:
        text = host.get(path).get_data(as_text=True)
        assert "<style" not in text
        assert " style=" not in text
        assert "onclick" not in text
        assert "<script>" not in text


def test_a_seat_token_is_out_of_reach_of_scripts_and_other_sites(phone: Phone, store: Store) -> None:
    """HttpOnly, SameSite, for the pages of this match only; the store keeps a hash."""
    phone.get("/new/toy")
    page = phone.send(phone.form("/new/toy"), follow=False, side=["ann", "bob"], mine=["ann"])
    code = store.matches()[0].code
    cookie = next(line for line in page.headers.getlist("Set-Cookie") if line.startswith("phone="))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert f"Path=/m/{code}" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    assert len(token) >= 43
    assert store.shared or token.encode() not in store.path.read_bytes()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://192.168.1.5:9999", "null", None, "http://[", f"ftp://{HOST}", f"//{HOST}"]
)
def test_a_post_from_elsewhere_is_refused(host: Phone, store: Store, code: str, origin: str | None) -> None:
    """Even with the right token, a post must come from our own page."""
    form = host.questions()[0]
    data = dict(form.fields) | {"f.gold.number": "1"}
    assert host.post(form.action, data, origin=origin).status_code == 403
    assert store.read(code).last == 0


def test_a_post_without_the_form_token_is_refused(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """No token, a made-up one and another phone's are all the same."""
    host.get(f"/m/{code}")
    guest.get(f"/m/{code}")
    form = host.questions()[0]
    for token in ("", "0" * 64, guest.questions()[0].value("csrf"), "\u00e4"):
        data = dict(form.fields) | {"f.gold.number": "1", "csrf": token}
        assert host.post(form.action, data).status_code == 403
    assert store.read(code).last == 0


def test_a_first_visitor_needs_his_own_cookie(phone: Phone, new_phone: Callable[[], Phone], store: Store) -> None:
    """The token of a page is of no use in another browser."""
    phone.get("/new/toy")
    form = phone.form("/new/toy")
    assert new_phone().send(form).status_code == 403
    assert store.matches() == []


def test_a_visitors_cookie_cannot_be_made_up() -> None:
    """Only a signature of ours makes a cookie count."""
    cookie = signed("secret", "me")
    assert is_ours("secret", cookie)
    assert not is_ours("other", cookie)
    assert not is_ours("secret", "me.0")
    assert not is_ours("secret", "")
    assert form_token("a") != form_token("b")


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8000", True), ("192.168.1.5", True), ("10.0.0.9:80", True), ("[::1]:8000", True),
        ("[fe80::1]", True), ("table.local:8000", True), ("games.example", True), ("evil.example", False),
        ("8.8.8.8", False), ("localhost.evil.example", False), ("", False),
    ],
)  # fmt: skip
def test_the_server_answers_only_to_its_own_names(host: str, allowed: bool) -> None:
    """Addresses of a LAN, local names and configured ones; a rebinding attack needs a name of its own."""
    assert host_allowed(host, ("games.example",), public=False) is allowed


def test_a_request_under_a_foreign_name_is_refused(app: Flask) -> None:
    """The check is on every request."""
    assert app.test_client().get("/", base_url="http://evil.example").status_code == 400
    assert app.test_client().get("/", base_url="http://127.0.0.1:8000").status_code == 200


@pytest.mark.parametrize("path", ["/health", "/ready", "/metrics"])
def test_machines_may_call_it_what_they_like(store: Store, path: str) -> None:
    """A proxy asks a public server by the name its network has for it, a container by its own address."""
    app = create_app(store, Config(secret="x" * 40, public=True, hosts=("games.example",), proxies=1))
    for name in ("http://app:8765", "http://127.0.0.1:8765"):
        assert app.test_client().get(path, base_url=name).status_code == 200
        assert app.test_client().get("/", base_url=name).status_code == 400


def test_a_public_server_answers_only_to_configured_names() -> None:
    """On the internet an address is not enough."""
    assert not host_allowed("192.168.1.5", ("games.example",), public=True)
    assert host_allowed("games.example", ("games.example",), public=True)


@pytest.mark.parametrize("change", [{"secret": "short"}, {"proxies": 0}, {"hosts": ()}, {"public": False}])
def test_a_public_server_refuses_to_start_unsafe(change: dict[str, object]) -> None:
    """A secret, a proxy that does TLS, and the names it is reached by: each is needed; at home no proxy is."""
    good = {"public": True, "secret": "x" * 40, "proxies": 1, "hosts": ("games.example",)}
    assert Config(**good).checked().public  # type: ignore[arg-type]
    with pytest.raises(ConfigError):
        Config(**{**good, **change}).checked()  # type: ignore[arg-type]


def test_behind_a_proxy_cookies_are_secure(store: Store) -> None:
    """With TLS in front, the token never travels in the open."""
    config = Config(public=True, secret="x" * 40, proxies=1, hosts=("games.example",), testing=True)
    client = toy_app(store, config).test_client()
    page = client.get(
        "/new/toy",
        headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"},
        base_url="http://x.local",
    )
    assert page.status_code == 200
    assert "Secure" in page.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in page.headers


def test_what_plain_http_means_is_said_and_only_there(store: Store) -> None:
    """At home the start page and the page of the table say that others could read along; behind TLS they do not."""
    words = "others in the same network could read along"
    home = Phone(toy_app(store, Config(testing=True, addresses=(f"{ORIGIN}/",))))
    assert words in home.get("/").get_data(as_text=True)
    home.get("/new/toy")
    home.send(home.form("/new/toy"), side=["ann", "bob"], mine=["ann"])
    assert words in home.get(f"/m/{store.matches()[0].code}/host").get_data(as_text=True)
    config = Config(
        public=True, secret="x" * 40, proxies=1, hosts=("games.example",), addresses=("https://games.example/",)
    )
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}
    page = toy_app(store, config).test_client().get("/", headers=headers, base_url="http://x.local")
    assert "https://games.example/" in page.get_data(as_text=True)
    assert words not in page.get_data(as_text=True)


def test_a_link_preview_takes_no_seat(phone: Phone, new_phone: Callable[[], Phone], store: Store, code: str) -> None:
    """Opening the join link changes nothing."""
    version = store.version(code)
    new_phone().get(f"/j/{code}")
    new_phone().get(f"/m/{code}/join?seat=bob")
    assert store.version(code) == version
    assert [seat.device for seat in store.read(code).seats if seat.id == "bob"] == [0]


def test_a_taken_seat_needs_the_host(
    host: Phone, guest: Phone, new_phone: Callable[[], Phone], store: Store, code: str
) -> None:
    """A third phone cannot take it; the host can hand it over."""
    third = new_phone()
    third.get(f"/j/{code}")
    form = third.form("/join")
    page = third.send(form, seat="bob", label="Third")
    assert page.status_code == 409
    assert "Ask the host" in third.text
    third.get(f"/j/{code}")
    third.send(third.form("/join"), label="Third")
    number = store.read(code).devices[-1].id
    host.get(f"/m/{code}/host")
    give = next(
        f for f in host.forms() if f.action.endswith("/seat") and f.value("seat") == "bob" and f.value("device")
    )
    host.send(give, device=str(number))
    assert store.read(code).devices[-1].seats == ("bob",)
    assert guest.get(f"/m/{code}").status_code == 200
    assert guest.questions() == []


def test_a_revoked_phone_is_a_stranger(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Its next page is the join page, its posts are refused, its stream ends at the door."""
    guest.get(f"/m/{code}")
    form = guest.questions()[0]
    number = store.read(code).devices[-1].id
    host.get(f"/m/{code}/host")
    host.send(next(f for f in host.forms() if ("do", "revoke") in f.buttons), device=str(number), do="revoke")
    assert guest.send(form).status_code == 403
    assert guest.get(f"/m/{code}/events").status_code == 403
    assert "/join" in guest.get(f"/m/{code}").request.path


@pytest.mark.parametrize("path", ["device", "ruling"])
def test_only_a_host_may_do_what_hosts_do(host: Phone, guest: Phone, store: Store, code: str, path: str) -> None:
    """A guest with a valid form token is still no host."""
    guest.get(f"/m/{code}")
    token = guest.questions()[0].value("csrf")
    data = {"csrf": token, "device": "1", "do": "revoke", "key": "ties", "reading": "rival"}
    assert guest.post(f"/m/{code}/{path}", data).status_code == 403
    assert len(store.read(code).devices) == 2


def test_a_guest_cannot_grab_a_seat_through_the_hosts_form(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Handing over needs the host; freeing needs one's own seat."""
    guest.get(f"/m/{code}")
    token = guest.questions()[0].value("csrf")
    for data in ({"seat": "ann", "device": "2"}, {"seat": "ann"}):
        assert guest.post(f"/m/{code}/seat", {"csrf": token} | data).status_code == 403
    assert store.read(code).devices[0].seats == ("ann",)


def test_codes_cannot_be_guessed_in_bulk(phone: Phone, host: Phone, code: str, new_phone: Callable[[], Phone]) -> None:
    """After some wrong codes a stranger waits, even for a right one; players are not disturbed."""
    stranger = new_phone()
    stranger.get("/new/toy")
    answers = [stranger.get(f"/j/ZZZ{n:02}").status_code for n in range(15)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert stranger.get(f"/j/{code}").status_code == 429
    assert host.get(f"/m/{code}").status_code == 200


@pytest.mark.parametrize("tail", ["", "/events", "/version", "/live", "/join", "/tv"])
def test_a_made_up_token_does_not_help_with_guessing(app: Flask, host: Phone, code: str, tail: str) -> None:
    """Every address of a match counts wrong codes, whatever cookie comes with them; the match's own phones go on."""
    stranger = app.test_client(use_cookies=False)

    def status(guess: str) -> int:
        return stranger.get(f"/m/{guess}{tail}", base_url=ORIGIN, headers={"Cookie": "phone=made-up"}).status_code

    assert [status(f"ZZZ{n:02}") for n in range(15)][::14] == [404, 429]
    assert status(code) == 429
    assert host.get(f"/m/{code}").status_code == 200


def test_posts_are_limited_per_phone(host: Phone, guest: Phone, code: str) -> None:
    """A phone that hammers is slowed down; the others are not."""
    guest.get(f"/m/{code}")
    data = {"csrf": guest.questions()[0].value("csrf"), "key": "none"}
    answers = [guest.post(f"/m/{code}/answer", data).status_code]
    while answers[-1] == 409 and len(answers) < 400:  # on a slow machine the limit fills up again meanwhile
        answers.append(guest.post(f"/m/{code}/answer", data).status_code)
    assert len(answers) > 60
    assert answers[-1] == 429
    host.get(f"/m/{code}")
    assert host.send(host.questions()[0], f__gold__number="1").status_code == 200


def test_large_posts_are_refused_in_plain_words(host: Phone, store: Store, code: str) -> None:
    """A megabyte is no answer."""
    form = host.questions()[0]
    page = host.post(form.action, dict(form.fields) | {"f.gold.number": "1" * 1_000_000})
    assert page.status_code == 413
    assert "Nothing was changed" in host.text
    assert store.read(code).last == 0


@pytest.mark.parametrize(
    "data",
    [
        {}, {"key": "nonsense"}, {"key": "0~0:0-ffffffff", "choice": "x"}, {"key": "\x00\ud7ff", "number": "9" * 5000},
        {"die.0": "--", "key": ""},
    ],
)  # fmt: skip
def test_nonsense_gets_a_page_and_changes_nothing(host: Phone, store: Store, code: str, data: dict[str, str]) -> None:
    """Any post with a valid token is answered in words."""
    csrf = host.questions()[0].value("csrf")
    page = host.post(f"/m/{code}/answer", data | {"csrf": csrf})
    assert page.status_code == 409
    assert "not asked any more" in host.text
    assert store.read(code).last == 0


@pytest.mark.parametrize("number", ["", "x", "1e3", "-1", "9" * 4400, "1.5", "\u0663\u0663\u0663\u0663\u0663"])
def test_nonsense_in_a_field_is_refused_at_the_field(host: Phone, store: Store, code: str, number: str) -> None:
    """The form comes back with a reason; nothing is half applied."""
    page = host.send(host.questions()[0], f__gold__number=number)
    assert page.status_code == 422
    assert 'aria-invalid="true"' in host.text
    assert store.read(code).last == 0


def test_a_fault_of_ours_gives_a_calm_page(app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No stack trace, and the words that nothing was lost."""

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret detail")

    app.config["TESTING"] = False
    monkeypatch.setattr("companion.web.lobby.start.find_game", broken)
    page = Phone(app).get("/new/toy")
    text = page.get_data(as_text=True)
    assert page.status_code == 500
    assert "Nothing was lost" in text
    assert "ZeroDivision" not in text
    assert "secret detail" not in text


def test_a_form_opened_before_a_restart_still_counts(tmp_path: Path, host: Phone, store: Store, code: str) -> None:
    """Form tokens of phones come from their own token, so a new server with another secret accepts them."""
    form = host.questions()[0]
    other = Phone(toy_app(store, Config(secret="another secret", testing=True)))
    other.client._cookies = host.client._cookies
    assert other.send(form, f__gold__number="3").status_code == 200
    assert store.read(code).last == 1


def test_the_origin_names_in_these_tests_are_the_hosts() -> None:
    """Guards the helper: origin and host agree, or every test above would pass for the wrong reason."""
    assert f"http://{HOST}" == ORIGIN


def test_matches_and_phones_cannot_be_made_in_bulk(phone: Phone, store: Store, app: Flask) -> None:
    """A script that presses the button for ever is stopped, whatever cookies it shows."""
    phone.get("/helpers")
    form = phone.form("/helpers")
    answers = [phone.send(form, follow=False).status_code for _ in range(50)]
    assert answers[0] == 303
    assert answers[-1] == 429
    assert len(store.matches(kind="helper")) < 45


def test_a_made_up_phone_counts_for_nothing_outside_a_match(app: Flask, store: Store) -> None:
    """Anybody can make up a cookie and its form token; only our signed visitor's cookie opens the start pages."""
    client = app.test_client()
    client.set_cookie("phone", "made-up", domain="192.168.1.5")
    data = {"csrf": form_token("made-up"), "side": ["ann", "bob"]}
    assert client.post("/new/toy", base_url=ORIGIN, data=data, headers={"Origin": ORIGIN}).status_code == 403
    assert store.matches() == []


def test_an_error_comes_in_the_shape_of_the_page_it_replaces(host: Phone, code: str) -> None:
    """Scripts put the answer into the changing part of the page; an error must not leave it empty."""
    page = host.client.post(
        f"/m/{code}/answer", base_url=ORIGIN, data={}, headers={"Origin": ORIGIN, "HX-Request": "true"}
    )
    text = page.get_data(as_text=True)
    assert page.status_code == 403
    assert '<div id="live"' in text
    assert f'href="/m/{code}"' in text
