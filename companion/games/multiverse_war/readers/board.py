"""The board as panels: map, fight, own cubes, heroes, standing. Shows the state, decides nothing.

What a seat may not know is never read: cubes of others are drawn as their `face`, and their missions only counted.
"""

from __future__ import annotations

from companion.engine.core.text import Text, listed, t
from companion.engine.game.hexes import fullest
from companion.engine.game.hexlines import axial_of, distance, neighbours
from companion.engine.game.panels import (
    Board,
    Display,
    Gauge,
    HexView,
    LineView,
    MapPanel,
    Panel,
    StackView,
    Stock,
    Tab,
    Token,
)
from companion.games.multiverse_war.phases.victory import in_force, standing
from companion.games.multiverse_war.readers.battle_board import fight_panel, is_shown
from companion.games.multiverse_war.readers.guide import STAGE_OF
from companion.games.multiverse_war.readers.looks import BEAST, LOOKS, SIGNS, sign_of
from companion.games.multiverse_war.readers.standings import built, catalogue, records, table
from companion.games.multiverse_war.world.land import ground_words, is_road
from companion.games.multiverse_war.world.places import WAYS, hex_on_tile, place_name
from companion.games.multiverse_war.world.sight import has_line
from companion.games.multiverse_war.world.silhouettes import GROUND
from companion.games.multiverse_war.world.state import Player, Unit, WarState
from companion.games.multiverse_war.world.units import (
    ap_left,
    are_foes,
    as_seen,
    book,
    building_name,
    health_of,
    label_known,
    name_of,
    own_units,
    range_of,
    tactics_left,
    who,
)
from companion.games.multiverse_war.world.wording import HIDDEN, action_points

MARKS = {
    "set_up": t("set up"), "cover": t("covers friends"), "pike": t("pike wall"), "hold": t("holds the line"),
    "far_sight": t("sees far"), "slowed": t("slowed"), "shield": t("Shield Wall"), "onslaught": t("Onslaught"),
    "worked": t("has worked"), "half": t("one more forest"), "healed": t("has healed"),
}  # fmt: skip
"""What a player is told of the marks of his cubes; the others are the app's own."""


def board(state: WarState, seat: str) -> Board:
    """Everything a phone or screen shows of a match."""
    state = as_seen(state, seat)
    panels: list[Panel] = [*fight_panel(state, told=seat in state.players)]
    if state.mapped and state.hexes:
        panels.append(map_panel(state, seat))
    if seat in state.players and state.turn:
        player = state.players[seat]
        panels += [cubes(state, seat), purse(state, player), built(state, player), catalogue(state, player),
                   secret(state, player)]  # fmt: skip
    if state.turn:
        panels += [
            *(hero_panel(state, one, seat) for one in state.players.values() if one.heroes),
            table(state),
            *(records(state) if seat in state.players else ()),
        ]
    scenes = tuple(scene(state, one) for one in state.players.values()) if state.turn else ()
    return Board(_where(state), _doing(state), tuple(panels), acting(state), scenes)


def tabs(state: WarState, seat: str) -> tuple[Tab, ...]:
    """The tabs of a match: the map where the app keeps one, what is a player's own only on his phone."""
    return (*(("map",) if state.mapped else ()), "army", *(("city",) if seat in state.players else ()), "standing")


def scene(state: WarState, player: Player) -> Display:
    """What a player has in hand, as everybody at the table sees it: the figures, and the cubes that spent action
    points.
    """
    seat, look = player.seat, LOOKS[player.seat]
    own = own_units(state, seat)
    built = sum(one.seat == seat for one in state.buildings.values())
    gauges = (Gauge(t("Gold"), player.gold, "orange", "G", "coins"), Gauge(t("Cubes"), len(own), look[0], "C"),
              Gauge(t("Buildings"), built, "grey", "B"))  # fmt: skip
    acted = tuple(_acted(state, one) for one in own.values() if one.spent)
    return Display(f"scene:{seat}", "now", who(seat), seat, Text(""), *look, gauges=gauges, slots=acted, numbered=False)


def _acted(state: WarState, unit: Unit) -> StackView:
    """A cube that has done something in this turn."""
    colour, pattern, emblem = LOOKS[unit.seat]
    words = name_of(state, unit.kind) if unit.kind else t("hidden")
    marks = (
        *([place_name(state, unit.place)] if unit.place else []),
        t("{points} spent", points=action_points(unit.spent)),
    )
    return StackView(words, None, colour=colour, pattern=pattern, emblem=emblem, marks=marks, spent=unit.done)


def acting(state: WarState) -> str:
    """Whose turn it is; in a fight the attacker's, "" for the wild."""
    return state.units[state.fights[0].attacker].seat if state.fights and is_shown(state) else state.active


def _where(state: WarState) -> Text:
    if state.winners:
        return t("End of the game")
    if not state.turn:
        return t("Set-up") if state.seats else t("A blow")
    return t("Turn {n} · {phase}", n=state.turn, phase=STAGE_OF[state.phase or "Revenue"].title)


def _doing(state: WarState) -> Text:
    if state.winners:
        return standing(state)
    if state.fights and is_shown(state):
        owner = state.units[state.fights[0].attacker].seat
        return t("{who} attacks", who=who(owner) if owner else t("The wild"))
    words = {"Revenue": "{who} collects gold", "Build": "{who} builds", "Action": "{who} moves and fights"}
    return t(words.get(state.phase, "{who} is playing"), who=who(state.active)) if state.active else t("Setting up")


# ---- the map


def map_panel(state: WarState, seat: str) -> MapPanel:
    """The map: ground, roads, buildings, cubes as this seat sees them; a small screen begins at its own cubes."""
    hexes = tuple(_hex(state, place) for place in state.hexes)
    own = fullest(one.place for one in state.units.values() if one.seat == (seat or state.active))
    return MapPanel("map", "map", t("Map"), hexes, lines=lines(state, seat), focus=own, scene=_scene_place(state))


def _scene_place(state: WarState) -> str:
    """Where the fight is, else where those act whose turn it is."""
    if state.fights and is_shown(state) and state.fights[0].place:
        return state.fights[0].place
    active = [one for one in state.units.values() if one.seat == state.active and one.place]
    at_it = [one for one in active if one.spent and not one.done] or [one for one in active if one.spent]
    return fullest(one.place for one in at_it or active)


def lines(state: WarState, seat: str) -> tuple[LineView, ...]:
    """During a fight its line, for everybody; else the lines of fire from one's own shooters to enemies in range."""
    if state.fights:
        shooter, at = state.units.get(state.fights[0].attacker), state.fights[0].place
        return (_line(state, shooter, at),) if shooter and shooter.kind and shooter.place and at else ()
    shooters = [one for one in own_units(state, seat).values() if one.place and range_of(state, one)]
    units = [one.place for one in state.units.values() if are_foes(state, seat, one.seat)]
    built = [place for one in state.buildings.values() if are_foes(state, seat, one.seat) for place in one.places]
    return tuple(_line(state, one, place) for one in shooters for place in dict.fromkeys([*units, *built])
                 if place and distance(one.place, place) <= range_of(state, one))  # fmt: skip


def _line(state: WarState, unit: Unit, place: str) -> LineView:
    free = has_line(state, unit, place)
    words = t("{a} to {b}: the line is free", a=place_name(state, unit.place), b=place_name(state, place))
    barred = t("{a} to {b}: something is in the way", a=place_name(state, unit.place), b=place_name(state, place))
    return LineView(axial_of(unit.place), axial_of(place), words if free else barred, free)


def _hex(state: WarState, place: str) -> HexView:
    here, (q, r), on_tile = state.hexes[place], axial_of(place), hex_on_tile(state, place)
    ground, symbol = GROUND.get(here.ground, ("clear", ""))
    words = [ground_words(here)]
    if here.quarry:
        symbol = "crystal"
    if here.event:
        symbol = "event"
    standing_here = [(name, one) for name, one in state.buildings.items() if place in one.places]
    colour, owner = "", ""
    sign = t("random event") if here.event else t("quarry") if here.quarry else t(here.ground or "unexplored")
    for _name, one in standing_here:
        colour, symbol, owner = LOOKS[one.seat][0], SIGNS[one.kind], one.seat
        sign = t(book(state).buildings[one.kind].name)
        words.append(t("{building}, age {n}", building=building_name(state, one), n=one.age))
        if one.wounds:
            words.append(t("{n} damage", n=one.wounds))
    tokens = tuple(_token(state, one) for one in state.units.values() if one.place == place)
    roads = tuple(way for way, to in zip(WAYS, neighbours(place), strict=True) if here.road and is_road(state, to))
    if here.road and not roads and not standing_here:  # a road that leads nowhere yet
        symbol, sign = "movement", t("road")
    return HexView(
        place,
        q,
        r,
        ground,
        symbol,
        listed(words) if words[1:] else words[0],
        tile=_tile(state, place),
        name=on_tile[1] if on_tile else place,
        hidden=not here.ground,
        tokens=tokens,
        owner=owner,
        sign=sign,
        owner_colour=colour,
        roads=roads,
        path=f"/hexes/{place}",
    )


def _tile(state: WarState, place: str) -> str:
    """What the map writes in the middle of a territory: its name, or its number while it lies face down."""
    number = state.hexes[place].tile
    if not 0 <= number < len(state.tiles):
        return ""
    tile = state.tiles[number]
    return book(state).territories[tile.id].name if tile.id else str(number + 1)


def _token(state: WarState, unit: Unit) -> Token:
    name = name_of(state, unit.kind)
    words = t("{who}: {unit}", who=who(unit.seat), unit=name) if unit.seat else name
    badge = f"-{unit.wounds}" if unit.wounds else ""
    return Token(words, HIDDEN, *LOOKS.get(unit.seat, BEAST), badge=badge, icon=sign_of(state, unit.kind))


# ---- what a player has


def cubes(state: WarState, seat: str) -> Display:
    """A seat's own cubes: where they are, and what they can still do."""
    slots = []
    for name, unit in own_units(state, seat).items():
        marks = (
            [words for mark, words in MARKS.items() if unit.marks.get(mark)]
            + [t("identified")] * bool(unit.face)
            + [t("rests")] * unit.resting
        )
        place = [place_name(state, unit.place)] if unit.place else []
        slots.append(
            StackView(
                label_known(state, seat, name),
                None,
                kind=sign_of(state, unit.kind),
                health=health_of(state, unit) - unit.wounds,
                move=ap_left(state, unit),
                marks=tuple(place + marks),
                spent=unit.done,
                path=f"/units/{name}",
                colour=LOOKS[seat][0],
                pattern=LOOKS[seat][1],
            )
        )
    return Display(
        "cubes",
        "army",
        t("Your cubes"),
        seat,
        t("Blue corner: health left. Green corner: action points left. Others see only what they identify."),
        *LOOKS[seat],
        slots=tuple(slots),
        numbered=False,
    )


def purse(state: WarState, player: Player) -> Stock:
    """Gold, tactical points, the builder track, points, stones."""
    path = f"/players/{player.seat}"
    gauges = [Gauge(t("Gold"), player.gold, "orange", "G", "coins", f"{path}/gold"),
              Gauge(t("Tactical points left"), tactics_left(state, player), "teal", "T"),
              Gauge(t("Builder track"), player.works, "grey", "B", path=f"{path}/works")]  # fmt: skip
    if in_force(state, "points"):
        gauges.append(Gauge(t("Victory points"), player.points, "purple", "V", path=f"{path}/points"))
    if in_force(state, "portal"):
        gauges.append(Gauge(t("Aether stones"), player.stones, "blue", "A", path=f"{path}/stones"))
    return Stock("purse", "city", t("Yours"), tuple(gauges), player.seat, *LOOKS[player.seat][::2])


def secret(state: WarState, player: Player) -> Display:
    """A player's missions, shown to that player only."""
    cards = book(state).missions
    lines = [t("{name} (age {age}, worth {vp}): {text}", name=t(cards[one].name), age=cards[one].age, vp=cards[one].vp,
               text=t(cards[one].text)) for one in player.missions if one in cards]  # fmt: skip
    return Display("missions", "army", t("Your missions"), player.seat, t("Only you see this"), *LOOKS[player.seat],
                   lines=tuple(lines))  # fmt: skip


def hero_panel(state: WarState, player: Player, seat: str) -> Display:
    """The hero sheets a player holds; a big screen has no room for them beside the standing."""
    lines = []
    for name, hero in player.heroes.items():
        skills = listed([t(book(state).deeds[one].name) for one in hero.skills]) if hero.skills else t("no skill")
        words = t(
            "{hero}: level {n}, experience {x}, {ap}, health {h}; {skills}",
            hero=name_of(state, name),
            n=hero.level,
            x=hero.experience,
            ap=action_points(hero.ap),
            h=hero.health,
            skills=skills,
        )
        lines.append(words if hero.alive else t("{words}; dead", words=words))
    return Display(
        f"heroes:{player.seat}",
        "standing" if seat in state.players else "army",
        t("Heroes of {who}", who=who(player.seat)),
        player.seat,
        Text(""),
        *LOOKS[player.seat],
        lines=tuple(lines),
    )
