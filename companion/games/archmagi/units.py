"""What units are and can do: types, abilities, values, moves. Pure functions that ask nothing."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.archmagi import facts
from companion.games.archmagi.facts import Artifact, Chit
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit

CARRIES = ("carry", "transport")
SHARED = ("flying", "swift", "very swift")
"""What carried units get of their carrier, beside armor."""
ARMOR = ("brm", "ambush")
"""The values of an Armor artifact that a carrier shares."""


def chit(state: ArchmagiState, unit: Unit) -> Chit:
    """The chit of a unit, by the reading of its entry that the match uses (A09)."""
    lists = lists_of(state.owner)
    if unit.kind in lists.as_printed and state.rulings["dwarves"] == "as-printed":
        return lists.as_printed[unit.kind]
    return lists.chits[unit.kind]


def is_archmagi(state: ArchmagiState, unit: Unit) -> bool:
    """Whether a unit is an Archmagi."""
    return lists_of(state.owner).chits[unit.kind].terrain == facts.ARCHMAGI


def is_summoned(state: ArchmagiState, unit: Unit) -> bool:
    """Whether a spell has summoned the unit for this battle only."""
    return unit.kind in lists_of(state.owner).spells


def stack(state: ArchmagiState, place: str, seats: Iterable[str]) -> dict[str, Unit]:
    """The units of these players in a hex, by id."""
    return {name: one for name, one in state.units.items() if one.place == place and one.seat in seats}


def on_map(state: ArchmagiState, seat: str) -> dict[str, Unit]:
    """All units of a player, by id."""
    return {name: one for name, one in state.units.items() if one.seat == seat and one.place}


# ---- what it is


def is_type(state: ArchmagiState, unit: Unit, word: str) -> bool:
    """Whether a unit is of a type that an ability, spell or artifact names (A48)."""
    if word == "living":
        return is_living(state, unit)
    found = chit(state, unit)
    return word in (found.printed if state.rulings["types"] == "printed-only" else found.types)


def is_living(state: ArchmagiState, unit: Unit) -> bool:
    """Whether effects that need a Living target work on it."""
    return "nonliving" not in chit(state, unit).types and not is_apart(state, unit)


def is_slow(state: ArchmagiState, unit: Unit) -> bool:
    """Whether a unit is Slow and does not fly, so that Cavalry gets its bonus."""
    return not any(has(state, unit, word) for word in SHARED) and not is_apart(state, unit)


def is_apart(state: ArchmagiState, unit: Unit) -> bool:
    """Whether it is a Site that counts as neither Living nor Slow (A38)."""
    return state.rulings["sites_living"] == "sites-apart" and "site" in chit(state, unit).abilities


# ---- what it can do


def own_has(state: ArchmagiState, unit: Unit, word: str) -> bool:
    """Whether a unit has an ability by its entry or an artifact."""
    lists, entry = lists_of(state.owner), chit(state, unit).abilities
    if word == "flying" and "air" in entry and state.rulings["air"] == "air-flies":
        return True
    return word in entry or any(word in lists.artifacts[one].abilities for one in unit.artifacts)


def has(state: ArchmagiState, unit: Unit, word: str) -> bool:
    """Whether a unit has an ability, including what its carrier shares."""
    if own_has(state, unit, word):
        return True
    return word in SHARED and any(own_has(state, one, word) for one in carriers_of(state, unit))


def carriers_of(state: ArchmagiState, unit: Unit) -> list[Unit]:
    """The units that share flying, swift and armor with a unit: its ship, and for a Hero the units of its stack
    that Carry Heroes.
    """
    found = [state.units[unit.aboard]] if unit.aboard in state.units else []
    if "hero" not in chit(state, unit).types:
        return found
    mates = list(stack(state, unit.place, (unit.seat,)).values())
    heroes = [one for one in mates if "hero" in chit(state, one).types]
    for one in mates:
        room = chit(state, one).abilities.get("carry", 0)
        if one is not unit and any(hero is unit for hero in [h for h in heroes if h is not one][:room]):
            found.append(one)
    return found


def values(state: ArchmagiState, unit: Unit, word: str) -> list[int]:
    """Every value of an ability: from the entry, from artifacts, from a carrier's armor."""
    artifacts = lists_of(state.owner).artifacts
    gear: list[Artifact] = [artifacts[one] for one in unit.artifacts]
    for one in carriers_of(state, unit) if word in ARMOR else ():
        gear += [artifacts[name] for name in one.artifacts if artifacts[name].type == "armor"]
    found = [chit(state, unit).abilities.get(word, 0), *(one.abilities.get(word, 0) for one in gear)]
    return [value for value in found if value]


def value(state: ArchmagiState, unit: Unit, word: str) -> int:
    """The value of an ability; several values add up, or the best one counts (A49)."""
    return together(state, values(state, unit, word))


def slays(state: ArchmagiState, unit: Unit, foe: Unit) -> int:
    """What Slay adds against a foe: the values for all types that it is of (A49)."""
    artifacts = lists_of(state.owner).artifacts
    sources = [chit(state, unit).abilities, *(artifacts[one].abilities for one in unit.artifacts)]
    words = [(word.removeprefix("slay "), n) for one in sources for word, n in one.items() if word.startswith("slay ")]
    return together(state, [n for word, n in words if is_type(state, foe, word)])


def together(state: ArchmagiState, found: list[int]) -> int:
    """The total of several values of one ability: they add up, or the best one counts (A49)."""
    return sum(found) if state.rulings["several_values"] == "add" else max(found, default=0)


def is_immune(state: ArchmagiState, unit: Unit, attack: str) -> bool:
    """Whether Poison or Paralyze has no effect on it: by an artifact, or because it is not Living (A37)."""
    if has(state, unit, f"immune {attack}"):
        return True
    needs_life = attack == "poison" or (attack == "paralyze" and state.rulings["nonliving"] == "paralyze-too")
    return needs_life and not is_living(state, unit)


def settle_loads(state: ArchmagiState) -> None:
    """Disembark units whose carrier is elsewhere or gone. To be called after units have moved."""
    for unit in state.units.values():
        carrier = state.units.get(unit.aboard)
        if carrier is None or (carrier.place, carrier.seat) != (unit.place, unit.seat):
            unit.aboard = ""


def usable(units: dict[str, Unit]) -> dict[str, Unit]:
    """The units that are not paralyzed: only these fight, help, swap, cast, move or can be sacrificed."""
    return {name: one for name, one in units.items() if not one.paralyzed}


def casters(state: ArchmagiState, units: dict[str, Unit], *, high: bool = False) -> dict[str, Unit]:
    """The units that can cast; strong spells may need a Mage (A10)."""
    word = "mage" if high and state.rulings["casters"] == "mage-only-high" else "spellcaster"
    return {name: one for name, one in usable(units).items() if has(state, one, word)}


def allowance(state: ArchmagiState, unit: Unit) -> int:
    """How many hex borders a unit may cross in a turn, Hurry included."""
    return facts.moves_of(lambda word: own_has(state, unit, word)) + unit.hurry
