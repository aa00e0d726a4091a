"""A demo that plays itself: moments of a recorded match, each with the question, the reason for it, and the answer.

Every moment is a page of its own; scripts only go from one to the next. Nothing is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from msgspec import structs

from companion.engine.core.effects import Note
from companion.engine.core.text import Text
from companion.engine.game.guidance import Advice
from companion.engine.game.panels import BattlePanel, Board, MapPanel, Panel
from companion.engine.game.record import Game
from companion.engine.match.ledger import Entry
from companion.engine.match.live import Match
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.lobby.demo import recorded
from companion.web.lobby.start import find_game
from companion.web.play.answers import words
from companion.web.reading.asked import question_at
from companion.web.reading.guiding import Track
from companion.web.reading.tasks import state_before
from companion.web.serving.queueing import queued

bp = Blueprint("showing", __name__)
MOST = 18
"""Moments of a demo; at seven seconds each they are two minutes."""
OF_SET_UP = 2
"""So many of them, at the most, are of the set-up: the demo is about play."""
BESIDE = 60.0
"""Places are so near each other, in units of their drawing, that one is beside the other."""


@dataclass(frozen=True)
class ShownMoment:
    """One moment: where the match is, what is asked and answered (both dice of a contest), and why it is asked.

    The last one of a match that has ended has neither answers nor advice: `doing` says who has won, `notes` how.
    """

    where: Text
    doing: Text
    said: tuple[tuple[Text, Text], ...]
    advice: Advice | None
    notes: tuple[Note, ...]
    panel: Panel | None
    track: Track | None


@bp.get("/demo/<name>/show")
@queued
def show(name: str) -> str:
    """One moment of the demo of a game; 404 when it has no demo, or no guide to explain it."""
    game = find_game(name)
    if game.demo is None or game.guide is None:
        abort(404, _("There is no demo of this game."))
    found = moments(name)
    given = request.args.get("n", "0")
    n = min(int(given) if given.isdecimal() and len(given) < 5 else 0, len(found) - 1)
    following = url_for("showing.show", name=name, n=n + 1) if n + 1 < len(found) else ""
    return render_template("show.html", game=game, moment=found[n], n=n, of=len(found), following=following)


@cache
def moments(name: str) -> tuple[ShownMoment, ...]:
    """The moments of a game's demo: one for each kind of question that its guide explains, and the end."""
    game = services().game(name)
    path = game.show or game.demo
    assert path is not None
    match, _scenario = recorded(path, name)
    line = match.line()
    closing = (ended(game, match),) if not match.questions() else ()
    entries = thinned(game, told(game, line), MOST - len(closing))
    return (*(moment(game, entry, line) for entry in entries), *closing)


def told(game: Game, line: Sequence[Entry]) -> list[Entry]:
    """For each piece of advice the first answer that something came of, else the first; few of them of the set-up."""
    found: dict[str, Entry] = {}
    for entry in line:
        advice = advice_at(game, entry)
        kept = found.get(str(advice.why)) if advice else None
        if advice and (kept is None or (entry.notes and not kept.notes)):
            found[str(advice.why)] = entry
    in_order = sorted(found.values(), key=lambda one: one.n)
    setting_up = stage_of(game, line[0]) if line else ""
    early = [one for one in in_order if stage_of(game, one) == setting_up]
    return [one for one in in_order if one not in early[:-OF_SET_UP]]


def thinned(game: Game, entries: Sequence[Entry], room: int) -> list[Entry]:
    """At most so many of them: one after the other goes of the stage that has most, first what nothing came of."""
    kept = [(stage_of(game, one), one) for one in entries]
    while len(kept) > room:
        fullest = Counter(stage for stage, _one in kept).most_common(1)[0][0]
        kept.remove(max((one for one in kept if one[0] == fullest), key=lambda one: (not one[1].notes, one[1].n)))
    return [one for _stage, one in kept]


def advice_at(game: Game, entry: Entry) -> Advice | None:
    """What the guide says of the question that an entry answered."""
    question = question_at(game, entry) if entry.kind == "answer" else None
    return game.guide.advice_for(question, question.seat) if question and game.guide else None


def stage_of(game: Game, entry: Entry) -> str:
    """The stage of the Round before an entry."""
    return game.guide.at(state_before(game, entry.before)) if game.guide else ""


def moment(game: Game, entry: Entry, line: Sequence[Entry]) -> ShownMoment:
    """An entry as a moment, with the other die of a contest where it was typed in before."""
    question, advice = question_at(game, entry), advice_at(game, entry)
    assert question is not None
    state = state_before(game, entry.before)
    board = game.board(state, question.seat) if game.board else Board(Text(""), Text(""))
    before = [one for one in line if one.n < entry.n and one.key.startswith(f"{question.group}.")]
    asked = [(question_at(game, one), one.value) for one in before if question.joint] + [(question, entry.value)]
    said = tuple((one.part.prompt, words(one.part, value)) for one, value in asked if one)
    notes = tuple(note for note in entry.notes if not note.to)
    panel = about(seen_at(game, entry, line, board), entry.value)
    return ShownMoment(board.where, board.doing, said, advice, notes, panel, track_at(game, state))


def seen_at(game: Game, entry: Entry, line: Sequence[Entry], board: Board) -> Panel | None:
    """The picture of a moment: how things stand when it is asked; of the set-up, what lies there then."""
    following = next((one for one in line if one.n > entry.n), None)
    if following is None or game.board is None or stage_of(game, entry) != stage_of(game, line[0]):
        return picture(board)
    return picture(game.board(state_before(game, following.before), entry.seat))


def about(panel: Panel | None, value: Any) -> Panel | None:
    """The picture of a moment, a map as it is seen from the place that was chosen, if one was."""
    is_place = isinstance(panel, MapPanel) and panel.focus and any(one.place == value for one in panel.hexes)
    return structs.replace(panel, focus=value) if is_place and panel is not None else panel


def ended(game: Game, match: Match) -> ShownMoment:
    """The end of a match: who has won and how."""
    state = match.runner.state
    board = game.board(state, "") if game.board else Board(Text(""), Text(""))
    how = game.verdict(state) if game.verdict else None
    notes = (Note(how.section, how.how),) if how else ()
    return ShownMoment(board.where, board.doing, (), None, notes, picture(board), None)


def track_at(game: Game, state: Any) -> Track | None:
    """Where in the Round a state is."""
    if game.guide is None:
        return None
    stages, at = game.guide.stages(state), game.guide.at(state)
    return Track(stages, next((stage for stage in stages if stage.id == at), None))


def picture(board: Board) -> Panel | None:
    """The panel to show: a battle, else what is known of the map, else the first panel."""
    kinds = (BattlePanel, MapPanel, object)
    found = next((panel for kind in kinds for panel in board.panels if isinstance(panel, kind)), None)
    return known_part(found) if isinstance(found, MapPanel) else found


def known_part(panel: MapPanel) -> MapPanel:
    """The map without the places that lie face down far from all others: a small picture shows what it is about.

    A board of squares stays whole.
    """
    has_tiles = any(one.tile for one in panel.hexes)
    seen = [panel.middle(one) for one in panel.hexes if not one.hidden and (one.tile or not has_tiles)]
    if not seen or panel.grid == "square":
        return panel
    near = [one for one in panel.hexes if min(dist(panel.middle(one), at) for at in seen) < BESIDE]
    whole = len(near) == len(panel.hexes)  # no smaller than on the table: then it is looked at from where it happens
    return structs.replace(panel, hexes=tuple(near), focus=panel.focus if whole else "", scene="")


def has_show(game: Game) -> bool:
    """Whether the game has a demo that plays itself."""
    return game.demo is not None and game.guide is not None
