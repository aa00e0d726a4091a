"""Whole recorded games, replayed: the same end, and nothing comes from nowhere or gets lost on the way."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from companion.engine.core.effects import Note
from companion.engine.game.record import resume
from companion.engine.match.ledger import Entry
from companion.engine.match.replay import MatchExport, Replayed, decode_export, replay
from companion.engine.running.save import decode_save
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.records.state import HvWState
from tests.games.heroes_vs_warlords.accounts import Accounts

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "fixtures" / "heroes_vs_warlords"
GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
HAPPENED = {
    "two_players_to_the_agreed_length": ("Round 3.", "takes", "discovers tile", "built.", "win the game"),
    "three_players_conquest_and_defeat": ("conquer the Knights City", "The Knights are defeated.", "arrives"),
    "capital_lost_and_retaken": ("Barbarians conquer the Knights", "Knights conquer the Knights", "The wall is"),
}
"""What each game was recorded for."""


@cache
def replayed(name: str) -> tuple[MatchExport, Replayed]:
    export = decode_export((FOLDER / f"{name}.json").read_bytes())
    return export, replay(GAME, export)


def state_of(save: bytes) -> HvWState:
    return msgspec.json.decode(bytes(decode_save(save).state), type=HvWState)


@cache
def line(name: str) -> list[tuple[HvWState, HvWState, Entry, bool]]:
    """The live entries with what the rules of today note, the state before and after, and whether all is quiet then."""
    _, played = replayed(name)
    match = played.match(GAME)
    entries = match.line()
    saves = [*(entry.before for entry in entries[1:]), match.save_text()]
    told = [_played(entry) for entry in entries]
    return [
        (state_of(entry.before), state_of(after), structs.replace(entry, notes=notes), quiet)
        for entry, after, (notes, quiet) in zip(entries, saves, told, strict=True)
    ]


def _played(entry: Entry) -> tuple[list[Note], bool]:
    """The log lines of an entry, made anew (the fixtures do not keep them); True when no step is half answered then."""
    if entry.kind != "answer":
        return [], False
    runner = resume(GAME, entry.before)
    runner.answer(entry.key, entry.value)
    fresh = all(question.section in ("7.1", "11.0", "5.2") for question in runner.questions())
    return runner.notes, fresh and all(question.part.about[:5] != "hero:" for question in runner.questions())


def test_the_games_are_there():
    """Each recorded game is known, and nothing it was recorded for is forgotten."""
    assert set(GAMES) == set(HAPPENED)


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_goes_the_same_way(name):
    """Every recorded answer still fits, and the match ends in the recorded state."""
    _, played = replayed(name)
    assert [f"entry {one.n}: {one.what}" for one in played.differences] == []
    state = played.match(GAME).runner.state
    assert played.match(GAME).runner.done
    assert state.ended in ("length", "last_player")
    assert state.winners


@pytest.mark.parametrize("name", GAMES)
def test_it_happens_what_it_was_recorded_for(name):
    """The log still tells of the events."""
    log = [str(note.text) for _, _, entry, _ in line(name) for note in entry.notes]
    for words in HAPPENED[name]:
        assert any(words.casefold() in text.casefold() for text in log), words


@pytest.mark.parametrize("name", GAMES)
def test_nothing_comes_from_nowhere(name):
    """After every entry units and Resources are what the log accounts for, and no invariant is broken."""
    accounts = Accounts()
    problems, quiet_moments = [], 0
    for before, after, entry, quiet in line(name):
        if entry.kind == "answer":
            problems += [f"entry {entry.n}: {one}" for one in accounts.misbooked(before, after, entry, quiet)]
        problems += [f"entry {entry.n}: {one}" for one in broken(after)]
        quiet_moments += quiet
    assert problems == []
    assert quiet_moments > 50


def test_the_accounts_notice_what_is_too_much():
    """A state with one unit, one Resource or one recruit more than the log says is named."""
    moves = [one for one in line(GAMES[0]) if one[2].section == "7.1" and one[3] and one[1].sites]
    before, after, entry, _ = copy.deepcopy(next(one for one in moves if not Accounts().misbooked(*one)))
    next(iter(after.sites.values())).waiting += 1
    next(iter(after.cities.values())).stock.wood += 1
    stacks = [stack for player in after.players.values() for hero in player.heroes for stack in hero.sections if stack]
    stacks[0].count += 1
    found = Accounts().misbooked(before, after, entry, True)
    assert found == [f"{name}: +1 without a booking" for name in sorted([stacks[0].faction, "waiting", "wood"])]
