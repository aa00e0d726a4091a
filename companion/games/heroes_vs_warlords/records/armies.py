"""Armies on Displays and in garrisons (4.1, 3.3.2, 9.1): stacks, sections, who can take or leave units where."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Choose, Field, Fields, Number, Option
from companion.engine.rules import Offer, Rule, Text, amounts, ask, menu, note, partial, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import (
    army_text,
    city_at,
    hero_name,
    kind_row,
    own_heroes,
    ruled,
    site_at,
    stack_text,
    stacks_of,
)
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Site, Stack

SECTIONS: int = facts.SETUP["sections"]
STACK_LIMIT: int = facts.SETUP["stack_limit"]

MERCENARIES = "mercenaries"

Kinds = dict[tuple[str, int], int]
"""(faction, Level) -> number."""


def total(stacks: Iterable[Stack]) -> Kinds:
    """How many units of each kind are in some stacks."""
    kinds: Kinds = {}
    for stack in stacks:
        kinds[stack.faction, stack.level] = kinds.get((stack.faction, stack.level), 0) + stack.count
    return kinds


def packed(kinds: Kinds) -> list[Stack]:
    """These units in the fewest stacks: one kind in a stack, 20 at most (4.1, 8.2)."""
    stacks: list[Stack] = []
    for (faction, level), count in sorted(kinds.items()):
        while count > 0:
            stacks.append(Stack(faction, level, min(count, STACK_LIMIT)))
            count -= STACK_LIMIT
    return stacks


def place_units(hero: Hero, faction: str, level: int, count: int) -> int:
    """Add units to a Display: to a stack of their kind, else to an empty section (4.1). Returns how many found room."""
    placed, count = 0, min(count, most_more(hero, faction))
    for stack in stacks_of(hero):
        if stack.faction == faction and stack.level == level and not stack.locked:
            room = min(STACK_LIMIT - stack.count, count - placed)
            stack.count += room
            placed += room
    for index, section in enumerate(hero.sections):
        if section is None and placed < count:
            size = min(STACK_LIMIT, count - placed)
            hero.sections[index] = Stack(faction, level, size)
            placed += size
    return placed


def most_more(hero: Hero, faction: str) -> int:
    """How many more units of a faction a Hero may lead; Mercenaries form one stack of 20 at most (8.13, 17.1.3)."""
    if faction != MERCENARIES:
        return SECTIONS * STACK_LIMIT
    return max(STACK_LIMIT - sum(stack.count for stack in stacks_of(hero) if stack.faction == faction), 0)


def _one_stack() -> Text:
    return t("A Hero leads one stack of 20 Mercenaries at most.")


def remove_units(hero: Hero, faction: str, level: int, count: int) -> None:
    """Remove units from a Display without moving the others; an empty stack clears its section."""
    for index, stack in enumerate(hero.sections):
        if stack is not None and (stack.faction, stack.level) == (faction, level) and count:
            taken = min(stack.count, count)
            stack.count -= taken
            count -= taken
            if not stack.count:
                hero.sections[index] = None


def bring_to(hero: Hero, kinds: Kinds) -> None:
    """Change the units of a Display to these; stacks stay in their sections unless there are too few sections (4.1)."""
    here = total(stacks_of(hero))
    for kind, count in here.items():
        remove_units(hero, *kind, max(count - kinds.get(kind, 0), 0))
    for kind, count in sorted(kinds.items()):
        more = count - here.get(kind, 0)
        if more > 0 and place_units(hero, *kind, more) < more:
            rearrange(hero, kinds)
            return


def check_garrison(state: HvWState, stacks: list[Stack]) -> None:
    """Raise Refused if a garrison has more stacks than a Hero Display, by ruling R34c."""
    if ruled(state, "garrison_sections") == "six" and len(stacks) > SECTIONS:
        raise Refused("4.1", t("A garrison has six stacks of 20 units at most."), "counts")


def rearrange(hero: Hero, kinds: Kinds) -> None:
    """Put exactly these units on a Display, in any arrangement (4.1).

    Raises Refused when they need a seventh section, or a second stack of Mercenaries (17.1.3).
    """
    stacks = packed(kinds)
    if sum(stack.faction == MERCENARIES for stack in stacks) > 1:
        raise Refused("17.1.3", _one_stack(), "counts")
    if len(stacks) > SECTIONS:
        raise Refused("4.1", t("A Hero Display has six sections of 20 units at most."), "counts", "sections")
    hero.sections = [*stacks, *([None] * (SECTIONS - len(stacks)))]


# ---- who may do what, where


def exchange_offers(state: HvWState, hero: Hero) -> list[Offer]:
    """What a Hero can do with units in the present hex, each with the reason if it is refused."""
    found: list[Offer] = []
    city = city_at(state, hero.place)
    if city is not None and city.owner == hero.seat:
        label = t("Take units from the {place} or leave some there", place=t("Camp") if city.camp else t("City"))
        nobody = not stacks_of(hero) and all(stack.locked for stack in city.units)
        refusal = facts.AGAINST(nobody=nobody)
        found.append(Offer(f"city:{hero.number}", label, partial(_with_city, state, hero, city), refusal=refusal))
    for other in own_heroes(state, hero.seat):
        if other.number > hero.number and other.place == hero.place and hero.place not in ("", "open"):
            label, swap = t("Exchange units between the two Heroes"), partial(_between_heroes, state, hero, other)
            refusal = facts.AGAINST(nobody=not stacks_of(hero) and not stacks_of(other))
            found.append(Offer(f"heroes:{hero.number}", label, swap, refusal=refusal))
    site = site_at(state, hero.place)
    if site is not None:
        found.extend(_site_offers(state, hero, site))
    if _may_restack(state, hero) and _can_restack(hero):
        label = t("Split or join stacks") if _at_leisure(state, hero) else t("End his movement; split or join stacks")
        found.append(Offer(f"restack:{hero.number}", label, partial(_restack, state, hero), minor=True,
                           kind="restack"))  # fmt: skip
    return [structs.replace(offer, do=partial(_exchange, hero, offer)) for offer in found]


def _exchange(hero: Hero, offer: Offer) -> Rule[None]:
    """Carry out an exchange, and say what the Hero leads then."""
    yield from offer.carry_out(hero.seat, "")
    yield from note(t("{hero} leads {army}.", hero=hero_name(hero), army=army_text(stacks_of(hero))), section="4.1")


def _may_restack(state: HvWState, hero: Hero) -> bool:
    """4.1: stacks stay as they are but in an own City or Camp and where two own Heroes meet (ruling R12)."""
    return _at_leisure(state, hero) or ruled(state, "rearrange") == "also_end_of_turn"


def _at_leisure(state: HvWState, hero: Hero) -> bool:
    city = city_at(state, hero.place)
    if city is not None and city.owner == hero.seat:
        return True
    others = [one for one in own_heroes(state, hero.seat) if one.id != hero.id]
    return any(one.place == hero.place and one.place not in ("", "open") for one in others)


def _can_restack(hero: Hero) -> bool:
    stacks = stacks_of(hero)
    alike = len({(stack.faction, stack.level) for stack in stacks}) < len(stacks)
    return alike or (None in hero.sections and any(stack.count > 1 for stack in stacks))


def _site_offers(state: HvWState, hero: Hero, site: Site) -> list[Offer]:
    if site.kind == "recruitment" and site.waiting and (site.mercenaries or (site.race == hero.seat and site.active)):
        words = "Take Mercenaries ({n} waiting)" if site.mercenaries else "Take recruits ({n} waiting)"
        full = facts.AGAINST(no_room=not _has_room(hero, *_recruits(hero, site)))
        take = partial(take_recruits, state, hero)
        return [Offer(f"recruits:{hero.number}", t(words, n=site.waiting), take, refusal=full)]
    if site.kind != "resource" or site.owner != hero.seat:
        return []
    found = []
    if any(stack.faction != MERCENARIES for stack in stacks_of(hero)):
        found.append(Offer(f"drop:{hero.number}", t("Leave units as garrison"), partial(_drop, state, hero, site)))
    if site.garrison:
        refusal, take = _garrison_refusal(state, hero), partial(_take, hero, site)
        found.append(Offer(f"take:{hero.number}", t("Take garrison units"), take, refusal=refusal))
    return found


def _garrison_refusal(state: HvWState, hero: Hero) -> Refusal | None:
    """4.1, ruling R11: taking a garrison is for a Hero who begins his turn there."""
    reading = ruled(state, "garrison_pickup")
    late = reading == "start_of_move" and hero.moved
    return facts.AGAINST(first_step=late, garrison_stays=reading not in ("any_time", "start_of_move"))


# ---- doing it (parts of the step that asks what a Hero does)


def _with_city(state: HvWState, hero: Hero, city: City) -> Rule[None]:
    """In an own City or Camp units move freely between Display and City (4.1); locked units stay (11.2)."""
    locked = [stack for stack in city.units if stack.locked]
    free = [stack for stack in city.units if not stack.locked]
    kept, left = yield from _share(state, hero, total(free))
    stacks = [*locked, *packed(left)]
    check_garrison(state, stacks)
    bring_to(hero, kept)
    city.units = stacks


def _between_heroes(state: HvWState, hero: Hero, other: Hero) -> Rule[None]:
    """Two Heroes of a player in one hex exchange units freely (4.1)."""
    kept, left = yield from _share(state, hero, total(stacks_of(other)))
    bring_to(hero, kept)
    bring_to(other, left)


def _restack(state: HvWState, hero: Hero) -> Rule[None]:
    """Arrange stacks anew; where that is for the end of the turn, the Hero's turn is over (4.1, ruling R12)."""
    yield from _move_stack(hero)
    if not _at_leisure(state, hero):
        hero.mp, hero.turn_over = 0, True


def _move_stack(hero: Hero) -> Rule[None]:
    """Move units of a stack to an empty section or to another stack of their kind (4.1)."""
    stacks = {str(i): stack for i, stack in enumerate(hero.sections) if stack is not None}
    names = [Option(i, t("Section {n}: {stack}", n=int(i) + 1, stack=stack_text(stack))) for i, stack in stacks.items()]
    full = facts.AGAINST(no_section=None not in hero.sections)
    form = Fields((
        Field("source", t("From"), Choose(tuple(names))),
        Field("count", t("How many (0: leave it)"), Number(0, max(stack.count for stack in stacks.values()), 1)),
        Field("target", t("To"), Choose((Option("new", t("An empty section"), full), *names))),
    ))  # fmt: skip
    move = yield from ask(hero.seat, t("Split or join stacks."), form, about=f"hero:{hero.id}", section="4.1")
    source, count, target = stacks[move["source"]], move["count"], stacks.get(move["target"])
    if not count:
        return
    _check_restack(source, count, target)
    source.count -= count
    if target is not None:
        target.count += count
    else:
        hero.sections[hero.sections.index(None)] = Stack(source.faction, source.level, count)
    hero.sections = [stack if stack is not None and stack.count else None for stack in hero.sections]


def _check_restack(source: Stack, count: int, target: Stack | None) -> None:
    if count > source.count:
        raise Refused("4.1", t("There are only {n}.", n=source.count), "count")
    if target is None:
        if source.faction == MERCENARIES and count < source.count:
            raise Refused("17.1.3", _one_stack(), "target")
        return
    if target is source or (target.faction, target.level) != (source.faction, source.level):
        raise Refused("4.1", t("Only units of one kind and Level stack together."), "target")
    if target.count + count > STACK_LIMIT:
        raise Refused("4.1", t("A stack holds {n} units at most.", n=STACK_LIMIT), "count")


def _share(state: HvWState, hero: Hero, there: Kinds) -> Rule[tuple[Kinds, Kinds]]:
    """Ask how many units of each kind the Hero takes along; the rest stays there."""
    here = total(stacks_of(hero))
    kinds = sorted({**here, **there})
    rows = [kind_row(*kind, here.get(kind, 0) + there.get(kind, 0), here.get(kind, 0)) for kind in kinds]
    prompt = t("How many go with {hero}? The others stay.", hero=hero_name(hero))
    kept = yield from amounts(hero.seat, prompt, rows, about=f"hero:{hero.id}", section="4.1")
    left = {kind: here.get(kind, 0) + there.get(kind, 0) - kept.get(kind, 0) for kind in kinds}
    return kept, _some(left)


def _some(kinds: Kinds) -> Kinds:
    return {kind: count for kind, count in kinds.items() if count}


def _drop(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """Leave units in an own Resource hex as garrison (4.1, 9.1); Mercenaries may not."""
    rows = [kind_row(*kind, n) for kind, n in total(stacks_of(hero)).items() if kind[0] != MERCENARIES]
    prompt = t("How many stay as garrison?")
    left: Kinds = yield from amounts(hero.seat, prompt, rows, about=f"hero:{hero.id}", section="9.1")
    garrison = total(site.garrison)
    for kind, count in left.items():
        remove_units(hero, *kind, count)
        garrison[kind] = garrison.get(kind, 0) + count
    site.garrison = packed(garrison)
    check_garrison(state, site.garrison)


def _take(hero: Hero, site: Site) -> Rule[None]:
    """Take garrison units back onto the Display (4.1, ruling R11)."""
    garrison = total(site.garrison)
    rows = [kind_row(*kind, count) for kind, count in garrison.items()]
    prompt = t("How many go with {hero}?", hero=hero_name(hero))
    taken: Kinds = yield from amounts(hero.seat, prompt, rows, section="4.1")
    for kind, count in taken.items():
        if place_units(hero, *kind, count) < count:
            raise Refused("4.1", t("There is no room for them on the Hero Display."), kind_row(*kind, count).id)
        garrison[kind] -= count
    site.garrison = packed(_some(garrison))


def take_recruits(state: HvWState, hero: Hero) -> Rule[None]:
    """Ask which of the units waiting in the own Recruitment Location come along, as far as there is room (3.3.2)."""
    site = state.sites[hero.place]
    faction, level = _recruits(hero, site)
    placed = yield from _recruit(hero, faction, level, site.waiting)
    site.waiting -= placed
    text = t("{hero} takes {n} × Level {level}.", hero=hero_name(hero), n=placed, level=level)
    yield from note(text, section="3.3.2")


def _recruits(hero: Hero, site: Site) -> tuple[str, int]:
    """What waits in a Recruitment Location: faction and Level (3.3.2, 8.13)."""
    return (MERCENARIES, 2) if site.mercenaries else (hero.seat, 1)


def _has_room(hero: Hero, faction: str, level: int) -> bool:
    return bool(most_more(hero, faction)) and (_joins(hero, faction, level) or None in hero.sections)


def _joins(hero: Hero, faction: str, level: int) -> bool:
    return any((s.faction, s.level) == (faction, level) and s.count < STACK_LIMIT for s in stacks_of(hero))


def _recruit(hero: Hero, faction: str, level: int, waiting: int) -> Rule[int]:
    """Recruits may join a stack of their kind, form a new one, or stay (3.3.2); Mercenaries form one stack (17.1.3).
    Returns how many come along.
    """
    if not _has_room(hero, faction, level):
        return 0
    no_stack = facts.AGAINST(no_stack=not _joins(hero, faction, level))
    no_section = facts.AGAINST(no_section=None not in hero.sections)
    if most_more(hero, faction) < STACK_LIMIT:
        no_section = Refusal("17.1.3", _one_stack())
    units, label = (hero, faction, level, waiting), t("Join the stack of Level {level}", level=level)
    offers = [
        Offer("join", label, partial(place_units, *units), refusal=no_stack),
        Offer("new", t("Form a new stack"), partial(_new_stack, *units), refusal=no_section),
        Offer("leave", t("Leave them there"), value=0, minor=True),
    ]
    prompt = t("Waiting here: {n} × Level {level}. Where do you put them?", n=waiting, level=level)
    placed: int = yield from menu(hero.seat, prompt, offers, about=f"hero:{hero.id}", section="3.3.2")
    return placed


def _new_stack(hero: Hero, faction: str, level: int, count: int) -> int:
    """Form a stack in the first empty section. Returns its size."""
    size = min(count, STACK_LIMIT)
    hero.sections[hero.sections.index(None)] = Stack(faction, level, size)
    return size
