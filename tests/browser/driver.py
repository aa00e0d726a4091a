"""A phone driver: answers whatever is asked through the real page, by its controls. It can play any game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from tests.web.player import Controls, Steer, fill_in

PHONE = {"width": 360, "height": 740}
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SHELL = "/usr/bin/chromium-headless-shell"
CHROMIUM = SHELL if Path(SHELL).exists() else "/usr/bin/chromium"
"""Debian's chromium; without the parts that make windows, where it is installed, which takes a fifth less time."""
PATIENCE = 90_000
"""Milliseconds to wait for a page: where several tests share a slow core, the odds of a whole match take a while."""


def reveal(form: Locator, button: Locator) -> None:
    """Bring out a button that is not shown: of a stack that is not picked yet, in a folded list, or a key of a die that
    decides nothing.
    """
    actor = button.get_attribute("data-for")
    if actor is None:
        folded = button.locator("xpath=ancestor::details[not(@open)][last()]/summary")
        (folded if folded.count() else form.locator(":is(details.as-list, details.by-hand) > summary")).click()
    elif form.locator(f'label[for="{actor}"]').count():
        form.locator(f'label[for="{actor}"]').click()


def tick(form: Locator, box: Locator) -> None:
    """Tick a box as a finger does: on its label, where the box itself is out of sight."""
    label = form.locator(f'label[for="{box.get_attribute("id")}"]')
    if label.count():
        label.first.click()
    try:
        box.check(force=True)
    except Error:  # the page was drawn anew at this very moment
        box.check(force=True)


class PhoneDriver:
    """A phone-sized browser with its own cookies. `faults` collects everything the console complains about."""

    def __init__(
        self, browser: Browser, url: str, *, scripts: bool = True, expert: bool = True, **options: Any
    ) -> None:
        viewport = options.pop("viewport", PHONE)
        self.context: BrowserContext = browser.new_context(viewport=viewport, java_script_enabled=scripts, **options)
        self.context.set_default_timeout(PATIENCE)
        if expert:
            self.context.add_cookies([{"name": "taps", "value": "expert", "url": url}])
        self.page: Page = self.context.new_page()
        self.url, self.scripts = url, scripts
        self.faults: list[str] = []
        self.answers = 0
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _listen(self, message: Any) -> None:
        expected = ("Failed to load resource", "Failed to fetch", "htmx:sse:error")  # while there is no connection
        if message.type == "error" and not any(one in message.text for one in expected):
            self.faults.append(message.text)

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.url + path if path.startswith("/") else path)

    def path(self) -> str:
        """Where this phone is."""
        return self.page.url.removeprefix(self.url)

    def create(self, game: str, sides: list[str], mine: list[str], settings: dict[str, str] | None = None) -> str:
        """Make a match from the start page on, with some settings; gives its code."""
        self.go("/")
        self.page.click(f'a[href="/new/{game}"]')
        for box in self.page.locator('input[name="side"]').all():
            box.set_checked(box.get_attribute("value") in sides)
        for box in self.page.locator('input[name="mine"]').all():
            box.set_checked(box.get_attribute("value") in mine)
        if settings:
            self.page.evaluate("() => document.querySelectorAll('.new-match details').forEach(one => one.open = true)")
        for name, value in (settings or {}).items():
            self.page.select_option(f'select[name="setting.{name}"]', value)
        self.page.fill('input[name="label"]', "Host")
        self.page.click("form.new-match button.go")
        self.page.wait_for_url("**/m/**")
        code = self.path().split("/")[2].partition("?")[0]
        self.go(f"/m/{code}")  # past the lobby, if others are awaited
        return code

    def join(self, code: str, seat: str = "", label: str = "Guest") -> None:
        """Join by the link; without a seat to watch."""
        self.go(f"/j/{code}")
        self.page.fill('input[name="label"]', label)
        self.page.click(f'button[name="seat"][value="{seat}"]' if seat else "form.join button.option")
        self.page.wait_for_url(re.compile(rf"/m/{code}(/lobby)?$"))
        self.go(f"/m/{code}")

    def asked(self) -> bool:
        """Whether the page shows a question to this phone."""
        return self.page.locator("form[data-answer]").count() > 0

    def version(self) -> str:
        """The version of the match this page shows."""
        return self.page.locator("#live").get_attribute("data-version") or ""

    def prompt(self) -> str:
        """The first question, with plain spaces."""
        return self.page.locator("form[data-answer] .prompt").first.inner_text().replace("\u00a0", " ")

    def answer(self, rng: Random, *, app_dice: bool | None = None, steer: Steer | None = None) -> dict[str, Any]:
        """Answer the first question by hand: type, tick, choose, press. Gives what was sent."""
        form = self.page.locator("form[data-answer]").first
        controls = Controls(form.evaluate("form => form.outerHTML"))  # a map beside it would take long to read
        sent = fill_in(controls, rng, app_dice=app_dice, steer=steer)
        self._fill(form, controls, sent)
        self._press(form, controls, sent)
        self.answers += 1
        return sent

    def _fill(self, form: Locator, controls: Controls, sent: dict[str, Any]) -> None:
        if sent.get("roll") == "app":
            return
        for folded in form.locator(":is(details.unusual, details.apart):not([open]) > summary").all():
            folded.click()
        for name, _low, _high, _value in controls.numbers:
            form.locator(f'input[name="{name}"]').fill(str(sent[name]))
        for name in controls.names:
            form.locator(f'input[name="{name}"]').fill(sent[name])
        for name, (_kind, values) in controls.ticks.items():
            for value in values:
                box = form.locator(f'input[name="{name}"][value="{value}"]')
                if value in sent[name]:
                    tick(form, box)
                elif _kind == "checkbox":
                    box.uncheck(force=True)
        for name, _values in controls.selects:
            for index, box in enumerate(form.locator(f'select[name="{name}"]').all()):
                box.select_option(sent[name][index])

    def _press(self, form: Locator, controls: Controls, sent: dict[str, Any]) -> None:
        named = next(((n, v) for n, v in controls.buttons if n and sent.get(n) == v), None)
        button = form.locator(f'button[name="{named[0]}"][value="{named[1]}"]') if named else form.locator("button.go")
        if not button.first.is_visible():
            reveal(form, button.first)
        if not self.scripts:
            with self.page.expect_navigation():
                button.first.click()
            return
        self.act(button.first.click)

    def act(self, press: Callable[[], None]) -> None:
        """Do what sends an answer, and wait until the page shows what came of it: the newest version, or a refusal."""
        self.page.evaluate("document.querySelectorAll('.question .refusal').forEach(old => old.remove())")
        with self.page.expect_event("requestfinished", lambda one: one.method == "POST"):
            press()
        self.page.wait_for_function(
            "newest => Number(document.querySelector('#live').dataset.version) >= newest"
            " || document.querySelector('.question .refusal')",
            arg=self.newest(),
        )

    def newest(self) -> int:
        """The version of the match now, as the server says."""
        code = self.path().removeprefix("/m/").partition("?")[0].partition("/")[0]
        return int(self.page.request.get(f"{self.url}/m/{code}/version").json()["version"])

    def settle(self) -> None:
        """Wait until the page shows the newest version, so that no push moves what is pressed next."""
        self.catch_up(str(self.newest()))

    def catch_up(self, version: str) -> None:
        """Wait until this page shows at least a version, by itself."""
        self.page.wait_for_function(
            "wanted => Number(document.querySelector('#live').dataset.version) >= Number(wanted)", arg=version
        )

    def connected(self) -> None:
        """Wait until the page hears of changes by itself."""
        self.page.wait_for_selector('#link[data-state="live"]', state="attached")

    def close(self) -> None:
        """Put the phone away."""
        self.context.close()
