"""Correcting: players can set any value they may see, by its path, with a reason. The real table is always right."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.core.errors import Refused
from companion.engine.core.text import Text, t
from companion.engine.game.panels import Display, Stock
from companion.engine.match.changing import corrected_state
from companion.engine.running.legal import check_legal
from companion.engine.running.paths import children, choices_at, fresh_item, leaves, value_at
from companion.engine.running.views import view
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.app.viewer import Viewer, player_in_one_language, stamp
from companion.web.app.wording import path_words, value_words
from companion.web.play.agreeing import Proposal, owners, put
from companion.web.play.boards import draw_board
from companion.web.play.forms import new_post
from companion.web.reading.following import Following, after_correction
from companion.web.reading.naming import (
    named_path,
    named_value,
    owned,
    owners_of_values,
    panels_of,
    part_names,
    place_names,
)

bp = Blueprint("correcting", __name__)
Groups = dict[str, list[tuple[str, str, str]]]
"""Values by whose they are: path, what it is, and what stands there."""
FIXED = ("/schema", "/rulings", "/owner")
"""Not corrected here: the schema belongs to the program, rulings to the host's page, owner values to the game."""


@bp.get("/m/<code>/correct")
def correct(code: str) -> str:
    """The form for one value; without a path, all values by part of the state."""
    found = player_in_one_language(code)
    path = request.args.get("path", "")
    if not path:
        return values_page(found)
    return value_page(found, path)


@bp.post("/m/<code>/correct")
def do_correct(code: str) -> Response | tuple[str, int]:
    """Set a value, or propose it to the seats it belongs to."""
    found = player_in_one_language(code)
    form = request.form
    path, reason = form.get("path", ""), form.get("reason", "").strip()[:200]
    old = visible_value(found, path)
    try:
        value = typed_value(old, form.get("value", ""))
        if form.get("look"):
            following = after_correction(found, path, found.view.match.preview_correction(path, value))
            return value_page(found, path, form.get("value", ""), following=following), 200
        asked = [] if found.view.fault.message or (found.is_host and form.get("force")) else owners_of(found, path)
        wanted = Proposal("correct", 0, found.by(found.seat_shown()), raw=value, path=path, reason=reason)
        with services().store.change(found.code) as work:
            if asked:
                corrected_state(found.game, found.view.state_json, path, value)
                check_legal(found.game.state_type, path, value)
            put(work, wanted, asked, stamp(wanted.by, form.get("post", "")))
    except Refused as refused:
        return value_page(found, path, form.get("value", ""), explained(refused)), 422
    if form.get("onward"):
        return redirect(url_for("correcting.correct", code=found.code, path=form["onward"]), 303)
    return redirect(url_for("table.table", code=found.code, tab=form.get("tab") or "now"), 303)


def owners_of(found: Viewer, path: str) -> list[str]:
    """The seats that are asked before a value is corrected."""
    board = draw_board(found, found.seat_shown())
    return owners(found, path, board.panels if board else ())


def value_page(
    found: Viewer, path: str, typed: str | None = None, problem: str = "", following: Following | None = None
) -> str:
    """The form for one value, perhaps with what would follow from what was typed.

    Aborts with 404 when there is no such value for this phone.
    """
    value = visible_value(found, path)
    choices, names = choices_at(found.game.state_type, path), place_names(found)
    return render_template(
        "correct.html", viewer=found, path=path, value=value, words=named_path(found, path),
        held=named_value(found, value),
        kind="choice" if choices else kind_of(value), choices=[(one, value_words(one)) for one in choices],
        inside=[(one, path_words(one.removeprefix(path), names), value_words(held, names))
                for one, held in children(value, path)],
        changes=list_changes(found, path, value), typed=as_typed(value) if typed is None else typed, problem=problem,
        ask=[found.info(seat) for seat in owners_of(found, path)], post=new_post(), tab=request.values.get("tab", ""),
        following=following, reason=request.form.get("reason", ""),
    )  # fmt: skip


def list_changes(found: Viewer, path: str, value: Any) -> list[tuple[str, str, str, str]]:
    """What can be done with a list by one tap: (label, path of the list, its new value, page to open then).

    An element can be removed; a list of records can get another one, which is then filled in.
    """
    changes = []
    above, _slash, name = path.rpartition("/")
    parent = visible_value(found, above) if above and not above.startswith(FIXED) else None
    if isinstance(parent, list):
        others = [one for i, one in enumerate(parent) if str(i) != name]
        changes.append((_("Take it away"), above, as_typed(others), above))
    item = fresh_item(found.game.state_type, path) if isinstance(value, list) else None
    if item is not None:
        changes.append((_("Add one"), path, as_typed([*value, item]), f"{path}/{len(value)}"))
    return changes


def values_page(found: Viewer) -> str:
    """Every plain value that this phone may see: those the board shows by their owners, one's own first; the rest, by
    the first part of their path, are folded where there are such.
    """
    own: Groups = {}
    others: Groups = {}
    seldom: Groups = {}
    seen = list(leaves(visible(found)))
    names = place_names(found, *(text for one in seen for text in one if isinstance(text, str)))
    owners, parts = owners_of_values(found), part_names(found)
    mine = {say(one.title) for one in panels_of(found) if isinstance(one, Display | Stock) and one.seat in found.seats}
    for path, value in seen:
        if not path.startswith(FIXED):
            group, _, rest = path[1:].partition("/")
            plain = path_words("/" + group, parts) if rest else "", path_words("/" + (rest or group), parts | names)
            held = owned(owners, path, names)
            name, words = held or plain
            groups = seldom if not held else own if name in mine else others
            groups.setdefault(name, []).append((path, words, value_words(value, names)))
    return render_template(
        "values.html", viewer=found, own=in_order(own), others=in_order(others), seldom=in_order(seldom),
        labelled={path for _title, labels in owners.values() for path in labels},
    )  # fmt: skip


def in_order(groups: Groups) -> Groups:
    """By their names."""
    return dict(sorted(groups.items()))


def visible(found: Viewer) -> dict[str, Any]:
    """The state as this phone may see it: each of its seats adds what only that seat may know."""
    return view(found.view.state, found.seat_shown())


def visible_value(found: Viewer, path: str) -> Any:
    """The present value at a path. Aborts with 404 when there is none, or this phone may not see it."""
    if not path or path.startswith(FIXED):
        abort(404)
    try:
        return value_at(visible(found), path)
    except Refused as refused:
        abort(404, explained(refused))


def explained(refused: Refused) -> str:
    """Why a value is refused, with a path in the reason put into words."""
    reason = refused.refusal.reason
    path = reason.values.get("path")
    words = {"path": path_words(path)} if isinstance(path, str) else {}
    return say(Text(reason.message, {**reason.values, **words}))


def kind_of(value: Any) -> str:
    """How a value is typed: `flag`, `number`, `text` or `data` (JSON)."""
    match value:
        case bool():
            return "flag"
        case int():
            return "number"
        case str():
            return "text"
        case _:
            return "data"


def as_typed(value: Any) -> str:
    """A value as the text of its form field."""
    match kind_of(value):
        case "flag":
            return "yes" if value else "no"
        case "data":
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def typed_value(old: Any, text: str) -> Any:
    """The typed text as a value of the same kind as the old one. Raises Refused when it is not one."""
    text = text.strip()
    try:
        match kind_of(old):
            case "flag":
                return {"yes": True, "no": False}[text]
            case "number":
                return int(text)
            case "text":
                return text
            case _:
                return json.loads(text) if text else None
    except (KeyError, ValueError, RecursionError):
        raise Refused("", t("That is not a value of this kind."), "value") from None
