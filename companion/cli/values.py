"""`companion values`: the values that an owner typed in from the printed game."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.frame import Failed, GameCommand, data_option, game_argument, open_store
from companion.engine.core.errors import DataError
from companion.engine.game.record import Game
from companion.engine.game.values import to_toml


@click.command(cls=GameCommand, short_help="Show or set the values you own in print.")
@game_argument
@data_option
@click.option(
    "--set", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Replace all owner values by those in a TOML file.",
)  # fmt: skip
@click.option("--clear", is_flag=True, help="Go back to the house values.")
@click.option("--all", "everything", is_flag=True, help="Show every value that can be set, house values included.")
def values(game: Game, data: Path | str | None, file: Path | None, clear: bool, everything: bool) -> None:
    """Show or set owner values: your printed tables, unit values, costs and tiles in place of house values.

    Matches that begin afterwards use them; running matches keep what they began with.

    \b
    Examples:
      companion values GAME --all > values.toml
      companion values GAME --set values.toml
    """
    if game.values is None:
        raise Failed(f"{game.title} has no values to type in.")
    with open_store(data) as store:
        try:
            if clear:
                store.set_owner_values(game, {})
            elif file is not None:
                store.set_owner_values(game, game.values.from_toml(file.read_text("utf-8")))
        except (DataError, UnicodeDecodeError) as error:
            raise Failed(str(error)) from error
        own = store.owner_values(game)
    click.echo(to_toml({**game.values.leaves(), **own} if everything else own), nl=False)


COMMANDS = [values]
