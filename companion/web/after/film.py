"""The map film on the page after a match: one frame at a time, with links to step; `film.js` plays it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.game.panels import HexView
from companion.engine.match.film import MapFrame
from companion.web.after.stories import AT_ONCE
from companion.web.app.services import services
from companion.web.app.viewer import member_of

bp = Blueprint("film", __name__)
FREE = "free"
"""The terrain of ground on which nothing lies yet: that there is some is no change to tell."""
MOST_WORDS = 12


@dataclass(frozen=True)
class Step:
    """A link to another frame: its label, and the number of the frame (-1: there is none)."""

    name: str
    to: int


@dataclass(frozen=True)
class Shown:
    """One frame of a film as the page shows it; `periods` are links to the first frame of each Round."""

    frame: MapFrame
    number: int
    of: int
    periods: list[tuple[MapFrame, int]]

    @property
    def steps(self) -> list[Step]:
        """The links to the first, previous, next and last frame."""
        last = self.of - 1
        back, on = (self.number - 1, self.number + 1) if self.number < last else (self.number - 1, -1)
        return [
            Step("first", 0 if self.number else -1), Step("back", back), Step("on", on),
            Step("last", last if self.number < last else -1),
        ]  # fmt: skip

    @property
    def changed(self) -> list[HexView]:
        """The hexes that look different from the frame before; one hex stands for a whole tile."""
        wanted, found = set(self.frame.changed), dict[str, HexView]()
        for one in self.frame.panel.hexes:
            if one.place in wanted:
                found.setdefault(one.place, one)
        return list(found.values())

    @property
    def _open(self) -> list[HexView]:
        return [one for one in self.changed if one.terrain != FREE and (not one.hidden or one.tokens)]

    @property
    def named(self) -> list[HexView]:
        """The first few of the changed hexes that lie open or hold a piece, as many as people want to read."""
        return self._open[:MOST_WORDS]

    @property
    def unnamed(self) -> int:
        """How many more of these have changed."""
        return len(self._open) - len(self.named)

    @property
    def face_down(self) -> int:
        """How many tiles lie face down since this frame; nothing else is to be said of them."""
        veiled = [one for one in self.changed if one.hidden and not one.tokens]
        return len({one.tile if self.frame.panel.grid == "hex" else one.place for one in veiled})

    @property
    def lit(self) -> tuple[str, ...]:
        """The places to light up: those that changed, or none where a third of the map did or more."""
        changed = self.frame.changed
        return () if 3 * len(changed) >= len(self.frame.panel.hexes) else changed


@bp.get("/m/<code>/film")
def film(code: str) -> Response | str:
    """One frame as a fragment for scripts; other requests are redirected to the whole page."""
    found = member_of(code)
    number = request.args.get("frame", "")
    shown = shown_frame(services().stories.of(found.view, AT_ONCE).film, number)
    if shown is None or "HX-Request" not in request.headers:
        return redirect(url_for("after.after", code=found.code, frame=number or None, _anchor="film"), 303)
    return render_template("parts/film.html", viewer=found, film=shown)


def shown_frame(frames: tuple[MapFrame, ...], wanted: str) -> Shown | None:
    """The frame asked for (the last one if there is no such frame), or None when there is no film."""
    if len(frames) < 2:
        return None
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 9 else len(frames)
    number = min(number, len(frames) - 1)
    return Shown(frames[number], number, len(frames), starts(frames))


def starts(frames: tuple[MapFrame, ...]) -> list[tuple[MapFrame, int]]:
    """The first frame of every period that has a name, with its number."""
    first: dict[int, tuple[MapFrame, int]] = {}
    for number, frame in enumerate(frames):
        if frame.period:
            first.setdefault(frame.period, (frame, number))
    return list(first.values())
