"""Conquest of Zabor on four phones: a whole short match, from the draft to the winner; all pages fit."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.first_times import FirstTimes
from tests.browser.server import Server
from tests.web.player import Controls

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue", "green", "yellow")
MOST = 300
"""Answers of a short match, at most."""
WISHES = ("stop", "done", "stay", "same", "rituals:secondary", "maritime:secondary", "council_seat:secondary",
          "acquisition:secondary", "none", "no_trade")  # fmt: skip
"""What is pressed where it is offered."""
LEFT_OUT = ("merchant_houses", "silver_tongues", "road_wardens", "militia", "grand_admirals")
"""Traits that ask their owner something in every turn."""


class Hurry:
    """Four players in a hurry: one campaign against natives, one trade, besides as little as possible."""

    def __init__(self) -> None:
        self.drawn = set(LEFT_OUT)
        self.wanted = ["coast", "full_chests", "campaign:primary", "red", "yes"]
        self.marching = False

    def __call__(self, controls: Controls) -> dict[str, Any]:
        """What to send, of what a form has."""
        buttons = {value: name for name, value in controls.buttons}
        sent = self._cards(controls) | self._area(controls)
        if sent:
            return sent
        if self.marching and "done" in buttons:
            self.marching = False
            return _press(buttons, [one for one in buttons if one != "done"])
        if "back" in buttons:
            return _press(buttons, ["stop", "new"])
        found = self._next(set(buttons))
        self.marching = self.marching or found == "campaign:primary"
        return _press(buttons, [found] if found else list(WISHES))

    def _next(self, there: set[str]) -> str:
        """The first of what is wanted once; it is wanted no longer."""
        found = next((one for one in self.wanted if one in there), "")
        self.wanted = [one for one in self.wanted if one != found]
        return found

    def _cards(self, controls: Controls) -> dict[str, Any]:
        """Cards that nobody has drawn so far."""
        deck = [name.partition(".")[2] for name, *_limits in controls.numbers if name.startswith("count.")]
        if ("roll", "app") not in controls.buttons or not deck:
            return {}
        cards = [one for one in deck if one not in self.drawn][: controls.limits[0][1]]
        self.drawn.update(cards)
        return {f"count.{one}": "1" if one in cards else "0" for one in deck}

    def _area(self, controls: Controls) -> dict[str, Any]:
        """Land; the first area lies by the sea."""
        kinds = {value.partition("|")[0] for name, value in controls.buttons if name == "sent" and "|" in value}
        return {"sent": f"{self._next(kinds) or 'land'}|north"} if kinds else {}


def _press(buttons: dict[str, str], wishes: list[str]) -> dict[str, str]:
    return next(({buttons[one]: one} for one in wishes if one in buttons), {})


@pytest.mark.slow
def test_four_phones_play_to_the_end(server: Server, phones: Phones) -> None:
    """They draft, name areas, place Envoys, march, fight, trade and claim by whatever form the page shows; one wins.

    What is asked for the first time is answered by hand; what is asked again, by the same form without drawing a page.
    """
    drivers = [phones(server.url) for _ in SEATS]
    code = drivers[0].create("conquest_of_zabor", list(SEATS), ["red"], {"length": "short", "per_age": "2"})
    for phone, seat in zip(drivers[1:], SEATS[1:], strict=True):
        phone.join(code, seat)
    hurry, looked = Hurry(), False
    table = FirstTimes(drivers, code, Random(5), app_dice=False)  # cards and dice are typed: each run is the same match
    while (phone := table.asked()) is not None:
        assert table.answers < MOST
        table.answer(phone, hurry)
        if not looked and "red" not in hurry.wanted:
            looked = True
            look(drivers, code)
            table.away()
    assert looked
    table.back()
    for phone in drivers:
        phone.page.locator(".ended").wait_for()
    phone = drivers[0]
    assert phone.page.evaluate(
        "[...document.querySelectorAll('.verdict .scroll')].every(e => e.scrollWidth <= e.clientWidth)"
    )
    phone.go(f"/m/{code}?tab=standing")
    claimed = phone.page.locator("#panel-vp tbody tr td:last-child").all_inner_texts()
    assert any(one.strip() != "-" for one in claimed)


def look(drivers: list[PhoneDriver], code: str) -> None:
    """Everybody has one hand, his own, and everything fits."""
    folder = os.environ.get("PICTURES")
    for n, phone in enumerate(drivers):
        for tab in ("now", "map", "army", "standing"):
            phone.go(f"/m/{code}?tab={tab}")
            if folder and n == 0:
                phone.page.screenshot(path=f"{folder}/{tab}.png", full_page=True)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            if tab == "army":
                assert phone.page.content().count("Your hand") == 1
        phone.go(f"/m/{code}")
