"""A siege of a Level 2 City with two towers, over three combat rounds, on two phones with typed dice.

Every result is read from both pages: it cites its section, and unfolds into the numbers that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from tests.browser.brink import brink
from tests.browser.driver import PhoneDriver, reveal
from tests.browser.server import Server

Sums = dict[str, list[str]]
NUMBERLESS = ("Victory", "in all", "deploy", "conquer", "is dead", "goes to", "arrives", "Conquest Table", "moves to")
"""Lines of a siege that tell no number of their own making."""


class Siege:
    """The two phones at the table, and what their players do and read."""

    def __init__(self, knights: PhoneDriver, amazons: PhoneDriver, code: str) -> None:
        self.phones = {"knights": knights, "amazons": amazons}
        self.code = code
        self.results = 0

    def press(self, seat: str, prompt: str, name: str, value: str) -> None:
        """Answer the question of this prompt with a button; both phones follow by themselves."""
        phone = self.phones[seat]
        form = phone.page.locator("form[data-answer]", has=phone.page.locator(".prompt", has_text=prompt))
        form.wait_for()
        button = form.locator(f'button[name="{name}"][value="{value}"]')
        if not button.is_visible():
            reveal(form, button)
        phone.act(button.click)
        for other in self.phones.values():
            other.catch_up(phone.version())

    def choose(self, seat: str, prompt: str, value: str) -> None:
        """Tap an option."""
        self.press(seat, prompt, "choice", value)

    def die(self, seat: str, prompt: str, value: int) -> None:
        """Type a die on the keypad."""
        self.press(seat, prompt, "die.0", str(value))

    def attack(self, seat: str, step: int, pair: str, mine: int, theirs: int) -> None:
        """A stack attacks another; each player types his own die."""
        other = "amazons" if seat == "knights" else "knights"
        self.choose(seat, f"Step {step},", pair)
        self.die(seat, "attack", mine)
        self.die(other, "", theirs)

    def breach(self, die: int, what: str = "wall") -> None:
        """The besieger tries to breach."""
        self.choose("knights", f"Try to breach the {what}?", "yes")
        self.die("knights", "Breach.", die)

    def passes(self, seat: str, step: int) -> None:
        """No further attack in this step."""
        self.choose(seat, f"Step {step},", "pass")

    def fight_on(self) -> None:
        """Step 9: the besieger stays; the defender may not leave, and is told by which section."""
        self.choose("knights", "fight on or withdraw?", "no")
        amazons = self.phones["amazons"].page
        refusal = amazons.locator("form[data-answer]").inner_text()
        assert "Nobody withdraws from a besieged City or Camp." in refusal
        assert "8.9" in refusal
        assert amazons.locator('form[data-answer] button[value="yes"]').count() == 0
        self.choose("amazons", "fight on or withdraw?", "no")

    def told(self, text: str, section: str, **sums: list[str]) -> None:
        """Both phones show this result with its section, and unfold it into these sums."""
        for phone in self.phones.values():
            note = phone.page.locator(".news .note", has_text=text).first
            note.wait_for()
            assert section in cited(note)
            found = unfold(note)
            for label, terms in sums.items():
                assert found[label.replace("_", " ")] == terms, (text, found)
        self.results += 1


def cited(note: Locator) -> list[str]:
    """The sections a line cites, each a link to the rule."""
    links = note.locator("p a.section").all()
    assert all("/rules?section=" in (link.get_attribute("href") or "") for link in links)
    return [link.inner_text().rpartition("§")[2].strip() for link in links]


def unfold(note: Locator) -> Sums:
    """Open the `why` of a line; gives its sums as label -> lines, and checks that each adds up."""
    why = note.locator("details.why")
    if why.get_attribute("open") is None:
        why.locator("summary").click()
    found: Sums = {}
    for table in why.locator("table.sum").all():
        assert table.is_visible()
        *words, total = table.locator("caption").inner_text().split()
        label = " ".join(words)
        rows = table.locator("tr").all()
        values = [row.locator("td").inner_text().replace("\u2212", "-") for row in rows]
        assert sum(map(int, values)) == int(total.replace("\u2212", "-")), label
        found[label] = [f"{plain(row.locator('th'))} {value}" for row, value in zip(rows, values, strict=True)]
    return found


def plain(cell: Locator) -> str:
    """The words of a cell, with the section it cites."""
    return " ".join(cell.inner_text().replace("Rules, section", "").split())


@pytest.fixture
def siege(tmp_path: Path, phones: Callable[..., PhoneDriver]) -> Iterator[tuple[Siege, str]]:
    """The match on the brink at a real server, with its two phones."""
    code, city = brink(tmp_path)
    server = Server(tmp_path)
    server.start()
    knights, amazons = phones(server.url), phones(server.url)
    knights.join(code, "knights", "Anna")
    amazons.join(code, "amazons", "Bert")
    yield Siege(knights, amazons, code), city
    server.stop()


@pytest.mark.slow
def test_two_phones_besiege_a_city_with_two_towers(siege: tuple[Siege, str]) -> None:
    """From the tap on the City over a damaged and a fallen wall to its conquest; every number can be unfolded."""
    table, city = siege
    tap_the_city(table, city)
    first_round(table)
    second_round(table)
    third_round(table)
    conquest(table)
    assert table.results == 12
    read_the_log(table)


def tap_the_city(table: Siege, city: str) -> None:
    """The Knights' phone shows the map; a finger on the City's hex is the answer."""
    phone = table.phones["knights"]
    spot = phone.page.locator(f'a.can[href$=".{city}"]')
    spot.scroll_into_view_if_needed()
    phone.act(spot.locator("polygon").first.click)
    asked = table.phones["amazons"].page.locator("form[data-answer]", has_text="goes into tower 1?")
    asked.wait_for()
    assert "8 × Level 3 of section 1" in asked.inner_text().replace("\u00a0", " ")
    assert "6 × Level 3 of the garrison" in asked.inner_text().replace("\u00a0", " ")
    for tower in (1, 2):
        table.choose("amazons", f"goes into tower {tower}?", "0")


def first_round(table: Siege) -> None:
    """The wall and a tower are damaged; arrows fly; nobody fights hand to hand."""
    table.breach(6)
    table.choose("knights", "Which tower is struck as well?", "0")
    breach = ["d20 +6", "Level of the Hero § 4.1.1 +4"]
    table.told("The wall is damaged.", "8.7.1", Breach=breach)
    table.told(
        "Tower 1 is damaged: 4 lost.", "8.7.1", Breach=breach,
        Units_lost=["Units in the tower § 8.7.1 +8", "Half of them stay § 8.7.1 -4"],
    )  # fmt: skip
    table.attack("amazons", 2, "0>0", 15, 3)
    table.told(
        "Amazons 4 × Level 3 hit Knights 10 × Level 3: 4 killed, 6 left.", "8.5.1",
        Amazons_Hero_1=["d20 +15", "Amazons 4 × Level 3 Attack § 8.5.1 +7"], Knights_Hero_1=["d20 +3"],
        Hits=["Units that hit § 8.6.1 +4"],
    )  # fmt: skip
    table.passes("amazons", 2)
    table.attack("knights", 3, "0>2", 18, 5)
    table.told(
        "Knights 6 × Level 3 hit Amazons 6 × Level 3: 3 killed, 3 left.", "8.5.1",
        Amazons_Hero_1=["d20 +5", "Tower § 8.7.2.3 +4"],
        Hits=["Units that hit § 8.6.1 +6", "Halved by the tower § 8.7 -3"],
    )  # fmt: skip
    table.choose("knights", "try to seize the Initiative", "yes")
    table.die("knights", "Seize the Initiative.", 20)
    table.told(
        "failed to seize the Initiative", "8.8", Roll=["d20 § 8.8 +20"],
        Succeeds_up_to=["Initiative of the Hero § 8.8 +6"],
    )  # fmt: skip
    table.fight_on()


def second_round(table: Siege) -> None:
    """Wall and damaged tower fall; Cavalry and Close Combat over the rubble."""
    table.breach(16)
    table.told("The wall is destroyed.", "8.7.1", Breach=["d20 +16", "Level of the Hero § 4.1.1 +4"])
    table.told("Tower 1 is destroyed: 4 lost.", "8.7.1", Units_lost=["Units in the tower § 8.7.1 +4"])
    table.passes("amazons", 2)
    table.passes("knights", 3)
    table.attack("amazons", 4, "3>1", 18, 2)
    table.told(
        "Amazons 4 × Level 2 hit Knights 8 × Level 5: 4 killed, 4 left.", "8.5.2",
        Amazons_Hero_1=["d20 +18", "Amazons 4 × Level 2 Attack § 8.5.2 +4", "Hero Attack § 8.5.2 +2"],
        Knights_Hero_1=["d20 +2", "Knights 8 × Level 5 Defense § 8.5.2 +7", "Hero Defense § 8.5.2 +4"],
    )  # fmt: skip
    table.attack("knights", 5, "1>1", 15, 4)
    table.told(
        "Knights 4 × Level 5 hit Amazons 6 × Level 1: 4 killed, 2 left.", "8.5.2",
        Amazons_Hero_1=[
            "d20 +4", "Amazons 6 × Level 1 Defense § 8.5.2 +2", "Hero Defense § 8.5.2 +3",
            "Defensive works § 8.7.2.2 +2",
        ],
    )  # fmt: skip
    table.attack("amazons", 6, "1>2", 5, 10)
    table.told(
        "Knights 10 × Level 4 hit Amazons 2 × Level 1: 2 killed, 0 left.", "8.5.2",
        Hits=["Units that hit § 8.6.1 +10"],
    )  # fmt: skip
    table.attack("knights", 7, "2>3", 15, 3)
    table.attack("knights", 7, "3>2", 15, 16)
    table.told(
        "Amazons 3 × Level 3 hit Knights 12 × Level 2: 3 killed, 9 left.", "8.5.2",
        Amazons_Hero_1=[
            "d20 +16", "Amazons 3 × Level 3 Defense § 8.5.2 +2", "Hero Defense § 8.5.2 +3", "Tower § 8.7.2.3 +4",
        ],
    )  # fmt: skip
    table.fight_on()


def third_round(table: Siege) -> None:
    """The second tower is breached on its own; arrows finish its garrison."""
    table.breach(7, "second tower")
    table.told(
        "Tower 2 is damaged: 1 lost.", "8.7.1",
        Units_lost=["Units in the tower § 8.7.1 +3", "Half of them stay § 8.7.1 -2"],
    )  # fmt: skip
    table.passes("amazons", 2)
    table.attack("knights", 3, "0>2", 18, 1)


def conquest(table: Siege) -> None:
    """The City falls: loot by typed dice, and a new Hero for the Amazons on a hex of their choice."""
    for die in (6, 3, 1):
        table.die("knights", "Roll on the Conquest Table.", die)
    phone = table.phones["amazons"]
    amazons = phone.page
    place = amazons.locator("a.can polygon").first
    place.wait_for()
    phone.act(place.click)
    form = amazons.locator("form[data-answer]", has=amazons.locator('input[name="count.L1"]'))
    form.locator('input[name="count.L1"]').fill("4")
    phone.act(form.locator("button.go").click)
    knights = table.phones["knights"]
    table.choose("knights", "go up a Level?", "no")
    knights.page.locator("form[data-answer]", has_text="what do you do?").wait_for()
    knights.go(f"/m/{table.code}?tab=city")
    assert "Amazons City" in knights.page.locator("#live").inner_text()


def read_the_log(table: Siege) -> None:
    """In the log every line of the siege cites a section, and every result has its reasons."""
    phone = table.phones["amazons"]
    phone.go(f"/m/{table.code}/log")
    seen: list[str] = []
    while True:
        phone.page.evaluate("() => document.querySelectorAll('.entry > details').forEach(one => one.open = true)")
        for note in phone.page.locator("li.entry:not(.k-correction) .note").all():
            text = note.locator("p").inner_text().replace("\u00a0", " ")
            assert cited(note), text
            if not any(word in text for word in NUMBERLESS) and cited(note)[0].startswith("8."):
                assert unfold(note), text
                seen.append(text)
        older = phone.page.locator('a[href*="older="]')
        if not older.count():
            break
        older.first.click()
    log = "\n".join(seen)
    assert "gains 34 EP (24 killed, and a Hero)" in log
    assert "captured" in log
    assert len(seen) == 18, log
