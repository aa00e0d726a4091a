"""A demo that plays itself: moments of a recorded match, each with the question, the reason for it, and the answer.

Every moment is a page of its own; scripts only go from one to the next. Nothing is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import dist

from flask import Blueprint, abort, render_template, request, url_for
from msgspec import structs

from companion.engine.core.effects import Note
from companion.engine.core.text import Text
from companion.engine.game.guidance import Advice, Stage
from companion.engine.game.panels import BattlePanel, Board, MapPanel, Panel
from companion.engine.game.record import Game
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.lobby.demo import recorded
from companion.web.lobby.start import find_game
from companion.web.play.answers import words
from companion.web.reading.asked import question_at
from companion.web.reading.guiding import Track
from companion.web.reading.tasks import state_before
from companion.web.serving.queueing import queued

bp = Blueprint("showing", __name__)
MOST = 18
"""Moments of a demo; at seven seconds each they are two minutes."""
OF_SET_UP = 2
"""So many of them, at the most, are of the set-up: the demo is about play."""
BESIDE = 60.0
"""Places are so near each other, in units of their drawing, that one is beside the other."""


@dataclass(frozen=True)
class ShownMoment:
    """One moment: where the match is, what is asked and answered, and the advice about it."""

    where: Text
    doing: Text
    prompt: Text
    value: Text
    advice: Advice
    notes: tuple[Note, ...]
    panel: Panel | None
    track: Track


@bp.get("/demo/<name>/show")
@queued
def show(name: str) -> str:
    """One moment of the demo of a game; 404 when it has no demo, or no guide to explain it."""
    game = find_game(name)
    if game.demo is None or game.guide is None:
        abort(404, _("There is no demo of this game."))
    found = moments(name)
    given = request.args.get("n", "0")
    n = min(int(given) if given.isdecimal() and len(given) < 5 else 0, len(found) - 1)
    following = url_for("showing.show", name=name, n=n + 1) if n + 1 < len(found) else ""
    return render_template("show.html", game=game, moment=found[n], n=n, of=len(found), following=following)


@cache
def moments(name: str) -> tuple[ShownMoment, ...]:
    """The moments of a game's demo: the first question of each kind that its guide explains."""
    game = services().game(name)
    assert game.demo is not None
    assert game.guide is not None
    match, _scenario = recorded(game.demo, name)
    found: list[ShownMoment] = []
    explained: list[Text] = []
    setting_up = ""
    for entry in match.line():
        question = question_at(game, entry) if entry.kind == "answer" else None
        advice = game.guide.advice_for(question, question.seat) if question else None
        if question is None or advice is None or advice.why in explained:
            continue
        state = state_before(game, entry.before)
        setting_up = setting_up or game.guide.at(state)
        if game.guide.at(state) == setting_up and len(found) >= OF_SET_UP:
            continue
        explained.append(advice.why)
        board = game.board(state, question.seat) if game.board else Board(Text(""), Text(""))
        stages, at = game.guide.stages(state), game.guide.at(state)
        now: Stage | None = next((stage for stage in stages if stage.id == at), None)
        found.append(
            ShownMoment(
                board.where, board.doing, question.part.prompt, words(question.part, entry.value), advice,
                tuple(note for note in entry.notes if not note.to), picture(board), Track(stages, now),
            )
        )  # fmt: skip
    return tuple(found[:MOST])


def picture(board: Board) -> Panel | None:
    """The panel to show: a battle, else what is known of the map, else the first panel."""
    kinds = (BattlePanel, MapPanel, object)
    found = next((panel for kind in kinds for panel in board.panels if isinstance(panel, kind)), None)
    return known_part(found) if isinstance(found, MapPanel) else found


def known_part(panel: MapPanel) -> MapPanel:
    """The map without the places that lie face down far from all others: a small picture shows what it is about.

    A board of squares stays whole.
    """
    has_tiles = any(one.tile for one in panel.hexes)
    seen = [panel.middle(one) for one in panel.hexes if not one.hidden and (one.tile or not has_tiles)]
    if not seen or panel.grid == "square":
        return panel
    near = [one for one in panel.hexes if min(dist(panel.middle(one), at) for at in seen) < BESIDE]
    return structs.replace(panel, hexes=tuple(near), focus="", scene="")


def has_show(game: Game) -> bool:
    """Whether the game has a demo that plays itself."""
    return game.demo is not None and game.guide is not None
