"""What is said where a blow is rolled for: to the owner of a hidden cube, and where several come in a row."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.multiverse_war.world.state import Blow, Fight, WarState
from companion.games.multiverse_war.world.units import name_of

CERTAIN = 100
"""In percent."""


def own_words(state: WarState, blow: Blow, names: dict[str, str | int | Text]) -> Text | None:
    """What the owner of a cube that is hidden from the others reads before it is struck; None for one that is shown."""
    unit = state.units.get(blow.target)
    if unit is None or unit.face or not unit.seat:
        return None
    return t("{one} strikes your {other}", **{**names, "other": name_of(state, unit.kind)})


def known_to_owners(
    state: WarState, blow: Blow, names: dict[str, str | int | Text]
) -> dict[str, dict[str, str | int | Text]]:
    """The names in a line about a blow as the owners of hidden cubes read them, by seat."""
    found: dict[str, dict[str, str | int | Text]] = {}
    for which, name in (("one", blow.striker), ("other", blow.target)):
        unit = state.units.get(name)
        if unit is not None and unit.seat and not unit.face:
            found.setdefault(unit.seat, dict(names))[which] = t("your {unit}", unit=name_of(state, unit.kind))
    return found


def numbered(fight: Fight, words: Text) -> Text:
    """Words about the blow at hand, with which of how many it is."""
    n = len(fight.struck) + 1
    return t("{words} ({n} of {of})", words=words, n=n, of=n + len(fight.blows))


def came(hit: bool, certain: bool, names: dict[str, str | int | Text]) -> Text:
    """What came of a blow; where no die could change it, nobody has rolled."""
    if certain:
        return t("{one} hits {other}: strength {s} is certain to hit.", **names) if hit else t(
            "{one} cannot hit {other}: strength {s} is too little.", **names)  # fmt: skip
    if hit:
        return t("{one} hits {other}: {s} or less was needed.", **names)
    return t("{one} misses {other}: {s} or less was needed.", **names)


def in_percent(n: int, *, own: bool) -> Text:
    """The chance of a blow before it is struck, one's own or the enemy's."""
    if n == CERTAIN:
        return t("you hit for certain") if own else t("enemy hits for certain")
    if not n:
        return t("you cannot hit") if own else t("enemy cannot hit")
    return t("you hit: {percent} %", percent=n) if own else t("enemy hits: {percent} %", percent=n)
