"""Options carry values: no rule takes the id of a choice apart to find out what was meant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "companion" / "games"
ASKING = {"choose", "pick", "menu", "several", "counts", "amounts", "ask"}
TAKING_APART = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith"}


def modules() -> list[Path]:
    """All modules of games."""
    return sorted(GAMES.rglob("*.py"))


def taken_apart(text: str) -> list[str]:
    """The names of answers that a module takes apart, directly or one by one."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [name for function in functions for name in _in(function)]


def _in(function: ast.FunctionDef) -> Iterator[str]:
    nodes = list(ast.walk(function))
    answers = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.YieldFrom) and _asks(node.value.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:  # `for name in answer`, `for name, n in answer.items()`
        if isinstance(node, ast.For | ast.comprehension) and answers & _names(node.iter):
            answers |= _names(node.target)
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKING_APART:
            yield from sorted(answers & _names(node.func.value))


def _asks(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


@pytest.mark.slow
def test_no_answer_is_taken_apart() -> None:
    """What was chosen comes as a value (`menu`, `several`, `amounts`)."""
    found = {str(path.relative_to(GAMES)): taken_apart(path.read_text("utf-8")) for path in modules()}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "lines",
    [
        'picked = yield from choose(seat, prompt, options)\n    what, _, rest = picked.partition(":")',
        'left = yield from counts(seat, prompt, rows)\n    kinds = [name.split(":") for name in left]',
    ],
)
def test_an_answer_that_is_taken_apart_is_found(lines: str) -> None:
    """The check sees what it is meant to see."""
    assert taken_apart(f"def bad(state, seat):\n    {lines}\n")
