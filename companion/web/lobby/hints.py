"""Hints for people who see a page for the first time: one line where it helps, turned off for good with one tap."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.engine.core.effects import Draw, Pool, Roll
from companion.engine.core.forms import Choose, Counts, Fields, Name, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.web.app.texts import _
from companion.web.app.viewer import Viewer, viewer_of
from companion.web.play.pages import TablePage
from companion.web.serving.security import set_cookie

bp = Blueprint("hints", __name__)
COOKIE = "hints"
NEW = 40
"""Up to so many entries of its log a match is new."""
LEARNING = 200
"""Up to so many, what is rare is explained."""


@bp.post("/m/<code>/hints")
def switch(code: str) -> Response:
    """Turn hints on or off for this phone."""
    found = viewer_of(code)
    response = redirect(url_for("table.table", code=found.code), 303)
    set_cookie(response, COOKIE, "on" if request.form.get("hints") == "on" else "off")
    return response


def wanted(found: Viewer) -> bool:
    """Whether this phone is shown hints: until it turns them off; never in a stand-alone helper, nor for a watcher."""
    return request.cookies.get(COOKIE) != "off" and found.view.helper is None and found.plays


def hint(page: TablePage) -> Text | None:
    """The line on how the page is used, until this phone has answered its first question; None for none."""
    if page.viewer.view.ended or page.cover or page.own_answers:
        return None
    if not page.forms:
        return t("Others are deciding. This page follows by itself; look round with the buttons at the bottom.")
    if page.pair:
        return t("Both dice are yours: tap what each shows, or let the app roll both.")
    return about(page.forms[0].question)


def how_on_map(page: TablePage) -> str:
    """The hint on how to answer on a map, beside what the game says of the question, while a match is new."""
    asked = page.forms[0].question if page.forms else None
    form = getattr(asked.part, "form", None) if asked else None
    if not isinstance(form, Choose) or form.look != "map" or page.viewer.view.last > LEARNING:
        return ""
    if any(option.grave and not (option.minor or option.refusal or option.ends) for option in form.options):
        return _("Dashed edge: tap it. Red edge: a fight begins there.")
    return _("Tap a place with a dashed edge.") if page.viewer.view.last <= NEW else ""


def about(question: Question) -> Text:
    """The hint on how to answer a question."""
    part = question.part
    match part:
        case Roll() | Pool():
            return t("Roll your own dice and tap what they show, or let the app roll.")
        case Draw():
            return t("Tap what came up at your table, or let the app draw.")
    match part.form:
        case Choose(look="map"):
            return t("Tap a lit place on the map, or its line below.")
        case Choose():
            return t("Tap what you want to do; that is all. What is grey says why not.")
        case Pick():
            return t("Tick what you want, then press the button below.")
        case Name():
            return t("Type the name, then press the button below.")
        case Counts() | Fields():
            return t("Set the numbers with − and + (hold to count on), then press the button below.")
    return t("Tap your answer. A wrong tap can be taken back.")
