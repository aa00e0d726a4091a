"""Sums as the log shows them."""

from __future__ import annotations

from companion.engine.core.effects import Term, add_up
from companion.engine.core.text import t


def test_a_sum_shows_what_counts() -> None:
    """The first term stands even if it is nothing, of the others those that are something."""
    found = add_up(t("Attack"), Term(t("Peasant"), 0), Term(t("walls"), 2), Term(t("high ground"), 0))
    assert [str(term.label) for term in found.terms] == ["Peasant", "walls"]
    assert found.total == 2
