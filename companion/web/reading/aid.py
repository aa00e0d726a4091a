"""The player aid of a match: the Round, the game's own aids, and its random tables with the owner's values."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from companion.engine.game.guidance import Aid
from companion.web.app.viewer import Viewer, member_of
from companion.web.reading.guiding import track
from companion.web.reading.tables import tables_at

bp = Blueprint("aid", __name__)


@bp.get("/m/<code>/aid")
def aid(code: str) -> str | Response:
    """The player aid, for everybody who joined the match."""
    found = member_of(code)
    return render_template(
        "aid.html", viewer=found, track=track(found), aids=aids_of(found), of_others=partial(is_of_others, found),
        tables=tables_at(found.game.tables_of(found.view.state), ""),
    )  # fmt: skip


def aids_of(found: Viewer) -> tuple[Aid, ...]:
    """The game's own aids; of those that every side has one's own come first, those of others last."""
    aids = found.game.aids(found.view.state) if found.game.aids else ()
    runs = (list(run) for _of_sides, run in groupby(aids, key=lambda one: bool(one.seat)))
    return tuple(one for run in runs for one in sorted(run, key=lambda aid: is_of_others(found, aid)))


def is_of_others(found: Viewer, aid: Aid) -> bool:
    """Whether an aid is of sides that this phone does not play, while it plays others."""
    return bool(found.seats) and bool(aid.seat) and aid.seat not in found.seats
