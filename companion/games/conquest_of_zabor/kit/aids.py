"""The aids of the kit: their words stand in `data/aids.toml`, figures and tables come from the facts."""

from __future__ import annotations

from typing import Any

from companion.engine.game.data import read_toml
from companion.engine.game.printed import Say
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, ability_words, capacity_words
from printables.displays import aid, aids, family
from printables.displays.aid import Aid, Block, Table, Terms
from printables.model import Component, Piece

SLOTS = (("primary", "Primary actions", "flag"), ("secondary", "Secondary actions", "hourglass"))


def values() -> dict[str, Any]:
    """The numbers in the texts, by name."""
    start = facts.START
    pieces = [facts.ITEMS[start["upgrade"]].name, facts.ITEMS["road"].name]
    pieces += [facts.UNITS[one].name for one in start["units"]]
    by_envoys: dict[int, list[str]] = {}
    for players, n in facts.ENVOYS.items():
        by_envoys.setdefault(n, []).append(str(players))
    return facts.NUMBER | {
        "actions": len(facts.ACTIONS),
        "start": ", ".join(f"1 {one}" for one in pieces),
        "inland": facts.UNITS[start["inland"]].name, "coastal": facts.UNITS[start["coastal"]].name,
        "envoys": "; ".join(f"{n} each with {' or '.join(players)} players" for n, players in by_envoys.items()),
        **{name: facts.ITEMS[name].income for name in facts.UPGRADES},
        **{f"absorb_{name}": facts.ITEMS[name].absorb for name in facts.UPGRADES},
    }  # fmt: skip


def figures() -> dict[str, Block]:
    """The tables between the texts, by name."""
    rows = tuple(
        (one.name, str(one.strength), str(one.move), str(one.wounds), f"{one.price}", ability_words(one))
        for one in facts.UNITS.values()
    )
    items = tuple((one.name, str(one.price), str(one.income), str(one.absorb)) for one in facts.ITEMS.values())
    capacity = tuple((one.name, capacity_words(one)) for one in facts.UNITS.values())
    names = {name: one.name for name, one in (facts.UNITS | facts.ITEMS).items()}
    supply = tuple((names[kind], str(n), str(facts.BARBARIANS.get(kind, "")))
                   for kind, n in facts.SUPPLY.items() if kind in names)  # fmt: skip
    slots = {
        name: Terms(title, tuple((facts.ACTIONS[action], both[n]) for action, both in ACTION_WORDS.items()), 0.28,
                    icon=sign)
        for n, (name, title, sign) in enumerate(SLOTS)
    }  # fmt: skip
    return {
        "units": Table("Units", ("", "Str.", "Move", "Wounds", "Gold", ""), rows, (2.1, 1, 1.1, 1.4, 1, 1.9),
                       icon="spears", row=5.4),
        "upgrades": Table("Upgrades", ("", "Gold", "Income", "Absorb"), items, (2, 1, 1, 1), icon="castle", row=5.4),
        "capacity": Table("Unit Capacity (halves rounded up)", (), capacity, (1.2, 3), icon="flag", row=5.4),
        "supply": Table("Pieces there are", ("", "Each colour", "Barbarians"), supply, (1.4, 1.2, 1.2),
                        "A piece that is out cannot be gained; a native always appears.", "storehouse", 4.6),
        **slots,
    }  # fmt: skip


def sides(say: Say) -> dict[str, Aid]:
    """Every side of the aids by its id in the data."""
    return aids.sides(read_toml(facts.PACKAGE, "aids.toml"), say, values(), figures())


def player_aid(say: Say) -> Component:
    """The aid for each player: turn and battle, Units and abilities."""
    return _aid(say, "aid", "Player Aid", len(facts.SEATS), "turn", "numbers")


def table_aid(say: Say) -> Component:
    """The aid for the table: what the actions do, set-up and rare cases."""
    return _aid(say, "table_aid", "Table Aid", 1, "actions", "setup")


def _aid(say: Say, name: str, title: str, count: int, front: str, back: str) -> Component:
    made = family.faces(sides(say))
    faces = made[front], made[back]
    piece = Piece(title.lower().replace(" ", "-"), title, count, aid.outline(), *faces, 2.0)
    return Component(name, title, (piece,), stock="aids")
