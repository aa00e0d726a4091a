"""When the server stumbles: the page says so in one line, keeps what was typed, and goes on when it works again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Route, expect

from tests.browser.driver import PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]


def test_an_error_of_the_server_is_said_and_nothing_is_lost(toy_server: Server, phones: Phones) -> None:
    """A 500 shows the line and leaves the form as it is; the next answer that counts takes the line away."""
    phone = phones(toy_server.url)
    phone.create("toy", ["ann", "bob"], ["ann"])
    phone.page.wait_for_selector('#link[data-state="live"]', state="attached")
    bar = phone.page.locator("#broken")
    expect(bar).to_be_hidden()
    stumbles: Callable[[Route], None] = lambda route: route.fulfill(status=500, body="oh")  # noqa: E731
    phone.page.route("**/answer", stumbles)
    form = phone.page.locator("form[data-answer]").first
    form.locator('input[name="f.gold.number"]').fill("7")
    form.locator("button.go").click()
    expect(bar).to_be_visible()
    expect(form.locator('input[name="f.gold.number"]')).to_have_value("7")
    phone.page.unroute("**/answer", stumbles)
    phone.answer(Random(1))
    expect(bar).to_be_hidden()
