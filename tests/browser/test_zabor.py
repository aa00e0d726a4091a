"""Conquest of Zabor on four phones: a whole short match from the draft to the last VP; nobody sees another's cards."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from companion.games import load_game
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue", "green", "yellow")
LOOKS = 60
WISHES = ("rituals:primary", "rituals:secondary", "destiny", "sorcery", "stop", "done", "stay", "none")
"""What is pressed where it is offered, so that a match by chance comes to its end."""


def shortly(controls: Controls) -> dict[str, str]:
    """Draw cards, move little, and leave the rest."""
    buttons = {value: name for name, value in controls.buttons}
    return next(({buttons[one]: one} for one in WISHES if one in buttons), {})


@pytest.mark.slow
def test_four_phones_play_to_the_end(server: Server, phones: Phones) -> None:
    """They draft, start, lay cards, place Envoys, act, fight and claim by whatever form the page shows."""
    drivers = [phones(server.url) for _ in SEATS]
    code = drivers[0].create("conquest_of_zabor", list(SEATS), ["red"], {"length": "short", "per_age": "2"})
    for phone, seat in zip(drivers[1:], SEATS[1:], strict=True):
        phone.join(code, seat)
    rng, answers = Random(5), 0
    while not any(phone.page.locator(".ended").count() for phone in drivers):
        for phone in drivers:
            phone.catch_up(str(phone.newest()))
        phone = next(phone for phone in drivers if phone.asked())
        phone.answer(rng, app_dice=True, steer=shortly)
        answers += 1
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert answers < 500
        if answers == LOOKS:
            look(drivers, code)
    assert answers > LOOKS
    assert "VP" in drivers[0].page.locator("#live").inner_text()


def look(drivers: list[PhoneDriver], code: str) -> None:
    """Everybody's hand stands on his own page and on nobody else's, and everything fits."""
    house = load_game("conquest_of_zabor").values.house  # type: ignore[union-attr]
    names = [one["name"] for deck in ("destiny", "sorcery") for one in house[deck].values() if one["name"]]
    folder = os.environ.get("PICTURES")
    for n, phone in enumerate(drivers):
        for tab in ("now", "map", "army", "standing"):
            phone.go(f"/m/{code}?tab={tab}")
            if folder and n == 0:
                phone.page.screenshot(path=f"{folder}/{tab}.png", full_page=True)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        phone.go(f"/m/{code}?tab=army")
        hands = phone.page.locator("#panel-hand, [id*=hand]").all_inner_texts()
        others = phone.page.content()
        for own in hands:
            others = others.replace(own, "")
        assert others.count("Your hand") <= 1
        assert names
        phone.go(f"/m/{code}")
