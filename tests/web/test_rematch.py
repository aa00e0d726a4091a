"""A rematch: begun once by somebody who sits at the match, and every phone of it finds its seat there."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.store import Device, Store
from tests.web.phones import HOST, Form, Phone

pytestmark = pytest.mark.slow

NOW = "2026-11-20T12:00:00+00:00"


@pytest.fixture
def people(app: Flask, store: Store) -> tuple[str, Phone, Phone, Phone]:
    """A match that is over; Anna (the host) and Ben played, a TV watched."""
    anna, ben, tv = (Phone(app) for _ in range(3))
    anna.get("/new/toy")
    anna.send(anna.form("/new/toy"), label="Anna", side=["ann", "bob"], mine=["ann"])
    code = store.matches()[0].code
    for phone, label, seat in ((ben, "Ben", "bob"), (tv, "TV", "")):
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), label=label, **({"seat": seat} if seat else {}))
    return code, anna, ben, tv


def finish(store: Store, code: str) -> None:
    """Play to the end, whatever is asked."""
    rng = Random(1)
    with store.change(code) as work:
        while questions := work.match.questions():
            try:
                work.match.answer(questions[0].key, sample(questions[0].part, rng), Stamp(questions[0].seat, NOW, "t"))
            except Refused:
                continue


def post(phone: Phone, path: str) -> TestResponse:
    """A form that no page shows."""
    phone.get("/new/toy")
    return phone.send(Form(path, "post", fields=[("csrf", phone.form("/new/toy").value("csrf"))]), follow=False)


def known(store: Store, phone: Phone, code: str) -> Device | None:
    """This phone, as the match knows it."""
    cookie = phone.client.get_cookie("phone", HOST.partition(":")[0], f"/m/{code}")
    return store.device(code, cookie.value) if cookie else None


def seats(store: Store, code: str) -> dict[str, str]:
    view = store.read(code)
    label = {one.id: one.label for one in view.devices}
    return {seat.id: label.get(seat.device, "") for seat in view.seats}


@pytest.mark.parametrize("choice", ["same", "next"])
def test_everybody_goes_there_with_one_tap(store: Store, people: tuple[str, Phone, Phone, Phone], choice: str) -> None:
    """Ben begins it; Anna and the TV find the way on the page of the finished match, and the lobby knows them."""
    code, anna, ben, tv = people
    before = seats(store, code)
    finish(store, code)
    ben.get(f"/m/{code}")
    ben.send(ben.form("/rematch"), seats=choice)
    new = store.read(code).rematch
    now = seats(store, new)
    assert sorted(now.values()) == sorted(before.values()) == ["Anna", "Ben"]
    assert (now == before) is (choice == "same")
    for phone, plays in ((anna, True), (tv, False)):
        phone.get(f"/m/{code}/after")
        phone.send(phone.form("/rematch/go"))
        assert phone.get(f"/m/{new}/lobby").status_code == 200
        device = known(store, phone, new)
        assert device is not None
        assert bool(device.seats) is plays


def test_who_watches_begins_none_and_nobody_before_the_end(
    store: Store, people: tuple[str, Phone, Phone, Phone]
) -> None:
    """A watcher's page has no button, and a post is refused; so is one while the match runs, or from a stranger."""
    code, anna, ben, tv = people
    assert post(ben, f"/m/{code}/rematch").status_code == 409
    assert post(ben, f"/m/{code}/rematch/go").status_code == 409
    finish(store, code)
    assert f"/m/{code}/rematch" not in tv.get(f"/m/{code}/after").get_data(as_text=True)
    assert post(tv, f"/m/{code}/rematch").status_code == 403
    stranger = Phone(anna.client.application)
    for path in ("/rematch", "/rematch/go"):
        assert post(stranger, f"/m/{code}{path}").status_code == 403
    assert store.read(code).rematch == ""
    assert len(store.matches()) == 1


def test_who_comes_after_the_beginning_joins_like_everybody(
    store: Store, people: tuple[str, Phone, Phone, Phone]
) -> None:
    """A phone that was not at the match then has no seat kept: it is shown the way in."""
    code, anna, _ben, _tv = people
    finish(store, code)
    post(anna, f"/m/{code}/rematch")
    late = Phone(anna.client.application)
    late.get(f"/j/{code}")
    late.send(late.form("/join"), label="Late")
    new = store.read(code).rematch
    answer = post(late, f"/m/{code}/rematch/go")
    assert answer.status_code == 303
    assert answer.location.endswith(f"/j/{new}")
    assert known(store, late, new) is None


def test_who_looks_at_the_end_is_told_at_the_top(store: Store, people: tuple[str, Phone, Phone, Phone]) -> None:
    """Below what was decided stand the ways to begin one; once it has begun, the way there comes first, and once."""
    code, anna, ben, _tv = people
    finish(store, code)
    before = anna.get(f"/m/{code}").get_data(as_text=True).partition('class="ended"')[2]
    assert before.lstrip("> \n").startswith('<section class="verdict"')
    ben.get(f"/m/{code}")
    ben.send(ben.form("/rematch"), seats="same")
    page = anna.get(f"/m/{code}").get_data(as_text=True)
    assert page.count('id="rematch"') == 1
    assert page.partition('class="ended"')[2].lstrip("> \n").startswith('<section class="rematch"')
