"""Settings for all tests, and the one browser of all tests that need one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# how long an example takes says more about the machine than about the code; in CI the same change gets the same
# examples, everywhere else new ones are looked for
settings.register_profile("companion", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("companion")

CHROMIUM = "/usr/bin/chromium"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One chromium for all tests (playwright allows no second one at once); every phone has its own cookies."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"no {CHROMIUM}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield opened
        opened.close()
