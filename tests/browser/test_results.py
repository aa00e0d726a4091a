"""What a battle tells and what it draws agree, on every phone: results, chances, who may be struck."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.engine.match.live import Stamp
from tests.browser.brink import is_attack, put_up, until
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site
from tests.browser.test_battle import on_first_screen, roll

Phones = Callable[..., PhoneDriver]
SMALL, USUAL = {"width": 320, "height": 568}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("results"))
    yield made
    made.close()


@pytest.fixture
def code(site: Site) -> str:
    """The Amazons have deployed in their City, and the Knights are asked whether they breach."""
    made, city = put_up(site.store)
    answer(site, made, city)
    until(site.store, made, lambda question: question.section == "8.7.1")
    return made


def answer(site: Site, code: str, value: object) -> None:
    """Answer what is asked first."""
    with site.store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, value, Stamp(asked.seat, NOW, "test", f"{asked.key} {value}"))


def seated(site: Site, phones: Phones, code: str, seat: str, language: str = "en", **options: object) -> PhoneDriver:
    """A phone with a seat, in a language."""
    phone = phones(site.url, **options)
    phone.context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
    phone.join(code, seat)
    return phone


def test_the_picture_is_never_behind_what_is_told(site: Site, phones: Phones, code: str) -> None:
    """The wall is drawn damaged as soon as that is told, although the step that damages it still asks for the tower."""
    both = [seated(site, phones, code, seat) for seat in ("knights", "amazons")]
    answer(site, code, True)
    roll(site, code, 6)
    for phone in both:
        phone.settle()
        assert phone.page.locator(".came-of").inner_text()
        assert phone.page.locator("svg.wall > .damaged:not(.tower)").count() == 1
        assert phone.page.locator("svg.wall > .tower.intact").count() == 2
    answer(site, code, "0")
    for phone in both:
        phone.settle()
        assert phone.page.locator("svg.wall > .damaged").count() == 2


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "360"])
def test_a_long_result_is_whole_after_a_tap(site: Site, phones: Phones, code: str, size: dict[str, int]) -> None:
    """Two lines of it above the counters, one for each of two things told; the tap shows the rest where it stands."""
    phone = seated(site, phones, code, "amazons", "de", viewport=size)
    told = phone.page.locator(".came-of summary")
    cut = """one => [one, ...one.querySelectorAll('span')].some(part => part.clientWidth &&
      (part.scrollHeight > part.clientHeight + 4 || part.scrollWidth > part.clientWidth + 1))"""
    assert told.evaluate(cut)
    assert told.bounding_box()["height"] < 48
    told.click()
    assert not told.evaluate(cut)
    assert told.evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_who_waits_sees_no_empty_line(site: Site, phones: Phones, code: str) -> None:
    """Where the last answer has led to nothing yet, the line tells what was before, and keeps its height."""
    phone = seated(site, phones, code, "amazons", viewport=SMALL)
    line = phone.page.locator(".came-of")
    before = line.bounding_box()
    answer(site, code, True)
    phone.settle()
    assert line.inner_text().strip()
    assert line.bounding_box() == before


def test_a_chance_stays_with_its_percent_sign(site: Site, phones: Phones, code: str) -> None:
    """On the phone that waits and on the one that is asked; the question has the whole width where there is little."""
    waits = seated(site, phones, code, "amazons", viewport=SMALL)
    asked = seated(site, phones, code, "knights", viewport=SMALL)
    for shown in (waits.page.locator(".at-stake b").first, asked.page.locator(".needs")):
        text = shown.evaluate("one => one.textContent")
        assert "\u00a0%" in text
        assert " %" not in text
    what, row = (waits.page.locator(css).first.bounding_box() for css in (".waiting-for .what", ".waiting-for li"))
    assert what["width"] == row["width"]


def test_wall_and_towers_stay_on_the_phone_that_waits(site: Site, phones: Phones, code: str) -> None:
    """After the breach, too, while others choose their targets."""
    until(site.store, code, is_attack)
    waiting = "knights" if site.store.read(code).questions[0].seat == "amazons" else "amazons"
    phone = seated(site, phones, code, waiting)
    for size in (SMALL, USUAL):
        phone.page.set_viewport_size(size)
        on_first_screen(phone, ".arena .wall")
        on_first_screen(phone, ".arena .wall-words")


def test_who_may_be_struck_does_not_look_spent(site: Site, phones: Phones, code: str) -> None:
    """A stack that has attacked is drawn pale only while it is not a target."""
    until(site.store, code, is_attack)
    phone = seated(site, phones, code, "knights")
    pale = """([...names]) => { const one = document.querySelector(".arena li.aimed"); one.classList.add(...names);
      return getComputedStyle(one.querySelector(".counter")).opacity }"""
    assert phone.page.evaluate(pale, ["spent"]) == "1"
    assert phone.page.locator(".arena li:not(.aimed, .acts)").count()


def test_both_dice_fit_on_a_tablet(site: Site, phones: Phones, code: str) -> None:
    """Upright, with a wall: all keys and the buttons of both sides above the bar."""
    until(site.store, code, is_attack)
    phone = seated(site, phones, code, "knights", viewport={"width": 768, "height": 1024})
    phone.go(f"/m/{code}?as=amazons")
    phone.act(phone.page.locator(".attack:visible").first.click)
    on_first_screen(phone, ".pair .key")
    on_first_screen(phone, ".roll")


def test_a_die_on_the_table_changes_what_the_other_needs(site: Site, phones: Phones, code: str) -> None:
    """Before it is typed both read the chance of both dice; then the other phone reads what is enough now."""
    until(site.store, code, is_attack)
    attacker = site.store.read(code).questions[0].seat
    defender = seated(site, phones, code, "knights" if attacker == "amazons" else "amazons")
    until_dice(site, code)
    defender.settle()
    before = defender.page.locator(".needs").inner_text()
    key = defender.page.locator(".key").first.bounding_box()
    roll(site, code, 10)
    defender.settle()
    now = defender.page.locator(".needs").inner_text()
    assert now != before
    assert "10" in now
    assert defender.page.locator(".key").first.bounding_box() == key


def test_a_die_that_decides_nothing_leaves_what_is_below_where_it_was(site: Site, phones: Phones, code: str) -> None:
    """One button stands where the keys began; a finger that comes down on one of the others meets nothing."""
    until(site.store, code, is_attack)
    attacker = site.store.read(code).questions[0].seat
    defender = seated(site, phones, code, "knights" if attacker == "amazons" else "amazons")
    until_dice(site, code)
    defender.settle()
    first, last = (defender.page.locator(".key").nth(n).bounding_box() for n in (0, -1))
    roll(site, code, 20)
    defender.settle()
    go_on = defender.page.locator(".roll:has(+ .by-hand)").bounding_box()
    assert go_on["y"] == pytest.approx(first["y"], abs=1)
    assert defender.page.locator("#ask-odds").bounding_box()["y"] >= last["y"] + last["height"]
    assert not defender.page.locator(".key:visible").count()


def until_dice(site: Site, code: str) -> None:
    """The first attack that is possible is made."""
    form = site.store.read(code).questions[0].part.form  # type: ignore[union-attr]
    answer(site, code, next(one.id for one in form.options if one.link and not one.refusal))


def test_a_card_that_asks_for_consent_is_in_view_from_its_first_word(site: Site, phones: Phones, code: str) -> None:
    """However far down the page is; and none of its buttons is the one that stands out."""
    owner, other = (seated(site, phones, code, seat) for seat in ("knights", "amazons"))
    owner.page.evaluate("scrollTo(0, 250)")
    other.go(f"/m/{code}/correct?path=/players/knights/heroes/0/level")
    other.page.locator('form input[name="value"]').fill("3")
    other.page.locator("form:has(input[name='value']) button[type='submit']").first.click()
    card = owner.page.locator(".proposal")
    card.wait_for()
    owner.settle()
    box, agree = card.bounding_box(), card.locator('button[value="yes"]')
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= owner.page.locator(".tab-bar").bounding_box()["y"]
    assert agree.evaluate("one => getComputedStyle(one).backgroundColor") == card.locator(
        'button[value="no"]'
    ).evaluate("one => getComputedStyle(one).backgroundColor")
    words, buttons = card.locator("details").first.bounding_box(), card.locator("form").bounding_box()
    assert words["y"] + words["height"] <= buttons["y"] + 1, "no button lies over the words"
    card.locator("details > summary").first.click()  # put aside: a line is left of it, and what it lay over is seen
    assert not agree.is_visible()
    assert card.bounding_box()["height"] < 70
    card.locator("details > summary").first.click()
    assert agree.is_visible()
    other.go(f"/m/{code}")
    for width, height in ((320, 568), (740, 360)):  # who asked goes on meanwhile: his own card lies over nothing
        other.page.set_viewport_size({"width": width, "height": height})
        assert other.page.locator(".proposal").evaluate("one => getComputedStyle(one).position") == "static"


def test_a_result_has_its_numbers_and_unfolds_its_why(site: Site, phones: Phones, code: str) -> None:
    """Beside the words stands what both sides came to; the line itself shows how."""
    until(site.store, code, is_attack)
    phone = seated(site, phones, code, "knights", viewport=SMALL)
    until_dice(site, code)
    roll(site, code, 20)
    roll(site, code, 1)
    phone.settle()
    assert " : 1" in phone.page.locator(".came-of .score").inner_text()
    sums = phone.page.locator(".came-of table.sum")
    assert not sums.first.is_visible()
    phone.page.locator(".came-of summary").click()
    assert sums.count() >= 3
    assert sums.first.is_visible()


def test_both_dice_fit_the_smallest_phone(site: Site, phones: Phones, code: str) -> None:
    """All keys and each button that rolls, alike for both sides whatever this phone does as a rule."""
    until(site.store, code, is_attack)
    phone = seated(site, phones, code, "knights", "de", viewport=SMALL)
    phone.go(f"/m/{code}?as=amazons")
    phone.act(phone.page.locator(".attack:visible").first.click)
    phone.page.evaluate("document.querySelector('.pair form').classList.add('prefers-app')")
    on_first_screen(phone, ".pair :is(.key, .roll)")
    colours = phone.page.locator(".pair .roll").evaluate_all(
        "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(colours)) == 1


def test_across_the_question_begins_below_the_result(site: Site, phones: Phones, code: str) -> None:
    """A phone held across: no empty column, all of the question and its answers above the bar."""
    phone = seated(site, phones, code, "knights", viewport={"width": 740, "height": 360})
    line = phone.page.locator(".came-of").bounding_box()
    asked = phone.page.locator(".questions .prompt").bounding_box()
    assert asked["y"] - (line["y"] + line["height"]) < 40
    on_first_screen(phone, ".yes-no button")


def test_silhouettes_lie_free_of_the_values(site: Site, phones: Phones, code: str) -> None:
    """On the counters of a battle no value covers more than the edge of the silhouette."""
    phone = seated(site, phones, code, "knights")
    assert phone.page.locator(".arena .corner.m:visible").count() == 0
    for one in phone.page.locator(".arena .counter").all()[:4]:
        figure, level = one.locator(".figure .icon").bounding_box(), one.locator(".corner.l").bounding_box()
        attack = one.locator(".corner.a").bounding_box()
        assert figure["x"] + figure["width"] - level["x"] < 3
        assert figure["y"] - attack["y"] > 8
