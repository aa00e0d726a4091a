"""The big screen: map, whose turn, what is due, standing and the last events, for a TV three metres away."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.engine.game.panels import BattlePanel, Panel
from companion.web.app.links import invite_link, phone_link
from companion.web.app.qr import qr
from companion.web.app.viewer import Viewer, viewer_of
from companion.web.lobby.join import TV
from companion.web.lobby.match_lobby import in_lobby, places
from companion.web.play.guiding import track
from companion.web.play.pages import draw_board, latest_news, waiting
from companion.web.play.table import cached

bp = Blueprint("screen", __name__)
MOST_LOOKED_AT = 60
"""Entries of the log that are looked through for the last events: many answers lead to no line."""


@bp.get("/tv/<code>")
def short(code: str) -> Response:
    """The address people type into a TV."""
    return redirect(url_for("screen.screen", code=viewer_of(code).code), 303)


@bp.get("/m/<code>/tv")
def screen(code: str) -> Response:
    """The big screen; it sees what a watcher sees, whatever seats its phone holds."""
    found = viewer_of(code)
    if found.device is None:
        return redirect(url_for("join.join", code=found.code, then=TV), 303)
    return make_response(render_template("tv.html", **contents(found)))


@bp.get("/m/<code>/tv/live")
def live(code: str) -> Response:
    """The changing part of the big screen."""
    found = viewer_of(code)
    if found.device is None:
        return redirect(url_for("join.join", code=found.code), 303)
    return cached(make_response(render_template("tvlive.html", **contents(found))), found, "tv")


def large_panels(panels: Sequence[Panel]) -> list[Panel]:
    """What fills the screen: a battle while there is one, else the map with what belongs to it."""
    fights: list[Panel] = [panel for panel in panels if isinstance(panel, BattlePanel)]
    return fights or [panel for panel in panels if panel.tab == "map"]


def contents(found: Viewer) -> dict[str, object]:
    """What the big screen shows: the view of a watcher."""
    watcher = Viewer(found.view, None)
    board = draw_board(watcher, "")
    panels = board.panels if board else ()
    link = phone_link("join.short", code=found.code)
    return {
        "viewer": found,
        "board": board,
        "maps": large_panels(panels),
        "side": [panel for panel in panels if panel.tab in ("now", "standing") and panel not in large_panels(panels)],
        "track": track(found),
        "waiting": waiting(watcher, ""),
        "news": latest_news(watcher, most=5, entries=MOST_LOOKED_AT),
        "places": places(watcher) if in_lobby(found.view) else [],
        "link": link,
        "code_qr": qr(invite_link(found.code)),
    }
