"""The press in the browser: choose, see the plan, watch the progress, download. Works without scripts."""

from __future__ import annotations

import io
import shutil
import tempfile
import zipfile
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.catalogues import sheet_languages
from companion.engine.core.text import t
from companion.engine.game.record import Game
from companion.web.app.links import phone_address
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.lobby.start import all_games, game_chooser
from companion.web.press import leaves, printers
from companion.web.press.jobs import Job, Progress, TooBusy
from companion.web.press.orders import (
    PROFILE,
    Form,
    field_names,
    kit_of,
    order_fields,
    printed_game,
    remember,
    sheet_language,
    svg_response,
    wanted_job,
    with_codes,
    with_remembered,
)
from companion.web.serving.queueing import queued
from companion.web.serving.security import phone_token, sender, takes_files, visitor
from printables import changes
from printables.announced import margins, names
from printables.errors import BadOption
from printables.job import SHEETS, PrintJob, choices, piece_svg, preview_svg
from printables.look.theme import Look
from printables.model import Piece
from printables.proof.ink import Cover
from printables.render.preview import laid

bp = Blueprint("printing", __name__)
bp.register_blueprint(printers.bp)
bp.register_blueprint(leaves.bp)
TYPES = {".pdf": "application/pdf", ".zip": "application/zip"}
MOST_FILE = 8 * 1024 * 1024
"""The largest older PDF that is taken (bytes); a whole game is a tenth of it."""
READING = Lock()
"""Held while the older file of somebody is read."""
PATIENCE = 2.0
"""So long (seconds) an older file waits for another one to be read."""
LARGE = 60.0
"""Pieces wider than this (mm) are looked at one by one."""


@bp.get("/print")
def choose() -> AnyResponse | str:
    """The page to choose a game."""
    return game_chooser([game for game in all_games() if game.kit], _("Print"), "printing.order")


@bp.get("/print/<name>")
@queued
def order(name: str) -> AnyResponse:
    """The form of a print order, with the plan of what is chosen now."""
    return order_page(printed_game(name), with_remembered(request.args))


@bp.get("/print/<name>/plan")
@queued
def plan(name: str) -> str:
    """The changing parts of the form, for a page that is open: the plan, and the pictures in the chosen ink."""
    game, form = printed_game(name), with_remembered(request.args)
    return render_template("press_plan.html", **order_view(game, form), fresh=True)


@bp.post("/print/<name>")
@takes_files(MOST_FILE)
def begin(name: str) -> AnyResponse:
    """Start an order; the next page shows its progress. `plan` only counts sheets, `ink` also computes the ink
    coverage.
    """
    game, form = printed_game(name), with_remembered(request.form)
    try:
        older = older_faces(kit_of(game, form).id)
        if "plan" in form and older is None:
            response: AnyResponse = redirect(url_for("printing.order", name=name, **order_fields(form)), 303)
            return response
        wanted = wanted_job(game, form, older)
        sheets = wanted.plan()  # a paper too small for a piece is found here
    except BadOption as bad:
        return order_page(game, form, bad)
    if "plan" in form:  # a page cannot keep a file: it is counted, and must be chosen once more
        view = order_view(game, form) | {"plan": sheets, "counted": True}
        return make_response(render_template("print.html", **view))
    about = {"game": name, "plan": sheets, "order": order_fields(form)}
    work = ink_covers if "ink" in request.form.getlist("do") else printed_file
    try:
        job = services().jobs.begin(game.title, owner(), partial(work, wanted), share=sender(), **about)
    except TooBusy as busy:
        abort(503, too_busy(busy))
    response = redirect(url_for("printing.progress", job_id=job.id), 303)
    remember(response, form)
    return response


@bp.get("/print/job/<job_id>")
def progress(job_id: str) -> AnyResponse:
    """The progress of an order; the page reloads by itself until it is done."""
    job = own_job(job_id)
    response = make_response(render_template("job.html", job=job, before=services().jobs.before(job)))
    if job.state in ("waiting", "running"):
        response.headers["Refresh"] = "1"
    return response


@bp.get("/print/job/<job_id>/file")
def download(job_id: str) -> Response:
    """The file that the press made."""
    job = own_job(job_id)
    if job.file is None or not job.file.is_file():
        abort(404, _("That print is gone. Print it again."))
    kind = TYPES.get(job.file.suffix, "application/octet-stream")
    return send_file(job.file, kind, as_attachment=True, download_name=job.file.name)


@bp.get("/print/<name>/look/<component>")
@queued
def look(name: str, component: str) -> str:
    """A component large enough to read, fronts and backs."""
    game, form = printed_game(name), with_remembered(request.args)
    try:
        found = kit_of(game, form).component(component)
    except BadOption:
        abort(404)
    large = found.pieces[0].outline.size[0] > LARGE
    return render_template(
        "look.html",
        game=game,
        component=found,
        large=large,
        backs=any(p.back for p in found.pieces),
        form=form,
        spoken=sheet_language(game, form),
    )


@bp.get("/print/<name>/picture/<component>.svg")
@queued
def picture(name: str, component: str) -> Response:
    """A picture of a component with each different face once, or of one `piece` of it, or of a piece `laid` with its
    markers; `side=back` for its backs.
    """
    game, asked = printed_game(name), request.args
    ink, side = asked.get("ink", "full"), "back" if asked.get("side") == "back" else "front"
    try:
        kit = kit_of(game, asked)
        if "laid" in asked:
            text = laid(kit, asked["laid"], side, Look(ink, kit.language))  # type: ignore[arg-type]
        elif "piece" in asked:
            text = piece_svg(one_piece(kit.component(component).pieces, asked["piece"]), side, ink, kit.language, True)  # type: ignore[arg-type]
        else:
            text = preview_svg(kit, component, side, ink)  # type: ignore[arg-type]
    except (BadOption, KeyError):
        abort(404)
    return svg_response(text, "public, max-age=3600")


def too_busy(busy: TooBusy) -> str:
    """Why an order is not accepted now."""
    return _("Orders before yours: {n}. Try again in a minute.", n=busy.before)


def older_faces(kit: str) -> dict[str, str] | None:
    """The digests of the faces in the older PDF that was uploaded with an order, or None. Raises BadOption.

    Files are read one at a time in a process of their own, because they cannot be trusted.
    """
    file = request.files.get("since")
    if file is None or not file.filename:
        return None
    if not READING.acquire(timeout=PATIENCE):
        abort(503)
    try:
        return changes.read(file.read(), kit)
    finally:
        READING.release()


def one_piece(pieces: tuple[Piece, ...], piece_id: str) -> Piece:
    """The piece with this id. Raises KeyError."""
    return {piece.id: piece for piece in pieces}[piece_id]


def order_view(game: Game, form: Form, bad: BadOption | None = None) -> dict[str, Any]:
    """The values that the form's template needs: the choices, what was typed, and the plan if the order is possible."""
    sheets, files, edges = None, tuple[str, ...](), tuple[float, ...]()
    try:
        if bad is None:
            wanted = wanted_job(game, form)
            sheets, edges = wanted.plan(), margins(wanted)
            files = () if wanted.format in SHEETS else names(wanted)
    except BadOption as found:
        bad = found
    return {
        "game": game, "kit": kit_of(game, form), "address": phone_address(), "codes": with_codes(form),
        "choices": choices(), "form": form,
        "sheet_languages": sheet_languages(game), "spoken": sheet_language(game, form),
        "plan": sheets, "files": files, "edges": edges, "bad": bad, "names": field_names(),
        "chosen": form.getlist("component") if "chosen" in form else None,
        "order": order_fields(form),
        "ink": form["ink"] if form["ink"] in choices()["ink"] else "full", "profile": PROFILE,
        "measured": any(form[name].strip() not in ("", "0") for name in PROFILE),
    }  # fmt: skip


def order_page(game: Game, form: Form, bad: BadOption | None = None) -> Response:
    """The form, with the plan if the order is possible; status 422 with the reason at its field if it is not."""
    view = order_view(game, form, bad)
    return make_response(render_template("print.html", **view), 422 if view["bad"] else 200)


def ink_covers(wanted: PrintJob, progress: Progress) -> list[list[Cover]]:
    """The ink coverage of the printed sides of each sheet."""
    progress(0, 1, t("Measuring the ink."))
    covers = iter(wanted.ink_report())
    pages = [[next(covers) for _page in range(sheet.pages)] for sheet in wanted.plan().sheets]
    return [found[: sheet.sides] for found, sheet in zip(pages, wanted.plan().sheets, strict=True)]


def printed_file(wanted: PrintJob, progress: Progress) -> Path:
    """Carry out an order: one file, or several in an archive, in a folder for temporary files."""
    files = wanted.files(lambda _what, done, total: progress(done, total, t("{n} of {all} done.", n=done, all=total)))
    folder = Path(tempfile.mkdtemp(prefix="companion-press-"))
    if len(files) == 1:
        name, data = next(iter(files.items()))
    else:
        name, data = f"{wanted.stem}-{wanted.format}.zip", archive(files)
    file = folder / name
    try:
        file.write_bytes(data)
    except OSError:  # no room: nothing half made stays behind
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return file


def archive(files: dict[str, bytes]) -> bytes:
    """Several files as one ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archived:
        for name, data in files.items():
            archived.writestr(name, data)
    return out.getvalue()


def owner() -> str:
    """The owner of a job: this browser, which alone can see it."""
    return phone_token() or visitor()


def own_job(job_id: str) -> Job:
    """A job of this browser. Aborts with 404 for others."""
    try:
        job = services().jobs.get(job_id)
    except KeyError:
        abort(404, _("That print is gone. Print it again."))
    if job.owner != owner():
        abort(404, _("That print is gone. Print it again."))
    return job
