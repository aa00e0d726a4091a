"""Tables of figures on the aids: guards, outposts, conquest, prices, units; numbers from the data."""

from __future__ import annotations

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.advanced.holy import MOVEMENT_GIFT
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, TOWER_BOXES, WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ABILITY_TITLES, RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.facts import ABILITIES, RACES
from companion.games.heroes_vs_warlords.records.sheet import COST_ORDER
from printables.displays.aid import Table

DICE = ("1", "2", "3", "4", "5", "6")


def stacks(say: Say, entry: list[list[int]]) -> str:
    """Guards of a table entry in words, for instance `4 × L1 + 2 × L2`."""
    return " + ".join(say("{count} × L{level}", count=count, level=level) for level, count in entry) or say("none")


def guards(making: Making) -> Table:
    """Guards by a d6."""
    rows = [making.sheet.tables[f"guards_{kind}"].rows for kind in ("resource", "ruin", "tower")]
    cells = tuple((d, *(stacks(making.say, table[int(d)]) for table in rows)) for d in DICE)
    header = (making.say("d6"), making.say("Resource"), making.say("Ruin"), making.say("Tower"))
    note = making.say(
        "On a start tile: always {guards}. Tower guards: roll at each unused visit.",
        guards=stacks(making.say, facts.HOME_GUARDS),
    )
    return Table(making.say("Guards (d6)"), header, cells, (0.5, 2.2, 3.3, 2.2), note, "keep", 4.5, section="3.3")


def reaction(say: Say) -> Table:
    """Guard reaction by the highest Level."""
    levels = tuple(str(level) for level in facts.REACTION_MAX)
    row = (say("d20 up to"), *(str(limit) for limit in facts.REACTION_MAX.values()))
    shares = (2.4, *(1.0 for _ in levels))
    title, highest = say("Guards next to you react"), say("Highest Level")
    return Table(title, (highest, *levels), (row,), shares, icon="eye", section="7.3.1")


def outpost(making: Making) -> Table:
    """The Outpost Table."""
    rows = making.sheet.tables["outpost"].rows
    gains = tuple(_gain(making.say, rows[int(d)]) for d in DICE)
    return Table(making.say("Outpost (d6)"), DICE, (gains,), (1, 1, 1, 1, 1, 1), icon="outpost", section="3.3.5")


def _gain(say: Say, entry: dict[str, int]) -> str:
    return ", ".join(say("{n} {what}", n=n, what=say(RESOURCE_TITLES[r])) for r, n in entry.items() if n)


def conquest(making: Making) -> Table:
    """The Conquest Table in tenths."""
    data = making.sheet.tables["conquest"].rows
    rows = tuple((d, *(f"{data[int(d)][r]}/10" if data[int(d)][r] else "–" for r in COST_ORDER)) for d in DICE)
    header = (making.say("d6"), *(making.say(RESOURCE_TITLES[r]) for r in COST_ORDER))
    title = making.say("Conquest (d6 for each Resource)")
    return Table(title, header, rows, (0.7, 1, 1, 1, 1), icon="coins", row=4.4, section="8.12")


def walls(say: Say) -> Table:
    """Structure points and bonus of the defensive works."""
    header = (say("Walls"), say("City SP"), say("Camp SP"), say("Defense"))
    rows = tuple(
        (say("Level {level}", level=n), str(CITY_SP[n]), str(CAMP_SP[n]), f"+{WORKS_BONUS[n]}") for n in CITY_SP
    )
    return Table(say("Siege: the walls"), header, rows, (1.4, 1, 1, 1), icon="wall", row=4.4, section="4.3.1")


def bonus(say: Say) -> Table:
    """What each place adds to Defense."""
    built = range(1, TOWER_BOXES + 1)
    header = (say("Towers built"), *(str(n) for n in built))
    added = tuple(f"+{tower_bonus(n)}" for n in built)
    rows = (
        (say("Units in a tower, instead of the walls; on their d20 against Ranged too"), *added),
        (say("Defense of each unit in your own Resource hexes"), *added),
    )
    return Table(say("Bonus of towers"), header, rows, (5, 1, 1), icon="defense", row=4.4, section="8.7.2")


def starts(making: Making) -> Table:
    """The abilities with which Heroes start."""
    header = ("", *(making.say(ABILITY_TITLES[a]) for a in ABILITIES), making.say("Level"))
    rows = []
    for race in RACES:
        hero = making.sheet.heroes[race]
        rows.append((making.say(TITLES[race]), *(str(getattr(hero, a)) for a in ABILITIES), str(hero.level)))
    note = making.values_note("heroes", "")
    return Table(
        making.say("Heroes at the start"),
        header,
        tuple(rows),
        (2.2, 1.2, 1.5, 1.5, 1.6, 0.9),
        note,
        "visor",
        section="4.1",
    )


def equipment(making: Making) -> Table:
    """The contents of the cup."""
    kinds = facts.EQUIPMENT.values()
    header = ("", *(making.say(ABILITY_TITLES[a]) for a in ABILITIES))
    rows = tuple(
        (f"+{n}", *(f"{sum(k.count for k in kinds if k.ability == a and k.bonus == n)} ×" for a in ABILITIES))
        for n in sorted({kind.bonus for kind in kinds})
    )
    return Table(
        making.say("Equipment in the cup"), header, rows, (0.6, 1, 1, 1, 1), icon="equipment", row=4.4, section="3.3.3"
    )


def levels(say: Say) -> Table:
    """What the next Level costs, Basic and Advanced."""
    costs = facts.EP_BY_LEVEL
    header = (say("to Level"), *(str(i + 2) for i in range(len(costs))))
    rows = (
        (say("Basic"), *(str(facts.EP_PER_LEVEL) for _ in costs)),
        (say("Advanced"), *(str(c) for c in costs)),
    )
    shares = (4.3, *(1.0 if cost < 100 else 1.2 for cost in costs))
    return Table(say("EP for the next Level"), header, rows, shares, icon="level", section="8.11")


def honor(say: Say) -> Table:
    """Honor for each stack."""
    data = facts.HONOR
    rows = ((say("Honor"), *(str(v) for v in data.values())),)
    header = (say("Its Level"), *data)
    return Table(say("Advanced: Honor for a defeated stack"), header, rows, (1.8, *(1.0 for _ in data)), icon="honor")


TERRAIN_NAMES = {
    "clear": "Clear", "desert": "Desert", "city": "City", "holy_place": "Holy Place", "road": "Road",
    "hills": "Hills", "woods": "Woods", "mountain": "Mountain", "camp": "Camp", "lake": "Lake",
    "range": "Mountain range", "river": "River",
}  # fmt: skip
SPECIAL_COSTS = {
    "other": "the other terrain of the hex",
    "no": "no way through",
    "bridge": "only over a whole bridge",
}


def terrain(say: Say) -> Table:
    """What entering a hex costs in the Advanced game (15.6)."""
    by_cost: dict[int, list[str]] = {}
    for kind, price in facts.TERRAIN_COST.items():
        by_cost.setdefault(price, []).append(say(TERRAIN_NAMES[kind]))
    by_rule: dict[str, list[str]] = {}
    for kind, rule in facts.TERRAIN_SPECIAL.items():
        by_rule.setdefault(rule, []).append(say(TERRAIN_NAMES[kind]))
    rows = [(say("{n} MP", n=price), ", ".join(names)) for price, names in sorted(by_cost.items())]
    rows += [("", f"{', '.join(names)}: {say(SPECIAL_COSTS[rule])}") for rule, names in by_rule.items()]
    return Table(say("Advanced: entering a hex"), (), tuple(rows), (1.0, 6.0), icon="movement", row=4.4)


HOLY_GIFTS = {
    "gold": "1 Gold",
    "honor": "1 Honor for each stack he leads",
    "movement": "{mp} MP, to be used at once",
    "resources": "1 of its kind for each Resource hex you hold",
    "experience": "EP: roll a d20",
}


def holy(say: Say) -> Table:
    """What a holy place gives, by the d20 (15.4)."""
    rows, first = [], 1
    for top, gift in facts.HOLY_PLACE.items():
        rows.append((f"{first}–{top}" if first < top else str(top), say(HOLY_GIFTS[gift], mp=MOVEMENT_GIFT)))
        first = top + 1
    note = say("Whoever stops loses the MP he has left, then rolls. Once a Round; passing through does nothing.")
    title = say("Advanced: a holy place")
    return Table(title, (), tuple(rows), (1.0, 6.0), note, icon="visited", section="15.4", row=4.4)


TYPE_TITLES = {"close": "Close Combat", "ranged": "Ranged", "cavalry": "Cavalry"}


def units(making: Making, side: str) -> Table:
    """Values of a side's units."""
    rows = tuple(
        (
            making.say("L{level}", level=level),
            making.say(TYPE_TITLES[u.type]),
            str(u.attack),
            str(u.defense),
            str(u.move),
        )
        for level, u in making.sheet.units[side].items()
    )
    header = ("", making.say("Type"), *(making.say(ABILITY_TITLES[a]) for a in ("attack", "defense", "movement")))
    return Table(making.say(TITLES[side]), header, rows, (0.7, 1.8, 1.2, 1.5, 1.6), row=4.6)
