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
from companion.games.archmagi.wording import name_of


def tasks(before: ArchmagiState, after: ArchmagiState) -> tuple[Task, ...]:
    """All tasks at the table."""
    return (*_map(before, after), *_stacks(before, after), *_shown(before, after), *_banners(before, after))


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
    """How many chits lie in a hex: after several changes only the last number matters."""
    had, has = _counts(before), _counts(after)
    for seat, place in dict.fromkeys([*had, *has]):
        n = has[seat, place]
        if n != had[seat, place] and place in after.hexes:
            words = plural(n, "Lay your stack in {place}: 1 chit.", "Lay your stack in {place}: {n} chits.",
                           place=hex_name(after, place))  # fmt: skip
            words = words if n else t("Take all your chits out of {place}.", place=hex_name(after, place))
            yield Task(f"stack:{seat}:{place}", words, seat, "Deploy")


def _counts(state: ArchmagiState) -> Counter[tuple[str, str]]:
    return Counter((one.seat, one.place) for one in state.units.values() if one.place)


def _shown(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """Chits that all may see from now on."""
    for name, unit in after.units.items():
        old = before.units.get(name)
        if unit.face and unit.place in after.hexes and (old is None or not old.face or not old.place):
            words = t(
                "Turn {chit} face up in {place}.", chit=name_of(after, unit.kind), place=hex_name(after, unit.place)
            )
            yield Task(f"face:{name}", words, unit.seat, "I Reveal")


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
