"""The Battle phase: reveal, options, roll, respite, again and again (rows 001 to 022). It stands in `state.battle`."""

from __future__ import annotations

from functools import partial
from typing import Literal

from companion.engine.core.asking import all_of, commit, confirm, note, repeat
from companion.engine.core.chances import Contest
from companion.engine.core.effects import Ask, Roll, Rule, Sum
from companion.engine.core.forms import Choose, Option, Pick
from companion.engine.core.menu import Offer, menu
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.games.archmagi import acts, facts
from companion.games.archmagi.casting import candidates, cast, castable, raisable, send, settle, spell_refusal
from companion.games.archmagi.losses import ROLES, show, struck, take_off
from companion.games.archmagi.rolls import army, combatant, fight_of, force, other, total
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.units import has, is_summoned, name_of, usable, value

Outcome = Literal["attacker", "defender", "tie"]
ONCE = ("guard", "paralyze", "vanish")
"""Limits that one reading counts for each round; Skirmish is once per battle in any (A01)."""


@flow("Battle", "Victory")
def battle() -> Rule[str]:
    """A battle, round after round. Gives who has won, `off` if both stay."""
    yield from repeat(battle_round())
    return (yield from conclude())


@flow("Battle")
def battle_round() -> Rule[bool]:
    """The four segments; False when the battle is over."""
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
    """Before each round the attacker may call off the attack (A33); False when the battle is over."""
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
    """Both sides turn up one unit at the same moment; after a tie perhaps the same again (A07)."""
    fight = fight_of(state)
    fixed = fight.tied and state.rulings["after_tie"] == "same-again"
    choices = {role: list(candidates(state, role)) for role in ROLES}
    for role in ROLES:
        if fixed and force(state, role).fights in choices[role]:
            choices[role] = [force(state, role).fights]
    asked = [role for role in ROLES if len(choices[role]) > 1]
    parts = [
        Ask(force(state, role).seat, "", t("Who fights?"), _who(state, choices[role]), about=role) for role in asked
    ]
    picked = (yield from commit(*parts)) if parts else []
    for role, name in zip(asked, picked, strict=True):
        choices[role] = [name]
    for role in ROLES:
        yield from send(state, role, choices[role][0])


def _who(state: ArchmagiState, names: list[str]) -> Choose:
    return Choose(tuple(Option(one, name_of(state, state.units[one].kind)) for one in names))


# ---- II: helpers and spells at the same moment


@step("II Options")
def tactics(state: ArchmagiState) -> Rule[None]:
    """Both sides show helpers and spells under seal; then what they do happens, the attacker's first (A29)."""
    for role in ROLES:
        sites = [one for one, unit in usable(army(state, role)).items() if has(state, unit, "site")]
        side = force(state, role)
        side.helpers += [one for one in sites if one not in (side.fights, *side.helpers)]
    offers = {role: options(state, role) for role in ROLES}
    asked = [role for role in ROLES if any(one.refusal is None for one in offers[role])]
    parts = [Ask(force(state, role).seat, "", t("What do you show to help {unit}?", unit=_fighter(state, role)),
                 Pick(tuple(one.option() for one in offers[role])), about=role) for role in asked]  # fmt: skip
    picked = (yield from commit(*parts)) if parts else []
    for role, names in zip(asked, picked, strict=True):
        for one in sorted((one for one in offers[role] if one.id in names), key=lambda one: one.id not in state.units):
            if not fight_of(state).over and one.do is not None:
                yield from one.do()


def _fighter(state: ArchmagiState, role: str) -> Text:
    unit = combatant(state, role)
    return name_of(state, unit.kind) if unit is not None else t("nobody")


def options(state: ArchmagiState, role: str) -> list[Offer]:
    """What a side can show: units that help, artifacts that rally, spells for before the roll."""
    side, found = force(state, role), []
    for name, unit in usable(army(state, role)).items():
        label = name_of(state, unit.kind)
        if name not in (side.fights, *side.helpers) and helps(state, name):
            found.append(Offer(name, label, partial(_help, state, role, name)))
        if has(state, unit, "rally") and name not in side.used.get("rally", []):
            words = t("{unit}: rally, +{n} in this round", unit=label, n=value(state, unit, "rally"))
            found.append(Offer(f"rally:{name}", words, partial(_rally, state, role, name)))
    for name, spell in castable(state, role, "before").items():
        refusal = spell_refusal(state, role, spell)
        found.append(Offer(name, t(spell.name), partial(cast, state, role, spell), refusal=refusal))
    return found


def helps(state: ArchmagiState, name: str) -> bool:
    """Whether showing a unit can do anything: Archers, Generals, who paralyzes, who casts."""
    unit = state.units[name]
    return any(has(state, unit, word) for word in ("archer", "general", "paralyze", "spellcaster"))


def _help(state: ArchmagiState, role: str, name: str) -> Rule[None]:
    if name not in state.units or state.units[name].paralyzed:
        return
    force(state, role).helpers.append(name)
    show(state, state.units[name])
    who = t(facts.TITLES[force(state, role).seat])
    yield from note(t("{who} shows {unit}.", who=who, unit=name_of(state, state.units[name].kind)))


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
    """Both combatants roll and add; the higher battle roll destroys the other, ties nobody."""
    fight = fight_of(state)
    fighters = [force(state, role).fights for role in ROLES]
    if fight.over or any(combatant(state, role) is None for role in ROLES):
        return
    fight.dice = yield from roll_both(state)
    for role in ("defender", "attacker"):
        yield from after_roll(state, role)
    sums = [total(state, role) for role in ROLES if combatant(state, role) is not None]
    dice, fight.dice = fight.dice, []
    if fight.over or len(sums) < len(ROLES):
        return
    yield from note(_scores(state, sums, dice), *sums, kind="roll")
    won = higher(*(one.total + die for one, die in zip(sums, dice, strict=True)))
    fight.tied = won == "tie"
    fight.opening = fight.opening or won
    if won == "tie":
        yield from note(t("A tie: both live."), kind="tie")
        return
    lost = other(won)
    if not any(lists_of(state.owner).spells[one].effect == "survive" for one in force(state, lost).cast):
        yield from struck(state, fighters[ROLES.index(lost)])
    yield from settle(state)


def higher(attack: int, defence: int) -> Outcome:
    """Who wins a battle roll."""
    if attack == defence:
        return "tie"
    return "attacker" if attack > defence else "defender"


def roll_both(state: ArchmagiState) -> Rule[list[int]]:
    """The two dice; each face counts where a spell may still follow, else only which roll is higher."""
    sums = [total(state, role).total for role in ROLES]
    parts = [Roll(force(state, role).seat, "", t("{unit}: the battle roll, +{n}", unit=_fighter(state, role), n=n),
                  (6,), about=f"roll:{role}") for role, n in zip(ROLES, sums, strict=True)]  # fmt: skip
    follows = any(castable(state, role, "after") for role in ROLES)
    dice = yield from all_of(*parts, joint=None if follows else Contest(sums[0] - sums[1]))
    return [die for (die,) in dice]


def _scores(state: ArchmagiState, sums: list[Sum], dice: list[int]) -> Text:
    totals = [one.total + die for one, die in zip(sums, dice, strict=True)]
    words = "{a}: {x}. {b}: {y}."
    return t(words, a=_fighter(state, "attacker"), x=totals[0], b=_fighter(state, "defender"), y=totals[1])


def after_roll(state: ArchmagiState, role: str) -> Rule[None]:
    """Spells for after the roll; the defender's come first."""
    while not fight_of(state).over and (found := castable(state, role, "after")):
        mine, yours = (total(state, one).total + fight_of(state).dice[n] for n, one in enumerate(ROLES))
        offers = [Offer(name, t(spell.name), value=spell) for name, spell in found.items()]
        none = Offer("none", t("No spell"), value=None)
        prompt = t("{a} against {b}: a spell?", a=mine, b=yours)
        spell = yield from menu(force(state, role).seat, prompt, [none, *offers], about="after")
        if spell is None:
            return
        yield from cast(state, role, spell)


# ---- IV: the respite


@step("IV Respite")
def respite(state: ArchmagiState) -> Rule[bool]:
    """Spells of the respite; what lasts a round ends; False when the battle is over."""
    fight = fight_of(state)
    for role in ("defender", "attacker"):
        for spell in castable(state, role, "respite").values():
            prompt = t("Cast {spell}?", spell=t(spell.name))
            if raisable(state, role) and (yield from confirm(force(state, role).seat, prompt, about="respite")):
                yield from cast(state, role, spell)
    for role in ROLES:
        side = force(state, role)
        side.cast, side.rally = [], 0
        if state.rulings["helpers_stay"] == "each-round":
            side.helpers = []
        if state.rulings["once_limits"] == "per-round":
            side.used = {ability: done for ability, done in side.used.items() if ability not in ONCE}
    yield from settle(state)
    return not fight.over


@step("Victory")
def conclude(state: ArchmagiState) -> Rule[str]:
    """The battle is over: summoned units leave, what lasted a battle ends; both stacks may stay."""
    fight = fight_of(state)
    for name, unit in list(state.units.items()):
        if is_summoned(state, unit):
            take_off(state, name)
        elif unit.paralyzed < 0:
            unit.paralyzed = 0
    if fight.over == "off":
        state.truces.append(fight.place)
        yield from note(t("The attack is called off; both stay."), kind="off")
    else:
        who = t(facts.TITLES[force(state, fight.over).seat])
        yield from note(t("{who} wins the battle.", who=who), kind="won", facts={"role": fight.over})
    return fight.over
