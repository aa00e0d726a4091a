"""The goal: markers on both enemy Bases, or an opponent without face-up terrain."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer
from companion.engine.core.text import Text, t
from companion.games.two_bases import facts
from companion.games.two_bases.land import PLACES, controls, own_bases, rival
from companion.games.two_bases.state import TwoBasesState


def settle(state: TwoBasesState) -> Rule[None]:
    """End the game as soon as a player has won; the turn player's victory counts first."""
    for how, reached in (("bases", _holds_both_bases), ("terrain", _has_taken_all_land)):
        for seat in (state.active, rival(state.active)):
            if not state.winner and reached(state, seat):
                yield from wins(state, seat, how)


def _holds_both_bases(state: TwoBasesState, seat: str) -> bool:
    marked = [place for place in own_bases(state, rival(seat)) if state.board[place].marker == seat]
    return len(marked) == facts.BOARD["bases_each"]


def _has_taken_all_land(state: TwoBasesState, seat: str) -> bool:
    """Whether the other player controls no face-up terrain (a Base is none unless ruling A25 says so)."""
    bases = state.rulings["last_terrain"] == "base-counts"
    land = [place for place in PLACES if bases or state.board[place].kind != "base"]
    return not any(controls(state, rival(seat), place) for place in land)


DONE = "done"


def ways_out(state: TwoBasesState, seat: str, label: Text) -> tuple[Offer, Offer]:
    """How a player leaves a step: done with it, or giving up the game."""
    giving_up = partial(give_up, state, seat)
    return Offer(DONE, label, value=DONE), Offer("give_up", t("Give up the game"), giving_up, minor=True)


def give_up(state: TwoBasesState, seat: str) -> Rule[str]:
    """The other player wins."""
    yield from wins(state, rival(seat), "given_up")
    return DONE


def wins(state: TwoBasesState, seat: str, how: str) -> Rule[None]:
    """The game is over."""
    state.winner, state.ending = seat, how
    text = t(facts.ENDINGS[how], who=facts.TITLES[seat], other=facts.TITLES[rival(seat)])
    yield from note(text, kind="ended", section="Goal")
