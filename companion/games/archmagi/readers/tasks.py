"""Tasks at the table between two states of a match: chits, banners, hexes. None names a hidden chit, as players may
share a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core.text import plural, t
from companion.engine.game.guidance import Task
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.wording import names_of


def tasks(before: ArchmagiState, after: ArchmagiState) -> tuple[Task, ...]:
    """All tasks at the table."""
    return (*_map(before, after), *_stacks(before, after), *_banners(before, after))


def _map(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """The map, laid before anybody chooses a start, and hexes turned up (Terrain, Explore)."""
    if after.mapped in ("laid_out", "rolled") and not before.units and after.units:
        yield Task("map", t("Lay the hexes as the map on the tab Map shows them."), section="Terrain")
    for place, here in after.hexes.items():
        was = before.hexes.get(place)
        if after.mapped == "unknown" and here.terrain and was is not None and not was.terrain:
            words = t("Turn up {place}: {hex}.", place=place.upper(), hex=hex_name(after, place))
            yield Task(f"hex:{place}", words, after.active, "Explore")


def _stacks(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """How many chits lie in a hex, and which face up: after several changes only the last of them matters."""
    had, has = _lying(before), _lying(after)
    for seat, place in dict.fromkeys([*had, *has]):
        faces = has.get((seat, place), [])
        if Counter(faces) == Counter(had.get((seat, place), [])) or place not in after.hexes:
            continue
        there, shown = hex_name(after, place), [one for one in faces if one]
        words = plural(len(faces), "Lay your stack in {place}: 1 chit.", "Lay your stack in {place}: {n} chits.",
                       place=there)  # fmt: skip
        if shown:
            words = plural(len(faces), "Lay your stack in {place}: 1 chit, face up: {chits}.",
                           "Lay your stack in {place}: {n} chits, face up: {chits}.", place=there,
                           chits=names_of(after, shown))  # fmt: skip
        words = words if faces else t("Take all your chits out of {place}.", place=there)
        yield Task(f"stack:{seat}:{place}", words, seat, "I Reveal" if shown else "Deploy")


def _lying(state: ArchmagiState) -> dict[tuple[str, str], list[str]]:
    """The faces of the chits of each seat in each hex, "" for those face down."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in state.units.values():
        if one.place:
            found.setdefault((one.seat, one.place), []).append(one.face)
    return found


def _banners(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """Banners placed and taken off (Banner): what comes later in a hex stands in place of what was before."""
    for place, here in after.hexes.items():
        was = before.hexes.get(place)
        old = was.banner if was is not None else ""
        if here.banner and here.banner != old:
            words = t("Put your banner on {place}.", place=hex_name(after, place))
            yield Task(f"banner:{here.banner}:{place}", words, here.banner, "Banner")
        if old and old != here.banner:
            yield Task(f"banner:{old}:{place}", t("Take your banner off {place}.", place=hex_name(after, place)), old,
                       "Banner")  # fmt: skip
