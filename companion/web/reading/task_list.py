"""Tasks at the table: what players must do by hand after each answer, as a list to tick off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.engine.core.text import NOTHING, Text
from companion.engine.game.guidance import Task
from companion.engine.game.record import SeatInfo
from companion.web.app.services import services
from companion.web.app.viewer import Viewer, player_of
from companion.web.reading.guiding import Track, track
from companion.web.reading.rounds import present_since

bp = Blueprint("task_list", __name__)
COOKIE = "hands"
SEVERAL = "|"
"""Between the keys of tasks that are one line."""


@dataclass(frozen=True)
class OpenTask:
    """A task not done yet, or several alike in one line; `key` identifies it when it is ticked off."""

    key: str
    text: Text
    section: str
    seat: SeatInfo | None
    earlier: bool = False
    """Whether it is of an earlier Round, or of a stage of this one that is long over: shown folded, as it is done by
    now or nobody minds.
    """
    part: Text = NOTHING
    """What is said of it in one line with others."""


def tasks_due(found: Viewer) -> list[OpenTask]:
    """The tasks this phone still has to do: those of its seats, and those of no seat, which all phones have until one
    ticks them off.
    """
    if not found.plays or found.view.ended or request.cookies.get(COOKIE) == "off":
        return []
    due: dict[str, tuple[Task, OpenTask]] = {}
    line = track(found)
    tasks = services().tasks.of(found.view)
    since = present_since(services().rounds.of(found.view), len(found.all_infos)) if tasks else 0
    for n, task, stage in tasks:
        mine = task.seat in found.seats or task.seat not in found.all_infos
        key = f"{n} {task.id}"
        due.pop(task.id, None)
        if mine and key not in found.view.ticked:
            seat = found.info(task.seat) if task.seat and len(found.seats) > 1 else None
            alone = bool(task.seat) and len(found.seats) == 1
            words, part = (alone and task.own) or task.text, (alone and task.own_part) or task.part
            earlier = n < since or long_over(line, stage)
            due[task.id] = task, OpenTask(key, words, task.section, seat, earlier, part)
    return merged(list(due.values()))


def merged(due: Sequence[tuple[Task, OpenTask]]) -> list[OpenTask]:
    """The open tasks, those that are alike in one line in the place of the last of them."""
    groups: dict[tuple[str, bool], list[tuple[Task, OpenTask]]] = {}
    for task, one in due:
        name = (str(task.alike) if task.alike else one.key, one.earlier)
        groups[name] = [*groups.pop(name, []), (task, one)]
    return [group[0][1] if len(group) == 1 else _together(group) for group in groups.values()]


def _together(group: Sequence[tuple[Task, OpenTask]]) -> OpenTask:
    first, one = group[0]
    parts = {f"part{n}": open_task.part for n, (_task, open_task) in enumerate(group)}
    words = Text("{alike}: " + "; ".join(f"{{{name}}}" for name in parts), {"alike": first.alike or NOTHING, **parts})
    return OpenTask(SEVERAL.join(one.key for _task, one in group), words, first.section, None, one.earlier)


def tasks_of_set_up(found: Viewer) -> list[tuple[list[SeatInfo], Text]]:
    """What anybody still has to do on the table before the first Round begins, with the sides that have to, what
    came last first; nothing once it has begun. It is told as all may know it. What all sides have to do has none.
    """
    if found.view.helper is not None or found.view.ended or services().rounds.of(found.view):
        return []
    due = {task.id: (n, task) for n, task, _ in services().tasks.of(found.view)
           if f"{n} {task.id}" not in found.view.ticked}  # fmt: skip
    together: dict[str, tuple[list[SeatInfo], Text]] = {}
    for _n, task in sorted(due.values(), key=lambda one: -one[0]):
        sides, _words = together.setdefault(str(task.text), ([], task.text))
        if task.seat in found.all_infos:
            sides.append(found.info(task.seat))
    everybody = len(found.all_infos)
    return [([] if len(sides) == everybody else sides, words) for sides, words in together.values()]


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
    due = [key for one in tasks_due(found) for key in one.key.split(SEVERAL)]
    chosen = due if request.form.get("all") else [
        key for one in request.form.getlist("task") for key in one.split(SEVERAL)]  # fmt: skip
    keys: Sequence[str] = [key for key in chosen if key in due]
    if keys:
        services().store.tick(found.code, keys)
    return redirect(url_for("table.table", code=found.code), 303)
