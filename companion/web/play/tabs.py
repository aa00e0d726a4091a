"""The tabs of a match: the bar under the thumb. They keep their places from the first question to the end."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.text import Text, t
from companion.engine.game.panels import Panel
from companion.web.app.links import address_of
from companion.web.app.texts import in_own_words
from companion.web.app.viewer import Viewer
from companion.web.play.boards import draw_board

FIRST = "now"
TABS = (
    (FIRST, t("Now")),
    ("map", t("Map")),
    ("army", t("Army")),
    ("city", t("City")),
    ("standing", t("Standing")),
)
EMPTY = {
    "map": t("The map is shown here as soon as one of its places is known."),
    "army": t("Armies are shown here as soon as somebody has one."),
    "city": t("What the players own is shown here as soon as somebody has something."),
    "standing": t("How the players stand is shown here once the set-up is done."),
}
"""What a tab says before there is anything to show."""
Tab = tuple[str, str, str, int]
"""A tab of the bar: id, title, address, number of open questions."""


def nothing_yet(tab: str) -> str:
    """What a tab without panels says: when there will be something."""
    return in_own_words(EMPTY[tab])


def tabs_of(viewer: Viewer, panels: Sequence[Panel]) -> list[tuple[str, Text]]:
    """The tabs that show panels: those which the game says this match has, and any that has a panel now."""
    known = viewer.game.tabs
    lasting = known(viewer.view.state, viewer.seat_shown()) if known and not viewer.view.helper else ()
    used = {FIRST, *lasting, *(panel.tab for panel in panels)}
    return [(name, title) for name, title in TABS if name in used]


def tab_named(viewer: Viewer, panels: Sequence[Panel], name: str) -> str:
    """The tab with this name; the first one if this match has no such tab."""
    return name if name in dict(tabs_of(viewer, panels)) else FIRST


def tab_bar(viewer: Viewer, panels: Sequence[Panel]) -> list[Tab]:
    """The tabs at the bottom: those with panels, the player aid, the log."""
    due = 0 if viewer.view.helper else len(viewer.mine())  # a helper is a tool: nobody waits
    found: list[Tab] = [
        (name, in_own_words(title), address_of("table.table", code=viewer.code, tab=name), due if name == FIRST else 0)
        for name, title in tabs_of(viewer, panels)
    ]
    if viewer.view.helper is None and (viewer.game.aids or viewer.game.guide or viewer.game.tables):
        found.append(("aid", in_own_words(t("Aid")), address_of("aid.aid", code=viewer.code), 0))
    return [*found, ("log", in_own_words(t("Log")), address_of("log.log", code=viewer.code), 0)]


def tab_bar_of(viewer: Viewer) -> list[Tab]:
    """The tabs at the bottom of a page beside the play page."""
    board = draw_board(viewer, viewer.seat_shown())
    return tab_bar(viewer, board.panels if board else ())
