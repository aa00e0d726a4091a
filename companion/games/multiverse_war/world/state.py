"""The state of a match: plain records, no rules. Cubes have ids (`u17`); their kinds are secrets of their owners.

What everybody now sees of a cube is kept beside the secret, in `face`.
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
Loss = Literal["", "city", "given_up"]
"""How a player went out of the game; "" for one who plays on, or is out in a save of an older release."""


class Unit(Struct):
    """A cube on the map: a unit, a hero, a bear or a decoy; a beast belongs to nobody."""

    seat: Side
    kind: Annotated[Piece, OWN]
    place: str = ""
    """Its hex; "" without a map in the app."""
    face: Piece = ""
    """Its kind, while everybody sees it; else ""."""
    wounds: Amount = 0
    spent: Amount = 0
    """Action points spent in this turn, which opponents see at the table, too."""
    by_road: Amount = 0
    bonus: Amount = 0
    done: bool = False
    attacked: bool = False
    killed: bool = False
    """Whether its attack in this action has killed."""
    used: list[str] = []
    """The abilities that it has used in this turn."""
    trail: list[str] = []
    """The hexes it has entered in this turn."""
    resting: bool = False
    marks: dict[str, int] = {}
    """Lasting effects: a set-up with its direction, a shield wall, fewer action points."""


class Hero(Struct):
    """A hero sheet, which a player keeps while the hero is dead."""

    level: Annotated[int, Meta(ge=1, le=8)] = 1
    experience: Amount = 0
    extra: Amount = 0
    """Experience for damage only, in this turn."""
    ap: Amount = 3
    health: Amount = 3
    points: Amount = 0
    skills: list[str] = []
    alive: bool = True
    hired: Amount = 0
    """The turn in which the hero was last placed."""


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
    """Whether a loose forest or grassland hex lies here."""


class Tile(Struct):
    """A place of the layout, and the territory that lies there once it is explored. `turn` is its rotation."""

    at: tuple[int, int]
    id: str = ""
    turn: Amount = 0


class Player(Struct):
    """What a player has off the map."""

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
    """How many abilities were used in this turn."""
    store: Amount = 2
    """Adrenaline points, where they are kept separately."""
    banner: Amount = 0
    """Turns with one additional tactical point."""
    heroes: dict[str, Hero] = {}
    deeds: dict[str, int] = {}
    """What missions count; names that end in `_turn` start again each turn."""
    stones: Amount = 0
    roads: Amount = 0
    """The number of roads, without a map in the app."""
    out: bool = False
    lost_by: Loss = ""


class Blow(Struct):
    """One blow: who strikes what, and what is special about it."""

    striker: str
    target: str
    manner: Manner = "attack"
    fixed: int = 0
    """The printed strength of an ability; 0 for none."""
    extra: dict[str, int] = {}
    """What abilities add, by their ids."""
    damage: int = 0
    ignores: list[str] = []
    then: str = ""
    """A further effect of a hit."""
    always: bool = False
    """Whether it is struck even by a unit that has just died."""


class Fight(Struct):
    """An attack: its circumstances and the blows still to come."""

    attacker: str
    target: str
    """The id of a unit or a building."""
    place: str = ""
    ground: str = "grassland"
    """The terrain under the target."""
    home: str = "grassland"
    """The terrain under the attacker."""
    distance: int = 1
    friends: Amount = 0
    """How many units support the attacker."""
    foes: Amount = 0
    blows: list[Blow] = []
    advance: bool = False
    """Whether it is a melee attack, after which the attacker may move in."""
    killed: bool = False
    struck: list[str] = []
    """The units that have struck in it."""
    made: dict[str, int] = {}
    """The strength of the last blow of each of them."""
    flanked: list[str] = []
    """Without a map in the app: units that fight through another side than their marked front."""
    guns: list[str] = []
    """Without a map in the app: guns through whose covering fire the attacker comes."""


class Treaty(Struct):
    """A treaty between two players, and its last turn."""

    seats: list[str]
    until: Amount


class WarState(State, kw_only=True):
    """The whole state of a match."""

    seats: list[str]
    players: dict[str, Player]
    units: dict[str, Unit] = field(default_factory=dict)
    buildings: dict[str, Building] = field(default_factory=dict)
    hexes: dict[str, Hex] = field(default_factory=dict)
    tiles: list[Tile] = field(default_factory=list)
    left: list[str] = []
    """The territories that are not on the map, drawn unseen."""
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
    """Whether it is the shorter match, which begins in the second age."""
    turn: Amount = 0
    build_order: list[str] = []
    action_order: list[str] = []
    active: Side = ""
    acting: str = ""
    """The cube that goes on acting, until its points are spent or its player turns to another."""
    phase: Literal["", "Revenue", "Build", "Action"] = ""
    fights: list[Fight] = []
    treaties: list[Treaty] = []
    cubes: Amount = 0
    """How many cubes and buildings have been placed; gives the id of the next one."""
    winners: list[str] = []
    ending: Literal["", "hero", "city", "age", "portal", "points", "last"] = ""
