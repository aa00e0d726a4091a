"""Secrecy: hands, the draft under way and cards drawn are seen by their owner only."""

from __future__ import annotations

from companion.engine.core.effects import Ask, Draw
from companion.engine.testing.leaks import leaks
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.rituals import draw_rituals
from companion.games.conquest_of_zabor.phases.setup import deal_traits, draft
from companion.games.conquest_of_zabor.readers.board import board
from companion.games.conquest_of_zabor.realm.piles import left, title
from companion.games.conquest_of_zabor.state import ZaborState
from tests.games.conquest_of_zabor.table import run, world

TRAITS = list(facts.HOUSE.cards["trait"])


def dealt() -> ZaborState:
    """Three hands of a draft, and cards of both decks."""
    state = world("a:land:city:red b:land:city:blue")
    for n, seat in enumerate(state.seats):
        player = state.players[seat]
        player.passing, player.kept = TRAITS[5 * n : 5 * n + 4], [TRAITS[5 * n + 4]]
        player.destiny = [list(facts.HOUSE.cards["destiny"])[n]]
        player.sorcery = [list(facts.HOUSE.cards["sorcery"])[n]]
    return state


def words(state: ZaborState, seat: str) -> str:
    """Everything a seat's board says."""
    return str(board(state, seat))


def test_nothing_shown_depends_on_a_secret() -> None:
    """State and board of every seat and of watchers, with all hidden values exchanged."""
    assert leaks(GAME, dealt(), ("red", "blue", "green")) == []


def test_only_the_owner_reads_his_hand() -> None:
    """Names of cards in the draft and in hands stand on one board."""
    state = dealt()
    name = facts.HOUSE.cards["trait"][state.players["red"].passing[0]].name
    spell = facts.HOUSE.cards["sorcery"][state.players["red"].sorcery[0]].name
    assert name in words(state, "red")
    assert spell in words(state, "red")
    for seat in ("blue", "green", ""):
        assert name not in words(state, seat)
        assert spell not in words(state, seat)


def test_what_is_kept_in_the_draft_is_told_to_its_owner() -> None:
    """All choose at once; nobody else learns which card, and hands go on when all have chosen."""
    table = run(dealt(), draft())
    hand = list(table.state.players["red"].passing)
    assert sorted(table.asked) == ["draft:blue", "draft:green", "draft:red"]
    red = next(one for one in table.questions if one.seat == "red")
    table.runner.answer(red.key, hand[0])
    assert table.state.players["red"].kept == [TRAITS[4], hand[0]]
    assert table.state.players["blue"].passing == TRAITS[5:9]
    assert [note.to for note in table.runner.notes] == ["red", ""]
    assert str(title(table.state, "trait", hand[0])) not in str(table.runner.notes[1].text)


def test_who_drafts_is_told_how_many_he_keeps_and_which_he_has() -> None:
    """The question counts for all alike; what is kept stands beside it for its owner alone, and nothing at first."""
    state = dealt()
    state.players["blue"].kept = []
    asked = {one.seat: one.part for one in run(state, draft()).questions}
    assert all(isinstance(one, Ask) for one in asked.values())
    assert asked["red"].prompt.values == {"n": 2, "of": 4}
    kept = {seat: str(title(state, "trait", state.players[seat].kept[0])) for seat in ("red", "green")}
    for seat, part in asked.items():
        told = str(part.aside) if isinstance(part, Ask) else ""
        assert [one for one, name in kept.items() if name in told] == ([seat] if seat in kept else [])


def test_a_deck_does_not_tell_what_others_hold() -> None:
    """Who is dealt traits sees all that are in no open place; only what lies there comes up."""
    state = dealt()
    state.players["green"].passing, state.players["green"].kept = [], []
    table = run(state, deal_traits("green"))
    part = table.questions[0].part
    assert isinstance(part, Draw)
    assert sorted(card.id for card in part.deck) == sorted(TRAITS)
    assert table.refused([TRAITS[0], *TRAITS[20:24]])
    assert sum(left(state, "trait").values()) == 15


def test_what_is_drawn_is_told_to_its_owner() -> None:
    """The log of the others says only that a card was taken."""
    table = run(dealt(), draw_rituals("red", "secondary")).answer("destiny", ["buried_hoard"])
    assert table.said("Buried Hoard", to="red")
    assert table.said("Red takes 1 Destiny card.")
    assert not any("Hoard" in str(note.text) for note in table.runner.notes if not note.to)
