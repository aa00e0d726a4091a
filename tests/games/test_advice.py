"""Advice for beginners belongs to the question it stands beside, in whatever a match comes to."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from companion.engine.core.effects import Ask, subject
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.game.guidance import Advice, answered_by
from companion.engine.game.record import Game
from companion.engine.testing.fuzz import play_game
from companion.engine.testing.player import Checks, Player
from companion.games import all_games

GUIDED = [game for game in all_games() if game.guide]
UNCHECKED = Checks(
    saves=False, undo=False, secrets=False, states=False, questions=False, corrections=False, replay=False, cap=900
)


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_no_question_shows_the_advice_of_another_one(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece of advice is for questions of one step, about one kind of thing, answered in one way, of one section;
    and "your turn" is said to nobody but the seat on turn.
    """
    assert game.guide is not None
    assert game.board is not None
    guide, board = game.guide, game.board
    shown: dict[tuple[str, ...], set[tuple[str, str, str]]] = defaultdict(set)
    told_on_turn: list[tuple[str, str]] = []

    def look(player: Player) -> None:
        asked = player.runner.questions()
        for question in asked:
            if (said := guide.advice_for(question, question.seat)) is not None:
                shown[key_of(said)].add(signs(question) if said.rule else (said.about, said.part, ""))
                if said.on_turn:
                    told_on_turn.append((question.seat, board(player.runner.state, question.seat).active))

    monkeypatch.setattr(Player, "check", look)
    played = [play_game(game, seed, UNCHECKED) for seed in range(3)]
    assert all(one.answers for one in played)
    assert shown
    assert {key: sorted(found) for key, found in shown.items() if len(found) > 1} == {}
    assert all(about == key[1] for key, found in shown.items() for about, _part, _section in found)
    assert all(seat == active for seat, active in told_on_turn)


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_whoever_is_asked_is_told_why(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly every question of a match says why it comes, or what people usually do."""
    assert game.guide is not None
    guide, asked = game.guide, Counter[bool]()

    def look(player: Player) -> None:
        asked.update(guide.advice_for(one, one.seat) is not None for one in player.runner.questions())

    monkeypatch.setattr(Player, "check", look)
    for seed in range(2):
        play_game(game, seed, UNCHECKED)
    assert asked[True] / asked.total() > LED


LED = 0.98
"""The share of questions with advice, at least; what only a rare card asks is read on the card."""


def key_of(said: Advice) -> tuple[str, str, str, str, str]:
    """What a piece of advice is registered for."""
    return said.rule, said.about, said.part, said.section, " ".join((*said.options, said.answer))


def signs(question: Question) -> tuple[str, str, str]:
    """What tells questions of one step apart: the kind of thing it is about, how it is answered, its section."""
    return subject(question.part.about)[0], answered_by(question.part), question.section


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_advice_is_registered_for_one_question_each(game: Game) -> None:
    """No two pieces of advice could be meant for the same question."""
    assert game.guide is not None
    keys = [key_of(one) for one in game.guide.advice]
    assert len(keys) == len(set(keys))
    wide = {(rule, about) for rule, about, part, section, _options in keys if not (part or section)}
    assert not [key for key in keys if (key[2] or key[3]) and key[:2] in wide]


def test_who_is_not_on_turn_is_never_told_that_he_is() -> None:
    """The advice of a turn needs the seat to be on turn, whoever else is asked the same."""
    said = [(game, one) for game in GUIDED if game.guide for one in game.guide.advice if one.on_turn]
    assert said
    for game, one in said:
        assert game.guide is not None
        assert game.guide.advice_for(asked_like(one, game, "amazons"), "knights") is None
        assert game.guide.advice_for(asked_like(one, game, "knights"), "knights") == one


def asked_like(one: Advice, game: Game, seat: str) -> Question:
    """A question that this advice is for."""
    form = Choose((Option("a", t("A")),))
    return Question("k", "g", Ask(seat, one.section, t("?"), form, about=one.about), rule=f"{game.name}.{one.rule}")
