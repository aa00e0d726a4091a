"""Names of rules: what saves call them, wherever their modules lie."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from companion.engine.core.errors import RuleError
from companion.engine.core.rules import GAMES, RuleBook, RuleCode, book, rule_name


def rule(module: str) -> Callable[[], None]:
    """A function of a module."""

    def breach() -> None:
        """Nothing."""

    breach.__module__ = module
    return breach


def test_rooms_are_no_part_of_a_name() -> None:
    """A module that moves to a room leaves its rules their names, so saves open as before."""
    for module in ("siege.arena", "siege.walls.arena", "arena"):
        assert rule_name(rule(f"{GAMES}toy.{module}")) == "toy.arena.breach"
    assert rule_name(rule("tests.engine.toy")) == "tests.engine.toy.breach"


def test_a_room_may_be_part_of_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room whose name is in saves already says so."""
    room = ModuleType("siege")
    room.NAMED = True  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"{GAMES}toy.siege", room)
    assert rule_name(rule(f"{GAMES}toy.siege.arena")) == "toy.siege.arena.breach"


def test_two_rules_have_two_names() -> None:
    """Modules of one name in two rooms cannot have rules of one name."""
    rules = RuleBook()
    rules.add(RuleCode(rule(f"{GAMES}toy.siege.arena"), ("1",), is_flow=False))
    rules.add(RuleCode(rule(f"{GAMES}toy.siege.arena"), ("1",), is_flow=False))
    with pytest.raises(RuleError):
        rules.add(RuleCode(rule(f"{GAMES}toy.camp.arena"), ("1",), is_flow=False))
    assert rules.get("toy.arena.breach") is not None
    assert book.get("toy.arena.breach") is None
