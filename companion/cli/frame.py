"""The frame of all commands: the group itself, how failures are shown, and the options several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from companion import games as library
from companion.engine.core.errors import CompanionError
from companion.engine.game.record import Game
from printables.errors import PressError

if TYPE_CHECKING:
    from companion.store import Store

F = TypeVar("F", bound=Callable[..., Any])

DEBUG = "COMPANION_DEBUG"


class Failed(click.ClickException):
    """A command found something wrong and has said so already, or says it in one line."""


class Frame(click.Group):
    """A group whose every failure is one line on stderr and exit code 1; never a stack trace."""

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run and exit."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(0)
        except (click.Abort, KeyboardInterrupt):
            _fail("stopped")
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - nobody reads us any more
            sys.exit(1)
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            _fail(_in_words(error))
        sys.exit(code if isinstance(code, int) else 0)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order people need them, not of the alphabet."""
        return list(self.commands)


@click.group("companion", cls=Frame, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion", prog_name="companion")
def main() -> None:
    """Companion for print-and-play wargames: a helper at the table and a press.

    \b
    Play:   companion serve                      then open the address it shows on every phone
    Print:  companion print GAME --out sheets    PDFs of counters, tiles and displays

    Every command explains itself: companion COMMAND --help
    """


class GameName(click.ParamType[Game]):
    """The name of a game; gives the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game, or a failure that lists the games there are."""
        if isinstance(value, Game):
            return value
        try:
            return library.load_game(str(value))
        except KeyError:
            self.fail(f"there is no game {value}. Games: {', '.join(library.game_names())}.", param, ctx)


class PlaceOfMatches(click.ParamType[Path | str]):
    """A file or folder, or the address of a PostgreSQL database."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:
        """The place as the store takes it."""
        return str(value) if str(value).startswith(("postgresql:", "postgres:")) else Path(value)


class GameCommand(click.Command):
    """A command with the argument GAME; its help ends with the games there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what GAME can be."""
        formatter.write_paragraph()
        formatter.write_text(f"GAME is one of: {', '.join(library.game_names())}")


def game_argument(command: F) -> F:
    """The argument GAME."""
    return click.argument("game", type=GameName(), metavar="GAME")(command)


def data_option(command: F) -> F:
    """The option --data."""
    return click.option(
        "--data",
        type=PlaceOfMatches(),
        metavar="PATH",
        help="Where matches are kept: a file, a folder for companion.db, or postgresql://... "
        "Default: $COMPANION_DATA, else the data folder of this computer's user.",
    )(command)


def open_store(data: Path | str | None, *, reading_only: bool = False) -> Store:
    """The store at the place given with --data, or at the usual one."""
    from companion.store import Store, default_location

    return Store.open(data or default_location(), library.load_game, reading_only=reading_only)


def release() -> str:
    """The number of this release."""
    try:
        return version("companion")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0"


def now() -> str:
    """The time as the store keeps it."""
    return ago(timedelta())


def ago(span: timedelta) -> str:
    """The time that long before now, as the store keeps it."""
    return (datetime.now(UTC) - span).isoformat(timespec="seconds")


def counted(number: int, one: str, many: str = "") -> str:
    """`1 match`, `2 matches`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _in_words(error: Exception) -> str:
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "companion"
        return f"{error.format_message()} Try: {path} --help"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, CompanionError | PressError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    return f"this should not have happened ({type(error).__name__}: {error}). Set {DEBUG}=1 to see where."


def _fail(words: str) -> NoReturn:
    click.echo("companion: " + " ".join(words.split()), err=True)
    sys.exit(1)
