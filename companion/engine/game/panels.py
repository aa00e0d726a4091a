"""Panels: how a game shows its state. Plain records that shared templates draw on phone, TV and helper pages.

A game's `board(state, seat)` returns a `Board`. Colours, patterns and emblems are names of the theme. A `path` points
at the shown value in the state, so that it can be corrected where it is seen.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from companion.engine.core.effects import Card, Sum
from companion.engine.core.options import Chip
from companion.engine.core.text import NOTHING, Text
from companion.engine.game.framing import Box, Point, amid, frame, known
from companion.engine.game.graph_layout import WIDE, Found, box_positions, kept_positions, routes, stretched, window

Tab = Literal["now", "map", "army", "city", "standing"]


class Gauge(Struct, frozen=True):
    """A labelled number: an ability, a resource, a track. `letter` stands for it where colour cannot be seen."""

    label: Text
    value: int
    colour: str = "grey"
    letter: str = ""
    icon: str = ""
    path: str = ""


class StackView(Struct, frozen=True):
    """A stack of units, drawn as a counter above a number. `marks` are further words (in tower, has attacked).

    `count` is None for a piece that is always alone.
    """

    label: Text
    count: int | None
    level: int = 0
    kind: str = ""
    attack: int | None = None
    defense: int | None = None
    move: int | None = None
    colour: str = "grey"
    pattern: str = "dots"
    emblem: str = ""
    path: str = ""
    marks: tuple[Text, ...] = ()
    active: bool = False
    id: str = ""
    """Its id on the board, by which the `link` of an option or a roll finds it."""
    target: bool = False
    """Whether it is being attacked, or may be attacked now."""
    spent: bool = False
    """Whether it has done all that it can do for now."""
    lost: bool = False
    """Whether it has fallen in the battle that is shown; a piece that is always alone has no count to tell it."""
    after: Text | None = None
    """What is said of it once it has acted, while it does not act."""
    tower: int = 0
    """The number of the tower that covers it; small screens draw its sign beside the counter."""
    health: int | None = None
    """Its health, in games where this is not a defense: what it still bears, or what its card says."""
    hurt: tuple[int, int] | None = None
    """The damage it has, and at how much it falls: drawn as so many pips."""


class PriceList(Struct, frozen=True):
    """What can be had, each with its price."""

    title: Text
    rows: tuple[tuple[Text, tuple[Chip, ...]], ...]


class Held(Struct, frozen=True):
    """Cards or chits that somebody has, under a heading, and what is said where there are none."""

    title: Text
    cards: tuple[Card, ...] = ()
    none: Text = NOTHING


class Display(Struct, frozen=True, tag="display"):
    """A display like the printed one: abilities, boxes for stacks (`numbered` as printed), lines of text, prices."""

    id: str
    tab: Tab
    title: Text
    seat: str = ""
    subtitle: Text = Text("")
    colour: str = "grey"
    pattern: str = "solid"
    emblem: str = ""
    gauges: tuple[Gauge, ...] = ()
    slots: tuple[StackView | None, ...] = ()
    lines: tuple[Text, ...] = ()
    prices: tuple[PriceList, ...] = ()
    held: tuple[Held, ...] = ()
    numbered: bool = True
    moves: bool = True
    """For a scene: whether it is about pieces that move, so that it tells when none has moved."""


class Stock(Struct, frozen=True, tag="stock"):
    """A row of gauges: the resources of a city, the score of a side."""

    id: str
    tab: Tab
    title: Text
    gauges: tuple[Gauge, ...]
    seat: str = ""
    colour: str = "grey"
    emblem: str = ""


class Token(Struct, frozen=True):
    """A figure or marker on a hex; `badge` is a number beside it (damage, how many).

    A map draws its `icon` with as many strokes as its `level`; where it has none, its letter.
    """

    label: Text
    letter: str
    colour: str = "grey"
    pattern: str = "solid"
    emblem: str = ""
    badge: str = ""
    icon: str = ""
    level: int = 0


class HexView(Struct, frozen=True):
    """One hex at axial coordinates (q, r), flat top: terrain colour, symbol, words, owner and tokens.

    On a map of squares, q is the column and r the row, counted downwards. `place` is the option id that a map question
    uses for this hex; `hidden` hexes lie face down; `path` is where the contents of the hex are corrected.
    """

    place: str
    q: int
    r: int
    terrain: str = "clear"
    symbol: str = ""
    label: Text = Text("")
    tile: str = ""
    name: str = ""
    golden: bool = False
    hidden: bool = False
    owner: str = ""
    guards: int = 0
    tokens: tuple[Token, ...] = ()
    path: str = ""
    owner_colour: str = ""
    """The colour of the owner's flag."""
    held: str = ""
    """The colour of the side that has it, with a flag or without: an edge below."""
    sign: Text = Text("")
    """What the legend calls places of this look; the label if empty."""
    closed: tuple[str, ...] = ()
    """The sides that nobody may cross, by their compass names (`N`, `NE`, ...)."""
    bridges: tuple[str, ...] = ()
    """The sides that have a river with a bridge."""
    roads: tuple[str, ...] = ()
    """The sides over which a road leads to the next hex."""
    word: Text = Text("")
    """What a big screen writes into it, as there nobody can tap it."""


class LineView(Struct, frozen=True):
    """A line between the middles of two hexes, given as (q, r): a line of sight or fire, `free` or blocked."""

    start: tuple[int, int]
    end: tuple[int, int]
    label: Text
    free: bool = True


RIM = {"hex": 38.0, "square": 30.0}
"""From the middle of the outermost places to the edge of the whole picture."""


class MapPanel(Struct, frozen=True, tag="map"):
    """The map: hexes or squares, and lines across it. A heavy border is drawn between hexes of different `tile`."""

    id: str
    tab: Tab
    title: Text
    hexes: tuple[HexView, ...]
    grid: Literal["hex", "square"] = "hex"
    lines: tuple[LineView, ...] = ()
    focus: str = ""
    """The place that a small screen shows first."""
    scene: str = ""
    """Where something is going on now: the place that a small screen shows first to those who wait for it."""
    near: bool = False
    """Whether all of it is only what is known, with what lies next to that: a screen looked at from afar."""
    beside: bool = False
    """Whether it is small enough to stand under a question that is not answered on it."""
    turns: bool = False
    """Whether a big screen may lay it on its side, its top to the left, where it is `turned` then."""
    turned: bool = False

    def frame(self, places: Collection[str] = (), acting: Collection[str] = ()) -> Box:
        """The part of the picture to be shown, in units of the drawing: round places and who acts, or all of it."""
        world = [self.middle(one) for one in self.hexes]
        at = list(zip((one.place for one in self.hexes), world, strict=True))
        chosen, also, origins = ([spot for one, spot in at if one in of] for of in (places, (self.focus,), acting))
        if not chosen:
            seen = [at for one, at in zip(self.hexes, world, strict=True) if not one.hidden or one.tokens]
            return known(seen if self.near else (), world, RIM[self.grid])
        return frame(amid(chosen, origins), world, also)

    def middle(self, one: HexView) -> Point:
        """Where the middle of a place is drawn."""
        return (56.0 * one.q, 56.0 * one.r) if self.grid == "square" else (48.0 * one.q, 55.42 * (one.r + one.q / 2))

    def legend(self) -> tuple[HexView, ...]:
        """One hex of each look without its individual contents, for the legend; those with a symbol come first."""
        looks: dict[str, HexView] = {}
        for one in self.hexes:
            if not one.hidden:
                words = one.sign if one.sign.message else one.label
                bare = HexView("", 0, 0, one.terrain, one.symbol, words, golden=one.golden)
                looks.setdefault(one.symbol or f" {one.terrain}", bare)
        return tuple(sorted(looks.values(), key=lambda one: not one.symbol))


LEAST_HALF = 38.0
"""Half the width of a place that has room for who stands there beside one another."""


class Sign(Struct, frozen=True):
    """What is built on a place: an icon, and what it is called."""

    icon: str
    label: Text


class NodeView(Struct, frozen=True):
    """A place in a graph: its name, terrain colour, owner, what is built there, its tokens (the badge says how many),
    and the place beside which it was found.
    """

    id: str
    name: Text
    terrain: str = "clear"
    owner_colour: str = ""
    signs: tuple[Sign, ...] = ()
    tokens: tuple[Token, ...] = ()
    beside: str = ""


class GraphPanel(Struct, frozen=True, tag="graph"):
    """Places and their borders where positions are unknown: drawn as a graph of nodes and lines."""

    id: str
    tab: Tab
    title: Text
    nodes: tuple[NodeView, ...]
    lines: tuple[tuple[str, str], ...]
    landscape: bool = False
    """Whether it is drawn for a big screen."""
    grows: bool = False
    """Whether places are found one after another; then each keeps its place in the picture."""
    counted: Text = NOTHING
    """What the numbers beside tokens count."""

    def halves(self) -> dict[str, float]:
        """Half the width of each place's box by its id, from the length of its name, in units of 1/WIDE of the
        picture.
        """
        return {node.id: min(WIDE / 2 - 2, max(LEAST_HALF, 4.1 * len(str(node.name)) + 7)) for node in self.nodes}

    def arranged(self) -> dict[str, tuple[float, float]]:
        """Where each place is drawn; on a phone the picture is WIDE across."""
        halves = self.halves()
        if not self.grows:
            return box_positions(tuple(halves.items()), self.lines, landscape=self.landscape)[1]
        boxes = tuple(Found(node.id, halves[node.id], node.beside) for node in self.nodes)
        at = kept_positions(boxes, landscape=self.landscape)[1]
        return stretched(at, halves) if self.landscape else at

    def ways(self) -> list[tuple[Point, ...]]:
        """The points of each line, round the places that it does not join."""
        halves = self.halves()
        return routes([(one, (*spot, halves[one])) for one, spot in self.arranged().items()], self.lines)

    def frame(self) -> Box:
        """The part of the picture where places are."""
        return window(self.arranged(), self.halves(), landscape=self.landscape)

    def legend(self) -> tuple[Sign, ...]:
        """What the signs on it mean, each once."""
        return tuple({one.icon: one for node in self.nodes for one in node.signs}.values())


class BattleSide(Struct, frozen=True):
    """One side of a battle: its leader and his abilities, its stacks in their boxes, its colour if not the first's."""

    title: Text
    seat: str
    role: Text
    gauges: tuple[Gauge, ...]
    stacks: tuple[StackView, ...]
    lost: tuple[Text, ...] = ()
    colour: str = ""
    made: Sum | None = None
    """What its figure is the sum of; shown where that has several terms."""
    die: int = 0
    """The die that it has rolled and that its figure is added to, as long as that may still change; 0 for none."""
    chance: Text | None = None
    wards: Text | None = None
    """How likely it is to win, where that is told unasked; what it absorbs, where the gauges have no room."""


class WallView(Struct, frozen=True):
    """A wall between two sides and its towers; each of these is `intact`, `damaged` or `destroyed`."""

    state: str
    label: Text
    towers: tuple[str, ...] = ()


class Rung(Struct, frozen=True):
    """One step in the sequence of a combat round."""

    number: int
    label: Text
    section: str
    state: Literal["done", "now", "next"] = "next"
    about: str = ""
    """What the questions of this step are about, or their section; `highlighted` finds the present step by it."""


class BattlePanel(Struct, frozen=True, tag="battle"):
    """Two sides facing each other, with the sequence of combat steps (`ladder`) between them."""

    id: str
    tab: Tab
    title: Text
    sides: tuple[BattleSide, BattleSide]
    ladder: tuple[Rung, ...]
    lines: tuple[Text, ...] = ()
    wall: WallView | None = None
    legend: tuple[Text, ...] = ()
    """What the figures mean: folded, as one reads it once."""
    over: bool = False
    """Whether it has been fought out, and only what follows from it is still asked."""


class TablePanel(Struct, frozen=True, tag="table"):
    """Plain rows and columns: the standing, an explored list of places."""

    id: str
    tab: Tab
    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    best: tuple[tuple[int, int], ...] = ()
    """The cells (row, column) to mark: who leads in which column."""
    seats: tuple[str, ...] = ()
    """The seats of its rows in order, or of its columns after the first one; empty where these are no sides."""
    sides_across: bool = False
    """Whether the sides are the columns."""
    told: bool = False
    """Whether the second column says what the first one is; it stands below it then."""
    held: tuple[tuple[int, int, str], ...] = ()
    """The cells (row, column) in which a seat stands: pages draw its emblem before the words."""
    note: Text | None = None
    """What its figures are for, in a sentence; a big screen leaves it out."""


Panel = Display | Stock | MapPanel | GraphPanel | BattlePanel | TablePanel


class Board(Struct, frozen=True):
    """What a page shows of a match: where it is in the sequence, what is going on (`doing`, one line), and its
    panels.
    """

    where: Text
    doing: Text
    panels: tuple[Panel, ...] = ()
    active: str = ""
    """The seat whose turn it is."""
    scenes: tuple[Display, ...] = ()
    """What each seat has in hand now, for those who wait for it: its figures, and its pieces that act."""
    foot: tuple[Stock, ...] = ()
    """What a big screen keeps in sight below whatever is large: the figures of each side that decide the match."""
    open_goals: tuple[Text, ...] = ()
    """What can still be won by anybody, below these figures, after what it is called."""
    goals_title: Text = NOTHING

    def scene(self, seats: Collection[str]) -> Display | None:
        """What one of these seats has in hand; if there is a choice, of the seat whose turn it is."""
        found = [one for one in self.scenes if one.seat in seats]
        return next((one for one in found if one.seat == self.active), found[0] if found else None)
