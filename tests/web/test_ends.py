"""What ends a step stands after what goes on with it, and is marked for pages to draw it weaker; in every game."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.game.panels import MapPanel
from companion.engine.game.record import Game
from companion.engine.testing.fuzz import play_game
from companion.engine.testing.player import Checks, Player
from companion.games import all_games
from companion.web.play.forms import FormView
from tests.web.test_forms import drawn, hexes

UNCHECKED = Checks(
    saves=False, undo=False, secrets=False, states=False, questions=False, corrections=False, replay=False, cap=900
)
BUTTON = re.compile(r'class="option(?: minor)?( ends)?" name="choice" value="([^"]+)"')


def free(question: Question) -> list[Option]:
    """What may be chosen in a question with one choice."""
    form = question.part.form if isinstance(question.part, Ask) else None
    return [one for one in form.options if one.refusal is None] if isinstance(form, Choose) else []


def in_order(app: Flask, question: Question, places: MapPanel | None) -> list[tuple[bool, str]]:
    """The buttons as drawn, from the top: whether each one ends what is done, and which choice it is."""
    macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
    page = str(macro(FormView(question, "/answer", "post", map=places)))
    return [(bool(ends), name) for ends, name in BUTTON.findall(page)]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_what_ends_a_step_stands_last(app: Flask, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever a match comes to; and what is called by the same id elsewhere in the game is marked there, too."""
    met: dict[tuple[str, str], Question] = {}

    def look(player: Player) -> None:
        for one in player.runner.questions():
            for option in free(one):
                met.setdefault((one.rule, option.id), one)

    monkeypatch.setattr(Player, "check", look)
    for seed in range(2):
        play_game(game, seed, UNCHECKED)
    closing = {option.id for one in met.values() for option in free(one) if option.ends}
    assert closing
    unmarked = {(one.rule, option.id) for one in met.values() for option in free(one)
                if option.id in closing and not (option.ends or option.minor)}  # fmt: skip
    assert unmarked == set()
    asked = {one.key: one for one in met.values() if any(option.ends and not option.minor for option in free(one))}
    with app.test_request_context():
        for one in asked.values():
            buttons, minor = in_order(app, one, None), {option.id for option in free(one) if option.minor}
            usual = [ends for ends, name in buttons if name not in minor]
            assert usual == sorted(usual), one.rule
            assert any(usual), one.rule


def test_on_a_map_what_ends_a_step_stands_last_below_the_map(app: Flask) -> None:
    """In reach of the thumb, before the list of places; what is seldom meant stands after that."""
    options = [
        Option("done", t("Done"), ends=True), Option("camp", t("Camp")), Option("give_up", t("Give up"), minor=True),
        *hexes(3),
    ]  # fmt: skip
    page = drawn(app, options, ["h0", "h1", "h2"])
    assert [name for _, name in BUTTON.findall(page)] == ["camp", "done", "h0", "h1", "h2", "give_up"]
