"""Set-up: territories face down, cities, three free units each, missions, and who is first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.core.asking import all_of, choose, commit, draw, note
from companion.engine.core.chances import Order
from companion.engine.core.effects import Ask, Card, Roll, Rule
from companion.engine.core.forms import Counts, Option, Row
from companion.engine.core.rules import flow, step
from companion.engine.core.shared import once_more, round_from
from companion.engine.core.text import listed, t
from companion.engine.game.hexes import SIDES, Axial
from companion.engine.game.hexlines import place_of, turned
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Layout, Mission
from companion.games.multiverse_war.world.land import hex_name, is_free_for, settlement
from companion.games.multiverse_war.world.places import middle
from companion.games.multiverse_war.world.silhouettes import of_unit
from companion.games.multiverse_war.world.state import Building, Hero, Hex, Player, Tile, Unit, WarState
from companion.games.multiverse_war.world.units import book, name_of, new_id, ruled, who
from companion.games.multiverse_war.world.wording import unit_figures, unit_words

SETUP, MISSIONS = "Starter game setup", "Secret missions"
CITY = ((-2, 0), (-2, 1), (-2, 2), (-1, 0), (-1, 1))
"""The hexes of a city across edge 2, counted from the middle of the empty place there."""
CITY_EDGE = 2
STARTERS = 3
USUAL = ("builder", "scout", "swordsman")
"""What stands in the form before anybody chooses."""
FIRST_AGE = 1


# ---- the map of a layout


def territory_hexes(rows: Sequence[str]) -> Iterator[tuple[Axial, str, tuple[int, int]]]:
    """The hexes of a territory relative to its middle: position, letter of the terrain, [row, column] from 1."""
    for i, row in enumerate(rows, 1):
        for j, letter in enumerate(row, 1):
            yield (j - 1 - min(2, i - 1), i - 3), letter, (i, j)


def hexes_of(tile: Tile) -> list[str]:
    """The hexes of a territory, whether turned up or not."""
    q, r = middle(tile.at)
    return [
        place_of((q + a, r + b)) for (a, b), _letter, _at in territory_hexes(("xxx", "xxxx", "xxxxx", "xxxx", "xxx"))
    ]


def city_hexes(place: Axial, edge: int) -> list[str]:
    """The five hexes of a city at an edge of a place, the touching ones first."""
    q, r = SIDES[edge % len(SIDES)]  # edge 1 leads to the side after the first one
    at = middle((place[0] + q, place[1] + r))
    found = [turned(one, edge - CITY_EDGE) for one in CITY]
    return [place_of((at[0] + a, at[1] + b)) for a, b in found]


def layout_for(seats: int, settings: dict[str, str]) -> Layout:
    """The recommended layout of a match; three players use that of four without the last city."""
    if seats == 2:
        return facts.LAYOUTS[settings.get("layout", "duel")]
    return facts.LAYOUTS["team_2v2" if seats == 4 and settings.get("teams") == "teams" else "ffa_4"]


def new_state(seats: Sequence[str], settings: dict[str, str]) -> WarState:
    """A fresh match."""
    late = settings.get("start") == "late"
    state = WarState(
        seats=list(seats), players={seat: Player(seat) for seat in seats}, mapped=settings.get("map", "app") == "app",
        mode=settings.get("mode", "open"), limit=int(settings.get("turns", "12")),  # type: ignore[arg-type]
        teams=len(seats) == 4 and settings.get("teams") == "teams",
        diplomacy=settings.get("diplomacy") == "open" and settings.get("teams") != "teams",
        surcharge=settings.get("surcharge") == "yes", both_first=settings.get("first") == "both", late=late,
    )  # fmt: skip
    layout = layout_for(len(seats), settings)
    state.tiles = (
        [Tile(place) for place in layout.places] if state.mapped else [Tile((n, 0)) for n in range(len(layout.places))]
    )
    for n, tile in enumerate(state.tiles if state.mapped else ()):
        state.hexes.update({place: Hex(tile=n) for place in hexes_of(tile)})
    for seat, city in zip(seats, sorted(layout.cities, key=lambda one: one.seat), strict=False):
        places = city_hexes(city.place, city.edge) if state.mapped else []
        state.hexes.update({place: Hex("grassland") for place in places})
        state.buildings[new_id(state, "b")] = Building(seat, "settlement", places)
    for player in state.players.values():
        player.unlocked = [one.id for one in facts.HOUSE.cards() if one.age == FIRST_AGE]
        player.gold = 0
        if late:
            begin_late(player)
    state.left = list(facts.HOUSE.territories)
    if state.mode == "domination":
        keep = facts.NUMBERS["portal"]["quarries"]
        others = [one for one in state.left if one not in keep]
        state.left = [*keep, *others]
    return state


def begin_late(player: Player) -> None:
    """The shorter match (our own variant): the second age is open, its abilities are learned, one kill is missing."""
    cards = facts.HOUSE.cards()
    second = [one.id for one in cards if one.age == FIRST_AGE + 1]
    player.unlocked += second
    player.learned += [one.id for one in cards if one.age <= FIRST_AGE + 1 and facts.HOUSE.ability(one.id)]
    player.kills = {one.id: 2 for one in cards if one.age == FIRST_AGE + 1 and one.upgrades_to}
    player.gold = facts.NUMBERS["late"]["gold"]
    player.works = facts.NUMBERS["unlock"]["six"]
    player.store += 1


def new_unit(state: WarState, seat: str, kind: str, place: str) -> str:
    """Place a new cube on the map. Returns its id."""
    name = new_id(state, "u")
    state.units[name] = Unit(seat, kind, place, "" if seat else kind)
    return name


# ---- steps


@flow(SETUP)
def set_up() -> Rule[None]:
    """Everything before the first turn."""
    names = yield from choose_starters()
    for n, name in enumerate(names):
        yield from place_starter(name, n % STARTERS + 1)
    yield from first_missions()
    yield from first_players()


@step(SETUP)
def choose_starters(state: WarState) -> Rule[list[str]]:
    """Each player chooses three units of the first age in secret, free of charge. Returns their ids."""
    first = [one for one in book(state).cards() if one.age == FIRST_AGE]
    rows = [Row(one.id, t(one.name), STARTERS, start=int(one.id in USUAL), sign=of_unit(one), detail=unit_words(one),
                figures=unit_figures(one))
            for one in sorted(first, key=lambda one: (*USUAL, one.id).index(one.id))]  # fmt: skip
    prompt = t("Choose three units; a Builder among them is a good idea.")
    form = Counts(tuple(rows), most=STARTERS, least=STARTERS)
    answers = yield from commit(*(Ask(seat, "", prompt, form, about="starters") for seat in state.seats))
    for seat, chosen in zip(state.seats, answers, strict=True):
        kinds = [kind for kind, n in chosen.items() for _ in range(n)]
        units = listed([name_of(state, kind) for kind in kinds])
        yield from note(t("{who} begins with these units: {units}.", who=who(seat), units=units), to=seat)
        for kind in kinds:
            new_unit(state, seat, kind, "")
    return list(state.units) if state.mapped else []


@step(SETUP)
def place_starter(state: WarState, name: str, n: int) -> Rule[None]:
    """Place a starting unit in the own settlement; the question, which everybody may read, does not name it."""
    unit = state.units[name]
    home = settlement(state, unit.seat)
    assert home is not None
    free = [Option(one, hex_name(state, one)) for one in home[1].places if is_free_for(state, unit, one)]
    prompt = t("Where does unit {n} of {of} begin?", n=n, of=STARTERS)
    own = t("Where does your {unit} begin?", unit=name_of(state, unit.kind))
    unit.place = yield from choose(unit.seat, prompt, free, look="map", about=f"place:{name}", own=own)


@step(MISSIONS)
def first_missions(state: WarState) -> Rule[None]:
    """Each player draws two missions of the first age."""
    for seat in state.seats:
        for _ in range(facts.NUMBERS["mission"]["hand"]):
            yield from draw_mission(state, seat, FIRST_AGE)


def deck_of(state: WarState, age: int) -> list[Mission]:
    """The missions of an age that nobody holds or has accomplished."""
    gone = [one for other in state.players.values() for one in (*other.missions, *other.accomplished)]
    few = state.mapped and possible_quarries(state) < 2
    return [one for one in book(state).missions.values()
            if one.age == age and one.id not in gone and not (one.id == "m304" and few)]  # fmt: skip


def draw_mission(state: WarState, seat: str, age: int) -> Rule[None]:
    """Draw the top card of a deck, for its player only; an empty deck gives nothing."""
    player, left = state.players[seat], deck_of(state, age)
    if not left:
        return
    others = [one for other in state.players.values() if other.seat != seat for one in other.missions]
    unseen = [one for one in book(state).missions.values() if one.age == age and (one in left or one.id in others)]
    deck, there = [Card(one.id, t(one.name), detail=t(one.text)) for one in unseen], {one.id: 1 for one in left}
    (name,) = yield from draw(
        seat, t("Draw a mission of age {n}.", n=age), deck, about=f"mission:{age}", there=there, section=MISSIONS
    )
    player.missions.append(name)
    card = book(state).missions[name]
    yield from note(t("{who} draws {mission}: {text}", who=who(seat), mission=t(card.name), text=t(card.text)), to=seat)


def possible_quarries(state: WarState) -> int:
    """How many quarries there are or may still be turned up."""
    found = sum(one.quarry for one in state.hexes.values())
    hidden = sum(not tile.id for tile in state.tiles)
    return found + min(hidden, sum(bool(book(state).territories[one].quarry) for one in state.left))


@step(SETUP)
def first_players(state: WarState) -> Rule[None]:
    """The lowest die chooses the phase in which that player is first; the next in rank is first in the other (A54)."""
    ranks = yield from ranking(state)
    winner, second = ranks[0], ranks[1]
    if ruled(state, "first", "left-neighbour"):
        second = round_from(state.seats, winner)[1]
    options = [Option("build", t("The build phase")), Option("action", t("The action phase"))]
    if state.both_first:
        options.append(Option("both", t("Both, as agreed")))
    picked = yield from choose(winner, t("In which phase are you first?"), options, about="first")
    state.build_order = round_from(state.seats, winner if picked in ("build", "both") else second)
    state.action_order = round_from(state.seats, winner if picked in ("action", "both") else second)
    yield from note(t("{who} is first in the build phase, {other} in the action phase.", who=who(state.build_order[0]),
                      other=who(state.action_order[0])))  # fmt: skip


def ranking(state: WarState) -> Rule[list[str]]:
    """The players by their dice, lowest first; only those who tie for the lowest roll again."""
    rolling, ranks = list(state.seats), list(state.seats)
    prompt = asked = t("Who is first? The lowest D10 wins.")
    while True:
        rolls = [Roll(seat, "", asked, (10,), about=f"first:{seat}") for seat in rolling]
        dice = yield from all_of(*rolls, joint=Order())
        values = {seat: 0 if die == 10 and ruled(state, "zero", "zero-low") else die
                  for seat, (die,) in zip(rolling, dice, strict=True)}  # fmt: skip
        if len(rolling) == len(state.seats):
            ranks = sorted(state.seats, key=values.__getitem__)
        best = min(values.values())
        rolling = [seat for seat in rolling if values[seat] == best]
        if len(rolling) == 1:
            yield from note(t("{who} has the lowest roll.", who=who(rolling[0])), kind="first")
            return [rolling[0], *(seat for seat in ranks if seat != rolling[0])]
        asked = yield from once_more(best, prompt)


def young_hero() -> Hero:
    """A new hero sheet: both tracks at their beginning, the other points still to be spent."""
    low = facts.NUMBERS["hero"]["track_min"]
    return Hero(ap=low, health=low, points=facts.NUMBERS["hero"]["points"] - 2 * low)
