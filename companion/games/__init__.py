"""The games: one folder each. A game is found by its folder; nothing outside names one."""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from companion.engine.game.record import Game


@cache
def game_names() -> tuple[str, ...]:
    """Names of all games in this release, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def load_game(name: str) -> Game:
    """The game of this name. Raises KeyError when this release has none."""
    if name not in game_names():
        raise KeyError(name)
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


def all_games() -> list[Game]:
    """Every game of this release."""
    return [load_game(name) for name in game_names()]


@cache
def speaks(name: str, language: str) -> bool:
    """Whether a game brings its words in a language. All have English; a catalogue, where there is one, is complete."""
    return language == "en" or any((Path(path) / name / "locale" / language).is_dir() for path in __path__)


@cache
def locale_folders() -> tuple[Path, ...]:
    """The folders with the games' own words in other languages, for games that have any."""
    folders = (Path(path) / name / "locale" for path in __path__ for name in game_names())
    return tuple(folder for folder in folders if folder.is_dir())
