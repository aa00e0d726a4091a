"""Owner values: the page where players type in their own printed tables, unit values, costs and tiles.

Everybody may look; only the computer on which the server runs may save (elsewhere `companion values` does it), because
the values apply to every match that begins afterwards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.core.errors import DataError
from companion.engine.core.text import Text
from companion.engine.game.record import Game
from companion.engine.game.values import Overrides, ValueSheet, to_toml
from companion.web.app.links import is_this_computer
from companion.web.app.services import services
from companion.web.app.texts import _, all_in_one_language, name_of, say
from companion.web.lobby.start import find_game
from companion.web.serving.limits import is_loopback

bp = Blueprint("owner", __name__)
LONG = 14
"""Letters of a house value from which a field has a line of its own, and so have all of the same name beside it."""


class Row(NamedTuple):
    """A field of the page: its path, its name, the typed value, the supplied value; `wide` fields have a line of
    their own.
    """

    path: str
    name: str
    value: int | str
    house: int | str
    wide: bool
    told: str = ""
    """What the value says in plain words, where it does not itself."""


@bp.get("/values/<name>")
def values(name: str) -> str:
    """All values that an owner may type in, with those typed so far."""
    game, _sheet = sheet_of(name)
    return page(game, services().store.owner_values(game))


@bp.post("/values/<name>")
def save(name: str) -> AnyResponse | tuple[str, int]:
    """Store the values that differ from the supplied ones, or those of a file; with `house` delete all."""
    game, sheet = sheet_of(name)
    if not may_save():
        abort(403, _("Owner values are saved on the computer that runs the server."))
    given = {} if "house" in request.form else typed(sheet, request.form.to_dict())
    file = request.files.get("file")
    try:
        given = of_file(sheet, file.read()) if file is not None else given
        services().store.set_owner_values(game, given)
    except DataError as error:
        return page(game, given, problem(sheet, error)), 422
    return redirect(url_for("owner.values", name=name, saved=1), 303)


@bp.get("/values/<name>.toml")
def download(name: str) -> AnyResponse:
    """The owner values as a TOML file, to keep or to share with others who own the game."""
    game, _sheet = sheet_of(name)
    text = to_toml(services().store.owner_values(game))
    headers = {"Content-Disposition": f"attachment; filename={game.name}-values.toml"}
    return Response(text, mimetype="application/toml", headers=headers)


def sheet_of(name: str) -> tuple[Game, ValueSheet[Any]]:
    """The game and its sheet of values. Aborts with 404 when it has none."""
    game = find_game(name)
    if game.values is None:
        abort(404, _("This game has no values to type in."))
    return game, game.values


def may_save() -> bool:
    """Whether this request comes from the server's own computer, by its IP address; never behind a proxy.

    The Host header is checked too, although it can be forged, because a proxy on this computer passes on another name.
    """
    passed_on = any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "Via"))
    here = is_loopback(request.remote_addr or "") and is_this_computer(request.host)
    return here and not passed_on and not services().config.public


def problem(sheet: ValueSheet[Any], error: DataError) -> str:
    """What is wrong with a value, named as on the page."""
    path = error.text.values.get("path")
    if not isinstance(path, str):
        return say(error.text)
    group, *names = path.split("/")
    words = " › ".join(called(sheet, name) for name in (group, *names))
    return say(Text(error.text.message, {**error.text.values, "path": words}))


def typed(sheet: ValueSheet[Any], form: dict[str, str]) -> Overrides:
    """The values in a form; an empty field means the supplied value."""
    known = sheet.leaves()
    return {path: text for path, text in form.items() if path in known and text.strip()}


def of_file(sheet: ValueSheet[Any], content: bytes) -> Overrides:
    """The values in a file like that of `download`. Raises DataError saying what is wrong in it."""
    try:
        text = content.decode("utf-8").strip()
    except UnicodeDecodeError:
        text = ""
    if not text:
        raise DataError(_("This file holds no values."))
    return sheet.from_toml(text)


def page(game: Game, own: Overrides, problem: str = "") -> str:
    """The page, with what was typed filled in."""
    assert game.values is not None
    all_in_one_language()
    return render_template(
        "owner.html", game=game, groups=groups(game.values, own), notes=notes(game.values), own=own,
        words={called(game.values, group): found for group, found in game.values.words.items()},
        problem=problem, may_save=may_save(),
        saved="saved" in request.args and not problem,
    )  # fmt: skip


def groups(sheet: ValueSheet[Any], own: Overrides) -> dict[str, dict[str, list[Row]]]:
    """Group title -> heading -> rows. A heading is what is between the group and the last name of a path."""
    found: dict[str, dict[str, list[Row]]] = {}
    house = {path: (path.split("/"), value) for path, value in sheet.leaves().items()}
    long = {(names[0], names[-1]) for names, value in house.values() if isinstance(value, str) and len(value) > LONG}
    for path, (names, value) in house.items():
        group, *middle, last = names
        heading = " · ".join(called(sheet, name) for name in middle)
        rows = found.setdefault(called(sheet, group), {}).setdefault(heading, [])
        typed_ = own.get(path, value)
        said = name_of(sheet.told(path, typed_)) if sheet.told and typed_ else ""
        rows.append(Row(path, called(sheet, last), typed_, value, (group, last) in long, said))
    return found


def called(sheet: ValueSheet[Any], name: str) -> str:
    """The name of a part of a path on the page: the game's title for it, or else its own words."""
    return name_of(sheet.titles.get(name, word(name)))


def notes(sheet: ValueSheet[Any]) -> dict[str, str]:
    """Group title -> how its values are typed in."""
    return {called(sheet, group): name_of(note) for group, note in sheet.notes.items()}


def word(name: str) -> str:
    """A part of a path as words."""
    return name.replace("_", " ").capitalize() if name.islower() else name
