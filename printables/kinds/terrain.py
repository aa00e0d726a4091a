"""What hexes look like: ground, texture, golden edge, impassable sides, rivers, bridges, roads.

Works in the coordinates of one hex around a given middle, flat-topped, `flat` mm high. Terrain differs by
colour and by texture, so that it reads in grey too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from printables.look.display import Circle, Group, Item, Path, Style, line, polygon
from printables.look.display import rect as box
from printables.look.outlines import Box, Segment, hexagon_points, inset
from printables.look.theme import Look, mix
from printables.units import Point, rotate, scale, then, translate

EDGE_PLACES: tuple[Point, ...] = (
    (-9.8, -3.6), (-10.9, 2.2), (9.7, -3.0), (10.8, 2.6), (-6.9, -8.6), (7.1, -8.3), (-7.6, 8.0), (7.4, 8.3),
)  # fmt: skip
MIDDLE_PLACES: tuple[Point, ...] = (
    (-3.6, -4.4),
    (2.9, -2.0),
    (-4.6, 1.8),
    (1.4, 4.2),
    (5.4, 2.6),
    (-0.6, -0.4),
    (-1.8, 7.6),
)
"""Where texture stands in a hex of 27 mm: beside the content, and in its place if there is none."""


def _pine(x: float, y: float, ink: str) -> list[Item]:
    return [
        polygon(((x, y - 2.0), (x + 1.25, y + 0.9), (x - 1.25, y + 0.9)), Style(fill=ink)),
        box(x - 0.2, y + 0.9, 0.4, 0.7, Style(fill=ink)),
    ]


def _hill(x: float, y: float, ink: str) -> list[Item]:
    data: tuple[Segment, ...] = (
        ("M", (x - 1.9, y + 0.7)),
        ("C", (x - 1.2, y - 1.5, x + 0.9, y - 1.5, x + 1.7, y + 0.7)),
    )
    return [Path(data, Style(stroke=ink, width=0.42, round=True))]


def _peak(x: float, y: float, ink: str) -> list[Item]:
    outline: tuple[Segment, ...] = (("M", (x - 1.9, y + 1.2)), ("L", (x - 0.1, y - 1.8)), ("L", (x + 1.9, y + 1.2)))
    shade = polygon(((x - 0.1, y - 1.8), (x + 1.9, y + 1.2), (x + 0.5, y + 1.2)), Style(fill=ink))
    return [shade, Path(outline, Style(stroke=ink, width=0.36, round=True))]


def _crag(x: float, y: float, ink: str) -> list[Item]:
    """A peak with a white cap: nobody crosses it."""
    cap = ((-0.2, -2.4), (0.7, -0.6), (0.2, -1.0), (-0.25, -0.1), (-0.75, -0.8), (-1.3, -0.3))
    return [
        polygon(
            ((x - 2.3, y + 1.6), (x - 0.2, y - 2.4), (x + 0.7, y - 0.6), (x + 1.2, y - 1.2), (x + 2.5, y + 1.6)),
            Style(fill=ink),
        ),
        polygon(tuple((x + dx, y + dy) for dx, dy in cap), Style("#ffffff", ink, 0.2)),
    ]


def _sand(x: float, y: float, ink: str) -> list[Item]:
    spots = ((-1.2, 0.1), (0.0, -0.6), (1.2, 0.3), (0.2, 0.8))
    return [Circle(x + dx, y + dy, 0.24, Style(fill=ink)) for dx, dy in spots]


def _wave(x: float, y: float, ink: str) -> list[Item]:
    data: tuple[Segment, ...] = (
        ("M", (x - 2.0, y)),
        ("C", (x - 1.3, y - 1.0, x - 0.7, y - 1.0, x, y)),
        ("C", (x + 0.7, y + 1.0, x + 1.3, y + 1.0, x + 2.0, y)),
    )  # fmt: skip
    return [Path(data, Style(stroke=ink, width=0.42, round=True))]


def _grass(x: float, y: float, ink: str) -> list[Item]:
    data: tuple[Segment, ...] = (
        ("M", (x - 0.7, y - 0.5)), ("L", (x - 0.3, y + 0.5)), ("M", (x, y - 0.8)), ("L", (x, y + 0.5)),
        ("M", (x + 0.7, y - 0.5)), ("L", (x + 0.3, y + 0.5)),
    )  # fmt: skip
    return [Path(data, Style(stroke=ink, width=0.28, round=True))]


def _house(x: float, y: float, ink: str) -> list[Item]:
    walls = ((-1.0, 1.2), (-1.0, -0.1), (-1.5, -0.1), (0.0, -1.5), (1.5, -0.1), (1.0, -0.1), (1.0, 1.2), (0.35, 1.2))
    door = ((0.35, 0.4), (-0.25, 0.4), (-0.25, 1.2))
    return [polygon(tuple((x + dx, y + dy) for dx, dy in (*walls, *door)), Style(fill=ink))]


def _battlement(x: float, y: float, ink: str) -> list[Item]:
    edge = ((-1.9, 1.2), (-1.9, -1.0), (-1.1, -1.0), (-1.1, -0.4), (-0.4, -0.4), (-0.4, -1.0), (0.4, -1.0))
    rest = ((0.4, -0.4), (1.1, -0.4), (1.1, -1.0), (1.9, -1.0), (1.9, 1.2))
    return [polygon(tuple((x + dx, y + dy) for dx, dy in (*edge, *rest)), Style(fill=ink))]


def _swell(x: float, y: float, ink: str) -> list[Item]:
    return [*_wave(x, y - 0.6, ink), *_wave(x + 0.9, y + 0.7, ink)]


def _coral(x: float, y: float, ink: str) -> list[Item]:
    twigs: tuple[Segment, ...] = (
        ("M", (x, y + 1.6)), ("L", (x, y - 1.4)), ("M", (x, y + 0.6)), ("L", (x - 1.3, y - 0.7)),
        ("L", (x - 1.3, y - 1.4)), ("M", (x, y)), ("L", (x + 1.2, y - 1.0)), ("L", (x + 1.2, y - 1.6)),
    )  # fmt: skip
    return [Path(twigs, Style(stroke=ink, width=0.42, round=True))]


def _boulder(x: float, y: float, ink: str) -> list[Item]:
    large = ((-1.9, 1.1), (-1.7, -0.1), (-0.7, -0.9), (0.3, -0.4), (0.6, 1.1))
    small = ((0.9, 1.1), (0.9, 0.4), (1.5, 0.1), (2.1, 0.5), (2.1, 1.1))
    return [polygon(tuple((x + dx, y + dy) for dx, dy in one), Style(fill=ink)) for one in (large, small)]


def _grave(x: float, y: float, ink: str) -> list[Item]:
    upright, across = (
        box(x - 0.3, y - 1.5, 0.6, 2.8, Style(fill=ink)),
        box(x - 1.0, y - 0.9, 2.0, 0.55, Style(fill=ink)),
    )
    return [upright, across]


def _reeds(x: float, y: float, ink: str) -> list[Item]:
    stems: tuple[Segment, ...] = (
        ("M", (x - 1.9, y + 1.0)), ("L", (x + 1.9, y + 1.0)), ("M", (x - 0.9, y + 0.9)), ("L", (x - 1.1, y - 0.8)),
        ("M", (x, y + 0.9)), ("L", (x, y - 1.7)), ("M", (x + 0.9, y + 0.9)), ("L", (x + 1.2, y - 0.5)),
    )  # fmt: skip
    return [Path(stems, Style(stroke=ink, width=0.34, round=True)), box(x - 0.3, y - 2.0, 0.6, 1.1, Style(fill=ink))]


def _palm(x: float, y: float, ink: str) -> list[Item]:
    crown: tuple[Segment, ...] = tuple(
        part
        for dx, dy in ((-2.1, 0.2), (-1.4, -1.3), (1.4, -1.3), (2.1, 0.2))
        for part in (("M", (x, y - 0.6)), ("C", (x + dx / 3, y - 1.9, x + dx * 0.8, y + dy - 0.8, x + dx, y + dy)))
    )
    return [
        Path(crown, Style(stroke=ink, width=0.6, round=True)),
        line(x, y - 0.6, x - 0.4, y + 2.0, Style(stroke=ink, width=0.5, round=True)),
    ]


def _ring(x: float, y: float, ink: str) -> list[Item]:
    spots = (math.radians(60 * n) for n in range(6))
    return [Circle(x + 1.5 * math.cos(a), y + 1.2 * math.sin(a), 0.36, Style(fill=ink)) for a in spots]


def _shrub(x: float, y: float, ink: str) -> list[Item]:
    return [Circle(x + dx, y + dy, 0.62, Style(fill=ink)) for dx, dy in ((-0.8, 0.4), (0.0, -0.4), (0.8, 0.4))]


def _flake(x: float, y: float, ink: str) -> list[Item]:
    data: list[Segment] = []
    for turn in (30, 90, 150):
        dx, dy = 1.5 * math.cos(math.radians(turn)), 1.5 * math.sin(math.radians(turn))
        data += [("M", (x - dx, y - dy)), ("L", (x + dx, y + dy))]
    return [Path(tuple(data), Style(stroke=ink, width=0.36, round=True))]


def _columns(x: float, y: float, ink: str) -> list[Item]:
    heights = ((-1.6, 2.6), (-0.4, 1.4), (0.8, 2.0))
    base = box(x - 2.0, y + 1.1, 3.8, 0.45, Style(fill=ink))
    return [base, *(box(x + dx, y + 1.1 - high, 0.7, high, Style(fill=ink)) for dx, high in heights)]


def _deep(x: float, y: float, ink: str) -> list[Item]:
    return [Circle(x, y, radius, Style(stroke=ink, width=0.36)) for radius in (0.6, 1.4, 2.2)]


RIMS = ((2.2, 0.86), (1.1, 0.72))
"""Width in mm of each tone along the edge of a hex, and how much of the terrain's own colour is in it."""
BLEED = 1.0
"""So far in mm a hex goes on beyond its cut."""
LARGE = 1.2
"""Signs grow with hexes so many times as large as those of tiles."""
ORDERS = 8
"""In so many orders the signs of a hex stand."""
FAR = 0.5
"""So much of the ground is in the ink of signs that stand farther away."""
TEXTURES: dict[str, Callable[[float, float, str], list[Item]]] = {
    "woods": _pine, "hills": _hill, "mountain": _peak, "range": _crag, "desert": _sand, "lake": _wave,
    "clear": _grass, "plains": _grass, "city": _house, "crags": _peak, "swamp": _reeds,
    "jungle": _palm, "fairy": _ring, "heath": _shrub, "tundra": _flake, "ruins": _columns, "abyss": _deep,
    "sea": _swell, "reef": _coral, "castle": _battlement, "rocks": _boulder, "graves": _grave,
}  # fmt: skip


def jitter(seed: int, index: int) -> Point:
    """A small, always equal shift, so that texture does not look stamped."""
    a = (seed * 7919 + index * 104729) % 997
    b = (seed * 31 + index * 15485863) % 991
    return ((a / 997 - 0.5) * 1.3, (b / 991 - 0.5) * 1.1)


def ground(x: float, y: float, flat: float, terrain: str, look: Look) -> Item:
    """The tint of a hex."""
    return polygon(hexagon_points(x, y, flat), Style(fill=look.swatch("terrain", terrain).color))


def rims(x: float, y: float, flat: float, terrain: str, look: Look) -> list[Item]:
    """Two deeper tones along the edge of a hex; its middle keeps its colour, so that what stands there is calm."""
    if look.low:
        return []
    swatch, corners = look.swatch("terrain", terrain), hexagon_points(x, y, flat)
    return [
        polygon(inset(corners, wide / 2), Style(stroke=mix(swatch.color, swatch.tint, share), width=wide))
        for wide, share in RIMS
    ]


def bleed(places: Iterable[tuple[Point, str]], flat: float, look: Look) -> tuple[Item, ...]:
    """Beyond the cut hexes (middle, terrain) go on in the tone of their edge; with little ink they do not."""
    if look.low:
        return ()
    return tuple(
        polygon(inset(hexagon_points(*at, flat), -BLEED - look.beyond), Style(fill=_edge_tone(terrain, look)))
        for at, terrain in places
    )


def _edge_tone(terrain: str, look: Look) -> str:
    swatch = look.swatch("terrain", terrain)
    return mix(swatch.color, swatch.tint, RIMS[-1][1])


def run_on(side: tuple[Point, Point], terrain: str, look: Look, seed: int) -> list[Item]:
    """Signs across the side between two hexes of one terrain: woods and hills do not end at a line."""
    (x1, y1), (x2, y2) = side
    draw, ink = TEXTURES[terrain], look.swatch("terrain", terrain).tint
    out: list[Item] = []
    for i, share in enumerate((0.3, 0.7)):
        dx, dy = jitter(seed, i)
        out += draw(x1 + (x2 - x1) * share + dx / 2, y1 + (y2 - y1) * share + dy / 2, ink)
    return out


def texture(
    x: float, y: float, flat: float, terrain: str, look: Look, seed: int, filled: bool, order: int = 0
) -> list[Item]:
    """The terrain's small signs around the content (`filled`) or all over the hex, in one of `ORDERS` orders."""
    places = _ordered(EDGE_PLACES if filled else EDGE_PLACES + MIDDLE_PLACES, order)
    if terrain in ("clear", "plains"):
        places = places[order // 4 % 2 :: 2]
    draw, swatch, k = TEXTURES[terrain], look.swatch("terrain", terrain), flat / 27.0
    far = swatch.tint if look.low else mix(swatch.color, swatch.tint, FAR)
    out: list[Item] = []
    for i, (px, py) in enumerate(places):
        dx, dy = jitter(seed, i)
        at, ink = (x + (px + dx) * k, y + (py + dy) * k), far if i % 3 == 1 else swatch.tint
        out += [Group(tuple(draw(0.0, 0.0, ink)), then(scale(k), translate(*at)))] if k > LARGE else draw(*at, ink)
    return out


def _ordered(places: tuple[Point, ...], order: int) -> tuple[Point, ...]:
    """Places mirrored from left to right, from top to bottom, both or not: all of them fit into a hex."""
    across, down = -1 if order & 1 else 1, -1 if order & 2 else 1
    return tuple((x * across, y * down) for x, y in places)


def scatter(area: Box, free: Sequence[Box], terrain: str, look: Look, seed: int, size: float = 1.0) -> list[Item]:
    """The terrain's signs over an area, `size` times as large as in a hex, none on the boxes that are to be `free`."""
    left, top, right, bottom = area
    wide, high = 6.4 * size, 5.6 * size
    columns, rows = int((right - left) / wide), int((bottom - top) / high)
    draw, swatch = TEXTURES[terrain], look.swatch("terrain", terrain)
    far = swatch.tint if look.low else mix(swatch.color, swatch.tint, FAR)
    out = list[Item]()
    for i in range(columns * rows):
        row, column = divmod(i, columns)
        dx, dy = jitter(seed, i)
        x = left + (column + 0.5 + (0.22 if row % 2 else -0.22)) * (right - left) / columns + dx * size
        y = top + (row + 0.5) * (bottom - top) / rows + dy * size
        if (seed + i * 7) % 6 and not any(a <= x <= c and b <= y <= d for a, b, c, d in free):
            signs = draw(0.0, 0.0, far if (seed + i) % 3 == 1 else swatch.tint)
            out.append(Group(tuple(signs), then(scale(size), translate(x, y))))
    return out


def country(
    x: float, y: float, flat: float, terrain: str, look: Look, filled: bool, order: int | None = None
) -> list[Item]:
    """A whole hex: ground, its rims and its signs; `filled` keeps the middle free.

    The `order` of its signs tells pictures of a terrain apart; without one a hex takes that of its place on a board.
    """
    seed = round(x * 7 + y * 13) + (order or 0) * 17
    return [
        ground(x, y, flat, terrain, look),
        *rims(x, y, flat, terrain, look),
        *texture(x, y, flat, terrain, look, seed, filled, seed * 5 % 11 % ORDERS if order is None else order),
    ]


def golden_edge(x: float, y: float, flat: float, look: Look, width: float = 1.7) -> Item:
    """The edge of a hex with something to gain."""
    ring = inset(hexagon_points(x, y, flat), width / 2 + 0.15)
    return polygon(ring, Style(stroke=look.neutral("gold"), width=width))


def border(x: float, y: float, flat: float, look: Look) -> Item:
    """The thin line around a hex."""
    return polygon(hexagon_points(x, y, flat), Style(stroke=look.neutral("line"), width=0.22))


def shared_side(a: Point, b: Point, flat: float) -> tuple[Point, Point]:
    """The ends of the side between two neighbouring hexes, given their middles."""
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    ux, uy = (b[0] - a[0]) / flat, (b[1] - a[1]) / flat
    half = flat / math.sqrt(3) / 2
    return ((mx - uy * half, my + ux * half), (mx + uy * half, my - ux * half))


def impassable(side: tuple[Point, Point], look: Look, water: bool) -> list[Item]:
    """A side nobody crosses: a heavy dark line (dark blue at the shore of a lake)."""
    swatch = look.swatch("terrain", "river" if water else "cliff")
    (x1, y1), (x2, y2) = side
    return [line(x1, y1, x2, y2, Style(stroke=swatch.tint, width=1.5, round=True))]


def river(sides: list[tuple[Point, Point]], look: Look) -> list[Item]:
    """Water along sides, dark banks first so that joints stay open."""
    swatch = look.swatch("terrain", "river")
    strokes = [Style(stroke=swatch.tint, width=2.8, round=True), Style(stroke=swatch.color, width=2.0, round=True)]
    return [line(*a, *b, style) for style in strokes for a, b in sides]


def bridge(side: tuple[Point, Point], look: Look) -> Item:
    """A whole bridge across the middle of a side."""
    (x1, y1), (x2, y2) = side
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    road = look.swatch("terrain", "road")
    planks: list[Item] = [box(-2.0, -2.7, 4.0, 5.4, Style(road.tint, road.color, 0.35))]
    planks += [line(-2.0, y, 2.0, y, Style(stroke=road.color, width=0.22)) for y in (-1.6, -0.55, 0.55, 1.6)]
    planks += [line(x, -3.1, x, 3.1, Style(stroke=road.color, width=0.6, round=True)) for x in (-2.0, 2.0)]
    return Group(tuple(planks), then(rotate(angle), translate((x1 + x2) / 2, (y1 + y2) / 2)))


def road(points: list[Point], look: Look) -> list[Item]:
    """A dashed road through the middles of hexes, rounded where it turns."""
    data: list[Segment] = [("M", points[0])]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        enter, leave = _between(before, here), _between(here, after)
        c1, c2 = _between(enter, here, 0.65), _between(leave, here, 0.65)
        data += [("L", enter), ("C", (*c1, *c2, *leave))]
    data.append(("L", points[-1]))
    swatch = look.swatch("terrain", "road")
    return [
        Path(tuple(data), Style(stroke=swatch.tint, width=2.1, round=True)),
        Path(tuple(data), Style(stroke=swatch.color, width=1.1, dash=(2.2, 1.3))),
    ]


def _between(a: Point, b: Point, share: float = 0.5) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
