"""Where the orders begin: matches of a toy and of a real game, with six phones at each.

The toy (every effect of the engine: parallel and sealed questions, private draws, dice) is played by six seats, one
a phone, or by three seats, two hosts without a seat and a watcher. The real game is taken up in the middle of
recorded matches. All stand in one file, which is made once and copied for every round of orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, sample
from companion.engine.game.record import Game, SeatInfo, begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import decode_export, replay
from companion.games import load_game
from companion.store import Store
from tests.engine.toy import GAME as TOY

NOW = "2026-11-20T10:00:00+00:00"
RELEASE = "1"
FIXTURES = Path(__file__).parents[1] / "fixtures"
PHONES = 6
SIX_SEATS = ("ann", "bob", "cat", "dan", "eve", "fay")
SIX = msgspec.structs.replace(
    TOY, name="six", players=(PHONES,), seats=tuple(SeatInfo(seat, seat.title()) for seat in SIX_SEATS)
)
TOYS = {"toy": TOY, "six": SIX}
TOY_PLACES = {"six": (0, 8, 14, 21, 33, 47), "toy": (0, 5, 9, 17, 24)}
REAL_PLACES = 6


class Role(NamedTuple):
    """Who a phone is at the match."""

    seats: tuple[str, ...]
    host: bool
    token: str

    @property
    def by(self) -> str:
        """Who posts when this phone does: its seat, or the host."""
        return self.seats[0] if self.seats else "host"

    @property
    def plays(self) -> bool:
        """Whether it may post at all."""
        return self.host or bool(self.seats)

    @property
    def sees(self) -> str:
        """What two phones have in common when they must be shown the same."""
        return ",".join(self.seats) or ("host" if self.host else "watcher")


class Position(NamedTuple):
    """A match and the six phones at it; `start` is its first save."""

    name: str
    game: Game
    code: str
    roles: tuple[Role, ...]
    start: bytes


def find_game(name: str) -> Game:
    """Toys by their names, else the real ones."""
    return TOYS[name] if name in TOYS else load_game(name)


def build(file: Path) -> list[Position]:
    """All positions, each a match of its own in one file."""
    with Store.open(file, find_game) as store:
        return [lay(store, n, match, seats) for n, (match, seats) in enumerate((*toys(), *recorded()))]


def toys() -> Iterator[tuple[Match, tuple[str, ...]]]:
    """The toy after some random answers."""
    for name, places in TOY_PLACES.items():
        game = TOYS[name]
        seats = tuple(seat.id for seat in game.seats)
        for answers in places:
            match = Match.start(game, begin(game, seats, {"length": "long"}, {}), MemoryLedger(), Stamp("", NOW))
            advance(match, Random(answers), answers)
            yield match, seats


def advance(match: Match, rng: Random, answers: int) -> None:
    """Answer so many questions at random."""
    for _ in range(answers):
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat, NOW))
        except Refused:
            continue


def recorded() -> Iterator[tuple[Match, tuple[str, ...]]]:
    """Recorded matches of real games, cut where several are asked at once and at even distances."""
    for file in sorted(FIXTURES.glob("*/*.json")):
        export = decode_export(file.read_bytes())
        game = load_game(export.game)
        played = replay(game, export).entries
        places = {len(played) * n // (REAL_PLACES + 1) for n in range(1, REAL_PLACES + 1)}
        for n in sorted(places | shared(game, [entry.before for entry in played])):
            yield Match(game, played[n].before, MemoryLedger(), 0), tuple(export.seats)


def shared(game: Game, saves: list[bytes]) -> set[int]:
    """The first few places where more than one seat is asked."""
    found = [n for n, save in enumerate(saves[::7]) if len({q.seat for q in asked(game, save)}) > 1]
    return {7 * n for n in found[:2]}


def asked(game: Game, save: bytes) -> list[Question]:
    """The open questions of a save."""
    return Match(game, save, MemoryLedger(), 0).questions()


def lay(store: Store, n: int, match: Match, seats: tuple[str, ...]) -> Position:
    """Put a match into the store, and six phones round it."""
    start = match.save_text()
    fresh = Match(match.game, start, MemoryLedger(), 0)
    code = store.create_demo(fresh, seats=seats, settings={}, rulings={}, release=RELEASE, now=NOW)
    roles = tuple(sit(store, code, held, host) for held, host in cast(seats))
    return Position(f"{match.game.name}-{n}", match.game, code, roles, start)


def cast(seats: tuple[str, ...]) -> list[tuple[tuple[str, ...], bool]]:
    """Six phones: one a seat, then two hosts without a seat, then watchers."""
    held = [((seat,), False) for seat in seats]
    hosts = [((), True)] * min(2, PHONES - len(held))
    return [*held, *hosts, *[((), False)] * (PHONES - len(held) - len(hosts))]


def sit(store: Store, code: str, seats: tuple[str, ...], host: bool) -> Role:
    """Let a phone in with its seats."""
    token = store.join(code, "A phone", NOW, host=host)
    device = store.device(code, token)
    assert device is not None
    for seat in seats:
        store.take_seat(code, device.id, seat)
    return Role(seats, host, token)
