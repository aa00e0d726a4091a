"""The promise of the first release, done in a browser: three phones at one table, two of them play two Rounds.

Dice are typed and rolled; one answer is taken back, one value corrected, one page reloaded, and the server is killed
and started again in the middle of a battle. The third phone has no connection meanwhile, and finds its way back.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.driver import PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls

GAME = "heroes_vs_warlords"
MOST = 700


class Plan:
    """How the two people play: two Rounds on the standard map, some fights near home, never giving up."""

    def __init__(self) -> None:
        self.moves: dict[str, int] = {}

    def __call__(self, controls: Controls) -> dict[str, str]:
        values = [value for name, value in controls.buttons if name == "choice"]
        if controls.prompt == "Which map, and how long?":
            return {"f.length.number": "2", "f.map.choice": "standard"}
        if "done" in values:
            return {"choice": self.turn(controls.prompt, values)}
        return {"choice": values[0]} if controls.prompt.startswith("Step ") else {}

    def turn(self, prompt: str, values: list[str]) -> str:
        """A few moves a turn, then the end of it; production is short."""
        self.moves[prompt] = self.moves.get(prompt, 0) + 1
        moves = [value for value in values if "," in value or value.startswith("walk:")]
        return moves[0] if moves and self.moves[prompt] % 2 else "done"


@pytest.mark.slow
def test_two_phones_play_two_rounds_at_a_real_server(server: Server, phones: Callable[..., PhoneDriver]) -> None:
    """Nothing is lost and the match ends as agreed, whatever happens on the way."""
    host, guest, watcher = (phones(server.url) for _ in range(3))
    code = host.create(GAME, ["knights", "amazons"], ["knights"])
    guest.join(code, "amazons")
    watcher.join(code, label="Watcher")
    watcher.context.set_offline(True)
    table = Table(server, code, [host, guest])
    while table.answers < MOST and not table.ended():
        table.one_answer()
    assert table.ended(), host.page.locator("#live").inner_text()
    assert not table.to_do, table.to_do
    assert {"rolled", "typed"} <= table.dice
    watcher.context.set_offline(False)
    watcher.catch_up(host.version())
    assert watcher.page.locator(".ended").count() == 1
    assert not watcher.asked()
    host.go(f"/m/{code}/log")
    text = host.page.locator("main").text_content() or ""
    assert "win" in text.lower() or "draw" in text.lower()
    assert table.rounds_seen(host) >= 2


class Table:
    """The two phones that play, what still has to happen on the way, and what has."""

    def __init__(self, server: Server, code: str, players: list[PhoneDriver]) -> None:
        self.server, self.code, self.players = server, code, players
        self.rng, self.plan = Random(1), Plan()
        self.answers = 0
        self.dice: set[str] = set()
        self.to_do = ["undo", "correct", "reload", "kill"]

    def ended(self) -> bool:
        """Whether the match is over."""
        return self.players[0].page.locator(".ended").count() == 1

    def one_answer(self) -> None:
        """Whoever is asked answers; sometimes something else happens first."""
        phone = next((one for one in self.players if one.asked()), None)
        if phone is None:
            self.wait_for_each_other()
            return
        self.happenings(phone)
        if not phone.asked():
            return
        sent = phone.answer(
            self.rng, app_dice="rolled" not in self.dice, steer=self.plan
        )  # most typed: always the same
        self.answers += 1
        self.dice |= {"rolled"} if sent.get("roll") == "app" else {"typed"} if "die.0" in sent else set()

    def wait_for_each_other(self) -> None:
        """Both pages come to the same version by themselves."""
        newest = max((one.version() for one in self.players), key=int)
        for one in self.players:
            one.catch_up(newest)
        if not self.ended() and not any(one.asked() for one in self.players):
            self.players[0].page.wait_for_timeout(200)

    def happenings(self, phone: PhoneDriver) -> None:
        """What life does to a table, each once, at its time."""
        if "kill" in self.to_do and phone.prompt().startswith("Step "):
            self.to_do.remove("kill")
            self.server.kill()
            self.server.start()
        elif "reload" in self.to_do and self.answers > 8:
            self.to_do.remove("reload")
            self.wait_for_each_other()
            before = phone.version(), phone.prompt()
            phone.page.reload()
            assert (phone.version(), phone.prompt()) == before
        elif "correct" in self.to_do and self.answers > 10:
            self.to_do.remove("correct")
            self.correct_a_value(phone)
        elif "undo" in self.to_do and self.answers > 4 and phone.page.locator("form.undo").count():
            self.wait_for_each_other()  # what the other phone did meanwhile may have ended the chance to undo
            if phone.page.locator("form.undo").count():
                self.to_do.remove("undo")
                self.take_back(phone)

    def take_back(self, phone: PhoneDriver) -> None:
        """One tap, and the question is asked again."""
        before = phone.version()
        with phone.page.expect_navigation():
            phone.page.click("form.undo button")
        assert int(phone.version()) > int(before)

    def correct_a_value(self, phone: PhoneDriver) -> None:
        """The gold of the Knights is 5 more than the app thinks: two taps, a number, a reason."""
        phone = self.players[0]  # theirs: anybody else would ask them first
        phone.go(f"/m/{self.code}?tab=city")
        link = phone.page.locator('a[href*="correct?path="][href*="gold"]')
        if not link.count():
            phone.go(f"/m/{self.code}/correct")
            phone.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            link = phone.page.locator('a[href*="correct?path="][href*="gold"]')
        link.first.click()
        box = phone.page.locator('input[name="value"]')
        wanted = str(int(box.input_value()) + 5)
        box.fill(wanted)
        phone.page.fill('input[name="reason"]', "miscounted at the table")
        address = phone.page.url
        with phone.page.expect_navigation():
            phone.page.click("form.correct button.go")
        phone.page.goto(address)
        assert phone.page.locator('input[name="value"]').input_value() == wanted
        phone.go(f"/m/{self.code}")

    def rounds_seen(self, phone: PhoneDriver) -> int:
        """How many Rounds the log has headings of."""
        seen: set[str] = set()
        phone.go(f"/m/{self.code}/log")
        while True:
            seen.update(one.get_attribute("id") or "" for one in phone.page.locator('h2[id^="round-"]').all())
            older = phone.page.locator('a[href*="older="]')
            if not older.count():
                return len(seen)
            with phone.page.expect_navigation():
                older.click()
