"""Cheaper than pencil and paper: common tasks take a median of one tap beyond typing dice, a quiet Round at most 60.

A match is played on by chance; whenever a task of the list is due, a thumb does it on the play page of the seat that
is asked. The table of taps stands in `docs/figures.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from companion.engine.core.effects import Roll
from companion.engine.core.questions import Question
from companion.engine.match.live import Match, Stamp
from companion.games import load_game
from companion.games.heroes_vs_warlords.records.world import lattice
from tests.browser.brink import NOW, first_round, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.finger import (
    Finger,
    Task,
    any_option,
    asked,
    buys_two_units,
    choice,
    correct,
    die,
    leaves_a_garrison,
    looks,
    odds,
    offers,
    on_the_map,
    roll_for_me,
    trades,
    type_again,
    undo,
    walks_to,
    why,
)
from tests.browser.site import Site

MOTION = "no-preference"
FIGURES = Path(__file__).parents[2] / "docs" / "figures.md"
TURN = asked("7.1", "what do you do?")
TASKS = (
    Task("open the rule of a question", TURN, looks("form[data-answer] a.section", "h1")),
    Task("look at the other player's Hero", TURN, looks('.tab-bar a[href*="tab=army"]', '[id^="panel-hero:amazons"]')),
    Task("look at the map", TURN, looks('.tab-bar a[href*="tab=map"]', ".panel.map svg")),
    Task("read the log", TURN, looks('.tab-bar a[href$="/log"]', "ol.log")),
    Task("correct a resource", TURN, correct('a.gauge[href*="stock/gold"]', "7")),
    Task("correct a Hero's experience", TURN, correct('a.gauge[href$="/ep"]', "3")),
    Task("undo", TURN, undo, needs="form.undo"),
    Task("move a Hero on the map", TURN, on_the_map),
    Task("discover a tile", asked("7.1.3"), any_option),
    choice("react with a Hero", asked("7.3.2", "Does"), "yes"),
    Task("reaction roll", asked("7.3.1.1"), die(9)),
    Task("guards of a hex", asked("3.3.1"), die(3)),
    Task("use a ruin: draw Equipment", asked("3.3.3"), roll_for_me),
    choice("use a tower", asked("3.3.4"), "defense"),
    Task("use an outpost", asked("3.3.5"), die(4)),
    choice("take recruits along", asked("3.3.2"), "join"),
    Task("odds of a battle", asked("8.3"), odds, needs="form.ask-odds"),
    Task("battle attack", asked("8.3"), any_option),
    Task("attack roll", asked("8.5.2", "attack"), die(12)),
    Task("roll for me", asked("8.5.2"), roll_for_me, needs="form[data-answer] button.roll"),
    Task("back to typed dice", asked("8.5.2"), type_again, needs="form.prefers-app"),
    Task("unfold a result", asked("8.3"), why, needs=".news details.why summary"),
    choice("breach", asked("8.7.1", "Try to breach"), "yes"),
    Task("breach roll", asked("8.7.1", "Breach."), die(18)),
    choice("place losses: which tower", asked("8.7.1", "tower is struck"), "1"),
    choice("seize the Initiative", asked("8.8", "try to"), "yes"),
    choice("withdraw", asked("8.9", "withdraw?"), "yes"),
    Task("withdrawal roll", asked("8.9", "Withdraw."), die(2)),
    choice("level-up choice", asked("8.11"), "attack"),
    Task("roll on the Conquest Table", asked("8.12"), die(3)),
    Task("leave a garrison", asked("9.1"), leaves_a_garrison),
    Task("collect income", asked("9.2", "Which Display"), any_option),
    choice("build", offers("barracks@"), "barracks@"),
    Task("buy two units", offers("units@"), buys_two_units),
    Task("trade 3 for 1", offers("trade"), trades),
    Task("initiative roll", asked("5.2"), die(11)),
    choice("end the turn", TURN, "done"),
)
ENOUGH, MATCHES = 1, 24
DEALS = ("buy two units", "trade 3 for 1")
A_DEAL, A_ROUND = 3, 60


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own."""
    made = Site(tmp_path)
    yield made
    made.close()


def riches(match: Match, conquered: bool) -> None:
    """Every City has a Trade Hall and something to spend; the Knights may hold both."""
    if conquered:
        match.correct("/cities/home:amazons/owner", "knights", "", Stamp("knights", NOW))
    for home in ("home:knights", "home:amazons"):
        match.correct(f"/cities/{home}/facilities", ["hamlet", "trade_hall"], "", Stamp("knights", NOW))
        for name in ("wood", "stone", "crystal", "gold"):
            match.correct(f"/cities/{home}/stock/{name}", 9, "", Stamp("knights", NOW))


class Table:
    """Two phones at one match after another; does every task once, when it comes up."""

    def __init__(self, site: Site, phones: dict[str, PhoneDriver]) -> None:
        self.site, self.phones = site, phones
        self.taps: dict[str, int] = {}

    def open(self) -> list[Task]:
        """What has not been done yet."""
        return [task for task in TASKS if task.name not in self.taps]

    def match(self, seed: int) -> None:
        """Play a match on by chance until nothing more of the list comes up in it."""
        code, _city = put_up(self.site.store)
        with self.site.store.change(code) as work:
            riches(work.match, conquered=seed % 2 == 1)
        for seat, phone in self.phones.items():
            phone.join(code, seat)
        rng = Random(seed)
        while question := self.site.play(code, rng, lambda one: bool(self.due(one)), most=250):
            if not self.does_one(code, question):
                self.site.play(code, rng, lambda _one: False, most=1)

    def due(self, question: Question) -> list[Task]:
        """The tasks a question is an occasion for."""
        return [task for task in self.open() if task.due(question)]

    def does_one(self, code: str, question: Question) -> bool:
        """Do one task on the phone of the seat that is asked, from its play page on, if the page is as it needs."""
        phone = self.phones[question.seat]
        phone.go(f"/m/{code}")
        task = next((one for one in self.due(question) if not one.needs or phone.page.locator(one.needs).count()), None)
        if task is None:
            return False
        finger = Finger(phone)
        task.do(finger)
        self.taps[task.name] = finger.taps
        return True


def as_table(taps: dict[str, int]) -> str:
    """The figures, the dearest first."""
    lines = [f"| {name} | {count} |" for name, count in sorted(taps.items(), key=lambda one: (-one[1], one[0]))]
    return "\n".join(["| task | taps |", "| --- | --- |", *lines])


def test_common_tasks_take_one_tap(site: Site, phones: Callable[..., PhoneDriver]) -> None:
    """The median is one, a deal takes at most three, and no page has become dearer than the table in the docs says."""
    table = Table(site, {seat: phones(site.url, expert=False) for seat in ("knights", "amazons")})
    for seed in range(MATCHES):
        if table.open():
            table.match(seed)
    figures = as_table(table.taps)
    assert not table.open(), [task.name for task in table.open()]
    assert len(TASKS) >= 20
    assert median(table.taps.values()) <= ENOUGH, figures
    assert all(table.taps[name] <= A_DEAL for name in DEALS)
    chapter = FIGURES.read_text(encoding="utf-8").partition("## Taps")[2].partition("\n## ")[0]
    written = {name: int(count) for name, count in re.findall(r"^\| (.+?) \| (\d+) \|$", chapter, flags=re.M)}
    assert written == table.taps, f"docs/figures.md:\n{figures}"


class QuietRound:
    """Three phones, a Round in which nobody fights: each Hero walks in every turn, each side buys two units."""

    def __init__(self, site: Site, phones: dict[str, PhoneDriver]) -> None:
        self.site, self.code = site, first_round(site.store, list(phones))
        self.fingers: dict[str, Finger] = {}
        for seat, phone in phones.items():
            phone.join(self.code, seat, seat)
            phone.connected()
            self.fingers[seat] = Finger(phone)
        self.walked: set[tuple[int, str]] = set()
        self.bought: set[str] = set()

    def play(self) -> None:
        """Everybody answers on the page as it stands; no page is opened anew."""
        while True:
            view = self.site.store.read(self.code)
            if view.state.round > 1 or not view.questions:
                return
            question = view.questions[0]
            finger = self.fingers[question.seat]
            finger.phone.settle()
            self.answer(view.state, question, finger)

    def quiet_place(self, state: Any, question: Question) -> str:
        """A place one may go to that lies open and has nothing to fight for."""
        known = {place: tile for place, (tile, _name) in lattice(state.world).index.items()}
        options: Any = question.part.form.options  # type: ignore[union-attr]
        free = (one.id for one in options if one.refusal is None and one.id in known and one.id not in state.sites)
        return next(place for place in free if state.world.tiles[known[place]].id)

    def answer(self, state: Any, question: Question, finger: Finger) -> None:
        """A step and the end of a turn; two units and the end of Production; otherwise what lies nearest."""
        turn = (state.turns_played, question.seat)
        if question.section == "7.1" and turn not in self.walked:
            self.walked.add(turn)
            walks_to(finger, self.quiet_place(state, question))
        elif question.section == "11.0" and question.seat not in self.bought:
            self.bought.add(question.seat)
            buys_two_units(finger)
        elif isinstance(question.part, Roll):
            finger.types_die(min(9, question.part.sides[0]))
        elif offers("done")(question):
            finger.answer('form[data-answer] button[value="done"]')
        else:
            finger.answer("form[data-answer] .option:not([disabled]), form[data-answer] .go")


def test_a_quiet_round_of_three_takes_sixty_taps(site: Site, phones: Callable[..., PhoneDriver]) -> None:
    """All taps of all three together, on phones that select before they go; the docs have the number."""
    round_ = QuietRound(site, {seat: phones(site.url, expert=False) for seat in ("knights", "amazons", "barbarians")})
    round_.play()
    assert site.store.read(round_.code).state.round == 2
    assert len(round_.walked) == 9
    assert len(round_.bought) == 3
    taps = sum(finger.taps for finger in round_.fingers.values())
    assert taps <= A_ROUND
    assert f"**{taps} taps**" in FIGURES.read_text(encoding="utf-8"), taps


def offered(question: Question) -> list[str]:
    """What can be chosen, besides what is seldom meant and what ends the step."""
    options: Any = getattr(getattr(question.part, "form", None), "options", ())
    return [one.id for one in options if one.refusal is None and not one.minor and not one.ends]


def test_a_quiet_turn_of_archmagi(site: Site, phones: Callable[..., PhoneDriver]) -> None:
    """Two chits drawn by the app, one deployed, one stack moved to a hex of the map; the docs have the number."""
    sides = ["red", "blue"]
    game, settings = load_game("archmagi"), {"map": "laid_out"}
    code = site.store.create(game, sides, settings, {}, release="test", now=NOW)
    first = site.play(code, Random(3), lambda one: one.rule.endswith("turn.draw"))
    assert first
    phone = phones(site.url, expert=False)
    phone.join(code, first.seat)
    finger, done = Finger(phone), set[str]()
    while (view := site.store.read(code)).state.active == first.seat:
        question, about = view.questions[0], view.questions[0].part.about
        assert finger.taps < 30, question
        phone.settle()
        if about.startswith("draw:"):
            finger.answer("form[data-answer] button.roll")
        elif about in ("deploy", "move") and about not in done and offered(question):
            done.add(about)
            finger.answer(f'form[data-answer] button[value="{offered(question)[0]}"]')
        elif offers("done")(question):
            finger.answer('form[data-answer] button[value="done"]')
        elif phone.page.locator("form[data-answer] .mapbox a.can").count():
            finger.tap("form[data-answer] .mapbox a.can")
            finger.answer("form[data-answer] .picked-bar button")
        else:
            finger.answer("form[data-answer] .go")
    assert done == {"deploy", "move"}
    assert f"**{finger.taps} taps** of Archmagi" in FIGURES.read_text(encoding="utf-8"), finger.taps
