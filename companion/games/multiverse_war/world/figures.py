"""The strength of a blow: the facts of a fight in the form that the strength sheet needs, with lasting effects and
cover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import t
from companion.engine.game.hexlines import distance, neighbours, straight_ahead
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import ground_at, is_shielded, post_of
from companion.games.multiverse_war.world.state import Blow, Fight, Unit, WarState
from companion.games.multiverse_war.world.strength import Case, Fighter, strength
from companion.games.multiverse_war.world.units import (
    age_of,
    allies,
    are_foes,
    attributes,
    book,
    has_skill,
    hero_of,
    is_hero,
    knows,
    name_of,
    ruled,
    sort_of,
)

ABLE = facts.NUMBERS["abilities"]
MELEE = ("attack", "answer")


# ---- fire that covers friends


def front(state: WarState, unit: Unit, mark: str, key: str = "") -> list[str]:
    """The hexes in front of a unit that is set up: three sides, by one reading of A29 two."""
    side = unit.marks.get(mark, 0) - 1
    if side < 0 or not unit.place:
        return []
    turns = (0, 1) if key == "front" and ruled(state, "front", "two-sides") else (-1, 0, 1)
    return [straight_ahead(unit.place, side + turn) for turn in turns]


def covered(state: WarState, gun: Unit) -> list[str]:
    """The hexes that a Gatling Gun covers (A30)."""
    near = front(state, gun, "cover")
    deep = ruled(state, "cover", "two-deep")
    behind = (
        [one for hex_ in near for one in neighbours(hex_) if distance(one, gun.place) == ABLE["cover"]] if deep else []
    )
    return list(dict.fromkeys([*near, *behind]))


def cover(state: WarState, fight: Fight) -> list[Blow]:
    """The shots of guns that cover the target, which come before the attack."""
    attacker = state.units[fight.attacker]
    if attacker.place and is_shielded(state, attacker.place):
        return []
    owner = state.units[fight.target] if fight.target in state.units else state.buildings[fight.target]
    fired = [blow.striker for one in state.fights for blow in one.blows if blow.then == "cover"]
    guns = {name: state.units[name] for name in covering(state, owner.seat) if name not in (fight.target, *fired)}
    return [Blow(name, fight.attacker, "shot", then="cover") for name, one in guns.items()
            if (attacker.place in covered(state, one) if state.mapped else name in fight.guns)
            and are_foes(state, one.seat, attacker.seat)]  # fmt: skip


def covering(state: WarState, seat: str) -> list[str]:
    """The guns of a side that cover their friends."""
    side = allies(state, seat)
    return [name for name, one in state.units.items() if one.marks.get("cover") and one.seat in side]


# ---- the figure of a blow


def is_fixed(state: WarState, blow: Blow) -> bool:
    """Whether a blow has its printed strength whoever strikes and whoever is struck."""
    return bool(blow.fixed) and (not blow.extra or not ruled(state, "printed", "with-modifiers"))


def total(state: WarState, fight: Fight, blow: Blow) -> Sum:
    """The strength (S) of a blow with all its terms."""
    if blow.fixed:
        words = t(book(state).deeds[next(iter(blow.extra))].name) if blow.extra else t("Random event")
        if is_fixed(state, blow):
            return Sum(t("Strength"), (Term(words, blow.fixed, "Mission four: heroes"),))
    made = strength(state.rulings, case_of(state, fight, blow))
    if blow.fixed:
        swap = Term(words, blow.fixed - facts.NUMBERS["unit"]["strength"], "Mission four: heroes")
        made = Sum(made.label, (*made.terms, swap))
    return made


def case_of(state: WarState, fight: Fight, blow: Blow) -> Case:
    """A blow in the form that the strength sheet needs; for an answer, seen from the other side."""
    unit, at = state.units[blow.striker], state.buildings.get(blow.target)
    foe = state.units[blow.target] if at is None else None
    ground, home, away = fight.ground, fight.home, fight.distance
    if blow.then == "cover":
        place = state.units[fight.attacker].place
        ground, home, away = fight.home, ground_at(state, unit.place), distance(unit.place, place) if place else 1
    elif blow.manner == "reply":
        ground, home = home, ground
    far = is_hero(unit) and away == facts.NUMBERS["unit"]["sight"] and knows(state, unit, "eagle_eye")
    ignored = (*blow.ignores, "range") if far else tuple(blow.ignores)
    mine, theirs = (fight.foes, fight.friends) if blow.manner == "answer" else (fight.friends, fight.foes)
    return Case(
        blow.manner, fighter(state, unit), fighter(state, foe) if foe is not None else None, ground, home, away,
        mine, theirs, at.age if at is not None else 0,
        tuple(term for find in CIRCUMSTANCES for term in find(state, fight, blow)), ignored,
    )  # fmt: skip


def fighter(state: WarState, unit: Unit) -> Fighter:
    """The properties of a unit that count in combat."""
    return Fighter(sort_of(state, unit), age_of(state, unit), attributes(state, unit))


Finder = Callable[[WarState, Fight, Blow], Iterator[Term]]


def _extras(state: WarState, fight: Fight, blow: Blow) -> Iterator[Term]:
    """What the ability that strikes adds."""
    for deed, value in blow.extra.items():
        words = t(book(state).deeds[deed].name) if deed in book(state).deeds else t("Other modifiers")
        yield Term(words, value, "Tactical points")


def _piece(state: WarState, fight: Fight, blow: Blow) -> Iterator[Term]:
    """Bear and beast have a strength of their own; a ranged garrison shoots better out of a Guard Tower."""
    base, unit = facts.NUMBERS["unit"]["strength"], state.units[blow.striker]
    if unit.kind in ("bear", "beast"):
        yield Term(name_of(state, unit.kind), facts.NUMBERS[unit.kind]["strength"] - base, "Random event sheet")
    tower = post_of(state, unit)
    if tower is not None and tower.kind == "guard_tower" and blow.manner in ("shot", "reply"):
        bonus = facts.NUMBERS["building"]["tower_bonus"][tower.age - 1]
        yield Term(t("Guard Tower"), bonus if sort_of(state, unit) == "ranged" else 0, "Buildings")


def _grand_master(state: WarState, fight: Fight, blow: Blow) -> Iterator[Term]:
    """The Blademaster against melee units: more for him, as much less for them."""
    one, other = state.units[blow.striker], state.units.get(blow.target)
    for sign, master, foe in ((1, one, other), (-1, other, one)):
        if master is None or foe is None or blow.manner not in MELEE or master.kind != "blademaster":
            continue
        if knows(state, master, "grand_master") and sort_of(state, foe) in facts.HAND_TO_HAND:
            yield Term(t("Grand Master"), sign * (hero_of(state, master).level // 2), "Hero sheet: Blademaster")


def _thornhide(state: WarState, fight: Fight, blow: Blow) -> Iterator[Term]:
    """Enemies in forest against the Bear Warden or her bear."""
    other = state.units.get(blow.target)
    if other is None or blow.manner not in ("attack", "shot") or fight.ground != "forest" or not other.seat:
        return
    hero = state.players[other.seat].heroes.get("bear_warden")
    if other.kind in ("bear", "bear_warden") and hero and has_skill(state, hero, book(state).deeds["thornhide"]):
        yield Term(t("Thornhide"), ABLE["thornhide"], "Mission four: heroes")


def _lines(state: WarState, fight: Fight, blow: Blow) -> Iterator[Term]:
    """Pike Wall and Hold the Line: what the marked front sides do (Spearman example, A70)."""
    one, other = state.units[blow.striker], state.units.get(blow.target)
    if other is None or blow.manner not in MELEE:
        return
    if blow.manner == "attack" and other.marks.get("hold") and faces(state, fight, blow.target, one, "hold"):
        yield Term(t("Hold the Line"), ABLE["hold"], "Tactical points")
    if (
        has_wall(state, fight, other)
        and faces(state, fight, blow.target, one, "pike")
        and (blow.manner == "answer" or blow.target in fight.struck)
    ):
        yield Term(t("Pike Wall"), ABLE["pike_front"], "Spearman example")
    if has_wall(state, fight, one) and blow.manner == "answer" and not faces(state, fight, blow.striker, other, "pike"):
        yield Term(t("Pike Wall, flanked"), ABLE["pike_flank"], "Spearman example")


def has_wall(state: WarState, fight: Fight, unit: Unit) -> bool:
    """Whether a Pikeman's ability has an effect."""
    if unit.kind != "pikeman" or (ruled(state, "pike_wall", "flat-only") and fight.ground != "grassland"):
        return False
    return bool(unit.marks.get("pike")) or (ruled(state, "pike_wall", "always-on") and knows(state, unit, "pike_wall"))


def faces(state: WarState, fight: Fight, name: str, other: Unit, mark: str) -> bool:
    """Whether another unit is in front of the marked sides; if none are marked, every side is the front."""
    marked = front(state, state.units[name], mark, "front" if mark == "pike" else "")
    return name not in fight.flanked and (not marked or not other.place or other.place in marked)


CIRCUMSTANCES: tuple[Finder, ...] = (_extras, _piece, _grand_master, _thornhide, _lines)
