"""Tasks at the table: the set-up, and between two states of a match cubes, tokens, territories, gold. Players may
share a phone: a hidden cube is named in a task's own words only.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core.text import Text, plural, t
from companion.engine.game.guidance import Task
from companion.games.multiverse_war.phases.setup import SETUP
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.sight import FOG
from companion.games.multiverse_war.world.state import Building, Player, Unit, WarState
from companion.games.multiverse_war.world.units import (
    book,
    building_name,
    label_for,
    name_of,
    open_label,
    own_label,
    who,
)

_PUT_UP, _PUT_DOWN = t("Put down face up"), t("Put down so that only you see the face")
_UP, _DOWN = t("Turn face up"), t("Turn so that only you see the face")
"""What is done with several cubes alike."""


def laying(state: WarState) -> tuple[Task, ...]:
    """What hands do before the first question: the land and what lies beside it once for the table, the rest by each
    player.
    """
    counts, land, tiles = facts.NUMBERS["counts"], len(book(state).territories), len(state.tiles)
    shuffled = t("Shuffle the {n} territories and lay them all face down in the pattern of your layout.", n=land)
    if tiles < land:
        shuffled = t("Shuffle the {of} territories and lay {n} of them face down in the pattern of your layout; the "
                     "others stay in the box.", n=tiles, of=land)  # fmt: skip
    if in_force(state, "portal"):
        shuffled = t("Lay {n} territories face down in the pattern of your layout; the {portal} with a quarry must be "
                     "among them.", n=tiles, portal=len(facts.NUMBERS["portal"]["quarries"]))  # fmt: skip
    table = {
        "land": shuffled,
        "tokens": t("Shuffle the {n} event tokens face down beside the board; lay coins, damage tokens, road and loose "
                    "hexes there, too.", n=len(facts.EVENTS) * counts["events"]),
        "cards": t("Lay the unit cards of age 1 on one side of the board, the building cards on the other."),
        "missions": t("Shuffle the missions of each age into a deck of their own, face down."),
    }  # fmt: skip
    own = {
        "city": t("Lay your city at the edge of the land, as the map of your layout shows it."),
        "rack": t("Take your unit rack with your cubes, the strength chart, the battle record and {n} tokens of each "
                  "building.", n=counts["tokens"]),
    }  # fmt: skip
    found = [Task(f"lay:{name}", words, "", SETUP) for name, words in table.items()]
    return (*found, *(Task(f"lay:{name}:{seat}", words, seat, SETUP) for seat in state.seats
                      for name, words in own.items()))  # fmt: skip


def tasks(before: WarState, after: WarState) -> tuple[Task, ...]:
    """All tasks at the table; where cubes go that only move, their player has just said."""
    found = [*_land(before, after), *_buildings(before, after)]
    for name, unit in after.units.items():
        found += _cube(after, name, before.units.get(name), unit)
    for name, unit in before.units.items():
        if name not in after.units:
            words = [t("Take {cube} off the board.", cube=cube) for cube in _names(before, name, unit)]
            part, own = _parts(before, name, unit)
            off = t("Take off the board")
            found.append(Task(f"cube:{name}", words[0], unit.seat, "", words[1], off, part, own))
    for seat, player in after.players.items():
        found += _player(after, before.players.get(seat, Player(seat)), player)
    return tuple(found)


def _land(before: WarState, after: WarState) -> Iterator[Task]:
    """Territories turned up, roads and loose hexes: for who was on turn, as the turn may have passed meanwhile."""
    if before.tiles != after.tiles:
        for n, tile in enumerate(after.tiles):
            if tile.id and n < len(before.tiles) and not before.tiles[n].id:
                name = t(book(after).territories[tile.id].name)
                words = t("Turn up territory {number} as the map shows it: {name}. Its marked hexes get event tokens.",
                          number=n + 1, name=name)  # fmt: skip
                yield Task(f"tile:{n}", words, before.active, "Map exploration",
                           alike=t("Turn up as the map shows them, with event tokens on the marked hexes"),
                           part=t("{number} {name}", number=n + 1, name=name))  # fmt: skip
    for place, here in after.hexes.items():
        was = before.hexes.get(place)
        if was is None:
            continue
        if here.road and not was.road:
            yield Task(f"road:{place}", t("Put a road hex on {place}.", place=place_name(after, place)), before.active,
                       alike=t("Put road hexes on"), part=place_name(after, place))  # fmt: skip
        if (here.forest_token and not was.forest_token) or (was.ground and here.ground != was.ground):
            words = t("Put a loose {ground} hex on {place}.", ground=t(here.ground), place=place_name(after, place))
            yield Task(f"loose:{place}", words, before.active)


def _cube(state: WarState, name: str, old: Unit | None, unit: Unit) -> Iterator[Task]:
    """Where a cube is put, and how it stands: after several changes only the last one matters."""
    placed = old is None or (unit.place and not old.place)
    waits = state.mapped and not unit.place  # its place is still to be chosen; then the task comes
    if not unit.seat or waits or (old is not None and not placed and _stands(old) == _stands(unit)):
        return
    words = [_tokens_too(old, unit, _put(unit, cube) if placed else _turn(unit, cube))
             for cube in _names(state, name, unit)]  # fmt: skip
    part, own = (_with_tokens(old, unit, cube) for cube in _parts(state, name, unit))
    alike = (_PUT_UP if unit.face else _PUT_DOWN) if placed else (_UP if unit.face else _DOWN)
    yield Task(f"cube:{name}", words[0], unit.seat, FOG, words[1], alike, part, own)


def _parts(state: WarState, name: str, unit: Unit) -> tuple[Text, Text]:
    """What a cube is called in a line with others, before everybody and to its player."""
    cube = label_for(state, "", name)
    return t("{who}'s {unit}", who=who(unit.seat), unit=cube) if unit.seat else cube, own_label(state, name)


def _with_tokens(old: Unit | None, unit: Unit, cube: Text) -> Text:
    """A cube in a line with others, and what is done with the damage tokens on it."""
    if unit.wounds:
        return plural(unit.wounds, "{cube} (1 damage token)", "{cube} ({n} damage tokens)", cube=cube)
    return t("{cube} (damage tokens off)", cube=cube) if old is not None and old.wounds else cube


def _names(state: WarState, name: str, unit: Unit) -> tuple[Text, Text]:
    """What a cube is called before everybody, and to its player."""
    return open_label(state, name), t("your {cube}", cube=own_label(state, name))


def _tokens_too(old: Unit | None, unit: Unit, words: Text) -> Text:
    """A task with a cube, and what is done with the damage tokens on it."""
    if unit.wounds:
        return plural(unit.wounds, "{words} Leave 1 damage token on it.", "{words} Leave {n} damage tokens on it.",
                      words=words)  # fmt: skip
    return t("{words} Take the damage tokens off it.", words=words) if old is not None and old.wounds else words


def _stands(unit: Unit) -> tuple[str, int]:
    return unit.face, unit.wounds


def _put(unit: Unit, cube: Text) -> Text:
    """A cube that comes onto the map."""
    if unit.face:
        return t("Put down {cube}, face up.", cube=cube)
    return t("Put down {cube} so that only you see its face.", cube=cube)


def _turn(unit: Unit, cube: Text) -> Text:
    """A cube that stays where it is and is turned."""
    return (t("Turn {cube} face up.", cube=cube) if unit.face
            else t("Turn {cube} so that only you see its face.", cube=cube))  # fmt: skip


def _tokens(n: int, what: Text) -> Text:
    if not n:
        return t("Take the damage tokens off: {what}.", what=what)
    return plural(
        n, "See that 1 damage token lies on: {what}.", "See that {n} damage tokens lie on: {what}.", what=what
    )


def _buildings(before: WarState, after: WarState) -> Iterator[Task]:
    """Buildings put up, raised to an age, damaged, razed."""
    for name, one in after.buildings.items():
        old, called = before.buildings.get(name), _called(after, one)
        if old is None:
            yield Task(f"building:{name}", t("Put down the token of {building}.", building=called), one.seat)
        elif one.age > old.age:
            words = t("Put the token of age {n} onto {building}.", n=one.age, building=called)
            yield Task(f"building:{name}", words, one.seat)
        elif one.wounds != old.wounds:
            yield Task(f"building:{name}", _tokens(one.wounds, called), one.seat)
    for name, one in before.buildings.items():
        if name not in after.buildings:
            words = t("Take off the token of {building}.", building=_called(before, one))
            yield Task(f"building:{name}", words, one.seat)


def _called(state: WarState, one: Building) -> Text:
    place = place_name(state, one.places[0]) if one.places and len(one.places) == 1 else None
    name = building_name(state, one)
    return t("{building} on {place}", building=name, place=place) if place is not None else name


def _player(state: WarState, old: Player, player: Player) -> Iterator[Task]:
    """Gold, battle records, missions that are shown."""
    seat = player.seat
    if player.gold != old.gold:
        yield Task(f"gold:{seat}", t("Set your gold to {n}.", n=player.gold), seat, "Fourth turn", alike=t("Gold"),
                   part=t("{who} {n}", who=who(seat), n=player.gold))  # fmt: skip
    for kind, n in player.kills.items():
        if n != old.kills.get(kind, 0):
            unit = name_of(state, kind)
            words = plural(n, "Move the {unit} counter of your battle record to 1 kill.",
                           "Move the {unit} counter of your battle record to {n} kills.", unit=unit)  # fmt: skip
            part = t("{unit} {n}", unit=unit, n=n)
            yield Task(f"kills:{seat}:{kind}", words, seat, alike=t("Counters of {who}'s battle record", who=who(seat)),
                       part=part)  # fmt: skip
    for one in player.accomplished:
        if one not in old.accomplished and one in book(state).missions:
            words = t("Lay the mission {mission} face up in front of you.", mission=t(book(state).missions[one].name))
            yield Task(f"mission:{seat}:{one}", words, seat, "Secret missions")
