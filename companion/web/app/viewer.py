"""The viewer: the match of a request and the phone that asks. The only module that decides who may see and do what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from flask import abort, g, redirect, request, url_for
from msgspec.structs import replace

from companion.engine.core.questions import Question
from companion.engine.game.panels import Panel, TablePanel
from companion.engine.game.record import Game, SeatInfo
from companion.engine.match.live import Stamp
from companion.store import Device, MatchView, NoSuchMatch
from companion.store.codes import tidy_code
from companion.web.app.links import invitation
from companion.web.app.services import services
from companion.web.app.texts import _, about_game, all_in_one_language, in_words, name_of, phone_name
from companion.web.app.tokens import same
from companion.web.serving.security import known_phone, phone_token, sender, visitor
from companion.web.serving.security_log import log_security

T = TypeVar("T")
SEEN_EVERY = timedelta(minutes=1)
HOST = "host"
INVITED_COOKIE = "invited"


@dataclass(frozen=True)
class Viewer:
    """A match as it is now, and the phone that asks (`device` is None for a stranger)."""

    view: MatchView
    device: Device | None

    @property
    def code(self) -> str:
        """The code of the match."""
        return self.view.code

    @cached_property
    def game(self) -> Game:
        """The game being played."""
        return in_words(self.view.game)

    @property
    def number(self) -> int:
        """The number of this phone in the match; 0 for a stranger."""
        return self.device.id if self.device else 0

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats this phone holds."""
        return self.device.seats if self.device else ()

    @property
    def is_host(self) -> bool:
        """Whether this phone is a host."""
        return self.device is not None and self.device.host

    @property
    def plays(self) -> bool:
        """Whether this phone may answer, undo and correct: it holds a seat or is a host."""
        return self.is_host or bool(self.seats)

    def info(self, seat: str) -> SeatInfo:
        """What is known of a seat; seats of helpers and unknown seats have their id as a title."""
        known = self._infos.get(seat)
        if known is None:
            info = self.game.seat(seat) or SeatInfo(seat, name_of(seat.replace("_", " ").capitalize()))
            known = self._infos[seat] = replace(info, player=self.players.get(seat, ""))
        return known

    @cached_property
    def _infos(self) -> dict[str, SeatInfo]:
        return {}

    @cached_property
    def players(self) -> dict[str, str]:
        """The players' names to show with sides; empty when one phone holds all sides."""
        names = {device.id: phone_name(device.label) for device in self.view.devices}
        held = {one.id: one.device for one in self.view.seats if one.device}
        return {seat: names.get(device, "") for seat, device in held.items()} if len(set(held.values())) > 1 else {}

    @property
    def title(self) -> str:
        """The title of what is played: the helper or the game."""
        return name_of(self.view.helper.title) if self.view.helper else self.game.title

    @property
    def infos(self) -> list[SeatInfo]:
        """What is known of the seats of this phone."""
        return [self.info(seat) for seat in self.seats]

    @cached_property
    def all_infos(self) -> dict[str, SeatInfo]:
        """What is known of every seat of the match."""
        return {seat.id: self.info(seat.id) for seat in self.view.seats}

    def sides_of(self, panel: Panel) -> tuple[SeatInfo, ...]:
        """The sides of a table, with who plays them; none for another panel and for a helper."""
        if not isinstance(panel, TablePanel) or self.view.helper is not None:
            return ()
        seats = dict.fromkeys([*panel.seats, *(seat for _row, _column, seat in panel.held)])
        return tuple(self.info(seat) for seat in seats)

    def holder(self, seat: str) -> str:
        """The label of the phone that holds a seat, or ""."""
        number = next((one.device for one in self.view.seats if one.id == seat), 0)
        return next((phone_name(device.label) for device in self.view.devices if device.id == number), "")

    def mine(self) -> list[Question]:
        """The open questions put to seats of this phone."""
        return [question for question in self.view.questions if question.seat in self.seats]

    def due(self) -> list[str]:
        """The seats that must answer something, in the order of the questions."""
        return list(dict.fromkeys(question.seat for question in self.view.questions))

    def seat_shown(self) -> str:
        """The seat whose view this phone sees: one that must answer, else its first; "" for a watcher."""
        asked = [seat for seat in self.due() if seat in self.seats]
        return next(iter([*asked, *self.seats]), "")

    def by(self, seat: str) -> str:
        """The seat that posts an answer for a seat: that seat if this phone holds it, else its first seat, else the
        host.
        """
        return seat if seat in self.seats else next(iter(self.seats), HOST)


def viewer_of(code: str) -> Viewer:
    """The match with this code and the phone that asks. Aborts with 404 when there is none."""
    tidy = tidy_code(code)
    if tidy != code and request.method == "GET" and tidy.isascii() and tidy.isalnum():
        values: dict[str, Any] = {**(request.view_args or {}), "code": tidy}
        address, asked = url_for(str(request.endpoint), **values), request.query_string.decode("latin-1")
        abort(redirect(f"{address}?{asked}" if asked else address, 303))  # its cookie belongs to the tidy address
    view = looked_up(tidy, _read)
    about_game(view.game)
    return Viewer(view, device_of(tidy))


def _read(code: str) -> MatchView:
    """The match as it is now; the phone is looked for in the same look."""
    known: MatchView | None = g.pop("read", None)  # from the check of a post, which comes before its view
    view = known if known is not None and known.code == code else services().store.read(code)
    if token := phone_token():
        g.device = view.phone(token)
    return view


def version_of(code: str) -> int:
    """The version of a match (its code in stored form), without reading the match. Aborts with 404 when there is
    none.
    """
    return looked_up(code, services().store.version)


def looked_up(code: str, look: Callable[[str], T]) -> T:
    """What `look` returns for a match. Aborts with 404 when there is none, which counts as a guess.

    Aborts with 429 for strangers who guessed too often, even if the code is right; phones of the match and those that
    have scanned its QR code are not affected.
    """
    try:
        found = look(code)
    except NoSuchMatch:
        check_guesses()
        count_guess()
        abort(404, _("There is no match with the code {code}. Look at the host's screen.", code=code))
    if device_of(code) is None and not is_invited(code):
        check_guesses()
    return found


def is_invited(code: str) -> bool:
    """Whether this browser has opened a join link made by this server: the mark is in the URL or in its cookie."""
    given = request.args.get("k") or request.cookies.get(INVITED_COOKIE, "")
    return bool(given) and same(given, invitation(code))


def check_guesses() -> None:
    """Abort with 429 for strangers who guessed wrong too often: codes are short, so nobody may try many."""
    if guessed_too_often():
        abort(429, _("Too many wrong codes came from here. Wait a minute, or scan the QR code of the match."))


def guessed_too_often() -> bool:
    """Whether this browser, or its address, has tried more wrong codes than people mistype."""
    parts = services()
    return parts.guesses.empty(_stranger()) or parts.guesses_by_address.empty(sender())


def count_guess() -> None:
    """Count a wrong code against this browser and its address."""
    log_security("guessed a code")
    services().guesses.allow(_stranger())
    services().guesses_by_address.allow(sender())


def _stranger() -> str:
    return visitor() or sender()


def device_of(code: str) -> Device | None:
    """The phone that asks, if it has joined the match; sometimes stores that it was in touch."""
    found = known_phone(code)
    if "touched" not in g:
        g.touched = True
        _touch(found)
    return found


def member_of(code: str, *, then: str | None = None) -> Viewer:
    """Like `viewer_of`, for a phone that has joined the match. Strangers are redirected to the page to join, which
    leads to `then` afterwards.
    """
    found = viewer_of(code)
    if found.device is None:
        abort(redirect(url_for("join.join", code=found.code, then=then), 303))
    return found


def player_of(code: str) -> Viewer:
    """Like `viewer_of`, for a phone that may change something. Aborts with 403 for strangers and watchers."""
    found = viewer_of(code)
    if found.device is None:
        abort(403, _("This phone has not joined the match. Open the join link first."))
    if not found.plays:
        abort(403, _("This phone only watches. Take a seat to play."))
    return found


def player_in_one_language(code: str) -> Viewer:
    """Like `player_of`, for a page that names values or answers and what can be done with them in one line."""
    found = player_of(code)
    all_in_one_language()
    return found


def host_of(code: str) -> Viewer:
    """Like `viewer_of`, for a host. Aborts with 403 for everybody else."""
    found = viewer_of(code)
    if not found.is_host:
        abort(403, _("Only the host of the match can do that."))
    return found


def stamp(by: str, post: str = "") -> Stamp:
    """Who posts and when."""
    return Stamp(by, services().clock(), services().config.release, post)


def unheld(view: MatchView) -> Sequence[str]:
    """The seats that nobody has taken."""
    return [seat.id for seat in view.seats if not seat.device]


def _touch(device: Device | None) -> None:
    now = services().clock()
    if device is not None and _moment(now) - _moment(device.seen or device.created) > SEEN_EVERY:
        services().store.seen(device.id, now)


def _moment(time: str) -> datetime:
    return datetime.fromisoformat(time)


def in_secret(viewer: Viewer) -> list[str]:
    """The seats of a phone of several that are asked what is for them alone: it is handed from one to the other."""
    asked = dict.fromkeys(question.seat for question in viewer.mine() if question.alone)
    return list(asked) if len(viewer.seats) > 1 else []


def covered(viewer: Viewer, answering: str) -> SeatInfo | None:
    """The seat to which the phone must be handed before anything is shown, unless it says that `answering` looks."""
    sealed = in_secret(viewer)
    return None if not sealed or answering in sealed else viewer.info(sealed[0])


def reader_of(viewer: Viewer, answering: str = "") -> Viewer:
    """The phone as one that holds only the seat it was handed to, none before that; itself if none is asked in secret.
    What is private to its other seats is not for whoever looks now.
    """
    if viewer.device is None or not in_secret(viewer):
        return viewer
    seats = tuple(one for one in viewer.seats if one == answering)
    return Viewer(viewer.view, replace(viewer.device, seats=seats))
