"""The pages around the match: start, new match, host, big screen, rules, the press."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.links import invite_link, phone_link
from companion.web.app.qr import qr
from tests.engine.toy import GAME as TOY
from tests.web.conftest import toy_app
from tests.web.phones import Phone


def test_the_start_page_leads_everywhere(phone: Phone) -> None:
    """New match, join, helpers, print, rules: one tap each."""
    text = phone.get("/").get_data(as_text=True)
    for address in ("/new/toy", 'action="/j"', "/helpers", "/print", "/rules"):
        assert address in text


def test_the_start_page_knows_the_way_back(host: Phone, code: str, new_phone: Callable[[], Phone]) -> None:
    """A phone that sat at a match finds it again; another phone is told nothing."""
    assert f"/m/{code}" in host.get("/").get_data(as_text=True)
    assert code not in new_phone().get("/").get_data(as_text=True)


def test_the_start_page_shows_how_other_phones_reach_it(store: Store) -> None:
    """Address and QR code."""
    phone = Phone(toy_app(store, Config(testing=True, addresses=("http://192.168.1.5:8765/",))))
    text = phone.get("/").get_data(as_text=True)
    assert "http://192.168.1.5:8765/" in text
    assert qr("http://192.168.1.5:8765/").path in text


def test_a_code_typed_in_any_way_finds_the_match(host: Phone, code: str, new_phone: Callable[[], Phone]) -> None:
    """Small letters and blanks do not matter."""
    page = new_phone().get(f"/j?code=%20{code.lower()[:2]}%20{code.lower()[2:]}")
    assert page.status_code == 200
    assert page.request.path == f"/m/{code}/join"


def test_an_unknown_code_is_explained(phone: Phone) -> None:
    """Not a bare 404."""
    assert phone.get("/j/QQQQQ").status_code == 404
    assert "There is no match with the code QQQQQ" in phone.text


@pytest.mark.parametrize("sides", [[], ["ann"], ["ann", "nobody"]])
def test_a_match_needs_the_right_number_of_sides(phone: Phone, store: Store, sides: list[str]) -> None:
    """The form comes back with the reason and what was ticked."""
    phone.get("/new/toy")
    page = phone.send(phone.form("/new/toy"), side=sides, mine=[], label="My phone")
    assert page.status_code == 422
    assert "Choose 2 / 3 sides." in phone.text
    assert 'value="My phone"' in phone.text
    assert store.matches() == []


def test_settings_and_rulings_are_those_chosen(phone: Phone, store: Store) -> None:
    """Others keep their default."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], setting__length="long", ruling__ties="rival")
    view = store.read(store.matches()[0].code)
    assert view.settings == {"length": "long"}
    assert view.state.rulings == {"ties": "rival", "sale": "no"}


def test_unknown_settings_and_rulings_do_no_harm(phone: Phone, store: Store) -> None:
    """An unknown setting falls to its default, an unknown reading is refused with its name."""
    phone.get("/new/toy")
    page = phone.send(phone.form("/new/toy"), side=["ann", "bob"], setting__length="eternal", ruling__ties="dice")
    assert page.status_code == 422
    assert "ties" in phone.text
    assert store.matches() == []


def test_a_match_without_own_seats_is_for_a_host_who_only_watches(phone: Phone, store: Store) -> None:
    """The creator need not play, and can still help out."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=[])
    phone.past_lobby()
    assert phone.questions() == []
    assert 'class="answer-for"' in phone.text
    assert "as=ann" in phone.text
    code = store.matches()[0].code
    phone.get(f"/m/{code}?as=ann")
    phone.send(phone.questions()[0], f__gold__number="3")
    assert store.read(code).entry(1).entry.by == "host"


def test_the_host_page_invites_by_qr(host: Phone, code: str, app: Flask) -> None:
    """The code for the match, and one for the free seat."""
    host.get(f"/m/{code}/host")
    link = f"http://192.168.1.5:8000/j/{code}"
    assert link in host.text
    with app.test_request_context(base_url="http://192.168.1.5:8000"):
        links = [invite_link(code), invite_link(code, seat="bob")]
    for one in links:
        assert one.startswith(f"http://192.168.1.5:8000/m/{code}/join?")
        assert qr(one).path in host.text


def test_a_ruling_can_be_changed_while_playing(host: Phone, store: Store, code: str) -> None:
    """By the host, with an entry in the log."""
    host.get(f"/m/{code}/host")
    form = next(form for form in host.forms() if form.value("key") == "ties")
    host.send(form, reading="rival")
    assert store.read(code).state.rulings["ties"] == "rival"
    assert store.read(code).entry(1).entry.kind == "ruling"


@pytest.mark.slow
def test_a_seat_can_be_freed_and_taken_by_another_phone(
    host: Phone, guest: Phone, new_phone: Callable[[], Phone], store: Store, code: str
) -> None:
    """Somebody goes home: his seat is free, the next one takes it by its link."""
    guest.get(f"/m/{code}/host")
    guest.send(next(form for form in guest.forms() if form.value("seat") == "bob"))
    third = new_phone()
    third.get(f"/m/{code}/join?seat=bob")
    third.send(third.form("/join"), seat="bob")
    third.past_lobby()
    assert third.questions()
    assert [device.seats for device in store.read(code).devices] == [("ann",), (), ("bob",)]


def test_nobody_shuts_himself_out(host: Phone, store: Store, code: str) -> None:
    """A table without a host could not repair itself."""
    host.get(f"/m/{code}")
    data = {"csrf": host.questions()[0].value("csrf"), "device": "1", "do": "revoke"}
    assert host.post(f"/m/{code}/device", data).status_code == 409
    assert store.read(code).devices[0].host


def test_the_big_screen_sees_what_a_watcher_sees(host: Phone, code: str) -> None:
    """Even on the phone of a player, nothing of his seat is on it."""
    host.send(host.questions()[0], f__gold__number="4")
    host.get(f"/tv/{code}")
    assert host.page is not None
    assert host.page.request.path == f"/m/{code}/tv"
    assert "Prepare your stall." in host.text
    assert host.questions() == []


def test_an_exported_match_can_be_taken_in_again(host: Phone, store: Store, code: str) -> None:
    """The download is the store's own file."""
    host.send(host.questions()[0], f__gold__number="4")
    page = host.get(f"/m/{code}/export")
    assert "attachment" in page.headers["Content-Disposition"]
    assert json.loads(page.data)
    other = store.import_(page.data, release="", now="2026-11-20T12:00:00+00:00")
    assert store.read(other).last == 1


def test_a_match_is_taken_in_on_a_page(host: Phone, store: Store, code: str, new_phone: Callable[[], Phone]) -> None:
    """Whoever brings the file is the host of a new match that stands where the file ends; other files are refused."""
    host.send(host.questions()[0], f__gold__number="4")
    file = host.get(f"/m/{code}/export").data
    phone = new_phone()
    phone.get("/import")
    phone.send(phone.form("/import"), file=(BytesIO(b"{}"), "match.json"))
    assert phone.page is not None
    assert phone.page.status_code == 422
    phone.send(phone.form("/import"), file=(BytesIO(file), "match.json"), label="Brought it")
    other = next(one.code for one in store.matches() if one.code != code)
    assert phone.page.request.path == f"/m/{other}/host"
    assert store.read(other).last == 1
    assert [(one.label, one.host) for one in store.read(other).devices] == [("Brought it", True)]


def test_a_public_server_takes_nothing_in(store: Store) -> None:
    """Playing a match again is much work: there the page does not exist, and the start page does not name it."""
    config = Config(testing=True, public=True, proxies=1, hosts=("play.example.org",), secret="x" * 40)
    client = Phone(toy_app(store, config)).client
    assert client.get("/import", base_url="https://play.example.org").status_code == 404
    start = client.get("/", base_url="https://play.example.org")
    assert start.status_code == 200
    assert "/import" not in start.get_data(as_text=True)


def test_the_log_can_be_filtered_and_paged(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """By seat; and older entries are a link away."""
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="4")
    guest.get(f"/m/{code}")
    guest.send(guest.questions()[0], f__gold__number="5")
    whole = host.get(f"/m/{code}/log").get_data(as_text=True)
    assert whole.count('class="entry') == 2
    assert host.get(f"/m/{code}/log?seat=bob").get_data(as_text=True).count('class="entry') == 1
    assert host.get(f"/m/{code}/log?older=rubbish").status_code == 404


def test_rules_are_found_by_section_and_by_words(phone: Phone) -> None:
    """In our words, with their ids."""
    assert "Stalls earn." in phone.get("/rules/toy?section=2").get_data(as_text=True)
    assert "Ties." not in phone.text
    assert "What does a tie do?" in phone.get("/rules/toy?section=3.1").get_data(as_text=True)
    assert "Ties." in phone.get("/rules/toy?q=TIES").get_data(as_text=True)
    assert "No rule has" in phone.get("/rules/toy?q=dragon").get_data(as_text=True)


def test_a_printed_code_leads_to_the_match_this_phone_sits_at(host: Phone, code: str) -> None:
    """Whatever match it is."""
    assert f"/m/{code}" in host.get("/p/toy/hero/ann-1").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/new/x", "/rules/x", "/print/x", "/helpers/x/y", "/helpers/toy/x", "/p/x/y/z"])
def test_unknown_names_are_not_found(phone: Phone, path: str) -> None:
    """In plain words."""
    assert phone.get(path).status_code == 404
    assert "There is no" in phone.text


def test_every_page_names_its_language_title_and_landmarks(host: Phone, code: str) -> None:
    """For screen readers: one main, one h1 or question heading, no image without words."""
    for path in ("/", "/new/toy", "/helpers", "/rules/toy", f"/m/{code}", f"/m/{code}/log", f"/m/{code}/host"):
        text = host.get(path).get_data(as_text=True)
        assert '<html lang="en"' in text
        assert text.count("<main") == 1
        assert re.search(r"<title>[^<]+</title>", text)
        assert all("alt=" in image for image in re.findall(r"<img[^>]*>", text))


def test_a_host_at_the_server_itself_gets_a_link_that_phones_can_open(store: Store) -> None:
    """`localhost` in a QR code would lead every phone to itself."""
    app = toy_app(store, Config(testing=True, addresses=("http://192.168.1.5:8765/",)))
    code = store.create(TOY, ["ann", "bob"], {}, {}, release="", now="2026-11-20T10:00:00+00:00")
    with app.test_request_context("/", base_url="http://localhost:8765"):
        assert phone_link("join.short", code=code) == f"http://192.168.1.5:8765/j/{code}"
    with app.test_request_context("/", base_url="http://10.0.0.7:8765"):
        assert phone_link("join.short", code=code) == f"http://10.0.0.7:8765/j/{code}"


@pytest.mark.parametrize("tail", ["", "/log", "/live?tab=army", "?tab=army&as=bob"])
def test_an_address_in_small_letters_finds_the_seat_of_this_phone(host: Phone, code: str, tail: str) -> None:
    """Typed by hand, it leads to the address its cookie belongs to, with everything after it kept."""
    page = host.get(f"/m/{code.lower()}{tail}")
    assert page.status_code == 200
    assert page.request.full_path.rstrip("?") == f"/m/{code}{tail}"


def test_pages_travel_compressed_and_are_the_same_inside(host: Phone) -> None:
    """A tenth of the bytes on weak Wi-Fi; old browsers get them plain."""
    plain = host.get("/rules/toy?section=2")
    packed = host.get("/rules/toy?section=2", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_static_files_are_kept_until_they_change(phone: Phone) -> None:
    """Their address carries a mark of their content."""
    address = re.search(r'href="(/static/app\.css\?v=[0-9a-f]{8})"', phone.get("/").get_data(as_text=True))
    assert address
    page = phone.get(address[1])
    assert page.status_code == 200
    assert "max-age=31536000" in page.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("called", "addresses", "words"),
    [
        ("192.168.1.5:8000", ("http://192.168.1.5:8000/",), "guest networks often keep phones apart"),
        ("localhost:8000", ("http://192.168.1.5:8000/",), "guest networks often keep phones apart"),
        ("localhost:8000", (), "Connect it to the Wi-Fi and start it again"),
    ],
)
def test_the_start_page_says_what_to_do_when_no_phone_gets_through(
    store: Store, called: str, addresses: tuple[str, ...], words: str
) -> None:
    """In a network: what usually stands in the way. Without one: that no phone can come, and what to do."""
    app = toy_app(store, Config(testing=True, addresses=addresses))
    page = app.test_client().get("/", base_url=f"http://{called}").get_data(as_text=True)
    assert words in page


def test_the_page_of_the_table_says_it_too(host: Phone, code: str) -> None:
    """Where the host lets phones in, the help is at hand."""
    assert "guest networks often keep phones apart" in host.get(f"/m/{code}/host").get_data(as_text=True)


def test_a_screen_is_shown_the_code_and_one_button(code: str, new_phone: Callable[[], Phone]) -> None:
    """What opens a TV's address is no phone: the first form shows the table, with no seat or name to fill in; seats
    are folded away below.
    """
    screen = new_phone()
    page = screen.get(f"/tv/{code}").get_data(as_text=True)
    first, _, rest = page.partition('class="screen-join"')[2].partition("<details")
    assert 'class="qr' in first
    assert first.count("<button") == 1
    assert 'name="label"' not in first
    assert 'name="seat"' not in first
    assert 'name="seat"' in rest


def test_the_address_of_the_big_screen_leads_to_it(code: str, new_phone: Callable[[], Phone]) -> None:
    """Typed into a TV, then "Only watch": it opens the big screen, not the page of a phone; a seat opens that."""
    screen, player = new_phone(), new_phone()
    for phone, more, path in ((screen, {}, f"/m/{code}/tv"), (player, {"seat": "bob"}, f"/m/{code}/lobby")):
        phone.get(f"/tv/{code}")
        page = phone.send(phone.form("/join"), **more)
        assert page.request.path == path


def test_what_a_setting_chooses_is_asked_once(tmp_path: Path) -> None:
    """How long a match is stands under Length, not among the rulings once more."""
    with Store.open(tmp_path / "real.db", load_game) as store:
        page = Phone(create_app(store, Config(testing=True))).get("/new/archmagi").get_data(as_text=True)
    assert 'name="setting.length"' in page
    assert 'name="ruling.' in page
    assert 'name="ruling.last_round"' not in page
