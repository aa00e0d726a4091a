"""The map's film in a real browser: played, stopped, stepped by keyboard, and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.games import load_game
from companion.store import Store
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]
FIXTURE = Path(__file__).parents[1] / "fixtures" / "heroes_vs_warlords" / "two_players_to_the_agreed_length.json"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """The real server with a whole recorded match; it is over, so the tests only look at it."""
    folder = tmp_path_factory.mktemp("film")
    with Store.open(folder, load_game) as store:
        code = store.import_(FIXTURE.read_bytes(), release="test", now="2026-11-20T10:00:00+00:00")
    server = Server(folder)
    server.start()
    yield server, code
    server.stop()


def number(page: Page) -> int:
    return int(page.locator("#film").get_attribute("data-number") or -1)


def await_number(page: Page, wanted: int) -> None:
    page.wait_for_function("wanted => Number(document.querySelector('#film').dataset.number) >= wanted", arg=wanted)


def test_the_film_plays_and_stops_and_keeps_the_hand_where_it_was(recorded: tuple[Server, str], phones: Phones) -> None:
    """Play goes on by itself; the button stays under the finger; keyboard and address follow single steps."""
    server, code = recorded
    phone = phones(server.url)
    page = phone.page
    phone.join(code, label="Watcher")
    phone.go(f"/m/{code}/after?frame=10")
    page.locator('.zoom label[for$="-2"]').click()
    page.locator('[data-step="on"]').focus()
    page.keyboard.press("Enter")
    await_number(page, 11)
    assert page.evaluate("() => document.activeElement.dataset.step") == "on"
    assert page.url.endswith("frame=11#film")
    assert page.locator('.zoom input[value="2"]').is_checked()
    page.locator(".film-play").click()
    await_number(page, 13)
    assert page.locator(".film-told").get_attribute("aria-live") == "off"
    assert page.evaluate("() => document.activeElement.className") == "film-play"
    page.locator(".film-play").click()
    page.wait_for_selector('.film-play[aria-pressed="false"]')
    assert page.locator(".film-told").get_attribute("aria-live") == "polite"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    narrow = figures(page)
    page.set_viewport_size({"width": 768, "height": 1024})
    assert figures(page) == narrow, "however wide a chart is, its figures are as large as the text says"


def figures(page: Page) -> set[float]:
    """How high the figures of all charts are, in pixels."""
    return set(page.locator(".chart text").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)"))


def test_the_film_ends_by_itself(recorded: tuple[Server, str], phones: Phones) -> None:
    """At the last picture it stops, and Play begins anew."""
    server, code = recorded
    phone = phones(server.url, reduced_motion="no-preference")
    page = phone.page
    phone.join(code, label="Watcher")
    phone.go(f"/m/{code}/after?frame=120")
    page.locator(".film-play").click()
    await_number(page, 121)
    page.wait_for_selector('.film-play[aria-pressed="false"]')
    page.locator(".film-play").click()
    page.wait_for_function("() => Number(document.querySelector('#film').dataset.number) < 5")


def test_without_scripts_there_are_links_and_no_dead_button(recorded: tuple[Server, str], phones: Phones) -> None:
    """Each step is a page; what needs a script is not shown."""
    server, code = recorded
    phone = phones(server.url, scripts=False)
    phone.join(code, label="Watcher")
    phone.go(f"/m/{code}/after?frame=10")
    assert not phone.page.locator(".film-play").is_visible()
    with phone.page.expect_navigation():
        phone.page.locator('[data-step="round-3"]').click()
    assert number(phone.page) > 10
    assert phone.page.locator("#film #the-map").is_visible()
