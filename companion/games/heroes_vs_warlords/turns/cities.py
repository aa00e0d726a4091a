"""Cities and Camps (4.3, 9.2, 11.1, 11.2): income, facilities, units, Heroes and training."""

from __future__ import annotations

from companion.engine.core.effects import Sum, Term
from companion.engine.core.errors import Refusal
from companion.engine.core.options import Chip
from companion.engine.rules import Offer, Rule, Text, amounts, flow, listed, menu, note, partial, repeat, step, t
from companion.games.heroes_vs_warlords.advanced import special, tavern
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.armies import check_garrison, packed, total
from companion.games.heroes_vs_warlords.records.chips import price_chips, unit_price, unit_row
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    cities_of,
    city_name,
    own_heroes,
    resource_sites,
    ruled,
    sheet,
    title,
    usable,
)
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stack, Stock
from companion.games.heroes_vs_warlords.turns import effects, heroes, lodging, market, revenue
from companion.games.heroes_vs_warlords.turns.conquest import mend, stock_text

FACILITY_LEVELS: dict[str, int] = facts.SETUP["facility_levels"]
GOLD_FACILITIES = ("town_hall", "city_hall", "palace", "storehouse")
COST_ORDER = ("stone", "wood", "gold", "crystal")
PREREQUISITE = {
    "barracks": "hamlet",
    "shooting_range": "barracks",
    "academy": "shooting_range",
    "tiltyard": "academy",
    "garde": "tiltyard",
    "city_hall": "town_hall",
    "palace": "city_hall",
    "storehouse": "trade_hall",
}
"""4.3.2, 4.3.5, 4.3.6: what must stand first."""
FORERUNNER = {"defense_step_2": "defense_step_1", "tower_2": "tower_1"}
"""4.3.1: the same of the works and towers, which are counted, not listed."""
FACILITIES = {
    "barracks": "Barracks",
    "shooting_range": "Shooting Range",
    "academy": "Academy",
    "tiltyard": "Tiltyard",
    "garde": "Garde",
    "training_area": "Training Area",
    "tavern": "Tavern",
    "town_hall": "Town Hall",
    "city_hall": "City Hall",
    "palace": "Palace",
    "trade_hall": "Trade Hall",
    "storehouse": "Storehouse",
    "defense_step_1": "City Wall, Level 2",
    "defense_step_2": "City Wall, Level 3",
    "tower_1": "First tower",
    "tower_2": "Second tower",
    "special_building": "Special building",
}


CORRALS = {"defense_step_1": "Corral, Level 2", "defense_step_2": "Corral, Level 3"}
"""4.3.1.1: a Camp has no City Wall. Level 1 stands from the start."""
TOWERS = ("tower_1", "tower_2")


def facility_name(state: HvWState, name: str, *, camp: bool = False) -> Text:
    """The name of a facility (4.3); the third improvement has two names (ruling R01)."""
    if camp and name in CORRALS:
        return t(CORRALS[name])
    if name == "palace" and ruled(state, "third_improvement_name") == "capitol":
        return t("Capitol")
    return t(FACILITIES.get(name, "Hamlet"))


def facility_of(state: HvWState, city: City, name: str) -> Text:
    """The name of a facility in this City or Camp; that of the special building depends on its race (17.3)."""
    if name == special.BUILDING:
        return t(special.NAMES[city.home])
    return facility_name(state, name, camp=city.camp)


# ---- income (Turn 4)


@step("9.2", asks_first=True)
def income(state: HvWState, seat: str) -> Rule[None]:
    """Each controlled Resource hex gives 1, each City or Camp its Gold (9.2, 3.2, 4.3.5)."""
    own = cities_of(state, seat)
    gold = {city.id: city_gold(state, city) for city in own}
    for city in own:
        yield from note(t("{city}: {n} Gold.", city=city_name(city), n=gold[city.id].total), gold[city.id])
    found = {name: resource_hexes(state, seat, name) for name in facts.RESOURCES}
    earned = {name: one.total for name, one in gold.items()}
    display = yield from revenue.bank(state, seat, own, earned, found)
    if any(found.values()) and not own:
        yield from note(t("{race} have no Display: what their Resource hexes yield is lost.", race=title(seat)))
    if display is not None and any(found.values()):
        parts, now = stocks.goods_text(found), stock_text(display.stock)
        text = t("{race} collect {parts}; now {stock}.", race=title(seat), parts=parts, stock=now)
        yield from note(text, about=f"city:{display.id}")


def city_gold(state: HvWState, city: City) -> Sum:
    """The Gold one City or Camp earns at Turn 4 (3.2, 4.3.5, 4.3.6; ruling R05 for the Trade Hall)."""
    terms = [Term(t("Base income"), 1, "3.2")]
    terms += [Term(facility_name(state, name), 1, "4.3.5") for name in GOLD_FACILITIES if name in city.facilities]
    reading, hall = ruled(state, "trade_hall_gold"), "trade_hall" in city.facilities
    if hall and (reading == "both" or (reading == "trade_line_once" and "storehouse" not in city.facilities)):
        terms.append(Term(t("Trade Hall"), 1, "9.2"))
    return Sum(t("Gold"), tuple(terms))


def resource_hexes(state: HvWState, seat: str, resource: str = "") -> int:
    """How many Resource hexes (of one kind) carry the Control marker of a player (9.1, 12.1)."""
    return sum(resource in ("", site.resource) for site in resource_sites(state, seat))


# ---- production (Turn 5)


@flow("11.0")
def produce(seat: str) -> Rule[None]:
    """A player builds, buys and trades as much as wanted; all players at the same time (11.1)."""
    yield from repeat(production_deed(seat))


@step("11.1", "11.2", asks_first=True)
def production_deed(state: HvWState, seat: str) -> Rule[bool]:
    """One purchase, building or exchange. Returns False when the player is done."""
    if state.players[seat].defeated:
        return False
    own, cities = own_heroes(state, seat), cities_of(state, seat)
    offers = [
        *[offer for city in cities for offer in _city_offers(state, city)],
        lodging.hero_offer(state, seat),
        *(offer for hero in own for offer in lodging.train_offers(state, hero, f"train@{hero.id}")),
        *(offer for hero in own for offer in heroes.level_offers(state, hero, f"level@{hero.id}")),
        Offer("done", t("Done with production"), value=False, ends=True),
    ]
    prompt = t("Production: what do you buy or build?")
    more = yield from menu(seat, prompt, offers, about=f"production:{seat}", section="11.0")
    return more is not False


def _city_offers(state: HvWState, city: City) -> list[Offer]:
    """What one City or Camp produces, builds and trades."""
    purse = stocks.funds(state, city)
    units = t("Buy units ({city})", city=city_name(city))
    no_gold = facts.AGAINST(no_gold=not purse.gold)
    return [
        Offer(f"units@{city.id}", units, partial(buy_units, state, city), refusal=no_gold, kind="units"),
        *[_build_offer(state, city, name, purse) for name in buildable(state, city)],
        *market.trade_offers(state, city, f"trade@{city.id}"),
        *(tavern.hire_offers(state, city, purse.gold) if ruled(state, "hire_time") == "turn5" else ()),
    ]


def _build_offer(state: HvWState, city: City, name: str, purse: Stock) -> Offer:
    label, refusal = partial(facility_of, state, city, name), build_refusal(state, city, name, purse)
    return Offer(f"{name}@{city.id}", label, partial(build, state, city, name), refusal=refusal,
                 chips=partial(_price, state, city, name, purse),
                 detail=partial(effects.effect_of, state, city, name), kind=name)  # fmt: skip


def _price(state: HvWState, city: City, name: str, purse: Stock) -> tuple[Chip, ...]:
    return price_chips(cost(state, city, name), None if waits_for_more(city, name) else purse)


# ---- units


def buy_units(state: HvWState, city: City) -> Rule[None]:
    """Buy units of every Level whose facility stands, for Gold and Crystal; they wait in the City (11.2)."""
    race = city.home
    levels = [level for name, level in FACILITY_LEVELS.items() if usable(city, name)]
    purse = stocks.funds(state, city)
    rows = [unit_row(state, race, level, purse.gold // level, purse) for level in levels]
    prompt = t("Which units do you buy?")
    army = yield from amounts(city.owner, prompt, rows, budget=purse.gold, about=f"city:{city.id}", section="11.2")
    stocks.pay(state, city, {"gold": sum(level * n for level, n in army.items()), "crystal": crystals(army)}, "11.2.1")
    add_units(state, city, race, army, locked=captured(state, city))
    if army:
        parts = [t("{n} × Level {level}", n=n, level=level) for level, n in army.items()]
        yield from note(t("{city}: bought {units}.", city=city_name(city), units=listed(parts)), section="11.2")


def crystals(army: dict[int, int]) -> int:
    """The Crystals that these Level 5 and 6 units cost (11.2.1)."""
    return sum(unit_price(level)["crystal"] * count for level, count in army.items())


def add_units(state: HvWState, city: City, faction: str, army: dict[int, int], *, locked: bool) -> None:
    """Put bought units into a City; in a captured one they are locked there (11.2)."""
    free = total(stack for stack in city.units if not stack.locked)
    held = total(stack for stack in city.units if stack.locked)
    target = held if locked else free
    for level, count in army.items():
        target[faction, level] = target.get((faction, level), 0) + count
    stacks = packed(free) + [Stack(s.faction, s.level, s.count, True) for s in packed(held)]
    check_garrison(state, stacks)
    city.units = stacks


# ---- facilities


def cost(state: HvWState, city: City, name: str) -> dict[str, int]:
    """The price of a facility for the race whose Display it is (4.3)."""
    return sheet(state).costs[name][city.home]


def standing(city: City) -> list[str]:
    """Everything built in a City or Camp, with works and towers by their steps (4.3)."""
    works = [f"defense_step_{n}" for n in range(1, city.works)]
    return [*city.facilities, *works, *(f"tower_{n}" for n in range(1, city.towers + 1))]


def buildable(state: HvWState, city: City) -> list[str]:
    """The facilities not built yet; in a captured City without the military ones (4.3, 8.12)."""
    done, barred = standing(city), FACILITY_LEVELS if captured(state, city) else ()
    found = [name for name in FACILITIES if name not in done and name not in barred]
    return found if special.buildable(state, city) else [name for name in found if name != special.BUILDING]


def captured(state: HvWState, city: City) -> bool:
    """Whether a City or Camp counts as conquered for its owner (8.12, 11.2); by ruling R52c also an own one that
    was retaken.
    """
    return city.owner != city.home or (city.conquered and ruled(state, "retaken_capital") == "as_conquered")


def build_refusal(state: HvWState, city: City, name: str, purse: Stock | None) -> Refusal | None:
    """Why a facility cannot be built now with what is in the purse: prerequisite or price (11.1). None if it can.
    Without a purse the price does not matter.
    """
    before = PREREQUISITE.get(name)
    if before is not None and before not in city.facilities:
        return Refusal("4.3", t("Needs: {facility}.", facility=facility_name(state, before)))
    too_early = facts.AGAINST(
        no_step_1=name == "defense_step_2" and city.works < 2,
        no_tower_1=name == "tower_2" and city.towers < 1,
        fresh=(before or FORERUNNER.get(name)) in city.fresh,
    )
    return too_early or (_short_of(cost(state, city, name), purse) if purse else None)


def _short_of(price: dict[str, int], purse: Stock) -> Refusal | None:
    """The first Resource that a price needs more of than there is (11.1)."""
    short = [name for name, n in price.items() if getattr(purse, name) < n]
    return Refusal("11.1", t("Not enough {resource}.", resource=t(RESOURCE_TITLES[short[0]]))) if short else None


def waits_for_more(city: City, name: str) -> bool:
    """Whether something else must be built first, so that the price does not matter yet (4.3)."""
    before = PREREQUISITE.get(name) or FORERUNNER.get(name, "hamlet")
    return before not in city.facilities and before not in standing(city)


def build(state: HvWState, city: City, name: str) -> Rule[None]:
    """Pay and put a Control marker on the facility (11.1)."""
    if name == "tavern" and not (yield from lodging.tavern_is_wanted(state, city)):
        return
    stocks.pay(state, city, cost(state, city, name), "11.1")
    if ruled(state, "same_turn_use") == "no":
        city.fresh.append(name)
    if name in CORRALS:
        city.works += 1
        yield from note(t("Put a number marker {n} on the defensive works.", n=city.works), section="4.3.1.1")
    elif name in TOWERS:
        city.towers += 1
    else:
        city.facilities.append(name)
    built = facility_of(state, city, name)
    yield from note(t("{city}: {facility} built.", city=city_name(city), facility=built), section="11.1")
    if name == "tavern":
        yield from lodging.tavern_hero(state, city)


# ---- in the own turn


def turn_offers(state: HvWState, seat: str) -> list[Offer]:
    """What a City offers in its owner's own turn: training (R22), and by rulings R13b and R21 Heroes and trade."""
    own = own_heroes(state, seat)
    found = [offer for hero in own for offer in lodging.train_offers(state, hero, f"train:{hero.number}")]
    if ruled(state, "hero_purchase_time") == "own_turn_too":
        found.append(lodging.hero_offer(state, seat))
    if ruled(state, "hire_time") == "hero_in_city_own_turn":
        for city in cities_of(state, seat):
            if any(hero.place == city.place for hero in own):
                found += tavern.hire_offers(state, city, stocks.funds(state, city).gold)
    if ruled(state, "trade_time") == "own_turn_too":
        for city in cities_of(state, seat):
            found += market.trade_offers(state, city, f"trade:{city.id}")
    return found


# ---- the end of Turn 5


@step("4.3.7", "11.0")
def cut_stocks(state: HvWState) -> Rule[None]:
    """At the end of Turn 5 no Resource exceeds 20; the rest is lost (4.3.7, ruling R20). Siege damage is repaired."""
    for city in state.cities.values():
        city.fresh = []
        mend(city)
    for city, name, over in stocks.cut(state):
        text = t("{city}: lost above 20: {over} {resource}.",
                 city=city_name(city), over=over, resource=t(RESOURCE_TITLES[name]))  # fmt: skip
        yield from note(text)
