"""A demo match: in full swing, with all seats on this phone. Deleted after a time, like old helpers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from companion.engine.match.live import Match
from companion.engine.testing.scenario import Scenario, played
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.lobby.join import check_creating
from companion.web.lobby.start import find_game, make_room, sit_down

bp = Blueprint("demo", __name__)


@bp.post("/demo/<name>")
def begin(name: str) -> Response:
    """Create a demo of a game, as it lies on a table already; 404 when the game has none."""
    game, parts = find_game(name), services()
    if game.demo is None:
        abort(404, _("There is no demo of this game."))
    check_creating()
    make_room("demo")
    match, scenario = recorded(game.demo, name)
    code = parts.store.create_demo(
        match, seats=scenario.seats, settings=scenario.settings, rulings=scenario.rulings,
        release=parts.config.release, now=parts.clock(),
    )  # fmt: skip
    laid = parts.tasks.of(parts.store.read(code))
    parts.store.tick(code, [f"{n} {task.id}" for n, task, _stage in laid])
    return sit_down(code, list(scenario.seats))


@cache
def recorded(path: Path, name: str) -> tuple[Match, Scenario]:
    """The match of a demo file; played once, then only copied into the store."""
    game = services().game(name)
    return played(path, lambda _name: game)
