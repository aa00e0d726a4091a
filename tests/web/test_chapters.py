"""The rules of the real games by chapters, and the games side by side: each can be told from the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import escape

from companion.engine.game.reference import sections_of
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.reading.reference import beyond, by_section, chapters
from printables.look.icons import names
from tests.web.phones import Phone


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """A phone at a server with all games."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        yield Phone(create_app(store, Config(testing=True)))


def test_no_two_games_show_the_same_signs(phone: Phone) -> None:
    """On the start page each card has its own; every sign is one that can be drawn."""
    crests = re.findall(r'<p class="crest".*?</p>', phone.get("/").get_data(as_text=True), re.DOTALL)
    assert len(crests) == len(set(crests)) == len(all_games())
    assert {sign for game in all_games() for sign in game.signs} <= set(names())


def test_a_chapter_has_its_title(phone: Phone) -> None:
    """On its own page and in the list of all, whatever its rows are about."""
    title = load_game("heroes_vs_warlords").chapters["1"]
    page = phone.get("/rules/heroes_vs_warlords?section=1.0").get_data(as_text=True)
    assert title in re.findall(r"<h1>(.*?)</h1>", page, re.DOTALL)[0]
    first = re.findall(
        r"<summary>(.*?)</summary>", phone.get("/rules/heroes_vs_warlords").get_data(as_text=True), re.DOTALL
    )
    assert any(title in one for one in first)


def test_a_section_stands_once_in_a_row() -> None:
    """Rules that cite others beside it stay with it."""
    groups = [place for place, _topics, _rows in by_section(load_game("heroes_vs_warlords").rows)]
    assert groups.count("2.0") == 1
    assert not any(";" in place for place in groups)


def first_section(phone: Phone, words: str, language: str = "en") -> str:
    """The section of what a search shows first."""
    page = phone.get(f"/rules/heroes_vs_warlords?q={words}", headers={"Accept-Language": language})
    found = re.search(r'class="rule-rows.*?section=([\d.]+)', page.get_data(as_text=True), re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize(("words", "language"), [("how+do+I+win", "en"), ("win", "en"), ("wie+gewinne+ich%3F", "de")])
def test_a_question_in_everyday_words_finds_its_section_first(phone: Phone, words: str, language: str) -> None:
    """Words of any question do not count, and what is called after the wanted one stands before what only says it."""
    assert first_section(phone, words, language) == "12.1"


def test_chapters_of_the_advanced_game_are_folded_until_it_is_played(tmp_path: Path) -> None:
    """Where no rule of the Basic game begins, for who reads or plays the Basic game."""
    game = load_game("heroes_vs_warlords")
    folded = beyond(game, None)
    assert folded
    assert not {"7", "8", "12"} & set(folded)
    assert all(row.tier != "basic" for row in game.rows if sections_of(row)[0].split(".")[0] in folded)
    with Store.open(tmp_path / "more.db", load_game) as store:
        reader = Phone(create_app(store, Config(testing=True)))
        page = reader.get(f"/rules/{game.name}").get_data(as_text=True)
        assert page.count('class="rule-rows folded chapter"') == len(chapters(game))
        inside = page.partition('class="all-chapters beyond"')[2]
        assert inside.count('class="rule-rows folded chapter"') == len(folded)


def test_sections_of_one_chapter_have_titles_of_their_own(phone: Phone) -> None:
    """The page of a section does not say one word three times, nor leaves a part without a title."""
    page = phone.get("/rules/heroes_vs_warlords?section=7.1").get_data(as_text=True)
    heads = [re.sub(r"<[^>]+>|§|[\d.\s]", "", one) for one in re.findall(r"<h[12]>(.*?)</h[12]>", page, re.DOTALL)]
    assert len(heads) > 2
    assert all(heads)
    assert len(set(heads)) == len(heads)


def test_the_heading_of_a_chapter_stands_for_all_of_it(phone: Phone) -> None:
    """A question that cites the heading leads to what its sections say, too."""
    page = phone.get("/rules/heroes_vs_warlords?section=11.0").get_data(as_text=True)
    game = load_game("heroes_vs_warlords")
    below = [row.rule for row in game.rows if row.section.startswith("11.") and row.tier == "basic"]
    assert len(below) > 5
    assert all(escape(rule) in page for rule in below)


def test_games_stand_in_their_places(phone: Phone) -> None:
    """Not by the alphabet: each says where."""
    page = phone.get("/").get_data(as_text=True)
    placed = sorted(all_games(), key=lambda game: game.place)
    shown = [page.index(f"/new/{game.name}") for game in placed]
    assert shown == sorted(shown)
    assert len({game.place for game in placed}) == len(placed)


@pytest.mark.parametrize("name", ["multiverse_war", "conquest_of_zabor"])
def test_a_game_that_names_all_its_chapters_says_their_order(name: str) -> None:
    """What players look for first stands first; the order of the ledger is that of the booklet."""
    game = load_game(name)
    assert chapters(game) == list(game.chapters)
    assert chapters(game) != list(dict.fromkeys(row.section for row in game.rows))
