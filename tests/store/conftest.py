"""A store in a fresh folder or on a database server, and a match in it.

A test that takes `store`, `code` or `home` runs on both; one that takes `path`, which is a file, on a file only.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest

from companion.store import Store
from tests.store.support import new_match
from tests.store.toy import find_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kept_in" in metafunc.fixturenames:
        only_files = "path" in signature(metafunc.function).parameters
        metafunc.parametrize("kept_in", ["file"] if only_files else ["file", "postgres"], indirect=True)


@pytest.fixture
def kept_in(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def home(kept_in: str, tmp_path: Path, request: pytest.FixtureRequest) -> Path | str:
    """Where a store can be opened: a file that is not there yet, or a schema of its own."""
    if kept_in == "file":
        return tmp_path / "companion.db"
    address: str = request.getfixturevalue("postgres").fresh()
    return address


@pytest.fixture
def path(home: Path) -> Path:
    """The same where it is a file."""
    return home


@pytest.fixture
def store(home: Path | str) -> Iterator[Store]:
    with Store.open(home, find_game) as opened:
        yield opened


@pytest.fixture
def code(store: Store) -> str:
    return new_match(store)
