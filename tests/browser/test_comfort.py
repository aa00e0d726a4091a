"""Comforts of a phone: drafts, the rule in a sheet, a place selected before it is gone to, settings."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.engine.core.forms import Pick
from companion.engine.core.questions import Question
from companion.engine.match.live import Stamp
from tests.browser.brink import NOW, put_up
from tests.browser.driver import PHONE, PhoneDriver
from tests.browser.site import Site

pytestmark = pytest.mark.browser
HVW = "heroes_vs_warlords"
SIDES = ["knights", "amazons"]
SIGNS = "all => all.map(one => one.href.baseVal)"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


@pytest.fixture
def phone(browser: Browser, site: Site) -> PhoneDriver:
    return PhoneDriver(browser, site.url, expert=False)


def seated(phone: PhoneDriver, site: Site, code: str, *seats: str) -> None:
    """Join a match made by other means, with seats."""
    phone.go(f"/m/{code}/join")
    phone.page.fill('input[name="label"]', "Phone")
    phone.page.locator("form.join button").last.click()
    phone.page.wait_for_url(f"**/m/{code}*")
    for seat in seats:
        site.store.give_seat(code, site.store.read(code).devices[-1].id, seat)
    phone.go(f"/m/{code}")


def test_no_tap_on_the_keys_of_a_number_is_lost(phone: PhoneDriver, site: Site) -> None:
    """The name of a line leads to its field and moves no key; once changed, a key stays what it is, also at 0."""
    code = phone.create(HVW, SIDES, SIDES)
    site.play(code, Random(7), lambda one: one.rule.endswith("setup.buy_army"))
    phone.go(f"/m/{code}")
    row = phone.page.locator(".row:has(.firsts)").first
    field, mouse = row.locator("input"), phone.page.mouse
    row.locator("label").click()
    assert phone.page.evaluate("document.activeElement.type") == "number"
    button = phone.page.locator(".totals .go").first
    place = button.bounding_box()
    for tap, value in (("3", "3"), ("-1", "2"), ("-1", "1"), ("-1", "0"), ("-1", "0"), ("1", "1"), ("1", "2")):
        key = row.locator(f'.first[data-set="{tap}"]:visible, .step[data-step="{tap}"]:visible').last
        box = key.bounding_box()
        assert box is not None
        row.locator("label").click()
        mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert field.input_value() == value
        assert button.bounding_box() == place, "the button beside the totals stays where it is"
    warning = phone.page.locator(".totals .lost").first
    assert "18" in warning.inner_text(), "Gold that is not spent on the first army is lost"
    row.locator(".rest").click()
    keys = phone.page.locator(".row:has(.firsts)").nth(1).locator(".first")
    assert all(not one.is_enabled() for one in keys.all()), "keys look as if there were Gold for them"


def test_the_button_says_so_where_nothing_is_bought(phone: PhoneDriver, site: Site) -> None:
    """Whoever may buy nothing is not asked again; the button says what it does, and stands where it stood."""
    code = phone.create("conquest_of_zabor", ["red", "blue", "green"], ["red", "blue", "green"])
    site.play(code, Random(7), lambda one: one.part.about == "army", 3000)
    phone.go(f"/m/{code}")
    button, row = phone.page.locator(".totals .go").first, phone.page.locator(".row:has(.step)").first
    with_nothing, place = button.inner_text(), button.bounding_box()
    row.locator('.step[data-step="1"]').click()
    assert button.inner_text() != with_nothing
    assert button.bounding_box() == place
    row.locator('.step[data-step="-1"]').click()
    assert button.inner_text() == with_nothing


def test_a_half_filled_form_survives_a_change_of_tab_a_reload_and_a_restart(phone: PhoneDriver, site: Site) -> None:
    """Numbers put in are there again, on the tab, after a reload and in a new page; once sent they are forgotten."""
    code = phone.create(HVW, SIDES, SIDES)
    site.play(code, Random(7), lambda one: one.rule.endswith("setup.buy_army"))
    phone.go(f"/m/{code}")
    field = phone.page.locator("form[data-answer] input[type=number]").first
    field.fill("4")
    name = str(field.get_attribute("id"))
    phone.go(f"/m/{code}?tab=army")
    phone.go(f"/m/{code}")
    assert phone.page.locator(f'[id="{name}"]').input_value() == "4"
    phone.page = phone.context.new_page()
    phone.go(f"/m/{code}")
    assert phone.page.locator(f'[id="{name}"]').input_value() == "4"
    phone.act(phone.page.locator("form[data-answer] button.go").first.click)
    assert phone.page.evaluate("localStorage.getItem('drafts')") is None
    assert not phone.faults


WHERE_IN_SHEET = """() => {
  const box = css => document.querySelector(css).getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#sheet h1"));
  const sheet = box("#sheet"), body = box("#sheet .sheet-body"), rule = box("#sheet .rule-rows");
  return { sheet: sheet.top, body: body.top, close: box("#sheet > form > button"), width: sheet.width, wide: body.width,
    heading: box("#sheet h1"), words: words.getBoundingClientRect().right, rule: rule.top };
}"""


def test_the_rule_opens_over_the_page_and_back_closes_it(phone: PhoneDriver, site: Site) -> None:
    """A tap on a section shows the rule in a sheet; the back button leads to the page, not away from it."""
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    phone.page.locator("form[data-answer] a.section").first.click()
    phone.page.locator("#sheet[open] .rule-rows").first.wait_for()
    places = phone.page.evaluate(WHERE_IN_SHEET)
    assert 0 <= places["sheet"] <= places["body"], "the rule begins above what can be scrolled to"
    assert places["words"] <= places["close"]["left"], "the button that closes stands on the heading"
    assert places["close"]["bottom"] <= places["heading"]["bottom"] + 1 <= places["rule"] + 2, "it stands on the rule"
    assert places["wide"] > 0.8 * places["width"], "the rule has a narrow column beside the button"
    assert phone.path() == f"/m/{code}"
    phone.page.go_back()
    phone.page.locator("#sheet:not([open])").wait_for(state="attached")
    assert phone.path() == f"/m/{code}"
    phone.page.locator("form[data-answer] a.section").first.click()
    phone.page.locator("#sheet[open] button").first.click()
    phone.page.locator("#sheet:not([open])").wait_for(state="attached")
    assert not phone.faults


def test_a_tap_on_the_map_selects_and_a_second_one_goes(phone: PhoneDriver, site: Site) -> None:
    """The first tap says where and what it costs and answers nothing; the second answers. Experts answer at once."""
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    before = site.store.read(code).last
    spot = phone.page.locator("a.can").first
    spot.locator("polygon").click()
    assert phone.page.locator(".picked-bar.open .label").inner_text()
    assert site.store.read(code).last == before
    phone.act(spot.locator("polygon").click)
    assert site.store.read(code).last > before
    assert not phone.faults


def test_settings_hold_on_all_pages(phone: PhoneDriver) -> None:
    """What is chosen counts at once, is on the root of every page from then on, and leads back to where one was."""
    phone.go("/helpers")
    phone.page.locator('footer a[href^="/settings"]').click()
    phone.page.locator('label:has(input[name="theme"][value="dark"])').click()
    phone.page.locator('label:has(input[name="size"][value="large"])').click()
    root = phone.page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-size")) == ("dark", "large"), "at once"
    phone.page.wait_for_function("document.querySelector('[data-kept]').textContent")
    phone.page.locator("form.settings a[role=button]").click()
    phone.page.wait_for_url("**/helpers")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-size")) == ("dark", "large")


def test_the_map_says_what_lies_where_and_what_its_signs_mean(phone: PhoneDriver, site: Site) -> None:
    """The first look is near one's own Hero; a tap says what a hex is and leads nowhere; each look has its sign."""
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    phone.go(f"/m/{code}?tab=map")
    box = phone.page.locator(".mapbox")
    own = box.get_attribute("data-focus")
    assert own == site.store.read(code).state.players["knights"].heroes[0].place
    assert box.locator('.zoom input[value="2"]').is_checked()
    for viewport in (PHONE, {"width": 740, "height": 360}, PHONE):  # also once the phone was turned and turned back
        phone.page.set_viewport_size(viewport)  # type: ignore[arg-type]
        phone.page.wait_for_timeout(100)
        inside, hex_ = box.locator(".scroll").bounding_box(), box.locator(f'[data-place="{own}"]').bounding_box()
        assert inside
        assert hex_
        assert inside["x"] <= hex_["x"] + hex_["width"] / 2 <= inside["x"] + inside["width"]
        assert inside["y"] <= hex_["y"] + hex_["height"] / 2 <= inside["y"] + inside["height"]
    box.locator(f'[data-place="{own}"] .ground').click(force=True)
    assert box.locator(".picked-bar.open .label").inner_text() == box.locator(f'[data-place="{own}"]').get_attribute(
        "data-words"
    )
    assert phone.path() == f"/m/{code}?tab=map"
    box.locator(".signs summary").click()
    symbols = set(box.locator(".scroll .symbol").evaluate_all(SIGNS))
    drawn = set(box.locator(".signs .symbol").evaluate_all(SIGNS))
    assert symbols == drawn
    assert not phone.faults


def test_places_one_may_go_to_are_lettered(phone: PhoneDriver, site: Site) -> None:
    """Nobody takes a letter for a cost; the list under the map has the same letters, each with its cost in words."""
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    on_map = phone.page.locator(".mapbox.asks a.can g text").all_text_contents()
    in_list = phone.page.locator(".options.numbered b.no").all_text_contents()
    assert set(on_map) == set(in_list)
    assert all(one.isalpha() for one in on_map)


def test_two_fingers_make_the_map_larger_and_smaller(browser: Browser, site: Site) -> None:
    """What lies between the fingers stays between them; nothing is chosen by it, and the page itself does not grow."""
    phone = PhoneDriver(browser, site.url, has_touch=True, is_mobile=True)
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    phone.go(f"/m/{code}?tab=map")
    box = phone.page.locator(".mapbox .scroll").first
    box.scroll_into_view_if_needed()
    at = box.bounding_box()
    assert at is not None
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    width = "one => one.querySelector('.hexmap').getBoundingClientRect().width"
    line = phone.context.new_cdp_session(phone.page)

    def pinch(first: int, last: int) -> float:
        for kind, apart in (("touchStart", first), ("touchMove", (first + last) // 2), ("touchMove", last)):
            fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return float(box.evaluate(width))

    before, answers = float(box.evaluate(width)), site.store.read(code).last
    larger = pinch(30, 60)
    assert larger == pytest.approx(2 * before, rel=0.1)
    assert box.evaluate("one => one.scrollLeft") > 0
    assert pinch(60, 30) < larger
    assert phone.page.evaluate("visualViewport.scale") == 1
    assert site.store.read(code).last == answers
    assert not phone.faults


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_losses_fade_for_a_moment(browser: Browser, site: Site, motion: str) -> None:
    """A stack that has lost units is marked where they fell; nothing moves where the phone asks for little movement."""
    code, city = put_up(site.store)
    phone = PhoneDriver(browser, site.url, reduced_motion=motion)
    seated(phone, site, code, "knights")
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    assert site.play(code, Random(7), lambda one: one.rule.endswith("arena.strike"), 200) is not None
    phone.go(f"/m/{code}")
    phone.page.evaluate(WATCH_HURT)
    for number in range(12):
        site.play(code, Random(number + len(site.store.read(code).questions)), counted(), 50)
        phone.page.locator(f'#live[data-version="{site.store.version(code)}"]').wait_for()
        phone.page.wait_for_timeout(100)
        if phone.page.evaluate("window.hurt.length"):
            break
    hurt = phone.page.evaluate("window.hurt")
    assert hurt
    assert {one["name"] for one in hurt} == ({"hurt"} if motion == "no-preference" else {"none"})


WATCH_HURT = """() => {
  window.hurt = [];
  new MutationObserver(() => document.querySelectorAll(".hurt").forEach(one =>
    window.hurt.push({ stack: one.dataset.stack, name: getComputedStyle(one).animationName })))
    .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}"""


def counted(most: int = 2) -> Any:
    """Stops play after so many answers, so that the phone sees each state on its way."""
    seen = iter(range(most + 1))
    return lambda _question: next(seen, most) >= most


def test_the_log_is_dense(phone: PhoneDriver, site: Site) -> None:
    """At 360 px an entry takes 56 px or less on the average, and a thumb finds each; a tap shows all of it."""
    code = phone.create(HVW, SIDES, SIDES)
    site.play(code, Random(7), lambda _one: False, 200)
    phone.go(f"/m/{code}/log")
    rows = phone.page.locator(".log > .entry > details > summary")
    high = rows.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(high) == 40
    assert min(high) >= 44
    assert sum(high) / len(high) <= 56
    rows.first.click()
    assert phone.page.locator(".entry .acts").first.is_visible()


def test_quick_changes_of_settings_are_all_kept(phone: PhoneDriver) -> None:
    """However fast they follow each other, and no button is left to press at the end of the page."""
    phone.go("/settings")
    assert not phone.page.locator("form.settings button[type=submit]").is_visible()
    for name, value in (("hints", "off"), ("timer", "on"), ("sound", "on"), ("hints", "on"), ("taps", "expert")):
        phone.page.locator(f'input[name="{name}"][value="{value}"]').evaluate("one => one.click()")
    phone.page.wait_for_load_state("networkidle")
    phone.go("/settings")
    chosen = phone.page.locator("form.settings input:checked").evaluate_all(
        "all => all.map(one => one.name + one.value)"
    )
    assert {"hintson", "timeron", "soundon", "tapsexpert"} <= set(chosen)


@pytest.mark.parametrize("width", [360, 412])
def test_no_word_of_a_hint_lies_under_its_button(phone: PhoneDriver, site: Site, width: int) -> None:
    """However long the last line of the advice is, in English and with the longer German button."""
    code, _city = put_up(site.store)
    seated(phone, site, code, "knights")
    phone.page.set_viewport_size({"width": width, "height": 740})
    covered = """() => {
      const card = document.querySelector('.coach'), words = card.querySelector('p:last-of-type');
      const button = card.querySelector('button'), found = [];
      for (const label of ['No hints', 'Keine Tipps']) for (let n = 5; n < 60; n++) {
        button.textContent = label; words.textContent = 'riches '.repeat(n);
        const range = document.createRange(); range.selectNodeContents(words.firstChild);
        const b = button.getBoundingClientRect();
        const left = b.right - b.width + parseFloat(getComputedStyle(button).paddingLeft);
        for (const line of range.getClientRects())
          if (line.right > left + 1 && line.bottom > b.top + b.height / 2 - 6 && line.top < b.top + b.height / 2 + 6)
            found.push([label, n]);
      }
      return found;
    }"""
    assert phone.page.locator("details.tip").is_visible(), "a map that asks leaves the advice one line"
    phone.page.evaluate("document.querySelectorAll('.mapbox').forEach(one => one.remove())")
    assert phone.page.locator(".coach").is_visible()
    assert phone.page.evaluate(covered) == []


def test_a_word_is_found_in_the_player_aid(phone: PhoneDriver, site: Site) -> None:
    """Only lines with it are shown, and all of them again without it."""
    code = phone.create("archmagi", ["red", "blue"], ["red"])
    phone.go(f"/m/{code}/aid")
    lines = phone.page.locator("main .card :is(tbody tr, li):visible")
    before = lines.count()
    phone.page.locator("[data-find]").fill("undead")
    found = [one.lower() for one in lines.all_inner_texts()]
    assert 0 < len(found) < before
    assert all("undead" in one for one in found)
    phone.page.locator("[data-find]").fill("")
    assert lines.count() == before


def test_a_file_is_chosen_by_a_button_in_the_readers_language(phone: PhoneDriver) -> None:
    """It says which file it is; the field of the browser lies over it, for tap and keyboard."""
    phone.go("/import")
    field, said = phone.page.locator('input[type="file"]'), phone.page.locator(".file-name")
    none = said.inner_text()
    field.set_input_files({"name": "friday.json", "mimeType": "application/json", "buffer": b"{}"})
    assert said.inner_text() == "friday.json" != none
    button, box = phone.page.locator(".file-field .button").bounding_box(), field.bounding_box()
    assert button is not None
    assert box is not None
    assert box["width"] >= button["width"]
    assert box["height"] >= button["height"] >= 44


def test_all_of_a_stack_go_with_one_tap(phone: PhoneDriver, site: Site) -> None:
    """Where all may be picked, a button picks them and another one lets them go."""
    code = phone.create("archmagi", ["red", "blue", "green"], ["red", "blue", "green"])
    asked = site.play(code, Random(3), picks_any, 900)
    assert asked is not None
    phone.go(f"/m/{code}?as={asked.seat}")
    boxes = phone.page.locator("fieldset.choices").first.locator("input[type=checkbox]:enabled")
    for which, count in (("yes", boxes.count()), ("", 0)):
        phone.page.locator(f'[data-tick-all="{which}"]').first.click()
        assert sum(one.is_checked() for one in boxes.all()) == count


def picks_any(question: Question) -> bool:
    """Whether any number of several things may be picked."""
    form = getattr(question.part, "form", None)
    if not isinstance(form, Pick):
        return False
    return form.most >= len(form.options) > 3 and all(one.refusal is None for one in form.options)


def test_the_largest_letters_leave_the_button_in_view(phone: PhoneDriver, site: Site) -> None:
    """On a small phone the lines to buy begin below the fold, the bar that ends the question does not; a picture of
    areas grows with the letters, and a name that nobody has to type stands beside its field.
    """
    game, seats = "conquest_of_zabor", ["red", "blue", "green"]
    code = phone.create(game, seats, seats)
    site.play(code, Random(7), lambda one: one.rule.endswith("choose_start"))
    phone.go(f"/m/{code}")
    phone.page.locator(".used-names.offered button").first.click()
    assert phone.page.locator("input[data-names]").input_value()
    site.play(code, Random(7), buys, 3000)
    wide = []
    phone.page.set_viewport_size({"width": 320, "height": 568})
    for size in ("normal", "huge"):
        phone.context.add_cookies([{"name": "size", "value": size, "url": phone.url}])
        phone.go(f"/m/{code}?tab=map")
        wide.append(phone.page.locator("svg.graph").bounding_box()["width"])
    assert wide[1] > 1.2 * wide[0]
    phone.go(f"/m/{code}")
    button, bar = (phone.page.locator(one).first.bounding_box() for one in (".totals .go", ".tab-bar"))
    assert button["y"] + button["height"] <= bar["y"] + 1


def buys(question: Question) -> bool:
    """Whether Units are bought."""
    return question.rule.endswith("build_army") and hasattr(getattr(question.part, "form", None), "budget")
