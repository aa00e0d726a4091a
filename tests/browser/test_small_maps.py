"""A half of the board on the smallest phone: all its places are in the window, and nothing lies on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]
SIZES = [{"width": 320, "height": 568}, {"width": 360, "height": 740}]
MISSED = """() => {
  const around = document.querySelector(".mapbox.asks .scroll").getBoundingClientRect();
  return [...document.querySelectorAll(".mapbox.asks a.can")].filter(one => {
    const box = one.querySelector("polygon").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const corners = [[x, y], [box.x + 3, box.y + 3], [box.right - 3, box.bottom - 3]];
    const wide = box.left >= around.left && box.right <= around.right;
    const inside = wide && box.top >= around.top && box.bottom <= around.bottom;
    const hit = corners.every(([a, b]) => one.contains(document.elementFromPoint(a, b)));
    return !inside || box.width < 24 || box.height < 24 || !hit;
  }).map(one => one.getAttribute("href"));
}"""
"""Places that are not wholly in the window of the map, smaller than a finger hits, or below something else."""


@pytest.mark.parametrize("size", SIZES, ids=["320", "360"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_own_half_of_two_bases_can_be_tapped(
    server: Server, phones: Phones, size: dict[str, int], language: str
) -> None:
    """At set-up 32 tiles face down may be turned up: each is there at once, without moving the picture."""
    phone = phones(server.url, viewport=size, expert=False)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": server.url}])
    phone.create("two_bases", ["blue", "orange"], ["blue", "orange"])
    ready = phone.page.locator('form[data-answer] button[value="ready"]').first
    ready.click()  # asked once more while ticks of what to lay are open
    phone.act(ready.click)
    phone.page.locator(".mapbox.asks a.can").first.wait_for()
    phone.page.locator("#the-map").scroll_into_view_if_needed()
    assert phone.page.locator(".mapbox.asks a.can").count() == 32
    assert phone.page.evaluate(MISSED) == []
