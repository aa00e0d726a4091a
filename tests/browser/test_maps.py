"""Maps that ask for a place, on a phone: the first view is on what matters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.questions import Question
from companion.engine.game.panels import MapPanel
from companion.engine.match.live import Stamp
from tests.browser.brink import INITIATIVE, SCRIPT, first_round, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.test_big_screens import COVERED
from tests.games.heroes_vs_warlords.table import dull

Phones = Callable[..., PhoneDriver]
SEATS = {"archmagi": ["red", "blue", "green"], "multiverse_war": ["red", "blue"]}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("maps"))
    yield made
    made.close()


IN_VIEW = """box => { const from = box.querySelector(".scroll").getBoundingClientRect();
  return [...box.querySelectorAll(".can")].map(one => one.getBoundingClientRect()).filter(one => {
    const x = one.x + one.width / 2, y = one.y + one.height / 2;
    return x > from.left && x < from.right && y > from.top && y < from.bottom; }).length; }"""


@pytest.mark.parametrize("game", SEATS)
def test_a_wide_choice_begins_near(phones: Phones, site: Site, game: str) -> None:
    """Places far apart are as large as a finger and most of them in view; a button shows all, and the view stays."""
    for seed in range(1, 6):
        code = site.store.create(find_game(game), SEATS[game], {}, {}, release="test", now=NOW)
        asked = site.play(code, Random(seed), is_wide_choice, 1500)
        if asked is not None:
            break
    assert asked is not None
    phone = phones(site.url)
    phone.join(code, asked.seat)
    phone.go(f"/m/{code}")
    box = phone.page.locator(".question .mapbox.asks").first
    places = box.locator(".can").count()
    assert box.locator(".can polygon").first.bounding_box()["height"] >= 36
    near = box.evaluate(IN_VIEW)
    assert near >= 3
    assert phone.page.evaluate(COVERED) == []
    button = box.locator("[data-whole]")
    if button.get_attribute("aria-pressed") == "true":  # all places have room at first; the button makes them larger
        button.click()
    button.click()
    assert box.evaluate(IN_VIEW) == places
    button.click()
    scroll = box.locator(".scroll")
    scroll.evaluate("one => one.scrollTo(30, 40)")
    was = scroll.evaluate("one => [one.scrollLeft, one.scrollTop]")
    phone.page.wait_for_timeout(100)
    with phone.page.expect_event("requestfinished", lambda one: one.url.endswith("/live") or "/live?" in one.url):
        phone.page.evaluate("htmx.trigger(document.querySelector('#stream'), 'match', { id: 99999 })")
    phone.page.wait_for_timeout(200)
    assert scroll.evaluate("one => [one.scrollLeft, one.scrollTop]") == was


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("size", [(320, 568), (360, 740)])
def test_the_reach_of_a_hero_fits_the_first_screen(
    phones: Phones, site: Site, size: tuple[int, int], scripts: bool
) -> None:
    """All hexes in reach are in view and large enough for a thumb, above the bar; so is the list, or its first line."""
    code = first_round(site.store, ["knights", "amazons"])
    phone = phones(site.url, scripts=scripts, viewport={"width": size[0], "height": size[1]})
    phone.join(code, "knights")
    box = phone.page.locator(".question .mapbox.asks")
    places = box.locator("a.can")
    view = box.locator(".scroll").bounding_box()
    bar = phone.page.locator(".tab-bar").bounding_box()
    assert view["y"] + view["height"] < bar["y"]
    for one in places.locator("polygon").all():
        hexagon = one.bounding_box()
        assert hexagon["height"] >= 36
        assert view["x"] <= hexagon["x"] <= hexagon["x"] + hexagon["width"] <= view["x"] + view["width"]
        assert view["y"] <= hexagon["y"] <= hexagon["y"] + hexagon["height"] <= view["y"] + view["height"]
    listed = phone.page.locator(".as-list summary, .numbered .option").first.bounding_box()
    assert listed["y"] + 44 <= bar["y"] + 1
    free = bar["y"] - listed["y"] - listed["height"]
    assert not scripts or size[1] < 700 or free < 30 or places.locator("polygon").first.bounding_box()["height"] > 60


def test_a_line_that_begins_a_siege_says_so_and_is_selected_first(phones: Phones, site: Site) -> None:
    """The City of an enemy is no plain hex: in the list the first tap selects it, as on the map, the second attacks."""
    code, city = put_up(site.store)
    phone = phones(site.url, expert=False)
    phone.join(code, "knights")
    line, before = phone.page.locator(f'.numbered button[value="{city}"]'), site.store.version(code)
    assert "20" in line.locator(".detail").inner_text()
    assert line.get_attribute("data-grave") is not None
    assert phone.page.locator(".numbered button:not([data-grave])").count()
    line.click()
    assert line.locator(".then").is_visible()
    assert phone.page.locator(f'a.can.picked[href$=".{city}"]').count() == 1
    assert site.store.version(code) == before
    phone.act(line.click)
    assert site.store.version(code) != before


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 740}, {"width": 320, "height": 568}])
def test_the_hexes_round_a_hero_are_as_large_as_a_finger(phones: Phones, site: Site, viewport: dict[str, int]) -> None:
    """On a low screen the height that is left for the map does not make them smaller; all of them are in view."""
    code, _city = put_up(site.store)
    phone = phones(site.url, viewport=viewport)
    phone.join(code, "knights")
    box = phone.page.locator(".question .mapbox.asks").first
    assert box.locator(".can polygon").first.bounding_box()["height"] >= 38
    assert box.evaluate(IN_VIEW) == box.locator(".can").count()


ACTING_IN_SIGHT = """box => { const from = box.querySelector(".scroll").getBoundingClientRect();
  const at = box.querySelector(".hex.acting .ground").getBoundingClientRect();
  const bar = document.querySelector(".tab-bar").getBoundingClientRect().top;
  return at.left >= from.left && at.right <= from.right && at.top >= from.top
    && at.bottom <= Math.min(from.bottom, bar); }"""
"""Whether the hex of who acts is whole in the window of the map and above the bar."""


@pytest.mark.parametrize("size", [(320, 568), (360, 740)])
def test_a_hero_of_far_reach_is_in_the_first_view(phones: Phones, site: Site, size: tuple[int, int]) -> None:
    """However the places lie round it, who moves is seen whole."""
    phone, seats, met = phones(site.url, viewport={"width": size[0], "height": size[1]}), ["knights", "amazons"], 0
    for seed in (1, 2, 4):
        code = site.store.create(find_game("heroes_vs_warlords"), seats, {}, {}, release="test", now=NOW)
        asked = site.play(code, Random(seed), is_far_reach, 2500)
        if asked is None:
            continue
        met += 1
        phone.join(code, asked.seat)
        assert phone.page.locator(".question .mapbox.asks").first.evaluate(ACTING_IN_SIGHT)
    assert met > 1


def is_far_reach(question: Question) -> bool:
    """Whether a Hero is asked for its move that has very many places to go to."""
    return question.section == "7.1" and len(getattr(getattr(question.part, "form", None), "options", ())) >= 28


def is_wide_choice(question: Question) -> bool:
    """Whether places far apart on the map are asked for."""
    form = getattr(question.part, "form", None)
    open_ = [one.id for one in getattr(form, "options", ()) if not one.refusal]
    if getattr(form, "look", "") != "map" or not 4 < len(open_) < 30:
        return False
    rows = [
        int(one[1:]) if one[0].isalpha() else int(one.split(",")[1])
        for one in open_
        if re.fullmatch(r"\w\d|-?\d+,-?\d+", one)
    ]
    return bool(rows) and max(rows) - min(rows) >= 7


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 568}, {"width": 360, "height": 740}])
def test_start_tiles_are_chosen_from_the_whole_layout(phones: Phones, site: Site, viewport: dict[str, int]) -> None:
    """All places and all tiles that the list names are in view, a number legible; a tap lights up its line, too."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = None
    with site.store.change(code) as work:
        while not (asked := work.match.questions()[0]).rule.endswith("lay_start_tile"):
            value = SCRIPT.get(asked.section) or ([INITIATIVE[asked.seat]] if asked.section == "5.2" else dull(asked))
            work.match.answer(asked.key, value, Stamp(asked.seat, NOW))
    phone = phones(site.url, viewport=viewport, expert=False)
    phone.join(code, asked.seat)
    box = phone.page.locator(".question .mapbox.asks").first
    assert box.evaluate(IN_VIEW) == box.locator(".can").count()
    numbers = box.locator(".tile-no").all()
    assert len(numbers) >= 8
    assert min(one.bounding_box()["height"] for one in numbers) >= 9  # type: ignore[index]
    link = box.locator("a.can").nth(9)
    link.dispatch_event("click")
    lit = phone.page.locator(".options.numbered .option.picked")
    assert lit.count() == 1
    assert lit.get_attribute("id") == (link.get_attribute("href") or "").removeprefix("#")


def test_the_big_screen_letters_start_tiles_as_the_phone_does(phones: Phones, site: Site) -> None:
    """Who talks about a place at the table names it by its letter; the tiles' numbers are legible to who waits."""
    code = site.store.create(find_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(2), lambda one: one.rule.endswith("lay_start_tile") and "lay" in one.part.about, 200)
    assert asked is not None
    phone, waiting = phones(site.url), phones(site.url, viewport={"width": 320, "height": 568})
    phone.join(code, asked.seat)
    there = dict(phone.page.locator("a.can:has(text)").evaluate_all(LETTERS))
    phone.page.set_viewport_size({"width": 1280, "height": 720})
    phone.go(f"/m/{code}/tv")
    large = phone.page.locator(".tv-main .hex-word")
    assert dict(large.evaluate_all(LETTERS)).keys() == there.keys()
    assert min(one.bounding_box()["height"] for one in large.all()) >= 24  # type: ignore[index]
    waiting.join(code, next(one for one in ("knights", "amazons") if one != asked.seat))
    numbers = waiting.page.locator("#live > .panel.map .tile-no").all()
    assert min(one.bounding_box()["height"] for one in numbers) >= 11  # type: ignore[index]


LETTERS = "all => all.map(one => [one.closest('g[transform], a').querySelector('text').textContent, ''])"
"""The letters that stand on places."""


def test_tiles_face_down_are_numbered_as_in_words(site: Site) -> None:
    """The first tile is number 1 on the map as it is in the list."""
    code = first_round(site.store, ["knights", "amazons"])
    view = site.store.read(code)
    (panel,) = [one for one in view.game.board(view.state, "").panels if isinstance(one, MapPanel)]  # type: ignore[misc]
    hidden = {one.tile for one in panel.hexes if one.hidden}
    assert hidden == {f"?{n}" for n, tile in enumerate(view.state.world.tiles, 1) if not tile.id}
