"""Records the demo match of the two-base tile game: `python -m tools.record_two_bases [SEED]`.

A match in its middle, Blue about to move, with an invasion to be had. The seed kept gives both sides about the same.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question, sample
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.land import all_pieces, is_enemy, reach
from companion.games.two_bases.state import TwoBasesState
from tools.scenarios import match_as_scenario

SEED = 29
TURN = 7
WISHES = {
    "invade": 9, "develop": 8, "recruit": 6, "move": 5, "reveal": 4, "promote": 4, "done": 1,
    "disband": 0, "give_up": 0,
}  # fmt: skip
"""How gladly something is chosen; a place counts the more the nearer it lies to the middle."""


def wish(option: str) -> float:
    """How gladly an option is chosen."""
    if option in WISHES:
        return WISHES[option]
    place = option.rpartition(":")[2]
    if len(place) == 2 and place[1].isdecimal():
        return 6 - abs(int(place[1]) - 4.5) + 2 * (place[0] in "cdef")
    return 3


def decide(question: Question, rng: Random) -> Any:
    """What a player who wants to meet the enemy answers."""
    part = question.part
    if part.about.startswith("marker:"):
        return True
    if not (isinstance(part, Ask) and isinstance(part.form, Choose)):
        return sample(part, rng)
    names = [one.id for one in part.form.options if one.refusal is None]
    return rng.choices(names, [max(0.01, wish(name)) for name in names])[0]


def here(state: TwoBasesState, question: Question) -> bool:
    """Whether this is the moment to hand the match over: both have an army, and somebody can be invaded."""
    count = {seat: sum(piece.seat == seat for piece in all_pieces(state)) for seat in facts.SEATS}
    built = sum(bool(tile.built) for tile in state.board.values())
    faces = [
        target
        for place, tile in state.board.items()
        if any(piece.seat == "blue" and not piece.spent and not piece.rests for piece in tile.pieces)
        for target in reach(state, place)
        if is_enemy(state, "blue", target)
    ]
    mine = (question.seat, question.section, question.part.about) == ("blue", "Movement", "")
    return mine and bool(faces) and min(count.values()) >= 4 and max(count.values()) <= 8 and built >= 3


def play(seed: int) -> Match | None:
    """The match up to that moment, if this seed leads there."""
    rng = Random(seed)
    match = Match.start(GAME, begin(GAME, list(facts.SEATS), {}, {}), MemoryLedger(), Stamp(""))
    while match.questions():
        state: Any = match.runner.state
        question = match.questions()[0]
        if here(state, question):
            return match
        if max(player.turn for player in state.players.values()) > TURN:
            return None
        match.answer(question.key, decide(question, rng), Stamp(question.seat))
    return None


if __name__ == "__main__":
    assert GAME.demo is not None
    match = play(int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
    assert match is not None, "this seed does not come that far"
    found = match_as_scenario(match, seats=list(facts.SEATS), title="A demo match")
    GAME.demo.write_text(found.partition("\n[expect]\n")[0], "utf-8")
