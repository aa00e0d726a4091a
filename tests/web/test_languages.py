"""English and German: every message has its German, and a phone that chose German is spoken to in German."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.catalogues import LANGUAGES, catalogue, translate
from companion.games import all_games, load_game
from companion.games.heroes_vs_warlords.moving.unmapped import HOLY_PLACES, NEW_SITES
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app import texts
from companion.web.app.texts import breakable, number
from companion.web.app.wording import clock, day
from tests.web.phones import Phone
from tests.web.player import answer_one
from tools.messages import Found, catalogues, compiled, places, read, translated_games

pytestmark = pytest.mark.slow

OTHERS = [name for name in LANGUAGES if name != "en"]
PLACEHOLDER = re.compile(r"\{[^}]*\}|%\(\w+\)s|%%")
each_catalogue = pytest.mark.parametrize(
    ("place", "language"),
    [
        pytest.param(number, language, id=f"{place.folder.parent.name}-{place.domain}-{language}")
        for number, place in enumerate(places())
        for language in OTHERS
    ],
)


@pytest.fixture
def found(place: int) -> Found:
    """What is to be in a catalogue. It takes seconds to find, so only who runs these tests does."""
    return catalogues()[place].found


@pytest.fixture
def file(place: int, language: str, found: Found) -> Path:
    """A catalogue; what holds nothing needs none."""
    if not found:
        pytest.skip("nothing to say")
    return places()[place].file(language)


@each_catalogue
def test_every_message_is_translated(file: Path, found: Found) -> None:
    """What code, templates and data say is in the catalogue, in full; `python -m tools.messages` adds it."""
    known = read(file)
    lacking = []
    for message in found:
        one = known.get(message if isinstance(message, str) else message[0])
        strings = () if one is None else (one.string,) if isinstance(one.string, str) else one.string
        if one is None or one.fuzzy or not strings or not all(strings):
            lacking.append(message)
    assert not lacking


@each_catalogue
def test_no_translation_is_left_over(file: Path, found: Found) -> None:
    """The catalogue holds nothing that is said no more."""
    said = {message if isinstance(message, str) else message[0] for message in found}
    kept = {one.id if isinstance(one.id, str) else one.id[0] for one in read(file) if one.id}
    assert kept <= said


@each_catalogue
def test_placeholders_are_the_same(file: Path) -> None:
    """A translation fills in the same values as the English sentence."""
    for one in read(file):
        if not one.id:
            continue
        ids, strings = [([text] if isinstance(text, str) else list(text)) for text in (one.id, one.string)]
        for text in strings:
            wanted = {frozenset(PLACEHOLDER.findall(id)) for id in ids}
            assert frozenset(PLACEHOLDER.findall(text)) in wanted, text


@each_catalogue
def test_programs_read_what_translators_wrote(file: Path) -> None:
    """The compiled file beside a catalogue is made of it."""
    assert file.with_suffix(".mo").read_bytes() == compiled(read(file))


def german(app: Flask) -> Phone:
    phone = Phone(app)
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de-AT,de;q=0.9,en;q=0.5"
    return phone


def page_language(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    return found.group(1) if found else ""


def test_a_browser_is_spoken_to_in_its_language(app: Flask, phone: Phone) -> None:
    """German where the browser asks for it first, English where it asks for neither."""
    assert "What would you like to do?" in phone.get("/").get_data(as_text=True)
    assert page_language(phone.text) == "en"
    assert "Was möchtest du tun?" in german(app).get("/").get_data(as_text=True)
    french = phone.get("/", headers={"Accept-Language": "fr-FR,fr;q=0.9"})
    assert "What would you like to do?" in french.get_data(as_text=True)


def test_a_chosen_language_stays(phone: Phone) -> None:
    """One tap on the switch of any page, back on the same page, and from then on everywhere."""
    phone.get("/helpers?a=1")
    switch = re.search(r'href="(/language/de[^"]*)"', phone.text)
    assert switch is not None
    phone.get(switch.group(1).replace("&amp;", "&"))
    assert phone.page is not None
    assert phone.page.request.full_path == "/helpers?a=1"
    assert page_language(phone.text) == "de"
    assert page_language(phone.get("/rules/toy").get_data(as_text=True)) == "de"
    phone.get("/language/en")
    assert page_language(phone.text) == "en"


def test_the_choice_counts_more_than_the_browser(app: Flask) -> None:
    """A German browser whose reader chose English."""
    phone = german(app)
    phone.get("/language/en")
    assert page_language(phone.text) == "en"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x", ""])
def test_the_switch_leads_nowhere_else(phone: Phone, back: str) -> None:
    """It goes back to pages of ours only."""
    answer = phone.client.get("/language/de", query_string={"back": back}, base_url="http://192.168.1.5:8000")
    assert answer.headers["Location"] == "/"


def test_an_unknown_language_changes_nothing(phone: Phone) -> None:
    """No cookie for a language there is not."""
    answer = phone.client.get("/language/xx", base_url="http://192.168.1.5:8000")
    assert answer.status_code == 303
    assert "Set-Cookie" not in answer.headers or "lang=" not in answer.headers["Set-Cookie"]


def test_two_phones_read_one_match_each_in_its_language(host: Phone, guest: Phone, code: str) -> None:
    """Also in the parts fetched later, and a kept copy in the old language does not come back."""
    host.get("/language/de")
    first = host.get(f"/m/{code}/live")
    assert "Protokoll" in host.text
    assert "Protokoll" not in guest.get(f"/m/{code}/live").get_data(as_text=True)
    host.get("/language/en")
    again = host.get(f"/m/{code}/live", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "Protokoll" not in again.get_data(as_text=True)


@pytest.fixture
def real_app(tmp_path: Path) -> Iterator[Flask]:
    with Store.open(tmp_path / "real.db", load_game) as store:
        yield create_app(store, Config(testing=True))


# Words that only English has, and that stand in questions, panels and log lines of every game.
ENGLISH = re.compile(r"\b(the|your|which|does|with|from|have|this|and|are|is|of|buy|roll for me|undo)\b", re.IGNORECASE)


# What a screen reader says, and what scripts show, stands in attributes.
SPOKEN = re.compile(
    r' (?:aria-label|title|placeholder|alt|data-(?:one|many|kept|sent|live|polling|lost|late|play|pause))="([^"]*)"'
)


def words_of(page: str) -> str:
    """All the words of a page, in pieces: texts, then what its attributes say."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    body = re.sub(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', " ", body, flags=re.DOTALL)
    body = re.sub(r'<input[^>]* lang="en"[^>]*>', " ", body)
    return "|".join([re.sub(r"<[^>]+>", "|", body), *SPOKEN.findall(body)])


def english_in(page: str) -> list[str]:
    """The pieces of text on a page with an English word in them."""
    return [piece.strip() for piece in words_of(page).split("|") if ENGLISH.search(piece)]


@pytest.mark.parametrize("name", [game.name for game in translated_games()])
def test_a_whole_evening_in_german(real_app: Flask, name: str) -> None:
    """A match from its first question on, played through the forms of a German phone: no English word is left."""
    phone, rng, game = german(real_app), Random(7), load_game(name)
    phone.get(f"/new/{name}")
    seats = [seat.id for seat in game.seats][: game.players[0]]
    phone.send(phone.form(f"/new/{name}"), side=seats, mine=seats, label="Anna")
    assert phone.page is not None
    table = phone.page.request.path
    for turn in range(60):
        assert not english_in(phone.text)
        if not answer_one(phone, rng):
            break
        if turn % 10 == 0:
            for tab in ("map", "army", "city", "standing"):
                assert not english_in(phone.get(f"{table}?tab={tab}").get_data(as_text=True))
        phone.get(table)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Wood hex T03 N", "Holzfeld T03 N"),
        ("Guards of Ruin T02 C", "Wachen (Ruine T02 C)"),
        ("Recruitment Location of the Knights", "Rekrutierungsort der Ritter"),
        ("Somebody's own words", "Somebody's own words"),
    ],
)
def test_names_kept_in_a_match_are_translated_by_their_pattern(name: str, wanted: str) -> None:
    """A place is stored ready-made; German readers still read German."""
    assert translate(name, "de") == wanted
    assert translate(name, "en") == name


def test_what_a_hero_enters_without_a_map_is_german() -> None:
    """The names of sites that are put together in the code are in the catalogue, too."""
    for site in (NEW_SITES | HOLY_PLACES).values():
        assert translate(site.label, "de").startswith(("ein neue", "eine neue")), site.label


def test_a_refusal_is_in_the_readers_language(real_app: Flask) -> None:
    """An address that is none, and an answer that is none: the form comes back with the reason in German."""
    phone = german(real_app)
    assert "Nicht gefunden" in phone.get("/m/QQQQQ").get_data(as_text=True)
    phone.get("/new/heroes_vs_warlords")
    phone.send(phone.form("/new/"), side=["knights", "amazons"], mine=["knights", "amazons"])
    form = phone.questions()[0]
    phone.send(form, **{name: "nonsense" for name, _value in form.fields if name.endswith("number")})
    assert phone.page is not None
    assert phone.page.status_code == 422
    assert translate("Enter a whole number.", "de") in phone.text


def test_everything_of_a_game_record_is_translated() -> None:
    """Titles, rulings and helpers of all games have German words (none falls through to English by mistake)."""
    words: Any = catalogue("de")
    for game in translated_games():
        for text in [helper.summary for helper in game.helpers] + [ruling.title for ruling in game.rulings]:
            assert words.gettext(text) != text or not text.isascii(), text


def test_moments_are_written_as_the_reader_does(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The day in the order of the language, the hour by the clock in the room; nothing for what is no moment."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    moment = "2026-07-05T22:30:00+00:00"
    for wanted, written in (("de", "06.07.2026"), ("en", "2026-07-06")):
        with app.test_request_context("/", headers={"Accept-Language": wanted}):
            assert (day(moment), clock(moment)) == (written, "00:30")
            assert (day("never"), clock("")) == ("", "")
    monkeypatch.undo()
    time.tzset()


def test_numbers_have_a_comma_in_german(app: Flask) -> None:
    """Numbers only: sections, versions and words keep their points."""
    for wanted, shown in (("de", "0,5 \u22121,25 8.7.1 a.b 3"), ("en", "0.5 \u22121.25 8.7.1 a.b 3")):
        with app.test_request_context("/", headers={"Accept-Language": wanted}):
            assert " ".join(number(one) for one in (0.5, "-1.25", "8.7.1", "a.b", 3)) == shown


def test_no_page_writes_a_decimal_point_by_itself() -> None:
    """Decimals on pages go through `number`; only lengths in pictures do not."""
    for file in sorted((Path(__file__).parents[2] / "templates").rglob("*.html")):
        for found in re.finditer(r'"%\+?\.[1-9]f"\|format.*?\}\}', file.read_text("utf-8")):
            assert "|number" in found[0], (file.name, found[0])


def test_the_new_match_page_speaks_german(real_app: Flask, new_phone: Callable[[], Phone]) -> None:
    """Seats, settings and rulings come from data, and still are in German."""
    page = german(real_app).get("/new/heroes_vs_warlords").get_data(as_text=True)
    assert "Ritter" in page
    assert "Wann ein Held stirbt" in page
    assert "When a Hero dies" not in page


def test_a_game_without_german_is_english_and_says_so(real_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its title is marked as English for screen readers, and a German reader is told before a match begins."""
    name = next(game.name for game in translated_games())
    monkeypatch.setattr(texts, "speaks", lambda one, language: one != name or language == "en")
    page = german(real_app).get("/new").get_data(as_text=True)
    assert page.count("(nur auf Englisch)") == page.count('<b lang="en">') == 1
    assert "nur auf englisch" in german(real_app).get(f"/new/{name}").get_data(as_text=True).lower()
    assert "in English only" not in Phone(real_app).get("/new").get_data(as_text=True)


TRANSLATED = [game.name for game in translated_games()]


def test_what_an_english_game_says_is_english_throughout(real_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A side keeps its name, although there is a German word for it, amid English; the bars are German."""
    monkeypatch.setattr(texts, "speaks", lambda _game, language: language == "en")
    page = german(real_app).get("/new/two_bases").get_data(as_text=True)
    inside, _end, bars = page.partition('tabindex="-1" lang="en">')[2].partition("</main>")
    assert [one for one in ("Blue", "Blau", "Start the match") if one in inside] == ["Blue", "Start the match"]
    assert translate("Settings", "de") in bars


def test_the_form_of_an_english_game_has_no_german_words(real_app: Flask) -> None:
    """Amid English names "at most" and "all" are English, too; the page round the form speaks the reader's language."""
    page = german(real_app).get("/helpers/archmagi/battle").get_data(as_text=True)
    form = page.partition("data-answer")[2].partition("</form>")[0]
    assert "Goblins" in form
    assert ">all<" in form
    assert "at most" in form
    assert "höchstens" not in page
    assert "Alle Helfer" in page
    other = german(real_app).get("/helpers/heroes_vs_warlords/field_battle").get_data(as_text=True)
    assert ">alle<" in other


def test_pages_about_printing_speak_the_readers_language_also_for_an_english_game(real_app: Flask) -> None:
    """Choices of the press are words of the app; and a scanned piece is called as the reader calls it."""
    page = german(real_app).get("/print/multiverse_war").get_data(as_text=True)
    assert translate("Full colour", "de") in page
    assert "Full colour" not in page
    scanned = german(real_app).get("/p/heroes_vs_warlords/hero/knights-1").get_data(as_text=True)
    assert "<h1>Held Ritter 1</h1>" in scanned


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.name not in TRANSLATED])
def test_an_english_game_on_a_german_phone(real_app: Flask, name: str) -> None:
    """The page and its tabs speak German; each block in which the game speaks is English and says so."""
    phone, game = german(real_app), load_game(name)
    seats = [seat.id for seat in game.seats][: game.players[0]]
    phone.get(f"/new/{name}")
    phone.send(phone.form(f"/new/{name}"), side=seats, mine=seats, label="Anna")
    rng, told = Random(3), False
    for _ in range(25):
        page = phone.text
        tabs = page.partition('<nav class="tab-bar"')[2].partition("</nav>")[0]
        assert [one for one in ("Jetzt", "Armee", "Protokoll") if one in tabs] == ["Jetzt", "Armee", "Protokoll"]
        assert english_in(page.replace(game.title, "")) == []
        for block in re.findall(r'<(?:form[^>]*data-answer|section class="panel|header class="topbar)[^>]*>', page):
            assert 'lang="en"' in block, block
        told = told or "Du bist dran" in page
        assert not [one for one in BY_THE_APP if f">{one}<" in page]
        if not answer_one(phone, rng):
            break
    assert told


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.name not in TRANSLATED])
def test_who_joins_a_game_in_english_is_told_so_and_no_card_mixes_languages(real_app: Flask, name: str) -> None:
    """The page to join and the lobby say it; what a phone that waits reads beside the aim is in the same language."""
    host, game = german(real_app), load_game(name)
    seats = [seat.id for seat in game.seats][: game.players[0]]
    host.get(f"/new/{name}")
    host.send(host.form(f"/new/{name}"), side=seats, mine=seats[:1], label="Anna")
    assert host.page is not None
    code = host.page.request.path.split("/")[2]
    guest = german(real_app)
    assert translate("in English only", "de") in guest.get(f"/m/{code}/join").get_data(as_text=True)
    guest.send(guest.form("/join"), label="Bert", seat=seats[1])
    assert translate("in English only", "de") in guest.get(f"/m/{code}/lobby").get_data(as_text=True)
    for phone in (host, guest):
        page = phone.get(f"/m/{code}").get_data(as_text=True)
        card = re.search(r'<form[^>]*first-hint.*?<button type="submit"', page, re.DOTALL)
        if card and 'class="aim"' in card[0]:
            form, *lines = re.split(r"<p(?=[ >])", card[0])
            assert 'lang="en"' in form or all('lang="en"' in line.partition(">")[0] for line in lines)


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.name not in TRANSLATED])
def test_rulings_in_english_say_so(real_app: Flask, name: str) -> None:
    """Where a match is begun, and where the table reads what it plays by."""
    phone, game = german(real_app), load_game(name)
    seats = [seat.id for seat in game.seats][: game.players[0]]
    new = phone.get(f"/new/{name}").get_data(as_text=True)
    assert len(re.findall(r'<label class="ruling" lang="en"', new)) == new.count('class="ruling"') > 0
    phone.send(phone.form(f"/new/{name}"), side=seats, mine=seats, label="Anna")
    assert phone.page is not None
    host = phone.get(f"{phone.page.request.path.rstrip('/')}/host").get_data(as_text=True)
    assert host.count('<select name="reading" lang="en"') == host.count('<select name="reading"') > 0
    table = phone.page.request.path.removesuffix("/host")
    for page in ("correct", "undo/1"):
        assert 'tabindex="-1" lang="en">' in phone.get(f"{table}/{page}").get_data(as_text=True), page


BY_THE_APP = ("Your move", "Waiting for", "No hints", "Whole", "Near", "The map in words", "What the signs mean", "Why")
"""Words that stand for themselves amid what a game says: headings and buttons of the app."""


def test_long_words_of_an_aid_may_be_broken(real_app: Flask) -> None:
    """In German they have soft hyphens, so that five columns fit a phone; without them they are as they were."""
    with real_app.test_request_context(headers={"Accept-Language": "de"}):
        soft = breakable("1 Belagerungsmaschine")
    assert soft.count("\u00ad") > 1
    assert soft.replace("\u00ad", "") == "1 Belagerungsmaschine"
    with real_app.test_request_context(headers={"Accept-Language": "en"}):
        assert breakable("Belagerungsmaschine") == "Belagerungsmaschine"
