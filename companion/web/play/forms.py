"""Forms as data: a question with everything that its form shows and posts. `templates/parts/forms.html` draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask import g
from msgspec import structs

from companion.engine.core.effects import Ask, Card, Pool, Roll
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Choose, Counts
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.guidance import Advice
from companion.engine.game.panels import BattlePanel, BattleSide, Display, Gauge, MapPanel, Panel, Stock
from companion.engine.game.record import SeatInfo
from companion.web.app.drawings import gap, new_key
from companion.web.app.links import address_of
from companion.web.app.texts import say
from companion.web.app.viewer import Viewer
from companion.web.play.stakes import foresight
from companion.web.reading.tables import TableView, asked_on
from companion.web.reading.task_list import tasks_due

FINGERS = 8
"""So many columns, or half rows, and each place of a choice has 32 pixels on a phone of 360."""
MOST_LISTED = 30
"""A longer list would bury what stands below it."""


MANY_CARDS = 12
"""Of more cards than this one is looked for by its name."""


def by_name(cards: Sequence[Card]) -> Sequence[Card]:
    """The cards of a deck as they are listed: many in the order of their names, few as the game has them."""
    return sorted(cards, key=lambda card: say(card.label)) if len(cards) > MANY_CARDS else cards


@dataclass(frozen=True)
class FormView:
    """A question as a form.

    `post` is the idempotency key of the answer; `hidden` are further fields; `map` and `battle` are panels on which the
    question may be answered; `refusal` and `typed` belong to an answer that was just refused; without `live` it is a
    plain form.
    """

    question: Question
    action: str
    post: str
    seat: SeatInfo | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    map: MapPanel | None = None
    battle: BattlePanel | None = None
    game: str = ""
    refusal: Refusal | None = None
    typed: Mapping[str, list[str]] = field(default_factory=dict)
    live: bool = True
    table: TableView | None = None
    """The random table on which its die is rolled."""
    stock: tuple[tuple[Text, tuple[Gauge, ...]], ...] = ()
    """What the seat owns, where it helps to decide: by display, the gauges that have a symbol."""
    needs: Text | None = None
    """What a roll needs as things stand now."""
    example: Text | None = None
    """What a die of a contest needs against a middling one, while the other is still to be rolled."""
    settled: bool = False
    """Whether a roll changes nothing any more, whatever it shows."""
    named: bool = False
    """Whether it says whose question it is."""
    bluff: bool = False
    """Whether this phone may answer by itself: there is no choice."""
    advised: tuple[str, ...] = ()
    """The options that the game's guide advises: they stand first."""
    sides: Mapping[str, SeatInfo] = field(default_factory=dict)
    """All seats of the match, for options that are about one of them."""

    @property
    def fields(self) -> dict[str, str]:
        """The hidden fields that it posts."""
        return {"post": self.post, "key": self.question.key, **self.hidden}

    @property
    def on_battle(self) -> bool:
        """Whether it is answered by tapping stacks of the battle: an attack, or wounds that are dealt out."""
        form = self.question.part.form if isinstance(self.question.part, Ask) else None
        if isinstance(form, Counts):
            return any(row.link for row in form.rows)
        return isinstance(form, Choose) and any(len(option.link) == 2 for option in form.options)

    @property
    def is_wide(self) -> bool:
        """Whether the places to choose from lie so far apart that on a phone each is smaller than a finger; a list of
        some length is at hand then.
        """
        form = self.question.part.form if isinstance(self.question.part, Ask) else None
        if self.map is None or not isinstance(form, Choose):
            return False
        open_ = {one.id for one in form.options if one.refusal is None}
        there = [one for one in self.map.hexes if one.place in open_]
        lower = 1 if self.map.grid == "hex" else 0  # a column of hexes lies half a row lower than the one before
        across, down = [one.q for one in there], [2 * one.r + lower * one.q for one in there]
        far = len(there) > 1 and (max(across) - min(across) > FINGERS or max(down) - min(down) > FINGERS)
        return far and len(there) <= MOST_LISTED


@dataclass(frozen=True)
class Half:
    """One of two dice shown side by side: its seat, and its form until it is rolled."""

    seat: SeatInfo
    form: FormView | None


def half(seat: SeatInfo, form: FormView | None) -> Half:
    """One of two dice, under the name of `seat`."""
    return Half(seat, replace(form, seat=seat) if form else None)


def fights_as(seat: SeatInfo, side: BattleSide | None) -> SeatInfo:
    """A seat as it fights: who plays guards rolls in their name and colours, not in his own."""
    if side is None or not side.colour or side.colour == seat.colour:
        return seat
    first = side.stacks[0] if side.stacks else None
    pattern, emblem = (first.pattern, first.emblem) if first else ("solid", "")
    return structs.replace(seat, title=say(side.title), colour=side.colour, pattern=pattern, emblem=emblem)


@dataclass(frozen=True)
class Refilled:
    """A form that was refused: its question, the reason, and what was typed."""

    key: str
    refusal: Refusal
    typed: dict[str, list[str]]
    post: str


@dataclass(frozen=True)
class FormPage:
    """What all forms of a page share: the panels on which they may be answered, and the hidden fields of the page."""

    map: MapPanel | None = None
    battle: BattlePanel | None = None
    panels: Sequence[Panel] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)


def is_half(question: Question) -> bool:
    """Whether a question is one of two rolls at the same time: single dice that are compared, or those of two sides."""
    part = question.part
    dice = isinstance(part, Pool) or (isinstance(part, Roll) and len(part.sides) == 1)
    two = question.joint is not None or len(set(question.peers)) == 2
    return dice and two and question.parts == 2 and not question.sealed


def form_view(viewer: Viewer, question: Question, ground: FormPage, refilled: Refilled | None = None) -> FormView:
    """An open question as a form of the play page."""
    advice = viewer.game.guide.advice_for(question, question.seat) if viewer.game.guide else None
    known = foresight(viewer, question)
    question = asked_once(viewer, question)
    other, again = question.seat not in viewer.seats, refilled if refilled and refilled.key == question.key else None
    return FormView(
        question, address_of("table.answer", code=viewer.code), again.post if again else new_post(),
        viewer.info(question.seat), ground.hidden, ground.map, ground.battle, viewer.game.name,
        again.refusal if again else None, again.typed if again else {},
        table=asked_on(viewer.game, viewer.view.state, question),
        stock=stock_of(question, advice, ground.panels),
        needs=known.needs,
        example=known.example,
        settled=known.settled,
        bluff=isinstance(question.part, Ask) and question.part.bluff and not other,
        named=other or len(viewer.seats) > 1,
        advised=advice.among(question) if advice and not advice.against else (),
        sides=viewer.all_infos,
    )  # fmt: skip


def asked_once(viewer: Viewer, question: Question) -> Question:
    """The question; one that only waits until all is laid on the table is asked for once more while ticks are open."""
    part = question.part
    if not isinstance(part, Ask) or not part.observation or not isinstance(part.form, Choose):
        return question
    if len(part.form.options) > 1 or not tasks_due(viewer):
        return question
    only = structs.replace(part.form.options[0], is_grave=True)
    return structs.replace(question, part=structs.replace(part, form=structs.replace(part.form, options=(only,))))


def stock_of(
    question: Question, advice: Advice | None, panels: Sequence[Panel]
) -> tuple[tuple[Text, tuple[Gauge, ...]], ...]:
    """What the asked seat owns, if the advice says to show it; only one display if the question is about that."""
    if advice is None or not advice.stock:
        return ()
    own = [one for one in panels if isinstance(one, Display | Stock) and one.seat == question.seat]
    meant = [one for one in own if one.id == question.part.about] or own
    counted = [(one.title, tuple(gauge for gauge in one.gauges if gauge.icon)) for one in meant]
    return tuple((title, gauges) for title, gauges in counted if gauges)


def new_post() -> str:
    """An idempotency key for a form, or a gap for it on a page that is drawn for many phones."""
    if "open_keys" not in g:
        return new_key()
    g.open_keys += 1
    return gap(g.open_keys)
