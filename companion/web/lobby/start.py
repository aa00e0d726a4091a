"""The start page, and the creation of a match or a stand-alone helper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, g, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine.core.errors import CompanionError, Refused
from companion.engine.core.rulings import Ruling
from companion.engine.game.record import Game, Helper
from companion.store import NoSuchMatch
from companion.web.app.links import phone_address
from companion.web.app.qr import qr
from companion.web.app.services import services
from companion.web.app.texts import _, about_game, all_in_one_language, english_only, in_words, say
from companion.web.app.viewer import count_guess, guessed_too_often, stamp
from companion.web.lobby.first_form import first_answer, first_form
from companion.web.lobby.join import AT_COOKIE, SEPARATOR, check_creating, codes_of_phone, new_device
from companion.web.lobby.situations import fill_in, unpack
from companion.web.play.answers import typed_again
from companion.web.play.forms import Refilled
from companion.web.serving.security import set_cookie

bp = Blueprint("start", __name__)


@bp.get("/")
def start() -> str:
    """The start page: new match, join, helpers, print; and links to the matches of this phone."""
    parts = services()
    addresses = parts.config.addresses
    address_qr = qr(addresses[0]) if addresses else None
    return render_template(
        "start.html", games=all_games(), mine=my_matches(), addresses=addresses, address_qr=address_qr,
        reachable=bool(phone_address()), may_take_in=not parts.config.public,
    )  # fmt: skip


@bp.get("/new")
def new() -> Response | str:
    """The page to choose a game; redirects if there is only one."""
    return game_chooser(all_games(), _("Which game?"), "start.new_match")


def game_chooser(games: Sequence[Game], title: str, target: str) -> Response | str:
    """The page to choose a game, which leads to the view `target`; one game alone is redirected there."""
    if len(games) == 1:
        return redirect(url_for(target, name=games[0].name), 303)
    return render_template("games.html", games=games, title=title, target=target)


@bp.get("/new/<name>")
def new_match(name: str) -> str:
    """The form of a new match; query parameters may fill it in, as for a rematch."""
    return new_page(match_of(name), request.args)


@bp.post("/new/<name>")
def create(name: str) -> Response | tuple[str, int]:
    """Create a match; this phone becomes its host and takes the ticked seats.

    If these are all seats, it begins at once; else it waits for others in the lobby.
    """
    game, parts, form = match_of(name), services(), request.form
    seats = [seat.id for seat in game.seats if seat.id in form.getlist("side")]
    if len(seats) not in game.players:
        counts = " / ".join(str(count) for count in game.players)
        return new_page(game, form, _("Choose {counts} sides.", counts=counts), "side"), 422
    check_creating(match=True)
    mine = [seat for seat in seats if seat in form.getlist("mine")]
    alone = mine == seats
    try:
        code = parts.store.create(
            game, seats, chosen_settings(game, form), chosen_rulings(game, form),
            release=parts.config.release, now=parts.clock(), begun=alone,
        )  # fmt: skip
    except CompanionError as error:
        return new_page(game, form, say(error.text)), 422
    return sit_down(code, mine, "table.table" if alone else "match_lobby.lobby")


@bp.get("/helpers")
def helpers() -> str:
    """All stand-alone helpers of all games."""
    return render_template("helpers.html", games=[game for game in all_games() if game.helpers])


@bp.post("/helpers/<name>/<helper>")
def run_helper(name: str, helper: str) -> Response | tuple[str, int]:
    """Begin a helper: a light match of this phone alone. The answer to its first question may come with it."""
    game, parts, posted = find_game(name), services(), request.form
    chosen = find_helper(game, helper)
    check_creating()
    try:
        first = first_answer(game, chosen, posted) if posted.get("key") else None
    except Refused as refused:
        again = Refilled(posted["key"], refused.refusal, typed_again(posted), posted.get("post", ""))
        return render_template("helper.html", game=game, helper=chosen, form=first_form(game, chosen, again)), 422
    make_room("helper")
    code = parts.store.create_helper(game, chosen, {}, release=parts.config.release, now=parts.clock())
    situation = unpack(posted.get("s", ""))
    if first or situation:
        with parts.store.change(code) as work:
            if first:
                question, raw, source = first
                work.match.answer(question.key, raw, stamp(question.seat, posted.get("post", "")), source)
            else:
                fill_in(work.match, situation, stamp(chosen.seats[0]))
    return sit_down(code, list(chosen.seats))


@bp.get("/helpers/<name>/<helper>")
def helper_page(name: str, helper: str) -> str:
    """What a helper does, with its first question; or with the button that begins a shared situation."""
    game = find_game(name)
    chosen = find_helper(game, helper)
    packed = request.args.get("s", "")
    situation = packed if unpack(packed) else ""
    form = None if situation else first_form(game, chosen)
    return render_template("helper.html", game=game, helper=chosen, situation=situation, form=form)


def find_helper(game: Game, name: str) -> Helper:
    """The helper of a game with this name. Aborts with 404 when there is none."""
    try:
        return game.helper(name)
    except KeyError:
        abort(404, _("There is no such helper."))


def make_room(kind: str) -> None:
    """Delete old helpers and demos. Aborts with 503 when there are as many as the server keeps and all are in use."""
    sweeper = services().sweeper
    sweeper.sweep()
    if not sweeper.make_room(kind):
        abort(503)


def sit_down(code: str, seats: list[str], to: str = "table.table") -> Response:
    """Make this phone the host of a new match, with these seats, and open its play page or its lobby."""
    response = make_response(redirect(url_for(to, code=code), 303))
    device = new_device(response, code, host=True)
    for seat in seats:
        services().store.take_seat(code, device.id, seat, services().clock())
    return response


def new_page(game: Game, typed: MultiDict[str, str], problem: str = "", field: str = "") -> str:
    """The form of a new match, with what was typed and the problem with it."""
    return render_template(
        "new.html",
        game=game,
        settings_said=worth_saying(game, typed),
        rulings_changed=len(chosen_rulings(game, typed)),
        typed=typed,
        problem=problem,
        field=field,
        rulings=by_tier(tuple(one for one in game.rulings if one.key not in by_settings(game))),
        choices=[one for one in game.rulings if one.choice],
    )


def by_settings(game: Game) -> set[str]:
    """The rulings that a setting chooses: the form of a new match asks for them once, by that setting."""
    return {key for setting in game.settings for brought in setting.brings.values() for key in brought}


def by_tier(rulings: tuple[Ruling, ...]) -> dict[str, list[Ruling]]:
    """Rulings by tier of the rules, basic first, without those that choose which rules are played."""
    found: dict[str, list[Ruling]] = {}
    for ruling in rulings:
        if not ruling.choice:
            found.setdefault(ruling.tier, []).append(ruling)
    return found


def chosen_settings(game: Game, form: Any) -> dict[str, str]:
    """The settings in a form, with defaults for missing or unknown ones."""
    chosen: dict[str, str] = {}
    for setting in game.settings:
        ids = [choice for choice, _title in setting.choices]
        given = form.get(f"setting.{setting.id}", "")
        chosen[setting.id] = given if given in ids else ids[0]
    return chosen


def worth_saying(game: Game, form: Any) -> list[tuple[str, str]]:
    """The titles of the settings that a line on the form says, with what is chosen: the first one, and those that are
    not as usual.
    """
    chosen = chosen_settings(game, form)
    return [
        (setting.title, dict(setting.choices)[chosen[setting.id]])
        for n, setting in enumerate(game.settings)
        if not n or chosen[setting.id] != setting.choices[0][0]
    ]


def chosen_rulings(game: Game, form: Any) -> dict[str, str]:
    """The rulings in a form that differ from the default."""
    given = {ruling.key: form.get(f"ruling.{ruling.key}", "") for ruling in game.rulings}
    return {ruling.key: given[ruling.key] for ruling in game.rulings if given[ruling.key] not in ("", ruling.default)}


def all_games() -> list[Game]:
    """Every game, in the reader's language; those that do not speak it come last."""
    games = (in_words(game) for game in services().games())
    return sorted(games, key=lambda game: (bool(english_only(game)), game.place))


def find_game(name: str) -> Game:
    """The game with this name in the reader's language. Aborts with 404 when there is none."""
    try:
        game = services().game(name)
    except KeyError:
        abort(404, _("There is no such game."))
    about_game(game)
    return in_words(game)


def match_of(name: str) -> Game:
    """The same for a page to set up a match: its settings and what the app says of them stay in one language."""
    game = find_game(name)
    all_in_one_language()
    return game


@dataclass(frozen=True)
class Mine:
    """A match of this phone, as listed on the start page."""

    code: str
    title: str
    time: str
    ended: bool


def my_matches() -> list[Mine]:
    """The matches of this phone that still exist, running ones first, newest first. A missing one counts as a guess."""
    found: list[Mine] = []
    for code in codes_of_phone():
        if guessed_too_often():
            break
        try:
            view = services().store.read(code)
        except NoSuchMatch:
            count_guess()
            g.left = True
        else:
            found.append(Mine(code, in_words(view.game).title, view.updated, view.ended))
    g.mine = [one.code for one in found]
    return sorted(found, key=lambda one: one.ended)


@bp.after_request
def forget_last_match(response: Response) -> Response:
    """Remove deleted matches from this phone's cookie, so that they are not looked up again."""
    if g.get("left"):
        if g.mine:
            set_cookie(response, AT_COOKIE, SEPARATOR.join(g.mine))
        else:
            response.delete_cookie(AT_COOKIE)
    return response
