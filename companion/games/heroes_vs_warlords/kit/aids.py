"""The Player Aid of the kit. Numbers come from the data, words are ours."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.facts import RACES
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.sheet import COST_ORDER
from companion.games.heroes_vs_warlords.siege import CAMP_SP, CITY_SP, WORKS_BONUS
from printables.kinds import aid
from printables.kinds.aid import Aid, Steps, Table, Words
from printables.model import Component, Piece

DICE = ("1", "2", "3", "4", "5", "6")


def stacks(entry: list[list[int]]) -> str:
    """Guards of a table entry in words, for instance `4 x L1 + 2 x L2`."""
    return " + ".join(f"{count} × L{level}" for level, count in entry) or "none"


def guards_table(making: Making) -> Table:
    """Guards by a d6."""
    guards = [making.sheet.tables[f"guards_{kind}"].rows for kind in ("resource", "ruin", "tower")]
    rows = tuple((d, *(stacks(rows[int(d)]) for rows in guards)) for d in DICE)
    home = f"On a start tile: always {stacks(facts.HOME_GUARDS)}. Tower guards: roll at each unused visit."
    return Table("Guards (d6)", ("d6", "Resource", "Ruin", "Tower"), rows, (0.5, 2.2, 3.3, 2.2), home, "keep")


def reaction_table() -> Table:
    """Guard reaction by the highest Level."""
    levels = tuple(str(level) for level in facts.REACTION_MAX)
    row = ("d20 up to", *(str(limit) for limit in facts.REACTION_MAX.values()))
    return Table("Guards next to you react", ("Highest Level", *levels), (row,), (2.4, 1, 1, 1, 1, 1, 1), icon="eye")


def outpost_table(making: Making) -> Table:
    """The Outpost Table."""
    rows = making.sheet.tables["outpost"].rows
    gains = (_gain(rows[int(d)]) for d in DICE)
    return Table("Outpost (d6)", DICE, (tuple(gains),), (1, 1, 1, 1, 1, 1), "First Hero of the Round only.", "outpost")


def _gain(entry: dict[str, int]) -> str:
    return ", ".join(f"{n} {RESOURCE_TITLES[r]}" for r, n in entry.items() if n)


def conquest_table(making: Making) -> Table:
    """The Conquest Table in tenths."""
    data = making.sheet.tables["conquest"].rows
    rows = tuple((d, *(f"{data[int(d)][r]}/10" if data[int(d)][r] else "none" for r in COST_ORDER)) for d in DICE)
    header = ("d6", *(RESOURCE_TITLES[r] for r in COST_ORDER))
    return Table(
        "Conquest (d6 for each Resource)",
        header,
        rows,
        (0.7, 1, 1, 1, 1),
        "Part of the loser's stock, rounded up.",
        "flag",
    )


def level_table() -> Table:
    """What the next Level costs, Basic and Advanced."""
    costs = facts.EP_BY_LEVEL
    header = ("to Level", *(str(i + 2) for i in range(len(costs))))
    rows = (
        ("Basic", *(str(facts.EP_PER_LEVEL) for _ in costs)),
        ("Advanced", *(str(c) for c in costs)),
    )
    return Table(
        "EP for the next Level", header, rows, (2.9, *(1.0 if cost < 100 else 1.3 for cost in costs)), icon="level"
    )


def honor_table() -> Table:
    """Honor for each stack."""
    data = facts.HONOR
    rows = (("Honor", *(str(v) for v in data.values())),)
    return Table("Honor for a defeated stack", ("Its Level", *data), rows, (1.6, *(1.0 for _ in data)), icon="honor")


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


def terrain_table() -> Table:
    """What entering a hex costs in the Advanced game (15.6)."""
    by_cost: dict[int, list[str]] = {}
    for terrain, price in facts.TERRAIN_COST.items():
        by_cost.setdefault(price, []).append(TERRAIN_NAMES[terrain])
    by_rule: dict[str, list[str]] = {}
    for terrain, rule in facts.TERRAIN_SPECIAL.items():
        by_rule.setdefault(rule, []).append(TERRAIN_NAMES[terrain])
    rows = [(f"{price} MP", ", ".join(names)) for price, names in sorted(by_cost.items())]
    rows += [("", f"{', '.join(names)}: {SPECIAL_COSTS[rule]}") for rule, names in by_rule.items()]
    return Table("Advanced: entering a hex", (), tuple(rows), (1.0, 6.0), icon="movement", row=4.4)


def units_table(making: Making, side: str) -> Table:
    """Values of a side's units."""
    words = {"close": "Close", "ranged": "Ranged", "cavalry": "Cavalry"}
    rows = tuple(
        (f"L{level}", words[u.type], str(u.attack), str(u.defense), str(u.move))
        for level, u in making.sheet.units[side].items()
    )
    return Table(TITLES[side], ("", "Type", "A", "D", "M"), rows, (0.8, 1.8, 0.8, 0.8, 0.8), row=4.3)


def sequence_side() -> Aid:
    """What happens when."""
    setup = facts.SETUP
    left = (
        Steps(
            "The Round",
            (
                "Initiative: everybody rolls a d20; the highest goes first, the others follow clockwise.",
                "Turns 1 to 3: one player after the other moves his Heroes and fights.",
                "Turn 4: all collect income. Turns 1 to 4 make a sequence; play three of them.",
                "Turn 5: build facilities, recruit units, trade.",
                f"Keep at most {setup['stock_limit']} of a Resource on a Display.",
                "Clean up: take Visited markers off outposts; one more recruit in each active location; "
                "each hex with guards gets one more of their lowest Level.",
                "Check who has won. If nobody has: next Round.",
            ),
            icon="hourglass",
        ),
        Steps(
            "Entering a hex",
            (
                "Pay the Movement and turn the tile if it lies face down.",
                "Heroes and guards next to the hex may react.",
                "Fight what guards the hex; then take what it offers.",
            ),
            icon="movement",
        ),
        Words(
            "What a hex offers",
            (
                "Resource: beat its guards, then it is yours and earns in every Turn 4.",
                "Ruin: one Equipment, once in the game.",
                "Tower: one ability up by 1, once for each Hero.",
                "Outpost: roll for a Resource. Recruitment: your own Level 1 units.",
            ),
            icon="ruin",
        ),
        reaction_table(),
        terrain_table(),
    )
    right = (
        Steps(
            "A fight in the Arena",
            (
                "A siege: the attacking Hero may breach the wall.",
                "Ranged stacks shoot, the defender's first.",
                "Ranged stacks of the attacker shoot.",
                "Cavalry of the defender attacks.",
                "Cavalry of the attacker attacks.",
                "Close Combat of the defender attacks.",
                "Close Combat of the attacker attacks.",
                "The side without Initiative may roll for it, once a fight for each Hero.",
                "Withdraw (d20 up to the Hero's Initiative), or go on with 1.",
            ),
            icon="close",
        ),
        Words(
            "Rolling",
            (
                "Ranged: d20 + Attack against a bare d20. Higher hits.",
                "Close: d20 + Attack + Hero against d20 + Defense + Hero. The higher total wins, a tie does nothing.",
                "Basic hits: as many enemies fall as the winning stack has units.",
                "Enemy Ranged stacks can be attacked in Close Combat by a side with more Cavalry and Close stacks.",
            ),
            icon="target",
        ),
        Table(
            "Walls",
            ("Works", "City SP", "Camp SP", "Defense"),
            tuple((f"Level {n}", str(CITY_SP[n]), str(CAMP_SP[n]), f"+{WORKS_BONUS[n]}") for n in CITY_SP),
            (1.4, 1, 1, 1),
            "d20 + Hero Level: all SP destroys, half damages.",
            "wall",
        ),
        Words(
            "The end",
            (
                "You are out when your capital is lost at the end of a Round, or with both Heroes dead.",
                "After the agreed length compare Resources held, both Hero Levels together, and army "
                "strength (Level × units). Most categories won wins.",
            ),
            icon="crown",
        ),
    )
    return Aid("Player Aid", "Round and fight", (left, right), scale=1.22)


def tables_side(making: Making) -> Aid:
    """All tables."""
    left = (guards_table(making), outpost_table(making), conquest_table(making), level_table(), honor_table())
    right = tuple(units_table(making, side) for side in (*RACES, "neutrals", "mercenaries"))
    labels = {"Tables": making.label("tables"), "Unit values": making.label("units")}
    told = " · ".join(f"{what}: {label}" for what, label in labels.items() if label)
    return Aid("Player Aid", "Tables and units", (left, right), told, 1.24)


def player_aid(making: Making) -> Component:
    """One for each player, printed on both sides."""
    piece = Piece(
        "player-aid",
        "Player Aid",
        3,
        aid.outline(),
        partial(aid.face, sequence_side()),
        partial(aid.face, tables_side(making)),
        2.0,
    )
    return Component("player_aid", "Player Aid", (piece,), stock="aids")
