"""The printer of this browser: a page to measure how far its backs are from their fronts, and the measured values."""

from __future__ import annotations

import math

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.web.app.texts import name_of, reason
from companion.web.press.orders import PROFILE, Form, field_names, remember, remembered, with_remembered
from companion.web.serving.queueing import queued
from printables.errors import BadOption
from printables.job import calibration_pdf, choices
from printables.layout.calibration import profile
from printables.paper import paper
from printables.profile import PrinterProfile

bp = Blueprint("printers", __name__)
TWO_SIDED = ("duplex-long", "duplex-short")
TARGETS = ("top left", "top right", "middle", "bottom left", "bottom right")
"""In the order they are read in."""
WAYS = ("across", "down")
"""The two scales of a target."""


@bp.get("/print/printer")
def printer() -> AnyResponse:
    """How to measure a printer, and the form for the readings."""
    return printer_page(with_remembered(request.args))


@bp.get("/print/printer/calibration.pdf")
@queued
def calibration() -> Response:
    """The two-sided page to print; 404 for a paper size or printing method that has none."""
    form = with_remembered(request.args)
    try:
        data = calibration_pdf(form["paper"], form["sides"])
    except BadOption as bad:
        abort(404, reason(bad))
    response = Response(data, mimetype="application/pdf")
    name = f"calibration-{form['paper']}-{form['sides']}.pdf"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


@bp.post("/print/printer")
def measured() -> AnyResponse:
    """Compute the printer's error from the readings and store it in this browser; `forget` removes it."""
    form = with_remembered(request.form)
    try:
        found = PrinterProfile() if "forget" in form else read_off(form)
    except BadOption as bad:
        return printer_page(form, bad)
    kept = MultiDict({**remembered(), "paper": form["paper"], "sides": form["sides"]})
    for name in PROFILE:
        kept[name] = f"{round(getattr(found, name), 3) + 0.0:g}"
    response = redirect(url_for("printing.printers.printer"), 303)
    remember(response, kept)
    return response


def read_off(form: Form) -> PrinterProfile:
    """The printer's error (mm) from the readings at the targets. Raises BadOption naming the field."""
    read = {}
    for target in TARGETS:
        across, down = (reading(form, target, way) for way in WAYS)
        if (across is None) != (down is None):
            raise BadOption(f"{target} {'across' if across is None else 'down'}", "read both scales of a target")
        if across is not None and down is not None:
            read[target] = (across, down)
    if form["sides"] not in TWO_SIDED:
        raise BadOption("sides", "only two-sided printing can be measured")
    return profile(paper(form["paper"]), form["sides"], read)  # type: ignore[arg-type]


def reading(form: Form, target: str, way: str) -> float | None:
    """One reading (mm) at a target; None if it was left out. Raises BadOption."""
    name = f"{target} {way}"
    text = form.get(name, "").strip().replace(",", ".").replace("−", "-")
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise BadOption(name, "'{text}' is not a number", text=text) from None
    if not math.isfinite(value) or abs(value) > 15:
        raise BadOption(name, "{value} mm is more than the scales show", value=text)
    return value


def field_name(field: str) -> str:
    """The label of a field of the page: a scale of a target, or a number of the printer's error."""
    target, _space, way = field.rpartition(" ")
    if way in WAYS:
        return f"{name_of(target)}, {name_of(way)}"
    return field_names().get(field, field)


def printer_page(form: Form, bad: BadOption | None = None) -> Response:
    """The page with what is known of the printer."""
    page = render_template(
        "printer.html", form=form, bad=bad, bad_field=field_name(bad.field) if bad else "",
        targets=TARGETS, choices=choices(), two_sided=TWO_SIDED,
        known={name: float(form[name]) for name in PROFILE} if bad is None else None,
    )  # fmt: skip
    return make_response(page, 422 if bad else 200)
