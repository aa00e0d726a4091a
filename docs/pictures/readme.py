"""Take the pictures of the README: a battle, the map and a City on a phone. `python -m docs.pictures.readme`.

Runs a server of its own and plays a little by itself; needs the test extras and chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from companion.games import all_games
from tests.browser.driver import ARGS, CHROMIUM, PhoneDriver
from tests.browser.server import Server
from tests.web.player import Controls

HERE = Path(__file__).parent
GAME = next(game for game in all_games() if game.values is not None).name
MOST = 160


def steer(controls: Controls) -> dict[str, str]:
    """Twelve tiles in the standard layout; then always on to a place that may hold something."""
    values = [value for name, value in controls.buttons if name == "choice"]
    if controls.prompt == "Which map, and how long?":
        return {"f.length.number": "2", "f.map.choice": "standard", "f.tiles.number": "12"}
    places = [value for value in values if "," in value]
    if places and "done" in values:
        return {"choice": places[-1]}
    if controls.prompt.startswith("Buy the army"):
        return {"count.L1": "9", "count.L2": "1", "count.L3": "3"}
    if "done" in values:
        return {"choice": "done"}
    return {"choice": values[0]} if controls.prompt.startswith("Step ") else {}


def main() -> None:
    """Play until there is a battle to show; photograph map and City on the way."""
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
            phone = PhoneDriver(browser, server.url)
            code = phone.create(GAME, ["knights", "amazons"], ["knights", "amazons"])
            take(phone, code)
            browser.close()
    finally:
        server.stop()


def take(phone: PhoneDriver, code: str) -> None:
    """Answer one question after another and take each picture when its moment comes."""
    rng, wanted = Random(11), {"battle", "map", "city"}
    for n in range(MOST):
        if not wanted or not phone.asked():
            return
        prompt = phone.prompt()
        if "what do you do" in prompt and n > 20 and "map" in wanted:
            shoot(phone, "map", wanted)
        if prompt.startswith("Step ") and n > 20 and "battle" in wanted:
            phone.page.locator(".battle").first.scroll_into_view_if_needed()
            shoot(phone, "battle", wanted)
        if prompt.startswith("Production") and "city" in wanted:
            phone.go(f"/m/{code}?tab=city")
            shoot(phone, "city", wanted)
            phone.go(f"/m/{code}")
        phone.answer(rng, app_dice=True, steer=steer)


def shoot(phone: PhoneDriver, name: str, wanted: set[str]) -> None:
    """One picture of the screen as it is."""
    phone.page.wait_for_timeout(300)
    phone.page.screenshot(path=str(HERE / f"{name}.png"))
    wanted.discard(name)


if __name__ == "__main__":
    main()
