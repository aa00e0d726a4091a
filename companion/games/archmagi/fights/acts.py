"""Tactical options: what a side may do before the roll. Paralyze, Skirmish, Vanish, Guard, Retreat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.core.effects import Rule
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.refusals import refuse, refuse_if
from companion.engine.core.rules import step
from companion.engine.core.text import Text, t
from companion.games.archmagi import facts
from companion.games.archmagi.fights.leaving import retreating, vanishing
from companion.games.archmagi.fights.losses import is_last_archmagi
from companion.games.archmagi.fights.rolls import army, combatant, fight_of, fighter, force, hides, other
from companion.games.archmagi.fights.sending import candidates, paralyzed, send, swap
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, is_immune, usable, value
from companion.games.archmagi.wording import name_of


@step("II Options", asks_first=True)
def act(state: ArchmagiState) -> Rule[bool]:
    """One act of the side whose turn it is, or a pass. Returns False after two passes in a row (A29)."""
    fight = fight_of(state)
    role = fight.acting
    offers = [] if fight.over else acts(state, role)
    guarded = bool(offers) and role == "defender" and hides(state, role)
    passed = True
    if guarded or any(one.against is None for one in offers):
        own = combatant(state, role)
        last = own is not None and is_last_archmagi(state, own)
        stay = Offer(
            "pass",
            t("Go on to the roll") if fight.passes else t("Go on"),
            value=True,
            detail=t("If your last Archmagi is destroyed, you are out.") if last else None,
        )
        prompt = t("{own} against {foe}: what do you do?", own=fighter(state, role), foe=fighter(state, other(role)))
        seat = force(state, role).seat
        passed = bool((yield from menu(seat, prompt, [stay, *offers], about="act", alone=guarded)))
    fight.passes = fight.passes + 1 if passed else 0
    fight.acting = other(role)  # type: ignore[assignment]
    return not fight.over and fight.passes < 2


def acts(state: ArchmagiState, role: str) -> list[Offer | Group]:
    """Everything a side may do now."""
    side, own = force(state, role), combatant(state, role)
    if own is None or combatant(state, other(role)) is None:
        return []
    found: list[Offer | Group] = []
    shown = {one: unit for one, unit in usable(army(state, role)).items() if one in (side.fights, *side.helpers)}
    for name, unit in shown.items():
        if has(state, unit, "paralyze") and (name == side.fights or state.rulings["paralyzers"] == "shown"):
            turns = value(state, unit, "paralyze")
            found.append(_once(state, role, "paralyze", name, partial(paralyzed, state, other(role), turns)))
    if not own.paralyzed:
        found += swaps(state, role, side.fights, own)
    found += [one for name, unit in shown.items() if (one := vanishing(state, role, name, unit)) is not None]
    if role == "defender":
        for name, unit in candidates(state, role, guard=True).items():
            if has(state, unit, "guard") and name != side.fights:
                found.append(_once(state, role, "guard", name, partial(send, state, role, name)))
        found.append(retreating(state))
    elif state.rulings["calling_off"] == "any-segment":
        told = t("The battle ends; whoever is left stays where he is.")
        found.append(Offer("call_off", t("Call off the attack"), do=partial(_call_off, state), detail=told))
    return found


# ---- what can be done once


def _once(state: ArchmagiState, role: str, ability: str, name: str, do: Callable[[], Any],
          told: Text | None = None) -> Offer:  # fmt: skip
    """An act with a limit: once for each chit, or for a side (A28)."""
    limit = "" if state.rulings["limit_of"] == "per-side" else name
    spent = limit in force(state, role).used.get(ability, [])
    done = refuse_if(spent, "II Options", t("It has already been done in this battle."), "once")
    foe = combatant(state, other(role))
    if ability == "paralyze" and foe is not None and is_immune(state, foe, "paralyze"):
        done = refuse(t("The enemy combatant is immune."))
    label = t("{unit}: {ability}", unit=name_of(state, state.units[name].kind), ability=t(ability.title()))
    return Offer(f"{ability}:{name}", label, partial(_used, state, role, ability, limit, do), refusal=done,
                 detail=told or t(facts.TERMS.ability[ability]))  # fmt: skip


def _used(state: ArchmagiState, role: str, ability: str, limit: str, do: Callable[[], Any]) -> Rule[bool]:
    force(state, role).used.setdefault(ability, []).append(limit)
    yield from do()
    return False


def swaps(state: ArchmagiState, role: str, name: str, unit: Unit) -> list[Offer]:
    """The offers of Skirmish and Vanish that put a stack-mate in the combatant's place."""
    mates = [one for one in candidates(state, role) if one != name]
    kinds = list(dict.fromkeys(state.units[one].kind for one in mates))
    told = t("{unit} takes its place, once per battle", unit=name_of(state, kinds[0])) if len(kinds) == 1 else None
    words = [word for word in ("skirmish", "vanish") if has(state, unit, word)]
    if state.rulings["vanish"] == "leave-only":
        words = [word for word in words if word != "vanish"]
    return [_once(state, role, word, name, partial(swap, state, role), told) for word in words] if mates else []


def _call_off(state: ArchmagiState) -> bool:
    """The attacker calls off in the tactical segment (A33)."""
    fight_of(state).over = "off"
    return False
