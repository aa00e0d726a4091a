"""Room well used: forms in two columns on a wide screen, a list of those waited for without gaps, names typed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.browser.brink import first_round
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game

Phones = Callable[..., PhoneDriver]
LEFTS = """() => [...new Set([...document.querySelectorAll(".more-settings > label")]
  .map(one => Math.round(one.getBoundingClientRect().left)))].length"""
"""In how many columns the settings of a new match stand."""
COLUMNS = """css => new Set([...document.querySelectorAll(css)]
  .map(one => Math.round(one.getBoundingClientRect().left))).size"""
"""In how many columns these stand."""
ROWS = """texts => texts.map(text => {
  const row = document.querySelector(".waiting-for li"), what = row.querySelector(".what");
  what.textContent = text;
  const [outer, inner, link] = [row, what, row.querySelector(".answer-for")].map(one => one.getBoundingClientRect());
  return {high: Math.round(outer.height), link: Math.round(link.top),
          below: outer.bottom - Math.max(inner.bottom, link.bottom),
          above: row.querySelector(".seat").getBoundingClientRect().top - outer.top};
})"""
"""A line of the list with each of some texts: how high, where its link is, and the room above and below."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("wide"))
    yield made
    made.close()


def test_a_new_match_takes_two_columns_where_there_is_room(site: Site, phones: Phones) -> None:
    """On a wide screen its settings stand side by side, on a phone below each other; nothing sticks out."""
    phone = phones(site.url)
    for width, columns in ((1920, 2), (360, 1)):
        phone.page.set_viewport_size({"width": width, "height": 900})
        phone.go("/new/heroes_vs_warlords")
        phone.page.locator(".more-settings > summary").click()
        assert phone.page.evaluate(LEFTS) == columns
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_line_of_who_is_waited_for_has_no_blank_half(site: Site, phones: Phones) -> None:
    """Short or long, what is asked stands in the middle of a line that keeps its height, and the link its place."""
    phone = phones(site.url)
    made = site.store.create(find_game("toy"), ["ann", "bob", "cat"], {}, {}, release="test", now=NOW)
    phone.join(made, "ann")
    site.play(made, Random(3), lambda one: one.seat != "ann", 50)
    phone.page.reload()
    phone.page.locator(".waiting-for .answer-for").first.wait_for()
    short, long = phone.page.evaluate(ROWS, ["Roll.", "Which of all the many stacks acts next? " * 6])
    assert (short["high"], short["link"]) == (long["high"], long["link"])
    assert abs(short["below"] - short["above"]) <= 6


def test_what_two_sides_have_stands_side_by_side_on_a_tablet(site: Site, phones: Phones) -> None:
    """A tab uses the whole width, and six places for stacks are two rows of three, there and on a phone."""
    phone = phones(site.url)
    code = first_round(site.store, ["knights", "amazons"])
    phone.join(code, "knights")
    for width, columns in ((768, 2), (1280, 2), (375, 1)):
        phone.page.set_viewport_size({"width": width, "height": 900})
        phone.go(f"/m/{code}?tab=army")
        assert phone.page.evaluate(COLUMNS, ".panel") == columns
        assert phone.page.evaluate(COLUMNS, "#live > .panel:not(.panel ~ .panel) .slot") == 3
        track, panel = (phone.page.locator(css).first.bounding_box() for css in (".track", ".panel"))
        assert track is not None
        assert panel is not None
        assert width < 768 or track["x"] == panel["x"], "the bar of the Round begins where the cards do"


def is_name(question: Any) -> bool:
    """Whether the name of an area is asked."""
    return bool(question.part.about == "name")


def test_a_name_typed_in_an_earlier_match_is_one_tap(site: Site, phones: Phones) -> None:
    """Areas of the players' map are told once on a phone; in the next match a button gives the whole answer."""
    phone, codes = phones(site.url), []
    for n in (1, 2):
        seats = ["red", "blue", "green"]
        code = site.store.create(find_game("conquest_of_zabor"), seats, {}, {}, release="test", now=NOW)
        asked = site.play(code, Random(n), is_name, 200)
        assert asked is not None
        phone.join(code, asked.seat)
        phone.connected()
        codes.append((code, asked.key))
        if n == 1:
            assert not phone.page.locator(".used-names:not(.offered) .used-name").count()
            phone.page.locator("input[data-names]").fill("Salt Cove")
            phone.page.locator('form[data-answer] button[name="sent"][value="land|north"]').click()
        else:
            phone.page.locator(".used-name", has_text="Salt Cove").click()
        phone.settle()
        phone.page.locator("input[data-names]").wait_for(state="detached")
    for code, key in codes:
        assert key not in [one.key for one in site.store.read(code).questions]
