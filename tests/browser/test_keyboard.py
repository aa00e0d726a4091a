"""No mouse, no finger: a whole turn with a siege, and a form of several fields, by Tab, Enter, Space and arrows.

After every answer the keyboard is where one goes on: few Tabs lead to what is asked, and one sees where one is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.engine.match.live import Stamp
from tests.browser.brink import put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.games.heroes_vs_warlords.table import dull

Phones = Callable[..., PhoneDriver]
FAR = 14
"""Tabs from the top of a question to its last control, at most."""
SEEN = """() => {
  const now = document.activeElement;
  const styles = getComputedStyle(now.closest(".tick, .stepper, label.key") || now);
  return styles.outlineStyle !== "none" && parseFloat(styles.outlineWidth) >= 2;
}"""


class Keys:
    """Somebody who plays with the keyboard only."""

    def __init__(self, phone: PhoneDriver) -> None:
        self.phone, self.page = phone, phone.page

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, css: str, most: int = FAR) -> None:
        """Tab until a control has the focus, and see that it has."""
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate("css => document.activeElement.matches(css)", css):
                assert self.page.evaluate(SEEN), f"the focus does not show on {css}"
                return
        raise AssertionError(f"{most} Tabs do not lead to {css}")

    def answers(self, css: str, *keys: str) -> None:
        """Go to a control, press keys, and wait until it counts."""
        self.tab_to(css)
        self.phone.act(lambda: self.press(*keys))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("keyboard"))
    yield made
    made.close()


def others_answer(site: Site, code: str, seat: str) -> str:
    """The other phones answer dully until this seat is asked; gives what it is asked."""
    with site.store.change(code) as work:
        while (question := work.match.questions()[0]).seat != seat:
            work.match.answer(question.key, dull(question), Stamp(question.seat, NOW, "test"))
        return str(question.part.prompt)


def test_a_whole_turn_with_a_siege(site: Site, phones: Phones) -> None:
    """Into the City, breaches and dice, orders of battle, out of it, and the end of the turn."""
    code, city = put_up(site.store)
    keys = Keys(phones(site.url))
    keys.phone.join(code, "knights")
    keys.answers(f'button[value="{city}"]', "Enter")
    dice = rounds = 0
    while "what do you do?" not in (prompt := others_answer(site, code, "knights")):
        keys.phone.catch_up(str(site.store.version(code)))
        assert keys.phone.prompt().startswith(prompt)
        if keys.page.locator(".keypad").count():
            keys.answers(".keypad .key", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowRight", "Space")
            dice += 1
        elif "withdraw?" in prompt:
            keys.answers('button[value="yes"]', "Space")
            rounds += 1
        else:
            keys.answers("form[data-answer] button[type=submit]", "Enter")
    assert dice > 2
    assert rounds
    keys.phone.catch_up(str(site.store.version(code)))
    keys.answers('button[value="done"]', "Enter")
    with site.store.change(code) as work:
        assert work.match.questions()[0].seat == "amazons"


def test_a_form_with_numbers_and_choices(site: Site, phones: Phones) -> None:
    """Arrows change the number and the choice, Enter sends all of it."""
    code = site.store.create(find_game("toy"), ["ann", "bob"], {}, {}, release="test", now=NOW)
    keys = Keys(phones(site.url))
    keys.phone.join(code, "ann")
    keys.tab_to('input[name="f.gold.number"]')
    keys.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown")
    keys.tab_to('input[name="f.banner.choice"]')
    keys.press("ArrowUp")
    keys.answers("form[data-answer] button.go", "Enter")
    view = site.store.read(code)
    assert view.entry(1).entry.value == {"gold": 2, "banner": True}


def test_other_pages_and_back(site: Site, phones: Phones) -> None:
    """A value is corrected, the log is read: with the keyboard only; the first Tab of a page skips to its contents."""
    code, _city = put_up(site.store)
    keys = Keys(phones(site.url))
    keys.phone.join(code, "knights")
    keys.phone.go(f"/m/{code}?tab=city")
    keys.press("Tab")
    assert keys.page.evaluate("document.activeElement.matches('.skip')")
    keys.press("Enter")
    keys.tab_to('a[href*="correct?path="]')
    keys.press("Enter")
    keys.page.wait_for_url(lambda url: "/correct?" in url)
    assert keys.page.evaluate("document.activeElement.name") == "value"
    before = int(keys.page.input_value('input[name="value"]'))
    keys.press("ArrowUp", "Enter")
    keys.page.wait_for_url(lambda url: "/correct?" not in url)
    view = site.store.read(code)
    assert view.entry(view.last).entry.value[1] == before + 1
    keys.phone.go(f"/m/{code}/log")
    keys.tab_to("ol.log a, ol.log summary, ol.log button", most=20)
