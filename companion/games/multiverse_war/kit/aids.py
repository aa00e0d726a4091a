"""Aids: their words stand in `data/aids.toml`, figures and tables come from the facts; the event sheet, the credits."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.game.data import read_toml
from companion.engine.game.hexlines import axial_of
from companion.engine.game.printed import Say
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
from printables.displays.aid import Aid, Block, Plans, Table, Terms
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
LAYOUTS = {"duel": "Duel", "alternate_duel": "Larger duel", "team_2v2": "Two teams", "ffa_4": "Each for himself"}


def signed(n: int) -> str:
    """A modifier with its sign."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")


def _values(sheet: Book) -> dict[str, Any]:
    """The numbers in the texts, by name."""
    numbers, unit, hero = facts.NUMBERS, facts.NUMBERS["unit"], facts.NUMBERS["hero"]
    other = [f", {one.name} {one.health}" for one in sheet.cards() if one.health != unit["health"]]
    second, third = hero["age_levels"]["three-four"]
    return {
        "missions": numbers["mission"]["hand"], "stones": numbers["portal"]["stones"],
        "treaty": numbers["treaty"]["turns"], "sides": SIDES,
        "revenue": sheet.buildings["settlement"].revenue,
        "reveal": numbers["ground"]["cost"]["grassland"],
        **{f"into_{name}": n for name, n in numbers["ground"]["cost"].items()},
        **{name: numbers["forest"][name] for name in ("cut", "plant")},
        **{name: numbers["building"][name] for name in ("building_units", "settlement_units", "price_step", "siege")},
        "spacing": sheet.buildings["barracks"].spacing, "tower_spacing": sheet.buildings["guard_tower"].spacing,
        "health": unit["health"], "other_health": "".join(other), "strength": unit["strength"],
        "hand_to_hand": ", ".join(CLASSES[one].lower() for one in facts.HAND_TO_HAND),
        **{name: signed(n) for name, n in S.items() if isinstance(n, int)},
        "younger": signed(-S["age"]), "farther": ", ".join(signed(n) for n in S["range"][1:]),
        "hero_points": hero["points"], "level_points": hero["points_per_level"]["two"], "track": hero["track_min"],
        "second": second, "third": third, "hero": hero["price"], "revive": hero["revive"],
        "tower": ", ".join(signed(n) for n in numbers["building"]["tower_bonus"]),
        "mission": ", ".join(str(n) for n in numbers["mission"]["price"]),
    }  # fmt: skip


def _figures(sheet: Book) -> dict[str, Block]:
    """The tables between the texts, by name."""
    known = [(one, able) for one in sheet.cards() if (able := sheet.ability(one.id))]
    texts = tuple((f"{able.name} ({one.name})", f"{able.ap} AP. {deed_text(able)}") for one, able in known)
    heroes = tuple((str(level), str(n)) for level, n in enumerate(facts.NUMBERS["hero"]["vp"], 1) if n)
    return {
        "abilities": Terms("Abilities", texts, 0.34, icon="skill"),
        "trumps": Table("Trumps", ("Class", "strikes first against the class"), _trumps(sheet), (1, 2.2), icon="sword"),
        "alive": Table("Points of a hero alive", ("Level", "Points"), heroes, (1, 1), "Level 8 wins", "crown"),
        "units": _units(sheet), "buildings": _buildings(sheet), "layouts": layouts(),
    }  # fmt: skip


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


def sides(say: Say, sheet: Book) -> dict[str, Aid]:
    """Every side of the aids by its id in the data."""
    return made(read_toml(facts.PACKAGE, "aids.toml"), say, _values(sheet), _figures(sheet))


def aids(say: Say, sheet: Book) -> Component:
    """The player aid, one for each player, printed on both sides."""
    made = family.faces(sides(say, sheet))
    faces = made["turn"], made["prices"]
    piece = Piece("player-aid", "Player aid", len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("player_aid", "Player aids", (piece,), stock="aids")


def table_aid(say: Say, sheet: Book) -> Component:
    """The aid for the table: set-up, exploring, building and the Portal; abilities and signs."""
    made = family.faces(sides(say, sheet))
    faces = made["setup"], made["signs"]
    piece = Piece("table-aid", "Table aid", 1, aid.outline(), *faces, 2.0)
    return Component("table_aid", "Table aid", (piece,), stock="aids")


def events() -> Component:
    """The random event sheet."""
    entries = tuple((f"{n} {one.name}", minus(one.text)) for n, one in facts.EVENTS.items())
    block = Terms("What a token does", entries, 0.3, icon="event")
    model = Aid("Random events", "Multiverse War", ((block,),), scale=2.1)
    piece = Piece("events", "Random events", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("event_sheet", "Random event sheet", (piece,), stock="aids")
