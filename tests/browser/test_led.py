"""Phones that wait or look on are led, too: what happens is in the middle of what they see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.questions import Question
from companion.engine.match.live import Stamp
from tests.browser.brink import first_round, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game

Phones = Callable[..., PhoneDriver]
HERO_IN_SIGHT = """() => {
  const box = document.querySelector("#live > .panel.map .mapbox"), scroll = box.querySelector(".scroll");
  const hex = box.querySelector(`[data-place="${box.dataset.focus}"]`), seen = scroll.getBoundingClientRect();
  const at = hex.getBoundingClientRect(), bar = document.querySelector(".tab-bar").getBoundingClientRect().top;
  return at.left >= seen.left && at.right <= seen.right && at.top >= seen.top && at.bottom <= Math.min(seen.bottom, bar)
    && box.querySelectorAll(`[data-on="${box.dataset.focus}"] .token`).length > 0;
}"""
"""Whether the place of what happens, and who is there, lie whole in the window of the map and above the bar."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("led"))
    yield made
    made.close()


def answer(site: Site, code: str, value: str) -> None:
    """The side that is asked answers on its phone."""
    with site.store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, value, Stamp(asked.seat, NOW, "test", f"{asked.key} {value}"))


@pytest.mark.parametrize("size", [(320, 568), (360, 740)])
def test_who_waits_sees_the_hero_that_acts(site: Site, phones: Phones, size: tuple[int, int]) -> None:
    """On the first screen of a waiting phone; and the picture follows from one player's turn to the next."""
    phone = phones(site.url)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    code = first_round(site.store, ["knights", "amazons", "barbarians"])
    phone.join(code, "barbarians")
    phone.connected()
    places = []
    for _ in range(2):
        phone.page.wait_for_function(HERO_IN_SIGHT)
        places.append(phone.page.locator(".panel.map .mapbox").get_attribute("data-focus"))
        answer(site, code, "done")
        phone.catch_up(str(site.store.version(code)))
        phone.settle()
    assert places[0] != places[1]


COLUMNS = """() => {
  const box = (css) => document.querySelector(css)?.getBoundingClientRect();
  const board = box("#live .question > .mapbox") || box("#live > .panel.map") || box("#live > .panel.battle");
  const words = box("#live .question .prompt, #live .waiting-for"), bar = box(".tab-bar");
  return {beside: board.right <= words.left, seen: words.bottom <= bar.top && board.top < bar.top - 80,
          wide: document.documentElement.scrollWidth <= innerWidth};
}"""
"""Whether the board stands left of what is asked, both on the first screen, and nothing sticks out."""


@pytest.mark.parametrize("size", [(768, 1024), (740, 360), (1280, 800)])
def test_the_board_stands_beside_what_is_asked(site: Site, phones: Phones, size: tuple[int, int]) -> None:
    """On a tablet and on a phone held across, for who acts, who waits and who fights."""
    acting, waiting = phones(site.url), phones(site.url)
    code, city = put_up(site.store)
    for phone, seat in ((acting, "knights"), (waiting, "amazons")):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        phone.join(code, seat)
        phone.connected()
        assert phone.page.evaluate(COLUMNS) == {"beside": True, "seen": True, "wide": True}
    answer(site, code, city)
    for phone in (acting, waiting):
        phone.catch_up(str(site.store.version(code)))
        phone.settle()
        assert phone.page.evaluate(COLUMNS) == {"beside": True, "seen": True, "wide": True}


def lay_question(site: Site) -> tuple[str, str]:
    """A match in which a start tile is to be laid, and whose it is."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(2), lambda one: one.rule.endswith("lay_start_tile") and "lay" in one.part.about, 200)
    assert asked is not None
    return code, asked.seat


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (768, 1024), (740, 360)])
def test_a_place_tapped_on_the_map_moves_nothing(site: Site, phones: Phones, size: tuple[int, int]) -> None:
    """The line that says what was chosen opens where no button has to make room for it."""
    phone = phones(site.url, expert=False)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    code, seat = lay_question(site)
    phone.join(code, seat)
    phone.connected()
    rows = """() => [...document.querySelectorAll("form[data-answer] .options button")].map(one => {
      const box = one.getBoundingClientRect();
      return [box.left, box.top, box.width, box.height].map(Math.round).join(" ");
    })"""
    before = phone.page.evaluate(rows)
    assert len(before) > 3
    phone.page.locator("a.can").nth(1).dispatch_event("click")
    phone.page.locator(".picked-bar.open").wait_for()
    assert phone.page.evaluate(rows) == before
    box, bar = (
        phone.page.locator(".picked-bar.open .option").bounding_box(),
        phone.page.locator(".tab-bar").bounding_box(),
    )
    assert box["y"] + box["height"] <= bar["y"]


def test_before_the_scripts_have_come_a_tap_begins_no_fight(site: Site, phones: Phones) -> None:
    """On a slow network the page is there first: what is to be selected before it counts waits for them."""
    phone = phones(site.url, expert=False)
    code = site.store.create(find_game("two_bases"), ["blue", "orange"], {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(4), has_grave, 400)
    assert asked is not None
    phone.join(code, asked.seat)
    before = site.store.read(code).last
    phone.page.route("**/app.js*", lambda route: route.abort())
    phone.go(f"/m/{code}")
    phone.page.locator("button.option[data-grave]").first.click()
    phone.page.wait_for_timeout(300)
    assert site.store.read(code).last == before


def has_grave(question: Question) -> bool:
    """Whether one of its options is selected before it counts."""
    form = getattr(question.part, "form", None)
    return any(one.grave and not one.refusal for one in getattr(form, "options", ()))
