"""A whole match on several phones in a fraction of the time: by hand only what is asked for the first time.

What is asked again goes by the same form, with the cookies of the phone, past its screen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.browser.driver import PHONE, PhoneDriver
from tests.web.player import Controls, Steer, fill_in

SAYS = re.compile(r"\d+|:.*", re.DOTALL)
"""What differs between two askings of one question."""


class FirstTimes:
    """The phones of a match; their screens are turned to an empty page while nobody looks at them."""

    def __init__(self, drivers: Sequence[PhoneDriver], code: str, rng: Random, app_dice: bool) -> None:
        self.drivers, self.table = drivers, f"/m/{code}"
        self.rng, self.app_dice = rng, app_dice
        self.known: set[str] = set()
        self.controls = Controls("")
        self.away()

    @property
    def answers(self) -> int:
        """How many were given."""
        return sum(one.answers for one in self.drivers)

    def away(self) -> None:
        """Turn all screens away, so that they do not draw what nobody looks at."""
        for phone in self.drivers:
            phone.page.goto("about:blank")

    def asked(self) -> PhoneDriver | None:
        """The phone that is asked something now; None when nobody is asked any more."""
        for phone in self.drivers:
            self.controls = Controls(phone.page.request.get(phone.url + self.table).text())
            if self.controls.action:
                return phone
        return None

    def answer(self, phone: PhoneDriver, steer: Steer) -> None:
        """Answer the question that `asked` has found; a page that is drawn is no wider than the phone."""
        if (prompt := SAYS.sub("", self.controls.prompt)) in self.known:
            send(phone, self.controls, fill_in(self.controls, self.rng, app_dice=self.app_dice, steer=steer))
            return
        self.known.add(prompt)
        phone.go(self.table)
        phone.answer(self.rng, app_dice=self.app_dice, steer=steer)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        phone.page.goto("about:blank")

    def back(self) -> None:
        """Turn all screens to the table again."""
        for phone in self.drivers:
            phone.go(self.table)


def send(phone: PhoneDriver, controls: Controls, sent: dict[str, Any]) -> None:
    """Post a form with the cookies of a phone, past its screen."""
    body = urlencode(sent, doseq=True)
    headers = {"Origin": phone.url, "Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.page.request.post(phone.url + controls.action, data=body, headers=headers)
    assert answer.ok or answer.status == 422, answer.status  # what a form allows a rule may refuse
    phone.answers += 1
