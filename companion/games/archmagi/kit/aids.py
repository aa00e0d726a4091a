"""The aids of the kit: their words stand in `data/aids.toml`, figures and tables come from the lists and numbers."""

from __future__ import annotations

from typing import Any

from companion.engine.game.data import read_toml
from companion.engine.game.printed import Say
from companion.games.archmagi import facts
from companion.games.archmagi.facts import Lists
from printables.displays import aid, aids, family
from printables.displays.aid import Aid, Block, Table, Terms
from printables.model import Component, Piece

HANDS = (
    ("Units in a hex", "stack"), ("Chits drawn a turn", "draw"), ("Chits deployed a turn", "deploy"),
    ("Spells kept", "spell"), ("Reserve kept", "unit"), ("Banners", "banners"),
)  # fmt: skip
"""What has a limit, and its name in the data."""
LAND_AGAIN, SEA_DIE = "Land: D20, again on {first} to {last}", "Sea: D6, again above {n}, add {plus}"


def values(sheet: Lists) -> dict[str, Any]:
    """The numbers in the texts, by name."""
    moves = {word.replace(" ", "_"): n for word, n in facts.TERMS.moves.items()}
    found = [sheet.terrain[one].name for one in facts.SETUP["found"]["terrains"]]
    start = {f"start_{pile}": n for pile, n in facts.SETUP["start"].items()}
    rounds: dict[str, int] = facts.SETUP["rounds"]
    text = f"{', '.join(found[:-1])} or {found[-1]}"
    return facts.LIMITS | moves | start | {"found": text, "last": next(iter(rounds.values()))}


def figures(say: Say, sheet: Lists) -> dict[str, Block]:
    """The tables between the texts, by name."""
    abilities = tuple((name.title(), words) for name, words in facts.TERMS.ability.items())
    return {
        "abilities": Terms("Abilities", abilities, 0.26, icon="sword"),
        "limits": Table("At most", (), tuple((what, str(facts.LIMITS[name])) for what, name in HANDS), (3.4, 1.0),
                        icon="equipment", row=4.6),
        "terrain": terrain(say, sheet),
        "types": Terms("Who is what", tuple(
            (word.title(), ", ".join(other.title() for other in implied))
            for word, implied in facts.TERMS.implies.items()
        ), 0.34, icon="paw"),
        "map": land_and_sea(),
    }  # fmt: skip


def terrain(say: Say, sheet: Lists) -> Table:
    """The terrain chart, and how it is rolled for land and for sea."""
    rows = tuple((str(one.roll), one.name, one.also) for one in sheet.terrain.values())
    land, sea = (len(sheet.rows(water=water)) for water in (False, True))
    note = [say(LAND_AGAIN, first=land + 1, last=len(rows)), say(SEA_DIE, n=sea, plus=land)]
    return Table("Terrain", ("D20", "", "also"), rows, (0.7, 1.4, 3.0), ". ".join((*note, "")).strip(), "peaks", 4.5)


def land_and_sea() -> Table:
    """How large the map is for each number of players, in hexes; its rim is sea."""
    rows = []
    for players, (high, wide) in facts.SETUP["map"].items():
        land, sea = facts.land_and_sea(players)
        rows.append((players, f"{wide} × {high}", str(land), str(sea)))
    return Table("Map", ("Players", "Hexes", "Land", "Sea"), tuple(rows), (1, 1.2, 1, 1), icon="map", row=4.6)


def sides(say: Say, sheet: Lists) -> dict[str, Aid]:
    """Every side of the aids by its id in the data."""
    return aids.sides(read_toml(facts.PACKAGE, "aids.toml"), say, values(sheet), figures(say, sheet))


def player_aid(say: Say, sheet: Lists) -> Component:
    """The aid for each player: turn and battle, abilities and terrain."""
    return _aid(say, "player_aid", "Player Aid", len(facts.SEATS), "turn", "words", sheet)


def table_aid(say: Say, sheet: Lists) -> Component:
    """The aid for the table: set-up and map, spells, artifacts and rare cases."""
    return _aid(say, "table_aid", "Table Aid", 1, "setup", "magic", sheet)


def _aid(say: Say, name: str, title: str, count: int, front: str, back: str, sheet: Lists) -> Component:
    made = family.faces(sides(say, sheet))
    faces = made[front], made[back]
    return Component(name, title, (Piece(name.replace("_", "-"), title, count, aid.outline(), *faces, 2.0),),
                     stock="aids")  # fmt: skip
