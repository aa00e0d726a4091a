"""Tasks at the table: what players must do by hand after each answer, as a list to tick off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.engine.core.text import Text
from companion.engine.game.record import SeatInfo
from companion.web.app.services import services
from companion.web.app.viewer import Viewer, player_of
from companion.web.reading.guiding import Track, track
from companion.web.reading.rounds import present_since

bp = Blueprint("task_list", __name__)
COOKIE = "hands"


@dataclass(frozen=True)
class OpenTask:
    """A task not done yet; `key` identifies it when it is ticked off."""

    key: str
    text: Text
    section: str
    seat: SeatInfo | None
    earlier: bool = False
    """Whether it is of an earlier Round, or of a stage of this one that is long over: shown folded, as it is done by
    now or nobody minds.
    """


def tasks_due(found: Viewer) -> list[OpenTask]:
    """The tasks this phone still has to do: those of its seats, and those of no seat, which all phones have until one
    ticks them off.
    """
    if not found.plays or found.view.ended or request.cookies.get(COOKIE) == "off":
        return []
    due: dict[str, OpenTask] = {}
    line = track(found)
    tasks = services().tasks.of(found.view)
    since = present_since(services().rounds.of(found.view), len(found.all_infos)) if tasks else 0
    for n, task, stage in tasks:
        mine = task.seat in found.seats or task.seat not in found.all_infos
        key = f"{n} {task.id}"
        due.pop(task.id, None)
        if mine and key not in found.view.ticked:
            seat = found.info(task.seat) if task.seat and len(found.seats) > 1 else None
            own = task.own if task.seat and len(found.seats) == 1 else None
            earlier = n < since or long_over(line, stage)
            due[task.id] = OpenTask(key, own or task.text, task.section, seat, earlier)
    return list(due.values())


def tasks_of_set_up(found: Viewer) -> list[tuple[list[SeatInfo], Text]]:
    """What anybody still has to do on the table before the first Round begins, with the sides that have to; nothing
    once it has begun. It is told as all may know it.
    """
    if found.view.helper is not None or found.view.ended or services().rounds.of(found.view):
        return []
    due = {task.id: task for n, task, _ in services().tasks.of(found.view) if f"{n} {task.id}" not in found.view.ticked}
    together: dict[str, tuple[list[SeatInfo], Text]] = {}
    for task in due.values():
        sides, _words = together.setdefault(str(task.text), ([], task.text))
        if task.seat in found.all_infos:
            sides.append(found.info(task.seat))
    return list(together.values())


def long_over(line: Track | None, stage: str) -> bool:
    """Whether a stage of the Round lies more than two stages back; what lies before a Round comes before its first."""
    if line is None or line.now is None:
        return False
    places = {one.id: n for n, one in enumerate(line.stages)}
    return places[line.now.id] - places.get(stage, -1) > 2


@bp.post("/m/<code>/hands")
def tick(code: str) -> Response:
    """Tick off one task, or all that this phone shows."""
    found = player_of(code)
    due = [one.key for one in tasks_due(found)]
    chosen = due if request.form.get("all") else request.form.getlist("task")
    keys: Sequence[str] = [key for key in chosen if key in due]
    if keys:
        services().store.tick(found.code, keys)
    return redirect(url_for("table.table", code=found.code), 303)
