"""Past fights: those of recorded matches before their first die, beside how they really ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game.record import begin
from companion.engine.match.ledger import Entry, MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import decode_export
from companion.games.heroes_vs_warlords import GAME
from companion.odds.asking import ask, situation
from companion.web.after.past_fights import FightOutcome, Fought, Known, fights, tallies

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures" / "heroes_vs_warlords"


@pytest.fixture(scope="module")
def line() -> list[Entry]:
    """A recorded match, played again."""
    record = decode_export((FIXTURES / "three_players_conquest_and_defeat.json").read_bytes())
    match = Match.start(GAME, begin(GAME, record.seats, {}, record.rulings), MemoryLedger(), Stamp(""))
    for entry in record.entries:
        match.answer(entry.key, entry.value, Stamp(entry.by), entry.source)
    return match.line()


def test_every_fight_is_found_with_its_end(line: list[Entry]) -> None:
    """As many as the log says were won, by whom the log says; guards' victories belong to nobody."""
    found, left = fights(GAME, line, 60, {})
    assert not left
    told = [str(note.text.values["who"]) for entry in line for note in entry.notes if note.kind == "fight_won"]
    assert len(found) == len(told) > 20
    for one, who in zip(found, told, strict=True):
        assert one.came is not None
        assert str(one.came.title) == f"{who} to win"
        assert one.came.seat in (who.partition(" ")[0].lower(), "")
        assert sum(outcome.chance for outcome in one.outcomes) == pytest.approx(1, abs=1e-3)


def test_the_chance_is_that_of_the_button(line: list[Entry]) -> None:
    """The first fight again, asked for at its first question as a player would."""
    from companion.engine.running.save import decode_save

    (first, *_), _ = fights(GAME, line, 60, {})
    entry = next(one for one in line if one.n == first.first)
    record = ask(situation(GAME, decode_save(entry.before)), seconds=20, compare=0)
    assert first.exact
    assert first.outcomes[0].chance == pytest.approx(record.first.value, abs=1e-9)


def test_what_the_time_did_not_allow_follows(line: list[Entry]) -> None:
    """Without time nothing is found and all of it is counted as left; what is known is not worked out again."""
    known: Known = {}
    found, left = fights(GAME, line, 0, known)
    assert not found
    assert left > 20
    whole, _ = fights(GAME, line, 60, known)
    assert len(whole) == len(known) == left
    again, left = fights(GAME, line, 0, known)
    assert (again, left) == (whole, 0)


def test_tallies_add_up() -> None:
    """Expected victories are the sum of the chances, the spread that of independent fights."""

    def fought(chance: float, won: bool) -> Fought:
        from companion.engine.core.text import t

        outcomes = FightOutcome(t("a"), "ann", chance, won), FightOutcome(t("b"), "", 1 - chance, not won)
        return Fought(1, 2, outcomes, exact=True)

    (one,) = tallies([fought(0.5, True), fought(0.5, True), fought(0.9, False)])
    assert (one.seat, one.fights, one.won) == ("ann", 3, 2)
    assert one.expected == pytest.approx(1.9)
    assert one.spread == pytest.approx((0.25 + 0.25 + 0.09) ** 0.5)
    assert one.z == pytest.approx(0.1 / one.spread)


def test_a_fight_that_is_called_off_is_nobodys_luck() -> None:
    """It counts as a fight that was called off, not as one that both sides lost."""
    from companion.engine.core.text import t

    outcomes = FightOutcome(t("a"), "ann", 0.7, False), FightOutcome(t("b"), "bob", 0.3, False)
    off, won = Fought(1, 2, outcomes, exact=True, off=True), FightOutcome(t("a"), "ann", 0.5, True)
    ann, bob = tallies([off, Fought(3, 4, (won,), exact=True)])
    assert (ann.fights, ann.off, ann.won, ann.expected) == (2, 1, 1, 0.5)
    assert (bob.fights, bob.off, bob.won, bob.expected, bob.z) == (1, 1, 0, 0, 0)


@pytest.mark.parametrize("on", [True, False])
def test_a_battle_of_hidden_chits_is_told_of_when_the_match_is_over(on: bool) -> None:
    """Before, its chances would tell of chits that nobody has shown. The roll of a round is no result; what was called
    off is nobody's victory.
    """
    from companion.engine.core.rules import book
    from companion.engine.running.runner import start
    from companion.games.archmagi import GAME as ARCHMAGI
    from companion.games.archmagi.phases import turn
    from tests.games.archmagi.table import world

    state = world({"red": ["c4 griffons", "b2 archmage_of_dawn"], "blue": ["c4 archmage_of_graves"]})
    match = Match.start(ARCHMAGI, start(book, state, turn.turn("red")), MemoryLedger(), Stamp(""))
    fought = False
    while match.questions() and not (fought and match.runner.state.battle is None):
        fought = fought or match.runner.state.battle is not None
        question = match.questions()[0]
        part = question.part
        value: Any
        if not hasattr(part, "form"):
            value = [next(one.id for one in part.deck)] if hasattr(part, "deck") else [6 if part.seat == "red" else 1]
        elif part.about == "on":
            value = on
        else:
            value = "done" if part.about in ("deploy", "move", "scout") else []
        if value == [] and not hasattr(part.form, "least"):
            value = next(one.id for one in part.form.options)
        match.answer(question.key, value, Stamp(question.seat))
    known: Known = {}
    assert fights(ARCHMAGI, match.line(), 5, known) == ([], 0)
    ((one,), left) = fights(ARCHMAGI, match.line(), 5, known, ended=True)
    assert not left
    assert (one.off, one.came is None) == (not on, not on)
    assert [outcome.seat for outcome in one.outcomes] == ["red", "blue"]
    assert all(outcome.chance > 0 for outcome in one.outcomes)
    assert [(tally.fights, tally.won) for tally in tallies([one])] == [(1, int(on)), (1, 0)]
