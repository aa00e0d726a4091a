"""The lobby: others are awaited there, say that they are ready, and come to the table together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.catalogues import translator
from companion.store import Store
from companion.web.app.texts import UNNAMED
from tests.web.phones import Phone

NewPhone = Callable[[], Phone]


def lobby_of(host: Phone, new_phone: NewPhone, code: str) -> tuple[Phone, Phone]:
    """The host's phone and a guest's in the lobby; the guest has come by the code."""
    guest = new_phone()
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), seat="bob", label="Bea")
    host.get(f"/m/{code}/lobby")
    return host, guest


def test_who_makes_a_match_for_others_sees_its_code_and_who_comes(
    host: Phone, new_phone: NewPhone, store: Store, code: str
) -> None:
    """The lobby shows the code, the names with their sides, and by its stream that somebody has come."""
    host.get(f"/m/{code}/lobby")
    assert code in host.text
    assert "Bea" not in host.text
    before = store.version(code)
    _host, guest = lobby_of(host, new_phone, code)
    assert store.version(code) > before
    assert "Bea" in host.get(f"/m/{code}/lobby/live").get_data(as_text=True)
    assert guest.page is not None
    assert guest.page.request.path == f"/m/{code}/lobby"


def test_that_no_phone_can_come_is_said_until_one_has(
    host: Phone, new_phone: NewPhone, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server without an address that it knows of warns; who has come all the same proves it wrong."""
    monkeypatch.setattr("companion.web.lobby.match_lobby.phone_address", lambda: "")
    assert "unreached" in host.get(f"/m/{code}/lobby").get_data(as_text=True)
    lobby_of(host, new_phone, code)
    assert "unreached" not in host.get(f"/m/{code}/lobby").get_data(as_text=True)


def test_a_phone_without_a_name_is_called_so_in_the_readers_language(
    host: Phone, new_phone: NewPhone, store: Store, code: str
) -> None:
    """Whatever language it joined in: the name is not kept in that language."""
    guest = new_phone()
    guest.get("/language/de")
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), seat="bob", label="")
    unnamed = UNNAMED["phone"]
    assert store.read(code).devices[-1].label == unnamed
    for phone, shown in ((guest, translator("de")(unnamed)), (host, unnamed)):
        assert f">{shown}<" in phone.get(f"/m/{code}/lobby/live").get_data(as_text=True)


def test_a_name_may_be_given_in_the_lobby(host: Phone, new_phone: NewPhone, store: Store, code: str) -> None:
    """Who came without one is asked for it, and everybody reads it; an empty one changes nothing."""
    guest = new_phone()
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), seat="bob", label="")
    form = guest.form("/lobby/name")
    guest.send(form, label="  Bea ")
    assert [one.label for one in store.read(code).devices][-1] == "Bea"
    assert ">Bea<" in host.get(f"/m/{code}/lobby/live").get_data(as_text=True)
    guest.send(guest.form("/lobby/name"), label=" ")
    assert [one.label for one in store.read(code).devices][-1] == "Bea"


def test_a_guest_says_that_he_is_ready_and_the_host_begins(
    host: Phone, new_phone: NewPhone, store: Store, code: str
) -> None:
    """Only the host begins; an open lobby is then sent to the table, and the address of the lobby leads there."""
    _host, guest = lobby_of(host, new_phone, code)
    assert not any(form.action.endswith("/begin") for form in guest.forms())
    guest.send(guest.form("/lobby/ready"))
    assert [device.ready for device in store.read(code).devices] == [False, True]
    assert guest.form("/lobby/ready").value("ready") == "no"
    assert guest.post(f"/m/{code}/lobby/begin", {"csrf": guest.form().value("csrf")}).status_code == 403
    host.send(host.form("/lobby/begin"))
    assert host.page is not None
    assert host.page.request.path == f"/m/{code}"
    assert guest.get(f"/m/{code}/lobby/live").headers["HX-Redirect"] == f"/m/{code}"
    assert guest.get(f"/m/{code}/lobby").request.path == f"/m/{code}"


def test_the_first_answer_begins_the_match_too(host: Phone, new_phone: NewPhone, code: str) -> None:
    """Nobody is led into a lobby while others play."""
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="3")
    assert host.get(f"/m/{code}/lobby").request.path == f"/m/{code}"
    late = new_phone()
    late.get(f"/j/{code}")
    assert late.send(late.form("/join"), seat="bob").request.path == f"/m/{code}"


def test_a_match_all_on_one_phone_has_no_lobby(phone: Phone, store: Store) -> None:
    """There is nobody to wait for, and no name to put beside every side."""
    phone.get("/new/toy")
    page = phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"], label="Zoe")
    assert page.request.path == f"/m/{store.matches()[0].code}"
    assert "Zoe" not in phone.text


@pytest.mark.slow
def test_a_free_side_is_taken_in_the_lobby(host: Phone, new_phone: NewPhone, store: Store, code: str) -> None:
    """Who only watched takes it with one tap."""
    guest = new_phone()
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), label="Bea")
    guest.send(guest.form(f"/m/{code}/join"), seat="bob")
    assert store.read(code).devices[1].seats == ("bob",)


def test_a_stranger_is_asked_to_join_first(host: Phone, new_phone: NewPhone, code: str) -> None:
    """The lobby names people; only who has joined sees it."""
    for tail in ("lobby", "lobby/live"):
        assert new_phone().get(f"/m/{code}/{tail}").request.path == f"/m/{code}/join"


def test_the_big_screen_shows_the_code_until_the_match_begins(host: Phone, new_phone: NewPhone, code: str) -> None:
    """And who sits where; then the table takes its place."""
    screen = new_phone()
    screen.get(f"/tv/{code}")
    screen.send(screen.form("/join"))
    assert "tv-players" in screen.get(f"/m/{code}/tv/live").get_data(as_text=True)
    host.get(f"/m/{code}/lobby")
    host.send(host.form("/lobby/begin"))
    assert "tv-players" not in screen.get(f"/m/{code}/tv/live").get_data(as_text=True)


def test_a_wrong_code_leads_to_the_field_with_what_was_typed(phone: Phone) -> None:
    """One letter is put right, not five typed again."""
    page = phone.get("/j?code=zz9zz")
    assert page.status_code == 404
    form = next(one for one in phone.forms() if one.action == "/j")
    assert form.value("code") == "ZZ9ZZ"


def test_the_start_page_lists_all_matches_of_a_phone(host: Phone, store: Store, code: str) -> None:
    """Newest first; what is gone is forgotten, and the others stay."""
    host.get("/new/toy")
    host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"])
    newer = next(one.code for one in store.matches() if one.code != code)
    text = host.get("/").get_data(as_text=True)
    assert text.index(f"/m/{newer}") < text.index(f"/m/{code}")
    host.client.set_cookie("at", f"{newer}.ZZZZZ.{code}", domain="192.168.1.5")
    host.get("/")
    cookie = host.client.get_cookie("at", "192.168.1.5")
    assert cookie is not None
    assert cookie.value == f"{newer}.{code}"


def test_a_guest_has_his_button_first_and_the_code_folded(host: Phone, new_phone: NewPhone, code: str) -> None:
    """He has scanned it already. The host shows it openly, small once no side is free; then he begins."""
    host.get(f"/m/{code}/lobby")
    assert host.text.index('class="qr"') < host.text.index('id="players"') < host.text.index('class="begin"')
    assert '<details class="card invite">' not in host.text
    _host, guest = lobby_of(host, new_phone, code)
    assert guest.text.index('class="begin"') < guest.text.index('id="players"') < guest.text.index('class="qr"')
    folded = guest.text.index('<details class="card invite">')
    assert folded < guest.text.index('class="qr"')
    assert host.text.index('class="begin"') < host.text.index('id="players"')
    assert '<details class="card invite">' not in host.text


def test_the_host_is_told_who_is_not_ready_and_what_is_free(host: Phone, new_phone: NewPhone, code: str) -> None:
    """A free side is no person; who has joined and is not ready is named; the code stays in sight for who comes."""

    def hints() -> tuple[str, str]:
        text = host.get(f"/m/{code}/lobby").get_data(as_text=True)
        return tuple(text.partition(mark)[2].partition("</p>")[0] for mark in ("data-unready", "data-free"))  # type: ignore[return-value]

    unready, free = hints()
    assert "Bea" not in unready
    assert free
    guest = new_phone()
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), seat="bob", label="Bea")
    unready, free = hints()
    assert "Bea" in unready
    assert not free
    first = host.text.partition('<details class="card')[0]
    assert 'class="qr' in first
    guest.get(f"/m/{code}/lobby")
    guest.send(guest.form("/lobby/ready"))
    assert "Bea" not in hints()[0]


def test_who_watches_is_offered_only_what_is_free(host: Phone, new_phone: NewPhone, code: str) -> None:
    """Once all sides are taken there is nothing to take."""
    watcher, guest = new_phone(), new_phone()
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form("/join"))
    assert "data-free" in watcher.get(f"/m/{code}/lobby").get_data(as_text=True)
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), seat="bob", label="Bea")
    assert "data-free" not in watcher.get(f"/m/{code}/lobby").get_data(as_text=True)
