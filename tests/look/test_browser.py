"""The pages measured and used in a real browser, at the size of a phone and of a TV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.look.conftest import Site
from tests.look.gallery import PAGES

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
PHONE_PAGES = [name for name in PAGES if not name.startswith("tv")]
SMALL_TARGETS = """() => {
  const small = [];
  for (const one of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')) {
    if (one.closest('svg, details:not([open]) > :not(summary)') || one.disabled) continue;
    const label = one.matches('[type=radio], [type=checkbox]') && (one.closest('label') || one.labels[0]);
    const box = (label || one).getBoundingClientRect();
    if (box.width && (box.width < 44 || box.height < 44)) {
      small.push(`${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`);
    }
  }
  return small;
}"""
BEYOND = """() => [...document.querySelectorAll('main *')]
  .filter(one => !one.closest('.scroll, svg') && one.checkVisibility() && one.getBoundingClientRect().right > 361)
  .map(one => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A phone held upright; anything the browser complains about fails the test."""
    page = browser.new_page(viewport=PHONE, has_touch=True)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.complaints = complaints
    yield page
    page.close()
    assert complaints == []


@pytest.mark.parametrize("name", PHONE_PAGES)
def test_every_target_is_large_enough_for_a_thumb(site: Site, phone: Any, name: str) -> None:
    """Whatever can be tapped measures 44 px at least in both directions."""
    phone.goto(site.url(name))
    assert phone.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("size", [100, 200])
@pytest.mark.parametrize("name", PHONE_PAGES)
def test_no_page_scrolls_sideways_even_with_text_twice_as_large(site: Site, phone: Any, name: str, size: int) -> None:
    """At 360 px everything keeps within the width; larger text wraps instead of being cut off."""
    phone.goto(site.url(name))
    phone.evaluate(
        "size => document.documentElement.style.setProperty('--pico-font-size', size + '%', 'important')", size
    )
    assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{16 * size / 100:g}px"
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    beyond = phone.evaluate(BEYOND)
    assert beyond == []


def test_the_first_screen_says_where_we_are_who_is_due_and_what_to_do(site: Site, phone: Any) -> None:
    """Without scrolling: the round, whose turn it is, that it is my move, and all I can do."""
    phone.goto(site.url("play"))
    bar = phone.locator(".tab-bar").bounding_box()["y"]
    for css in (".where", ".doing", ".your-move", ".prompt", ".options .option >> nth=-1"):
        box = phone.locator(css).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] < bar, css


def test_a_d20_is_on_the_first_screen_with_the_wish_to_have_it_rolled(site: Site, phone: Any) -> None:
    """Twenty keys and one wide button stand above the thumb bar."""
    phone.goto(site.url("dice"))
    bar = phone.locator(".tab-bar").bounding_box()["y"]
    assert phone.locator("#q-roll-1 .key").count() == 20
    button = phone.locator("#q-roll-1 .roll").bounding_box()
    assert button["y"] + button["height"] < bar
    assert button["width"] > 300


def test_two_dice_of_a_contest_stand_side_by_side(site: Site, phone: Any) -> None:
    """Both keypads are on the first screen, next to each other."""
    phone.goto(site.url("duel"))
    one, other = (phone.locator(f"#q-duel-{n} .key").first.bounding_box() for n in (1, 2))
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] < other["x"]


def test_one_tap_on_a_key_answers(site: Site, phone: Any) -> None:
    """The key pressed is the answer, with the question it belongs to."""
    phone.goto(site.url("dice"))
    with phone.expect_response("**/answer"):
        phone.locator("#q-roll-1 .key", has_text="17").tap()
    assert site.answers[-1] == {"key": ["roll-1"], "tab": ["now"], "die.0": ["17"]}


def test_a_tap_on_the_map_answers(site: Site, phone: Any) -> None:
    """A place in the picture is as good as its button: the first tap selects it, the second answers."""
    phone.goto(site.url("place"))
    place = phone.locator("svg a.can").first
    place.tap()
    with phone.expect_response("**/answer"):
        place.tap()
    assert site.answers[-1]["choice"][0].count(":") == 1


def test_without_scripts_a_place_on_the_map_leads_to_its_button(site: Site, browser: Any) -> None:
    """The link in the picture marks the button, and the button answers."""
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url("place"))
    page.locator("svg a.can").first.click()
    button = page.locator(".option:target")
    wanted = button.get_attribute("value")
    button.click()
    assert site.answers[-1]["choice"] == [wanted]
    context.close()


def test_without_scripts_numbers_are_plain_fields(site: Site, browser: Any) -> None:
    """No buttons that do nothing, no totals that stand still."""
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(site.url("forms"))
    assert page.locator(".step:visible, output:visible").count() == 0
    page.locator("#q-army-1-count\\.u0").fill("5")
    page.locator("#q-army-1 .go").click()
    assert site.answers[-1]["count.u0"] == ["5"]
    context.close()


def test_steppers_keep_their_bounds_and_totals_follow(site: Site, phone: Any) -> None:
    """The sum of pieces and cost is right after every tap, and too dear a sum is marked."""
    phone.goto(site.url("forms"))
    row = phone.locator("#q-army-1 .row", has_text="Level 3 ranged")
    row.locator("[data-set='1']").tap()
    row.locator("[data-step='-1']").tap()
    assert row.locator("input").input_value() == "0"
    for _ in range(7):
        row.locator("[data-step='1']").tap()
    total = phone.locator("#q-army-1 [data-total=cost]")
    assert total.inner_text() == "21"
    assert "over" in total.locator("..").get_attribute("class")
    row.locator("[data-step='-1']").tap()
    assert total.inner_text() == "18"
    assert "over" not in total.locator("..").get_attribute("class")
    row.locator("input").fill("8")
    row.locator("[data-step='1']").tap()
    assert row.locator("input").input_value() == "8"


def test_the_wish_to_have_dice_rolled_is_remembered_for_the_seat(site: Site, phone: Any) -> None:
    """Who had a roll done by the app finds that button marked, in its place; a typed die turns it back."""
    marked = "document.querySelector('#q-roll-2').matches('.prefers-app')"
    ground = "getComputedStyle(document.querySelector('#q-roll-2 .roll')).boxShadow"
    phone.goto(site.url("dice"))
    plain = phone.evaluate(ground)
    assert not phone.evaluate(marked)
    with phone.expect_response("**/answer"):
        phone.locator("#q-roll-1 .roll").tap()
    phone.goto(site.url("dice"))
    assert phone.evaluate(marked)
    phone.wait_for_timeout(500)  # looks change slowly
    assert phone.evaluate(ground) != plain
    with phone.expect_response("**/answer"):
        phone.locator("#q-roll-2 .key").first.tap()
    phone.goto(site.url("dice"))
    assert not phone.evaluate(marked)
    assert phone.evaluate(ground) == plain


def test_an_answer_without_a_connection_is_kept_and_sent_once(site: Site, phone: Any) -> None:
    """The tap is not lost: it waits in the phone, the page says so, and it goes out when the connection is back."""
    phone.goto(site.url("play"))
    before = len(site.answers)
    phone.context.set_offline(True)
    for choice in ("move", "drop"):
        phone.locator(f".option[value={choice}]").tap()
        phone.wait_for_function("words => localStorage.outbox?.includes(words)", arg=f"choice={choice}")
    assert phone.locator("#outbox").is_visible()
    (kept,) = phone.evaluate("JSON.parse(localStorage.outbox)")
    assert kept["post"] == "post-turn-1"
    assert len(site.answers) == before
    phone.context.set_offline(False)
    phone.wait_for_function("() => !localStorage.outbox")
    assert [answer["choice"] for answer in site.answers[before:]] == [["drop"]]
    phone.complaints.clear()


def test_a_keypad_can_be_walked_with_the_arrow_keys(site: Site, phone: Any) -> None:
    """Right goes on by one, down by one row."""
    phone.goto(site.url("dice"))
    phone.locator("#q-roll-1 .key").first.focus()
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowDown")
    assert phone.evaluate("document.activeElement.value") == "7"


@pytest.mark.parametrize(
    ("name", "last"), [("tv", ".tv-join"), ("tv-battle", ".tv-join"), ("tv-battle", ".battle .lost >> nth=0")]
)
def test_the_tv_shows_everything_without_scrolling(site: Site, browser: Any, name: str, last: str) -> None:
    """At 1920 x 1080 the map takes two thirds, and nothing lies beyond the edge, in a battle neither."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(site.url(name))
    picture, side = page.locator(".tv-main").bounding_box(), page.locator(".tv-side").bounding_box()
    assert 0.6 < picture["width"] / 1920 < 0.7
    assert side["y"] + side["height"] <= 1080
    box = page.locator(last).bounding_box()
    assert box["y"] + box["height"] <= 1080
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.tv-due li')).fontSize)") >= 28
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_follows_the_theme(site: Site, phone: Any, theme: str) -> None:
    """Light ground with dark text, or the other way round."""
    phone.goto(site.url("play", theme))
    ground = phone.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert (sum(ground) > 600) == (theme == "light")
