"""Big screens: nothing of what is large is cut off, the last events are there, a battle fills its screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.match.live import Stamp
from tests.browser.brink import is_attack, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game

Phones = Callable[..., PhoneDriver]
TV = {"width": 1920, "height": 1080}
CUT = """() => [...document.querySelectorAll(
    ".tv-main :is(tr, .boxes > li, .lines li, .node), .tv-side :is(tr, .topbar, .tv-due, .tv-join)")]
  .filter(one => { const box = one.getBoundingClientRect(), tables = one.closest(".tv-tables");
    const lowest = Math.min(innerHeight, tables ? tables.getBoundingClientRect().bottom : innerHeight);
    return box.height && !one.matches(".tv-figures > :not(:first-child)")
      && (box.bottom > lowest + 1 || box.right > innerWidth + 1); })
  .map(one => one.textContent.trim().slice(0, 60))"""
"""What of the large panels, of what is due and of the code sticks out of the screen; further figures of the end may
be out of sight."""
UNDER_CODE = """() => { const code = document.querySelector(".tv-join")?.getBoundingClientRect();
  return [...document.querySelectorAll(".tv-side tr")].filter(one => {
    const line = one.getBoundingClientRect();
    return code && code.height && line.height && line.bottom > code.top + 1; }).length; }"""
"""How many lines of the standing lie below the code to join."""
COVERED = """() => {
  const tokens = [...document.querySelectorAll(".on-place > .token")].map(one => one.getBoundingClientRect());
  return [...document.querySelectorAll(".hexmap :is(.hex-name, .tile-no)")].filter(one => {
    const box = one.getBoundingClientRect();
    return box.height && tokens.some(token => token.left < box.right - 2 && token.right > box.left + 2
      && token.top < box.bottom - box.height / 3 && token.bottom > box.top + box.height / 3); })
  .map(one => one.textContent); }"""
"""Names on a map that something stands on."""
MAP_FILLS = """() => Math.min(1, ...[...document.querySelectorAll(".tv-main .mapbox .hexmap")]
 .filter(one => one.clientWidth).map(one => {
  const room = one.getBoundingClientRect(), {width, height} = one.viewBox.baseVal;
  return width * Math.min(room.width / width, room.height / height) / room.width; }))"""
"""What share of its panel's width a map fills."""
ALIKE = """() => { const sizes = [...document.querySelectorAll(".tv-main .side")].map(one =>
    one.querySelector(".counter")?.offsetWidth || 0);
  return Math.max(...sizes, 0) - Math.min(...sizes, ...sizes.slice(0, 1)); }"""
"""How much larger the counters of one side in a fight are than those of the other."""
NEWS = """() => [...document.querySelectorAll(".tv-news .note")].filter(one => {
  const box = one.getBoundingClientRect(); return box.height && box.bottom <= innerHeight + 1; }).length"""
"""How many of the last events are seen whole."""
SLICED = """() => [...document.querySelectorAll(".tv-news, .tv-news > *")].filter(one => {
  const box = one.getBoundingClientRect(), card = document.querySelector(".tv-news").getBoundingClientRect();
  return box.height && box.left < card.right && box.bottom > Math.min(innerHeight, card.bottom) + 1; })
  .map(one => one.textContent.trim().slice(0, 60))"""
"""What of the last events is drawn, but not whole."""
SQUEEZED = """() => { const card = document.querySelector(".tv-news");
  for (const name of ["min-height", "max-height"]) card.style.setProperty(name, "2.4rem", "important");
  return [...card.children].filter(one => one.getBoundingClientRect().height).length; }"""
"""What of the last events is drawn where they have no room for a whole line."""
MOMENTS = {
    "conquest_of_zabor": ("place_envoy", "build_army", "battle.battle_round", "trading.trade"),
    "archmagi": ("deploy.deploy", "movement.move", "battle.tactics", "battle.clash"),
    "multiverse_war": ("action.act", "build.build"),
    "two_bases": ("combat.go_on",),
}
"""Steps that ask while something else is large."""
PLAYERS = {"conquest_of_zabor": 5, "archmagi": 5, "multiverse_war": 3, "two_bases": 2}
"""As many as there can be; Multiverse War with three, as that is more than its usual match."""
MOST = 3000
SETTINGS = {"multiverse_war": {"mode": "turns", "turns": "8"}}
"""Matches that else come to their end by chance only."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("big"))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_large_is_cut_off(site: Site, phones: Phones, name: str) -> None:
    """At several moments and at the end; the last events are never pushed off by tables."""
    game = find_game(name)
    seats = [one.id for one in game.seats][: PLAYERS[name]]
    code = site.store.create(game, seats, SETTINGS.get(name, {}), {}, release="test", now=NOW)
    screen = phones(site.url, viewport=TV)
    screen.join(code)
    for step in (*MOMENTS[name], ""):
        rng = Random(5)
        ended = site.play(code, rng, lambda one, step=step: bool(step) and one.rule.endswith(step), MOST) is None
        screen.go(f"/m/{code}/tv")
        assert screen.page.evaluate(CUT) == [], (name, step)
        assert screen.page.evaluate(COVERED) == [], (name, step)
        assert screen.page.evaluate(MAP_FILLS) > 0.6, (name, step)
        assert screen.page.evaluate(UNDER_CODE) == 0, (name, step)
        assert name != "two_bases" or not screen.page.locator(".terms").count() or screen.page.evaluate(ALIKE) < 2
        assert ended or screen.page.evaluate(NEWS) > 0, (name, step)
    assert screen.page.locator(".verdict tbody tr").count() > 1
    beside = screen.page.locator(".tv-where .scroll > .hexmap")
    assert name != "multiverse_war" or beside.bounding_box()["height"] > 200  # type: ignore[index]


FILLED = """() => {
  const main = document.querySelector(".tv-main"), panel = main.querySelector(".panel.battle").getBoundingClientRect();
  const sides = [...main.querySelectorAll(".boxes")].map(one => one.getBoundingClientRect());
  const counters = [...main.querySelectorAll(".boxes .counter")].map(one => one.getBoundingClientRect());
  return { low: Math.min(...sides.map(one => panel.bottom - one.bottom)),
    counter: Math.min(...counters.map(one => one.width)),
    words: parseFloat(getComputedStyle(document.querySelector(".tv-due li")).fontSize) / innerHeight,
    out: [...main.querySelectorAll(".boxes :is(.counter, .count, .mark)")].filter(one => {
      const box = one.getBoundingClientRect(), li = one.closest("li").getBoundingClientRect();
      return box.right > li.right + 1 || box.bottom > li.bottom + 1 || box.left < li.left - 1; }).length };
}"""
"""How much below the stacks of a battle stays free, how large a counter is, and what sticks out of its place."""


@pytest.mark.parametrize(("viewport", "locale"), [(TV, "de-DE"), ({"width": 1280, "height": 720}, "en-US")])
def test_a_battle_fills_its_screen(site: Site, phones: Phones, viewport: dict[str, int], locale: str) -> None:
    """Few stacks are drawn large, and a TV of fewer lines shows the same, smaller in all parts alike."""
    code, city = put_up(site.store)
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    screen = phones(site.url, viewport=viewport, locale=locale)
    screen.join(code)
    for step in (lambda one: one.section == "8.7.1", is_attack):
        assert site.play(code, Random(7), step, 100) is not None
        screen.go(f"/m/{code}/tv")
        found = screen.page.evaluate(FILLED)
        assert found["low"] < 0.05 * viewport["height"]
        assert found["counter"] > 0.1 * viewport["height"]
        assert found["words"] > 0.03
        assert found["out"] == 0
        assert screen.page.evaluate(NEWS) > 0
        assert screen.page.evaluate(SLICED) == []
    assert screen.page.locator(".tv-roll .die-face").first.is_visible()  # the last roll of the fight
    assert screen.page.evaluate(SQUEEZED) == 0


def test_what_cities_have_in_common_stands_in_common_rows(site: Site, phones: Phones) -> None:
    """However much one of them has built: each resource at one height, so that they can be compared."""
    seats = ["knights", "amazons", "barbarians"]
    code = site.store.create(find_game("heroes_vs_warlords"), seats, {}, {}, release="test", now=NOW)
    assert site.play(code, Random(9), lambda one: one.rule.endswith("production_deed"), MOST) is not None
    built = ["hamlet", "barracks", "training_area", "trade_hall", "storehouse", "tavern"]
    with site.store.change(code) as work:
        work.match.correct("/cities/home:amazons/facilities", built, "so", Stamp("knights", NOW))
    screen = phones(site.url, viewport=TV)
    screen.join(code)
    screen.go(f"/m/{code}/tv")
    rows = screen.page.locator(".tv-main .panel.display").evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('.gauge')].map(g => Math.round(g.getBoundingClientRect().top)))"
    )
    assert len(rows) == 3
    assert rows[0] == rows[1] == rows[2]
    assert screen.page.evaluate(CUT) == []


OUT_OF_ITS_TILE = """() => {
  const box = one => one.getBoundingClientRect(), tiles = [...document.querySelectorAll(".tv-main .gauge")];
  const covered = tiles.flatMap((one, n) => tiles.slice(n + 1).filter(other => box(one).left < box(other).right - 1
    && box(other).left < box(one).right - 1 && box(one).top < box(other).bottom - 1
    && box(other).top < box(one).bottom - 1));
  const out = tiles.flatMap(one => [...one.querySelectorAll(".label, .number")].filter(part => {
    const range = document.createRange(); range.selectNodeContents(part); const words = box(range), tile = box(one);
    return words.left < tile.left - 1 || words.right > tile.right + 1 || words.bottom > tile.bottom + 1; }));
  const low = [...document.querySelectorAll(".tv-main .display .lines")].filter(one =>
    box(one).bottom > box(one.closest(".display")).bottom);
  return [...covered, ...out, ...low].map(one => one.textContent.trim()); }"""
"""Figures of a Hero that lie over one another, words that stick out of theirs, lines without room."""


def test_heroes_with_much_to_show_have_their_figures_whole(site: Site, phones: Phones) -> None:
    """Three of them without a map, with up to six stacks and Equipment."""
    seats = ["knights", "amazons", "barbarians"]
    code = site.store.create(find_game("heroes_vs_warlords"), seats, {}, {}, release="test", now=NOW)
    assert site.play(code, Random(9), lambda one: one.rule.endswith("choose_deed"), MOST) is not None
    screen = phones(site.url, viewport=TV, locale="de-DE")
    screen.join(code)
    for most in (2, 4, 6):
        with site.store.change(code) as work:
            work.match.correct("/world/mapped", False, "so", Stamp("knights", NOW))
            for seat, count in zip(seats, (2, most, 1), strict=True):
                stacks = [{"faction": seat, "level": 1 + n % 3, "count": 12} for n in range(count)]
                at = f"/players/{seat}/heroes/0"
                work.match.correct(f"{at}/sections", [*stacks, *[None] * (6 - count)], "so", Stamp("knights", NOW))
                worn = ["attack+1", "initiative+2", "attack+2"]
                work.match.correct(f"{at}/equipment", worn, "so", Stamp("knights", NOW))
        screen.go(f"/m/{code}/tv")
        assert screen.page.locator(".tv-main > .panel.display").count() == 3
        assert screen.page.evaluate(OUT_OF_ITS_TILE) == [], most
