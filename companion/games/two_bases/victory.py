"""The goal: markers on both enemy Bases, or an opponent without face-up terrain."""

from __future__ import annotations

from companion.engine.effects import Rule, note
from companion.engine.rules import step
from companion.engine.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import PLACES, controls, own_bases, rival, ruled
from companion.games.two_bases.state import TwoBasesState
from companion.games.two_bases.tiles import title

ENDINGS = {
    "bases": "{who} has a marker on both enemy Bases and wins.",
    "terrain": "{other} controls no face-up terrain: {who} wins.",
    "given_up": "{other} gives up: {who} wins.",
}


def settle(state: TwoBasesState) -> Rule[None]:
    """End the game as soon as a player has won; the turn player's victory counts first."""
    first = state.active or facts.SEATS[0]
    for seat in (first, rival(first)):
        marked = [place for place in own_bases(state, rival(seat)) if state.board[place].marker == seat]
        if not state.winner and len(marked) == facts.BOARD["bases_each"]:
            yield from wins(state, seat, "bases")
    for seat in (first, rival(first)):
        if not state.winner and not _face_up_land(state, rival(seat)):
            yield from wins(state, seat, "terrain")


def _face_up_land(state: TwoBasesState, seat: str) -> bool:
    """Whether a player controls face-up terrain (a Base is none unless ruling A25 says so)."""
    bases = ruled(state, "last_terrain") == "base-counts"
    return any(controls(state, seat, place) and (bases or state.board[place].kind != "base") for place in PLACES)


def wins(state: TwoBasesState, seat: str, how: str) -> Rule[None]:
    """The game is over."""
    state.winner, state.ending = seat, how
    yield from note("Goal", t(ENDINGS[how], who=title(seat), other=title(rival(seat))))


@step("Goal")
def conclude(state: TwoBasesState) -> str:
    """The winner, when all is done."""
    state.battle = None
    return state.winner
