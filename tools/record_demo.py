"""Records the demo match of Heroes vs Warlords: `python -m tools.record_demo [SEED]`.

Knights and Amazons on a map, in the second sequence of the first Round, with the Knights about to move. The default
seed gives both sides about the same, with three tiles discovered.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, sample
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.records.state import HvWState
from tools.policy import Policy
from tools.scenarios import match_as_scenario

SEED = 31
SEATS = ["knights", "amazons"]
AGREED = {"map": "standard", "tiles": 12, "length": 4}
LIMIT = 400


def here(state: HvWState, question: Question) -> bool:
    """Whether this is the moment at which the demo begins."""
    mine = state.active == "knights" and state.battle is None and question.section == "7.1"
    return mine and (state.round, state.sequence) == (1, 2)


def play(seed: int) -> Match:
    """The match played up to that moment."""
    rng = Random(seed)
    policy = Policy(rng, {})
    match = Match.start(GAME, begin(GAME, SEATS, {}, {}), MemoryLedger(), Stamp(""))
    for _ in range(LIMIT):
        state, question = match.runner.state, match.questions()[0]
        if here(state, question):
            return match
        answer = AGREED if question.section == "5.3" else policy.decide(state, question)
        try:
            match.answer(question.key, answer, Stamp(question.seat))
        except Refused:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
    raise SystemExit(f"Seed {seed} does not come that far.")


if __name__ == "__main__":
    assert GAME.demo is not None
    found = match_as_scenario(play(int(sys.argv[1]) if len(sys.argv) > 1 else SEED), seats=SEATS, title="A demo match")
    GAME.demo.write_text(found.partition("\n[expect]\n")[0], "utf-8")
