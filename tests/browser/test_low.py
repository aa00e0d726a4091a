"""Small phones: the figures that matter and every key of the first question are on the first screen of 320x568."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize

from companion.engine.core.effects import Roll
from companion.engine.match.live import Stamp
from tests.browser.brink import first_round, is_attack, put_up, until
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.test_battle import on_first_screen

Phones = Callable[..., PhoneDriver]
Motion = Literal["no-preference", "reduce"]
MOTION = "no-preference"
LOW, ACROSS = {"width": 320, "height": 568}, {"width": 740, "height": 360}
FIRST = "form[data-answer] >> nth=0 >> css=.keypad .key"
KEYS = "form[data-answer] .keypad .key"
ANSWERS = "form[data-answer] >> nth=0 >> css=:is(.options:not(.off) .option, .yes-no button, .attack):visible"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("low"))
    yield made
    made.close()


def low_phone(phones: Phones, site: Site, language: str) -> PhoneDriver:
    """The smallest phone there is, in a language."""
    phone = phones(site.url, viewport=LOW, expert=False)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    return phone


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_siege_on_the_smallest_phone(site: Site, phones: Phones, language: str) -> None:
    """Breach and strike: whole keypads, with one die and with both; the totals and both armies stand above them."""
    code, city = put_up(site.store)
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW, "test", "in"))
    sides = {seat: low_phone(phones, site, language) for seat in ("knights", "amazons")}
    for seat, phone in sides.items():
        phone.join(code, seat)
    until(site.store, code, lambda one: one.section == "8.7.1")
    sides["knights"].page.reload()
    on_first_screen(sides["knights"], ANSWERS)
    with site.store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, True, Stamp(asked.seat, NOW, "test", "breach"))
    sides["knights"].page.reload()
    on_first_screen(sides["knights"], FIRST)
    on_first_screen(sides["knights"], "form[data-answer] .roll")
    until(site.store, code, is_attack)
    seat = site.store.read(code).questions[0].seat
    other = next(one for one in sides if one != seat)
    sides[seat].page.reload()
    on_first_screen(sides[seat], ".arena .attack:visible")
    with site.store.change(code) as work:
        asked = work.match.questions()[0]
        option = next(one for one in asked.part.form.options if one.link and not one.refusal)  # type: ignore[union-attr]
        work.match.answer(asked.key, option.id, Stamp(seat, NOW, "test", "attack"))
    for one in sides.values():
        one.page.reload()
        on_first_screen(one, FIRST)
        on_first_screen(one, "form[data-answer] .needs")
        on_first_screen(one, ".arena .acts, .arena .aimed")
    sides[seat].go(f"/m/{code}?as={other}")
    for size in (LOW, ACROSS):
        sides[seat].page.set_viewport_size(size)
        assert sides[seat].page.locator(".pair .keypad").count() == 2
        on_first_screen(sides[seat], ".pair .key")
        on_first_screen(sides[seat], ".pair .needs")
        on_first_screen(sides[seat], ".both .roll")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rule", ["arena.attack", "arena.strike"])
def test_a_field_battle_on_the_smallest_phone(site: Site, phones: Phones, language: str, rule: str) -> None:
    """One phone for both sides: what can be tapped for the first question, and both armies, are in view."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    for seed in range(7, 30):
        if site.play(code, Random(seed), lambda one: one.rule.endswith(rule), 3000):
            break
    phone = low_phone(phones, site, language)
    phone.join(code, "knights")
    site.store.give_seat(code, site.store.read(code).devices[-1].id, "amazons")
    phone.page.reload()
    on_first_screen(phone, ".arena li[data-stack]:is(.acts, .aimed)")
    on_first_screen(phone, ".arena .attack:visible" if rule.endswith("attack") else ".pair .key")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [320, 360])
def test_what_is_decided_between_the_blows_is_in_view(site: Site, phones: Phones, language: str, width: int) -> None:
    """To seize the initiative, to withdraw, to man a tower: both armies and all answers without scrolling."""
    code, city = put_up(site.store)
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW, "test", "in"))
    phone = low_phone(phones, site, language)
    phone.page.set_viewport_size(LOW if width == 320 else {"width": 360, "height": 740})
    phone.join(code, "knights")
    site.store.give_seat(code, site.store.read(code).devices[-1].id, "amazons")
    for section in ("8.7", "8.8", "8.9"):
        until(site.store, code, lambda one, section=section: one.section == section)  # type: ignore[misc]
        phone.page.reload()
        on_first_screen(phone, ANSWERS)
        on_first_screen(phone, ".arena li[data-stack]")


def test_the_host_begins_from_the_first_screen_once_all_have_come(site: Site, phones: Phones) -> None:
    """The code is small then, beside the button, on the smallest phone, too."""
    host, guest = phones(site.url), phones(site.url)
    code = host.create("heroes_vs_warlords", ["knights", "amazons"], ["knights"])
    guest.go(f"/j/{code}")
    guest.page.fill('input[name="label"]', "Maximiliane Schmidt")
    guest.page.click('button[name="seat"][value="amazons"]')
    for size in (LOW, PHONE):
        host.page.set_viewport_size(size)
        host.go(f"/m/{code}/lobby")
        names = host.page.locator(".seats .player").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
        assert len(names) == 2
        assert len(set(names)) == 1, "who plays a side stands in one column"
        box = host.page.locator(".begin button").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
        code_box = host.page.locator(".invite .qr").first.bounding_box()
        assert code_box is not None
        assert code_box["width"] < 120
        here = [one.bounding_box() for one in host.page.locator(".invite .here li:visible").all()]
        assert len({one["y"] for one in here if one}) == 1, "who is here stands in one line"


@pytest.mark.parametrize("n", [3, 8])
def test_the_demo_shows_its_picture_first(site: Site, phones: Phones, n: int) -> None:
    """Picture, what is asked and done, and one row of buttons are on the first screen of the smallest phone."""
    phone = phones(site.url, viewport=LOW)
    phone.go(f"/demo/heroes_vs_warlords/show?n={n}")
    phone.page.locator("[data-play-show]").wait_for(state="visible")
    picture, said = (phone.page.locator(css).first.bounding_box() for css in (".shown-picture", ".show .said"))
    buttons = [one.bounding_box() for one in phone.page.locator(".show-steps > :visible").all()]
    assert picture is not None
    assert said is not None
    tops = {round(one["y"]) for one in buttons if one is not None}
    assert len(buttons) == 3
    assert len(tops) == 1
    assert picture["y"] + picture["height"] <= said["y"]
    assert said["y"] + said["height"] <= min(tops) <= LOW["height"] - 44
    assert min(tops) >= LOW["height"] - 60  # at the same place in every picture


def test_the_track_names_what_comes_next_on_the_smallest_phone(site: Site, phones: Phones) -> None:
    """The present part and the one after it."""
    phone = phones(site.url, viewport=LOW)
    phone.join(first_round(site.store, ["knights", "amazons"]), "knights")
    assert phone.page.locator(".track span:visible").count() == 2
    assert phone.page.locator(".track .now + li span").is_visible()


FADES = """css => [...document.querySelectorAll(css)].map(one => {
  const style = getComputedStyle(one);
  return style.maskImage !== "none" || style.backgroundImage !== "none";
})"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_table_that_goes_on_at_the_right_shows_it(site: Site, phones: Phones, motion: Motion) -> None:
    """It fades or has a shadow there; with moving pictures allowed, one that fits has neither."""
    phone = low_phone(phones, site, "en")
    phone.page.emulate_media(reduced_motion=motion)
    phone.go("/rules/heroes_vs_warlords")
    for name, width in (("wide", "60rem"), ("slim", "5rem")):
        phone.page.evaluate(
            """([name, width]) => {
          const box = document.createElement("div"), table = document.createElement("table");
          box.className = `scroll ${name}`;
          table.style.width = width;
          table.insertRow().insertCell().textContent = "1";
          box.append(table);
          document.querySelector("main").prepend(box);
        }""",
            [name, width],
        )
    phone.page.wait_for_function(f"css => ({FADES})(css).every(one => one)", arg=".scroll.wide")
    if motion == "no-preference":
        assert phone.page.evaluate(FADES, ".scroll.slim") == [False]


@pytest.mark.parametrize("viewport", [LOW, PHONE])
def test_a_die_is_typed_in_the_largest_letters(site: Site, phones: Phones, viewport: ViewportSize) -> None:
    """In a fight all keys are on the first screen, whatever stands above them, and none lies over another."""
    phone = phones(site.url, viewport=viewport, expert=False)
    phone.context.add_cookies([{"name": "size", "value": "huge", "url": site.url}])
    phone.go("/")
    with phone.page.expect_navigation():
        phone.page.evaluate("() => document.querySelector('form[action=\"/demo/archmagi\"]').submit()")
    code = phone.path().split("/")[2].partition("?")[0]
    asked = site.play(code, Random(1), lambda one: one.part.section == "III Roll" and isinstance(one.part, Roll))
    assert asked is not None
    phone.go(f"/m/{code}?as={asked.seat}")
    on_first_screen(phone, KEYS)
    boxes = [key.bounding_box() for key in phone.page.locator(KEYS).all()]
    pairs = [(one, other) for one, other in pairwise(boxes) if one and other and one["y"] == other["y"]]
    assert all(one["x"] + one["width"] <= other["x"] and one["width"] >= 40 for one, other in pairs)


def test_who_waits_on_the_smallest_phone_sees_where_it_happens(site: Site, phones: Phones) -> None:
    """Also where the map is legible without being enlarged: then it is moved in its window."""
    phone, watcher = phones(site.url), phones(site.url, viewport=LOW)
    code = phone.create("archmagi", ["red", "blue", "green"], ["red", "blue", "green"])
    watcher.join(code)
    assert site.play(code, Random(7), lambda one: one.part.section == "Deploy") is not None
    watcher.go(f"/m/{code}")
    box = watcher.page.locator(".panel .mapbox[data-focus]")
    scene = box.locator(f'[data-place="{box.get_attribute("data-focus")}"] .ground').bounding_box()
    window = box.locator(".scroll").bounding_box()
    assert scene is not None
    assert window is not None
    assert window["y"] <= scene["y"]
    assert scene["y"] + scene["height"] <= window["y"] + window["height"] + 1
