"""Which parts of the Advanced game a match plays (13.0, 19.0)."""

from __future__ import annotations

import pytest

from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle
from tests.games.heroes_vs_warlords.rows.battlefield import side
from tests.games.heroes_vs_warlords.table import agree, begin_match, position, start_at


@pytest.mark.rule("HVW-353")
def test_every_part_is_optional_and_stands_alone():
    """A match that says nothing plays the Basic game; any one part can be added."""
    for ruling in facts.RULINGS:
        if ruling.choice:
            state = begin(GAME, ("knights", "amazons"), {}, {ruling.key: ruling.readings[-1].id}).state
            others = {one.key: one.default for one in facts.RULINGS if one.key != ruling.key}
            assert {key: state.rulings[key] for key in others} == others
            assert state.rulings[ruling.key] == ruling.readings[-1].id


@pytest.mark.rule("HVW-417", "HVW-418")
def test_a_method_can_be_changed_but_not_for_a_running_combat():
    """The combat goes on as it began; the next one has the new method."""
    state = position(combat_method="arena_advanced")
    state.battle = Battle("f", "", side("knights", (1, 3), hero=(0, 0)), side("amazons", (1, 3)), "defender")
    running = start_at(state, arena.battle()).state
    running.rulings["combat_method"] = "arena_basic"
    assert methods.advanced_hits(running.battle)
    assert methods.chosen(running) == "arena_basic"


@pytest.mark.rule("HVW-419")
@pytest.mark.parametrize(
    ("votes", "drawn", "method"),
    [
        (("arena_advanced", "arena_advanced", "arena_basic"), "", "arena_advanced"),
        (("arena_advanced", "arena_basic"), "arena_advanced", "arena_advanced"),
        (("arena_advanced", "arena_basic"), "arena_basic", "arena_basic"),
    ],
)
def test_the_majority_decides_and_a_die_settles_a_tie(votes, drawn, method):
    """Everybody votes unseen in set-up (19.0)."""
    seats = ("knights", "amazons", "barbarians")[: len(votes)]
    table = agree(begin_match(*seats, rulings={"combat_method": "vote"}))
    for seat, vote in zip(seats, votes, strict=True):
        table.answer(vote, seat=seat, section="19.0")
    if drawn:
        table.answer([drawn], section="19.0")
    assert methods.chosen(table.state) == method


@pytest.mark.rule("HVW-353", "HVW-418")
def test_a_match_changes_its_rules_like_a_ruling():
    """By agreement at any time: it stands in the ledger and can be undone."""
    match = Match.start(GAME, begin(GAME, ("knights", "amazons"), {}, {}), MemoryLedger(), Stamp("host"))
    agreed = ("terrain", "advanced", Stamp("host"))
    match.rule(*agreed)
    assert match.runner.state.rulings["terrain"] == "advanced"


@pytest.mark.rule("HVW-417", "HVW-353")
def test_the_whole_advanced_game_is_one_choice():
    """At creation "Advanced game" brings every part along; what is chosen beside it counts more."""
    state = begin(GAME, ("knights", "amazons"), {"rules": "advanced"}, {"quests": "off", "stock": "pooled"}).state
    chosen = {one.key: state.rulings[one.key] for one in facts.RULINGS if one.choice}
    assert chosen == {**facts.WHOLE_GAME, "quests": "off"}
    assert chosen["combat_method"] == "display_advanced"
    assert state.rulings["stock"] == "pooled"
    basic = begin(GAME, ("knights", "amazons"), {"rules": "basic"}, {}).state
    assert {basic.rulings[key] for key in facts.CHOICES} == {"basic", "off", "arena_basic"}
