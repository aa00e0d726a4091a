"""Phones: a match by its pages, from set-up on, with four of them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.effects import Draw
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.games.conquest_of_zabor.realm.piles import draw_cards
from companion.games.conquest_of_zabor.state import ZaborState
from companion.store import Store
from companion.web import Config, create_app
from companion.web.play.news import Drawn
from tests.games.conquest_of_zabor.table import world
from tests.web.phones import Phone
from tests.web.player import answer_one

NOW = "2026-11-20T12:00:00+00:00"
SEATS = ("red", "blue", "green", "yellow")


@pytest.mark.slow
def test_four_phones_play_by_their_pages(tmp_path: Path) -> None:
    """The draft, starting areas typed in: every page opens for everybody, whatever is asked."""
    with Store.open(tmp_path / "games.db", load_game) as store:
        app = create_app(store, Config(testing=True), find_game=load_game)
        phones = [Phone(app) for _ in SEATS]
        phones[0].get("/new/conquest_of_zabor")
        phones[0].send(phones[0].form("/new/conquest_of_zabor"), side=list(SEATS), mine=["red"])
        code = store.matches()[0].code
        for phone, seat in zip(phones[1:], SEATS[1:], strict=True):
            phone.get(f"/j/{code}")
            phone.send(phone.form("/join"), label="Phone", seat=seat)
        rng = Random(8)
        for _ in range(30):
            for phone in phones:
                assert phone.get(f"/m/{code}").status_code == 200
                answer_one(phone, rng, app_dice=True)
        for tab in ("", "?tab=map", "?tab=army", "?tab=standing", "/log"):
            assert phones[1].get(f"/m/{code}{tab}").status_code == 200
        state = store.read(code).match.runner.state
        assert isinstance(state, ZaborState)
        assert all(player.home for player in state.players.values())


def test_what_the_choice_shows_is_not_told_above_it(tmp_path: Path) -> None:
    """The cards of the draft stand in the question; a Position Card that was drawn stands above the next one. Whose
    hand it is, is asked before it is shown to a phone that answers for somebody else.
    """
    with Store.open(tmp_path / "games.db", load_game) as store:
        code = store.create(load_game("conquest_of_zabor"), list(SEATS[:3]), {}, {}, release="test", now=NOW)
        app = create_app(store, Config(testing=True), find_game=load_game)
        phone = Phone(app)
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), label="Phone", seat="red")
        told, warned, rng = {}, {}, Random(3)
        for n in range(9):
            asked = store.read(code).questions[0]
            kind = asked.part.about.partition(":")[0]
            if asked.seat != "red" or kind == "draft":
                warned[kind] = 'class="eyes"' in phone.get(f"/m/{code}").text
            if asked.seat == "red":
                told[kind] = 'id="drawn"' in phone.get(f"/m/{code}").text
            with store.change(code) as work:
                work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(n)))
        assert told == {"used": False, "position": False, "draw": True, "draft": False}
        assert warned == {"position": False, "draw": False, "draft": True}


@pytest.mark.parametrize("odds", ["asked", "nobody"])
def test_a_battle_shows_its_odds(tmp_path: Path, odds: str) -> None:
    """Both chances to win stand beside the armies, on the phone and on the big screen, unless the match has no odds."""
    with Store.open(tmp_path / "games.db", load_game) as store:
        app = create_app(store, Config(testing=True), find_game=load_game)
        phone = Phone(app)
        code = store.create(
            load_game("conquest_of_zabor"), list(SEATS[:3]), {"odds": odds}, {}, release="test", now=NOW
        )
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), label="Phone", seat="red")
        rng = Random(1)
        with store.change(code) as work:
            for n in range(2000):
                asked = work.match.questions()[0]
                if asked.rule.endswith("battle_round"):
                    break
                with suppress(Refused):  # what a form allows a rule may refuse
                    work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(n)))
        assert asked.rule.endswith("battle_round")
        shown = [phone.get(f"/m/{code}{page}").text.count('class="chance"') for page in ("", "/tv")]
        assert shown == ([2, 2] if odds == "asked" else [0, 0])


@pytest.mark.parametrize(("deck", "common"), [("vp", True), ("trait", False), ("event", False)])
def test_what_is_turned_up_for_all_is_nobody_s_own(deck: str, common: bool) -> None:
    """The phone that turns up a VP card does not call it drawn."""
    asked = next(draw_cards(world(), "red", deck))
    assert isinstance(asked, Draw)
    assert Drawn(asked.deck, secret=False).common == common


def test_what_is_alike_for_several_sides_is_one_line_to_tick(tmp_path: Path) -> None:
    """Whoever plays all sides moves all Gold markers at once; one tick is for all of them."""
    with Store.open(tmp_path / "games.db", load_game) as store:
        phone = Phone(create_app(store, Config(testing=True), find_game=load_game))
        phone.get("/new/conquest_of_zabor")
        phone.send(phone.form("/new/conquest_of_zabor"), side=list(SEATS[:3]), mine=list(SEATS[:3]))
        code, rng = store.matches()[0].code, Random(3)
        while not store.read(code).questions[0].rule.endswith("choose_start"):
            with store.change(code) as work, suppress(Refused):
                asked = work.match.questions()[0]
                work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(rng.random())))
        phone.get(f"/m/{code}")
        boxes = [one.partition('"')[0] for one in phone.text.split('name="task" value="')[1:]]
        (gold,) = [one for one in boxes if "gold:" in one]
        assert gold.count("gold:") == 3
        phone.send(phone.form("/hands"), task=gold)
        assert "gold:" not in phone.text
        assert len([one for one in store.read(code).ticked if "gold:" in one]) == 3
