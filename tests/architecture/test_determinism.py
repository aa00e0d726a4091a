"""Rule modules are deterministic: no clock, no chance of their own, no input or output, no order of sets."""

from pathlib import Path

import pytest

from tests.architecture.determinism import check

GAMES = Path(__file__).parents[2] / "companion" / "games"


def modules() -> list[Path]:
    return sorted(GAMES.rglob("*.py"))


@pytest.mark.slow
def test_no_rule_module_depends_on_anything_but_its_answers() -> None:
    """The checker finds nothing in any module of any game.

    The registry itself, companion/games/__init__.py, looks for the games in its folder and is no rule.
    """
    found = [
        f"{path.relative_to(GAMES.parents[1])}:{finding.line}: {finding.what}"
        for path in modules()
        if path != GAMES / "__init__.py"
        for finding in check(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


BAD = [
    ("import time", "imports time"),
    ("import os.path as p", "imports os"),
    ("from datetime import date", "imports datetime"),
    ("from random import randint", "imports random"),
    ("def f():\n    import secrets", "imports secrets"),
    ("from pathlib import Path", "imports pathlib"),
    ("import io, json", "imports io"),
    ("import uuid", "imports uuid"),
    ("import socket", "imports socket"),
    ("import subprocess", "imports subprocess"),
    ("import threading", "imports threading"),
    ("import asyncio", "imports asyncio"),
    ("import tempfile", "imports tempfile"),
    ("import logging", "imports logging"),
    ("import importlib.resources", "imports importlib"),
    ("open('x')", "calls open()"),
    ("print(1)", "calls print()"),
    ("input()", "calls input()"),
    ("eval('1')", "calls eval()"),
    ("exec('1')", "calls exec()"),
    ("key = id(object)", "calls id()"),
    ("key = hash('a')", "calls hash()"),
    ("sorted(['a'], key=hash)", "hands on hash"),
    ("async def f(): ...", "defines an async function"),
    ("for x in {1, 2}: ...", "loops over a set"),
    ("for x in set(y): ...", "loops over a set"),
    ("for x in {a for a in y}: ...", "loops over a set"),
    ("for x in a.keys() & b.keys(): ...", "loops over a set"),
    ("s = frozenset(y)\nfor x in s: ...", "loops over a set"),
    ("s: set[int] = f()\nfor x in s: ...", "loops over a set"),
    ("def f(s: 'frozenset[str] | None'):\n    for x in s: ...", "loops over a set"),
    ("s = set()\ndef f():\n    for x in s: ...", "loops over a set"),
    ("if a:\n    s = set(b)\nelse:\n    s = []\nfor x in s: ...", "loops over a set"),
    ("s = []\nwhile a:\n    for x in s: ...\n    s = set(b)", "loops over a set"),
    ("try:\n    s = set(a)\nexcept ValueError:\n    s = []\nfor x in s: ...", "loops over a set"),
    ("s = set(a)\nfor x in s - b: ...", "loops over a set"),
    ("s = set(a)\nfor x in s.union(b): ...", "loops over a set"),
    ("for x in (s := set(a)): ...", "loops over a set"),
    ("for x in a if b else set(c): ...", "loops over a set"),
    ("[x for x in {1, 2}]", "a comprehension runs over a set"),
    ("any(x for x in set(y))", "a comprehension runs over a set"),
    ("{x: 1 for x in set(y)}", "a comprehension runs over a set"),
    ("f = lambda s: [x for x in set(s)]", "a comprehension runs over a set"),
    ("list({1, 2})", "list() of a set"),
    ("tuple(set(x))", "tuple() of a set"),
    ("enumerate(frozenset(x))", "enumerate() of a set"),
    ("next(iter({1, 2}))", "iter() of a set"),
    ("zip(a, set(b))", "zip() of a set"),
    ("str({1, 2})", "str() of a set"),
    ("', '.join({a, b})", "join() of a set"),
    ("a.extend({1, 2})", "extend() of a set"),
    ("a += {1, 2}", "extends by a set"),
    ("dict.fromkeys(set(x))", "fromkeys() of a set"),
    ("set(x).pop()", "pop() of a set"),
    ("sorted(set(x), key=f)", "sorted() of a set by a key: ties keep the order of the set"),
    ("a, b = {1, 2}", "unpacks a set"),
    ("[*{1, 2}]", "unpacks a set"),
    ("f(*set(x))", "unpacks a set"),
    ("def f():\n    yield from {1, 2}", "yields from a set"),
    ("f'{set(x)}'", "prints a set"),
]
GOOD = [
    "from . import time_track",
    "from companion.engine import Ask, Roll",
    "import math, itertools, functools, dataclasses, enum, typing",
    "for x in sorted({1, 2}): ...",
    "for x in [1, 2]: ...",
    "for x in a.keys(): ...",
    "s = set(a)\ns = sorted(s)\nfor x in s: ...",
    "s = set(a)\nif s:\n    s = sorted(s)\n    for x in s: ...",
    "def f():\n    s = set()\nfor x in s: ...",
    "len({1, 2}), sum(set(a)), 3 in {1, 2}, {1} <= set(b)",
    "total = max(set(a))",
    "a = set(b) | {c}",
    "piece.open()",
    "hand.pop()",
    "match.print(1)",
    "def f(id: int, hash: str): return Thing(id=id)",
]


@pytest.mark.parametrize(("source", "what"), BAD)
def test_the_checker_finds(source: str, what: str) -> None:
    """Each forbidden thing is found, at least once and by its name."""
    assert what in {finding.what for finding in check(source)}


@pytest.mark.parametrize("source", GOOD)
def test_the_checker_leaves_honest_code_alone(source: str) -> None:
    """Nothing is reported where the order of a set cannot show."""
    assert check(source) == []


def test_a_finding_knows_its_line() -> None:
    """A report leads to the line of the trouble."""
    assert [finding.line for finding in check("a = 1\n\nimport time\n")] == [3]
