"""Odds in a running match: for the seat that is asked, at its own question, and nobody else notices."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games, load_game
from companion.odds.asking.record import Record
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.services import services
from companion.web.reading import odds as page
from tests.browser.brink import put_up
from tests.web.phones import Phone
from tests.web.test_odds import asked
from tests.web.test_secrets import TOKENS

pytestmark = pytest.mark.slow


@dataclass
class Table:
    """Knights before the Amazons' City, two phones and one that watches."""

    app: Flask
    code: str
    city: str
    knights: Phone
    amazons: Phone
    watcher: Phone

    def at(self, phone: Phone) -> Phone:
        """The phone with its play page."""
        phone.get(f"/m/{self.code}")
        return phone

    def besiege(self) -> None:
        """The Knights enter the City, the Amazons man their towers; the Knights are asked whether they breach."""
        knights = self.at(self.knights)
        knights.send(knights.questions()[0], choice=self.city)
        self.besiege_on()

    def besiege_on(self) -> None:
        """The same from the deployment on."""
        while (amazons := self.at(self.amazons)).questions():
            tower = amazons.questions()[0]
            amazons.send(tower, choice=next(value for name, value in tower.buttons if name == "choice"))
        assert "Try to breach" in self.at(self.knights).text


def sit(app: Flask, code: str, seat: str) -> Phone:
    phone = Phone(app)
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), seat=seat, label=seat or "TV")
    return phone


def table_of(app: Flask, store: Store, **settings: str) -> Table:
    code, city = put_up(store, **settings)
    return Table(app, code, city, *(sit(app, code, seat) for seat in ("knights", "amazons", "")))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.fixture
def app(store: Store, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr(page, "SECONDS", 0.4)
    monkeypatch.setattr(page, "COMPARE", 0.2)
    monkeypatch.setattr(page, "AHEAD", 0.5)
    return create_app(store, Config(testing=True), find_game=load_game, games=all_games)


@pytest.fixture
def table(app: Flask, store: Store) -> Table:
    return table_of(app, store)


def finished(phone: Phone) -> str:
    """The text of the page of odds once everything is worked out."""
    assert phone.page is not None
    address = phone.page.request.path
    for _ in range(600):
        text = phone.get(address).get_data(as_text=True)
        if "Refresh" not in phone.page.headers and "hx-trigger" not in text.partition('id="odds-more"')[2]:
            return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))
        time.sleep(0.1)
    raise AssertionError("never finished")


def test_before_a_hero_moves(table: Table) -> None:
    """Next to every hex where something may happen: who reacts, who waits there, and the chance to beat them."""
    knights = table.at(table.knights)
    knights.send(asked(knights)[0])
    text = finished(knights)
    assert re.search(r"to [^()]*\(A\d+ C\) \(1 MP\) Who waits there 8 × Level 3, 6 × Level 1", text), text
    assert re.search(r"Knights Hero 1 to win \d", text)


def test_before_a_siege(table: Table) -> None:
    """Chances, losses, breach, the Heroes' risk, loot; and, as four against four are too many, how it was reckoned."""
    table.besiege()
    table.knights.send(asked(table.knights)[0])
    text = finished(table.knights)
    for words in (
        "Knights Hero 1 to win", "Amazons Hero 1 to win", "Losses of Knights Hero 1, of 40 units",
        "The wall falls sooner or later",
        "The Hero is beaten with all his units", "Experience Points", "Loot, if the place falls", "Gold",
        "Too many possibilities to follow them all: sampled.", "What each choice is worth",
    ):  # fmt: skip
        assert words in text, words
    mine, theirs = (int(one) for one in re.findall(r"(\d+) %", text)[:2])
    assert 60 < mine < 100
    assert abs(mine + theirs - 100) <= 1


def methods_shown(phone: Phone) -> list[float]:
    """The chances by other methods of combat on the page of odds, once they are worked out."""
    finished(phone)
    part = phone.text.partition('id="odds-methods"')[2].partition("</section>")[0]
    return [float(one) for one in re.findall(r"<b>(\d+(?:\.\d)?) %</b>", part)]


def test_the_span_over_methods(app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before stacks stand anywhere the chance by each of the three other methods; afterwards by the other hits."""
    monkeypatch.setattr(page, "COMPARE", 4.0)
    table = table_of(app, store)
    knights = table.at(table.knights)
    knights.send(knights.questions()[0], choice=table.city)
    amazons = table.at(table.amazons)
    amazons.send(asked(amazons)[0])
    assert len(methods_shown(amazons)) == 3
    table.besiege_on()
    table.knights.send(asked(table.knights)[0])
    text = finished(table.knights)
    own = float(re.findall(r"(\d+) %", text)[0])
    (other,) = methods_shown(table.knights)
    assert 0 < other < 100
    assert abs(other - own) > 1


def test_only_the_seat_that_is_asked(table: Table) -> None:
    """Neither the enemy nor a watcher has the button, may ask for these odds, or sees that anybody asked."""
    table.besiege()
    others = (table.amazons, table.watcher)
    before = [TOKENS.sub("", table.at(phone).text) for phone in others]
    assert not any(asked(phone) for phone in others)
    button = asked(table.at(table.knights))[0]
    table.knights.send(button)
    assert table.knights.page is not None
    address = table.knights.page.request.path
    finished(table.knights)
    assert [TOKENS.sub("", table.at(phone).text) for phone in others] == before
    for phone in others:
        assert phone.get(address).status_code == 404
        csrf = next(dict(form.fields)["csrf"] for form in table.at(phone).forms() if "csrf" in dict(form.fields))
        data = {"csrf": csrf, "key": button.value("key")}
        assert phone.post(button.action, data).status_code == 403


def test_a_table_can_do_without(app: Flask, store: Store) -> None:
    """With the house rule nobody has a button, and who sends the form all the same is refused."""
    with_odds, without = table_of(app, store), table_of(app, store, odds="nobody")
    for table in (with_odds, without):
        table.besiege()
    button = asked(with_odds.at(with_odds.knights))[0]
    knights = without.at(without.knights)
    assert not asked(knights)
    question = knights.questions()[0]
    data = {"csrf": question.value("csrf"), "key": question.value("key")}
    assert knights.post(button.action.replace(with_odds.code, without.code), data).status_code == 403
    assert "no odds for you" in knights.text


def test_nobody_waits_for_odds(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While they are worked out all phones go on; the page fills by itself, the figures first."""
    table.besiege()
    figures, rest = Event(), Event()

    def slow(*args: Any, early: Any, **more: Any) -> Record:
        assert figures.wait(30)
        record = page_ask(*args, early=lambda found: None, **more)
        early(record)
        assert rest.wait(30)
        return record

    page_ask = page.ask
    monkeypatch.setattr(page, "ask", slow)
    monkeypatch.setattr(page, "WAIT", 0.0)
    knights = table.knights
    knights.send(asked(knights)[0])
    assert knights.page is not None
    address = knights.page.request.path
    assert "Working it out" in knights.text
    assert knights.page.headers["Refresh"] == "1"
    for phone in (table.amazons, table.watcher, knights):
        assert table.at(phone).page.status_code == 200  # type: ignore[union-attr]
    knights.send(knights.questions()[0], choice="no")
    figures.set()
    monkeypatch.setattr(page, "WAIT", 30.0)
    text = knights.get(address).get_data(as_text=True)
    assert "Knights Hero 1 to win" in text
    assert "Refresh" not in knights.page.headers
    assert "hx-trigger" in text
    assert "Something has happened at the table" in text
    rest.set()
    assert "Knights Hero 1 to win" in finished(knights)


def test_too_many_at_once_are_turned_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the queue full the answer is a clear page, and the question is still there."""
    table.besiege()
    monkeypatch.setattr(services(table.app).odds, "_queue", 0)
    assert table.knights.send(asked(table.knights)[0]).status_code == 503
    assert "Odds being worked out before yours" in table.knights.text
    assert asked(table.at(table.knights))


def test_a_second_tap_asks_nothing_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same odds again, while they are worked out, are the same page; three different ones at once are too many."""
    table.besiege()
    free = Event()

    def slow(*args: Any, **more: Any) -> Record:
        assert free.wait(60)
        raise page.OddsError("none")

    monkeypatch.setattr(page, "ask", slow)
    monkeypatch.setattr(page, "WAIT", 0.0)
    button = asked(table.knights)[0]
    addresses = []
    for policy in ("", "", "weakest"):
        answer = table.knights.post(button.action, {**dict(button.fields), "policy": policy}, follow=False)
        assert answer.status_code == 303
        addresses.append(answer.location)
    assert addresses[0] == addresses[1] != addresses[2]
    assert table.knights.post(button.action, {**dict(button.fields), "policy": "order"}).status_code == 503
    free.set()


def test_who_waits_is_told_how_many_come_before(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """One at a time is worked out; the first hears of none before it, the second of one."""
    table.besiege()
    free, told = Event(), re.compile(r"Before you: (\d)")

    def slow(*args: Any, **more: Any) -> Record:
        assert free.wait(60)
        raise page.OddsError("none")

    monkeypatch.setattr(page, "ask", slow)
    monkeypatch.setattr(page, "WAIT", 0.0)
    button = asked(table.knights)[0]
    shown = []
    for policy in ("", "weakest"):
        table.knights.post(button.action, {**dict(button.fields), "policy": policy})
        shown.append(told.findall(table.knights.text))
    assert shown == [[], ["1"]]
    free.set()


def how(phone: Phone) -> Any:
    """The form for other decisions."""
    return next(form for form in phone.forms() if form.action.endswith("/odds") and "n.units" in dict(form.fields))


def test_people_decide_in_another_way(table: Table) -> None:
    """The form names all ways and thresholds; what is chosen is told and stays; what does not fit is left out."""
    table.besiege()
    table.knights.send(asked(table.knights)[0])
    finished(table.knights)
    odds = {
        "policy": "weakest",
        "with.seize": "1",
        "with.units": "1",
        "n.units": "7",
        "with.chance": "1",
        "n.chance": "0",
    }
    table.knights.post(how(table.knights).action, {**dict(how(table.knights).fields), **odds})
    text = finished(table.knights)
    assert "Biggest stack first, at the smallest" in text
    assert "a Hero with fewer than 7 units withdraws" in text
    assert "tries to seize it" in text
    chosen = dict(how(table.knights).fields)
    assert (chosen["policy"], chosen["n.units"]) == ("weakest", "7")
    assert {"with.seize", "with.units"} <= set(chosen)
    assert "with.chance" not in chosen
    huge = {**dict(how(table.knights).fields), **odds, "n.units": "9" * 5000}
    assert table.knights.post(how(table.knights).action, huge).status_code == 200


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Too much to look ahead"), ("de", "Zu viel, um vorauszuschauen")]
)
def test_best_play_is_refused_with_its_size(table: Table, language: str, words: str) -> None:
    """Four stacks against four behind two towers are too many; the size is told in the reader's language."""
    table.besiege()
    button = asked(table.knights)[0]
    table.knights.post(button.action, {**dict(button.fields), "policy": "best"})
    finished(table.knights)
    assert table.knights.page is not None
    text = table.knights.get(table.knights.page.request.path, headers={"Accept-Language": language}).get_data(True)
    assert words in text
    assert re.search(r"\d{2,}", text.partition(words)[2][:40])
    assert dict(how(table.knights).fields)["policy"] == "best"
