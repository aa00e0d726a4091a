"""Quests (17.2): drawing, deeds that count, rewards."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Rule
from companion.engine.core.rules import step
from companion.games.heroes_vs_warlords.advanced import quests
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Site
from tests.games.heroes_vs_warlords.rows.battlefield import lead, side
from tests.games.heroes_vs_warlords.table import Table, position, start_at


@step("17.2")
def deed(state: HvWState, what: str, mark: str, number: int) -> Rule[None]:
    """A deed of the Hero, as the rules report it."""
    yield from quests.did(state, hero_of(state, "knights:1"), what, mark, number)


@step("17.2")
def won(state: HvWState) -> Rule[None]:
    """The Hero has won the combat of the state."""
    assert state.battle is not None
    yield from quests.after_combat(state, state.battle, state.battle.attacker, state.battle.defender)


def playing(card: int = 0, **rulings: str) -> HvWState:
    state = position(quests="on", **rulings)
    state.cities["home:knights"].facilities.append("tavern")
    hero_of(state, "knights:1").quest = card
    return state


def turn(state: HvWState) -> Table:
    return start_at(state, movement.player_turn("knights"))


@pytest.mark.rule("HVW-397", "HVW-399")
def test_a_hero_draws_one_card_at_home():
    """In his City with a Tavern, in his own turn; with an open quest there is no offer."""
    table = turn(playing()).deed("quest:1").answer(["3"], section="17.2")
    assert table.hero("knights:1").quest == 3
    assert "quest:1" not in table.options(section="7.1")
    away = playing()
    hero_of(away, "knights:1").place = "open"
    assert "quest:1" not in turn(away).options(section="7.1")
    without = playing()
    without.cities["home:knights"].facilities.remove("tavern")
    assert "quest:1" not in turn(without).options(section="7.1")
    off = playing()
    off.rulings["quests"] = "off"
    assert "quest:1" not in turn(off).options(section="7.1")


@pytest.mark.rule("HVW-398")
def test_a_fulfilled_quest_pays_and_makes_room():
    """Card 1: 4 Gold at once, the card is discarded, and at home he may draw again."""
    state = playing(1)
    gold = state.cities["home:knights"].stock.gold
    table = start_at(state, deed("ruin", "ruin-1", 0))
    assert table.state.cities["home:knights"].stock.gold == gold + 4
    assert (table.hero("knights:1").quest, table.state.quest_discards) == (0, [1])
    assert quests.draw_offers(table.state, table.hero("knights:1"))


@pytest.mark.rule("HVW-399")
@pytest.mark.parametrize(("reading", "offered"), [("no", False), ("once_per_visit", True)])
def test_an_unfulfilled_card(reading, offered):
    """R100: kept, or exchanged once a visit."""
    state = playing(3, quest_swap=reading)
    hero = hero_of(state, "knights:1")
    assert bool(quests.draw_offers(state, hero)) is offered
    hero.quest_drawn = True
    assert not quests.draw_offers(state, hero)


def test_an_empty_deck_is_made_new_from_the_discards():
    """All cards but the one held can be drawn again (R100)."""
    state = playing(5)
    state.quest_discards = [one.id for one in facts.QUESTS if one.id != 5]
    assert 5 not in quests.deck(state)
    assert len(quests.deck(state)) == len(facts.QUESTS) - 1


@pytest.mark.rule("HVW-398")
@pytest.mark.parametrize(
    ("card", "deeds", "fulfilled"),
    [
        (2, [("outpost", "a", 0), ("outpost", "a", 0)], False),
        (2, [("outpost", "a", 0), ("outpost", "b", 0)], True),
        (4, [("guards", "x", 3)], False),
        (4, [("guards", "x", 4)], True),
        (6, [("kills", "x", 7)], False),
        (6, [("kills", "x", 8)], True),
        (8, [("won", "turn:1", 0), ("won", "turn:2", 0)], False),
        (8, [("won", "turn:2", 0), ("won", "turn:2", 0)], True),
        (3, [("ruin", "x", 0)], False),
    ],
)
def test_what_counts(card, deeds, fulfilled):
    """Numbers, different places, one turn."""
    state = playing(card)
    for one in deeds:
        state = start_at(state, deed(*one)).state
    assert (hero_of(state, "knights:1").quest == 0) is fulfilled


def test_deeds_before_the_card_do_not_count():
    """Only what is done with the card in hand."""
    state = start_at(playing(0), deed("outpost", "a", 0)).state
    hero_of(state, "knights:1").quest = 2
    state = start_at(state, deed("outpost", "b", 0)).state
    assert hero_of(state, "knights:1").quest == 2


@pytest.mark.parametrize(
    ("card", "first", "kept", "fulfilled"),
    [
        (11, "defender", True, True),
        (11, "defender", False, False),
        (11, "attacker", True, False),
        (6, "defender", True, True),
    ],
)
def test_what_a_combat_counts_for(card, first, kept, fulfilled):
    """The Initiative throughout, and the number of kills."""
    state = playing(card)
    state.battle = Battle("field", "", side("knights", (1, 1), hero=(0, 0)), side("amazons", (1, 0)), first)
    state.battle.initiative_kept = kept
    state.battle.attacker.kills = {"amazons:1": 9}
    assert (hero_of(start_at(state, won()).state, "knights:1").quest == 0) is fulfilled


def test_standing_quests_are_seen_at_the_end_of_a_turn():
    """Six stacks led, four kinds of Resource hexes held."""
    state = playing(10)
    lead(state, "knights:1", *((level, 1) for level in range(1, 7)))
    table = turn(state).deed("done")
    assert table.hero("knights:1").quest == 0
    owning = playing(5)
    for name in facts.RESOURCES:
        owning.sites[name] = Site(name, "resource", name, name, owner="knights", active=True, cleared=True)
    assert turn(owning).deed("done").hero("knights:1").quest == 0
    assert turn(playing(5)).deed("done").hero("knights:1").quest == 5


def test_a_foreign_start_tile_without_a_map():
    """The table says where he ends his turn."""
    table = turn(playing(9)).deed("done").answer(True, section="17.2")
    assert table.hero("knights:1").quest == 0


def test_units_and_abilities_as_rewards():
    """Three of Level 2 as far as there is room; Initiative for good."""
    state = playing(10)
    hero = lead(state, "knights:1", *((1, 1) for _ in range(6)))
    state = start_at(state, deed("stacks", "", 6)).state
    assert hero.initiative == hero_of(state, "knights:1").initiative
    assert sum(s.count for s in hero_of(state, "knights:1").sections if s) == 6  # no section is free
    other = start_at(playing(11), deed("without_initiative", "", 0)).state
    assert hero_of(other, "knights:1").initiative == facts.HERO_START["knights"].initiative + 1
