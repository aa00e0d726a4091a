"""Tiles and cards: turning tiles up, how a piece enters a space or leaves the board, markers, the piles."""

from __future__ import annotations

from companion.engine.core.asking import confirm, draw, note
from companion.engine.core.effects import Rule
from companion.engine.core.text import t
from companion.engine.game.piles import put, shift
from companion.games.two_bases import facts
from companion.games.two_bases.deck import deck
from companion.games.two_bases.land import HALF, ground
from companion.games.two_bases.state import Piece, TwoBasesState


def turn_up(state: TwoBasesState, seat: str, place: str, section: str = "Action") -> Rule[None]:
    """Turn a tile up: the table says what it is, or the app draws it."""
    prompt = t("Turn up {place}: what is it?", place=place.upper())
    (kind,) = yield from draw(seat, prompt, deck(state, HALF[place]), about=f"tile:{place}", section=section)
    state.board[place].kind = kind
    text = t("{place} is turned up: {kind}.", place=place.upper(), kind=facts.NAMES[kind])
    yield from note(text, about=f"tile:{place}", section=section)


def remove_piece(state: TwoBasesState, place: str, piece: Piece, *, killed: bool) -> Rule[None]:
    """A piece leaves the board: out of the game or back to the pile; one card of each lower level returns.

    The player *may* take those cards back; as nobody is ever worse off with them, nobody is asked.
    """
    player, who = state.players[piece.seat], facts.TITLES[piece.seat]
    state.board[place].pieces.remove(piece)
    put(player.out if killed else player.available, piece.type)
    words = "{piece} of {who} is lost." if killed else "{piece} of {who} is disbanded."
    section, kind = ("Combat", "piece_lost") if killed else ("Action", "piece_disbanded")
    yield from note(t(words, piece=piece.name, who=who), about=f"side:{piece.seat}", kind=kind, section=section)
    for level in range(1, piece.level):
        lower = facts.LEVELS[piece.kind, level]
        if shift(lower.id, player.aside, player.available):
            yield from note(t("A {piece} returns to the pile of {who}.", piece=lower.name, who=who), section="Action")


def enter(state: TwoBasesState, piece: Piece, source: str, target: str, *, delays: bool = True) -> Rule[None]:
    """A piece comes into a space: the tile is turned up, a Mountain delays, a marker may be left or is taken off."""
    seat, tile = piece.seat, state.board[target]
    state.board[source].pieces.remove(piece)
    tile.pieces.append(piece)
    if not tile.kind:
        yield from turn_up(state, seat, target, "Movement")
    words = "{piece} of {who} moves to {place}."
    yield from note(t(words, piece=piece.name, who=facts.TITLES[seat], place=target.upper()), section="Movement")
    if delays and ground(state, tile) == "mountain":
        piece.rests = state.players[seat].turn + 1
    if HALF[target] == seat:
        change_marker(state, seat, target)
    elif tile.marker != seat:
        prompt = t("Leave a marker on {place}?", place=target.upper())
        if (yield from confirm(seat, prompt, about=f"marker:{target}", section="Movement")):
            change_marker(state, seat, target)


def change_marker(state: TwoBasesState, seat: str, place: str) -> None:
    """Put an own marker on the other half, or take the enemy's off the own half."""
    state.board[place].marker = "" if HALF[place] == seat else seat
