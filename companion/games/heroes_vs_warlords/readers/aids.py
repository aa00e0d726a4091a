"""The Player Aid on a phone, with the rulings and values of the match: its words stand in `data/phone_aids.toml`, the
rows of its tables and what must hold for a line are found here.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core.text import Text, t
from companion.engine.game.guidance import Aid, AidFigures, Cells, read_aids
from companion.games.heroes_vs_warlords.advanced import experience, methods, skills, tavern, terrain
from companion.games.heroes_vs_warlords.advanced.holy import MOVEMENT_GIFT
from companion.games.heroes_vs_warlords.fighting.hits import ATTRITION
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled, sheet, title
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.records.stocks import goods_text
from companion.games.heroes_vs_warlords.turns.cities import FACILITIES, crystals, facility_name

PARTS = read_aids(facts.PACKAGE, "phone_aids.toml")
VALUES = {
    "one": tower_bonus(1), "two": tower_bonus(2), "d1": WORKS_BONUS[1], "d2": WORKS_BONUS[2], "d3": WORKS_BONUS[3],
    "attrition": ATTRITION, "hero_ep": facts.SETUP["ep_per_hero"], "level_ep": facts.EP_PER_LEVEL,
    "level": tavern.LEVEL, "most": tavern.MOST,
}  # fmt: skip
LEVELS_SHOWN = range(1, 7)


def aids(state: HvWState) -> tuple[Aid, ...]:
    """Everything in the Player Aid except the random tables."""
    armies = [_units(state, faction) for faction in (*state.seats, "neutrals")]
    prices = [_prices(state, seat) for seat in state.seats]
    return AidFigures(_holds(state), VALUES, _rows(state), {"units": armies, "prices": prices}).told(PARTS)


def _holds(state: HvWState) -> dict[str, bool]:
    """What holds of a match: how its fights are fought, and what of the Advanced game it has chosen (13.0)."""
    method = methods.chosen(state)
    display, advanced_hits = method in methods.ON_DISPLAY, method in methods.ADVANCED_HITS
    each, by_level = ruled(state, "holy_limit"), ruled(state, "advanced_ep")
    hired, quests = ruled(state, "mercenaries") == "on", ruled(state, "quests") == "on"
    return {
        "arena": not display, "display": display, "basic_hits": not advanced_hits, "advanced_hits": advanced_hits,
        "advanced_method": methods.levels_cost_more(state), "basic_levels": not methods.levels_cost_more(state),
        "shots_at_towers": not display and ruled(state, "tower_bonus") != "close_only",
        "battle_terrain": advanced_hits or ruled(state, "battle_terrain") == "all",
        "towers_alone_fire_near": ruled(state, "fire_when_adjacent") == "towers_only",
        "early_from_resources": advanced_hits and ruled(state, "early_withdraw") == "advanced_resource_only",
        "terrain": terrain.used(state), "skills": skills.used(state), "no_skills": not skills.used(state),
        "holy_for_each": each == "per_place_and_hero", "holy_for_all": each != "per_place_and_hero",
        "ep_for_levels": by_level == "unit_level", "ep_for_units": by_level != "unit_level",
        "honor": experience.honor_used(state), "mercenaries": hired, "quests": quests, "tavern": hired or quests,
    }  # fmt: skip


# ---- tables


def _rows(state: HvWState) -> dict[str, Cells]:
    return {
        "terrain": [(t(KINDS[kind]), _number(price)) for kind, price in facts.TERRAIN_COST.items()],
        "holy": _gifts(),
        "skills": [(title(seat), t(skills.TALENT_TITLES[one]), TALENTS[one]) for seat, one in skills.TALENTS.items()],
        "honor": [(_number(int(level)), _number(worth)) for level, worth in facts.HONOR.items()],
        "levels": [(_number(one), _number(experience.level_cost(state, one))) for one in LEVELS_SHOWN]
        if methods.levels_cost_more(state) else (),
        "reactions": [(_number(level), _number(most)) for level, most in facts.REACTION_MAX.items()],
        "walls": [(_number(n), _number(CITY_SP[n]), _number(CAMP_SP[n]), t("+{n}", n=WORKS_BONUS[n])) for n in CITY_SP],
    }  # fmt: skip


KINDS = {
    "clear": "Clear", "desert": "Desert", "city": "City", "holy_place": "Holy Place", "road": "Road",
    "hills": "Hills", "woods": "Woods", "mountain": "Mountain",
}  # fmt: skip
GIFTS = {
    "gold": t("1 Gold"),
    "honor": t("1 Honor for each stack the Hero leads"),
    "movement": t("{n} Movement points to go on with", n=MOVEMENT_GIFT),
    "resources": t("1 of its kind for each Resource hex you hold"),
    "experience": t("EP: roll a d20"),
}
TALENTS = {
    "experience": t("that many fewer hits on a stack of yours"),
    "fury": t("that many more hits on a stack that is hit"),
    "cleverness": t("Attack or Defense of a stack that much higher, after the roll"),
}


def _gifts() -> Iterator[tuple[Text, ...]]:
    """What a d20 brings at a holy place (15.4)."""
    first = 1
    for top, gift in facts.HOLY_PLACE.items():
        yield t("{first} to {last}", first=first, last=top) if first < top else _number(top), GIFTS[gift]
        first = top + 1


def _number(value: int) -> Text:
    return t("{n}", n=value)


def _units(state: HvWState, faction: str) -> Aid:
    rows = tuple(
        (_number(level), t(unit.type), *(_number(one) for one in (unit.attack, unit.defense, unit.move)), _price(level))
        for level, unit in sheet(state).units[faction].items()
    )
    columns = (t("Level"), t("Kind"), t("Attack"), t("Defense"), t("Move"), t("Price"))
    heading, whose = t("Units: {race}", race=title(faction)), faction if faction in state.seats else ""
    return Aid(f"units-{faction}", heading, "4.2", columns=columns, rows=rows, seat=whose)


def _price(level: int) -> Text:
    return goods_text({"gold": level, "crystal": crystals({level: 1})})


def _prices(state: HvWState, seat: str) -> Aid:
    costs = sheet(state).costs
    rows = tuple((facility_name(state, name), goods_text(costs[name][seat])) for name in FACILITIES if name in costs)
    heading = t("Facilities: {race}", race=title(seat))
    return Aid(f"prices-{seat}", heading, "4.3", columns=(t("Facility"), t("Price")), rows=rows, seat=seat)
