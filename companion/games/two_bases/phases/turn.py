"""The turn: upkeep, Movement Step, Action Step; the whole game as a list one can read, and its end."""

from __future__ import annotations

from companion.engine.core.asking import choose, goto, note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.forms import Option
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import all_pieces, face_down, income, own_bases, rival
from companion.games.two_bases.phases import actions, moves, victory
from companion.games.two_bases.phases.setup import set_up
from companion.games.two_bases.state import TwoBasesState
from companion.games.two_bases.tiles import turn_up


@flow("Setup", "Upkeep")
def play() -> Rule[str]:
    """A whole match. Gives the winner."""
    first = yield from set_up()
    return goto(turn(first))


@flow("Upkeep")
def turn(seat: str) -> Rule[str]:
    """One turn: upkeep, movement, actions; then the other player's."""
    yield from begin_turn(seat)
    yield from search(seat)
    yield from count_points(seat)
    yield from moves.movement(seat)
    acting = yield from begin_actions(seat)
    if acting:
        yield from actions.actions(seat)
    over, following = yield from end_turn(seat)
    return following if over else goto(turn(following))


@step("Upkeep")
def begin_turn(state: TwoBasesState, seat: str) -> Rule[None]:
    """A new turn: what was done in the last one is forgotten."""
    player = state.players[seat]
    state.active, state.phase = seat, "upkeep"
    player.turn += 1
    player.moved = player.extra_moved = player.searched = False
    for piece in all_pieces(state):
        piece.fresh = piece.moved = piece.attacked = piece.spent = False
    yield from note(t("{who}: turn {n}.", who=facts.TITLES[seat], n=player.turn), kind="turn")
    yield from receive_points(state, seat)


@flow("Upkeep")
def search(seat: str) -> Rule[None]:
    """Without a face-up Base: tile after tile is turned up until one is found."""
    yield from repeat(look_for_base(seat))


@step("Upkeep")
def look_for_base(state: TwoBasesState, seat: str) -> Rule[bool]:
    """Turn up one tile of the own half, free of charge, if a Base is missing (ruling A07)."""
    claimed_too = state.rulings["no_base"] == "literal"
    bases = [place for place in own_bases(state, seat) if claimed_too or not state.board[place].marker]
    found = [Option(place, t(place.upper())) for place in face_down(state, seat)]
    if bases or not found or state.winner:
        return False
    state.players[seat].searched = True
    prompt = t("You have no face-up Base: turn tiles up until you find one. No Action Step this turn.")
    picked = yield from choose(seat, prompt, found, look="map", about="search")
    yield from turn_up(state, seat, picked, "Upkeep")
    yield from victory.settle(state)
    return True


@step("Upkeep", "Terrain")
def count_points(state: TwoBasesState, seat: str) -> Rule[None]:
    """Movement begins. A turn that an earlier release began, with the search first, gets its points now."""
    if state.phase == "upkeep":
        yield from receive_points(state, seat)
    state.phase = "movement"


def receive_points(state: TwoBasesState, seat: str) -> Rule[None]:
    """Action points for connected terrain and developments."""
    gained = income(state, seat)
    player = state.players[seat]
    player.points += gained.total
    who, points = facts.TITLES[seat], player.points
    text = (
        t("{who} receives one action point and has {ap}.", who=who, ap=points)
        if gained.total == 1
        else t("{who} receives {n} action points and has {ap}.", who=who, n=gained.total, ap=points)
    )
    yield from note(text, gained, section="Upkeep")
    state.phase = "search"


@step("Action", "Upkeep")
def begin_actions(state: TwoBasesState, seat: str) -> Rule[bool]:
    """Whether there is an Action Step: not after a search for a Base."""
    state.phase = "action"
    if state.winner or not state.players[seat].searched:
        return not state.winner
    yield from note(t("{who} had to look for a Base: no Action Step.", who=facts.TITLES[seat]), section="Upkeep")
    return False


@step("Action", "Combat")
def end_turn(state: TwoBasesState, seat: str) -> tuple[bool, str]:
    """Points lapse (ruling A05), damage may heal (A15). Gives whether the game is over, and who has won or is next."""
    if state.rulings["unspent_points"] == "lapse":
        state.players[seat].points = 0
    if state.rulings["damage_stays"] == "heal-at-end":
        for piece in all_pieces(state):
            piece.damage = 0
    return bool(state.winner), state.winner or rival(seat)
