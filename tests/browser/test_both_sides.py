"""Both sides of a battle on one phone, in the games whose dice nobody compares at once: one press rolls for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.effects import Draw, Pool
from companion.engine.core.questions import Question
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.test_battle import on_first_screen

Phones = Callable[..., PhoneDriver]
SIZES = ({"width": 320, "height": 568}, {"width": 360, "height": 740})
SEATS = ("red", "blue", "green")
FOUR = (*SEATS, "yellow")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("both"))
    yield made
    made.close()


def two_roll(question: Question) -> bool:
    """Whether the two sides of a battle roll at the same time, and no rule compares the dice."""
    return question.rule.endswith((".clash", ".battle_round")) and question.parts == 2 and question.joint is None


def name_above(phone: PhoneDriver, column: int) -> bool:
    """Whether a side's name is to be read between the button for both dice and the side's keypad."""
    half, side = phone.page.locator(".pair .question").nth(column), phone.page.locator(".facing .side").nth(column)
    top, bottom = phone.page.locator("form.both").bounding_box(), half.locator(".keypad, .stepper").bounding_box()
    assert top
    assert bottom
    boxes = [one.bounding_box() for one in (*side.locator("h3").all(), *half.locator(".asked .to .name").all())]
    return any(box and box["width"] > 10 and box["height"] > 10 and top["y"] < box["y"] < bottom["y"] for box in boxes)


@pytest.mark.parametrize("game", ["archmagi", "conquest_of_zabor"])
def test_one_press_rolls_for_both_sides(site: Site, phones: Phones, game: str) -> None:
    """The button is on the first screen, each side's dice stand in the column of its counters, and it answers both."""
    for seed in range(7, 40):
        code = site.store.create(find_game(game), list(SEATS), {}, {}, release="test", now=NOW)
        if site.play(code, Random(seed), two_roll, 2500):
            break
    asked = [one for one in site.store.read(code).questions if two_roll(one)]
    assert len(asked) == 2
    phone = phones(site.url)
    phone.join(code, SEATS[0])
    for seat in SEATS[1:]:
        site.store.give_seat(code, site.store.read(code).devices[-1].id, seat)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.reload()
        on_first_screen(phone, "form.both .roll")
        on_first_screen(phone, ".arena li[data-stack], .facing .stack >> nth=0")
        sides = [one.bounding_box() for one in phone.page.locator(".facing .side").all()]
        dice = [one.bounding_box() for one in phone.page.locator(".pair .question").all()]
        assert [box is not None for box in (*sides, *dice)] == [True] * 4
        assert all(abs(side["x"] - die["x"]) < 20 for side, die in zip(sides, dice, strict=True))  # type: ignore[index]
        assert all(name_above(phone, n) for n in range(2)), size
    before = site.store.read(code).last
    phone.act(phone.page.locator("form.both button").click)
    assert site.store.read(code).last == before + 2


@pytest.mark.parametrize("size", SIZES, ids=["320", "360"])
def test_what_may_be_shown_in_a_battle_is_on_the_first_screen(site: Site, phones: Phones, size: dict[str, int]) -> None:
    """Archmagi: both armies with units that do not fight, and the first choice that is possible, above the bar."""

    def wanted(question: Question) -> bool:
        form = getattr(question.part, "form", None)
        free = [one for one in getattr(form, "options", ()) if one.refusal is None]
        return question.rule.endswith("battle.tactics") and bool(free)

    for seed in range(5, 40):
        code = site.store.create(find_game("archmagi"), list(SEATS), {}, {}, release="test", now=NOW)
        if (asked := site.play(code, Random(seed), wanted, 2500)) is not None:
            break
    assert asked is not None
    phone = phones(site.url, viewport=size)
    phone.join(code, asked.seat)
    on_first_screen(phone, "form[data-answer] .ticks li:first-child input")
    assert phone.page.locator("form[data-answer] .ticks li:first-child input").is_enabled()


def many_dice(question: Question) -> bool:
    """Whether a player rolls more dice than a keypad of two rows has keys."""
    return isinstance(question.part, Pool) and question.part.count > 11 and question.seat in FOUR


def test_many_dice_leave_the_button_in_sight(site: Site, phones: Phones) -> None:
    """Conquest of Zabor: who rolls them sees the button for it; tables of the standing are as wide as a phone."""
    code = site.store.create(find_game("conquest_of_zabor"), list(FOUR), {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(1), many_dice, 1500)
    assert asked is not None
    phone = phones(site.url)
    phone.join(code, asked.seat)
    for tab, css in (("now", "form[data-answer] .roll"), ("standing", "")):
        for size in SIZES:
            phone.page.set_viewport_size(size)
            phone.go(f"/m/{code}?tab={tab}")
            if css:
                on_first_screen(phone, css)
            assert not phone.page.evaluate("""() => [...document.querySelectorAll(".panel .scroll")]
              .some(one => one.scrollWidth > one.clientWidth)""")


def both_roll(question: Question) -> bool:
    """Whether a player rolls many dice against another player."""
    return isinstance(question.part, Pool) and 11 < question.part.count < 25


def test_a_missing_name_is_said_at_its_field(site: Site, phones: Phones) -> None:
    """Conquest of Zabor: a tap on what an area is, before its name: the field has the cursor and says what it wants."""
    phone = phones(site.url)
    code = phone.create("conquest_of_zabor", list(FOUR), list(FOUR))
    assert site.play(code, Random(1), lambda one: one.rule.endswith("choose_start"), 400) is not None
    phone.go(f"/m/{code}")
    before = site.store.read(code).last
    phone.page.locator('form[data-answer] button[name="sent"]').first.click()
    field = phone.page.locator("form[data-answer] [data-missing]").first
    assert field.evaluate("one => one === document.activeElement")
    said = phone.page.locator(".missing")
    assert said.inner_text() == field.get_attribute("data-missing")
    field.fill("Lunn")
    assert said.count() == 0
    phone.act(phone.page.locator('form[data-answer] button[name="sent"]').first.click)
    assert site.store.read(code).last == before + 1


def test_many_dice_of_both_sides_are_typed_in_on_one_screen(site: Site, phones: Phones) -> None:
    """On one phone each side has its own button and what ends its number; counting begins at what is to be expected."""
    phone = phones(site.url)
    code = phone.create("conquest_of_zabor", list(FOUR), list(FOUR))
    assert site.play(code, Random(1), both_roll, 1500) is not None
    phone.go(f"/m/{code}")
    many = phone.page.locator(".pair .question:has(.stepper)").first
    for css in (".pair .roll >> nth=0", ".pair .roll >> nth=1", ".pair .go >> nth=0"):
        on_first_screen(phone, css)
    many.locator(".step").last.click()
    assert 0 < int(many.locator("input[name=number]").input_value()) < 12
    before = site.store.read(code).last
    phone.act(many.locator(".go").click)
    assert site.store.read(code).last == before + 1


@pytest.mark.parametrize("size", SIZES, ids=["320", "360"])
def test_of_many_cards_the_button_that_draws_is_in_sight(site: Site, phones: Phones, size: dict[str, int]) -> None:
    """Above the fields for who has drawn from the real deck."""
    code = site.store.create(find_game("conquest_of_zabor"), list(FOUR), {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(1), lambda one: isinstance(one.part, Draw) and one.part.count > 3)
    assert asked is not None
    phone = phones(site.url, viewport=size)
    phone.join(code, asked.seat)
    on_first_screen(phone, "form[data-answer] .roll")


@pytest.mark.parametrize("size", SIZES, ids=["320", "360"])
def test_all_spaces_of_the_track_are_seen_together(site: Site, phones: Phones, size: dict[str, int]) -> None:
    """Conquest of Zabor: who places an Envoy sees all 16 on a screen and a half."""
    code = site.store.create(find_game("conquest_of_zabor"), list(FOUR), {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(1), lambda one: one.rule.endswith("place_envoy"), 400)
    assert asked is not None
    phone = phones(site.url, viewport=size)
    phone.join(code, asked.seat)
    table = phone.page.locator("form[data-answer] .spaces").bounding_box()
    assert table is not None
    assert phone.page.locator(".spaces .option").count() == 16
    assert table["y"] + table["height"] < 1.5 * max(size["height"], 740)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
