"""Take pictures of every page, phone and big screen, light and dark: `python -m docs.pictures.take [FOLDER] [GAME]`.

Starts a server of its own, plays a match at random for a while, and photographs what people see. Run it from the
checkout, with the test extras and chromium installed. The pictures are for looking at, not for comparing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

from companion.games import game_names
from tests.browser.driver import ARGS, CHROMIUM, PHONE, PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls

THEMES = ("light", "dark")
SCREEN = {"width": 1920, "height": 1080}
CHANCE = Random(3)
MOMENTS = (0, 4, 14, 24, 30, 36, 44)
"""After how many answers the play page is photographed."""


def main(folder: Path, name: str) -> None:
    """Play, and photograph on the way."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()), "toy" if name == "toy" else "companion")
    server.start()
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
            take(browser, server, folder, name)
            browser.close()
    finally:
        server.stop()


def take(browser: Browser, server: Server, folder: Path, name: str) -> None:
    """All pictures."""
    host = PhoneDriver(browser, server.url)
    for title, path in before(name):
        shoot(host, path, folder, title)
    host.go(f"/new/{name}")
    sides = [box.get_attribute("value") or "" for box in host.page.locator('input[name="side"]').all()][:2]
    code = host.create(name, sides, sides[:1])
    stranger, guest = PhoneDriver(browser, server.url), PhoneDriver(browser, server.url)
    shoot(stranger, f"/j/{code}", folder, "join")
    guest.join(code, sides[1])
    rng = Random(5)
    for moment, wanted in enumerate(MOMENTS):
        play_until([host, guest], rng, wanted)
        shoot(host, f"/m/{code}", folder, f"play-{moment}")
        shoot(guest, f"/m/{code}", folder, f"play-{moment}-other")
    for title, path in after(code):
        shoot(host, path, folder, title)
    screen = PhoneDriver(browser, server.url, viewport=SCREEN)
    screen.join(code, label="TV")
    shoot(screen, f"/tv/{code}", folder, "tv")


def before(name: str) -> Iterator[tuple[str, str]]:
    """Pages without a match."""
    yield from (("start", "/"), ("new", f"/new/{name}"), ("helpers", "/helpers"), ("rules", f"/rules/{name}?section=6"))
    yield from (("print", f"/print/{name}"), ("piece", f"/p/{name}/tile/7"), ("missing", "/nowhere"))


def after(code: str) -> Iterator[tuple[str, str]]:
    """Pages of a match."""
    tabs = ("map", "army", "city", "standing")
    yield from ((f"tab-{tab}", f"/m/{code}?tab={tab}") for tab in tabs)
    pages = ("log", "host", "correct", "undo/1", "change/1")
    yield from ((page.partition("/")[0], f"/m/{code}/{page}") for page in pages)


def go_on(controls: Controls) -> dict[str, str]:
    """Never propose to stop, and rather walk and fight than count: a match that is over has little to show."""
    values = [value for name, value in controls.buttons if name == "choice" and value != "stop"]
    moves = [value for value in values if "," in value or value.startswith("walk:")]
    return {"choice": CHANCE.choice(moves or values)} if values and "choice" not in controls.ticks else {}


def play_until(phones: list[PhoneDriver], rng: Random, wanted: int) -> None:
    """Answer until so many answers were given or the match ends."""
    for _ in range(wanted * 3):
        if sum(phone.answers for phone in phones) >= wanted:
            return
        for phone in phones:
            phone.page.reload()
            if phone.asked():
                phone.answer(rng, steer=go_on)


def shoot(phone: PhoneDriver, path: str, folder: Path, title: str) -> None:
    """One page in both themes; the phone's pictures show the whole length of the page."""
    phone.go(path)
    for theme in THEMES:
        phone.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        whole = phone.page.viewport_size == PHONE
        phone.page.wait_for_timeout(150)
        phone.page.screenshot(path=folder / f"{title}-{theme}.png", full_page=whole)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp(prefix="pictures-")),
        sys.argv[2] if len(sys.argv) > 2 else game_names()[0],
    )
