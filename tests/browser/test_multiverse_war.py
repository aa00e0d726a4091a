"""Multiverse War on two phones: a whole match with the map, one without; nobody's page tells another's cubes."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from companion.games import load_game
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.first_times import FirstTimes
from tests.browser.server import Server
from tests.browser.tour import TWICE_AS_LARGE
from tests.web.player import Controls

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue")
LOOKS = {"app": 45, "table": 30}
GIVES_UP = {"app": 55, "table": 40}
"""After so many answers players give up, so that a match by chance comes to its end; without the map sooner."""


def give_up(controls: Controls) -> dict[str, str]:
    """Press what ends it where it is offered."""
    return {name: value for name, value in controls.buttons if value == "give_up"}


def play_on(controls: Controls, rng: Random) -> dict[str, str]:
    """Press anything but what ends it where that is offered."""
    others = [(name, value) for name, value in controls.buttons if value != "give_up"]
    return dict([rng.choice(others)]) if give_up(controls) and others else {}


@pytest.mark.slow
@pytest.mark.parametrize("where", ["app", "table"])
def test_two_phones_play_to_the_end(server: Server, phones: Phones, where: str) -> None:
    """They choose, place, roll, move, reveal and fight by whatever form the page shows; the last one has won."""
    drivers = [phones(server.url) for _ in SEATS]
    code = drivers[0].create("multiverse_war", list(SEATS), ["red"], {"map": where, "start": "late"})
    drivers[1].join(code, "blue")
    rng, looked = Random(5), False
    table = FirstTimes(drivers, code, rng, app_dice=True)
    while (phone := table.asked()) is not None:
        assert table.answers < 500
        table.answer(phone, give_up if table.answers > GIVES_UP[where] else partial(play_on, rng=rng))
        if not looked and table.answers >= LOOKS[where]:
            looked = True
            look(drivers, code, where)
            table.away()
    assert looked
    table.back()
    assert "won" in drivers[0].page.locator("#live").inner_text()


def look(drivers: list[PhoneDriver], code: str, where: str) -> None:
    """Everybody's missions stand on his own page and on nobody else's; the map is there or not."""
    names = [one["name"] for one in load_game("multiverse_war").values.house["missions"].values()]  # type: ignore[union-attr]
    folder, seen = os.environ.get("PICTURES"), []
    for n, phone in enumerate(drivers):
        for tab in ("now", "map", "army", "city", "standing"):
            phone.go(f"/m/{code}?tab={tab}")
            if folder and n == 0:
                phone.page.screenshot(path=f"{folder}/{where}-{tab}.png", full_page=True)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            assert n or phone.page.evaluate(TWICE_AS_LARGE) == [], tab
        phone.go(f"/m/{code}?tab=army")
        page = phone.page.content()
        assert page.count("Your missions") == 1
        seen.append([name for name in names if name in page])
        phone.go(f"/m/{code}")
    assert not set(seen[0]) & set(seen[1])
