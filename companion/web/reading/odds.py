"""Odds at the table: a button at a question of a combat, and a page with the odds. Only for the seat that is asked.

The work is done in a separate thread, one job at a time, with time limits; the match never waits for it. A match can
turn odds off with a setting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.core.effects import Ask
from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.outlook import Outlook
from companion.engine.game.record import Game, without_odds
from companion.engine.running.save import Save
from companion.games import game_names, load_game
from companion.odds.asking import At, ask, situation
from companion.odds.asking.record import Figure, Record
from companion.odds.chance import OddsError
from companion.odds.exact.lookahead import Unaffordable
from companion.odds.policies import words_of
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.app.viewer import Viewer, player_of, viewer_of
from companion.web.press.jobs import Job, Progress, TooBusy
from companion.web.press.work_process import WorkProcess

bp = Blueprint("odds", __name__)
log = logging.getLogger(__name__)
SECONDS = 2.0
"""For the figures."""
AHEAD = 8.0
"""For the figures when people look ahead: it is that or nothing."""
COMPARE = 4.0
"""For what they depend on; the figures are shown meanwhile."""
AT_ONCE = 2
"""So many odds one phone may have worked out at a time, so that there is room for others."""
SURE = 0.9995
PAIR, NEARLY = 2, 0.01
LONG = 9
"""A number of so many digits fits nowhere."""
WAIT = 0.8
"""A page waits so long for the first figures before it says that they are not there yet."""


def offered(found: Viewer, question: Question) -> bool:
    """Whether this phone may ask for odds at a question: its own one, in a fight, in a match that allows odds."""
    if question.seat not in found.seats or without_odds(found.view.settings):
        return False
    outlook = outlook_of(found)
    if outlook is None or question.section not in outlook.sections:
        return False
    if outlook.dice_only and isinstance(question.part, Ask):
        return False
    return outlook.ready is None or outlook.ready(found.view.state)


def named(outlook: Outlook | None) -> str:
    """What the odds are called: where nothing is left to chance, what comes of it."""
    return _("What comes of it") if outlook is not None and outlook.is_certain else _("Odds")


def called(found: Viewer) -> str:
    """The same for what is running now."""
    return named(outlook_of(found))


def outlook_of(found: Viewer) -> Outlook | None:
    """The game's outlook for the innermost flow that is running, or None."""
    running = [rule for rule, _section, _turn in found.view.sections]
    known = {one.rule: one for one in found.game.outlooks}
    return next((known[rule] for rule in reversed(running) if rule in known), None)


@bp.post("/m/<code>/odds")
def begin(code: str) -> AnyResponse:
    """Start to compute the odds at an open question; the next page shows them."""
    found = player_of(code)
    key = request.form.get("key", "")
    question = next((one for one in found.view.questions if one.key == key), None)
    if question is None:
        return redirect(url_for("table.table", code=found.code), 303)
    if not offered(found, question):
        abort(403, _("There are no odds for you here."))
    draft, policy = Draft(), policy_asked(found)
    waiting = services().odds.unfinished(owner(found))
    same = next((job for job in waiting if asks_the_same(job, key, policy, found.view.last)), None)
    if same is not None:
        return redirect(url_for("odds.show", code=found.code, job_id=same.id), 303)
    save, aside = found.view.match.runner.save(), services().odds.aside
    here = aside is None or found.view.game is not known_game(found.game.name)
    work = (partial(worked_out, found.game, save, key, policy, draft) if here or aside is None
            else partial(worked_out_aside, aside, found.game.name, save, key, policy, draft))  # fmt: skip
    try:
        if len(waiting) >= AT_ONCE:
            raise TooBusy(len(waiting))
        about: dict[str, Any] = {"key": key, "last": found.view.last, "draft": draft, "policy": policy}
        job = services().odds.begin(found.title, owner(found), work, share=found.code, **about)
    except TooBusy as busy:
        abort(503, _("Odds being worked out before yours: {n}. Try again in a minute.", n=busy.before))
    return redirect(url_for("odds.show", code=found.code, job_id=job.id), 303)


def asks_the_same(job: Job, key: str, policy: str, last: int) -> bool:
    """Whether a job is for exactly this question and policy, so that a second tap opens the same page."""
    return bool((job.about["key"], job.about["policy"], job.about["last"]) == (key, policy, last))


def policy_asked(found: Viewer) -> str:
    """The policy that the form names, with its knobs; invalid parts are left out."""
    outlook = outlook_of(found)
    chosen = request.form.get("policy", "")
    if outlook is None or chosen not in [one.id for one in outlook.policies]:
        return ""
    words = [chosen]
    for knob in outlook.knobs:
        if request.form.get(f"with.{knob.id}"):
            number = request.form.get(f"n.{knob.id}", "")
            fits = number.isdecimal() and len(number) < LONG and knob.low <= int(number) <= knob.high
            words += [f"{knob.id}={int(number)}"] if fits else [] if knob.high else [knob.id]
    return ",".join(words)


@bp.get("/m/<code>/odds/<job_id>")
def show(code: str, job_id: str) -> AnyResponse:
    """The odds computed so far. Until there is a figure the page reloads by itself."""
    found = viewer_of(code)
    job = own_job(found, job_id)
    draft: Draft = job.about["draft"]
    with services().waits.take(owner(found)) as mine:  # nobody holds all threads by asking often
        draft.ready.wait(WAIT if mine else 0)
    result = job.result or draft.record
    page = render_template(
        "odds.html", viewer=found, job=job, before=services().odds.before(job),
        over=found.view.last != job.about["last"],
        refusal=result if isinstance(result, Text) else None,
        odds=odds_page(result) if isinstance(result, Record) else None, outlook=outlook_of(found), called=called(found),
        policy=Chosen.of(job.about["policy"]),
    )  # fmt: skip
    response = make_response(page)
    if job.state in ("waiting", "running") and result is None:
        response.headers["Refresh"] = "1"
    return response


def own_job(found: Viewer, job_id: str) -> Job:
    """A job that this phone has started. Aborts with 404 for others."""
    try:
        job = services().odds.get(job_id)
    except KeyError:
        job = None
    if job is None or found.device is None or job.owner != owner(found):
        abort(404, _("These odds are gone. Ask again."))
    return job


def owner(found: Viewer) -> str:
    """The owner of a job: this phone in this match."""
    return f"{found.code}:{found.device.id if found.device else 0}"


class Draft:
    """The first figures of a job, before its comparisons are computed."""

    def __init__(self, tell: Callable[[Record], object] = lambda _record: None) -> None:
        self.ready, self._tell = Event(), tell
        self.record: Record | None = None

    def put(self, record: Record) -> None:
        """Show this record until the final one is ready."""
        self.record = record
        self.ready.set()
        self._tell(record)


def known_game(name: str) -> Game | None:
    """The game that another process can load by this name, or None."""
    return load_game(name) if name in game_names() else None


def worked_out_aside(
    aside: WorkProcess, name: str, save: Save, key: str, policy: str, draft: Draft, progress: Progress
) -> Record | Text:
    """Like `worked_out`, in another process."""
    try:
        found: Record | Text = aside.run(partial(worked_out_there, name, save, key, policy), progress, draft.put)
        return found
    finally:
        draft.ready.set()


def worked_out_there(
    name: str, save: Save, key: str, policy: str, progress: Progress, early: Callable[[Record], None]
) -> Record | Text:
    """What the other process runs."""
    return worked_out(load_game(name), save, key, policy, Draft(early), progress)


def worked_out(game: Game, save: Save, key: str, policy: str, draft: Draft, progress: Progress) -> Record | Text:
    """The odds record of the situation in a save, or why lookahead is refused. Raises OddsError with a text for
    people.
    """
    try:
        asked = situation(game, save)
        seconds = AHEAD if asked.policy(policy).lookahead else SECONDS
        return ask(asked, policy, seconds=seconds, compare=COMPARE, at=At(save, key), early=draft.put)
    except Unaffordable as refused:
        return refused.text
    except CompanionError:
        raise
    except Exception as error:
        log.exception("odds")
        raise OddsError("The odds could not be worked out.") from error
    finally:
        draft.ready.set()


@dataclass(frozen=True)
class OddsPage:
    """A record as the page shows it: the most important figures first, from the reader's side."""

    record: Record
    chances: list[Figure]
    losses: list[Figure]
    by_round: list[Figure]
    parts: list[tuple[Text | None, list[Figure]]]

    @property
    def is_duel(self) -> bool:
        """Whether exactly one of two outcomes happens, so that one bar shows both."""
        return len(self.chances) == PAIR and abs(sum(one.value for one in self.chances) - 1) < NEARLY

    @property
    def low(self) -> float:
        """The lowest chance among all comparisons (0 to 1)."""
        return min([self.record.first.value, *(one.value for one in self.record.depends)])

    @property
    def high(self) -> float:
        """The highest chance among all comparisons (0 to 1)."""
        return max([self.record.first.value, *(one.value for one in self.record.depends)])


@dataclass(frozen=True)
class Chosen:
    """A policy as the form shows it: its name, and the active knobs with their thresholds."""

    base: str
    knobs: dict[str, str]

    @classmethod
    def of(cls, policy: str) -> Chosen:
        """The parts of a policy id."""
        words = words_of(policy)
        return cls(words[0][0] if words else "", dict(words[1:]))


def odds_page(record: Record) -> OddsPage:
    """The figures of a record, sorted for the page."""
    figures = [one for one in record.figures if not one.idle]
    leading = sorted((one for one in figures if one.leading), key=lambda one: one.side != (record.side or 1))
    rest = [one for one in figures if not one.leading]
    return OddsPage(
        record,
        [one for one in leading if one.is_chance],
        [one for one in leading if not one.is_chance],
        [structs.replace(one, by_round=until_sure(one.by_round)) for one in rest if one.by_round],
        parts([one for one in rest if not one.by_round]),
    )


def until_sure(by_round: tuple[float, ...]) -> tuple[float, ...]:
    """The chances by round, up to the first round in which the result is practically certain."""
    sure = next((n for n, share in enumerate(by_round, 1) if share >= SURE), len(by_round))
    return by_round[:sure]


def parts(figures: list[Figure]) -> list[tuple[Text | None, list[Figure]]]:
    """The figures grouped under their headings."""
    found: list[tuple[Text | None, list[Figure]]] = []
    for figure in figures:
        if not found or found[-1][0] != figure.of:
            found.append((figure.of, []))
        found[-1][1].append(figure)
    return found
