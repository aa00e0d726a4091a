"""Several attackers on one stack (19.12, rulings R59 and R64), and hits of a step that are added up (ruling R62)."""

from __future__ import annotations

from companion.engine.core.effects import Term
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState

MOST = 5
"""What several attackers can take off a Defense at most (19.12)."""


def counts(state: HvWState, fight: Battle) -> bool:
    """Whether the number of attackers matters: in method 4, by ruling R59 with all Advanced methods."""
    return fight.method == "display_advanced" or (
        methods.is_advanced(fight) and ruled(state, "support_modifiers") == "all_advanced"
    )


def terms(state: HvWState, fight: Battle, target: Fighter, earlier: int = 0) -> list[Term]:
    """What the attacks before this one take off a Defense; `earlier` are those of this step, where that is known."""
    before = max(earlier, target.beset)
    if not before or not counts(state, fight):
        return []
    return [Term(t("Attacked before in this step"), -min(before, MOST), "19.12")]


def attacked(state: HvWState, fight: Battle, target: Fighter) -> None:
    """An attack in Close Combat is over; it is remembered where nothing else tells."""
    if counts(state, fight) and (ruled(state, "support_count") == "per_combat_round" or not methods.on_display(fight)):
        target.beset += target.count > 0


def end_step(state: HvWState, fight: Battle) -> None:
    """A step is over: what counted in it is forgotten, unless it counts for the whole combat round (ruling R64)."""
    if not methods.is_advanced(fight):
        return
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.suffered = 0
        if one.beset and ruled(state, "support_count") == "per_step":
            one.beset = 0


def end_round(fight: Battle) -> None:
    """A combat round is over."""
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.beset = one.suffered = 0


def hits_in_return(state: HvWState, loser: Fighter, hits: int, each: int) -> int:
    """Hits that come back for these (19.16.1): one for `each` of them, in one attack or in the whole step (R62b)."""
    if ruled(state, "attrition_scope") == "per_attack":
        return hits // each
    before, loser.suffered = loser.suffered, loser.suffered + hits
    return loser.suffered // each - before // each
