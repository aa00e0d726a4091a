"""What is declared is what is used: every library that the program imports, and no other."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"companion", "printables"}
TOOLS = ROOT / "printables" / "tools"
"""Scripts that made files of this repository; they say themselves what they need."""
SPEED = {"rl-accel"}
"""Used by a library of ours if it is there."""


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[ \[<>=!~;(]", name)[0]).lower()


@cache
def imported() -> set[str]:
    """The distributions that the program's files import."""
    found: set[str] = set()
    for folder in OURS:
        for file in (ROOT / folder).rglob("*.py"):
            if TOOLS in file.parents:
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    found |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module.split(".")[0])
    known = packages_distributions()
    outside = found - set(sys.stdlib_module_names) - OURS - {"_typeshed"}  # types only, never imported
    return {plain(known.get(name, [name])[0]) for name in outside}


def declared() -> tuple[set[str], set[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {plain(one) for one in project["dependencies"]}
    extras = [one for name in ("mdns", "server") for one in project["optional-dependencies"][name]]
    return needed, needed | set(map(plain, extras))


@pytest.mark.slow
def test_everything_imported_is_declared() -> None:
    """Not by way of another library, which may drop it."""
    assert imported() - declared()[1] == set()


def test_everything_declared_is_imported() -> None:
    """What is not used is not installed on anybody's computer."""
    assert declared()[0] - imported() - SPEED == set()


def test_what_is_there_for_speed_is_asked_for_by_a_library() -> None:
    """The one exception says whose it is."""
    assert {plain(one) for one in requires("reportlab") or []} & SPEED
