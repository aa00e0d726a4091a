"""How far a player is with what a condition compares."""

from __future__ import annotations

from companion.engine.core.text import Text, listed, t
from companion.games.conquest_of_zabor.language import Goal
from companion.games.conquest_of_zabor.phases.victory import metric
from companion.games.conquest_of_zabor.realm.atlas import empires_beside
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import METRIC_NAMES, SHORT_METRICS


def have(state: ZaborState, seat: str, goal: Goal) -> tuple[Text, ...]:
    """What a player has of what a condition compares; of several things each with its name."""
    if seat not in state.players:
        return ()
    names = list(dict.fromkeys(one.metric for group in goal.either for one in group))
    if len(names) == 1:
        return (amount(state, seat, names[0]),)
    said = [t("{what}: {n}", n=amount(state, seat, one), what=t(SHORT_METRICS.get(one, METRIC_NAMES[one])))
            for one in names]  # fmt: skip
    return (listed(said),)


def amount(state: ZaborState, seat: str, name: str) -> Text:
    """How much a player has of a thing; of neighbours as many as the known borders tell, at least and at most."""
    if name != "adjacent_empires":
        return Text(str(metric(state, seat, name)))
    low, high = empires_beside(state, seat)
    return Text(str(low)) if low == high else t("{low} to {high}", low=low, high=high)
