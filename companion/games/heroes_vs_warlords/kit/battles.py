"""Arena Display and Battle Display of the kit (8.2, 8.3, 19.4), both with two sides."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.kit.making import Making
from printables.kinds import arena, battle
from printables.kinds.arena import Row, Step
from printables.model import Component, Piece

STEPS = (
    Step("Hero may breach the wall", "wall"),
    Step("Defender: Ranged", "ranged", "top"),
    Step("Attacker: Ranged", "ranged", "bottom"),
    Step("Defender: Cavalry", "cavalry", "top"),
    Step("Attacker: Cavalry", "cavalry", "bottom"),
    Step("Defender: Close", "close", "top"),
    Step("Attacker: Close", "close", "bottom"),
    Step("A Hero may take the Initiative", "initiative"),
    Step("Withdraw, or fight on from 1", "movement"),
)
KINDS = {
    "tents": battle.Kind("desert", "home_camp", "Tents"),
    "graveyard_attacker": battle.Kind("mountain", "skull", "Graveyard"),
    "graveyard_defender": battle.Kind("mountain", "skull", "Graveyard"),
    "stones": battle.Kind("range", "stone", "Stone"),
    "woods": battle.Kind("woods", "pine", "Woods"),
    "fords": battle.Kind("lake", "visited", "Ford"),
    "walls": battle.Kind("cliff", "wall", "Wall"),
    "drawbridge": battle.Kind("cliff", "drawbridge", "Drawbridge"),
    "towers": battle.Kind("hills", "tower", "Tower"),
}
COLUMNS, ROWS = "ABCDEFGHI", 11


def _arena(title: str, rows: tuple[Row, Row, Row, Row], wall: str, steps: tuple[Step, ...]) -> arena.Arena:
    return arena.Arena(
        title=title,
        top_word="Defender",
        bottom_word="Attacker",
        steps=steps,
        rows=rows,
        graves_word="Graveyard",
        graves_hint="Enemy losses lie here until the fight ends. Count EP, then give them back.",
        wall=wall,
        unit_takes="knights-",
        number_takes="number-",
    )


def open_side() -> arena.Arena:
    """A fight in the field."""
    boxes = facts.BOXES["boxes_per_side"]
    rows = (
        Row(boxes["ranged"], "ranged", "Ranged", "2"),
        Row(boxes["other"], "close", "Cavalry and Close Combat", "4·6"),
        Row(boxes["other"], "close", "Cavalry and Close Combat", "5·7"),
        Row(boxes["ranged"], "ranged", "Ranged", "3"),
    )
    first = Step("Sieges only: breach", "wall")
    return _arena("Field battle", rows, "", (first, *STEPS[1:]))


def city_side() -> arena.Arena:
    """A siege."""
    boxes = facts.BOXES["city_side"]
    rows = (
        Row(boxes["behind_wall"], "close", "Behind the wall", "4·6"),
        Row(boxes["towers"], "tower", "Towers: Ranged only, if built", "2", spread=True),
        Row(boxes["attacker_other"], "close", "Cavalry and Close Combat", "5·7"),
        Row(boxes["attacker_ranged"], "ranged", "Ranged", "3"),
    )
    return _arena("Siege", rows, "WALL", STEPS)


def arena_display() -> Component:
    """The Arena Display: field on the front, city on the back."""
    piece = Piece(
        "arena",
        "Arena Display",
        1,
        arena.outline(),
        partial(arena.face, open_side()),
        partial(arena.face, city_side()),
        2.0,
    )
    return Component("arena_display", "Arena Display", (piece,), stock="arena")


def field(making: Making, side: str, title: str) -> battle.Field:
    """One side of the Battle Display from its data (`open` or `city`)."""
    data = facts.FIELDS[side]
    special: dict[str, battle.Kind] = {}
    for key, value in data.items():
        if key in KINDS:
            special |= dict.fromkeys([value] if isinstance(value, str) else value, KINDS[key])
    rows = data.get("city_rows")
    label = making.label("battle")
    return battle.Field(
        title=title,
        columns=COLUMNS,
        rows=ROWS,
        top_word="Attacker's edge",
        bottom_word="Defender's edge",
        special=tuple(special.items()),
        city_rows=(rows[0], rows[1]) if rows else None,
        line_above=data["defender_setup_rows"][0] if "defender_setup_rows" in data else None,
        line_word="The defender sets up below this line",
        note=label,
        takes="knights-",
    )


def battle_display(making: Making) -> Component:
    """The Battle Display of the Advanced game: open ground on the front, a city on the back."""
    piece = Piece(
        "battle",
        "Battle Display",
        1,
        battle.outline(),
        partial(battle.face, field(making, "open", "Open ground")),
        partial(battle.face, field(making, "city", "City or Camp")),
        2.0,
    )
    return Component("battle_display", "Battle Display", (piece,), stock="boards")
