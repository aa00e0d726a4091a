"""Secrecy: whatever others hide, a phone gets the same bytes at every address; its log names no cube of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from companion.engine.game.panels import Board
from companion.engine.game.record import resume
from companion.engine.match.ledger import Entry
from companion.engine.running.save import encode_save
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.world.state import WarState
from companion.store.packing import pack, unpack
from tests.web.player import Controls
from tests.web.test_secrets_everywhere import Match, compared, leaking, own_lines_stay_own, told_anew

pytestmark = pytest.mark.slow

PAIRS = (("swordsman", "pikeman"), ("m105", "m107"), ("m106", "m108"), ("m101", "m103"), ("m102", "m104"))
OTHER = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
"""For what may lie hidden something else that costs as much, goes as far and comes as late."""


DRAWN = ("m105", "m106", "m101", "m102")
"""The missions drawn at the beginning, one after another."""

STARTERS = {"count.builder": "1", "count.swordsman": "2"}
"""The units that he begins with."""


class Going:
    """A player who begins with what can be exchanged and never gives up by chance."""

    def __init__(self) -> None:
        self.rng, self.draws = Random(7), list(DRAWN)

    def __call__(self, controls: Controls) -> dict[str, Any]:
        """What he wants of the controls of a form."""
        named: dict[str, list[str]] = {}
        for name, values in [(name, values) for name, (_kind, values) in controls.ticks.items()] + controls.selects:
            named.setdefault(name, []).extend(values)
        for name, value in controls.buttons:
            named.setdefault(name, []).append(value)
        found = {name: self.wanted(values) for name, values in named.items()}
        found |= {name: STARTERS.get(name, "0") for name, *_limits in controls.numbers if name.startswith("count.")}
        return {name: value for name, value in found.items() if value}

    def wanted(self, values: list[str]) -> str:
        """One of some values, "" for any."""
        if "give_up" in values:
            return self.rng.choice([one for one in values if one not in ("give_up", "done")] or ["done"])
        if any(one in values for one in ("back", "other")):
            return self.rng.choice([one for one in values if one not in ("back", "other", "done")] or values[-1:])
        if self.draws and self.draws[0] in values:
            return self.draws.pop(0)
        if "mission" in values:  # a later draw might be what the exchange has given somebody already
            return self.rng.choice([one for one in values if one not in ("mission", "done")] or ["done"])
        return "swordsman" if "swordsman" in values else ""


class Hidden(Match):
    """A match of two in which all that a seat may not know can be exchanged: cubes, missions, draws, notes."""

    app_dice = False

    def __init__(self, folder: Path, answers: int) -> None:
        self.steer = Going()
        super().__init__(folder, answers, GAME, ("red", "blue"))

    def exchanged(
        self, saves: list[bytes], entries: list[Entry], save: bytes, seat: str
    ) -> tuple[list[tuple[bytes, Entry]], bytes]:
        """The same match played again, in which all others have other cubes and missions and do the same with them."""
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
    """An answer with other cubes and missions in it."""
    if isinstance(value, dict):
        return {OTHER.get(name, name): exchanged(one) for name, one in value.items()}
    if isinstance(value, list):
        return [exchanged(one) for one in value]
    return OTHER.get(value, value) if isinstance(value, str) else value


@pytest.fixture(scope="module", params=[41])
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Match]:
    """A match after so many answers of each: set-up, and some turns."""
    made = Hidden(tmp_path_factory.mktemp("secrets"), request.param)
    yield made
    made.store.close()


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_no_address_sends_anything_that_hangs_on_what_others_hide(match: Match, seat: str) -> None:
    """Table, map, cubes, standing, log, story, film, TV, corrections, odds, souvenir: the same bytes."""
    state = match.store.read(match.code).match.runner.state
    assert isinstance(state, WarState)
    hidden = [one.kind for one in state.units.values() if one.seat != seat and not one.face]
    hidden += [one for player in state.players.values() if player.seat != seat for one in player.missions]
    assert set(hidden) & set(OTHER), "nothing is exchanged: the test would find nothing"
    assert compared(match, seat, GAME) == []


def loose_board(state: WarState, seat: str) -> Board:
    """The board with a leak: all kinds of cubes stand on the map."""
    assert GAME.board is not None
    sound, shown = GAME.board(state, seat), [one.kind for one in state.units.values()]
    return leaking(sound, " ".join(shown))


def test_a_leak_would_be_found(match: Match) -> None:
    """With everybody's cubes on the map, this test fails at the table, on the TV and in the film."""
    found = " ".join(compared(match, "blue", structs.replace(GAME, board=loose_board)))
    assert "?tab=map" in found
    assert "/film?frame=1" in found


def test_the_log_names_no_cube_or_mission_of_others(match: Match) -> None:
    """What Red drew, recruited and moved stands in Red's log alone."""
    own_lines_stay_own(match, "red", "blue")
