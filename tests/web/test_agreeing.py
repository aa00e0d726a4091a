"""Correcting what belongs to somebody else: announced, and its owner is asked, as before an old answer is changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from flask import Flask
from msgspec import to_builtins

from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.store import Store
from companion.web.play.agreeing import Proposal, read_proposal
from tests.browser.site import NOW, find_game
from tests.web.phones import Phone

GOLD = "/sides/ann/gold"


def corrected(phone: Phone, code: str, value: str, **more: str) -> None:
    """Send the form of Ann's gold."""
    phone.get(f"/m/{code}/correct?path={GOLD}")
    phone.send(phone.form("/correct"), value=value, reason="miscounted", **more)


def gold(store: Store, code: str) -> int:
    found: int = store.read(code).state.sides["ann"].gold  # type: ignore[attr-defined]
    return found


def test_the_owner_of_a_value_is_asked_and_sees_what_changes(
    host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """Nothing changes before she agrees; her card says from what to what and why; who asked is not asked himself."""
    was = gold(store, code)
    corrected(guest, code, "13")
    assert gold(store, code) == was
    host.get(f"/m/{code}")
    assert f"<s>{was}</s>" in host.text
    assert "<b>13</b>" in host.text
    assert "miscounted" in host.text
    guest.get(f"/m/{code}")
    assert 'value="yes" class="go"' not in guest.text.partition('class="proposal ')[2].partition("</section>")[0]
    host.send(host.form("/proposal"), choice="yes")
    assert gold(store, code) == 13


def test_a_correction_is_announced_to_everybody(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Once made, every phone and the big screen say who corrected what."""
    store.begin_play(code)
    corrected(host, code, "13")
    for address in (f"/m/{code}", f"/m/{code}/tv"):
        assert "corrected:" in guest.get(address).get_data(as_text=True)


def test_what_cannot_be_is_refused_before_anybody_is_asked(guest: Phone, store: Store, code: str) -> None:
    """A value of the wrong kind comes back to its form and is put before nobody."""
    corrected(guest, code, "many")
    assert guest.page is not None
    assert guest.page.status_code == 422
    assert store.proposal(code) is None


def test_the_host_may_say_that_all_agreed(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """At a real table they have talked already."""
    guest.get(f"/m/{code}/correct?path=/sides/bob/gold")
    host.get(f"/m/{code}/correct?path=/sides/bob/gold")
    host.send(host.form("/correct"), value="9", force="yes")
    assert store.read(code).state.sides["bob"].gold == 9  # type: ignore[attr-defined]


def test_a_yes_is_for_the_proposal_that_was_shown(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """Who puts another one in its place meanwhile has not got the yes to the first; it is asked anew."""
    was = gold(store, code)
    corrected(guest, code, "13")
    host.get(f"/m/{code}")
    shown = host.form("/proposal")
    corrected(guest, code, "1")
    for choice in ("yes", "no"):
        assert host.send(shown, choice=choice).status_code == 409
    assert gold(store, code) == was
    assert store.proposal(code)["raw"] == 1
    host.get(f"/m/{code}")
    host.send(host.form("/proposal"), choice="yes")
    assert gold(store, code) == 1


def test_who_is_turned_down_is_told_so_until_he_has_read_it(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """The card of who asked says who said no; nobody else sees it any more, and nothing is asked."""
    was = gold(store, code)
    corrected(guest, code, "13")
    host.get(f"/m/{code}")
    host.send(host.form("/proposal"), choice="no")
    assert gold(store, code) == was
    assert 'class="proposal' not in host.get(f"/m/{code}").get_data(as_text=True)
    told = guest.get(f"/m/{code}").get_data(as_text=True)
    assert 'class="declined"' in told
    assert 'value="yes" class="option"' not in told.partition('class="proposal')[2].partition("</section>")[0]
    guest.send(guest.form("/proposal"), choice="no")
    assert store.proposal(code) is None


def test_a_host_without_a_seat_has_decided_once(new_phone: Callable[[], Phone], store: Store) -> None:
    """What he turned down or did stands on his phone no more; the others read what he said."""
    host, ann, bob = (new_phone() for _ in range(3))
    host.get("/new/toy")
    host.send(host.form("/new/toy"), side=["ann", "bob"], mine=[], label="Host")
    code = store.matches()[0].code
    for phone, seat in ((ann, "ann"), (bob, "bob")):
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)
    store.begin_play(code)
    for choice in ("no", "yes"):
        corrected(bob, code, "13")
        host.get(f"/m/{code}")
        host.send(host.form("/proposal"), choice=choice)
        assert 'class="proposal' not in host.get(f"/m/{code}").get_data(as_text=True)
        assert ('class="declined"' in ann.get(f"/m/{code}").get_data(as_text=True)) == (choice == "no")
    assert gold(store, code) == 13


def test_whoever_asks_may_think_better_of_it(guest: Phone, store: Store, code: str) -> None:
    """Then there is nothing to read."""
    corrected(guest, code, "13")
    guest.get(f"/m/{code}")
    guest.send(guest.form("/proposal"), choice="no")
    assert store.proposal(code) is None


def test_what_was_asked_stays_when_something_else_is_corrected(
    host: Phone, guest: Phone, store: Store, code: str
) -> None:
    """A value of one's own is corrected at once, and the other proposal is still before its owner."""
    corrected(guest, code, "13")
    guest.get(f"/m/{code}/correct?path=/sides/bob/gold")
    guest.send(guest.form("/correct"), value="9")
    corrected(host, code, "12")
    assert gold(store, code) == 12
    host.get(f"/m/{code}")
    assert "<s>12</s>" in host.text
    host.send(host.form("/proposal"), choice="yes")
    assert gold(store, code) == 13


def test_who_has_asked_for_what_can_be_done_no_more_is_told_so(app: Flask, store: Store) -> None:
    """The answer to be changed was taken back meanwhile: nobody is asked any more, and the asker reads who did it."""
    code, (ann, bob, _cat) = third(app, store)
    answers(store, code, "ann")
    asked = Proposal("change", store.read(code).tip, "bob", waiting=("ann",), raw={"gold": 9, "banner": True})
    with store.change(code) as work:
        work.proposal = to_builtins(asked)
    ann.get(f"/m/{code}/undo/{asked.n}")
    ann.send(ann.form(f"/undo/{asked.n}"))
    left = read_proposal(store.proposal(code))
    assert left is not None
    assert left.settled
    assert left.overtaken
    assert 'class="declined"' in bob.get(f"/m/{code}").get_data(as_text=True)
    bob.send(bob.form("/proposal"), choice="no")
    assert store.proposal(code) is None


def third(app: Flask, store: Store) -> tuple[str, list[Phone]]:
    """A match of three with a phone for each side."""
    code = store.create(find_game("toy"), ["ann", "bob", "cat"], {}, {}, release="test", now=NOW)
    phones = [Phone(app) for _ in range(3)]
    for phone, seat in zip(phones, ("ann", "bob", "cat"), strict=True):
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)
    return code, phones


def told(phone: Phone, address: str) -> str:
    """The card with what was changed afterwards; "" without one."""
    page = phone.get(address).get_data(as_text=True)
    found = re.search(r'<section class="fought stood-in put-right".*?</section>', page, re.S)
    return found[0] if found else ""


def answers(store: Store, code: str, seat: str) -> None:
    """A side answers its own question."""
    with store.change(code) as work:
        asked = next(one for one in work.match.questions() if one.seat == seat)
        work.match.answer(asked.key, sample(asked.part, Random(1)), Stamp(seat, NOW, "test", f"{seat}'s own"))


def test_who_is_not_concerned_settles_nothing(app: Flask, store: Store) -> None:
    """A third phone reads what is asked; it has no buttons, and what it sends all the same is refused."""
    code, (ann, bob, cat) = third(app, store)
    was = gold(store, code)
    corrected(bob, code, "13")
    ann.get(f"/m/{code}")
    form = ann.form("/proposal")
    cat.get(f"/m/{code}")
    assert 'class="proposal ' in cat.text
    assert not [one for one in cat.forms() if one.action.endswith("/proposal")]
    for choice in ("yes", "no"):
        assert cat.send(form, choice=choice).status_code == 403
    assert store.proposal(code)["waiting"] == ["ann"]
    ann.get(f"/m/{code}")
    ann.send(ann.form("/proposal"), choice="no")
    assert 'class="declined"' in cat.get(f"/m/{code}").get_data(as_text=True)
    cat.send(form, choice="yes")
    assert gold(store, code) == was, "what was turned down is not done by anybody else"
    answers(store, code, "cat")
    assert 'class="proposal ' not in cat.get(f"/m/{code}").get_data(as_text=True)


def test_what_was_agreed_is_told_to_all_until_they_answer(app: Flask, store: Store) -> None:
    """Every phone and the big screen say above all else who changed what; who had asked hears who agreed."""
    code, (ann, bob, cat) = third(app, store)
    was = gold(store, code)
    corrected(bob, code, "13")
    tv = f"/m/{code}/tv"
    assert 'class="tv-asked"' in cat.get(tv).get_data(as_text=True)
    assert not told(cat, f"/m/{code}")
    ann.get(f"/m/{code}")
    ann.send(ann.form("/proposal"), choice="yes")
    for phone, address in ((ann, f"/m/{code}"), (cat, f"/m/{code}"), (cat, tv)):
        card = told(phone, address)
        assert f"{was} → 13" in card
        assert "miscounted" in card
        assert re.findall(r'class="who">([^<]*)<', card) == ["bob"]
    assert re.findall(r'class="who">([^<]*)<', told(bob, f"/m/{code}")) == ["ann"], "who has agreed"
    answers(store, code, "cat")
    assert not told(cat, f"/m/{code}")
    assert told(ann, f"/m/{code}")
    assert told(bob, f"/m/{code}")
    answers(store, code, "bob")
    assert not told(bob, f"/m/{code}")


def test_a_changed_answer_is_told_with_both_values(app: Flask, store: Store) -> None:
    """Not the answers after it that are repeated; nor what somebody takes back that was his own."""
    code, (ann, _bob, cat) = third(app, store)
    with store.change(code) as work:
        for asked in list(work.match.questions())[:2]:
            work.match.answer(asked.key, {"gold": 5, "banner": False}, Stamp(asked.seat, NOW, "test", asked.key))
        first = work.match.line()[-2].n
        work.match.change(first, {"gold": 9, "banner": True}, Stamp("ann", NOW, "test", "changed"))
    card = told(cat, f"/m/{code}")
    assert card.count("<li>") == 1
    assert "<s>" in card
    assert not told(ann, f"/m/{code}")
    with store.change(code) as work:
        work.match.undo(work.match.line()[-1].n, Stamp("bob", NOW, "test", "own"))
    assert told(cat, f"/m/{code}").count("<li>") == 1


def test_what_is_taken_back_is_told_of_the_side_whose_answer_it_was(app: Flask, store: Store) -> None:
    """Not of another side of the same phone; and what the answer was is told."""
    code, (ann, _bob, cat) = third(app, store)
    device = next(one for one in store.read(code).devices if "ann" in one.seats)
    store.give_seat(code, device.id, "bob")
    answers(store, code, "bob")
    n = store.read(code).tip
    answer = store.read(code).entry(n).entry.value
    ann.get(f"/m/{code}/undo/{n}")
    ann.send(ann.form(f"/undo/{n}"))
    last = store.read(code).last
    assert (store.read(code).entry(last).entry.kind, store.read(code).entry(last).entry.by) == ("undo", "bob")
    assert str(answer["gold"]) in said_in(ann, code, last) == said_in(ann, code, n)
    assert said_in(cat, code, last) == said_in(cat, code, n), "others read no more of it than of the answer itself"


def said_in(phone: Phone, code: str, n: int) -> str:
    """What an entry of the log says was answered."""
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    row = page.partition(f'id="entry-{n}"')[2].partition("</summary>")[0]
    return row.rpartition('class="value">')[2].partition("</b>")[0]
