"""Who was answered for is told: who did it and what was said, until his phone answers itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.store import Store
from companion.web import Config, create_app
from tests.browser.site import NOW, find_game
from tests.web.phones import Phone

SIDES = ["ann", "bob", "cat"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "toy.db", find_game) as opened:
        yield opened


@pytest.fixture
def code(store: Store) -> str:
    """A match in which the sides are asked one after another, or all at once, but never in secret."""
    return store.create(find_game("toy"), SIDES, {}, {}, release="test", now=NOW)


@pytest.fixture
def phones(store: Store, code: str) -> list[Phone]:
    """A phone for each side."""
    app = create_app(store, Config(testing=True), find_game=find_game)
    made = [Phone(app) for _ in SIDES]
    for phone, seat in zip(made, SIDES, strict=True):
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=f"Phone of {seat}")
    return made


def told(phone: Phone, code: str) -> list[str]:
    """The numbers of the entries that the card leads to, in its order; empty without a card."""
    phone.get(f"/m/{code}")
    card = re.search(r'<section class="fought stood-in".*?</section>', phone.text, re.S)
    return re.findall(r"#entry-(\d+)", card[0]) if card else []


def name_on(phone: Phone) -> list[str]:
    """The players named on the card."""
    card = re.search(r'<section class="fought stood-in".*?</section>', phone.text, re.S)
    return re.findall(r'class="who">([^<]*)<', card[0]) if card else []


def answer(store: Store, code: str, seat: str, by: str) -> int:
    """Somebody answers a seat's first question; gives the number of the entry."""
    with store.change(code) as work:
        asked = next(one for one in work.match.questions() if one.seat == seat)
        value = sample(asked.part, Random(work.match.ledger.last()))
        work.match.answer(asked.key, value, Stamp(by, NOW, "test", f"{seat} {work.match.ledger.last()}"))
    return store.read(code).last


def test_who_was_answered_for_reads_by_whom(store: Store, code: str, phones: list[Phone]) -> None:
    ann, bob, cat = phones
    assert [told(phone, code) for phone in phones] == [[], [], []]
    n = answer(store, code, "ann", by="bob")
    assert told(ann, code) == [str(n)]
    assert name_on(ann) == ["Phone of bob"]
    assert [told(bob, code), told(cat, code)] == [[], []], "on that phone only"


def test_it_stays_until_his_own_next_answer(store: Store, code: str, phones: list[Phone]) -> None:
    ann = phones[0]
    n = answer(store, code, "ann", by="bob")
    for seat in ("bob", "cat"):
        if any(one.seat == seat for one in store.read(code).questions):
            answer(store, code, seat, by=seat)
    assert told(ann, code) == [str(n)], "what others do meanwhile does not take it away"
    for _ in range(5):
        asked = store.read(code).questions[0].seat
        answer(store, code, asked, by=asked)
        if asked == "ann":
            break
    assert told(ann, code) == []


def test_what_was_taken_back_is_not_told(store: Store, code: str, phones: list[Phone]) -> None:
    n = answer(store, code, "ann", by="bob")
    with store.change(code) as work:
        work.match.undo(n, Stamp("bob", NOW, "test", "undo"))
    assert told(phones[0], code) == []
