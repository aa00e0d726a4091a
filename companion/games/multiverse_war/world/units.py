"""What a cube is: its card or hero sheet, class, age, health, action points, its side. Pure functions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.core.text import Text, t
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, Deed
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.sheet import book_of
from companion.games.multiverse_war.world.state import Building, Hero, Player, Unit, WarState

WORKERS = ("builder", "engineer")


def new_id(state: WarState, letter: str) -> str:
    """The id of a new cube (`u`) or building (`b`): the letter, then a number that the match has not used yet."""
    state.cubes += 1
    return f"{letter}{state.cubes}"


def number_of(name: str) -> int:
    """The number in such an id: what people read on a cube, and what a cube on a table says in which building it is."""
    return int(name[1:])


def book(state: WarState) -> Book:
    """The cards of this match."""
    return book_of(state.owner)


def ruled(state: WarState, key: str, reading: str) -> bool:
    """Whether the match uses a reading of a ruling."""
    return state.rulings[key] == reading


# ---- sides


def allies(state: WarState, seat: str) -> tuple[str, ...]:
    """The seats of a side, the seat itself first."""
    if not state.teams or seat not in state.seats:
        return (seat,)
    n = state.seats.index(seat)
    return (seat, *(one for m, one in enumerate(state.seats) if m != n and (m - n) % 2 == 0))


def are_foes(state: WarState, one: str, other: str) -> bool:
    """Whether two seats are enemies; a beast is everybody's enemy."""
    return other not in allies(state, one)


def foes_of(state: WarState, seat: str) -> dict[str, Unit]:
    """All cubes of the enemies of a seat, beasts included."""
    return {name: one for name, one in state.units.items() if are_foes(state, seat, one.seat)}


def own_units(state: WarState, seat: str) -> dict[str, Unit]:
    """All cubes of a player."""
    return {name: one for name, one in state.units.items() if one.seat == seat}


# ---- what a cube is


def as_seen(state: WarState, seat: str) -> WarState:
    """A copy of the match as a seat sees it: the kinds of others' cubes are their faces."""
    seen = {name: one if one.seat == seat or one.face == one.kind else replace(one, kind=one.face)
            for name, one in state.units.items()}  # fmt: skip
    return replace(state, units=seen)


def is_ambush(state: WarState, name: str) -> bool:
    """Whether a name stands for the ambushers of a random event: nobody's, and gone after their blows."""
    return name in state.units and bool(state.units[name].marks.get("ambush"))


def is_hero(unit: Unit) -> bool:
    """Whether a cube is a hero."""
    return unit.kind in facts.HOUSE.heroes


def hero_of(state: WarState, unit: Unit) -> Hero:
    """The sheet of a hero; for the bear, that of the Bear Warden."""
    player = state.players.get(unit.seat)
    name = "bear_warden" if unit.kind == "bear" else unit.kind
    return player.heroes.get(name, Hero()) if player is not None else Hero()


def sort_of(state: WarState, unit: Unit) -> str:
    """The class of a unit."""
    if is_hero(unit):
        return book(state).heroes[unit.kind].sort
    return book(state).units[unit.kind].sort if unit.kind else "decoy"


def attributes(state: WarState, unit: Unit) -> tuple[str, ...]:
    """The attributes of a unit, such as hard hitter."""
    return book(state).heroes[unit.kind].attributes if is_hero(unit) else book(state).units[unit.kind].attributes


def age_of(state: WarState, unit: Unit) -> int:
    """The age of a unit in combat; by level for a hero and the bear; 0 for units without one."""
    if is_hero(unit) or unit.kind == "bear":
        levels = facts.NUMBERS["hero"]["age_levels"][state.rulings["hero_age"]]
        return 1 + sum(hero_of(state, unit).level >= level for level in levels)
    return book(state).units[unit.kind].age


def health_of(state: WarState, unit: Unit) -> int:
    """How many wounds a unit survives."""
    if is_hero(unit):
        return hero_of(state, unit).health
    return book(state).units[unit.kind].health


def allowance(state: WarState, unit: Unit) -> int:
    """The normal action points of a unit in a turn."""
    full = hero_of(state, unit).ap if is_hero(unit) else book(state).units[unit.kind].ap
    return max(0, full - unit.marks.get("slowed", 0))


def ap_left(state: WarState, unit: Unit) -> int:
    """The action points that a unit still has."""
    return 0 if unit.marks.get("halted") else max(0, allowance(state, unit) + unit.bonus - unit.spent)


def range_of(state: WarState, unit: Unit) -> int:
    """The range of a unit in hexes; 0 for melee only."""
    return book(state).heroes[unit.kind].range if is_hero(unit) else book(state).units[unit.kind].range


def fights(state: WarState, unit: Unit) -> bool:
    """Whether a unit can strike at all."""
    return sort_of(state, unit) in facts.MILITARY


def is_worker(unit: Unit) -> bool:
    """Whether a unit is a Builder or Engineer."""
    return unit.kind in WORKERS


def shares(state: WarState, unit: Unit) -> bool:
    """Whether a unit can be in a hex together with a military unit: Builder, Engineer, by one reading a Medic."""
    return is_worker(unit) or (unit.kind == "field_medic" and ruled(state, "medics_stack", "medic-stacks"))


def knows(state: WarState, unit: Unit, deed: str) -> bool:
    """Whether a unit has learned an ability or bought a skill."""
    found = book(state).deeds[deed]
    if found.unit != unit.kind:
        return False
    if is_hero(unit):
        return has_skill(state, hero_of(state, unit), found)
    return unit.kind == "field_medic" or (unit.seat in state.players and unit.kind in state.players[unit.seat].learned)


def has_skill(state: WarState, sheet: Hero, skill: Deed) -> bool:
    """Whether a hero has a skill: bought, or by one reading free because it is passive."""
    free = skill.ap == 0 and ruled(state, "always_active", "free")
    return skill.id in sheet.skills or (free and sheet.level >= skill.level)


def deeds_of(state: WarState, unit: Unit) -> list[Deed]:
    """All abilities or skills that a unit can use, without the passive ones."""
    found = (one for one in book(state).deeds.values() if one.unit == unit.kind)
    return [one for one in found if knows(state, unit, one.id) and not is_passive(one)]


def is_passive(deed: Deed) -> bool:
    """Whether a skill is always active."""
    return deed.ap == 0 and deed.unit in facts.HOUSE.heroes


# ---- players


def own_age(state: WarState, player: Player) -> int:
    """A player's age: the highest age unlocked by kills."""
    cards = book(state).units
    if ruled(state, "own_age", "own-troops"):
        ages = [age_of(state, one) for one in own_units(state, player.seat).values() if not is_worker(one)]
        return max([1, *ages])
    kinds = [one for one in player.unlocked if one not in ("field_medic", "engineer")]
    if "engineer" in player.unlocked and ruled(state, "engineer_age", "engineer-counts"):
        kinds.append("engineer")
    return max([1, *(cards[one].age for one in kinds)])


def tactics_left(state: WarState, player: Player) -> int:
    """How many abilities a player may still use in this turn."""
    full = facts.NUMBERS["unit"]["tactics"][own_age(state, player) - 1] + bool(player.banner)
    store = player.store if ruled(state, "adrenaline", "separate") else 0
    return max(0, full - player.tactics) + store


# ---- names


def name_of(state: WarState, kind: str) -> Text:
    """The name of a kind or hero."""
    if kind in facts.HOUSE.heroes:
        return t(book(state).heroes[kind].name)
    return t(book(state).units[kind].name) if kind else t("hidden cube")


def label(state: WarState, name: str) -> Text:
    """A cube as everybody sees it; with its number where its side has several that look alike."""
    return label_known(state, "", name)


def own_label(state: WarState, name: str) -> Text:
    """A cube as its owner sees it, with its place."""
    return label_for(state, state.units[name].seat, name)


def open_label(state: WarState, name: str) -> Text:
    """A cube as a question names it that everybody may read: its kind only while it lies open."""
    cube = label_for(state, "", name)
    return cube if state.units[name].face or not state.units[name].place else t("the {cube}", cube=cube)


def label_for(state: WarState, seat: str, name: str) -> Text:
    """A cube as a seat sees it, with its place."""
    unit, words = state.units[name], label_known(state, seat, name)
    return t("{unit} on {place}", unit=words, place=place_name(state, unit.place)) if unit.place else words


def label_known(state: WarState, seat: str, name: str) -> Text:
    """What a seat calls a cube: its kind as far as the seat knows it. Several that look alike on one hex have letters;
    without a map in the app, where no place tells them apart, all of a side have numbers.
    """
    if is_ambush(state, name):
        return t("Ambush")
    unit = state.units[name]
    kind = _known(unit, seat)
    alike = [other for other, one in state.units.items()
             if one.seat == unit.seat and one.place == unit.place and _known(one, seat) == kind]  # fmt: skip
    words = name_of(state, kind)
    if unit.place:
        return t("{unit} {n}", unit=words, n="ABCDEF"[alike.index(name) % 6]) if len(alike) > 1 else words
    return words if kind and len(alike) == 1 else t("{unit} {n}", unit=words, n=number_of(name))


def _known(unit: Unit, seat: str) -> str:
    return unit.kind if unit.seat == seat else unit.face


def building_name(state: WarState, building: Building) -> Text:
    """A building with its owner, in words."""
    who = t(facts.TITLES.get(building.seat, "nobody"))
    return t("{who}'s {building}", who=who, building=t(book(state).buildings[building.kind].name))


def who(seat: str) -> Text:
    """The name of a player."""
    return t(facts.TITLES.get(seat, "nobody"))
