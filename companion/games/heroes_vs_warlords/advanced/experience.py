"""Experience and Honor (8.11, 19.20, 19.21): what kills are worth and what a Level costs, by the method in use."""

from __future__ import annotations

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.fighting.fights import BURIED
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Method, Side


def level_cost(state: HvWState, level: int) -> int:
    """The EP from this Level to the next: 10 (8.11), or Level times 10 (19.20, ruling R51)."""
    if not methods.levels_cost_more(state):
        return facts.EP_PER_LEVEL
    counted = level + 1 if ruled(state, "level_cost") == "new_level_x10" else max(level, 1)
    return counted * facts.EP_PER_LEVEL


def level_section(state: HvWState) -> str:
    """The section that says what Levels cost."""
    return "19.20" if methods.levels_cost_more(state) else "8.11"


def worth(state: HvWState, fight: Battle, kills: dict[str, int]) -> int:
    """EP for a graveyard: 1 for each unit (8.11), or its Level (19.20, ruling R51)."""
    return worth_of(state, fight.method, kills)


def worth_of(state: HvWState, method: Method, kills: dict[str, int]) -> int:
    """EP for a graveyard by a given method."""
    if method in ("", "arena_basic") or ruled(state, "advanced_ep") == "one_per_kill":
        return sum(kills.values())
    return sum(BURIED[name][1] * number for name, number in kills.items())


def earned(state: HvWState, fight: Battle, side: Side, heroes_killed: int) -> Sum:
    """The EP of a winning Hero, as a sum: kills, and 10 for each Hero killed (8.11, 19.20)."""
    section = "19.20" if methods.is_advanced(fight) else "8.11"
    terms = [Term(t("Units killed"), worth(state, fight, side.kills), section)]
    if heroes_killed:
        terms.append(Term(t("Hero killed"), heroes_killed * facts.SETUP["ep_per_hero"], section))
    return Sum(t("EP gained"), tuple(terms))


# ---- Honor


def honor_used(state: HvWState) -> bool:
    """Whether the match plays with Honor (19.21, ruling R92)."""
    return ruled(state, "honor") == "on"


def honor_gained(state: HvWState, lost: Side) -> Sum:
    """The Honor for every stack that was eliminated, by its Level, as a sum (19.21, ruling R78)."""
    every = ruled(state, "honor_source") == "all_enemy_stacks"
    beaten = [one for one in lost.stacks if every or not (one.count or one.defected)]
    terms = [Term(t("Stack of Level {level}", level=one.level), facts.HONOR[str(one.level)], "19.21") for one in beaten]
    return Sum(t("Honor gained"), tuple(terms))
