"""The end of a combat round (8.8-8.10): seizing the Initiative, withdrawing, and how a combat ends."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.state import HvWState, Side, Site
from tests.games.heroes_vs_warlords.rows.battlefield import (
    against_enemy,
    against_guards,
    attack,
    besieged,
    dice,
    field,
    fight,
    guarded,
    lead,
    pass_until,
    rounds_until,
    side,
    steps_asked,
)
from tests.games.heroes_vs_warlords.table import Table, hex_of, on_map, position, start_at


def heroes(**rulings: str) -> Table:
    """A field battle of two Heroes with Initiative 6; the Amazons defend and have the Initiative."""
    return field(knights(), amazons(), **rulings)


def knights() -> Side:
    return side("knights", (1, 9), hero=(2, 4), initiative=6)


def amazons() -> Side:
    return side("amazons", (1, 9), hero=(2, 3), initiative=6)


# ---- Initiative


@pytest.mark.rule("HVW-287", "HVW-239")
def test_the_side_without_initiative_may_try_to_seize_it():
    """After step 7 the player without the Initiative is asked, nobody else; a side without Hero is not."""
    table = pass_until(heroes(), "step:8")
    assert [(q.seat, q.section) for q in table.runner.questions()] == [("knights", "8.8")]
    led_by_defender_only = field(side("knights", (1, 9)), amazons())
    assert "step:8" not in rounds_until(led_by_defender_only, "step:9")


@pytest.mark.rule("HVW-288")
@pytest.mark.parametrize(("die", "seized"), [(5, True), (6, True), (7, False)])
def test_the_attempt_needs_a_die_up_to_the_initiative(die, seized):
    """TV12: with Initiative 6 the dice 5 and 6 succeed, 7 fails."""
    table = pass_until(heroes(), "step:8").answer(True, about="step:8")
    assert steps_asked(table) == ["step:8"]
    dice(table, die)
    assert (fight(table).first == "attacker") == seized


@pytest.mark.rule("HVW-289", "HVW-614")
def test_who_seizes_it_acts_in_the_steps_of_the_defender():
    """From the next combat round on the attacker attacks in step 6, the defender in step 7."""
    table = pass_until(heroes(), "step:8").answer(True, about="step:8")
    dice(table, 1)
    pass_until(table, "step:6")
    assert table.question().seat == "knights"
    assert pass_until(table, "step:7").question().seat == "amazons"


@pytest.mark.rule("HVW-289")
def test_original_roles_stay_for_breaching_and_sieges():
    """The besieger has seized the Initiative: he still may breach, and the defender still may not withdraw."""
    table = besieged(side("knights", (3, 9), hero=(2, 4), initiative=6, level=1), amazons(), works=2)
    pass_until(table, "step:8").answer(True, about="step:8")
    dice(table, 1)
    assert table.question(about="step:9").seat == "amazons"
    assert table.refused(True, about="step:9").section == "8.9"
    pass_until(table, "step:1")
    assert table.question(about="step:1").seat == "knights"


@pytest.mark.rule("HVW-289")
def test_all_roles_swap_by_ruling():
    """R47 `full_swap`: the besieger who seized the Initiative breaches no more; both Heroes may withdraw."""
    besieger = side("knights", (3, 9), hero=(2, 4), initiative=6, level=1)
    table = besieged(besieger, amazons(), works=2, initiative_roles="full_swap")
    pass_until(table, "step:8").answer(True, about="step:8")
    dice(table, 1)
    for seat in ("amazons", "knights"):
        assert table.question(about="step:9", seat=seat).part.form.refusal is None
        table.answer(False, about="step:9", seat=seat)
    assert "step:1" not in steps_asked(table)


@pytest.mark.rule("HVW-290")
@pytest.mark.parametrize("die", [1, 20])
def test_one_attempt_in_a_combat(die):
    """Whether it succeeded or failed, this Hero is not asked again; the one who lost the Initiative still is."""
    table = pass_until(heroes(), "step:8").answer(True, about="step:8")
    dice(table, die)
    asked: set[str] = set()
    for _ in range(2):
        pass_until(table, "step:9").answer(False, about="step:9").answer(False, about="step:9")
        while steps_asked(table)[0] != "step:9":
            asked |= {q.seat for q in table.runner.questions() if q.part.about == "step:8"}
            question = table.runner.questions()[0]
            table.runner.answer(question.key, "pass" if question.section == "8.3" else False)
    assert asked == ({"amazons"} if die == 1 else set())


# ---- withdrawing


@pytest.mark.rule("HVW-240", "HVW-292")
def test_the_attacker_decides_first_then_the_defender():
    """Each player with a Hero is asked in every round, the side without the Initiative first."""
    table = pass_until(heroes(), "step:9")
    assert table.asked() == [("knights", "8.9")]
    table.answer(False, about="step:9")
    assert table.asked() == [("amazons", "8.9")]
    table.answer(False, about="step:9")
    assert steps_asked(table) == ["step:6"]


@pytest.mark.rule("HVW-292")
def test_after_a_change_of_initiative_the_other_side_decides_first():
    """R47: the side that now lacks the Initiative is asked first; guards are never asked."""
    table = pass_until(heroes(), "step:8").answer(True, about="step:8")
    dice(table, 1)
    assert table.asked() == [("amazons", "8.9")]
    guards = field(knights(), side("neutrals", (1, 9), seat="amazons"))
    pass_until(guards, "step:9").answer(False, about="step:9")
    assert "step:9" not in steps_asked(guards)


@pytest.mark.rule("HVW-293")
@pytest.mark.parametrize(("die", "gone"), [(5, True), (6, True), (7, False)])
def test_a_withdrawal_needs_a_die_up_to_the_initiative(die, gone):
    """TV12: 5 and 6 succeed with Initiative 6; 7 fails and the combat goes on with the other player's decision."""
    table = pass_until(heroes(), "step:9").answer(True, about="step:9")
    assert steps_asked(table) == ["step:9"]
    dice(table, die)
    assert table.done == gone
    if not gone:
        assert table.asked() == [("amazons", "8.9")]


def test_whoever_may_withdraw_reads_his_chance():
    """Initiative 6 is 30 percent; a defender who may not leave a besieged City is told no chance."""
    table = pass_until(heroes(), "step:9")
    needs = table.runner.questions()[0].part.needs
    assert (needs.values["limit"], needs.values["percent"]) == (6, 30)
    siege = besieged(side("knights", (1, 9), hero=(2, 4), initiative=6), amazons())
    shut_in = pass_until(siege, "step:9").answer(False, about="step:9")
    assert shut_in.runner.questions()[0].part.needs is None


@pytest.mark.rule("HVW-293", "HVW-300")
def test_when_one_has_withdrawn_the_other_has_won_and_is_not_asked():
    """The combat is over at once, whoever left."""
    table = pass_until(heroes(), "step:9").answer(True, about="step:9")
    dice(table, 1)
    assert (table.done, table.result) == (True, "defender")
    table = pass_until(heroes(), "step:9").answer(False, about="step:9").answer(True, about="step:9")
    dice(table, 1)
    assert (table.done, table.result) == (True, "attacker")


@pytest.mark.rule("HVW-294")
def test_nobody_withdraws_from_a_besieged_city():
    """The defending Hero is refused with 8.9; the besieger is not, nor the defender of an open hex."""
    table = besieged(side("knights", (1, 9), hero=(2, 4), initiative=6), amazons())
    pass_until(table, "step:9")
    assert table.question(about="step:9").seat == "knights"
    table.answer(False, about="step:9")
    assert table.refused(True, seat="amazons", about="step:9").section == "8.9"


def met_guards(**rulings: str) -> Table:
    """The Knights' Hero came from the open into a ruin with guards; it is his turn."""
    state = position(**rulings)
    lead(state, "knights:1", (1, 5), (2, 3), place="open", mp=4)
    return against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3), (2, 4)))


def withdraw(table: Table, seat: str = "knights") -> Table:
    """The Hero of this seat withdraws at the first chance."""
    pass_until(table, "step:9")
    while table.question(about="step:9").seat != seat:
        table.answer(False, about="step:9")
    table.answer(True, about="step:9")
    return dice(table, 1)


@pytest.mark.rule("HVW-295", "HVW-301")
def test_survivors_return_to_the_display():
    """Three of five Level 1 units fell: two are back in their section, the others in theirs."""
    table = met_guards()
    pass_until(table, "step:6")
    attack(table, "0>0", 20, 1)
    withdraw(table)
    sections = table.hero("knights:1").sections
    assert [(one.level, one.count) for one in sections if one] == [(1, 2), (2, 3)]
    assert table.state.battle is None


@pytest.mark.rule("HVW-296")
@pytest.mark.parametrize(("reading", "other_moves"), [("hero", True), ("player", False)])
def test_the_turn_of_the_hero_is_over(reading, other_moves):
    """He has no MP left and cannot move; his player's other Hero may, unless R48 ends the whole turn."""
    state = position(withdraw_turn_end=reading)
    guarded(state, "ruin-1", (1, 3))
    lead(state, "knights:2", (1, 3), place="open")
    table = start_at(state, movement.player_turn("knights")).enters("ruin-1")
    withdraw(table)
    assert table.hero("knights:1").mp == 0
    assert table.greyed("walk:1", section="7.1") == "8.9"
    assert (table.greyed("walk:2", section="7.1") == "") == other_moves


@pytest.mark.rule("HVW-297")
def test_the_original_attacker_goes_back_where_he_came_from():
    """From the ruin back to the hex he entered it from, with or without a map."""
    assert withdraw(met_guards()).hero("knights:1").place == "open"
    state = position()
    centres = on_map(state, "K0", "T02", face_down=1)
    ruin, origin = hex_of(centres["T02"], "C"), hex_of(centres["T02"], "NW")
    guarded(state, ruin, (1, 3))
    lead(state, "knights:1", (1, 5), place=origin)
    table = start_at(state, movement.player_turn("knights")).walk(1, ruin)
    withdraw(table)
    assert table.hero("knights:1").place == origin


def attacked(**more: str) -> tuple[HvWState, dict[str, str]]:
    """On tile T02 an Amazon Hero stands in the centre; the Knights come from the North."""
    state = position(war=True)
    centres = on_map(state, "K0", "T02", **more)  # type: ignore[arg-type]
    names = {name: hex_of(centres["T02"], name) for name in ("C", "N", "NE", "SE", "S", "SW", "NW")}
    state.sites.clear()
    lead(state, "amazons:1", (1, 9), place=names["C"])
    lead(state, "knights:1", (1, 9), place=names["N"])
    return state, names


@pytest.mark.rule("HVW-298")
def test_the_original_defender_picks_an_adjacent_hex():
    """All hexes around but that of the attacker, and none with guards, enemies, foreign Cities or own Heroes."""
    state, names = attacked()
    guarded(state, names["S"], (1, 3))
    lead(state, "amazons:2", (1, 1), place=names["SW"])
    state.sites[names["SE"]] = Site(names["SE"], "resource", "Wood", owner="knights", resource="wood")
    state.sites[names["SE"]].garrison = [lead(state, "knights:2", (1, 2), place="far").sections[0]]  # type: ignore[list-item]
    table = withdraw(against_enemy(state, "knights:1", names["C"]), "amazons")
    options = set(table.options(section="8.9"))
    assert options == {names["NE"], names["NW"]}
    table.answer(names["NW"], section="8.9")
    assert table.hero("amazons:1").place == names["NW"]
    assert table.result["withdrew"] == "amazons:1"


@pytest.mark.rule("HVW-298")
def test_who_has_no_hex_to_go_to_cannot_withdraw():
    """Every other hex around is guarded: the Hero is refused, and the attacker is not."""
    state, names = attacked()
    for name in ("NE", "SE", "S", "SW", "NW"):
        guarded(state, names[name], (1, 3))
    table = pass_until(against_enemy(state, "knights:1", names["C"]), "step:9")
    table.answer(False, about="step:9")
    assert table.refused(True, seat="amazons", about="step:9").section == "8.9"


@pytest.mark.rule("HVW-298")
def test_from_reacting_guards_one_does_not_flee_into_their_hex():
    """The Hero is the original defender: any adjacent hex but that of the guards, which stay there."""
    state, names = attacked()
    state.world.open_war = False
    state.world.face_down = 1
    lead(state, "amazons:1", (1, 1), place="far")
    guarded(state, names["C"], (6, 3))
    table = start_at(state, movement.player_turn("knights")).walk(1, names["NE"])
    dice(table, 1)
    withdraw(table)
    assert names["C"] not in table.options(section="8.9")
    assert names["N"] in table.options(section="8.9")


@pytest.mark.rule("HVW-299")
def test_guards_left_behind_stay_active():
    """The Hero has fled: the guards that are left hold their hex and will fight again without a new roll."""
    table = met_guards()
    pass_until(table, "step:7")
    attack(table, "0>0", 20, 1)
    withdraw(table)
    site = table.state.sites["ruin-1"]
    assert [(one.level, one.count) for one in site.guards] == [(2, 4)]
    assert (site.active, site.cleared) == (True, False)
    state = table.state
    again = start_at(state, movement.player_turn("knights")).enters("ruin-1")
    assert [one.count for one in fight(again).defender.stacks] == [4]


# ---- the end


@pytest.mark.rule("HVW-300")
@pytest.mark.parametrize(("end", "winner"), [("win", "attacker"), ("lose", "defender")])
def test_the_side_that_is_left_has_won(end, winner):
    """No unit of one side is left on the display: the other side is the winner."""
    table = heroes()
    getattr(table, end)()
    assert table.result == winner


@pytest.mark.rule("HVW-301")
def test_experience_and_units_are_given_out_at_the_end():
    """After the last blow the winner has his EP, his units are on the Display, and the arena is empty."""
    table = met_guards()
    table.win()
    hero = table.hero("knights:1")
    assert hero.ep == 7
    assert sum(one.count for one in hero.sections if one) == 8
    assert table.state.battle is None


@pytest.mark.rule("HVW-240")
def test_withdrawing_before_the_first_round_is_a_ruling():
    """R49: at least one combat round is fought; by `basic_too` one roll is offered before the deployment."""
    assert met_guards().find(section="8.9") is None
    early = met_guards(early_withdraw="basic_too")
    assert early.asked() == [("knights", "8.9")]
    early.answer(True, section="8.9")
    dice(early, 6)
    assert early.done
    assert early.hero("knights:1").place == "open"
    assert early.notes("8.2") == []
    failed = met_guards(early_withdraw="basic_too").answer(True, section="8.9")
    dice(failed, 7)
    assert failed.notes("8.2") != []
