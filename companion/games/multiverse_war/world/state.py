"""The state of a match: plain records, no rules. Cubes have ids (`u17`); what is on their face is their owner's secret.

What everybody sees of a cube now stands beside the secret, in `face`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.running.save import State
from companion.engine.running.views import OWN
from companion.games.multiverse_war.world import facts

Amount = Annotated[int, Meta(ge=0)]
if TYPE_CHECKING:
    Side = str
    Ground = str
    Structure = str
    Piece = str
else:  # words of a list: saves and corrections are held to it
    Side = Literal[("", *facts.SEATS)]
    Ground = Literal[("", *facts.NUMBERS["ground"]["letters"].values())]
    Structure = Literal[tuple(facts.HOUSE.buildings)]
    Piece = Literal[("", *facts.HOUSE.units, *facts.HOUSE.heroes)]
Manner = Literal["attack", "answer", "shot", "reply"]


class Unit(Struct):
    """A cube on the map: a unit, a hero, a bear, a decoy; of nobody: a beast."""

    seat: Side
    kind: Annotated[Piece, OWN]
    place: str = ""
    """Empty where the app knows no map."""
    face: Piece = ""
    """Its kind, while everybody sees it."""
    wounds: Amount = 0
    spent: Amount = 0
    """Action points of this turn; what the opponent sees at the table, too."""
    by_road: Amount = 0
    bonus: Amount = 0
    done: bool = False
    attacked: bool = False
    killed: bool = False
    """Its attack of this action has killed."""
    used: list[str] = []
    """Abilities of this turn."""
    trail: list[str] = []
    """The hexes it has entered in this turn."""
    resting: bool = False
    marks: dict[str, int] = {}
    """What lasts: a set up and its direction, a wall of shields, fewer action points."""


class Hero(Struct):
    """A hero sheet in a player's hands; he keeps it while the hero is dead."""

    level: Annotated[int, Meta(ge=1, le=8)] = 1
    experience: Amount = 0
    extra: Amount = 0
    """Experience for damage alone in this turn."""
    ap: Amount = 3
    health: Amount = 3
    points: Amount = 0
    skills: list[str] = []
    alive: bool = True
    hired: Amount = 0
    """In which turn he came in last."""


class Building(Struct):
    """A building, or a settlement with its five hexes."""

    seat: Side
    kind: Structure
    places: list[str] = []
    age: Annotated[int, Meta(ge=1, le=3)] = 1
    wounds: Amount = 0
    built: Amount = 0
    trained: Amount = 0
    upgraded: Amount = 0


class Hex(Struct):
    """A hex of the map; unexplored while its ground is empty."""

    ground: Ground = ""
    tile: int = -1
    """The number of its territory; -1 in a city."""
    road: bool = False
    event: bool = False
    quarry: bool = False
    forest_token: bool = False
    """A loose forest or grassland hex lies here."""


class Tile(Struct):
    """A place of the layout, and the territory that lies there once it is explored."""

    at: tuple[int, int]
    id: str = ""
    turn: Amount = 0


class Player(Struct):
    """What a player has beside the map."""

    seat: str
    gold: Amount = 0
    points: Amount = 0
    missions: Annotated[list[str], OWN] = []
    accomplished: list[str] = []
    kills: dict[str, int] = {}
    """The battle record: kills by kind."""
    unlocked: list[str] = []
    learned: list[str] = []
    works: Amount = 0
    """The builder track."""
    tactics: Amount = 0
    """Abilities used in this turn."""
    store: Amount = 2
    """Adrenaline points, where they are a store of their own."""
    banner: Amount = 0
    """Turns with one more tactical point."""
    heroes: dict[str, Hero] = {}
    deeds: dict[str, int] = {}
    """What missions count; names that end in `_turn` begin anew each turn."""
    stones: Amount = 0
    roads: Amount = 0
    """Roads, where the app knows no map."""
    out: bool = False


class Blow(Struct):
    """One blow: who strikes what, and what is special about it."""

    striker: str
    target: str
    manner: Manner = "attack"
    fixed: int = 0
    """The printed strength of an ability; 0 for none."""
    extra: dict[str, int] = {}
    """What abilities add: by their id."""
    damage: int = 0
    ignores: list[str] = []
    then: str = ""
    """What a hit does beside."""
    always: bool = False
    """It is struck even by a unit that has just died."""


class Fight(Struct):
    """An attack: where it is judged and the blows still to come."""

    attacker: str
    target: str
    """A unit or a building."""
    place: str = ""
    ground: str = "grassland"
    """Under the target."""
    home: str = "grassland"
    """Under the attacker."""
    distance: int = 1
    friends: Amount = 0
    """Support of the attacker."""
    foes: Amount = 0
    blows: list[Blow] = []
    advance: bool = False
    """A melee attack, after which the attacker may move in."""
    killed: bool = False
    struck: list[str] = []
    """Who has struck in it."""
    flanked: list[str] = []
    """On the table only: who fights through another side than its marked front."""
    guns: list[str] = []
    """On the table only: whose covering fire the attacker comes through."""


class Treaty(Struct):
    """A treaty of two players, and its last turn."""

    seats: list[str]
    until: Amount


class WarState(State, kw_only=True):
    """Everything a match keeps."""

    seats: list[str]
    players: dict[str, Player]
    units: dict[str, Unit] = field(default_factory=dict)
    buildings: dict[str, Building] = field(default_factory=dict)
    hexes: dict[str, Hex] = field(default_factory=dict)
    tiles: list[Tile] = field(default_factory=list)
    left: list[str] = []
    """Territories still in the box, drawn unseen."""
    tokens: dict[str, Amount] = field(default_factory=dict)
    """Random event tokens that have been resolved, by number."""
    mapped: bool = True
    mode: Literal["open", "turns", "domination"] = "open"
    limit: Amount = 12
    teams: bool = False
    diplomacy: bool = False
    surcharge: bool = False
    both_first: bool = False
    late: bool = False
    """The shorter match that begins in the second age."""
    turn: Amount = 0
    build_order: list[str] = []
    action_order: list[str] = []
    active: Side = ""
    phase: Literal["", "Revenue", "Build", "Action"] = ""
    fights: list[Fight] = []
    treaties: list[Treaty] = []
    cubes: Amount = 0
    """How many cubes and buildings have come onto the map; names the next one."""
    winners: list[str] = []
    ending: Literal["", "hero", "city", "age", "portal", "points", "last"] = ""
