"""Aids: the turn and the strength sheet, prices, the event sheet, and the credits."""

from __future__ import annotations

from functools import partial

from companion.engine.game.data import read_toml
from companion.engine.game.hexlines import axial_of
from companion.engine.game.printed import say
from companion.games.multiverse_war.kit.cards import deed_text, minus
from companion.games.multiverse_war.kit.land import cell
from companion.games.multiverse_war.phases.setup import city_hexes, hexes_of
from companion.games.multiverse_war.readers.looks import LOOKS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, Layout
from companion.games.multiverse_war.world.state import Tile
from companion.games.multiverse_war.world.strength import SIDES
from companion.games.multiverse_war.world.wording import CLASSES
from printables.displays import aid, family
from printables.displays.aid import Aid, Block, Plans, Steps, Table, Terms, Words
from printables.displays.aids import sides as made
from printables.displays.plans import Plan, Shape
from printables.look.outlines import cell_centre, centres, hex_board
from printables.model import Component, Piece
from printables.units import Point

CREDITS = (
    "The rules come from a flattened document; cards, heroes, missions, events, territories and layouts it does not "
    "hold are ours."
)
"""Who made what, and which values are ours."""
S = facts.STRENGTH
STRENGTH_NOTE = (
    f"A 0 on the D{SIDES} is a {SIDES}. S of {SIDES} or more hits always, S of 0 or less never. Age does not count "
    "for who attacks a building."
)
"""The default readings A01, A02, A08."""
LAYOUTS = {"duel": "Duel", "alternate_duel": "Larger duel", "team_2v2": "Two teams", "ffa_4": "Each for himself"}


def signed(n: int) -> str:
    """A modifier with its sign."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")


def _health(sheet: Book) -> str:
    """The health of units, and whose is another."""
    usual = facts.NUMBERS["unit"]["health"]
    other = [f"{one.name} {one.health}" for one in sheet.cards() if one.health != usual]
    return ", ".join((f"Every unit has {usual} health", *other)) + "."


def _heroes() -> Words:
    """What a hero gets, and as what it counts."""
    hero = facts.NUMBERS["hero"]
    points = hero["points_per_level"]["two"]
    second, third = hero["age_levels"]["three-four"]
    most = hero["track_min"]
    return Words(
        "Heroes",
        (
            f"Hired with {hero['points']} skill points: 1 buys a health, an action point or a skill of the level, as "
            f"{most} health, 4 action points and 1 skill. Each new level: {points} more.",
            f"In combat age 2 from level {second} on, age 3 from level {third}.",
        ),
        "hero",
    )


def turn_side(sheet: Book) -> Aid:
    """The side with the turn and common questions."""
    cost, home = facts.NUMBERS["ground"]["cost"], sheet.buildings["settlement"]
    left = (
        Steps(
            "A turn",
            (
                f"Revenue: every building repairs 1. Then {home.revenue} gold for the settlement, and that of the "
                "buildings, 1 more for each building with revenue that is joined by road.",
                "Build: recruit, construct, roads, forests, upgrades, heroes, missions.",
                "Action: every unit moves, attacks, explores or rests. The first turn has this phase only.",
            ),
            icon="hourglass",
        ),
        Words(
            "Moving",
            (
                f"Grassland {cost['grassland']}, forest and hill {cost['forest']}, road, building and settlement "
                f"{cost['road']}. "
                "Mountain and water are closed. Revealing a territory: 1. A shot: 1. An attack: what "
                "entering would cost.",
                "All normal action points spent by road: 1 more. Two own units side by side may swap places if "
                "both have the points.",
                "An attack ends the unit's action. Who attacks hand to hand, or explores an event or a territory, "
                "shares the hex with no other fighter. Who wins hand to hand moves in if the hex is empty.",
            ),
            "movement",
        ),
        Words(
            "Support",
            (
                f"Who fights hand to hand ({', '.join(CLASSES[one].lower() for one in facts.HAND_TO_HAND)}) gives it "
                "to a fight in the next hex and gets it; others only where their card says so.",
            ),
            "flag",
        ),
        Words(
            "Sight",
            (
                "2 hexes, along a straight line without higher ground between. Into forest from the next "
                "hex only. Scouts see "
                "through forest. Heights: water and grassland 0, forest 1, hill 2, mountain 3.",
            ),
            "eye",
        ),
    )
    rows = (
        ("Every unit", *3 * (str(facts.NUMBERS["unit"]["strength"]),)),
        ("Each age above, below the foe", *3 * (f"{signed(S['age'])}, {signed(-S['age'])}",)),
        ("Grassland", signed(S["open"]), signed(S["retaliation"]), signed(S["open"])),
        ("Mounted, in forest", *2 * (signed(S["mounted_forest"]),), ""),
        ("Into forest", "", "", signed(S["shot_forest"])),
        ("Onto a hill", signed(S["onto_hill"]), "0", signed(S["onto_hill"])),
        ("From a hill", "", "", signed(S["from_hill"])),
        ("Water", "closed", "", signed(S["open"])),
        ("Mounted against a building", signed(S["building"]), "", ""),
        ("Ranged against a building", "", "", signed(S["building"])),
        ("2 or 3 hexes away", "", "", ", ".join(signed(n) for n in S["range"][1:])),
        ("Support, friend or foe", "+1, −1", "+1, −1", ""),
        ("Ranged against mounted", "", signed(S["mounted_melee"]), ""),
        ("Target: heavy armor", signed(S["heavy_armor"]), "0", "0"),
        ("Target: highly agile", *3 * (signed(S["highly_agile"]),)),
        ("Hard hitter", signed(S["hard_hitter"]), "0", "0"),
    )
    right = (
        Table(
            "Strength: hit with the D10 at S or less",
            ("", "Attack", "Answer", "Shot"),
            rows,
            (3.9, 1.4, 1.4, 1.4),
            STRENGTH_NOTE,
            icon="attack",
        ),
    )
    more = (
        Words(
            "On a counter",
            (
                "Above: age (grey) and action points (green). Below: range (black), if it shoots. Arrowheads: the "
                "middle of its three front sides. " + _health(sheet),
            ),
            "shield",
        ),
        Words(
            "Who strikes first",
            (
                "The attacker, unless the other one trumps. Only survivors strike back. Shots are answered within "
                "reach, those of ranged units by ranged ones, those of siege weapons by siege weapons.",
            ),
            "sword",
        ),
        Table("Trumps", ("Class", "strikes first against the class"), _trumps(sheet), (1, 2.2), icon="sword"),
    )
    return Aid("Multiverse War", "Turn and strength", ((*left, *more), (*right, _abilities(sheet))))


def table_sides(sheet: Book) -> dict[str, Aid]:
    """The sides of the aid for the table, by their ids in the data."""
    numbers = facts.NUMBERS
    values = {
        "missions": numbers["mission"]["hand"], "reveal": numbers["ground"]["cost"]["grassland"],
        "stones": numbers["portal"]["stones"], "treaty": numbers["treaty"]["turns"],
        **{name: numbers["forest"][name] for name in ("cut", "plant")},
        **{name: numbers["building"][name] for name in ("building_units", "settlement_units", "price_step", "siege")},
    }  # fmt: skip
    known = [(one, sheet.ability(one.id)) for one in sheet.cards()]
    texts = tuple((f"{able.name} ({one.name})", f"{able.ap} AP. {deed_text(able)}") for one, able in known if able)
    tables: dict[str, Block] = {"abilities": Terms("Abilities", texts, 0.34, icon="skill"), "layouts": layouts()}
    return made(read_toml(facts.PACKAGE, "aids.toml"), say, values, tables)


def layouts() -> Plans:
    """Where territories and cities lie in each recommended layout."""
    return Plans("Layouts", tuple(_plan(name, one) for name, one in facts.LAYOUTS.items()), icon="map")


def _plan(name: str, one: Layout) -> Plan:
    hexes = [hexes_of(Tile(at=at)) for at in one.places]
    shapes = [Shape(_around(places)) for places in hexes]
    for city in one.cities:
        shapes.append(Shape(_around(city_hexes(city.place, city.edge)), LOOKS[facts.SEATS[city.seat - 1]][0]))
    return Plan(f"{LAYOUTS[name]}: {len(one.places)} territories", tuple(shapes))


def _around(places: list[str]) -> tuple[Point, ...]:
    """The outline of hexes where they lie on the map."""
    found = hex_board(tuple(cell(axial_of(place)) for place in places), 1.0)
    at, (x, y) = centres(found)[found.cells[0]], cell_centre(found.cells[0], 1.0)
    return tuple((px - at[0] + x, py - at[1] + y) for px, py in found.points)


def _trumps(sheet: Book) -> tuple[tuple[str, str], ...]:
    """What each class trumps; the units of a class agree."""
    found = {one.sort: one.trumps for one in sheet.cards() if one.trumps}
    return tuple(
        (CLASSES[sort], ", ".join(CLASSES[other].lower() for other in others)) for sort, others in found.items()
    )


def _abilities(sheet: Book) -> Table:
    """What a kind learns, and what it costs beside a tactical point."""
    known = [(one, sheet.ability(one.id)) for one in sheet.cards()]
    rows = tuple((one.name, able.name, str(able.ap)) for one, able in known if able)
    return Table("Abilities", ("", "", "AP"), rows, (1.5, 1.8, 0.5), icon="skill")


def _units(sheet: Book) -> Table:
    """Prices and values of all units."""
    rows = tuple((one.name, str(one.age), str(one.cost), str(one.ap), str(one.range or "–")) for one in sheet.cards())
    return Table("Units", ("", "Age", "Gold", "AP", "Range"), rows, (2.2, 0.7, 0.8, 0.6, 0.9), icon="training")


def _buildings(sheet: Book) -> Table:
    """Prices and values of all buildings that are built."""
    rows = tuple(
        (one.name, str(one.cost or "–"), signed(one.revenue), str(one.health), str(one.spacing) if one.cost else "–",
         ", ".join(map(str, one.vp)) if any(one.vp) else "–")
        for one in sheet.buildings.values()
    )  # fmt: skip
    header = ("", "Gold", "Revenue", "Health", "Apart", "Points")
    needs = [f"{one.name}: only once the {sheet.units[one.needs].name} is open." for one in sheet.buildings.values()
             if one.needs]  # fmt: skip
    note = " ".join(("Apart: hexes from every settlement and building. Points at age 1, 2 and 3.", *needs))
    return Table("Buildings", header, rows, (2.2, 0.7, 1.1, 0.95, 0.85, 1), note, "home_city")


def _prices() -> Table:
    """What else is paid for."""
    hero, mission = facts.NUMBERS["hero"], facts.NUMBERS["mission"]
    missions = ", ".join(str(n) for n in mission["price"])
    rows = (
        ("Hero", str(hero["price"])),
        ("Hero back at level 1", str(hero["price"])),
        ("Hero back at others, a level", str(hero["revive"])),
        ("Mission of age 1, 2, 3", missions),
    )
    return Table("Gold", ("", ""), rows, (2.2, 1), icon="coins")


def prices_side(sheet: Book) -> Aid:
    """The side with ages, prices and victory; kills are counted on the battle record."""
    vp = facts.NUMBERS["hero"]["vp"]
    heroes = tuple((str(level), str(n)) for level, n in enumerate(vp, 1) if n)
    right = (
        Table("Points of a hero alive", ("Level", "Points"), heroes, (1, 1), "Level 8 wins", "crown"),
        Words(
            "You win",
            (
                "With a hero of level 8, an enemy city, three kinds of the third age; by agreement with the Portal "
                f"({facts.NUMBERS['portal']['stones']} stones), or the most points at the end.",
            ),
            "crown",
        ),
        Words(
            "Tactical points", ("2, 3 or 4 abilities a turn, by your age. Heroes: two abilities, one attack.",), "skill"
        ),
    )
    columns = (_units(sheet), _heroes()), (*right[1:], _buildings(sheet), _prices(), *right[:1])
    return Aid("Multiverse War", "Ages, prices, victory", columns)


def sides(sheet: Book) -> dict[str, Aid]:
    """Every side of the aids by its id."""
    return {"turn": turn_side(sheet), "prices": prices_side(sheet), **table_sides(sheet)}


def aids(sheet: Book) -> Component:
    """The player aid, one for each player, printed on both sides."""
    made = family.faces(sides(sheet))
    faces = made["turn"], made["prices"]
    piece = Piece("player-aid", "Player aid", len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("player_aid", "Player aids", (piece,), stock="aids")


def table_aid(sheet: Book) -> Component:
    """The aid for the table: set-up, exploring, building and the Portal; abilities and signs."""
    made = family.faces(sides(sheet))
    faces = made["setup"], made["signs"]
    piece = Piece("table-aid", "Table aid", 1, aid.outline(), *faces, 2.0)
    return Component("table_aid", "Table aid", (piece,), stock="aids")


def events() -> Component:
    """The random event sheet."""
    entries = tuple((f"{n} {one.name}", minus(one.text)) for n, one in facts.EVENTS.items())
    block = Terms("What a token does", entries, 0.3, icon="quest")
    model = Aid("Random events", "Multiverse War", ((block,),), scale=2.1)
    piece = Piece("events", "Random events", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("event_sheet", "Random event sheet", (piece,), stock="aids")
