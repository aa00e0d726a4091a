"""Codes on printed things: each leads to its thing in the match of the phone that scans it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.effects import Draw
from companion.engine.core.questions import Question, sample
from companion.engine.match.live import Stamp
from companion.games import game_names, load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

NAME = "heroes_vs_warlords"
SEATS = ["knights", "amazons"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> tuple[Phone, str]:
    """A phone that holds the Knights in a match of two."""
    app = create_app(store, Config(testing=True), find_game=load_game)
    phone = Phone(app)
    phone.get(f"/new/{NAME}")
    phone.send(phone.form(f"/new/{NAME}"), side=SEATS, mine=["knights"], label="A phone")
    return phone, store.matches()[0].code


def target(phone: Phone, path: str) -> str:
    """Where a code leads, followed to the end, with the place on the page."""
    where, address = path, path
    for _ in range(4):
        page = phone.client.get(where, base_url="http://192.168.1.5:8000")
        if page.status_code != 303:
            phone.page = page
            assert page.status_code == 200
            return address
        address = page.headers["Location"]
        where = address.partition("#")[0]
    raise AssertionError(address)


def play_on(store: Store, code: str, until: str, seed: int = 1) -> Question:
    """Answer by chance until a question about something is open; only the app's map, where things can be found."""
    rng = Random(seed)
    with store.change(code) as work:
        for _ in range(400):
            questions = work.match.questions()
            found = next((one for one in questions if one.part.about == until), None)
            if found is not None:
                return found
            asked = questions[0]
            answer = sample(asked.part, rng)
            if isinstance(answer, dict) and "map" in answer:
                answer["map"] = "standard"
            work.match.answer(asked.key, answer, Stamp(asked.seat, "2026-11-20T10:00:00Z", "1", str(rng.random())))
    raise AssertionError(f"no question about {until}")


def test_without_a_match_a_code_leads_to_rules_and_helpers(table: tuple[Phone, str]) -> None:
    """Nobody needs to have joined to scan a tile."""
    phone, _code = table
    stranger = Phone(phone.client.application)
    assert target(stranger, f"/p/{NAME}/tile/T05") == f"/p/{NAME}/tile/T05"
    assert "Tile T05" in stranger.text
    assert f"/rules/{NAME}?q=tile" in stranger.text
    assert f"/helpers/{NAME}/" in stranger.text
    assert stranger.get(f"/p/{NAME}/%3Cb%3E/x").status_code == 404


def test_displays_lead_to_themselves(table: tuple[Phone, str], store: Store) -> None:
    """A Hero's display to the army tab at that display, a City's to the city tab; both are there."""
    phone, code = table
    play_on(store, code, "tile")
    for thing, tab, panel in (
        ("hero/knights-1", "army", "hero:knights:1"),
        ("hero/amazons-1", "army", "hero:amazons:1"),
        ("city/home-knights", "city", "city:home:knights"),
    ):
        assert target(phone, f"/p/{NAME}/{thing}") == f"/m/{code}?tab={tab}#panel-{panel}"
        assert f'id="panel-{panel}"' in phone.text


def test_every_printed_code_is_understood(table: tuple[Phone, str]) -> None:
    """All codes of the kit lead somewhere; those of displays in play into the match."""
    phone, _code = table
    kit = load_game(NAME).printed("http://x")
    links = [
        link
        for component in kit.components
        for piece in component.pieces
        for face in (piece.front, piece.back)
        if (link := getattr(next(iter(getattr(face, "args", [])), None), "link", ""))
    ]
    assert len(set(links)) == 16 + 6 + 3 + 3
    ends = {link: target(phone, link.removeprefix("http://x")) for link in links}
    there = {link.rpartition("/p/")[2] for link, end in ends.items() if "#panel-" in end}
    assert there == {f"{NAME}/{one}" for side in SEATS for one in (f"hero/{side}-1", f"city/home-{side}")}


def test_what_the_match_does_not_show_has_its_page_all_the_same(table: tuple[Phone, str]) -> None:
    """The second Hero, who is not in play, with the way back to the match."""
    phone, code = table
    assert target(phone, f"/p/{NAME}/hero/knights-2").endswith("/thing/hero/knights-2")
    assert f'href="/m/{code}"' in phone.text


def test_a_seat_card_leads_to_the_seat(table: tuple[Phone, str]) -> None:
    """To the questions of a seat this phone holds; else to the page where it is taken, which takes nothing yet."""
    phone, code = table
    assert target(phone, f"/p/{NAME}/seat/knights") == f"/m/{code}?as=knights"
    assert target(phone, f"/p/{NAME}/seat/amazons") == f"/m/{code}/join?seat=amazons"


def test_a_tile_leads_to_its_place_on_the_map(table: tuple[Phone, str], store: Store) -> None:
    """Start tiles lie open; the map marks the place the address names."""
    phone, code = table
    play_on(store, code, "tile")
    assert target(phone, f"/p/{NAME}/tile/K0") == f"/m/{code}?tab=map#tile-K0"
    assert phone.text.count('id="tile-K0"') == 1


def test_a_tile_scanned_when_one_is_turned_over_answers_with_one_tap(table: tuple[Phone, str], store: Store) -> None:
    """The question, one button with that tile, and the tile lies open after it; another tile does not answer it."""
    phone, code = table
    question = play_on(store, code, "tile")
    assert isinstance(question.part, Draw)
    tile = question.part.deck[0].id
    target(phone, f"/p/{NAME}/tile/{tile}")
    assert f"It is {tile}" in phone.text
    assert ("You answer for" in phone.text) == (question.seat != "knights")
    assert target(phone, f"/p/{NAME}/tile/K0").endswith("#tile-K0"), "a tile that cannot be it is just shown"
    target(phone, f"/p/{NAME}/tile/{tile}")
    phone.send(phone.form("/answer"), card=tile)
    assert target(phone, f"/p/{NAME}/tile/{tile}") == f"/m/{code}?tab=map#tile-{tile}"


def test_a_watcher_is_shown_things_and_asked_nothing(table: tuple[Phone, str], store: Store) -> None:
    """Whoever only looks on may not turn tiles over."""
    phone, code = table
    question = play_on(store, code, "tile")
    assert isinstance(question.part, Draw)
    watcher = Phone(phone.client.application)
    watcher.get(f"/j/{code}")
    watcher.send(watcher.form(f"/m/{code}/join"), label="TV")
    target(watcher, f"/p/{NAME}/tile/{question.part.deck[0].id}")
    assert "It is " not in watcher.text
    assert target(watcher, f"/p/{NAME}/hero/knights-1").endswith("#panel-hero:knights:1")


def test_a_helper_opened_beside_the_match_does_not_lose_it(table: tuple[Phone, str]) -> None:
    """The phone still sits at its match."""
    phone, code = table
    phone.get(f"/helpers/{NAME}/{load_game(NAME).helpers[0].id}")
    phone.send(phone.form(f"/helpers/{NAME}/"))
    assert target(phone, f"/p/{NAME}/seat/knights") == f"/m/{code}?as=knights"


def test_a_match_of_another_game_or_none_any_more_is_no_match(table: tuple[Phone, str]) -> None:
    """The page about the thing, not an error."""
    phone, code = table
    other = next(name for name in game_names() if name != NAME)
    assert target(phone, f"/p/{other}/seat/x") == f"/p/{other}/seat/x"
    for cookie in ("ZZZZZ", "<b>", ""):
        phone.client.set_cookie("at", cookie, domain="192.168.1.5", path="/")
        assert target(phone, f"/p/{NAME}/hero/knights-1") == f"/p/{NAME}/hero/knights-1"
    assert code
