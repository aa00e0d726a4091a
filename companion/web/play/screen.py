"""The big screen: map, whose turn it is, open questions, standing and last events, for a TV three metres away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import dist

from flask import Blueprint, make_response, redirect, render_template, url_for
from msgspec import structs
from werkzeug.wrappers import Response

from companion.engine.core.effects import Note
from companion.engine.core.text import Text, plural
from companion.engine.game.panels import BattlePanel, GraphPanel, MapPanel, Panel, TablePanel
from companion.engine.game.record import SeatInfo
from companion.web.after.verdict import decided
from companion.web.app.links import invite_link, phone_link
from companion.web.app.qr import qr
from companion.web.app.services import services
from companion.web.app.viewer import Viewer, member_of, viewer_of
from companion.web.lobby.join import TV
from companion.web.lobby.match_lobby import in_lobby, places
from companion.web.play.boards import draw_board, with_letters
from companion.web.play.drawn import sent
from companion.web.play.news import (
    LOOKED_AT,
    besides,
    fight_for_all,
    given_rolls,
    last_roll,
    latest_news,
    put_right_for_all,
    rolled_of,
)
from companion.web.play.pages import Waiting, shown_clocks, since, waiting
from companion.web.play.proposing import changes, proposal_seen
from companion.web.play.stakes import stakes
from companion.web.reading.guiding import track
from companion.web.reading.rounds import present_since
from companion.web.reading.tables import rolled_lately
from companion.web.reading.task_list import tasks_of_set_up

bp = Blueprint("screen", __name__)
MOST_LOOKED_AT = 60
"""Entries of the log that are looked through for the last events: many answers lead to no line."""

MOST_EVENTS = 5
"""So many of the last events a big screen has room for."""

MOST_TO_LAY = 6
"""So many things to do on the table before the first Round; how many more there are is said."""

ROUND_A_FIGHT = 150.0
"""How far the map beside a fight goes from its place, in units of the drawing: two hexes."""

BY_ITSELF = ("map", "army")
"""What is large while nothing else is meant: the map, or where it lies on the table alone, what the sides have."""


@bp.get("/tv/<code>")
def short(code: str) -> Response:
    """The short address that people type into a TV."""
    return redirect(url_for("screen.screen", code=viewer_of(code).code), 303)


@bp.get("/m/<code>/tv")
def screen(code: str) -> Response:
    """The big screen. It shows what a watcher sees, whatever seats its phone holds."""
    found = member_of(code, then=TV)
    return make_response(render_template("tv.html", **contents(found)))


@bp.get("/m/<code>/tv/live")
def live(code: str) -> Response:
    """The changing part of the big screen."""
    found = member_of(code)
    return sent(found, "tv", lambda: render_template("tvlive.html", **contents(found)))


@dataclass(frozen=True)
class OpenPrompt:
    """A question that is open now, with all seats that are asked it."""

    seats: tuple[SeatInfo, ...]
    prompt: Text
    secret: bool
    section: str = ""
    told: bool = False


def large_panels(panels: Sequence[Panel], tab: str) -> list[Panel]:
    """The panels that fill the screen: a battle (with its own map if it has one), else a tab, the map or the armies."""
    fights: list[Panel] = [panel for panel in panels if isinstance(panel, BattlePanel)]
    if fights and (fields := [panel for panel in panels if isinstance(panel, MapPanel) and panel.tab == "now"]):
        return list(fields)
    return fights or next((some for name in (tab, *BY_ITSELF) if (some := filling(panels, name))), [])


def filling(panels: Sequence[Panel], tab: str) -> list[Panel]:
    """The panels of a tab, if they can fill a screen; a map that lies on the table alone leaves only words about it."""
    found = of_tab(panels, tab)
    return found if tab != "map" or any(isinstance(one, MapPanel | GraphPanel) for one in found) else []


def of_tab(panels: Sequence[Panel], tab: str) -> list[Panel]:
    """The panels of a tab."""
    return [panel for panel in panels if panel.tab == tab]


def from_afar(panel: Panel) -> Panel:
    """A panel as it is drawn large: of a map the part that is known, places and borders across the screen."""
    if isinstance(panel, GraphPanel):
        return structs.replace(panel, landscape=True)
    return laid(structs.replace(panel, near=True)) if isinstance(panel, MapPanel) else panel


def laid(panel: MapPanel) -> MapPanel:
    """A map that may be turned lies on its side where it is higher than wide, as a big screen is wide."""
    _left, _top, wide, high = panel.frame()
    return structs.replace(panel, turned=panel.turns and wide < high)


def beside(panels: Sequence[Panel], large: Collection[str]) -> list[Panel]:
    """The panels beside the `large` ones (their ids): what is going on, and the standing unless a table of what is
    going on has its place; there is no room for both and the last events.
    """
    going_on = [panel for panel in of_tab(panels, "now") if panel.id not in large]
    standing = [panel for panel in of_tab(panels, "standing") if panel.id not in large]
    return going_on if any(isinstance(panel, TablePanel) for panel in going_on) else [*going_on, *standing]


def where(panels: Sequence[Panel], large: Sequence[Panel], *, ended: bool) -> MapPanel | None:
    """The map beside what is large: of a fight the hexes round its place, at the end all that is known."""
    found = next((one for one in panels if isinstance(one, MapPanel) and one.tab == "map"), None)
    if found is None or ended:
        return laid(structs.replace(found, near=True, scene="")) if found else None
    middles = {one.place: found.middle(one) for one in found.hexes}
    if found.scene not in middles or not all(isinstance(one, BattlePanel) for one in large):
        return None
    near = [one for one in found.hexes if dist(found.middle(one), middles[found.scene]) < ROUND_A_FIGHT]
    turned = laid(structs.replace(found, near=True)).turned
    return structs.replace(found, hexes=tuple(near), turned=turned)


def tab_of(found: Viewer) -> str:
    """The tab that a match shows large now: that of the present stage of the Round."""
    line = track(found)
    return line.now.tab if line and line.now else ""


def due(found: Viewer) -> list[OpenPrompt]:
    """The open questions, each with all seats that are asked it."""
    by_prompt: dict[str, list[Waiting]] = {}
    for one in waiting(found, ""):
        by_prompt.setdefault(str(one.prompt), []).append(one)
    return [
        OpenPrompt(
            tuple(one.seat for one in alike if one.seat),
            plural(len(alike), "chooses in secret", "choose in secret") if alike[0].secret else alike[0].prompt,
            alike[0].secret,
            alike[0].section,
            alike[0].told,
        )
        for alike in by_prompt.values()
    ]


def last_events(watcher: Viewer, shown: Sequence[Note]) -> list[tuple[int, Note]]:
    """The last events but those that are `shown` in a card of their own."""
    told = latest_news(watcher, most=MOST_EVENTS + len(shown), entries=MOST_LOOKED_AT)
    return [one for one in told if one[1] not in shown][:MOST_EVENTS]


def all_have_come(found: Viewer) -> bool:
    """Whether nobody is likely to join any more: in the second Round, or in the first once every side has a phone."""
    rounds, held = services().rounds.of(found.view), {seat for one in found.view.devices for seat in one.seats}
    full = bool(rounds) and held.issuperset(one.id for one in found.view.seats)
    return full or present_since(rounds, len(found.all_infos)) > 0


def contents(found: Viewer) -> dict[str, object]:
    """The values that the big screen's template needs, as a watcher may see them."""
    watcher = Viewer(found.view, None)
    board = draw_board(watcher, "")
    panels = board.panels if board else ()
    asked = found.view.questions
    large = [with_letters(from_afar(panel), asked) for panel in large_panels(panels, tab_of(watcher))]
    has_fight = any(isinstance(panel, BattlePanel) for panel in panels)
    goes_on = any(isinstance(panel, BattlePanel) and not panel.over for panel in panels)
    came_of, rolled = last_roll(watcher) if goes_on and not found.view.ended else ([], {})
    fought = [] if found.view.ended or goes_on else fight_for_all(watcher)
    proposal = proposal_seen(watcher)
    table = None if found.view.ended else rolled_lately(watcher, LOOKED_AT)
    told_of = besides(came_of, table=table is not None)
    news = last_events(watcher, (*told_of, *(note for _n, note in fought)))
    to_lay = tasks_of_set_up(watcher)
    link = phone_link("join.short", code=found.code)
    return {
        "viewer": found,
        "board": board,
        "large": large,
        "fight_aside": has_fight and not any(isinstance(panel, BattlePanel) for panel in large),
        "side": beside(panels, [panel.id for panel in large]),
        "where": where(panels, large, ended=found.view.ended),
        "fought": fought,
        "came_of": came_of,
        "rolled": rolled or rolled_of(watcher, [n for n, _note in (*fought, *news)]),
        "decided": decided(watcher, panels),
        "stakes": stakes(watcher, panels),
        "track": track(found),
        "waiting": due(watcher),
        "given": given_rolls(watcher),
        "news": news,
        "to_lay": to_lay[:MOST_TO_LAY],
        "more_to_lay": len(to_lay[MOST_TO_LAY:]),
        "proposal": proposal,
        "changes": changes(watcher, proposal) if proposal else None,
        "table": table,
        "told_of": told_of,
        "put_right": put_right_for_all(watcher),
        "since": since(watcher),
        "clocks": shown_clocks(watcher),
        "places": places(watcher) if in_lobby(found.view) else [],
        "link": link,
        "code_qr": qr(invite_link(found.code)),
        "late": all_have_come(found),
    }
