"""Spells in battle: who casts, what may answer, what each effect does."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.asking import confirm, note, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.engine.game.piles import put, shift
from companion.games.archmagi import facts
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.losses import ROLES, destroy, show, struck
from companion.games.archmagi.rolls import army, combatant, fight_of, force, meets, other
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import casters, has, is_immune, is_living, name_of, usable

UNTIL_END = -1


def castable(state: ArchmagiState, role: str, when: str) -> dict[str, Spell]:
    """The spells of a side's hand for this moment that somebody there can cast, each chit by an id of its own."""
    hand, found = state.players[force(state, role).seat].spells, {}
    for n, name in enumerate(sorted(hand)):
        spell = lists_of(state.owner).spells[name]
        if spell.when == when and casters(state, army(state, role), high=spell.high):
            found[f"spell:{name}:{sorted(hand)[:n].count(name) + 1}"] = spell
    return found


def spell_refusal(state: ArchmagiState, role: str, spell: Spell) -> Refusal | None:
    """Why a spell would do nothing: its target is not what it needs. What counts at the roll asks whoever rolls."""
    target = combatant(state, role if spell.target == "own" else other(role))
    if spell.target not in ("own", "foe") or spell.effect == "brm" or target is None:
        return None
    wrong = not meets(state, target, spell.need) or ("living" in spell.need and not is_living(state, target))
    return refuse_if(wrong, "II Options", t("The target is not what this spell needs."))


def discard_spell(state: ArchmagiState, seat: str, name: str) -> None:
    """A spell chit is used up."""
    state.players[seat].spells.remove(name)
    put(state.discards["spell"], name)


def cast(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """A spell is cast, may be answered, and takes effect."""
    works = yield from announced(state, role, spell)
    if works and not fight_of(state).over and spell_refusal(state, role, spell) is None:
        yield from EFFECTS[spell.effect](state, role, spell)


def announced(state: ArchmagiState, role: str, spell: Spell) -> Rule[bool]:
    """A caster is shown, the chit is used; False where a Counterspell undoes it."""
    side = force(state, role)
    able = casters(state, army(state, role), high=spell.high)
    if not able or spell.id not in state.players[side.seat].spells:
        return False
    shown = [one for one in able if one == side.fights or one in side.helpers]
    caster = next(iter(shown or able))
    show(state, state.units[caster])
    if caster != side.fights and caster not in side.helpers:
        side.helpers.append(caster)
    discard_spell(state, side.seat, spell.id)
    words = t("{who}: {caster} casts {spell}.", who=t(facts.TITLES[side.seat]),
              caster=name_of(state, state.units[caster].kind), spell=t(spell.name))  # fmt: skip
    yield from note(words, kind="cast", facts={"spell": spell.id})
    return not (yield from countered(state, other(role)))


def countered(state: ArchmagiState, role: str) -> Rule[bool]:
    """Whether this side answers with a Counterspell that works; that one can be answered, too."""
    found = castable(state, role, "answer")
    if not found or combatant(state, role) is None:
        return False
    spell, seat = next(iter(found.values())), force(state, role).seat
    if not (yield from confirm(seat, t("Answer with {spell}?", spell=t(spell.name)), about="answer")):
        return False
    if not (yield from announced(state, role, spell)):
        return False
    return (yield from _rolls(seat, spell))


def _rolls(seat: str, spell: Spell) -> Rule[bool]:
    """Whether a spell that needs a roll works."""
    needs = t("{n} or more", n=spell.value)
    die = yield from roll(seat, t("{spell}: roll.", spell=t(spell.name)), 6, Bands((spell.value,)), needs)
    yield from note(t("It works.") if die >= spell.value else t("It fails."))
    return die >= spell.value


# ---- what spells do


def _counts_at_roll(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """It counts at the roll of this round."""
    force(state, role).cast.append(spell.id)
    yield from ()


def _destroy(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """The target is destroyed on a roll; Martyr and Regenerates apply."""
    target = force(state, other(role)).fights
    if spell.target == "enemy_unit":
        targets = [one for one, unit in army(state, other(role)).items() if unit.face]
        offers = [Offer(one, name_of(state, state.units[one].kind), value=one) for one in targets]
        seat = force(state, role).seat
        target = offers[0].id if len(offers) == 1 else (yield from menu(seat, t("Which unit?"), offers, about="target"))
    if (yield from _rolls(force(state, role).seat, spell)) and target in state.units:
        yield from struck(state, target)
        yield from refill(state)


def _replace(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """The target goes back into its stack, if another unit can fight."""
    yield from swap(state, other(role))


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
    prompt = t("Does {unit} fight at once?", unit=name_of(state, spell.id))
    if (yield from confirm(side.seat, prompt, about="summoned")):
        side.fights = name


def _return(state: ArchmagiState, role: str, spell: Spell) -> Rule[None]:
    """A unit destroyed in this battle goes to the Reserve, never an Archmagi or a summoned one."""
    side = force(state, role)
    offers = [Offer(kind, name_of(state, kind), value=kind) for kind in raisable(state, role)]
    if offers:
        kind = yield from menu(side.seat, t("Who comes back?"), offers, about="raise")
        reserve: dict[str, int] = {}
        if shift(kind, state.discards["unit"], reserve):
            side.lost.remove(kind)
            state.players[side.seat].reserve.append(kind)


def raisable(state: ArchmagiState, role: str) -> list[str]:
    """The kinds lost in this battle that can be raised, each once."""
    chits = lists_of(state.owner).chits
    return [
        kind
        for kind in dict.fromkeys(force(state, role).lost)
        if chits[kind].count and chits[kind].terrain != facts.ARCHMAGI and "nonliving" not in chits[kind].types
        and state.discards["unit"].get(kind)
    ]  # fmt: skip


EFFECTS: dict[str, Callable[[ArchmagiState, str, Spell], Rule[None]]] = {
    "brm": _counts_at_roll, "no archers": _counts_at_roll, "survive": _counts_at_roll, "destroy": _destroy,
    "replace": _replace, "paralyze": _paralyze, "reroll": _reroll, "summon": _summon, "return": _return,
}  # fmt: skip


# ---- what spells and units do alike


def new_unit(state: ArchmagiState, seat: str, kind: str, place: str) -> str:
    """A chit comes onto the map; gives its id."""
    state.chits += 1
    name = f"u{state.chits}"
    state.units[name] = Unit(seat, kind, place)
    return name


def candidates(state: ArchmagiState, role: str, *, guard: bool = False) -> dict[str, Unit]:
    """Who could fight for a side: its usable units; Sites only as Guards, by one reading (A23)."""
    units = usable(army(state, role))
    moving = {one: unit for one, unit in units.items() if not has(state, unit, "site")}
    return moving if state.rulings["site_fights"] == "guard-only" and not guard and moving else units


def send(state: ArchmagiState, role: str, name: str) -> Rule[None]:
    """A unit becomes the combatant; who fights is no helper any more."""
    side, unit = force(state, role), state.units[name]
    side.fights = name
    side.helpers = [one for one in side.helpers if one != name]
    show(state, unit)
    yield from note(t("{who}: {unit} fights.", who=t(facts.TITLES[side.seat]), unit=name_of(state, unit.kind)))


def swap(state: ArchmagiState, role: str) -> Rule[bool]:
    """Another usable unit becomes the combatant; False, and nothing happens, if there is none."""
    side = force(state, role)
    found = {one: unit for one, unit in candidates(state, role).items() if one != side.fights}
    if not found:
        return False
    offers = [Offer(one, name_of(state, unit.kind), value=one) for one, unit in found.items()]
    words = t("Who fights instead?")
    picked = offers[0].id if len(offers) == 1 else (yield from menu(side.seat, words, offers, about="instead"))
    yield from send(state, role, picked)
    return True


def refill(state: ArchmagiState) -> Rule[None]:
    """Sides whose combatant is gone send another one; a side with nobody to send has lost the battle."""
    yield from settle(state)
    for role in ROLES:
        fighter = combatant(state, role)
        if not fight_of(state).over and force(state, role).fights and (fighter is None or fighter.paralyzed):
            yield from swap(state, role)


def paralyzed(state: ArchmagiState, role: str, turns: int) -> Rule[None]:
    """The combatant of a side is paralyzed: another one must fight, or it is destroyed (row 055)."""
    side, unit = force(state, role), combatant(state, role)
    if unit is None or is_immune(state, unit, "paralyze"):
        return
    yield from note(t("{unit} is paralyzed.", unit=name_of(state, unit.kind)), kind="paralyzed")
    name = side.fights
    if (yield from swap(state, role)):
        unit.paralyzed = turns or UNTIL_END
    else:
        yield from destroy(state, name)
        yield from settle(state)


def settle(state: ArchmagiState) -> Rule[None]:
    """Whether the battle is over: a side is destroyed, or has only paralyzed units left (A32)."""
    fight = fight_of(state)
    for role in ROLES:
        units = army(state, role)
        if units and not usable(units):
            if state.rulings["only_paralyzed"] == "spared" or role == "attacker":
                fight.over = fight.over or "off"
            else:
                for name in list(units):
                    if name in state.units:
                        yield from destroy(state, name)
        if not army(state, role) and not fight.over:
            fight.over = other(role)  # type: ignore[assignment]
