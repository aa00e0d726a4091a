"""Archmagi on three phones: a whole match from the map to the last Archmagi; nobody's page tells another's chits."""

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
from tests.web.player import Controls

Phones = Callable[..., PhoneDriver]
SEATS = ("red", "blue", "green")
LOOKS = 30
GIVES_UP = 45
"""After so many answers players give up, so that a match by chance comes to its end."""

NEAR = """() => {
  const box = document.querySelector(".mapbox[data-focus]");
  const scroll = box.querySelector(".scroll").getBoundingClientRect();
  const at = box.querySelector(`[data-place="${box.dataset.focus}"] .ground`).getBoundingClientRect();
  const bar = document.querySelector(".tab-bar").getBoundingClientRect().top;
  return at.height >= 44 && at.left >= scroll.left - 1 && at.right <= scroll.right + 1
    && at.top >= scroll.top - 1 && at.bottom <= Math.min(scroll.bottom + 1, bar);
}"""

ON_ONE_LINE = """names => {
  const tiles = document.createElement("ul"); tiles.className = "drawn";
  tiles.innerHTML = names.map(one => `<li><span class="label">${one}</span></li>`).join("");
  document.querySelector("#live").append(tiles);
  return [...tiles.querySelectorAll(".label")].every(one => one.getClientRects()[0].height < 24);
}"""
"""Whether none of these words breaks below the tiles of what was drawn."""


def give_up(controls: Controls) -> dict[str, str]:
    """Press what ends it where it is offered."""
    return {name: value for name, value in controls.buttons if value == "give_up"}


def play_on(controls: Controls, rng: Random) -> dict[str, str]:
    """Anything but that: nobody gives up by chance."""
    others = [(name, value) for name, value in controls.buttons if value != "give_up"]
    return dict([rng.choice(others)]) if len(others) < len(controls.buttons) else {}


@pytest.mark.slow
def test_three_phones_play_to_the_end(server: Server, phones: Phones) -> None:
    """Each draws in secret, deploys, moves and fights by whatever form the page shows; the last one has won."""
    drivers = [phones(server.url) for _ in SEATS]
    code = drivers[0].create("archmagi", list(SEATS), ["red"])
    for phone, seat in zip(drivers[1:], SEATS[1:], strict=True):
        phone.join(code, seat)
    rng, looked = Random(4), False
    table = FirstTimes(drivers, code, rng, app_dice=False)  # dice are typed, so that each run is the same match
    while (phone := table.asked()) is not None:
        assert table.answers < 400
        table.answer(phone, give_up if table.answers > GIVES_UP else partial(play_on, rng=rng))
        if not looked and table.answers >= LOOKS:
            looked = True
            look(drivers, code)
            table.away()
    assert looked
    table.back()
    assert "has won" in drivers[0].page.locator("#live").inner_text()


def look(drivers: list[PhoneDriver], code: str) -> None:
    """Everybody's hand stands on his own page and on nobody else's; the log tells nobody what others drew."""
    spells = [spell["name"] for spell in load_game("archmagi").values.house["spells"].values() if spell["name"]]  # type: ignore[union-attr]
    folder = os.environ.get("PICTURES")
    for n, phone in enumerate(drivers):
        for tab in ("now", "map", "army", "standing"):
            phone.go(f"/m/{code}?tab={tab}")
            if folder and n == 0:
                phone.page.screenshot(path=f"{folder}/{tab}.png", full_page=True)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            assert tab != "map" or phone.page.evaluate(NEAR), "the map begins near the side on turn, its chits legible"
        assert phone.page.evaluate(ON_ONE_LINE, ["Counterspell", "Elemental", "Halfling", "Gate", "Counterspell"])
        phone.go(f"/m/{code}?tab=army")
        assert "Your hand" in phone.page.content()
        assert phone.page.content().count("Your hand") == 1
        phone.go(f"/m/{code}/log")
        told = phone.page.locator("main").text_content() or ""
        drawn = [spell for spell in spells if f"You draw {spell}" in told]
        assert len(drawn) <= 8
        phone.go(f"/m/{code}")


def test_what_is_ticked_adds_up_in_sight(server: Server, phones: Phones) -> None:
    """On the smallest phone the button and what the ticks come to stay in view, and follow each tick."""
    phone = phones(server.url, viewport={"width": 320, "height": 568})
    phone.go("/")
    with phone.page.expect_navigation():
        phone.page.evaluate("""() => { const form = document.querySelector('form[action="/demo/archmagi"]');
          form.submit(); }""")
    phone.act(phone.page.locator('form[data-answer] button[value="yes"]').click)
    phone.go(phone.path().partition("?")[0] + "?as=red")
    phone.answer(Random(1))  # who fights
    phone.go(phone.path().partition("?")[0] + "?as=blue")
    page = phone.page
    own, go = page.locator(".tally .own"), page.locator(".tallied .go")
    before, silent = own.inner_text(), go.inner_text()
    share = page.locator(".ticks input[data-shares]").first
    share.check(force=True)
    assert int(own.inner_text()) > int(before)
    assert go.inner_text() != silent
    share.uncheck(force=True)
    assert (own.inner_text(), go.inner_text()) == (before, silent)
    page.evaluate("scrollTo(0, 0)")
    bar = page.locator(".tab-bar").bounding_box()
    at = go.bounding_box()
    assert bar is not None
    assert at is not None
    assert at["y"] + at["height"] <= bar["y"] + 1
