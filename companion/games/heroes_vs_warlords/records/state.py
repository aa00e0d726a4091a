"""The state of a match: plain records, no rules. Places are hexes `q,r` on a map, or names given by the players."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.running.legal import one_of
from companion.engine.running.save import State
from companion.games.heroes_vs_warlords.records import facts

Amount = Annotated[int, Meta(ge=0)]
StackSize = Annotated[int, Meta(ge=0, le=20)]
Level = Annotated[int, Meta(ge=1, le=6)]
Faction = Annotated[str, one_of(facts.UNITS)]
Race = Annotated[str, one_of(facts.RACES)]
SomeRace = Annotated[str, one_of(facts.RACES, "")]
"""A race or player, or nobody."""
SomeResource = Annotated[str, one_of(facts.RESOURCES, "")]
Facility = Annotated[str, one_of(facts.COSTS, "hamlet")]
Marker = Annotated[str, one_of(facts.EQUIPMENT)]
SomeTile = Annotated[str, one_of(facts.TILES, "")]
HeroStatus = Literal["unused", "in_play", "dead"]
SiteKind = Literal["resource", "ruin", "tower", "outpost", "recruitment", "holy_place"]
WallState = Literal["intact", "damaged", "destroyed"]
Method = Literal["", "arena_basic", "display_basic", "arena_advanced", "display_advanced"]
"""The methods of combat (19.0); empty in matches that began before there was a choice: the first."""
Talent = Literal["", "experience", "fury", "cleverness"]
"""The Skill of a race (16.1)."""


class Stack(Struct):
    """Units of one faction and Level (4.1)."""

    faction: Faction
    level: Level
    count: StackSize
    locked: bool = False
    """Whether they were bought in a captured City and may never leave it (11.2)."""


class Stock(Struct):
    """Resources on a City/Camp Display (4.3.7)."""

    wood: Amount = 0
    stone: Amount = 0
    crystal: Amount = 0
    gold: Amount = 0


class Hero(Struct, omit_defaults=True):
    """A Hero with the Display (4.1). `id` is `seat:number`; `sections` are the six stacks, some of them empty."""

    id: str
    seat: Race
    number: int
    status: HeroStatus
    attack: Amount
    defense: Amount
    initiative: Amount
    movement: Amount
    level: Amount
    ep: Amount
    sections: list[Stack | None]
    place: str = ""
    came_from: str = ""
    mp: Amount = 0
    moved: bool = False
    """Whether the Hero has moved in the present turn."""
    turn_over: bool = False
    equipment: list[Marker] = []
    trained: bool = False
    """Whether the Hero has used a Training Area (4.3.3)."""
    reacted_to: list[str] = []
    """Heroes to whom this one has tried to react in this turn (7.3.2)."""
    trade: Amount = 0
    diplomacy: Amount = 0
    talent: Amount = 0
    """The value of the Skill of the race (16.1)."""
    honor: Amount = 0
    quest: Amount = 0
    """The number of the quest card that the Hero holds; 0 for none (17.2)."""
    quest_marks: list[str] = []
    """What counts towards the quest so far, such as places."""
    quest_drawn: bool = False
    """Whether the Hero has drawn a card since entering this hex (ruling R100)."""


class City(Struct, omit_defaults=True):
    """A City or Camp with its Display (4.3). `home` is the race whose capital it is."""

    id: str
    owner: SomeRace
    home: SomeRace
    camp: bool
    place: str
    stock: Stock
    facilities: list[Facility]
    works: Annotated[int, Meta(ge=1, le=3)] = 1
    towers: Annotated[int, Meta(ge=0, le=2)] = 0
    fresh: list[Facility] = []
    """Facilities built in the present Turn 5, not usable before the next Round (ruling R55)."""
    units: list[Stack] = []
    moved: bool = False
    """For a Camp: whether it has moved in this turn (7.4)."""
    conquered: bool = False
    """Whether it has ever been conquered (8.12, ruling R52c)."""
    wall: WallState = "intact"
    """The damage of the wall that lasts after a siege (ruling R46)."""
    tower_states: list[WallState] = []
    """The damage of the towers that lasts after a siege; empty when all are intact."""
    hexes: dict[str, WallState] = {}
    """The damage of hexes of the Battle Display that lasts after a siege."""
    honor: Amount = 0
    """The Honor stored in the special building (17.3)."""


class Site(Struct, omit_defaults=True):
    """A terrain objective (2.0): Resource hex, ruin, tower, outpost, Recruitment Location or holy place."""

    place: str
    kind: SiteKind
    label: str
    resource: SomeResource = ""
    race: SomeRace = ""
    """For a Recruitment Location: the race it belongs to."""
    home: bool = False
    """For a Resource hex: whether it is on a start tile (3.3.1)."""
    active: bool = False
    """For a Resource hex, ruin or tower: whether its guards were determined. For a Recruitment Location: whether it
    was activated.
    """
    cleared: bool = False
    guards: list[Stack] = []
    asked: bool = False
    """Whether these guards have tried to react in this turn (7.3.1)."""
    tried: list[Level] = []
    """The Levels whose stacks have tried, where each stack checks separately (ruling R28)."""
    owner: SomeRace = ""
    garrison: list[Stack] = []
    visited: bool = False
    explored: bool = False
    used_by: list[str] = []
    waiting: StackSize = 0
    mercenaries: bool = False
    roused_by: str = ""
    """The Hero whose entry made these guards appear, until this is resolved (ruling R30)."""
    reverted: bool = False
    """For a Resource hex: whether it lost its owner by that player's defeat (8.13, ruling R54b)."""


class Player(Struct):
    """A player: the Heroes, and what must be remembered of the player."""

    seat: Race
    heroes: list[Hero]
    losses: Amount = 0
    purchases: Amount = 0
    defeated: bool = False
    grace: bool = False
    """Whether the player has lost Hero and capital together (ruling R17)."""
    last_chance: bool = False
    """Whether the coming turn is the last one in which to retake the capital."""


class PlacedTile(Struct):
    """A tile on the table: its centre hex, and its id once it is face up."""

    q: int
    r: int
    id: SomeTile = ""
    start: SomeRace = ""


class World(Struct):
    """The game world: a map of tiles, or only the number of tiles still face down when the players keep the map."""

    mapped: bool = False
    tiles: list[PlacedTile] = []
    unseen: list[Annotated[str, one_of(facts.TILES)]] = []
    """Ids of the tiles that are face down on the table or in the box."""
    face_down: Amount = 0
    open_war: bool = False
    """Whether players may attack each other (7.2)."""
    near: list[str] = []
    """Without a map in the app: guard hexes and Heroes that the players named as adjacent to the last step."""
    walking: str = ""
    """The Hero who moved last, whose moves the map offers."""


class Fighter(Struct):
    """A stack in the Arena: `section` is where it came from, `box` where it is (`ranged`, `other`, `tower1`...)."""

    faction: Faction
    level: Level
    count: StackSize
    section: int
    box: str = "other"
    fought: bool = False
    locked: bool = False
    wounds: Amount = 0
    """Hits on one unit that it survives (19.15.1), shown by its Hit marker."""
    defected: bool = False
    """Whether its last units left for the enemy or ran away, so that nobody gets Honor for it (ruling R78)."""
    start: Amount = 0
    """How many units it had at the start of the combat (ruling R101)."""
    attack_plus: Amount = 0
    defense_plus: Amount = 0
    """Points from a Blacksmith or Temple (17.3)."""
    moved: bool = False
    """On the Battle Display: whether it has moved in this combat round."""
    freed: bool = False
    """Whether it has started next to an enemy, and so is free of the offensive duty for the rest of the combat
    (19.7.1).
    """
    boosted: bool = False
    """Whether a special building has helped this stack in this combat."""
    beset: Amount = 0
    """Close Combat attacks on it that still count (19.12), where the sequence itself does not show them (ruling
    R64).
    """
    suffered: Amount = 0
    """Hits of the step that count for attrition, where steps are added up (ruling R62b)."""


class Side(Struct):
    """One side of a battle. `hero` is a Hero's id or ""; the Hero's values are copied here, so that helpers need no
    Hero.
    """

    seat: str
    kind: Literal["hero", "guards", "garrison"]
    stacks: list[Fighter]
    hero: str = ""
    name: str = ""
    attack: Amount = 0
    defense: Amount = 0
    initiative: Amount = 0
    level: Amount = 0
    bonus: Amount = 0
    """The bonus to the Defense of every stack of this side from towers, for a Resource hex (8.7.2.1)."""
    tried_initiative: bool = False
    melee: Amount = 0
    """How many Cavalry and Close Combat stacks there were when the combat round began; kept only where ruling R36
    needs it.
    """
    kills: dict[str, Amount] = {}
    """The graveyard: the units this side has killed, `faction:level` -> number (8.6.2)."""
    withdrew: bool = False
    talent: Talent = ""
    skill: Amount = 0
    """The value of the Skill of the race (16.1)."""
    skill_used: bool = False
    diplomacy: Amount = 0
    honor: Amount = 0
    """The Hero's Honor that can be spent in this combat (19.8, 17.3)."""
    second: str = ""
    """Another Hero whose units fight on this side; the values are still those of `hero` (ruling R120)."""


class Wall(Struct):
    """The defensive works in a siege (8.7): SP, state, City bonus, and the state of each tower built."""

    sp: Amount
    bonus: Amount
    state: WallState = "intact"
    towers: list[WallState] = []
    towers_built: Amount = 0


class Battle(Struct):
    """A combat in the Arena. `attacker` and `defender` are the original roles; `first` holds the Initiative."""

    place: str
    reaction: Literal["", "guards", "hero"]
    attacker: Side
    defender: Side
    first: Literal["attacker", "defender"]
    wall: Wall | None = None
    city: str = ""
    site: str = ""
    stock: Stock | None = None
    """The stock of the City Display when the combat began (8.12)."""
    swapped: bool = False
    """Whether attacker and defender have swapped all their roles (ruling R47)."""
    cornered: bool = False
    """Whether the original defender has no hex to withdraw to (ruling R48)."""
    method: Method = ""
    round: Amount = 0
    """The number of the combat round; 3 for all later ones."""
    attacked: bool = False
    """Whether anybody has attacked in this combat round."""
    idle: Amount = 0
    """How many combat rounds in a row had no attack (19.18)."""
    hexes: dict[str, WallState] = {}
    """On the Battle Display: the hexes of the wall that are damaged or destroyed (19.17.2)."""
    breach_tried: bool = False
    """Whether the Hero has tried to breach in this combat round (19.7)."""
    terrain: Literal["", "all"] = ""
    """Whether stones, woods and fords count in every method (ruling R91)."""
    by_hand: bool = False
    """Whether players move the counters of the Battle Display by hand (ruling R124)."""
    initiative_kept: bool = True
    """Whether the Initiative has not changed since the start."""


class HvWState(State, kw_only=True):
    """The whole state of a match of Heroes vs Warlords."""

    seats: list[Race]
    """The seats, in clockwise order round the table."""
    players: dict[str, Player]
    cities: dict[str, City] = {}
    sites: dict[str, Site] = {}
    world: World = field(default_factory=World)
    battle: Battle | None = None
    cup: dict[str, Amount] = {}
    phase: Literal["setup", "initiative", "turns", "income", "production", "cleanup"] = "setup"
    """Where the Round is (6.0): `turns` while players move their Heroes, one after the other."""
    round: Amount = 0
    sequence: Amount = 0
    order: list[Race] = []
    active: SomeRace = ""
    turn: Amount = 0
    length: Amount = 0
    """The agreed number of Rounds (or player turns by ruling R25); 0 for no limit."""
    turns_played: Amount = 0
    winners: list[Race] = []
    ended: str = ""
    quest_discards: list[Amount] = []
    """The quest cards that were fulfilled or lost (ruling R100)."""
