"""What lies on the map: Units with their values, Monsters, Upgrades, Envoys and claim markers, small markers."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.facts import BARBARIAN, Decks, Kind
from companion.games.conquest_of_zabor.kit.signs import own_sign
from companion.games.conquest_of_zabor.readers.looks import ITEM_SIGNS, LOOKS, MONSTER_SIGN, UNIT_SIGNS
from companion.games.conquest_of_zabor.wording import ability_words
from printables.kinds import counter, figure, large, marker, small
from printables.model import Component, Draw, Piece

EMBLEMS = {LOOKS[seat][0]: LOOKS[seat][2] for seat in facts.SEATS}
"""The emblem of each colour that players have; what the Barbarians lay down is theirs by its ground alone."""
HIT = "hit"
"""The sign of a wound."""
OWNER, WOUND = "owner", "wound"
"""How the ids begin of the markers that lie on the counter of a Monster."""


def values(one: Kind) -> tuple[counter.Corner, counter.Corner, counter.Corner]:
    """Strength, Move and Wounds of a type of Unit, in the order of cards and aids."""
    return (
        counter.Corner("attack", one.strength),
        counter.Corner("movement", one.move),
        counter.Corner("wounds", one.wounds),
    )


def unit(seat: str, one: Kind, wounded: int = 0) -> figure.Figure:
    """The face of a Unit; of one that is `wounded` with the Wounds it can still take."""
    strength, move, wounds = values(one)
    left = counter.Corner(wounds.ability, one.wounds - wounded)
    side, _pattern, emblem = LOOKS[seat]
    word = "Wounded" if wounded else one.name
    return figure.Figure(side, UNIT_SIGNS[one.id], emblem, (strength, move, left), word, wounded > 0)


def _unit(name: str, seat: str, one: Kind, count: int) -> Piece:
    """A Unit: what takes several Wounds is turned over by the first, what takes one has its side's emblem there."""
    title, (side, _pattern, emblem) = facts.TITLES[seat], LOOKS[seat]
    back: Draw = partial(marker.face, marker.Marker(("side", side), icon=emblem, caption=title.upper()))
    if one.wounds > 1:
        back = partial(figure.face, unit(seat, one, 1))
    front = partial(figure.face, unit(seat, one))
    return Piece(name, f"{title} {one.name}", count, counter.outline(), front, back, 1.0)


def units() -> Component:
    """The Units of five colours."""
    pieces = [
        _unit(f"{kind}-{seat}", seat, one, facts.SUPPLY[kind])
        for seat in facts.SEATS
        for kind, one in facts.UNITS.items()
    ]
    return Component("units", "Units", tuple(pieces))


def monsters(decks: Decks) -> Component:
    """A large counter for each Monster, with places for a marker of its owner and for its wounds."""
    pieces = []
    for card in decks.cards["monster"].values():
        one = decks.kinds[card.id]
        model = large.LargeCounter(
            one.name,
            own_sign("monster", one.name, MONSTER_SIGN),
            values(one),
            tuple(ability_words(one).split(", ")) if one.abilities else ("No ability",),
            ("flag", f"{OWNER}-"),
            (HIT, WOUND),
        )
        faces = partial(large.front, model), partial(large.back, model)
        pieces.append(Piece(f"on-map-{card.id}", one.name, card.count, large.outline(), *faces, 1.0))
    note = "An owner's marker on a Monster shows whose it is."
    return Component("monster_counters", "Monsters for the map", tuple(pieces), note=note)


def owners() -> Component:
    """Small markers for the Monsters that a side may have."""
    n = facts.NUMBER["hand"]
    pieces = [_small(f"{OWNER}-{seat}", f"{facts.TITLES[seat]} owner", n, seat) for seat in facts.SEATS]
    return Component("owner_markers", "Owner's markers", tuple(pieces))


def _small(name: str, title: str, count: int, seat: str) -> Piece:
    side, _pattern, emblem = LOOKS[seat]
    face = partial(small.face, small.SmallMarker(emblem, side))
    return Piece(name, title, count, small.outline(), face, face, 0.6)


def _marker(name: str, title: str, n: int, colour: str, sign: str, caption: str) -> Piece:
    """A marker that is the same on both sides."""
    badge = EMBLEMS.get(colour, "")
    badge = badge if sign != badge else ""
    face = partial(marker.face, marker.Marker(("side", colour), icon=sign, caption=caption, badge=badge))
    return Piece(name, title, n, counter.outline(), face, face, 1.0)


def upgrades() -> Component:
    """Roads, Keeps, Cities and Metropols of five colours."""
    pieces = [
        _marker(
            f"{item}-{seat}",
            f"{facts.TITLES[seat]} {one.name}",
            facts.SUPPLY[item],
            LOOKS[seat][0],
            ITEM_SIGNS[item],
            one.name.upper(),
        )
        for seat in facts.SEATS
        for item, one in facts.ITEMS.items()
    ]
    return Component("upgrades", "Upgrades and Roads", tuple(pieces))


def barbarians() -> Component:
    """The Units and Keeps of the Barbarians."""
    pieces = []
    for kind, n in facts.BARBARIANS.items():
        name = f"{BARBARIAN}-{kind}"
        if kind in facts.UNITS:
            pieces.append(_unit(name, BARBARIAN, facts.UNITS[kind], n))
        else:
            title = facts.ITEMS[kind].name
            pieces.append(
                _marker(
                    name, f"{facts.TITLES[BARBARIAN]} {title}", n, LOOKS[BARBARIAN][0], ITEM_SIGNS[kind], title.upper()
                )
            )
    return Component("barbarians", "Barbarians", tuple(pieces))


def envoys() -> Component:
    """The Envoys of five colours."""
    return _of_colours("envoys", "Envoys", "envoy", "ENVOY", "flag")


def claims() -> Component:
    """Markers that a side lays on the points it has claimed."""
    return _of_colours("claim_markers", "Claim markers", "claim_marker", "CLAIMED", "")


def _of_colours(component: str, title: str, key: str, word: str, sign: str) -> Component:
    """Pieces of five colours, with their emblem where they have no sign of their own."""
    pieces = []
    for seat in facts.SEATS:
        side, _pattern, emblem = LOOKS[seat]
        name = f"{facts.TITLES[seat]} {title}"
        pieces.append(_marker(f"{key}-{seat}", name, facts.SUPPLY[key], side, sign or emblem, word))
    return Component(component, title, tuple(pieces))


def gold() -> Component:
    """A small marker for each Gold Track, sized for its boxes."""
    pieces = [_small(f"gold-{seat}", f"{facts.TITLES[seat]} Gold", 1, seat) for seat in facts.SEATS]
    return Component("gold", "Gold markers", tuple(pieces))


def wounds() -> Component:
    """Small markers for wounds."""
    face = partial(small.face, small.SmallMarker(HIT))
    n = facts.FACTS["house"]["kit"]["wound_markers"]
    return Component("wounds", "Wound markers", (Piece(WOUND, "Wound", n, small.outline(), face, face, 0.6),))
