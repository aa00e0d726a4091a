"""The play page as data: where the match is, who must answer, the forms of this phone, the panels of a tab."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from msgspec.structs import replace

from companion.engine.core.effects import Ask, Draw, Note
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, plural
from companion.engine.game.panels import BattlePanel, Board, Display, MapPanel, Panel, Stock
from companion.engine.game.record import SeatInfo
from companion.web.after.verdict import Decided, decided
from companion.web.app.services import services
from companion.web.app.texts import say
from companion.web.app.times import Clock, clocks, waited_since
from companion.web.app.viewer import HOST, Viewer, covered, reader_of
from companion.web.lobby.settings import CHESS, timer
from companion.web.lobby.situations import of_line, pack
from companion.web.play.agreeing import Proposal, mark
from companion.web.play.boards import board_or_fault, with_letters
from companion.web.play.forms import FormPage, FormView, Half, Refilled, fights_as, form_view, half, is_half, new_post
from companion.web.play.news import (
    LOOKED_AT,
    Drawn,
    Given,
    PutRight,
    answered_for,
    besides,
    dice_told,
    drawn_lately,
    given_rolls,
    last_fight,
    latest_news,
    of_this_fight,
    put_right,
    result_of_last,
    result_of_own_roll,
    rolled_of,
)
from companion.web.play.proposing import Changes, asks, changes, proposal_seen
from companion.web.play.stakes import Stake, stakes
from companion.web.play.tabs import Tab, tab_bar, tab_named
from companion.web.reading.guiding import Coach, Track, coach, track
from companion.web.reading.logview import TAKES_BACK, EntryView
from companion.web.reading.tables import TableView, rolled_lately, rolled_on
from companion.web.reading.task_list import OpenTask, tasks_due

log = logging.getLogger(__name__)
P = TypeVar("P")
OPEN_FORMS = 3
"""Forms shown whole at once; the others fold."""


@dataclass(frozen=True)
class Waiting:
    """A seat that must answer: what it is asked, and whether this phone may answer for it."""

    seat: SeatInfo
    prompt: Text
    section: str
    more: int
    may_answer: bool
    private: bool
    """Whether nobody else may look while it is answered."""
    held: bool
    secret: bool
    """Whether it is a secret choice, of which nobody reads the words."""
    told: bool
    """Whether the words say what the seat does, not what it is asked."""


@dataclass(frozen=True)
class TablePage:
    """Everything the play page shows."""

    viewer: Viewer
    tab: str
    tab_bar: list[Tab]
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
    """What the present proposal would change."""
    last_own: int = 0
    own_answers: int = 0
    """Whether this phone has answered anything, so that there may be something to take back."""
    decided: Decided | None = None
    """How the match was decided, once it has ended."""
    seats: dict[str, SeatInfo] = field(default_factory=dict)
    track: Track | None = None
    """Where in the Round the match is."""
    coach: Coach | None = None
    """What a beginner is told about the first question."""
    tasks: tuple[OpenTask, ...] = ()
    """What is still to be done by hand at the table."""
    table: TableView | None = None
    """The random table just rolled on, with the result."""
    kept: Mapping[str, str] = field(default_factory=dict)
    """Hidden fields of every form that keep tab and seat after a post."""
    scene: Display | None = None
    """What the player has in hand for whom this phone waits."""
    dice: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The dice of the entries in the news that were rolls."""
    came_of: tuple[Note, ...] = ()
    """What the last answer led to, as this phone may read it; told above a battle until the next answer."""
    came_before: tuple[Note, ...] = ()
    """The same of the last answer that led to anything, for a phone that only waits."""
    fought: tuple[tuple[int, Note], ...] = ()
    """What came of the last fight, once its picture is gone, until this phone's next answer."""
    rolled: Mapping[int, list[tuple[SeatInfo | None, tuple[int, ...]]]] = field(default_factory=dict)
    """Who rolled what for the entries in it."""
    drawn: Drawn | None = None
    """What this phone has drawn last, until its next answer."""
    given: tuple[Given, ...] = ()
    """What sides have rolled already of dice that are being rolled together."""
    stood_in: tuple[EntryView, ...] = ()
    """What others have answered for this phone, until its own next answer."""
    put_right: tuple[PutRight, ...] = ()
    """What was changed afterwards, until this phone's next answer."""
    situation: str = ""
    """What was filled into a helper, packed for a link."""
    since: str = ""
    """Since when the table waits for those who are due; "" where no clock runs."""
    clocks: tuple[Clock, ...] = ()
    """The time of each side, on a phone that wants to see it."""

    @property
    def undo_mark(self) -> int:
        """A count of what happened so far, so that an undo sent twice from the same page counts once."""
        return self.viewer.view.last

    @property
    def proposal_post(self) -> str:
        """An idempotency key for agreeing to the proposal."""
        return new_post()

    @property
    def proposal_mark(self) -> str:
        """The mark of the proposal that the forms on this page are about."""
        return mark(self.proposal) if self.proposal else ""

    @property
    def agrees(self) -> bool:
        """Whether a seat of this phone is asked to agree to the proposal."""
        return self.proposal is not None and any(seat in self.viewer.seats for seat in self.proposal.waiting)

    @property
    def asks(self) -> bool:
        """Whether this phone has made the proposal."""
        return self.proposal is not None and asks(self.viewer, self.proposal)

    @property
    def pair(self) -> tuple[Half, ...]:
        """Both dice of a contest that this phone rolls, side by side; the second stays in place when the first is
        rolled. In a battle each side's die stands in the column of its counters. Empty when there is none.
        """
        shown = {*self.viewer.seats, self.answering}
        halves = [form for form in self.forms if is_half(form.question) and shown.issuperset(form.question.peers)]
        if not halves:
            return ()
        first = halves[0].question
        open_ones = {form.question.place: form for form in halves if form.question.group == first.group}
        sides = {side.seat: (column, side) for column, side in enumerate(self.battle.sides)} if self.battle else {}
        peers = sorted(enumerate(first.peers), key=lambda peer: sides[peer[1]][0] if peer[1] in sides else peer[0])
        infos = [fights_as(self.viewer.info(seat), sides[seat][1] if seat in sides else None) for _n, seat in peers]
        return tuple(half(info, open_ones.get(place)) for info, (place, _seat) in zip(infos, peers, strict=True))

    @property
    def single(self) -> tuple[FormView, ...]:
        """The forms that are not shown side by side."""
        paired = [half.form.question.key for half in self.pair if half.form]
        return tuple(form for form in self.forms if form.question.key not in paired)

    @property
    def battle(self) -> BattlePanel | None:
        """The battle shown above the questions."""
        return first_of(BattlePanel, self.panels)

    @property
    def stakes(self) -> list[Stake]:
        """What hangs on the open questions of a battle, for a phone that is asked nothing itself."""
        return [] if self.forms or self.cover or self.viewer.view.helper else stakes(self.viewer, self.panels)

    @property
    def answers_for(self) -> SeatInfo | None:
        """The seat of another phone for which this phone is answering, or None."""
        return self.viewer.info(self.answering) if self.answering and self.answering not in self.viewer.seats else None

    @property
    def folded(self) -> tuple[FormView, ...]:
        """The forms beyond the first few, which are shown folded."""
        return self.single[OPEN_FORMS:]

    @property
    def first(self) -> tuple[FormView, ...]:
        """The first few forms, which are shown open."""
        return self.single[:OPEN_FORMS]


def table_page(
    viewer: Viewer, tab: str = "now", answering: str = "", refilled: Refilled | None = None, notice: str = ""
) -> TablePage:
    """The play page of a phone. `answering` is a seat for which it answers without holding it."""
    cover = covered(viewer, answering)
    eye = "" if cover else answering if answering in viewer.seats else viewer.seat_shown()
    board, fault = board_or_fault(viewer, eye)
    questions = [] if cover else shown_questions(viewer, answering)
    panels = board.panels if board else ()
    if not questions:
        panels = tuple(with_letters(panel, viewer.view.questions) for panel in panels)
    tab = tab_named(viewer, panels, tab)
    shown = tuple(panel for panel in panels if panel.tab == tab)
    ground = FormPage(first_of(MapPanel, panels), first_of(BattlePanel, shown), panels, kept_fields(tab, answering))
    if tab == "map" and not first_of(MapPanel, shown):  # the map is on the table: what is fought there stands here
        shown = (*(one for one in panels if isinstance(one, BattlePanel | MapPanel)), *shown)
    forms = tuple(form_view(viewer, question, ground, refilled) for question in questions)
    reader = reader_of(viewer, answering)
    news = tuple(result_of_last(viewer) if viewer.view.helper and viewer.view.ended else latest_news(reader))
    proposal = proposal_seen(viewer)
    others = tuple(waiting(viewer, answering))
    at_ease = tab == "now" and not (cover or viewer.view.helper or viewer.view.ended)
    battle = first_of(BattlePanel, shown)
    fighting = battle is not None and not battle.over
    fought = last_fight(viewer, fighting=fighting) if at_ease else []
    result: list[tuple[int, Note]] = []
    if fighting:
        result = of_this_fight(viewer.game, result_of_last(reader))
    elif at_ease and not fought:
        result = result_of_own_roll(viewer)
    table = rolled_on(viewer, [note for _n, note in news]) if viewer.view.ended else rolled_lately(viewer, LOOKED_AT)
    return TablePage(
        viewer=viewer,
        tab=tab,
        tab_bar=tab_bar(viewer, panels),
        board=board,
        panels=shown,
        glance=glance(panels, eye, map_for(viewer, forms)) if tab == "now" and not shown else (),
        forms=forms,
        waiting=others,
        due=tuple(viewer.info(seat) for seat in viewer.due()),
        news=news,
        track=track(viewer),
        tasks=tuple(tasks_due(viewer)) if tab == "now" else (),
        coach=coach(viewer, next(iter(questions), None), board.active if board else "")
        if tab == "now" and not cover
        else None,
        scene=scene(board, shown, others) if tab == "now" and not (forms or cover or viewer.view.helper) else None,
        came_of=besides(result, table=table is not None),
        came_before=besides(of_this_fight(viewer.game, _newest(news)), table=table is not None),
        fought=tuple(fought),
        stood_in=tuple(answered_for(viewer)) if tab == "now" and not cover else (),
        put_right=() if viewer.view.helper else tuple(put_right(viewer, viewer.seats)),
        dice=dice_told(viewer, news),
        drawn=drawn_lately(viewer, eye) if at_ease and battle is None else None,
        given=tuple(given_rolls(viewer)) if tab == "now" and not cover else (),
        rolled=rolled_of(viewer, [n for n, _note in (*fought, *result)]),
        table=table,
        eye=eye,
        answering=answering,
        cover=cover,
        notice=notice or " ".join(filter(None, (say(viewer.view.fault), fault))),
        proposal=proposal,
        changes=changes(viewer, proposal) if proposal else None,
        last_own=last_own(viewer),
        own_answers=own_answers(viewer),
        decided=decided(viewer, panels),
        seats=viewer.all_infos,
        kept=ground.hidden,
        situation=pack(of_line(viewer.view.match.line())) if viewer.view.helper else "",
        since=since(viewer),
        clocks=shown_clocks(viewer),
    )


def since(viewer: Viewer) -> str:
    """Since when the table waits for those who are due; "" where no clock runs."""
    runs = viewer.view.last and not viewer.view.ended and not viewer.view.helper
    return waited_since(viewer.view, viewer.due()) if runs else ""


def shown_clocks(viewer: Viewer) -> tuple[Clock, ...]:
    """The clocks of all sides, where this phone shows a chess clock."""
    if timer() != CHESS or viewer.view.helper or not viewer.view.last:
        return ()
    return clocks(viewer.view, list(viewer.all_infos), viewer.due(), services().times.of(viewer.view))


def _newest(news: Sequence[tuple[int, Note]]) -> list[tuple[int, Note]]:
    """The news of the newest entry, in the order of the log."""
    return [one for one in reversed(news) if one[0] == news[0][0]]


def first_of(kind: type[P], panels: Sequence[Panel]) -> P | None:
    """The first panel of a kind, or None."""
    return next((panel for panel in panels if isinstance(panel, kind)), None)


def kept_fields(tab: str, answering: str) -> dict[str, str]:
    """The hidden fields that lead back to the same tab and seat after a post."""
    return {"tab": tab, **({"as": answering} if answering else {})}


def last_own(viewer: Viewer) -> int:
    """The number of the last entry if this phone made it, so that one tap can undo it; else 0."""
    n = viewer.view.tip
    if not n or not viewer.plays:
        return 0
    recent = (line.entry for line in viewer.view.entries(limit=LOOKED_AT).lines)
    entry = next((one for one in recent if one.n == n), None) or viewer.view.entry(n).entry
    own = entry.by in viewer.seats or (viewer.is_host and entry.by == HOST)
    return n if own and entry.kind in TAKES_BACK else 0


def own_answers(viewer: Viewer) -> int:
    """How many entries this phone made, counted only while the match is young: later it is taken to have made many."""
    if not viewer.plays:
        return 0
    if viewer.view.last > LOOKED_AT:
        return LOOKED_AT
    return sum(line.entry.by in viewer.seats for line in viewer.view.entries(limit=LOOKED_AT).lines)


MapFor = Literal["nobody", "asked", "waits"]


def map_for(viewer: Viewer, forms: Sequence[FormView]) -> MapFor:
    """Who sees the map at a glance: nobody in a helper, or who answers on it."""
    on_map = any(isinstance(form.question.part, Ask) and isinstance(form.question.part.form, Choose)
                 and form.question.part.form.look == "map" for form in forms)  # fmt: skip
    return "nobody" if viewer.view.helper or on_map else "asked" if forms else "waits"


def glance(panels: tuple[Panel, ...], eye: str, sees: MapFor) -> tuple[Panel, ...]:
    """The panels shown under the question when the game shows nothing special there: the player's own ones.

    A player who only waits sees the map first, because others are acting there, and where they are acting; who is asked
    something else sees one that is small enough.
    """
    maps = [replace(panel, focus=panel.scene or panel.focus) for panel in panels if isinstance(panel, MapPanel)
            if sees == "waits" or (sees == "asked" and panel.beside)]  # fmt: skip
    return (*maps, *(panel for panel in panels if isinstance(panel, Display | Stock) and panel.seat == eye != ""))


def scene(board: Board | None, shown: Sequence[Panel], others: Sequence[Waiting]) -> Display | None:
    """What is going on at another phone, for one that waits; a battle shows that itself."""
    if board is None or first_of(BattlePanel, shown) is not None:
        return None
    return board.scene([one.seat.id for one in others])


def shown_questions(viewer: Viewer, answering: str) -> list[Question]:
    """The questions that this phone shows as forms: its own; those of others only when it answers for them, and
    never sealed ones.
    """
    mine = viewer.mine()
    if not answering or not viewer.plays:
        return mine
    if answering in viewer.seats:
        return [question for question in mine if question.seat == answering] or mine
    others = [q for q in viewer.view.questions if q.seat == answering and not q.sealed]
    return [*others, *mine]


def waiting(viewer: Viewer, answering: str) -> list[Waiting]:
    """The seats of others that must answer."""
    found: list[Waiting] = []
    held = {seat.id for seat in viewer.view.seats if seat.device}
    for seat in viewer.due():
        asked = [question for question in viewer.view.questions if question.seat == seat]
        sealed = any(question.sealed for question in asked)
        if seat in viewer.seats or (seat == answering and not sealed):
            continue
        does = asked[0].part.told if isinstance(asked[0].part, Draw) else None
        words = does or asked[0].part.prompt
        prompt = plural(1, "chooses in secret", "choose in secret") if sealed else words
        may = viewer.plays and not sealed
        found.append(Waiting(viewer.info(seat), prompt, asked[0].section, len(asked) - 1, may,
                             any(one.private for one in asked), seat in held, sealed, does is not None))  # fmt: skip
    return found
