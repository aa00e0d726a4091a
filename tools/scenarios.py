"""Played matches of tests as scenario files."""

from __future__ import annotations

from companion.engine.match.live import Match
from companion.engine.match.replay import export_match
from companion.engine.testing.scenario_export import as_scenario


def match_as_scenario(
    match: Match,
    *,
    seats: list[str],
    settings: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    helper: str = "",
    title: str = "",
) -> str:
    """A live match as the text of a scenario file; the keyword arguments say how it began."""
    export = export_match(match, seats=seats, settings=settings, rulings=rulings, helper=helper)
    return as_scenario(match.game, export, title)
