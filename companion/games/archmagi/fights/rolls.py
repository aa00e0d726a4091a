"""The battle roll: what is added to the die of a combatant, each term with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from companion.engine.core.effects import Sum, Term, add_up
from companion.engine.core.text import Text, t
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Battle, Force, Unit
from companion.games.archmagi.units import chit, has, is_immune, is_slow, is_type, slays, stack, usable, value
from companion.games.archmagi.wording import name_of

GENERAL = 1
"""What a General adds."""


def fight_of(state: ArchmagiState) -> Battle:
    """The battle in progress."""
    assert state.battle is not None
    return state.battle


def force(state: ArchmagiState, role: str) -> Force:
    """The attacker's or the defender's side."""
    fight = fight_of(state)
    return fight.attacker if role == "attacker" else fight.defender


def other(role: str) -> str:
    """The other side's role."""
    return "defender" if role == "attacker" else "attacker"


def army(state: ArchmagiState, role: str) -> dict[str, Unit]:
    """All units of a side that are in the battle, by id."""
    return stack(state, fight_of(state).place, force(state, role).seats)


def hides(state: ArchmagiState, role: str) -> bool:
    """Whether a side has hidden units that can act. Others do not know what these can do, so their player is asked."""
    return not all(one.face for one in usable(army(state, role)).values())


def combatant(state: ArchmagiState, role: str) -> Unit | None:
    """The unit that a side has sent to fight, or None if it is gone."""
    return army(state, role).get(force(state, role).fights)


def face_each_other(state: ArchmagiState) -> bool:
    """Whether both sides have a combatant and the battle goes on."""
    return not fight_of(state).over and all(combatant(state, role) is not None for role in ("attacker", "defender"))


def fighter(state: ArchmagiState, role: str) -> Text:
    """The name of a side's combatant."""
    unit = combatant(state, role)
    return name_of(state, unit.kind) if unit is not None else t("nobody")


def total(state: ArchmagiState, role: str) -> Sum:
    """What a side adds to its die, with every term (III Battle roll)."""
    unit, foe = combatant(state, role), combatant(state, other(role))
    assert unit is not None
    terms = list(own_terms(state, role, unit, foe)) + list(helping(state, role))
    if foe is not None:
        terms += against(state, unit, foe)
    return add_up(name_of(state, unit.kind), Term(t("The unit itself"), chit(state, unit).brm, "Units"), *terms)


def own_terms(state: ArchmagiState, role: str, unit: Unit, foe: Unit | None) -> Iterator[Term]:
    """The terms of the combatant itself: its role, what it has eaten, artifacts, spells."""
    word = "surprise" if role == "attacker" else "ambush"
    yield Term(t(word.title()), value(state, unit, word), "Definitions")
    yield Term(t("Cannibal"), unit.fed, "Definitions")
    yield Term(t("Artifacts"), value(state, unit, "brm"), "Definitions")
    yield from spelled(state, role, "own", unit)
    yield from spelled(state, other(role), "foe", unit)


def against(state: ArchmagiState, unit: Unit, foe: Unit) -> Iterator[Term]:
    """The terms that count only against this foe: Cavalry, Poison, Slay."""
    yield Term(t("Cavalry"), value(state, unit, "cavalry") if is_slow(state, foe) else 0, "Definitions")
    poisoned = not is_type(state, foe, "swarm") and not is_immune(state, foe, "poison")
    yield Term(t("Poison"), value(state, unit, "poison") if poisoned else 0, "Definitions")
    yield Term(t("Slay"), slays(state, unit, foe), "Definitions")


def helpers(state: ArchmagiState, role: str) -> list[Unit]:
    """The revealed units of a side that help its combatant."""
    units, side = army(state, role), force(state, role)
    return [units[name] for name in side.helpers if name in units and name != side.fights and not units[name].paralyzed]


def helping(state: ArchmagiState, role: str) -> Iterator[Term]:
    """The terms of the revealed helpers: Archers (A03, Mist), Generals (A04, A27), artifacts that rally."""
    archers, generals = aid(state, role)
    yield Term(t("Archers"), archers, "Definitions")
    yield Term(t("Generals"), generals, "Definitions")
    yield Term(t("Rally"), force(state, role).rally, "Definitions")


def aid(state: ArchmagiState, role: str) -> tuple[int, int]:
    """What the Archers and the Generals among the helpers add."""
    shown = helpers(state, role)
    bows = [value(state, one, "archer") for one in shown]
    if any(_spell(state, name) == "no archers" for name in force(state, other(role)).cast):
        bows = []
    archers = sum(bows) if state.rulings["archers"] == "add" else max(bows, default=0)
    if state.rulings["general_side"] == "literal":
        shown = shown + helpers(state, other(role))
    generals = sum(has(state, one, "general") for one in shown)
    most = generals if state.rulings["generals"] == "add" else 1
    return archers, GENERAL * min(generals, most)


def as_seen(state: ArchmagiState) -> ArchmagiState:
    """The battle as far as all have seen it: units that lie face down are left out."""
    units = {name: structs.replace(one, kind=one.face, artifacts=one.bears)
             for role in ("attacker", "defender") for name, one in army(state, role).items() if one.face}  # fmt: skip
    return structs.replace(state, units=units)


def _spell(state: ArchmagiState, name: str) -> str:
    return lists_of(state.owner).spells[name].effect


def spelled(state: ArchmagiState, caster: str, target: str, unit: Unit) -> Iterator[Term]:
    """The terms of this round's spells that affect the present combatant, if it meets their need."""
    for name in force(state, caster).cast:
        spell = lists_of(state.owner).spells[name]
        if spell.effect == "brm" and spell.target == target and meets(state, unit, spell.need):
            yield Term(t(spell.name), spell.value, "II Options")


def meets(state: ArchmagiState, unit: Unit, need: tuple[str, ...]) -> bool:
    """Whether a unit is of one of the types that a spell needs."""
    return not need or any(is_type(state, unit, word) for word in need)
