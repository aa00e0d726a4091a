"""What nobody wants to do by a slip of the finger is selected by the first tap and done by the second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.questions import Question
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game

Phones = Callable[..., PhoneDriver]
SEATS = {"two_bases": ["blue", "orange"], "multiverse_war": ["red", "blue"], "archmagi": ["red", "blue"]}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("giving_up"))
    yield made
    made.close()


def may_give_up(question: Question) -> bool:
    """Whether giving up is among the choices."""
    return any(one.id == "give_up" for one in getattr(getattr(question.part, "form", None), "options", ()))


def asked(site: Site, game: str) -> tuple[str, str]:
    """A match in which somebody may give up: its code, and who."""
    for seed in range(3, 20):
        code = site.store.create(find_game(game), SEATS[game], {}, {}, release="test", now=NOW)
        found = site.play(code, Random(seed), may_give_up, 800)
        if found is not None:
            return code, found.seat
    raise AssertionError("nobody may give up")


@pytest.mark.parametrize("game", SEATS)
def test_giving_up_takes_two_taps(site: Site, phones: Phones, game: str) -> None:
    """The first tap selects it and says so, and may be taken back; nothing is sent."""
    code, seat = asked(site, game)
    phone = phones(site.url, expert=False)
    phone.join(code, seat)
    before, button = site.store.version(code), phone.page.locator('button[value="give_up"]')
    button.click()
    assert "picked" in (button.get_attribute("class") or "")
    assert button.locator(".then").is_visible()
    back, ground = (
        button.locator("xpath=following-sibling::button[@data-back]"),
        "e => getComputedStyle(e).backgroundColor",
    )
    black = phone.page.evaluate("() => getComputedStyle(document.body).color")
    assert [one.evaluate(ground) == black for one in (button, back)] == [False, True], "black is the way back"
    back.click()
    assert "picked" not in (button.get_attribute("class") or "")
    button.click()
    assert site.store.version(code) == before
    phone.act(button.click)
    assert site.store.version(code) > before


def test_the_header_of_a_small_phone_is_one_line_of_words(site: Site, phones: Phones) -> None:
    """Where the match is and `Your move` stand side by side, however long the name of the step."""
    code, seat = asked(site, "two_bases")
    phone = phones(site.url, expert=False, viewport={"width": 320, "height": 568})
    phone.join(code, seat)
    where, move = (phone.page.locator(css).bounding_box() for css in (".topbar .where", ".your-move"))
    assert where["y"] < move["y"] + move["height"] / 2 < where["y"] + where["height"] + 6
    assert where["x"] + where["width"] <= move["x"]
    assert where["height"] < 40
