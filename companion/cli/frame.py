"""What all commands share: the command group itself, how failures are shown, and common options."""

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
    """A command failed, and the reason has been printed already or is the message."""


class CommandGroup(click.Group):
    """A command group in which every failure is one line on stderr and exit code 1; never a stack trace."""

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run a command and exit."""
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
        """The commands in the order in which people need them, not alphabetical."""
        return list(self.commands)


@click.group(
    "companion", cls=CommandGroup, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="companion", prog_name="companion")
def main() -> None:
    """Companion for print-and-play wargames: a helper at the table and a press.

    \b
    Play:   companion serve                      then open the address it shows on every phone
    Print:  companion print GAME --out sheets    PDFs of counters, tiles and displays

    Every command explains itself: companion COMMAND --help
    """


class GameName(click.ParamType[Game]):
    """A parameter type: the name of a game, converted to the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game with this name, or a failure that lists all games."""
        if isinstance(value, Game):
            return value
        try:
            return library.load_game(str(value))
        except KeyError:
            self.fail(f"there is no game {value}. Games: {', '.join(library.game_names())}.", param, ctx)


class PlaceOfMatches(click.ParamType[Path | str]):
    """A parameter type: a file or folder, or the address of a PostgreSQL database."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:
        """The location as the store takes it."""
        return str(value) if str(value).startswith(("postgresql:", "postgres:")) else Path(value)


class GameCommand(click.Command):
    """A command with the argument GAME; its help ends with the list of games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of games for the argument GAME."""
        formatter.write_paragraph()
        formatter.write_text(f"GAME is one of: {', '.join(library.game_names())}")


def game_argument(command: F) -> F:
    """Add the argument GAME to a command."""
    return click.argument("game", type=GameName(), metavar="GAME")(command)


def data_option(command: F) -> F:
    """Add the option --data to a command."""
    return click.option(
        "--data",
        type=PlaceOfMatches(),
        metavar="PATH",
        help="Where matches are kept: a file, a folder for companion.db, or postgresql://... "
        "Default: $COMPANION_DATA, else the data folder of this computer's user.",
    )(command)


def open_store(data: Path | str | None, *, reading_only: bool = False) -> Store:
    """The store at the location given with --data, or at the default one."""
    from companion.store import Store, default_location

    return Store.open(data or default_location(), library.load_game, reading_only=reading_only)


def release() -> str:
    """The version of this release."""
    try:
        return version("companion")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0"


def now() -> str:
    """The present time in the form in which the store keeps times (ISO 8601, UTC)."""
    return ago(timedelta())


def ago(span: timedelta) -> str:
    """The time that long before now, in the same form."""
    return (datetime.now(UTC) - span).isoformat(timespec="seconds")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 match`, `2 matches`. Without `many` the plural is `one` with an s."""
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
