"""This release beside an older one, whose files lie in another folder: what the same answers, saves and posts cost.

    git worktree add --detach ../before 4b89d65
    python -m benchmarks.beside ../before [--games 16] [--rounds 12]

`benchmarks.play` in two releases does not compare them: other rules lead to other questions, so that random games
differ in length and in what is answered. Here one random match is played in both at once: only a question that both
ask, with an answer that both accept, goes into the record; a yes-or-no question that one of them asks alone is
declined. So both records hold the same answers, but for these. Then the records are played again in two processes by
turns. Costs are CPU time an answer, the least of all rounds, because whatever else a shared machine does only adds to
it. Of the store, a post with its transaction, the first one of a program just started, and a look at a match, with the
toy game of its tests; waiting for the disk is no part of it.

Both releases run with the libraries of this one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.tables import Row, table

PROGRAM = Path(__file__).with_name("one_release.py")
HERE = Path(__file__).parents[1]
GAMES = {"heroes_vs_warlords": ["knights", "amazons"], "two_bases": ["blue", "red"]}
LONGEST, TRIES = 300, 40
Record = tuple[list[list[Any]], list[list[Any]]]


class Side:
    """A process with one release."""

    def __init__(self, folder: Path) -> None:
        given = {**os.environ, "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen([sys.executable, str(PROGRAM)], cwd=folder, env=given, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip

    def __call__(self, *order: Any) -> Any:
        """Have an order carried out."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        self.process.communicate(timeout=10)


def alike(one: list[Any], other: list[Any]) -> bool:
    """Whether two questions ask the same of the same seat, perhaps with other choices beside."""
    if one[:2] != other[:2] or one[2][0] != other[2][0]:
        return False
    return one[2] == other[2] or bool({*one[2][1:]} & {*other[2][1:]})


def offers(question: list[Any], value: Any) -> bool:
    """Whether the choices of a question hold an answer."""
    if question[1] != "Ask" or len(question[2]) == 1:
        return True
    return {*([value] if isinstance(value, str) else value)} <= {*question[2][1:]}


def played(old: Side, new: Side, name: str, seats: list[str], seed: int) -> Record:
    """One match played in both releases for as long as they ask the same."""
    rng, found = Random(seed), ([], [])
    asked = [old("start", name, seats), new("start", name, seats)]
    while all(asked) and len(found[0]) < LONGEST:
        both = [(i, j) for i, one in enumerate(asked[0]) for j, other in enumerate(asked[1]) if alike(one, other)]
        if not (answered(old, new, rng.choice(both), asked, rng, found) if both else declined(old, new, asked, found)):
            break
    return found


def answered(old: Side, new: Side, places: tuple[int, int], asked: list[Any], rng: Random, found: Record) -> bool:
    """Give both the same answer to a question; False when none was found that both accept."""
    i, j = places
    for _ in range(TRIES):
        seed = rng.randrange(10**9)
        value = old("any_answer", i, seed) if seed % 2 else new("any_answer", j, seed)
        if not (offers(asked[0][i], value) and offers(asked[1][j], value)):
            continue
        first = old("answer", i, value)
        second = None if first is None else new("answer", j, value)
        if second is not None:
            asked[:] = [first, second]
            found[0].append([i, value])
            found[1].append([j, value])
            return True
        if first is not None:
            old("back")
    return False


def declined(old: Side, new: Side, asked: list[Any], found: Record) -> bool:
    """Say no to what only one release asks; False when it is no such question."""
    for which, side in ((1, new), (0, old)):
        for index, question in enumerate(asked[which]):
            if question[2][0] == "Confirm" and (after := side("answer", index, False)) is not None:
                asked[which] = after
                found[which].append([index, False])
                return True
    return False


def compared(old: Side, new: Side, name: str, orders: tuple[list[Any], list[Any]], rounds: int) -> Row:
    """The least costs of an order in both releases, by turns, and the ratio."""
    found: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            before = old(*orders[0])
            found.append((before, new(*orders[1])))
        else:
            now = new(*orders[1])
            found.append((old(*orders[0]), now))
    before, now = (min(one) for one in zip(*found, strict=True))
    ratio = now / before
    print(f"{name}: {before:.0f} us, now {now:.0f}, ratio {ratio:.3f}", flush=True)
    return {"what": name, "before us": before, "now us": now, "ratio": ratio}


def main() -> None:
    """Record, compare and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the folder of the older release")
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=12)
    given = parser.parse_args()
    old, new = Side(given.before.resolve()), Side(HERE)
    rows = []
    for name, seats in GAMES.items():
        records = [played(old, new, name, seats, seed) for seed in range(given.games)]
        print(f"{name}: {sum(len(one[0]) for one in records)} answers in {given.games} games, "
              f"{sum(len(one[1]) for one in records)} now", flush=True)  # fmt: skip
        for what in ("play", "save", "resume"):
            orders = tuple(["replay", name, [(seats, one[which]) for one in records], what] for which in (0, 1))
            rows.append(compared(old, new, f"{name}, {what}", orders, given.rounds))
    for what in ("post", "cold", "look"):
        rows.append(compared(old, new, f"store, {what}", (["store", what, 200],) * 2, given.rounds))
    print(table(rows), flush=True)
    for side in (old, new):
        side.end()


if __name__ == "__main__":
    main()
