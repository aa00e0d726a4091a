"""Piles of cards by name: what is laid there, taken off, and moved from one to another."""

from __future__ import annotations

from companion.engine.game.piles import put, shift


def test_cards_are_laid_and_taken() -> None:
    """A pile holds what was laid on it, and never fewer than none."""
    pile: dict[str, int] = {}
    put(pile, "soldier")
    put(pile, "soldier", 2)
    put(pile, "hunter", -1)
    assert pile == {"soldier": 3, "hunter": 0}
    put(pile, "soldier", -1)
    assert pile["soldier"] == 2


def test_a_card_moves_from_pile_to_pile() -> None:
    """None is lost or made; where there is none, nothing happens."""
    aside, available = {"soldier": 1}, {"soldier": 4}
    assert shift("soldier", aside, available)
    assert (aside, available) == ({"soldier": 0}, {"soldier": 5})
    assert not shift("soldier", aside, available)
    assert not shift("hunter", aside, available)
    assert (aside, available) == ({"soldier": 0}, {"soldier": 5})
