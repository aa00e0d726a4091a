"""The state of a match: plain records, no rules. Places are `a1` to `h8`; rows 1 to 4 are Blue's half."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.save import State
from companion.games.two_bases import facts

Amount = Annotated[int, Meta(ge=0)]
Kind = Literal["", "plains", "forest", "mountain", "base"]


class Piece(Struct):
    """A small card on the board."""

    type: str
    seat: str
    damage: Amount = 0
    fresh: bool = False
    """Created in the present turn."""
    moved: bool = False
    attacked: bool = False
    spent: bool = False
    """May not invade again in the present turn."""
    rests: Amount = 0
    """The number of its owner's turn in which it neither moves nor attacks; 0 for none."""

    @property
    def card(self) -> facts.PieceFacts:
        """What is printed on it."""
        return facts.PIECES[self.type]


class Tile(Struct):
    """A space: `kind` is empty while the tile lies face down."""

    kind: Kind = ""
    built: str = ""
    built_by: str = ""
    marker: str = ""
    pieces: list[Piece] = []


class Player(Struct):
    """A player's piles and what must be remembered of the turn."""

    seat: str
    available: dict[str, Amount]
    aside: dict[str, Amount] = {}
    """Cards replaced by a promotion: may not be used."""
    out: dict[str, Amount] = {}
    """Cards out of the game."""
    ap: Amount = 0
    turn: Amount = 0
    based: bool = False
    """The second Base lies on the board."""
    moved: bool = False
    extra_moved: bool = False
    searched: bool = False
    """Had to look for a Base in this turn: no Action Step."""


class Battle(Struct):
    """An invasion going on: from where to where, its rounds, and who has high ground."""

    source: str
    target: str
    rounds: Amount = 0
    attacker_high: bool = False
    defender_high: bool = False


class TwoBasesState(State, kw_only=True):
    """Everything a match keeps."""

    seats: list[str]
    players: dict[str, Player]
    board: dict[str, Tile]
    pool: dict[str, Amount] = field(default_factory=dict)
    """Tiles beside the board."""
    gone: dict[str, Amount] = field(default_factory=dict)
    """Tiles out of the game."""
    active: str = ""
    phase: Literal["setup", "upkeep", "movement", "action"] = "setup"
    battle: Battle | None = None
    winner: str = ""
    ending: str = ""
