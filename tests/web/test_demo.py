"""The demo match: one tap from the start page into the middle of a Round; hints that go away for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.engine.testing.scenario import played
from companion.games import all_games, load_game
from companion.store import Store
from companion.store.database.chain import faults
from companion.store.matches.rescue import rescue
from companion.web import Config, create_app
from tests.store.support import NOW
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

WITH_DEMO = [game.name for game in all_games() if game.demo]


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "real.db", load_game) as opened:
        yield opened


@pytest.fixture
def newcomer(real: Store) -> Phone:
    return Phone(create_app(real, Config(testing=True)))


def begin(phone: Phone, name: str) -> str:
    """Press the button of the start page; gives the code."""
    phone.get("/")
    phone.send(phone.form(f"/demo/{name}"))
    assert phone.page is not None
    return re.search(r"/m/(\w+)", phone.page.request.path)[1]  # type: ignore[index]


def test_there_is_a_demo() -> None:
    """At least one game shows what it is like."""
    assert WITH_DEMO


@pytest.mark.parametrize("name", WITH_DEMO)
def test_every_demo_plays_to_an_open_question(name: str) -> None:
    """The file is right by the rules of this release, and the match goes on."""
    game = load_game(name)
    assert game.demo is not None
    match, _ = played(game.demo, load_game)
    assert match.questions()
    assert game.check is None or game.check(match.runner.state) == []


@pytest.mark.parametrize("name", WITH_DEMO)
def test_one_tap_leads_into_the_middle_of_a_round(newcomer: Phone, real: Store, name: str) -> None:
    """The phone holds every seat, is host, and has a question before it; the log knows what came before."""
    code = begin(newcomer, name)
    view = real.read(code)
    (device,) = view.devices
    assert view.kind == "demo"
    assert device.host
    assert device.seats == tuple(seat.id for seat in view.seats)
    assert newcomer.questions()
    assert view.last > 20
    assert 'name="task"' not in newcomer.text  # what it shows is on the table already
    assert newcomer.get(f"/m/{code}/log").status_code == 200


def test_a_demo_goes_on_like_any_match(newcomer: Phone, real: Store) -> None:
    """An answer counts, and may be taken back into what was recorded."""
    code = begin(newcomer, "heroes_vs_warlords")
    before = real.read(code)
    form = newcomer.questions()[0]
    newcomer.send(form, choice="done")
    assert real.read(code).last == before.last + 1
    for _ in range(3):
        with real.change(code) as work:
            work.match.undo(work.match.tip, Stamp("knights"))
    assert real.read(code).last == before.last + 4


def test_demos_are_forgotten_and_no_match_of_the_table(newcomer: Phone, real: Store) -> None:
    """They stand in no list of matches, and are swept like old helpers."""
    begin(newcomer, "heroes_vs_warlords")
    assert real.matches() == []
    assert real.sweep("2999-01-01T00:00:00+00:00") == 1


def test_a_game_without_a_demo_says_so(phone: Phone) -> None:
    """No button, and 404 behind the address."""
    phone.get("/")
    assert not [form for form in phone.forms() if "/demo/" in form.action]
    phone.get("/new/toy")
    token = phone.form("/new/toy").value("csrf")
    assert phone.post("/demo/toy", {"csrf": token}).status_code == 404


# ---- hints


def test_a_first_timer_is_told_how_to_answer(host: Phone, code: str) -> None:
    """One line over the question, until it is switched off; then never again, in no match."""
    assert "first-hint" in host.get(f"/m/{code}").get_data(as_text=True)
    host.send(next(form for form in host.forms() if form.css == "first-hint"))
    assert "first-hint" not in host.text
    assert "undo-hint" not in host.text
    assert "first-hint" not in host.get(f"/m/{code}/live").get_data(as_text=True)


def test_hints_can_be_called_back(host: Phone, code: str) -> None:
    """The foot of the page has them for whoever wants them again."""
    host.get(f"/m/{code}")
    host.send(next(form for form in host.forms() if form.css == "first-hint"))
    host.send(next(form for form in host.forms() if form.action.endswith("/hints")))
    assert "first-hint" in host.text


def test_switching_hints_is_no_news_for_the_match(host: Phone, code: str, store: Store) -> None:
    """It concerns this phone only: the version stays."""
    host.get(f"/m/{code}")
    before = store.version(code)
    host.send(next(form for form in host.forms() if form.css == "first-hint"))
    assert store.version(code) == before


def test_a_page_kept_by_the_browser_is_not_shown_with_old_hints(host: Phone, code: str) -> None:
    """The etag of the live part knows about the hints."""
    host.get(f"/m/{code}")
    kept = host.get(f"/m/{code}/live").headers["ETag"]
    host.get(f"/m/{code}")
    host.send(next(form for form in host.forms() if form.css == "first-hint"))
    assert host.get(f"/m/{code}/live", headers={"If-None-Match": kept}).status_code == 200


def test_undo_is_one_line_for_who_waits(host: Phone, code: str) -> None:
    """There once something of one's own can be taken back, below what is going on, without advice on it."""
    assert "undo-last" not in host.get(f"/m/{code}").get_data(as_text=True)
    host.send(host.questions()[0], f__gold__number="3", f__banner__choice="no")
    assert not host.questions()
    assert "undo-last" in host.text.partition('class="questions"')[2].partition("</section>")[2]
    assert "undo-hint" not in host.text


def test_watchers_and_helpers_are_left_alone(code: str, new_phone, store: Store) -> None:  # type: ignore[no-untyped-def]
    """Who cannot answer needs no advice on answering."""
    watcher = new_phone()
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form("/join"), label="TV")
    assert "first-hint" not in watcher.get(f"/m/{code}").get_data(as_text=True)


@pytest.mark.parametrize("name", WITH_DEMO)
def test_a_demo_is_small_and_whole(name: str, tmp_path: Path) -> None:
    """A hundred demos must not fill a card: each is a few pages of the file, and reads like a match."""
    game = load_game(name)
    assert game.demo is not None
    match, scenario = played(game.demo, load_game)
    with Store.open(tmp_path / "companion.db", load_game) as store:
        codes = [
            store.create_demo(match, seats=scenario.seats, settings={}, rulings={}, release="1", now=NOW)
            for _ in range(10)
        ]
        store._db.tidy()
        print(f"a demo of {name}: {store.path.stat().st_size / 10 / 1024:.0f} KiB, {match.ledger.last()} entries")
        assert store.path.stat().st_size / 10 < 90_000
        ledger = store.read(codes[0]).match.ledger
        for n in (match.ledger.last(), 2, 1, *range(1, match.ledger.last() + 1)):
            assert ledger.get(n) == match.ledger.get(n)
        with store.change(codes[0]) as work:
            work.match.undo(match.line()[-20].n, Stamp("host", NOW))
        assert not list(faults(store._db._readers.connect()))
        told = rescue(store.path, tmp_path / "rescued.db", load_game)
        assert all(one.kept and one.read == one.had for one in told)
        exported = store.export(codes[1])
        with Store.open(tmp_path / "other.db", load_game) as other:
            other.import_(exported, release="1", now=NOW)


@pytest.mark.parametrize("name", [name for name in WITH_DEMO if load_game(name).guide])
def test_a_demo_begins_with_the_aim(newcomer: Phone, real: Store, name: str) -> None:
    """Whoever lands in the middle of a match is told what it is about, until he has done something himself."""
    code, guide = begin(newcomer, name), load_game(name).guide
    assert guide is not None
    aim = str(guide.aim_in(real.read(code).state))
    newcomer.get(f"/m/{code}")
    assert aim in newcomer.text
    with real.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, sample(asked.part, Random(2)), Stamp(asked.seat, NOW))
    newcomer.get(f"/m/{code}")
    assert aim not in newcomer.text


def test_how_to_take_back_is_told_with_the_first_answers_only(phone: Phone, store: Store) -> None:
    """Whoever has answered a few questions knows the line by heart; the button stays."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"])
    code, told = store.matches()[0].code, []
    for n in range(8):
        with store.change(code) as work:
            asked = work.match.questions()[0]
            work.match.answer(asked.key, sample(asked.part, Random(n)), Stamp(asked.seat, NOW))
        page = phone.get(f"/m/{code}").get_data(as_text=True)
        if phone.questions() and "undo-last" in page:
            told.append("undo-hint" in page)
    assert told == sorted(told, reverse=True)
    assert set(told) == {True, False}


@pytest.mark.parametrize("name", [name for name in WITH_DEMO if load_game(name).guide])
def test_every_stage_leads_to_rules(newcomer: Phone, real: Store, name: str) -> None:
    """A tap on the section beside the name of a stage says at least what happens in it."""
    code, guide = begin(newcomer, name), load_game(name).guide
    assert guide is not None
    for stage in guide.stages(real.read(code).state):
        page = newcomer.get(f"/m/{code}/rules", query_string={"section": stage.section}).get_data(as_text=True)
        assert 'class="empty"' not in page, stage.section
