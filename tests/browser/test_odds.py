"""The button Odds in a running match, on a phone: the answer at a glance, the rest comes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.axe import violations
from tests.browser.brink import brink
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]
COMPLETE = "#odds-more:not([hx-get])"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Server, str, str]]:
    """A server with the Knights before the Amazons' City."""
    code, city = brink(tmp_path)
    server = Server(tmp_path)
    server.start()
    yield server, code, city
    server.stop()


def in_sight(phone: PhoneDriver, css: str) -> bool:
    """Whether the first such thing is seen whole without scrolling, above the bar at the bottom."""
    box = phone.page.locator(css).first.bounding_box()
    bar = phone.page.locator("nav.tab-bar, .tab-bar").first.bounding_box()
    bottom = bar["y"] if bar else PHONE["height"]
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= bottom


def fits(phone: PhoneDriver) -> bool:
    """Whether nothing hangs out to the side."""
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= PHONE["width"])


def test_the_answer_is_seen_at_a_glance(place: tuple[Server, str, str], phones: Phones) -> None:
    """Before a move and in the siege: figures within the first screen, and what they depend on without a reload."""
    server, code, city = place
    knights, amazons = phones(server.url), phones(server.url)
    knights.join(code, "knights", "Anna")
    amazons.join(code, "amazons", "Bert")

    knights.page.locator("form.ask-odds button").click()
    knights.page.locator(".odds-figure").first.wait_for()
    assert in_sight(knights, ".odds-figure")
    assert fits(knights)

    knights.go(f"/m/{code}")
    knights.act(knights.page.locator(f'a.can[href$=".{city}"] polygon').first.click)
    amazons.catch_up(knights.version())
    for tower in (1, 2):
        amazons.page.locator("form[data-answer]", has_text=f"goes into tower {tower}?").wait_for()
        amazons.act(amazons.page.locator('form[data-answer] button[name="choice"][value="0"]').click)
    knights.catch_up(amazons.version())
    assert amazons.page.locator("form.ask-odds").count() == 0

    knights.page.locator("form.ask-odds button").click()
    knights.page.locator(".odds-first").wait_for()
    assert all(in_sight(knights, css) for css in (".odds-duel dd", ".share-bar.wide", ".odds-losses", ".odds-sure"))
    assert knights.page.locator(".odds-duel dd").count() == 2
    knights.page.evaluate("window.same = true")
    knights.page.locator(COMPLETE).wait_for(state="attached", timeout=60_000)
    assert knights.page.evaluate("window.same")
    assert knights.page.locator("section:not(#odds-methods) .odds-choices li").count() == 2
    assert knights.page.locator("#odds-methods .odds-choices li").count() == 1, "Advanced hits, from here on"
    for summary in knights.page.locator("main details > summary").all():
        assert (summary.bounding_box() or {"height": 44})["height"] >= 44
    knights.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert fits(knights)
    assert not violations(knights.page)

    knights.page.locator('main a[role="button"]', has_text="To the table").click()
    knights.page.locator("form[data-answer]", has_text="Try to breach").wait_for()


def test_without_scripts_the_page_fills_too(place: tuple[Server, str, str], phones: Phones) -> None:
    """The page asks again by itself until the figures are there."""
    server, code, _city = place
    phone = phones(server.url, scripts=False)
    phone.join(code, "knights", "Anna")
    phone.page.locator("form.ask-odds button").click()
    phone.page.locator(".odds-figure").first.wait_for(timeout=60_000)
    assert fits(phone)
