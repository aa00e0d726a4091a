"""City and Camp Displays of the kit (4.3): facilities with this race's costs, and the resource tracks."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.facts import RACES
from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
from companion.games.heroes_vs_warlords.sheet import COST_ORDER
from companion.games.heroes_vs_warlords.siege import CAMP_SP, CITY_SP, WORKS_BONUS
from printables.kinds import city
from printables.kinds.city import Facility
from printables.model import Component, Piece

ARMY = {
    "hamlet": ("Hamlet", "hut"),
    "barracks": ("Barracks", "barracks"),
    "shooting_range": ("Shooting Range", "training"),
    "academy": ("Academy", "academy"),
    "tiltyard": ("Tiltyard", "tiltyard"),
    "garde": ("Garde", "garde"),
}
SPECIAL = {
    "knights": ("Blacksmith", "anvil", "Advanced: stored Honor raises the Attack of defenders."),
    "amazons": ("Temple", "temple", "Advanced: stored Honor raises the Defense of defenders."),
    "barbarians": ("Shaman Tent", "totem", "Advanced: stored Honor revives units of the defense."),
}


def cost(making: Making, facility: str, race: str) -> tuple[tuple[str, int], ...]:
    """What a facility costs this race, as (resource, amount)."""
    return tuple(making.sheet.costs[facility][race].items())


def army(making: Making, race: str) -> tuple[Facility, ...]:
    """The chain that lets better units be recruited."""
    crystals = facts.SETUP["crystals_per_unit"]
    out = []
    for key, level in facts.SETUP["facility_levels"].items():
        name, icon = ARMY[key]
        extra = f" + {crystals[str(level)]}\u00a0Crystal" if str(level) in crystals else ""
        effect = f"Recruit Level {level}: {level}\u00a0Gold{extra} each."
        built = key == "hamlet"
        out.append(Facility(name, icon, () if built else cost(making, key, race), effect, not built, built))
    return tuple(out)


def improvements(making: Making, race: str) -> tuple[Facility, ...]:
    """What earns and trades, and the Tavern."""
    earns = "Earns 1 Gold in every Turn 4."
    return (
        Facility("Town Hall", "village", cost(making, "town_hall", race), earns),
        Facility("City Hall", "home_city", cost(making, "city_hall", race), earns, True),
        Facility("Palace", "palace", cost(making, "palace", race), earns, True),
        Facility("Trade Hall", "trade", cost(making, "trade_hall", race), "Swap 3 of one Resource for 1 of another."),
        Facility("Storehouse", "storehouse", cost(making, "storehouse", race), f"Swap 2 for 1. {earns}", True),
        Facility("Tavern", "tavern", cost(making, "tavern", race), "Brings your second Hero, without army."),
    )


def defenses(making: Making, race: str) -> tuple[Facility, ...]:
    """The front with its towers and walls, training, and the building only this race has."""
    camp = race == "barbarians"
    points, wall = (CAMP_SP, "Corral") if camp else (CITY_SP, "City Wall")
    name, icon, effect = SPECIAL[race]
    first, second = "For Ranged units in a siege. Resource hexes +2.", "A second tower. Resource hexes +4."
    return (
        Facility(
            f"{wall} 1", "wall", cost(making, "defense_step_1", race),
            f"{points[2]} SP instead of {points[1]}; units +{WORKS_BONUS[2]} Defense.", part="wall",
        ),
        Facility(
            f"{wall} 2", "wall", cost(making, "defense_step_2", race),
            f"{points[3]} SP; units +{WORKS_BONUS[3]} Defense.", True, part="wall",
        ),
        Facility("Tower 1", "tower", cost(making, "tower_1", race), first, part="tower"),
        Facility("Tower 2", "tower", cost(making, "tower_2", race), second, True, part="tower"),
        Facility("Training Area", "target", cost(making, "training_area", race), "Once per Hero: one ability up by 1."),
        Facility(name, icon, cost(making, "special_building", race), effect),
    )  # fmt: skip


def display(making: Making, race: str) -> city.CityDisplay:
    """The display of one race's home."""
    camp = race == "barbarians"
    label = making.label("buildings", race)
    return city.CityDisplay(
        side=COLOURS[race],
        side_name=TITLES[race],
        title="Camp" if camp else "City",
        icon="home_camp" if camp else "home_city",
        rows=(army(making, race), improvements(making, race), defenses(making, race)),
        resources=tuple((r, RESOURCE_TITLES[r]) for r in COST_ORDER),
        track_limit=10,
        overflow="20/+",
        note=f"some costs: {label}" if label else "",
        link=making.link("city", f"home-{race}"),
        stakes=camp,
        built_takes=f"control-{race}",
        track_takes=f"track-{race}",
        overflow_takes="number-",
    )


def city_displays(making: Making) -> Component:
    """Two City Displays and the Camp Display."""
    pieces = tuple(
        Piece(
            f"city-{race}",
            f"{TITLES[race]} {display(making, race).title} Display",
            1,
            city.outline(),
            partial(city.front, display(making, race)),
            None,
            2.0,
        )
        for race in RACES
    )
    return Component("city_displays", "City and Camp Displays", pieces, stock="displays")
