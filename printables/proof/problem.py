"""What a proof finds: one record for every check."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Something wrong: which check, which piece, which page, by how many mm, in words."""

    check: str
    piece: str
    page: int
    amount: float
    text: str

    def __str__(self) -> str:
        return f"page {self.page}: {self.piece}: {self.text}"
