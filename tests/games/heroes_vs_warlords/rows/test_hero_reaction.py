"""Reactions of Heroes (7.3.2): who may, who must decide, on which die, and how it goes on."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.state import HvWState, Site
from tests.games.heroes_vs_warlords.rows.battlefield import dice, fight, guarded, lead, pass_until
from tests.games.heroes_vs_warlords.table import THREE, Table, hex_of, on_map, position, start_at

REACT = "7.3.2"


def ready(*seats: str, **rulings: str) -> HvWState:
    """War is open; the Knights' Hero is at home, an Amazon Hero somewhere in the open."""
    state = position(*(seats or ("knights", "amazons")), war=True, **rulings)
    lead(state, "amazons:1", (1, 5), place="open")
    return state


def walk_past(state: HvWState, *near: str) -> Table:
    """The Knights' Hero enters a plain hex next to these."""
    return start_at(state, movement.player_turn("knights")).enters("open", near=near or ("amazons:1",))


def turn_goes_on(table: Table) -> bool:
    return table.asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-196")
def test_a_hero_may_react_once_war_is_open():
    """Next to an enemy Hero the question is put to his player; before 7.2 allows attacks it is not."""
    assert walk_past(ready()).asked() == [("amazons", REACT)]
    peace = ready()
    peace.world.open_war, peace.world.face_down = False, 3
    table = start_at(peace, movement.player_turn("knights")).deed("walk:1")
    table.refused({"cost": 1, "into": "open", "near": ["amazons:1"], "tiles": 0}, about="hero:")


@pytest.mark.rule("HVW-196")
@pytest.mark.parametrize("war", [True, False])
def test_on_a_map_the_app_sees_who_stands_beside(war):
    """The mover comes next to an enemy Hero: he is asked with open war, and not in peace."""
    state = position(war=war)
    centres = on_map(state, "K0", "T01", face_down=0 if war else 2)
    step = hex_of(centres["K0"], "SE")
    lead(state, "amazons:1", (1, 5), place=hex_of(centres["K0"], "NE"))
    table = start_at(state, movement.player_turn("knights")).walk(1, step)
    assert table.asked() == ([("amazons", REACT)] if war else [("knights", "7.1")])


@pytest.mark.rule("HVW-031", "HVW-612")
@pytest.mark.parametrize("active", [True, False])
def test_nobody_reacts_into_an_active_recruitment_location_of_an_enemy(active):
    """The Knights' Hero enters his own Location: while it is active the Amazon beside it may not follow (3.3.2)."""
    state = ready(entry_order="reaction_first")
    site = state.sites["recruit:knights"]
    site.active, site.owner = active, "knights" if active else ""
    table = start_at(state, movement.player_turn("knights")).enters("recruit:knights", near=("amazons:1",))
    assert (("amazons", REACT) in table.asked()) != active


@pytest.mark.rule("HVW-612")
def test_on_a_map_the_own_location_is_safe_as_well():
    """An active Recruitment Location beside the Amazon Hero: entering it, the Knights' Hero meets no reaction."""
    state = position(war=True)
    centres = on_map(state, "K0", "T01")
    step, beside = hex_of(centres["K0"], "SE"), hex_of(centres["K0"], "NE")
    lead(state, "amazons:1", (1, 5), place=beside)
    state.sites[step] = Site(step, "recruitment", "Recruitment", race="knights", owner="knights", active=True)
    table = start_at(state, movement.player_turn("knights")).walk(1, step)
    assert ("amazons", REACT) not in table.asked()


@pytest.mark.rule("HVW-197")
def test_who_declines_may_still_react_in_the_next_hex():
    """Declining is no attempt: in the second hex he is asked again, and then reacts."""
    table = walk_past(ready()).answer(False, section=REACT)
    assert turn_goes_on(table)
    table.enters("open", near=["amazons:1"]).answer(True, section=REACT)
    dice(table, 6)
    assert fight(table).attacker.hero == "amazons:1"


@pytest.mark.rule("HVW-198")
@pytest.mark.parametrize(("die", "reacts"), [(5, True), (6, True), (7, False)])
def test_the_die_must_not_exceed_the_initiative(die, reacts):
    """TV12: Initiative 6 succeeds on 5 and 6 and fails on 7; the player of the reacting Hero rolls."""
    table = walk_past(ready()).answer(True, section=REACT)
    assert table.asked() == [("amazons", REACT)]
    dice(table, die)
    assert (table.state.battle is not None) == reacts


@pytest.mark.rule("HVW-199")
def test_one_attempt_against_each_mover_in_a_turn():
    """After a failed attempt he is not asked again for this mover, but for the other Hero of the same player."""
    state = ready()
    lead(state, "knights:2", (1, 3))
    table = walk_past(state).answer(True, section=REACT)
    dice(table, 20)
    table.enters("open", near=["amazons:1"])
    assert turn_goes_on(table)
    table.enters("open", near=["amazons:1"], number=2)
    assert table.asked() == [("amazons", REACT)]


@pytest.mark.rule("HVW-199")
def test_the_next_turn_gives_a_new_attempt():
    """What was tried in one turn is forgotten in the next."""
    table = walk_past(ready()).answer(True, section=REACT)
    dice(table, 20)
    table.deed("done")
    assert walk_past(table.state).asked() == [("amazons", REACT)]


def two_enemies(first: int, second: int, **rulings: str) -> Table:
    """Two enemy Heroes with these Initiatives stand beside the mover."""
    state = ready(*THREE, **rulings)
    lead(state, "amazons:1", (1, 5), place="open", initiative=first)
    lead(state, "barbarians:1", (1, 5), place="open", initiative=second)
    return walk_past(state, "amazons:1", "barbarians:1")


@pytest.mark.rule("HVW-200", "HVW-204")
def test_a_success_sets_off_no_second_reaction_in_that_hex():
    """Both want, one succeeds and is beaten: the other is not asked here, but in the next hex."""
    table = two_enemies(9, 6).answer(True, seat="amazons").answer(True, seat="barbarians")
    dice(table, 9)
    table.lose()
    table.play_until("7.1", seat="knights")
    assert turn_goes_on(table)
    table.enters("open", near=["barbarians:1"])
    assert table.asked() == [("barbarians", REACT)]


@pytest.mark.rule("HVW-201")
@pytest.mark.parametrize(("first", "second", "best"), [(9, 6, "amazons"), (6, 9, "barbarians")])
def test_the_highest_initiative_reacts(first, second, best):
    """Of two who want, only the one with the higher Initiative rolls; if he fails the other gets nothing here."""
    table = two_enemies(first, second).answer(True, seat="amazons").answer(True, seat="barbarians")
    assert table.asked() == [(best, REACT)]
    dice(table, 20)
    assert turn_goes_on(table)
    other = "barbarians" if best == "amazons" else "amazons"
    table.enters("open", near=["amazons:1", "barbarians:1"])
    assert table.asked() == [(other, REACT)]


@pytest.mark.rule("HVW-201")
def test_only_those_who_want_are_compared():
    """The Hero with the higher Initiative declines: the other one rolls."""
    table = two_enemies(9, 6).answer(False, seat="amazons").answer(True, seat="barbarians")
    assert table.asked() == [("barbarians", REACT)]


@pytest.mark.rule("HVW-201")
def test_equal_initiatives_are_decided_by_a_die():
    """A draw says which of the two reacts."""
    table = two_enemies(6, 6).answer(True, seat="amazons").answer(True, seat="barbarians")
    assert set(table.options(section=REACT)) == {"amazons:1", "barbarians:1"}
    table.answer(["barbarians:1"], section=REACT)
    assert table.asked() == [("barbarians", REACT)]
    dice(table, 1)
    assert fight(table).attacker.hero == "barbarians:1"


def caught(**rulings: str) -> Table:
    """The Amazons have reacted with success: the battle is on."""
    table = walk_past(ready(**rulings)).answer(True, section=REACT)
    return dice(table, 1)


@pytest.mark.rule("HVW-202")
def test_the_mover_is_the_defender_and_has_the_initiative():
    """He stops in his hex, deploys first as defender and acts in the first steps; the reacting Hero attacks."""
    table = caught()
    battle = fight(table)
    assert (battle.defender.hero, battle.attacker.hero, battle.first) == ("knights:1", "amazons:1", "defender")
    assert table.notes("8.2")[0].startswith("Knights")
    assert table.question(section="8.3").seat == "knights"


@pytest.mark.rule("HVW-203")
@pytest.mark.parametrize("end", ["win", "lose"])
def test_the_reacting_hero_is_back_in_his_own_hex(end):
    """Whether he wins or withdraws, he stands where he stood; he does not enter the hex of the battle."""
    state = position(war=True)
    centres = on_map(state, "K0", "T01")
    origin = hex_of(centres["K0"], "NE")
    lead(state, "amazons:1", (1, 5), place=origin)
    table = start_at(state, movement.player_turn("knights")).walk(1, hex_of(centres["K0"], "SE"))
    table.answer(True, section=REACT)
    dice(table, 1)
    if end == "win":
        table.win()
    else:
        pass_until(table, "step:9").answer(True, section="8.9", seat="amazons")
        dice(table, 1)
    assert table.hero("amazons:1").status == "in_play"
    assert table.hero("amazons:1").place == origin


@pytest.mark.rule("HVW-204")
def test_a_mover_who_wins_goes_on_with_his_mp():
    """He had 6 MP, entered one hex and won: 5 are left to walk on with."""
    table = caught().lose()
    table.play_until("7.1", seat="knights")
    assert table.hero("knights:1").mp == 5
    table.enters("open", cost=3)
    assert table.hero("knights:1").mp == 2


@pytest.mark.rule("HVW-205")
@pytest.mark.parametrize(
    ("wants", "die", "reading", "guards_check"),
    [(False, 0, "no", True), (True, 20, "no", False), (True, 20, "yes", True), (True, 1, "yes", False)],
)
def test_guards_check_only_when_the_heroes_decline(wants, die, reading, guards_check):
    """Heroes come first. Declined: the guards check. Tried and failed: they do not, or do by ruling R31."""
    state = ready(guards_after_failed_hero=reading)
    guarded(state, "ruin-1", (1, 3))
    table = walk_past(state, "amazons:1", "ruin-1")
    assert table.asked() == [("amazons", REACT)]
    table.answer(wants, section=REACT)
    if wants:
        dice(table, die)
    if die == 1:
        table.lose().play_until("7.1", seat="knights")
    assert (("amazons", "7.3.1.1") in table.asked()) == guards_check
