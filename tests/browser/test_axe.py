"""Axe-core finds nothing wrong on any page, light or dark, and none scrolls sideways with text at 200 %.

The pages are found by the routes of the application: a new page that nobody looks at here fails the first test, a new
template the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.engine.core.effects import Draw
from companion.web.app.errors import titles
from companion.web.reading import odds
from tests.browser.axe import violations
from tests.browser.brink import put_up
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game, games
from tests.browser.tour import (
    HVW,
    NOT_PAGES,
    PAGES_BY_DOING,
    THEMES,
    TV,
    Tour,
    draws,
    pages_of_a_match,
    pages_without_a_match,
    shape,
    unfold,
)

FIXTURES = Path(__file__).parents[1] / "fixtures" / HVW
TEMPLATES = Path(__file__).parents[2] / "templates"
Phones = Callable[..., PhoneDriver]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests of this module."""
    made = Site(tmp_path_factory.mktemp("axe"))
    yield made
    made.close()


@pytest.fixture
def tour(site: Site, phones: Phones) -> Tour:
    """A fresh phone on its way."""
    return Tour(site, phones(site.url))


@pytest.fixture(scope="module")
def walker(site: Site, browser: Browser) -> Iterator[PhoneDriver]:
    """One phone for many short ways, whose console has nothing to complain about at the end."""
    phone = PhoneDriver(browser, site.url, reduced_motion="reduce")
    yield phone
    phone.close()
    assert not phone.faults, phone.faults


def test_axe_sees_what_is_wrong(tour: Tour) -> None:
    """A page with a picture without words and grey letters that only the dark theme has: both are found."""
    tour.phone.go("/")
    assert violations(tour.page) == []
    tour.page.evaluate("""() => {
        document.querySelector("main").insertAdjacentHTML("beforeend", '<img src="/x.png"><p class="grey">words</p>');
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("@media (prefers-color-scheme: dark) { .grey { color: #333 } }");
        document.adoptedStyleSheets = [sheet];
    }""")
    found = [one.partition(" (")[0] for one in violations(tour.page)]
    assert found == ["light: image-alt", "dark: color-contrast"]


def test_every_page_is_looked_at(site: Site) -> None:
    """Each route of the application that answers to GET is a page of the tour, or is named as none."""
    routes = {rule.endpoint for rule in site.app.url_map.iter_rules() if "GET" in (rule.methods or set())}
    looked_at = {*pages_without_a_match(), *pages_of_a_match("AAAAA"), *PAGES_BY_DOING}
    assert routes - looked_at - set(NOT_PAGES) == set(), "no axe check: add them to tests/browser/tour.py"
    assert looked_at | set(NOT_PAGES) <= routes, "no such route any more"
    assert not looked_at & set(NOT_PAGES)


def test_pages_without_a_match(tour: Tour) -> None:
    """Start, new match, helpers, rules, press, owner values, printed codes."""
    tour.visit_all(pages_without_a_match())
    tour.done()


def test_pages_of_a_running_match(site: Site, tour: Tour) -> None:
    """Play page with its tabs, log, corrections, host, recovery, standing, TV, undo and change; without a seat too."""
    code, _city = put_up(site.store)
    tour.visit(f"/m/{code}/join")
    tour.phone.join(code, "knights")
    tour.visit_all(pages_of_a_match(code))
    tour.page.set_viewport_size(TV)
    tour.visit(f"/m/{code}/tv")
    site.play(code, Random(1), lambda one: one.section.startswith("8.7"))
    tour.visit(f"/m/{code}?as=knights")
    assert tour.page.locator(".panel.battle").count()
    tour.done()


def test_pages_of_a_finished_match(site: Site, tour: Tour) -> None:
    """The end on the phone and on the TV, the way there, and how it went, with all charts unfolded."""
    file = (FIXTURES / "three_players_conquest_and_defeat.json").read_bytes()
    code = site.store.import_(file, release="test", now=NOW)
    tour.phone.join(code, "amazons")
    for path in ("", "/log", "?tab=standing", "?tab=map"):
        tour.visit(f"/m/{code}{path}")
    tour.phone.go(f"/m/{code}/after")
    unfold(tour.page)
    tour.look("after", shows=".chart")
    tour.page.set_viewport_size(TV)
    tour.visit(f"/m/{code}/tv")
    tour.done()


def test_the_film_of_a_map(site: Site, tour: Tour) -> None:
    """How it went, with the map's film in the middle and at its ends."""
    file = (FIXTURES / "two_players_to_the_agreed_length.json").read_bytes()
    code = site.store.import_(file, release="test", now=NOW)
    tour.phone.join(code, label="Watcher")
    for number in (0, 60, 121):
        tour.phone.go(f"/m/{code}/after?frame={number}")
        unfold(tour.page)
        tour.look(f"film {number}", shows="#film .hexmap")
    tour.done()


def test_pages_that_refuse(site: Site, tour: Tour) -> None:
    """What was typed cannot be: new match, owner values, a recovery code, a correction, the press, the printer."""
    code, _city = put_up(site.store)
    tour.phone.go(f"/new/{HVW}")
    for box in tour.page.locator('input[name="side"]').all():
        box.uncheck(force=True)
    tour.press("form.new-match button.go")
    tour.look("new match without sides", shows=".refusal")
    tour.phone.go(f"/values/{HVW}")
    unfold(tour.page)
    tour.page.locator('input[inputmode="numeric"]').first.fill("-")
    tour.press("form.owner button.go")
    unfold(tour.page)
    tour.look("owner values out of bounds", shows=".refusal")
    tour.phone.go(f"/m/{code}/recover")
    tour.page.fill('input[name="key"]', "wrong")
    tour.press("form.recover button.go")
    tour.look("wrong recovery code", shows=".refusal")
    tour.phone.join(code, "knights")
    tour.phone.go(f"/m/{code}/correct?path=/players/knights/heroes/0/sections")
    unfold(tour.page)
    tour.page.fill('textarea[name="value"]', "[oh")
    tour.press("form.correct button.go")
    tour.look("a correction that cannot be", shows=".refusal")
    tour.phone.go("/print/printer")
    tour.page.locator("fieldset.reading input").first.fill("far")
    tour.press("form.print button.go")
    tour.look("a printer's reading that is none", shows=".refusal")
    tour.done()


def test_an_answer_that_is_refused_or_comes_too_late(site: Site, tour: Tour) -> None:
    """The form with the reason at its field; and the line that says somebody was quicker."""
    code = tour.phone.create("toy", ["ann", "bob"], ["ann", "bob"])
    site.play(code, Random(2), lambda one: one.section == "2.2")
    tour.phone.go(f"/m/{code}")
    tour.page.locator('input[name^="count."]').first.evaluate("box => { box.max = 99; box.value = 99 }")
    tour.page.locator("form[data-answer] button.go").first.click()
    tour.page.wait_for_selector(".refusal")
    tour.look("refused")
    code = tour.phone.create("toy", ["ann", "bob"], ["ann"])
    tour.page.route("**/live?*", lambda route: route.abort())  # a page that hears nothing
    site.play(code, Random(2), lambda one: one.section == "1.2")
    tour.page.locator("form[data-answer] button.go").first.click()
    tour.page.wait_for_selector("p.notice")
    tour.look("too late")
    tour.done()


def test_pages_after_doing_something(site: Site, tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby, recovery codes, an answer about to be changed, a scanned card, odds in a battle, a printing job."""
    lobby = tour.phone.create("toy", ["ann", "bob"], ["ann"])
    tour.visit(f"/m/{lobby}/lobby")
    code, _city = put_up(site.store)
    tour.phone.join(code, "knights")
    tour.phone.go(f"/m/{code}/host")
    tour.press('form[action$="/codes"] button')
    tour.look("recovery codes")
    tour.phone.go(f"/m/{code}/change/1")
    tour.press("form.question button[type=submit]")
    tour.look("about to change", shows="s")
    monkeypatch.setattr(odds, "SECONDS", 0.3)
    monkeypatch.setattr(odds, "COMPARE", 0.2)
    site.play(code, Random(1), lambda one: one.section == "8.3" and one.seat == "knights")
    tour.phone.go(f"/m/{code}")
    tour.press("form.ask-odds button")
    tour.page.wait_for_selector("#odds-more:not([hx-get])", state="attached")
    unfold(tour.page)
    tour.look("odds")
    tile = site.play(code, Random(4), lambda one: one.part.about == "tile" and isinstance(one.part, Draw))
    assert tile is not None
    tour.visit(f"/m/{code}/thing/tile/{tile.part.deck[0].id}")  # type: ignore[union-attr]
    tour.phone.go(f"/print/{HVW}")
    for box in tour.page.locator('input[name="component"]').all()[1:]:
        box.uncheck(force=True)
    tour.press('form.print button[value="make"], form.print button.go')
    tour.page.wait_for_selector("a[download]")
    tour.look("a printing job")
    assert tour.been >= PAGES_BY_DOING
    tour.done()


def test_two_phones_that_want_something_of_each_other(site: Site, tour: Tour, phones: Phones) -> None:
    """A wish for a seat and a proposal to take back, on the phone that asks and on the one that is asked."""
    code = tour.phone.create("toy", ["ann", "bob"], ["ann", "bob"])
    other = Tour(site, phones(site.url))
    other.phone.go(f"/m/{code}/join")
    unfold(other.page)
    other.look("join a full table")
    other.press('form[action$="/wish"] button')
    other.look("asking for a seat", shows=".wish")
    tour.visit(f"/m/{code}")
    tour.look("asked for a seat", shows=".wish")
    tour.press('.wish form[action$="/seat"] button')
    site.play(code, Random(1), lambda one: one.section == "2.2")
    other.phone.go(f"/m/{code}/undo/1")
    other.press("form:not([action*=language]) button.option")
    other.phone.go(f"/m/{code}")
    other.look("proposed", shows=".proposal")
    tour.phone.go(f"/m/{code}")
    tour.look("asked to agree", shows=".proposal")
    tour.done()
    other.done()


@pytest.mark.parametrize("status", [400, 403, 404, 405, 413, 429, 500, 503])
def test_error_pages(site: Site, walker: PhoneDriver, status: int) -> None:
    """Every error a person can meet."""
    tour = Tour(site, walker)
    tour.visit(f"/broken/{status}")
    with site.app.test_request_context():
        assert tour.page.locator("h1").inner_text() == titles()[status][0]
    tour.done()


@pytest.fixture(scope="module")
def plain_forms() -> set[tuple[Any, ...]]:
    """Shapes of forms that draw nothing of a game and have been looked at."""
    return set()


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_kind_of_question(site: Site, tour: Tour, plain_forms: set[tuple[Any, ...]], name: str) -> None:
    """A game played by chance; whenever a form of a new shape is asked, the phone that holds all seats looks at it.

    The whole page the first time; afterwards only what is asked, for the rest of the page stays what it is. A plain
    form, that draws nothing of a game and has the colours of every form, is looked at in one game and one theme.
    """
    game = find_game(name)
    seats = [seat.id for seat in game.seats[: game.players[0]]]
    code = tour.phone.create(name, seats, seats)
    seen: set[tuple[Any, ...]] = set()
    rng = Random(3)
    while question := site.play(code, rng, lambda one: shape(one) not in seen):
        found = shape(question)
        seen.add(found)
        if len(seen) == 1 or found not in plain_forms:
            again = len(seen) > 1
            tour.visit(
                f"/m/{code}?as={question.seat}",
                ".questions" if again else "",
                THEMES if draws(question) or not again else THEMES[:1],
            )
        if not draws(question):
            plain_forms.add(found)
    assert len(seen) > 4
    tour.done()


HELPERS = [(game.name, helper.id) for game in games() for helper in game.helpers]


@pytest.mark.parametrize(("name", "helper"), HELPERS)
def test_every_helper(site: Site, walker: PhoneDriver, name: str, helper: str) -> None:
    """Its first question, whatever it looks like, on its first page."""
    tour = Tour(site, walker)
    tour.phone.go(f"/helpers/{name}/{helper}")
    tour.look("first question", shows="form[data-answer]", within=".questions")
    tour.done()


def test_a_helper_at_its_end(site: Site, tour: Tour) -> None:
    """What it has found out, and the way to the others."""
    tour.phone.go("/helpers")
    tour.press(f'form[action="/helpers/{HVW}/guards"] button')
    code = tour.phone.path().removeprefix("/m/").partition("?")[0]
    site.play(code, Random(1), lambda _question: False)
    tour.phone.go(f"/m/{code}")
    tour.look("end", shows=".ended")
    tour.done()


def test_every_template_was_drawn(site: Site, request: pytest.FixtureRequest) -> None:
    """The tests above have seen every template of a page; a new one needs a stop of the tour that shows it."""
    mine = [item for item in request.session.items if item.path == request.path]
    if len({item.originalname for item in mine if isinstance(item, pytest.Function)}) < 14:
        pytest.skip("only some of the tests of this module run")
    pages = {path.name for path in TEMPLATES.glob("*.html") if "extends" in path.read_text(encoding="utf-8")}
    assert pages - {"match.html"} <= site.drawn
