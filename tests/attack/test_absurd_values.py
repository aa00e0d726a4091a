"""Absurd corrections, in every game: refused in words, or taken and gone with one undo; a match always opens."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.core.text import Text
from companion.engine.game.panels import Board
from companion.engine.game.record import Game, begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.legal import drawing_fault, fault_words
from companion.engine.running.paths import choices_at, leaves, value_at
from companion.engine.testing.fuzz import NO_CHECKS, fuzz, play_game
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.engine import toy
from tests.web.phones import Phone

GAMES = [game.name for game in all_games()]
ONLY_CORRECTIONS = msgspec.structs.replace(NO_CHECKS, corrections=True, saves=True, every=4)


def some_way_in(game: Game, answers: int = 60) -> Match:
    rng = Random(5)
    seats = [seat.id for seat in game.seats[: game.players[0]]]
    match = Match.start(game, begin(game, seats, {}, {}), MemoryLedger(), Stamp(""))
    while answers and match.questions():
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
            answers -= 1
        except Refused:
            continue
    return match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_corrections_at_random(name: str) -> None:
    """Random values at random places of random matches: never a crash, never a board that cannot be drawn."""
    report = fuzz(load_game(name), 4, 1, ONLY_CORRECTIONS)
    print(f"{name}: corrections at random, {report.line()}")
    assert report.failures == []
    assert report.answers > 500


@pytest.mark.slow
def test_the_random_player_notices_a_value_that_shuts_a_match() -> None:
    """A game whose board fails on a value that its types allow is held to refuse it: without the look it is found."""

    def board(state: toy.Fair, seat: str) -> Board:
        assert state.minted < 90, "no such coins"
        return Board(Text("where"), Text("doing"), ())

    game = msgspec.structs.replace(toy.GAME, board=board)
    match = Match.start(game, begin(game, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp(""))
    with pytest.raises(Refused, match="no such coins"):
        match.correct("/minted", 95, "", Stamp("ann"))
    assert match.runner.state.minted < 90
    assert not [entry for entry in match.line() if entry.kind == "correction"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.engine.match.changing.drawing_fault", lambda *_: None)
        found = [play_game(game, seed, ONLY_CORRECTIONS).failure for seed in range(40)]
    assert any(failure and "board cannot be drawn" in failure.message for failure in found)


@pytest.mark.parametrize(
    ("name", "place"),
    [("heroes_vs_warlords", place) for place in ("faction", "home", "owner", "active", "facilities/0", "equipment/0")]
    + [("two_bases", place) for place in ("seat", "type", "kind", "built_by")],
)
def test_a_wrong_name_is_refused_and_the_right_ones_are_offered(name: str, place: str) -> None:
    """One word that is none of the game's cannot be put in; the form lists those that can."""
    match = some_way_in(load_game(name))
    state = msgspec.json.decode(match.runner.state_json)
    paths = [path for path, held in leaves(state) if path.endswith("/" + place) and isinstance(held, str)]
    if not paths:
        pytest.skip("nothing of this kind at this moment")
    for path in paths:
        with pytest.raises(Refused):
            match.correct(path, "Knights", "", Stamp("host"))
        choices = choices_at(match.game.state_type, path)
        assert value_at(state, path) in choices
        assert "Knights" not in choices


@pytest.mark.parametrize("value", [10**7, -(10**7), "a" * 201, [0] * 1001])
def test_numbers_and_texts_beyond_all_measure(value: Any) -> None:
    """A board that counts to a billion would hold the server up: a correction has limits, whatever the type."""
    match = some_way_in(load_game("heroes_vs_warlords"))
    path = {"int": "/round", "str": "/ended", "list": "/winners"}[type(value).__name__]
    before = match.save_text()
    with pytest.raises(Refused):
        match.correct(path, value, "", Stamp("host"))
    assert match.save_text() == before


def test_one_of_two_wrong_values_can_be_put_right() -> None:
    """A match from an older release with two wrong values: a board that could not be drawn before hinders no one."""
    game = load_game("heroes_vs_warlords")
    match = some_way_in(game)
    spoilt = spoil(match, 2)
    again = Match(game, spoilt, MemoryLedger(), 0)
    for path in wrong_paths(again):
        again.correct(path, "knights", "", Stamp("host"))
    assert drawing_fault(game, again.runner.state) is None


@pytest.mark.slow
def test_a_match_with_a_wrong_value_opens_names_it_and_can_be_corrected(tmp_path: Path) -> None:
    """As an older release could leave it: the play page, log, values and correction open; the value is named."""
    game = load_game("heroes_vs_warlords")
    with Store.open(tmp_path / "companion.db", load_game) as store:
        app = create_app(store, Config(testing=True))
        host = Phone(app)
        host.get("/new/heroes_vs_warlords")
        host.send(host.form("/new/heroes_vs_warlords"), side=["knights", "amazons"], mine=["knights"], label="A")
        code = store.matches()[0].code
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("companion.engine.match.changing.check_legal", lambda *_: None)
            patch.setattr("companion.engine.match.changing.drawing_fault", lambda *_: None)
            path = "/players/knights/heroes/0/sections"
            with store.change(code) as work:
                stack = {"faction": "Knights", "level": 1, "count": 3}
                work.match.correct(path, [stack, *[None] * 5], "", Stamp("host"))
        assert drawing_fault(game, store.read(code).state) is not None
        for page in (
            "",
            "?tab=army",
            "/live",
            "/log",
            "/correct",
            f"/correct?path={path}/0/faction",
            "/host",
            "/after",
        ):
            assert host.get(f"/m/{code}{page}").status_code == 200, page
        assert "/players/knights/heroes/0/sections/0/faction: Knights" in host.get(f"/m/{code}").text
        with store.change(code) as work:
            work.match.correct(f"{path}/0/faction", "knights", "", Stamp("host"))
        assert "cannot be drawn" not in host.get(f"/m/{code}").text


def test_a_value_that_is_only_wrong_here_is_named_too() -> None:
    """An owner who is in the game but not in this match: the board's complaint leads to the value."""
    match = some_way_in(load_game("heroes_vs_warlords"))
    state = match.runner.state
    state.active = "barbarians"
    words = fault_words(match.game, state, KeyError("barbarians"))
    assert "/active: barbarians" in str(words)


def spoil(match: Match, many: int) -> bytes:
    """The save of a match with some factions written wrong, as the first release allowed."""
    text = match.save_text()
    assert text.count(b'"faction":"knights"') >= many
    return text.replace(b'"faction":"knights"', b'"faction":"Knights"', many)


def wrong_paths(match: Match) -> list[str]:
    return [path for path, value in leaves(msgspec.json.decode(match.runner.state_json)) if value == "Knights"]
