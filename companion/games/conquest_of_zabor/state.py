"""The state of a match: plain records, no rules. Areas come in as people name them; borders grow with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.running.save import State
from companion.engine.running.views import OWN
from companion.games.conquest_of_zabor import facts

Amount = Annotated[int, Meta(ge=0)]
if TYPE_CHECKING:
    Seat = str
    Side = str
    Anybody = str
    Upgrade = str
    Action = str
else:  # words of a list: saves and corrections are held to it
    Seat = Literal[facts.SEATS]
    Anybody = Literal[(*facts.SEATS, facts.BARBARIAN)]
    Side = Literal[("", *facts.SEATS, facts.BARBARIAN)]
    Upgrade = Literal[("", *facts.UPGRADES)]
    Action = Literal[tuple(facts.ACTIONS)]


class Area(Struct):
    """An area of the map before the players."""

    name: str
    kind: Literal["land", "coast", "sea"] = "land"
    region: Literal["", "north", "south", "zabor"] = ""
    upgrade: Upgrade = ""
    holder: Side = ""
    """Whose Upgrade it is."""
    roads: list[Anybody] = []
    """Who built the Roads there."""
    charted: bool = False
    """All its borders are known, from an owner's map."""
    misty: bool = False
    """Nobody may enter it in this turn."""

    @property
    def sea(self) -> bool:
        """Whether it is a Sea Area."""
        return self.kind == "sea"


class Unit(Struct):
    """A Unit on the map."""

    seat: Anybody
    kind: str
    place: str
    wounds: Amount = 0
    """Wounds it has taken."""
    moved: bool = False
    """Has moved in this action."""
    pursued: Amount = 0


class Player(Struct):
    """A player's Empire Chart, hand, and what must be remembered of the turn."""

    seat: str
    gold: Amount = 0
    envoys: Amount = 0
    home: str = ""
    """The starting area."""
    positions: list[str] = []
    traits: list[str] = []
    passing: Annotated[list[str], OWN] = []
    """The hand of the draft."""
    kept: Annotated[list[str], OWN] = []
    """What has been kept of it so far."""
    dynasty: list[str] = []
    artifact: list[str] = []
    monsters: list[str] = []
    destiny: Annotated[list[str], OWN] = []
    sorcery: Annotated[list[str], OWN] = []
    claims: list[str] = []
    """VP cards and trait conditions claimed."""
    vp: Amount = 0
    used: list[str] = []
    """Traits that can be used once in a game."""
    spent: list[str] = []
    """What can be done once in a turn."""
    won: Amount = 0
    won_empire: Amount = 0
    conquered: list[str] = []
    trades: Amount = 0
    barred: list[str] = []
    """Whom one fought, attacked or was attacked by in this turn."""
    extra_trade: Amount = 0
    fear: Amount = 0


class Force(Struct):
    """One side of a battle."""

    seat: Anybody
    pool: Amount = 0
    """Wounds it can still ignore."""
    strikes: list[str] = []
    """Types with First Strike that roll in the first round although they are gone (A55)."""
    lost: list[str] = []
    """Kinds killed in this battle."""


class Battle(Struct):
    """A battle going on. `opened`: its first round is over; how many there have been nobody needs to know."""

    place: str
    attacker: Force
    defender: Force
    opened: bool = False
    over: Literal["", "attacker", "defender", "both"] = ""


class Chase(Struct, frozen=True):
    """Where somebody has pursued to."""

    place: str
    seat: str


class Lasting(Struct, frozen=True):
    """An effect of a card that lasts to the end of the turn: `n` is its place on the card, -1 any of them."""

    deck: str
    card: str
    seats: list[str]
    n: int = -1


class ZaborState(State, kw_only=True):
    """Everything a match keeps."""

    seats: list[str]
    """Clockwise."""
    players: dict[str, Player]
    length: Literal["short", "medium", "long"] = "short"
    per_age: Annotated[int, Meta(ge=1, le=4)] = 2
    areas: dict[str, Area] = field(default_factory=dict)
    borders: dict[str, list[str]] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    pieces: Amount = 0
    """How many Units have come onto the map; names the next one."""
    beside: list[str] = []
    """Position Cards beside the board."""
    track: list[Action] = []
    spaces: list[Side] = []
    """The 16 spaces: whose Envoy stands there."""
    at: Amount = 0
    """The space whose turn it is."""
    events: list[str] = []
    """Event cards of this turn."""
    lasting: list[Lasting] = []
    face_up: list[str] = []
    """VP cards turned up."""
    turn: Amount = 0
    phase: str = ""
    active: Side = ""
    order: list[str] = []
    """The council order that the turn began with."""
    queue: list[Chase] = []
    """Battles that come before all others: those pursued to."""
    discards: dict[str, list[str]] = field(default_factory=dict)
    battle: Battle | None = None
    ranking: list[str] = []
    """Seats from first to last, at the end."""
    winners: list[str] = []
    ending: Literal["", "alone", "tie"] = ""

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return facts.LENGTHS[self.length] * self.per_age
