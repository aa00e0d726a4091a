"""What stands beside the map: the legend of its symbols, the standing with the leaders in each column, the places."""

from __future__ import annotations

from contextlib import suppress

from msgspec import json

from companion.engine.core.text import Text, listed, t
from companion.engine.game.panels import Display, Panel, PriceList, TablePanel
from companion.games.heroes_vs_warlords.fighting.fights import current
from companion.games.heroes_vs_warlords.fighting.sides import return_units
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.chips import price_chips, unit_price
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, alive, ruled, title, usable
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Site
from companion.games.heroes_vs_warlords.records.stocks import funds
from companion.games.heroes_vs_warlords.turns import cities, victory

SITE_SIGNS = {
    "city": "City", "camp": "Camp", "recruitment": "Recruitment Location", "ruin": "Ruin", "tower": "Tower",
    "outpost": "Outpost", "holy_place": "Holy place",
}  # fmt: skip


def sign_words(symbol: str) -> Text | None:
    """The name of places with this symbol; None for symbols without one."""
    if symbol in facts.RESOURCES:
        return t("Resource: {name}", name=t(RESOURCE_TITLES[symbol]))
    return t(SITE_SIGNS[symbol]) if symbol in SITE_SIGNS else None


def tables(state: HvWState, now: HvWState) -> list[Panel]:
    """The standing as it is `now` (see `present`), and the list of places."""
    panels: list[Panel] = []
    if state.round:
        columns = (t("Player"), t("Resource hexes"), t("Levels"), t("Army"))
        rows = tuple(_standing_row(now, seat) for seat in state.seats)
        panels.append(
            TablePanel(
                "standing",
                "standing",
                t("Standing"),
                columns,
                rows,
                _leaders(now),
                tuple(state.seats),
                note=t("Whoever leads (★) in most of the three when the game ends wins."),
            )
        )
    places = [_site_row(site) for site in state.sites.values() if site.guards or site.owner or site.waiting]
    if places:
        panels.append(TablePanel("places", "map", t("Places"), (t("Place"), t("Owner"), t("Units")), tuple(places)))
    elif state.round and not state.world.mapped:
        lines = (t("It lies on your table. Places with guards or an owner are listed here."),)
        panels.append(Display("on_the_table", "map", t("Map"), lines=lines))
    return panels


def on_offer(state: HvWState, city: City) -> tuple[PriceList, ...]:
    """What a City or Camp can buy and may build in Production, with prices; then what is lacking is marked. Once the
    game has ended, nothing.
    """
    if not state.round or state.ended or not city.owner:
        return ()
    now = state.phase == "production"
    purse = funds(state, city) if now else None
    levels = [level for name, level in cities.FACILITY_LEVELS.items() if usable(city, name)]
    units = [(t("Level {level}", level=level), price_chips(unit_price(level), purse)) for level in levels]
    names = [one for one in cities.buildable(state, city) if cities.build_refusal(state, city, one, None) is None]
    built = [(cities.facility_of(state, city, one), price_chips(cities.cost(state, city, one), purse)) for one in names]
    words = "Can be built" if now else "Can be built in Production"
    lists = ((t("Units"), units), (t(words), built))
    return tuple(PriceList(title, tuple(rows)) for title, rows in lists if rows)


def present(state: HvWState) -> HvWState:
    """The state as it would be if the combat ended now, so that nobody is counted who has fallen in it."""
    if state.battle is None or not state.round:
        return state
    then = json.decode(json.encode(state), type=HvWState)  # thirty times as quick as `deepcopy`
    fight = current(then)
    for side in (fight.attacker, fight.defender):
        with suppress(KeyError):  # a battle that was put up by hand may be about a place that is not there
            return_units(then, fight, side)
    return then


def _leaders(state: HvWState) -> tuple[tuple[int, int], ...]:
    """The cells of the standing that win a category, as the final comparison counts them."""
    standings = {seat: victory.standing_of(state, seat) for seat in alive(state)}
    leaders, _winners = victory.compare(standings, ruled(state, "category_tie"))
    names = [name for name, _words in victory.CATEGORIES]
    return tuple((state.seats.index(seat), names.index(name) + 1) for name, seats in leaders.items() for seat in seats)


def _standing_row(state: HvWState, seat: str) -> tuple[Text, ...]:
    one = victory.standing_of(state, seat)
    name = t("{race} (defeated)", race=title(seat)) if state.players[seat].defeated else title(seat)
    return (name, t("{n}", n=one.resources), t("{n}", n=one.levels), t("{n}", n=one.army))


def _site_row(site: Site) -> tuple[Text, ...]:
    stacks = site.guards or site.garrison
    units = listed([t("{n} × Level {level}", n=s.count, level=s.level) for s in stacks]) if stacks else t("")
    waiting = t("{n} waiting", n=site.waiting) if site.waiting else units
    return (t(site.label), title(site.owner) if site.owner else t("guards"), waiting)
