"""A preview of the printout: each sheet from both sides, and single pieces in their real size."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion.web.press.orders import order_fields, printed_game, svg_response, wanted_job, with_remembered
from companion.web.serving.queueing import queued
from printables.errors import BadOption
from printables.job import PrintJob
from printables.layout.leaves import pages_of, two_sided
from printables.model import Piece
from printables.render.preview import leaf_pages

bp = Blueprint("leaves", __name__)
DOT = 96 / 25.4
"""Dots of a page in a millimetre, where the phone shows sizes as they are."""
SCALES = (60, 200)
"""The least and the most percent a phone may be off."""
LONG = 9
"""A number of so many digits is none of ours."""
SMALL, LARGE = 30.0, 150.0
"""A counter is at most this wide (mm), a display at least."""
CARD = (53.98, 85.6)
"""A bank card (ISO/IEC 7810, ID-1), upright, in mm."""


@bp.get("/print/<name>/leaves")
@queued
def leaves(name: str) -> str:
    """Every sheet of an order, front and back side by side."""
    game, form = printed_game(name), with_remembered(request.args)
    try:
        job = wanted_job(game, form)
        sheets = job.plan().sheets
    except BadOption:
        abort(404)
    shown = [{"sheet": sheet, "pictures": pictures(job, sheet.number, name)} for sheet in sheets]
    return render_template("leaves.html", game=game, leaves=shown, order=order_fields(form))


def pictures(job: PrintJob, number: int, name: str) -> list[tuple[str, str]]:
    """The sides of a sheet and the addresses of their pictures."""
    fields = order_fields(with_remembered(request.args)) | {"language": job.kit.language}
    pages = pages_of(job.sheets[number - 1], two_sided(job.sheets))
    sides = ("front", "back")[: len(pages)]
    return [(side, url_for("printing.leaves.leaf", name=name, number=number, side=side, **fields)) for side in sides]


@bp.get("/print/<name>/leaf/<int:number>.svg")
@queued
def leaf(name: str, number: int) -> Response:
    """One side of a sheet as an SVG picture: the page as it will be printed."""
    game, form = printed_game(name), with_remembered(request.args)
    try:
        job = wanted_job(game, form)
        pages = leaf_pages(job.kit, job.sheets, job.look, number)
        text = pages[1 if request.args.get("side") == "back" else 0]
    except (BadOption, IndexError):
        abort(404)
    return svg_response(text, "private, max-age=600")


@bp.get("/print/<name>/size")
@queued
def size(name: str) -> str:
    """A counter and a display in their real size, beside a bank card to compare."""
    game, form = printed_game(name), with_remembered(request.args)
    try:
        job = wanted_job(game, form)
    except BadOption:
        abort(404)
    asked = request.args.get("scale", "")
    fits = asked.isascii() and asked.isdigit() and len(asked) < LONG
    scale = min(SCALES[1], max(SCALES[0], int(asked))) if fits else 100
    shown = [figure(component.id, piece, scale) for component, piece in examples(job)]
    card = [round(side * DOT * scale / 100, 1) for side in CARD]
    return render_template(
        "size.html", game=game, shown=shown, card=card, scale=scale, form=form, spoken=job.kit.language,
        steps=[step for step in (-10, -2, 2, 10) if SCALES[0] <= scale + step <= SCALES[1]],
    )  # fmt: skip


def examples(job: PrintJob) -> list[tuple[Any, Piece]]:
    """The first counter and the first display of a kit, if it has them."""
    pieces = [(component, piece) for component in job.kit.components for piece in component.pieces]
    counter = next((one for one in pieces if max(one[1].outline.size) <= SMALL), None)
    display = next((one for one in pieces if max(one[1].outline.size) >= LARGE), None)
    return [one for one in (counter, display) if one]


def figure(component: str, piece: Piece, scale: int) -> dict[str, Any]:
    """What the page needs to show a piece in its real size."""
    width, height = (round(side * DOT * scale / 100, 1) for side in piece.outline.size)
    small = max(piece.outline.size) <= SMALL
    sides = ("front", "back") if piece.back and small else ("front",)
    shown = {"piece": piece.id} if small else {"laid": piece.id}
    return {"component": component, "piece": piece, "sides": sides, "width": width, "height": height, "shown": shown}
