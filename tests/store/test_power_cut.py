"""What was acknowledged is there after the process is killed in the middle of its work.

This kills the process, not the machine: it proves the order of acknowledgement and commit and the recovery
of a file left open. That a commit has reached the disk is what `synchronous=FULL` is for (`test_opening` proves that
it is on); no test in this process can pull the plug.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.store import Store
from tests.store.support import new_match, post
from tests.store.toy import find_game

LEAST = 10
TESTS = Path(__file__).parents[1]


@pytest.mark.slow
def test_kill_9_loses_nothing_and_doubles_nothing(path: Path) -> None:
    """Six times in a row: every acknowledged answer is there once, at most one more was in flight."""
    with Store.open(path, find_game) as store:
        code = new_match(store)
    promised: list[tuple[int, int]] = []
    for wait in (0.05, 0.011, 0.023, 0.037, 0.08, 0.003):
        promised += play_and_kill(path, code, len(promised), wait)
        with Store.open(path, find_game) as store:
            kept = answers(store, code)
            assert kept[: len(promised)] == promised
            assert len(kept) <= len(promised) + 1
            assert posts_repeated(store, code, kept) == store.read(code).last
            promised = kept
    assert len(promised) >= 6 * LEAST


def play_and_kill(path: Path, code: str, start: int, wait: float) -> list[tuple[int, int]]:
    """What a player was promised before it was killed."""
    command = [sys.executable, "-m", "store.playing", str(path), code, str(start)]
    places = {**os.environ, "PYTHONPATH": str(TESTS)}
    player = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=places)
    assert player.stdout is not None
    lines = [player.stdout.readline() for _ in range(LEAST)]
    time.sleep(wait)
    player.kill()
    lines += player.communicate()[0].splitlines(keepends=True)
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(number), int(value)) for number, value in whole]


def answers(store: Store, code: str) -> list[tuple[int, int]]:
    view = store.read(code)
    found, mark = [], ""
    while not found or mark:
        page = view.entries(500, mark)
        found += [line.entry for line in page.lines if line.entry.kind == "answer"]
        mark = page.older
    numbered = [(int(entry.post.removeprefix("post-")), entry.value) for entry in reversed(found)]
    return [(number, value[0] if isinstance(value, list) else value) for number, value in numbered]


def posts_repeated(store: Store, code: str, kept: list[tuple[int, int]]) -> int:
    """The last entry after the phone has sent its newest posts again."""
    for number, value in kept[-3:]:
        post(store, code, value, f"post-{number}")
    return store.read(code).last
