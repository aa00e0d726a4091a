"""The statistics of a match: the three numbers of the final comparison, losses, great moments."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.engine.match.statistics import Fallen, Statistics, Tally, read_old_lines
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Side
from companion.games.heroes_vs_warlords.turns import victory

GREAT = ("defeated", "city_conquered", "hero_dead", "wall_destroyed", "won")
"""Kinds of log lines that people talk about afterwards."""


def tally(state: HvWState) -> Tally | None:
    """Resources controlled, Levels of the Heroes and army strength of each player (12.1), Round by Round."""
    if not state.round:
        return None
    values: dict[str, tuple[int, ...]] = {}
    for seat in state.seats:
        one = victory.standing_of(state, seat)
        values[seat] = (one.resources, one.levels, one.army)
    return Tally(state.round, t("Round {round}", round=state.round), values)


def fallen(state: HvWState, notes: Sequence[Note]) -> list[Fallen]:
    """Units killed in combat, or in a tower that was hit."""
    fight = state.battle
    if fight is None:
        return []
    found = []
    for note in notes:
        if note.kind == "losses" and note.facts["count"]:
            loser, winner = fight.defender, fight.attacker
            if note.facts.get("side") == "attacker" or note.about == f"side:{fight.attacker.seat}":
                loser, winner = winner, loser
            count = int(note.facts["count"])
            found.append(Fallen(count, _owner(state, fight, loser), _owner(state, fight, winner)))
    return found


def _owner(state: HvWState, fight: Battle, side: Side) -> str:
    """The player a side belongs to; guards and neutral cities belong to nobody, whoever rolls for them."""
    if side.kind == "guards":
        return ""
    if side.kind == "garrison" and fight.city:
        return state.cities[fight.city].owner
    return side.seat


def great(note: Note) -> bool:
    """Whether a note is worth remembering."""
    return note.kind in GREAT


STATISTICS = Statistics(
    (t("Resource hexes"), t("Levels"), t("Army")), tally, fallen, great, old_lines=read_old_lines(facts.PACKAGE)
)
