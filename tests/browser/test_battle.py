"""A battle on a phone: both armies and the targets on the first screen; a tap on a target attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.engine.match.live import Stamp
from tests.browser.brink import is_attack, put_up, until
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site

Phones = Callable[..., PhoneDriver]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("battle"))
    yield made
    made.close()


@pytest.fixture
def code(site: Site) -> str:
    """The Knights have gone into the Amazons' City."""
    made, city = put_up(site.store)
    with site.store.change(made) as work:
        question = work.match.questions()[0]
        work.match.answer(question.key, city, Stamp(question.seat, NOW, "test", "in"))
    return made


def on_first_screen(phone: PhoneDriver, css: str) -> None:
    """Every such thing is whole above the bar under the thumb, without scrolling."""
    bar = phone.page.locator(".tab-bar").bounding_box()
    found = phone.page.locator(css).all()
    assert found, css
    for one in found:
        box = one.bounding_box()
        assert box is not None
        assert bar is not None
        assert box["y"] >= 0, css
        assert box["y"] + box["height"] <= bar["y"], css


def test_an_attack_is_a_tap_on_its_target(site: Site, phones: Phones, code: str) -> None:
    """Both armies and all targets are on the first screen; the tap attacks, and the pair stays lit over the keypad."""
    until(site.store, code, is_attack)
    seat = site.store.read(code).questions[0].seat
    phone, other = phones(site.url), phones(site.url)
    phone.join(code, seat)
    other.join(code, "knights" if seat == "amazons" else "amazons")
    on_first_screen(phone, ".arena li[data-stack]")
    on_first_screen(phone, ".arena .attack:visible")
    assert "%" in phone.page.locator(".attack:visible").first.inner_text()
    target = phone.page.locator("li.aimed").first.get_attribute("data-stack")
    phone.act(phone.page.locator(".attack:visible").first.click)
    for one in (phone, other):
        one.settle()
        assert one.page.locator("li.aimed").get_attribute("data-stack") == target
        assert one.page.locator("li.acts").count() == 1
        on_first_screen(one, ".arena li[data-stack]")
        on_first_screen(one, ".keypad .key")


def test_wall_and_towers_are_drawn_as_they_stand(site: Site, phones: Phones, code: str) -> None:
    """Whole before the breach, rubble after it."""
    phone = phones(site.url)
    phone.join(code, "knights")
    assert phone.page.locator("svg.wall .intact").count() == 3
    until(site.store, code, is_attack)
    phone.settle()
    assert phone.page.locator("svg.wall > .destroyed").count() >= 1


def test_the_main_button_never_gives_up(site: Site, phones: Phones, code: str) -> None:
    """Asked whether to withdraw, the black button fights on."""
    until(site.store, code, lambda question: question.section == "8.9")
    phone = phones(site.url)
    phone.join(code, site.store.read(code).questions[0].seat)
    assert phone.page.locator(".yes-no .go").get_attribute("value") == "no"
