"""Tiles and cards: turning tiles up, entering a space, leaving the board, markers, the piles."""

from __future__ import annotations

from companion.engine.rules import Offer, Purse, Rule, confirm, draw, note, partial, put, shift, t
from companion.games.two_bases import deck, facts, land
from companion.games.two_bases.state import Piece, TwoBasesState

NAMES = {place: t(place.upper()) for place in land.PLACES}
"""What the spaces are called."""
TURNING = t("turn it over on the table and say what it shows")


def to_turn_up(state: TwoBasesState, seat: str, price: int = 0, purse: Purse | None = None) -> list[Offer]:
    """Offers to turn up each face-down tile in a player's half."""
    places = {place: partial(turn_up, state, seat, place) for place in land.face_down(state, seat)}
    return [Offer(place, NAMES[place], do, price=price, purse=purse, brief=TURNING) for place, do in places.items()]


def turn_up(state: TwoBasesState, seat: str, place: str, section: str = "") -> Rule[None]:
    """Turn a tile up: the players say what it is, or the app draws it."""
    prompt, about = t("Turn up {place}: what is it?", place=place.upper()), f"tile:{place}"
    (kind,) = yield from draw(seat, prompt, deck.deck(state, land.HALF[place]), about=about, section=section)
    state.board[place].kind = kind
    text = t("{place} is turned up: {kind}.", place=place.upper(), kind=facts.NAMES[kind])
    yield from note(text, about=about, section=section)


def remove_piece(state: TwoBasesState, place: str, piece: Piece, *, killed: bool) -> Rule[None]:
    """Remove a piece: out of the game or back to the pile; one card of each lower level returns to the pile.

    The rule says a player *may* take those cards back; as this never does harm, nobody is asked.
    """
    seat, player, who = piece.seat, state.players[piece.seat], facts.TITLES[piece.seat]
    state.board[place].pieces.remove(piece)
    put(player.out if killed else player.available, piece.type)
    words = "{piece} of {who} is lost." if killed else "{piece} of {who} is disbanded."
    kind = "piece_lost" if killed else "piece_disbanded"
    yield from note(t(words, piece=piece.name, who=who), about=f"side:{seat}", kind=kind, facts={"seat": seat})
    for lower in [facts.LEVELS[piece.kind, level] for level in range(1, piece.level)]:
        if shift(lower.id, player.aside, player.available):
            yield from note(t("A {piece} returns to the pile of {who}.", piece=lower.name, who=who), section="Action")


def enter(state: TwoBasesState, piece: Piece, source: str, target: str, *, delays: bool = True) -> Rule[None]:
    """Move a piece into a space: the tile is turned up, a Mountain delays, a marker may be placed or is removed."""
    seat, tile, place = piece.seat, state.board[target], target.upper()
    state.board[source].pieces.remove(piece)
    tile.pieces.append(piece)
    if not tile.kind:
        yield from turn_up(state, seat, target, "Movement")
    text = t("{piece} of {who} moves to {place}.", piece=piece.name, who=facts.TITLES[seat], place=place)
    yield from note(text, section="Movement")
    if delays and land.ground(state, tile) == "mountain":
        piece.rests = state.players[seat].turn + 1
    prompt, about = t("Leave a marker on {place}?", place=place), f"marker:{target}"
    held = land.HALF[target] == seat or tile.marker == seat
    if held or (yield from confirm(seat, prompt, about=about, section="Movement")):
        change_marker(state, seat, target)


def change_marker(state: TwoBasesState, seat: str, place: str) -> None:
    """Place an own marker on the other half, or remove the enemy's from the own half."""
    state.board[place].marker = "" if land.HALF[place] == seat else seat
