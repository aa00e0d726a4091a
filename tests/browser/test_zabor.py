"""Conquest of Zabor on four phones: the draft, starting areas typed in and the first turn; all pages fit."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue", "green", "yellow")
LOOKS = 62
WISHES = ("rituals:primary", "rituals:secondary", "destiny", "sorcery", "stop", "done", "stay", "none")
"""What is pressed where it is offered."""


def shortly(controls: Controls) -> dict[str, str]:
    """Draw cards, move little, and leave the rest."""
    buttons = {value: name for name, value in controls.buttons}
    return next(({buttons[one]: one} for one in WISHES if one in buttons), {})


@pytest.mark.slow
def test_four_phones_set_up_and_begin(server: Server, phones: Phones) -> None:
    """They draft, name areas, lay cards and place Envoys by whatever form the page shows."""
    drivers = [phones(server.url) for _ in SEATS]
    code = drivers[0].create("conquest_of_zabor", list(SEATS), ["red"], {"length": "short", "per_age": "2"})
    for phone, seat in zip(drivers[1:], SEATS[1:], strict=True):
        phone.join(code, seat)
    rng = Random(5)
    for _ in range(LOOKS):
        for phone in drivers:
            phone.catch_up(str(phone.newest()))
        phone = next(phone for phone in drivers if phone.asked())
        phone.answer(rng, app_dice=True, steer=shortly)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    look(drivers, code)


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
