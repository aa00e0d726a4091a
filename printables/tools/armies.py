"""Figures of four armies and of those who serve for pay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from shapely.ops import unary_union  # type: ignore

from printables.tools.bodies import (
    LEFT,
    RIGHT,
    archer,
    arm,
    armed,
    beast_man,
    cape,
    coat,
    horse,
    person,
    rider,
    skirt,
)
from printables.tools.gear import (
    Shape,
    axe,
    ball,
    bow,
    bull,
    chain,
    club,
    cross,
    crossbow,
    crowned,
    dagger,
    disc,
    drawn,
    feathered,
    hammer,
    heater,
    helm,
    hooded,
    horned,
    kettle,
    lance,
    lupine,
    mace,
    marked,
    plumed,
    poly,
    ponytail,
    put,
    rod,
    sabre,
    shaggy,
    spear,
    sword,
    toward,
    tower_shield,
    trident,
)

ARMIES: dict[str, Callable[[], Shape]] = {
    # helmets, shields, crosses
    "levy": lambda: person(
        "stand", kettle, (), (armed(spear(210, 262), (392, 250), -90, (366, 250)),), clothes=(coat(),)
    ),
    "man_at_arms": lambda: person(
        "stride",
        helm,
        (armed(sword(), (126, 128), -78, (140, 216), LEFT),),
        (put(marked(heater(0.92), cross(56)), (356, 250), 4),),
    ),
    "arbalest": lambda: person(
        "stand", kettle, (), (armed(crossbow(), (330, 176), 0, (250, 236), (230, 186)),), clothes=(coat(),)
    ),
    "shieldbearer": lambda: person(
        "stride", helm, (armed(mace(), (110, 120), -75, (136, 214), LEFT),), (put(tower_shield(), (350, 312), 0),)
    ),
    "lancer": lambda: rider(
        helm,
        (
            put(lance(270, 110), (352, 210), -62),
            arm(RIGHT, (322, 262), (352, 214)),
            put(marked(heater(0.8), cross(48)), (206, 250), 0),
        ),
    ),
    "champion": lambda: person(
        "lunge",
        crowned,
        (cape(),),
        (armed(sword(250, 17), (366, 150), -74, (384, 230), thick=1.1),),
        wide=1.15,
        tall=100,
    ),
    # ponytails, tunics, spears and bows
    "huntress": lambda: person(
        "stride",
        ponytail,
        (),
        (armed(sword(130, 11), (404, 196), -56, (384, 264)), put(disc(62), (190, 262), 0)),
        clothes=(skirt(),),
    ),
    "horsewoman": lambda: rider(ponytail, (armed(spear(190, 200), (356, 206), -64, (336, 266)),)),
    "bow_woman": lambda: archer(ponytail),
    "trident_woman": lambda: person(
        "stride",
        ponytail,
        (),
        (armed(trident(196, 220), (350, 220), -68, (346, 268)), arm((214, 178), (206, 250), (306, 290))),
        clothes=(skirt(),),
    ),
    "blade_woman": lambda: person(
        "lunge",
        ponytail,
        (armed(sabre(150), (142, 136), -104, (146, 226), LEFT),),
        (armed(sabre(150), (384, 136), -70, (374, 226)),),
        clothes=(skirt("lunge"),),
    ),
    "queen": lambda: person(
        "stride",
        plumed,
        (cape(), armed(spear(180, 260), (98, 236), -78, (130, 222), LEFT)),
        (put(disc(84), (352, 256), 0),),
        clothes=(skirt(),),
    ),
    # horns, clubs, axes, bare arms
    "clubman": lambda: person(
        "stride", shaggy, (), (armed(club(150), (410, 172), -62, (388, 250), thick=1.15),), wide=1.15
    ),
    "flailman": lambda: person(
        "stride",
        horned,
        (),
        (
            unary_union(
                [
                    armed(
                        club(0).intersection(ball(0, 0, 1)).union(rod((-50, 0), (96, 0), 9)),
                        (398, 168),
                        -70,
                        (384, 248),
                        thick=1.1,
                    ),
                    rod((430, 80), (472, 120), 5),
                    ball(476, 146, 32),
                    *(ball(*toward((476, 146), 60 * n, 38), 9) for n in range(6)),
                ]
            ),
        ),
        wide=1.15,
    ),
    "bow_horned": lambda: person(
        "stand",
        partial(horned, 0.8),
        (),
        (armed(bow(176), (410, 184), 0, (370, 186)), arm((216, 184), (226, 240), (306, 188))),
        wide=1.15,
    ),
    "hammerman": lambda: person(
        "stride",
        partial(horned, 0.8),
        (),
        (armed(hammer(150, 90, 1.0), (380, 180), -82, (374, 252), thick=1.2),),
        wide=1.25,
        tall=96,
    ),
    "axe_rider": lambda: rider(horned, (armed(axe(150, 70), (372, 196), -72, (356, 264), thick=1.1),), wide=1.15),
    "chieftain": lambda: person(
        "lunge",
        partial(horned, 1.05),
        (cape(),),
        (armed(axe(236, 190, True), (384, 232), -84, (372, 262), thick=1.2), put(disc(62), (190, 256), 0)),
        wide=1.3,
        tall=96,
    ),
    # who roams the land or serves for pay
    "brigand": lambda: person(
        "stride", hooded, (), (armed(dagger(), (410, 250), -10, (366, 268)),), clothes=(cape(), coat("stride"))
    ),
    "wolf_man": lambda: beast_man(
        lupine,
        (
            armed(
                unary_union([poly((0, y - 9), (58, y * 2), (0, y + 9)) for y in (-18, 0, 18)]),
                (420, 190),
                -30,
                (396, 262),
                thick=1.15,
            ),
            armed(
                unary_union([poly((0, y - 9), (58, y * 2), (0, y + 9)) for y in (-18, 0, 18)]),
                (110, 300),
                140,
                (132, 226),
                (190, 184),
                1.15,
            ),
        ),
    ),
    "spear_thrower": lambda: person(
        "stride",
        shaggy,
        (),
        (armed(spear(190, 200), (374, 180), -66, (378, 248)), arm((206, 184), (158, 246), (206, 286))),
        clothes=(skirt(),),
    ),
    "giant": lambda: person(
        "stride",
        lambda: put(shaggy(), (0, 0), 0, 0.9),
        (),
        (armed(club(190), (426, 236), -82, (404, 316), (340, 190), 1.5),),
        wide=1.7,
        tall=72,
    ),
    "centaur": lambda: drawn(
        horse().difference(poly((262, 40), (512, 40), (512, 226), (384, 226), (322, 214), (270, 190))),
        unary_union(
            [
                chain((250, 112, 38), (330, 112, 38)).convex_hull.union(chain((290, 116, 50), (292, 230, 48))),
                put(shaggy(), (292, 40), 0, 0.9),
            ]
        ),
        armed(bow(128), (424, 118), -10, (392, 128), (336, 112)),
        arm((246, 114), (240, 176), (330, 134)),
    ),
    "minotaur": lambda: person(
        "stride",
        bull,
        (),
        (armed(axe(190, 120, True), (414, 250), -84, (396, 288), (336, 190), 1.3),),
        wide=1.5,
        tall=100,
    ),
    "sellsword": lambda: person("stride", feathered, (cape(),), (armed(sword(180, 9), (412, 236), -30, (368, 274)),)),
}
"""Figures by name."""
