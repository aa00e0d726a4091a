"""An application on a fresh store with the toy game, and phones at a match of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.game.record import Game
from companion.store import Store
from companion.web import Config, create_app
from tests.engine.toy import GAME as TOY
from tests.web.phones import Phone


def find_game(name: str) -> Game:
    return {"toy": TOY}[name]


def toy_app(store: Store, config: Config | None = None) -> Flask:
    return create_app(store, config or Config(testing=True), find_game=find_game, games=lambda: [TOY])


@pytest.fixture
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """On a file; with COMPANION_TEST_STORE=postgres on a database server, so that the pages can be tried on both."""
    on_server = os.environ.get("COMPANION_TEST_STORE") == "postgres"
    place = request.getfixturevalue("postgres").fresh() if on_server else tmp_path / "companion.db"
    with Store.open(place, find_game) as opened:
        yield opened


@pytest.fixture
def app(store: Store) -> Flask:
    return toy_app(store)


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    return lambda: Phone(app)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def host(phone: Phone) -> Phone:
    """A phone that has made a match of Ann and Bob and plays Ann."""
    phone.get("/new/toy")
    phone.send(phone.form("/new/toy"), side=["ann", "bob"], mine=["ann"], label="Ann's phone")
    phone.past_lobby()
    return phone


@pytest.fixture
def code(host: Phone, store: Store) -> str:
    return store.matches()[0].code


@pytest.fixture
def guest(new_phone: Callable[[], Phone], code: str) -> Phone:
    """A second phone that plays Bob."""
    second = new_phone()
    second.get(f"/j/{code}")
    second.send(second.form("/join"), seat="bob", label="Bob's phone")
    second.past_lobby()
    return second
