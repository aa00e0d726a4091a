"""Production of Heroes vs Warlords on a phone: what is advised is in sight with its price, even if too dear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.store import Store
from tests.browser import brink
from tests.browser.site import NOW
from tests.games.heroes_vs_warlords.table import dull
from tests.web.phones import Phone
from tests.web.test_fought import seated

DEED = "heroes_vs_warlords.cities.production_deed"
CITY = "/cities/home:knights"
RICH = {"wood": 20, "stone": 20, "crystal": 20, "gold": 20}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


def producing(store: Store, stock: dict[str, int], built: list[str]) -> tuple[Phone, str]:
    """The Knights' page when they are asked what to buy or build, with such a stock and such facilities."""
    code = brink.first_round(store, ["knights", "amazons"])
    with store.change(code) as work:
        for n in range(200):
            asked = work.match.questions()
            if any(one.rule.endswith("production_deed") and one.seat == "knights" for one in asked):
                break
            choices = [one.id for one in getattr(getattr(asked[0].part, "form", None), "options", ())]
            value = "done" if "done" in choices else dull(asked[0])
            work.match.answer(asked[0].key, value, Stamp(asked[0].seat, NOW, "test", f"on {n}"))
        for name, much in stock.items():
            work.match.correct(f"{CITY}/stock/{name}", much, "", Stamp("knights", NOW))
        work.match.correct(f"{CITY}/facilities", ["hamlet", *built], "", Stamp("knights", NOW))
    (phone,) = seated(store, code, "knights")
    phone.get(f"/m/{code}")
    return phone, code


def unfolded(phone: Phone) -> str:
    """The form without what is folded away."""
    form = re.search(r'<form[^>]*class="question.*?</form>', phone.text, re.S)
    assert form
    return re.sub(r'<details class="shut">.*?</details>', "", form[0], flags=re.S)


def test_what_is_advised_but_too_dear_is_not_folded_away(store: Store) -> None:
    phone, _code = producing(store, dict.fromkeys(RICH, 0), [])
    shown = unfolded(phone)
    row = re.search(r'<button[^>]*disabled[^>]*>(?:(?!</button>).)*class="advised".*?</button>', shown, re.S)
    assert row
    assert "chips price" in row[0]
    poor = re.search(r'class="advised">(.*?)<', row[0])
    rich, _code = producing(store, RICH, [])
    able = re.search(r'class="advised">(.*?)<', unfolded(rich))
    assert poor and able  # noqa: PT018
    assert poor[1] != able[1], "one saves for what one cannot pay"
    assert 1 < shown.count("disabled") < phone.text.count("disabled"), "and neither is all the rest"


def test_what_is_advised_and_can_be_paid_comes_first(store: Store) -> None:
    phone, _code = producing(store, RICH, [])
    first = re.search(r'<button[^>]*name="choice".*?</button>', unfolded(phone), re.S)
    assert first
    assert 'value="barracks@' in first[0]


def test_once_it_stands_units_are_advised(store: Store) -> None:
    phone, _code = producing(store, RICH, ["barracks"])
    assert 'value="barracks@' not in phone.text
    first = re.search(r'<button[^>]*name="choice".*?</button>', unfolded(phone), re.S)
    assert first
    assert 'value="units@' in first[0]


def test_without_a_city_no_building_is_advised(store: Store) -> None:
    """Whose capital is lost is told so; he was advised to pay for what he could not build."""
    guide = load_game("heroes_vs_warlords").guide
    assert guide is not None
    done = Choose((Option("done", t("Done")),))
    asked = Question("k", "g", Ask("knights", "11.0", t("?"), done, about="production:knights"), rule=DEED)
    said = guide.advice_for(asked, "")
    assert said is not None
    assert not said.options
