"""The map's film: one frame a change, told from the ledger, of any game that draws a map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.panels import MapPanel
from companion.engine.game.record import Game, begin
from companion.engine.match.film import MapFrame, film
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import decode_export, replay
from companion.games import all_games, load_game

FIXTURES = Path(__file__).parents[1] / "fixtures"


def frames_of(match: Match) -> tuple[MapFrame, ...]:
    return film(match.game, match.line(), match.runner.state)


def play_on(match: Match, rng: Random, answers: int) -> None:
    """Answer so many questions at random."""
    for _ in range(answers):
        if match.runner.done:
            return
        question = rng.choice(match.questions())
        with suppress(Refused):
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))


def recorded() -> Iterator[Match]:
    for file in sorted(FIXTURES.glob("*/*.json")):
        export = decode_export(file.read_bytes())
        game = load_game(export.game)
        yield replay(game, export).match(game)


@pytest.fixture(scope="module")
def mapped() -> tuple[Match, tuple[MapFrame, ...]]:
    """A recorded match with a map, and its film."""
    found = ((match, frames_of(match)) for match in recorded())
    return next((match, frames) for match, frames in found if frames)


@pytest.mark.slow
def test_every_frame_shows_something_new(mapped: tuple[Match, tuple[MapFrame, ...]]) -> None:
    """No two frames after each other are equal, and the places that differ are named."""
    _, frames = mapped
    assert len(frames) > 50
    for before, after in pairwise(frames):
        known = {(one.q, one.r): one for one in before.panel.hexes}
        differ = {one.place for one in after.panel.hexes if known.get((one.q, one.r)) != one}
        assert differ == set(after.changed)
        assert differ or len(after.panel.hexes) < len(known)


def test_the_last_frame_is_the_map_of_today(mapped: tuple[Match, tuple[MapFrame, ...]]) -> None:
    """The film ends with what the table shows; its frames come in the order of the entries."""
    match, frames = mapped
    assert match.game.board is not None
    panels = match.game.board(match.runner.state, "").panels
    today = next(one for one in panels if isinstance(one, MapPanel))
    assert {one.place: one for one in frames[-1].panel.hexes} == {one.place: one for one in today.hexes}
    assert [frame.n for frame in frames] == sorted(frame.n for frame in frames)


def test_rounds_are_known_by_their_first_frame(mapped: tuple[Match, tuple[MapFrame, ...]]) -> None:
    """The periods of the statistics never run backwards."""
    _, frames = mapped
    periods = [frame.period for frame in frames]
    assert periods == sorted(periods)
    assert len({period for period in periods if period}) == 3


def test_what_was_taken_back_is_not_in_the_film(mapped: tuple[Match, tuple[MapFrame, ...]]) -> None:
    """After an undo to the beginning only the beginning is left."""
    match, frames = mapped
    match.undo(next(entry.n for entry in match.line() if entry.n > frames[0].n), Stamp("host"))
    left = frames_of(match)
    assert len(left) < len(frames)
    assert left == frames[: len(left)]
    match.redo(Stamp("host"))
    assert frames_of(match) == frames


def test_frames_share_what_they_have_in_common(mapped: tuple[Match, tuple[MapFrame, ...]]) -> None:
    """A film is kept in memory: a place that did not change is the very same record in all frames."""
    _, frames = mapped
    records = {id(one) for frame in frames for one in frame.panel.hexes}
    shown = sum(len(frame.panel.hexes) for frame in frames)
    assert len(records) < shown / 10


@pytest.mark.parametrize("game", [game for game in all_games() if game.board], ids=lambda game: game.name)
def test_every_game_can_be_filmed(game: Game) -> None:
    """Random play of each game: a film as soon as its board has a map, of hexes or of squares; never a fault."""
    seats = [seat.id for seat in game.seats[: game.players[0]]]
    match = Match.start(game, begin(game, seats, {}, {}), MemoryLedger(), Stamp("host"))
    play_on(match, Random(4), 150)
    assert game.board is not None
    has_map = any(isinstance(one, MapPanel) for one in game.board(match.runner.state, "").panels)
    assert bool(frames_of(match)) == has_map
