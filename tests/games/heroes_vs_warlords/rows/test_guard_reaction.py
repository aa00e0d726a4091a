"""Reactions of guards (7.3.1): who checks, when, on which die, and what a success leads to."""

from __future__ import annotations

import pytest

from companion.engine.core.forms import Choose
from companion.games.heroes_vs_warlords.moving import movement, paths, peril, reaction
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import HvWState, Stack
from tests.games.heroes_vs_warlords.advanced.country import country
from tests.games.heroes_vs_warlords.rows.battlefield import dice, fight, guarded, lead, pass_until
from tests.games.heroes_vs_warlords.table import THREE, TWO, Table, hex_of, on_map, position, start_at

CHECK = "7.3.1.1"


def at_turn(state: HvWState, seat: str = "knights") -> Table:
    """The turn of a player at its first question."""
    return start_at(state, movement.player_turn(seat))


def beside(*units: tuple[int, int], seats: tuple[str, ...] = TWO, **rulings: str) -> Table:
    """The Knights' Hero has entered a plain hex next to a ruin with these guards."""
    state = position(*seats, **rulings)
    guarded(state, "ruin-1", *units)
    return at_turn(state).enters("open", near=["ruin-1"])


def asks_turn(table: Table) -> bool:
    """The active player is asked what he does next."""
    return [section for _, section in table.asked()] == ["7.1"]


@pytest.mark.rule("HVW-182")
def test_guards_next_to_the_entered_hex_check():
    """A Hero next to guards sets off their check; without guards beside him nothing is asked."""
    assert beside((1, 3)).asked() == [("amazons", CHECK)]
    state = position()
    guarded(state, "ruin-1", (1, 3))
    assert asks_turn(at_turn(state).enters("open"))


@pytest.mark.rule("HVW-182", "HVW-188")
def test_on_a_map_the_app_knows_which_guards_are_beside():
    """With a map nobody is asked who stands where: the guards of the tile next door check once, then not again."""
    state = position()
    centres = on_map(state, "K0", "T01")
    home = state.cities["home:knights"].place
    step = hex_of(centres["K0"], "SE")
    guarded(state, hex_of(centres["K0"], "NE"), (1, 3), kind="resource")
    table = at_turn(state).walk(1, step)
    assert table.asked() == [("amazons", CHECK)]
    dice(table, 20)
    assert asks_turn(table)
    table.walk(1, home, step)
    assert asks_turn(table)


@pytest.mark.rule("HVW-183")
def test_guards_never_react_into_a_city():
    """The Hero enters his City next to guards: no check, and they keep their attempt."""
    state = position()
    guarded(state, "ruin-1", (6, 3))
    lead(state, "knights:1", (1, 5), place="open")
    table = at_turn(state).enters("home:knights", near=["ruin-1"])
    assert asks_turn(table)
    assert not table.state.sites["ruin-1"].asked


@pytest.mark.rule("HVW-184", "HVW-188")
def test_one_attempt_for_each_stack_in_a_turn():
    """After a failed check play goes on and these guards stay; in the next turn they may try again."""
    table = beside((1, 3))
    dice(table, 3)
    assert asks_turn(table)
    table.deed("walk:1")
    table.refused({"cost": 1, "into": "open", "near": ["ruin-1"], "tiles": 0}, about="hero:")
    table.answer({"cost": 1, "into": "open", "near": [], "tiles": 0}, about="hero:").deed("done")
    again = at_turn(table.state, "amazons").enters("open", near=["ruin-1"])
    assert again.asked() == [("knights", CHECK)]


@pytest.mark.rule("HVW-184")
def test_all_guards_of_a_hex_are_one_stack_or_each_its_own_by_ruling():
    """R28: together they check once, by the highest Level; alone each checks and only the one that succeeds fights."""
    together = beside((1, 3), (4, 1))
    dice(together, 9)
    assert asks_turn(together)
    alone = beside((1, 3), (4, 1), guard_stack="per_unit_stack")
    dice(alone, 9)
    assert alone.asked() == [("amazons", CHECK)]
    dice(alone, 2)
    assert [(one.level, one.count) for one in fight(alone).attacker.stacks] == [(1, 3)]
    assert not alone.state.sites["ruin-1"].asked or alone.state.sites["ruin-1"].tried == [4, 1]


@pytest.mark.rule("HVW-184")
def test_the_stack_that_did_not_come_stays_in_its_hex():
    """By the other reading of R28 the stack of Level 4 stays while the stack of Level 1 is wiped out."""
    table = beside((1, 3), (4, 1), guard_stack="per_unit_stack")
    dice(table, 20, 1)
    table.lose()
    assert [(one.level, one.count) for one in table.state.sites["ruin-1"].guards] == [(4, 1)]


def two_ruins(first: int, second: int) -> Table:
    """Next to two ruins whose guards have these Levels."""
    state = position()
    guarded(state, "ruin-1", (first, 3))
    guarded(state, "ruin-2", (second, 3))
    return at_turn(state).enters("open", near=["ruin-1", "ruin-2"])


@pytest.mark.rule("HVW-185")
def test_the_highest_level_checks_first():
    """Of two stacks the one with the higher Level is asked first, whichever was named first."""
    for first, second, expected in ((2, 4, "ruin-2"), (4, 2, "ruin-1")):
        assert two_ruins(first, second).question(section=CHECK).part.about == f"site:{expected}"


@pytest.mark.rule("HVW-185")
def test_equal_levels_are_decided_by_a_die():
    """Two stacks of Level 2: a draw names the first; when it fails the other checks."""
    table = two_ruins(2, 2)
    assert set(table.options(section="7.3.1")) == {"ruin-1", "ruin-2"}
    table.answer(["ruin-2"], section="7.3.1")
    assert table.question(section=CHECK).part.about == "site:ruin-2"
    dice(table, 20)
    assert table.question(section=CHECK).part.about == "site:ruin-1"


@pytest.mark.rule("HVW-186")
def test_after_a_success_no_other_stack_checks():
    """The first stack comes; when it is beaten the other one is not asked for this hex and keeps its attempt."""
    table = two_ruins(1, 4)
    dice(table, 8)
    assert table.state.battle is not None
    table.lose()
    assert asks_turn(table)
    assert table.state.sites["ruin-2"].guards == []
    assert not table.state.sites["ruin-1"].asked


@pytest.mark.rule("HVW-187")
def test_the_battle_is_in_the_hex_of_the_hero_who_is_the_defender():
    """The guards come to him: the battle stands at his place and he is the original defender."""
    table = beside((1, 3))
    dice(table, 2)
    battle = fight(table)
    assert (battle.place, battle.defender.hero, battle.attacker.kind) == ("open", "knights:1", "guards")
    assert table.hero("knights:1").place == "open"


@pytest.mark.rule("HVW-190")
@pytest.mark.parametrize(("level", "most"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12)])
def test_the_reaction_table(level, most):
    """TV11: the highest Level present decides; up to twice that Level the check succeeds, one more fails."""
    assert facts.REACTION_MAX[level] == most
    for die, reacts in ((most, True), (most + 1, False)):
        table = beside((1, 5), (level, 2)) if level > 1 else beside((1, 5))
        dice(table, die)
        assert (table.state.battle is not None) == reacts


@pytest.mark.rule("HVW-191", "HVW-193")
def test_reacting_guards_have_the_initiative():
    """The guards act in the steps of the defender (6), the Hero in those of the attacker (7); R29 may turn that."""
    table = beside((1, 3))
    dice(table, 1)
    assert fight(table).first == "attacker"
    assert pass_until(table, "step:6").question().seat == "amazons"
    assert pass_until(table, "step:7").question().seat == "knights"
    other = beside((1, 3), guard_reaction_roles="hero_first")
    dice(other, 1)
    assert pass_until(other, "step:6").question().seat == "knights"


@pytest.mark.rule("HVW-192")
def test_the_left_hand_neighbour_plays_the_guards_and_deploys_first():
    """Of three players the next one clockwise rolls and attacks for the guards; they deploy before the Hero."""
    for seat, neighbour in (("knights", "amazons"), ("amazons", "barbarians"), ("barbarians", "knights")):
        state = position(*THREE)
        guarded(state, "ruin-1", (1, 3))
        table = at_turn(state, seat).enters("open", near=["ruin-1"])
        assert table.asked() == [(neighbour, CHECK)]
        dice(table, 1)
        assert fight(table).attacker.seat == neighbour
        assert table.notes("8.2")[0].startswith("Guards")


@pytest.mark.rule("HVW-192")
def test_guards_in_their_own_hex_are_played_by_the_neighbour_too():
    """The Hero enters a guarded hex: the next player clockwise attacks for the guards."""
    state = position(*THREE)
    guarded(state, "ruin-1", (1, 3))
    table = at_turn(state, "barbarians").enters("ruin-1")
    assert fight(table).defender.seat == "knights"
    assert table.question(section="8.3").seat == "knights"


@pytest.mark.rule("HVW-193")
def test_reacting_guards_have_the_whole_sequence_of_combat():
    """The normal steps follow, the change of Initiative for the Hero included (the guards have none to lose it by)."""
    table = beside((1, 3))
    dice(table, 1)
    assert pass_until(table, "step:8").question().seat == "knights"
    assert pass_until(table, "step:9").question().seat == "knights"


@pytest.mark.rule("HVW-194")
def test_surviving_guards_go_back_to_their_hex():
    """The Hero withdraws: the guards that are left stand in their own hex again, active, with their losses."""
    table = beside((1, 3), (2, 3))
    dice(table, 1)
    pass_until(table, "step:7")
    table.answer("0>0", section="8.3")
    dice(table, 20, 1)
    pass_until(table, "step:9")
    table.answer(True, about="step:9")
    dice(table, 1)
    site = table.state.sites["ruin-1"]
    assert [(one.level, one.count) for one in site.guards] == [(2, 3)]
    assert (site.active, site.cleared) == (True, False)


@pytest.mark.rule("HVW-195")
def test_a_hero_who_beats_them_may_go_on():
    """He keeps the MP he had left and walks on; his hex of origin is cleared (R84)."""
    table = beside((1, 3))
    dice(table, 1)
    table.lose()
    assert asks_turn(table)
    assert table.hero("knights:1").mp == 5
    table.enters("open", cost=2)
    assert table.hero("knights:1").mp == 3
    assert table.state.sites["ruin-1"].cleared


# ---- guards that appear


def roused(reading: str = "check", *, heroes: int = 1) -> Table:
    """On a map the Knights have roused guards in a ruin and lost; Amazon Heroes stand next to it."""
    state = position(appearing_guards=reading)
    centres = on_map(state, "K0", "T02", "A0", face_down=1)
    ruin = hex_of(centres["T02"], "C")
    lead(state, "knights:1", (1, 1), place=hex_of(centres["T02"], "NW"))
    lead(state, "amazons:1", (1, 9), place=hex_of(centres["T02"], "NE"))
    if heroes == 2:
        lead(state, "amazons:2", (1, 9), place=hex_of(centres["T02"], "SW"))
    state.players["knights"].heroes[1].status = "dead"
    lead(state, "knights:2", (1, 1), place=hex_of(centres["K0"], "C"))
    table = at_turn(state).walk(1, ruin)
    dice(table, 1)
    table.lose()
    return table


@pytest.mark.rule("HVW-189")
def test_guards_that_appear_check_against_heroes_beside_them():
    """They were roused by a Knight and not beaten: they check at once against the Amazon next to their hex.

    The Amazons never play the guards that fall upon themselves.
    """
    table = roused()
    assert table.asked() == [("knights", CHECK)]
    dice(table, 4)
    assert fight(table).defender.hero == "amazons:1"
    assert fight(table).place == table.hero("amazons:1").place


@pytest.mark.rule("HVW-189")
def test_of_several_heroes_a_die_chooses_one():
    """Two Heroes stand beside them: a draw decides whom they choose."""
    table = roused(heroes=2)
    assert set(table.options(section="7.3.1")) == {"amazons:1", "amazons:2"}
    table.answer(["amazons:2"], section="7.3.1")
    dice(table, 1)
    assert fight(table).defender.hero == "amazons:2"


@pytest.mark.rule("HVW-189")
def test_the_attempt_counts_for_this_turn():
    """A failed check is their only one: the Knights' other Hero may walk past them."""
    table = roused()
    dice(table, 20)
    assert asks_turn(table)
    assert all(site.asked for site in table.state.sites.values() if site.guards)


@pytest.mark.rule("HVW-189")
def test_appearing_guards_attack_without_a_die_or_not_at_all_by_ruling():
    """R30: `automatic` falls upon the Hero at once, `off` leaves him alone."""
    table = roused("automatic")
    assert any("attack Amazons Hero 1" in line for line in table.notes("7.3.1.2"))
    assert table.notes(CHECK) == []
    assert asks_turn(roused("off"))


@pytest.mark.rule("HVW-189")
def test_without_a_map_the_table_says_who_stands_beside_them():
    """The app asks once, only when another Hero could stand there; named, he is attacked as on a map."""
    state = position()
    lead(state, "amazons:1", (1, 9), place="open")
    lead(state, "knights:1", (1, 1))
    lead(state, "knights:2", (1, 1), place="home:knights")
    table = at_turn(state).enters("new:ruin")
    dice(table, 1)
    table.lose()
    question = table.question(section="7.3.1")
    assert question.part.observation
    assert set(table.options(section="7.3.1")) == {"amazons:1"}
    table.answer(["amazons:1"], section="7.3.1")
    assert table.asked() == [("knights", CHECK)]
    assert not isinstance(question.part.form, Choose)


@pytest.mark.rule("HVW-188")
def test_guards_of_whom_only_stacks_are_left_that_have_tried_check_no_more():
    """By ruling R28 each stack tries once a turn; the one that had not tried may have fallen meanwhile."""
    state = position(guard_stack="per_unit_stack")
    guarded(state, "ruin-1", (1, 3))
    site = state.sites["ruin-1"]
    state.world.near = ["ruin-1"]
    hero = state.players["knights"].heroes[0]
    hero.place = "open"
    for tried, left in (([4], ["ruin-1"]), ([1], [])):
        site.tried = tried
        assert [one.place for one in reaction.eligible_guards(state, hero)] == left
    assert peril.peril(state, hero, "open", [site]) == 0


@pytest.mark.rule("HVW-188")
def test_nobody_stops_beside_guards_who_have_all_tried():
    """On the map a way goes on past them, as it does past a hex that has tried as a whole."""
    state, _ = country("K0", "T03", "A0", guard_stack="per_unit_stack")
    site = next(one for one in state.sites.values() if one.kind in ("ruin", "resource"))
    site.guards = [Stack("neutrals", 1, 3)]
    hero = state.players["knights"].heroes[0]
    assert paths.Ground(state, hero).watched
    site.tried = [1]
    assert not paths.Ground(state, hero).watched
