"""One thumb on a phone: does common tasks on the play page as it stands when they are due, and counts its taps.

A key of the keypad is the die typed in and costs nothing, as letters and numbers typed into a field cost nothing;
to put the cursor there is a tap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from companion.engine.core.questions import Question
from tests.browser.driver import PhoneDriver

Due = Callable[[Question], bool]


class Finger:
    """Taps and types on one phone; `taps` counts. Every tap needs something to tap that is there."""

    def __init__(self, phone: PhoneDriver) -> None:
        self.phone, self.page = phone, phone.page
        self.taps = 0

    def tap(self, css: str) -> None:
        """Tap the first of what fits; whoever does not see it has tapped in vain."""
        spot = self.page.locator(css).first
        spot.click(timeout=5000)
        self.taps += 1

    def answer(self, css: str) -> None:
        """The same, and it counts as an answer."""
        self.phone.act(lambda: self.tap(css))

    def types_die(self, die: int) -> None:
        """Type a die on the keypad: no tap of its own."""
        self.answer(f'.keypad .key[value="{die}"]')
        self.taps -= 1

    def goes(self, css: str) -> None:
        """Tap a link or a button that leads to another page."""
        with self.page.expect_navigation():
            self.tap(css)

    def sees(self, css: str) -> Locator:
        """Something the task is about is on the page."""
        spot = self.page.locator(css).first
        expect(spot).to_be_visible()
        return spot


@dataclass(frozen=True)
class Task:
    """What people do often: when it is due, and how a thumb does it."""

    name: str
    due: Due
    do: Callable[[Finger], None]
    needs: str = ""
    """What must be on the page besides."""


def asked(section: str, words: str = "") -> Due:
    """Due when a section asks something with these words."""
    return lambda one: one.section == section and words in str(one.part.prompt)


def offers(prefix: str) -> Due:
    """Due when an option can be chosen."""

    def is_due(one: Question) -> bool:
        options = getattr(getattr(one.part, "form", None), "options", ())
        return any(option.id.startswith(prefix) and option.refusal is None for option in options)

    return is_due


def choice(name: str, due: Due, value: str) -> Task:
    """One tap on an option, wherever it is allowed."""
    css = f'form[data-answer] button[value^="{value}"]'
    return Task(name, due, lambda finger: finger.answer(css), needs=css)


def die(value: int) -> Callable[[Finger], None]:
    """A die typed on the keypad."""
    return lambda finger: finger.types_die(value)


def any_option(finger: Finger) -> None:
    """One tap on the first option."""
    finger.answer("form[data-answer] button.option:not([disabled])")


def roll_for_me(finger: Finger) -> None:
    """The wide button under the keypad."""
    finger.answer("form[data-answer] button.roll")


def on_the_map(finger: Finger) -> None:
    """A place of the picture: the first tap selects it and says what waits there, the second goes."""
    finger.tap("a.can polygon")
    finger.answer("a.can polygon")


def walks_to(finger: Finger, place: str) -> None:
    """The same for a certain place."""
    spot = f'a.can[href$=".{place}"] polygon'
    finger.tap(spot)
    finger.answer(spot)


def type_again(finger: Finger) -> None:
    """The app rolled last time; this time the die is typed."""
    finger.sees("form.prefers-app")
    finger.types_die(2)


def undo(finger: Finger) -> None:
    """Take the last answer back."""
    before = finger.phone.version()
    finger.goes("form.undo button")
    assert finger.phone.version() != before


def correct(css: str, number: str) -> Callable[[Finger], None]:
    """A number on the play page is wrong: tap it, type the right one over it."""

    def does(finger: Finger) -> None:
        finger.goes(css)
        assert finger.page.evaluate("document.activeElement.name") == "value"
        finger.page.keyboard.type(number)
        assert finger.page.input_value('input[name="value"]') == number
        finger.goes("form.correct button.go")

    return does


def looks(css: str, sees: str) -> Callable[[Finger], None]:
    """One tap to see something, and back without counting."""

    def does(finger: Finger) -> None:
        finger.goes(css)
        finger.sees(sees)

    return does


def why(finger: Finger) -> None:
    """How a number came about."""
    finger.tap(".news details.why summary")
    finger.sees(".news details.why[open] table.sum, .news details.why[open]")


def odds(finger: Finger) -> None:
    """What will probably come of it."""
    finger.goes("form.ask-odds button")
    finger.sees("h1")


def buys_two_units(finger: Finger) -> None:
    """From Production: the shop, two units, done."""
    finger.answer('form[data-answer] button[value^="units@"]')
    finger.tap('.row:not(.off) .first[data-set="2"], .row:not(.off) .step[data-step="1"]')
    finger.answer("form[data-answer] button.go")


def trades(finger: Finger) -> None:
    """Three of what there is for one of another kind."""
    finger.answer('form[data-answer] button[value^="trade"]')
    finger.answer('form[data-answer] button.option[value*=">"]')


def leaves_a_garrison(finger: Finger) -> None:
    """One unit stays."""
    finger.tap('.row .first[data-set="1"]:visible, .row .step[data-step="1"]:visible')
    finger.answer("form[data-answer] button.go")
