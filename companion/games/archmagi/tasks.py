"""Tasks at the table between two states of a match: chits, banners, hexes. None names a hidden chit, as players may
share a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core.text import Text, plural, t
from companion.engine.game.guidance import Task
from companion.games.archmagi import facts
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.wording import name_of


def tasks(before: ArchmagiState, after: ArchmagiState) -> tuple[Task, ...]:
    """All tasks at the table; where chits go that only move, their player has just said."""
    return (*_map(before, after), *_chits(before, after), *_off(before, after), *_banners(before, after))


def _map(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """The map laid at the start, and hexes turned up (Terrain, Explore)."""
    if after.mapped in ("laid_out", "rolled") and not _begun(before) and _begun(after):
        yield Task("map", t("Lay the hexes as the map on the tab Map shows them."), section="Terrain")
    for place, here in after.hexes.items():
        was = before.hexes.get(place)
        if after.mapped == "unknown" and here.terrain and was is not None and not was.terrain:
            words = t("Turn up {place}: {hex}.", place=place.upper(), hex=hex_name(after, place))
            yield Task(f"hex:{place}", words, after.active, "Explore")


def _begun(state: ArchmagiState) -> bool:
    return any(one.place for one in state.units.values())


def _chits(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """Chits that come onto the map, and those that all may see from now on."""
    chits = lists_of(after.owner).chits
    for name, unit in after.units.items():
        old = before.units.get(name)
        if unit.place and (old is None or not old.place):
            king = chits[unit.kind].terrain == facts.ARCHMAGI
            words = t("Put your chit face down on {place}.", place=_at(after, unit))
            if king or unit.face:
                words = t("Put {chit} face up on {place}.", chit=name_of(after, unit.kind), place=_at(after, unit))
            yield Task(f"chit:{name}", words, unit.seat, "Deploy")
        elif old is not None and unit.face and not old.face:
            words = t("Turn {chit} on {place} face up.", chit=name_of(after, unit.kind), place=_at(after, unit))
            yield Task(f"face:{name}", words, unit.seat, "I Reveal")


def _at(state: ArchmagiState, unit: Unit) -> Text:
    return hex_name(state, unit.place) if unit.place in state.hexes else t("the table")


def _off(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """Chits that leave the map go to the discard pile."""
    gone = [one for name, one in before.units.items() if name not in after.units and one.place]
    for (seat, place), n in Counter((one.seat, one.place) for one in gone).items():
        where = _at(before, Unit(seat, "", place))
        words = plural(n, "Discard 1 chit from {place}.", "Discard {n} chits from {place}.", place=where)
        yield Task(f"off:{seat}:{place}", words, seat, "III Roll")


def _banners(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """Banners placed and taken off (Banner)."""
    for place, here in after.hexes.items():
        was = before.hexes.get(place)
        old = was.banner if was is not None else ""
        if here.banner and here.banner != old:
            yield Task(f"banner:{place}", t("Put your banner on {place}.", place=hex_name(after, place)), here.banner,
                       "Banner")  # fmt: skip
        if old and old != here.banner:
            yield Task(f"unbanner:{place}", t("Take your banner off {place}.", place=hex_name(after, place)), old,
                       "Banner")  # fmt: skip
