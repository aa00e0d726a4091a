"""Settings of a phone: how pages look and sound on it. Each is kept in a cookie, so that pages know it at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.catalogues import LANGUAGES
from companion.engine.core.text import Text, t
from companion.web.app.texts import COOKIE as LANGUAGE
from companion.web.app.texts import is_local, language
from companion.web.app.viewer import viewer_of
from companion.web.serving.security import set_cookie

bp = Blueprint("settings", __name__)


@dataclass(frozen=True)
class Choice:
    """One setting: its cookie, its title, and its values with their names; `default` is the first if none is named."""

    id: str
    title: Text
    values: tuple[tuple[str, Text], ...]
    note: Text = Text("")
    default: str = ""
    read: Callable[[], str] | None = None
    """What tells the present value where that is more than a cookie."""

    @property
    def usual(self) -> str:
        """The value of a phone that has chosen none."""
        return self.default or self.values[0][0]

    @property
    def now(self) -> str:
        """The value on the phone that asks."""
        given = self.read() if self.read else request.cookies.get(self.id, "")
        return given if given in dict(self.values) else self.usual


ON_OFF = (("on", t("On")), ("off", t("Off")))
BY_DAY = (("on", t("On")), ("day", t("By day")), ("off", t("Off")))
TIMER, CHESS, ALONE = "timer", "chess", "alone"
CHOICES = (
    Choice(LANGUAGE, t("Language"), tuple((id, Text(name)) for id, name in LANGUAGES.items()), read=language),
    Choice("theme", t("Colours"), (("auto", t("As the device")), ("light", t("Light")), ("dark", t("Dark")))),
    Choice("size", t("Text"), (("normal", t("Normal")), ("large", t("Large")), ("huge", t("Very large")))),
    Choice("hints", t("Hints and advice"), ON_OFF),
    Choice("hands", t("What to do on the table"), ON_OFF, t("The list with ticks under the question.")),
    Choice("taps", t("Tapping the map"), (("two", t("First select, then go")), ("expert", t("Go at once")))),
    Choice("sound", t("Sound when it is your turn"), BY_DAY, t("By day: from 8 to 22."), "off"),
    Choice("buzz", t("Vibrate when it is your turn"), BY_DAY, default="off"),
    Choice(
        ALONE,
        t("Answer by itself where I have no choice"),
        ON_OFF,
        t(
            "In games with secrets you are asked even then, lest others learn it. This phone then answers after a few"
            " seconds."
        ),
        "off",
    ),
    Choice("awake", t("Keep the screen on during play"), ON_OFF, t("Where the browser allows it."), "off"),
    Choice(
        TIMER,
        t("Time"),
        (("off", t("Off")), ("on", t("Gentle")), (CHESS, t("Chess clock"))),
        t("Gentle: how long the table waits. Chess clock: that, and how long it has waited for each side."),
    ),
)
RINGS = ("sound", "buzz")
"""What a phone can do when it is its turn."""
SHOWN = ("theme", "size", "taps", *RINGS, ALONE, "awake", "timer")
"""Settings that style and scripts read off the page."""


def settings() -> dict[str, str]:
    """The settings as attributes of a page's root element, without those at their defaults."""
    return {f"data-{one.id}": one.now for one in CHOICES if one.id in SHOWN and one.now != one.usual}


def timer() -> str:
    """Which clock this phone shows: off, on (how long the table waits), or chess (each side's as well)."""
    return next(one.now for one in CHOICES if one.id == TIMER)


def never_asked() -> bool:
    """Whether this phone has not said yet if it may ring or buzz when it is its turn."""
    return not any(one in request.cookies for one in RINGS)


@bp.get("/settings")
def page() -> str:
    """The form of the settings."""
    return render_template("settings.html", choices=CHOICES, back=back_to(request.args.get("back", "")))


@bp.post("/settings")
def save() -> Response:
    """Store the settings and go back to the page the phone came from."""
    response = redirect(back_to(request.form.get("back", "")), 303)
    for one in CHOICES:
        given = request.form.get(one.id, "")
        if given in dict(one.values):
            set_cookie(response, one.id, given)
    return response


@bp.post("/m/<code>/ring")
def ring(code: str) -> Response:
    """Store what this phone does when it is its turn or when it is asked, as said on a page of a match."""
    found = viewer_of(code)
    response = redirect(back_to(request.form.get("back", "")), 303)
    for one in CHOICES:
        given = request.form.get(one.id, "")
        if one.id in (*RINGS, ALONE) and given in dict(one.values) and found.device:
            set_cookie(response, one.id, given)
    return response


def back_to(given: str) -> str:
    """The address given if it is on this server, else the start page."""
    return given if is_local(given) else url_for("start.start")
