"""The play page as data: where we are, who is due, the forms this phone may fill in, the panels of a tab."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from flask import url_for

from companion.engine.core.effects import Ask, Note, Roll
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.panels import BattlePanel, Board, Display, MapPanel, Panel, Stock, lit
from companion.engine.game.record import SeatInfo
from companion.engine.running.legal import fault_words
from companion.store import Line
from companion.web.app.here import HOST, Here
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.play.agreeing import Proposal, mark, read_proposal
from companion.web.play.forms import FormView, Ground, Half, Refilled, form_view, is_half, new_post
from companion.web.play.guiding import Coach, Track, coach, track
from companion.web.play.hands import Due, tasks_due
from companion.web.play.logview import TAKES_BACK, entry_view, seen_notes
from companion.web.play.proposing import Changes, asks, changes
from companion.web.play.situations import of_line, pack
from companion.web.play.tables import TableView, rolled_on

log = logging.getLogger(__name__)
TABS = (
    ("now", t("Now")),
    ("map", t("Map")),
    ("army", t("Army")),
    ("city", t("City")),
    ("standing", t("Standing")),
)
P = TypeVar("P")
OPEN_FORMS = 3
"""Forms shown whole at once; the others fold."""


@dataclass(frozen=True)
class Waiting:
    """A seat somebody waits for: what for, and whether this phone may answer in its place."""

    seat: SeatInfo
    prompt: Text
    section: str
    more: int
    may_answer: bool
    held: bool


@dataclass(frozen=True)
class TablePage:
    """Everything the play page shows."""

    here: Here
    tab: str
    thumbs: list[tuple[str, str, str, int]]
    board: Board | None
    panels: tuple[Panel, ...]
    glance: tuple[Panel, ...]
    forms: tuple[FormView, ...]
    waiting: tuple[Waiting, ...]
    due: tuple[SeatInfo, ...]
    news: tuple[tuple[int, Note], ...]
    eye: str
    answering: str
    cover: SeatInfo | None = None
    notice: str = ""
    proposal: Proposal | None = None
    changes: Changes | None = None
    """What the proposal would change."""
    last_own: int = 0
    outcome: Text = Text("")
    seats: dict[str, SeatInfo] = field(default_factory=dict)
    track: Track | None = None
    """Where in the Round the match is."""
    coach: Coach | None = None
    """What a beginner is told about what is asked first."""
    hands: tuple[Due, ...] = ()
    """What is still to be done on the table."""
    table: TableView | None = None
    """The random table that was just rolled on, with what came up."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """Hidden fields of every form, so that tab and seat outlive a post."""
    situation: str = ""
    """What was filled into a helper, packed for a link."""

    @property
    def undo_mark(self) -> int:
        """Counts what happened so far: an undo sent twice from the same page counts once."""
        return self.here.view.last

    @property
    def proposal_post(self) -> str:
        """An idempotency key for agreeing."""
        return new_post()

    @property
    def proposal_mark(self) -> str:
        """What the forms of the proposal say they are about."""
        return mark(self.proposal) if self.proposal else ""

    @property
    def agrees(self) -> bool:
        """Whether a seat of this phone is asked to agree to the proposal."""
        return self.proposal is not None and any(seat in self.here.seats for seat in self.proposal.waiting)

    @property
    def asks(self) -> bool:
        """Whether this phone has made the proposal."""
        return self.proposal is not None and asks(self.here, self.proposal)

    @property
    def pair(self) -> tuple[Half, ...]:
        """Both dice of a contest that this phone rolls: they stand side by side, and the one that is left stays where
        it is when the other is rolled. Empty when there is none."""
        shown = {*self.here.seats, self.answering}
        halves = [form for form in self.forms if is_half(form.question) and shown.issuperset(form.question.peers)]
        if not halves:
            return ()
        first = halves[0].question
        open_ones = {form.question.place: form for form in halves if form.question.group == first.group}
        return tuple(Half(self.here.info(seat), open_ones.get(place)) for place, seat in enumerate(first.peers))

    @property
    def single(self) -> tuple[FormView, ...]:
        """The forms that do not stand side by side."""
        paired = [half.form for half in self.pair]
        return tuple(form for form in self.forms if form not in paired)

    @property
    def battle(self) -> BattlePanel | None:
        """The battle that stands above the questions."""
        return first_of(BattlePanel, self.panels)

    @property
    def answers_for(self) -> SeatInfo | None:
        """The seat that another phone holds and this one answers for."""
        return self.here.info(self.answering) if self.answering and self.answering not in self.here.seats else None

    @property
    def folded(self) -> tuple[FormView, ...]:
        """Forms beyond the first few."""
        return self.single[OPEN_FORMS:]

    @property
    def first(self) -> tuple[FormView, ...]:
        """Forms shown whole."""
        return self.single[:OPEN_FORMS]


def table_page(
    here: Here, tab: str = "now", answering: str = "", refilled: Refilled | None = None, notice: str = ""
) -> TablePage:
    """The play page of a phone. `answering` is a seat it answers for without holding it."""
    cover = covered(here, answering)
    eye = "" if cover else answering if answering in here.seats else here.eye()
    board, fault = board_or_fault(here, eye)
    questions = [] if cover else shown_questions(here, answering)
    tab = tab if tab in dict(TABS) else "now"
    panels = board.panels if board else ()
    shown = tuple(panel for panel in panels if panel.tab == tab)
    ground = Ground(first_of(MapPanel, panels), first_of(BattlePanel, shown), panels, kept_fields(tab, answering))
    forms = tuple(form_view(here, question, ground, refilled) for question in questions)
    news = tuple(result_of_helper(here) if here.view.helper and here.view.ended else latest_news(here))
    proposal = read_proposal(here.view.proposal)
    return TablePage(
        here=here,
        tab=tab,
        thumbs=thumbs(here, panels),
        board=board,
        panels=shown,
        glance=glance(panels, eye, waits=not forms and not here.view.helper) if tab == "now" and not shown else (),
        forms=forms,
        waiting=tuple(waiting(here, answering)),
        due=tuple(here.info(seat) for seat in here.due()),
        news=news,
        track=track(here),
        hands=tuple(tasks_due(here)) if tab == "now" else (),
        coach=coach(here, questions[0] if questions else None) if tab == "now" and not cover else None,
        table=rolled_on(here, [note for _n, note in news]),
        eye=eye,
        answering=answering,
        cover=cover,
        notice=notice or " ".join(filter(None, (say(here.view.fault), fault))),
        proposal=proposal,
        changes=changes(here, proposal) if proposal else None,
        last_own=last_own(here),
        outcome=outcome(here),
        seats=here.all_infos,
        kept=ground.hidden,
        situation=pack(of_line(here.view.match.line())) if here.view.helper else "",
    )


def first_of(kind: type[P], panels: Sequence[Panel]) -> P | None:
    """The first panel of a kind."""
    return next((panel for panel in panels if isinstance(panel, kind)), None)


def kept_fields(tab: str, answering: str) -> dict[str, str]:
    """The hidden fields that lead back to the same tab and the same seat after a post."""
    return {"tab": tab, **({"as": answering} if answering else {})}


def last_own(here: Here) -> int:
    """The entry that one tap takes back: the last of all, if this phone made it."""
    n = here.view.tip
    if not n or not here.plays:
        return 0
    entry = here.view.entry(n).entry
    own = entry.by in here.seats or (here.is_host and entry.by == HOST)
    return n if own and entry.kind in TAKES_BACK else 0


def glance(panels: tuple[Panel, ...], eye: str, waits: bool) -> tuple[Panel, ...]:
    """What a player wants to see of his own under the question, when the game shows nothing special there.

    Who only waits sees the map first: there the others are doing something.
    """
    maps = tuple(panel for panel in panels if isinstance(panel, MapPanel)) if waits else ()
    return (*maps, *(panel for panel in panels if isinstance(panel, Display | Stock) and panel.seat == eye != ""))


def outcome(here: Here) -> Text:
    """How an ended match ended, in the words of the game; nothing when a wrong value keeps it from saying so."""
    if not (here.view.ended and here.game.standing):
        return Text("")
    try:
        return here.game.standing(here.view.state)
    except Exception:
        log.exception("%s: how the match ended", here.code)
        return Text("")


def draw_board(here: Here, eye: str) -> Board | None:
    """The board of a game as a seat may see it ("" for a watcher); None when there is none or it cannot be drawn."""
    return board_or_fault(here, eye)[0]


def board_or_fault(here: Here, eye: str) -> tuple[Board | None, str]:
    """The same, and in words why it cannot be drawn: a page opens all the same, so that people can put it right."""
    if not here.game.board:
        return None, ""
    abouts = {question.part.about for question in here.view.questions}
    try:
        board = lit(here.game.board(here.view.state, eye), abouts, links_of(here.view.questions))
    except Exception as fault:
        log.exception("%s: the board cannot be drawn", here.code)
        return None, say(fault_words(here.game, here.view.state, fault))
    return _helper_board(here, board) if here.view.helper else board, ""


def links_of(questions: Sequence[Question]) -> list[tuple[str, ...]]:
    """What on the board open questions are about; nothing of sealed ones."""
    parts = [question.part for question in questions if not question.sealed]
    rolls = [part.link for part in parts if isinstance(part, Roll)]
    forms = [part.form for part in parts if isinstance(part, Ask)]
    choices = [option.link for form in forms if isinstance(form, Choose) for option in form.options]
    return [link for link in [*rolls, *choices] if link]


def _helper_board(here: Here, board: Board) -> Board:
    """A stand-alone helper has no table round it: only what it is about right now is shown, a map if it asks on one."""
    forms = [question.part.form for question in here.view.questions if isinstance(question.part, Ask)]
    on_map = any(isinstance(form, Choose) and form.look == "map" for form in forms)
    now = tuple(one for one in board.panels if one.tab == "now" or (on_map and isinstance(one, MapPanel)))
    return Board(Text(here.game.title), Text(here.title), now)


def shown_questions(here: Here, answering: str) -> list[Question]:
    """The questions this phone shows as forms: its own; others' only when it answers for them, never under seal."""
    mine = here.mine()
    if not answering or not here.plays:
        return mine
    if answering in here.seats:
        return [question for question in mine if question.seat == answering] or mine
    others = [q for q in here.view.questions if q.seat == answering and not q.sealed]
    return [*others, *mine]


def covered(here: Here, answering: str) -> SeatInfo | None:
    """One phone, several seats, sealed questions: the seat to hand the phone to before anything is shown."""
    sealed = list(dict.fromkeys(question.seat for question in here.mine() if question.sealed))
    if len(here.seats) < 2 or not sealed or answering in sealed:
        return None
    return here.info(sealed[0])


def thumbs(here: Here, panels: tuple[Panel, ...] | None = None) -> list[tuple[str, str, str, int]]:
    """The bar under the thumb: (id, title, address, how many questions are due there). Only tabs with panels; Now and
    Log are always there."""
    if panels is None:
        board = draw_board(here, here.eye())
        panels = board.panels if board else ()
    used, due = {"now", *(panel.tab for panel in panels)}, len(here.mine())
    found: list[tuple[str, str, str, int]] = [
        (name, say(title), url_for("table.table", code=here.code, tab=name), due if name == "now" else 0)
        for name, title in TABS
        if name in used
    ]
    if here.view.helper is None and (here.game.aids or here.game.guide or here.game.tables):
        found.append(("aid", _("Aid"), url_for("aid.aid", code=here.code), 0))
    return [*found, ("log", _("Log"), url_for("log.log", code=here.code), 0)]


def waiting(here: Here, answering: str) -> list[Waiting]:
    """The other seats that are due."""
    found: list[Waiting] = []
    held = {seat.id for seat in here.view.seats if seat.device}
    for seat in here.due():
        asked = [question for question in here.view.questions if question.seat == seat]
        sealed = any(question.sealed for question in asked)
        if seat in here.seats or (seat == answering and not sealed):
            continue
        prompt = t("a secret choice") if sealed else asked[0].part.prompt
        may = here.plays and not sealed
        found.append(Waiting(here.info(seat), prompt, asked[0].section, len(asked) - 1, may, seat in held))
    return found


def result_of_helper(here: Here) -> list[tuple[int, Note]]:
    """All that the last answer to a helper led to, in the order of the log: this is what people have asked for."""
    last = next((line for line in here.view.entries(limit=1).lines if line.live), None)
    return [(last.entry.n, note) for note in seen_notes(here, last.entry.notes)] if last else []


def announced(here: Here, line: Line) -> Note:
    """A correction as a line for every phone; it never gives away what a phone may not see."""
    view = entry_view(here, line, services().asked)
    reason = f" ({view.value})" if view.value and not view.hidden else ""
    return Note("", t("{who} corrected: {what}{reason}", who=view.seat.title if view.seat else "", what=view.prompt,
                      reason=reason))  # fmt: skip


def latest_news(here: Here, most: int = 3, entries: int = 12) -> list[tuple[int, Note]]:
    """The last notes this phone may read, newest first, each with the number of its entry."""
    found: list[tuple[int, Note]] = []
    for line in here.view.entries(limit=entries).lines:
        if line.live:
            found.extend((line.entry.n, note) for note in reversed(seen_notes(here, line.entry.notes)))
            if line.entry.kind == "correction":
                found.append((line.entry.n, announced(here, line)))
        if len(found) >= most:
            break
    return found[:most]
