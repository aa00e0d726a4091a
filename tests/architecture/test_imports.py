"""Dependencies point one way, and no line outside a game's folder names that game.

The contracts themselves are written in pyproject.toml. Here they are run on our code, and shown to bite
on a small invented tree.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import load_game

ROOT = Path(__file__).parents[2]
PLACES = (
    "companion/cli",
    "companion/engine",
    "companion/odds",
    "companion/static",
    "companion/store",
    "companion/web",
    "printables",
    "templates",
)
TEXT = {".py", ".html", ".jinja", ".j2", ".xml", ".txt", ".css", ".js", ".toml", ".csv", ".svg", ".json"}
SMALL_WORDS = {"of", "vs", "the", "and"}


def linter() -> dict[str, Any]:
    """The import-linter section of pyproject.toml."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(config["tool"]["importlinter"])


def contracts() -> list[str]:
    return [contract["id"] for contract in linter()["contracts"]]


def lint(folder: Path, *only: str) -> subprocess.CompletedProcess[str]:
    """Run lint-imports with our contracts on the packages in a folder."""
    chosen = [part for contract in only for part in ("--contract", contract)]
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [
            sys.executable,
            "-c",
            command,
            "--config",
            str(ROOT / "pyproject.toml"),
            "--no-cache",
            "--no-logo",
            *chosen,
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )


def unwritten(contract: str) -> list[str]:
    """Our modules that a contract names and nobody has written yet."""
    text = str(next(c for c in linter()["contracts"] if c["id"] == contract))
    named = [ROOT.joinpath(*name.split(".")) for name in re.findall(r"companion(?:\.[a-z]+)+", text)]
    return [p.stem for p in named if not (p / "__init__.py").is_file() and not p.with_suffix(".py").is_file()]


# --- our own code ---


def test_our_imports_keep_the_contracts() -> None:
    """Every contract of pyproject.toml holds for the code in this repository."""
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_contracts_name_what_there_is() -> None:
    """A module that nobody has written, or that has moved, would be held to nothing."""
    assert [name for contract in contracts() for name in unwritten(contract)] == []


def test_every_part_of_the_package_has_its_place_in_the_layers() -> None:
    """A new module beside the known ones must first be given a layer, or it would escape the contracts."""
    layers = next(c["layers"] for c in linter()["contracts"] if c["id"] == "one-way")
    placed = {name for layer in layers for name in layer.replace("|", " ").split()}
    here = {
        f"companion.{path.stem}"
        for path in (ROOT / "companion").iterdir()
        if (path.suffix == ".py" and not path.stem.startswith("__")) or (path / "__init__.py").is_file()
    }
    assert here <= placed


# --- the contracts bite ---

TREE = {
    "companion/__init__.py": "",
    "companion/catalogues.py": "import companion.games, companion.engine\n",
    "companion/cli.py": "import companion.web, companion.games, companion.odds, companion.store\n",
    "companion/engine/__init__.py": "",
    "companion/odds/__init__.py": "import companion.engine\n",
    "companion/store/__init__.py": "import companion.engine\n",
    "companion/web/__init__.py": (
        "import companion.store, companion.engine, companion.games, printables\nimport flask\n"
    ),
    "companion/games/__init__.py": "import companion.engine\n",
    "companion/games/chess/__init__.py": "import companion.engine, printables\n",
    "companion/games/go/__init__.py": "import companion.engine, printables\n",
    "printables/__init__.py": "",
    "printables/layout/__init__.py": "",
    "printables/proof/__init__.py": "",
}
BAD_LINES = [
    ("companion/engine", "companion.store"),
    ("companion/engine", "companion.odds"),
    ("companion/engine", "companion.games"),
    ("companion/engine", "printables"),
    ("printables", "companion.engine"),
    ("printables", "flask"),
    ("printables/proof", "printables.layout"),
    ("companion/odds", "companion.games"),
    ("companion/odds", "companion.store"),
    ("companion/odds", "printables"),
    ("companion/store", "companion.games"),
    ("companion/store", "printables"),
    ("companion/games", "companion.store"),
    ("companion/games/chess", "companion.web"),
    ("companion/games/chess", "companion.games.go"),
    ("companion/games/chess", "sqlalchemy"),
    ("companion/web", "companion.cli"),
    ("companion/web", "companion.games.chess"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small invented copy of our packages that keeps every contract."""
    for name, text in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'"""Invented."""\n{text}', encoding="utf-8")
    return tmp_path


def test_the_invented_tree_is_clean(tree: Path) -> None:
    """All allowed directions pass, so a failure below comes from the bad line alone."""
    result = lint(tree)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(("folder", "imported"), BAD_LINES)
def test_a_wrong_import_is_caught(tree: Path, folder: str, imported: str) -> None:
    """One import against the direction breaks a contract."""
    (tree / folder / "wrong.py").write_text(f'"""Wrong."""\nimport {imported}\n', encoding="utf-8")
    result = lint(tree)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "BROKEN" in result.stdout


# --- plain words ---


def games() -> list[str]:
    """The folders of companion/games that hold a game."""
    folder = ROOT / "companion" / "games"
    return sorted(path.name for path in folder.glob("[a-z]*") if path.is_dir())


def names_of(game: str) -> re.Pattern[str]:
    """The package name with _ or -, or the title in capitals, as whole words; lower-case prose does not count."""
    words = game.split("_")
    title = " ".join(word if word in SMALL_WORDS else word.capitalize() for word in words)
    return re.compile(rf"(?<![A-Za-z])(?:(?i:{'[_-]'.join(words)})|{title})(?![A-Za-z])")


def shared_files() -> Iterator[Path]:
    """Every text of ours that must serve all games alike."""
    for place in PLACES:
        path = ROOT / place
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (f for f in found if f.suffix in TEXT and f.is_file() and "vendor" not in f.parts)


@pytest.mark.parametrize("game", games())
def test_no_line_outside_its_folder_names_a_game(game: str) -> None:
    """Adding or renaming a game touches no other folder, so nothing shared may know its name."""
    pattern = names_of(game)
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not hits, "\n".join(hits)


COLOURS = {"blue", "teal", "orange", "grey", "purple", "red", "green", "yellow", "white", "black", "table"}
"""Names a side of any game may have: they belong to nobody."""


def sides_of(game: str) -> list[str]:
    """What a game calls its sides, where that is more than a colour."""
    seats = load_game(game).seats
    return sorted({name for seat in seats for name in (seat.id, seat.title.lower())} - COLOURS)


@pytest.mark.parametrize("game", games())
def test_no_line_outside_its_folder_names_the_sides_of_a_game(game: str) -> None:
    """Theme, press and pages know colours; which people has which is the game's business. Data and templates, too."""
    if not (names := sides_of(game)):
        return
    pattern = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, names))})(?![A-Za-z])", re.IGNORECASE)
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not hits, "\n".join(hits)


def test_some_game_has_sides_with_names_of_their_own() -> None:
    """Or the test above would look for nothing."""
    assert any(sides_of(game) for game in games())


def test_the_word_search_knows_a_game_when_it_sees_one() -> None:
    """Package name, slug and title are found; prose that happens to use the words is not."""
    pattern = names_of("two_towns")
    assert all(pattern.search(text) for text in ("games.two_towns", "/new/two-towns", "Two Towns"))
    assert not pattern.search("a county with two towns")
    assert not names_of("ford").search("what can I afford?")
