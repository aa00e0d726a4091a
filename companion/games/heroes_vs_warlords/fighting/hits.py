"""The hits of a won attack (8.6, 19.14 to 19.16): they are computed, changed by Skills, applied, and returned."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.core.text import words
from companion.engine.rules import Rule, Sum, Term, Text, note, t
from companion.games.heroes_vs_warlords.advanced import methods, skills, support
from companion.games.heroes_vs_warlords.fighting import siege
from companion.games.heroes_vs_warlords.fighting.deployment import unit_text
from companion.games.heroes_vs_warlords.fighting.fights import Role, bury, losses, opposite, side_of
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

ATTRITION = 4
"""Hits in Close Combat that cost the winner one hit each time (19.16.1)."""


class Loss(NamedTuple):
    """What hits did to a stack: the hits that had an effect, and the units eliminated."""

    applied: int
    killed: int


def score(
    state: HvWState, fight: Battle, role: Role, winner: Fighter, loser: Fighter, section: str, why: tuple[Sum, ...],
    dealt: Sum, back: Callable[[int], int] | None = None,
) -> Rule[None]:  # fmt: skip
    """Apply the hits of a won attack (`dealt`): Skills may change them, and some may be returned (ruling R68).

    In Close Combat, `back` takes the number of hits applied and returns how many of them come back to the winner.
    """
    hits = yield from skills.adjusted(state, fight, role, loser, dealt)
    beaten, other = unit_text(loser), side_of(fight, opposite(role))
    loss = strike_off(fight, side_of(fight, role), loser, hits.total)
    text, totals = _told(fight, unit_text(winner), beaten, loser, loss), sorted(one.total for one in why)
    score = {"score": f"{totals[-1]} : {totals[0]}"} if totals else {}
    facts = {**losses(opposite(role), loss.killed), **score}
    yield from note(text, *why, hits, about=f"side:{other.seat}", kind="losses", facts=facts, section=section)
    if back is not None and methods.advanced_hits(fight):
        counted = loss.applied if ruled(state, "attrition_basis") == "applied" else hits.total
        returned = back(support.hits_in_return(state, loser, counted, ATTRITION))
        yield from _attrition(fight, opposite(role), winner, counted, returned)


def dealt_by(state: HvWState, fight: Battle, role: str, winner: Fighter, loser: Fighter) -> Sum:
    """The hits a stack deals before anything changes them: one for each unit (8.6.1), or its Level (19.14).

    `role` is that of the stack that is hit; towers halve (8.7, 19.17.1).
    """
    each = winner.level if methods.advanced_hits(fight) else 1
    return siege.hits_on(state, fight, role, loser, winner.count, each)


def strike_off(fight: Battle, side: Side, loser: Fighter, hits: int) -> Loss:
    """Apply hits to a stack; units killed go into the graveyard of `side` (8.6.2, 19.15.1). Surplus hits are lost."""
    if not methods.advanced_hits(fight):
        return Loss(min(hits, loser.count), kill(side, loser, hits))
    applied = min(hits, loser.count * loser.level - loser.wounds)
    total = loser.wounds + applied
    killed = kill(side, loser, total // loser.level)
    loser.wounds = total % loser.level if loser.count else 0
    return Loss(applied, killed)


def may_kill(fight: Battle, loser: Fighter, hits: int) -> int:
    """How many units of a stack so many hits kill (8.6.2, 19.15.1); nothing is changed."""
    if not methods.advanced_hits(fight):
        return min(hits, loser.count)
    return min((loser.wounds + hits) // loser.level, loser.count)


def kill(side: Side, loser: Fighter, hits: int) -> int:
    """Move units from a stack into the graveyard of `side` (8.6.2). Returns how many."""
    killed = min(hits, loser.count)
    loser.count -= killed
    if not loser.count:
        loser.fought = False  # of an empty box nothing is remembered
    bury(side, loser, killed)
    return killed


def _attrition(fight: Battle, role: Role, winner: Fighter, hits: int, back: int) -> Rule[None]:
    """Every full four hits in Close Combat cost the winning stack one (19.16.1, ruling R62); `role` is the loser's."""
    if not back:
        return
    loss = strike_off(fight, side_of(fight, role), winner, back)
    text = t("Attrition: hits in return on {unit}: {back}, {killed} killed.", unit=unit_text(winner), back=back,
             killed=loss.killed)  # fmt: skip
    why = Sum(t("Hits in return, one for every four"), (Term(t("Hits"), hits, "19.16.1"),))
    yield from note(text, why, kind="losses", facts=losses(opposite(role), loss.killed), section="19.16.1")


@words
def _told(fight: Battle, winner: Text, beaten: Text, loser: Fighter, loss: Loss) -> Text:
    if not methods.advanced_hits(fight):
        return t("{unit} hit {beaten}: {killed} killed, {left} left.",
                 unit=winner, beaten=beaten, killed=loss.killed, left=loser.count)  # fmt: skip
    text = "{unit} hit {beaten}, {hits}×: {killed} killed, {left} left."
    if loser.wounds:
        text = "{unit} hit {beaten}, {hits}×: {killed} killed, {left} left; Hit marker {wounds}."
    return t(text, unit=winner, beaten=beaten, hits=loss.applied, killed=loss.killed, left=loser.count,
             wounds=loser.wounds)  # fmt: skip
