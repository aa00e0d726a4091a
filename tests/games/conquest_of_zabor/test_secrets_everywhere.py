"""Secrecy: whatever others hold, a phone gets the same bytes at every address: in the draft, and with cards in hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from companion.engine.core.text import t
from companion.engine.game.panels import Board, TablePanel
from companion.engine.game.record import resume
from companion.engine.match.ledger import Entry
from companion.engine.running.save import encode_save
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import HANDS
from companion.games.conquest_of_zabor.readers.board import board
from companion.games.conquest_of_zabor.state import Player, ZaborState
from companion.store.packing import pack, unpack
from companion.web.play import answers
from tests.web.player import Controls
from tests.web.test_secrets_everywhere import Match, compared

SEATS = ("red", "blue", "green")
WISHES = ("same", "rituals:primary", "rituals:secondary", "destiny", "sorcery", "stop", "done", "stay")
DECKS = ("trait", *HANDS)
MOST = 200
"""Entries by which others have what a seat has not seen."""


def to_the_rituals(controls: Controls) -> dict[str, str]:
    """Everybody wants cards, and plays none of them."""
    buttons = {value: name for name, value in controls.buttons}
    return next(({buttons[one]: one} for one in WISHES if one in buttons), {})


class Hidden(Match):
    """A match of three in which others can have been dealt, have kept and have drawn other cards."""

    steer = staticmethod(to_the_rituals)
    app_dice = True

    def exchanged(
        self, saves: list[bytes], entries: list[Entry], save: bytes, seat: str
    ) -> tuple[list[tuple[bytes, Entry]], bytes]:
        """The same match played again, in which others have other cards wherever a seat has not seen them."""
        other = other_cards([resume(GAME, unpack(one)).state for one in [*saves[1:], save]], seat)  # type: ignore[misc]
        assert other
        runner, found = resume(GAME, unpack(saves[1])), [(saves[0], entries[0])]
        for entry in entries[1:]:
            before, told = pack(encode_save(runner.save())), len(runner.notes)
            place = entry.key.rpartition("-")[0]
            question = next(one for one in runner.questions() if one.key.rpartition("-")[0] == place)
            value = entry.value if entry.seat == seat else exchanged(entry.value, other)
            runner.answer(question.key, value)
            notes = runner.notes[told:]
            found.append((before, structs.replace(entry, key=question.key, value=value, notes=notes)))
        return found, pack(encode_save(runner.save()))

    def hides(self, seat: str) -> bool:
        """Whether others have anything that a seat has not seen; it is played on until they have."""
        match = self.store.read(self.code).match
        saves = [line.before for line in match.line()[1:]]
        states = [resume(GAME, one).state for one in saves] + [match.runner.state]
        return bool(other_cards(states, seat))  # type: ignore[arg-type]


def other_cards(states: list[ZaborState], seat: str) -> dict[str, str]:
    """For each card that a seat has never seen, and that another has, one that nobody has."""
    found: dict[str, str] = {}
    for deck in DECKS:
        dealt = {card for state in states for player in state.players.values() for card in hand(player, deck)}
        seen = {card for state in states for card in seen_by(state, deck, seat)}
        free = [card for card in facts.HOUSE.cards[deck] if card not in dealt | seen]
        found |= dict(zip(sorted(dealt - seen), free, strict=False))
    return found


def hand(player: Player, deck: str) -> list[str]:
    """What a player has of a deck that others do not see."""
    return [*player.passing, *player.kept] if deck == "trait" else list(getattr(player, deck))


def seen_by(state: ZaborState, deck: str, seat: str) -> list[str]:
    """What lies open of a deck, and what a seat has."""
    charts = [card for player in state.players.values() for card in player.traits]
    own = hand(state.players[seat], deck) if seat else []
    return [*charts, *state.discards.get(deck, []), *own]


def exchanged(value: Any, other: dict[str, str]) -> Any:
    """An answer with other cards in it."""
    if isinstance(value, list):
        return [exchanged(one, other) for one in value]
    return other.get(value, value) if isinstance(value, str) else value


@pytest.fixture(scope="module", params=[3, 5, 40])
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Match]:
    """A match after so many answers of each, or some more: traits are dealt, one or two are kept, cards are drawn."""
    with pytest.MonkeyPatch.context() as patch:
        dice = random.Random(5)
        patch.setattr(answers, "SystemRandom", lambda: dice)
        made = Hidden(tmp_path_factory.mktemp("secrets"), request.param, GAME, SEATS)
        while not all(made.hides(seat) for seat in ("red", "blue", "")):
            assert len(made.store.read(made.code).match.line()) < MOST, "nobody has what others have not seen"
            made.play(5)
    yield made
    made.store.close()


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_no_address_sends_anything_that_hangs_on_what_others_hide(match: Match, seat: str) -> None:
    """Table, areas, charts, standing, log, story, film, souvenir, TV, corrections, odds: the same bytes."""
    assert compared(match, seat, GAME) == []


def loose_board(state: ZaborState, seat: str) -> Board:
    """The board with a leak: everybody's hands stand on it."""
    sound = board(state, seat)
    cards = sorted(card for player in state.players.values() for deck in DECKS for card in hand(player, deck))
    leak = TablePanel("leak", "map", t("Leak"), (t("Card"),), tuple((t(card),) for card in cards))
    more = (structs.replace(leak, id=f"leak-{tab}", tab=tab) for tab in ("army", "standing"))  # the TV at any time
    return structs.replace(sound, panels=(*sound.panels, leak, *more))


@pytest.mark.slow
def test_a_leak_would_be_found(match: Match) -> None:
    """With everybody's cards on the map, this test fails at the table, on the TV and in the film."""
    found = " ".join(compared(match, "blue", structs.replace(GAME, board=loose_board)))
    for part in ("?tab=map", "/tv"):
        assert part in found
