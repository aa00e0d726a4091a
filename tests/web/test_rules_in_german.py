"""The rules page for German readers: every row, heading and ruling, and a search that knows both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.catalogues import translate
from companion.engine.game.record import Game
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Phone
from tests.web.test_languages import ENGLISH, english_in, german
from tools.messages import translated_games

pytestmark = pytest.mark.slow

GAMES = translated_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Phone]:
    """A German phone at a server with the real games."""
    with Store.open(tmp_path / "rules.db", load_game) as store:
        app: Flask = create_app(store, Config(testing=True))
        yield german(app)


def rows_on(page: str) -> list[str]:
    return re.findall(r'<li id="([A-Z]+-\d+)">', page)


@each_game
def test_every_row_is_in_german(game: Game) -> None:
    """No row falls through to English, and none says an English word by mistake."""
    for row in game.rows:
        words = translate(row.rule, "de")
        assert words != row.rule, row.id
        assert not ENGLISH.search(words), row.id


@each_game
def test_numbers_and_sections_are_the_same(game: Game) -> None:
    """What a row counts and cites does not change with the language (a German decimal has a comma)."""
    number = re.compile(r"R?\d+(?:[.,]\d+)*")
    for row in game.rows:
        found = {one.replace(",", ".") for one in number.findall(translate(row.rule, "de"))}
        assert found == set(number.findall(row.rule)), row.id


@each_game
def test_the_pages_of_all_sections_are_in_german(reader: Phone, game: Game) -> None:
    """Headings, rows, rulings, tiers and sections that are words."""
    sections = {section for row in game.rows for section in row.section.split(";")}
    for section in sorted(sections):
        page = reader.get(f"/rules/{game.name}?section={section}").get_data(as_text=True)
        assert rows_on(page)
        assert not english_in(page)
        tiers = re.findall(r" <small>([^(<]*)</small></li>", page)
        assert set(tiers) <= {translate(row.tier.capitalize(), "de") for row in game.rows}


@each_game
def test_rows_are_found_by_german_and_by_english_words(reader: Phone, game: Game) -> None:
    """The words of any row, in either language, lead to it; so does its number."""
    for row in game.rows[:: len(game.rows) // 20]:
        for words in (row.rule, translate(row.rule, "de"), row.id):
            page = reader.get(f"/rules/{game.name}", query_string={"q": words}).get_data(as_text=True)
            assert row.id in rows_on(page), words
            assert translate(row.rule, "de")[:20] in page


def test_rulings_are_found_by_their_words(reader: Phone) -> None:
    """A ruling is a rule to whoever looks for it, in either language."""
    for game in GAMES:
        for ruling in game.rulings:
            for words in (ruling.title, translate(ruling.title, "de")):
                page = reader.get(f"/rules/{game.name}", query_string={"q": words}).get_data(as_text=True)
                assert f'id="ruling-{ruling.id}"' in page, words


def test_dots_and_accents_need_not_be_typed(reader: Phone) -> None:
    """Whoever has no umlauts on the keyboard finds the same rows."""
    game = next(game for game in GAMES if any("ü" in translate(row.rule, "de") for row in game.rows))
    row = next(row for row in game.rows if "ü" in translate(row.rule, "de"))
    words = translate(row.rule, "de")
    typed = words.translate(str.maketrans("äöü", "aou")).replace("ß", "ss")
    assert typed != words
    assert row.id in rows_on(reader.get(f"/rules/{game.name}", query_string={"q": typed}).get_data(as_text=True))


@each_game
def test_all_rows_stand_by_chapter(reader: Phone, game: Game) -> None:
    """Without a section or words: every row, once, in one fold for each chapter, which says how many there are."""
    page = reader.get(f"/rules/{game.name}").get_data(as_text=True)
    assert sorted(rows_on(page)) == sorted(row.id for row in game.rows)
    folds = [set(rows_on(one)) for one in page.split('<details class="rule-rows')[1:]]
    cited = {row.id: [one.strip().split(".")[0] for one in row.section.split(";")] for row in game.rows}
    assert len(folds) == len({chapter for all_of_it in cited.values() for chapter in all_of_it})
    assert all(set.intersection(*(set(cited[row]) for row in some)) for some in folds)


@pytest.mark.parametrize(
    ("word", "section"),
    [
        ("retreat", "8.9"),
        ("flee", "8.9"),
        ("fliehen", "8.9"),
        ("money", "9.2"),
        ("dice", "8.5.1"),
        ("gewinnen", "12.1"),
    ],
)
def test_everyday_words_find_the_rules_of_the_basic_game(reader: Phone, word: str, section: str) -> None:
    """What people call it, in both languages; rules of the Basic game stand before those of other tiers."""
    game = load_game("heroes_vs_warlords")
    tiers = {row.id: (row.tier != "basic", row.section) for row in game.rows}
    found = [tiers[one] for one in rows_on(reader.get("/rules/heroes_vs_warlords", query_string={"q": word}).text)]
    assert any(section in cited for _tier, cited in found)
    assert [tier for tier, _cited in found] == sorted(tier for tier, _cited in found)
