"""Scout: looking at stacks, stealing artifacts, Cannibals, and the spells of this phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.core.asking import draw, note, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Card, Rule
from companion.engine.core.menu import Group, Offer
from companion.engine.core.rules import step
from companion.engine.core.text import Text, t
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.fights.casting import used_up
from companion.games.archmagi.fights.losses import destroy
from companion.games.archmagi.land import hex_name, neighbours
from companion.games.archmagi.phases.ahead import drowning
from companion.games.archmagi.phases.gear import give_found
from companion.games.archmagi.phases.movement import in_hand
from companion.games.archmagi.picking import in_phase, in_secret, one_of_each, units_to_pick
from companion.games.archmagi.seen import known_kind, stack_words
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_archmagi, is_living, on_map, stack, usable, value
from companion.games.archmagi.wording import called, does, name_of, names_of, sentence, title

Stack = tuple[str, str]
"""A hex, and whose stack it is."""


@step("Scout")
def scout(state: ArchmagiState, seat: str) -> Rule[bool]:
    """One act of the Scout phase. Returns False when the player is done."""
    own = usable(on_map(state, seat))
    seen = list(dict.fromkeys((one.place, one.seat) for one in state.units.values() if one.seat != seat and one.place))
    offers: list[Offer | Group] = [deed for name, unit in own.items() for deed in _deeds(state, seat, name, unit, seen)]
    for spell in in_hand(state, seat, "scout") if seen else ():
        looks = _stacks(state, _hiding(state, seat, seen), partial(true_sight, state, seat, spell))
        label, told = t("Cast {spell}", spell=t(spell.name)), sentence(does(spell))
        if len(looks) == 1:
            told = t("{what}: {stack}", what=told, stack=looks[0].words)
        if looks:
            offers.append(Group(f"cast:{spell.id}", label, t("Which stack?"), looks, told,
                                about="look", skip_single=True))  # fmt: skip
    prompt, idle = t("Scout phase: what do your units do?"), t("Your units have nothing to do in the Scout phase.")
    asked, saw = None, _saw(state, seat)
    if saw is not None:
        asked, idle = t("{saw} {then}", saw=saw, then=prompt), t("{saw} {then}", saw=saw, then=idle)
    return (yield from in_phase(state, seat, ("Scout", "Battle"), prompt, offers, stuck=idle, own=asked,
                                danger=drowning(state, seat)))  # fmt: skip


def _hiding(state: ArchmagiState, seat: str, stacks: list[Stack]) -> list[Stack]:
    """The stacks with chits that this player does not know yet."""
    hidden = [one for name, one in state.units.items() if not known_kind(state, seat, name, one)]
    return [(place, whose) for place, whose in stacks if any((one.place, one.seat) == (place, whose) for one in hidden)]


def _saw(state: ArchmagiState, seat: str) -> Text | None:
    """What this player has looked at last in this phase, above what is asked next; None before that."""
    place, _, whose = state.players[seat].looked.partition(":")
    if not stack(state, place, (whose,)):
        return None
    return t("You saw {who} on {place}: {units}.", who=called(whose), place=hex_name(state, place),
             units=stack_words(state, whose, place, seat))  # fmt: skip


def _deeds(state: ArchmagiState, seat: str, name: str, unit: Unit, seen: list[Stack]) -> list[Offer]:
    """What one unit can do in this phase."""
    around = {unit.place, *neighbours(state, unit.place)}
    unknown = _hiding(state, seat, [one for one in seen if one[0] in around])
    near = _stacks(state, unknown, partial(scouted, state, seat, unit))
    here = _stacks(state, [one for one in seen if one[0] == unit.place], partial(steal, state, seat, unit))
    meals = [Offer(one.id, one.label, partial(eat, state, unit, one.id))
             for one in one_of_each(state, units_to_pick(state, food(state, name, unit)))]  # fmt: skip
    who, found = name_of(state, unit.kind), []
    for word, label, prompt, about, choices in (
        (
            "scout",
            t("Look at a stack with {unit} on {place}", unit=who, place=unit.place.upper()),
            t("Which stack?"),
            "look",
            near,
        ),
        ("steal", t("Steal an artifact with {unit}", unit=who), t("From which stack?"), "theft", here),
        ("cannibal", t("Feed {unit}", unit=who), t("Whom does it eat?"), "meal", meals),
    ):
        again = word == "cannibal" and state.rulings["cannibals"] == "adds-up"
        if has(state, unit, word) and choices and (again or word not in unit.used):
            secret = partial(in_secret, seat, label, prompt, choices, about)
            found.append(Offer(f"{word}:{name}", label, secret, kind=word))
    return found


def _stacks(state: ArchmagiState, seen: list[Stack], do: Callable[[Stack], Rule[bool]]) -> list[Offer]:
    """Stacks of others as choices."""
    return [Offer(f"{place}:{who}", t("{who} on {place}", who=called(who), place=hex_name(state, place)),
                  partial(do, (place, who))) for place, who in seen]  # fmt: skip


def look(state: ArchmagiState, seat: str, target: Stack) -> Rule[bool]:
    """Show a whole stack to this player only."""
    place, whose = target
    kinds = {name: one.kind for name, one in stack(state, place, (whose,)).items()}
    state.players[seat].scouted |= kinds
    state.players[seat].looked = f"{place}:{whose}"
    units = names_of(state, list(kinds.values()))
    yield from note(t("{place}: {units}.", place=place.upper(), units=units), to=seat)
    words = t("{who} looks at the stack of {other} on {place}.", who=called(seat), other=called(whose),
              place=place.upper())  # fmt: skip
    yield from note(words, kind="look")
    return True


def scouted(state: ArchmagiState, seat: str, unit: Unit, target: Stack) -> Rule[bool]:
    """A Scout looks at one opposing stack, once a turn."""
    unit.used.append("scout")
    return (yield from look(state, seat, target))


def true_sight(state: ArchmagiState, seat: str, spell: Spell, target: Stack) -> Rule[bool]:
    """Cast a spell that looks at any stack on the map."""
    yield from used_up(state, seat, spell, t("{who} casts {spell}.", who=called(seat), spell=t(spell.name)))
    return (yield from look(state, seat, target))


def steal(state: ArchmagiState, seat: str, unit: Unit, target: Stack) -> Rule[bool]:
    """A thief who rolls its value or less takes one artifact of the stack at random (A25)."""
    unit.used.append("steal")
    limit = value(state, unit, "steal")
    die = yield from roll(seat, t("Steal: roll."), 6, Bands((limit + 1,)), t("{n} or less", n=limit))
    loot = [(owner, one) for owner in stack(state, target[0], (target[1],)).values() for one in owner.artifacts]
    if die > limit or not loot:
        yield from note(t("{who} steals nothing.", who=called(seat)))
        return True
    deck = [Card(str(n), t("artifact {n}", n=n)) for n in range(1, len(loot) + 1)]
    (number,) = yield from draw(seat, t("Which artifact is taken?"), deck, about="loot")
    owner, taken = loot[int(number) - 1]
    owner.artifacts.remove(taken)
    owner.bears = [one for one in owner.bears if one in owner.artifacts]
    yield from note(t("You take {artifact}.", artifact=title(state, "artifact", taken)), to=seat)
    yield from note(t("{who} steals an artifact.", who=called(seat)), kind="stolen")
    yield from give_found(state, seat, taken, unit.place)
    return True


def food(state: ArchmagiState, name: str, unit: Unit) -> list[str]:
    """The units a Cannibal can eat: Living stack-mates, never an Archmagi."""
    mates = usable(stack(state, unit.place, (unit.seat,)))
    living = [one for one, mate in mates.items() if is_living(state, mate) and not is_archmagi(state, mate)]
    return [one for one in living if one != name]


def eat(state: ArchmagiState, unit: Unit, meal: str) -> Rule[bool]:
    """A Cannibal sacrifices a unit of its stack and gains its value until the turn ends (A46)."""
    unit.used.append("cannibal")
    unit.fed += value(state, unit, "cannibal")
    yield from destroy(state, meal)
    return True
