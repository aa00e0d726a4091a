"""Records the demo matches of Archmagi, Conquest of Zabor and Multiverse War: `python -m tools.record_three [GAME...]`.
With a recorded match in place of a game (`.../data/show.toml`) that match is written anew as it is, with what is asked
in the words of today.

Each begins with the set-up and ends where somebody is about to fight or to act. Decisions are by chance, but for what a
sensible player would not do; the seeds kept come to that moment soon.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.engine.core.effects import Ask
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Fields, Name
from companion.engine.core.questions import Question, sample
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.testing.scenario import played
from companion.games import load_game
from tools.scenarios import match_as_scenario

AREAS = ("Lunn", "Akran", "Boronice", "Pheran", "Argas", "Harrow", "Stonemere",
         "Gull Point", "Ashfield", "Windgate", "Low Marches", "Coldharbour", "Old Orchard",
         "Kestrel", "Longwater", "Redwater", "Saltmarsh", "Brack", "Fenwick", "Thornby", "Westmoor", "Ostrand",
         "Half Moon", "Dunmarch", "Greywold", "Elder Reach", "Millrace", "Hollow Down", "Farrow")  # fmt: skip
"""Names that players of Zabor type for areas of their own map."""


class Demo(NamedTuple):
    """How a demo is recorded: who plays, a seed, what is wished for (by what is asked and what is chosen), and when
    it is handed over.
    """

    seats: tuple[str, ...]
    seed: int
    wishes: dict[str, float]
    here: Callable[[Any, Question], bool]


DEMOS = {
    "archmagi": Demo(
        ("red", "blue"), 31, {"give_up": 0, "move:done": 0.3, "deploy:done": 0.01, "off": 0},
        lambda state, one: one.rule.endswith("battle.clash") and state.battle.attacker.seat == "red",
    ),
    "conquest_of_zabor": Demo(
        ("red", "blue", "green"), 1,
        {"track:same": 99, "envoy:campaign:primary": 9, "envoy:build_army:primary": 8, "envoy:civilize:primary": 8,
         "envoy:diplomacy:primary": 3, "to:stop": 6, "to:back": 0, "to:elsewhere": 0.1, "civilize:done": 0.3,
         "from:done": 0.4, "new": 0.15, "deck:none": 0, "trade:none": 0.5},
        lambda state, one: one.rule.endswith("battle.battle_round") and one.seat == "red" and state.battle.opened,
    ),
    "multiverse_war": Demo(
        ("red", "blue"), 436,
        {"give_up": 0, "done": 0.05, "back": 0.2, "other": 0.2, "build:done": 0.4, "build:mission": 0.1,
         "recruit:decoy": 0.1},
        lambda state, one: one.rule.endswith("fight.strike"),
    ),
}  # fmt: skip
STARTERS = {"builder": 1, "scout": 1, "swordsman": 1}


def wish(demo: Demo, about: str, name: str, label: str) -> float:
    """How gladly an option is chosen; land is turned up and enemies are attacked more gladly than others."""
    eager = 8.0 if label.startswith(("Reveal", "Attack", "Shoot")) else 1.0
    eager *= 0.05 if label.startswith("Swap") or (label.startswith("Go to") and "city" in label) else 1.0
    return demo.wishes.get(f"{about}:{name}", demo.wishes.get(name, eager))


def next_name(rng: Random, names: list[str]) -> str:
    """What is typed for something that people name: the next one of the list, or an isle."""
    return names.pop(0) if names else f"Isle {rng.randint(2, 99)}"


def decide(demo: Demo, question: Question, rng: Random, names: list[str]) -> Any:
    """What is answered."""
    part = question.part
    form = part.form if isinstance(part, Ask) else None
    if isinstance(form, Name):
        return next_name(rng, names)
    if isinstance(form, Fields):
        named = {one.id: next_name(rng, names) for one in form.fields if isinstance(one.form, Name)}
        return sample(part, rng) | named
    if part.about == "starters":
        return STARTERS
    if not isinstance(form, Choose):
        return sample(part, rng)
    options = [one for one in form.options if one.refusal is None]
    weights = [max(1e-6, wish(demo, part.about, one.id, str(one.label))) for one in options]
    return rng.choices(options, weights)[0].id


def play(name: str, seed: int, most: int = 600) -> Match | None:
    """The match up to its moment, if this seed leads there."""
    game, demo, rng, names = load_game(name), DEMOS[name], Random(seed), list(AREAS)
    match = Match.start(game, begin(game, demo.seats, {}, {}), MemoryLedger(), Stamp(""))
    for _ in range(most):
        found = next((one for one in match.questions() if demo.here(match.runner.state, one)), None)
        if found is not None or not match.questions():
            return match if found is not None else None
        question = match.questions()[0]
        try:
            match.answer(question.key, decide(demo, question, rng, names), Stamp(question.seat))
        except Refused:
            continue
    return None


def recorded(name: str) -> str:
    """The demo of a game, as its file has it."""
    match = play(name, DEMOS[name].seed)
    assert match is not None, f"{name}: this seed does not come that far"
    found = match_as_scenario(match, seats=list(DEMOS[name].seats), title="A demo match")
    return found.partition("\n[expect]\n")[0]


def requoted(path: Path) -> str:
    """A recorded match with the same answers, and what is asked as it is asked now."""
    match, scenario = played(path, load_game)
    found = match_as_scenario(match, seats=list(scenario.seats), settings=dict(scenario.settings),
                              rulings=dict(scenario.rulings), title=scenario.title)  # fmt: skip
    return found.partition("\n[expect]\n")[0]


def main(names: list[str]) -> None:
    """Record the demos of these games, or of all three; write recorded matches anew."""
    for path in [Path(name) for name in names if name.endswith(".toml")]:
        path.write_text(requoted(path), "utf-8")
    for name in [name for name in names or list(DEMOS) if not name.endswith(".toml")]:
        path = load_game(name).demo or Path(f"companion/games/{name}/data/demo.toml")
        path.write_text(recorded(name), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
