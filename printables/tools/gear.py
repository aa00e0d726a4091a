"""Shapes of which figures are put together: simple ones, gear, heads.

Gear is drawn around the hand at (0, 0) and points to the right; heads are drawn around (0, 0) and look to the right.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from shapely import affinity  # type: ignore
from shapely.geometry import Point, Polygon  # type: ignore
from shapely.ops import unary_union  # type: ignore

GAP = 13
"""So wide a gap what lies in front cuts out of what lies behind it."""
Shape = Any
At = tuple[float, float]
Ball = tuple[float, float, float]


# ---- simple shapes


def chain(*balls: Ball) -> Shape:
    """A limb: circles (x, y, radius), each joined to the next."""
    rounds = [Point(x, y).buffer(r, 8) for x, y, r in balls]
    return unary_union([one.union(other).convex_hull for one, other in pairwise(rounds)] or rounds)


def poly(*points: At) -> Shape:
    """A polygon."""
    return Polygon(points).buffer(0)


def ball(x: float, y: float, r: float) -> Shape:
    """A disc."""
    return Point(x, y).buffer(r, 12)


def rod(a: At, b: At, thick: float = 7) -> Shape:
    """A straight rod."""
    return chain((*a, thick), (*b, thick))


def toward(at: At, angle: float, far: float) -> At:
    """A point so far away in a direction."""
    turn = math.radians(angle)
    return (at[0] + far * math.cos(turn), at[1] + far * math.sin(turn))


def put(shape: Shape, at: At, angle: float, size: float = 1.0) -> Shape:
    """A shape drawn around (0, 0), pointing to the right, turned and moved."""
    grown = affinity.scale(shape, size, size, origin=(0, 0))
    return affinity.translate(affinity.rotate(grown, angle, origin=(0, 0)), *at)


def drawn(*layers: Shape) -> Shape:
    """Layers from the back to the front, with gaps around those in front."""
    out = layers[0]
    for layer in layers[1:]:
        out = out.difference(layer.buffer(GAP, 4)).union(layer)
    return out


# ---- gear, held at (0, 0), pointing to the right


def sword(long: float = 190, wide: float = 13) -> Shape:
    """A straight sword."""
    blade = poly((20, -wide), (long - 28, -wide), (long, 0), (long - 28, wide), (20, wide))
    return unary_union([blade, rod((-26, 0), (20, 0), 8), rod((18, -34), (18, 34), 8), ball(-30, 0, 12)])


def sabre(long: float = 200) -> Shape:
    """A curved blade with its guard."""
    edge = poly((14, -10), (90, -20), (160, -14), (long, 18), (150, 12), (90, 4), (14, 12))
    guard = chain((10, -16, 7), (14, 16, 7), (-20, 22, 6))
    return unary_union([edge, guard, rod((-26, 0), (16, 0), 8)])


def dagger() -> Shape:
    """A dagger."""
    return unary_union(
        [poly((12, -12), (70, -9), (104, 0), (70, 9), (12, 12)), rod((12, -24), (12, 24), 7), rod((-20, 0), (12, 0), 8)]
    )


def axe(long: float = 170, back: float = 50, two: bool = False) -> Shape:
    """An axe, with `two` of two blades."""
    head = poly((long - 58, 0), (long - 84, -66), (long - 34, -80), (long + 22, -66), (long - 8, 0))
    shaft = rod((-back, 0), (long, 0), 8)
    return unary_union([shaft, head, *([affinity.scale(head, 1, -1, origin=(0, 0))] if two else [])])


def hammer(long: float = 180, back: float = 60, size: float = 1.0) -> Shape:
    """A hammer for two hands."""
    head = poly(
        (long - 34 * size, -58 * size),
        (long + 34 * size, -58 * size),
        (long + 34 * size, 58 * size),
        (long - 34 * size, 58 * size),
    )
    return unary_union([rod((-back, 0), (long, 0), 9), head.buffer(5)])


def mace(long: float = 140) -> Shape:
    """A mace with flanges."""
    knobs = [ball(*toward((long, 0), 45 * n, 30), 13) for n in range(8)]
    return unary_union([rod((-34, 0), (long, 0), 9), ball(long, 0, 30), *knobs])


def club(long: float = 200) -> Shape:
    """A club with knots."""
    knobs = [ball(long - 20, -32, 13), ball(long - 80, 24, 11), ball(long + 20, 14, 14)]
    return unary_union([chain((-24, 0, 10), (long * 0.45, 0, 17), (long, 0, 34)), *knobs])


def spear(before: float = 230, behind: float = 180) -> Shape:
    """A spear, so long before and behind the hand."""
    tip = poly((before - 10, 0), (before + 6, -20), (before + 66, 0), (before + 6, 20))
    return unary_union([rod((-behind, 0), (before, 0), 7), tip])


def lance(before: float = 300, behind: float = 90) -> Shape:
    """A lance for riders."""
    return unary_union(
        [chain((-behind, 0, 11), (30, 0, 11)), chain((40, 0, 20), (before, 0, 4)), rod((32, -26), (32, 26), 8)]
    )


def halberd(before: float = 230, behind: float = 200) -> Shape:
    """A spear with an axe and a hook."""
    blade = poly((before - 76, 0), (before - 96, -62), (before - 40, -74), (before + 12, -52), (before - 8, 0))
    hook = poly((before - 60, 0), (before - 64, 46), (before - 30, 20), (before - 24, 0))
    return unary_union([spear(before, behind), blade, hook])


def trident(before: float = 220, behind: float = 180) -> Shape:
    """A spear of three prongs."""
    prongs = [rod((before, y), (before + 66, y), 8) for y in (-36, 0, 36)]
    return unary_union([rod((-behind, 0), (before, 0), 7), rod((before, -36), (before, 36), 8), *prongs])


def rifle(long: float = 250, bayonet: float = 0.0) -> Shape:
    """A gun, with its bayonet so long."""
    stock = poly((-96, -6), (-96, 40), (-30, 18), (40, 14), (40, -10), (-20, -12))
    parts = [stock, rod((20, 0), (long, -2), 8), rod((0, 16), (10, 32), 5)]
    if bayonet:
        parts.append(poly((long - 6, -9), (long + bayonet, -2), (long - 6, 6)))
    return unary_union(parts)


def crossbow() -> Shape:
    """A crossbow with its bolt."""
    arc = chain((92, -92, 7), (124, -50, 10), (132, 0, 11), (124, 50, 10), (92, 92, 7))
    strings = [rod((92, y), (40, 0), 4) for y in (-92, 92)]
    return unary_union(
        [
            poly((-84, -8), (-84, 28), (-30, 14), (130, 12), (130, -10), (-30, -12)),
            arc,
            *strings,
            rod((130, 0), (176, 0), 6),
        ]
    )


def bow(high: float = 190, arrow: bool = True) -> Shape:
    """Drawn; the hand at the bow is at (0, 0), the other at (-105, 0)."""
    arc = chain(
        (-46, -high, 7),
        (-14, -high * 0.62, 10),
        (6, -high * 0.25, 11),
        (6, high * 0.25, 11),
        (-14, high * 0.62, 10),
        (-46, high, 7),
    )
    string = unary_union([rod((-46, y), (-105, 0), 4) for y in (-high, high)])
    shaft = unary_union([rod((-105, 0), (64, 0), 5), poly((52, -17), (96, 0), (52, 17))])
    return unary_union([arc, string, *([shaft] if arrow else [])])


def heater(size: float = 1.0) -> Shape:
    """A knight's shield."""
    half = ((0, -92), (60, -84), (72, -20), (52, 50), (0, 104))
    return affinity.scale(poly(*half, *((-x, y) for x, y in half[-2:0:-1])), size, size, origin=(0, 0))


def marked(shield: Shape, mark: Shape) -> Shape:
    """A shield with a mark cut out."""
    return shield.difference(mark)


def cross(size: float = 60, wide: float = 9) -> Shape:
    """A cross, for shields."""
    return unary_union(
        [
            poly((-wide, -size), (wide, -size), (wide, size), (-wide, size)),
            poly(
                (-size * 0.8, -wide - 20), (size * 0.8, -wide - 20), (size * 0.8, wide - 20), (-size * 0.8, wide - 20)
            ),
        ]
    )


def disc(r: float = 74) -> Shape:
    """A round shield with rings."""
    return marked(ball(0, 0, r), ball(0, 0, r * 0.62).difference(ball(0, 0, r * 0.36)))


def tower_shield() -> Shape:
    """A shield as high as a man's body."""
    return marked(poly((-66, -140), (66, -140), (74, 0), (66, 150), (-66, 150), (-74, 0)).buffer(8), cross(84, 9))


# ---- heads, around (0, 0), looking to the right


def bare() -> Shape:
    """A bare head."""
    return ball(0, 0, 46)


def kettle() -> Shape:
    """A helmet with a brim."""
    return unary_union(
        [ball(0, 4, 43), poly((-84, -12), (84, -12), (46, -34), (30, -58), (0, -68), (-30, -58), (-46, -34))]
    )


def helm() -> Shape:
    """A great helm with its slit."""
    pot = poly((-46, -50), (0, -64), (46, -50), (52, 40), (0, 62), (-52, 40))
    return pot.difference(poly((-6, -14), (56, -14), (56, 0), (-6, 0))).difference(
        poly((14, 0), (26, 0), (26, 36), (14, 36))
    )


def crowned() -> Shape:
    """A great helm with a crown."""
    return unary_union([helm(), poly((-48, -52), (-58, -106), (-26, -76), (0, -112), (26, -76), (58, -106), (48, -52))])


def plumed() -> Shape:
    """A helmet with a crest."""
    crest = chain((34, -66, 13), (0, -84, 22), (-50, -72, 26), (-84, -20, 22), (-88, 40, 12))
    face = unary_union([ball(0, 0, 46), poly((20, -30), (56, -10), (44, 46), (16, 40))]).difference(
        poly((14, -8), (60, -8), (60, 5), (14, 5))
    )
    return drawn(crest, face)


def horned(size: float = 1.0) -> Shape:
    """A helmet with horns."""
    horn = chain((34, -22, 17), (80, -34, 13), (92, -74, 6))
    horns = [
        affinity.scale(one, size, size, origin=(0, 0)) for one in (horn, affinity.scale(horn, -1, 1, origin=(0, 0)))
    ]
    brim = poly((-54, -14), (54, -14), (54, 0), (-54, 0))
    return unary_union([ball(0, 0, 47).difference(brim), *horns])


def ponytail() -> Shape:
    """Hair bound behind."""
    return unary_union([bare(), chain((-34, -24, 18), (-78, -6, 22), (-104, 44, 15), (-96, 84, 6))])


def hooded() -> Shape:
    """A hood."""
    cowl = poly((-66, 66), (-62, -10), (-30, -60), (16, -78), (44, -46), (58, 0), (44, 60))
    return cowl.difference(poly((18, -24), (48, -10), (42, 36), (14, 30)))


def shako() -> Shape:
    """A soldier's high cap."""
    pot = poly((-46, -20), (-52, -98), (46, -98), (42, -20), (66, -8), (40, -4))
    return drawn(unary_union([ball(0, 8, 42), ball(8, -116, 15)]), pot)


def hat(wide: float = 92) -> Shape:
    """A brimmed hat."""
    return drawn(
        ball(0, 8, 42),
        unary_union(
            [
                poly(
                    (-wide, -14),
                    (wide, -14),
                    (wide - 20, -30),
                    (40, -32),
                    (30, -80),
                    (-30, -80),
                    (-40, -32),
                    (20 - wide, -30),
                )
            ]
        ),
    )


def feathered() -> Shape:
    """A hat with a feather."""
    return unary_union([hat(84), chain((-20, -64, 8), (-70, -96, 15), (-116, -84, 5))])


def pith() -> Shape:
    """A hat for hot countries."""
    return drawn(
        ball(0, 8, 42),
        poly((-74, -4), (82, -4), (50, -22), (44, -56), (10, -78), (0, -90), (-10, -78), (-44, -56), (-50, -22)),
    )


def cap() -> Shape:
    """A cap with a peak."""
    return drawn(
        ball(0, 6, 43), poly((-50, -12), (-46, -46), (-10, -64), (34, -54), (46, -22), (84, -14), (84, -4), (40, -6))
    )


def maned() -> Shape:
    """Hair that stands out like a lion's."""
    spikes = [
        poly(toward((0, 0), a - 17, 46), toward((-8, 0), a, 106), toward((0, 0), a + 17, 46))
        for a in range(90, 331, 30)
    ]
    return unary_union([bare(), *spikes])


def shaggy() -> Shape:
    """Long hair and a beard."""
    hair = chain((-14, -20, 42), (-44, 20, 24), (-62, 70, 14))
    beard = poly((0, 20), (48, 8), (44, 60), (18, 96), (-8, 60))
    return unary_union([bare(), hair, beard]).difference(poly((16, -14), (60, -14), (60, -4), (16, -4)))


def topknot() -> Shape:
    """A knot of hair over a band."""
    return drawn(
        unary_union([bare(), ball(-24, -62, 17)]), chain((-42, -10, 6), (-90, 4, 12), (-112, 34, 4))
    ).difference(poly((-50, -20), (50, -20), (50, -11), (-50, -11)))


def pointed() -> Shape:
    """A wizard's hat and beard."""
    beard = poly((-8, 30), (44, 16), (40, 96), (20, 130), (-4, 90))
    return drawn(
        ball(0, 8, 42),
        beard,
        poly((-84, -10), (84, -10), (56, -30), (36, -38), (6, -150), (-30, -120), (-40, -36), (-60, -28)),
    )


def bull() -> Shape:
    """The head of a bull."""
    horn = chain((26, -34, 18), (88, -48, 15), (112, -104, 5))
    face = poly((-50, -44), (50, -44), (44, 20), (28, 66), (-28, 66), (-44, 20))
    eyes = [ball(x, -8, 8) for x in (-20, 20)]
    return unary_union([face.buffer(8), horn, affinity.scale(horn, -1, 1, origin=(0, 0))]).difference(unary_union(eyes))


def lupine() -> Shape:
    """The head of a wolf."""
    face = poly(
        (-46, -30), (-56, -92), (-10, -52), (34, -46), (104, -6), (100, 14), (62, 22), (92, 34), (52, 46), (-16, 50)
    )
    return face.buffer(4).difference(ball(18, -18, 8))
