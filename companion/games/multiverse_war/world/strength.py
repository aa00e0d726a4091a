"""The strength sheet: one function computes the strength (S) of every kind of blow, with each modifier as a term.

It needs no map: a `Case` says who strikes whom, on what terrain, at what distance, with how much support. Match, helper
and odds all use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.engine.core.chances import Bands, Classes
from companion.engine.core.effects import Sum, Term, add_up
from companion.engine.core.text import t
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import Manner

N: dict[str, int] = facts.STRENGTH
SIDES = 10
MORE, CHART = "More about combat", "Melee units support bonuses"
Rulings = Mapping[str, str]


class Fighter(Struct, frozen=True):
    """The properties of a unit that count in combat."""

    sort: str
    age: int = 1
    attributes: tuple[str, ...] = ()


class Case(Struct, frozen=True):
    """Everything that the strength of a blow depends on.

    `manner`: a melee attack, the answer to one, a shot, or the answer to a shot. `ground` is the terrain under the unit
    that is hit (for an answer to a melee attack: where the fight is), `home` that under the striker; a `building` is
    not a terrain and adds nothing. `distance` is in hexes. `foe` is None if a building is the target.
    """

    manner: Manner
    own: Fighter
    foe: Fighter | None
    ground: str = "grassland"
    home: str = "grassland"
    distance: int = 1
    friends: int = 0
    foes: int = 0
    building: int = 0
    """The age of the building that is the target; 0 for no building."""
    extra: tuple[Term, ...] = ()
    ignores: tuple[str, ...] = ()


def strength(rulings: Rulings, case: Case) -> Sum:
    """The strength (S) of a blow before the die."""
    base = Term(t("Base strength"), facts.NUMBERS["unit"]["strength"], "Quick reference sheet")
    return add_up(t("Strength"), base, *_terms(rulings, case))


def _terms(rulings: Rulings, case: Case) -> Iterator[Term]:
    yield _ages(rulings, case)
    yield from _ground(rulings, case)
    if case.building:
        weak = case.own.sort in ("mounted", "ranged")
        yield Term(t("Against a building"), N["building"] * weak, MORE)
    if case.manner in ("shot", "reply"):
        yield Term(t("Distance"), 0 if "range" in case.ignores else _range(case.distance), CHART)
    elif case.own.sort in facts.HAND_TO_HAND:
        yield Term(t("Support of friends"), case.friends, CHART)
        yield Term(t("Support of enemies"), 0 if "support" in case.ignores else -case.foes, CHART)
    if case.manner == "answer" and case.own.sort == "ranged" and case.foe is not None and case.foe.sort == "mounted":
        yield Term(t("Ranged against mounted"), N["mounted_melee"], CHART)
    yield from _attributes(rulings, case)
    yield from case.extra


def _range(distance: int) -> int:
    found: list[int] = facts.STRENGTH["range"]
    return found[min(max(distance, 1), len(found)) - 1]


def _ages(rulings: Rulings, case: Case) -> Term:
    """3 for each age; against a building none, unless it counts as a unit of its age."""
    other = case.foe.age if case.foe is not None else case.own.age
    if case.building:
        other = case.building if rulings["building_gap"] == "building-age" else case.own.age
    gap = case.own.age - other if other and case.own.age else 0
    return Term(t("Ages"), N["age"] * gap, "Combat mechanics")


def _ground(rulings: Rulings, case: Case) -> Iterator[Term]:
    """What the ground adds: that under the one who is hit; for a shot that under the shooter, too."""
    melee, hits_first = case.manner in ("attack", "answer"), case.manner != "answer"
    if case.ground == "grassland":
        yield (
            Term(t("Target on grassland"), N["open"], MORE)
            if hits_first
            else Term(t("Striking back on grassland"), N["retaliation"], MORE)
        )
    if case.manner == "reply" and case.home == "grassland" and rulings["duel"] == "keep-minus-one":
        yield Term(t("Retaliating on grassland"), N["retaliation"], MORE)
    if case.ground == "water" and not melee:
        yield Term(t("Water"), N["open"], MORE)
    if case.ground == "forest":
        mounted = N["mounted_forest"] * (case.own.sort == "mounted")
        yield Term(t("Forest"), mounted if melee else N["shot_forest"], MORE)
    if case.ground == "hill" and hits_first:
        yield Term(t("Onto a hill"), N["onto_hill"] if rulings["hill"] == "minus" else -N["onto_hill"], MORE)
    if case.home == "hill" and not melee:
        yield Term(t("From a hill"), N["from_hill"], MORE)


def _attributes(rulings: Rulings, case: Case) -> Iterator[Term]:
    """Hard hitter of whoever attacks; armor and agility of whoever is hit, none of which protects a building."""
    hard = "hard_hitter" in case.own.attributes and case.manner == "attack"
    if case.building and rulings["attributes"] == "units-only":
        hard = False
    yield Term(t("Hard hitter"), N["hard_hitter"] * hard, MORE)
    if case.foe is None or case.building:
        return
    armor = "heavy_armor" in case.foe.attributes and case.manner == "attack" and "armor" not in case.ignores
    yield Term(t("Heavy armor"), N["heavy_armor"] * armor, MORE)
    yield Term(t("Highly agile"), N["highly_agile"] * ("highly_agile" in case.foe.attributes), MORE)


def supports(rulings: Rulings, sort: str) -> bool:
    """Whether a unit of this class can support others (A14)."""
    if rulings["support"] == "all-but-ranged":
        return sort not in ("ranged", "decoy")
    return sort in facts.HAND_TO_HAND


# ---- the die


def hits(rulings: Rulings, total: int, die: int) -> bool:
    """Whether a blow of strength `total` hits with a die (A01, A02)."""
    shown = 0 if die == SIDES and rulings["zero"] == "zero-low" else die
    if rulings["hit"] == "ten-misses" and die == SIDES:
        return False
    if rulings["hit"] == "one-hits" and die == 1:
        return True
    return total > 0 and (total >= SIDES or shown <= total)


def chance(rulings: Rulings, total: int) -> int:
    """The chance in percent that a blow of strength `total` hits."""
    return 100 * sum(hits(rulings, total, n) for n in range(1, SIDES + 1)) // SIDES


def needed(rulings: Rulings, total: int) -> int:
    """The highest number on the die with which a blow of strength `total` hits; 0 if none does. A 10 is left out, as it
    may be read as 0.
    """
    return max((n for n in range(1, SIDES) if hits(rulings, total, n)), default=0)


def bands(rulings: Rulings, total: int) -> Classes:
    """The results of the die that the rule tells apart."""
    return Bands(tuple(n for n in range(2, SIDES + 1) if hits(rulings, total, n) != hits(rulings, total, n - 1)))


def is_certain(rulings: Rulings, total: int) -> bool:
    """Whether no die can change the result of a blow."""
    return len({hits(rulings, total, n) for n in range(1, SIDES + 1)}) == 1


# ---- who strikes first


def trumps(rulings: Rulings, own: tuple[str, ...], foe: str) -> bool:
    """Whether a unit that trumps these classes trumps the other class (A57)."""
    if foe == "anticav" and "melee" in own and rulings["infantry"] == "swords-only":
        return False
    return foe in own
