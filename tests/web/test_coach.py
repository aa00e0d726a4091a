"""Advice is for those who have something to decide."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from companion.engine.core.effects import Ask, Roll
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Choose, Number, Pick
from companion.engine.core.options import Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.games import load_game
from companion.store import Store
from companion.web.lobby.hints import how_on_map
from companion.web.play.pages import TablePage
from companion.web.reading.guiding import decides
from tests.browser.brink import first_round
from tests.web.test_fought import NOW, answer, seated

REST = Option("rest", t("Rest"))
GO = Option("go", t("Go"))
SHUT = Option("shut", t("Shut"), Refusal("1.1", t("Not now.")))


@pytest.mark.parametrize(
    ("part", "is_one"),
    [
        (Ask("ann", "1", t("?"), Choose((REST, GO))), True),
        (Ask("ann", "1", t("?"), Choose((REST,))), False),
        (Ask("ann", "1", t("?"), Choose((REST, SHUT))), False),
        (Ask("ann", "1", t("?"), Pick((REST, SHUT))), True),
        (Ask("ann", "1", t("?"), Pick((SHUT,))), False),
        (Ask("ann", "1", t("?"), Pick(())), False),
        (Ask("ann", "1", t("?"), Pick((REST, SHUT), 1, 1)), False),
        (Ask("ann", "1", t("?"), Number(1, 6)), True),
        (Roll("ann", "1", t("?"), (6,)), True),
    ],
)
def test_one_choice_alone_is_no_decision(part: Ask | Roll, *, is_one: bool) -> None:
    """What is refused does not count; dice and numbers may be advised on."""
    question = Question("key", "group", part)
    assert decides(question) is is_one


def test_advice_is_given_once_a_round(tmp_path: Path) -> None:
    """Who answers the same question again has read it, whatever its words; the other side has not."""
    with Store.open(tmp_path / "games.db", load_game) as store:
        once_a_round(store)


def once_a_round(store: Store) -> None:
    """Play the beginning of a turn, with a phone for each side."""
    code = first_round(store, ["knights", "amazons"])
    guide = load_game("heroes_vs_warlords").guide
    assert guide is not None
    mine, other = seated(store, code, "knights", "amazons")
    asked = store.read(code).questions[0]
    advice = guide.advice_for(asked, "knights")
    assert advice is not None
    assert advice.why.message in mine.get(f"/m/{code}").get_data(as_text=True)
    answer(store, code, "stop")
    answer(store, code, False)
    assert guide.advice_for(store.read(code).questions[0], "knights") == advice
    assert advice.why.message not in mine.get(f"/m/{code}").get_data(as_text=True)
    answer(store, code, "done")
    assert advice.why.message in other.get(f"/m/{code}").get_data(as_text=True)


def test_advice_waits_for_something_to_decide(tmp_path: Path) -> None:
    """The first tile has one place only; the second may lie anywhere beside it, and then the advice is given, once."""
    guide = load_game("heroes_vs_warlords").guide
    assert guide is not None
    with Store.open(tmp_path / "games.db", load_game) as store:
        code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
        (phone,) = seated(store, code, "knights")
        answer(store, code, {"map": "tap", "tiles": 12, "length": 4})
        answer(store, code, [20])
        answer(store, code, [1])
        told = []
        for _ in range(3):
            asked = store.read(code).questions[0]
            advice = guide.advice_for(asked, "")
            assert advice is not None
            told.append(advice.why.message in phone.get(f"/m/{code}").get_data(as_text=True))
            answer(store, code, asked.part.form.options[0].id)  # type: ignore[union-attr]
        assert told == [False, True, False]


@pytest.mark.parametrize(("entries", "told"), [(1, [True, True]), (100, [False, True]), (1000, [False, False])])
def test_a_map_says_what_a_red_edge_means_where_one_is(app: Flask, entries: int, told: list[bool]) -> None:
    """How a map is answered is told while a match is new; what is rare a while longer, in other words."""
    fight = Option("b", t("Attack"), is_grave=True)
    with app.test_request_context():
        lines = [how_on_map(page_of(Choose((REST, one), look="map"), entries)) for one in (GO, fight)]
    assert [bool(one) for one in lines] == told
    assert lines[0] != lines[1] or not any(told)


def page_of(form: Choose, entries: int) -> TablePage:
    """A page that asks this and nothing else, in a match of so many entries."""
    question = Question("key", "group", Ask("ann", "1", t("?"), form))
    view = SimpleNamespace(view=SimpleNamespace(last=entries))
    return SimpleNamespace(forms=[SimpleNamespace(question=question)], viewer=view)  # type: ignore[return-value]
