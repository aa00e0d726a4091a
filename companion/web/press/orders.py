"""A print order: the fields of the press page, what this browser remembers of its printer, and the resulting job.

Knows forms and cookies, not pages. Every impossible value is a BadOption with the name of its field.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Response, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.catalogues import printed, sheet_languages
from companion.engine.game.record import Game
from companion.web.app.links import phone_address
from companion.web.app.services import services
from companion.web.app.texts import _, language
from companion.web.lobby.start import find_game
from companion.web.serving.security import set_cookie
from printables.errors import BadOption
from printables.job import PrintJob
from printables.model import Kit
from printables.profile import PrinterProfile
from printables.storage import THICKNESS

Form = MultiDict[str, str]

PROFILE = tuple(one.name for one in fields(PrinterProfile))
"""The five numbers of a printer's error."""
DEFAULTS = {
    "paper": "a4", "sides": "duplex-long", "ink": "full", "format": "pdf", "margin": "5", "gap": "2", "language": "",
    "shop": "auto", "storage": "none", "thickness": f"{THICKNESS:g}",
    **dict.fromkeys(PROFILE, "0"),
}  # fmt: skip
PRINTER = ("paper", "sides", "margin", *PROFILE)
"""What belongs to the printer and not to the order: this browser keeps it."""
ORDERED = ("chosen", "component", "codes", *DEFAULTS)
"""Every field of an order."""
COOKIE = "printer"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""For a picture of ours: it holds its own styles and can load or run nothing."""


def svg_response(text: str, caching: str) -> Response:
    """A picture of ours as a response; `caching` says who may keep it for how long."""
    headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": caching}
    return Response(text, mimetype="image/svg+xml", headers=headers)


def with_remembered(given: Form) -> Form:
    """The given fields, completed by what this browser remembers, else by the defaults."""
    form = MultiDict({**DEFAULTS, **({} if "chosen" in given else remembered())})
    for name in given:
        form.setlist(name, given.getlist(name))
    return form


def remembered() -> dict[str, str]:
    """What the cookie says of the printer; empty if any value in it is impossible."""
    kept = {name: value for name, value in parse_qsl(request.cookies.get(COOKIE, "")) if name in PRINTER}
    try:
        options({**DEFAULTS, **kept})
    except BadOption:
        return {}
    return kept


def remember(response: AnyResponse, form: Form) -> None:
    """Store what the form says of the printer in a cookie of this browser."""
    set_cookie(response, COOKIE, urlencode({name: form[name] for name in PRINTER if form.get(name)}), "/print")


def field_names() -> dict[str, str]:
    """The labels of the fields of an order, by field."""
    return {
        "components": _("What"), "paper": _("Paper"), "sides": _("Backs"), "ink": _("Ink"), "format": _("File"),
        "storage": _("Boxes and labels"), "thickness": _("Thickness of a finished piece, mm"),
        "language": _("Language of the sheets"), "shop": _("Template of the shop"),
        "margin": _("Edge the printer cannot print on, mm"), "gap": _("Space between counters, mm"),
        "shift_x": _("Backs lie too far right by, mm"), "shift_y": _("Backs lie too low by, mm"),
        "turn": _("Backs are turned clockwise by, degrees"), "scale_x": _("Backs are too wide by, %"),
        "scale_y": _("Backs are too tall by, %"), "since": _("Only what changed since"),
    }  # fmt: skip


def options(form: dict[str, str] | Form) -> dict[str, Any]:
    """The press options in a form, without the kit. Raises BadOption naming the field."""
    found: dict[str, Any] = {
        **{name: form.get(name) or DEFAULTS[name] for name in ("paper", "sides", "ink", "format", "shop", "storage")},
        "margin": "auto" if (form.get("margin") or "").strip().lower() == "auto" else number(form, "margin"),
        "gap": number(form, "gap"),
        "thickness": number(form, "thickness"),
        "profile": PrinterProfile(**{name: number(form, name) for name in PROFILE}),
    }
    PrintJob(Kit("none", "", ()), **found)  # refuses what cannot be
    return found


def number(form: dict[str, str] | Form, name: str) -> float:
    """A number with a decimal point or comma; an empty field is the default. Raises BadOption."""
    text = (form.get(name) or "").strip().replace(",", ".").replace("−", "-") or DEFAULTS[name]
    try:
        value = float(text)
    except ValueError:
        raise BadOption(name, "'{text}' is not a number", text=text) from None
    if not math.isfinite(value):
        raise BadOption(name, "'{text}' is not a number", text=text)
    return value


def printed_game(name: str) -> Game:
    """A game that can be printed. Aborts with 404 for others."""
    game = find_game(name)
    if game.kit is None:
        abort(404, _("There is nothing to print for this game yet."))
    return game


def wanted_job(game: Game, form: Form, since: dict[str, str] | None = None) -> PrintJob:
    """The print job of the order in a form; with the faces of an older PDF (`since`) only what changed. Raises
    BadOption naming the field.
    """
    kit = kit_of(game, form)
    named = form.getlist("component")
    known = [component.id for component in kit.components]
    every = "chosen" not in form or set(known) <= set(named)
    chosen = None if every else [one for one in known if one in named]
    return PrintJob(kit, components=chosen, since=since, **options(form))


def kit_of(game: Game, form: Form) -> Kit:
    """The kit to print; with codes, displays and tiles have QR codes that open this server."""
    spoken = sheet_language(game, form)
    address = phone_address() if with_codes(form) else ""
    kit: Kit = printed(game, spoken, address, services().store.owner_values(game))
    return kit


def sheet_language(game: Game, form: Form) -> str:
    """The language of the sheets: the one in the form, else the reader's; English where the game has neither."""
    wanted = (form.get("language") or "", language(), "en")
    return next(one for one in wanted if one in sheet_languages(game))


def with_codes(form: Form) -> bool:
    """Whether QR codes are wanted: unless turned off, if other phones can reach this server at all."""
    return bool(phone_address()) and ("chosen" not in form or form.get("codes") == "yes")


def order_fields(form: Form) -> dict[str, Any]:
    """The fields of an order as query parameters."""
    return {name: form.getlist(name) for name in ORDERED if name in form}
