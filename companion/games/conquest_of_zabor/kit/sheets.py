"""Charts, track, aid and credits of the kit: numbers from the data, in our own words."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.board import LOOKS
from companion.games.conquest_of_zabor.wording import ability_words
from printables.displays import aid, chart, strip
from printables.displays.aid import Aid, Steps, Table, Words
from printables.look import fonts, icons
from printables.model import Component, Piece

CARD = (63.0, 44.0)
GOLD = 60
"""The last number of the Gold Track."""


def turn_side() -> Aid:
    """The side with the ten phases and what each action does."""
    left = (
        Steps("The turn", (
            "Action Cards: the Master of the Council lays the 8 cards in any order.",
            "Income: Rural 1, Keep 2, City 4, Metropol 8 Gold, and cards.",
            "Events: the Master of Events draws 3, plays 1, places its Barbarians.",
            "Envoys: in turn, one at a time, one on each space.",
            "Actions: left to right, on each card the primary, then the secondary.",
            "Warfare: each may move Units to one Land Area.",
            "Trade: 2 Trade Bonus Cards with an adjacent Empire that agrees, if you did not fight.",
            "Heal: all wounds but those of Monsters.",
            "Victory Points: claim what you fulfil.",
            "End: the next VP card is turned up; after the last one the game is over.",
        ), icon="hourglass"),
        Words("Who wins", ("Most VP; then Metropols, Gold, Cities, Keeps, Strength of all Units.",), "laurels"),
        Words("Keywords", ("On the cards keywords begin with a capital letter. From 12 years.",), "quest"),
    )  # fmt: skip
    right = (
        Steps("A battle", (
            "First Strike: its level once for each type of Unit. These wounds come off at once.",
            "Dice: the Strength of all Units, Support, and in round 1 Superiority. 5 and 6 hit.",
            "Absorb: a Keep ignores 1 wound, a City 2, a Metropol 3, once in a battle.",
            "Wounded Units suffer first. Again, until one side has nobody left.",
            "The winner has the area, one step lower. Pursuit, then Warp.",
        ), icon="sword"),
        Words("Moving", (
            "1 Move for each border; none along Roads of yours and Fleets of yours. Whoever enters an area he does not "
            "control stops. In a Rural Area of nobody 1 Barbarian Infantry appears.",
        ), "movement"),
        Words("At most", ("3 cards of a type (traits apart), and the Unit Capacity of each type.",), "shield"),
    )  # fmt: skip
    return Aid("Player Aid", "Turn and battle", (left, right), scale=1.45)


def numbers_side() -> Aid:
    """The side with Units, prices and capacities."""
    rows = tuple(
        (
            one.name,
            str(one.strength),
            str(one.move),
            str(one.wounds),
            f"{one.price}",
            ability_words(one),
        )
        for one in facts.UNITS.values()
    )
    items = tuple((one.name, str(one.price), str(one.income), str(one.absorb)) for one in facts.ITEMS.values())
    capacity = tuple((one.name, _capacity(one)) for one in facts.UNITS.values())
    tables = (
        Table(
            "Units",
            ("", "Strength", "Move", "Wounds", "Gold", ""),
            rows,
            (2.2, 1.2, 1, 1.2, 1, 2.4),
            icon="spears",
            row=6.4,
        ),
        Table("Upgrades", ("", "Gold", "Income", "Absorb"), items, (2, 1, 1, 1), icon="castle", row=6.4),
        Table("Unit Capacity (halves rounded up)", ("", ""), capacity, (2, 3), icon="flag", row=6.4),
    )
    return Aid("Player Aid", "Numbers", (tables,), scale=1.6)


def _capacity(unit: facts.Kind) -> str:
    """How many Units of a type an Empire may have."""
    counted = "half the " if unit.part > 1 else ""
    return f"{facts.NUMBER['capacity']} + {counted}{unit.capacity.title()} Areas"


def aids() -> Component:
    """The player aid, one for each player, printed on both sides."""
    faces = partial(aid.face, turn_side()), partial(aid.face, numbers_side())
    piece = Piece("player-aid", "Player Aid", len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("aid", "Player Aid", (piece,), stock="aids")


def charts() -> Component:
    """An Empire Chart for each colour: Gold Track and places for cards."""
    most = f"{facts.NUMBER['hand']} at most"
    places = (
        chart.Cards("Position", "crown", most, "position-"),
        chart.Cards("Traits", "flag", "", "trait-"),
        chart.Cards("Dynasties", "palace", most, "dynasty-"),
        chart.Cards("Artifacts", "diamond", most, "artifact-"),
    )
    pieces = []
    for seat in facts.SEATS:
        title = facts.TITLES[seat]
        model = chart.Chart(
            LOOKS[seat][0], title, "Empire Chart", "Gold Track", "coins", GOLD, f"gold-{seat}", places, CARD
        )
        face = partial(chart.front, model)
        pieces.append(Piece(f"chart-{seat}", f"Chart {title}", 1, chart.outline(), face, None, 2.0))
    return Component("charts", "Empire Charts", tuple(pieces), stock="aids")


def _strip(name: str, title: str, rows: tuple[strip.Row, ...]) -> Component:
    model = strip.Strip(rows)
    piece = Piece(name, title, 1, strip.outline(model), partial(strip.front, model), None, 2.0)
    return Component(name, title, (piece,), stock="aids")


def track() -> Component:
    """The Action Card Track: 16 spaces for Envoys."""
    places = len(facts.ACTIONS)
    return _strip("track", "Action Card Track", tuple(
        strip.Row(word, tuple((str(n), "Envoy") for n in range(1, places + 1)), icon, takes="envoy") for word, icon in
        (("Primary", "flag"), ("Secondary", "hourglass"))
    ))  # fmt: skip


def vp_chart() -> Component:
    """Places for the VP cards of four ages."""
    most = 4
    return _strip(
        "vp_chart",
        "VP Chart",
        tuple(
            strip.Row(f"Age {age}", tuple((str(n), "VP") for n in range(1, most + 1)), "laurels", takes="claim_marker")
            for age in facts.AGES
        ),
    )


def credits_page() -> Component:
    """Who made what, and which values are ours."""
    blocks = (
        Words(
            "This game",
            (
                "Rules, units, prices and numbers are those of the document. All cards but the effect of the Paladins, "
                "their "
                "numbers and the supply of pieces are ours and marked house. The map is the group's own.",
            ),
            "quest",
        ),
        Words("Symbols", (icons.credit(),), "eye"),
        Words("Type", fonts.CREDITS, "quest"),
    )
    model = Aid("Credits", "Conquest of Zabor", (blocks,))
    piece = Piece("credits", "Credits", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("credits", "Credits", (piece,), stock="paper")
