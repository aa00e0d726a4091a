"""The land: neighbours, who controls a tile, what is connected, what it earns, and which needs it meets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from companion.engine.core.effects import Sum, Term, add_up
from companion.engine.core.errors import Refusal
from companion.engine.core.text import Text, kept, listed, t
from companion.engine.game.squares import Squares
from companion.games.two_bases import facts
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Piece, Tile, TwoBasesState

SQUARES = Squares(facts.BOARD["columns"], facts.BOARD["rows"])
PLACES = SQUARES.places
HALF = {place: facts.SEATS[SQUARES.at(place)[1] >= len(SQUARES.rows) // 2] for place in PLACES}
"""Whose half a space lies in; `a1` to `h8`, row by row from Blue's side."""
HALVES = {seat: [place for place in PLACES if HALF[place] == seat] for seat in facts.SEATS}


def rival(seat: str) -> str:
    """The other player."""
    return facts.SEATS[1 - facts.SEATS.index(seat)]


def swaps_back(state: TwoBasesState) -> bool:
    """Whether the tile that a Base takes the place of goes into the pool; else it leaves the game."""
    return state.rulings["swapped_tile"] == "back-to-pool"


def reach(state: TwoBasesState, place: str) -> tuple[str, ...]:
    """The spaces that a piece can move to or attack (ruling A09)."""
    return SQUARES.neighbours(place, corners=state.rulings["directions"] == "eight-ways")


def ground(state: TwoBasesState, tile: Tile) -> str:
    """The kind of terrain that a tile counts as (ruling A18); empty for a Base or unknown terrain."""
    lost = tile.kind == "base" or (tile.built and state.rulings["developed_kind"] == "kind-lost")
    return "" if lost else tile.kind


def controls(state: TwoBasesState, seat: str, place: str) -> bool:
    """Whether a player controls a face-up tile."""
    return bool(controlled(state, seat, [place]))


def controlled(state: TwoBasesState, seat: str, places: Sequence[str] = PLACES) -> list[str]:
    """Those of the tiles that a player controls, all face up (ruling A06)."""
    board, by_piece, found = state.board, state.rulings["control"] == "piece-controls", []
    for place in places:
        tile = board[place]
        holder = tile.pieces[0].seat if tile.pieces and by_piece else tile.kind and (tile.marker or HALF[place])
        if holder == seat:
            found.append(place)
    return found


def face_down(state: TwoBasesState, seat: str) -> list[str]:
    """The face-down tiles of a player's half."""
    return [place for place in HALVES[seat] if not state.board[place].kind]


def own_bases(state: TwoBasesState, seat: str) -> list[str]:
    """The face-up Bases in a player's half, whether marked by the enemy or not."""
    return [place for place in HALVES[seat] if state.board[place].kind == "base"]


def connected(state: TwoBasesState, seat: str) -> list[str]:
    """The controlled tiles with an edge-to-edge path to a Base over controlled or own face-down tiles."""
    mine = controlled(state, seat)
    anywhere = state.rulings["which_base"] == "any-base"
    bases = [place for place in mine if state.board[place].kind == "base" and (anywhere or HALF[place] == seat)]
    joined = SQUARES.connected(bases, over={*mine, *face_down(state, seat)})
    return [place for place in mine if place in joined]


def income(state: TwoBasesState, seat: str) -> Sum:
    """The action points that a player receives in upkeep, as a sum with its terms (rulings A03, A04)."""
    tiles = [state.board[place] for place in connected(state, seat)]
    land = [tile for tile in tiles if tile.kind != "base"]
    built = [sheet(state).developments[tile.built] for tile in land if tile.built]
    both = len(built) if state.rulings["developed_tile"] == "both-count" else 0
    bases = len(tiles) - len(land) if state.rulings["base_income"] == "base-income" else 0
    return add_up(
        t("Action points"),
        Term(t("connected terrain"), len(land) * facts.INCOME["terrain"], "Terrain"),
        Term(t("developments beside their terrain"), both * facts.INCOME["terrain"], "Upkeep"),
        Term(t("what developments add (house value)"), sum(card.extra_ap for card in built), "Upkeep"),
        Term(t("Bases"), bases * facts.INCOME["base"], "Upkeep"),
    )


class Land(Struct, frozen=True):
    """The connected tiles of a player, and how many of them are of each kind, developments included."""

    places: list[str]
    counts: dict[str, int]


def survey(state: TwoBasesState, seat: str) -> Land:
    """What a player's land gives for the needs of cards, computed once for all cards."""
    places = connected(state, seat)
    tiles = [state.board[place] for place in places if state.board[place].kind != "base"]
    return Land(places, Counter(word for tile in tiles for word in ("terrain", ground(state, tile), tile.built)))


def need_refusal(land: Land, need: dict[str, int]) -> Refusal | None:
    """Why the connected tiles do not meet a need, or None when they do."""
    for name, wanted in need.items():
        found = sum([land.counts.get(kind, 0) for kind in facts.group(name).of])
        if found < wanted:
            what = group_name(name)
            words = "Needs {n} × {what}, connected; there are {found}."
            return Refusal("Connected", t(words, n=wanted, what=what, found=found))
    return None


@kept
def group_name(name: str) -> Text:
    """The words for what a word in a need stands for."""
    kinds = [t(facts.name_of(kind)) for kind in facts.group(name).of if kind != "terrain"]
    return t(facts.GROUPS[name].name) if name in facts.GROUPS else t("one of {list}", list=listed(kinds))


def leader(pieces: Sequence[Piece]) -> Piece | None:
    """The piece of a space that fights: not the Siege Engine, if there is another one (A20). None in an empty space."""
    return min(pieces, key=lambda piece: piece.is_engine, default=None)


def is_enemy(state: TwoBasesState, seat: str, place: str) -> bool:
    """Whether an enemy piece stands in a space."""
    return any(piece.seat != seat for piece in state.board[place].pieces)


def all_pieces(state: TwoBasesState) -> list[Piece]:
    """Every piece on the board."""
    return [piece for place in PLACES for piece in state.board[place].pieces]


def pieces_of(state: TwoBasesState, seat: str) -> list[tuple[str, str, Piece]]:
    """A player's pieces with name and place; the name is `b4`, or `siege_engine:b4` for an engine that shares a
    space.
    """
    return [
        (place if piece is leader(tile.pieces) else f"{piece.type}:{place}", place, piece)
        for place, tile in state.board.items()
        for piece in tile.pieces
        if piece.seat == seat
    ]


def land_name(state: TwoBasesState, place: str) -> Text:
    """A tile by place and terrain: `B4 (Plains)`."""
    tile = state.board[place]
    return _land_name(place, tile.kind and (tile.built or tile.kind))


@kept
def _land_name(place: str, kind: str) -> Text:
    return t("{place} ({kind})", place=place.upper(), kind=t(facts.name_of(kind)) if kind else t("face down"))


def space_name(state: TwoBasesState, place: str) -> Text:
    """A tile with the pieces on it: `B4 (Plains), Soldier I`."""
    return listed([land_name(state, place), *(t(piece.name) for piece in state.board[place].pieces)])


def invaded(state: TwoBasesState, place: str) -> Text:
    """A tile that is invaded, with whom one meets there: `C5 (Forest): Peasant I of Orange`."""
    foes = listed([owned(piece) for piece in state.board[place].pieces])
    return t("{land}: {foes}", land=land_name(state, place), foes=foes)


def piece_name(state: TwoBasesState, place: str, piece: Piece) -> Text:
    """A piece with its place: `Soldier I on B4 (Plains)`."""
    return t("{piece} on {land}", piece=piece.name, land=land_name(state, place))


def owned(piece: Piece) -> Text:
    """A piece with its side, as both sides may have the same one: `Peasant I of Blue`."""
    return t("{piece} of {who}", piece=piece.name, who=facts.TITLES[piece.seat])


def condition(state: TwoBasesState, piece: Piece) -> Text:
    """A piece and its side with its damage, and at how much it falls: more than its health."""
    most = sheet(state).pieces[piece.type].health
    return t("{piece} ({n} damage, falls at {fatal})", piece=owned(piece), n=piece.damage, fatal=most + 1)
