"""The walks through the code name functions that are there."""

from __future__ import annotations

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "walks.md").read_text("utf-8")
NAMES = re.findall(r"`(companion[\w.]*):([\w.]+)`", PAGE)


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_every_function_of_a_walk_exists(module: str, name: str) -> None:
    """A function that moves takes its walk with it."""
    assert reduce(getattr, name.split("."), import_module(module))


def test_there_are_walks() -> None:
    """The page says something."""
    assert len(NAMES) > 12
