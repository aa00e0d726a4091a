"""Nothing lies behind the bar under the thumb: what a move needs stands above it, the rest scrolls clear of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.effects import Roll
from companion.engine.core.questions import Question
from tests.browser.brink import first_round, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.test_battle import on_first_screen

Phones = Callable[..., PhoneDriver]
SMALL, USUAL = {"width": 320, "height": 568}, {"width": 360, "height": 740}
BEHIND = """() => {
  const bars = [...document.querySelectorAll(".tab-bar, .new-things:not([hidden]), .totals, .purse")];
  const away = ".tab-bar, .sr, svg, .new-things, .outbox, details:not([open]) > :not(summary)";
  const seen = [...document.querySelectorAll("main :is(a[href], button, summary, input, select, label.tick)")]
    .filter(one => !one.closest(away) && getComputedStyle(one).opacity !== "0" && one.offsetWidth > 2);
  const behind = new Set();
  for (const one of seen) {
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    const top = box.top + parseFloat(style.paddingTop), bottom = box.bottom - parseFloat(style.paddingBottom);
    for (const bar of bars) {
      const over = bar.getBoundingClientRect();
      if (!bar.contains(one) && bottom > over.top + 1 && top < over.bottom - 1)
        behind.add(`${bar.className}: ${one.textContent.trim() || one.name}`);
    }
  }
  window.scrollTo(0, 0);
  return [...behind];
}"""
"""What lies behind a bar although it was scrolled to."""
CUT = """() => [...document.querySelectorAll(".tab-bar a > span:not(.badge), .track li span")].filter(one => {
  if (one.getBoundingClientRect().width < 2) return false;
  const words = document.createRange();
  words.selectNodeContents(one);
  const box = words.getBoundingClientRect(), around = one.parentElement.getBoundingClientRect();
  return box.left < Math.max(around.left, 3) || box.right > Math.min(around.right, innerWidth - 3);
}).map(one => one.textContent)"""
"""Words of the tabs and of the Round that are cut, or reach beyond their place."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("bars"))
    yield made
    made.close()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
def test_a_move_on_the_map_is_decided_above_the_bar(
    site: Site, phones: Phones, size: dict[str, int], language: str
) -> None:
    """The buttons below the map are on the first screen; whatever is scrolled to lies free, news or not."""
    for code in (first_round(site.store, ["knights", "amazons"]), put_up(site.store)[0]):
        phone = phones(site.url, viewport=size, expert=False)
        phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
        phone.join(code, "knights")
        on_first_screen(phone, "form[data-answer] > .options:not(.numbered, .off) .option:not(.minor)")
        for path in (f"/m/{code}", f"/m/{code}/log", f"/m/{code}?tab=map"):
            phone.go(path)
            assert phone.page.evaluate(BEHIND) == [], path
        phone.go(f"/m/{code}")
        phone.page.evaluate("document.getElementById('new-things').hidden = false")
        assert phone.page.evaluate(BEHIND) == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
def test_the_first_roll_of_a_beginner_is_above_the_bar(
    site: Site, phones: Phones, size: dict[str, int], language: str
) -> None:
    """With hints, and others awaited: the whole keypad and the button that rolls."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    site.play(code, Random(1), lambda one: one.section == "5.2")
    phone = phones(site.url, viewport=size, expert=False)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, "knights")
    assert phone.page.locator(".coach .aim").count() == 0
    on_first_screen(phone, ".keypad .key")
    on_first_screen(phone, "form[data-answer] > .roll")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
def test_words_of_tabs_and_of_the_round_are_whole(
    site: Site, phones: Phones, size: dict[str, int], language: str
) -> None:
    """None of them is cut or touches the next one or the edge."""
    code, _city = put_up(site.store)
    phone = phones(site.url, viewport=size)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, "knights")
    assert phone.page.evaluate(CUT) == []


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
@pytest.mark.parametrize("rule", ["buy_army", "production_deed"])
def test_what_is_bought_lies_free_of_totals_and_stock(
    site: Site, phones: Phones, size: dict[str, int], rule: str
) -> None:
    """Each row scrolls clear of the bars that stay, and the button that buys is among the totals, always in view."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = next(filter(None, (site.play(code, Random(seed), of_rule(rule), 3000) for seed in range(7, 30))))
    phone = phones(site.url, viewport=size, expert=False)
    phone.join(code, asked.seat)
    if rule == "production_deed":
        if size == USUAL:  # the tip is one line
            on_first_screen(phone, "form[data-answer] > .options:not(.off) > li:nth-child(-n + 4) > .option")
        phone.act(phone.page.locator('form[data-answer] button[value^="units@"]').first.click)
    on_first_screen(phone, "form[data-answer] .totals .go")
    if rule == "buy_army" and size == USUAL:
        totals = phone.page.locator("form[data-answer] .totals").bounding_box()
        rows = [
            row.bounding_box() for row in phone.page.locator("form[data-answer] .counts > *:not(.totals):visible").all()
        ]
        assert totals is not None
        assert max(row["y"] + row["height"] for row in rows if row) <= totals["y"] + 1, "all three rows above the bar"
    assert phone.page.evaluate(BEHIND) == []


def of_rule(name: str) -> Callable[[Question], bool]:
    """Whether a question is asked by this step."""
    return lambda question: question.rule.endswith(name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_map_on_a_tablet_leaves_its_buttons_above_the_bar(site: Site, phones: Phones, language: str) -> None:
    """Upright and across: what is chosen below the map is on the first screen, as on a phone."""
    code = first_round(site.store, ["knights", "amazons"])
    phone = phones(site.url, viewport={"width": 768, "height": 1024}, expert=False)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, "knights")
    for width, height in ((768, 1024), (1024, 768), (900, 700)):
        phone.page.set_viewport_size({"width": width, "height": height})
        on_first_screen(phone, "form[data-answer] > .options:not(.numbered, .off) .option:not(.minor)")


def test_a_die_of_a_battle_has_all_its_keys_on_a_low_phone(site: Site, phones: Phones) -> None:
    """Also on the phone of somebody who lets the app roll, where the button for that is marked and nothing moves."""
    for seed in range(3, 40):
        code = site.store.create(
            find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW
        )
        asked = site.play(code, Random(seed), is_withdrawal_roll, 1500)
        if asked is not None:
            break
    assert asked is not None
    phone = phones(site.url, viewport=SMALL)
    phone.join(code, asked.seat)
    places = []
    for app in (False, True):
        phone.page.evaluate(
            "app => document.querySelector('form[data-answer]').classList.toggle('prefers-app', app)", app
        )
        on_first_screen(phone, "form[data-answer] :is(.key, .roll)")
        keys = phone.page.locator("form[data-answer] :is(.key, .roll)")
        places.append(keys.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))
    assert places[0] == places[1]


def is_withdrawal_roll(question: Question) -> bool:
    """Whether a Hero rolls to get away."""
    return question.rule.endswith(".withdraw") and isinstance(question.part, Roll)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_log_cuts_neither_question_nor_answer(site: Site, phones: Phones, language: str) -> None:
    """On the smallest phone, in three lines; of a long entry the question waits for a tap, whole as well."""
    code, _city = put_up(site.store)
    site.play(code, Random(5), lambda _one: False, 60)
    phone = phones(site.url, viewport=SMALL)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, "knights")
    phone.go(f"/m/{code}/log")
    texts = phone.page.locator(".entry :is(.told, .said, .came, .asked, .value)")
    assert texts.count() > 80
    cut = texts.evaluate_all(CUT_TEXTS)
    assert cut == [], cut
    rows = phone.page.locator(".log:not(.mates) > .entry > details > summary")
    high = rows.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(high) >= 44
    assert sum(high) / len(high) <= 56
    assert max(high) <= 64
    long = phone.page.locator(".entry:has(.in-full)").first
    assert not long.locator(".in-full").is_visible()
    long.locator("summary").first.click()
    assert long.locator(".in-full").is_visible()
    assert long.locator(".in-full").evaluate_all(CUT_TEXTS) == []


CUT_TEXTS = """all => all.filter(one => one.checkVisibility() && one.clientWidth
  && (one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflow === "hidden")
    || getComputedStyle(one).textOverflow === "ellipsis").map(one => one.textContent)"""
"""What of these texts is cut."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
def test_the_list_beside_a_map_begins_on_the_first_screen(
    site: Site, phones: Phones, size: dict[str, int], language: str
) -> None:
    """Below the buttons that stand beside the places, however long their words are."""
    code = first_round(site.store, ["knights", "amazons"])
    phone = phones(site.url, viewport=size, expert=False)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, "knights")
    on_first_screen(phone, "form[data-answer] .as-list > summary")


def test_a_blow_of_multiverse_war_is_rolled_above_the_bar(site: Site, phones: Phones) -> None:
    """On the smallest phone, with what the last blow did above the picture."""
    for seed in range(1, 30):
        code = site.store.create(find_game("multiverse_war"), ["red", "blue"], {}, {}, release="test", now=NOW)
        asked = site.play(code, Random(seed), lambda one: one.part.about.startswith("blow:"), 1500)
        if asked is not None:
            break
    assert asked is not None
    phone = phones(site.url, viewport=SMALL)
    phone.join(code, asked.seat)
    on_first_screen(phone, "form[data-answer] :is(.key, .roll)")
