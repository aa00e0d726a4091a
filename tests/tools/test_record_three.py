"""The demo matches that a tool records: the file of a game is what the tool makes of the rules of today."""

from __future__ import annotations

import pytest

from companion.games import load_game
from tools.record_three import recorded, requoted


@pytest.mark.parametrize("name", ["multiverse_war"])
def test_a_demo_is_what_the_tool_records(name: str) -> None:
    """Whoever changes what is asked records it again: `python -m tools.record_three multiverse_war`."""
    demo = load_game(name).demo
    assert demo is not None
    assert demo.read_text("utf-8") == recorded(name)


def test_the_match_that_plays_itself_is_asked_as_it_is_now() -> None:
    """Whoever changes what is asked writes it anew: `python -m tools.record_three` with its `show.toml`."""
    path = load_game("multiverse_war").show
    assert path is not None
    assert path.read_text("utf-8") == requoted(path)
