"""The messages in the code of a module: what it passes to `_`, `t`, `Text` or an error, directly or by a name."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
PRESS = {"BadOption": (1,), "TooLong": (1,)}
"""In the press: a refusal and the place of its message. (`Text` is something else there.)"""
FIRST = ("_", "t", "say", "Text", "OddsError", "SaveError", "StoreError", "TooBusy")
CALLS = {**dict.fromkeys(FIRST, (0,)), "plural": (1, 2), **PRESS}
"""Where the messages stand in a call."""


def code_messages(file: Path, calls: dict[str, tuple[int, ...]] = CALLS) -> Iterator[str]:
    """The messages of a module."""
    everything = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    functions = [telling(ast.walk(node)) for node in everything if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for nodes in functions for node in nodes}
    for nodes in functions:
        yield from scope_messages(nodes, assigned(nodes, file), file, calls)
    outside = [node for node in telling(everything) if id(node) not in inside]
    yield from scope_messages(outside, walked(outside, file), file, calls)


def telling(nodes: Iterable[ast.AST]) -> list[ast.AST]:
    """The nodes that pass a message, or assign one to a name."""
    return [node for node in nodes if isinstance(node, ast.Call | ast.Assign | ast.For | ast.comprehension)]


def scope_messages(
    nodes: list[ast.AST], local: dict[str, list[str]], file: Path, calls: dict[str, tuple[int, ...]]
) -> Iterator[str]:
    """The messages in the nodes of one function, or of the module outside of functions."""
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        for place in calls.get(called(node), ()):
            if place < len(node.args):
                yield from argument_messages(node.args[place], local, file)


def called(call: ast.Call) -> str:
    """The name that is called: `say` in `say("...")` and in `making.say("...")`; "" where there is none."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr if call.func.attr == "say" else ""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def assigned(nodes: list[ast.AST], file: Path) -> dict[str, list[str]]:
    """The strings that a function assigns to its names, from literals or from a table of the module it iterates
    over.
    """
    found = walked(nodes, file)
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], node.value
        together = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        for name, given in zip(target.elts, value.elts, strict=False) if together else [(target, value)]:
            if isinstance(name, ast.Name) and constants(given):
                found.setdefault(name.id, []).extend(constants(given))
    return found


def walked(nodes: list[ast.AST], file: Path) -> dict[str, list[str]]:
    """The strings that loops over tables of the module assign to their names."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        if not isinstance(node, ast.For | ast.comprehension):
            continue
        rows = [row if isinstance(row, tuple) else (row,) for row in table(node.iter, file)]
        names = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        for index, name in enumerate(names):
            texts = [row[index] for row in rows if len(row) > index and isinstance(row[index], str)]
            if isinstance(name, ast.Name) and texts:
                found.setdefault(name.id, []).extend(texts)
    return found


def table(node: ast.expr, file: Path) -> list[Any]:
    """The rows of a table of the module: `TABLE`, `TABLE.items()` or `TABLE.values()`. Empty for anything else."""
    method = ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node, method = node.func.value, node.func.attr
    value = module_value(node, file)
    if isinstance(value, dict):
        return list(value.items() if method == "items" else value.values() if method == "values" else value)
    return list(value) if isinstance(value, tuple | list) else []


def module_value(node: ast.expr, file: Path) -> Any:
    """The value of `NAME` or `module.NAME` in a module; None if it has none, or needs an extra that is not
    installed.
    """
    try:
        module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    except ModuleNotFoundError:
        return None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module, name = vars(module).get(node.value.id), node.attr
        return vars(module).get(name) if isinstance(module, ModuleType) else None
    return vars(module).get(node.id) if isinstance(node, ast.Name) else None


def constants(node: ast.expr) -> list[str]:
    """The string literals that an expression may evaluate to."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def argument_messages(node: ast.expr, local: dict[str, list[str]], file: Path) -> list[str]:
    """The messages in the argument of a call: a literal, a local name, or a table of the module."""
    if isinstance(node, ast.Name) and node.id in local:
        return local[node.id]
    if isinstance(node, ast.Name | ast.Subscript | ast.Call):
        return looked_up(node, file)
    return constants(node)


def looked_up(node: ast.expr, file: Path) -> list[str]:
    """All values of the table (or the constant) of a module in `TABLE[x]`, `TABLE.get(x, "Other")` or `NAME`."""
    more: list[str] = []
    if isinstance(node, ast.Call):
        more = [text for argument in node.args[1:] for text in constants(argument)]
        node = node.func.value if isinstance(node.func, ast.Attribute) else node
    base = node.value if isinstance(node, ast.Subscript) else node
    value = module_value(base, file)
    values = list(value.values()) if isinstance(value, dict) else [value]
    return [one for one in values if isinstance(one, str)] + more
