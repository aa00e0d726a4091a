"""Phones that wait: what is going on at the phone they wait for, in every game, with the dice that were rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion.engine.core.effects import Roll
from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, sample
from companion.engine.game.panels import Board
from companion.engine.game.record import Game
from companion.engine.match.live import Match, Stamp
from companion.engine.testing.leaks import perturbed
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.browser.brink import NOW
from tests.web.phones import Phone

GAMES = {game.name: game for game in all_games()}
ON_THE_TABLE = {"heroes_vs_warlords": {}, "multiverse_war": {"map": "table"}}
"""Games that can be played without a map in the app, with the settings for that."""
MOST = 600
"""Answers until a turn of each player has been seen."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, Config(testing=True))


def sides(game: Game) -> list[str]:
    return [seat.id for seat in game.seats[: game.players[0]]]


def seated(app: Flask, store: Store, code: str, seat: str) -> Phone:
    phone = Phone(app)
    phone.get(f"/m/{code}/join")
    phone.send(phone.form("/join"), label="Phone")
    store.give_seat(code, store.read(code).devices[-1].id, seat)
    return phone


def answer_one(match: Match, rng: Random) -> None:
    """The first open question is answered by chance."""
    asked = match.questions()[0]
    with suppress(Refused):  # what a form allows a rule may refuse
        match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(rng.random())))


def played(store: Store, game: Game, wanted: Callable[[Match, Board], bool], settings: dict[str, str]) -> str:
    """A match played by chance until something is so."""
    code = store.create(game, sides(game), settings, {}, release="test", now=NOW)
    rng = Random(3)
    with store.change(code) as work:
        for _ in range(MOST):
            board = game.board(work.match.runner.state, "") if game.board else None
            if board and wanted(work.match, board):
                return code
            answer_one(work.match, rng)
    raise AssertionError("never so")


def in_a_turn(match: Match, board: Board) -> bool:
    """Only the player whose turn it is is asked, and nobody fights."""
    fights = any(type(panel).__name__ == "BattlePanel" for panel in board.panels)
    return not fights and bool(board.active) and {one.seat for one in match.questions()} == {board.active}


@pytest.mark.parametrize(
    ("name", "settings"), [*((name, {}) for name in GAMES), *ON_THE_TABLE.items()], ids=lambda one: str(one)
)
def test_who_waits_sees_what_the_other_has_in_hand(
    name: str, settings: dict[str, str], store: Store, app: Flask
) -> None:
    """In someone's turn the phones of the others show his figures; his own phone asks him and shows no such picture."""
    game = GAMES[name]
    code = played(store, game, in_a_turn, settings)
    (active,) = {one.seat for one in store.read(code).questions}
    for seat in sides(game):
        page = seated(app, store, code, seat).get(f"/m/{code}").text
        assert page.count('<section class="scene') == (seat != active)
        if seat != active:
            shown = page.partition('<section class="scene')[2].partition("</section>")[0]
            info = game.seat(active)
            assert info is not None
            assert f"c-{info.colour}" in shown
            assert shown.count("<b>") > 2


@pytest.mark.parametrize("name", GAMES)
def test_scenes_tell_nothing_hidden(name: str, store: Store) -> None:
    """With other hidden values, what a seat is shown of the others is the same at every moment of the first turns."""
    game, seen, rng = GAMES[name], 0, Random(5)
    assert game.board is not None
    code = store.create(game, sides(game), {}, {}, release="test", now=NOW)
    with store.change(code) as work:
        for _ in range(150):
            if work.match.questions():
                answer_one(work.match, rng)
            for seat in (*sides(game), ""):
                scenes, other = (
                    game.board(work.match.runner.state, seat).scenes,
                    perturbed(work.match.runner.state, seat),
                )
                seen += len(scenes)
                if other is not None:
                    assert scenes == game.board(other, seat).scenes
    assert seen > 100


def test_who_waits_reads_the_letters_of_the_ground(store: Store, app: Flask) -> None:
    """Where a tile is to be laid, the map of whoever waits has the letters that the list of whoever is asked has."""
    game = GAMES["heroes_vs_warlords"]
    code = store.create(game, sides(game), {}, {}, release="test", now=NOW)
    rng = Random(2)
    with store.change(code) as work:
        while not work.match.questions()[0].rule.endswith("lay_start_tile"):
            answer_one(work.match, rng)
        (asked,) = work.match.questions()
    places = len([one for one in asked.part.form.options if not one.refusal])  # type: ignore[union-attr]
    for seat in sides(game):
        page = seated(app, store, code, seat).get(f"/m/{code}").text
        assert page.count('class="hex-word"') == (0 if seat == asked.seat else places)


def test_dice_stand_before_what_they_led_to(store: Store, app: Flask) -> None:
    """A roll is a figure in the news of every phone, once, whatever many lines it led to."""
    game = GAMES["heroes_vs_warlords"]
    code = store.create(game, sides(game), {}, {}, release="test", now=NOW)
    rng, phone, shown = Random(3), seated(app, store, code, "amazons"), set()
    for _ in range(8):
        with store.change(code) as work:
            while not is_roll(work.match.questions(), alone=True):
                answer_one(work.match, rng)
            (asked,) = work.match.questions()
            work.match.answer(asked.key, [4], Stamp(asked.seat, NOW, "test", work.match.questions()[0].key))
        page = phone.get(f"/m/{code}").text
        shown.update(page.partition(mark)[2].partition("<b>")[2][:2] for mark in ['class="die-face"'] if mark in page)
    assert "4<" in shown


def test_no_die_stands_beside_what_several_dice_led_to(store: Store, app: Flask) -> None:
    """Not in the news and not in the log: the die of whoever was last would be read as that of the one it tells of. Who
    rolled last has both above the next question, with whose they are.
    """
    game = GAMES["heroes_vs_warlords"]
    code = store.create(game, sides(game), {}, {}, release="test", now=NOW)
    rng = Random(3)
    with store.change(code) as work:
        while not is_roll(work.match.questions(), alone=False):
            answer_one(work.match, rng)
        for die, one in zip((17, 4), work.match.questions(), strict=True):
            work.match.answer(one.key, [die], Stamp(one.seat, NOW, "test", str(die)))
    phone = seated(app, store, code, "amazons")
    phone.get(f"/m/{code}")
    assert "die-face" not in phone.text.partition('class="news"')[2]
    told = phone.text.partition('class="came-of')[2].partition("</div>")[0]
    assert told.count("die-face") == told.count('class="seat ') == 2
    log = phone.get(f"/m/{code}/log").text
    assert all("die-face" not in one.partition("</span></span>")[0] for one in log.split('class="came"')[1:])
    assert log.count("die-face") >= 2


def is_roll(asked: list[Question], *, alone: bool) -> bool:
    """Whether dice are asked for: one roll, or those of two players."""
    return all(isinstance(one.part, Roll) for one in asked) and (len(asked) == 1) == alone and len(asked) < 3


def test_what_another_is_asked_stands_in_quotation_marks(store: Store, app: Flask) -> None:
    """Its "you" is not the reader: on his phone and on the big screen it is a quotation."""
    game = GAMES["heroes_vs_warlords"]
    code = played(store, game, in_a_turn, {})
    (active,) = {one.seat for one in store.read(code).questions}
    store.begin_play(code)
    words = str(store.read(code).questions[0].part.prompt)
    phone = seated(app, store, code, next(one for one in sides(game) if one != active))
    for address in (f"/m/{code}", f"/m/{code}/tv"):
        page = phone.get(address).get_data(as_text=True)
        assert f"<q>{words}</q>" in page
        assert page.count(words) == page.count(f"<q>{words}</q>")


def test_who_answers_for_another_stops_when_nothing_is_asked_there(store: Store, app: Flask) -> None:
    """The card goes with the question, and the next one to that seat does not open by itself."""
    code = store.create(GAMES["heroes_vs_warlords"], ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = store.read(code).questions[0].seat
    other = next(one for one in ("knights", "amazons") if one != asked)
    phone = seated(app, store, code, other)
    page = phone.get(f"/m/{code}?as={asked}")
    assert 'class="for-other"' in page.text
    with store.change(code) as work:
        match = work.match
        while any(one.seat == asked for one in match.questions()):
            answer_one(match, Random(match.tip))
    later = phone.get(f"/m/{code}?as={asked}")
    assert later.request.path == f"/m/{code}"
    assert not later.request.args
    assert 'class="for-other"' not in later.text
    assert f"as={asked}" not in later.text.partition('class="questions"')[0]
