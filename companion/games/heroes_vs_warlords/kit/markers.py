"""Markers of the kit: control, Heroes, equipment, siege, hits, numbers and others; standees."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import COLOURS, PORTRAITS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ABILITY_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES
from printables.kinds import small, standee
from printables.kinds.counter import outline
from printables.kinds.marker import Marker, face
from printables.look.theme import emblem
from printables.model import Component, Piece

SAFE = 0.9


def _piece(piece_id: str, name: str, count: int, front: Marker, back: Marker) -> Piece:
    return Piece(piece_id, name, count, outline(), partial(face, front), partial(face, back), SAFE)


def control(say: Say) -> Component:
    """Control markers, the same number for each race; both sides alike."""
    pieces = []
    for race in RACES:
        shown = Marker(("side", COLOURS[race]), solid=False, icon=emblem(COLOURS[race]), caption=say("CONTROL"))
        pieces.append(
            _piece(
                f"control-{race}",
                say("{race} control", race=say(TITLES[race])),
                facts.COUNTERS["control_markers"] // 3,
                shown,
                shown,
            )
        )
    return Component("control_markers", say("Control markers"), tuple(pieces))


def hero_markers(say: Say) -> Component:
    """Hero 1 and Hero 2 of each race; the back means that the Hero has been here."""
    note = say("As in the game; every Hero at every tower and in training, and every holy place, would need 27.")
    pieces = _hero_pieces(say, "hero-marker", facts.COUNTERS["hero_markers"])
    return Component("hero_markers", say("Hero markers"), pieces, note=note)


def more_hero_markers(say: Say) -> Component:
    """More of these, for games in which every Hero visits every tower, trains, and uses holy places (3.3.4, 15.4)."""
    note = say("For games in which every Hero uses every tower and trains, and holy places are marked too.")
    pieces = _hero_pieces(say, "more-hero-marker", facts.COUNTERS["hero_markers_more"])
    return Component("more_hero_markers", say("More Hero markers"), pieces, note=note)


def _hero_pieces(say: Say, prefix: str, count: int) -> tuple[Piece, ...]:
    """The same number of markers for each Hero."""
    return tuple(
        _piece(
            f"{prefix}-{race}-{number}",
            say("{race} Hero {number}", race=say(TITLES[race]), number=number),
            count // (2 * len(RACES)),
            Marker(("side", COLOURS[race]), icon=PORTRAITS[race], caption=say("HERO {n}", n=number)),
            Marker(("side", COLOURS[race]), solid=False, icon="visited", big=str(number), caption=say("VISITED")),
        )
        for race in RACES
        for number in (1, 2)
    )


def equipment(say: Say) -> Component:
    """Equipment for the cup: the bonus on the front, a chest on the back."""
    back = Marker(("ability", "experience"), icon="equipment", caption=say("EQUIPMENT"))
    pieces = [
        _piece(
            f"equipment-{one.ability}-{one.bonus}",
            say("Equipment {name}", name=say(ABILITY_TITLES[one.ability]) + f" +{one.bonus}"),
            one.count,
            Marker(
                ("ability", one.ability),
                icon=one.ability,
                big=f"+{one.bonus}",
                caption=say(ABILITY_TITLES[one.ability]).upper(),
            ),
            back,
        )
        for one in facts.EQUIPMENT.values()
    ]
    return Component("equipment", say("Equipment"), tuple(pieces))


def siege(say: Say) -> Component:
    """Damaged and Destroyed, on the two sides of a marker."""
    damaged = Marker(("ability", "cost"), icon="crack", caption=say("DAMAGED"))
    destroyed = Marker(("ability", "attack"), icon="broken_wall", caption=say("DESTROYED"))
    half = facts.COUNTERS["siege_markers"] // 2
    return Component(
        "siege_markers",
        say("Siege markers"),
        (
            _piece("damaged", say("Damaged"), half, damaged, destroyed),
            _piece("destroyed", say("Destroyed"), half, destroyed, damaged),
        ),
    )


def hits(say: Say) -> Component:
    """Hit markers 1, 2 and 3."""
    pieces = []
    for number in (1, 2, 3):
        shown = Marker(("ability", "attack"), solid=False, icon="hit", big=str(number))
        pieces.append(
            _piece(f"hit-{number}", say("Hit {n}", n=number), facts.COUNTERS["hit_markers"] // 3, shown, shown)
        )
    return Component("hit_markers", say("Hit markers"), tuple(pieces))


def numbers(say: Say) -> Component:
    """Number markers for every number that stands on a display; fewer of the large ones."""
    pieces = []
    for number, each in facts.AMOUNTS.items():
        shown = Marker(big=str(number), corners=True)
        pieces.append(_piece(f"number-{number}", say("Number {n}", n=number), each, shown, shown))
    return Component("number_markers", say("Number markers"), tuple(pieces))


def places(say: Say) -> Component:
    """Explored ruins and visited outposts."""
    explored = Marker(icon="explored", caption=say("EXPLORED"))
    ruin = Marker(("side", COLOURS["neutrals"]), solid=False, icon="ruin", caption=say("RUIN"))
    visited = Marker(("ability", "movement"), solid=False, icon="visited", caption=say("VISITED"))
    outpost = Marker(("ability", "movement"), icon="outpost", caption=say("OUTPOST"))
    return Component(
        "place_markers",
        say("Place markers"),
        (
            _piece("explored", say("Explored"), facts.COUNTERS["explored_markers"], explored, ruin),
            _piece("outpost-visited", say("Outpost visited"), facts.COUNTERS["outpost_markers"], visited, outpost),
        ),
    )


def track_markers(say: Say) -> Component:
    """Small markers for the tracks of the Displays, and some for the Round track."""
    pieces = [
        _small(
            f"track-{race}",
            say("{race} track marker", race=say(TITLES[race])),
            facts.COUNTERS["track_markers"] // len(RACES),
            small.SmallMarker(emblem(COLOURS[race]), COLOURS[race]),
        )
        for race in RACES
    ]
    rounds = small.SmallMarker("hourglass")
    pieces.append(_small("track-round", say("Round track marker"), facts.COUNTERS["round_markers"], rounds))
    return Component("track_markers", say("Track markers"), tuple(pieces))


def _small(piece_id: str, name: str, count: int, model: small.SmallMarker) -> Piece:
    return Piece(piece_id, name, count, small.outline(), partial(small.face, model), partial(small.face, model), 0.5)


def standees(say: Say) -> Component:
    """Fold-up figures of all Heroes, and of the Camp, which can move as well (7.4)."""
    heroes = [
        _standee(say, race, PORTRAITS[race], f"{number}", say("Hero {number}", number=number))
        for race in RACES
        for number in (1, 2)
    ]
    camp = _standee(say, "barbarians", "home_camp", "camp", say("Camp"))
    return Component("standees", say("Hero and Camp standees"), (*heroes, camp), stock="strips")


def _standee(say: Say, race: str, picture: str, piece_id: str, word: str) -> Piece:
    model = standee.Standee(COLOURS[race], picture, say(TITLES[race]), word)
    name = say("{race} {word} standee", race=say(TITLES[race]), word=word)
    face = partial(standee.front, model)
    return Piece(f"standee-{race}-{piece_id}", name, 1, standee.outline(), face, None, 1.0, standee.FOLDS)
