"""Playing through plain forms: no scripts, redirects after every post."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from companion.engine.core.errors import RuleError
from companion.engine.match.live import Match
from companion.store import Store
from tests.web.phones import Phone
from tests.web.player import answer_one


def test_whoever_creates_a_match_is_its_host_and_holds_the_seats_ticked(host: Phone, store: Store, code: str) -> None:
    """The creator needs no further step to play."""
    device = store.read(code).devices[0]
    assert device.host
    assert device.seats == ("ann",)
    assert "Prepare your stall." in host.text


@pytest.mark.slow
def test_two_phones_play_a_whole_game_through_plain_forms(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Every kind of question can be answered on the page as it stands, until the game ends."""
    rng = random.Random(7)
    for _ in range(600):
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
            assert phone.page is not None
            assert phone.page.status_code in (200, 422), phone.text
        if store.read(code).ended:
            break
    assert store.read(code).ended
    assert "Finished" in host.get(f"/m/{code}").get_data(as_text=True)


@pytest.mark.slow
def test_one_phone_passed_round_can_hold_every_seat(phone: Phone, store: Store) -> None:
    """Pass-round mode is nothing but a phone with all seats."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob", "cat"], mine=["ann", "bob", "cat"])
    code, rng = store.matches()[0].code, random.Random(3)
    for _ in range(900):
        phone.get(f"/m/{code}")
        if not answer_one(phone, rng):
            cover = f"/m/{code}?as="
            seats = [seat for seat in ("ann", "bob", "cat") if f"{cover}{seat}" in phone.text]
            if not seats:
                break
            phone.get(f"{cover}{seats[0]}")
            assert answer_one(phone, rng)
    assert store.read(code).ended


def test_a_post_sent_twice_counts_once(host: Phone, store: Store, code: str) -> None:
    """A double tap or a repeated request is one answer."""
    form = host.questions()[0]
    host.send(form, f__gold__number="7")
    last = store.read(code).last
    host.send(form, f__gold__number="7")
    assert store.read(code).last == last
    assert host.page is not None
    assert host.page.status_code == 200


def test_a_refused_answer_comes_back_as_it_was_typed_with_the_reason(host: Phone, store: Store, code: str) -> None:
    """Nothing typed is lost, and the reason stands in the form."""
    page = host.send(host.questions()[0], f__gold__number="99", f__banner__choice="yes")
    assert page.status_code == 422
    assert 'value="99"' in host.text
    assert "Enter a number from 0 to 20." in host.text
    assert 'role="alert"' in host.text
    assert store.read(code).last == 0


def test_a_late_answer_is_told_what_happened_instead(host: Phone, store: Store, code: str) -> None:
    """An answer to a question that is no longer open changes nothing and says who answered and what."""
    form = host.questions()[0]
    host.send(form, f__gold__number="7")
    old = dict(form.fields) | {"post": "another", "f.gold.number": "3"}
    page = host.post(form.action, old)
    assert page.status_code == 409
    assert "answered already by Ann" in host.text
    assert "7" in host.text
    assert store.read(code).last == 1


def test_a_phone_may_answer_for_another_seat_so_that_nobody_blocks(host: Phone, store: Store, code: str) -> None:
    """Bob has no phone; Ann answers for him, and the log says that she did."""
    host.get(f"/m/{code}?as=bob")
    assert "You answer for" in host.text
    bob = next(form for form in host.questions() if form.value("as") == "bob")
    host.send(bob, f__gold__number="4")
    entry = store.read(code).entry(1).entry
    assert (entry.seat, entry.by) == ("bob", "ann")


def test_secret_choices_cannot_be_answered_for_another(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """A sealed question of another seat is announced but neither shown nor open to others."""
    to_the_bids(host, guest, store, code)
    question = next(q for q in store.read(code).questions if q.seat == "bob")
    host.get(f"/m/{code}?as=bob")
    assert question.key not in host.text
    assert "chooses in secret" in host.text
    mine = host.questions()[0]
    stolen = dict(mine.fields) | {"key": question.key, "number": "1", "post": "x"}
    assert host.post(mine.action, stolen).status_code == 403


def test_a_sealed_answer_is_shown_to_nobody_else_before_all_are_in(
    host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """Two bids that differ give the other phone the very same bytes."""
    to_the_bids(host, guest, store, code)
    pages = []
    for bid in ("0", "1"):
        host.get(f"/m/{code}")
        host.send(host.questions()[0], number=bid)
        seen = [guest.get(path).get_data(as_text=True) for path in (f"/m/{code}/log", f"/m/{code}/live?tab=army")]
        pages.append([without_tokens(text) for text in seen])
        host.get(f"/m/{code}")
        host.send(next(form for form in host.forms() if "/undo/" in form.action))
    assert pages[0][0].replace("entry-", "") != ""
    assert same_words(pages[0][1], pages[1][1])
    assert "Your bid?" in pages[0][0]
    assert ">1</b>" not in pages[1][0].split("Your bid?")[1][:120]


def test_notes_for_one_seat_reach_only_its_phone(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """What Ann drew is in her log and nowhere in Bob's."""
    to_the_bids(host, guest, store, code)
    drawn = store.read(code).state.sides["ann"].hand  # type: ignore[attr-defined]
    assert f"You drew {', '.join(drawn)}" in host.get(f"/m/{code}/log").get_data(as_text=True)
    log = guest.get(f"/m/{code}/log").get_data(as_text=True)
    assert log.count("You drew") == 1
    assert f"You drew {', '.join(drawn)}." not in log or drawn == store.read(code).state.sides["bob"].hand  # type: ignore[attr-defined]


def test_a_watcher_sees_the_table_and_changes_nothing(
    host: Phone, new_phone: Callable[[], Phone], store: Store, code: str
) -> None:
    """A phone without a seat has no forms, and its posts are refused."""
    watcher = new_phone()
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form("/join"), label="TV")
    assert watcher.questions() == []
    token = watcher.get("/helpers/toy/practice") and watcher.form().value("csrf")
    page = watcher.post(f"/m/{code}/answer", {"csrf": token, "key": store.read(code).questions[0].key})
    assert page.status_code == 403
    assert store.read(code).last == 0


def test_a_helper_needs_no_joining(phone: Phone, store: Store) -> None:
    """One tap from the list of helpers to its first question, and on to its end."""
    phone.get("/helpers")
    phone.send(phone.form("/helpers/toy/practice"))
    assert "Our fighters" in phone.text
    code = store.matches(kind="helper")[0].code
    rng = random.Random(1)
    for _ in range(80):
        phone.get(f"/m/{code}")
        if not answer_one(phone, rng):
            break
    assert store.read(code).ended
    assert "Once more" in phone.text


def test_undo_takes_back_ones_own_last_answer_with_one_tap(host: Phone, store: Store, code: str) -> None:
    """The button is on the play page; redo is in the log."""
    host.send(host.questions()[0], f__gold__number="7")
    host.send(host.form("/undo/1"))
    assert store.read(code).tip == 0
    host.get(f"/m/{code}/log")
    assert "taken back" in host.text
    host.send(host.form("/redo"))
    assert store.read(code).tip == 1


@pytest.mark.slow
def test_undo_of_what_concerns_others_is_put_before_the_table(
    host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """Ann cannot take back Bob's answer alone; Bob agrees on his phone, then it is done."""
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="7")
    guest.get(f"/m/{code}")
    guest.send(guest.questions()[0], f__gold__number="5")
    host.get(f"/m/{code}/undo/1")
    assert "asked to agree" in host.text
    host.send(host.form("/undo/1"))
    assert store.read(code).tip == 2
    guest.get(f"/m/{code}")
    card = guest.text.partition('class="proposal ')[2].partition("</section>")[0]
    assert str(store.read(code).entry(1).entry.prompt) in card  # what is meant, and no number of an entry
    assert "entry 1" not in card
    guest.send(guest.form("/proposal"), choice="yes")
    assert store.read(code).tip == 0
    assert 'class="proposal' not in guest.get(f"/m/{code}").get_data(as_text=True)


def test_an_undo_sent_twice_proposes_nothing(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """The reply was lost, Bob has answered meanwhile: the repeated undo counts no more and asks nobody."""
    host.send(host.questions()[0], f__gold__number="7")
    undo = host.form("/undo/1")
    host.send(undo)
    guest.get(f"/m/{code}")
    guest.send(guest.questions()[0], f__gold__number="5")
    last = store.read(code).last
    assert host.send(undo).status_code == 200
    assert store.read(code).last == last
    assert store.read(code).proposal is None


@pytest.mark.parametrize("choice", ["no", "force"])
def test_a_proposal_never_blocks(host: Phone, guest: Phone, store: Store, code: str, choice: str) -> None:
    """It can be turned down, and the host can settle it for a table that agreed aloud."""
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="7")
    guest.get(f"/m/{code}")
    guest.send(guest.questions()[0], f__gold__number="5")
    host.get(f"/m/{code}/undo/1")
    if choice == "force":
        host.send(host.form("/undo/1"), force="yes")
        assert store.read(code).tip == 0
        return
    host.send(host.form("/undo/1"))
    guest.get(f"/m/{code}")
    guest.send(guest.form("/proposal"), choice="no")
    assert store.read(code).tip == 2
    assert store.read(code).proposal["waiting"] == []
    host.get(f"/m/{code}")
    host.send(host.form("/proposal"), choice="no")
    assert store.read(code).proposal is None


def test_changing_an_old_answer_shows_first_what_no_longer_fits(phone: Phone, store: Store) -> None:
    """The preview names the entries that are dropped and changes nothing; confirming keeps the rest."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"])
    code, rng = store.matches()[0].code, random.Random(5)
    for _ in range(12):
        phone.get(f"/m/{code}")
        answer_one(phone, rng)
    last = store.read(code).last
    phone.get(f"/m/{code}/change/1")
    page = phone.send(phone.form("/change/1"), f__gold__number="20", f__banner__choice="yes")
    assert page.status_code == 200
    assert "Change this answer?" in phone.text
    assert store.read(code).last == last
    phone.send(phone.form("/change/1"))
    assert store.read(code).state.sides["ann"].name == "ann with a banner"  # type: ignore[attr-defined]
    assert store.read(code).last > last


def test_a_value_is_corrected_from_where_it_is_shown(host: Phone, store: Store, code: str) -> None:
    """A gauge links to its correction; the reason is in the log."""
    host.get(f"/m/{code}?tab=army")
    path = "/m/" + code + "/correct?path=/sides/ann/gold"
    assert path in host.text.replace("%2F", "/")
    host.get(path)
    host.send(host.form("/correct"), value="13", reason="miscounted")
    assert store.read(code).state.sides["ann"].gold == 13  # type: ignore[attr-defined]
    assert "miscounted" in host.get(f"/m/{code}/log").get_data(as_text=True)


def test_a_correction_of_the_wrong_kind_is_refused_with_what_was_typed(host: Phone, store: Store, code: str) -> None:
    """`many` is no amount of gold."""
    host.get(f"/m/{code}/correct?path=/sides/ann/gold")
    page = host.send(host.form("/correct"), value="many")
    assert page.status_code == 422
    assert 'value="many"' in host.text
    assert store.read(code).last == 0


@pytest.mark.parametrize("path", ["/cup", "/sides/bob/hand", "/schema", "/rulings/ties", "/nowhere", "x"])
def test_values_a_phone_may_not_see_cannot_be_corrected(host: Phone, code: str, path: str) -> None:
    """Hidden values, others' hands, and what is not a value of the table, are not found."""
    assert host.get(f"/m/{code}/correct?path={path}").status_code == 404


def to_the_bids(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Play until the sealed bids are open, everybody with gold."""
    rng = random.Random(11)
    for _ in range(60):
        questions = store.read(code).questions
        if any(question.sealed for question in questions):
            return
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            if not any(question.sealed for question in store.read(code).questions):
                answer_one(phone, rng)
    raise AssertionError("no bids")


def without_tokens(text: str) -> str:
    """A page without what differs between any two pages, or two seconds."""
    text = re.sub(r'data-since="[^"]*"', "", text)
    kept = [line for line in text.splitlines() if "csrf" not in line and "data-version" not in line]
    return "\n".join(kept)


def same_words(one: str, other: str) -> bool:
    """Whether two pages differ in tokens only."""
    return [line for line in one.splitlines() if "undo-" not in line] == [
        line for line in other.splitlines() if "undo-" not in line
    ]


def test_the_same_answer_from_many_hands_at_once_counts_once(app: Flask, host: Phone, store: Store, code: str) -> None:
    """Eight copies of one post in eight threads: one entry, and every sender is led to the table."""
    form = host.questions()[0]
    copies = []
    for _ in range(8):
        copy = Phone(app)
        copy.client._cookies = host.client._cookies
        copies.append(copy)
    with ThreadPoolExecutor(8) as pool:
        pages = list(pool.map(lambda one: one.send(form, follow=False, f__gold__number="7"), copies))
    assert [page.status_code for page in pages] == [303] * 8
    assert store.read(code).last == 1


def test_answers_of_different_seats_never_collide(
    app: Flask, host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """Both are asked at once and answer at once; both count, whatever order they arrive in."""
    host.get(f"/m/{code}")
    guest.get(f"/m/{code}")
    forms = [(phone, phone.questions()[0]) for phone in (host, guest)]
    with ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(lambda one: one[0].send(one[1], follow=False, f__gold__number="5"), forms))
    assert [page.status_code for page in pages] == [303, 303]
    entries = [store.read(code).entry(n).entry for n in (1, 2)]
    assert {entry.seat for entry in entries} == {"ann", "bob"}


def test_rules_that_stumble_leave_the_match_as_it_was_and_say_so(
    host: Phone, store: Store, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in a rule is shown on the table's page, with the ways round it; nothing has changed."""
    form = host.questions()[0]

    def broken(*_: object) -> None:
        raise RuleError("The rules stumbled here; nothing was changed. Undo or correct a value.")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "answer", broken)
        page = host.send(form, f__gold__number="7")
    assert page.status_code == 409
    assert "The rules stumbled here" in host.text
    assert host.questions()
    assert store.read(code).last == 0
