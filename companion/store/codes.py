"""Match codes: short, read out loud without mistakes, and spelling no words. A code only says where a match is."""

from __future__ import annotations

import secrets

LETTERS = "BCDFGHJKMNPQRSTVWXYZ34679"  # no vowels, and nothing that looks like another: 0 O, 1 I L, 2, 5, 8
LENGTH = 5


def new_code(length: int = LENGTH) -> str:
    """A code at random; the caller sees to it that it is free."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy_code(typed: str) -> str:
    """A code as people type it, with small letters, blanks and dashes, as it is stored."""
    return "".join(typed.split()).replace("-", "").upper()
