"""The state of a match: plain records, no rules. Places are `a1` to `h8`; rows 1 to 4 are Blue's half."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.core.menu import Purse
from companion.engine.core.options import Chip
from companion.engine.core.text import Text, kept, t
from companion.engine.running.legal import one_of
from companion.engine.running.save import State
from companion.games.two_bases import facts

Amount = Annotated[int, Meta(ge=0)]
Place = Annotated[str, Meta(pattern="^[a-h][1-8]$")]
Held = Annotated[str, one_of(facts.SEATS)]
"""A player; saves are not held to it, corrections are."""
if TYPE_CHECKING:
    Kind = str
    Seat = str
    Side = str
    Card = str
    Built = str
    Beside = str
else:  # words of a list: saves and corrections are held to it
    Kind = Literal["", "plains", "forest", "mountain", "base"]
    Seat = Literal["blue", "orange"]
    Side = Literal["", "blue", "orange"]
    """A player or nobody."""
    Card = Literal[tuple(facts.PIECES)]
    Built = Literal[("", *facts.DEVELOPMENTS)]
    Beside = Literal[("", *facts.PIECES)]


class Piece(Struct, omit_defaults=True):
    """A small card on the board."""

    type: Card
    seat: Seat
    damage: Amount = 0
    fresh: bool = False
    """Whether it was created in the present turn."""
    moved: bool = False
    attacked: bool = False
    spent: bool = False
    """Whether it may not invade again in the present turn."""
    rests: Amount = 0
    """The number of its owner's turn in which it can neither move nor attack; 0 for none."""

    @property
    def name(self) -> str:
        """The name of the card: `Soldier I`."""
        return facts.PIECES[self.type].name

    @property
    def kind(self) -> str:
        """The kind of piece; its values are in `sheet`, as an owner may have others."""
        return facts.PIECES[self.type].kind

    @property
    def level(self) -> int:
        """The level, 1 to 3."""
        return facts.PIECES[self.type].level

    @property
    def is_engine(self) -> bool:
        """Whether it is a Siege Engine, which may share a space and lets the other piece fight."""
        return self.kind == facts.ENGINE


class Tile(Struct, omit_defaults=True):
    """A space: `kind` is empty while the tile lies face down."""

    kind: Kind = ""
    built: Built = ""
    built_by: Side = ""
    marker: Side = ""
    pieces: list[Piece] = []


class Player(Struct):
    """A player's piles, and what must be remembered during the turn."""

    seat: Held
    available: dict[str, Amount]
    aside: dict[str, Amount] = {}
    """Cards that were replaced by a promotion and may not be used."""
    out: dict[str, Amount] = {}
    """Cards out of the game."""
    points: Amount = 0
    """The action points."""
    turn: Amount = 0
    based: bool = False
    """Whether the second Base lies on the board."""
    moved: bool = False
    extra_moved: bool = False
    searched: bool = False
    """Whether the player had to look for a Base in this turn, and so has no Action Step."""

    @property
    def purse(self) -> Purse:
        """The action points, as a purse that pays prices."""
        return Purse(self, "points", points, COIN)


@kept
def points(amount: int) -> Text:
    """An amount of action points in words."""
    return t("{n} AP", n=amount)


COIN = Chip(t("action points"), 0, "gold", "coins")
"""An action point, as prices show it."""


class Battle(Struct):
    """An invasion: from which place to which, the rounds so far, and the players with high ground."""

    source: Place
    target: Place
    rounds: Amount = 0
    high: list[Held] = []
    aside: Beside = ""
    """The piece beside the attacker that takes no part: it rests, or has already invaded in this turn."""
    fallen: list[Piece] = []
    """The pieces that were lost in it, for those who look at it."""


class TwoBasesState(State, kw_only=True):
    """The whole state of a match."""

    seats: list[Held]
    players: dict[str, Player]
    board: dict[str, Tile]
    pool: dict[str, Amount] = field(default_factory=dict)
    """Tiles beside the board."""
    gone: dict[str, Amount] = field(default_factory=dict)
    """Tiles out of the game."""
    laid: bool = False
    """Whether the players have said that the tiles are laid out."""
    active: Side = ""
    phase: Literal["setup", "upkeep", "search", "movement", "action"] = "setup"
    battle: Battle | None = None
    winner: Side = ""
    ending: str = ""
