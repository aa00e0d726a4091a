"""A lost phone: codes shown once that work once, wishes the host settles, and limits on trying."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from flask import Flask

from companion.store import Store
from companion.web.app.services import services
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

KEY = re.compile(r"(?:[A-Z0-9]{4}-){6}[A-Z0-9]{4}")
NewPhone = Callable[[], Phone]


def codes_of(phone: Phone, code: str) -> list[str]:
    """Press the button of the host's page; the codes of Ann, Bob and the host, as far as shown."""
    phone.get(f"/m/{code}/host")
    phone.send(phone.form("/codes"))
    return KEY.findall(phone.text)


def seats(store: Store, code: str) -> dict[str, tuple[str, ...]]:
    return {device.label: device.seats for device in store.read(code).devices}


def use(phone: Phone, code: str, key: str, label: str = "New phone") -> int:
    phone.get(f"/m/{code}/recover")
    form = phone.form("/recover")
    return phone.send(form, key=key, label=label).status_code


def later(app: Flask, minutes: int) -> None:
    """Let the clock of the server go on: by now nobody else has been in touch for so long."""
    time = (datetime.fromisoformat(services(app).clock()) + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    services(app).clock = lambda: time


def test_a_code_brings_the_seat_back_on_a_new_phone(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask
) -> None:
    """Bob's phone is silent: his new one plays Bob at once; the old one only watches; the code is spent."""
    _, bob, _ = codes_of(host, code)
    later(app, 5)
    fresh = new_phone()
    assert use(fresh, code, bob.lower().replace("-", " ")) == 200
    assert seats(store, code) == {"Ann's phone": ("ann",), "Bob's phone": (), "New phone": ("bob",)}
    assert fresh.questions()
    guest.get(f"/m/{code}")
    assert not guest.questions()
    third = new_phone()
    assert use(third, code, bob) == 422
    assert len(store.read(code).devices) == 3


def claimed(host: Phone, guest: Phone, code: str, fresh: Phone) -> None:
    """Bob's code is used while his phone is there."""
    _, bob, _ = codes_of(host, code)
    guest.get(f"/m/{code}")
    assert use(fresh, code, bob) == 200
    assert not fresh.questions()


@pytest.mark.parametrize("asked", ["guest", "host"])
def test_a_holder_who_is_there_is_asked_and_says_yes(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store, asked: str
) -> None:
    """Bob, who has a new phone, says yes on the old one; or the host does."""
    fresh = new_phone()
    claimed(host, guest, code, fresh)
    phone = {"guest": guest, "host": host}[asked]
    assert "has used the recovery code" in phone.get(f"/m/{code}").get_data(as_text=True)
    phone.send(phone.form("/claim"), choice="yes")
    assert seats(store, code)["New phone"] == ("bob",)


def test_a_holder_who_is_there_says_no(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask
) -> None:
    """Then nothing moves, the code is void, and the history says so."""
    fresh = new_phone()
    claimed(host, guest, code, fresh)
    guest.get(f"/m/{code}")
    guest.send(guest.form("/claim"), choice="no")
    later(app, 30)
    fresh.get(f"/m/{code}")
    assert "/claim" not in fresh.text
    assert seats(store, code)["Bob's phone"] == ("bob",)
    assert "bob" not in store.codes_in_force(code, services(app).clock())
    assert "was refused" in guest.get(f"/m/{code}/access").get_data(as_text=True)


def test_silence_lets_the_seat_go_after_a_while(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask
) -> None:
    """Not before, however often the button is pressed; nor for a third phone."""
    fresh, third = new_phone(), new_phone()
    claimed(host, guest, code, fresh)
    third.get(f"/j/{code}")
    third.send(third.form("/join"), label="Third")
    third.get(f"/m/{code}/join")
    token = third.form("/join").value("csrf")
    data = {"csrf": token, "role": "bob", "choice": "yes"}
    assert third.post(f"/m/{code}/claim", data).status_code == 403
    for minutes, held in ((0, ()), (3, ("bob",))):
        later(app, minutes)
        fresh.get(f"/m/{code}")
        fresh.send(fresh.form("/claim"), choice="yes")
        assert seats(store, code)["New phone"] == held


def test_who_is_shut_out_does_not_come_back(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask
) -> None:
    """By no code he ever saw: his own, that of his seat, or those of a host when he was one."""
    own = codes_of(guest, code)
    host.get(f"/m/{code}/host")
    host.send(host.form("/device"), do="host")
    keys = [*own, *codes_of(guest, code), *codes_of(host, code)[1:]]
    host.get(f"/m/{code}/host")
    host.send(host.form("/device"), do="revoke")
    later(app, 5)
    for key in keys:
        assert use(new_phone(), code, key) in (422, 429)
    assert [one.host for one in store.read(code).devices] == [True]


def test_the_host_comes_back_too(host: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask) -> None:
    """The host's code makes a new phone a host, which may shut the lost one out."""
    key = codes_of(host, code)[-1]
    later(app, 5)
    fresh = new_phone()
    use(fresh, code, key)
    assert [device.host for device in store.read(code).devices] == [True, True]
    fresh.get(f"/m/{code}/host")
    fresh.send(fresh.form("/device"), do="revoke")
    assert host.get(f"/m/{code}/live").status_code == 403


def test_codes_are_shown_once_and_kept_nowhere(host: Phone, code: str) -> None:
    """No other page has them, and no browser keeps the page."""
    keys = codes_of(host, code)
    assert len(keys) == 3
    assert host.page is not None
    assert host.page.headers["Cache-Control"] == "no-store"
    for path in (f"/m/{code}/host", f"/m/{code}", f"/m/{code}/log", f"/m/{code}/export"):
        page = host.get(path).get_data(as_text=True)
        assert not [key for key in keys if key in page or key.replace("-", "") in page]


def test_who_is_no_host_gets_the_codes_of_his_own_seats(guest: Phone, code: str, new_phone: NewPhone) -> None:
    """Bob gets one code, his own; a watcher and a stranger get none."""
    assert len(codes_of(guest, code)) == 1
    watcher = new_phone()
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form("/join"), label="TV")
    watcher.get(f"/m/{code}/join")
    token = watcher.form("/join").value("csrf")
    assert watcher.post(f"/m/{code}/codes", {"csrf": token}).status_code == 403
    stranger = new_phone()
    stranger.get(f"/m/{code}/join")
    assert stranger.post(f"/m/{code}/codes", {"csrf": stranger.form("/join").value("csrf")}).status_code == 403


def test_opening_the_link_of_a_code_uses_nothing_up(
    host: Phone, code: str, new_phone: NewPhone, store: Store, app: Flask
) -> None:
    """A link preview takes no seat; and a code in the query, where servers and proxies write it down, is not read."""
    key = codes_of(host, code)[0]
    fresh = new_phone()
    fresh.get(f"/m/{code}/recover?key={key}")
    assert fresh.form("/recover").value("key") == ""
    assert len(store.read(code).devices) == 1
    assert store.recoverable(code, key, services(app).clock()) == "ann"


def test_wrong_codes_are_limited_and_then_right_ones_too(host: Phone, code: str, new_phone: NewPhone) -> None:
    """After five wrong tries a phone has to wait, whatever it tries; another phone does not."""
    key = codes_of(host, code)[0]
    fresh, other = new_phone(), new_phone()
    assert [use(fresh, code, "B" * 28) for _ in range(5)] == [422] * 5
    assert use(fresh, code, key) == 429
    assert use(other, code, key) == 200


@pytest.mark.parametrize("key", ["", "x", "B" * 5000, "<script>", "ÄÖÜ" * 9, "\0" * 28])
def test_rubbish_is_no_code(host: Phone, code: str, new_phone: NewPhone, store: Store, key: str) -> None:
    """Anything else is refused in words, makes no phone known, and is shown harmlessly."""
    codes_of(host, code)
    fresh = new_phone()
    assert use(fresh, code, key) == 422
    assert "<script>" not in fresh.text.partition('class="recover"')[2].partition("</form>")[0]
    assert len(store.read(code).devices) == 1


def test_a_code_of_another_match_opens_nothing(host: Phone, code: str, new_phone: NewPhone, store: Store) -> None:
    """The same seat at the next table is another seat."""
    key = codes_of(host, code)[0]
    host.get("/new/toy")
    host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann"], label="Ann's phone")
    other = next(info.code for info in store.matches() if info.code != code)
    assert use(new_phone(), other, key) == 422


# ---- asking the host


def ask_for(phone: Phone, code: str, seat: str) -> None:
    phone.get(f"/m/{code}/join")
    phone.send(phone.form("/wish"), seat=seat, label="Bob's new phone")


def test_the_host_hands_over_what_was_asked_for(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store
) -> None:
    """The wish stands on the host's page with one button; pressing it moves the seat and settles the wish."""
    fresh = new_phone()
    ask_for(fresh, code, "bob")
    assert "The host is asked" in fresh.text
    assert not fresh.questions()
    host.get(f"/m/{code}")
    assert "Bob&#39;s new phone" in host.text
    host.send(next(form for form in host.forms() if form.action.endswith("/seat")))
    assert seats(store, code)["Bob's new phone"] == ("bob",)
    assert "asks for" not in host.get(f"/m/{code}").get_data(as_text=True)
    fresh.get(f"/m/{code}")
    assert "The host is asked" not in fresh.text
    assert fresh.questions()


def test_only_the_host_sees_and_settles_wishes(guest: Phone, code: str, new_phone: NewPhone, store: Store) -> None:
    """Bob is not asked, and cannot refuse."""
    fresh = new_phone()
    ask_for(fresh, code, "ann")
    page = guest.get(f"/m/{code}").get_data(as_text=True)
    assert "asks for" not in page
    number = next(device.id for device in store.read(code).devices if device.wants)
    token = guest.forms()[0].value("csrf")
    assert guest.post(f"/m/{code}/refuse", {"csrf": token, "device": str(number)}).status_code == 403
    assert store.read(code).devices[-1].wants == "ann"


def test_a_wish_can_be_refused_and_taken_back(
    host: Phone, guest: Phone, code: str, new_phone: NewPhone, store: Store
) -> None:
    """Either way nobody asks any more and the seats are as they were."""
    fresh = new_phone()
    ask_for(fresh, code, "bob")
    host.get(f"/m/{code}")
    host.send(host.form("/refuse"))
    assert not [device for device in store.read(code).devices if device.wants]
    ask_for(fresh, code, "bob")
    fresh.send(fresh.form("/wish"))
    assert not [device for device in store.read(code).devices if device.wants]
    assert seats(store, code)["Bob's phone"] == ("bob",)


def test_nobody_asks_for_a_free_or_unknown_seat(host: Phone, code: str, new_phone: NewPhone, store: Store) -> None:
    """Free seats are taken, not asked for; and the phone does not join by asking."""
    fresh = new_phone()
    fresh.get(f"/m/{code}/join")
    token = fresh.form("/join").value("csrf")
    for seat in ("bob", "nobody"):
        assert fresh.post(f"/m/{code}/wish", {"csrf": token, "seat": seat}).status_code == 409
    assert len(store.read(code).devices) == 1
