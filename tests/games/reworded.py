"""What a game does, measured so that it can be compared: as it is, or with every message in other words.

    python -m tests.games.reworded GAME [plain]

Prints what random games come past, the story of half a match and (of Heroes vs Warlords) odds, as JSON. A program of
its own, because many texts are made when a module is imported: words are exchanged before anything else is.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from companion.engine.core import text


def _reworded(message: str, **values: Any) -> text.Text:
    return Text("Said otherwise: " + message, values)  # type: ignore[name-defined]  # noqa: F821 (runs inside `text`)


def _plural_reworded(n: int, one: str, many: str, **values: Any) -> text.Text:
    return Text("So many: " + (one if n == 1 else many), {"n": n, **values})  # type: ignore[name-defined]  # noqa: F821


def say_all_otherwise() -> None:
    """From now on whatever makes a message makes one with other words."""
    text.t.__code__, text.plural.__code__ = _reworded.__code__, _plural_reworded.__code__


def measured(name: str) -> dict[str, Any]:
    """Everything that is compared of a game, as plain data."""
    from companion.games import load_game

    game = load_game(name)
    odds = chances() if name == "heroes_vs_warlords" else []
    said = game.guide.aim.message if game.guide else ""
    return {"said": said, "reached": reached(game), "statistics": statistics(game), "odds": odds}


def reached(game: Any) -> dict[str, dict[str, int]]:
    """What some random games come past: how often each rule, table row, reading and landmark."""
    from companion.engine.testing.coverage import Coverage
    from companion.engine.testing.fuzz import NO_CHECKS, play_game

    found = Coverage()
    for seed in range(3):
        assert play_game(game, seed, NO_CHECKS, found).failure is None
    return {kind: dict(getattr(found, kind)) for kind in Coverage.__struct_fields__}


def statistics(game: Any) -> dict[str, Any]:
    """The story of half a match, as far as it is numbers."""
    from companion.engine.core.errors import Refused
    from companion.engine.core.questions import sample
    from companion.engine.game.record import begin
    from companion.engine.match.ledger import MemoryLedger
    from companion.engine.match.live import Match, Stamp
    from companion.engine.match.story import story

    rng, seats = Random(7), [seat.id for seat in game.seats][: game.players[0]]
    match = Match.start(game, begin(game, seats, {}, {}), MemoryLedger(), Stamp("host"))
    for _ in range(900):
        if match.runner.done:
            break
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
        except Refused:
            continue
    told = story(game, match.line(), match.runner.state)
    return {"tallies": [(one.period, one.values) for one in told.tallies], "toll": repr(told.toll),
            "moments": [(one.n, one.note.kind, repr(one.note.facts)) for one in told.moments]}  # fmt: skip


def chances() -> list[float]:
    """Odds of a siege under several policies that look at questions."""
    from companion.engine.core.rulings import settled
    from companion.games import load_game
    from companion.games.heroes_vs_warlords.fighting import arena
    from companion.games.heroes_vs_warlords.readers.policies import varied
    from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
    from companion.odds import beginning
    from tests.odds.reading import enumerate_odds

    found = []
    for policy in [varied("biggest", knobs) for knobs in ((), (("units", 3),), (("seize", 0),))]:
        state = load_game("heroes_vs_warlords").helper_state()
        state.rulings = settled(load_game("heroes_vs_warlords").rulings, {})
        ours, theirs = [Fighter("barbarians", 1, 6, 0)], [Fighter("knights", 2, 2, 0), Fighter("knights", 1, 2, 1)]
        attacker = Side("barbarians", "hero", ours, "barbarians:1", attack=3, defense=2)
        defender = Side("knights", "hero", theirs, "knights:1", attack=1, defense=1)
        state.battle = Battle("", "", attacker, defender, "defender", Wall(10, 1, towers=["intact"]))
        odds = enumerate_odds(HvWState, beginning(state, arena.battle()), policy.answer)
        found.append(odds.chance(lambda winner, end: winner == "attacker").middle)
    return found


if __name__ == "__main__":
    if sys.argv[2:] != ["plain"]:
        say_all_otherwise()
    print(json.dumps(measured(sys.argv[1]), sort_keys=True, default=str))
