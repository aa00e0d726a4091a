"""Nothing moves under a thumb: whatever another phone does, the controls of an open form stay where they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec import to_builtins

from companion.engine.core.questions import Question, sample
from companion.engine.match.live import Stamp
from companion.web.play.agreeing import Proposal
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game

Phones = Callable[..., PhoneDriver]
MOTION = "no-preference"
SIDES = ["ann", "bob", "cat"]
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("form[data-answer] :is(button, input:not([type=hidden]), select, summary)")]
  .map(one => {
    const box = one.getBoundingClientRect();
    const name = [one.form?.id, one.name, one.value, one.textContent.trim(), one.dataset.step].join(" ");
    return [name, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
  }))"""
"""Every control of an open form with its place on the screen."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("still"))
    yield made
    made.close()


@pytest.fixture
def code(site: Site) -> str:
    """A match of three in which all three have a die to roll at once."""
    made = site.store.create(find_game("toy"), SIDES, {}, {}, release="test", now="2026-11-20T12:00:00Z")
    play_until(site, made, "1.3")
    return made


def play_until(site: Site, code: str, section: str) -> None:
    """Answer everything until a section asks; a challenge is always taken up."""
    with site.store.change(code) as work:
        for n in range(200):
            asked = work.match.questions()[0]
            if asked.section == section:
                return
            value = True if asked.section == "2.5" else sample(asked.part, Random(n))
            work.match.answer(asked.key, value, Stamp(asked.seat, NOW, "test", f"post {n}"))
    raise AssertionError(f"section {section} never asked")


def answer_of(site: Site, code: str, seat: str) -> None:
    """A side answers on another phone."""
    with site.store.change(code) as work:
        asked: Question = next(one for one in work.match.questions() if one.seat == seat)
        work.match.answer(asked.key, sample(asked.part, Random(1)), Stamp(seat, NOW, "test", f"{seat}'s own"))


def correction(site: Site, code: str) -> None:
    """Somebody puts a value right."""
    with site.store.change(code) as work:
        work.match.correct("/sides/cat/gold", 19, "as it lies on the table", Stamp("cat", NOW))


def undo(site: Site, code: str) -> None:
    """Somebody takes his answer back."""
    answer_of(site, code, "cat")
    with site.store.change(code) as work:
        work.match.undo(work.match.line()[-1].n, Stamp("cat", NOW))


def wish(site: Site, code: str) -> None:
    """Another phone asks the host for a side: a notice with two buttons comes in above everything."""
    site.store.join(code, "Guest", NOW)
    site.store.wish(code, max(device.id for device in site.store.read(code).devices), "ann")


EVENTS: dict[str, Callable[[Site, str], None]] = {
    "another answers": lambda site, code: answer_of(site, code, "bob"),
    "a correction": correction,
    "an undo": undo,
    "a wish": wish,
}


@pytest.mark.parametrize("scrolled", [0, 60])
@pytest.mark.parametrize("event", EVENTS)
def test_a_live_update_moves_no_control(site: Site, phones: Phones, event: str, scrolled: int) -> None:
    """Before and after each kind of update every control of the open form is at the same place."""
    phone = phones(site.url)
    made = phone.create("toy", SIDES, ["ann"])
    play_until(site, made, "1.3")
    phone.catch_up(str(site.store.version(made)))
    phone.page.reload()
    phone.connected()
    phone.page.evaluate("y => window.scrollTo(0, y)", scrolled)
    before = phone.page.evaluate(PLACES)
    assert len(before) > 6
    EVENTS[event](site, made)
    phone.catch_up(str(site.store.version(made)))
    phone.settle()
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate(PLACES) == before


def test_a_begun_army_holds_still_while_others_buy_theirs(site: Site, phones: Phones) -> None:
    """Where the first key of a form is hidden, as a number has been chosen, the form keeps its place all the same."""
    game, sides = find_game("heroes_vs_warlords"), ["knights", "amazons"]
    made = site.store.create(game, sides, {}, {}, release="test", now=NOW)
    site.play(made, Random(7), lambda one: one.rule.endswith("buy_army"), 3000)
    phone = phones(site.url)
    phone.join(made, "knights")
    phone.connected()
    phone.page.locator(".first:visible").first.click()
    before = phone.page.evaluate(PLACES)
    answer_of(site, made, "amazons")
    phone.catch_up(str(site.store.version(made)))
    phone.settle()
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate(PLACES) == before


def test_what_lies_below_the_screen_comes_up_when_a_card_above_it_goes(site: Site, phones: Phones) -> None:
    """No thumb is on it: what has been asked of others and is settled leaves no gap above the keys."""
    phone = phones(site.url, viewport={"width": 360, "height": 330})
    made = phone.create("toy", SIDES, ["ann"])
    play_until(site, made, "1.3")
    phone.catch_up(str(site.store.version(made)))
    asked = Proposal("correct", 0, "ann", waiting=("bob",), raw=9, path="/sides/bob/gold", reason="miscounted " * 9)
    with site.store.change(made) as work:
        work.proposal = to_builtins(asked)
    phone.page.reload()
    phone.page.locator(".proposal").wait_for()
    phone.connected()
    phone.page.evaluate("window.scrollTo(0, 0)")
    key = phone.page.locator("form[data-answer] button:visible").first
    before = key.bounding_box()
    assert before is not None
    assert before["y"] > 330 - 64
    with site.store.change(made) as work:
        work.proposal = None
    phone.catch_up(str(site.store.version(made)))
    phone.page.locator(".proposal").wait_for(state="detached")
    phone.page.wait_for_timeout(100)
    after = key.bounding_box()
    assert after is not None
    assert after["y"] < before["y"] - 40, (before, after)


WAITING = """() => Object.fromEntries([
  ...document.querySelectorAll(".scene, .undo button, .hands button, .answer-for")].map(one => {
  const box = one.getBoundingClientRect();
  return [one.className + one.value, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
}))"""
"""What a waiting phone shows of another, and all that can be tapped round it."""


def test_a_phone_that_waits_stays_still(site: Site, phones: Phones) -> None:
    """While the Knights act, the Amazons see a picture of it, and nothing that they can tap moves."""
    game = find_game("heroes_vs_warlords")
    made = site.store.create(game, ["knights", "amazons"], {}, {}, release="test", now=NOW)
    site.play(made, Random(7), lambda one: one.rule.endswith("choose_deed") and one.seat == "knights", 3000)
    phone = phones(site.url)
    phone.join(made, "amazons")
    phone.connected()
    before, pictures = phone.page.evaluate(WAITING), set()
    assert any(name.startswith("scene") for name in before)
    assert len(before) > 1
    for n in range(6):
        pictures.add(phone.page.locator(".scene").inner_text())
        site.play(made, Random(n), lambda one, seen=[]: seen.append(one) or len(seen) > 1, 1)  # type: ignore[misc]
        phone.catch_up(str(site.store.version(made)))
        phone.settle()
        if not phone.page.locator(".scene").count():
            break  # a battle, or the Amazons' own turn
        now = phone.page.evaluate(WAITING)
        assert {name: now[name] for name in before if name in now} == {one: before[one] for one in before if one in now}
    assert len(pictures) > 1


WITH_A_LONG_NAME = """() => {
  const frame = document.querySelector(".die-rolled");
  frame.querySelector(".name").textContent = "Guards of the far Crystal hex";
  return frame.scrollWidth - frame.clientWidth;
}"""


def test_the_second_of_two_dice_stays_in_its_column(site: Site, phones: Phones) -> None:
    """Whichever of two dice on one phone is rolled first, here or elsewhere, the keys of the other do not move."""
    for number in (0, 1):
        phone = phones(site.url)
        made = phone.create("toy", SIDES[:2], SIDES[:2])
        play_until(site, made, "3.1")
        phone.catch_up(str(site.store.version(made)))
        phone.page.reload()
        phone.connected()
        before = phone.page.evaluate(PLACES)
        seat = phone.page.locator(".pair form").nth(number).get_attribute("data-seat")
        answer_of(site, made, str(seat))
        phone.settle()
        phone.page.wait_for_selector(".die-rolled .die-face")
        phone.page.wait_for_timeout(100)
        after = phone.page.evaluate(PLACES)
        assert len(after) == len(before) / 2
        assert {name: before[name] for name in after} == after
        assert phone.page.evaluate(WITH_A_LONG_NAME) <= 0, "a long name stays in its frame"


def test_who_answers_for_another_sees_both_dice_named_and_can_stop(site: Site, phones: Phones) -> None:
    """Both sides stand by name above their keypads within 360 px, both can be rolled at once, and one tap ends it."""
    phone, other = phones(site.url), phones(site.url)
    made = phone.create("toy", SIDES[:2], ["ann"])
    other.join(made, "bob")
    play_until(site, made, "3.1")
    phone.go(f"/m/{made}?as=bob")
    for n, pad in enumerate(phone.page.locator(".pair .question").all()):
        box = pad.bounding_box()
        assert box is not None
        assert box["width"] > 140
        assert abs(box["x"] - (12, 180)[n]) < 20
        assert pad.locator(".seat").count() == 1
    phone.act(phone.page.locator("form[data-both] button").click)
    phone.go(f"/m/{made}?as=bob")
    assert phone.page.locator(".topbar .stop").is_visible()
    phone.page.locator(".for-other a").click()
    phone.page.wait_for_url(f"**/m/{made}")
    assert phone.page.locator(".for-other").count() == 0


def test_the_state_of_the_connection_moves_nothing(site: Site, phones: Phones, code: str) -> None:
    """The dot keeps its place from the first moment, and what stands beside it too, whatever it says."""
    phone = phones(site.url)
    phone.join(code, "ann")
    phone.go(f"/m/{code}")
    found = phone.page.evaluate("""() => {
      const link = document.getElementById("link"), beside = document.querySelector(".your-move");
      return ["still", "late", "polling", "live"].map(state => {
        link.dataset.state = state;
        link.querySelector(".words").textContent = link.dataset[state] || "";
        return [link, beside].map(one => Math.round(one.getBoundingClientRect().left)).join(" ");
      });
    }""")
    assert len(set(found)) == 1, found
