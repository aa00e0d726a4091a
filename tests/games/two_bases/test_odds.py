"""Odds of combat: without dice an invasion is certain for each way to decide, and ends as the rules then end it."""

from __future__ import annotations

import pytest

from companion.engine.text import Text
from companion.games.two_bases import GAME, facts
from companion.odds.asking import ask, situation
from companion.odds.record import Record

from .table import Table
from .test_combat import invade

KINDS = [name for name, piece in facts.PIECES.items() if piece.level == 1]


def told(table: Table, policy: str = "") -> Record:
    """The record of the invasion at its open question."""
    assert table.asked[2] == "go_on"
    return ask(situation(GAME, table.runner.save()), policy, seconds=20, compare=0)


def figures(record: Record) -> dict[str, float]:
    return {one.id: one.value for one in record.figures}


def after(table: Table, *, again: bool) -> dict[str, float]:
    """The same by playing on."""
    _enemy, piece = table.piece("b5"), table.piece("b4")
    names = (piece.seat, piece.type), (_enemy.seat, _enemy.type)
    while table.runner.questions() and table.asked[2] in ("go_on", "advance"):
        table.answer(again and table.asked[2] == "go_on")
    there = {(one.seat, one.type): one.damage for place in ("b4", "b5") for one in table.state.board[place].pieces}
    return {
        "attacker_wins": names[1] not in there, "attacker_damage": there.get(names[0], 0),
        "defender_wins": names[0] not in there, "defender_damage": there.get(names[1], 0),
    }  # fmt: skip


@pytest.mark.parametrize("mine", KINDS)
@pytest.mark.parametrize("theirs", KINDS)
def test_what_is_told_is_what_comes(mine: str, theirs: str) -> None:
    """Every pair of kinds that lives through a first round, to the end or stopped at once."""
    for policy, again in (("on", True), ("stop", False)):
        table = invade(mine, theirs)
        if table.state.battle is None or not table.runner.questions() or table.asked[2] != "go_on":
            continue
        record = told(table, policy)
        assert record.exact
        assert record.certain
        assert figures(record) == after(table, again=again)


def test_stopping_saves_both() -> None:
    """Two Soldiers I after the first round: on, both fall; stop, both live with two counters."""
    on, stop = (figures(told(invade("soldier1", "soldier1"), policy)) for policy in ("on", "stop"))
    assert (on["attacker_wins"], on["defender_wins"]) == (1, 1)
    assert (stop["attacker_wins"], stop["defender_wins"]) == (0, 0)
    assert (stop["attacker_damage"], stop["defender_damage"]) == (2, 2)


def test_titles_name_the_pieces() -> None:
    """What everybody wants to know first: whether the defender falls."""
    first = told(invade("soldier1", "soldier1")).figures[0]
    assert isinstance(first.title, Text)
    assert first.title.show().endswith("falls")
