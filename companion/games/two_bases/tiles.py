"""Tiles and cards: turning tiles up, how a piece enters a space or leaves the board, the piles."""

from __future__ import annotations

from companion.engine.effects import Card, Rule, confirm, draw, note
from companion.engine.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import HALF, PLACES, ground, own_bases, ruled
from companion.games.two_bases.state import Amount, Piece, Player, TwoBasesState

TERRAINS = tuple(facts.TILES)


def face_down(state: TwoBasesState, seat: str) -> list[str]:
    """The face-down tiles of a player's half."""
    return [place for place in PLACES if HALF[place] == seat and not state.board[place].kind]


def turn_up(state: TwoBasesState, seat: str, place: str, section: str) -> Rule[str]:
    """Turn a tile up: the table says what it is, or the app draws it. Gives its kind."""
    prompt = t("Turn up {place}: what is it?", place=place.upper())
    (kind,) = yield from draw(seat, section, prompt, deck(state, HALF[place]), about=f"tile:{place}")
    state.board[place].kind = kind  # type: ignore[assignment]
    text = t("{place} is turned up: {kind}.", place=place.upper(), kind=t(facts.NAMES[kind]))
    yield from note(section, text, about=f"tile:{place}")
    return kind


def unseen(state: TwoBasesState) -> dict[str, int]:
    """Terrain tiles that may still lie face down somewhere, by kind."""
    seen = [state.board[place].kind for place in PLACES]
    return {kind: max(0, n - seen.count(kind) - state.gone.get(kind, 0) - state.pool.get(kind, 0))
            for kind, n in facts.TILES.items()}  # fmt: skip


def deck(state: TwoBasesState, seat: str) -> tuple[Card, ...]:
    """What the next tile of a half may be, with true chances: the half's own Base, or any terrain still unseen."""
    down, left = len(face_down(state, seat)), unseen(state)
    shuffled_in = facts.BOARD["bases_each"] - (not state.players[seat].based)
    base = Card("base", t(facts.NAMES["base"]), int(len(own_bases(state, seat)) < shuffled_in), sum(left.values()) or 1)
    if base.count and down == 1:
        return (base,)
    if not any(left.values()):  # after a correction: the table knows better
        left = dict.fromkeys(left, 1)
    weight = down - 1 if base.count else 1
    terrain = [Card(kind, t(facts.NAMES[kind]), n, weight) for kind, n in left.items()]
    return tuple(card for card in (*terrain, base) if card.count)


def put(pile: dict[str, Amount], card: str, n: int = 1) -> None:
    """Lay cards on a pile, or take them off; a pile never has fewer than none."""
    pile[card] = max(0, pile.get(card, 0) + n)


def remove_piece(state: TwoBasesState, place: str, piece: Piece, *, killed: bool) -> Rule[None]:
    """A piece leaves the board: out of the game or back to the pile; one card of each lower level returns."""
    player = state.players[piece.seat]
    tile = state.board[place]
    tile.pieces = [one for one in tile.pieces if one is not piece]
    put(player.out if killed else player.available, piece.type)
    words = "{piece} of {who} is lost." if killed else "{piece} of {who} is disbanded."
    yield from note("Combat" if killed else "Action", t(words, piece=t(piece.card.name), who=title(piece.seat)))
    _return_lower(player, piece)


def _return_lower(player: Player, piece: Piece) -> None:
    for level in range(1, piece.card.level):
        lower = facts.LEVELS[piece.card.kind, level].id
        if player.aside.get(lower, 0):
            put(player.aside, lower, -1)
            put(player.available, lower)


def title(seat: str) -> str:
    """A player's name."""
    return facts.TITLES[seat]


def enter(state: TwoBasesState, piece: Piece, source: str, target: str, *, advance: bool = False) -> Rule[None]:
    """A piece comes into a space: the tile is turned up, a Mountain delays, markers change."""
    tile = state.board[target]
    state.board[source].pieces = [one for one in state.board[source].pieces if one is not piece]
    tile.pieces.append(piece)
    if not tile.kind:
        yield from turn_up(state, piece.seat, target, "Movement")
    words = "{piece} of {who} moves to {place}."
    yield from note("Movement", t(words, piece=t(piece.card.name), who=title(piece.seat), place=target.upper()))
    if ground(state, tile) == "mountain" and not (advance and ruled(state, "advance_delay") == "no-delay"):
        piece.rests = state.players[piece.seat].turn + 1
    if HALF[target] == piece.seat:
        tile.marker = ""
    elif tile.marker != piece.seat:
        prompt = t("Leave a marker on {place}?", place=target.upper())
        if (yield from confirm(piece.seat, "Movement", prompt, about=f"marker:{target}")):
            change_marker(state, piece.seat, target)


def change_marker(state: TwoBasesState, seat: str, place: str) -> None:
    """Put an own marker on the other half, or take the enemy's off the own half."""
    state.board[place].marker = "" if HALF[place] == seat else seat
