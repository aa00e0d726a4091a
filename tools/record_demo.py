"""Records matches of Heroes vs Warlords on a map: `python -m tools.record_demo demo` or `show`, then perhaps a seed.

Knights against Amazons. `demo` ends in the second sequence of the first Round, with the Knights about to move; its
default seed gives both sides about the same, with three tiles discovered. `show` is a whole match of one Round.
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

SEEDS = {"demo": 31, "show": 20}
ROUNDS = {"demo": 4, "show": 1}
SEATS = ["knights", "amazons"]
LIMIT = 400


def here(state: HvWState, question: Question) -> bool:
    """Whether this is the moment at which the demo begins."""
    mine = state.active == "knights" and state.battle is None and question.section == "7.1"
    return mine and (state.round, state.sequence) == (1, 2)


def play(what: str, seed: int) -> Match:
    """The match played up to that moment, or to its end."""
    rng = Random(seed)
    policy = Policy(rng, {})
    match = Match.start(GAME, begin(GAME, SEATS, {}, {}), MemoryLedger(), Stamp(""))
    agreed = {"map": "standard", "tiles": 12, "length": ROUNDS[what]}
    for _ in range(LIMIT):
        state, questions = match.runner.state, match.questions()
        if not questions or (what == "demo" and here(state, questions[0])):
            return match
        question = questions[0]
        answer = agreed if question.section == "5.3" else policy.decide(state, question)
        try:
            match.answer(question.key, answer, Stamp(question.seat))
        except Refused:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
    raise SystemExit(f"Seed {seed} does not come that far.")


if __name__ == "__main__":
    what = sys.argv[1]
    file = {"demo": GAME.demo, "show": GAME.show}[what]
    assert file is not None
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEEDS[what]
    found = match_as_scenario(play(what, seed), seats=SEATS, title="A demo match")
    file.write_text(found.partition("\n[expect]\n")[0], "utf-8")
