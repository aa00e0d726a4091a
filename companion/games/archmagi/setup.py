"""Set-up: the map, who begins, what everybody draws, where the Archmagi start."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.asking import all_of, choose, note
from companion.engine.core.chances import Order
from companion.engine.core.effects import Roll, Rule
from companion.engine.core.forms import Option
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.archmagi import facts
from companion.games.archmagi.casting import new_unit
from companion.games.archmagi.land import field, hex_name, hexes
from companion.games.archmagi.losses import show
from companion.games.archmagi.piles import draw_chit, held
from companion.games.archmagi.state import ArchmagiState, Hex, Player

REROLL_LAND, REROLL_SEA = 16, 4
"""Land: a D20, again on 17 to 20. Sea: a D6, again on 5 and 6."""
REEFS = ("reef", "abyss")


def new_state(seats: Sequence[str], settings: dict[str, str]) -> ArchmagiState:
    """A fresh match: the map of so many players, its rim sea, no terrain yet."""
    columns, rows = facts.SETUP["map"][str(len(seats))]
    grid, mapped = field(columns, rows), settings.get("map", "laid_out")
    state = ArchmagiState(
        seats=list(seats), players={seat: Player(seat) for seat in seats}, columns=columns, rows=rows,
        hexes={place: Hex(grid.is_edge(place) and mapped != "table") for place in grid.places},
        closed=list(facts.SETUP["closed"][settings.get("closed", "none")]),
        discards={"unit": {}, "spell": {}, "artifact": {}},
        mapped=mapped,  # type: ignore[arg-type]
    )  # fmt: skip
    if mapped == "laid_out":
        for sort, water in (("land", False), ("sea", True)):
            terrains = facts.SETUP["laid_out"][sort]
            for n, one in enumerate(one for one in state.hexes.values() if one.water == water):
                one.terrain = terrains[n % len(terrains)]
    return state


@flow("Setup")
def set_up() -> Rule[str]:
    """From the box to the first turn. Gives who begins."""
    yield from make_map()
    order = yield from turn_order()
    for seat in order:
        yield from draw_start(seat)
    for seat in order:
        yield from place_archmagi(seat)
    return order[0]


@step("Terrain", "Setup")
def make_map(state: ArchmagiState) -> Rule[None]:
    """A known map that is not laid out: the terrain of every hex is rolled, land first."""
    if state.mapped != "rolled":
        return
    for water, sides, terrains in ((False, REROLL_LAND, facts.LAND), (True, REROLL_SEA, facts.SEA)):
        places = [place for place, one in state.hexes.items() if one.water == water]
        prompt = t("Roll for {n} land hexes, a D20 each, again on 17 to 20.", n=len(places))
        if water:
            prompt = t("Roll for {n} sea hexes, a D6 each, again on 5 and 6.", n=len(places))
        (dice,) = yield from all_of(Roll(state.seats[0], "", prompt, (sides,) * len(places)))
        for place, die in zip(places, dice, strict=True):
            state.hexes[place].terrain = terrains[die - 1]
    need_reef(state, places[-1])


def need_reef(state: ArchmagiState, last: str) -> None:
    """At least one sea hex is Reef or Abyss: else the last one rolled becomes Reef."""
    if not any(one.terrain in REEFS for one in state.hexes.values()):
        state.hexes[last].terrain = "reef"


@step("Setup")
def turn_order(state: ArchmagiState) -> Rule[list[str]]:
    """The highest die begins, ties roll again; the others follow clockwise."""
    best = list(state.seats)
    while len(best) > 1:
        rolls = [Roll(seat, "", t("Who begins? Roll a die."), (6,), about=f"first:{seat}") for seat in best]
        dice = yield from all_of(*rolls, joint=Order())
        top = max(die for (die,) in dice)
        best = [seat for seat, (die,) in zip(best, dice, strict=True) if die == top]
    at = state.seats.index(best[0])
    state.seats = state.seats[at:] + state.seats[:at]
    yield from note(t("{who} begins.", who=t(facts.TITLES[best[0]])))
    return list(state.seats)


@step("Setup")
def draw_start(state: ArchmagiState, seat: str) -> Rule[None]:
    """1 Archmagi chit, open; 3 unit chits and 5 spell chits, hidden."""
    archmagi = yield from draw_chit(state, seat, facts.ARCHMAGI)
    name = new_unit(state, seat, archmagi, "")
    show(state, state.units[name])
    for pile, n in facts.SETUP["start"].items():
        for _ in range(n):
            one = yield from draw_chit(state, seat, pile)
            held(pile, state.players[seat]).append(one)


@step("Setup")
def place_archmagi(state: ArchmagiState, seat: str) -> Rule[None]:
    """On a land hex of the coast, as far from the starts taken as any left; a banner comes there, too."""
    found = [Option(place, hex_name(state, place)) for place in starts(state)]
    place = yield from choose(seat, t("Where does your Archmagi start?"), found, look="map", about="start")
    next(one for one in state.units.values() if one.seat == seat).place = place
    here = state.hexes[place]
    here.banner, here.founded = seat, True
    if not here.terrain and state.mapped == "unknown":
        for one in (place, *hexes(state).beside(place)):
            yield from turn_up(state, seat, one)
    yield from note(t("{who} starts on {place}.", who=t(facts.TITLES[seat]), place=hex_name(state, place)))


def starts(state: ArchmagiState) -> list[str]:
    """Where an Archmagi may start: any coast for the first, then the farthest from all starts taken."""
    grid = hexes(state)
    free = [place for place, one in state.hexes.items()
            if not one.water and one.terrain not in state.closed and not one.banner]  # fmt: skip
    taken = [place for place, one in state.hexes.items() if one.banner]
    if state.mapped == "table":
        return free
    if not taken:
        return [place for place in free if any(state.hexes[one].water for one in grid.beside(place))]
    apart = {place: min(grid.apart(place, one) for one in taken) for place in free}
    return [place for place in free if apart[place] == max(apart.values())]


def turn_up(state: ArchmagiState, seat: str, place: str) -> Rule[None]:
    """An unknown hex is turned up: the terrain is rolled; land or sea is known."""
    here = state.hexes[place]
    if here.terrain:
        return
    terrains = facts.SEA if here.water else facts.LAND
    prompt = t("{place}: roll a D6 for the sea, again on 5 and 6.", place=place.upper())
    if not here.water:
        prompt = t("{place}: roll a D20 for the land, again on 17 to 20.", place=place.upper())
    ((die,),) = yield from all_of(Roll(seat, "Terrain", prompt, (len(terrains),), about=place, table="terrain"))
    here.terrain = terrains[die - 1]
    if here.water and not any(one.water and not one.terrain for one in state.hexes.values()):
        need_reef(state, place)
