"""Bodies of figures: people on foot, riders, beasts, and what stands on wheels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapely import affinity  # type: ignore
from shapely.ops import unary_union  # type: ignore

from printables.tools.gear import (
    At,
    Shape,
    ball,
    bow,
    chain,
    drawn,
    poly,
    put,
    rod,
    toward,
)

# ---- people


LEGS = {
    "stand": (
        ((222, 300, 36), (204, 390, 27), (196, 470, 21), (228, 486, 18)),
        ((290, 300, 36), (306, 390, 27), (308, 470, 21), (342, 486, 18)),
    ),
    "stride": (
        ((226, 298, 37), (186, 388, 28), (140, 466, 20), (168, 486, 18)),
        ((286, 298, 37), (336, 380, 28), (346, 468, 21), (382, 486, 18)),
    ),
    "lunge": (
        ((226, 302, 38), (160, 392, 27), (92, 462, 19), (116, 486, 17)),
        ((284, 300, 38), (368, 366, 30), (362, 466, 21), (400, 486, 18)),
    ),
    "kneel": (
        ((230, 330, 38), (170, 420, 28), (84, 474, 20)),
        ((284, 330, 38), (366, 372, 29), (362, 470, 21), (398, 486, 18)),
    ),
}
"""Hip, knee, heel and toe of both legs."""


def legs(pose: str) -> Shape:
    """Both legs of a pose."""
    return unary_union([chain(*one) for one in LEGS[pose]])


def torso(wide: float = 1.0, lean: float = 0.0, low: float = 0.0) -> Shape:
    """Shoulders and waist; leaning moves the shoulders to the right."""
    top = [(206 + lean - 24 * (wide - 1), 172 + low, 34 * wide), (306 + lean + 24 * (wide - 1), 172 + low, 34 * wide)]
    waist = chain((232, 296 + low, 34), (280, 296 + low, 34))
    return unary_union([chain(*top), waist]).convex_hull


def skirt(pose: str = "stride") -> Shape:
    """With a jagged hem."""
    side = {"stand": 0, "stride": 18, "lunge": 44, "kneel": 20}[pose]
    left, right = 150 - side, 364 + side
    step = (right - left) / 4
    hem = [(right - step * n / 2, 352 + 16 * (n % 2)) for n in range(9)]
    return poly((214, 262), (298, 262), *hem)


def coat(pose: str = "stand") -> Shape:
    """The skirts of a coat."""
    return poly((206, 268), (306, 268), (322, 400), (276, 412), (256, 330), (236, 412), (190, 400))


def arm(shoulder: At, elbow: At, hand: At, thick: float = 1.0) -> Shape:
    """An arm with its fist."""
    return chain((*shoulder, 27 * thick), (*elbow, 22 * thick), (*hand, 17 * thick)).union(ball(*hand, 21 * thick))


def cape(pose: str = "stand") -> Shape:
    """A cape behind the figure."""
    return poly((200, 150), (256, 170), (230, 300), (180, 440), (96, 420), (140, 300))


def person(
    pose: str,
    head: Callable[[], Shape],
    behind: Sequence[Shape] = (),
    front: Sequence[Shape] = (),
    *,
    clothes: Sequence[Shape] = (),
    wide: float = 1.0,
    lean: float = 0.0,
    low: float = 0.0,
    tall: float = 84.0,
) -> Shape:
    """A figure: what is behind, legs, body and head, what is in front."""
    body = unary_union([legs(pose), torso(wide, lean, low), *clothes])
    return (
        drawn(*behind, body, put(head(), (256 + lean * 1.3, tall + low), 0), *front)
        if behind
        else drawn(body, put(head(), (256 + lean * 1.3, tall + low), 0), *front)
    )


RIGHT, LEFT = (318.0, 178.0), (196.0, 178.0)
"""The shoulders."""


def armed(gear: Shape, hand: At, angle: float, elbow: At, shoulder: At = RIGHT, thick: float = 1.0) -> Shape:
    """An arm with what it holds."""
    return drawn(put(gear, hand, angle), arm(shoulder, elbow, hand, thick))


# ---- horses and other beasts


def horse() -> Shape:
    """A horse that rears, to the right: so it is no wider than a fighter on foot."""
    body = chain((176, 346, 62), (242, 296, 54), (300, 250, 58))
    neck = chain((316, 236, 48), (356, 172, 31), (382, 136, 24))
    head = unary_union([chain((376, 132, 29), (424, 168, 20), (446, 190, 16)), poly((362, 118), (378, 72), (398, 112))])
    mane = chain((338, 132, 13), (310, 178, 15), (286, 216, 14))
    back = (chain((160, 356, 50), (206, 424, 25), (176, 462, 15), (184, 490, 14), (208, 494, 13)),
            chain((140, 350, 42), (132, 424, 22), (98, 460, 14), (104, 490, 13), (126, 494, 13)))  # fmt: skip
    fore = (
        chain((316, 270, 36), (392, 292, 18), (400, 346, 13), (420, 356, 13)),
        chain((324, 244, 34), (420, 246, 17), (440, 296, 12), (460, 302, 12)),
    )
    tail = chain((118, 332, 15), (74, 360, 18), (58, 424, 17), (70, 462, 5))
    return unary_union([body, neck, head, mane, *back, *fore, tail]).difference(ball(404, 142, 6))


def archer(head: Callable[[], Shape]) -> Shape:
    """Somebody who walks and draws a bow."""
    held = armed(bow(176), (410, 176), 0, (370, 178)), arm((220, 178), (232, 232), (306, 180))
    return person("stride", head, (), held, clothes=(skirt(),))


def rider(
    head: Callable[[], Shape], front: Sequence[Shape], *, wide: float = 1.0, behind: Sequence[Shape] = ()
) -> Shape:
    """Somebody on a horse, smaller than one on foot; gear is in the units of one on foot."""

    def small(shape: Shape) -> Shape:
        return affinity.translate(affinity.scale(shape, 0.76, 0.76, origin=(256, 300)), -66, -66)

    leg = chain((246, 292, 34), (318, 342, 28), (306, 424, 20), (338, 432, 16))
    return drawn(
        *(small(one) for one in behind),
        horse(),
        small(torso(wide)),
        small(put(head(), (256, 84), 0)),
        small(leg),
        *(small(one) for one in front),
    )


def bear() -> Shape:
    """A bear on all fours."""
    body = chain((128, 250, 78), (250, 240, 84), (352, 232, 70))
    head = unary_union([chain((406, 206, 54), (454, 240, 30), (478, 246, 22)), ball(386, 158, 21), ball(424, 156, 19)])
    limbs = (
        chain((104, 300, 46), (76, 380, 30), (62, 444, 23), (90, 450, 21)),
        chain((166, 310, 40), (186, 380, 30), (180, 446, 23), (208, 450, 21)),
        chain((318, 290, 42), (288, 380, 29), (272, 446, 23), (300, 450, 21)),
        chain((382, 280, 44), (402, 380, 30), (400, 446, 23), (428, 450, 21)),
    )
    return unary_union([body, head, *limbs]).difference(ball(438, 206, 8))


def boar() -> Shape:
    """A great boar with bristles: the beast."""
    body = chain((130, 292, 66), (250, 270, 92), (340, 284, 74))
    head = unary_union(
        [chain((380, 300, 58), (448, 348, 32), (476, 362, 26)), poly((360, 250), (344, 192), (400, 240))]
    )
    tusk = chain((450, 350, 9), (486, 330, 9), (494, 290, 4))
    bristles = [
        poly((x - 22, y + 40), (x - 22, y - 34), (x + 26, y + 34))
        for x, y in ((130, 226), (180, 194), (234, 176), (288, 184), (336, 206))
    ]
    limbs = [chain((x, 330, 34), (x - 6, 400, 22), (x - 10, 470, 17), (x + 14, 478, 15)) for x in (116, 180, 312, 362)]
    tail = chain((70, 280, 9), (34, 300, 9), (28, 340, 7))
    beast = unary_union([body, head, *bristles, *limbs, tail]).difference(ball(400, 288, 9))
    return drawn(beast, tusk)


def cart(top: Sequence[Shape]) -> Shape:
    """What stands on wheels."""
    wheel = ball(0, 0, 96).difference(ball(0, 0, 74))
    spokes = [rod((0, 0), toward((0, 0), 45 * n, 84), 8) for n in range(8)]
    return drawn(*top, put(unary_union([wheel, *spokes, ball(0, 0, 26)]), (230, 390), 0))


def cannon() -> Shape:
    """A cannon on its carriage."""
    tube = unary_union(
        [
            chain((120, 330, 60), (440, 170, 40)),
            rod((398, 134), (450, 226), 14),
            rod((452, 120), (486, 190), 17),
            ball(78, 352, 26),
        ]
    )
    trail = chain((250, 360, 26), (40, 470, 20))
    return cart((trail, tube))


def gatling() -> Shape:
    """A gun of many barrels."""
    barrels = unary_union([rod((210, 262 + y), (470, 190 + y), 10) for y in (-42, -14, 14, 42)])
    bands = unary_union([rod((x, y - 62), (x + 14, y + 66), 13) for x, y in ((300, 240), (430, 203))])
    breech = chain((120, 300, 66), (210, 272, 66))
    crank = unary_union([rod((60, 320), (30, 260), 9), ball(30, 250, 17)])
    box = poly((150, 220), (140, 110), (220, 90), (240, 200))
    return cart((chain((250, 360, 26), (40, 470, 20)), barrels, bands, unary_union([breech, crank]), box))


def catapult() -> Shape:
    """A catapult with its stone."""
    beam = unary_union([chain((400, 300, 15), (130, 96, 11)), ball(112, 84, 46)])
    frame = unary_union(
        [
            rod((70, 396), (450, 396), 17),
            rod((250, 396), (330, 214), 15),
            rod((410, 396), (330, 214), 15),
            ball(330, 216, 24),
        ]
    )
    wheels = [ball(x, 432, 58).difference(ball(x, 432, 22)) for x in (130, 390)]
    stone = ball(104, 66, 38)
    return drawn(unary_union([beam]), frame, stone, *wheels)


def beast_man(head: Callable[[], Shape], front: Sequence[Shape], wide: float = 1.25) -> Shape:
    """Somebody with the head of a beast."""
    return person("stride", head, (), front, wide=wide, tall=96)
