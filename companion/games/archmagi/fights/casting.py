"""Spells in battle: who can cast, what may answer a spell, and its effects."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.asking import confirm, note, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.engine.game.piles import put
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.fights.losses import ROLES, show, struck
from companion.games.archmagi.fights.rolls import army, combatant, fight_of, fighter, force, hides, meets, other
from companion.games.archmagi.fights.sending import paralyzed, refill, swap
from companion.games.archmagi.phases.piles import new_unit
from companion.games.archmagi.picking import UNKNOWN, chit_offer, which
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import casters, is_archmagi, is_living, usable
from companion.games.archmagi.wording import called, does, name_of, needed


def castable(state: ArchmagiState, role: str, when: str) -> dict[str, Spell]:
    """The spells in a side's hand that it can cast at this moment, each chit under an id of its own."""
    hand, found = sorted(state.players[force(state, role).seat].spells), {}
    for n, name in enumerate(hand):
        spell = lists_of(state.owner).spells[name]
        if spell.when == when and casters(state, army(state, role), high=spell.high):
            found[f"spell:{name}:{hand[:n].count(name) + 1}"] = spell
    return found


def may_cast(state: ArchmagiState, role: str) -> bool:
    """Whether a side may, as far as others can see, hold a spell and a caster. If so, it is asked."""
    units = usable(army(state, role))
    return bool(state.players[force(state, role).seat].spells) and (hides(state, role) or bool(casters(state, units)))


def choose_spell(state: ArchmagiState, role: str, when: str, prompt: Text) -> Rule[Spell | None]:
    """Ask a side for a spell to cast at this moment, or None; each kind is offered once."""
    if not may_cast(state, role):
        return None
    kinds = {spell.id: chit_offer(state, "spell", spell.id, name, value=spell)
             for name, spell in castable(state, role, when).items()}  # fmt: skip
    bluff = None if kinds else t("You hold no spell for this moment. {why}", why=UNKNOWN)
    offers = [Offer("none", t("No spell"), detail=bluff), *kinds.values()]
    return (
        yield from menu(force(state, role).seat, prompt, offers, about=when, bluff=not kinds, alone=True)
    )  # fmt: skip)


def spell_refusal(state: ArchmagiState, role: str, spell: Spell) -> Refusal | None:
    """Why the combatant is no target for a spell, or None. A spell that changes a battle roll is checked at the
    roll instead.
    """
    wrong = spell.effect != "brm" and misses(state, role, spell)
    return refuse_if(wrong, "II Options", t("The target is not what this spell needs."))


def misses(state: ArchmagiState, role: str, spell: Spell) -> bool:
    """Whether the combatant that a spell is aimed at is not what it needs."""
    target = combatant(state, role if spell.target == "own" else other(role))
    return spell.target in ("own", "foe") and target is not None and not meets(state, target, spell.need)


def cast(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """Cast a spell: it may be answered by a Counterspell, and else takes effect."""
    works = yield from announced(state, role, spell)
    if works and not fight_of(state).over and spell_refusal(state, role, spell) is None:
        yield from EFFECTS[spell.effect](state, role, spell)


def announced(state: ArchmagiState, role: str, spell: Spell) -> Rule[bool]:
    """Show a caster and use up the chit. Returns False where a Counterspell cancels the spell."""
    side = force(state, role)
    able = casters(state, army(state, role), high=spell.high)
    if not able or spell.id not in state.players[side.seat].spells:
        return False
    caster = min(able, key=lambda one: one not in (side.fights, *side.helpers))
    show(state, state.units[caster])
    if caster not in (side.fights, *side.helpers):
        side.helpers.append(caster)
    words = t("{who} casts {spell} with {caster}: {effect}.", who=called(side.seat), spell=t(spell.name),
              effect=does(spell, t("own")), caster=name_of(state, state.units[caster].kind))  # fmt: skip
    yield from used_up(state, side.seat, spell, words)
    asked = t("{who} casts {spell}. Answer with a spell?", who=called(side.seat), spell=t(spell.name))
    return not (yield from countered(state, other(role), asked, (side.seat, spell)))


def used_up(state: ArchmagiState, seat: str, spell: Spell, words: Text) -> Rule[None]:
    """Move a spell chit to the discard pile and write this line into the log."""
    state.players[seat].spells.remove(spell.id)
    put(state.discards["spell"], spell.id)
    yield from note(words, kind="cast", facts={"spell": spell.id})


def countered(state: ArchmagiState, role: str, asked: Text, against: tuple[str, Spell]) -> Rule[bool]:
    """Whether this side answers with a Counterspell that works `against` a player's spell; it can be answered, too."""
    spell = yield from choose_spell(state, role, "answer", asked)
    if spell is None or not (yield from announced(state, role, spell)):
        return False
    names = {"spell": t(spell.name), "who": called(against[0]), "other": t(against[1].name)}
    words = (t("{spell} undoes {who}'s {other}.", **names), t("{spell} fails against {who}'s {other}.", **names))
    needs = t("{n} or more undoes {other}", n=spell.value, other=t(against[1].name))
    return (yield from _rolls(force(state, role).seat, spell, needs, words))


def _rolls(seat: str, spell: Spell, needs: Text, words: tuple[Text, Text]) -> Rule[bool]:
    """Whether a spell that needs a roll works; `words` say that it does and that it does not."""
    die = yield from roll(seat, t("Roll for {spell}.", spell=t(spell.name)), 6, Bands((spell.value,)), needs)
    works: bool = die >= spell.value
    yield from note(words[0] if works else words[1])
    return works


# ---- what spells do


def _counts_at_roll(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """It counts at the roll of this round. Where its target is not what it needs, the log says that it does nothing."""
    force(state, role).cast.append(spell.id)
    if misses(state, role, spell):
        target = fighter(state, role if spell.target == "own" else other(role))
        yield from note(t("{spell} does nothing to {unit}: not {need}.", spell=t(spell.name), unit=target,
                          need=needed(spell)))  # fmt: skip


def _destroy(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """The target is destroyed on a roll; Martyr and Regenerates apply."""
    side, targets = force(state, role), [force(state, other(role)).fights]
    if spell.target == "enemy_unit":
        targets = [one for one, unit in army(state, other(role)).items() if unit.face]
    target = (yield from which(state, side.seat, t("Which unit?"), targets, "target")) if targets else ""
    if not target:
        return
    names = {"spell": t(spell.name), "unit": name_of(state, state.units[target].kind)}
    words = (t("{spell} strikes {unit}.", **names), t("{spell} fails: {unit} is not struck.", **names))
    needs = t("{n} or more destroys {unit}", n=spell.value, unit=names["unit"])
    if (yield from _rolls(side.seat, spell, needs, words)) and target in state.units:
        yield from struck(state, target)
        yield from refill(state)


def _replace(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """The target goes back into its stack for this round, if another unit can fight."""
    side = force(state, other(role))
    sent = side.fights
    if (yield from swap(state, other(role))):
        side.resting.append(sent)


def _paralyze(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    yield from paralyzed(state, other(role), spell.value)


def _reroll(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """A die is rolled again; the new number stands."""
    whose = role if spell.target == "own" else other(role)
    die = yield from roll(force(state, whose).seat, t("Roll this die again."), 6, about="again")
    fight_of(state).dice[ROLES.index(whose)] = die


def _summon(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """A unit joins the stack until the battle ends, at once as combatant if its owner likes."""
    side = force(state, role)
    name = new_unit(state, side.seat, spell.id, fight_of(state).place)
    show(state, state.units[name])
    prompt = t("Summoned: {unit}. Does it fight in this round already?", unit=name_of(state, spell.id))
    if (yield from confirm(side.seat, prompt, about="summoned")):
        side.fights = name


def _return(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """A unit destroyed in this battle goes to the Reserve, never an Archmagi or a summoned one."""
    side = force(state, role)
    offers = [chit_offer(state, "unit", kind, kind, value=kind) for kind in raisable(state, role)]
    if offers:
        kind = yield from menu(side.seat, t("Who comes back?"), offers, about="raise", skip_single=True)
        put(state.discards["unit"], kind, -1)
        side.lost.remove(kind)
        state.players[side.seat].reserve.append(kind)


def raisable(state: ArchmagiState, role: str) -> list[str]:
    """The kinds of units lost in this battle that can be raised, each once."""
    side, found = force(state, role), []
    for kind in dict.fromkeys(side.lost):
        unit = Unit(side.seat, kind)
        if is_living(state, unit) and not is_archmagi(state, unit) and state.discards["unit"].get(kind):
            found.append(kind)
    return found


EFFECTS: dict[str, Callable[[ArchmagiState, str, Spell], Rule[None]]] = {
    "brm": _counts_at_roll, "no archers": _counts_at_roll, "survive": _counts_at_roll, "destroy": _destroy,
    "replace": _replace, "paralyze": _paralyze, "reroll": _reroll, "summon": _summon, "return": _return,
}  # fmt: skip
