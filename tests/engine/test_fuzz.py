"""The random player finds what is wrong with a game, says how to see it again, and knows what it has reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from companion.engine.core.asking import choose, confirm, counts, goto, note, number, roll
from companion.engine.core.effects import Note, Rule, as_call
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Option, Row
from companion.engine.core.rules import step
from companion.engine.core.text import Text, t
from companion.engine.game.panels import Board
from companion.engine.game.record import Landmarks
from companion.engine.testing.fuzz import ALL_CHECKS, NO_CHECKS, Checks, fuzz, play_game, play_helper
from tests.engine import toy
from tests.engine.support import rule_changed

pytestmark = pytest.mark.slow


def test_the_toy_game_is_sound_and_reached_whole() -> None:
    """Sixty games without a failure reach every rule, table row and reading that a rule asks for."""
    seen: list[tuple[int, int]] = []
    report = fuzz(toy.GAME, 60, 1, progress=lambda games, answers: seen.append((games, answers)))
    assert report.failures == []
    missing = report.coverage.missing(toy.GAME)
    missing["rules"] = [name for name in missing["rules"] if name.startswith("tests.engine.toy.")]
    assert missing == {"rules": [], "rows": [], "rulings": ["sale=no", "sale=yes"], "landmarks": []}
    assert [games for games, _ in seen] == list(range(1, 61))
    assert seen[-1][1] == report.answers > 2000
    assert report.refused > 0
    assert report.helpers == 60
    rate = report.answers_per_s
    assert report.line() == f"games=60 answers={report.answers} answers_per_s={rate} failures=0"


def test_the_same_seed_plays_the_same_game() -> None:
    """Seeds reproduce: with and without checks the very same game is played."""
    one, two = play_game(toy.GAME, 7), play_game(toy.GAME, 7)
    assert (one.answers, one.result) == (two.answers, two.result)
    assert play_game(toy.GAME, 8).result != one.result
    assert play_game(toy.GAME, 7, NO_CHECKS).failure is None


def test_a_game_says_what_random_play_leans_to() -> None:
    """Options a game gives no weight are never taken, those with more more often; without that all are alike."""
    taken: list[str] = []

    def random_weight(state: Any, about: str, option: Option) -> float:
        return 0.0 if option.id == "no" else 1.0

    @step("1")
    def asked(state: toy.Fair) -> Rule[None]:
        for _ in range(30):
            taken.append("yes" if (yield from confirm("ann", t("Really?"))) else "no")

    game = msgspec.structs.replace(toy.GAME, play=as_call(asked()), random_weight=random_weight)
    assert play_game(game, 1, NO_CHECKS).failure is None
    assert set(taken) == {"yes"}
    taken.clear()
    assert play_game(msgspec.structs.replace(game, random_weight=None), 1, NO_CHECKS).failure is None
    assert set(taken) == {"yes", "no"}


def test_what_was_not_reached_is_listed() -> None:
    """A row of a table nobody rolled on and a rule nobody called are named."""
    report = fuzz(msgspec.structs.replace(toy.GAME, helpers=()), 1, 1, NO_CHECKS)
    assert "tests.engine.toy.practice" in report.coverage.missing(toy.GAME)["rules"]
    assert report.coverage.missing(toy.GAME)["rulings"]


def test_landmarks_are_looked_for_in_states_and_log_lines() -> None:
    """A game's landmarks count once seen, in a state as in a new line of the log; the others are named."""
    lines: list[Note] = []

    def look(state: toy.Fair, notes: Sequence[Note]) -> list[str]:
        lines.extend(notes)
        return ["minted"] if state.minted else []

    game = msgspec.structs.replace(toy.GAME, helpers=(), landmarks=Landmarks(("minted", "moon"), look))
    report = fuzz(game, 1, 7, NO_CHECKS)
    assert report.coverage.missing(game)["landmarks"] == ["moon"]
    assert len(lines) == len({id(line) for line in lines}) > 0


# ---- rules that are wrong

shared: list[int] = []


def endless(n: int, rounds: int, order: list[str]) -> Rule[int]:
    """Never ends."""
    yield from toy.earn(order[0])
    return goto(toy.fair_round(n + 1, rounds, order))


def remembers(state: toy.Fair, seat: str) -> Rule[int]:
    """Depends on what happened in other matches."""
    shared.append(1)
    yield from number(seat, t("How much?"), 0, 9, section=f"2.{len(shared)}")
    return 0


def crashes(state: toy.Fair, seat: str) -> Rule[int]:
    """Divides by a die."""
    die = yield from roll(seat, t("Roll"), 6, section="2.1")
    return 1 // (die - 3)


def makes_gold(state: toy.Fair, seat: str) -> Rule[int]:
    """Gold out of nothing."""
    yield from roll(seat, t("Roll"), 6, section="2.1")
    state.sides[seat].gold += 1
    return 0


def never_content(state: toy.Fair, seat: str) -> Rule[int]:
    """Refuses everything."""
    yield from roll(seat, t("Roll"), 6, section="2.1")
    raise Refused("2.1", t("No."))


def no_option(state: toy.Fair, seat: str) -> Rule[int]:
    """Nothing to choose from."""
    no = Refused("2.1", t("No.")).refusal
    yield from choose(seat, t("Choose"), [Option("a", t("A"), no)], section="2.1")
    return 0


def no_value(state: toy.Fair, seat: str) -> Rule[int]:
    """A message without its value."""
    yield from roll(seat, t("Roll for {what}", who="ann"), 6, section="2.1")
    return 0


def bad_note(state: toy.Fair, seat: str) -> Rule[int]:
    """The same in the log."""
    yield from note(t("{seat} rolls for {what}", seat=seat), section="2.1")
    yield from roll(seat, t("Roll"), 6, section="2.1")
    return 0


def aliases(state: toy.Fair, seat: str) -> Rule[int]:
    """Two stalls share one basket until the match is loaded."""
    yield from roll(seat, t("Roll"), 6, section="2.1")
    goods = next(iter(state.sides.values())).goods
    state.sides[seat].goods = goods
    goods["rope"] = goods.get("rope", 0) + 1
    return 0


WRONG: list[tuple[Any, Any, str]] = [
    (toy.fair_round, endless, "no end after 300 answers"),
    (toy.earn, crashes, "ZeroDivisionError: integer division or modulo by zero (crashes, line"),
    (toy.earn, makes_gold, "the state is broken: gold was made or lost"),
    (toy.earn, never_content, "the rules refuse whatever is answered"),
    (toy.earn, no_option, "a form without any open option"),
    (toy.earn, no_value, "KeyError('what')"),
    (toy.earn, bad_note, "KeyError: 'what'"),
    (toy.earn, aliases, "the match is another one"),
    (toy.earn, remembers, "saved and loaded"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=lambda one: getattr(one, "__name__", ""))
@pytest.mark.slow
def test_wrong_rules_are_found(old: Any, new: Any, message: str) -> None:
    """Each of these mistakes fails within a few games, with the seed that shows it again and how far it got."""
    checks = Checks(every=1, cap=300)
    with rule_changed(old, new):
        report = fuzz(msgspec.structs.replace(toy.GAME, helpers=()), 6, 40, checks)
        assert report.failures
        assert message in report.failures[0].message
        failure = report.failures[0]
        assert failure.reproduce == f"companion fuzz toy --games 1 --seed {failure.seed}"
        again = play_game(toy.GAME, failure.seed, checks).failure
        if new is not remembers:
            assert (again.step, again.message) == (failure.step, failure.message)  # type: ignore[union-attr]


def stubborn(state: toy.Fair, seat: str) -> Rule[int]:
    """Of a million ways only one is allowed: to leave all as it stands."""
    rows = [Row(f"r{n}", t("Row"), high=99, start=n + 7) for n in range(3)]
    given = yield from counts(seat, t("How many?"), rows, section="2.1")
    if [given.get(row.id, 0) for row in rows] != [row.start for row in rows]:
        raise Refused("2.1", t("No."))
    return 0


def test_counts_that_nothing_else_fits_are_left_as_they_stand() -> None:
    """Random counts would hardly ever find the only answer: after many refusals the page's own are sent."""
    with rule_changed(toy.earn, stubborn):
        played = play_game(toy.GAME, 3, NO_CHECKS)
    assert played.failure is None
    assert played.refused > 0


def test_a_leak_is_found() -> None:
    """A board that shows the others' cards fails."""

    def open_hands(state: toy.Fair, seat: str) -> Board:
        return Board(Text(str([side.hand for side in state.sides.values()])), Text(""))

    failure = play_game(msgspec.structs.replace(toy.GAME, board=open_hands), 3, Checks(every=1)).failure
    assert failure is not None
    assert "depends on a secret" in failure.message


def test_a_board_that_fails_in_a_helper_is_found() -> None:
    """Helpers are short: their boards are looked at after each answer, not only at the start."""
    looks = []

    def later(state: toy.Fair, seat: str) -> Board:
        looks.append(seat)
        assert len(looks) <= 4, "no board any more"
        return toy.board(state, seat)

    game = msgspec.structs.replace(toy.GAME, board=later)
    failure = play_helper(game, game.helpers[0], 3).failure
    assert failure is not None
    assert "no board any more" in failure.message


def test_a_game_that_cannot_begin_is_a_failure() -> None:
    """Also what goes wrong before the first question."""

    def broken(seats: Any, settings: Any) -> Any:
        raise KeyError("settings")

    failure = play_game(msgspec.structs.replace(toy.GAME, new_state=broken), 3).failure
    assert failure is not None
    assert (failure.step, failure.message[:18]) == (0, "KeyError: 'setting")
    assert "in broken" in failure.trace


def test_helpers_are_played_too() -> None:
    """A helper plays to its end with the same checks."""
    played = play_helper(toy.GAME, toy.GAME.helpers[0], 5, ALL_CHECKS)
    assert played.failure is None
    assert played.result["winner"] in ("ann", "bob")
