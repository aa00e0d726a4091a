"""Match codes: short, easy to read aloud without mistakes, and never a word. A code only says which match is meant."""

from __future__ import annotations

import secrets

LETTERS = "BCDFGHJKMNPQRSTVWXYZ34679"  # no vowels, and nothing that looks like another: 0 O, 1 I L, 2, 5, 8
LENGTH = 5


def new_code(length: int = LENGTH) -> str:
    """A random code of this many letters and digits. The caller checks that it is not in use."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy_code(typed: str) -> str:
    """A typed code (lower case, spaces and dashes allowed) in the form in which codes are stored."""
    return "".join(typed.split()).replace("-", "").upper()
