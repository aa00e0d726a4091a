"""Odds of combat: without dice an invasion is certain for each way to decide, and ends as the rules then end it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.situation_file import read_situation_file, situation_of_file
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.phases import moves
from companion.odds.asking import ask, situation
from companion.odds.asking.record import Record
from tests.games.two_bases.table import Table, at, position
from tests.games.two_bases.test_combat import LAND, hurt, invade

KINDS = [name for name, piece in facts.PIECES.items() if piece.level == 1]


def told(table: Table, policy: str = "") -> Record:
    """The record of the invasion at its open question."""
    assert table.asked[2] == "go_on"
    return ask(situation(GAME, table.runner.save()), policy, seconds=20, compare=0)


def figures(record: Record) -> dict[str, float | str]:
    """Every figure: a chance, or the one value of a number."""
    return {one.id: one.value if one.is_chance else one.shares[0].value for one in record.figures}


def after(table: Table, *, again: bool) -> dict[str, float | str]:
    """The same by playing on."""
    _enemy, piece = table.piece("b5"), table.piece("b4")
    names = (piece.seat, piece.type), (_enemy.seat, _enemy.type)
    while table.runner.questions() and table.asked[2] in ("go_on", "advance"):
        table.answer(again and table.asked[2] == "go_on")
    there = {(one.seat, one.type): one.damage for place in ("b4", "b5") for one in table.state.board[place].pieces}
    return {
        "attacker_wins": names[1] not in there, "attacker_damage": there.get(names[0], ""),
        "defender_wins": names[0] not in there, "defender_damage": there.get(names[1], ""),
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
    """Of two Soldiers it is told whose falls, and a fallen one has no damage any more."""
    found = {one.id: one for one in told(invade("soldier1", "soldier1")).figures}
    titles = [str(found[name].title) for name in ("attacker_wins", "defender_wins")]
    assert len(set(titles)) == 2
    assert all(facts.TITLES[seat] in title for seat, title in zip(reversed(facts.SEATS), titles, strict=True))
    assert str(found["attacker_damage"].shares[0].words) == "fallen"


def test_a_fight_decided_at_once_tells_its_result(tmp_path: Path) -> None:
    """Two damaged Soldiers fall in the first round: a file for it has the same figures as one for a longer fight."""
    words = '[[answer]]\nvalue = { piece = "soldier1", land = "plains", engine = false, damage = N }\n'
    helper = next(one for one in GAME.helpers if one.id == "combat")
    records = []
    for number, damage in enumerate((0, 2)):
        path = tmp_path / f"{number}.toml"
        path.write_text(2 * words.replace("N", str(damage)))
        records.append(ask(situation_of_file(GAME, helper, read_situation_file(path)), seconds=20, compare=0))
    longer, short = ([one.id for one in record.figures] for record in records)
    assert longer == short
    assert figures(records[1])["attacker_wins"] == 1


def test_before_an_invasion_the_first_exchange_is_known() -> None:
    """At the question which piece moves, each invasion that is possible has its first round."""
    table = at(position(LAND, {"b4": "soldier1", "b5": "orange:soldier1"}), moves.movement("blue"))
    record = ask(situation(GAME, table.runner.save()), seconds=20, compare=0)
    found = {one.id.partition(".")[2]: one for one in record.figures if one.id.startswith("b4-b5.")}
    assert "invades" in str(found["attacker_damage"].of)
    values = tuple(found[f"{role}_damage"].shares[0].value for role in ("attacker", "defender"))
    assert values == hurt(invade("soldier1", "soldier1"))
    assert found["attacker_wins"].value == 0
    assert record.exact
