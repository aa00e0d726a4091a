"""The target of QR codes on printed pieces: that piece in the match this phone plays, else a page about it.

A code says `/p/GAME/KIND/THING` and no match. The panels of a game have the same names (`hero:blue:1` is the kind
`hero` and the thing `blue-1`), and so have the cards of a deck: a tile that is scanned while one is to be turned over
is offered as the answer.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.engine.core.effects import Draw
from companion.engine.core.questions import Question
from companion.engine.game.panels import Board, MapPanel
from companion.engine.game.record import Game
from companion.web.app.texts import _
from companion.web.app.viewer import Viewer, viewer_of
from companion.web.lobby.join import codes_of_phone
from companion.web.lobby.start import find_game
from companion.web.play.boards import draw_board
from companion.web.play.forms import new_post

bp = Blueprint("scanned", __name__)
SEAT = "seat"


@bp.get("/p/<name>/<kind>/<path:thing>")
def printed(name: str, kind: str, thing: str) -> Response | str:
    """The address in a QR code on a printed piece."""
    game = find_game(name)
    code = match_of_phone(game)
    if code:
        return redirect(url_for("scanned.at_table", code=code, kind=kind, thing=thing), 303)
    return about(game, kind, thing)


@bp.get("/m/<code>/thing/<kind>/<path:thing>")
def at_table(code: str, kind: str, thing: str) -> Response | str:
    """A printed piece in a match: its seat, the question it answers, its display, its place on the map."""
    found = viewer_of(code)
    if kind == SEAT and thing not in found.seats:
        return redirect(url_for("join.join", code=found.code, seat=thing), 303)
    if kind == SEAT:
        return redirect(url_for("table.table", code=found.code, **{"as": thing}), 303)  # type: ignore[arg-type]
    if found.device is None:
        return about(found.game, kind, thing, found.code)
    board = draw_board(found, found.seat_shown())
    address = shown_at(found, board, kind, thing) if board else ""
    question = asked_for(found, thing)
    if question is not None and isinstance(question.part, Draw):
        card = next(card for card in question.part.deck if card.id == thing)
        return render_template(
            "scanned.html", viewer=found, question=question, card=card, seat=found.info(question.seat), post=new_post(),
            other=question.seat not in found.seats, address=address or url_for("table.table", code=found.code),
        )  # fmt: skip
    return redirect(address, 303) if address else about(found.game, kind, thing, found.code)


def match_of_phone(game: Game) -> str:
    """The code of this phone's match of this game, or ""."""
    for code in codes_of_phone():
        try:
            found = viewer_of(code)
        except NotFound:
            continue
        if found.game.name == game.name and found.view.helper is None:
            return found.code
    return ""


def shown_at(found: Viewer, board: Board, kind: str, thing: str) -> str:
    """The address at which the pages of a match show a piece, or "" if they do not."""
    for panel in board.panels:
        if panel.id.replace(":", "-") == f"{kind}-{thing}":
            return url_for("table.table", code=found.code, tab=panel.tab, _anchor=f"panel-{panel.id}")
        if isinstance(panel, MapPanel) and any(one.tile == thing for one in panel.hexes):
            return url_for("table.table", code=found.code, tab=panel.tab, _anchor=f"tile-{thing}")
    return ""


def asked_for(found: Viewer, thing: str) -> Question | None:
    """An open question that this piece would answer: one card is drawn, and it is in the deck. Own questions come
    first.
    """
    if not found.plays:
        return None
    others = [one for one in found.view.questions if one.seat not in found.seats and not one.sealed]
    for question in [*found.mine(), *others]:
        part = question.part
        if isinstance(part, Draw) and part.count == 1 and any(card.id == thing and card.count for card in part.deck):
            return question
    return None


def about(game: Game, kind: str, thing: str, code: str = "") -> str:
    """The page about a piece that no match of this phone shows. Aborts with 404 for an impossible name."""
    if not all(part.isalnum() for part in kind.split("_")):
        abort(404, _("There is no such thing."))
    return render_template("piece.html", game=game, kind=kind, thing=thing, code=code)
