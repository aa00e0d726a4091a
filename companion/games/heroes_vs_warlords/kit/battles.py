"""Arena Display and Battle Display of the kit (8.2, 8.3, 19.4), both with two sides."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.records import facts
from printables.displays import arena, battle
from printables.displays.arena import Row, Step
from printables.model import Component, Piece

COLUMNS, ROWS = "ABCDEFGHI", 11
JOIN = 5
"""The last row of the upper half of the Battle Display."""


def steps(say: Say) -> tuple[Step, ...]:
    """The steps of a round of combat (8.3)."""
    return (
        Step(say("Hero may breach the wall"), "wall"),
        Step(say("Defender: Ranged"), "ranged", "top"),
        Step(say("Attacker: Ranged"), "ranged", "bottom"),
        Step(say("Defender: Cavalry"), "cavalry", "top"),
        Step(say("Attacker: Cavalry"), "cavalry", "bottom"),
        Step(say("Defender: Close"), "close", "top"),
        Step(say("Attacker: Close"), "close", "bottom"),
        Step(say("A Hero may take the Initiative"), "initiative"),
        Step(say("Withdraw, or fight on from 1"), "movement"),
    )


def special_hexes(say: Say) -> dict[str, battle.Kind]:
    """What is in special hexes of the Battle Display, by its name in the data."""
    graveyard = battle.Kind("graves", "graves", say("Graveyard"))
    return {
        "tents": battle.Kind("desert", "home_camp", say("Tents")),
        "graveyard_attacker": graveyard,
        "graveyard_defender": graveyard,
        "stones": battle.Kind("rocks", "rocks", say("Stone rocks")),
        "woods": battle.Kind("woods", "pine", say("Woods")),
        "fords": battle.Kind("lake", "visited", say("Ford")),
        "walls": battle.Kind("cliff", "wall", say("Wall")),
        "drawbridge": battle.Kind("cliff", "drawbridge", say("Drawbridge")),
        "towers": battle.Kind("hills", "tower", say("Tower")),
    }


def _arena(
    say: Say,
    title: str,
    rows: tuple[Row, Row, Row, Row],
    wall: str,
    order: tuple[Step, ...],
    marks: tuple[str, str] = ("", ""),
) -> arena.Arena:
    return arena.Arena(
        title=title,
        top_word=say("Defender"),
        bottom_word=say("Attacker"),
        steps=order,
        rows=rows,
        graves_word=say("Graveyard"),
        graves_hint=say("Enemy losses lie here until the fight ends. Count EP, then give them back."),
        wall=wall,
        unit_takes="knights-",
        number_takes="number-",
        marks=marks,
        mark_takes="damaged",
    )


def open_side(say: Say) -> arena.Arena:
    """The side for a field battle."""
    boxes = facts.BOXES["boxes_per_side"]
    rows = (
        Row(boxes["ranged"], "ranged", say("Ranged"), (2,)),
        Row(boxes["other"], "close", say("Cavalry and Close Combat"), (4, 6)),
        Row(boxes["other"], "close", say("Cavalry and Close Combat"), (5, 7)),
        Row(boxes["ranged"], "ranged", say("Ranged"), (3,)),
    )
    first = Step(say("Sieges only: breach"), "wall")
    return _arena(say, say("Field battle"), rows, "", (first, *steps(say)[1:]))


def city_side(say: Say) -> arena.Arena:
    """The side for a siege."""
    boxes = facts.BOXES["city_side"]
    rows = (
        Row(boxes["behind_wall"], "close", say("Behind the wall"), (4, 6)),
        Row(boxes["towers"], "tower", say("Towers: Ranged only, if built"), (2,), spread=True),
        Row(boxes["attacker_other"], "close", say("Cavalry and Close Combat"), (5, 7)),
        Row(boxes["attacker_ranged"], "ranged", say("Ranged"), (3,)),
    )
    return _arena(say, say("Siege"), rows, say("WALL"), steps(say), (say("Tower"), say("Wall")))


def arena_display(say: Say) -> Component:
    """The Arena Display: field on the front, city on the back."""
    piece = Piece(
        "arena",
        say("Arena Display"),
        1,
        arena.outline(),
        partial(arena.face, open_side(say)),
        partial(arena.face, city_side(say)),
        2.0,
    )
    return Component("arena_display", say("Arena Display"), (piece,), stock="arena")


def field(making: Making, side: str, title: str) -> battle.Field:
    """One side of the Battle Display from its data (`open` or `city`)."""
    data = facts.FIELDS[side]
    special: dict[str, battle.Kind] = {}
    kinds = special_hexes(making.say)
    for key, value in data.items():
        if key in kinds:
            special |= dict.fromkeys([value] if isinstance(value, str) else value, kinds[key])
    rows = data.get("city_rows")
    label = making.label("battle")
    return battle.Field(
        title=title,
        columns=COLUMNS,
        rows=ROWS,
        join=JOIN,
        top_word=making.say("Attacker's edge"),
        bottom_word=making.say("Defender's edge"),
        special=tuple(special.items()),
        city_rows=(rows[0], rows[1]) if rows else None,
        line_above=data["defender_setup_rows"][0] if "defender_setup_rows" in data else None,
        line_word=making.say("The defender sets up below this line"),
        note=label,
        join_word=making.say("Lay the lower half over this strip, up to the line."),
        stack_word=making.say("A stack: the counter on its number marker, so that the number can be read."),
        takes=("knights-",),
    )


def battle_display(making: Making) -> Component:
    """The Battle Display of the Advanced game in two halves: open ground on the front, a city on the back."""
    sides = field(making, "open", making.say("Open ground")), field(making, "city", making.say("City or Camp"))
    pieces = []
    for name, title, upper in (
        ("upper", making.say("Battle Display, upper half"), True),
        ("lower", making.say("Battle Display, lower half"), False),
    ):
        front, back = (partial(battle.face, side, upper) for side in sides)
        pieces.append(Piece(f"battle-{name}", title, 1, battle.outline(ROWS, JOIN, upper), front, back, 1.6))
    return Component("battle_display", making.say("Battle Display"), tuple(pieces), stock="arena")
