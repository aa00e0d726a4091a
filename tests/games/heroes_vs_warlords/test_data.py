"""The data files of Heroes vs Warlords: complete, consistent, and each with its provenance."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from typing import get_args

import pytest

from companion.catalogues import translate
from companion.engine.core.random_tables import Provenance
from companion.engine.core.rulings import Ruling, defaults, settled
from companion.engine.core.text import t
from companion.engine.game.data import read_toml
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import TITLES
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET

DEFAULTS = {
    "third_improvement_name": "palace",
    "amazon_cavalry_levels": "2",
    "home_guards": "on_entry",
    "income_per_round": "3",
    "trade_hall_gold": "none",
    "recruit_growth": "cleanup",
    "tower_roll": "per_unused_visit",
    "outpost_limit": "per_round",
    "resource_may_be_empty": "false",
    "garrison_pickup": "start_of_move",
    "garrison_sections": "unlimited",
    "rearrange": "city_or_two_heroes",
    "hero_price": "by_losses",
    "hero_purchase_time": "turn5",
    "revived_hero": "keeps_progress",
    "hero_death": "army_wiped_out",
    "replacement_army": "setup_limits",
    "capital_grace": "only_with_hero_loss",
    "all_lost": "draw",
    "shared_end_hex": "not_if_moved",
    "stock": "per_display",
    "cap": "per_display",
    "trade_time": "turn5",
    "training_presence": "hero_present",
    "min_tiles_counts": "all",
    "link_rule": "all_tiles",
    "length_unit": "rounds",
    "peace_end": "next_turn",
    "entry_order": "reaction_first",
    "guard_stack": "per_hex",
    "guard_reaction_roles": "guards_first",
    "appearing_guards": "check",
    "guards_after_failed_hero": "no",
    "forced_camp_move": "if_possible",
    "guards_player": "never_own",
    "overflow": "any_free_box",
    "left_out": "come_in",
    "tower_duty": "may",
    "unused_tower_bonus": "counts",
    "hero_and_garrison": "together",
    "two_heroes": "in_turn",
    "reaction_siege": "goes_back",
    "income_display": "one",
    "arena_attack": "optional",
    "reach_count": "current",
    "hero_bonus_ranged_defense": "arena_yes",
    "split_ranged": "allowed",
    "breach_step": "1",
    "damaged_tower_loss": "floor",
    "tower_half": "by_method",
    "damaged_tower_halves": "yes",
    "tower_bonus": "instead_and_vs_ranged",
    "melee_vs_tower": "after_breach_by_count",
    "second_tower": "breachable",
    "siege_damage": "repaired",
    "initiative_roles": "sequence_only",
    "withdraw_turn_end": "hero",
    "retreat_hex": "free",
    "early_withdraw": "advanced_resource_only",
    "start_level": "1",
    "remaining_stock": "usable_there",
    "conquest_income": "turn_4",
    "retaken_capital": "own_again",
    "equipment_loot": "one_piece",
    "lost_equipment": "removed",
    "defeated_units": "removed",
    "neutral_home_guards": "five_level_1",
    "same_turn_use": "yes",
    "reinforce": "one_per_hex",
    "agreed_end": "compare",
    "category_tie": "nobody",
    "army_scope": "all_units",
    "dead_levels": "count",
    # the Advanced game, none of which is played unless it is chosen
    **{one.key: one.readings[0].id for one in facts.RULINGS if one.tier == "advanced"},
}
FACILITIES = {
    *("barracks", "shooting_range", "academy", "tiltyard", "garde"),
    *("training_area", "tavern", "town_hall", "city_hall", "palace", "trade_hall", "storehouse"),
    *("defense_step_1", "defense_step_2", "tower_1", "tower_2", "special_building"),
}
FEATURES = {"", "home_city", "home_camp", "recruitment", "ruin", "tower", "outpost", "holy_place", *facts.RESOURCES}
DATA = files(facts.PACKAGE).joinpath("data")
SCENARIOS = {"demo.toml", "show.toml"}
"""Recorded play, not facts: its format is that of scenarios."""
TOML_FILES = sorted(one.name for one in DATA.iterdir() if one.name.endswith(".toml") and one.name not in SCENARIOS)
by_key = pytest.mark.parametrize("ruling", facts.RULINGS, ids=lambda ruling: ruling.key)


def test_a_table_that_chooses_nothing_plays_the_house_defaults() -> None:
    """Exactly these rulings exist, and the first reading of each is the default we decided on."""
    assert defaults(facts.RULINGS) == DEFAULTS


def test_ruling_numbers_and_keys_and_titles_are_unique() -> None:
    """No two rulings share a number, an option key or a heading."""
    for names in zip(*((one.id, one.key, one.title) for one in facts.RULINGS), strict=True):
        assert [name for name, times in Counter(names).items() if times > 1] == []


@by_key
def test_a_ruling_is_well_formed(ruling: Ruling) -> None:
    """Number, key and sections are written the one agreed way; only the Advanced game has choices."""
    assert re.fullmatch(r"R\d{2,3}[a-z]?", ruling.id)
    assert re.fullmatch(r"[a-z][a-z0-9_]*", ruling.key)
    assert ruling.tier in ("basic", "advanced")
    assert ruling.tier == "advanced" or not ruling.choice
    assert ruling.sections
    for section in ruling.sections:
        assert re.fullmatch(r"\d{1,2}(\.\d{1,2})+", section)


@by_key
def test_sections_are_listed_in_rulebook_order(ruling: Ruling) -> None:
    """The sections of a ruling stand in the order of the rulebook, each once."""
    numbers = [tuple(map(int, section.split("."))) for section in ruling.sections]
    assert numbers == sorted(set(numbers))


@by_key
def test_a_ruling_offers_a_choice_in_sentences(ruling: Ruling) -> None:
    """At least two readings, with different texts that are whole sentences and fit a phone."""
    texts = [reading.text for reading in ruling.readings]
    assert len(set(texts)) == len(texts) >= 2
    assert len(ruling.title) <= 40
    for text in texts:
        assert re.fullmatch(r"[A-Z].*\.", text)
        assert len(text) <= 200


@by_key
def test_every_reading_can_be_chosen(ruling: Ruling) -> None:
    """Choosing any reading of a ruling settles that one and leaves the others at their defaults."""
    for reading in ruling.readings:
        assert re.fullmatch(r"[a-z0-9_]+", reading.id)
        assert settled(facts.RULINGS, {ruling.key: reading.id}) == {**DEFAULTS, ruling.key: reading.id}


@pytest.mark.parametrize("name", TOML_FILES)
def test_every_data_file_names_its_provenance(name: str) -> None:
    """Whoever sees a value can be told where it comes from."""
    assert read_toml(facts.PACKAGE, name)["provenance"] in get_args(Provenance)


@pytest.mark.parametrize("faction", [*facts.RACES, "neutrals"])
def test_a_faction_has_one_unit_of_each_level(faction: str) -> None:
    """Levels 1 to 6 exist for every race and the Neutrals, with values above zero."""
    assert sorted(facts.UNITS[faction]) == [1, 2, 3, 4, 5, 6]
    for unit in facts.UNITS[faction].values():
        assert min(unit.attack, unit.defense, unit.move) > 0


@pytest.mark.rule("HVW-080", "HVW-081")
def test_types_by_level() -> None:
    """Ranged units are Level 3 everywhere; cavalry is Level 5, with the Amazons Level 2."""
    levels = {
        (faction, kind): [level for level, unit in sorted(units.items()) if unit.type == kind]
        for faction, units in facts.UNITS.items()
        if faction != "mercenaries"
        for kind in ("ranged", "cavalry")
    }
    for (faction, kind), found in levels.items():
        cavalry = 2 if faction == "amazons" else 5
        assert found == [3 if kind == "ranged" else cavalry], (faction, kind)


def test_mercenaries_are_level_2_close_combat_units() -> None:
    """The only Mercenary is a Level 2 Close Combat unit."""
    assert {level: unit.type for level, unit in facts.UNITS["mercenaries"].items()} == {2: "close"}


@pytest.mark.rule("HVW-012")
def test_sixteen_tiles_of_seven_hexes() -> None:
    """Sixteen tiles with different names, each with exactly the seven named hexes."""
    raw = [tile["id"] for tile in read_toml(facts.PACKAGE, "tiles.toml")["tile"]]
    assert len(raw) == len(set(raw)) == len(facts.TILES) == 16
    for tile in facts.TILES.values():
        assert set(tile.hexes) == {"C", "N", "NE", "SE", "S", "SW", "NW"}, tile.id
        assert {one.feature for one in tile.hexes.values()} <= FEATURES, tile.id


@pytest.mark.parametrize("race", facts.RACES)
def test_a_start_tile_holds_home_and_recruits(race: str) -> None:
    """A start tile has one home (a Camp for the Barbarians), one Recruitment Location and some Resource."""
    features = Counter(one.feature for one in HOUSE_SHEET.start_tile(race).hexes.values())
    home, other = ("home_camp", "home_city") if race == "barbarians" else ("home_city", "home_camp")
    assert (features[home], features[other], features["recruitment"]) == (1, 0, 1)
    assert any(features[resource] for resource in facts.RESOURCES)


def test_homes_and_recruits_only_on_start_tiles() -> None:
    """No other tile carries a home or a Recruitment Location."""
    for tile in facts.TILES.values():
        if not tile.start:
            features = {one.feature for one in tile.hexes.values()}
            assert not features & {"home_city", "home_camp", "recruitment"}, tile.id


def test_eighteen_equipment_markers() -> None:
    """The cup holds 18 markers, and every kind raises an ability."""
    assert sum(kind.count for kind in facts.EQUIPMENT.values()) == 18
    assert len(facts.EQUIPMENT) == len(read_toml(facts.PACKAGE, "equipment.toml")["equipment"])
    for kind in facts.EQUIPMENT.values():
        assert kind.ability in facts.ABILITIES
        assert kind.bonus > 0
        assert kind.count > 0


def test_every_facility_has_a_price_for_every_race() -> None:
    """Every facility costs each race something, never a negative amount of a Resource."""
    assert set(facts.COSTS) == FACILITIES
    for facility, by_race in facts.COSTS.items():
        assert set(by_race) == set(facts.RACES), facility
        for race, cost in by_race.items():
            assert len(cost) == len(facts.RESOURCES), (facility, race)
            assert min(cost) >= 0, (facility, race)
            assert sum(cost) > 0, (facility, race)


PRINTED_COSTS = [
    ("training_area", [4, 3, 4, 0], [3, 5, 3, 0], [5, 2, 4, 0]),
    ("tavern", [3, 3, 3, 0], [2, 5, 2, 0], [2, 4, 3, 0]),
    ("trade_hall", [2, 3, 2, 0], [2, 2, 3, 0], [3, 2, 2, 0]),
    ("storehouse", [7, 8, 6, 0], [6, 9, 6, 0], [9, 6, 6, 0]),
]


@pytest.mark.rule(
    *("HVW-110", "HVW-111", "HVW-112", "HVW-116", "HVW-117", "HVW-118"),
    *("HVW-125", "HVW-126", "HVW-127", "HVW-130", "HVW-131", "HVW-132"),
)
@pytest.mark.parametrize(("facility", "amazons", "barbarians", "knights"), PRINTED_COSTS)
def test_costs_of_the_rulebook(facility: str, amazons: list[int], barbarians: list[int], knights: list[int]) -> None:
    """The prices that the rulebook gives are used as they stand: Stone, Wood, Gold, Crystal."""
    assert facts.COSTS[facility] == {"amazons": amazons, "barbarians": barbarians, "knights": knights}


@pytest.mark.parametrize("name", facts.TABLES)
def test_a_table_has_a_row_for_each_result_of_its_die(name: str) -> None:
    """A d6 table has the rows 1 to 6 and no other."""
    assert facts.TABLES[name].sides == 6
    assert sorted(facts.TABLES[name].rows) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", ["resource", "ruin", "tower"])
def test_guard_rows_are_stacks_that_exist(kind: str) -> None:
    """Every row names Levels of the Neutrals, each once, in stacks of 1 to 20."""
    for row in facts.TABLES[f"guards_{kind}"].rows.values():
        levels = [level for level, _ in row]
        assert len(set(levels)) == len(levels)
        assert set(levels) <= set(facts.UNITS["neutrals"])
        assert all(1 <= count <= facts.SETUP["stack_limit"] for _, count in row)


def test_where_guards_may_be_missing() -> None:
    """Towers are empty on half of the results; Resource hexes and ruins on none."""
    empty = {
        kind: sum(not row for row in facts.TABLES[f"guards_{kind}"].rows.values())
        for kind in ("resource", "ruin", "tower")
    }
    assert empty == {"resource": 0, "ruin": 0, "tower": 3}


@pytest.mark.rule("HVW-023")
def test_home_guards() -> None:
    """Resource hexes of start tiles are held by five Level 1 guards."""
    assert facts.HOME_GUARDS == [[1, 5]]


@pytest.mark.rule("HVW-190")
def test_guards_react_on_up_to_twice_their_level() -> None:
    """The highest number that triggers a reaction is twice the Level."""
    assert facts.REACTION_MAX == {1: 2, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12}


def test_outposts_give_one_resource() -> None:
    """Every row gives one of one Resource, and every Resource can come up."""
    rows = facts.TABLES["outpost"].rows.values()
    assert all(list(row.values()) == [1] for row in rows)
    assert {name for row in rows for name in row} == set(facts.RESOURCES)


def test_conquest_takes_tenths_of_every_resource() -> None:
    """Every row gives 0 to 10 tenths for all four Resources, and never less for a higher roll."""
    rows = [row for _, row in sorted(facts.TABLES["conquest"].rows.items())]
    for resource in facts.RESOURCES:
        tenths = [row[resource] for row in rows]
        assert tenths == sorted(tenths)
        assert tenths[0] >= 0
        assert tenths[-1] <= 10
    assert all(set(row) == set(facts.RESOURCES) for row in rows)


@pytest.mark.parametrize("race", facts.RACES)
def test_a_hero_starts_within_the_limits(race: str) -> None:
    """A new Hero is Level 1 without EP, and no ability is at its limit yet."""
    hero = facts.HERO_START[race]
    assert (hero.level, hero.ep) == (1, 0)
    for ability in facts.ABILITIES:
        assert 0 < getattr(hero, ability) < facts.HERO_LIMITS[ability]


def test_every_ruling_that_a_row_names_can_be_looked_up() -> None:
    """The text of a row sends nobody to a ruling that the game does not have."""
    known = {ruling.id for ruling in facts.RULINGS}
    named = {(row.id, name) for row in facts.ROWS for name in re.findall(r"\bR\d{2,3}[a-z]?\b", row.rule)}
    assert {(row, name) for row, name in named if name not in known} == set()


@pytest.mark.parametrize("home", ["{race} City", "{race} Camp"])
@pytest.mark.parametrize("race", TITLES.values())
def test_the_name_of_a_garrison_that_a_battle_keeps_is_translated(race: str, home: str) -> None:
    """It is kept complete and in English; in German it names the City or Camp in German."""
    city = str(t(home, race=t(race)))
    told = translate(str(t("Garrison of the {city}", city=city)), "de")
    assert translate(city, "de") != city
    assert translate(city, "de") in told
