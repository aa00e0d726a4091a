"""The page after a match (and during it): the standing as charts, losses, luck, great moments; a page to keep."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.game.panels import TablePanel
from companion.engine.game.record import SeatInfo
from companion.engine.match.luck import Luck
from companion.engine.match.story import Story, Toll
from companion.web.after import charts
from companion.web.after.film import shown_frame
from companion.web.after.past_fights import FightTally, Fought, tallies
from companion.web.after.stories import AT_ONCE, FIGHTS, MatchStory
from companion.web.after.verdict import Decided, decided
from companion.web.app.services import services
from companion.web.app.texts import UNNAMED, _, language, number, say
from companion.web.app.viewer import Viewer, member_of
from companion.web.app.wording import day
from companion.web.lobby.host import may_export
from companion.web.play.boards import draw_board
from companion.web.serving.queueing import queued
from printables.render.png import pages
from printables.render.souvenir import Chart, Figures, Line, Souvenir, Winner, souvenir_pdf

bp = Blueprint("after", __name__)
UNLIKELY, MOST_UPSETS = 0.35, 5
PICTURE_DPI = 110.0
"""Sharp on a phone, and small enough to send."""


@dataclass(frozen=True)
class LuckLine:
    """A seat's dice of one kind, with the luck in words; `bar` is the z-score as a share of the widest bar, -1 to 1."""

    seat: SeatInfo
    luck: Luck
    words: str
    bar: float


@bp.get("/m/<code>/after")
def after(code: str) -> str | AnyResponse:
    """The story of the match so far, for everybody who joined it."""
    found = member_of(code)
    told = services().stories.of(found.view, FIGHTS if request.args.get("reckon") else AT_ONCE)
    return render_template(
        "after.html", viewer=found, decided=verdict_of(found), story=told.story,
        charts=drawn(found, told.story), toll=toll_lines(found, told.story), luck=luck_lines(found, told),
        fights=fight_lines(found, told), upsets=upsets(told), unfought=told.unfought, unseen=tells_later(found),
        standing=plain_standing(found, told.story), may_export=may_export(found),
        again=again(found), film=shown_frame(told.film, request.args.get("frame", "")),
    )  # fmt: skip


@bp.get("/m/<code>/after.pdf")
@queued
def souvenir(code: str) -> AnyResponse:
    """The story as one printed page (PDF)."""
    found = member_of(code)
    pdf = souvenir_pdf(keepsake(found, services().stories.of(found.view)))
    return attached(found, pdf, "application/pdf", "pdf")


@bp.get("/m/<code>/after.png")
@queued
def picture(code: str) -> AnyResponse:
    """The souvenir page as a picture (PNG), to share."""
    found = member_of(code)
    pdf = souvenir_pdf(keepsake(found, services().stories.of(found.view)))
    return attached(found, pages(pdf, PICTURE_DPI)[0], "image/png", "png")


def attached(found: Viewer, data: bytes, kind: str, ending: str) -> AnyResponse:
    """A file for the phone to keep, named by the game and the code of the match."""
    name = f"{found.game.name}-{found.code}.{ending}"
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def drawn(found: Viewer, story: Story) -> list[charts.Chart]:
    """A chart for each number of the game's statistics."""
    labels = [say(one.label) for one in story.tallies]
    return [
        charts.chart(say(title), labels, [(info, values) for info, values in series(found, story, index)])
        for index, title in enumerate(story.measures)
        if story.tallies
    ]


def series(found: Viewer, story: Story, index: int) -> list[tuple[SeatInfo, list[int]]]:
    """One number of the statistics by seat, period after period."""
    seats = list(story.tallies[-1].values) if story.tallies else []
    return [
        (found.info(seat), [one.values[seat][index] if seat in one.values else 0 for one in story.tallies])
        for seat in seats
    ]


def toll_lines(found: Viewer, story: Story) -> list[tuple[SeatInfo, Toll]]:
    """Kills and losses by seat."""
    return [(found.info(seat), toll) for seat, toll in story.toll.items()]


def luck_lines(found: Viewer, told: MatchStory) -> list[LuckLine]:
    """The luck of each seat's dice, seats in the order of the match."""
    order = {seat.id: n for n, seat in enumerate(found.view.seats)}
    dice = sorted(told.luck, key=lambda one: (order.get(one.seat, 99), one.source, -one.sides))
    widest = max([3.0, *(abs(one.z) for one in dice)])
    return [LuckLine(found.info(one.seat), one, luck_words(one), one.z / widest) for one in dice]


def luck_of_sides(found: Viewer, told: MatchStory) -> list[LuckLine]:
    """One line for each side: all its dice together, however they were rolled."""
    lines = []
    for seat in found.view.seats:
        dice = [one for one in told.luck if one.seat == seat.id]
        if dice:
            z = sum(one.z for one in dice) / sqrt(len(dice))
            total, expected = sum(one.total for one in dice), sum(one.expected for one in dice)
            luck = Luck(seat.id, dice[0].source, 0, sum(one.dice for one in dice), total, expected, z)
            lines.append(LuckLine(found.info(seat.id), luck, luck_words(luck), z))
    return lines


@dataclass(frozen=True)
class FightLine:
    """The fights of a seat; `bar` is how far its victories are from the expected number, -1 to 1."""

    seat: SeatInfo
    tally: FightTally
    bar: float


def fight_lines(found: Viewer, told: MatchStory) -> list[FightLine]:
    """The fights of each seat, seats in the order of the match."""
    order = {seat.id: n for n, seat in enumerate(found.view.seats)}
    sums = sorted(tallies(told.fights), key=lambda one: order.get(one.seat, 99))
    widest = max([3.0, *(abs(one.z) for one in sums)])
    return [FightLine(found.info(one.seat), one, one.z / widest) for one in sums]


def tells_later(found: Viewer) -> bool:
    """Whether fights with hidden units are not told of yet, as they would tell what is hidden."""
    return not found.view.ended and any(one.revealed is not None for one in found.game.outlooks)


def upsets(told: MatchStory) -> list[Fought]:
    """The fights whose results were least expected."""
    against = [one for one in told.fights if one.came is not None and one.came.chance < UNLIKELY]
    return sorted(against, key=lambda one: one.came.chance if one.came else 1.0)[:MOST_UPSETS]


def luck_words(one: Luck) -> str:
    """A z-score in words."""
    if abs(one.z) < 1:
        return _("about average")
    if one.unusual:
        return _("far above average") if one.z > 0 else _("far below average")
    return _("above average") if one.z > 0 else _("below average")


def verdict_of(found: Viewer) -> Decided | None:
    """How the match was decided; None while it runs."""
    board = draw_board(found, found.seat_shown()) if found.view.ended else None
    return decided(found, board.panels if board else ())


def plain_standing(found: Viewer, story: Story) -> TablePanel | None:
    """The standing as a table during play, for games without statistics; else None."""
    board = None if found.view.ended or story.tallies else draw_board(found, found.seat_shown())
    panels = board.panels if board else ()
    return next((one for one in panels if isinstance(one, TablePanel) and one.tab == "standing"), None)


def keepsake(found: Viewer, told: MatchStory) -> Souvenir:
    """The match as the model of one printed page."""
    view, story = found.view, told.story
    drawings = [
        Chart(say(title), [say(one.label) for one in story.tallies],
              [Line(info.title, info.colour, values) for info, values in series(found, story, index)])
        for index, title in enumerate(story.measures) if story.tallies
    ]  # fmt: skip
    how = verdict_of(found)
    winners = [Winner(one.title, one.player, one.colour, one.emblem) for one in how.winners] if how else []
    return Souvenir(
        title=found.title, day=day(view.created), result=say(how.said.how) if how else doing(found),
        won=_(how.heading.message) if how else "", winners=winners, figures=figures(how),
        players=[player(found, seat.id) for seat in view.seats], charts=drawings, toll=toll_table(found, told),
        moments_title=_("Moments"), moments=[say(one.note.text) for one in story.moments],
        foot=_("Match {code}", code=found.code), language=language(),
    )  # fmt: skip


def toll_table(found: Viewer, told: MatchStory) -> Figures | None:
    """What each side killed and lost, and how lucky its dice were, for a page; None where nothing is known."""
    tolls, luck = told.story.toll, {one.seat.id: one for one in luck_of_sides(found, told)}
    columns = [_("Side"), *([_("Killed"), _("Lost")] if tolls else []), *([_("Dice"), _("Luck")] if luck else [])]
    rows = []
    for seat in (one.id for one in found.view.seats if one.id in tolls or one.id in luck):
        toll, fell = tolls.get(seat), luck.get(seat)
        killed = [str(toll.killed), str(toll.lost)] if toll else ["0", "0"]
        words = [str(fell.luck.dice), f"{fell.words} ({number(f'{fell.luck.z:+.1f}')})"] if fell else ["0", "–"]
        rows.append([found.info(seat).title, *(killed if tolls else []), *(words if luck else [])])
    return Figures(columns, rows, last=2.0 if luck else 1.0) if rows else None


def figures(how: Decided | None) -> Figures | None:
    """What was compared, for a page; None during play and for games that compare nothing."""
    if how is None or how.table is None:
        return None
    columns, rows = [say(one) for one in how.table.columns], [[say(cell) for cell in row] for row in how.table.rows]
    return Figures(columns, rows, how.table.best)


def again(found: Viewer) -> str:
    """The address of the form for a new match with the same sides, settings and rulings; "" while this one runs."""
    if not found.view.ended:
        return ""
    sides = [seat.id for seat in found.view.seats]
    chosen = {f"setting.{name}": choice for name, choice in found.view.settings.items()}
    chosen |= {f"ruling.{key}": reading for key, reading in found.view.state.rulings.items()}
    label = found.device.label if found.device and found.device.label not in UNNAMED.values() else ""
    values: dict[str, Any] = {"side": sides, "mine": list(found.seats), "label": label, **chosen}
    return url_for("start.new_match", name=found.game.name, **values)


def doing(found: Viewer) -> str:
    """What is going on, in the words of the board."""
    board = draw_board(found, "")
    return say(board.doing) if board else ""


def player(found: Viewer, seat: str) -> tuple[str, str]:
    """A side (with the label of the phone that holds it) and its colour."""
    info, holder = found.info(seat), found.holder(seat)
    return (f"{info.title} ({holder})" if holder else info.title), info.colour
