"""Several attackers on one stack (19.12, rulings R59 and R64), and hits added up over a step (ruling R62)."""

from __future__ import annotations

from companion.engine.core.effects import Term
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState

MOST = 5
"""What several attackers can take off a Defense at most (19.12)."""


def counts(state: HvWState, fight: Battle) -> bool:
    """Whether the number of attackers matters: in method 4, by ruling R59 in all Advanced methods."""
    return fight.method == "display_advanced" or (
        methods.is_advanced(fight) and ruled(state, "support_modifiers") == "all_advanced"
    )


def terms(state: HvWState, fight: Battle, target: Fighter, earlier: int = 0) -> list[Term]:
    """What earlier attacks subtract from a Defense; `earlier` are those of this step, where their number is known."""
    before = max(earlier, target.beset)
    if not before or not counts(state, fight):
        return []
    return [Term(t("Attacked before in this step"), -min(before, MOST), "19.12")]


def attacked(state: HvWState, fight: Battle, target: Fighter) -> None:
    """Count a finished attack in Close Combat, where the sequence itself does not show it."""
    if counts(state, fight) and (ruled(state, "support_count") == "per_combat_round" or not methods.on_display(fight)):
        target.beset += target.count > 0


def end_step(state: HvWState, fight: Battle) -> None:
    """End a step: clear its counts, unless they are kept for the whole combat round (ruling R64)."""
    if not methods.is_advanced(fight):
        return
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.suffered = 0
        if one.beset and ruled(state, "support_count") == "per_step":
            one.beset = 0


def end_round(fight: Battle) -> None:
    """End a combat round: clear its counts."""
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.beset = one.suffered = 0


def hits_in_return(state: HvWState, loser: Fighter, hits: int, each: int) -> int:
    """The hits returned for these hits (19.16.1): one for `each` of them, in one attack or in the whole step (R62b)."""
    if ruled(state, "attrition_scope") == "per_attack":
        return hits // each
    before, loser.suffered = loser.suffered, loser.suffered + hits
    return loser.suffered // each - before // each
