"""What a seat knows of the chits on the map, and how that is said. Of other players' chits only what all have seen or
this seat has scouted is ever read.
"""

from __future__ import annotations

from collections import Counter

from companion.engine.core.text import Text, listed, t
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.wording import times


def known_kind(state: ArchmagiState, seat: str, name: str, unit: Unit) -> str:
    """The kind of a chit as a seat knows it: an own chit, one that all have seen, or one it has scouted; else ""."""
    if unit.seat == seat:
        return unit.kind
    player = state.players.get(seat)
    return unit.face or (player.scouted.get(name, "") if player is not None else "")


def known_to(state: ArchmagiState, name: str) -> tuple[int, int]:
    """How many others know the kind of a chit, and how many of its artifacts all have seen: the more, the less is given
    away when it is shown.
    """
    unit = state.units[name]
    others = [one for one in state.seats if one != unit.seat and known_kind(state, one, name, unit)]
    return len(others), len(unit.bears)


def chit_words(state: ArchmagiState, seat: str, name: str, unit: Unit) -> Text:
    """A chit as a seat sees it."""
    kind = known_kind(state, seat, name, unit)
    chits = lists_of(state.owner).chits
    return t(chits[kind].name) if kind in chits else t("hidden")


def stack_words(state: ArchmagiState, owner: str, place: str, seat: str) -> Text:
    """A stack as a seat sees it."""
    artifacts = lists_of(state.owner).artifacts
    found: Counter[str] = Counter()
    words: dict[str, Text] = {}
    for name, unit in state.units.items():
        if (unit.place, unit.seat) != (place, owner):
            continue
        gear = unit.artifacts if owner == seat else unit.bears
        label = chit_words(state, seat, name, unit)
        if gear:
            label = t("{unit} with {gear}", unit=label, gear=listed([t(artifacts[one].name) for one in gear]))
        if unit.paralyzed:
            label = t("{unit}, paralyzed", unit=label)
        words[str(label)] = label
        found[str(label)] += 1
    return listed([times(found[text], label) for text, label in words.items()])
