"""Both dice of a contest on one phone: one button, two answers, each counted once."""

from __future__ import annotations

import pytest

from companion.store import Store
from tests.web.phones import Form, Phone


@pytest.fixture
def duel(phone: Phone) -> Phone:
    """One phone with both sides of a contest before it."""
    phone.get("/helpers")
    phone.send(next(form for form in phone.forms() if form.action.startswith("/helpers/toy/")))
    for _ in range(10):
        if [form for form in phone.forms() if form.action.endswith("/both")]:
            return phone
        phone.send(phone.questions()[0], number="3", choice="yes")
    raise AssertionError("No contest came up.")


def both(phone: Phone) -> Form:
    return next(form for form in phone.forms() if form.action.endswith("/both"))


def rolled(store: Store, phone: Phone) -> list[tuple[str, str, str]]:
    code = both_code(phone)
    lines = store.read(code).entries(limit=50).lines
    return [(line.entry.seat, line.entry.source, line.entry.post) for line in lines if line.entry.source == "rolled"]


def both_code(phone: Phone) -> str:
    assert phone.page is not None
    return phone.page.request.path.split("/")[2]


def test_one_press_answers_both(duel: Phone, store: Store) -> None:
    """Both seats have rolled, by the app, each under the key of its own form."""
    form = both(duel)
    posts = {form.value("post.0"), form.value("post.1")}
    duel.send(form)
    found = rolled(store, duel)
    assert {seat for seat, _, _ in found} == {"ann", "bob"}
    assert {post for _, _, post in found} == posts
    assert len(posts) == len(found) == 2


def test_pressed_twice_it_counts_once(duel: Phone, store: Store) -> None:
    """The same page sent again adds nothing."""
    form = both(duel)
    duel.send(form)
    first = rolled(store, duel)
    assert duel.send(form).status_code == 200
    assert rolled(store, duel) == first


def test_the_die_already_given_stays(duel: Phone, store: Store) -> None:
    """One die typed in from another page meanwhile: only the other one is rolled."""
    form = both(duel)
    duel.send(duel.questions()[0], die__0="7")
    duel.send(form)
    assert len(rolled(store, duel)) == 1


def test_only_dice_of_this_phone_are_rolled(host: Phone, guest: Phone, code: str, store: Store) -> None:
    """A made-up pair of other questions, of another seat or unknown, changes nothing."""
    guest.get(f"/m/{code}")
    foreign = guest.questions()[0].value("key")
    own = host.get(f"/m/{code}") and host.questions()[0]
    before = store.read(code).last
    host.post(
        f"/m/{code}/both", {"csrf": own.value("csrf"), "key.0": foreign, "post.0": "a", "key.1": own.value("key")}
    )
    assert host.page is not None
    assert host.page.status_code == 200
    assert store.read(code).last == before


def test_a_helper_is_a_tool(duel: Phone) -> None:
    """There is no table round it: nobody's move, and no code to join by."""
    assert duel.page is not None
    assert "your-move" not in duel.page.text
    assert 'class="code"' not in duel.page.text
