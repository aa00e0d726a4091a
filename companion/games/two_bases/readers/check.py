"""Invariants of a state: what must be true after every step, whatever was played. Used by random play and tests."""

from __future__ import annotations

from collections import Counter

from companion.games.two_bases import facts
from companion.games.two_bases.land import HALF, PLACES, all_pieces, own_bases
from companion.games.two_bases.phases.combat import dead
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Tile, TwoBasesState


def broken(state: TwoBasesState) -> list[str]:
    """Everything that is wrong with a state, in words; empty when all is well."""
    found = [problem for place in PLACES for problem in _tile(place, state.board[place])]
    found += [f"a dead {piece.type}" for piece in all_pieces(state) if dead(state, piece)]
    dealt = not state.owner or any(tile.kind for tile in state.board.values())  # an owner's piles come with the tiles
    for seat in facts.SEATS:
        found += _cards(state, seat) if dealt else []
        if len(own_bases(state, seat)) > facts.BOARD["bases_each"]:
            found.append(f"{seat} has too many Bases")
    lying = Counter(state.board[place].kind for place in PLACES)
    for kind, n in sheet(state).tiles.items():
        if lying[kind] + state.pool.get(kind, 0) + state.gone.get(kind, 0) > n:
            found.append(f"more than {n} tiles of {kind}")
    return found


def _tile(place: str, tile: Tile) -> list[str]:
    found = []
    engines = sum(piece.is_engine for piece in tile.pieces)
    if len({piece.seat for piece in tile.pieces}) > 1 or len(tile.pieces) > 2:
        found.append(f"{place} holds pieces that cannot stand together")
    if len(tile.pieces) == 2 and engines != 1:
        found.append(f"{place} holds two pieces of which one must be a Siege Engine")
    if not tile.kind and (tile.pieces or tile.marker or tile.built):
        found.append(f"{place} lies face down with something on it")
    if tile.marker == HALF[place]:
        found.append(f"{place} carries a marker of its own side")
    return found


def _cards(state: TwoBasesState, seat: str) -> list[str]:
    """All copies of a card are somewhere: in a pile or on the board."""
    player = state.players[seat]
    found = Counter(piece.type for place in PLACES for piece in state.board[place].pieces if piece.seat == seat)
    found.update(state.board[place].built for place in PLACES if state.board[place].built_by == seat)
    for pile in (player.available, player.aside, player.out):
        found.update(pile)
    cards = sheet(state).cards.values()
    return [f"{seat}: {found[card.id]} cards {card.id}" for card in cards if found[card.id] != card.count]
