"""The table just rolled on is in sight with its row lit up: for who rolled, for who waits, and on the big screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.effects import Roll
from companion.engine.core.questions import Question, sample
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.browser.site import NOW
from tests.web.phones import Phone

SIDES = ["knights", "amazons"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


def until(store: Store, code: str, wanted: Callable[[Question], bool], seed: int = 6) -> Question | None:
    """Answer by chance until this is asked."""
    rng = Random(seed)
    with store.change(code) as work:
        for _ in range(2000):
            asked = work.match.questions()[0]
            if wanted(asked):
                return asked
            work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(rng.random())))
    return None


def lit(phone: Phone, address: str) -> list[str]:
    """The results that are lit up on a page."""
    page = phone.get(address).get_data(as_text=True)
    return re.findall(r'class="row lit"><b>(\d+)</b>', page)


def test_the_row_that_came_up_is_in_sight_until_the_next_answer(store: Store) -> None:
    code = store.create(load_game("heroes_vs_warlords"), SIDES, {}, {}, release="test", now=NOW)
    app = create_app(store, Config(testing=True), find_game=load_game)
    phones = {seat: Phone(app) for seat in SIDES}
    for seat, phone in phones.items():
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)
    asked = until(store, code, lambda one: isinstance(one.part, Roll) and bool(one.part.table))
    assert asked is not None
    roller = phones[asked.seat]
    waits = next(phone for seat, phone in phones.items() if seat != asked.seat)
    table, tv = f"/m/{code}", f"/m/{code}/tv"
    assert not lit(waits, table)
    with store.change(code) as work:
        work.match.answer(asked.key, [3], Stamp(asked.seat, NOW, "test", "the roll"))
    for phone, address in ((roller, table), (waits, table), (waits, tv)):
        assert lit(phone, address) == ["3"]
    assert roller.text.count('aria-current="true"><th scope="row">3<') == 1, "the whole table unfolds"
    with store.change(code) as work:
        mine = next((one for one in work.match.questions() if one.seat == asked.seat), None)
        if mine is None:
            return
        work.match.answer(mine.key, sample(mine.part, Random(1)), Stamp(asked.seat, NOW, "test", "the next"))
    assert not lit(roller, table)
    assert not lit(waits, tv)


def test_what_was_drawn_stands_above_the_next_question_for_who_drew(store: Store) -> None:
    """As tiles, on no other page, and until the next answer: the Archmagi in its own right, as all may see it."""
    code = store.create(load_game("archmagi"), ["red", "blue"], {}, {}, release="test", now=NOW)
    app = create_app(store, Config(testing=True), find_game=load_game)
    phones = {seat: Phone(app) for seat in ("red", "blue")}
    for seat, phone in phones.items():
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)

    def tiles(seat: str) -> int:
        page = phones[seat].get(f"/m/{code}").get_data(as_text=True)
        drawn = re.findall(r'<ul class="drawn(?: few)?">(.*?)</ul>', page, re.DOTALL)  # not what is held on displays
        return drawn[0].count("<li>") if drawn else 0

    first = until(store, code, lambda one: one.part.about == "draw:archmagi")
    assert first is not None
    other = "blue" if first.seat == "red" else "red"
    for wanted, shown in (("draw:unit", 1), ("draw:spell", 3), ("draw:archmagi", 5)):
        asked = until(store, code, lambda one, wanted=wanted: one.part.about == wanted)
        assert asked is not None
        assert (tiles(first.seat), tiles(other)) == (shown, 0)
        waits = phones[other if asked.seat == first.seat else first.seat].get(f"/m/{code}").get_data(as_text=True)
        due = waits.partition('class="waiting-for"')[2].partition("</ul>")[0]
        assert "<q>" not in due
        assert asked.part.told.message.partition("{")[0] in due  # type: ignore[union-attr]
    until(store, code, lambda one: one.part.about == "start")
    assert tiles(other) == 5
    until(store, code, lambda one: one.part.about == "draw:unit")
    assert (tiles(first.seat), tiles(other)) == (0, 0)


def test_until_the_phone_is_handed_on_it_tells_nobody_s_secrets(store: Store) -> None:
    """Two sides on one phone: what only one of them may know stands on neither page before it says who looks, and then
    only what this one may know.
    """
    code = store.create(load_game("archmagi"), ["red", "blue", "green"], {}, {}, release="test", now=NOW)
    phone = Phone(create_app(store, Config(testing=True), find_game=load_game))
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), label="Both")
    for seat in ("red", "blue", "green"):
        store.give_seat(code, store.read(code).devices[-1].id, seat)
    asked = until(store, code, lambda one: one.sealed, seed=7)
    assert asked is not None
    notes = [note for line in store.read(code).entries(limit=60).lines for note in line.entry.notes]
    private = {note.to: escape(str(note.text)) for note in notes if note.to}
    private |= {f"{seat} reads": escape(str(words)) for note in notes for seat, words in note.own.items()}
    assert len(private) > 2
    for path in ("", "/log"):
        page = phone.get(f"/m/{code}{path}").get_data(as_text=True)
        assert f"as={asked.seat}" in page or path
        assert not [text for text in private.values() if text in page]
    handed = phone.get(f"/m/{code}?as={asked.seat}").get_data(as_text=True)
    assert not [text for seat, text in private.items() if not seat.startswith(asked.seat) and text in handed]
