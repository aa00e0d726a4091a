"""Boards: what a game shows of a match to a seat, made once for all phones that see the same."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.engine.core.effects import Ask, Roll
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.panels import BattlePanel, BattleSide, Board, MapPanel, Panel, StackView
from companion.engine.game.record import without_odds
from companion.engine.running.legal import fault_words
from companion.web.app.services import services
from companion.web.app.texts import say
from companion.web.app.viewer import Viewer
from companion.web.app.wording import lettered
from companion.web.reading.odds import outlook_of

log = logging.getLogger(__name__)
MIDDLE = "C"
"""How the hex in the middle of a tile is called."""


def draw_board(viewer: Viewer, eye: str) -> Board | None:
    """The board of a game as a seat may see it ("" for a watcher); None when there is none or it cannot be drawn."""
    return board_or_fault(viewer, eye)[0]


def board_or_fault(viewer: Viewer, eye: str) -> tuple[Board | None, str]:
    """The board, or None and why it cannot be drawn: the page opens all the same, so that players can correct
    values.
    """
    if not viewer.game.board:
        return None, ""
    try:
        board = _open_board(viewer, eye)
    except Exception as fault:
        log.exception("%s: the board cannot be drawn", viewer.code)
        return None, say(fault_words(viewer.game, viewer.view.state, fault))
    return _helper_board(viewer, board) if viewer.view.helper else board, ""


def _open_board(viewer: Viewer, eye: str) -> Board:
    """The board of a match as a seat sees it, made once for all phones that see the same."""
    known = services().boards.get((viewer.code, eye))
    if known is not None and known[0] == viewer.view.mark:
        return known[1]
    assert viewer.game.board is not None
    abouts = {word for question in viewer.view.questions for word in (question.part.about, question.section)}
    board = _told(viewer, eye) or viewer.game.board(viewer.view.state, eye)
    board = highlighted(board, abouts, links_of(viewer.view.questions))
    board = _won(viewer, board) if viewer.view.ended and not viewer.view.helper else board
    board = replace(board, panels=_with_forecast(viewer, board.panels))
    return services().boards.put((viewer.code, eye), (viewer.view.mark, board))[1]


def _with_forecast(viewer: Viewer, panels: Sequence[Panel]) -> tuple[Panel, ...]:
    """The panels, that of a fight with its forecast, where the game tells one and the match allows odds."""
    outlook = outlook_of(viewer) if any(isinstance(one, BattlePanel) for one in panels) else None
    if outlook is None or outlook.forecast is None or without_odds(viewer.view.settings):
        return tuple(panels)
    ready = outlook.ready is None or outlook.ready(viewer.view.state)
    asked = any(one.section in outlook.sections for one in viewer.view.questions)
    record = services().forecasts.of(viewer.view) if ready and asked else None
    if record is None:
        return tuple(panels)
    values = {one.id: one.value for one in record.figures}
    errors = None if record.exact else {one.id: one.error for one in record.figures}
    return tuple(outlook.forecast(one, values, errors) if isinstance(one, BattlePanel) else one
                 for one in panels)  # fmt: skip


def _told(viewer: Viewer, eye: str) -> Board | None:
    """The board as the open step has made it so far, where the last answer was given in the middle of that step: the
    picture never lags behind what is told beside it. Else None: it is as it was when the last step ended.
    """
    key = _key_amid_step(viewer)
    if not key or viewer.game.board is None:
        return None
    try:
        return viewer.game.board(viewer.view.match.runner.working_state(key), eye)
    except Exception:  # half of a step need not make a whole board
        log.exception("%s: the board cannot be drawn as far as it has been told", viewer.code)
        return None


def _key_amid_step(viewer: Viewer) -> str:
    """The key of an open question of the step that the last answer belongs to; "" if it has none."""
    last = next((line.entry for line in viewer.view.entries(limit=1).lines if line.live), None)
    if last is None or last.kind != "answer":
        return ""
    step = last.key.rpartition(":")[0]
    return next((one.key for one in viewer.view.questions if one.key.rpartition(":")[0] == step), "")


def _won(viewer: Viewer, board: Board) -> Board:
    """At the end colours and emblem are those of who has won, not of whose turn it was; and the map is shown whole."""
    won = viewer.game.winners(viewer.view.state) if viewer.game.winners else ()
    panels = [replace(one, focus="", scene="") if isinstance(one, MapPanel) else one for one in board.panels]
    return replace(board, active=next(iter(won), "") if len(won) == 1 else "", panels=tuple(panels))


def links_of(questions: Sequence[Question]) -> list[tuple[str, ...]]:
    """The things on the board that open questions are about, except sealed questions."""
    parts = [question.part for question in questions if not question.sealed]
    rolls = [part.link for part in parts if isinstance(part, Roll)]
    forms = [part.form for part in parts if isinstance(part, Ask)]
    choices = [option.link for form in forms if isinstance(form, Choose) for option in form.options]
    return [link for link in [*rolls, *choices] if link]


def _helper_board(viewer: Viewer, board: Board) -> Board:
    """A stand-alone helper has no table round it: only what it is about right now is shown, a map if it asks on one."""
    forms = [question.part.form for question in viewer.view.questions if isinstance(question.part, Ask)]
    on_map = any(isinstance(form, Choose) and form.look == "map" for form in forms)
    now = tuple(one for one in board.panels if one.tab == "now" or (on_map and isinstance(one, MapPanel)))
    return Board(Text(viewer.game.title), Text(viewer.title), now)


def pictures_of(viewer: Viewer) -> Sequence[StackView]:
    """The pieces that the result of a stand-alone helper is about, once it has one."""
    view = viewer.view
    if view.helper is None or view.helper.pictures is None or not (view.ended and view.result):
        return ()
    return view.helper.pictures(view.state, view.result)


def highlighted(board: Board, abouts: Collection[str], links: Collection[tuple[str, ...]] = ()) -> Board:
    """The board with the subjects of open questions highlighted: combat steps, acting stacks and their targets."""
    return replace(board, panels=tuple(_highlighted_panel(panel, abouts, links) for panel in board.panels))


def _highlighted_panel(panel: Panel, abouts: Collection[str], links: Collection[tuple[str, ...]]) -> Panel:
    if not isinstance(panel, BattlePanel):
        return panel
    one, other = (_highlighted_side(side, links) for side in panel.sides)
    return _highlighted_ladder(replace(panel, sides=(one, other)), abouts)


def _highlighted_side(side: BattleSide, links: Collection[tuple[str, ...]]) -> BattleSide:
    acting, targets = {link[0] for link in links if link}, {one for link in links for one in link[1:]}
    stacks = (replace(one, active=one.id in acting, target=one.id in targets) for one in side.stacks)
    return replace(side, stacks=tuple(stacks)) if links else side


def _highlighted_ladder(panel: BattlePanel, abouts: Collection[str]) -> BattlePanel:
    now = next((i for i, rung in enumerate(panel.ladder) if rung.about and rung.about in abouts), None)
    if now is None:
        return panel
    ladder = [replace(rung, state=_rung_state(i, now)) for i, rung in enumerate(panel.ladder)]
    return replace(panel, ladder=tuple(ladder))


def _rung_state(index: int, now: int) -> Literal["done", "now", "next"]:
    if index == now:
        return "now"
    return "done" if index < now else "next"


def with_letters(panel: Panel, questions: Sequence[Question]) -> Panel:
    """A map with the letters that ground to lay a tile on has on the phone of the only one who is asked for it.

    Such a place is several hexes large; its letter stands on the middle one. Single hexes get none: what may be chosen
    there may be known to its player alone.
    """
    if not isinstance(panel, MapPanel) or len(questions) != 1 or questions[0].sealed:
        return panel
    times = Counter(one.place for one in panel.hexes)
    options = getattr(getattr(questions[0].part, "form", None), "options", ())
    on_map = [one.id for one in options if not one.refusal and times[one.id]]
    letters = {place: Text(lettered(n)) for n, place in enumerate(on_map, 1) if times[place] > 1}
    hexes = (replace(one, word=letters.get(one.place, one.word)) if one.name == MIDDLE else one
             for one in panel.hexes)  # fmt: skip
    return replace(panel, hexes=tuple(hexes))
