"""The pages in a real browser, with the toy game that asks every kind of question."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.driver import PhoneDriver
from tests.browser.server import Server

Phones = Callable[..., PhoneDriver]


@pytest.mark.parametrize("scripts", [True, False])
def test_two_phones_play_a_whole_game(toy_server: Server, phones: Phones, scripts: bool) -> None:
    """Every kind of form, with and without scripts, to the end."""
    host, guest = (phones(toy_server.url, scripts=scripts) for _ in range(2))
    code = host.create("toy", ["ann", "bob"], ["ann"])
    guest.join(code, "bob")
    rng = Random(4)
    for _ in range(200):
        for phone in (host, guest):
            if not scripts:
                phone.go(f"/m/{code}")
            if phone.asked():
                phone.answer(rng)
        if host.page.locator(".ended").count():
            break
        if scripts and not (host.asked() or guest.asked()):
            newest = max(host.version(), guest.version(), key=int)
            host.catch_up(newest)
            guest.catch_up(newest)
    assert host.page.locator(".ended").count() == 1
    assert host.answers > 5
    assert guest.answers > 5


def test_a_change_reaches_the_other_phone_by_itself(toy_server: Server, phones: Phones) -> None:
    """The stream tells, the page fetches; nobody presses anything."""
    host, guest = phones(toy_server.url), phones(toy_server.url)
    code = host.create("toy", ["ann", "bob"], ["ann"])
    guest.join(code, "bob")
    host.catch_up(guest.version())
    host.page.wait_for_selector('#link[data-state="live"]', state="attached")
    guest.page.wait_for_selector('#link[data-state="live"]', state="attached")
    guest.answer(Random(1))
    host.catch_up(guest.version())
    assert "Bob" not in host.page.locator(".topbar .due").inner_text()


def test_a_push_never_takes_a_form_out_of_somebodys_hands(toy_server: Server, phones: Phones) -> None:
    """What is half typed stays, with its focus, while the page around it moves on."""
    host, guest = phones(toy_server.url), phones(toy_server.url)
    code = host.create("toy", ["ann", "bob"], ["ann"])
    guest.join(code, "bob")
    host.catch_up(guest.version())
    box = host.page.locator('input[name="f.gold.number"]')
    box.fill("13")
    guest.answer(Random(1))
    host.catch_up(guest.version())
    assert box.input_value() == "13"
    assert box.evaluate("box => box === document.activeElement")
    host.page.click("form[data-answer] button.go")
    host.page.wait_for_function("() => !document.querySelector('input[name=\"f.gold.number\"]')")
    host.page.click('a[href$="tab=army"]')
    assert "13" in host.page.locator("#panel-ann").inner_text()


def test_a_form_that_is_no_longer_asked_is_not_torn_away(toy_server: Server, phones: Phones) -> None:
    """Another phone answers what I am filling in: I keep my form and am told, and see the rest when I ask."""
    host, guest = phones(toy_server.url), phones(toy_server.url)
    code = host.create("toy", ["ann", "bob"], ["ann"])
    guest.join(code, "bob")
    guest.page.locator('input[name="f.gold.number"]').fill("9")
    guest.page.wait_for_selector('#link[data-state="live"]', state="attached")
    host.go(f"/m/{code}?as=bob")
    host.page.locator('form[data-seat="bob"] input[name="f.gold.number"]').fill("2")
    host.page.click('form[data-seat="bob"] button.go')
    guest.page.wait_for_selector("#new-things:not([hidden])")
    assert guest.page.locator('input[name="f.gold.number"]').input_value() == "9"
    guest.page.click("#new-things button")
    guest.page.wait_for_function("() => !document.querySelector('form[data-touched]')")


def test_a_killed_server_loses_nothing_and_the_page_comes_back(toy_server: Server, phones: Phones) -> None:
    """After kill -9 and a restart the open form still counts and the stream finds its way back."""
    host, guest = phones(toy_server.url), phones(toy_server.url)
    code = host.create("toy", ["ann", "bob"], ["ann"])
    guest.join(code, "bob")
    host.answer(Random(2))
    toy_server.kill()
    toy_server.start()
    guest.answer(Random(3))
    host.catch_up(guest.version())
    assert "Draw two cards" in host.prompt()


def test_the_back_button_and_a_reload_show_the_present(toy_server: Server, phones: Phones) -> None:
    """No page from a cache, no answer sent twice."""
    host = phones(toy_server.url)
    code = host.create("toy", ["ann", "bob"], ["ann", "bob"])
    host.answer(Random(2))
    version = host.version()
    host.page.reload()
    assert host.version() == version
    host.page.click('.tab-bar a[href$="/log"]')
    host.page.go_back()
    assert host.version() == version
    assert host.path().startswith(f"/m/{code}")


def test_a_helper_is_two_taps_from_the_start_page(toy_server: Server, phones: Phones) -> None:
    """No joining; to its end, and once more."""
    phone = phones(toy_server.url)
    phone.go("/")
    phone.page.click('a[href="/helpers"]')
    phone.page.click('form[action="/helpers/toy/practice"] button')
    phone.page.wait_for_url("**/m/*")
    rng = Random(1)
    for _ in range(60):
        if not phone.asked():
            break
        phone.answer(rng)
    assert phone.page.locator(".ended").count() == 1
    phone.page.click(".ended a[role=button]")
    phone.page.wait_for_url("**/helpers/**")
    assert phone.prompt() == "Our fighters"


def test_the_keyboard_alone_is_enough(toy_server: Server, phones: Phones) -> None:
    """Tab and Enter from the top of the page to an answer that counts."""
    phone = phones(toy_server.url)
    phone.create("toy", ["ann", "bob"], ["ann"])
    for _ in range(40):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("() => document.activeElement.matches('form[data-answer] button.go')"):
            break
    phone.act(lambda: phone.page.keyboard.press("Enter"))


def test_an_answer_given_without_a_connection_is_sent_once(toy_server: Server, phones: Phones) -> None:
    """The phone keeps it, says so, and sends it when the line is back."""
    phone = phones(toy_server.url)
    code = phone.create("toy", ["ann", "bob"], ["ann"])
    phone.context.set_offline(True)
    phone.page.fill('input[name="f.gold.number"]', "7")
    phone.page.click("form[data-answer] button.go")
    phone.page.wait_for_selector("#outbox:not([hidden])")
    phone.context.set_offline(False)
    phone.page.wait_for_function("() => !document.querySelector('input[name=\"f.gold.number\"]')", timeout=20_000)
    phone.go(f"/m/{code}/log")
    assert phone.page.locator(".entry").count() == 1


def test_no_page_is_wider_than_a_small_phone(toy_server: Server, phones: Phones) -> None:
    """At 360 and at 320 wide nothing has to be pushed sideways."""
    phone = phones(toy_server.url)
    code = phone.create("toy", ["ann", "bob"], ["ann"])
    tails = ("", "?tab=army", "/log", "/host", "/correct", "/correct?path=/sides/ann/gold")
    for path in ("/", "/new/toy", "/helpers", "/rules/toy", *(f"/m/{code}{tail}" for tail in tails)):
        for width in (360, 320):
            phone.page.set_viewport_size({"width": width, "height": 740})
            phone.go(path)
            too_wide = phone.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
            assert too_wide <= 0, (path, width)


def test_the_big_screen_follows_by_itself_without_scrolling(toy_server: Server, phones: Phones) -> None:
    """Three metres away nobody presses anything."""
    host = phones(toy_server.url)
    screen = phones(toy_server.url, viewport={"width": 1920, "height": 1080})
    code = host.create("toy", ["ann", "bob"], ["ann", "bob"])
    screen.join(code, label="TV")
    screen.go(f"/tv/{code}")
    host.answer(Random(1))
    screen.catch_up(host.version())
    assert screen.page.locator("form[data-answer]").count() == 0
    assert screen.page.evaluate("() => document.documentElement.scrollHeight <= window.innerHeight")


def test_two_tabs_of_one_phone_show_the_same(toy_server: Server, phones: Phones) -> None:
    """An answer in one tab closes the question in the other."""
    host = phones(toy_server.url)
    host.create("toy", ["ann", "bob"], ["ann"])
    other = host.context.new_page()
    other.goto(host.page.url)
    host.answer(Random(1))
    other.wait_for_function("() => !document.querySelector('form[data-answer]')")
