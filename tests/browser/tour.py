"""A phone that walks through all pages of the application, and the list of them by the routes that draw them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from companion.engine.core.effects import Ask
from companion.engine.core.questions import Question
from tests.browser.axe import THEMES as RULES
from tests.browser.axe import violations
from tests.browser.driver import PhoneDriver
from tests.browser.site import Site, games

HVW = "heroes_vs_warlords"
TV = {"width": 1920, "height": 1080}
THEMES = tuple(RULES)
NOT_PAGES = {
    "static": "files", "script": "a file",
    "theme": "a style sheet", "live.events": "a stream", "live.version": "a number",
    "monitoring.health": "a word", "monitoring.ready": "a word", "monitoring.metrics": "figures",
    "host.export": "a file",
    "after.souvenir": "a file", "after.picture": "a file", "erasing.mine": "a file", "printing.download": "a file",
    "printing.picture": "a picture", "printing.leaves.leaf": "a picture", "printing.printers.calibration": "a file",
    "owner.download": "a file",
    "table.live": "part of table.table", "screen.live": "part of screen.screen", "printing.plan": "part of the order",
    "film.film": "part of after.after", "match_lobby.live": "part of match_lobby.lobby",
    "join.by_code": "leads on", "join.short": "leads on", "screen.short": "leads on",
    "texts.choose_language": "leads on", "broken": "the error pages",
}  # fmt: skip
"""Routes that answer to GET without a page of their own, with what they are instead."""
FILLED_IN = {"owner.values", "printing.look", "reference.rules", "showing.show"}
"""Views whose pages are alike for every game but for words and pictures."""
PAGES_BY_DOING = {"odds.show", "printing.progress", "scanned.at_table", "match_lobby.lobby"}
"""Pages that are there only after something was done."""

TWICE_AS_LARGE = """() => {
  const root = document.documentElement;
  root.style.setProperty("--pico-font-size", "200%", "important");
  const shut = [...document.querySelectorAll("form[data-answer] details:not([open])")];
  for (const one of shut) one.open = true;
  const width = root.scrollWidth;
  const out = width <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter(one => !one.closest(".scroll, svg") && one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.outerHTML.slice(0, 120)).slice(0, 6);
  const thin = [...document.querySelectorAll("body *")].filter(one => {
    if (one.childElementCount || one.textContent.trim().length < 5 || one.closest(".scroll, svg")
      || !one.checkVisibility()) return false;
    const box = one.getBoundingClientRect(), letter = parseFloat(getComputedStyle(one).fontSize);
    return box.width > 2 && box.width < 2 * letter && box.height > 4 * letter;
  }).map(one => "letter by letter: " + one.outerHTML.slice(0, 120)).slice(0, 3);
  const names = document.querySelectorAll(".code, .game h3, .invite h1 span, .options.grid .label");
  const broken = [...names].filter(one => {
    for (const node of [...one.childNodes].filter(part => part.nodeType === Node.TEXT_NODE))
      for (const word of node.data.matchAll(/[^\\s\\u00ad-]+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) return true; }
    return false; }).map(one => "a broken word: " + one.textContent.trim());
  for (const one of shut) one.open = false;
  root.style.removeProperty("--pico-font-size");
  return [...width > innerWidth ? [width + " px wide", ...out] : [], ...thin, ...broken];
}"""
"""What sticks out sideways, whose words are squeezed into a column of letters, and what names are broken inside."""


class Tour:
    """Walks, and notes what is wrong on the way (`found`, by name of the stop) and which views drew it (`been`)."""

    def __init__(self, site: Site, phone: PhoneDriver) -> None:
        self.site, self.phone, self.page = site, phone, phone.page
        self.found: dict[str, list[str]] = {}
        self.been: set[str] = set()

    def visit(self, path: str, within: str = "", themes: Sequence[str] = THEMES) -> None:
        """Open an address and look."""
        self.phone.go(path)
        self.look(path, within=within, themes=themes)

    def visit_all(self, pages: dict[str, list[str]]) -> None:
        """Open every address of a list by views; each is drawn by its view.

        Of pages that differ only by the game the first is looked at in both themes, which differ in colours only; the
        others in one, or, where a game fills in nothing but words, in none: then only whether everything fits.
        """
        seen: set[str] = set()
        before, self.been = self.been, set()
        for view, paths in pages.items():
            for path in paths:
                again = THEMES[:1] if view not in FILLED_IN else ()
                self.visit(path, themes=again if of_any_game(path) in seen else THEMES)
                seen.add(of_any_game(path))
        assert self.been == set(pages)
        self.been |= before

    def look(self, name: str, shows: str = "", within: str = "", themes: Sequence[str] = THEMES) -> None:
        """Look at the page as it stands, or only `within` a part of it.

        `shows` is what must be there, so that nobody looks at the wrong page.
        """
        assert not shows or self.page.locator(shows).count(), (name, shows)
        self.been.add(self.site.endpoint(self.phone.path()))
        if wrong := violations(self.page, within, themes) + self.too_wide():
            self.found[name] = wrong

    def too_wide(self) -> list[str]:
        """What sticks out sideways or is squeezed on a phone with text twice as large."""
        if self.page.evaluate("innerWidth") > 360:
            return []
        return [f"text at 200 %: {one}" for one in self.page.evaluate(TWICE_AS_LARGE)]

    def press(self, css: str) -> None:
        """Send a form of the page, and wait for the next page."""
        with self.page.expect_navigation():
            self.page.locator(css).first.click()

    def done(self) -> None:
        """Nothing was found."""
        lines = [f"{name}: {one}" for name, wrong in self.found.items() for one in wrong]
        assert not lines, "\n".join(lines)


def of_any_game(path: str) -> str:
    """An address without its game, and what of a game it shows."""
    for game in games():
        path = path.replace(f"/{game.name}", "/GAME")
    return re.sub(r"(section=|GAME/look/|/helpers/GAME/).*", r"\1", path)


def unfold(page: Page) -> None:
    """Open everything that folds."""
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")


def pages_without_a_match() -> dict[str, list[str]]:
    """The addresses to look at, by the view that draws them."""
    found = {
        "settings.page": ["/settings"], "statistics.statistics": ["/statistics"], "importing.page": ["/import"],
        "start.start": ["/"], "start.new": ["/new"], "start.helpers": ["/helpers"], "printing.choose": ["/print"],
        "reference.all_rules": ["/rules"], "printing.printers.printer": ["/print/printer"],
        "scanned.printed": [f"/p/{HVW}/tile/T05", f"/p/{HVW}/hero/knights-1"],
        "reference.rules": [f"/rules/{HVW}", f"/rules/{HVW}?q=outpost", f"/rules/{HVW}?q=xyzzy"],
    }  # fmt: skip
    for game in games():
        name = game.name
        found.setdefault("start.new_match", []).append(f"/new/{name}")
        found["reference.rules"].append(f"/rules/{name}?section={game.rows[0].section}")
        if game.helpers:
            found.setdefault("start.helper_page", []).append(f"/helpers/{name}/{game.helpers[0].id}")
        if game.kit:
            found.setdefault("printing.order", []).append(f"/print/{name}")
            found.setdefault("printing.leaves.leaves", [f"/print/{name}/leaves"])  # pictures: every game's are alike
            found.setdefault("printing.leaves.size", [f"/print/{name}/size"])
            found.setdefault("printing.look", []).append(f"/print/{name}/look/{game.printed().components[0].id}")
        if game.demo and game.guide:
            found.setdefault("showing.show", []).append(f"/demo/{name}/show?n=3")
        if game.values:
            found.setdefault("owner.values", []).append(f"/values/{name}")
    return found


def pages_of_a_match(code: str) -> dict[str, list[str]]:
    """The same inside a match of Heroes vs Warlords that runs."""
    at, hero = f"/m/{code}", "/players/knights/heroes/0"
    tabs = [f"{at}?tab={tab}" for tab in ("map", "army", "city", "standing")]
    corrections = [f"{at}/correct?path={path}" for path in (f"{hero}/level", "/world/open_war", f"{hero}/sections")]
    return {
        "table.table": [at, *tabs], "log.log": [f"{at}/log", f"{at}/log?seat=knights"], "host.host": [f"{at}/host"],
        "aid.aid": [f"{at}/aid"], "reference.in_match": [f"{at}/rules?section=8.3"],
        "correcting.correct": [f"{at}/correct", *corrections], "recover.page": [f"{at}/recover"],
        "recover.access": [f"{at}/access"], "erasing.erase": [f"{at}/erase"],
        "after.after": [f"{at}/after", f"{at}/after?frame=1"],
        "join.join": [f"{at}/join"], "screen.screen": [f"{at}/tv"],
        "log.undo": [f"{at}/undo/2"], "log.change": [f"{at}/change/1"],
    }  # fmt: skip


def shape(question: Question) -> tuple[Any, ...]:
    """What makes the form of a question look as it does."""
    part = question.part
    kind = part.__struct_config__.tag
    if not isinstance(part, Ask):
        return kind, getattr(part, "sides", ()), getattr(part, "count", 0) > 1, question.sealed
    return kind, form_shape(part.form), part.observation, question.sealed


def draws(question: Question) -> bool:
    """Whether a form has a look of its own, as a map does."""
    return isinstance(question.part, Ask) and _has_look(question.part.form)


def _has_look(form: Any) -> bool:
    return bool(getattr(form, "look", "")) or any(_has_look(field.form) for field in getattr(form, "fields", ()))


def form_shape(form: Any) -> tuple[Any, ...]:
    """The same of a form."""
    options = getattr(form, "options", ())
    inner = tuple(sorted({form_shape(field.form) for field in getattr(form, "fields", ())}))
    shut = sum(one.refusal is not None for one in options)
    size = (len(options) > 4) + (len(options) > 8)
    return form.__struct_config__.tag, getattr(form, "look", ""), size, (shut > 0) + (shut > 4), inner
