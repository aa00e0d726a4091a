"""The player aid on a phone: its words stand in `data/phone_aids.toml`, numbers and rows come from the cards and facts
of the match. Contains no rule.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.engine.core.text import Text, listed, numeral, t
from companion.engine.game.guidance import Aid, AidFigures, Cells, read_aids
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book
from companion.games.multiverse_war.world.wording import CLASSES, FOES, TRAINED, action_points, deed_words

PARTS = read_aids(facts.PACKAGE, "phone_aids.toml")
WAYS = ("city", "hero", "age", "portal", "points")
"""The ways to win that the aid tells of where they are in force."""


def aids(state: WarState) -> tuple[Aid, ...]:
    """The turn, prices, combat, ground, units, buildings, what all can do, events, and the ways to win of a match."""
    holds = {way: in_force(state, way) for way in WAYS}
    rows = {"prices": _prices(state), "ground": _ground(), "units": _units(state), "buildings": _buildings(state),
            "trains": _trains(state), "attributes": _attributes(state), "abilities": _abilities(state),
             "skills": _skills(state), "events": _events()}  # fmt: skip
    return AidFigures(
        holds,
        VALUES
        | {
            "limit": state.limit,
            "unlock_kills": NEED[state.rulings["unlock"]],
            "engineer": NEED[state.rulings["engineer"]],
        },
        rows,
    ).told(PARTS)


def _signed(n: int) -> Text:
    return t("+{n}", n=n) if n > 0 else numeral(n)


S, BUILDING, NEED = facts.STRENGTH, facts.NUMBERS["building"], facts.NUMBERS["unlock"]
VALUES: dict[str, int | str | Text] = {
    **{name: _signed(n) for name, n in S.items() if isinstance(n, int)},
    "ages": S["age"], "over_two": _signed(S["range"][1]), "over_three": _signed(S["range"][2]),
    "strength": facts.NUMBERS["unit"]["strength"], "price_step": facts.NUMBERS["building"]["price_step"],
    "sight": facts.NUMBERS["unit"]["sight"], "tower_sight": BUILDING["tower_sight"],
    **{f"tactics_{n}": points for n, points in enumerate(facts.NUMBERS["unit"]["tactics"], 1)},
    **{name: BUILDING[name] for name in ("settlement_units", "building_units")},
    "spacing": facts.HOUSE.buildings["barracks"].spacing, "tower_spacing": facts.HOUSE.buildings["guard_tower"].spacing,
    "ability_kills": facts.NUMBERS["unit"]["ability_kills"],
    "levels": facts.NUMBERS["hero"]["levels"], "stones": facts.NUMBERS["portal"]["stones"],
}  # fmt: skip


def _prices(state: WarState) -> Cells:
    """What can be paid for in the build phase."""
    forest, mission, hero = (facts.NUMBERS[one] for one in ("forest", "mission", "hero"))
    sheet, step = book(state), BUILDING["price_step"]
    whole = state.rulings["upgrade_price"] != "difference"
    units = [one.cost for one in sheet.cards()]
    buildings = [one.cost for one in sheet.buildings.values() if one.id != "settlement"]
    yield t("Unit"), _range(units)
    yield t("Decoy"), numeral(sheet.units["decoy"].cost)
    yield t("Unit to its next kind"), t("difference of the prices, at least 1")
    yield t("Building of age 1"), _range(buildings)
    yield t("Building to its next age"), t("{n} more than the age before", n=step) if whole else numeral(step)
    yield t("Road on grassland"), numeral(_cost("grassland"))
    yield t("Road on forest or hill"), numeral(_cost("forest"))
    yield t("Forest cut"), numeral(forest["cut"])
    yield t("Forest planted"), numeral(forest["plant"])
    yield t("Hero"), numeral(hero["price"])
    yield t("Hero back from level 2 on, a level"), numeral(hero["revive"])
    for age, price in zip(facts.AGES, mission["price"], strict=True):
        yield t("Mission of age {n}", n=age), numeral(price)


def _cost(ground: str) -> int:
    return int(facts.NUMBERS["ground"]["cost"][ground])


def _range(prices: Collection[int]) -> Text:
    return t("{n} to {m}", n=min(prices), m=max(prices))


def _ground() -> Cells:
    """What it costs to enter a hex, and how high it stands in the way of sight."""
    cost, height = facts.NUMBERS["ground"]["cost"], facts.NUMBERS["ground"]["height"]
    for name, n in height.items():
        yield t(name.capitalize()), numeral(cost[name]) if name in cost else t("closed"), numeral(n)
    yield t("Road, building, settlement"), numeral(cost["road"]), t("–")


def _units(state: WarState) -> Cells:
    for one in book(state).cards():
        first = listed([t(FOES[sort]) for sort in one.trumps]) if one.trumps else t("–")
        yield (t(one.name), numeral(one.age), numeral(one.cost), numeral(one.ap), numeral(one.range),
               t(CLASSES[one.sort]), first)  # fmt: skip


def _buildings(state: WarState) -> Cells:
    return [(t(one.name), numeral(one.cost), _signed(one.revenue), numeral(one.health), numeral(one.vp[0]))
            for one in book(state).buildings.values() if one.id != "settlement"]  # fmt: skip


def _trains(state: WarState) -> Cells:
    """The classes that each building trains."""
    for one in book(state).buildings.values():
        if len(one.trains) == len(TRAINED):
            yield t(one.name), t("every unit")
        elif one.trains:
            yield t(one.name), listed([t(TRAINED[sort]) for sort in one.trains])


ATTRIBUTES = {
    "heavy_armor": t("Heavy armor"), "hard_hitter": t("Hard hitter"), "highly_agile": t("Highly agile"),
    "indirect_fire": t("Indirect fire: shoots at what any friend sees, only mountains are in its way"),
    "defensive_set_up": t("Set up: 1 action point before it can attack; lasts until it moves"),
}  # fmt: skip
"""What the strength table and the cards call units, with what is told nowhere else."""


def _attributes(state: WarState) -> Cells:
    """Which units and heroes are what."""
    cards: list[facts.Kind | facts.HeroSheet] = [*book(state).cards(), *book(state).heroes.values()]
    for name, words in ATTRIBUTES.items():
        yield words, listed([t(one.name) for one in cards if name in one.attributes])


def _abilities(state: WarState) -> Cells:
    units = book(state).units
    return [(t(one.name), t(units[one.unit].name), deed_words(one))
            for one in book(state).deeds.values() if one.unit in units]  # fmt: skip


def _skills(state: WarState) -> Cells:
    """The skills on the hero sheets; those that are always active cost no action points."""
    heroes = book(state).heroes
    for one in book(state).deeds.values():
        if one.unit in heroes:
            text = deed_words(one)
            words = text if one.level == 1 else t("From level {n} on: {text}", n=one.level, text=text)
            yield (
                t("{hero}: {skill}", hero=t(heroes[one.unit].name), skill=t(one.name)),
                action_points(one.ap) if one.ap else Text(""),
                words,
            )


def _events() -> Cells:
    return [(numeral(one.n), t(one.name), t(one.text)) for one in facts.EVENTS.values()]
