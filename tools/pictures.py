"""Pictures of every page, light and dark, in each language, on phones, a tablet and a TV.

python -m tools.pictures FOLDER [WORDS...] [--only SIZE-THEME-LANGUAGE]

Of WORDS a page's name must have one, if any are given.
FOLDER has a folder of pictures for each size, theme and language, and beside it a contact sheet: a page with them all.
`--only 360-light-en` (as often as you like) makes one of the sixteen folders; without it all are made.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterator
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from companion.engine.core.questions import Question
from companion.engine.match.live import Stamp
from companion.web.app.texts import LANGUAGES
from tests.browser.brink import NOW, put_up
from tests.browser.driver import ARGS, CHROMIUM, PhoneDriver
from tests.browser.site import Site
from tests.browser.tour import pages_of_a_match, pages_without_a_match

SIZES = {320: 568, 360: 740, 768: 1024, 1920: 1080}
THEMES = ("light", "dark")
SHEET = "body{display:flex;flex-wrap:wrap;gap:1rem;align-items:start;background:#777}figure{margin:0}"
SEATS = {
    "heroes_vs_warlords": ["knights", "amazons"], "two_bases": ["blue", "orange"],
    "archmagi": ["red", "blue", "green"], "conquest_of_zabor": ["red", "blue", "green"],
    "multiverse_war": ["red", "blue"],
}  # fmt: skip


def asked_by(rule: str) -> Callable[[Question], bool]:
    """Whether a question is asked by this step."""
    return lambda one: one.rule.endswith(rule)


def about(word: str) -> Callable[[Question], bool]:
    """Whether a question is about things of this kind."""
    return lambda one: one.part.about.partition(":")[0] == word


MOMENTS: dict[str, dict[str, Callable[[Question], bool]]] = {
    "heroes_vs_warlords": {
        "army": asked_by("setup.buy_army"), "turn": asked_by("choose_deed"),
        "guards": lambda one: bool(getattr(one.part, "table", "")), "attack": asked_by("arena.attack"),
        "strike": asked_by("arena.strike"), "production": asked_by("production_deed"),
        "units": lambda one: one.rule.endswith("production_deed") and one.part.about.startswith("city"),
    },
    "two_bases": {
        "setup": asked_by("turn_up_one"), "move": asked_by("choose_deed"), "act": asked_by("actions.act"),
        "fight": asked_by("go_on"),
    },
    "archmagi": {
        "setup": asked_by("place_archmagi"), "deploy": asked_by("deploy.deploy"), "move": asked_by("movement.move"),
        "reveal": asked_by("battle.reveal"), "tactics": asked_by("battle.tactics"), "options": asked_by("acts.act"),
        "roll": asked_by("battle.clash"),
    },
    "conquest_of_zabor": {
        "draft": asked_by("setup.keep_one"), "start": asked_by("choose_start"), "track": asked_by("lay_track"),
        "envoy": asked_by("place_envoy"), "build": asked_by("build_army"), "move": about("to"),
        "battle": asked_by("battle.battle_round"), "trade": asked_by("trading.trade"),
        "claim": asked_by("victory.claim"),
    },
    "multiverse_war": {
        "starters": asked_by("choose_starters"), "place": asked_by("place_starter"), "act": about("act"),
        "unit": about("unit"), "build": asked_by("build.build"), "strike": asked_by("fight.strike"),
        "hero": about("points"),
    },
}  # fmt: skip
"""Moments of a match that look different, by what is asked."""
ALL_PICTURES = """() => Promise.race([
  Promise.all([...document.images].map(one => {
    one.loading = "eager";
    return one.complete || new Promise(done => { one.onload = one.onerror = done; });
  })),
  new Promise(done => setTimeout(done, 30000)),
])"""
"""Waits for the pictures below the fold, too, which are fetched only when somebody scrolls to them."""
LOOKED_AT = "2026-11-20T12:02:14Z"
"""When the pictures are taken: soon after the last answer, so that the clocks of a match run."""
TRIES = 6
"""So many matches are played by chance for a moment that does not come up in all of them."""


def pages(phone: PhoneDriver, site: Site) -> Iterator[tuple[str, str]]:
    """Names and addresses of all pages; a match of each game is played on at random from moment to moment."""
    for paths in pages_without_a_match().values():
        yield from ((path.strip("/") or "start", path) for path in paths if "xyzzy" not in path)
    for game, seats in SEATS.items():
        code = phone.create(game, seats, seats)
        for name, wanted in MOMENTS[game].items():
            for seed in range(7, 7 + TRIES):
                if site.play(code, Random(seed), wanted, 3000) is not None:
                    yield f"{game}-{name}", f"/m/{code}"
                    yield f"{game}-{name}-tv", f"/m/{code}/tv"
                    break
                code = phone.create(game, seats, seats)
        if game == "heroes_vs_warlords":
            yield from siege(phone, site)
        for paths in pages_of_a_match(code).values():
            for path in paths if game == "heroes_vs_warlords" else paths[:1]:
                yield f"{game}-{path.removeprefix(f'/m/{code}').strip('/') or 'now'}", path
        gathering = phone.create(game, seats, seats[:1])
        yield f"{game}-lobby", f"/m/{gathering}/lobby"
        site.play(code, Random(8), lambda _one: False, 6000)
        yield f"{game}-ended", f"/m/{code}"
        yield f"{game}-ended-after", f"/m/{code}/after"


def siege(phone: PhoneDriver, site: Site) -> Iterator[tuple[str, str]]:
    """The pages of a siege of a City with a wall and two towers: its map, and the phone of a watcher."""
    code, city = put_up(site.store)
    phone.join(code, "knights")
    yield "siege-map", f"/m/{code}?tab=map"
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    yield "siege-reaction", f"/m/{code}"
    site.play(code, Random(7), lambda one: one.section == "8.7.1", 60)
    yield "siege", f"/m/{code}"
    yield "siege-tv", f"/m/{code}/tv"


def file_of(folder: Path, name: str, width: int, theme: str, language: str) -> Path:
    """The path of a picture."""
    plain = re.sub(r"[^\w.-]+", "_", name)
    return folder / f"{width}-{theme}-{language}" / f"{plain}.png"


def shoot(phone: PhoneDriver, folder: Path, name: str, path: str, only: Collection[str] = ()) -> None:
    """Take pictures of one page in every size, theme and language, or only in those asked for."""
    for language, theme in product(LANGUAGES, THEMES):
        files = [file_of(folder, name, width, theme, language) for width in SIZES]
        wanted = [(size, file) for size, file in zip(SIZES.items(), files, strict=True)
                  if not only or file.parent.name in only]  # fmt: skip
        if not wanted:
            continue
        phone.context.add_cookies([{"name": "lang", "value": language, "url": phone.url}])
        phone.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for (width, height), file in wanted:
            file.parent.mkdir(parents=True, exist_ok=True)
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.go(path)  # anew for each size: where a map is scrolled to depends on it
            phone.page.evaluate(ALL_PICTURES)
            phone.page.screenshot(path=str(file), full_page=width < 1000)


def contact_sheets(folder: Path) -> None:
    """Write one page with all pictures of a size, theme and language, small, with their names."""
    for inner in sorted(one for one in folder.iterdir() if one.is_dir()):
        width = int(inner.name.partition("-")[0])
        shown = "".join(
            f'<figure><img src="{inner.name}/{file.name}" width="{min(width, 480)}">'
            f"<figcaption>{file.stem}</figcaption></figure>"
            for file in sorted(inner.glob("*.png"))
        )
        page = folder / f"{inner.name}.html"
        page.write_text(f"<!doctype html><title>{inner.name}</title><style>{SHEET}</style>{shown}", encoding="utf-8")


def film(browser: Browser, folder: Path, words: list[str], only: Collection[str] = ()) -> int:
    """Take all pictures. Returns the number of pages."""
    count = 0
    with TemporaryDirectory() as place:
        site = Site(Path(place))
        phone = PhoneDriver(browser, site.url)
        phone.page.clock.set_fixed_time(LOOKED_AT)
        for name, path in pages(phone, site):
            if not words or any(word in name for word in words):
                shoot(phone, folder, name, path, only)
                count += 1
        site.close()
    return count


def main() -> None:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("words", nargs="*", help="only pages whose name has one of these words")
    combinations = [file_of(Path(), "", *one).parent.name for one in product(SIZES, THEMES, LANGUAGES)]
    parser.add_argument("--only", action="append", default=[], choices=combinations, help="only this folder")
    asked = parser.parse_args()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        print(film(browser, asked.folder, asked.words, asked.only), "pages")
        contact_sheets(asked.folder)
        browser.close()


if __name__ == "__main__":
    main()
