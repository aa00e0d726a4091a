"""The printed kit: counts of the data, and a proof of the finished sheets; what an owner may change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, get_args

import pytest

from companion.engine.core.effects import Term
from companion.engine.core.errors import DataError
from companion.engine.core.rulings import defaults
from companion.engine.core.text import t
from companion.engine.game.printed import ENGLISH
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.kit import cards, has_front, record
from companion.games.multiverse_war.kit.aids import layouts, sides
from companion.games.multiverse_war.readers.looks import LOOKS, SIGNS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.sheet import VALUES, book_of
from companion.games.multiverse_war.world.silhouettes import CLASS_SIGNS, of_unit
from companion.games.multiverse_war.world.state import Manner
from companion.games.multiverse_war.world.strength import SIDES, Case, Fighter, hits, strength
from companion.games.multiverse_war.world.units import allowance
from printables.displays.aid import Signs, Table, Terms
from printables.job import PrintJob
from printables.look import fonts
from printables.look.display import Group, Item, Path, Place, Text
from printables.look.theme import Look
from printables.proof.geometry import overlap_depth
from printables.proof.proving import prove
from tests.games.multiverse_war.table import world

KIT = GAME.printed()
RULINGS = defaults(facts.RULINGS)


def counts(component: str) -> dict[str, int]:
    """The pieces of a component."""
    return {one.id: one.count for one in KIT.component(component).pieces}


@pytest.mark.rule("MVW-015", "MVW-035", "MVW-178", "MVW-184", "MVW-185", "MVW-242", "MVW-243")
def test_cards() -> None:
    """19 unit cards, a card for each building (A31: the document counts four), three decks of eight missions."""
    assert len(counts("units")) == 19
    assert len(counts("buildings")) == 5
    assert len(counts("missions")) == 24


@pytest.mark.rule("MVW-245", "MVW-255", "MVW-172")
def test_cubes_and_buildings() -> None:
    """60 units and decoys, a bear, five heroes for each player; eight tokens of each building."""
    found = counts("cubes")
    for seat in facts.SEATS:
        assert sum(n for name, n in found.items() if name.startswith(f"cube-{seat}-")) == 66
    assert set(counts("building_tokens").values()) == {8}


@pytest.mark.rule("MVW-246", "MVW-247", "MVW-258", "MVW-250", "MVW-260", "MVW-028", "MVW-259")
def test_land() -> None:
    """Ten territories, four cities, six loose hexes of each sort, twelve roads of each ground, five sheets."""
    assert (len(counts("territories")), len(counts("cities")), len(counts("heroes"))) == (10, 4, 5)
    assert set(counts("loose").values()) == {6, 12}
    assert all(sum(len(row) for row in one.rows) == 19 for one in facts.HOUSE.territories.values())


@pytest.mark.rule("MVW-248", "MVW-249", "MVW-253", "MVW-256", "MVW-257")
def test_tokens() -> None:
    """Coins, damage, effects; two event tokens of each number, and the sheet."""
    found = counts("tokens")
    assert (found["coin"], found["damage"], found["effect"]) == (52, 25, 12)
    assert sum(n for name, n in found.items() if name.startswith("event-")) == 24
    assert counts("event_sheet") == {"events": 1}


@pytest.mark.rule("MVW-047", "MVW-107", "MVW-244", "MVW-002", "MVW-251", "MVW-252", "MVW-057", "MVW-280")
def test_aids() -> None:
    """An aid with the strength sheet for each player. Dice and time are the table's."""
    assert counts("player_aid") == {"player-aid": 4}
    told = {row.id: row.where for row in facts.ROWS}
    assert all(told[name].startswith("table-only") for name in ("MVW-002", "MVW-251", "MVW-252", "MVW-057", "MVW-280"))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_prove(paper: str) -> None:
    """Every leaf a front and its own back, no text outside its box, tracks that fit their markers."""
    job = PrintJob(KIT, paper)
    assert prove(job.pdf(), job.counts).problems == ()


# ---- owner values


def test_an_owner_replaces_cards_and_territories() -> None:
    """Prices, health, words, rows of territories; a match plays by them."""
    changed = VALUES.checked(
        {"units/bowman/cost": 9, "abilities/fury/strength": 5, "territories/t01/rows": "GGG, GGGG, GGGGG, GGGG, GGG"}
    )
    found = book_of(changed)
    assert (found.units["bowman"].cost, found.deeds["fury"].strength) == (9, 5)
    assert found.heroes["blademaster"].skill[-1].strength == 5
    assert "".join(found.territories["t01"].rows) == "G" * 19
    state = world({"red": ["0,0 bowman"]})
    state.owner = VALUES.checked({"units/bowman/ap": 5})
    assert allowance(state, state.units["u1"]) == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"territories/t01/rows": "GGG"},
        {"units/bowman/trumps": "dragons"},
        {"buildings/barracks/vp": "1, 2"},
        {"units/nobody/cost": 1},
    ],
)
def test_wrong_values_are_refused(wrong: dict[str, int | str]) -> None:
    """With the path and the reason."""
    with pytest.raises(DataError, match=next(iter(wrong)).split("/")[1]):
        VALUES.checked(wrong)


@pytest.mark.rule("MVW-184", "MVW-185")
def test_cards_say_what_opens_them_and_where_they_stand() -> None:
    """How a unit kind becomes available; a building's distance from towers, and what opens its higher ages."""
    kinds, buildings = facts.HOUSE.units, facts.HOUSE.buildings
    opened = {name: cards._opened_by(facts.HOUSE, kinds[name]) for name in ("bowman", "crossbowman", "engineer")}
    assert "Bowman" in opened["crossbowman"]
    assert "6" in opened["engineer"]
    assert len(set(opened.values())) == 3
    assert "2 from" in cards._building_text(buildings["barracks"])
    assert "2 from" not in cards._building_text(buildings["guard_tower"])
    assert "mounted" in cards._ages_open(buildings["academy"])


def test_the_table_aid_draws_every_layout_with_its_territories_and_cities() -> None:
    """Outlines that touch and do not overlap: as many as the data say, a city of each seat at an edge."""
    plans = layouts().plans
    assert len(plans) == len(facts.LAYOUTS)
    for plan, one in zip(plans, facts.LAYOUTS.values(), strict=True):
        assert len([shape for shape in plan.shapes if not shape.side]) == len(one.places)
        assert len({shape.side for shape in plan.shapes if shape.side}) == len(one.cities)
        for a, b in combinations(plan.shapes, 2):
            assert overlap_depth(a.points, b.points, 0.01) == 0
        corners = [{(round(x, 3), round(y, 3)) for x, y in shape.points} for shape in plan.shapes]
        assert all(any(a & b for b in corners if b is not a) for a in corners), plan.name


def test_the_table_aid_tells_what_a_table_asks() -> None:
    """Every learned ability and every sign of a class and of the map."""
    made = sides(ENGLISH, facts.HOUSE)
    told = [block for one in made.values() for column in one.columns for block in column]
    entries = {word for block in told if isinstance(block, Terms) for word, _ in block.entries}
    known = [(one, facts.HOUSE.ability(one.id)) for one in facts.HOUSE.cards()]
    assert {f"{able.name} ({one.name})" for one, able in known if able} <= entries
    signs = {sign for block in told if isinstance(block, Signs) for sign, _ in block.entries}
    used = {CLASS_SIGNS[one.sort] for one in facts.HOUSE.cards()}
    assert used | {"pine", "hill", "peaks", "crystal", "event"} <= signs


@pytest.mark.rule("MVW-016", "MVW-053", "MVW-054", "MVW-254", "MVW-260", "MVW-261", "MVW-262")
def test_every_player_has_a_record_with_boxes_for_the_kills_of_each_kind() -> None:
    """The ability at the second box, the next kind at the last, six for the Builder; a marker for each row."""
    kinds = facts.HOUSE.units
    rows = [one for row in record.lines(facts.HOUSE) for one in row if one]
    assert {one.id for one in facts.HOUSE.cards()} - {one.id for one in rows} == {"field_medic"}  # knows it at once
    for one in rows:
        boxes = record.steps(facts.HOUSE, one)
        learns = facts.HOUSE.ability(one.id) is not None
        assert (boxes[1:2] == ("skill",)) == (learns and one.sort != "civilian")
        assert (boxes[-1:] == ("level",)) == bool(one.upgrades_to)
    assert len(record.steps(facts.HOUSE, kinds["builder"])) == 6
    number = sum(len(record.steps(facts.HOUSE, one)) for one in rows)
    for seat in facts.SEATS:
        (leaf,) = [one for one in KIT.component("records").pieces if one.id == f"record-{seat}"]
        places = [one for one in leaf.front(Look()).items if isinstance(one, Place)]
        assert len(places) == number
        (marker,) = [one for one in KIT.component("record_markers").pieces if one.id.startswith(places[0].takes)]
        assert marker.count == len(rows)


def words_of(component: str) -> str:
    """Every printed word of a component, also in groups."""

    def texts(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Text):
                yield item.text
            elif isinstance(item, Group):
                yield from texts(item.items)

    faces = [draw for one in KIT.component(component).pieces for draw in (one.front, one.back) if draw]
    return " ".join(text for draw in faces for text in texts(draw(Look()).items))


@pytest.mark.rule("MVW-067", "MVW-137", "MVW-139", "MVW-140", "MVW-141", "MVW-191")
def test_what_is_printed_is_what_the_data_say() -> None:
    """Whose health is another, the strength of abilities, what a hero gets, and whom a building waits for."""
    player, table = words_of("player_aid"), words_of("table_aid")
    for one in facts.HOUSE.cards():
        if one.health != facts.NUMBERS["unit"]["health"]:
            assert f"{one.name} {one.health}" in player
        able = facts.HOUSE.ability(one.id)
        if able and able.strength:
            assert cards.deed_text(able).startswith(f"Strength {able.strength}.")
            assert f"AP. Strength {able.strength}." in player
            assert f"Strength {able.strength}" in words_of("units")
    assert str(facts.NUMBERS["hero"]["points"]) in player
    assert "Indirect" in table
    shots = ", ".join(f"+{n}" for n in facts.NUMBERS["building"]["tower_bonus"])
    assert shots in player
    assert shots in words_of("buildings")
    assert "Engineer" in cards._building_text(facts.HOUSE.buildings["fortress"])


@pytest.mark.parametrize("component", ["player_aid", "table_aid", "units", "heroes", "event_sheet", "tokens"])
def test_minus_signs_are_no_hyphens(component: str) -> None:
    assert not re.search(r"(?<!\w)-\d", words_of(component))


def test_no_unit_looks_like_a_building() -> None:
    units = {of_unit(one) for one in facts.HOUSE.cards()}
    assert not units & {SIGNS[one.id] for one in facts.HOUSE.buildings.values()}


def test_a_hero_sheet_counts_kills_and_marks_skills() -> None:
    """A box for every kill towards a level, one for each skill that is bought, and a marker for each of them."""
    sheets, needed = KIT.component("heroes").pieces, 0
    for piece, hero in zip(sheets, facts.HOUSE.heroes.values(), strict=True):
        drawn = piece.front(Look()).items
        said = {one.text for one in drawn if isinstance(one, Text)}
        assert {"KILLS", "LEVEL", "HEALTH", "ACTION POINTS", "0"} <= said
        levels, spots = facts.NUMBERS["hero"]["levels"], [one for one in drawn if isinstance(one, Place)]
        tracks = 2 * levels + 2 * (hero.track_max - facts.NUMBERS["hero"]["track_min"] + 1)
        assert len(spots) == tracks + len(hero.skill)
        needed += 4 + len(hero.skill)
    assert counts("tokens")["marker-track"] >= needed


def test_the_prices_of_a_hero_keep_off_the_name() -> None:
    """The line at the right ends well before the name at the left."""
    for piece in KIT.component("heroes").pieces:
        texts = [one for one in piece.front(Look()).items if isinstance(one, Text)]
        name = next(one for one in texts if one.text == piece.name.upper())
        ends = name.x + fonts.width(name.text, name.font, name.size)
        beside = [one for one in texts if one.anchor == "end" and abs(one.y - name.y) < 5]
        assert len(beside) == 2
        assert min(one.x - fonts.width(one.text, one.font, one.size) for one in beside) > ends + 4


def test_what_belongs_to_nobody_wears_no_ground_of_a_player() -> None:
    """Coins, stones, damage, effects: the colours of the four sides are on their own pieces only."""
    sides = {Look().side(LOOKS[seat][0]).swatch.color for seat in facts.SEATS}
    for piece in KIT.component("tokens").pieces:
        for draw in (piece.front, piece.back):
            assert draw is not None
            grounds = {one.style.fill for one in draw(Look()).items if isinstance(one, Path)}
            assert not grounds & sides, piece.id


def test_the_aids_tell_what_comes_up_every_turn() -> None:
    """Gold and health of the settlement, repairs, what ends an action, swaps, support, and what an upgrade costs."""
    player, table = words_of("player_aid"), words_of("table_aid")
    home = facts.HOUSE.buildings["settlement"]
    for said in (f"{home.revenue} gold for the settlement", "every building repairs 1", "ends the unit's action",
                 "swap places", "moves in if the hex is empty", "fights hand to hand ("):  # fmt: skip
        assert said in player
    assert "difference of both prices" in table
    assert "opens the Field Medic" in table


def strength_table() -> Table:
    """The table of modifiers, the only one with three columns of figures."""
    [table] = [one for column in sides(ENGLISH, facts.HOUSE)["turn"].columns for one in column
               if isinstance(one, Table) and len(one.header) == 4]  # fmt: skip
    return table


def test_the_strength_table_says_what_the_rules_add() -> None:
    """No words in its columns; each row is what `strength` adds for such a blow, in all three manners."""
    table = strength_table()
    melee, rider, bow = Fighter("melee"), Fighter("mounted"), Fighter("ranged")
    cases: list[tuple[Fighter, Fighter | None, dict[str, Any]]] = [
        (melee, melee, {}), (Fighter("melee", 2), melee, {}), (melee, melee, {"ground": "grassland"}),
        (rider, melee, {"ground": "forest"}), (bow, melee, {"ground": "forest"}), (melee, melee, {"ground": "hill"}),
        (bow, melee, {"home": "hill"}), (bow, melee, {"ground": "water"}), (rider, None, {"building": 1}),
        (bow, None, {"building": 1}), (bow, melee, {"distance": 2}), (melee, melee, {"friends": 1}),
        (bow, rider, {}), (melee, Fighter("melee", 1, ("heavy_armor",)), {}),
        (melee, Fighter("melee", 1, ("highly_agile",)), {}), (Fighter("melee", 1, ("hard_hitter",)), melee, {}),
        (bow, melee, {"extra": (Term(t("Guard Tower"), facts.NUMBERS["building"]["tower_bonus"][0]),)}),
    ]  # fmt: skip
    base = facts.NUMBERS["unit"]["strength"]
    for row, (own, foe, more) in zip(table.rows, cases, strict=True):
        for cell, manner in zip(row[1:], get_args(Manner)[:3], strict=True):
            figure = cell.split(", ")[0].replace("−", "-")
            if figure not in ("", "closed"):
                case = Case(manner, own, foe, **{"ground": "road", "home": "road", **more})
                assert int(figure) == strength(RULINGS, case).total - (base if row != table.rows[0] else 0), (row, cell)


def test_ages_do_not_count_for_who_attacks_a_building() -> None:
    """A08, and a 0 that is a 10 (A02): what the note below the table says."""
    young, old = (Case("attack", Fighter("melee", age), None, "road", "road", building=2) for age in (1, 3))
    assert strength(RULINGS, young).total == strength(RULINGS, old).total
    assert (hits(RULINGS, 9, SIDES), hits(RULINGS, SIDES, SIDES), hits(RULINGS, 0, 1)) == (False, True, False)
    assert str(SIDES) in strength_table().note


def test_counters_that_are_turned_show_their_front() -> None:
    """Pikeman and Gatling Gun (A29, A30), and the Bayonet Line: what else is in the data has no front."""
    turned = {one.id for one in facts.HOUSE.cards() if has_front(facts.HOUSE, one)}
    assert turned == {"pikeman", "bayonet_line", "gatling_gun"}
    by_id = {piece.id: piece for piece in KIT.component("cubes").pieces}
    plain, with_heads = (len(by_id[f"cube-red-{one}"].front(Look()).items) for one in ("swordsman", "pikeman"))
    assert with_heads == plain + 2


def test_no_name_of_a_unit_is_too_small_to_read() -> None:
    """Two words that have no room in one line stand in two, both within the cut."""
    for piece in KIT.component("cubes").pieces:
        words = [one for one in piece.front(Look()).items if isinstance(one, Text) and not one.text.isdigit()]
        assert all(one.size >= 6.2 for one in words), piece.id
        _left, _top, _right, bottom = piece.safe_box
        assert all(one.y <= bottom for one in words)
