"""A gallery of every macro in realistic states, for the tests here and for `python -m tools.gallery DIR`.

The app itself is not needed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.engine.core.errors import Refusal
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.panels import MapPanel
from companion.engine.game.record import SeatInfo
from companion.web.app.app import runs
from companion.web.app.texts import breakable, signed
from companion.web.app.wording import lettered, letters_of
from companion.web.play.forms import FormView, by_name
from printables.look.icons import icon_svg
from printables.look.icons import names as icon_names
from tests.look import samples

ROOT = Path(__file__).parents[2]
PAGES = (
    "play",
    "battle",
    "dice",
    "duel",
    "choices",
    "forms",
    "refused",
    "map",
    "place",
    "log",
    "bits",
    "tv",
    "tv-battle",
)


@cache
def environment() -> Environment:
    """The templates with what the app provides to them."""
    env = Environment(
        loader=FileSystemLoader([ROOT / "templates", Path(__file__).parent]),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
    )
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    env.filters["text"] = env.filters["said_odds"] = lambda text: text.show() if isinstance(text, Text) else text
    env.filters["name"], env.filters["number"] = str, lambda value, **_how: str(value)
    env.filters.update(signed=signed, lettered=lettered, breakable=breakable, letters_of=letters_of, groupby_runs=runs)
    env.globals["icon"] = lambda name: Markup(icon_svg(name)) if name in icon_names() else Markup("")
    env.globals["beside_game"] = env.globals["app_says"] = env.globals["bar_says"] = env.globals["gettext"]
    env.globals["said_in"] = env.globals["said_by_app"] = lambda: Markup("")
    env.globals["game_language"] = lambda: None
    env.globals["csrf"] = lambda: "token"
    env.globals["form_view"] = form_view
    env.globals["by_name"] = by_name
    env.globals["section_words"] = lambda _game, section: f"§\u202f{section}"
    env.globals["rules_url"] = lambda game, section: f"/rules/{game}?section={section}"
    return env


def form_view(
    question: Question,
    post: str = "p1",
    refusal: Refusal | None = None,
    typed: dict[str, list[str]] | None = None,
    map: MapPanel | None = None,
    seat: SeatInfo | None = None,
) -> FormView:
    """A question as the play page shows it."""
    return FormView(
        question, "/m/ABCD/answer", post, seat, hidden={"tab": "now"}, map=map, game="heroes_vs_warlords",
        refusal=refusal, typed=typed or {}, named=seat is not None,
    )  # fmt: skip


def page(name: str, theme: str = "", static: str = "/static") -> str:
    """One page of the gallery; `theme` is light, dark or empty (as the device likes it)."""
    env = environment()
    given = {key: getattr(samples, key) for key in dir(samples) if key.isupper()}
    given |= {
        "MAP": samples.game_map(),
        "MAP_Q": samples.map_question(),
        "qr": "M0 0h7v7h-7zM12 4h3v3h-3zM4 12h3v9h-3z",
    }
    return env.get_template("gallery.html").render(page=name, theme=theme, static=static, **given)
