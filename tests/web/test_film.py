"""The map's film on the page after the game: stepped by links, told in words, swapped by a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures"
NOW = "2026-11-20T10:00:00+00:00"
LINK = re.compile(r'<a [^>]*href="([^"]+)"\s+data-film="([^"]+)"\s+data-step="([^"]+)"')


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("film") / "real.db", load_game) as opened:
        yield opened


def at_match(store: Store, name: str) -> tuple[Phone, str]:
    """A watcher at a recorded match."""
    file = next(FIXTURES.glob(f"*/{name}.json"))
    code = store.import_(file.read_bytes(), release="test", now=NOW)
    phone = Phone(create_app(store, Config(testing=True)))
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), label="Watcher")
    return phone, code


@pytest.fixture(scope="module")
def watcher(store: Store) -> tuple[Phone, str]:
    return at_match(store, "two_players_to_the_agreed_length")


def section(text: str) -> str:
    """The film in a page."""
    return text.partition('id="film"')[2].partition("</section>")[0]


def steps(text: str) -> dict[str, tuple[str, str]]:
    """Where the links lead: the page and the fragment, by what they do."""
    return {name: (page, fragment) for page, fragment, name in LINK.findall(section(text))}


def pictures(text: str) -> tuple[int, int]:
    """Which picture it is, and of how many."""
    found = re.search(r"Picture (\d+) of (\d+)", text)
    assert found is not None
    return int(found[1]), int(found[2])


def test_the_film_is_stepped_through_by_plain_links(watcher: tuple[Phone, str]) -> None:
    """From the beginning on, each link opens the page with the next picture; at the end there is no further one."""
    phone, code = watcher
    phone.get(f"/m/{code}/after")
    assert set(steps(phone.text)) == {"first", "back", "round-1", "round-2", "round-3"}
    phone.get(steps(phone.text)["first"][0].partition("#")[0])
    seen = [section(phone.text)]
    for _ in range(5):
        phone.get(steps(phone.text)["on"][0].partition("#")[0])
        seen.append(section(phone.text))
    assert len(set(seen)) == 6
    assert [pictures(one)[0] for one in seen] == [1, 2, 3, 4, 5, 6]
    assert pictures(seen[-1])[1] > 100
    assert "back" not in steps(f'id="film"{seen[0]}</section>')


def test_a_picture_comes_with_words(watcher: tuple[Phone, str]) -> None:
    """What changed is named and marked, and the whole map stands there in words."""
    phone, code = watcher
    frames = (section(phone.get(f"/m/{code}/after?frame={n}").get_data(as_text=True)) for n in range(55, 100))
    text = next(one for one in frames if one.count(" fresh") == 2)
    assert re.search(r"Round \d · Sequence \d · Turn \d", text)
    assert re.search(r"On the map:</b>[^<]*\bHero \d", text)
    assert "The map in words" in text
    assert 'aria-live="polite"' in text


def test_hidden_tiles_are_counted_and_a_new_map_is_not_lit(watcher: tuple[Phone, str]) -> None:
    """Right after the set-up half the map has changed: no hex is marked, and no hidden tile is named one by one."""
    phone, code = watcher
    text = section(phone.get(f"/m/{code}/after?frame=1").get_data(as_text=True))
    assert " fresh" not in text
    assert "?2" not in text.partition('class="film-told"')[2]


def test_scripts_get_the_very_same_picture_alone(watcher: tuple[Phone, str]) -> None:
    """The fragment is the section of the page; without a script its address leads to the page."""
    phone, code = watcher
    page = section(phone.get(f"/m/{code}/after?frame=7").get_data(as_text=True))
    alone = phone.get(f"/m/{code}/film?frame=7", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert section(alone) == page
    assert "<html" not in alone
    answer = phone.client.get(f"/m/{code}/film?frame=7", base_url="http://192.168.1.5:8000")
    assert (answer.status_code, answer.location) == (303, f"/m/{code}/after?frame=7#film")


@pytest.mark.parametrize("number", ["", "-1", "x", "99999", "\u0663", "9" * 50])
def test_a_picture_that_is_not_there_is_the_last_one(watcher: tuple[Phone, str], number: str) -> None:
    """Whatever stands in the address, there is a picture."""
    phone, code = watcher
    assert phone.get(f"/m/{code}/after?frame={number}").status_code == 200
    which, of = pictures(phone.text)
    assert which == of


def test_a_match_without_a_map_has_no_film(store: Store) -> None:
    """With the map on the table only, the page tells the rest."""
    phone, code = at_match(store, "capital_lost_and_retaken")
    assert 'id="film"' not in phone.get(f"/m/{code}/after").get_data(as_text=True)
    assert "film.js" not in phone.text
    assert phone.get(f"/m/{code}/film", headers={"HX-Request": "true"}).request.path == f"/m/{code}/after"


def test_strangers_see_no_film(watcher: tuple[Phone, str]) -> None:
    """Only phones of the match."""
    phone, code = watcher
    stranger = Phone(phone.client.application)
    assert stranger.get(f"/m/{code}/film", headers={"HX-Request": "true"}).request.path == f"/m/{code}/join"
