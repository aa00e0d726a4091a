"""The command line with one toy game, a place for its files, and a short way to run a command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion import games
from companion.cli import main
from companion.engine.game.record import Game, LedgerRow
from companion.engine.match.live import Stamp
from companion.store import Store
from printables.look.display import Style, rect
from printables.look.outlines import Outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from tests.engine import toy

NOW = "2026-11-20T10:00:00Z"
Run = Callable[..., Result]


def plain(look: Look) -> Face:
    ground = rect(-1, -1, 18, 18, Style(fill=look.neutral("panel")))
    return Face((ground,), (ground,))


def piece(name: str, count: int) -> Piece:
    square = Outline(((0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)))
    return Piece(name, name, count, square, partial(plain), partial(plain), 0.7)


def kit() -> Kit:
    parts = (Component("lamps", "Lamps", (piece("lamp", 30),)), Component("tents", "Tents", (piece("tent", 4),)))
    return Kit("fair", "Fairground", parts)


ROWS = (
    *toy.GAME.rows,
    LedgerRow("TOY-3", "4.1", "advanced", "end", "The dearest stall wins.", "value", "compute", ""),
)
FAIR = replace(toy.GAME, kit=lambda *_: kit(), rows=ROWS)


def load(name: str) -> Game:
    return {"toy": FAIR}[name]


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(games, "load_game", load)
    monkeypatch.setattr(games, "game_names", lambda: ("toy",))
    monkeypatch.setattr(games, "all_games", lambda: [FAIR])
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run() -> Run:
    """Run `companion` with these words."""
    return lambda *words, **more: CliRunner().invoke(main, [str(word) for word in words], **more)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Where the commands keep their matches."""
    return tmp_path / "data"


@pytest.fixture
def code(data: Path) -> str:
    """A match with three answers in the usual place."""
    with Store.open(data, load) as store:
        made = store.create(FAIR, ["ann", "bob"], {}, {}, release="1", now=NOW)
        for number in range(2):
            with store.change(made) as work:
                key = work.match.questions()[0].key
                work.match.answer(key, {"gold": 9, "banner": True}, Stamp("ann", NOW, "1", f"p{number}"))
        with store.change(made) as work:
            work.match.answer(work.match.questions()[0].key, ["giant", "goose"], Stamp("ann", NOW, "1", "p3"))
    return made


def fails(result: Result, *words: str) -> None:
    """A failure: exit code 1, and one line on stderr that has these words."""
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("companion: ")
    assert all(word in lines[0] for word in words), lines[0]
