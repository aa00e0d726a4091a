"""Piles: how many of each card or marker lie somewhere, by name. A pile never has fewer than none of anything."""

from __future__ import annotations


def put(pile: dict[str, int], card: str, count: int = 1) -> None:
    """Lay cards on a pile, or take off as many as there are with a `count` below 0."""
    pile[card] = max(0, pile.get(card, 0) + count)


def shift(card: str, source: dict[str, int], target: dict[str, int]) -> bool:
    """Move one card from a pile to another; False when there is none."""
    found = source.get(card, 0) > 0
    if found:
        put(source, card, -1)
        put(target, card)
    return found
