"""Heroes: hiring, points, levels, skills, bringing back; what each skill does."""

from __future__ import annotations

import pytest

from companion.games.multiverse_war.fighting import skills
from companion.games.multiverse_war.fighting.fight import battle, fixed
from companion.games.multiverse_war.fighting.losses import credit, dealt, experience
from companion.games.multiverse_war.phases import action, build, heroes
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.figures import case_of, covered
from companion.games.multiverse_war.world.state import Blow, Fight, Unit
from companion.games.multiverse_war.world.strength import strength
from companion.games.multiverse_war.world.units import age_of, hero_of
from tests.games.multiverse_war.table import Table, play, run, world

ACT = action.acting("red")
HOME = "red settlement 0,0+1,0+0,1+1,-1+0,-1"


def run_through(rule: object) -> None:
    """Run a generator that asks nothing."""
    assert all(getattr(one, "kind", None) is not None for one in rule)  # type: ignore[attr-defined]


def hired(*, gold: int = 20, **more: object) -> Table:
    """Red hires the Blademaster."""
    return play(build.build("red"), buildings=[HOME], gold=gold, **more).answer("hero", "blademaster", "0,0")  # type: ignore[arg-type]


@pytest.mark.rule("MVW-137", "MVW-141", "MVW-142", "MVW-143")
def test_v32_eight_points() -> None:
    """7 gold; tracks begin at 3, so 2 of 8 points are left: 4 AP and one ability; another point is refused."""
    table = hired()
    assert table.state.players["red"].gold == 20
    asked = table.questions[0].part
    assert [one.amount for one in asked.purse] == [2]  # what there is to spend, as a figure
    assert {one.id for one in asked.form.options if one.kind == heroes.RECOMMENDED} == {"cleave"}
    assert all(one.price for one in asked.form.options if one.id != "keep")
    assert table.refusal("fury")
    table.answer("ap", "cleave")
    player = table.state.players["red"]
    hero = player.heroes["blademaster"]
    assert (player.gold, hero.ap, hero.health, hero.skills, hero.points) == (13, 4, 3, ["cleave"], 0)
    assert "points" not in [one.part.about for one in table.questions]
    dear = hired(rulings={"skill_price": "two-points"}).answer("ap")
    assert dear.refusal("cleave")


@pytest.mark.rule("MVW-143", "MVW-144", "MVW-283", "MVW-284", "MVW-029", "MVW-287")
def test_v34_what_heroes_cost() -> None:
    """7; 4 for each level when he comes back, 7 or 4 at level 1 (A47); the surcharge for further ones."""
    state = world(settings={"surcharge": "yes"})
    assert heroes.price_of(state, "red", "blademaster") == 7
    hired_one = (
        run(world(buildings=[HOME], gold=20), build.build("red"))
        .answer("hero", "blademaster", "0,0")
        .answer("keep")
        .state
    )
    hero = hired_one.players["red"].heroes["blademaster"]
    hero.alive = False
    assert heroes.price_of(hired_one, "red", "blademaster") == 7
    hired_one.rulings["revive_first"] = "sheet-four"
    assert heroes.price_of(hired_one, "red", "blademaster") == 4
    hero.level = 5
    assert heroes.price_of(hired_one, "red", "blademaster") == 20
    hired_one.surcharge = True
    assert heroes.price_of(hired_one, "red", "redmane") == 8


@pytest.mark.rule("MVW-144")
@pytest.mark.parametrize(("reading", "left"), [("all", 2), ("fresh-experience", 0)])
def test_a_hero_comes_back(reading: str, left: int) -> None:
    """With level, skills and experience, by one reading without the experience (A53)."""
    state = world({"red": ["3,0 blademaster"]}, buildings=[HOME], gold=20, rulings={"revived": reading})
    hero = state.players["red"].heroes["blademaster"]
    hero.level, hero.experience, hero.alive = 3, 2, False
    del state.units["u1"]
    table = run(state, build.build("red")).answer("hero", "blademaster", "0,0")
    hero = table.state.players["red"].heroes["blademaster"]
    assert (hero.alive, hero.level, hero.experience, table.state.players["red"].gold) == (True, 3, left, 8)


@pytest.mark.rule("MVW-259")
@pytest.mark.parametrize(
    ("reading", "other", "second"), [("one-set", False, True), ("own-set", True, True), ("one-each", False, False)]
)
def test_whose_heroes_they_are(reading: str, other: bool, second: bool) -> None:
    """A52: each once, a set for everybody, or one for each player."""
    state = world(
        {"red": ["3,0 blademaster"]}, buildings=[HOME, "blue settlement -3,0"], gold=20, rulings={"hero_sets": reading}
    )
    assert (heroes.taken_refusal(state, "blue", "blademaster") is None) == other
    assert (heroes.taken_refusal(state, "red", "redmane") is None) == second


@pytest.mark.rule("MVW-136", "MVW-145", "MVW-146")
def test_v33_levels() -> None:
    """As many kills as the level's number: 9 to level 4, 35 to level 8; the counter begins anew; points (A18)."""
    for reading, points in (("two", 2), ("one-point", 1)):
        state = world({"red": ["0,0 blademaster"]}, rulings={"level_points": reading})
        unit = state.units["u1"]
        run_through(experience(state, unit, 9))
        hero = hero_of(state, unit)
        assert (hero.level, hero.experience, hero.points) == (4, 0, 3 * points)
        run_through(experience(state, unit, 25))
        assert (hero.level, state.winners) == (7, [])
        run_through(experience(state, unit, 1))
        assert (hero.level, state.winners, state.ending) == (8, ["red"], "hero")


@pytest.mark.rule("MVW-139", "MVW-140", "MVW-263", "MVW-269")
@pytest.mark.parametrize(("reading", "ages"), [("three-four", [1, 1, 2, 3, 3]), ("track-print", [1, 1, 1, 1, 2])])
def test_ages_of_heroes(reading: str, ages: list[int]) -> None:
    """At levels 3 and 4, or as the track prints it (A05)."""
    state = world({"red": ["0,0 protector"]}, rulings={"hero_age": reading})
    found = []
    for level in range(1, 6):
        hero_of(state, state.units["u1"]).level = level
        found.append(age_of(state, state.units["u1"]))
    assert found == ages


@pytest.mark.rule("MVW-149", "MVW-155", "MVW-270", "MVW-147", "MVW-148", "MVW-003")
def test_the_sheets() -> None:
    """Five heroes; tracks from 3 to 8 or 9; the recommended skill is one of the first level."""
    sheets = facts.HOUSE.heroes
    assert len(sheets) == 5
    assert (sheets["blademaster"].sort, sheets["blademaster"].attributes) == ("melee", ("hard_hitter",))
    assert (sheets["blademaster"].track_max, sheets["protector"].track_max) == (8, 9)
    for one in sheets.values():
        assert one.recommended in [skill.id for skill in one.skill if skill.level == 1]
        assert len(one.skill) == 4


@pytest.mark.rule("MVW-135")
def test_two_abilities_a_turn() -> None:
    """A third is refused; they cost no tactical points, but by one reading (A50)."""
    state = world({"red": ["0,0 redmane"]})
    table = run(state, ACT).answer("0,0", "use:gallop", "3,0")
    assert (table.state.units["u1"].spent, table.state.players["red"].tactics) == (1, 0)
    table.state.units["u1"].used = ["gallop", "rally"]
    state = table.apart()
    assert run(state, ACT).answer("3,0").refusal("use:thunder_charge")
    state = world({"red": ["0,0 redmane"]}, rulings={"hero_tactics": "heroes-too"})
    assert run(state, ACT).answer("0,0", "use:gallop", "3,0").state.players["red"].tactics == 1


def test_always_active_skills() -> None:
    """Bought like others, or free (A51)."""
    for reading, skill in (("bought", True), ("free", False)):
        state = world(rulings={"always_active": reading}, buildings=[HOME], gold=20)
        table = run(state, build.build("red")).answer("hero", "blademaster", "0,0")
        assert ("grand_master" in table.ids) == skill


# ---- skills


@pytest.mark.rule("MVW-150")
def test_cleave_strikes_two() -> None:
    """One after the other, with the usual modifiers, answered."""
    units = {"red": ["0,0 blademaster"], "blue": ["1,0 scout", "0,1 scout"]}
    table = play(ACT, units).answer("0,0", "use:cleave", "1,0").finish(1)
    assert [table.state.units[name].wounds for name in ("u2", "u3")] == [1, 1]
    assert not table.state.units["u1"].done


@pytest.mark.rule("MVW-151", "MVW-152")
def test_leap() -> None:
    """Up to two hexes straight ahead, over anything but a mountain, onto a free hex."""
    units = {"red": ["0,0 blademaster", "0,-2 scout"], "blue": ["1,0 scout"]}
    table = play(ACT, units, ground={"0,1": "mountain", "-1,0": "water"}).answer("0,0", "use:leap")
    assert "2,0" in table.open
    assert "-2,0" in table.open
    assert not {"0,2", "0,-2", "1,0", "-1,0", "1,1"} & set(table.open)
    assert table.answer("2,0").state.units["u1"].place == "2,0"


@pytest.mark.rule("MVW-154")
def test_v36_fury() -> None:
    """From level 3: every adjacent enemy at exactly 7, no answer."""
    units = {"red": ["0,0 blademaster"], "blue": ["1,0 swordsman", "0,1 bowman", "-1,0 scout"]}
    table = play(ACT, units, ground={"1,0": "hill", "0,1": "forest"}).answer("0,0", "use:fury").rolls(7, 8, 7)
    assert [table.state.units[name].wounds for name in ("u1", "u2", "u3", "u4")] == [0, 1, 0, 1]


@pytest.mark.rule("MVW-265", "MVW-285")
def test_charge() -> None:
    """Straight at a unit on the third hex, which must be there; covering fire by one reading does not hit him."""
    units = {"red": ["0,0 protector"], "blue": ["3,0 swordsman", "2,2 scout"]}
    table = play(ACT, units).answer("0,0", "use:charge").rolls(7)
    assert (table.state.units["u1"].place, table.state.units["u2"].wounds) == ("2,0", 1)
    assert play(ACT, {"red": ["0,0 protector"], "blue": ["2,0 scout"]}).answer("0,0").refusal("use:charge")
    for reading, shots in (("covered", 2), ("untouchable", 1)):
        state = world(
            {"red": ["2,0 protector"], "blue": ["3,0 swordsman", "3,-1 gatling_gun"]}, rulings={"charge": reading}
        )
        state.units["u3"].marks["cover"] = 5
        assert "2,0" in covered(state, state.units["u3"])
        fixed(state, "u1", "u2", "3,0", "charge")
        assert len(state.fights[0].blows) == shots


@pytest.mark.rule("MVW-266")
def test_shield_wall() -> None:
    """No shots at him or a friend beside him for three turns; once in four."""
    units = {"red": ["0,0 bowman"], "blue": ["2,0 protector", "2,-1 swordsman"]}
    state = world(units)
    assert "2,-1" in run(state, ACT).answer("0,0").open
    state.units["u2"].marks["shield"] = 3
    assert not {"2,0", "2,-1"} & set(run(state, ACT).answer("0,0").ids)
    own = run(world({"red": ["0,0 protector"]}), ACT).answer("0,0", "use:shield_wall").state
    assert own.units["u1"].marks["shield"] == 3
    for _ in range(3):
        own = run(own, action.begin_phase("red")).state
    assert not own.units["u1"].marks["shield"]
    own.units["u1"].used = []
    assert run(own, ACT).answer("0,0").refusal("use:shield_wall")


@pytest.mark.rule("MVW-267", "MVW-268")
def test_man_of_war_and_bulwark() -> None:
    """He heals one wound from level 4, two from 6; Bulwark strikes three hexes and pushes back."""
    for level, left in ((3, 2), (4, 1), (6, 0)):
        state = world({"red": ["0,0 protector"]})
        state.units["u1"].wounds, state.players["red"].heroes["protector"].level = 2, level
        assert run(state, action.begin_phase("red")).state.units["u1"].wounds == left
    units = {"red": ["0,0 protector"], "blue": ["0,-1 swordsman"]}
    table = play(ACT, units).answer("0,0", "use:bulwark")
    table.answer("0").rolls(6)
    assert table.state.units["u2"].place == "0,-2"


@pytest.mark.rule("MVW-264", "MVW-286")
@pytest.mark.parametrize(("reading", "kill", "later"), [("stays", 1, 1), ("kill-and-damage", 2, 0), ("fades", 2, 1)])
def test_evangelist(reading: str, kill: int, later: int) -> None:
    """A73: experience for each damage; a blow that kills gives one or two; what damage gives may fade."""
    state = world({"red": ["0,0 protector"], "blue": ["1,0 scout"]}, rulings={"evangelist": reading})
    unit, hero = state.units["u1"], state.players["red"].heroes["protector"]
    run_through(credit(state, unit, Unit("blue", "scout")))
    run_through(dealt(state, unit, 1))
    gained = hero.experience + (2 if hero.level == 2 else 0)
    assert gained == kill
    if reading == "fades":
        hero.level, hero.experience, hero.extra = 1, 1, 1
        assert run(state, action.end_phase("red")).state.players["red"].heroes["protector"].experience == 0


def test_skyfletcher() -> None:
    """Two shots at -1; a shot that slows; sight of three; a storm at 5."""
    units = {"red": ["0,0 skyfletcher"], "blue": ["2,0 swordsman"]}
    table = play(ACT, units).answer("0,0", "use:twin_shaft")
    assert table.struck_with(9)
    pinned = play(ACT, units).answer("0,0", "use:pinning_arrow").finish(1)
    assert pinned.state.units["u2"].marks["slowed"] == 1
    assert world({"red": ["0,0 skyfletcher"], "blue": ["3,0 swordsman"]}).units["u2"].face == "swordsman"
    storm = play(ACT, units).answer("0,0", "use:arrow_storm").rolls(5)
    assert storm.state.units["u2"].wounds == 1
    state = world(units)
    shot = case_of(state, Fight("u1", "u2", distance=2), Blow("u1", "u2", "shot"))
    assert strength(state.rulings, shot).total == 10


def test_bear_warden() -> None:
    """The bear comes, is healed, and tramples whom it passes."""
    table = play(ACT, {"red": ["0,0 bear_warden"]}).answer("0,0", "use:call_the_bear", "1,0")
    bear = next(name for name, one in table.state.units.items() if one.kind == "bear")
    state = table.apart()
    state.units[bear].wounds, state.units["u1"].used = 1, []
    assert run(state, ACT).answer("0,0").refusal("use:call_the_bear")
    healed = run(state, ACT).answer("0,0", "use:mend").state
    assert healed.units[bear].wounds == 0
    charge = world({"red": ["0,0 bear_warden", "1,0 bear"], "blue": ["2,0 swordsman"]})
    ran = run(charge, ACT).answer("0,0", "use:stampede").finish(6)
    assert (ran.state.units["u2"].place, ran.state.units["u3"].wounds) == ("4,0", 1)


def test_redmane() -> None:
    """Gallop over grassland, a friend rallies, a charge at 8."""
    state = world({"red": ["0,0 redmane", "1,0 bowman"]}, ground={"-1,0": "forest"})
    state.units["u2"].done, state.units["u2"].spent = True, 2
    table = run(state, ACT).answer("0,0", "use:rally")
    assert (table.state.units["u2"].done, table.state.units["u2"].spent) == (False, 1)
    assert (
        "-1,0"
        not in run(world({"red": ["0,0 redmane"]}, ground={"-1,0": "forest"}), ACT).answer("0,0", "use:gallop").open
    )
    hit = play(ACT, {"red": ["0,0 redmane"], "blue": ["3,0 swordsman"]}).answer("0,0", "use:thunder_charge").rolls(8)
    assert (hit.state.units["u1"].place, hit.state.units["u2"].wounds) == ("2,0", 1)
    state = world({"red": ["0,0 redmane"], "blue": ["1,0 scout"]})
    state.units["u1"].done = state.units["u1"].killed = state.units["u1"].attacked = True
    assert run(state, ACT).answer("0,0").refusal("use:trample") == ""


@pytest.mark.rule("MVW-134")
def test_one_regular_attack_a_turn() -> None:
    """Neither a reading by which he acts on nor an action point given back lets a hero attack a second time."""
    units = {"red": ["0,0 blademaster"], "blue": ["1,0 bear_warden"]}
    state = world(units, rulings={"hero_order": "any-order"})
    state.players["blue"].heroes["bear_warden"].health = 9
    table = run(state, ACT).answer("0,0", "1,0").finish(10)
    again = run(table.apart(), ACT).answer("0,0")
    assert again.refusal("1,0")


@pytest.mark.rule("MVW-266")
def test_shield_wall_keeps_rain_away() -> None:
    """Shots over several hexes are ranged attacks as well."""
    units = {"red": ["0,0 bowman"], "blue": ["2,0 protector", "2,-1 swordsman", "2,-2 swordsman"]}
    state = world(units, learned=["bowman"])
    state.units["u2"].marks["shield"] = 3
    table = run(state, ACT).answer("0,0", "use:rain_of_arrows", "2,-1", "2,0").finish(1)
    assert [table.state.units[name].wounds for name in ("u2", "u3", "u4")] == [0, 0, 1]


def test_a_beast_teaches_a_hero() -> None:
    """Its reward is a step of the record: for a hero experience. It is no enemy unit that a mission counts."""
    state = world({"red": ["0,0 redmane"]})
    run_through(credit(state, state.units["u1"], Unit("", "beast")))
    player = state.players["red"]
    assert (player.gold, player.heroes["redmane"].experience, player.deeds) == (5, 1, {})


@pytest.mark.rule("MVW-223", "MVW-265")
def test_no_run_at_whom_one_may_not_attack() -> None:
    """A charge, a thunder charge, a stampede need an enemy that may be attacked (A33)."""
    units = {"red": ["0,0 protector redmane", "-1,0 bear_warden", "-2,0 bear"], "teal": ["3,0 bowman", "-4,0 bowman"]}
    for seats, free in ((("red", "blue", "teal"), False), (("red", "teal", "blue"), True)):
        state = world(units, seats=seats)
        one, other, warden = state.units["u1"], state.units["u2"], state.units["u3"]
        assert bool(skills.runs(state, one, (3,))) == free
        assert bool(skills.runs(state, other, (2, 3, 4))) == free
        assert bool(skills.stampedes(state, warden)) == free


def test_nobody_is_pushed_onto_a_random_event() -> None:
    """Its hex is not free."""
    state = world({"red": ["0,0 protector"], "blue": ["1,0 bowman"]})
    state.hexes["2,0"].event = True
    fixed(state, "u1", "u2", "1,0", "bulwark", then="push")
    assert run(state, battle()).answer(1).state.units["u2"].place == "1,0"
