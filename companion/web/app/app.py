"""The application: `create_app` puts the parts together. There is no global state; several may exist in one process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from jinja2 import ChoiceLoader, FileSystemLoader
from markupsafe import Markup
from msgspec import Struct

import companion
from companion.engine.game.record import Game
from companion.games import all_games, load_game
from companion.store import Store
from companion.web.after import after, film, rematch, statistics
from companion.web.app import errors, templating, texts
from companion.web.app.compiled import kept_in
from companion.web.app.config import Config
from companion.web.app.drawings import Panels
from companion.web.app.links import address_of
from companion.web.app.services import EXTENSION, Services, services
from companion.web.app.wording import clock, lettered, letters_of, moment
from companion.web.lobby import (
    demo,
    erasing,
    hints,
    host,
    importing,
    join,
    match_lobby,
    recover,
    scanned,
    settings,
    showing,
    start,
)  # fmt: skip
from companion.web.play import correcting, live, play, screen
from companion.web.play.boards import pictures_of
from companion.web.play.forms import by_name
from companion.web.play.streams import Hub
from companion.web.play.tabs import nothing_yet, tab_bar_of
from companion.web.press import owner, printing
from companion.web.reading import aid, log, odds, reference, task_list
from companion.web.serving import delivery, logs, monitoring, security
from printables.look.icons import icon_svg
from printables.look.icons import names as icon_names
from printables.look.theme import style_sheet

PACKAGE = Path(companion.__file__).parent
PAGES = (
    start, demo, join, match_lobby, monitoring, play, hints, after, film, log, correcting, host, recover, live, screen,
    rematch, reference, scanned, printing, owner, erasing,
    odds, aid, task_list, settings, showing, statistics, importing,
)  # fmt: skip
MAX_POST = 256 * 1024
THEME_AGE = 3600


class Application(Flask):
    """Flask for views that all run in the thread of their request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: none of ours is asynchronous, and looking takes longer than many a guard does."""
        return func


def create_app(
    store: Store,
    config: Config,
    *,
    find_game: Callable[[str], Game] = load_game,
    games: Callable[[], list[Game]] = all_games,
) -> Flask:
    """The web application on an open store. Raises ConfigError when a public server would not be safe."""
    app = Application("companion.web", static_folder=str(PACKAGE / "static"), static_url_path="/static")
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_POST, MAX_FORM_MEMORY_SIZE=MAX_POST, MAX_FORM_PARTS=3000,
        TESTING=config.testing,
    )  # fmt: skip
    hub = Hub(config.max_streams)
    app.extensions[EXTENSION] = Services(store, config.checked(), find_game, games, hub=hub)
    store.subscribe(hub.tell)
    store.hear_others(hub.codes)
    app.jinja_loader = ChoiceLoader([FileSystemLoader(folder) for folder in template_folders()])
    if config.pages_folder:
        app.jinja_env.bytecode_cache = kept_in(config.pages_folder, config.release)
    templating.install(app.jinja_env)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    monitoring.install(app)
    logs.install(app)
    texts.install(app)
    app.jinja_env.filters.update(clock=clock, moment=moment, groupby_runs=runs, lettered=lettered,
                                 letters_of=letters_of)  # fmt: skip
    add_globals(app)
    security.install(app)
    errors.install(app)
    delivery.install(app)
    for module in PAGES:
        app.register_blueprint(module.bp)
    app.add_url_rule("/theme.css", "theme", theme)
    logging.getLogger("companion").addHandler(logging.NullHandler())
    return app


def template_folders() -> list[Path]:
    """Where the templates are: beside the package in a checkout, inside it when installed."""
    return [folder for folder in (PACKAGE.parent / "templates", PACKAGE / "templates") if folder.is_dir()]


def add_globals(app: Flask) -> None:
    """Add the functions and values that all templates may use."""

    panels = Panels()

    def rules_url(game: str, section: str) -> str:
        code = (request.view_args or {}).get("code") if request else None
        if code:
            return address_of("reference.in_match", code=code, section=section)
        return address_of("reference.rules", name=game, section=section)

    def section_words(game: str, section: str) -> str:
        """A number with the section sign; a section that is words as the game calls it, without."""
        if section[:1].isdigit():
            return f"§\u202f{section}"
        return texts.name_of(services().game(game).chapters.get(section, section) if game else section)

    def kept_panel(macro: Callable[..., Markup], panel: Struct, *given: Hashable) -> Markup:
        at = request.root_path + str((request.view_args or {}).get("code", ""))  # for the addresses in it
        return panels.drawn(macro, panel, *given, language=f"{texts.language()} {at}")

    app.jinja_env.globals.update(
        icon=icon, rules_url=rules_url, section_words=section_words, tag=tag,
        hint=hints.hint, how_on_map=hints.how_on_map, hints_wanted=hints.wanted, settings=settings.settings,
        never_asked=settings.never_asked, pictures_of=pictures_of, by_name=by_name,
        has_show=showing.has_show, url_for=address_of, kept_panel=kept_panel,
        wishes=recover.wishes, claims=recover.claims, cannot_keep=lambda: services().store.trouble,
        odds_offered=odds.offered,
        odds_called=odds.called, is_ready=match_lobby.is_ready, tabs_of_match=tab_bar_of, nothing_yet=nothing_yet,
    )  # fmt: skip


@cache
def icon(name: str) -> Markup:
    """An icon as inline SVG; an unknown name gives an empty text rather than an error."""
    return Markup(icon_svg(name)) if name in icon_names() else Markup("")


def tag(record: Any) -> str:
    """The tag of a tagged record (its kind), for templates."""
    return str(record.__struct_config__.tag)


def runs(items: Iterable[Any], name: str) -> list[tuple[Any, list[Any]]]:
    """Groups of consecutive items with the same value of an attribute, each with that value."""
    return [(value, list(group)) for value, group in groupby(items, key=attrgetter(name))]


def theme() -> Response:
    """The colours of the theme, light and dark, as a style sheet."""
    response = Response(style_sheet(), mimetype="text/css")
    response.headers["Cache-Control"] = f"public, max-age={THEME_AGE}"
    return response
