"""Secrecy: no byte a phone gets depends on what its seats may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Confirm
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.match.live import Stamp
from companion.engine.testing.leaks import perturbed
from companion.store import MatchView, Store
from companion.web.app.cache import Cache
from companion.web.app.drawings import Drawings
from companion.web.app.services import Services
from companion.web.app.viewer import in_secret
from tests.web.phones import Phone
from tests.web.player import answer_one

pytestmark = pytest.mark.slow

PAGES = (
    "",
    "?tab=army",
    "?tab=map",
    "?as=bob",
    "/live?tab=now",
    "/live?tab=army",
    "/correct",
    "/tv",
    "/tv/live",
    "/host",
    "/after",
)
TOKENS = re.compile(r'name="(?:csrf|post(?:\.\d)?)" value="[^"]*"')


def seen(phone: Phone, code: str) -> list[str]:
    """Everything a phone is shown, drawn anew, without what differs between any two pages."""
    parts: Services = phone.client.application.extensions["companion"]
    parts.shared_pages, parts.boards = Drawings(), Cache(1)
    return [TOKENS.sub("", phone.get(f"/m/{code}{path}").get_data(as_text=True)) for path in PAGES]


@pytest.mark.parametrize("answers", [4, 6, 9, 14])
def test_changing_every_hidden_value_changes_no_byte(
    host: Phone, guest: Phone, new_phone: Callable[[], Phone], store: Store, code: str,
    monkeypatch: pytest.MonkeyPatch, answers: int,
) -> None:  # fmt: skip
    """Hands of others and the cup are exchanged behind the scenes; Ann and a watcher see the very same pages."""
    rng = random.Random(2)
    for _ in range(answers):
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
    watcher = new_phone()
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form("/join"), label="TV")
    for phone, seat in ((host, "ann"), (watcher, "")):
        before = seen(phone, code)
        state = store.read(code).state
        other = perturbed(state, seat)
        assert other is not None
        with monkeypatch.context() as patch:
            patch.setattr(MatchView, "state", property(lambda _view, other=other: other))
            assert seen(phone, code) == before
    assert '"value"' not in before[0]


def test_the_measure_itself_sees_a_leak(
    host: Phone, guest: Phone, store: Store, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner's own pages do change, so the comparison above is not blind."""
    before = seen(guest, code)
    other = store.read(code).state
    other.sides["bob"].hand = ["XYZZY"]  # type: ignore[attr-defined]
    monkeypatch.setattr(MatchView, "state", property(lambda _view: other))
    assert [page == old for page, old in zip(seen(guest, code), before, strict=True)].count(False) >= 2


def test_what_was_drawn_in_private_is_in_nobody_elses_log(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """The log says that Bob drew, not what; Bob's own log says it."""
    rng = random.Random(11)
    while not draws(store, code):
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
    drawn = draws(store, code)[0]
    words = ", ".join(drawn.value)
    own, others = (phone.get(f"/m/{code}/log").get_data(as_text=True) for phone in (guest, host))
    assert f'id="entry-{drawn.n}"' in others
    assert words in entry_text(own, drawn.n)
    assert words not in entry_text(others, drawn.n)


def test_a_corrected_secret_is_in_nobody_elses_log(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Bob corrects his own hand; the others read only that something hidden was corrected."""
    rng = random.Random(11)
    while not store.read(code).state.sides["bob"].hand:  # type: ignore[attr-defined]
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
    guest.get(f"/m/{code}/correct?path=/sides/bob/hand/0")
    guest.send(guest.form("/correct"), value="XYZZY", reason="it was another card")
    assert "XYZZY" in guest.get(f"/m/{code}/log").get_data(as_text=True)
    others = host.get(f"/m/{code}/log").get_data(as_text=True)
    assert "XYZZY" not in others
    assert "another card" not in others
    assert "A hidden value was corrected" in others


def test_a_running_match_with_all_its_secrets_goes_to_the_host_only(host: Phone, guest: Phone, code: str) -> None:
    """The file holds every hand."""
    assert host.get(f"/m/{code}/export").status_code == 200
    assert guest.get(f"/m/{code}/export").status_code == 403


def draws(store: Store, code: str) -> list[Any]:
    """What Bob drew, as entries."""
    entries = [line.entry for line in store.read(code).entries(limit=200).lines]
    return [entry for entry in entries if entry.seat == "bob" and entry.prompt.message.startswith("Draw")]


def entry_text(page: str, n: int) -> str:
    """The part of a log page about one entry."""
    return page.split(f'id="entry-{n}"')[1].split("</li>")[0]


def test_a_phone_passed_round_shows_no_secret_before_it_is_in_the_right_hands(phone: Phone, store: Store) -> None:
    """While the cover asks for Ann, neither hand is on the page; then hers is, and Bob's is not."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"])
    code, rng = store.matches()[0].code, random.Random(1)
    while not any(question.sealed for question in store.read(code).questions):
        phone.get(f"/m/{code}")
        answer_one(phone, rng)
    with store.change(code) as work:
        for seat in ("ann", "bob"):
            work.match.correct(f"/sides/{seat}/hand", [f"{seat}s-card"], "", Stamp(seat))
    phone.get(f"/m/{code}?tab=army")
    assert "Only this side" not in phone.text
    covered = phone.get(f"/m/{code}").get_data(as_text=True) + phone.get(f"/m/{code}?tab=army").get_data(as_text=True)
    assert "Only this side should look now" in covered
    assert "s-card" not in covered
    opened = phone.get(f"/m/{code}?as=ann&tab=army").get_data(as_text=True)
    assert "anns-card" in opened
    assert "bobs-card" not in opened


def test_a_private_draw_cannot_be_changed_by_others(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """The form would show the cards; it is there for Bob alone, however the address is come by."""
    rng = random.Random(11)
    while not draws(store, code):
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
    drawn = draws(store, code)[0]
    assert guest.get(f"/m/{code}/change/{drawn.n}").status_code == 200
    assert host.get(f"/m/{code}/change/{drawn.n}").status_code == 404
    form = {"csrf": csrf_of(host, code), "card": drawn.value}
    assert host.post(f"/m/{code}/change/{drawn.n}", form).status_code == 404


def csrf_of(phone: Phone, code: str) -> str:
    phone.get(f"/m/{code}/correct?path=/rounds")
    return phone.form("/correct").value("csrf")


@pytest.mark.parametrize("alone", [True, False])
def test_a_form_that_shows_a_hand_is_covered_on_a_phone_of_several_seats(alone: bool) -> None:
    """Not only what is sealed until all have answered; a phone of one seat is in the right hands."""
    asked = Question("1.0", "1", Ask("bob", "", t("Cast?"), Confirm(), alone=alone))
    for seats, covers in ((("ann", "bob"), alone), (("bob",), False)):
        viewer: Any = SimpleNamespace(mine=lambda: [asked], seats=seats)
        assert bool(in_secret(viewer)) == covers
