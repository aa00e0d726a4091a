"""The story of a match: told from the ledger as it is now, public notes only."""

from collections.abc import Sequence
from random import Random

import msgspec

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.engine.game.record import Game
from companion.engine.match.live import Match, Stamp
from companion.engine.match.statistics import Fallen, Statistics, Tally
from companion.engine.match.story import Story, Toll, story
from tests.engine import toy
from tests.engine.support import advance_match, new_match


def tally(state: toy.Fair) -> Tally | None:
    """A period for every amount of gold minted so far."""
    if not state.minted:
        return None
    return Tally(state.minted, t("P"), {seat: (side.gold,) for seat, side in state.sides.items()})


def fallen(state: toy.Fair, notes: Sequence[Note]) -> list[Fallen]:
    """Two of Bob's for every note of Ann's."""
    return [Fallen(2, "bob", "ann") for note in notes if note.about == "side:ann"]


def told(game: Game, match: Match) -> Story:
    return story(game, match.line(), match.runner.state)


def everything(note: Note) -> bool:
    return True


TOLD = msgspec.structs.replace(toy.GAME, statistics=Statistics((t("Gold"),), tally, fallen, everything))


def test_a_silent_game_tells_nothing() -> None:
    """A game without statistics has an empty story and breaks nothing."""
    match = new_match(Random(1))
    advance_match(match, Random(1), 12)
    assert told(msgspec.structs.replace(toy.GAME, statistics=None), match) == Story()


def test_every_period_ends_with_its_last_state() -> None:
    """The last tally is that of the present state; periods come in order, one tally each."""
    match = new_match(Random(3))
    advance_match(match, Random(3), 40)
    found = told(TOLD, match).tallies
    state = match.runner.state
    assert [one.period for one in found] == sorted({one.period for one in found})
    assert len(found) > 1
    assert found[-1].values == {seat: (side.gold,) for seat, side in state.sides.items()}


def test_private_notes_are_no_part_of_the_story() -> None:
    """What one seat alone was told never becomes a moment."""
    match = new_match(Random(5))
    advance_match(match, Random(5), 60)
    private = [note for entry in match.line() for note in entry.notes if note.to]
    moments = [moment.note for moment in told(TOLD, match).moments]
    assert private
    assert moments
    assert not [note for note in moments if note.to]


def test_what_was_taken_back_is_not_told() -> None:
    """Undo the answer that cost Bob two: his losses are gone."""
    match = new_match(Random(7))
    while not told(TOLD, match).toll:
        advance_match(match, Random(7), 1)
    before = told(TOLD, match).toll
    assert before["ann"] == Toll(2, 0, 2)
    assert before["bob"] == Toll(0, 2, 0)
    match.undo(match.tip, Stamp("host"))
    assert told(TOLD, match).toll == {}
