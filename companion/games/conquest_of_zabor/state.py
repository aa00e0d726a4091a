"""The state of a match: plain records, no rules. Areas are added as people name them, with their borders."""

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
    """An area of the players' map."""

    name: str
    kind: Literal["land", "coast", "sea"] = "land"
    region: Literal["", "north", "south", "zabor"] = ""
    upgrade: Upgrade = ""
    holder: Side = ""
    """The seat that its Upgrade belongs to."""
    roads: list[Anybody] = []
    """The seats that built the Roads there."""
    charted: bool = False
    """Whether all its borders are known, from an owner's map."""
    misty: bool = False
    """Whether nobody may enter it in this turn."""
    beside: str = ""
    """The area beside which it was named: the picture draws it there."""

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
    """How many wounds it has."""
    moved: bool = False
    """Whether it has moved in this action."""
    pursued: Amount = 0


class Player(Struct):
    """A player's Empire Chart and hand, and what must be remembered during the turn."""

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
    """The cards kept from the draft so far."""
    dynasty: list[str] = []
    artifact: list[str] = []
    monsters: list[str] = []
    destiny: Annotated[list[str], OWN] = []
    sorcery: Annotated[list[str], OWN] = []
    claims: list[str] = []
    """The VP cards and trait conditions that the player has claimed."""
    vp: Amount = 0
    used: list[str] = []
    """The traits used that can be used once in a game."""
    spent: list[str] = []
    """The once-a-turn effects used in this turn."""
    won: Amount = 0
    won_empire: Amount = 0
    conquered: list[str] = []
    trades: Amount = 0
    barred: list[str] = []
    """The seats with which there was a fight or an attack in this turn, so that there is no trade."""
    extra_trade: Amount = 0
    fear: Amount = 0


class Force(Struct):
    """One side of a battle."""

    seat: Anybody
    pool: Amount = 0
    """How many wounds it can still ignore."""
    strikes: list[str] = []
    """Types with First Strike that roll in the first round although they are already lost (A55)."""
    lost: list[str] = []
    """Kinds killed in this battle."""


class Battle(Struct):
    """A battle in progress. `struck` says that First Strike is over, `opened` that the first round is. `rolled` holds
    while the hits of a round are dealt out. `rounds` are those that are over, for people to know: no rule asks, and
    nobody counts them (None) where odds are reckoned, which take equal positions together.
    """

    place: str
    attacker: Force
    defender: Force
    opened: bool = False
    over: Literal["", "attacker", "defender", "both"] = ""
    struck: bool = False
    rolled: bool = False
    rounds: Amount | None = None

    @property
    def round(self) -> int:
        """The round that is fought now, from 1; where nobody counts, 2 stands for all after the first."""
        return (self.opened if self.rounds is None else self.rounds) + 1


class Chase(Struct, frozen=True):
    """A pursuit: the area, and the pursuing seat."""

    place: str
    seat: str


class Lasting(Struct, frozen=True):
    """An effect of a card that lasts until the end of the turn: `n` is its index on the card, -1 for all of them."""

    deck: str
    card: str
    seats: list[str]
    n: int = -1


class ZaborState(State, kw_only=True):
    """The whole state of a match."""

    seats: list[str]
    """The seats, clockwise."""
    players: dict[str, Player]
    length: Literal["short", "medium", "long"] = "short"
    per_age: Annotated[int, Meta(ge=1, le=4)] = 2
    areas: dict[str, Area] = field(default_factory=dict)
    borders: dict[str, list[str]] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    pieces: Amount = 0
    """How many Units have been placed on the map; gives the id of the next one."""
    beside: list[str] = []
    """Position Cards beside the board."""
    track: list[Action] = []
    spaces: list[Side] = []
    """The 16 spaces with the seat whose Envoy is there."""
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
    """The council order at the beginning of the turn."""
    target: str = ""
    """The area that Units move to in Warfare, as soon as it is chosen."""
    queue: list[Chase] = []
    """Battles that come before all others: pursuits."""
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
