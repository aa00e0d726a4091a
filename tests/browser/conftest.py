"""Chromium and servers for the browser tests; all of them are skipped where there is no chromium, except in CI."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import CHROMIUM, PhoneDriver
from tests.browser.server import Server

HERE = Path(__file__).parent
expect.set_options(timeout=20_000)  # a wait ends as soon as there is what it waits for: a crowded machine may be late


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of this folder, give it a second chance (the summary shows it), and skip it without chromium."""
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))  # chromium on a crowded machine; a rerun is to be looked into
            if not Path(CHROMIUM).exists() and os.environ.get("CI") != "true":
                item.add_marker(pytest.mark.skip(reason=f"no {CHROMIUM}"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The real command on an empty file."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def toy_server(tmp_path: Path) -> Iterator[Server]:
    """A server with the toy game."""
    running = Server(tmp_path, "toy")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def phones(browser: object, request: pytest.FixtureRequest) -> Iterator[Callable[..., PhoneDriver]]:
    """Makes phones; after the test none of their consoles may have complained.

    Nothing moves on them, which takes a third less of the processor, unless the module is about that and says `MOTION`.
    """
    made: list[PhoneDriver] = []
    motion = getattr(request.module, "MOTION", "reduce")

    def make(url: str, **options: object) -> PhoneDriver:
        options.setdefault("reduced_motion", motion)
        made.append(PhoneDriver(browser, url, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    faults = [fault for phone in made for fault in phone.faults]
    for phone in made:
        phone.close()
    assert not faults, faults
