"""A battle as a panel: the two armies, what each rolls and absorbs, what is to be expected before the dice."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from companion.engine.core.effects import Sum, Term, add_up
from companion.engine.core.text import Text, plural, t
from companion.engine.game.panels import BattlePanel, BattleSide, Gauge, Rung, StackView
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.readers.looks import LOOKS, MONSTER_SIGN, UNIT_SIGNS
from companion.games.conquest_of_zabor.realm.areas import heads, kind_of, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.realm.battle import ROLES, army, dice, force, other, roller, strike_dice
from companion.games.conquest_of_zabor.realm.effects import stat
from companion.games.conquest_of_zabor.realm.pieces import stack_id
from companion.games.conquest_of_zabor.state import Battle, ZaborState
from companion.games.conquest_of_zabor.wording import some_units

ROUNDS = 6
"""How many rounds that are over stand in the picture."""
HITS = 3
"""One die in so many hits: a 5 or a 6."""


def battle_panel(state: ZaborState, *, told: bool = False) -> BattlePanel:
    """The two sides, what is to be expected of their dice, and the steps of a battle; if `told`, folded and with
    what stands on a counter.
    """
    assert state.battle is not None
    strikes = strikes_due(state)
    left = [role for role in ROLES if army(state, role)]
    now: Literal["next", "now", "done"] = "next" if strikes else "now" if len(left) == len(ROLES) else "done"
    fight_now = Rung(state.battle.round, t("Round of dice"), "Battle", now)
    ladder = () if now == "done" else (*_rounds_before(state.battle, strikes=strikes), fight_now)
    one, other_ = (_side(state, role) for role in ROLES)
    where = label(state, state.battle.place)
    if now == "done":
        lines = [won_by(force(state, role).seat) for role in left]
    else:
        lines = [_expected(state, role) for role in left if not state.battle.rolled]
    legend = (t("Counters: Strength red, wounds left blue."),) if told else ()
    if told and now != "done":  # on a phone the question has the room
        lines, legend = [], (*lines, *legend)
    return BattlePanel("battle", "now", t("Battle: {place}", place=where), (one, other_), ladder, tuple(lines),
                       legend=legend)  # fmt: skip


def _rounds_before(fight: Battle, *, strikes: bool) -> list[Rung]:
    """First Strike as long as it is due, then the last few rounds that are over."""
    if strikes:
        return [Rung(0, t("First Strike"), "Battle", "now")]
    first = max(1, fight.round - ROUNDS)
    return [Rung(n, t("Round of dice"), "Battle", "done") for n in range(first, fight.round)]


def strikes_due(state: ZaborState) -> bool:
    """Whether First Strike comes next: only its dice are rolled now."""
    fight = state.battle
    return fight is not None and not (fight.opened or fight.struck) and any(strike_dice(state, role) for role in ROLES)


def step_dice(state: ZaborState, role: str) -> Sum:
    """The dice of a side in the step that comes next."""
    if not strikes_due(state):
        return dice(state, role)
    first = Term(t("First Strike"), strike_dice(state, role), "Glossary: special abilities")
    return add_up(t("Dice of {who}", who=who(force(state, role).seat)), first)


def won_by(seat: str) -> Text:
    """Said as long as the picture stays after the last round: whoever won may still pursue."""
    return plural(heads(seat), "{who} wins the battle", "{who} win the battle", who=who(seat))


def _expected(state: ZaborState, role: str) -> Text:
    """How many hits the dice of a side bring on average, and how many of these the other side ignores: a line of a
    small phone, so that the keys for the dice stay in view.
    """
    n, pool = step_dice(state, role).total, force(state, other(role)).pool
    if not n:
        return t("{who}: no dice", who=who(force(state, role).seat))
    words = plural(n, "{who}: 1 die, 1 chance in 3 of a hit", "{who}: {n} dice, about {hits} hits",
                   who=who(force(state, role).seat), hits=f"{n / HITS:.1f}")  # fmt: skip
    if not pool:
        return words
    return plural(pool, "{words}, the first is absorbed", "{words}, the first {n} are absorbed", words=words)


def _side(state: ZaborState, role: str) -> BattleSide:
    side = force(state, role)
    groups = Counter(
        (state.units[one].kind, state.units[one].wounds, stack_id(state, one)) for one in army(state, role)
    )
    stacks = tuple(
        StackView(t(kind_of(state, kind).name), n, kind=UNIT_SIGNS.get(kind, MONSTER_SIGN),
                  marks=(t(kind_of(state, kind).name),), attack=stat(state, side.seat, kind, "strength"),
                  health=stat(state, side.seat, kind, "wounds") - wounds, colour=LOOKS[side.seat][0],
                  pattern=LOOKS[side.seat][1], emblem=LOOKS[side.seat][2], id=name)
        for (kind, wounds, name), n in groups.items()
    )  # fmt: skip
    if not stacks:  # faded, where they stood: a side without a counter would be a blank
        stacks = tuple(
            StackView(t(kind_of(state, kind).name), n, kind=UNIT_SIGNS.get(kind, MONSTER_SIGN),
                      marks=(t(kind_of(state, kind).name),), colour=LOOKS[side.seat][0], pattern=LOOKS[side.seat][1],
                      emblem=LOOKS[side.seat][2], lost=True)
            for kind, n in Counter(side.lost).items()
        )  # fmt: skip
    made = step_dice(state, role) if all(army(state, one) for one in ROLES) else None
    gauges = (
        Gauge(t("Absorb"), side.pool, "blue", "A", "shield"),
        Gauge(plural(made.total, "Die", "Dice"), made.total, "red", "D", "dice"),
    ) if made else ()  # fmt: skip
    lost = tuple(some_units(n, kind_of(state, kind)) for kind, n in Counter(side.lost).items())
    return BattleSide(
        who(side.seat),
        side.seat if side.seat in state.players else "",
        _part(state, role),
        gauges,
        stacks,
        lost,
        LOOKS[side.seat][0],
        made,
        wards=t("· {n} Absorb", n=side.pool) if side.pool else None,
    )


def _part(state: ZaborState, role: str) -> Text:
    """Whether a side attacks or defends, and who rolls for Barbarians, as nobody plays them (A23)."""
    if force(state, role).seat != facts.BARBARIAN:
        return t(role.title())
    player = facts.TITLES[roller(state, role)]
    if role == "attacker":
        return t("Attacker; {player} rolls for them", player=player)
    return t("Defender; {player} rolls for them", player=player)
