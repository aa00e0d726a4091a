"""Secrecy: whatever others hide, a phone gets the same bytes at every address; its log names no chit of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from companion.engine.game.panels import Board
from companion.engine.game.record import resume
from companion.engine.match.ledger import Entry
from companion.engine.running.save import encode_save
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.state import ArchmagiState
from companion.store.packing import pack, unpack
from tests.web.player import Controls
from tests.web.test_secrets_everywhere import Match, compared, leaking, own_lines_stay_own, told_anew

pytestmark = pytest.mark.slow

LISTS = facts.HOUSE


MOVES = ("site", "sea", "swimmer", "flying", "swift", "very swift", "carry", "transport", "scout", "cannibal", "hero")
"""What decides on what a unit is asked before it is shown."""


def alike() -> Iterator[list[str]]:
    """Groups of chits that can stand for each other without anything that all see becoming another."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for spell in LISTS.spells.values():
        groups.setdefault((spell.when, spell.target), []).append(spell.id)
    for chit in LISTS.chits.values():
        if chit.count and chit.terrain != facts.ARCHMAGI:
            key = (chit.terrain, *(word in chit.abilities for word in MOVES))
            groups.setdefault(key, []).append(chit.id)
    yield from groups.values()


OTHER = {one: group[n - 1] for group in alike() for n, one in enumerate(group)}
"""For each chit that may lie hidden another one, if there is one."""


def play_on(controls: Controls) -> dict[str, str]:
    """Nobody gives up by chance."""
    buttons = {value: name for name, value in controls.buttons}
    return {buttons["done"]: "done"} if "give_up" in buttons and "done" in buttons else {}


class Hidden(Match):
    """A match of two in which all that a seat may not know can be exchanged: hands, chits on the map, draws, notes."""

    steer = staticmethod(play_on)
    app_dice = False

    def exchanged(
        self, saves: list[bytes], entries: list[Entry], save: bytes, seat: str
    ) -> tuple[list[tuple[bytes, Entry]], bytes]:
        """The same match played again, in which all others have drawn other chits and do the same with them."""
        runner, found = resume(GAME, unpack(saves[1])), [(saves[0], entries[0])]
        for entry in entries[1:]:
            before, told = pack(encode_save(runner.save())), len(runner.notes)
            place = entry.key.rpartition("-")[0]
            question = next(one for one in runner.questions() if one.key.rpartition("-")[0] == place)
            value = entry.value if entry.seat == seat else exchanged(entry.value)
            runner.answer(question.key, value)
            found.append((before, structs.replace(entry, **told_anew(question, value, runner.notes[told:]))))
        return found, pack(encode_save(runner.save()))


def exchanged(value: Any) -> Any:
    """An answer with other chits in it; ids like `spell:haste:1` have them in one of their parts."""
    if isinstance(value, list):
        return [exchanged(one) for one in value]
    return ":".join(OTHER.get(part, part) for part in value.split(":")) if isinstance(value, str) else value


@pytest.fixture(scope="module", params=[18, 28])
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Match]:
    """A match after so many answers of each: deploying, and moving; before anybody discards, for discards lie open."""
    made = Hidden(tmp_path_factory.mktemp("secrets"), request.param, GAME, ("red", "blue"))
    yield made
    made.store.close()


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_no_address_sends_anything_that_hangs_on_what_others_hide(match: Match, seat: str) -> None:
    """Table, map, stacks, standing, log, story, film, TV, corrections, odds: the same bytes, whatever others hold."""
    assert hidden_chits(match, seat)
    assert compared(match, seat, GAME) == []


def hidden_chits(match: Match, seat: str) -> list[str]:
    """What a seat may not know of a match; a test that exchanges nothing would find nothing."""
    state = match.store.read(match.code).match.runner.state
    assert isinstance(state, ArchmagiState)
    return [
        one for player in state.players.values() if player.seat != seat for one in (*player.spells, *player.reserve)
    ]


def loose_board(state: ArchmagiState, seat: str) -> Board:
    """The board with a leak: the spells of all stand on the map."""
    assert GAME.board is not None
    sound, shown = GAME.board(state, seat), sorted(one for player in state.players.values() for one in player.spells)
    return leaking(sound, " ".join(shown))


def test_a_leak_would_be_found(match: Match) -> None:
    """With everybody's spells on the map, this test fails at the table, on the TV and in the film."""
    found = " ".join(compared(match, "blue", structs.replace(GAME, board=loose_board)))
    assert "?tab=map" in found
    assert "/film?frame=1" in found


def test_the_log_names_no_chit_of_others(match: Match) -> None:
    """What Red drew, deployed and moved stands in Red's log alone."""
    own_lines_stay_own(match, "red", "blue")
