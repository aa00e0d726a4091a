"""The verdict of a finished match as data: who has won, by which comparison, with which figures."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import structs

from companion.engine.core.text import NOTHING, Text, t
from companion.engine.game.panels import Panel, TablePanel
from companion.engine.game.record import SeatInfo
from companion.engine.game.verdict import Verdict
from companion.web.app.viewer import Viewer

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Decided:
    """How a match was decided; `winners` has several sides for a draw, `table` the figures that were compared."""

    winners: tuple[SeatInfo, ...]
    said: Verdict
    table: TablePanel | None
    sides: Mapping[str, SeatInfo]
    """All sides by seat, with who plays them."""

    @property
    def won(self) -> tuple[str, ...]:
        """The seats of the winners."""
        return tuple(one.id for one in self.winners)

    @property
    def heading(self) -> Text:
        """The word over the winners."""
        return t("A draw") if len(self.winners) > 1 else t("Victory") if self.winners else t("Finished")


def decided(viewer: Viewer, panels: Sequence[Panel]) -> Decided | None:
    """How a match was decided; None while it runs, and for helpers. `panels` are those of its board."""
    if not viewer.view.ended or viewer.view.helper is not None:
        return None
    game, state = viewer.game, viewer.view.state
    won = game.winners(state) if game.winners else ()
    how, tables = said(viewer), [one for one in panels if isinstance(one, TablePanel) and one.tab == "standing"]
    table = figures_of(how, tables[0]) if tables else None
    return Decided(tuple(viewer.info(seat) for seat in won), how, table, viewer.all_infos)


def figures_of(how: Verdict, table: TablePanel) -> TablePanel:
    """The figures of all sides; nobody's are marked where they decided nothing."""
    return table if how.figures_decided else structs.replace(table, best=())


def said(viewer: Viewer) -> Verdict:
    """The verdict in the game's words; an empty one if a wrong value makes that impossible."""
    game, state = viewer.game, viewer.view.state
    try:
        if game.verdict:
            return game.verdict(state)
        return Verdict(game.standing(state) if game.standing else NOTHING)
    except Exception:
        log.exception("%s: how the match ended", viewer.code)
        return Verdict(NOTHING)


def outcome(viewer: Viewer) -> Text:
    """How an ended match ended, in a line; an empty text while it runs."""
    return said(viewer).how if viewer.view.ended and viewer.view.helper is None else NOTHING
