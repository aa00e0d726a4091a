"""The build phase: recruiting, constructing, roads, forests, upgrades, and the builder track."""

from __future__ import annotations

import pytest

from companion.engine.core.menu import Group, Offer, Purse
from companion.engine.core.refusals import refuse_all
from companion.engine.core.text import Text, hinted, t
from companion.games.multiverse_war.phases import build, turn
from companion.games.multiverse_war.phases.build import with_price
from companion.games.multiverse_war.phases.revenue import income
from companion.games.multiverse_war.phases.victory import score
from companion.games.multiverse_war.phases.working import age_refusal, price_at
from companion.games.multiverse_war.readers import standings
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import site_refusal, spacing_refusal, supplied
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.state import Player
from tests.games.multiverse_war.table import Table, play, run, world

HOME = "red settlement 0,0+1,0+0,1+1,-1+0,-1"
BUILD = build.build("red")


def building(*words: str, **more: object) -> Table:
    """Red builds, with a settlement round 0,0."""
    return play(BUILD, buildings=[HOME, *words], **more)  # type: ignore[arg-type]


# ---- recruiting


@pytest.mark.rule("MVW-051", "MVW-056", "MVW-086", "MVW-164", "MVW-058", "MVW-186")
def test_recruiting() -> None:
    """For the price on the card, five a turn in the settlement, as far as the gold reaches; they act at once."""
    table = building(gold=20).answer("recruit")
    assert table.refusal("bowman") == ""
    table.answer("bowman", "0,0")
    assert (table.state.players["red"].gold, table.state.units["u101"].kind) == (17, "bowman")
    assert not table.state.units["u101"].done
    state = table.state
    state.buildings["b1"].trained = 5
    assert run(state, BUILD).refusal("recruit")
    poor = building(gold=2).answer("recruit")
    assert poor.open == ["scout", "decoy", build.BACK]
    card = facts.HOUSE.units["bowman"]
    assert (card.cost, card.ap, card.age, card.range) == (3, 2, 1, 2)


@pytest.mark.rule("MVW-085", "MVW-163", "MVW-190")
@pytest.mark.parametrize(("reading", "trains"), [("next-turn", False), ("at-once", True)])
def test_a_new_building(reading: str, trains: bool) -> None:
    """One unit a turn; in the turn after it is built (A40). Infantry in Barracks, no riders."""
    state = world(buildings=["red barracks 3,0"], gold=20, rulings={"new_building": reading})
    state.buildings["b1"].built = state.turn
    assert (run(state, BUILD).refusal("recruit") == "") == trains
    state.buildings["b1"].built = 1
    table = run(state, BUILD).answer("recruit")
    assert "horseman" not in table.open
    assert {"swordsman", "pikeman", "bowman", "scout", "builder"} <= set(table.open)
    table.answer("bowman")
    assert run(table.state, BUILD).refusal("recruit")


@pytest.mark.rule("MVW-173", "MVW-180", "MVW-181", "MVW-100")
def test_higher_ages() -> None:
    """In the settlement whatever is unlocked, elsewhere in a building of that age; lower ages go on; A32."""
    kinds = ["crossbowman", "bowman"]
    assert "crossbowman" in building(gold=20, learned=kinds).answer("recruit").open
    assert "bowman" in building(gold=20, learned=kinds).answer("recruit").open
    away = play(BUILD, buildings=["red barracks 3,0"], gold=20, learned=kinds).answer("recruit")
    assert "crossbowman" not in away.open
    assert "crossbowman" in play(BUILD, buildings=["red barracks 3,0 2"], gold=20, learned=kinds).answer("recruit").open
    need = building(gold=20, learned=kinds, rulings={"settlement_trains": "need-upgrade"}).answer("recruit")
    assert "crossbowman" not in need.open


@pytest.mark.rule("MVW-245")
def test_there_are_three_cubes_of_a_kind() -> None:
    """A fourth is refused."""
    state = world({"red": ["3,0 bowman", "3,1 bowman", "3,2 bowman"]}, buildings=[HOME], gold=20)
    assert "cube" in run(state, BUILD).answer("recruit").refusal("bowman")


# ---- where buildings stand


@pytest.mark.rule("MVW-068", "MVW-070", "MVW-160", "MVW-161", "MVW-190")
def test_v23_v24_spacing() -> None:
    """Three hexes from settlement and buildings, two where a tower is one of the pair; whose count (A80)."""
    state = world(buildings=["red settlement 0,0", "blue barracks 5,0", "red guard_tower -4,0"])
    assert spacing_refusal(state, "red", "barracks", "2,0")
    assert spacing_refusal(state, "red", "barracks", "0,3") is None
    assert spacing_refusal(state, "red", "barracks", "3,0")
    assert spacing_refusal(state, "red", "guard_tower", "3,0") is None
    assert spacing_refusal(state, "red", "guard_tower", "4,0")
    assert spacing_refusal(state, "red", "barracks", "-4,2") is None
    state.rulings["spacing"] = "own-only"
    assert spacing_refusal(state, "red", "barracks", "3,0") is None


@pytest.mark.rule("MVW-071", "MVW-072")
def test_v25_beside_unexplored_ground_and_events() -> None:
    """Refused, a tower too, but by one reading (A38)."""
    state = world()
    state.hexes["4,0"].ground = ""
    assert site_refusal(state, "red", "barracks", "3,0")
    assert site_refusal(state, "red", "guard_tower", "3,0")
    state.rulings["tower_unexplored"] = "tower-free"
    assert site_refusal(state, "red", "guard_tower", "3,0") is None
    state.hexes["0,1"].event = True
    assert site_refusal(state, "red", "barracks", "0,0")
    assert site_refusal(state, "red", "barracks", "-3,0") is None


@pytest.mark.rule("MVW-159", "MVW-124", "MVW-290", "MVW-189", "MVW-127")
def test_constructing() -> None:
    """By a Builder where it stands, for gold and no action points, one work a phase (A41, A82); the track moves."""
    table = play(BUILD, {"red": ["3,0 builder"]}, buildings=["red settlement 0,0"], gold=20)
    table.answer("construct", "barracks:u1:3,0:1")
    state = table.state
    one = state.buildings["b101"]
    assert (one.kind, one.places, state.players["red"].gold, state.units["u1"].spent) == ("barracks", ["3,0"], 16, 0)
    assert (state.players["red"].works, state.players["red"].points) == (1, 2)
    assert run(state, BUILD).refusal("construct")
    looked = play(BUILD, {"red": ["3,0 builder"]}, buildings=["red settlement 0,0"], gold=20)
    first = looked.open
    assert looked.answer("construct", "other").open == first  # who has only looked has lost nothing
    state.rulings["works"] = "as-gold-allows"
    state.units["u1"].place = "0,3"
    assert run(state, BUILD).refusal("construct") == ""
    nobody = play(BUILD, {"red": ["3,0 bowman"]}, gold=20)
    assert nobody.questions == [] or nobody.refusal("construct")
    for reading, places in (("own-hex", 1), ("next-door", 7)):
        sites = (
            play(BUILD, {"red": ["3,0 builder"]}, gold=20, rulings={"building_site": reading}).answer("construct").open
        )
        assert len([one for one in sites if one.startswith("barracks")]) == places


@pytest.mark.rule("MVW-171", "MVW-128")
def test_v28_the_engineer() -> None:
    """Six works open him, by one reading three; he opens the Fortress, which by one reading only he builds."""
    for reading, works in (("six", 5), ("three", 2)):
        state = world({"red": ["3,0 builder"]}, gold=20, rulings={"engineer": reading})
        state.players["red"].works = works
        assert run(state, BUILD).answer("construct").refusal("fortress:u1:3,0:1")
        state = run(state, BUILD).answer("road", "3,0").state
        assert "engineer" in state.players["red"].unlocked
        state.units["u1"].marks = {}
        assert run(state, BUILD).answer("construct").refusal("fortress:u1:3,0:1") == ""
        state.rulings["fortress_builder"] = "engineer-only"
        assert run(state, BUILD).answer("construct").refusal("fortress:u1:3,0:1")


@pytest.mark.rule("MVW-126")
@pytest.mark.parametrize(("ground", "price"), [("grassland", 1), ("forest", 2), ("hill", 2)])
def test_a_road_costs_what_the_hex_costs(ground: str, price: int) -> None:
    """Paid in gold."""
    table = play(BUILD, {"red": ["3,0 builder"]}, ground={"3,0": ground}, gold=5).answer("road", "3,0")
    assert (table.state.players["red"].gold, table.state.hexes["3,0"].road) == (5 - price, True)


@pytest.mark.rule("MVW-262", "MVW-246", "MVW-247")
def test_forests() -> None:
    """Cut and planted for a gold, twice a phase after three works; six loose hexes of each."""
    state = world({"red": ["3,0 builder"]}, ground={"3,0": "forest"}, gold=9)
    table = run(state, BUILD).answer("forest", "3,0")
    assert (table.state.hexes["3,0"].ground, table.state.players["red"].works) == ("grassland", 0)
    assert run(table.state, BUILD).refusal("forest")
    state.players["red"].works = 3
    again = run(state, BUILD).answer("forest", "3,0").state
    assert run(again, BUILD).refusal("forest") == ""
    assert run(run(again, BUILD).answer("forest", "3,0").state, BUILD).refusal("forest")
    assert facts.NUMBERS["forest"]["tokens"] == 6


# ---- upgrades


@pytest.mark.rule("MVW-165", "MVW-166", "MVW-172", "MVW-175")
def test_v22_a_building_reaches_the_next_age() -> None:
    """6, then 8; without a Builder; when the matching units are unlocked; one step a phase."""
    assert [price_at(world(), "barracks", age) for age in facts.AGES] == [4, 6, 8]
    state = world(buildings=["red barracks 3,0"], gold=20)
    assert run(state, BUILD).refusal("upgrade")
    state.players["red"].unlocked.append("heavy_swordsman")
    table = run(state, BUILD).answer("upgrade", "b1")
    assert (table.state.buildings["b1"].age, table.state.players["red"].gold) == (2, 14)
    assert run(table.state, BUILD).refusal("upgrade")
    state.rulings["upgrade_price"] = "difference"
    assert run(state, BUILD).answer("upgrade", "b1").state.players["red"].gold == 18


@pytest.mark.rule("MVW-167", "MVW-168", "MVW-169", "MVW-170", "MVW-171")
@pytest.mark.parametrize(
    ("kind", "opens", "not_yet"),
    [
        ("guard_tower", "crossbowman", "lancer"),
        ("barracks", "heavy_swordsman", "crossbowman"),
        ("barracks", "halberdier", "lancer"),
        ("academy", "lancer", "artillery"),
        ("siege_workshop", "artillery", "lancer"),
        ("fortress", "lancer", "field_medic"),
    ],
)
def test_what_opens_the_second_age(kind: str, opens: str, not_yet: str) -> None:
    """Each building has its units; swords only by one reading of melee infantry."""
    state = world()
    state.players["red"].unlocked = [not_yet]
    assert age_refusal(state, "red", kind, 2)
    state.players["red"].unlocked = [opens]
    assert age_refusal(state, "red", kind, 2) is None
    assert age_refusal(state, "red", kind, 3)
    state.rulings["infantry"] = "swords-only"
    assert bool(age_refusal(state, "red", kind, 2)) == (opens == "halberdier")


def test_a_new_building_may_be_of_a_higher_age() -> None:
    """A55: by one reading, for the price of that age."""
    units = {"red": ["3,0 builder"]}
    state = world(units, gold=20, learned=["crossbowman"], rulings={"new_age": "build-direct"})
    table = run(state, BUILD).answer("construct", "guard_tower:u1:3,0:2")
    assert (table.state.buildings["b101"].age, table.state.players["red"].gold) == (2, 15)


@pytest.mark.rule("MVW-179")
def test_a_unit_is_upgraded_on_friendly_ground() -> None:
    """For the difference of the prices, in or beside an own building; wounds stay."""
    state = world({"red": ["1,1 bowman", "4,0 bowman"]}, buildings=[HOME], gold=9, learned=["crossbowman"])
    state.units["u1"].wounds = 1
    table = run(state, BUILD).answer("promote")
    assert table.open == ["u1", build.BACK]
    table.answer("u1")
    assert (table.state.units["u1"].kind, table.state.units["u1"].wounds, table.state.players["red"].gold) == (
        "crossbowman",
        1,
        7,
    )


def test_the_city_tells_of_upgrades_that_are_possible() -> None:
    """A building is called ready for its next age only once the build phase would let it."""
    state = world(buildings=["red barracks 3,0"], gold=20)
    told = standings.built(state, state.players["red"])
    state.players["red"].unlocked.append("heavy_swordsman")
    assert standings.built(state, state.players["red"]).lines != told.lines
    state.buildings["b1"].upgraded = state.turn
    assert standings.built(state, state.players["red"]).lines == told.lines


# ---- what buildings are worth


@pytest.mark.rule("MVW-229", "MVW-230", "MVW-231", "MVW-232", "MVW-233")
def test_v37_points_of_buildings() -> None:
    """The figures by age; a lost one keeps its points, or only what stands counts, or each age adds (A22, A23)."""
    vp = {one.id: one.vp for one in facts.HOUSE.buildings.values()}
    assert (vp["barracks"], vp["guard_tower"]) == ((2, 4, 7), (2, 4, 6))
    assert (vp["academy"], vp["siege_workshop"]) == ((3, 5, 8), (4, 6, 9))
    for reading, points in (("kept", 4), ("adds-up", 6), ("standing-only", 4)):
        state = world({"red": ["3,0 builder"]}, gold=20, rulings={"vp_lost": reading}, learned=["heavy_swordsman"])
        state = run(state, BUILD).answer("construct", "barracks:u1:3,0:1").state
        state.turn += 1
        state = run(state, BUILD).answer("upgrade", "b101").state
        assert score(state, "red").total == points, reading
    state = world(buildings=["red fortress 3,0"], rulings={"vp_lost": "standing-only", "fortress_vp": "no-vp"})
    assert score(state, "red").total == 0


# ---- revenue


@pytest.mark.rule("MVW-055", "MVW-069", "MVW-084", "MVW-131", "MVW-174", "MVW-052")
def test_v20_v21_revenue() -> None:
    """5 and 2; one more joined by continuous road; a higher age brings no more; the other readings."""
    state = world(buildings=["red settlement 0,0", "red barracks 3,0 2"])
    assert income(state, "red", len(supplied(state, "red"))).total == 7
    state.hexes["1,0"].road = True
    assert supplied(state, "red") == []
    state.hexes["2,0"].road = True
    assert income(state, "red", len(supplied(state, "red"))).total == 8
    assert income(state, "blue", 0).total == 0
    assert income(world(buildings=["red barracks 3,0 3"], rulings={"upgrade_income": "adds-up"}), "red", 0).total == 6
    assert income(world(buildings=["red settlement 0,0"], rulings={"income": "sheet-xp"}), "red", 0).total == 2


@pytest.mark.rule("MVW-158")
@pytest.mark.parametrize("reading", ["revenue", "end-of-turn"])
def test_v11_buildings_repair(reading: str) -> None:
    """One damage a turn by itself, in the revenue phase or at the end of the turn (A64)."""
    from companion.games.multiverse_war.phases import revenue

    state = world(buildings=["red settlement 0,0", "red barracks 3,0"], rulings={"repair": reading})
    state.buildings["b1"].wounds = state.buildings["b2"].wounds = 2
    state = run(state, revenue.collect("red") if reading == "revenue" else turn.end_turn()).state
    assert [one.wounds for one in state.buildings.values()] == [1, 1]


def test_nobody_builds_under_the_feet_of_an_enemy() -> None:
    """By the reading that builds in the next hex (A82), an enemy may stand there."""
    state = world({"red": ["3,0 builder"], "blue": ["4,0 scout"]}, gold=9, rulings={"building_site": "next-door"})
    assert site_refusal(state, "red", "barracks", "4,0")
    assert site_refusal(state, "red", "barracks", "2,0") is None


@pytest.mark.rule("MVW-262")
def test_the_second_of_two_forest_changes() -> None:
    """Between the two nothing else can be made (A41); one that was not used is not kept for the next phase."""
    state = world({"red": ["3,0 builder"]}, ground={"3,0": "forest"}, gold=9)
    state.players["red"].works = 3
    half = run(state, BUILD).answer("forest", "3,0").state
    assert run(half, BUILD).refusal("road")
    assert run(half, BUILD).refusal("construct")
    later = run(half, build.begin_build("red")).state
    assert run(later, BUILD).refusal("road") == ""
    later = run(later, BUILD).answer("forest", "3,0").state
    assert run(later, BUILD).refusal("forest") == ""


def test_a_unit_to_recruit_has_its_symbol_and_its_health() -> None:
    """As on its card, beside its price."""
    state = building(gold=20)
    purse = build.purse_of(state.state, "red")
    offers = [one.option() for one in build.recruits(state.state, "red", purse).offers if isinstance(one, Offer)]
    assert offers
    for one in offers:
        assert one.sign
        assert one.figures[0].amount == facts.HOUSE.units[one.id].health
        assert [chip.amount for chip in one.price] == [facts.HOUSE.units[one.id].cost]


def test_kinds_of_deeds_tell_what_the_cheapest_costs() -> None:
    """Of those that are possible; a kind of which all are free or none is possible tells nothing."""
    purse = Purse(Player("red", gold=5), "gold", lambda n: t("{n}", n=n))
    made = [Offer(str(n), t("x"), price=n, purse=purse) for n in (3, 2, 9, 0)]

    def told(*offers: Offer) -> int | None:
        detail = hinted(with_price(Group("x", t("x"), t("x"), offers)).detail)
        inner = detail.values.get("price", detail) if detail is not None else None
        return int(str(inner.values["n"])) if isinstance(inner, Text) else None

    assert [told(*made[:3]), told(made[1]), told(made[2]), told(made[3])] == [2, 2, None, None]


def test_what_is_not_possible_says_what_is_in_the_way() -> None:
    """That nobody is free only where this is so, and never that there is nothing to choose."""

    def told(*units: str, **more: object) -> dict[str, str]:
        table = building("red barracks -4,0", gold=9, units={"red": units}, **more)
        return {one: table.refusal(one) for one in ("construct", "road", "forest", "upgrade", "promote")}

    nothing = str(refuse_all("", ()).reason)  # type: ignore[union-attr]
    none, hill, city = told("4,0 bowman"), told("4,0 builder", ground={"4,0": "hill"}), told("0,0 builder")
    assert none["construct"] == none["road"] == none["forest"]
    assert hill["road"] == hill["construct"] == ""
    assert hill["forest"] not in ("", none["forest"])
    assert str(place_name(world(buildings=[HOME]), "0,0")) in city["construct"]
    assert city["promote"] not in ("", nothing)
    bare = play(BUILD, buildings=[HOME], gold=9)
    assert bare.refusal("upgrade") not in ("", nothing, city["promote"])
