"""Figures of three ages, of heroes, workers and beasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from shapely.ops import unary_union  # type: ignore

from printables.tools.bodies import (
    LEFT,
    archer,
    arm,
    armed,
    bear,
    boar,
    cannon,
    cape,
    catapult,
    coat,
    gatling,
    person,
    rider,
    skirt,
)
from printables.tools.gear import (
    Shape,
    axe,
    ball,
    bare,
    bow,
    cap,
    cross,
    crossbow,
    disc,
    feathered,
    halberd,
    hammer,
    hat,
    heater,
    helm,
    hooded,
    kettle,
    maned,
    marked,
    pith,
    plumed,
    pointed,
    poly,
    put,
    rifle,
    rod,
    sabre,
    shako,
    spear,
    sword,
    topknot,
    tower_shield,
)

AGES: dict[str, Callable[[], Shape]] = {
    "swordsman": lambda: person(
        "stride",
        bare,
        (armed(sword(), (126, 128), -78, (140, 216), LEFT),),
        (put(disc(80), (352, 246), 0),),
        clothes=(skirt(),),
    ),
    "heavy_swordsman": lambda: person(
        "stand",
        helm,
        (),
        (armed(sword(250, 17), (362, 250), -80, (366, 262)), put(marked(heater(0.9), cross(54)), (196, 262), 0)),
        wide=1.2,
    ),
    "sabre_guard": lambda: person(
        "lunge",
        shako,
        (),
        (armed(sabre(220), (388, 150), -66, (388, 228)), arm(LEFT, (142, 240), (206, 282))),
        clothes=(coat("lunge"),),
        tall=110,
    ),
    "pikeman": lambda: person(
        "stride", bare, (), (armed(spear(236, 250), (330, 250), -36, (290, 290), (250, 186)),), clothes=(skirt(),)
    ),
    "halberdier": lambda: person(
        "stand", kettle, (), (armed(halberd(236, 240), (396, 246), -90, (368, 252)),), wide=1.15, clothes=(coat(),)
    ),
    "bayonet_line": lambda: person(
        "lunge",
        shako,
        (),
        (armed(rifle(170, 90), (300, 230), -8, (290, 280), (296, 190)), arm((222, 186), (216, 250), (280, 240))),
        clothes=(coat("lunge"),),
        tall=110,
    ),
    "bowman": lambda: archer(hooded),
    "crossbowman": lambda: person(
        "kneel",
        kettle,
        (),
        (armed(crossbow(), (330, 206), 0, (260, 262), (230, 210)),),
        low=30,
        clothes=(coat("kneel"),),
    ),
    "rifleman": lambda: person(
        "kneel",
        partial(hat, 84),
        (),
        (armed(rifle(190), (300, 190), 0, (300, 250), (300, 210)), arm((226, 206), (224, 262), (270, 206))),
        low=30,
        clothes=(coat("kneel"),),
    ),
    "horseman": lambda: rider(bare, (armed(sword(170), (372, 190), -72, (356, 262)), put(disc(62), (210, 246), 0))),
    "dragoon": lambda: rider(shako, (armed(sabre(180), (368, 190), -80, (352, 262)),)),
    "catapult": catapult,
    "cannon": cannon,
    "gatling": gatling,
    "peasant": lambda: person(
        "stand",
        partial(hat, 92),
        (),
        (
            armed(
                unary_union(
                    [
                        rod((-230, 0), (150, 0), 7),
                        rod((150, -40), (150, 40), 8),
                        *(rod((150, y), (214, y), 7) for y in (-40, 0, 40)),
                    ]
                ),
                (396, 260),
                -90,
                (366, 262),
            ),
        ),
        clothes=(coat(),),
        tall=100,
    ),
    "builder": lambda: person(
        "stride",
        cap,
        (),
        (
            armed(hammer(110, 50, 0.8), (404, 160), -58, (388, 244)),
            put(poly((-62, -14), (62, -14), (62, 14), (-62, 14)), (150, 308), 0),
            arm(LEFT, (150, 232), (152, 286)),
        ),
    ),
    "engineer": lambda: person(
        "stand",
        pith,
        (),
        (
            armed(
                unary_union(
                    [rod((-180, 0), (96, 0), 8), poly((88, -48), (150, -48), (186, 0), (150, 48), (88, 48)).buffer(4)]
                ),
                (394, 268),
                -90,
                (366, 262),
            ),
            arm(LEFT, (150, 236), (120, 300)),
            put(
                poly((-56, -40), (56, -40), (56, 40), (-56, 40)).difference(
                    poly((-40, -4), (40, -4), (40, 4), (-40, 4))
                ),
                (118, 352),
                0,
            ),
        ),
        clothes=(coat(),),
    ),
    "scout": lambda: person(
        "kneel",
        feathered,
        (cape("kneel"),),
        (
            armed(
                unary_union(
                    [
                        poly((-50, -10), (20, -13), (20, 13), (-50, 10)),
                        poly((24, -16), (84, -20), (84, 20), (24, 16)),
                        poly((88, -23), (130, -26), (130, 26), (88, 23)),
                    ]
                ),
                (360, 118),
                -4,
                (372, 196),
                (306, 208),
            ),
        ),
        low=30,
    ),
    "field_medic": lambda: person(
        "stride",
        cap,
        (),
        (
            armed(unary_union([rod((-230, 0), (190, 0), 7)]), (398, 250), -90, (366, 256)),
            put(
                poly((0, -52), (-118, -52), (-118, 52), (0, 52)).difference(
                    put(unary_union([rod((-34, 0), (34, 0), 11), rod((0, -34), (0, 34), 11)]), (-59, 0), 0)
                ),
                (392, 120),
                0,
            ),
            put(
                poly((-50, -38), (50, -38), (50, 38), (-50, 38))
                .buffer(6)
                .difference(unary_union([rod((-22, 0), (22, 0), 8), rod((0, -22), (0, 22), 8)])),
                (176, 300),
                0,
            ),
        ),
        clothes=(coat("stride"),),
    ),
    "sorcerer": lambda: person(
        "stand",
        pointed,
        (),
        (
            armed(
                unary_union([rod((-240, 0), (120, 0), 9), ball(150, 0, 32).difference(ball(150, 0, 14))]),
                (398, 250),
                -90,
                (368, 252),
            ),
        ),
        clothes=(poly((206, 262), (306, 262), (352, 490), (160, 490)),),
        tall=104,
    ),
    "bear": bear,
    "boar": boar,
    "blademaster": lambda: person(
        "lunge",
        topknot,
        (armed(sword(190), (138, 140), -100, (144, 228), LEFT),),
        (armed(sword(190), (388, 140), -76, (376, 228)),),
    ),
    "protector": lambda: person(
        "stand",
        helm,
        (armed(spear(180, 260), (120, 250), -90, (146, 236), LEFT),),
        (put(tower_shield(), (336, 316), 0),),
        wide=1.2,
    ),
    "skyfletcher": lambda: person(
        "lunge",
        plumed,
        (),
        (armed(bow(176), (400, 130), -28, (366, 160)), arm((220, 178), (250, 226), (310, 180))),
        clothes=(skirt("lunge"),),
    ),
    "bear_warden": lambda: person(
        "stand",
        lambda: unary_union([hooded(), ball(-40, -62, 22), ball(34, -70, 22)]),
        (cape(),),
        (armed(unary_union([rod((-240, 0), (190, 0), 10), ball(196, 0, 26)]), (396, 256), -90, (366, 256)),),
        wide=1.15,
        tall=96,
    ),
    "redmane": lambda: person(
        "lunge",
        lambda: put(maned(), (0, 0), 0, 1.1),
        (),
        (armed(axe(230, 110), (372, 176), -64, (394, 244), thick=1.15),),
        wide=1.2,
        tall=92,
    ),
}
"""Figures by name."""
