"""Between two combat rounds: special buildings help (17.3), Mercenaries may be subverted (19.8)."""

from __future__ import annotations

from companion.engine.rules import Rule
from companion.games.heroes_vs_warlords.advanced import defection, special
from companion.games.heroes_vs_warlords.advanced.experience import honor_used
from companion.games.heroes_vs_warlords.fighting.fights import Role, opposite
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState


def anything(state: HvWState, fight: Battle) -> bool:
    """Whether there is anything to ask before the next round."""
    if not honor_used(state):
        return False
    able = any(defection.refusal(state, fight, role) is None for role in _roles(fight))
    return able or special.may_serve(state, fight)


def rounds(state: HvWState, fight: Battle) -> Rule[None]:
    """Everything that may be done before the next round, the side with the Initiative first."""
    if special.may_serve(state, fight):
        yield from special.serve(state, fight)
    for role in _roles(fight):
        if defection.refusal(state, fight, role) is None:
            yield from defection.invite(state, fight, role)


def _roles(fight: Battle) -> tuple[Role, Role]:
    return fight.first, opposite(fight.first)
