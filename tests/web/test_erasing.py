"""Deleting a match and forgetting a phone: by whom, how it is asked, and what is left."""

from __future__ import annotations

from collections.abc import Callable

from companion.store import Store
from tests.web.phones import Phone


def joined(phone: Phone, code: str) -> Phone:
    phone.get(f"/m/{code}/join")
    phone.send(phone.form(f"/m/{code}/join"), label="Bert's phone")
    return phone


def test_the_host_deletes_a_match_by_typing_its_code(host: Phone, code: str, store: Store) -> None:
    """A wrong code deletes nothing and says why; the right one, as people type it, deletes for good."""
    host.get(f"/m/{code}/erase")
    form = host.form(f"/m/{code}/erase")
    assert host.send(form, typed="WRONG").status_code == 422
    assert f"Type the code of this match, {code}" in host.text
    assert len(store.matches()) == 1
    host.send(form, typed=f" {code.lower()} ")
    assert store.matches() == []
    assert host.get(f"/m/{code}").status_code == 404


def test_others_cannot_delete_it(host: Phone, code: str, store: Store, new_phone: Callable[[], Phone]) -> None:
    """A stranger sees nothing of it; who plays is not offered it, and the post is refused."""
    stranger, guest = new_phone(), joined(new_phone(), code)
    assert stranger.get(f"/m/{code}/erase").status_code == 403
    assert guest.get(f"/m/{code}/erase").status_code == 200
    assert "Delete the match" not in guest.text
    form = guest.form(f"/m/{code}/forget")
    form.action = f"/m/{code}/erase"
    assert guest.send(form, typed=code).status_code == 403
    assert len(store.matches()) == 1


def test_a_phone_forgets_itself(host: Phone, code: str, store: Store, new_phone: Callable[[], Phone]) -> None:
    """Its name is gone from the match, and its token with it."""
    guest = joined(new_phone(), code)
    guest.get(f"/m/{code}/erase")
    guest.send(guest.form(f"/m/{code}/forget"))
    assert [device.label for device in store.read(code).devices] == ["Ann's phone"]
    assert guest.get(f"/m/{code}/erase").status_code == 403


def test_a_guest_cannot_make_the_host_be_forgotten(
    host: Phone, code: str, store: Store, new_phone: Callable[[], Phone]
) -> None:
    """Only the host may forget others; the only host cannot leave a match without one."""
    guest = joined(new_phone(), code)
    first = store.read(code).devices[0].id
    guest.get(f"/m/{code}/erase")
    assert guest.send(guest.form(f"/m/{code}/forget"), device=str(first)).status_code == 403
    host.get(f"/m/{code}/erase")
    form = host.form(f"/m/{code}/forget")
    assert host.send(form, device=str(first)).status_code == 409
    assert host.send(form, device="99999").status_code == 404
    assert len(store.read(code).devices) == 2


def test_what_is_kept_of_a_phone_as_a_file(host: Phone, code: str) -> None:
    """Its name, times, seats, visits and answers; no token, nothing of others; not for strangers."""
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="2")
    page = host.get(f"/m/{code}/mine")
    told = page.get_json()
    assert (told["name"], told["seats"], told["host"]) == ("Ann's phone", ["ann"], True)
    assert [one["what"] for one in told["access"]][-1] == "joined"
    assert [one["seat"] for one in told["answers"]] == ["ann"]
    assert "attachment" in page.headers["Content-Disposition"]
    assert Phone(host.client.application).get(f"/m/{code}/mine").status_code == 403
