"""Voting on the method of combat (19.0): the majority decides, and a die breaks ties."""

from __future__ import annotations

from companion.engine.core.forms import Choose
from companion.engine.core.shared import by_lot
from companion.engine.rules import Ask, Offer, Option, Rule, commit, note, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import HvWState

VOTE = "vote"
KEY = "combat_method"


def methods() -> tuple[Option, ...]:
    """The options of the vote: every reading except the vote itself."""
    ruling = next(one for one in facts.RULINGS if one.key == KEY)
    return tuple(Option(one.id, t(one.text)) for one in ruling.readings if one.id != VOTE)


def settle_mix(state: HvWState) -> None:
    """By ruling R92g, play all parts of the Advanced game or none."""
    if ruled(state, "advanced_mix") == "sets":
        return
    basic = {one.key: one.readings[0].id for one in facts.RULINGS if one.choice}
    if any(state.rulings.get(key, reading) != reading for key, reading in basic.items()):
        missing = [key for key, reading in basic.items() if state.rulings.get(key, reading) == reading]
        state.rulings.update({key: facts.WHOLE_GAME[key] for key in missing})


def settle_method(state: HvWState) -> Rule[None]:
    """All players vote at the same time, sealed; the result is the method of the match (19.0, ruling R92)."""
    if ruled(state, "combat_method") != VOTE:
        return
    form = Choose(methods(), "list")
    votes = yield from commit(*(Ask(seat, "19.0", t("How do you want to fight?"), form) for seat in state.seats))
    most = max(votes.count(one) for one in votes)
    tied = [Offer(one.id, one.label, value=one) for one in methods() if votes.count(one.id) == most]
    picked: Option = yield from by_lot(state.seats[0], t("A tie: a die decides on the method."), tied, section="19.0")
    state.rulings[KEY] = picked.id
    yield from note(picked.label, section="19.0")
