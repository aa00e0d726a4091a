"""An evening in small: three phones and a TV play a Round with a battle in the field and a siege, by a script.

The people type their dice. Meanwhile one phone sleeps, one is reloaded, one is opened a second time; the TV follows
every answer by itself and always names who is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.brink import beside, brink
from tests.browser.driver import PhoneDriver
from tests.browser.server import Server
from tests.browser.sleeping import sleep, wake
from tests.browser.tour import TV
from tests.web.player import Controls

SEATS = ("knights", "amazons", "barbarians")
MOST = 90


class Plan:
    """What a seat does: the Knights go to their goals and have all the luck; the others stay where they are."""

    def __init__(self, seat: str, goals: list[str]) -> None:
        self.seat, self.goals = seat, goals

    def __call__(self, controls: Controls) -> dict[str, str]:
        prompt = controls.prompt
        if dice := [value for name, value in controls.buttons if name == "die.0"]:
            return {"die.0": dice[-1] if self.seat == "knights" else dice[2]}
        values = [value for name, value in controls.buttons if name == "choice"]
        if prompt.endswith("what do you do?"):
            return {"choice": self.goals.pop(0) if self.goals else "done"}
        if prompt.startswith("Try to breach"):
            return {"choice": "yes"}
        if any(word in prompt for word in ("seize", "react", "withdraw", "go up a Level")):
            return {"choice": "no"}
        return {"choice": "done" if "done" in values else values[0]} if values else {}


class Evening:
    """The phones by seat, the TV, and the answers given so far."""

    def __init__(self, server: Server, phones: Callable[..., PhoneDriver], code: str, goals: list[str]) -> None:
        self.phones = {seat: phones(server.url) for seat in SEATS}
        self.code = code
        for seat, phone in self.phones.items():
            phone.join(code, seat, f"{seat}' phone")
            phone.connected()
        self.tv = phones(server.url, viewport=TV)
        self.tv.join(code, label="TV")
        self.tv.go(f"/tv/{code}")
        self.tabs: list[Page] = []
        self.plans = {seat: Plan(seat, goals if seat == "knights" else []) for seat in SEATS}
        self.rng, self.answers = Random(1), 0
        self.asleep: set[str] = set()

    def together(self) -> None:
        """Everybody awake, and the TV, come to the newest version by themselves."""
        newest = str(self.tv.page.request.get(f"{self.tv.url}/m/{self.code}/version").json()["version"])
        for phone in (self.tv, *(self.phones[seat] for seat in SEATS if seat not in self.asleep)):
            phone.catch_up(newest)
        for tab in self.tabs:
            expect(tab.locator("#live")).to_have_attribute("data-version", newest)

    def due(self) -> list[str]:
        """Who is due, as the TV says: by the side, or by its phone where the question names the side."""
        sides = self.tv.page.locator(".tv-due li:not(.given) .seat .name").evaluate_all(
            "all => all.map(one => one.firstChild.textContent)"
        )
        return [side.strip().lower().removesuffix("' phone") for side in sides]

    def one_answer(self) -> None:
        """Whoever is due answers on his phone; only phones of those who are due ask."""
        self.together()
        due = self.due()
        for seat in set(due) & self.asleep:
            self.wake(seat)
        for seat, phone in self.phones.items():
            assert seat in self.asleep or phone.asked() == (seat in due), (seat, due)
        seat = due[0]
        self.phones[seat].answer(self.rng, app_dice=False, steer=self.plans[seat])
        self.answers += 1

    def wake(self, seat: str) -> None:
        """A phone that slept says what it missed, and shows the present."""
        self.asleep.remove(seat)
        page = self.phones[seat].page
        wake(page)
        expect(page.locator("#away")).to_contain_text("things happened while you were away")
        self.together()

    def says(self, words: str) -> bool:
        """Whether the top of the TV says so."""
        return words in self.tv.page.locator(".topbar").inner_text()


@pytest.fixture
def evening(tmp_path: Path, phones: Callable[..., PhoneDriver]) -> Iterator[Evening]:
    """The match on the brink at a real server, with its three phones and the TV."""
    code, city = brink(tmp_path, SEATS)
    server = Server(tmp_path)
    server.start()
    yield Evening(server, phones, code, goals=[beside(city, "S"), city])
    server.stop()


def test_three_phones_and_a_tv_play_a_round(evening: Evening) -> None:
    """From the first Knight's step to the next Round; the TV shows the battle, the siege and all that is due."""
    seen: set[str] = set()
    happenings = {3: sleeps, 12: is_reloaded, 15: is_opened_twice, 22: is_reloaded}
    while not evening.says("Round 2"):
        assert evening.answers < MOST, evening.tv.page.locator("#live").inner_text()
        if happening := happenings.get(evening.answers):
            happening(evening)
        evening.one_answer()
        seen |= {one for one in ("Barbarians Hero 1", "Amazons Hero 1") if evening.says(f"Hero 1 against {one}")}
        assert evening.tv.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert seen == {"Barbarians Hero 1", "Amazons Hero 1"}
    assert not evening.asleep
    assert_log(evening)


def sleeps(evening: Evening) -> None:
    """The Amazons' phone goes dark until they are due."""
    evening.together()
    assert evening.due() != ["amazons"]
    sleep(evening.phones["amazons"].page)
    evening.asleep.add("amazons")


def is_reloaded(evening: Evening) -> None:
    """The phone of whoever is due is reloaded: the same question, the same version."""
    evening.together()
    phone = evening.phones[evening.due()[0]]
    before = phone.version(), phone.prompt()
    phone.page.reload()
    assert (phone.version(), phone.prompt()) == before


def is_opened_twice(evening: Evening) -> None:
    """The Knights open a second tab, which follows from now on."""
    phone = evening.phones["knights"]
    tab = phone.context.new_page()
    tab.goto(phone.page.url)
    evening.tabs.append(tab)


def assert_log(evening: Evening) -> None:
    """Battle and siege are in the log, with their sections."""
    phone = evening.phones["barbarians"]
    phone.go(f"/m/{evening.code}/log")
    text = ""
    while True:
        text += phone.page.locator("main").text_content() or ""
        older = phone.page.locator('main a[href*="older="]')
        if not older.count():
            break
        with phone.page.expect_navigation():
            older.click()
    for words in ("4 killed, 0 left", "The wall is destroyed.", "conquer", "Round 2."):
        assert words in text, words
