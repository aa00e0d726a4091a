"""Moving: Roads and Fleets, hostile areas, the sea, natives; the movement actions."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.actions import campaign, card_move, maritime
from companion.games.conquest_of_zabor.phases.turn import war_target, warfare
from companion.games.conquest_of_zabor.readers.board import board
from companion.games.conquest_of_zabor.realm.areas import controlled, controller, known_border
from companion.games.conquest_of_zabor.realm.atlas import KINDS, NEAR, REGIONS
from companion.games.conquest_of_zabor.realm.deeds import roads_beside_start
from companion.games.conquest_of_zabor.realm.movement import move_group, reach
from companion.web.play.answers import words
from tests.games.conquest_of_zabor.table import Table, play, run, world

ROADS = "a:land:keep:red:road b:land:keep:red:road c:land:keep:red:road d:land:keep:red:road e:land:keep:red f:land"


def march(areas: str, borders: str, units: str, **more: object) -> Table:
    """One group of red moves from where the test says."""
    given = {"red": units, **more.pop("others", {})}  # type: ignore[dict-item]
    return play(move_group("red", "land", "", "", 0), areas, borders, given, **more)


def test_natives_where_one_passes() -> None:
    """By the other reading of A28 they appear there, too."""
    areas = "a:land:keep:red b:land c:land"
    table = march(areas, "a-b b-c", "a infantry", traits={"red": ["mountain_clans"]}, rulings={"passing": "all-passed"})
    table.answer("a", "b", "c")
    assert table.units("b", "barbarian") == {"infantry": 1}


@pytest.mark.rule("ZAB-119")
@pytest.mark.rule("ZAB-056")
@pytest.mark.rule("ZAB-063")
def test_flight_passes_anything_and_the_sea() -> None:
    """A level for each; the sea uses one, too, or by another reading of A48 none."""
    areas = "a:coast:keep:red k:land:keep:blue m:land s:sea t:sea b:coast:keep:red"
    for reading, far in (("count", False), ("sea-free", True)):
        table = march(areas, "a-s s-t t-b", "a night_wraith", rulings={"flight_sea": reading}).answer("a", "s")
        assert ("t" in table.open) == far
    table = march(areas, "a-k k-m", "a cliff_dragon", others={"blue": "k infantry"}).answer("a", "k", "m", "stop")
    assert table.units("m") == {"cliff_dragon": 1}
    assert table.units("k", "blue") == {"infantry": 1}


@pytest.mark.rule("ZAB-054")
@pytest.mark.rule("ZAB-129")
def test_water_walking() -> None:
    """One Sea Area for each level, and on to land."""
    areas = "a:coast:keep:red s:sea t:sea b:coast:keep:red"
    table = march(areas, "a-s s-b s-t", "a infantry", traits={"red": ["tide_walkers"]}).answer("a", "s")
    assert set(table.open) == {"a", "b", "back"}
    assert table.answer("back").said("taken back")
    plain = march(areas, "a-s s-b s-t", "a infantry").answer("a")
    assert plain.said("nowhere to go", to="red")


@pytest.mark.rule("ZAB-053")
@pytest.mark.rule("ZAB-054")
@pytest.mark.rule("ZAB-056")
def test_who_comes_upon_fleets_would_have_to_stop_at_sea() -> None:
    """So nobody walks over water where others' Fleets are; who flies passes them."""
    areas, borders = "a:coast:keep:red s:sea b:coast:keep:red", "a-s s-b"
    for unit, trait, there in (("infantry", "tide_walkers", False), ("cavalry", "sky_riders", True)):
        state = world(areas, borders, {"red": f"a {unit}", "blue": "s fleet"}, traits={"red": [trait]})
        table = run(state, campaign("red", "primary")).answer("a")
        assert ("s" in table.open) == there


@pytest.mark.rule("ZAB-051")
@pytest.mark.rule("ZAB-127")
@pytest.mark.rule("ZAB-210")
def test_move_and_speed() -> None:
    """Cavalry goes 3 areas, 4 with a card, or fewer."""
    areas = " ".join(f"{one}:land:keep:red" for one in "abcdef")
    borders = "a-b b-c c-d d-e e-f"
    table = march(areas, borders, "a cavalry").answer("a", "b", "c", "d")
    assert table.over
    fast = march(areas, borders, "a cavalry", traits={"red": ["horse_lords"]}).answer("a", "b", "c", "d")
    assert "e" in fast.open
    assert fast.answer("stop").units("d") == {"cavalry": 1}


@pytest.mark.rule("ZAB-053")
@pytest.mark.rule("ZAB-097")
@pytest.mark.rule("ZAB-170")
def test_whoever_meets_an_enemy_stops() -> None:
    """In an area that is not his, with or without Units."""
    table = march("a:land:keep:red b:land c:land", "a-b b-c", "a cavalry", others={"blue": "b infantry"})
    assert table.answer("a", "b").over
    empty = march("a:land:keep:red b:land:keep:blue c:land", "a-b b-c", "a cavalry").answer("a", "b")
    assert empty.over
    assert controller(empty.state, "b") == "red"


@pytest.mark.parametrize(("reading", "asked"), [("after", "from"), ("at-once", "dice:attacker")])
def test_when_battles_are_fought(reading: str, asked: str) -> None:
    """A06: after all moves, or as soon as a group has met an enemy."""
    units = {"red": "a cavalry, c infantry"}
    areas = "a:land:keep:red b:land c:land:keep:red"
    table = play(campaign("red", "primary"), areas, "a-b b-c", units, rulings={"battles": reading}).answer("a", "b")
    assert asked in table.asked


@pytest.mark.rule("ZAB-099")
def test_a_secondary_campaign_leaves_one_area() -> None:
    """To as many areas as the player likes."""
    areas = "a:land:keep:red b:land:keep:red c:land:keep:red"
    units = {"red": "a infantry*2, b infantry"}
    table = play(campaign("red", "secondary"), areas, "a-b a-c", units).answer("a", "a", {"infantry": 1}, "b", "stop")
    assert table.open == ["done", "a"]
    table.answer("a", "c", "stop")
    assert table.over
    assert (table.units("b"), table.units("c")) == ({"infantry": 2}, {"infantry": 1})


@pytest.mark.rule("ZAB-110")
def test_a_naval_battle() -> None:
    """Fleets move one area for each Move and fight where others are."""
    areas = "s:sea t:sea"
    table = play(maritime("red", "secondary"), areas, "s-t", {"red": "s fleet", "blue": "t fleet"}).answer("s", "t")
    assert table.dice == [2, 2]
    table.answer(1, 0)
    assert controlled(table.state, "red") == ["t"]


@pytest.mark.rule("ZAB-138")
@pytest.mark.rule("ZAB-139")
@pytest.mark.rule("ZAB-148")
def test_whoever_crosses_a_border_says_that_it_is_there() -> None:
    """On a map that nobody has typed in, areas and borders come in with the moves."""
    table = play(
        move_group("red", "land", "", "", 0),
        "home:land:keep:red far:land:keep:blue",
        "",
        {"red": "home infantry"},
        charted=False,
    ).answer("home")
    assert table.open == ["new", "far", "back"]
    table.answer("new", {"name": "Lunn", "kind": "coast", "region": "north"})
    assert table.over
    state = table.state
    assert (state.areas["a3"].name, state.areas["a3"].kind, known_border(state, "home", "a3")) == (
        "Lunn",
        "coast",
        True,
    )
    assert known_border(state, "home", "far") is None


def test_the_log_says_of_a_new_area_what_was_told_of_it() -> None:
    """Without the labels of the form: name, kind and place speak for themselves."""
    table = run(world("home:land:keep:red", units={"red": "home infantry"}, charted=False),
                move_group("red", "land", "", "", 0)).answer("home", "new")  # fmt: skip
    part = table.questions[0].part
    told = {"name": "Lunn", "kind": "coast", "region": "north"}
    assert str(words(part, told)) == ", ".join(("Lunn", str(KINDS["coast"]), str(REGIONS["north"])))


def test_a_name_is_on_the_list_once() -> None:
    """Two areas cannot be called alike."""
    state = world("home:land:keep:red", units={"red": "home infantry"}, charted=False)
    table = run(state, move_group("red", "land", "", "", 0)).answer("home", "new")
    assert "on the list already" in table.refused({"name": "hOme", "kind": "land", "region": ""})


@pytest.mark.parametrize(("n", "beside"), [(NEAR, True), (NEAR + 1, False)])
def test_what_may_be_next_door_is_chosen_at_once(n: int, beside: bool) -> None:
    """An area that may border another stands beside its known neighbours, and is one from then on; very many have a
    page of their own.
    """
    more = " ".join(f"p{i}:land" for i in range(n))
    table = march(f"a:land:keep:red b:land {more}", "a-b", "a infantry", charted=False).answer("a")
    assert table.open[:3] == ["b", "new", "p0" if beside else "elsewhere"]
    table.answer(*(["p7"] if beside else ["elsewhere", "p7"]))
    assert known_border(table.state, "a", "p7")


def test_a_border_that_nobody_has_named_is_asked_twice() -> None:
    """A slip of the finger teaches no wrong border: what is not known to be next door is said yes to, what is known is
    not. An area that is not on the list is the first of those.
    """
    table = march("a:land:keep:red b:land c:land d:land", "a-b", "a infantry", charted=False).answer("a")
    shown = {one.id: one for one in table.options if one.refusal is None}
    assert {one: shown[one].grave for one in ("b", "new", "c", "d")} == {"b": False, "new": False, "c": True, "d": True}
    apart = [one.id for one in table.options if one.under is not None]
    assert apart == ["new", "c", "d"]


def test_where_no_neighbour_is_known_only_the_end_stands_before_the_list() -> None:
    """The ordinary answer is not hidden behind a single button that declines."""
    state = world("home:land:keep:red c:land", units={"red": "home infantry"}, charted=False)
    state.players["red"].home = "home"
    asked = next(roads_beside_start(state, "red", 1))
    assert isinstance(asked, Ask)
    assert isinstance(asked.form, Choose)
    shown = asked.form.options
    assert [one.id for one in shown if one.under is None and not one.ends] == []
    assert [one.id for one in shown if one.under is not None] == ["new", "c"]


def test_where_all_are_to_go_comes_first() -> None:
    """In Warfare the area that was chosen is the first one to tap, known to be next door or not."""
    state = world("a:land:keep:red b:land c:land", "a-b", {"red": "a infantry"}, charted=False)
    table = run(state, move_group("red", "land", "", "c", 0)).answer("a")
    assert table.open[:2] == ["c", "b"]


def test_mists_and_the_step_of_a_card() -> None:
    """Nobody enters mists; a card moves to own areas only."""
    state = world("a:land:keep:red b:land:keep:red c:land", "a-b b-c", {"red": "a infantry"})
    state.areas["b"].misty = True
    table = run(state, move_group("red", "land", "", "", 0)).answer("a")
    assert table.said("nowhere to go", to="red")
    safe = play(card_move("red", 3), "a:land:keep:red b:land:keep:red c:land", "a-b b-c", {"red": "a infantry"})
    safe.answer("a", "b")
    assert safe.open == ["stop", "a", "back"]


@pytest.mark.parametrize(("reading", "can"), [("controlled", False), ("any-road", True)])
def test_whose_roads_link(reading: str, can: bool) -> None:
    """A10: Roads in others' areas bring Units in for nothing, by one reading; the move ends there."""
    areas = "a:land:keep:red b:land:keep:red c:land:keep:red:road x:land:keep:blue:road"
    table = march(areas, "a-b b-c c-x", "a infantry", rulings={"roads": reading}).answer("a", "b", "c")
    assert (not table.over and "x" in table.open) == can


def test_warfare_lists_first_what_most_units_reach() -> None:
    """Through own land and into others' as far as Move goes; what is one's own comes last, unreached or not."""
    areas = "a:land:keep:red b:land:keep:red far:land c:land:keep:blue d:land e:land"
    units = {"red": "a infantry*2, b infantry", "blue": "c infantry*2"}
    table = play(war_target("red"), areas, "a-b b-c c-e a-d d-far", units)
    assert {place: len(names) for place, names in reach(table.state, "red").items()} == {"a": 1, "b": 2, "c": 3, "d": 3}
    assert table.open == ["none", "c", "d", "far", "e", "b", "a"]
    state = table.answer("c").state
    state.phase, state.active = facts.WARFARE, "red"
    assert "C" in str(board(state, "red").doing)


def test_the_target_of_warfare_is_not_looked_for_among_what_nobody_knows() -> None:
    """It stands open, the others whose borders are unknown fold."""
    table = play(move_group("red", "land", "", "c", 0), "a:land:keep:red b:land c:land", "", {"red": "a infantry"},
                 charted=False)  # fmt: skip
    assert "C" in str(table.questions[0].part.prompt)
    under = {one.id: one.under for one in table.answer("a").questions[0].part.form.options}  # type: ignore[union-attr]
    assert under["c"] is None
    assert under["b"] is not None


def test_nobody_is_offered_what_cannot_be() -> None:
    """Units that have not moved cannot stop yet, and nobody leaves for the area where he is."""
    table = play(campaign("red", "primary"), "a:land:city:red b:land", "a-b", {"red": "a cavalry*2 infantry"})
    table.answer("a", {"cavalry": 1})
    assert [one.id for one in table.questions[0].part.form.options] == ["b", "back"]
    table = play(warfare("red"), "a:land:city:red b:land:city:red", "a-b", {"red": "a cavalry*2, b infantry"})
    table.answer("a")
    assert [one.id for one in table.questions[0].part.form.options] == ["done", "b"]


def test_land_that_nobody_holds_says_who_defends_it() -> None:
    """Its native stands on the button with its Strength, in Campaign and in Warfare; not where others are."""
    areas, units = "a:land:keep:red b:land k:land:keep:barbarian", {"red": "a infantry", "barbarian": "k infantry"}
    march_to = play(campaign("red", "primary"), areas, "a-b a-k", units).answer("a")
    war = play(war_target("red"), areas, "a-b a-k", units)
    for table in (march_to, war):
        told = {one.id: str(one.detail) for one in table.questions[0].part.form.options}  # type: ignore[union-attr]
        assert "Native" in told["b"]
        assert "Strength 2" in told["b"]
        assert "Native" not in told["k"]
    assert march_to.answer("b").units("b", "barbarian") == {"infantry": 1}
