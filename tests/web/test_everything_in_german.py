"""Every page there is, as a German phone sees it: titles, texts, and what screen readers are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from markupsafe import escape
from pypdfium2 import PdfDocument

from companion.catalogues import translate
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.browser.tour import pages_of_a_match, pages_without_a_match
from tests.web.phones import Phone
from tests.web.player import answer_one
from tests.web.test_languages import english_in, german, words_of
from tools.messages import catalogues, record_messages, translated_games

pytestmark = pytest.mark.slow

SAME = {f"Quest {n}" for n in range(20)} | {"Mine", "Fort"}
"""Names that are the same in both languages."""
WITH_DEMO = [game.name for game in translated_games() if game.demo]


@cache
def ours() -> frozenset[str]:
    """Whole English messages and names whose German is another; none of them may stand on a German page."""
    messages = [message for one in catalogues() for message in one.found]
    said = {part for message in messages for part in ((message,) if isinstance(message, str) else message)}
    same = {translate(text, "de") for text in said}
    return frozenset(text for text in said if translate(text, "de") != text and text not in same)


def english_on(page: str) -> list[str]:
    """What is left in English on a page: pieces with an English word, and whole messages of ours."""
    pieces = {re.sub(r"\s+", " ", piece).strip(" :.") for piece in words_of(page).split("|")}
    return [*english_in(page), *sorted(pieces & ours())]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with Store.open(tmp_path / "german.db", load_game) as store:
        yield create_app(store, Config(testing=True))


def demo(phone: Phone, name: str) -> str:
    """Begin a demo; its code."""
    phone.get("/")
    phone.send(phone.form(f"/demo/{name}"))
    assert phone.page is not None
    return re.search(r"/m/(\w+)", phone.page.request.path)[1]  # type: ignore[index]


def test_pages_without_a_match(app: Flask) -> None:
    """Lobby, games, helpers, rules, the press, printers, owner values, printed codes; games in English stay so."""
    phone = german(app)
    english = [game.name for game in all_games() if game not in translated_games()]
    said = {text for game in all_games() if game.name in english for text in record_messages(game)}
    left = sorted((str(escape(text)) for text in said), key=len, reverse=True)  # one may stand in another
    for paths in pages_without_a_match().values():
        for path in [path for path in paths if not any(f"/{name}" in path for name in english)]:
            page = phone.get(path).get_data(as_text=True)
            if not english_on(page):
                continue
            for text in left:
                page = page.replace(text, "")
            assert not english_on(page), path


def test_every_printed_piece_by_name(app: Flask) -> None:
    """What a component looks like: each piece has a name in German, though English is printed on it."""
    phone = german(app)
    for game in translated_games():
        for component in game.printed().components if game.kit else ():
            page = phone.get(f"/print/{game.name}/look/{component.id}").get_data(as_text=True)
            assert not english_on(page), component.id
            assert all(
                translate(piece.name, "de") != piece.name for piece in component.pieces if piece.name not in SAME
            )


def test_every_helper(app: Flask) -> None:
    """Its first page and its first question."""
    for game in translated_games():
        for helper in game.helpers:
            phone = german(app)
            phone.get(f"/helpers/{game.name}/{helper.id}")
            assert not english_on(phone.text)
            phone.send(phone.form("/helpers"))
            assert not english_on(phone.text)


def test_pages_of_a_match(app: Flask) -> None:
    """Table, log, host, corrections, big screen, how it went: in the middle of a Round."""
    phone = german(app)
    code = demo(phone, WITH_DEMO[0])
    for paths in pages_of_a_match(code).values():
        for path in paths:
            assert not english_on(phone.get(path).get_data(as_text=True)), path


@pytest.mark.parametrize("name", WITH_DEMO)
def test_a_demo_goes_on_in_german(app: Flask, name: str) -> None:
    """Answers, corrections, things taken back, and what the log and the big screen say of them."""
    phone, rng = german(app), Random(3)
    table = f"/m/{demo(phone, name)}"
    for turn in range(24):
        if not answer_one(phone, rng):
            break
        assert not english_on(phone.text)
        if turn % 8 == 7:
            take_back(phone, table)
            for page in ("log", "tv", "after", "correct", "host"):
                assert not english_on(phone.get(f"{table}/{page}").get_data(as_text=True)), page
        phone.get(table)


def take_back(phone: Phone, table: str) -> None:
    """Correct a value of the first kind the page offers, then take that back; each page on the way is in German."""
    phone.get(f"{table}/correct")
    link = re.findall(r'href="(/m/\w+/correct\?path=[^"]+)"', phone.text)[-1]
    phone.get(link.replace("&amp;", "&"))
    assert not english_on(phone.text)
    phone.send(phone.form("/correct"))
    undo = re.search(r'href="(/m/\w+/undo/\d+)"', phone.get(f"{table}/log").get_data(as_text=True))
    assert undo is not None
    phone.get(undo[1])
    assert not english_on(phone.text)
    phone.send(phone.form("/undo"))
    assert not english_on(phone.text)


def test_the_souvenir(app: Flask) -> None:
    """The printed page speaks the language of who keeps it."""
    phone = german(app)
    code = demo(phone, WITH_DEMO[0])
    file = phone.get(f"/m/{code}/after.pdf")
    assert file.status_code == 200
    page = PdfDocument(file.data)[0]
    assert not english_on(page.get_textpage().get_text_range().replace("\n", "|"))
