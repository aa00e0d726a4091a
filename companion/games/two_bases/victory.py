"""The goal: markers on both enemy Bases, or an opponent without face-up terrain. Checked after every deed."""

from __future__ import annotations

from companion.engine.core.text import Hint
from companion.engine.rules import Offer, Offers, Rule, Text, menu, note, partial, t
from companion.games.two_bases import facts, land
from companion.games.two_bases.state import TwoBasesState

DONE = "done"


def deed(
    state: TwoBasesState, seat: str, prompt: Text, offers: Offers, end: Text, look: str = "buttons", told: Hint = None
) -> Rule[str]:
    """Ask for one deed of a step, with the choices to end the step (of which may be `told` what it brings) or give up
    the game. Returns what was done; DONE at the end.
    """
    lose = partial(wins, state, land.rival(seat), "given_up")
    giving_up = Offer("give_up", t("Give up the game"), lose, minor=True, grave=True)
    ending = Offer(DONE, end, value=DONE, ends=True, detail=told)
    done: str = yield from menu(seat, prompt, [*offers, ending, giving_up], look=look)
    yield from settle(state)
    return DONE if state.winner else done


def settle(state: TwoBasesState) -> Rule[None]:
    """End the game as soon as a player has won; the turn player's victory counts first."""
    for how, reached in (("bases", _holds_both_bases), ("terrain", _has_taken_all_land)):
        for seat in (state.active, land.rival(state.active)):
            if not state.winner and reached(state, seat):
                yield from wins(state, seat, how)


def _holds_both_bases(state: TwoBasesState, seat: str) -> bool:
    marked = [place for place in land.own_bases(state, land.rival(seat)) if state.board[place].marker == seat]
    return len(marked) == facts.BOARD["bases_each"]


def _has_taken_all_land(state: TwoBasesState, seat: str) -> bool:
    """Whether the other player controls no face-up terrain (a Base is none unless ruling A25 says so)."""
    bases, other = state.rulings["last_terrain"] == "base-counts", land.rival(seat)
    return not any(bases or state.board[place].kind != "base" for place in land.controlled(state, other))


def wins(state: TwoBasesState, seat: str, how: str) -> Rule[None]:
    """End the game: this seat has won."""
    state.winner, state.ending = seat, how
    text = t(facts.ENDINGS[how], who=facts.TITLES[seat], other=facts.TITLES[land.rival(seat)])
    yield from note(text, kind="ended", section="Goal")
