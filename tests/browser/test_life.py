"""What happens to phones at a real table: they sleep, lose the line, are reloaded, opened twice, and people go back.

Whatever happens, an answer counts once, and the page shows the present and says what was missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.sleeping import sleep, wake

Phones = Callable[..., PhoneDriver]
WORDS = """() => {
  const main = document.querySelector("main").cloneNode(true);
  main.querySelectorAll("#link, .clock").forEach(one => one.remove());
  return main.textContent.replace(/\\s+/g, " ");
}"""
"""What a page says, but for the state of the connection and the clocks."""
GOLD = 'input[name="f.gold.number"]'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("life"))
    yield made
    made.close()


@pytest.fixture
def code(site: Site) -> str:
    """A match of the toy that Ann and Bob have begun."""
    return site.store.create(find_game("toy"), ["ann", "bob"], {}, {}, release="test", now="2026-11-20T12:00:00Z")


def entries(site: Site, code: str) -> int:
    """How many entries the log has."""
    return site.store.read(code).last


def test_a_phone_that_slept_says_how_much_happened(site: Site, phones: Phones, code: str) -> None:
    """It shows the present within a moment of waking, and how many things it missed; nothing is said without need."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    sleep(phone.page)
    before = entries(site, code)
    site.play(code, Random(1), lambda _one: False, most=7)
    assert entries(site, code) == before + 7
    wake(phone.page)
    expect(phone.page.locator("#away")).to_contain_text("7 things happened while you were away")
    assert phone.version() == str(site.store.version(code))
    phone.page.click("#away [data-hide]")
    expect(phone.page.locator("#away")).to_be_hidden()
    sleep(phone.page)
    wake(phone.page)
    phone.connected()
    expect(phone.page.locator("#away")).to_be_hidden()
    site.play(code, Random(1), lambda _one: False, most=1)
    phone.catch_up(str(site.store.version(code)))
    expect(phone.page.locator("#away")).to_be_hidden()


def test_what_is_half_typed_survives_the_night(site: Site, phones: Phones, code: str) -> None:
    """Others answer while the phone sleeps: its open form keeps its number, and counts."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    phone.page.fill(GOLD, "13")
    sleep(phone.page)
    answer_of("bob", site, code)
    wake(phone.page)
    expect(phone.page.locator("#away")).to_contain_text("One thing happened")
    assert phone.page.input_value(GOLD) == "13"
    phone.page.click("form[data-answer] button.go")
    expect(phone.page.locator(GOLD)).to_have_count(0)
    expect(phone.page.locator("#away")).to_be_hidden()
    assert entries(site, code) == 2


def test_a_form_answered_by_another_phone_meanwhile_is_held_with_the_count(
    site: Site, phones: Phones, code: str
) -> None:
    """The page does not take it away; it says how many things are new, and shows them when asked."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    phone.page.fill(GOLD, "13")
    sleep(phone.page)
    site.play(code, Random(1), lambda _one: False, most=5)
    wake(phone.page)
    expect(phone.page.locator("#new-things")).to_contain_text("5 new things happened")
    assert phone.page.input_value(GOLD) == "13"
    phone.page.click("#new-things button")
    expect(phone.page.locator(GOLD)).to_have_count(0)
    assert phone.version() == str(site.store.version(code))


def answer_of(seat: str, site: Site, code: str) -> None:
    """A seat answers its first question, on another phone."""
    with site.store.change(code) as work:
        question = next(one for one in work.match.questions() if one.seat == seat)
        work.match.answer(question.key, sample(question.part, Random(1)), Stamp(seat, NOW, "test", f"{seat}'s own"))


@pytest.mark.parametrize("where", ["", "/log", "/host", "?tab=army"])
def test_a_reload_shows_the_same(site: Site, phones: Phones, code: str, where: str) -> None:
    """No page asks whether to send a form again, and nothing is counted by it."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.answer(Random(2))
    phone.go(f"/m/{code}{where}")
    before = phone.page.evaluate(WORDS)
    phone.page.reload()
    assert phone.page.evaluate(WORDS) == before
    assert entries(site, code) == 1


def test_two_tabs_answer_the_same_question(site: Site, phones: Phones, code: str) -> None:
    """The second hears nothing of the first, and sends its own: it counts no more, and is told what counts."""
    phone = phones(site.url)
    phone.join(code, "ann")
    other = phone.context.new_page()
    other.route("**/live?*", lambda route: route.abort())
    other.goto(phone.page.url)
    phone.page.fill(GOLD, "4")
    phone.page.click("form[data-answer] button.go")
    expect(phone.page.locator(GOLD)).to_have_count(0)
    other.fill(GOLD, "9")
    other.click("form[data-answer] button.go")
    expect(other.locator(".notice[role=alert]")).to_contain_text("answered already")
    assert entries(site, code) == 1
    assert version(other) == phone.version()


def version(page: Page) -> str:
    """The version a page shows."""
    return page.locator("#live").get_attribute("data-version") or ""


@pytest.mark.parametrize("scripts", [True, False])
def test_back_after_a_post_shows_the_present(site: Site, phones: Phones, code: str, scripts: bool) -> None:
    """Whoever goes back after an answer, a correction or an undo finds no old form that could be sent again."""
    phone = phones(site.url, scripts=scripts)
    phone.join(code, "ann")
    phone.answer(Random(2))
    phone.go(f"/m/{code}/correct?path=/sides/ann/gold")
    phone.page.fill('input[name="value"]', "11")
    with phone.page.expect_navigation():
        phone.page.click("form.correct button.go")
    for _ in range(2):
        phone.page.go_back()
    phone.page.wait_for_load_state()
    assert phone.path().partition("?")[0] == f"/m/{code}"
    assert phone.version() == str(site.store.version(code))
    assert phone.page.locator(GOLD).count() == 0
    with phone.page.expect_navigation():
        phone.page.click("form.undo button")
    phone.page.go_back()
    phone.page.wait_for_load_state()
    assert entries(site, code) == 3


def test_thirty_seconds_without_a_line(site: Site, phones: Phones, code: str) -> None:
    """The answer is kept, the page says so all the time, and it is sent once when the line is back."""
    phone = phones(site.url)
    phone.context.clock.install()
    phone.join(code, "ann")
    phone.connected()
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.method) if "/answer" in request.url else None)
    phone.context.set_offline(True)
    expect(phone.page.locator("#link .words")).to_have_text("no connection")
    phone.page.fill(GOLD, "7")
    phone.page.click("form[data-answer] button.go")
    for _ in range(3):
        expect(phone.page.locator("#outbox")).to_contain_text("Your answer is kept")
        phone.context.clock.fast_forward(10_000)
    assert entries(site, code) == 0
    answer_of("bob", site, code)
    phone.context.set_offline(False)
    expect(phone.page.locator(GOLD)).to_have_count(0)
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer was sent")
    expect(phone.page.locator("#away")).to_contain_text("One thing happened")
    phone.catch_up(str(site.store.version(code)))
    expect(phone.page.locator(".htmx-request")).to_have_count(0)  # the minute would be too long for one under way
    phone.context.clock.fast_forward(60_000)
    phone.connected()
    assert entries(site, code) == 2
    assert len(sent) == 2, "tried once without a line, sent once with it"
    assert phone.page.evaluate("localStorage.getItem('outbox')") is None


def test_a_page_drawn_before_the_own_answer_may_come_after_it(site: Site, phones: Phones, code: str) -> None:
    """Back on the line the page is drawn, then the kept answer counts, then that page arrives: Bob's is told still."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    phone.context.set_offline(True)
    expect(phone.page.locator("#link .words")).to_have_text("no connection")
    phone.page.fill(GOLD, "7")
    phone.page.click("form[data-answer] button.go")
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer is kept")
    answer_of("bob", site, code)
    drawn: list[tuple[Route, APIResponse]] = []
    posts: list[Route] = []

    def draw(route: Route) -> None:
        if drawn:
            route.continue_()
            return
        drawn.append((route, route.fetch()))
        while posts:
            posts.pop().continue_()

    phone.page.route("**/answer", lambda route: route.continue_() if drawn else posts.append(route))
    phone.page.route("**/live?*", draw)
    phone.context.set_offline(False)
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer was sent")
    ((late, page),) = drawn
    late.fulfill(response=page)
    expect(phone.page.locator("#away")).to_contain_text("One thing happened")
    assert entries(site, code) == 2


def test_a_kept_answer_that_does_not_count_is_never_said_to_be_sent(site: Site, phones: Phones, code: str) -> None:
    """Meanwhile another phone has answered for Ann: hers stays, with the reason, until she drops it."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    phone.context.set_offline(True)
    expect(phone.page.locator("#link .words")).to_have_text("no connection")
    phone.page.fill(GOLD, "7")
    phone.page.click("form[data-answer] button.go")
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer is kept")
    answer_of("ann", site, code)
    phone.context.set_offline(False)
    outbox = phone.page.locator("#outbox")
    expect(outbox).to_contain_text("Your answer from before did not count. That was answered already")
    assert "was sent" not in outbox.inner_text()
    assert entries(site, code) == 1
    phone.page.reload()
    expect(outbox).to_contain_text("did not count")
    phone.page.click("#outbox [data-again]")
    expect(outbox).to_contain_text("did not count")
    phone.page.click("#outbox [data-drop]")
    expect(outbox).to_be_hidden()
    assert phone.page.evaluate("localStorage.getItem('outbox')") is None
    assert entries(site, code) == 1


def test_a_kept_answer_that_came_too_quickly_is_sent_when_asked(site: Site, phones: Phones, code: str) -> None:
    """429 is no answer either: it stays, and counts once it is sent again."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()
    phone.context.set_offline(True)
    expect(phone.page.locator("#link .words")).to_have_text("no connection")
    phone.page.fill(GOLD, "7")
    phone.page.click("form[data-answer] button.go")
    phone.page.route("**/answer", lambda route: route.fulfill(status=429, body="<main><p>Wait.</p></main>"), times=1)
    phone.context.set_offline(False)
    expect(phone.page.locator("#outbox")).to_contain_text("did not count. Wait.")
    phone.page.click("#outbox [data-again]")
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer was sent")
    assert entries(site, code) == 1


def test_a_scanned_recovery_code_goes_from_the_address_into_its_form(site: Site, phones: Phones, code: str) -> None:
    """It stands behind the #, which no server is told, and is gone from the address then."""
    phone = phones(site.url)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.go(f"/m/{code}/recover#ABCD-EFGH")
    expect(phone.page.locator('input[name="key"]')).to_have_value("ABCD-EFGH")
    assert "ABCD" not in phone.page.url
    assert not [url for url in asked if "ABCD" in url.partition("#")[0]]


def test_an_answer_whose_receipt_was_lost_counts_once(site: Site, phones: Phones, code: str) -> None:
    """The server has it, the phone does not know: it keeps the answer, sends it again, and nothing happens twice."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.connected()

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    phone.page.route("**/answer", lose, times=1)
    phone.page.fill(GOLD, "7")
    phone.page.click("form[data-answer] button.go")
    expect(phone.page.locator("#outbox")).to_contain_text("Your answer was sent", timeout=15_000)
    assert entries(site, code) == 1
    expect(phone.page.locator(GOLD)).to_have_count(0)


def test_an_own_answer_is_drawn_once(site: Site, phones: Phones, code: str) -> None:
    """The stream's word of it fetches nothing more, so nothing moves under a finger; another phone fetches it once."""
    phone, other = phones(site.url), phones(site.url)
    fetched: dict[str, list[str]] = {"ann": [], "bob": []}
    for one, seat in ((phone, "ann"), (other, "bob")):
        one.join(code, seat)
        one.connected()
    for one, seat in ((phone, "ann"), (other, "bob")):
        one.catch_up(str(site.store.version(code)))
        listen = fetched[seat]
        one.page.on("request", lambda request, to=listen: to.append(request.url) if "/live?" in request.url else None)
    phone.answer(Random(2))
    other.catch_up(phone.version())
    answer_of("bob", site, code)
    newest = str(site.store.version(code))
    phone.catch_up(newest)
    other.catch_up(newest)
    assert len(fetched["ann"]) == 1, "for Bob's answer only"
    assert len(fetched["bob"]) == 2
