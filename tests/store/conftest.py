"""A store in a fresh folder, and a match in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store

from .support import new_match
from .toy import find_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path, find_game) as opened:
        yield opened


@pytest.fixture
def code(store: Store) -> str:
    return new_match(store)
