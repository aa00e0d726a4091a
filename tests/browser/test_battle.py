"""A battle on a phone: both armies and the targets on the first screen; a tap on a target attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.engine.core.questions import Question
from companion.engine.match.live import Stamp
from tests.browser.brink import is_attack, put_up, until
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game
from tests.browser.test_still import PLACES

Phones = Callable[..., PhoneDriver]
MOTION = "no-preference"
SIZES = ({"width": 320, "height": 568}, {"width": 360, "height": 740})


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


def test_a_die_stands_under_the_counters_of_its_side(site: Site, phones: Phones, code: str) -> None:
    """Both sides on one phone: counters and dice of a side are in one column, whoever attacks."""
    until(site.store, code, is_attack)
    phone = phones(site.url)
    phone.join(code, "knights")
    for _ in range(2):
        phone.go(f"/m/{code}?as=amazons")
        phone.act(phone.page.locator(".attack:visible").first.click)
        phone.go(f"/m/{code}?as=amazons")  # answering for another ends with each question
        sides = [round(one.bounding_box()["x"]) for one in phone.page.locator(".facing .side").all()]
        for column, seat in enumerate(("knights", "amazons")):
            die = phone.page.locator(f'.pair form[data-seat="{seat}"]').bounding_box()
            assert abs(die["x"] - sides[column]) < 20
        attacker = site.store.read(code).questions[0].seat
        until(site.store, code, lambda one, was=attacker: is_attack(one) and one.seat != was)


def test_the_chance_of_a_breach_is_known_before_it_is_tried(site: Site, phones: Phones, code: str) -> None:
    """What each result of the die does stands beside the question, on the first screen, at 320 pixels, too."""
    until(site.store, code, lambda question: question.section == "8.7.1")
    phone = phones(site.url)
    phone.join(code, "knights")
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.evaluate("scrollTo(0, 0)")
        assert phone.page.locator(".needs").inner_text().count("%") == 2
        on_first_screen(phone, ".needs")
        on_first_screen(phone, ".yes-no button")
    phone.act(phone.page.locator(".yes-no button").first.click)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.evaluate("scrollTo(0, 0)")
        on_first_screen(phone, ".key")
        on_first_screen(phone, ".roll")


def test_what_a_roll_has_done_stays_in_sight_until_the_next_answer(site: Site, phones: Phones, code: str) -> None:
    """Both phones tell it above the counters, on the first screen, with the targets below; then it makes room."""
    until(site.store, code, is_attack)
    attacker, other = (phones(site.url, viewport=size) for size in SIZES)
    attacker.join(code, "amazons")
    other.join(code, "knights")
    attacker.act(attacker.page.locator(".attack:visible").first.click)
    roll(site, code, 20)
    roll(site, code, 1)
    told = said_last(site, code)
    for one in (attacker, other):
        one.settle()
        assert told in one.page.locator(".came-of").inner_text().replace("\u00a0", " ")  # no line ends at a number
        on_first_screen(one, ".came-of")
        on_first_screen(one, ".arena li[data-stack]")
    following = attacker if site.store.read(code).questions[0].seat == "amazons" else other
    on_first_screen(following, ".attack:visible")
    following.act(following.page.locator(".attack:visible").first.click)
    following.settle()
    assert following.page.locator(".came-of").count() == 0


def roll(site: Site, code: str, die: int) -> None:
    """The die that is asked for first shows this."""
    with site.store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, [die], Stamp(asked.seat, NOW, "test", f"{asked.key} {die}"))


def said_last(site: Site, code: str) -> str:
    """The first line that the last answer led to."""
    return str(site.store.read(code).entries(limit=1).lines[0].entry.notes[0].text)


def test_who_stands_in_a_tower_is_seen_where_targets_are_chosen(site: Site, phones: Phones, code: str) -> None:
    """The sign of the tower is beside the counter, at 320 pixels, too; a target says its chance and both totals, within
    its box.
    """
    until(site.store, code, is_attack)
    phone = phones(site.url)
    phone.join(code, site.store.read(code).questions[0].seat)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.evaluate("scrollTo(0, 0)")
        on_first_screen(phone, ".arena .post")
        target = phone.page.locator(".attack:visible").first
        assert target.locator(".brief").is_visible()
        assert target.locator(".detail").bounding_box()["width"] < 2
        lines = target.locator(".brief").inner_text().split("\n")
        *chances, totals = lines
        assert chances
        assert all("%" in one and one[-1].isdigit() for one in chances)
        assert all(part.strip()[0].isdigit() and "+" in part for part in totals.split(":", 1))
        inner, outer = target.locator(".brief").bounding_box(), target.bounding_box()
        assert outer["x"] <= inner["x"]
        assert inner["height"] <= outer["height"]


@pytest.mark.parametrize("size", SIZES)
def test_advice_is_a_line_at_the_question_and_unfolds_over_the_page(site: Site, phones: Phones, size: dict[str, int],
                                                                    code: str) -> None:  # fmt: skip
    """In a newcomer's first siege, on the first screen, beside a choice and beside a keypad; opened, nothing moves."""
    until(site.store, code, is_attack)
    phone = phones(site.url, viewport=size)
    phone.join(code, site.store.read(code).questions[0].seat)
    for last in (False, True):
        on_first_screen(phone, ".tip summary")
        assert not phone.page.locator(".coach:visible").count()
        before = phone.page.evaluate(PLACES)
        phone.page.locator(".tip summary").click()
        words = phone.page.locator(".tip-words")
        assert words.is_visible()
        assert words.bounding_box()["width"] > 280
        assert phone.page.evaluate(PLACES) == before
        phone.page.keyboard.press("Escape")
        assert not words.is_visible()
        phone.page.locator(".tip summary").click()
        assert words.is_visible()
        phone.page.locator(".topbar h1, .topbar").first.click()
        assert not words.is_visible(), "a tap beside it folds it"
        if not last:
            phone.act(phone.page.locator(".attack:visible").first.click)


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


def test_wounds_are_dealt_out_by_tapping_who_takes_them(site: Site, phones: Phones) -> None:
    """Each tap on a counter is one wound, no tap too many counts, and the sum and the way back stay in view."""
    code, seat, wounds = dealt_out(site)
    phone = phones(site.url)
    phone.join(code, seat)
    on_first_screen(phone, ".arena .hit")
    on_first_screen(phone, ".totals :is(.go, .again)")
    total = phone.page.locator('[data-total="count"]')
    hits = phone.page.locator(".arena .hit")
    for n in range(1, wounds + 3):
        for one in hits.all():
            if total.inner_text() == str(min(n, wounds)):
                break
            one.click()
    assert total.inner_text() == str(wounds)
    taken = [int(one or 0) for one in phone.page.locator(".hit .taken").all_text_contents()]
    typed = [int(one.input_value()) for one in phone.page.locator(".counts input").all()]
    assert sorted(taken) == sorted(typed)
    assert sum(taken) == wounds
    phone.page.locator(".totals .again").click()
    phone.page.wait_for_function("() => document.querySelector('[data-total]').textContent === '0'")
    assert set(phone.page.locator(".hit .taken").all_text_contents()) == {""}


def test_wounds_are_dealt_out_without_scripts(site: Site, phones: Phones) -> None:
    """The lines below the picture are plain number fields, and there is no dead button."""
    code, seat, wounds = dealt_out(site)
    phone = phones(site.url, scripts=False)
    phone.join(code, seat)
    assert not phone.page.locator(".hit:visible, .again:visible").count()
    for one in phone.page.locator(".counts input").all():
        n = min(wounds, int(one.get_attribute("max") or 0))
        one.fill(str(n))
        wounds -= n
    version = site.store.version(code)
    phone.page.locator(".counts .go").click()
    assert site.store.version(code) > version


def dealt_out(site: Site) -> tuple[str, str, int]:
    """A battle in which several wounds are dealt out: the match, who deals, how many."""
    for seed in range(1, 30):
        seats = ["red", "blue", "green"]
        made = site.store.create(find_game("conquest_of_zabor"), seats, {}, {}, release="test", now=NOW)
        asked = site.play(made, Random(seed), is_dealt_out, 600)
        if asked is not None:
            return made, asked.seat, asked.part.form.least  # type: ignore[union-attr]
    raise AssertionError("never asked")


def is_dealt_out(question: Question) -> bool:
    """Whether two wounds or more are dealt out."""
    form = getattr(question.part, "form", None)
    return question.part.about.startswith("casualties") and getattr(form, "least", 0) > 1


def test_both_dice_of_armies_of_many_stacks_are_in_view_at_320(site: Site, phones: Phones, code: str) -> None:
    """Only what acts and what it acts on is left of the armies, each beside its name, so that all keys have room."""
    until(site.store, code, is_attack)
    phone = phones(site.url, viewport={"width": 320, "height": 568})
    phone.join(code, "knights")
    phone.go(f"/m/{code}/join")
    phone.page.click('button[name="seat"][value="amazons"]')
    phone.page.wait_for_selector("form[data-answer]")
    phone.act(phone.page.locator(".attack:visible").first.click)
    phone.page.wait_for_selector(".pair")
    on_first_screen(phone, ".pair .key")
