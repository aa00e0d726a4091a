"""Piles: how many of each card or marker are somewhere, by name. No count is ever below zero."""

from __future__ import annotations


def put(pile: dict[str, int], card: str, count: int = 1) -> None:
    """Add cards to a pile; a negative `count` removes them, at most as many as there are."""
    pile[card] = max(0, pile.get(card, 0) + count)


def shift(card: str, source: dict[str, int], target: dict[str, int]) -> bool:
    """Move one card from a pile to another. Returns False, and moves nothing, if there is none."""
    found = source.get(card, 0) > 0
    if found:
        put(source, card, -1)
        put(target, card)
    return found
