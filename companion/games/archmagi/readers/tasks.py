"""Tasks at the table between two states of a match: chits, banners, hexes. None names a hidden chit, as players may
share a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from companion.engine.core.text import Text, plural, t
from companion.engine.game.guidance import Task
from companion.games.archmagi import facts
from companion.games.archmagi.land import banners, hex_name
from companion.games.archmagi.phases.setup import starts
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.units import on_map
from companion.games.archmagi.wording import name_of, names_of


def tasks(before: ArchmagiState, after: ArchmagiState) -> tuple[Task, ...]:
    """All tasks at the table."""
    return (*_map(before, after), *_stacks(before, after), *_banners(before, after))


def _map(before: ArchmagiState, after: ArchmagiState) -> Iterator[Task]:
    """The map, laid before anybody chooses a start, and hexes turned up (Terrain, Explore)."""
    if after.mapped in ("laid_out", "rolled") and not before.units and after.units:
        yield Task("map", t("Lay the hexes as the map of the app shows them."), section="Terrain")
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
        if not banners(before, seat) and is_start(before, after, seat, place):
            yield Task(f"stack:{seat}:{place}", _start(after, seat, place), seat, "Setup")
            continue
        there, shown = hex_name(after, place), [one for one in faces if one]
        words = plural(len(faces), "Lay your stack in {place}: 1 chit.", "Lay your stack in {place}: {n} chits.",
                       place=there)  # fmt: skip
        part = plural(len(faces), "1 chit in {place}", "{n} chits in {place}", place=there)
        if shown:
            chits = names_of(after, shown)
            words = plural(len(faces), "Lay your stack in {place}: 1 chit, face up: {chits}.",
                           "Lay your stack in {place}: {n} chits, face up: {chits}.", place=there,
                           chits=chits)  # fmt: skip
            part = t("{stack}, face up: {chits}", stack=part, chits=chits)
        if 0 < len(shown) < len(faces):
            names = {"place": there, "chits": chits}
            words = plural(len(faces), "Lay your stack in {place}: 1 chit, face up: {chits}.",
                           "Lay your stack in {place}: {n} chits, only {chits} face up.", **names)  # fmt: skip
            part = plural(len(faces), "1 chit in {place}, face up: {chits}",
                          "{n} chits in {place}, only {chits} face up", **names)  # fmt: skip
        if not faces:
            words, part = t("Take all your chits out of {place}.", place=there), t("none in {place}", place=there)
        yield Task(f"stack:{seat}:{place}", words, seat, "I Reveal" if shown else "Deploy",
                   alike=t("Stacks of {who}", who=t(facts.TITLES[seat])), part=part)  # fmt: skip


def is_start(before: ArchmagiState, after: ArchmagiState, seat: str, place: str) -> bool:
    """Whether a player's Archmagi has been placed here since: it stands alone, and nowhere before."""
    had, has = on_map(before, seat).values(), on_map(after, seat).values()
    return not any(one.place for one in had) and [one.place for one in has] == [place]


def _start(state: ArchmagiState, seat: str, place: str) -> Text:
    """Where an Archmagi starts; where only one coast was as far from those placed before, that it was placed there
    without a question.
    """
    (unit,), later = on_map(state, seat).values(), state.seats[state.seats.index(seat) :]
    words = t("Put your Archmagi on {place}, face up: {unit}.", place=hex_name(state, place),
              unit=name_of(state, unit.kind))  # fmt: skip
    unset = {at: structs.replace(one, banner="") if one.banner in later else one for at, one in state.hexes.items()}
    if state.mapped == "table" or starts(structs.replace(state, hexes=unset)) != [place]:
        return words
    return t("{words} No other coast is as far from the others, so the app did not ask.", words=words)


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
        old, there = was.banner if was is not None else "", hex_name(after, place)
        if here.banner == old:
            continue
        if here.banner:
            yield _banner(here.banner, place, t("Put your banner on {place}.", place=there),
                          t("one on {place}", place=there))  # fmt: skip
        if old:
            yield _banner(old, place, t("Take your banner off {place}.", place=there),
                          t("none on {place}", place=there))  # fmt: skip


def _banner(seat: str, place: str, words: Text, part: Text) -> Task:
    alike = t("Banners of {who}", who=t(facts.TITLES[seat]))
    return Task(f"banner:{seat}:{place}", words, seat, "Banner", alike=alike, part=part)
