"""Scout: looking at stacks, stealing artifacts, Cannibals, spells of this phase."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import draw, note, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Card, Rule
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.rules import step
from companion.engine.core.text import t
from companion.games.archmagi import facts
from companion.games.archmagi.casting import discard_spell
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.gear import give_found, in_secret
from companion.games.archmagi.land import beside, hex_name
from companion.games.archmagi.losses import destroy
from companion.games.archmagi.movement import in_hand
from companion.games.archmagi.piles import title
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_archmagi, is_living, name_of, names_of, stack, usable, value

Stack = tuple[str, str]
"""A hex, and whose stack it is."""


@step("Scout")
def scout(state: ArchmagiState, seat: str) -> Rule[bool]:
    """One thing of the Scout phase; False when the player is done."""
    if state.winners:
        return False
    state.phase = "Scout"
    own = usable({name: one for name, one in state.units.items() if one.seat == seat and one.place})
    offers: list[Offer | Group] = []
    for name, unit in own.items():
        offers += _deeds(state, seat, name, unit)
    for spell in in_hand(state, seat, "scout"):
        looks = [
            _look_offer(state, seat, one, partial(true_sight, state, seat, spell, one)) for one in stacks(state, seat)
        ]
        if looks:
            label = t("Cast {spell}", spell=t(spell.name))
            offers.append(Group(f"cast:{spell.id}", label, t("Which stack?"), looks, about="look"))
    if not offers:
        return False
    done = Offer("done", t("Done"), value=False)
    return bool((yield from menu(seat, t("Who scouts, steals or eats?"), [done, *offers],
                                 about="scout")))  # fmt: skip


def _deeds(state: ArchmagiState, seat: str, name: str, unit: Unit) -> list[Offer]:
    """What one unit can do in this phase."""
    found: list[Offer] = []
    near = [one for one in stacks(state, seat) if one[0] in (unit.place, *beside(state, unit.place))]
    if has(state, unit, "scout") and "scout" not in unit.used and near:
        looks = [_look_offer(state, seat, one, partial(scouted, state, seat, unit, one)) for one in near]
        label = t("{unit} scouts from {place}", unit=name_of(state, unit.kind), place=unit.place.upper())
        found.append(Offer(f"scout:{name}", label, in_secret(seat, label, t("Which stack?"), looks, "look")))
    here = [one for one in near if one[0] == unit.place]
    if has(state, unit, "steal") and "steal" not in unit.used and here:
        label = t("{unit} steals", unit=name_of(state, unit.kind))
        looks = [_look_offer(state, seat, one, partial(steal, state, seat, unit, one)) for one in here]
        found.append(Offer(f"steal:{name}", label, in_secret(seat, label, t("From which stack?"), looks, "theft")))
    meals = food(state, name, unit)
    if has(state, unit, "cannibal") and meals and ("eat" not in unit.used or state.rulings["cannibals"] == "adds-up"):
        label = t("{unit} eats", unit=name_of(state, unit.kind))
        eaten = [Offer(one, name_of(state, state.units[one].kind), partial(eat, state, unit, one)) for one in meals]
        found.append(Offer(f"eat:{name}", label, in_secret(seat, label, t("Whom does it eat?"), eaten, "meal")))
    return found


def stacks(state: ArchmagiState, seat: str) -> list[Stack]:
    """All stacks of others on the map."""
    return list(dict.fromkeys((one.place, one.seat) for one in state.units.values() if one.seat != seat and one.place))


def _look_offer(state: ArchmagiState, seat: str, target: Stack, do: partial[Rule[bool]]) -> Offer:
    words = t("{who} on {place}", who=t(facts.TITLES[target[1]]), place=hex_name(state, target[0]))
    return Offer(f"{target[0]}:{target[1]}", words, do)


def look(state: ArchmagiState, seat: str, target: Stack) -> Rule[bool]:
    """A player sees a whole stack, and nobody else does."""
    units = stack(state, target[0], (target[1],))
    state.players[seat].scouted |= {name: one.kind for name, one in units.items()}
    kinds = [one.kind for one in units.values()]
    yield from note(t("{place}: {units}.", place=target[0].upper(), units=names_of(state, kinds)), to=seat)
    words = t("{who} looks at the stack of {other} on {place}.", who=t(facts.TITLES[seat]),
              other=t(facts.TITLES[target[1]]), place=target[0].upper())  # fmt: skip
    yield from note(words, kind="look")
    return True


def scouted(state: ArchmagiState, seat: str, unit: Unit, target: Stack) -> Rule[bool]:
    """A Scout looks at one opposing stack, once a turn."""
    unit.used.append("scout")
    return (yield from look(state, seat, target))


def true_sight(state: ArchmagiState, seat: str, spell: Spell, target: Stack) -> Rule[bool]:
    """A spell that looks at any stack on the map."""
    discard_spell(state, seat, spell.id)
    yield from note(t("{who} casts {spell}.", who=t(facts.TITLES[seat]), spell=t(spell.name)), kind="cast",
                    facts={"spell": spell.id})  # fmt: skip
    return (yield from look(state, seat, target))


def steal(state: ArchmagiState, seat: str, unit: Unit, target: Stack) -> Rule[bool]:
    """On its value or less a thief takes one artifact of the stack at random (A25)."""
    unit.used.append("steal")
    limit = value(state, unit, "steal")
    die = yield from roll(seat, t("Steal: roll."), 6, Bands((limit + 1,)), t("{n} or less", n=limit))
    owners = [one for one in stack(state, target[0], (target[1],)).values() if one.artifacts]
    loot = [one for owner in owners for one in owner.artifacts]
    if die > limit or not loot:
        yield from note(t("{who} steals nothing.", who=t(facts.TITLES[seat])))
        return True
    deck = [Card(str(n), t("artifact {n}", n=n)) for n in range(1, len(loot) + 1)]
    (number,) = yield from draw(seat, t("Which artifact is taken?"), deck, about="loot")
    taken = loot[int(number) - 1]
    owner = next(one for one in owners if taken in one.artifacts)
    owner.artifacts.remove(taken)
    owner.bears = [one for one in owner.bears if one in owner.artifacts]
    yield from note(t("You take {artifact}.", artifact=title(state, "artifact", taken)), to=seat)
    yield from note(t("{who} steals an artifact.", who=t(facts.TITLES[seat])), kind="stolen")
    give_found(state, seat, taken, unit.place)
    return True


def food(state: ArchmagiState, name: str, unit: Unit) -> list[str]:
    """Whom a Cannibal can eat: Living stack-mates, never an Archmagi."""
    mates = usable(stack(state, unit.place, (unit.seat,)))
    return [
        one for one, mate in mates.items() if one != name and is_living(state, mate) and not is_archmagi(state, mate)
    ]


def eat(state: ArchmagiState, unit: Unit, meal: str) -> Rule[bool]:
    """A Cannibal gives up a unit of its stack and gains its value until the turn ends (A46)."""
    unit.used.append("eat")
    unit.fed += value(state, unit, "cannibal")
    yield from destroy(state, meal)
    return True
