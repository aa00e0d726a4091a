"""Take the pictures of the README: a siege, the map and Production on a phone. `python -m docs.pictures.readme`.

Runs the application in this process and plays a little by itself; needs the test extras and chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from companion.engine.match.live import Stamp
from tests.browser.brink import GAME, NOW, first_round, is_attack, put_up, until
from tests.browser.driver import ARGS, CHROMIUM, PhoneDriver
from tests.browser.site import Site

HERE = Path(__file__).parent
SIDES = ["knights", "amazons"]


def battle(site: Site) -> tuple[str, str]:
    """A siege with a breached wall, and who attacks next."""
    code, city = put_up(site.store)
    with site.store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    until(site.store, code, is_attack)
    return code, site.store.read(code).questions[0].seat


def moving(site: Site) -> tuple[str, str]:
    """The first moves, and whose they are."""
    code = first_round(site.store, SIDES)
    return code, site.store.read(code).questions[0].seat


def production(site: Site) -> tuple[str, str]:
    """A side that buys and builds."""
    for seed in range(7, 20):
        code = site.store.create(GAME, SIDES, {}, {}, release="pictures", now=NOW)
        asked = site.play(code, Random(seed), lambda one: one.rule.endswith("production_deed"), 3000)
        if asked is not None:
            return code, asked.seat
    raise AssertionError("no match came to a Production")


def main() -> None:
    """Take each picture on a phone of its own."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        site = Site(Path(folder))
        for name, moment in {"battle": battle, "map": moving, "city": production}.items():
            code, seat = moment(site)
            phone = PhoneDriver(browser, site.url)
            phone.join(code, seat)
            phone.page.wait_for_timeout(300)
            phone.page.screenshot(path=str(HERE / f"{name}.png"))
            phone.close()
        browser.close()
        site.close()


if __name__ == "__main__":
    main()
