"""Every ruling with a choice is offered, and every reading of it is tested by name."""

from __future__ import annotations

from pathlib import Path

from companion.games.two_bases import GAME

HERE = Path(__file__).parent


def test_every_other_reading_has_a_test() -> None:
    """Each reading that is not the default is used in a test beside this one."""
    words = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py") if path != Path(__file__))
    missing = [
        f"{ruling.key}={reading.id}"
        for ruling in GAME.rulings
        for reading in ruling.readings[1:]
        if f'"{ruling.key}": "{reading.id}"' not in words and f'{ruling.key}="{reading.id}"' not in words
    ]
    assert missing == []


def test_the_ambiguities_that_leave_a_choice_are_rulings() -> None:
    """The 20 questions with named alternatives, each with at least two readings."""
    assert [ruling.id for ruling in GAME.rulings] == [
        "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A09", "A10", "A12", "A14", "A15", "A16", "A17", "A18", "A19",
        "A21", "A25", "A31", "A32",
    ]  # fmt: skip
    assert all(len(ruling.readings) >= 2 for ruling in GAME.rulings)
