"""City and Camp Displays of the kit (4.3): facilities with this race's costs, and the resource tracks."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords.advanced import special
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES
from companion.games.heroes_vs_warlords.records.sheet import COST_ORDER
from companion.games.heroes_vs_warlords.turns.cities import CORRALS, FACILITIES
from printables.displays import city
from printables.displays.city import Facility
from printables.model import Component, Piece

ARMY = {
    "hamlet": ("Hamlet", "hut"),
    "barracks": ("Barracks", "barracks"),
    "shooting_range": ("Shooting Range", "training"),
    "academy": ("Academy", "academy"),
    "tiltyard": ("Tiltyard", "tiltyard"),
    "garde": ("Garde", "garde"),
}
SPECIAL_ICONS = {"knights": "anvil", "amazons": "temple", "barbarians": "totem"}
SPECIAL_EFFECTS = {
    "knights": "Advanced: Honor stored here adds Attack.",
    "amazons": "Advanced: Honor stored here adds Defense.",
    "barbarians": "Advanced: Honor stored here revives units.",
}


def cost(making: Making, facility: str, race: str) -> tuple[tuple[str, int], ...]:
    """What a facility costs this race, as (resource, amount)."""
    return tuple(making.sheet.costs[facility][race].items())


def army(making: Making, race: str) -> tuple[Facility, ...]:
    """The facilities that allow better units to be recruited."""
    crystals = facts.SETUP["crystals_per_unit"]
    out = []
    for key, level in facts.SETUP["facility_levels"].items():
        name, icon = ARMY[key]
        more = crystals.get(str(level), 0)
        effect = making.say("Recruit Level\u00a0{level}: {level}\u00a0Gold each.", level=level)
        if more:
            words = "Recruit Level\u00a0{level}: {level}\u00a0Gold + {n}\u00a0Crystal each."
            effect = making.say(words, level=level, n=more)
        built = key == "hamlet"
        out.append(Facility(making.say(name), icon, () if built else cost(making, key, race), effect, not built, built))
    return tuple(out)


def improvements(making: Making, race: str) -> tuple[Facility, ...]:
    """The facilities for income and trade, and the Tavern."""
    earns = making.say("Earns 1 Gold in every Turn 4.")
    return (
        Facility(making.say("Town Hall"), "village", cost(making, "town_hall", race), earns),
        Facility(making.say("City Hall"), "home_city", cost(making, "city_hall", race), earns, True),
        Facility(making.say("Palace"), "palace", cost(making, "palace", race), earns, True),
        Facility(
            making.say("Trade Hall"),
            "trade",
            cost(making, "trade_hall", race),
            making.say("Swap 3 of one Resource for 1 of another."),
        ),
        Facility(
            making.say("Storehouse"),
            "storehouse",
            cost(making, "storehouse", race),
            making.say("Swap 2 for 1. {earns}", earns=earns),
            True,
        ),
        Facility(
            making.say("Tavern"),
            "tavern",
            cost(making, "tavern", race),
            making.say("Brings your second Hero, without army."),
        ),
    )


def defenses(making: Making, race: str) -> tuple[Facility, ...]:
    """Walls and towers, training, and the building that only this race has."""
    camp = race == "barbarians"
    points = CAMP_SP if camp else CITY_SP
    walls = {name: making.say((CORRALS if camp else FACILITIES)[name]) for name in CORRALS}
    title = making.say(special.NAMES[race])
    trains = making.say("Once per Hero: one ability up by 1.")
    first = making.say("Ranged units in sieges. Resource hexes +{n}.", n=tower_bonus(1))
    second = making.say("A second tower. Resource hexes +{n}.", n=tower_bonus(2))
    return (
        Facility(
            walls["defense_step_1"], "wall", cost(making, "defense_step_1", race),
            making.say(
                "{sp} SP, not {old}; units +{n} Defense, not +{before}.",
                sp=points[2], old=points[1], n=WORKS_BONUS[2], before=WORKS_BONUS[1],
            ),
            part="wall",
        ),
        Facility(
            walls["defense_step_2"], "wall", cost(making, "defense_step_2", race),
            making.say("{sp} SP; units +{n} Defense.", sp=points[3], n=WORKS_BONUS[3]), True, part="wall",
        ),
        Facility(making.say("Tower {n}", n=1), "tower", cost(making, "tower_1", race), first, part="tower"),
        Facility(making.say("Tower {n}", n=2), "tower", cost(making, "tower_2", race), second, True, part="tower"),
        Facility(making.say("Training Area"), "twin_blades", cost(making, "training_area", race), trains),
        Facility(title, SPECIAL_ICONS[race], cost(making, "special_building", race), making.say(SPECIAL_EFFECTS[race])),
    )  # fmt: skip


def display(making: Making, race: str) -> city.CityDisplay:
    """The display of one race's home."""
    camp = race == "barbarians"
    label = making.label("buildings", race)
    return city.CityDisplay(
        side=COLOURS[race],
        side_name=making.say(TITLES[race]),
        title=making.say("Camp") if camp else making.say("City"),
        icon="home_camp" if camp else "home_city",
        rows=(army(making, race), improvements(making, race), defenses(making, race)),
        resources=tuple((r, making.say(RESOURCE_TITLES[r])) for r in COST_ORDER),
        track_limit=10,
        overflow="20/+",
        note=making.say("some costs: {label}", label=label) if label else "",
        built_word=making.say("built"),
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
            making.say(
                "{race} Camp Display" if race == "barbarians" else "{race} City Display", race=making.say(TITLES[race])
            ),
            1,
            city.outline(),
            partial(city.front, display(making, race)),
            None,
            2.0,
        )
        for race in RACES
    )
    return Component("city_displays", making.say("City and Camp Displays"), pieces, stock="displays")
