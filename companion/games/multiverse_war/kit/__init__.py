"""The printable kit: territories, cities, counters for cubes, cards, hero sheets, tokens. Counts come from the data."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import ENGLISH, Say
from companion.games.multiverse_war.fighting.abilities import USES
from companion.games.multiverse_war.kit.aids import CREDITS, aids, events, table_aid
from companion.games.multiverse_war.kit.cards import EVENT, SHEET, buildings, heroes, missions, units
from companion.games.multiverse_war.kit.land import cities, loose, territories
from companion.games.multiverse_war.kit.record import markers, records
from companion.games.multiverse_war.readers.looks import LOOKS, SIGNS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, Kind
from companion.games.multiverse_war.world.silhouettes import CLASS_SIGNS, of_hero, of_unit
from printables.displays.credits import credits_page
from printables.kinds import counter, marker, small
from printables.look import fonts, icons
from printables.model import Component, Kit, Piece

N = facts.NUMBERS["counts"]
DICE = ((10, 2), (6, 1))
"""Dice on a virtual table, (sides, how many)."""


def _marker(id: str, name: str, count: int, front: marker.Marker, back: marker.Marker | None = None) -> Piece:
    faces = partial(marker.face, front), partial(marker.face, back or front)
    return Piece(id, name, count, counter.outline(), *faces, 0.9)


def _small(id: str, name: str, count: int, model: small.SmallMarker) -> Piece:
    return Piece(id, name, count, small.outline(), partial(small.face, model), partial(small.face, model), 0.5)


def fighter(sheet: Book, seat: str, one: Kind) -> counter.UnitCounter:
    """A unit's age, action points and range in the corners, its class above, its name below."""
    reach = counter.Corner("range", one.range) if one.range else None
    corners = (counter.Corner("level", one.age), counter.Corner("movement", one.ap), reach, None)
    return counter.UnitCounter(
        LOOKS[seat][0], of_unit(one), CLASS_SIGNS[one.sort], corners, one.name, front=has_front(sheet, one)
    )


def has_front(sheet: Book, one: Kind) -> bool:
    """Whether its ability counts by the side it is turned to (A29, A30)."""
    able = sheet.ability(one.id)
    return able is not None and able.id in USES and USES[able.id].facing


def cubes(sheet: Book) -> Component:
    """A counter for each cube, with the kind on its face and the side on its back; decoys say so on theirs."""
    found = []
    for seat in facts.SEATS:
        side, _shape, emblem = LOOKS[seat][:3]
        back = partial(marker.face, marker.Marker(("side", side), icon=emblem))
        for one in [*sheet.cards(), sheet.units["bear"]]:
            count = 1 if one.id == "bear" else N["kind"]
            front = partial(counter.unit_front, fighter(sheet, seat, one))
            name = f"{facts.TITLES[seat]} {one.name}"
            found.append(Piece(f"cube-{seat}-{one.id}", name, count, counter.outline(), front, back, 0.9))
        for hero in sheet.heroes.values():
            reach = counter.Corner("range", hero.range) if hero.range else None
            model = counter.UnitCounter(
                side, of_hero(hero), CLASS_SIGNS[hero.sort], (None, None, reach, None), hero.name
            )
            name = f"{facts.TITLES[seat]} {hero.name}"
            front = partial(counter.unit_front, model)
            found.append(Piece(f"cube-{seat}-{hero.id}", name, 1, counter.outline(), front, back, 0.9))
        decoy = partial(marker.face, marker.Marker(("side", side), solid=False, icon="scarecrow", caption="DECOY"))
        name = f"{facts.TITLES[seat]} decoy"
        found.append(Piece(f"cube-{seat}-decoy", name, N["decoys"], counter.outline(), decoy, back, 0.9))
    return Component("cubes", "Counters for cubes", tuple(found))


def building_tokens(sheet: Book) -> Component:
    """Eight tokens of each building for each player, and the settlement's marker."""
    found = []
    for seat in facts.SEATS:
        for one in sheet.buildings.values():
            if one.id != "settlement":
                side, _pattern, emblem = LOOKS[seat][:3]
                front = marker.Marker(("side", side), icon=SIGNS[one.id], caption=one.name, badge=emblem)
                found.append(
                    _marker(f"building-{seat}-{one.id}", f"{facts.TITLES[seat]} {one.name}", N["tokens"], front)
                )
    return Component("building_tokens", "Building tokens", tuple(found))


def tokens() -> Component:
    """Events, damage and healing, hero effects, coins, track markers, stones, the beast."""
    found = [_marker(f"event-{n}", one.name, N["events"], marker.Marker(EVENT, icon="event"),
                     marker.Marker(big=str(n), caption=one.name)) for n, one in facts.EVENTS.items()]  # fmt: skip
    found = [
        Piece(
            one.id, one.name, one.count, one.outline, one.back or one.front, one.front, one.safe, pile="Random events"
        )
        for one in found
    ]
    found += [
        _marker(
            "damage",
            "Damage, healing",
            N["damage"],
            marker.Marker(("ability", "attack"), solid=False, icon="hit"),
            marker.Marker(("ability", "movement"), solid=False, icon="sleep", caption="REST"),
        ),
        _marker("effect", "Hero effect", N["effects"], marker.Marker(icon="snail", caption="−1 AP")),
        _marker(
            "coin",
            "Coin",
            N["coins"],
            marker.Marker(("resource", "gold"), solid=False, icon="coins", big="1"),
            marker.Marker(("resource", "gold"), solid=False, icon="coins", big="5"),
        ),
        _marker(
            "stone",
            "Aether stone",
            facts.NUMBERS["portal"]["stones"] * 2,
            marker.Marker(("resource", "crystal"), solid=False, icon="crystal"),
        ),
        _marker("beast", "Lone Beast", N["events"], marker.Marker(("side", "grey"), icon="bear", caption="S 7, H 3")),
        _small("marker-track", "Track marker", N["track_markers"], small.SmallMarker("check")),
    ]
    return Component("tokens", "Tokens", tuple(found))


def kit(sheet: Book, address: str = "", say: Say = ENGLISH) -> Kit:
    """Everything that two to four players must print, by these cards."""
    components = (
        territories(sheet),
        cities(),
        loose(),
        cubes(sheet),
        building_tokens(sheet),
        tokens(),
        units(sheet),
        buildings(sheet),
        missions(sheet),
        heroes(sheet),
        records(sheet),
        markers(sheet),
        events(),
        aids(say, sheet),
        table_aid(say, sheet),
        credits_page("Multiverse War", CREDITS, SHEET, "sheets"),
    )
    seats = tuple((seat, facts.TITLES[seat]) for seat in facts.SEATS)
    return Kit(
        "multiverse_war", "Multiverse War", components, credits=(icons.credit(), *fonts.CREDITS), seats=seats, dice=DICE
    )
