"""Stand-alone helpers of the Advanced game: battles and sieges by each method, a holy place (15.4, 19.0)."""

from __future__ import annotations

from companion.engine.core.asking import choose, note, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.game.record import Helper
from companion.games.heroes_vs_warlords.advanced import holy, vote
from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.readers import helpers
from companion.games.heroes_vs_warlords.readers.helpers import TABLE
from companion.games.heroes_vs_warlords.records.state import HvWState

GIFTS = {
    "gold": "1 Gold.",
    "honor": "Honor: 1 for each stack of the Hero.",
    "movement": "4 Movement points, to be used at once.",
    "resources": "1 of its kind for every Resource hex the player owns.",
    "experience": "EP: roll another d20.",
}


@step("19.0")
def pick_method(state: HvWState) -> Rule[None]:
    """Ask by which of the four methods the battle is fought (19.0)."""
    state.rulings[vote.KEY] = yield from choose(TABLE, t("How do you want to fight?"), vote.methods(), look="list")


@flow("19.0")
def advanced_battle() -> Rule[str]:
    """A field battle by one of the four methods."""
    yield from pick_method()
    return (yield from helpers.field_battle())


@flow("19.17")
def advanced_siege() -> Rule[str]:
    """A siege by one of the four methods."""
    yield from pick_method()
    return (yield from helpers.siege_battle())


@step("15.4")
def holy_place(state: HvWState) -> Rule[str]:
    """Roll for the gift of a holy place (15.4). Returns the gift."""
    cuts = tuple(top + 1 for top in holy.LINES[:-1])
    die = yield from roll(TABLE, t("The holy place: what does it give?"), 20, Bands(cuts))
    gift = holy.gift_of(die)
    yield from note(t(GIFTS[gift]))
    return gift


_BATTLE = as_call(arena.battle()).rule
ADVANCED_HELPERS = (
    Helper("advanced_battle", "Battle, four methods", "Arena or Battle Display, Basic or Advanced hits", "19.0",
           as_call(advanced_battle()), (TABLE,), _BATTLE),
    Helper("advanced_siege", "Siege, four methods", "The same at a wall, with catapults on the Battle Display", "19.17",
           as_call(advanced_siege()), (TABLE,), _BATTLE),
    Helper("holy_place", "Holy place", "What does it give?", "15.4", as_call(holy_place()), (TABLE,),
           as_call(holy_place()).rule),
)  # fmt: skip
