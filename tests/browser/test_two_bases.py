"""A whole game on two phones: tiles of a real board typed in, every place tapped on the picture, to the last marker."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]


MANY_PIECES = """() => {
  const pieces = document.querySelector(".scene .pieces");
  while (pieces.children.length < 9) pieces.append(pieces.firstElementChild.cloneNode(true));
  return document.documentElement.scrollWidth;
}"""


class Hand:
    """A person with a phone who taps on the map and presses buttons, and looks whether the page is in order."""

    def __init__(self, phone: PhoneDriver) -> None:
        self.phone, self.page = phone, phone.page

    def tap(self, *places: str) -> None:
        """Tap places on the picture, one question after the other, once what the other phone did has come."""
        for place in places:
            self.phone.settle()
            spot = self.page.locator(f'.mapbox.asks a.can[href$=".{place}"]')
            spot.wait_for()
            box = self.page.locator("#the-map").bounding_box()
            assert box is not None
            assert box["height"] > 100, "the picture has lost its size"
            self._and_wait(lambda spot=spot: spot.click())

    def press(self, *values: str) -> None:
        """Press the buttons with these values."""
        for value in values:
            self.phone.settle()
            button = self.page.locator(f'form[data-answer] button[value="{value}"]').first
            button.wait_for()
            self._and_wait(button.click)

    def turn_up(self, place: str, kind: str) -> None:
        """A tile of the real board: where it lies, and what it is."""
        self.phone.settle()
        before = self.phone.newest()
        self.page.locator(f'.mapbox.asks a.can[href$=".{place}"]').click()
        self._and_wait(self.page.locator(f'[data-drawn-there] button[value="{kind}"]').click)
        assert self.phone.newest() == before + 1, "place and kind are sent in one go"

    def _and_wait(self, act: Callable[[], None]) -> None:
        self.phone.act(act)
        assert self.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
def test_two_phones_play_to_the_end(server: Server, phones: Phones) -> None:
    """Blue finds both enemy Bases side by side, enters one and then the other, and leaves markers."""
    host, guest = phones(server.url), phones(server.url)
    code = host.create("two_bases", ["blue", "orange"], ["blue"])
    guest.join(code, "orange")
    blue, orange = Hand(host), Hand(guest)
    blue.press("ready")
    for place, kind in (("a4", "plains"), ("b4", "plains"), ("c4", "forest")):
        blue.turn_up(place, kind)
    blue.tap("c4")
    for place, kind in (("a5", "base"), ("b5", "plains"), ("c5", "forest")):
        orange.turn_up(place, kind)
    orange.page.locator('button[disabled]:has-text("A5")').wait_for()
    orange.tap("b5")
    blue.press("blue")
    ending = blue.page.locator('form[data-answer] button[value="done"]').bounding_box()
    tabs = blue.page.locator(".tab-bar").bounding_box()
    assert ending is not None
    assert tabs is not None
    assert ending["y"] + ending["height"] <= tabs["y"], "ending the turn lies below the fold"
    blue.press("recruit", "peasant1")
    blue.tap("a4")
    blue.press("recruit", "peasant1")
    blue.tap("b4")
    guest.settle()
    assert guest.page.locator(".scene .pieces .stack").count() == 2
    assert guest.page.evaluate(MANY_PIECES) <= PHONE["width"], "many pieces make the page of who waits no wider"
    blue.press("done")
    orange.press("done")
    blue.tap("a4", "a5")
    blue.press("yes", "done", "done")
    orange.press("done")
    blue.tap("b4", "b5")
    blue.press("yes")
    for phone in (host, guest):
        phone.page.locator(".ended").wait_for()
        assert "Blue has won" in phone.page.locator("#live").inner_text()


def test_a_helper_asks_on_the_map(server: Server, phones: Phones) -> None:
    """The question whether a space is connected needs no match: Bases and markers are tapped, then the space (V07)."""
    phone = phones(server.url)
    phone.go("/helpers")
    phone.page.click('form[action="/helpers/two_bases/connected"] button')
    hand = Hand(phone)
    hand.tap("a1")
    hand.press("done")
    hand.tap("b1")
    hand.press("done", "done")
    hand.tap("c1")
    assert "C1 is connected" in phone.page.locator("#live").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False])
def test_anybody_can_play_it_by_chance(server: Server, phones: Phones, scripts: bool) -> None:
    """Thirty answers by whatever form the page shows, with and without scripts; corrections and the other tabs open."""
    phone = phones(server.url, scripts=scripts)
    code = phone.create("two_bases", ["blue", "orange"], ["blue", "orange"])
    rng = Random(5)
    for _ in range(30):
        if not phone.asked():
            break
        phone.answer(rng)
    for tab in ("map", "army", "standing"):
        phone.go(f"/m/{code}?tab={tab}")
        if scripts:
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert "Cards of Blue" in phone.page.goto(f"{server.url}/m/{code}?tab=army").text()  # type: ignore[union-attr]
    assert phone.page.goto(f"{server.url}/m/{code}/correct?path=/players/blue/points").ok  # type: ignore[union-attr]
