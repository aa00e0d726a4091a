"""Exploration: turning up a territory and placing it, and the effects of random events (one function each)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.core.asking import choose, confirm, draw, note, roll
from companion.engine.core.effects import Card, Rule
from companion.engine.core.forms import Option
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import Text, t
from companion.engine.game.hexes import SIDES, axial_distance
from companion.engine.game.hexlines import axial_of, neighbours, place_of, turned
from companion.games.multiverse_war.fighting.abilities import heal
from companion.games.multiverse_war.fighting.aiming import place_of_choice
from companion.games.multiverse_war.fighting.fight import put
from companion.games.multiverse_war.fighting.losses import did, experience, record, unlock_engineer, wound
from companion.games.multiverse_war.fighting.paying import earn
from companion.games.multiverse_war.phases.setup import CITY_EDGE, new_unit, territory_hexes
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Event
from companion.games.multiverse_war.world.land import friends_near, hex_name, is_free_for
from companion.games.multiverse_war.world.places import middle
from companion.games.multiverse_war.world.silhouettes import GROUND
from companion.games.multiverse_war.world.state import Blow, Fight, Tile, WarState
from companion.games.multiverse_war.world.units import (
    book,
    is_hero,
    is_worker,
    name_of,
    own_units,
    ruled,
    who,
)

MAP, SHEET = "Map exploration", "Random event sheet"
AROUND = (t("top right"), t("right"), t("bottom right"), t("bottom left"), t("left"), t("top left"))
"""The sides of the place of a territory as the map shows them, edge 1 first."""
D6 = 6


# ---- territories


def edges_touched(tile: Tile, place: str) -> list[int]:
    """The edges of a territory that a neighbouring hex touches: two at a corner (A78)."""
    (q, r), (mq, mr) = axial_of(place), middle(tile.at)
    here = (q - mq, r - mr)
    touched = [one for one, _letter, _at in territory_hexes(("xxx", "xxxx", "xxxxx", "xxxx", "xxx"))
               if axial_distance(one, here) == 1]  # fmt: skip
    return [
        edge
        for edge in range(1, len(SIDES) + 1)
        if touched and all(turned(one, CITY_EDGE - edge)[0] == 2 for one in touched)
    ]


def reveal(state: WarState, seat: str, number: int, place: str) -> Rule[None]:
    """Turn up a territory: draw it, roll which of its edges faces the explorer, place it."""
    tile, sheet = state.tiles[number], book(state)
    (name,) = yield from draw(seat, t("Turn up the territory."), deck(state), about="territory", section=MAP)
    state.left.remove(name)
    edges = edges_touched(tile, place) if place else [1]
    edge = edges[0] if edges else 1
    if len(edges) > 1 and ruled(state, "two_edges", "choose"):
        options = [Option(str(one), t("The side at the {side}", side=AROUND[one - 1])) for one in edges]
        prompt = t("Your unit touches the place of {territory} at a corner, with two of its sides. Which one counts?",
                   territory=t(sheet.territories[name].name))  # fmt: skip
        edge = int((yield from choose(seat, prompt, options, about="edge", section=MAP)))
    die = yield from roll(seat, turning(state, name, edge, place), D6, about="turn", section=MAP)
    tile.id, tile.turn = name, (edge - die) % D6
    if state.mapped:
        lay(state, number)
    did(state.players[seat], "revealed")
    yield from note(
        t("{who} reveals {territory}.", who=who(seat), territory=t(sheet.territories[name].name)),
        section=MAP,
        kind="revealed",
        facts={"territory": name},
    )


def turning(state: WarState, name: str, edge: int, place: str) -> Text:
    """What the die says about a territory: which of its numbered edges lies on a side of its place."""
    land = t(book(state).territories[name].name)
    if not state.mapped:
        return t("Roll a D6: the edge of {territory} with that number is laid towards the unit.", territory=land)
    words = {"territory": land, "side": AROUND[edge - 1]}
    if place:
        return t(
            "Roll a D6: the edge of {territory} with that number is laid at the {side}, towards your unit.", **words
        )
    return t("Roll a D6: the edge of {territory} with that number is laid at the {side} of its place.", **words)


def deck(state: WarState) -> list[Card]:
    """The territories that may be drawn, with weights. With the Portal the needed quarries are always among those
    laid out, so they are likelier.
    """
    hidden = sum(not tile.id for tile in state.tiles)
    names = book(state).territories
    must = [one for one in state.left if one in facts.NUMBERS["portal"]["quarries"] and in_force(state, "portal")]
    others = [one for one in state.left if one not in must]
    spare = hidden - len(must)
    weights = {
        **dict.fromkeys(must, max(1, len(others) if spare else 1)),
        **dict.fromkeys(others, max(1, spare if must else 1)),
    }
    found = must if must and spare <= 0 else state.left
    return [Card(one, t(names[one].name), 1, weights[one], land=land_of(names[one].rows)) for one in found]


def land_of(rows: Sequence[str]) -> tuple[tuple[int, int, str], ...]:
    """The hexes of a territory as its picture shows them: position and terrain."""
    letters = facts.NUMBERS["ground"]["letters"]
    return tuple((q, r, GROUND[letters[letter]][0]) for (q, r), letter, _at in territory_hexes(rows))


def lay(state: WarState, number: int) -> None:
    """Give the hexes of a territory their terrain, and place tokens on the marked ones."""
    tile = state.tiles[number]
    card, (q, r) = book(state).territories[tile.id], middle(tile.at)
    letters = facts.NUMBERS["ground"]["letters"]
    for where, letter, at in territory_hexes(card.rows):
        a, b = turned(where, tile.turn)
        here = state.hexes[place_of((q + a, r + b))]
        here.ground, here.event, here.quarry = letters[letter], at in card.events, at in card.quarry


# ---- random events

Way = tuple[str, str]
"""The hex of a token, and the one its explorer came from."""
Happening = Callable[[WarState, str, Way, Event], Rule[None]]


def resolve(state: WarState, name: str, place: str, back: str) -> Rule[None]:
    """Turn up a token, do what its entry says, and remove it from the game. `back` is the hex the explorer came
    from.
    """
    unit = state.units[name]
    twice = facts.NUMBERS["counts"]["events"]
    left = [Card(str(n), t("{n} {event}", n=n, event=t(one.name)), twice - state.tokens.get(str(n), 0))
            for n, one in facts.EVENTS.items() if state.tokens.get(str(n), 0) < twice]  # fmt: skip
    if place in state.hexes:
        state.hexes[place].event = False
    if not left:
        return
    (number,) = yield from draw(unit.seat, t("Turn the event token."), left, about="event", section=SHEET)
    state.tokens[number] = state.tokens.get(number, 0) + 1
    event = facts.EVENTS[int(number)]
    yield from note(
        t("{event}: {text}", event=t(event.name), text=t(event.text)),
        section=SHEET,
        kind="event",
        facts={"event": event.id},
    )
    yield from EVENTS[event.effect](state, name, (place, back), event)


def _gold(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    earn(state, state.units[name].seat, event.amount)
    yield from ()


def _free_unit(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """A military unit of the first age, of a kind that has a cube left; it acts from the next turn on."""
    unit = state.units[name]
    found = [one for one in book(state).cards() if one.age == event.amount and one.sort in facts.MILITARY
             and cubes_left(state, unit.seat, one.id)]  # fmt: skip
    offers = [Offer(one.id, t(one.name), value=one.id) for one in found]
    if not offers:
        return
    kind = yield from menu(unit.seat, t("Who joins you?"), offers, about="free_unit", section=SHEET)
    places = [one for one in (unit.place, *neighbours(unit.place)) if one in state.hexes] if state.mapped else [""]
    new = new_unit(state, unit.seat, kind, "")
    yield from note(t("{unit} joins you.", unit=name_of(state, kind)), to=unit.seat)
    free = [one for one in places if not state.mapped or (is_free_for(state, state.units[new], one)
            and state.hexes[one].ground not in ("", "mountain", "water") and not state.hexes[one].event)]  # fmt: skip
    if not free:
        del state.units[new]
        return
    state.units[new].place = yield from place_of_choice(
        state, unit.seat, t("Where does it stand?"), free, "joins", SHEET
    )
    state.units[new].done = True


def cubes_left(state: WarState, seat: str, kind: str) -> bool:
    """Whether a player has a cube of a kind left."""
    limit = facts.NUMBERS["counts"]["decoys" if kind == "decoy" else "kind"]
    return sum(one.kind == kind for one in own_units(state, seat).values()) < limit


def _ambush(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """Two blows without modifiers or answer, by nobody."""
    bandits = new_unit(state, "", "beast", "")
    blows = [Blow(bandits, name, "shot", fixed=event.amount) for _ in range(2)]
    state.units[bandits].marks["ambush"] = 1
    put(state, Fight(bandits, name, blows=blows))
    yield from ()


def _heal(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    unit = state.units[name]
    near = friends_near(state, unit.seat, unit.place) if state.mapped else {name: unit}
    for one in near:
        if state.units[one].wounds:
            yield from heal(state, one, event.amount)


def _veteran(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """A step of the explorer's track: the kind's record, a hero's experience, the builder track."""
    unit = state.units[name]
    player = state.players[unit.seat]
    if is_hero(unit):
        yield from experience(state, unit, event.amount)
    elif is_worker(unit):
        player.works += event.amount
        yield from unlock_engineer(state, player)
    else:
        yield from record(state, player, unit.kind, event.amount)


def _roads(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """A road here and on a hex beside it, free of charge; both count for the builder track."""
    unit = state.units[name]
    player = state.players[unit.seat]
    if state.mapped:
        state.hexes[unit.place].road = True
        found = [one for one in neighbours(unit.place) if one in state.hexes and not state.hexes[one].road
                 and state.hexes[one].ground in ("grassland", "forest", "hill")]  # fmt: skip
        if found:
            second = yield from place_of_choice(
                state, unit.seat, t("Where does the second road lie?"), found, "second_road", SHEET
            )
            state.hexes[second].road = True
    player.roads += event.amount
    player.works += event.amount
    yield from unlock_engineer(state, player)


def _stones(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    seat = state.units[name].seat
    if in_force(state, "portal"):
        state.players[seat].stones += event.amount
    else:
        earn(state, seat, 3)
    yield from ()


def _damage(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    yield from wound(state, name, event.amount, None)


def _beast(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """A beast stays on the hex; the explorer goes back where it came from."""
    unit = state.units[name]
    beast = new_unit(state, "", "beast", way[0])
    unit.place = way[1]
    where = t("A beast appears on {place}.", place=hex_name(state, state.units[beast].place))
    yield from note(where if state.mapped else t("A beast appears."))


def _chart(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """Any one territory is revealed; its player chooses the edge."""
    hidden = [n for n, tile in enumerate(state.tiles) if not tile.id]
    if not hidden or not state.left:
        return
    seat, number = state.units[name].seat, hidden[0]
    if state.mapped and len(hidden) > 1:
        middles = [place_of(middle(state.tiles[n].at)) for n in hidden]
        picked = yield from place_of_choice(state, seat, t("Which territory is revealed?"), middles, "chart", SHEET)
        number = hidden[middles.index(picked)]
    yield from reveal(state, seat, number, "")


def _toll(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    """Gold, or the explorer's action points."""
    unit = state.units[name]
    player = state.players[unit.seat]
    pays = False
    if player.gold >= event.amount:
        pays = yield from confirm(
            unit.seat, t("Pay {n} gold?", n=event.amount), t("Pay"), t("Stop here"), about="toll", section=SHEET
        )
    if pays:
        player.gold -= event.amount
    else:
        unit.done = True


def _banner(state: WarState, name: str, way: Way, event: Event) -> Rule[None]:
    state.players[state.units[name].seat].banner = event.amount
    yield from ()


EVENTS: dict[str, Happening] = {
    "gold": _gold, "free_unit": _free_unit, "ambush": _ambush, "heal": _heal, "veteran": _veteran, "roads": _roads,
    "stones": _stones, "damage": _damage, "beast": _beast, "chart": _chart, "toll": _toll, "banner": _banner,
}  # fmt: skip
"""What an entry of the event sheet does."""
