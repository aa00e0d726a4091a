"""The Battle phase: reveal, options, roll and respite, round after round (rows 001 to 022). Its data is in
`state.battle`.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from msgspec import structs

from companion.engine.core.asking import all_of, commit, confirm, note, repeat
from companion.engine.core.chances import Contest
from companion.engine.core.effects import Ask, Roll, Rule, Sum, Term
from companion.engine.core.forms import Choose, Pick
from companion.engine.core.menu import Offer
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, hinted, listed, t
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.fights import acts
from companion.games.archmagi.fights.casting import (
    cast,
    castable,
    choose_spell,
    may_cast,
    misses,
    raisable,
    spell_refusal,
)
from companion.games.archmagi.fights.forecast import beside
from companion.games.archmagi.fights.losses import ROLES, show, struck, take_off
from companion.games.archmagi.fights.rolls import army, face_each_other, fight_of, fighter, force, hides, other, total
from companion.games.archmagi.fights.sending import candidates, fighters_to_pick, send, settle
from companion.games.archmagi.fights.tally import tally_of
from companion.games.archmagi.land import enemies, hex_name, occupied
from companion.games.archmagi.picking import UNKNOWN, chit_offer, own_facts
from companion.games.archmagi.seen import known_to
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_summoned, usable, value
from companion.games.archmagi.wording import called, in_a_row, name_of, names_of, needed, ours

Outcome = Literal["attacker", "defender", "tie"]
ONCE = ("guard", "paralyze", "vanish")
"""Limits that one reading counts for each round; Skirmish is once per battle in any (A01)."""


@flow("Battle", "Victory")
def battle() -> Rule[str]:
    """A whole battle. Returns who has won, or `off` if both stay."""
    yield from repeat(battle_round())
    return (yield from conclude())


@flow("Battle")
def battle_round() -> Rule[bool]:
    """One round with its four segments. Returns False when the battle is over."""
    going = yield from begin_round()
    if not going:
        return False
    yield from reveal()
    yield from tactics()
    yield from repeat(acts.act())
    yield from clash()
    return (yield from respite())


@step("Victory")
def begin_round(state: ArchmagiState) -> Rule[bool]:
    """Before each round the attacker may call off the attack (A33). Returns False when the battle is over."""
    fight = fight_of(state)
    yield from settle(state)
    if not fight.over:
        prompt = t("Fight, or call off the attack?")
        on = yield from confirm(fight.attacker.seat, prompt, t("Fight"), t("Call off the attack"), about="on")
        fight.over = "" if on else "off"
    fight.passes = 0
    fight.acting = "attacker" if state.rulings["tactics_order"] == "attacker-first" else "defender"
    return not fight.over


@step("I Reveal")
def reveal(state: ArchmagiState) -> Rule[None]:
    """Both sides reveal one unit at the same time; after a tie they may send the same ones again (A07)."""
    fixed = fight_of(state).tied and state.rulings["after_tie"] == "same-again"
    choices, parts = {}, {}
    for role in ROLES:
        side, found = force(state, role), list(candidates(state, role))
        choices[role] = [side.fights] if fixed and side.fights in found else found
        options = tuple(one.option() for one in fighters_to_pick(state, choices[role]))
        parts[role] = Ask(side.seat, "", t("Which of your units fights?"), Choose(options), about=role)
    fight_of(state).latest = ""
    sent = yield from sealed({role: part for role, part in parts.items() if len(choices[role]) > 1})
    for role in ROLES:
        yield from send(state, role, sent.get(role, choices[role][0]))


def sealed(parts: dict[str, Ask]) -> Rule[dict[str, Any]]:
    """Ask the sides at the same time, sealed, and return their answers by role."""
    answers = (yield from commit(*parts.values())) if parts else []
    return dict(zip(parts, answers, strict=True))


# ---- II: helpers and spells at the same moment


@step("II Options")
def tactics(state: ArchmagiState) -> Rule[None]:
    """Both sides choose helpers and spells, sealed; then these take effect, the attacker's first (A29)."""
    for role in ROLES:
        sites = [one for one, unit in usable(army(state, role)).items() if has(state, unit, "site")]
        side = force(state, role)
        side.helpers += [one for one in sites if one not in (side.fights, *side.helpers)]
    offers, parts = {role: options(state, role) for role in ROLES}, {}
    for role in ROLES:
        prompt = t("What do you show to help {unit}?", unit=fighter(state, role))
        open_ = [one.id for one in offers[role] if one.refusal is None]
        spells = {one: spell for one, spell in castable(state, role, "before").items() if one in open_}
        tally = tally_of(state, role, [one for one in open_ if one not in spells], spells)
        form = Pick(tuple(one.option() for one in offers[role]), send=SHOWING, tally=tally if open_ else None)
        some = any(one.refusal is None for one in offers[role])
        idle = t("You have nothing to show for {unit}. {why}", unit=fighter(state, role), why=UNKNOWN)
        if may_cast(state, role) or hides(state, role) or some:
            own = None if some else idle
            parts[role] = Ask(force(state, role).seat, "", prompt, form, about=role, own=own, bluff=not some)
    for role, names in (yield from sealed(parts)).items():
        for one in sorted(offers[role], key=lambda one: one.id not in state.units):
            if one.id in names and one.do is not None and not fight_of(state).over:
                yield from one.do()


SHOWING = (t("Show what is ticked"), t("Show nothing"))


def options(state: ArchmagiState, role: str) -> list[Offer]:
    """What a side can show: units that help, artifacts that rally, spells to cast before the roll."""
    side, found, units = force(state, role), [], usable(army(state, role))
    for name in sorted(units, key=lambda one: known_to(state, one), reverse=True):  # of equal ones the known come first
        unit, label = units[name], name_of(state, units[name].kind)
        if name not in (side.fights, *side.helpers) and helps(state, name):
            seen = [t("already seen")] if unit.face else []
            told = in_a_row([*can(state, unit), *own_facts(state, unit), *seen])
            offer = Offer(name, label, partial(_help, state, role, name), detail=told)
            adds = any(has(state, unit, word) for word in ("archer", "general"))
            idle = not adds and not has(state, unit, "paralyze")
            found.append(structs.replace(offer, kind=HELPER) if adds else _adds_nothing(offer) if idle else offer)
        if has(state, unit, "rally") and name not in side.used.get("rally", []):
            words = t("{unit}: rally, +{n} in this round", unit=label, n=value(state, unit, "rally"))
            found.append(Offer(f"rally:{name}", words, partial(_rally, state, role, name), kind=HELPER))
    for name, spell in castable(state, role, "before").items():
        refusal = spell_refusal(state, role, spell)
        offer = chit_offer(state, "spell", spell.id, name, partial(cast, state, role, spell), refusal=refusal)
        found.append(offer if refusal or not misses(state, role, spell) else _wasted(state, role, offer, spell))
    return found


HELPER = "helper"
"""Units that add to the roll of another when they are shown."""


def can(state: ArchmagiState, unit: Unit) -> list[Text]:
    """What a unit can do for another that fights."""
    found = [t("Archers +{n}", n=value(state, unit, "archer"))] if has(state, unit, "archer") else []
    words = {"general": t("General"), "paralyze": t("Paralyzes"), "spellcaster": t("casts spells")}
    return [*found, *(said for word, said in words.items() if has(state, unit, word))]


def _adds_nothing(offer: Offer) -> Offer:
    """A unit that only casts: shown, it tells that there is a caster, and no more."""
    told = t("{what}; adds nothing to the roll when it is shown", what=hinted(offer.detail) or Text(""))
    return structs.replace(offer, detail=told, minor=True)


def _wasted(state: ArchmagiState, role: str, offer: Offer, spell: Spell) -> Offer:
    """A spell that would do nothing to who fights now: it may be cast, as another unit may still take the place."""
    unit = fighter(state, role if ours(spell) else other(role))
    told = t("{what}; does nothing to {unit}: not {need}", what=hinted(offer.detail) or Text(""), unit=unit,
             need=needed(spell))  # fmt: skip
    return structs.replace(offer, detail=told, minor=True)


def helps(state: ArchmagiState, name: str) -> bool:
    """Whether showing a unit can have an effect: Archers, Generals, paralyzers, casters."""
    unit = state.units[name]
    return any(has(state, unit, word) for word in ("archer", "general", "paralyze", "spellcaster"))


def _help(state: ArchmagiState, role: str, name: str) -> Rule[None]:
    if name not in state.units or state.units[name].paralyzed:
        return
    force(state, role).helpers.append(name)
    show(state, state.units[name])
    words = t("{who} shows {unit}.", who=called(force(state, role).seat), unit=name_of(state, state.units[name].kind))
    yield from note(words)


def _rally(state: ArchmagiState, role: str, name: str) -> Rule[None]:
    if name in state.units:
        side = force(state, role)
        side.used.setdefault("rally", []).append(name)
        side.rally += value(state, state.units[name], "rally")
        if name not in (side.fights, *side.helpers):
            yield from _help(state, role, name)


# ---- III: the roll


@step("III Roll")
def clash(state: ArchmagiState) -> Rule[None]:
    """Both combatants roll and add their terms; the higher battle roll destroys the other, a tie nobody."""
    fight, fighters = fight_of(state), {role: force(state, role).fights for role in ROLES}
    if not face_each_other(state):
        return
    fight.dice = yield from roll_both(state)
    for role in ("defender", "attacker"):
        yield from after_roll(state, role)
    dice = fight.dice
    if not face_each_other(state) or any(force(state, role).fights != name for role, name in fighters.items()):
        fight.dice = []
        return
    sums = [total(state, role) for role in ROLES]
    a, b = (one.total + die for one, die in zip(sums, dice, strict=True))
    won = higher(a, b)
    words = t("Battle rolls {x} to {y}: {a} against {b}.", a=fighter(state, "attacker"), x=a,
              b=fighter(state, "defender"), y=b)  # fmt: skip
    if won != "tie":
        words = t("The roll goes to {winner}, {high} to {low}, against {loser}.", winner=fighter(state, won),
                  high=max(a, b), low=min(a, b), loser=fighter(state, other(won)))  # fmt: skip
    yield from note(words, *(with_die(one, die) for one, die in zip(sums, dice, strict=True)), kind="roll")
    fight.tied, fight.latest = won == "tie", won
    fight.opening = fight.opening or won
    if won == "tie":
        yield from note(t("A tie: nobody is destroyed."), kind="tie")
    elif (spell := spared_by(state, other(won))) is not None:
        saved = t(
            "{spell}: {unit} survives the roll it has lost.", spell=t(spell.name), unit=fighter(state, other(won))
        )
        yield from note(saved, kind="spared")
    else:
        yield from struck(state, fighters[other(won)])
    fight.dice = []
    yield from settle(state)


def spared_by(state: ArchmagiState, role: str) -> Spell | None:
    """The spell by which the combatant of a side survives this roll, if it has cast one."""
    spells = (lists_of(state.owner).spells[one] for one in force(state, role).cast)
    return next((one for one in spells if one.effect == "survive"), None)


def with_die(made: Sum, die: int) -> Sum:
    """What a side adds to its die, and the die."""
    return Sum(made.label, (Term(t("The die"), die, "III Roll"), *made.terms))


def higher(attack: int, defence: int) -> Outcome:
    """Which side wins with these battle rolls."""
    if attack == defence:
        return "tie"
    return "attacker" if attack > defence else "defender"


def roll_both(state: ArchmagiState) -> Rule[list[int]]:
    """Roll the two dice. Each face counts where a spell may still follow, otherwise only which roll is higher."""
    sums = [total(state, role).total for role in ROLES]
    parts = [Roll(force(state, role).seat, "", t("{unit}: D6 + {n}", unit=fighter(state, role), n=own), (6,),
                  needs=beside(own, foe), about=f"roll:{role}")
             for role, own, foe in zip(ROLES, sums, reversed(sums), strict=True)]  # fmt: skip
    follows = any(may_cast(state, role) for role in ROLES)
    dice = yield from all_of(*parts, joint=None if follows else Contest(sums[0] - sums[1]))
    return [die for (die,) in dice]


def after_roll(state: ArchmagiState, role: str) -> Rule[None]:
    """Cast spells for after the roll; the defender's come first."""
    while face_each_other(state):
        x, y = (total(state, one).total + fight_of(state).dice[n] for n, one in enumerate(ROLES))
        prompt = t(
            "Battle rolls {x} to {y}: {a} against {b}. Do you cast a spell?",
            a=fighter(state, "attacker"),
            x=x,
            b=fighter(state, "defender"),
            y=y,
        )
        spell = yield from choose_spell(state, role, "after", prompt)
        if spell is None:
            return
        yield from cast(state, role, spell)


# ---- IV: the respite


@step("IV Respite")
def respite(state: ArchmagiState) -> Rule[bool]:
    """Cast spells of the respite, and end what lasts a round. Returns False when the battle is over."""
    fight = fight_of(state)
    for role in ("defender", "attacker"):
        while raisable(state, role):
            spell = yield from choose_spell(state, role, "respite", t("Cast a spell for units you have lost?"))
            if spell is None:
                break
            yield from cast(state, role, spell)
    for role in ROLES:
        side = force(state, role)
        side.cast, side.rally, side.resting = [], 0, []
        if state.rulings["helpers_stay"] == "each-round":
            side.helpers = []
        if state.rulings["once_limits"] == "per-round":
            side.used = {ability: done for ability, done in side.used.items() if ability not in ONCE}
    yield from settle(state)
    return not fight.over


@step("Victory")
def conclude(state: ArchmagiState) -> Rule[str]:
    """End the battle: summoned units leave and effects end; both stacks may stay. Returns who has won."""
    fight = fight_of(state)
    for name, unit in list(state.units.items()):
        if is_summoned(state, unit):
            take_off(state, name)
        elif unit.paralyzed < 0:
            unit.paralyzed = 0
    lost = [t("{who} has lost {units}", who=called(side.seat), units=names_of(state, side.lost))
            for side in (force(state, role) for role in ROLES) if side.lost]  # fmt: skip
    told = listed(lost) if lost else t("nobody was lost")
    if fight.over == "off":
        state.truces.append(fight.place)
        yield from note(t("The attack is called off; both stay: {lost}.", lost=told), kind="off")
    else:
        seat = force(state, fight.over).seat
        words = t("{who} wins the battle: {lost}.", who=called(seat), lost=told)
        there = fight.place in state.hexes and fight.place in occupied(state, seat)
        if there and not enemies(state, seat, fight.place):
            words = t("{who} wins the battle and holds {place}: {lost}.", who=called(seat), lost=told,
                      place=hex_name(state, fight.place))  # fmt: skip
        yield from note(words, kind="won", facts={"role": fight.over})
    return fight.over
