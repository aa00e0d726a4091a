"""The statistics of a match: gold, cubes, buildings and points, turn by turn; losses; great moments."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.engine.match.statistics import Fallen, Statistics, Tally
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world.land import own_buildings
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import own_units

GREAT = ("captured", "razed", "level", "unlocked", "mission", "end", "out")
"""Kinds of log lines people will talk about."""


def tally(state: WarState) -> Tally | None:
    """The numbers of each player; a period is a turn of every player."""
    if not state.turn:
        return None
    points = (lambda one: (one.points,)) if in_force(state, "points") else (lambda one: ())
    values: dict[str, tuple[int, ...]] = {
        seat: (one.gold, len(own_units(state, seat)), len(own_buildings(state, seat)), *points(one))
        for seat, one in state.players.items()
    }
    return Tally(state.turn, t("Turn {n}", n=state.turn), values)


def fallen(state: WarState, notes: Sequence[Note]) -> list[Fallen]:
    """Cubes killed, and by whom."""
    found = [(str(note.facts["of"]), str(note.facts["by"])) for note in notes if note.kind == "killed"]
    return [Fallen(1, of=of, by=by) for of, by in found if of]


def great(note: Note) -> bool:
    """Whether a note is worth remembering: a fallen city or building, a level, an age, a mission, the end."""
    return note.kind in GREAT


STATISTICS = Statistics(
    (t("Gold"), t("Cubes"), t("Buildings"), t("Points")),
    tally,
    fallen,
    great,
    t("To hit, low is good: the die must not exceed the strength."),
)
