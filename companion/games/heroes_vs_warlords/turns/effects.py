"""The effect of each facility, as a line beside its price (4.3, 17.3)."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.heroes_vs_warlords.advanced import special
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, WORKS_BONUS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import City, HvWState

LEVELS: dict[str, int] = facts.SETUP["facility_levels"]
EFFECTS = {
    "training_area": t("A Hero who is there: one ability +1, once a game"),
    "town_hall": t("+1 Gold in every income turn"),
    "city_hall": t("+1 Gold in every income turn"),
    "palace": t("+1 Gold in every income turn"),
    "trade_hall": t("3 of one Resource for 1 of another"),
    "storehouse": t("2 of one Resource for 1 of another, and +1 Gold"),
    "tower_1": t("A Ranged stack shoots from it, also over the wall"),
    "tower_2": t("A second one; both protect better"),
}
WORKS = {"defense_step_1": 2, "defense_step_2": 3}
"""The level of the works that a step of the wall brings; level 1 stands from the beginning."""
SPECIAL = {
    "knights": t("Honor gives stacks more Attack in its defense"),
    "amazons": t("Honor gives stacks more Defense in its defense"),
    "barbarians": t("Honor brings units back in its defense"),
}


def effect_of(state: HvWState, city: City, name: str) -> Text:
    """The effect of a facility for its builder in this City or Camp."""
    if name in LEVELS:
        return t("Units of Level {level} for sale", level=LEVELS[name])
    if name == special.BUILDING:
        return SPECIAL[city.home]
    if name == "tavern":
        return _tavern(state)
    if name in WORKS:
        level = WORKS[name]
        points = (CAMP_SP if city.camp else CITY_SP)[level]
        return t("Defense +{bonus}, {points} Structure Points", bonus=WORKS_BONUS[level], points=points)
    return EFFECTS[name]


def _tavern(state: HvWState) -> Text:
    if "on" in (ruled(state, "mercenaries"), ruled(state, "quests")):
        return t("Your second Hero; Mercenaries and Quests, where they are played")
    return t("Your second Hero, for free")
