"""Conquest of Zabor on four phones: a whole short match, from the draft to the winner; all pages fit."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls, fill_in

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue", "green", "yellow")
MOST = 300
"""Answers of a short match, at most."""
WISHES = ("stop", "done", "stay", "same", "rituals:secondary", "maritime:secondary", "council_seat:secondary",
          "acquisition:secondary", "none", "no_trade")  # fmt: skip
"""What is pressed where it is offered."""
SAYS = re.compile(r"\d+|:.*", re.DOTALL)
"""What differs between two askings of one question."""
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
    table, rng, hurry, looked = f"/m/{code}", Random(5), Hurry(), False
    known: set[str] = set()
    away(drivers)
    asked = whose_turn(drivers, table)
    while asked is not None:
        phone, controls = asked
        assert sum(one.answers for one in drivers) < MOST
        if (prompt := SAYS.sub("", controls.prompt)) in known:
            controls = send(phone, controls, fill_in(controls, rng, app_dice=False, steer=hurry))
            asked = (phone, controls) if controls.action else whose_turn(drivers, table)
        else:
            known.add(prompt)
            phone.go(table)
            phone.answer(rng, app_dice=False, steer=hurry)  # cards and dice are typed: each run is the same match
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            away([phone])
            asked = whose_turn(drivers, table)
        if not looked and "red" not in hurry.wanted:
            looked = True
            look(drivers, code)
            away(drivers)
    assert looked
    for phone in drivers:
        phone.go(table)
        phone.page.locator(".ended").wait_for()
    phone = drivers[0]
    assert phone.page.evaluate(
        "[...document.querySelectorAll('.verdict .scroll')].every(e => e.scrollWidth <= e.clientWidth)"
    )
    phone.go(f"{table}?tab=standing")
    claimed = phone.page.locator("#panel-vp tbody tr td:last-child").all_inner_texts()
    assert any(one.strip() != "-" for one in claimed)


def away(drivers: list[PhoneDriver]) -> None:
    """Turn screens to an empty page, so that they do not draw what nobody looks at."""
    for phone in drivers:
        phone.page.goto("about:blank")


def whose_turn(drivers: list[PhoneDriver], table: str) -> tuple[PhoneDriver, Controls] | None:
    """The phone that is asked something now, and by what form; None when nobody is asked any more."""
    for phone in drivers:
        controls = Controls(phone.page.request.get(phone.url + table).text())
        if controls.action:
            return phone, controls
    return None


def send(phone: PhoneDriver, controls: Controls, sent: dict[str, Any]) -> Controls:
    """Post a form with the cookies of a phone, past its screen; gives the form of the page that follows."""
    body = urlencode(sent, doseq=True)
    headers = {"Origin": phone.url, "Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.page.request.post(phone.url + controls.action, data=body, headers=headers)
    assert answer.ok or answer.status == 422, answer.status  # what a form allows a rule may refuse
    phone.answers += 1
    return Controls(answer.text())


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
