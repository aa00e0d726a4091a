"""Landmarks: what random play must reach: every card, every action, every ending, rare positions; and its
preferences.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.forms import Option
from companion.engine.game.record import Landmarks
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import controlled, controller
from companion.games.conquest_of_zabor.state import ZaborState

ENDS = ("alone", "tie")
RARE = (
    "no_dice",
    "both_gone",
    "pursuit",
    "warp",
    "absorb",
    "trim",
    "discard",
    "declined",
    "return",
    "summon",
    "no_monster",
    "turncoat",
    "quake",
    "hits",
    "mists",
    "diplomacy",
    "maritime",
    "position",
)
PLAYED = ("event", "sorcery", "destiny", "trade")
LYING = ("trait", "dynasty", "artifact")


def seen(state: ZaborState, notes: Sequence[Note]) -> list[str]:
    """The landmarks in a state: cards played or on charts, Monsters on the map, VP cards, how a game ended, rare
    positions.
    """
    found = [f"card:{note.facts['card']}" for note in notes if note.kind == "card"]
    found += [f"rare:{note.kind}" for note in notes if note.kind in RARE]
    for player in state.players.values():
        found += [f"card:trait:{name}" for name in player.traits]
        found += [f"card:dynasty:{name}" for name in player.dynasty]
        found += [f"card:artifact:{name}" for name in player.artifact]
        found += [f"card:monster:{name}" for name in player.monsters]
    found += [f"card:vp:{name}" for name in state.face_up]
    return [*found, *([f"end:{state.ending}"] if state.ending else [])]


LANDMARKS = Landmarks(
    (
        *(f"card:{deck}:{name}" for deck in (*PLAYED, *LYING, "monster", "vp") for name in facts.HOUSE.cards[deck]),
        *(f"rare:{name}" for name in RARE),
        *(f"end:{name}" for name in ENDS),
    ),
    seen,
)

WEIGHTS = {
    "onward:stop": 25.0, "onward:back": 8.0, "onward:elsewhere": 4.0, "onward:new": 0.5, "to:back": 8.0,
    "to:elsewhere": 4.0, "to:new": 0.5, "play:before:done": 0.4,
    "play:after:done": 0.4, "pursuit:stay": 0.5, "target:none": 0.3, "civilize:done": 0.5, "fleet:done": 0.5,
    "return:none": 0.2, "trade:none": 0.3,
}  # fmt: skip
RUINED = {
    "envoy:rituals:primary": 20.0, "envoy:rituals:secondary": 20.0, "deck:sorcery": 9.0,
    "play:before:once:beast_tamers": 9.0, "play:before:sorcery:open_the_cage": 20.0,
    "play:after:sorcery:open_the_cage": 20.0,
}  # fmt: skip
"""What an Empire without any area does: it calls Monsters, which have nowhere to go."""
WAR = 6.0
"""How much likelier an area of another Empire is entered than any other; and one where only Auxiliaries stand."""


def random_weight(state: ZaborState, about: str, option: Option) -> float:
    """How many times likelier random play takes an option: it soon stops moving along Roads, attacks, and prefers
    rare options to nothing.
    """
    name = option.id
    if about in ("from", "to", "onward", "border", "target") and name in state.areas:
        here = {one.kind for one in state.units.values() if one.place == name}
        foreign = about != "from" and controller(state, name) not in ("", state.active)
        return (WAR if foreign else 1.0) * (WAR if here == {"auxiliary"} else 1.0)
    if f"{about}:{name}" in RUINED and not controlled(state, state.active):
        return RUINED[f"{about}:{name}"]
    return WEIGHTS.get(f"{about}:{name}", 1.0)
