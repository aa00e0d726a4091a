"""The Round (5.3.3, 6.0), who is attacker and defender (2.0, 8.0), unit types (4.2)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of, unit_values
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from companion.games.heroes_vs_warlords.turns import sequence, victory
from tests.games.heroes_vs_warlords.table import (
    THREE,
    TWO,
    Table,
    begin_match,
    position,
    roll_initiative,
    set_up,
    start_at,
)


def play_round(table: Table) -> list[str]:
    """Play on with dull answers to the next initiative or the end; gives what came, step by step."""
    came: list[str] = []
    while not table.done and (not came or table.asked()[0][1] != "5.2"):
        question = table.runner.questions()[0]
        word = f"{question.section} {question.seat}"
        if question.section in ("7.1", "11.0"):
            came.append(word)
            table.answer("done", seat=question.seat, section=question.section)
        else:
            table.play_until("7.1" if question.section != "6.0" else "6.0")
    return came


@pytest.mark.parametrize("order", [("knights", "amazons"), ("amazons", "barbarians", "knights")])
@pytest.mark.rule("HVW-158", "HVW-159", "HVW-160", "HVW-162", "HVW-163")
def test_three_sequences_then_production(order):
    """Every player has three turns, by initiative, in each of three sequences; two players have no Turn 3."""
    table = set_up(*order)
    came = play_round(table)
    turns = [f"7.1 {seat}" for seat in order]
    assert came[: 3 * len(order)] == turns * 3
    assert sorted(came[3 * len(order) :]) == sorted(f"11.0 {seat}" for seat in order)
    assert table.state.round == 2


@pytest.mark.rule("HVW-161")
def test_turn_4_pays_all_at_once():
    """Income comes after the last player's turn of a sequence, for all, those with several Displays asked together."""
    state = position(*THREE)
    for seat in THREE:
        state.cities[f"{seat}:2"] = state.cities[f"home:{seat}"].__copy__()
        state.cities[f"{seat}:2"].id = f"{seat}:2"
        state.sites[f"wood-{seat}"] = Site(f"wood-{seat}", "resource", "Wood", "wood", active=True, owner=seat)
    table = start_at(state, sequence.sequence(1, list(THREE)))
    for seat in THREE:
        assert table.notes("9.2") == []
        table.answer("done", seat=seat, section="7.1")
    assert {seat for seat, section in table.asked()} == set(THREE)


@pytest.mark.rule("HVW-163", "HVW-164", "HVW-165")
def test_production_clean_up_victory_check_in_this_order():
    """The log of a Round's end: Production, Clean Up with the reinforcement of guards, then the check."""
    table = set_up(length=1)
    table.play_until("11.0")
    state = table.state
    state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin 1", active=True, guards=[Stack("neutrals", 1, 3)])
    from companion.games.heroes_vs_warlords.turns import cleanup

    rest = [note.section for note in start_at(state, cleanup.clean_up()).runner.notes]
    assert rest == ["12.0", "12.0"]
    for seat in TWO:
        table.answer("done", seat=seat, section="11.0")
    sections = [note.section for note in table.runner.notes]
    assert "12.0" in sections
    assert sections.index("12.0") < sections.index("12.1")
    assert table.done


@pytest.mark.rule("HVW-164", "HVW-165")
def test_guards_are_stronger_before_the_check():
    """Reinforcement happens in every Round, the last one included, before the game ends."""
    table = set_up(length=1)
    table.enters("new:ruin").answer([5], section="3.3.1").lose()
    guards = facts.TABLES["guards_ruin"].row(5)
    table.play_until("11.0")
    left = sum(stack.count for stack in table.state.sites["ruin-1"].guards)
    assert 0 < left <= sum(count for _, count in guards)
    for seat in TWO:
        table.answer("done", seat=seat, section="11.0")
    assert table.done
    assert sum(stack.count for stack in table.state.sites["ruin-1"].guards) == left + 1


@pytest.mark.rule("HVW-156", "HVW-167", "HVW-155")
@pytest.mark.parametrize("length", [1, 2])
def test_the_game_ends_at_the_agreed_length(length):
    """A new Round begins until the agreed number is played; then the categories are compared."""
    table = set_up(length=length)
    for number in range(1, length + 1):
        assert table.state.round == number
        assert not table.done
        play_round(table)
        if number < length:
            roll_initiative(table, *TWO)
    assert table.done
    assert table.state.ended == "length"
    assert set(table.result) <= set(TWO)
    assert len(table.notes("12.1")) >= len(victory.CATEGORIES)


@pytest.mark.rule("HVW-155", "HVW-156")
def test_a_length_in_player_turns():
    """R25, other reading: the game ends after so many player turns, in the middle of a Round too."""
    table = set_up(length=3, rulings={"length_unit": "player_turns"})
    for seat in ("knights", "amazons", "knights"):
        assert not table.done
        table.answer("done", seat=seat, section="7.1")
    assert table.done
    assert table.state.ended == "length"


@pytest.mark.rule("HVW-166", "HVW-167")
@pytest.mark.parametrize("agreed", [True, False])
def test_players_may_agree_to_stop(agreed):
    """One proposes, the game ends only if all others agree; otherwise the turn goes on (R58)."""
    table = set_up(*THREE).deed("stop")
    assert table.asked() == [("amazons", "6.0"), ("barbarians", "6.0")]
    table.answer(True, seat="amazons").answer(agreed, seat="barbarians")
    assert table.done == agreed
    if agreed:
        assert table.state.ended == "agreement"
        assert len(table.notes("12.1")) >= len(victory.CATEGORIES)
    else:
        assert table.asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-166", "HVW-167")
@pytest.mark.parametrize("on", [True, False])
def test_an_open_end_is_asked_after_every_round(on):
    """Without an agreed length the table says after each Round whether it plays on."""
    table = set_up(length=0)
    table.play_until("6.0")
    assert table.state.round == 1
    table.answer(on, section="6.0")
    if not on:
        table.answer(True, section="6.0")
    assert table.done != on
    assert table.state.round == (2 if on else 1)


@pytest.mark.rule("HVW-157")
def test_a_round_begins_with_initiative():
    """Nothing else is open when a Round begins, and the order of the last Round does not bind the next."""
    table = set_up(*TWO)
    play_round(table)
    assert {section for _, section in table.asked()} == {"5.2"}
    roll_initiative(table, "amazons", "knights")
    assert table.asked() == [("amazons", "7.1")]


@pytest.mark.rule("HVW-167")
def test_no_new_round_when_somebody_has_won():
    """The last player in the game wins at the check although the agreed length is not reached."""
    state = position(war=True)
    state.length = 5
    state.cities["home:amazons"].owner = "knights"
    after = start_at(state, victory.check()).state
    assert after.winners == ["knights"]
    assert start_at(after, victory.conclude()).result == ["knights"]


# ---- attacker and defender


@pytest.mark.rule("HVW-004", "HVW-005")
def test_the_active_player_attacks():
    """Against guards and against an enemy Hero the active player is the attacker."""
    state = position(war=True)
    state.active = "knights"
    hero, foe = hero_of(state, "knights:1"), hero_of(state, "amazons:1")
    site = state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin", guards=[Stack("neutrals", 1, 3)])
    battles.attack_guards(state, hero, site)
    assert (state.battle.attacker.hero, state.battle.defender.kind) == (hero.id, "guards")
    foe.place = "field:x"
    battles.attack_enemy(state, hero, "field:x")
    assert (state.battle.attacker.hero, state.battle.defender.hero) == (hero.id, foe.id)


@pytest.mark.rule("HVW-004", "HVW-005")
def test_in_a_reaction_the_active_player_defends():
    """Reacting guards and reacting Heroes attack; the mover is the defender. R29: guards act first."""
    state = position(war=True)
    state.active = "knights"
    mover, foe = hero_of(state, "knights:1"), hero_of(state, "amazons:1")
    battles.hero_reacts(state, foe, mover)
    fight = state.battle
    assert (fight.attacker.hero, fight.defender.hero, fight.first) == (foe.id, mover.id, "defender")
    site = Site("ruin-1", "ruin", "Ruin", guards=[Stack("neutrals", 1, 3)])
    battles.guards_react(state, mover, site)
    fight = state.battle
    assert (fight.attacker.kind, fight.defender.hero, fight.first) == ("guards", mover.id, "attacker")


# ---- unit types


@pytest.mark.rule("HVW-079")
def test_three_unit_types():
    """Every unit of every faction is of one of the three types, and each race has all three."""
    for faction, levels in facts.UNITS.items():
        kinds = {unit.type for unit in levels.values()}
        assert kinds <= {"ranged", "close", "cavalry"}
        assert len(kinds) == (1 if faction == "mercenaries" else 3)


@pytest.mark.rule("HVW-080", "HVW-081")
@pytest.mark.parametrize("faction", [*THREE, "neutrals"])
def test_levels_of_ranged_units_and_cavalry(faction):
    """Ranged units are Level 3 everywhere, Cavalry is Level 5, that of the Amazons Level 2."""
    state = position()
    kinds = {level: unit_values(state, faction, level).type for level in range(1, 7)}
    assert [level for level, kind in kinds.items() if kind == "ranged"] == [3]
    cavalry = [level for level, kind in kinds.items() if kind == "cavalry"]
    assert cavalry == ([2] if faction == "amazons" else [5])


@pytest.mark.rule("HVW-081")
@pytest.mark.parametrize(
    ("reading", "ranged", "cavalry"), [("2", [3], [2]), ("2_5", [3], [2, 5]), ("ranged_is_2", [2], [5])]
)
def test_the_amazon_exception_by_ruling(reading, ranged, cavalry):
    """R02: what the exception for Amazons means; the other races are not touched by it."""
    state = position(amazon_cavalry_levels=reading)
    kinds = {level: unit_values(state, "amazons", level).type for level in range(1, 7)}
    assert [level for level, kind in kinds.items() if kind == "ranged"] == ranged
    assert [level for level, kind in kinds.items() if kind == "cavalry"] == cavalry
    assert unit_values(state, "knights", 2).type == "close"


@pytest.mark.rule("HVW-081")
def test_a_ruling_reaches_the_army_list():
    """The label of the list at set-up says which type one buys."""
    for reading, word in (("2", "cavalry"), ("ranged_is_2", "ranged")):
        table = begin_match(rulings={"amazon_cavalry_levels": reading})
        table.answer({"map": "table", "tiles": 12, "length": 4}, section="5.3")
        roll_initiative(table, *TWO)
        rows = table.question("amazons", "5.1").part.form.rows
        assert word in str(next(row.label for row in rows if row.id == "L2"))
