"""The board as panels: Hero Displays, Resources, map, Arena, standing. Shows the state and decides nothing."""

from __future__ import annotations

from companion.engine.core.text import Text, listed, named, t
from companion.engine.game.panels import (
    Board,
    Display,
    Gauge,
    HexView,
    MapPanel,
    Panel,
    StackView,
    Token,
)
from companion.games.heroes_vs_warlords.advanced import experience, methods, quests, skills, special, terrain
from companion.games.heroes_vs_warlords.display.panel import display_panel
from companion.games.heroes_vs_warlords.readers.battle_board import ABILITY_LOOKS, LOOKS, battle_panel, battle_title
from companion.games.heroes_vs_warlords.readers.board_tables import on_offer, present, sign_words, tables
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import (
    ABILITY_TITLES,
    RESOURCE_TITLES,
    ability,
    city_at,
    city_name,
    hero_name,
    heroes_in_play,
    sheet,
    title,
    unit_values,
)
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Stack
from companion.games.heroes_vs_warlords.records.stocks import track_markers
from companion.games.heroes_vs_warlords.turns.cities import FACILITIES, facility_of

PHASES = {
    "setup": "Preparing the game",
    "initiative": "Who goes first?",
    "turns": "Turns of the players",
    "income": "Income",
    "production": "Production, all at the same time",
    "cleanup": "Clean Up",
}


def board(state: HvWState, seat: str) -> Board:
    """Everything a phone or screen shows of a match."""
    panels: list[Panel] = []
    on_hexes = state.battle is not None and methods.on_display(state.battle)
    if state.battle is not None:
        panels.append(battle_panel(state, state.battle))
        shown = on_hexes and (not state.battle.by_hand or state.battle.wall is not None)  # by hand only the wall
        panels.extend([display_panel(state.battle, LOOKS)] if shown else [])
    now = present(state)
    for one in _own_first(state, seat):
        panels.extend(hero_display(now, hero) for hero in now.players[one].heroes if hero.status == "in_play")
    panels.extend(city_panel(now, city) for city in sorted(now.cities.values(), key=lambda one: one.owner != seat))
    if state.world.mapped and not on_hexes:
        panels.append(map_panel(state, seat))
    panels.extend(tables(state, now))
    return Board(_where(state), _doing(state), tuple(panels), state.active, scenes(now))


def ground(state: HvWState) -> Board | None:
    """The map alone, as a watcher sees it (nothing where there is none); None where the whole board is needed to tell
    which map is shown.
    """
    if state.battle is not None and methods.on_display(state.battle):
        return None
    panels = (map_panel(state, ""),) if state.world.mapped else ()
    return Board(_where(state), _doing(state), panels, state.active)


def scenes(state: HvWState) -> tuple[Display, ...]:
    """What each player has in hand: in turns the Hero who moves, in the phases for all a City."""
    found = [_in_hand(state, seat) for seat in state.seats if state.round]
    return tuple(one for one in found if one is not None)


def _in_hand(state: HvWState, seat: str) -> Display | None:
    heroes = [hero for hero in heroes_in_play(state) if hero.seat == seat]
    cities = [city for city in state.cities.values() if city.owner == seat]
    if cities and not state.active and state.phase in ("income", "production"):
        return city_panel(state, cities[0])
    walking = [hero for hero in heroes if hero.id == state.world.walking]
    return hero_display(state, (walking or heroes)[0]) if heroes else None


def _own_first(state: HvWState, seat: str) -> list[str]:
    return sorted(state.seats, key=lambda one: one != seat)


def _where(state: HvWState) -> Text:
    if not state.round:
        return t("Set-up")
    if state.ended:
        return t("End of the game, Round {round}", round=state.round)
    if not state.active:
        return t("Round {round}", round=state.round)
    return t(
        "Round {round} · Sequence {sequence} · Turn {turn}", round=state.round, sequence=state.sequence, turn=state.turn
    )


def _doing(state: HvWState) -> Text:
    if len(state.winners) > 1:
        return t("A draw between {race}.", race=named([title(seat) for seat in state.winners]))
    if state.winners:
        return t("Winner: {names}", names=named([title(seat) for seat in state.winners]))
    if state.battle is not None:
        return battle_title(state.battle)
    if state.active:
        return t("{race} are moving", race=title(state.active))
    return t(PHASES[state.phase])


# ---- Heroes and Cities


def hero_display(state: HvWState, hero: Hero) -> Display:
    """A Hero Display: four abilities, Level, EP, MP, six sections, Equipment."""
    colour, pattern, emblem = LOOKS[hero.seat]
    base = f"/players/{hero.seat}/heroes/{hero.number - 1}"
    gauges = [
        Gauge(t(ABILITY_TITLES[name]), ability(hero, name), *ABILITY_LOOKS[name], path=f"{base}/{name}")
        for name in facts.ABILITIES
    ]
    gauges += [
        Gauge(t("Level"), hero.level, "grey", "L", path=f"{base}/level"),
        Gauge(t("Experience"), hero.ep, "grey", "EP", path=f"{base}/ep"),
        *(
            [Gauge(t("Movement points left"), hero.mp, "green", "MP", path=f"{base}/mp")]
            if hero.seat == state.active
            else ()
        ),
        *_advanced_gauges(state, hero, base),
    ]
    slots = tuple(
        stack_view(state, stack, _counted_at(state, hero.id, f"{base}/sections/{i}")) if stack is not None else None
        for i, stack in enumerate(hero.sections)
    )
    return Display(
        f"hero:{hero.id}", "army", hero_name(hero), hero.seat, world.place_name(state, hero.place), colour, pattern,
        emblem, tuple(gauges), slots, _equipment_lines(hero),
    )  # fmt: skip


def _advanced_gauges(state: HvWState, hero: Hero, base: str) -> list[Gauge]:
    """Skills and Honor, in matches that play with them (16.0)."""
    found = []
    if skills.used(state):
        found += [Gauge(skills.skill_title(hero, name), getattr(hero, name), "grey", "S", path=f"{base}/{name}")
                  for name in skills.SKILLS]  # fmt: skip
    if experience.honor_used(state):
        found.append(Gauge(t("Honor"), hero.honor, "grey", "HP", path=f"{base}/honor"))
    return found


def _equipment_lines(hero: Hero) -> tuple[Text, ...]:
    lines = []
    if hero.equipment:
        names = [t(facts.EQUIPMENT[piece].name) for piece in hero.equipment]
        lines.append(t("Equipment: {names}", names=listed(names)))
    if hero.quest:
        lines.append(t("Quest {n}: {task}", n=hero.quest, task=t(quests.CARDS[hero.quest].task)))
    return tuple(lines)


def stack_view(state: HvWState, stack: Stack, path: str = "") -> StackView:
    """A stack as it is drawn; `path` is where its number is corrected."""
    unit = unit_values(state, stack.faction, stack.level)
    colour, pattern, emblem = LOOKS[stack.faction]
    label = t("{race} Level {level}", race=title(stack.faction), level=stack.level)
    marks = (t("stays here"),) if stack.locked else ()
    return StackView(
        label, stack.count, stack.level, unit.type, unit.attack, unit.defense, unit.move, colour, pattern, emblem,
        path, marks,
    )  # fmt: skip


def _counted_at(state: HvWState, owner: str, base: str) -> str:
    """Where the number of a stack is corrected; "" while its Hero or City fights: then it counts in the combat."""
    fight = state.battle
    sides = (fight.attacker, fight.defender) if fight is not None else ()
    fighting = [fight.city if fight is not None else "", *(one for side in sides for one in (side.hero, side.second))]
    return "" if owner in fighting else f"{base}/count"


def city_panel(state: HvWState, city: City) -> Display:
    """A City or Camp Display: stock, facilities, works, and the units waiting there."""
    colour, pattern, emblem = LOOKS.get(city.owner or "neutrals", LOOKS["neutrals"])
    base = f"/cities/{city.id}"
    gauges = [
        Gauge(t(RESOURCE_TITLES[name]), getattr(city.stock, name), name, name[0].upper(), name, f"{base}/stock/{name}")
        for name in facts.RESOURCES
    ]
    gauges += [
        Gauge(t("Defensive works"), city.works, "grey", "W", path=f"{base}/works"),
        Gauge(t("Towers"), city.towers, "grey", "T", path=f"{base}/towers"),
    ]
    if special.BUILDING in city.facilities:
        gauges.append(Gauge(t("Honor stored"), city.honor, "grey", "HP", path=f"{base}/honor"))
    built = [facility_of(state, city, name) for name in city.facilities if name in FACILITIES]
    lines = (t("Built: {names}", names=listed([t("Hamlet"), *built])), *_track_lines(city))
    slots = tuple(
        stack_view(state, one, _counted_at(state, city.id, f"{base}/units/{i}")) for i, one in enumerate(city.units)
    )
    owner = title(city.owner) if city.owner else t("neutral")
    return Display(
        f"city:{city.id}", "city", city_name(city), city.owner, owner, colour, pattern, emblem, tuple(gauges), slots,
        lines, on_offer(state, city),
    )  # fmt: skip


def _track_lines(city: City) -> tuple[Text, ...]:
    """How stocks above 10 lie on the Resource Track (4.3.7)."""
    marked = [(name, *track_markers(getattr(city.stock, name))) for name in facts.RESOURCES]
    return tuple(
        t("{resource}: number marker {n} in the 20/+ box, {rest} on the track", n=number, rest=rest,
          resource=t(RESOURCE_TITLES[name]))
        for name, number, rest in marked if number
    )  # fmt: skip


# ---- map


def map_panel(state: HvWState, seat: str) -> MapPanel:
    """The game world as hexes. A small screen shows the seat's own Hero first; to those who wait, the active one."""
    hexes = [
        _hex(state, place, tile_index, name)
        for tile_index, tile in enumerate(state.world.tiles)
        for place, name in world.hexes_around((tile.q, tile.r)).items()
    ]
    if not state.round:
        hexes += _free_ground(state)
    own, acting = _first_place(state, seat or state.active), _first_place(state, state.active)
    return MapPanel("map", "map", t("Map"), tuple(hexes), focus=own, scene=acting)


def _first_place(state: HvWState, seat: str) -> str:
    """Where a seat's walking Hero is, else its first; "" without one."""
    own = [hero for hero in heroes_in_play(state) if hero.seat == seat]
    walking = [hero.place for hero in own if hero.id == state.world.walking]
    return next(iter([*walking, *(hero.place for hero in own)]), "")


def _free_ground(state: HvWState) -> list[HexView]:
    """During set-up: where another tile would fit; all seven hexes are one place to tap."""
    centres = tuple((tile.q, tile.r) for tile in state.world.tiles)
    return [
        HexView(world.place_of(*centre), *world.coordinates(place), "free", name=name, label=t("free"))
        for centre in world.free_centres(centres)
        for place, name in world.hexes_around(centre).items()
    ]


def _hex(state: HvWState, place: str, tile_index: int, name: str) -> HexView:
    tile = state.world.tiles[tile_index]
    q, r = world.coordinates(place)
    if not tile.id:
        return HexView(place, q, r, label=t("face down"), tile=f"?{tile_index + 1}", name=name, hidden=True)
    hex_facts = sheet(state).tiles[tile.id].hexes[name]
    site, city = state.sites.get(place), city_at(state, place)
    symbol: str = ("camp" if city.camp else "city") if city is not None else site.kind if site is not None else ""
    symbol = site.resource if site is not None and site.resource else symbol
    owner = city.owner if city is not None else site.owner if site is not None else ""
    label = city_name(city) if city is not None else t(site.label) if site is not None else t(hex_facts.terrain)
    guards = sum(stack.count for stack in site.guards) if site is not None else 0
    tokens = tuple(_token(hero) for hero in heroes_in_play(state) if hero.place == place)
    golden = hex_facts.feature in facts.RESOURCES
    sides = terrain.sides_of(sheet(state).tiles[tile.id], name) if terrain.used(state) else terrain.Sides()
    return HexView(place, q, r, hex_facts.terrain, symbol, label, tile.id, name, golden, False, owner, guards, tokens,
                   owner_colour=LOOKS[owner][0] if owner else "", sign=sign_words(symbol) or label,
                   **sides._asdict())  # fmt: skip


def _token(hero: Hero) -> Token:
    colour, pattern, emblem = LOOKS[hero.seat]
    return Token(hero_name(hero), str(hero.number), colour, pattern, emblem)
