"""Texts on pages: gettext for the words of templates and views, `say` for the texts of the engine. English is in
the code.

Each phone has its own language: the one it chose (a cookie), else the one its browser asks for. Translations come from
the catalogues of the program and of every game (`companion.catalogues`).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import msgspec
from flask import Blueprint, Flask, g, has_request_context, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.catalogues import LANGUAGES, catalogue, translate, translator
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game
from companion.games import game_names, speaks
from printables.errors import BadOption
from printables.look.hyphens import places

COOKIE = "lang"
YEAR = 365 * 24 * 3600
UNNAMED = {"phone": "A phone", "tv": "A TV"}
"""What a phone or big screen is called that joined without a name, as the store keeps it."""
DECIMAL = re.compile(r"[-+−]?\d+\.\d+")
MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
"""A hyphen that stands for a minus."""
bp = Blueprint("texts", __name__)


@bp.get("/language/<name>")
def choose_language(name: str) -> Response:
    """Store the language of this phone in a cookie and go back to the page it came from."""
    back = request.args.get("back", "")
    response = redirect(back if is_local(back) else url_for("start.start"), 303)
    if name in LANGUAGES:
        response.set_cookie(COOKIE, name, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def is_local(address: str) -> bool:
    """Whether an address to go back to is on this server."""
    return address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()


def language() -> str:
    """The language of the reader of this request; English outside of a request."""
    try:
        known: str = g.language  # every word of a page asks
    except (AttributeError, RuntimeError):
        if not has_request_context():
            return "en"
        chosen = request.cookies.get(COOKIE, "")
        known = g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"
    return known


def spoken() -> str:
    """The language of what a game says on this page: English where the page is about a game that has no other.

    Otherwise words it shares with other games would stand in another language amid its own.
    """
    try:
        known: str = g.spoken  # every word of a game asks
    except (AttributeError, RuntimeError):
        return language()
    return known


def about_game(game: Game) -> None:
    """Let a page be about a game: its words stay together in one language."""
    g.spoken = language() if _speaks(game) else "en"


def all_in_one_language() -> None:
    """Let the words of the app on this page be in the language of its game: what stands in one line is never mixed.

    Only the bars round the page stay in the reader's.
    """
    g.of_page = spoken()


def page_language() -> str:
    """The language of the app's own words on this page."""
    try:
        known: str = g.of_page
    except (AttributeError, RuntimeError):
        return language()
    return known


def translations() -> gettext.NullTranslations:
    """The catalogue for the words of the app on this page."""
    return catalogue(page_language())


def _(message: str, **values: object) -> str:
    """A message of ours in the reader's language, with `{named}` values filled in."""
    text = translations().gettext(message)
    return text.format(**values) if values else text


def in_page(message: str, **values: object) -> Markup:
    """A message of a page: HTML as it stands, its `%(named)s` values escaped; two percent signs are one."""
    return _as_html(message, page_language()) % values if values else _plain(message, page_language())


def round_page(message: str, **values: object) -> Markup:
    """A message of the bars round a page: always in the reader's language."""
    return _as_html(message, language()) % values if values else _plain(message, language())


def beside_game(message: str, **values: object) -> Markup:
    """A message of a page that stands amid what a game says: in the same language as that."""
    return _as_html(message, spoken()) % values if values else _plain(message, spoken())


@lru_cache(8192)
def _plain(message: str, language: str) -> Markup:
    return _as_html(message, language) % ()


@lru_cache(8192)
def _as_html(message: str, language: str) -> Markup:
    return Markup(catalogue(language).gettext(message))


def name_of(name: str) -> str:
    """A name from data (a seat, a helper, a ruling) in the reader's language."""
    return translate(name, spoken())


def phone_name(label: str) -> str:
    """What its user calls a phone; words of `UNNAMED` are read in the reader's language."""
    return next((_(UNNAMED[kind]) for kind, name in UNNAMED.items() if name == label), label)


def number(value: object, *, beside_game: bool = False, typed: bool = False) -> str:
    """A number as the reader's language writes it (or that of the game, in its sentences): `0.5` is `0,5` in German,
    and less than nothing has a minus before it, unless it is `typed`. Other values stay as they are.
    """
    text, read_in = str(value) if typed else MINUS.sub("−", str(value)), spoken() if beside_game else page_language()
    return text.replace(".", ",") if read_in == "de" and DECIMAL.fullmatch(text) else text


def say(text: Text | str) -> str:
    """A text of the engine in the reader's language; plain strings typed by people stay as they are."""
    return tied(text.show(translator(spoken()))) if isinstance(text, Text) else text


HARD_SPACE = "\u00a0"
TIED = re.compile(r" (?=[×%])|(?<=×) ")
"""The spaces at which no line may break: round the sign of a number."""
LAST_NUMBER = re.compile(r" (?=\d+$)")


def tied(words: str) -> str:
    """Words whose numbers stay on one line with their signs (`3 × Level 1`, `77 %`) and have a true minus."""
    return MINUS.sub("−", TIED.sub(HARD_SPACE, words))


def signed(value: int) -> str:
    """What is added to something or taken away from it."""
    return MINUS.sub("−", f"{value:+d}")


def say_odds(text: Text | str) -> str:
    """The same of chances; a number at the end (`77 % kill up to 3`) has no line of its own."""
    return LAST_NUMBER.sub(HARD_SPACE, tied(say(text)))


LONG_WORD = 12
"""Words of more letters may be broken where room is scarce."""
SOFT_HYPHEN = "\u00ad"


def breakable(words: str) -> str:
    """Words for a narrow column: long ones have soft hyphens where the press would break them."""
    return " ".join(_breakable(one) if len(one) > LONG_WORD else one for one in words.split(" "))


def _breakable(word: str) -> str:
    cuts = [0, *places(word, spoken()), len(word)]
    return SOFT_HYPHEN.join(word[a:b] for a, b in pairwise(cuts))


def in_own_words(text: Text) -> str:
    """A text of the app itself in the language of the phone, whatever the game beside it speaks."""
    return text.show(translator(language()))


def reason(bad: BadOption) -> str:
    """Why the press refuses an option, in the reader's language."""
    return say(Text(bad.message, {name: number(value) for name, value in bad.values.items()}))


def in_words(game: Game) -> Game:
    """A game with its title, seats, settings, rulings, helpers and rows in the reader's language."""
    return game if language() == "en" or not _speaks(game) else _in_language(game.name, language(), game)


def lang_of(game: Game) -> Markup:
    """The `lang` attribute for the element around a game's words, if the game does not have the reader's language."""
    return Markup("") if _speaks(game) else Markup(' lang="en"')


def game_language() -> str | None:
    """The language of the game of this page, if it is not the reader's: what the game says is marked with it."""
    return spoken() if spoken() != language() else None


def said_in() -> Markup:
    """The same as an attribute of the block, `lang="en"` or nothing."""
    return Markup(f' lang="{spoken()}"') if game_language() else Markup("")


def page_said_in() -> Markup:
    """The attribute of a page whose words are all in the language of its game, if that is not the reader's."""
    return Markup(f' lang="{page_language()}"') if page_language() != language() else Markup("")


def said_by_app() -> Markup:
    """The attribute of the app's own words amid what a game says: headings and buttons that stand for themselves are
    in the reader's language.
    """
    return Markup(f' lang="{page_language()}"') if game_language() else Markup("")


def english_only(game: Game) -> str:
    """A note for readers whose language the game does not have; "" for others."""
    return "" if _speaks(game) else in_own_words(t("in English only"))


def _speaks(game: Game) -> bool:
    return game.name not in game_names() or speaks(game.name, language())


def _in_language(name: str, language: str, game: Game) -> Game:
    kept = _games.get((name, language))
    if kept is None or kept[0] is not game:
        kept = _games[name, language] = (game, _translated(game, translator(language)))
    return kept[1]


_games: dict[tuple[str, str], tuple[Game, Game]] = {}
"""Games in other languages, each beside the original it was made of."""


def _translated(game: Game, word: Callable[[str], str]) -> Game:
    replace = msgspec.structs.replace
    return replace(
        game,
        title=word(game.title),
        summary=word(game.summary),
        seats=tuple(replace(seat, title=word(seat.title)) for seat in game.seats),
        settings=tuple(
            replace(one, title=word(one.title), choices=tuple((id, word(title)) for id, title in one.choices))
            for one in game.settings
        ),
        rulings=tuple(
            replace(one, title=word(one.title), readings=tuple(replace(r, text=word(r.text)) for r in one.readings))
            for one in game.rulings
        ),
        helpers=tuple(replace(one, title=word(one.title), summary=word(one.summary)) for one in game.helpers),
        tables=tuple(replace(one, title=word(one.title)) for one in game.tables),
        chapters={number: word(title) for number, title in game.chapters.items()},
        rows=tuple(replace(one, topic=word(one.topic), rule=word(one.rule)) for one in game.rows),
    )


def switches() -> list[tuple[str, str, str]]:
    """The languages that this page can be switched to: (id, name, address)."""
    if request.method == "GET":
        back = request.full_path.rstrip("?")
    else:
        code = (request.view_args or {}).get("code", "")
        back = url_for("table.table", code=code) if code else ""
    return [(id, name, url_for("texts.choose_language", name=id, back=back)) for id, name in LANGUAGES.items()]


def install(app: Flask) -> None:
    """Add `_`, `ngettext`, `{% trans %}`, the languages, and the filters of this module to the templates."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: translations().gettext(message),
        lambda one, many, n: translations().ngettext(one, many, n),
        newstyle=True,
    )
    app.jinja_env.filters.update(
        phone=phone_name,
        text=say,
        own=in_own_words,
        breakable=breakable,
        said_odds=say_odds,
        name=name_of,
        number=number,
        signed=signed,
        reason=reason,
    )
    app.jinja_env.globals.update(_=in_page, gettext=in_page, app_says=in_page, beside_game=beside_game)
    app.jinja_env.globals.update(language=language, languages=switches, lang_of=lang_of, english_only=english_only)
    app.jinja_env.globals.update(said_in=said_in, said_by_app=said_by_app, game_language=game_language)
    app.jinja_env.globals.update(page_said_in=page_said_in, bar_says=round_page)
    app.register_blueprint(bp)
