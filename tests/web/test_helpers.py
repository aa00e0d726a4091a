"""Stand-alone helpers: the first question at once, start values that are an answer, the result as a figure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion.engine.core.effects import Ask
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Counts, Fields
from companion.engine.core.questions import sample
from companion.engine.game.record import begin_helper
from companion.engine.match.live import Stamp
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Form, Phone

pytestmark = pytest.mark.slow

HVW = "heroes_vs_warlords"
ALL = [(game.name, helper.id) for game in all_games() for helper in game.helpers]
NOBODY_KNOWS = {("archmagi", "battle")}
"""Helpers whose first form has no usual case: any unit of the list may be meant."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "helpers.db", load_game) as opened:
        yield opened


@pytest.fixture
def app(store: Store) -> Flask:
    """With all games."""
    return create_app(store, Config(testing=True))


def first(phone: Phone, helper: str, name: str = HVW) -> Form:
    """The form of the first question of a helper."""
    phone.get(f"/helpers/{name}/{helper}")
    return phone.form(f"/helpers/{name}/{helper}")


@pytest.mark.parametrize(("name", "helper"), ALL)
def test_the_first_question_stands_on_the_first_page(phone: Phone, name: str, helper: str) -> None:
    """No button has to be tapped before it."""
    form = first(phone, helper, name)
    assert form.value("key")


@pytest.mark.parametrize(("name", "helper"), [one for one in ALL if one not in NOBODY_KNOWS])
def test_start_values_are_an_answer(phone: Phone, store: Store, name: str, helper: str) -> None:
    """A form with fields can be sent as it stands; it begins the helper with that answer."""
    game = load_game(name)
    question = begin_helper(game, game.helper(helper), {}).questions()[0].part
    if not isinstance(question, Ask) or not isinstance(question.form, Fields | Counts):
        pytest.skip("answered by one tap")
    sent = phone.send(first(phone, helper, name))
    assert sent.status_code == 200
    assert store.read(store.matches(kind="helper")[0].code).last == 1


def test_a_first_answer_that_is_refused_begins_nothing(phone: Phone, store: Store) -> None:
    """The form comes back with the reason, and with what was typed."""
    refused = phone.send(first(phone, "trade"), f__amount__number="2000")
    assert refused.status_code == 422
    assert phone.form("/helpers/").value("f.amount.number") == "2000"
    assert 'role="alert"' in phone.text
    assert not store.matches(kind="helper")


def test_a_key_nobody_asked_begins_the_helper_at_its_first_question(phone: Phone, store: Store) -> None:
    """As from a page of an older release."""
    form = first(phone, "trade")
    phone.send(form, key="0.0:gone")
    assert store.read(store.matches(kind="helper")[0].code).last == 0
    assert phone.questions()


def test_a_number_is_the_picture_of_a_result(phone: Phone) -> None:
    """Six of a kind are two in a Trade Hall: the two stands large before the sentence."""
    phone.send(first(phone, "trade"))
    assert re.search(r'<p class="result-figure"><b>2\b', phone.text)
    assert phone.text.index("result-figure") < phone.text.index('class="note"')


def test_the_usual_case_of_a_battle_stands_there(phone: Phone) -> None:
    """An attacker of five Level 1 units led by a Hero, against guards."""
    form = first(phone, "field_battle")
    assert form.value("f.units.count.L1") == "5"
    assert 'name="f.hero.choice" value="yes" checked' in phone.text
    phone.send(form)
    assert 'value="neutrals" checked' in phone.text
    assert 'name="f.hero.choice" value="no" checked' in phone.text


@pytest.mark.parametrize("name", ["archmagi", "conquest_of_zabor"])
def test_a_battle_stays_in_the_picture_of_its_result(phone: Phone, store: Store, name: str) -> None:
    """Both sides are drawn when it is over."""
    phone.get("/helpers")
    phone.send(phone.form(f"/helpers/{name}/battle"))
    code = store.matches(kind="helper")[0].code
    rng = Random(3)
    with store.change(code) as work:
        for n in range(400):
            if not work.match.questions():
                break
            asked = work.match.questions()[0]
            with suppress(Refused):  # what a form allows a rule may refuse
                stamp = Stamp(asked.seat, "2026-11-20T12:00:00+00:00", "test", str(n))
                work.match.answer(asked.key, sample(asked.part, rng), stamp)
    phone.get(f"/m/{code}")
    assert store.read(code).ended
    assert "panel battle" in phone.text


@pytest.mark.parametrize(
    ("helper", "shown"),
    [
        ("guards", 'class="boxes result-pictures"><li><div class="stack'),
        ("hero_price", "<b>{n} Gold</b>"),
        ("holy_place", 'class="die-face"'),
    ],
)
def test_a_result_is_seen_before_it_is_read(phone: Phone, store: Store, helper: str, shown: str) -> None:
    """Pieces are drawn, a number says what it counts, what came of a die stands beside it; nobody is called to move."""
    name = HVW
    phone.get("/helpers")
    phone.send(phone.form(f"/helpers/{name}/{helper}"))
    code, rng = store.matches(kind="helper")[0].code, Random(3)
    with store.change(code) as work:
        for n in range(40):
            if not work.match.questions():
                break
            asked = work.match.questions()[0]
            with suppress(Refused):
                stamp = Stamp(asked.seat, "2026-11-20T12:00:00+00:00", "test", str(n))
                work.match.answer(asked.key, sample(asked.part, rng), stamp)
    phone.get(f"/m/{code}")
    assert shown.format(n=store.read(code).result) in re.sub(r">\s+<", "><", phone.text)
    assert 'class="badge"' not in phone.text
