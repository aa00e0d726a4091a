"""Realistic boards to draw: two heroes, a map of twelve tiles, a battle."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.panels import (
    BattlePanel,
    BattleSide,
    Board,
    Display,
    Gauge,
    HexView,
    MapPanel,
    Rung,
    StackView,
    Stock,
    TablePanel,
    Token,
)
from companion.engine.game.record import SeatInfo

KNIGHTS = SeatInfo("knights", "Knights", "blue", "solid", "shield")
AMAZONS = SeatInfo("amazons", "Amazons", "teal", "stripes", "bow")
BARBARIANS = SeatInfo("barbarians", "Barbarians", "orange", "chevrons", "axe")
SEATS = {seat.id: seat for seat in (KNIGHTS, AMAZONS, BARBARIANS)}
TABS = (
    ("now", "Now", "#now", 1),
    ("map", "Map", "#map", 0),
    ("army", "Army", "#army", 0),
    ("city", "City", "#city", 0),
    ("log", "Log", "#log", 0),
)


def ability(name: str, letter: str, value: int, path: str = "/x") -> Gauge:
    return Gauge(Text(name), value, name.lower(), letter, "", path)


def abilities(a: int, d: int, i: int, m: int) -> tuple[Gauge, ...]:
    names = (("Attack", "A", a), ("Defense", "D", d), ("Initiative", "I", i), ("Movement", "M", m))
    return tuple(ability(*one) for one in names)


def stack(count: int, level: int, kind: str, side: SeatInfo = KNIGHTS, **more: object) -> StackView:
    values = {1: (3, 2, 4), 2: (4, 3, 4), 3: (5, 4, 3)}[level]
    label = t("Level {level} {kind}", level=level, kind=kind)
    look = (side.colour, side.pattern, side.emblem)
    return StackView(label, count, level, kind, *values, *look, "/units/1", **more)  # type: ignore[arg-type]


NEUTRALS = SeatInfo("neutrals", "Guards", "grey", "dots", "tower")

HERO = Display(
    "hero1",
    "army",
    Text("Hero 1, Godfrey"),
    "knights",
    Text("Level 2, in T05 at SE"),
    "blue",
    "solid",
    "shield",
    (
        *abilities(2, 4, 6, 6),
        Gauge(Text("Level"), 2, "level", "L", "", "/l"),
        Gauge(Text("EP"), 7, "experience", "", "experience", "/e"),
        Gauge(Text("Movement points left"), 4, "movement", "MP", "", "/m"),
    ),
    (
        stack(5, 1, "close"),
        stack(3, 3, "ranged", marks=(Text("in the tower"),)),
        stack(12, 2, "cavalry", active=True),
        None,
        None,
        None,
    ),
    (Text("Morning Star: +1 Attack"), t("{n} movement points left", n=4)),
)
AMAZON_HERO = Display(
    "hero2",
    "army",
    Text("Hero 1, Penthesilea"),
    "amazons",
    Text("Level 1, in the home city"),
    "teal",
    "stripes",
    "bow",
    abilities(3, 3, 5, 6),
    (stack(8, 1, "ranged", AMAZONS), None, stack(1, 2, "close", AMAZONS), None, None, None),
)


def resources(wood: int, stone: int, crystal: int, gold: int) -> tuple[Gauge, ...]:
    pairs = (("Wood", wood), ("Stone", stone), ("Crystal", crystal), ("Gold", gold))
    return tuple(Gauge(Text(name), n, name.lower(), "", name.lower(), f"/r/{name}") for name, n in pairs)


STOCK = Stock("stock", "city", Text("Resources"), resources(2, 5, 0, 17), "knights", "blue", "shield")
BOARD = Board(
    t("Round {round} · Sequence {seq} · Turn {turn}", round=3, seq=2, turn=1),
    Text("Knights are moving Hero 1"),
    (HERO, STOCK),
    "knights",
)
STANDING = TablePanel(
    "standing",
    "standing",
    Text("Standing"),
    (Text(""), Text("Heroes"), Text("Army"), Text("Hexes"), Text("Gold")),
    (
        (Text("Knights"), Text("3"), Text("41"), Text("6"), Text("17")),
        (Text("Amazons"), Text("2"), Text("38"), Text("4"), Text("9")),
        (Text("Barbarians"), Text("3"), Text("44"), Text("5"), Text("2")),
    ),
)
STEPS = (
    "Ranged stacks of the attacker shoot",
    "Ranged stacks of the defender shoot",
    "The attacker may withdraw",
    "Cavalry of the attacker strikes",
    "Cavalry of the defender strikes",
    "Close stacks of the attacker strike",
    "Close stacks of the defender strike",
    "Losses leave the arena",
    "The next combat round begins",
)
LADDER = tuple(
    Rung(n, Text(label), f"8.4.{n}", "done" if n < 6 else "now" if n == 6 else "next")
    for n, label in enumerate(STEPS, 1)
)
BATTLE = BattlePanel(
    "battle",
    "now",
    Text("Battle in T05, SE"),
    (
        BattleSide(
            Text("Godfrey"),
            "knights",
            Text("Attacker"),
            abilities(2, 4, 6, 6)[:3],
            HERO.slots[:3],
            (Text("2 × Level 1"),),
        ),  # type: ignore[arg-type]
        BattleSide(
            Text("Guards"), "", Text("Defender"), (), (stack(4, 1, "close", NEUTRALS), stack(2, 2, "ranged", NEUTRALS))
        ),
    ),
    LADDER,
    (Text("Combat round 2"),),
)

AXIAL = {"C": (0, 0), "N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
TILES = """
K0 city/home_city clear/recruitment hills/stone clear woods/wood clear mountain/stone
B0 clear/home_camp clear/recruitment woods/wood clear hills/stone clear woods/wood
A0 city/home_city clear/recruitment hills/stone clear woods/wood clear desert/crystal
T01 clear mountain/gold hills clear clear/outpost woods woods
T02 hills/ruin clear clear woods/wood woods clear clear
T03 woods clear/outpost clear hills/gold clear clear/holy_place woods
T04 clear/tower clear hills/stone clear desert desert/crystal clear
T05 range mountain/gold mountain hills clear/ruin clear hills
T06 clear clear woods/wood clear clear/outpost hills clear
T07 lake clear clear/holy_place woods clear hills/crystal clear
T08 clear hills/ruin hills mountain/gold clear clear clear
T09 desert desert desert/ruin clear clear/tower clear desert
"""
"""Twelve tiles: name, then terrain and content of C N NE SE S SW NW."""


def lattice() -> list[tuple[int, int]]:
    """Twelve neighbouring middles of the lattice on which seven-hex tiles fill the plane."""
    return [(3 * a - b, 3 * b - 2 * a) for b in range(3) for a in range(4)]


def game_map() -> MapPanel:
    """Twelve of the house tiles, three of them face down, with heroes, owners and guards."""
    hexes: list[HexView] = []
    for number, (line, middle) in enumerate(zip(TILES.split("\n")[1:-1], lattice(), strict=True)):
        tile, *contents = line.split()
        for name, content in zip(AXIAL, contents, strict=True):
            hexes.append(_hex(number, tile, name, content, middle))
    return MapPanel("map", "map", Text("Map"), tuple(hexes))


GOLDEN = {"wood", "stone", "crystal", "gold", "ruin", "tower", "outpost"}


def _hex(number: int, tile: str, name: str, content: str, middle: tuple[int, int]) -> HexView:
    terrain, _, symbol = content.partition("/")
    q, r = middle[0] + AXIAL[name][0], middle[1] + AXIAL[name][1]
    tokens: tuple[Token, ...] = ()
    if (tile, name) == ("T02", "N"):
        tokens = (Token(Text("Hero 1 of the Knights"), "1", "blue", "solid", "shield"),)
    if (tile, name) == ("A0", "C"):
        tokens = (
            Token(Text("Hero 1 of the Amazons"), "1", "teal", "stripes", "bow"),
            Token(Text("Hero 2 of the Amazons"), "2", "teal", "stripes", "bow"),
        )
    owner = {("K0", "NE"): KNIGHTS, ("K0", "S"): KNIGHTS, ("A0", "NE"): AMAZONS, ("B0", "S"): BARBARIANS}.get(
        (tile, name)
    )
    words = " with ".join(part.replace("_", " ") for part in content.split("/"))
    return HexView(
        f"{tile}:{name}", q, r, terrain, symbol, Text(words.capitalize()), tile, name, symbol in GOLDEN,
        number in (8, 9, 11), owner.id if owner else "", 3 if symbol == "gold" else 0, tokens,
        owner_colour=owner.colour if owner else "",
    )  # fmt: skip
