"""The turn: upkeep, Movement Step, Action Step; the sequence of the whole game, and its end."""

from __future__ import annotations

from companion.engine.rules import Rule, flow, goto, menu, note, plural, repeat, step, t
from companion.games.two_bases import deck, facts, land, tiles, victory
from companion.games.two_bases.phases import actions, moves, setup
from companion.games.two_bases.state import TwoBasesState


@flow("Setup", "Upkeep")
def play() -> Rule[str]:
    """A whole match. Returns the winner."""
    return goto(turn((yield from setup.set_up())))


@flow("Upkeep")
def turn(seat: str) -> Rule[str]:
    """One turn: upkeep, movement, actions; then the other player's turn."""
    yield from begin_turn(seat)
    yield from search(seat)
    yield from count_points(seat)
    yield from moves.movement(seat)
    if (yield from begin_actions(seat)):
        yield from actions.actions(seat)
    over, following = yield from end_turn(seat)
    return following if over else goto(turn(following))


@step("Upkeep", asks_first=True)
def begin_turn(state: TwoBasesState, seat: str) -> Rule[None]:
    """Begin a turn: clear what was remembered of the last one, and give action points."""
    player = state.players[seat]
    state.active, state.phase = seat, "upkeep"
    player.turn += 1
    player.moved = player.extra_moved = player.searched = False
    for piece in land.all_pieces(state):
        piece.fresh = piece.moved = piece.attacked = piece.spent = False
    yield from note(t("{who}: turn {n}.", who=facts.TITLES[seat], n=player.turn), kind="turn")
    yield from receive_points(state, seat)


def receive_points(state: TwoBasesState, seat: str) -> Rule[None]:
    """Give a player the action points for connected terrain and developments."""
    gained, player, who = land.income(state, seat), state.players[seat], facts.TITLES[seat]
    player.points += gained.total
    one, many = "{who} receives one action point and has {ap}.", "{who} receives {n} action points and has {ap}."
    yield from note(plural(gained.total, one, many, who=who, ap=player.points), gained)
    state.phase = "search"


@flow("Upkeep")
def search(seat: str) -> Rule[None]:
    """If a Base is missing, turn up tile after tile until one is found."""
    yield from repeat(look_for_base(seat))


@step("Upkeep", asks_first=True)
def look_for_base(state: TwoBasesState, seat: str) -> Rule[bool]:
    """Turn up one tile of the own half, free of charge, if a Base is missing (ruling A07). Returns False if none
    is, or none can be turned up.
    """
    claimed_too, down = state.rulings["no_base"] == "literal", tiles.to_turn_up(state, seat)
    bases = [place for place in land.own_bases(state, seat) if claimed_too or not state.board[place].marker]
    if bases or not down or state.winner:
        return False
    prompt = t("You have no face-up Base: turn tiles up until you find one. No Action Step this turn.")
    yield from menu(seat, prompt, down, look="map", about="search", drawn=deck.deck(state, seat))
    state.players[seat].searched = True
    yield from victory.settle(state)
    return True


@step("Upkeep", "Terrain", asks_first=True)
def count_points(state: TwoBasesState, seat: str) -> Rule[None]:
    """Movement begins. A turn begun by an earlier release, with the search first, gets its action points here."""
    if state.phase == "upkeep":
        yield from receive_points(state, seat)
    state.phase = "movement"


@step("Action", "Upkeep", asks_first=True)
def begin_actions(state: TwoBasesState, seat: str) -> Rule[bool]:
    """Whether there is an Action Step: not after a search for a Base."""
    state.phase, searched = "action", state.players[seat].searched
    if searched and not state.winner:
        yield from note(t("{who} had to look for a Base: no Action Step.", who=facts.TITLES[seat]), section="Upkeep")
    return not (searched or state.winner)


@step("Action", "Combat")
def end_turn(state: TwoBasesState, seat: str) -> tuple[bool, str]:
    """Points lapse (ruling A05) and damage may heal (A15). Returns whether the game is over, and who has won or is
    next.
    """
    if state.rulings["unspent_points"] == "lapse":
        state.players[seat].points = 0
    for piece in land.all_pieces(state):
        piece.damage = 0 if state.rulings["damage_stays"] == "heal-at-end" else piece.damage
    return bool(state.winner), state.winner or land.rival(seat)
