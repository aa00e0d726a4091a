"""The state of a match: plain records, no rules. Chits have ids (`u17`); their faces are secrets of their owners.

What everybody has seen of a chit is kept beside the secret, in `face` and `bears`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.running.save import State
from companion.engine.running.views import OWN
from companion.games.archmagi import facts

Amount = Annotated[int, Meta(ge=0)]
if TYPE_CHECKING:
    Seat = str
    Side = str
    Ground = str
else:  # words of a list: saves and corrections are held to it
    Seat = Literal[facts.SEATS]
    Side = Literal[("", *facts.SEATS)]
    Ground = Literal[("", *facts.TERRAIN)]
Role = Literal["attacker", "defender"]


class Unit(Struct):
    """A chit on the map."""

    seat: Seat
    kind: Annotated[str, OWN]
    place: str = ""
    """Its hex; "" where there is no map and it has left a stand-alone battle."""
    face: str = ""
    """Its kind, once everybody has seen it."""
    artifacts: Annotated[list[str], OWN] = []
    bears: list[str] = []
    """Its artifacts, as far as everybody has seen them."""
    aboard: str = ""
    """The unit that carries it."""
    paralyzed: Annotated[int, Meta(ge=-1)] = 0
    """Turns left; -1 until the end of the battle."""
    moved: Amount = 0
    halted: bool = False
    """Whether it has met an enemy in this turn, or rests."""
    hurry: Amount = 0
    wades: bool = False
    """Whether it may enter water in this turn."""
    fed: Amount = 0
    """The bonus of a Cannibal in this turn."""
    used: list[str] = []
    """The once-a-turn abilities that it has used."""


class Hex(Struct):
    """A hex of the map; on an unknown map its terrain is empty until it is turned up."""

    water: bool
    terrain: Ground = ""
    banner: Side = ""
    founded: bool = False
    """Whether a banner has ever been placed there in this game."""


class Player(Struct):
    """What a player has off the map, and what must be remembered during the turn."""

    seat: str
    reserve: Annotated[list[str], OWN] = []
    spells: Annotated[list[str], OWN] = []
    kept: Annotated[list[str], OWN] = []
    """Artifacts that no Hero owns yet."""
    scouted: Annotated[dict[str, str], OWN] = {}
    """Chits of others that only this player has looked at: id -> kind."""
    looked: Annotated[str, OWN] = ""
    """The stack that this player has looked at last in this turn: hex and owner."""
    turns: Amount = 0
    deployed: Amount = 0
    absent: Amount = 0
    """Kinds deployed in this turn although their terrain is not on the map."""
    explored: list[str] = []
    """Hexes of stacks that have turned up a hex in this turn."""
    out: bool = False


class Force(Struct):
    """One side of a battle. `seats` are those who fight together, the leader first."""

    seats: list[str]
    fights: str = ""
    """The combatant."""
    helpers: list[str] = []
    used: dict[str, list[str]] = {}
    """Abilities already used that may be used once, and by which units ("" for the whole side)."""
    beaten: list[str] = []
    """Units that regenerate and have been defeated once."""
    resting: list[str] = []
    """Units that a spell has sent back for this round."""
    cast: list[str] = []
    """This round's spells that count at the roll."""
    rally: int = 0
    """The bonus of artifacts for the whole side in this round."""
    lost: list[str] = []
    """Kinds of the units destroyed in this battle."""

    @property
    def seat(self) -> str:
        """The seat that decides for the side."""
        return self.seats[0]


class Battle(Struct):
    """A battle in progress."""

    place: str
    attacker: Force
    defender: Force
    dice: list[int] = []
    acting: Role = "attacker"
    passes: Amount = 0
    tied: bool = False
    over: Literal["", "attacker", "defender", "off"] = ""
    """Who has won; `off` if both stay; "" while it goes on."""
    latest: Literal["", "attacker", "defender", "tie"] = ""
    """Who won the roll of this round."""
    opening: Literal["", "attacker", "defender", "tie"] = ""
    """Who won the first roll, for the odds."""


class Fall(Struct):
    """How an Archmagi fell."""

    seat: Seat
    kind: str
    place: str
    turn: Amount
    """The turn of the player whose turn it was."""
    how: Literal["battle", "drowned", "gave_up"]
    by: Side = ""
    """Against whom it fought."""


class ArchmagiState(State, kw_only=True):
    """The whole state of a match."""

    seats: list[str]
    """The seats, in turn order once that is rolled."""
    players: dict[str, Player]
    units: dict[str, Unit] = field(default_factory=dict)
    hexes: dict[str, Hex] = field(default_factory=dict)
    columns: Amount = 0
    rows: Amount = 0
    mapped: Literal["laid_out", "rolled", "unknown", "table"] = "laid_out"
    closed: list[str] = []
    chits: Amount = 0
    """How many chits have been put on the map; gives the id of the next one."""
    discards: dict[str, dict[str, Amount]] = field(default_factory=dict)
    """The discard piles: unit, spell, artifact."""
    truces: list[str] = []
    """Hexes where stacks stay side by side until more units come (A14)."""
    fought: list[str] = []
    """The battles of this turn that are over: hex and opponent."""
    active: Side = ""
    phase: str = ""
    battle: Battle | None = None
    fall: Fall | None = None
    """How the Archmagi that fell last did so."""
    winners: list[str] = []
    ending: Literal["", "last", "rounds", "together"] = ""
