"""Odds at the table: a button at the question, a page of figures; for whoever is asked, only where allowed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.engine.game.record import ODDS
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.reading import odds as page
from tests.web.phones import Phone

SIDES = (
    {"f.race.choice": "barbarians", "f.units.count.L1": "4", "f.hero.choice": "yes"},
    {"f.race.choice": "neutrals", "f.units.count.L2": "3", "f.hero.choice": "no"},
)
NUMBERS = {"f.attack.number": "3", "f.defense.number": "2", "f.initiative.number": "6", "f.level.number": "1",
           "f.towers.number": "0"}  # fmt: skip


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr(page, "SECONDS", 1.0)
    monkeypatch.setattr(page, "COMPARE", 0.5)
    with Store.open(tmp_path / "companion.db", load_game) as store:
        yield create_app(store, Config(testing=True), find_game=load_game, games=all_games)


@pytest.fixture
def fighting(app: Flask) -> Phone:
    """A phone with the helper for field battles, filled in."""
    phone = Phone(app)
    begin(phone, "field_battle")
    for side in SIDES:
        phone.send(question(phone), **{**NUMBERS, **side})
    return phone


def begin(phone: Phone, helper: str) -> None:
    """Begin a helper from the list, with nothing answered yet."""
    phone.get("/helpers")
    phone.send(phone.form(f"/helpers/heroes_vs_warlords/{helper}"))


def question(phone: Phone) -> Any:
    return next(form for form in phone.forms() if form.css.startswith("question"))


def asked(phone: Phone) -> list[Any]:
    return [form for form in phone.forms() if form.css == "ask-odds"]


def shown(phone: Phone, address: str) -> str:
    """The finished page."""
    for _ in range(100):
        text = phone.get(address).get_data(as_text=True)
        if "Working it out" not in text:
            return text
        time.sleep(0.1)
    raise AssertionError("never finished")


def test_a_fight_in_a_helper_has_odds(fighting: Phone) -> None:
    """One tap on the question, and without any script a page has chances, bars, numbers and what they depend on."""
    (form,) = asked(fighting)
    fighting.send(form)
    assert fighting.page is not None
    address = fighting.page.request.path
    text = shown(fighting, address)
    assert "Barbarians to win" in text
    assert '<svg class="share-bar' in text
    assert "Exact, from the rules themselves." in text
    assert "Refresh" not in fighting.get(address).headers


def test_the_breach_is_told_round_by_round(app: Flask) -> None:
    """In a siege followed whole: a bar for each round until it is as good as certain, and what a try is worth."""
    phone = Phone(app)
    begin(phone, "siege")
    phone.send(question(phone), **{"f.kind.choice": "city", "f.works.number": "1", "f.towers.number": "0"})
    for side in SIDES:
        phone.send(question(phone), **{**NUMBERS, **side, "f.level.number": "4"})
    phone.send(asked(phone)[0])
    assert phone.page is not None
    text = shown(phone, phone.page.request.path)
    assert "By the end of the round" in text
    table = text.partition("By the end of the round")[2].partition("</table>")[0]
    assert "75.0 %" in table  # a Level 4 Hero against 10 Structure Points: 6 and more destroy the wall at once
    assert 2 <= table.count("<svg") <= 8
    assert "Not now" in text.partition("What each choice is worth")[2]


@pytest.mark.parametrize(
    ("helper", "answer", "words"),
    [
        ("guards", {"choice": "ruin"}, "3 × Level 5"),
        (
            "conquest",
            {"f.wood.number": "7", "f.stone.number": "0", "f.crystal.number": "0", "f.gold.number": "0"},
            "Wood",
        ),
        ("guard_reaction", {"number": "3"}, "30.0 %"),
        ("hero_reaction", {"number": "8"}, "40.0 %"),
    ],
)
def test_tables_and_reactions_of_helpers_have_odds(app: Flask, helper: str, answer: dict[str, str], words: str) -> None:
    """Not while the form is open, but as soon as a die is asked for: how likely each result is."""
    phone = Phone(app)
    begin(phone, helper)
    assert not asked(phone)
    phone.send(question(phone), **answer)
    phone.send(asked(phone)[0])
    assert phone.page is not None
    text = shown(phone, phone.page.request.path)
    assert words in text.replace("\u00a0", " ")
    assert "Exact, from the rules themselves." in text
    assert "Decide in another way" not in text


def test_odds_are_for_whoever_asked(fighting: Phone, app: Flask) -> None:
    """Another phone finds nothing at the same address; the match is where it was."""
    before = fighting.page.request.path if fighting.page else ""
    fighting.send(asked(fighting)[0])
    assert fighting.page is not None
    address = fighting.page.request.path
    assert Phone(app).get(address).status_code == 404
    shown(fighting, address)
    fighting.get(before)
    assert asked(fighting)


def test_before_the_fight_there_is_no_button(app: Flask) -> None:
    """While the situation is still being filled in there is nothing to work out."""
    phone = Phone(app)
    begin(phone, "field_battle")
    assert not asked(phone)


def test_every_game_with_outlooks_lets_a_table_do_without_odds() -> None:
    """The setting is there when a match is made, unless nothing in the game is left to chance."""
    for game in all_games():
        assert any(not one.is_certain for one in game.outlooks) == (ODDS in game.settings)


def test_where_nothing_is_left_to_chance_there_are_no_odds() -> None:
    """What comes of it is called otherwise."""
    outlooks = {one.is_certain: one for game in all_games() for one in game.outlooks}
    assert page.named(outlooks[True]) != page.named(outlooks[False]) == page.named(None)
