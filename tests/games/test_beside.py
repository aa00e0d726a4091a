"""The benchmark that compares two releases: one match is played in both, and both records play again."""

from __future__ import annotations

import pytest

from benchmarks.beside import GAMES, HERE, Side, alike, offers, played


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.slow
def test_a_match_is_played_in_both_releases_and_again_by_its_record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release beside itself asks the same, so both records are one."""
    monkeypatch.setattr("benchmarks.beside.LONGEST", 40)
    one, other = Side(HERE), Side(HERE)
    first, second = played(one, other, name, GAMES[name], 1)
    assert first == second
    assert len(first) == 40
    for what in ("play", "save", "resume"):
        assert one("replay", name, [(GAMES[name], first)], what) > 0
    for what in ("post", "cold", "look"):
        assert other("store", what, 2) > 0
    for side in (one, other):
        side.end()


def test_questions_of_two_releases_are_alike_by_what_can_be_answered():
    """Seat, kind and form are the same, and some answer fits both; a question with more choices is still the same."""
    few, more = ["red", "Ask", ["Choose", "done", "walk"]], ["red", "Ask", ["Choose", "done", "rest", "walk"]]
    assert alike(few, more)
    assert not alike(few, ["blue", *more[1:]])
    assert not alike(few, ["red", "Ask", ["Confirm"]])
    assert not alike(few, ["red", "Ask", ["Choose", "stop"]])
    assert offers(more, "rest")
    assert not offers(few, "rest")
    assert offers(["red", "Roll", ["(20,)", ""]], [7])
