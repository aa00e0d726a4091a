"""Set-up (5.0): agreements, initiative, the game world, armies, Resources."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.forms import Choose, Field, Fields, Number, options
from companion.engine.core.shared import roll_off, round_from
from companion.engine.core.text import plural
from companion.engine.rules import Offer, Rule, Text, amounts, ask, flow, menu, note, step, t, together
from companion.games.heroes_vs_warlords.advanced import vote
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.chips import unit_row
from companion.games.heroes_vs_warlords.records.common import (
    army_text,
    hero_of,
    ruled,
    sheet,
    stacks_of,
    title,
)
from companion.games.heroes_vs_warlords.records.state import (
    City,
    Hero,
    HeroStatus,
    HvWState,
    PlacedTile,
    Player,
    Site,
    Stack,
    Stock,
)

SETUP = facts.SETUP
MOST_TILES = len(facts.TILES)


def new_hero(seat: str, number: int, status: HeroStatus, start: facts.HeroFacts | None = None) -> Hero:
    """A Hero with the starting values of the race (4.1), or those that an owner typed in; without an army."""
    start = start or facts.HERO_START[seat]
    level = start.level
    return Hero(
        f"{seat}:{number}", seat, number, status, start.attack, start.defense, start.initiative, start.movement,
        level, start.ep, [None] * SETUP["sections"],
    )  # fmt: skip


def new_state(seats: Sequence[str], settings: dict[str, str]) -> HvWState:
    """The state before the first question: players, capitals, the Equipment cup. `seats` are in clockwise order."""
    players = {seat: Player(seat, [new_hero(seat, 1, "in_play"), new_hero(seat, 2, "unused")]) for seat in seats}
    cities = {f"home:{seat}": _capital(seat) for seat in seats}
    cup = {kind.id: kind.count for kind in facts.EQUIPMENT.values()}
    return HvWState(seats=list(seats), players=players, cities=cities, cup=cup)


def _capital(seat: str) -> City:
    stock = Stock(**SETUP["stock"])
    name = f"home:{seat}"
    return City(name, seat, seat, seat == "barbarians", "", stock, ["hamlet"])


@flow("5.0")
def set_up() -> Rule[None]:
    """The whole set-up."""
    mode = yield from agree()
    order = yield from roll_initiative()
    if mode == "table":
        yield from keep_own_map()
    else:
        count = yield from lay_face_down(mode)
        for number in range(1, count + 1):
            yield from lay_one(number, count)
        for seat in order:
            yield from lay_start_tile(seat)
    yield from together(*(buy_army(seat) for seat in order))


@step("5.3.1", "5.3.3")
def agree(state: HvWState) -> Rule[str]:
    """The agreements: number of tiles, length of the game, and who keeps the map (5.3.1, 5.3.3). Returns who keeps
    the map.
    """
    least = SETUP["least_tiles"]
    if ruled(state, "min_tiles_counts") == "without_start_tiles":
        least += len(state.seats)
    most = MOST_TILES - len(facts.RACES) + len(state.seats)
    unit, longest, usual = t("Rounds"), 20, 4
    if ruled(state, "length_unit") == "player_turns":
        unit, longest, usual = t("player turns"), 180, 36
    modes = options(
        ("standard", t("App keeps the map, tiles in the standard layout")),
        ("tap", t("App keeps the map, we tap where each tile lies")),
        ("table", t("No map in the app: it asks us what it needs")),
    )
    form = Fields((
        Field("map", t("Map"), Choose(modes)),
        Field("tiles", t("Terrain tiles, start tiles included"), Number(min(least, most), most, min(least, most))),
        Field("length", t("Length in {unit} (0: open end)", unit=unit), Number(0, longest, usual)),
    ), _usual(unit_is_round=usual == 4, tiles=min(least, most), length=usual))  # fmt: skip
    agreed = yield from ask(state.seats[0], t("Which map, and how long?"), form, section="5.3")
    state.length = agreed["length"]
    for seat in state.seats:
        for hero in state.players[seat].heroes:
            set_start(hero, sheet(state).heroes[seat])
            hero.level = first_level(state)
    state.world.mapped = agreed["map"] != "table"
    state.world.unseen = [tile.id for tile in facts.TILES.values() if not tile.start]
    state.world.face_down = agreed["tiles"] - len(state.seats)
    vote.settle_mix(state)
    yield from vote.settle_method(state)
    length = t("{unit}: {n}", unit=unit, n=agreed["length"]) if agreed["length"] else t("open end")
    yield from note(t("{tiles} tiles; {length}.", tiles=agreed["tiles"], length=length), section="5.3")
    return str(agreed["map"])


def _usual(*, unit_is_round: bool, tiles: int, length: int) -> Text:
    """What it means to change nothing of the agreements."""
    words = "Usual: the app keeps the map of {tiles} tiles, and you play {length} player turns."
    if unit_is_round:
        words = "Usual: the app keeps the map of {tiles} tiles, and you play {length} Rounds."
    return t(words, tiles=tiles, length=length)


def set_start(hero: Hero, start: facts.HeroFacts) -> None:
    """Set the abilities and EP with which a Hero of a race begins (4.1)."""
    for name in (*facts.ABILITIES, "ep"):
        setattr(hero, name, getattr(start, name))


def first_level(state: HvWState) -> int:
    """The Level a new Hero has (8.11, ruling R50)."""
    return int(ruled(state, "start_level"))


@step("5.2")
def roll_initiative(state: HvWState) -> Rule[list[str]]:
    """Highest d20 goes first, ties roll again, the others follow clockwise (5.2)."""
    playing = [seat for seat in state.seats if not state.players[seat].defeated]
    prompt = t("Roll for initiative.") if state.round else t("Roll: who goes first at set-up?")
    first = yield from roll_off(playing, prompt, needs=t("highest goes first"))
    state.order = [seat for seat in round_from(state.seats, first) if seat in playing]
    yield from note(t("{race} go first.", race=title(state.order[0])))
    return list(state.order)


@step("5.3.2", asks_first=True)
def keep_own_map(state: HvWState) -> Rule[None]:
    """The players keep the map: capitals and Recruitment Locations are known only by name."""
    for seat in state.seats:
        city = state.cities[f"home:{seat}"]
        city.place = city.id
        hero_of(state, f"{seat}:1").place = city.id
        place = f"recruit:{seat}"
        state.sites[place] = Site(place, "recruitment", f"Recruitment Location of the {seat.capitalize()}", race=seat)
        if ruled(state, "home_guards") == "from_start":
            _name_home_hexes(state, seat)
    activate_home_guards(state)
    text = "Lay {count} tiles face down, all compasses pointing north; then each player adds his start tile at the rim."
    yield from note(t(text, count=state.world.face_down))


@step("5.3.2", asks_first=True)
def lay_face_down(state: HvWState, mode: str) -> Rule[int]:
    """Lay the shuffled tiles face down in the standard cluster (5.3.2). Returns how many the players place
    themselves.
    """
    if mode == "tap":
        return state.world.face_down
    state.world.tiles = [PlacedTile(q, r) for q, r in world.standard_layout(state.world.face_down)]
    yield from note(t("{count} tiles are laid out face down.", count=len(state.world.tiles)))
    return 0


@step("5.3.2")
def lay_one(state: HvWState, number: int, count: int) -> Rule[None]:
    """The players tap where a face-down tile is (5.3.2)."""
    seat = state.seats[0]
    prompt = t("Where do the {race} lay face-down tile {n} of {all}?", race=title(seat), n=number, all=count)
    q, r = yield from _tap_centre(state, seat, prompt, start=False)
    state.world.tiles.append(PlacedTile(q, r))


@step("5.3.2")
def lay_start_tile(state: HvWState, seat: str) -> Rule[None]:
    """A player adds the own start tile at the edge; Hero and City or Camp are placed on it (5.3.2)."""
    prompt = t("Where do the {race} add their start tile?", race=title(seat))
    q, r = yield from _tap_centre(state, seat, prompt, start=True)
    facts_of_tile = sheet(state).start_tile(seat)
    tile = PlacedTile(q, r, start=seat)
    state.world.tiles.append(tile)
    world.reveal(state, tile, facts_of_tile.id)
    dq, dr = facts.DIRECTIONS[world.centre_name(facts_of_tile)]
    place = world.place_of(q + dq, r + dr)
    state.cities[f"home:{seat}"].place = place
    hero_of(state, f"{seat}:1").place = place
    activate_home_guards(state)
    camp = state.cities[f"home:{seat}"].camp
    words = "{race} begin in their City: start tile {tile}, hex {hex}."
    if camp:
        words = "{race} begin in their Camp: start tile {tile}, hex {hex}."
    hex_name = world.direction(world.centre_name(facts_of_tile))
    yield from note(t(words, race=title(seat), tile=facts_of_tile.id, hex=hex_name))


def _name_home_hexes(state: HvWState, seat: str) -> None:
    """Without a map Resource hexes are named when entered; those guarded from the start are named at once."""
    tile = sheet(state).start_tile(seat)
    for name, hex in tile.hexes.items():
        if hex.feature in facts.RESOURCES:
            label = f"{hex.feature.capitalize()} hex {tile.id} {name}"
            place = f"{tile.id}-{name}"
            state.sites[place] = Site(place, "resource", label, resource=hex.feature, home=True)


def activate_home_guards(state: HvWState) -> None:
    """By ruling R03, second reading, place the five home guards at the start."""
    if ruled(state, "home_guards") == "on_entry":
        return
    for site in state.sites.values():
        if site.kind == "resource" and site.home and not site.active:
            site.active = True
            site.guards = [Stack("neutrals", level, count) for level, count in facts.HOME_GUARDS]


def _tap_centre(state: HvWState, seat: str, prompt: Text, *, start: bool) -> Rule[tuple[int, int]]:
    """Ask for a lattice place; from the third tile on it must link to three hexes of others (5.3.2, ruling R24)."""
    centres = [(tile.q, tile.r) for tile in state.world.tiles]
    linked = start or ruled(state, "link_rule") == "all_tiles"
    least = 3 if linked and len(centres) > 1 else 0
    places = [one for one in world.free_centres(tuple(centres)) if not least or world.links(centres, one) >= least]
    offers = [Offer(world.place_of(*one), world.tile_place(state.world, one), value=one) for one in places]
    about = f"lay:{seat}" if start else "lay"
    return (yield from menu(seat, prompt, offers, look="map", about=about))


@step("5.1")
def buy_army(state: HvWState, seat: str) -> Rule[None]:
    """Buy the starting army of the first Hero for 20 Gold; the rest is lost (5.1)."""
    hero = hero_of(state, f"{seat}:1")
    prompt = t("Buy the army of your Hero. Gold left over is lost.")
    bought = yield from ask_army(state, seat, SETUP["army_gold"], SETUP["army_levels"], prompt)
    fill_sections(hero, seat, bought)
    left = SETUP["army_gold"] - sum(level * count for level, count in bought.items())
    who, army = title(seat), army_text(stacks_of(hero))
    told = t("{race} start with {army}.", race=who, army=army)
    if left:
        told = plural(
            left, "{race} start with {army}; 1 Gold not spent is lost.",
            "{race} start with {army}; {n} Gold not spent is lost.", race=who, army=army,
        )  # fmt: skip
    yield from note(told)


def ask_army(state: HvWState, seat: str, gold: int, levels: list[int], prompt: Text) -> Rule[dict[int, int]]:
    """Ask for units of some Levels within a budget, at most three of Level 3 (5.1). Returns Level -> number."""
    most = {int(level): number for level, number in SETUP["army_most_of_level"].items()}
    rows = [unit_row(state, seat, level, most.get(level, gold // level)) for level in levels]
    return (yield from amounts(seat, prompt, rows, budget=gold, least=1, keeps_rest=False))


def fill_sections(hero: Hero, faction: str, army: dict[int, int]) -> None:
    """Put bought units into empty sections, each kind into its own (5.1)."""
    free = [i for i, stack in enumerate(hero.sections) if stack is None]
    for index, (level, count) in zip(free, sorted(army.items()), strict=False):
        hero.sections[index] = Stack(faction, level, min(count, SETUP["stack_limit"]))
