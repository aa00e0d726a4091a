"""Set-up: the map, who begins, what each player draws, where the Archmagi start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.core.asking import all_of, note
from companion.engine.core.chances import Order
from companion.engine.core.effects import Roll, Rule
from companion.engine.core.rules import flow, step
from companion.engine.core.shared import leaders, once_more, round_from
from companion.engine.core.text import Text, listed, plural, t
from companion.games.archmagi import facts
from companion.games.archmagi.fights.losses import show
from companion.games.archmagi.land import field, ground, hex_name, hexes
from companion.games.archmagi.phases.ahead import start_words
from companion.games.archmagi.phases.piles import draw_chits, held, new_unit
from companion.games.archmagi.picking import where
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Hex, Player, Unit
from companion.games.archmagi.units import chit
from companion.games.archmagi.wording import called, home_of, name_of

REEFS = ("reef", "abyss")


def new_state(seats: Sequence[str], settings: dict[str, str]) -> ArchmagiState:
    """A fresh match: a map for so many players, with sea at its rim and no terrain yet."""
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
        for water in (False, True):
            places = [one for one in state.hexes.values() if one.water == water]
            for one, terrain in zip(places, facts.laid_out(len(places), water=water), strict=True):
                one.terrain = terrain
    return state


@flow("Setup")
def set_up() -> Rule[str]:
    """The whole set-up. Returns the seat that begins."""
    yield from make_map()
    order = yield from turn_order()
    for seat in order:
        yield from draw_start(seat)
    for seat in order:
        yield from place_archmagi(seat)
    return order[0]


@step("Terrain", "Setup")
def make_map(state: ArchmagiState) -> Rule[None]:
    """For a known map that is not laid out yet: roll the terrain of every hex, land first."""
    if state.mapped != "rolled":
        return
    for water in (False, True):
        places = [place for place, one in state.hexes.items() if one.water == water]
        yield from roll_terrain(state, state.seats[0], places, water=water)
    need_reef(state, places[-1])


def roll_terrain(state: ArchmagiState, seat: str, places: list[str], *, water: bool, table: str = "") -> Rule[None]:
    """Roll the terrain of each hex: a D20 for land, a D6 for sea (a D20 if it has too many rows); results without a
    row are rolled again.
    """
    rows = lists_of(state.owner).rows(water=water)
    about = places[0] if len(places) == 1 else ""
    die, what = 6 if water and len(rows) <= 6 else 20, plural(len(places), "1 hex", "{n} hexes")
    prompt = t("Terrain of {what}: roll a D{die}, and again if it shows more than {most}.",
               what=t(about.upper()) if about else what, die=die, most=len(rows))  # fmt: skip
    (dice,) = yield from all_of(Roll(seat, "Terrain", prompt, (len(rows),) * len(places), about=about, table=table))
    for place, found in zip(places, dice, strict=True):
        state.hexes[place].terrain = rows[found - 1]


def need_reef(state: ArchmagiState, last: str) -> None:
    """Make sure that a sea hex is Reef or Abyss: else the last one rolled becomes the first of these in the chart."""
    rows = [one for one in lists_of(state.owner).terrain.values() if one.water and one.word in REEFS]
    if rows and not any(ground(state, place) in REEFS for place in state.hexes):
        state.hexes[last].terrain = rows[0].id


@step("Setup")
def turn_order(state: ArchmagiState) -> Rule[list[str]]:
    """The highest die begins, ties roll again; the others follow clockwise. Returns the seats in order."""
    rolling = list(state.seats)
    prompt = asked = t("Who begins? Roll a die.")
    while len(rolling) > 1:
        rolls = [Roll(seat, "", asked, (6,), about=f"first:{seat}") for seat in rolling]
        dice = yield from all_of(*rolls, joint=Order())
        rolling = leaders({seat: die for seat, (die,) in zip(rolling, dice, strict=True)})
        if len(rolling) > 1:
            asked = yield from once_more(max(die for (die,) in dice), prompt)
    state.seats = round_from(state.seats, rolling[0])
    yield from note(t("{who} begins.", who=called(rolling[0])))
    return list(state.seats)


@step("Setup")
def draw_start(state: ArchmagiState, seat: str) -> Rule[None]:
    """A player draws 1 Archmagi chit, face up, and 3 unit chits and 5 spell chits, hidden."""
    (archmagi,) = yield from draw_chits(state, seat, facts.ARCHMAGI)
    name = new_unit(state, seat, archmagi, "")
    show(state, state.units[name])
    words = t("{who} draws {unit} as Archmagi.", who=called(seat), unit=name_of(state, archmagi))
    yield from note(words, kind="archmagi", facts={"seat": seat, "unit": archmagi})
    for pile, n in facts.SETUP["start"].items():
        held(pile, state.players[seat]).extend((yield from draw_chits(state, seat, pile, n)))


@step("Setup")
def place_archmagi(state: ArchmagiState, seat: str) -> Rule[None]:
    """Place the Archmagi on a coastal land hex as far from the starts taken as possible; a banner is placed there,
    too.
    """
    places, prompt = starts(state), t("Where does your Archmagi start?")
    fitting = roomiest(state, seat, homes_of(state, seat, places))
    near = [] if fitting else roomiest(state, seat, nearest_homes(state, seat, places))
    place = yield from where(state, seat, prompt, places, "start", own=needed_by(state, seat, prompt, near),
                             best=fitting or near, kind=HOME if fitting else NEAR,
                             told=partial(start_told, state, seat))  # fmt: skip
    next(one for one in state.units.values() if one.seat == seat).place = place
    here = state.hexes[place]
    here.banner, here.founded = seat, True
    for one in (place, *hexes(state).neighbours(place)):
        yield from turn_up(state, seat, one)
    if all(one.place for one in state.units.values()):
        state.active, state.phase = state.seats[0], "Draw"
    words = t("{who} starts on {place}.", who=called(seat), place=hex_name(state, place))
    if len(places) == 1:
        words = t("{words} No other coast is as far from the others.", words=words)
    yield from note(words)


def start_told(state: ArchmagiState, seat: str, place: str) -> Text | None:
    """What is said of a start; nothing where the map lies on the table."""
    if state.mapped == "table":
        return None
    near = hexes(state).neighbours(place)
    beside = dict.fromkeys(
        ground(state, one) for one in near if state.hexes[one].terrain and not state.hexes[one].water
    )
    return start_words(state, seat, place, waters(state, place), list(beside))


def needed_by(state: ArchmagiState, seat: str, prompt: Text, near: list[str]) -> Text | None:
    """The question for a start as its player alone reads it: with the terrains that the chits of the Reserve need,
    and with the starts `near` them where they lie at none.
    """
    homes = {str(home): home for home in (home_of(state, kind) for kind in state.players[seat].reserve)}
    if not homes:
        return None
    needed = listed(list(homes.values()))
    if not near:
        return t("{prompt} Your Reserve needs {homes}.", prompt=prompt, homes=needed)
    if len(near) > NAMED:
        return t("{prompt} Your Reserve needs {homes}: here lies none of them.", prompt=prompt, homes=needed)
    nearest = listed([hex_name(state, one) for one in near])
    return t("{prompt} Your Reserve needs {homes}: here lies none of them; nearest to one is {places}.",
             prompt=prompt, homes=needed, places=nearest)  # fmt: skip


HOME = "home"
"""The best of the starts where most chits of the Reserve can come in."""


def homes_of(state: ArchmagiState, seat: str, places: list[str]) -> list[str]:
    """The starts where most chits of a player's Reserve can come in at once; none where that is nowhere so."""
    needed = [chit(state, Unit(seat, kind)).terrain for kind in state.players[seat].reserve]
    wet = {place: waters(state, place) for place in places if state.mapped != "table"}
    fitting = {place: sum(home in (ground(state, place), *near) for home in needed) for place, near in wet.items()}
    return leaders(fitting) if any(fitting.values()) else []


def roomiest(state: ArchmagiState, seat: str, places: list[str]) -> list[str]:
    """One of equally good starts: nearest to the land of the other chits, then with most land round it for banners."""
    near = nearest_homes(state, seat, places) or places
    return leaders({one: len(land_round(state, one)) for one in near})[:1] if near else []


def land_round(state: ArchmagiState, place: str) -> list[str]:
    """The land next to a hex."""
    return [one for one in hexes(state).neighbours(place) if not state.hexes[one].water]


def waters(state: ArchmagiState, place: str) -> set[str]:
    """The water terrains next to a hex, where chits of a coast come in, too."""
    return {ground(state, one) for one in hexes(state).neighbours(place) if state.hexes[one].water}


NAMED = 2
"""So many of the nearest starts a question names; more are only marked."""
NEAR = "near"
"""The start that is nearest to a terrain where a chit of the Reserve can come in, where no start has one."""


def nearest_homes(state: ArchmagiState, seat: str, places: list[str]) -> list[str]:
    """The starts nearest to where a chit of a player's Reserve can come in, of these those nearest to most of them;
    none where no such hex is known.
    """
    needed = dict.fromkeys(chit(state, Unit(seat, kind)).terrain for kind in state.players[seat].reserve)
    lying = {home: [one for one in state.hexes if ground(state, one) == home] for home in needed}
    homes, grid = [found for found in lying.values() if found and state.mapped != "table"], hexes(state)
    near = {one: sorted((-min(grid.distance(one, home) for home in found) for found in homes), reverse=True)
            for one in places}  # fmt: skip
    return leaders({one: tuple(ways) for one, ways in near.items()}) if homes else []


def starts(state: ArchmagiState) -> list[str]:
    """Where an Archmagi may start: any coast for the first, then the coast farthest from all starts taken."""
    grid, taken = hexes(state), [place for place, one in state.hexes.items() if one.banner]
    free = [place for place, one in state.hexes.items()
            if not one.water and not one.banner and ground(state, place) not in state.closed]  # fmt: skip
    if state.mapped == "table":
        return free
    if not taken:
        return [place for place in free if any(state.hexes[one].water for one in grid.neighbours(place))]
    return leaders({place: min(grid.distance(place, one) for one in taken) for place in free})


def turn_up(state: ArchmagiState, seat: str, place: str) -> Rule[None]:
    """Turn up a hex of an unknown map, if it is not yet: the terrain is rolled; land or sea is known."""
    here = state.hexes.get(place)
    if here is None or here.terrain or state.mapped != "unknown":
        return
    yield from roll_terrain(state, seat, [place], water=here.water, table="terrain")
    if here.water and not any(one.water and not one.terrain for one in state.hexes.values()):
        need_reef(state, place)
