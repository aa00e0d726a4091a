"""Settings for all tests, and the one browser of all tests that need one."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from tests.postgres.server import Postgres, programs, running

# how long an example takes says more about the machine than about the code; in CI the same change gets the same
# examples, everywhere else new ones are looked for
settings.register_profile("companion", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("companion")

# every worker, and every server that a test starts, is a Python of its own; where none may keep bytecode, each compiles
# everything again, which takes longer than most of what is tested
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Several workers (as many as xdist thinks) for the whole suite only.

    Some of the tests run in this process, where one sees prints and a debugger works. More workers than cores were
    tried: no quicker, and tests of time limits fail.
    """
    return 0 if config.args_source is pytest.Config.ArgsSource.ARGS else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever leaves out what is slow leaves out what is deep."""
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker("slow")


class CompiledOnce(FileSystemBytecodeCache):
    """Templates as they were compiled for the first application of the tests, by their file and text.

    Hundreds of applications are made here; without it each would compile the same templates, which takes the longest
    of all that it does. Other workers find them in files.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            if bucket.code is not None:
                self.kept[bucket.key, bucket.checksum] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        super().dump_bytecode(bucket)
        self.kept[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    cache = getattr(request.config, "cache", None)  # pytest can be run without
    folder = cache.mkdir("templates") if cache is not None else tmp_path_factory.mktemp("templates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledOnce(folder)})
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process; on a machine without one they are skipped, in CI they run."""
    if programs() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL and its driver belong to what CI installs")
        pytest.skip("no PostgreSQL here, or not its driver")
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One chromium for all tests (playwright allows no second one at once); every phone has its own cookies."""
    from playwright.sync_api import sync_playwright

    from tests.browser.driver import ARGS, CHROMIUM

    if not Path(CHROMIUM).exists():
        pytest.skip(f"no {CHROMIUM}")

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield opened
        opened.close()
