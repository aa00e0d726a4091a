"""City and Camp Displays of the kit (4.3): facilities with this race's costs, and the resource tracks."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords.kit_data import RACE_NAMES, RACES, RESOURCE_NAMES, link, note, table
from companion.games.heroes_vs_warlords.siege import CAMP_SP, CITY_SP, WORKS_BONUS
from printables.kinds import city
from printables.kinds.city import Facility
from printables.model import Component, Piece

COST_ORDER = ("stone", "wood", "gold", "crystal")
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


def cost(facility: str, race: str) -> tuple[tuple[str, int], ...]:
    """What a facility costs this race, as (resource, amount)."""
    return tuple(zip(COST_ORDER, table("buildings")["cost"][facility][race], strict=True))


def army(race: str) -> tuple[Facility, ...]:
    """The chain that lets better units be recruited."""
    crystals = table("setup")["crystals_per_unit"]
    out = []
    for key, level in table("setup")["facility_levels"].items():
        name, icon = ARMY[key]
        extra = f" + {crystals[str(level)]}\u00a0Crystal" if str(level) in crystals else ""
        effect = f"Recruit Level {level}: {level}\u00a0Gold{extra} each."
        built = key == "hamlet"
        out.append(Facility(name, icon, () if built else cost(key, race), effect, not built, built))
    return tuple(out)


def improvements(race: str) -> tuple[Facility, ...]:
    """What earns and trades, and the Tavern."""
    earns = "Earns 1 Gold in every Turn 4."
    return (
        Facility("Town Hall", "village", cost("town_hall", race), earns),
        Facility("City Hall", "home_city", cost("city_hall", race), earns, True),
        Facility("Palace", "palace", cost("palace", race), earns, True),
        Facility("Trade Hall", "trade", cost("trade_hall", race), "Swap 3 of one Resource for 1 of another."),
        Facility("Storehouse", "storehouse", cost("storehouse", race), f"Swap 2 for 1. {earns}", True),
        Facility("Tavern", "tavern", cost("tavern", race), "Brings your second Hero, without army."),
    )


def defenses(race: str) -> tuple[Facility, ...]:
    """The front with its towers and walls, training, and the building only this race has."""
    camp = race == "barbarians"
    points, wall = (CAMP_SP, "Corral") if camp else (CITY_SP, "City Wall")
    name, icon, effect = SPECIAL[race]
    first, second = "For Ranged units in a siege. Resource hexes +2.", "A second tower. Resource hexes +4."
    return (
        Facility(
            f"{wall} 1", "wall", cost("defense_step_1", race),
            f"{points[2]} SP instead of {points[1]}; units +{WORKS_BONUS[2]} Defense.", part="wall",
        ),
        Facility(
            f"{wall} 2", "wall", cost("defense_step_2", race),
            f"{points[3]} SP; units +{WORKS_BONUS[3]} Defense.", True, part="wall",
        ),
        Facility("Tower 1", "tower", cost("tower_1", race), first, part="tower"),
        Facility("Tower 2", "tower", cost("tower_2", race), second, True, part="tower"),
        Facility("Training Area", "target", cost("training_area", race), "Once per Hero: one ability up by 1."),
        Facility(name, icon, cost("special_building", race), effect),
    )  # fmt: skip


def display(race: str, address: str = "") -> city.CityDisplay:
    """The display of one race's home."""
    camp = race == "barbarians"
    label = note("buildings", race)
    return city.CityDisplay(
        side=race,
        side_name=RACE_NAMES[race],
        title="Camp" if camp else "City",
        icon="home_camp" if camp else "home_city",
        rows=(army(race), improvements(race), defenses(race)),
        resources=tuple((r, RESOURCE_NAMES[r]) for r in ("gold", "wood", "stone", "crystal")),
        track_limit=10,
        overflow="20/+",
        note=f"some costs: {label}" if label else "",
        link=link(address, "city", f"home-{race}"),
        stakes=camp,
    )


def city_displays(address: str = "") -> Component:
    """Two City Displays and the Camp Display."""
    pieces = tuple(
        Piece(
            f"city-{race}",
            f"{RACE_NAMES[race]} {display(race).title} Display",
            1,
            city.outline(),
            partial(city.front, display(race, address)),
            None,
            2.0,
        )
        for race in RACES
    )
    return Component("city_displays", "City and Camp Displays", pieces, stock="displays")
