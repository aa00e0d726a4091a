"""Conquest of Cities and Camps (7.5, 8.12) and of Resource hexes (9.1)."""

from __future__ import annotations

from companion.engine.core.forms import Number
from companion.engine.core.random_tables import roll_on
from companion.engine.rules import Field, Fields, Rule, Sum, Term, Text, listed, note, step, t
from companion.games.heroes_vs_warlords.advanced import quests
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    cities_of,
    city_name,
    hero_of,
    home_of,
    ruled,
    sheet,
    title,
)
from companion.games.heroes_vs_warlords.records.goods import choose_display
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Site, Stock

MILITARY = tuple(facts.SETUP["facility_levels"])
"""Hamlet up to Garde: what a conquest leaves standing (8.12)."""
SHARE_WORDS = {name: t("{resource}, tenths", resource=t(RESOURCE_TITLES[name])) for name in facts.RESOURCES}
SHARE_FORM = Fields(tuple(Field(name, words, Number(0, 10)) for name, words in SHARE_WORDS.items()))


@step("8.12")
def conquer(state: HvWState, city_id: str, hero_id: str) -> Rule[None]:
    """A City or Camp falls: loot, destruction, and its Display passes to the conqueror (8.12)."""
    city, hero = state.cities[city_id], hero_of(state, hero_id)
    former, stock = city.owner, _stock_at_start(state, city)
    words = "The {race} conquer the {home} Camp." if city.camp else "The {race} conquer the {home} City."
    text = t(words, race=title(hero.seat), home=title(city.home))
    yield from note(text, kind="city_conquered")
    yield from _capture_stock(state, city, hero.seat, stock)
    city.facilities = [name for name in city.facilities if name in MILITARY]
    city.works, city.towers, city.fresh, city.honor = 1, 0, [], 0
    mend(city)
    city.owner, city.units, city.conquered = hero.seat, [], True
    hero.place = city.place
    yield from _first_income(state, city)
    if city.home in state.players:
        _grace(state, city.home, city.home != hero.seat)
    if former:
        yield from note(t("The Display goes to the {race}.", race=title(hero.seat)))


def _first_income(state: HvWState, city: City) -> Rule[None]:
    """The base income stays with the place (8.12); by ruling R52b its new owner gets 1 Gold of it at once."""
    if ruled(state, "conquest_income") == "at_once":
        city.stock.gold += 1
        yield from note(t("{city}: 1 Gold of base income at once.", city=city_name(city)))


def _grace(state: HvWState, seat: str, lost: bool) -> None:
    """Ruling R17: who lost his capital may have a turn left to win it back; who retook it needs none."""
    if not lost or ruled(state, "capital_grace") == "always_one_turn":
        state.players[seat].grace = lost


def mend(city: City) -> None:
    """Repair all siege damage (ruling R46)."""
    city.wall, city.tower_states, city.hexes = "intact", [], {}


def _stock_at_start(state: HvWState, city: City) -> Stock:
    """What lay on the Display when the combat began (8.12)."""
    fight = state.battle
    return fight.stock if fight is not None and fight.city == city.id and fight.stock is not None else city.stock


def _capture_stock(state: HvWState, city: City, seat: str, stock: Stock) -> Rule[None]:
    """One roll on the Conquest Table for each Resource in stock; fractions are rounded up (8.12, ruling R52)."""
    if not loot_counts(state, city, seat):
        yield from note(t("The stock stays where it is: there is no other Display to put loot on."))
        return
    target = yield from _target_display(state, city, seat)
    kept = Stock()
    for name in facts.RESOURCES:
        had = getattr(stock, name)
        if not had:
            continue
        tenths = yield from roll_tenths(state, seat, name)
        taken = min(captured(had, tenths), getattr(city.stock, name))
        if target is not None:
            stocks.add(target.stock, name, taken)
            stocks.add(city.stock, name, -taken)
        else:
            setattr(kept, name, taken)
        text = t("{taken} of {had} {resource} captured.", taken=taken, had=had, resource=t(RESOURCE_TITLES[name]))
        yield from note(text, *share_sums(had, tenths))
    if ruled(state, "remaining_stock") == "lost":
        city.stock = kept


def loot_counts(state: HvWState, city: City, seat: str) -> bool:
    """Whether a roll makes a difference: not without another Display, if what is not captured stays as well (R52)."""
    others = [one for one in cities_of(state, seat) if one.id != city.id]
    return bool(others) or ruled(state, "remaining_stock") == "lost"


def roll_tenths(state: HvWState, seat: str, name: str) -> Rule[int]:
    """The tenths of a Resource that the Conquest Table gives (8.12)."""
    row = yield from roll_on(sheet(state).tables["conquest"], seat, SHARE_FORM, about=f"loot:{name}")
    tenths: int = row[name]
    return tenths


def share_sums(had: int, tenths: int) -> tuple[Sum, Sum]:
    """The two numbers that give a captured part: the stock, and its tenths by the Conquest Table (8.12)."""
    stock = Sum(t("Stock"), (Term(t("On the Display when the combat began"), had, "8.12"),))
    return stock, Sum(t("Tenths captured, rounded up"), (Term(t("Conquest Table"), tenths, "8.12"),))


def captured(stock: int, tenths: int) -> int:
    """The captured part of a stock, rounded up to a whole number (8.12)."""
    return (stock * tenths + 9) // 10


def _target_display(state: HvWState, city: City, seat: str) -> Rule[City | None]:
    """Which of his other Displays the conqueror puts the loot on (8.12)."""
    own = [one for one in cities_of(state, seat) if one.id != city.id]
    return (yield from choose_display(state, seat, "8.12", t("Which Display takes the loot?"), own))


@step("9.1")
def take_resource_hex(state: HvWState, hero_id: str) -> Rule[None]:
    """A Resource hex without defenders gets the Control marker of the Hero's player (9.1)."""
    hero = hero_of(state, hero_id)
    site = state.sites[hero.place]
    former = site.owner
    mark_control(site, hero.seat)
    yield from quests.took(state, hero, former)
    yield from note(t("{race} control {site}.", race=title(hero.seat), site=t(site.label)), about=f"site:{site.place}")


def mark_control(site: Site, seat: str) -> None:
    """Put a Control marker on a Resource hex; its guards are gone for good (9.1)."""
    if site.owner != seat:
        site.garrison = []
    site.owner, site.guards, site.cleared, site.active = seat, [], True, True


def capital_lost(state: HvWState, seat: str) -> bool:
    """Whether somebody else holds a player's capital; one that belongs to nobody does not count (12.1)."""
    home = home_of(state, seat)
    return home is not None and home.owner not in ("", seat)


def stock_text(stock: Stock) -> Text:
    """A stock in words: `Wood 2, Stone 5, Crystal 0, Gold 7`."""
    return listed([t("{name} {n}", name=t(RESOURCE_TITLES[name]), n=getattr(stock, name)) for name in facts.RESOURCES])
