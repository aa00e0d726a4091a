"""The rule reference: the rules by section, in our own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import combining, normalize

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.core.effects import subject
from companion.engine.core.rulings import Ruling
from companion.engine.game.guidance import Aid, Stage
from companion.engine.game.record import Game, LedgerRow
from companion.engine.game.reference import rows_at, section_order, sections_of
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.app.viewer import Viewer, viewer_of
from companion.web.lobby.start import all_games, find_game, game_chooser
from companion.web.reading.aid import aids_of
from companion.web.reading.tables import tables_at

bp = Blueprint("reference", __name__)
MOST = 200
"""So many rows a search shows at most."""
LONGEST = 100
"""Letters of a search; the rest is left out."""
FEW_ROWS = 14
"""A page of more rows folds all sections but the first."""
HEADING = ".0"
"""The end of a section that is the heading of its chapter."""
MOST_CHAPTERS = 24
"""More chapters than these are folded."""
CITED = re.compile(r"\b([AR]\d+[a-z]?)\b")
"""A ruling that a rule cites."""
FEW = 3
"""More topics than these make no heading."""
EVERYDAY: dict[str, tuple[str, ...]] = {
    "retreat": ("withdraw",),
    "flee": ("withdraw",),
    "escape": ("withdraw",),
    "money": ("gold",),
    "cash": ("gold",),
    "shoot": ("ranged", "shot"),
    "shot": ("ranged",),
    "dice": ("d20", "d6"),
    "win ": ("victory",),
    "winner": ("victory", "win"),
    "winning": ("victory", "win"),
    "wins": ("victory", "win"),
    "lose ": ("defeat",),
    "buy": ("bought", "cost", "acquir"),
    "kill": ("eliminat", "hit"),
    "promot": ("rise", "level"),
    "flieh": ("rückzug", "zurückzieh", "zieht sich", "zurückgezogen"),
    "flucht": ("rückzug", "zurückzieh", "zieht sich", "zurückgezogen"),
    "flücht": ("rückzug", "zurückzieh", "zieht sich", "zurückgezogen"),
    "geld": ("gold",),
    "schieß": ("fernkampf", "schuss"),
    "schuss": ("fernkampf",),
    "würfel": ("w20", "w6"),
    "gewinn": ("sieg", "gewonnen"),
    "kauf": ("gekauft", "kosten", "kostet"),
    "töte": ("ausgeschaltet", "treffer"),
    "aufsteig": ("stufe",),
}
"""Everyday words that people search for, by how they begin (whole ones end with a blank), and what rules call the same,
in the languages of the pages.
"""
SMALL = (
    "a an and any are as at be by can could do does for from get has have how i if in into is it long many may me "
    "much must my of on one or our should that the their there they this to up us we what when where which who "
    "whose why will with you your an auf aus bei bin bist da das dem den der des die du ein eine einem einen "
    "einer er es für geht habe hat ich im in ist kann kannst können lang lange man mein meine mich mir mit muss "
    "müssen oder sein sie sind soll um und viel viele von wann warum was welche welcher wenn wer werden wie "
    "wieviel wieviele wir wird wo wozu zu zum zur "
)
"""Words of questions that say nothing of what is looked for."""
SHORT = 3
"""Words of so few letters are found only where a word begins: others contain them by chance."""


@bp.get("/rules")
def all_rules() -> Response | str:
    """The page to choose a game."""
    return game_chooser(all_games(), _("Rules"), "reference.rules")


@bp.get("/rules/<name>")
def rules(name: str) -> str:
    """The rows and rulings of a section (with its subsections), or those that contain some words."""
    return rules_page(find_game(name))


@bp.get("/m/<code>/rules")
def in_match(code: str) -> str | Response:
    """Like `rules`, for a phone in a match: with the readings and tables of that match."""
    found = viewer_of(code)
    if found.device is None:
        return redirect(url_for("reference.rules", name=found.game.name, section=request.args.get("section")), 303)
    return rules_page(found.game, found)


def rules_page(game: Game, match: Viewer | None = None) -> str:
    """The page of a section, or of a search."""
    written = services().game(game.name)
    section, words = request.args.get("section", "").strip(), request.args.get("q", "").strip()[:LONGEST]
    scope = section.removesuffix(HEADING)  # the heading of a chapter stands for all of it
    english = {row.id: row for row in written.rows}
    rows = [
        row
        for row in (rows_at(game, scope) if section else game.rows)
        if has_words(words, *said_by_row(row), *said_by_row(english[row.id]))
    ]
    rulings = [
        one
        for one, in_english in zip(game.rulings, written.rulings, strict=True)
        if (any(touches(cited, scope) for cited in one.sections) if section else words)
        and has_words(words, *said_by_ruling(one), *said_by_ruling(in_english))
    ]
    tables = game.tables_of(match.view.state) if match else game.tables
    if words:
        rows = ranked(game, rows, words)
    if section:
        rows.sort(key=lambda row: not touches(sections_of(row)[0], scope))
    asked = rows_asked(rows, match, section) if match and section else []
    cited = {name for row in asked for name in places_of(row)}
    whole = not section and not words
    others = [row for row in (rows if whole else rows[:MOST]) if row not in asked]
    return render_template(
        "rules.html", game=game, whole=by_chapter(others, game.chapters) if whole else [], inside=by_section,
        beyond=beyond(game, match),
        groups=[] if whole else by_section(others, scope), few_rows=FEW_ROWS, asked=asked,
        settled=[one for one in rulings if one.id in cited], named=named_rulings(game),
        most_chapters=MOST_CHAPTERS, found=len(rows), most=MOST, section=section, words=words,
        rulings=[one for one in rulings if one.id not in cited], chapters=chapters(game),
        above=scope.rpartition(".")[0], match=match, viewer=match, chosen=match.view.state.rulings if match else {},
        tables=tables_at(tables, section) if section else [], aids=aid_tables(match, section),
        stage=stage_at(match, section) if match else None,
    )  # fmt: skip


def stage_at(match: Viewer, section: str) -> Stage | None:
    """The stage of the Round that is about this very section: what happens in it is told first."""
    guide = match.game.guide if match.view.helper is None else None
    stages = guide.stages(match.view.state) if guide else ()
    return next((one for one in stages if one.section == section), None)


def aid_tables(match: Viewer | None, section: str) -> list[Aid]:
    """The tables of the player aid about this very section, without the lines that its rules say anyway."""
    found = aids_of(match) if match and section else ()
    return [replace(one, lines=()) for one in found if one.rows and one.section == section]


def rows_asked(rows: Sequence[LedgerRow], match: Viewer, section: str) -> list[LedgerRow]:
    """Those rows that the step carries out which asks about this section now, of what it asks about if some are; of
    this phone, if it is asked.
    """
    asking = [one for one in match.mine() or match.view.questions if one.section == section]
    steps = {one.rule.partition(".")[2] for one in asking}
    kinds = {f"{one.rule.partition('.')[2]}#{subject(one.part.about)[0]}" for one in asking}
    return rows_of(rows, kinds) or rows_of(rows, steps)


def rows_of(rows: Sequence[LedgerRow], places: Collection[str]) -> list[LedgerRow]:
    """Those rows that are done in one of these places."""
    return [row for row in rows if any(place in places for place in places_of(row))]


def places_of(row: LedgerRow) -> list[str]:
    """Where a rule is done: its functions, and the rulings that read it."""
    return [one.strip() for one in row.where.split(";")]


def named_rulings(game: Game) -> Callable[[str], Markup]:
    """A function that calls rulings by their titles where a rule cites them by number."""
    titles = {one.id: one.title for one in game.rulings}

    def named(rule: str) -> Markup:
        quoted = Markup("<q>{}</q>")
        parts = [quoted.format(titles[one]) if one in titles else one for one in CITED.split(rule)]
        return Markup("").join(parts)

    return named


def by_section(rows: Sequence[LedgerRow], section: str = "") -> list[tuple[str, str, list[LedgerRow]]]:
    """Rows by the subsections directly below the wanted section: (section, its topics if they are few, its rows).

    Without a wanted section the rows stay in rulebook order, each run under the first section it cites.
    """
    runs = [(place, list(group)) for place, group in groupby(rows, key=lambda row: place_of(row, section))]
    if section:
        places = list(dict.fromkeys(place for place, _group in runs))
        if all(place[:1].isdigit() for place in places):
            places.sort(key=section_order)
        runs = [(place, [row for at, group in runs if at == place for row in group]) for place in places]
    return [(place, heading_of(together), together) for place, together in runs]


def by_chapter(rows: Sequence[LedgerRow], order: Iterable[str] = ()) -> list[tuple[str, list[LedgerRow]]]:
    """All rows by chapter, in the order of the rulebook (see `in_book_order`). A row that cites several stands in its
    first one, or in one that would have none else.
    """
    cited = {row.id: [section.split(".")[0] for section in sections_of(row)] for row in rows}
    first = {places[0] for places in cited.values()}
    found: dict[str, list[LedgerRow]] = {}
    for row in rows:
        places = cited[row.id]
        found.setdefault(next((one for one in places if one not in first), places[0]), []).append(row)
    return [(chapter, found[chapter]) for chapter in in_book_order(found, order)]


def heading_of(rows: Sequence[LedgerRow]) -> str:
    """The topics of some rows, where they are few and make a heading; else each row says its own."""
    topics = list(dict.fromkeys(row.topic for row in rows))
    heading = ", ".join(topics) if len(topics) <= FEW < len(rows) or len(topics) == 1 else ""
    return heading[:1].upper() + heading[1:]


def place_of(row: LedgerRow, section: str) -> str:
    """The subsection directly below the wanted section under which a row is listed, or the wanted section itself."""
    sections = sections_of(row)
    if not section:
        return sections[0]
    own = next((one for one in sections if touches(one, section)), row.section)
    return ".".join(own.split(".")[: section.count(".") + 2])


def touches(section: str, wanted: str) -> bool:
    """Whether a section is the wanted one or a subsection of it."""
    return section == wanted or section.startswith(wanted + ".")


def said_by_row(row: LedgerRow) -> tuple[str, ...]:
    """The texts of a row that a search looks at."""
    return row.id, row.topic, row.rule


def said_by_ruling(ruling: Ruling) -> tuple[str, ...]:
    """The texts of a ruling that a search looks at."""
    return ruling.id, ruling.title, *(reading.text for reading in ruling.readings)


def ranked(game: Game, rows: Sequence[LedgerRow], words: str) -> list[LedgerRow]:
    """What was found, by section: those first whose title or topics say a wanted word, most of them before others; the
    Basic game before the rest.
    """

    def place(row: LedgerRow) -> tuple[bool, str]:
        return row.tier != "basic", sections_of(row)[0]

    def titled(row: LedgerRow) -> int:
        title = f"{row.topic} {game.chapters.get(sections_of(row)[0], '')}"
        return sum(has_words(word, title) for word in wanted_words(words))

    hits = {row.id: titled(row) for row in rows}
    most: Counter[tuple[bool, str]] = Counter()
    for row in rows:
        most[place(row)] += hits[row.id]
    first = {at: n for n, at in reversed(list(enumerate(map(place, rows))))}
    return sorted(rows, key=lambda row: (place(row)[0], -most[place(row)], first[place(row)], -hits[row.id]))


def wanted_words(words: str) -> list[str]:
    """The plain words of a search, without those of a question; all of them where nothing else is left."""
    said = list(dict.fromkeys(re.findall(r"[^\s?!,;:]+", plain(words))))
    return [one for one in said if one not in NO_MATTER] or said


def has_words(words: str, *texts: str) -> bool:
    """Whether every word is in the texts. Pass the texts in the reader's language and in English, so that both are
    found.
    """
    if not words:
        return True
    text = plain(" ".join(texts))
    return all(any(stands_in(one, text) for one in meant_by(word)) for word in wanted_words(words))


def stands_in(word: str, text: str) -> bool:
    """Whether a plain word is in a plain text."""
    short = len(word) <= SHORT and word.isalpha()
    return re.search(rf"\b{word}", text) is not None if short else word in text


def meant_by(word: str) -> tuple[str, ...]:
    """A plain word, and what rules call the same."""
    return word, *(
        plain(one) for begins, called in EVERYDAY.items() if f"{word} ".startswith(plain(begins)) for one in called
    )


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A text in lower case without accents and umlaut dots: not every keyboard has them."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def beyond(game: Game, match: Viewer | None) -> list[str]:
    """The chapters that begin no rule of the Basic game; none in a match that has chosen some of what they tell."""
    played = match.view.state.rulings if match else {}
    if any(played.get(one.key, one.default) != one.default for one in game.rulings if one.choice):
        return []
    basic = {section.split(".")[0] for row in game.rows if row.tier == "basic" for section in sections_of(row)[:1]}
    return [one for one in chapters(game) if one not in basic]


NO_MATTER = frozenset(plain(SMALL).split())


def chapters(game: Game) -> list[str]:
    """The first parts of all section numbers in their order; after them names, in the order of the whole rules."""
    found = [chapter for chapter, _rows in by_chapter(game.rows, game.chapters)]
    found += [section.split(".")[0] for row in game.rows for section in sections_of(row) if section]
    return in_book_order(found, game.chapters)


def in_book_order(found: Iterable[str], order: Iterable[str] = ()) -> list[str]:
    """Each chapter once: those with numbers by these, names as they come, or in the `order` of a game's own list where
    that has all of them.
    """
    each = list(dict.fromkeys(found))
    place = {one: n for n, one in enumerate(order)}
    names = [one for one in each if not one[:1].isdigit()]
    if all(one in place for one in names):
        names.sort(key=place.__getitem__)
    return sorted((one for one in each if one[:1].isdigit()), key=section_order) + names
