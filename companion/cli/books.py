"""`companion games | rules | schema`: what this release contains."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion import games as library
from companion.cli.frame import Failed, GameCommand, game_argument
from companion.engine.game.record import Game


@click.command(short_help="List the games of this release.")
def games() -> None:
    """List the games of this release, with the names other commands take.

    \b
    Example:
      companion games
    """
    for game in library.all_games():
        players = " or ".join(map(str, game.players))
        click.echo(f"{game.name}  {game.title}, {players} players: {game.summary}")


@click.command(cls=GameCommand, short_help="List the rules of a game and where each is done.")
@game_argument
@click.option("--tier", metavar="T", help="Only the rows of one part of the rules, such as basic.")
@click.option("--missing", is_flag=True, help="Only the rows that are not covered, with the reason.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also want a test marked with the row's id in this folder.",
)
def rules(game: Game, tier: str | None, missing: bool, tests: Path | None) -> None:
    """List the rules of a game, one row for each, and where each of them is done.

    A row is covered when the place it names exists: a step or flow, a table, a ruling, a component; or
    when it says why only the people at the table can follow it.

    \b
    Examples:
      companion rules GAME --tier basic
      companion rules GAME --missing
    """
    from companion.engine.game.reference import coverage, rows_tested

    tiers = list(dict.fromkeys(row.tier for row in game.rows))
    if tier and tier not in tiers:
        raise Failed(f"{game.title} has no tier {tier}. Tiers: {', '.join(tiers)}.")
    found = coverage(game, tier or "", rows_tested(tests) if tests else None)
    reasons = {one.row.id: one.reason for one in found.missing}
    for row in game.rows:
        if (tier and row.tier != tier) or (missing and row.id not in reasons):
            continue
        where = f"MISSING ({reasons[row.id]})" if row.id in reasons else row.where
        click.echo(f"{row.id:<8}  {row.section:<8}  {row.tier:<8}  {where}  |  {row.rule}")
    click.echo(found.line())


@click.command(cls=GameCommand, short_help="Print the JSON Schema of a game's state.")
@game_argument
def schema(game: Game) -> None:
    """Print the JSON Schema of a game's state: the values that scenarios and corrections can name.

    \b
    Example:
      companion schema GAME > state.schema.json
    """
    made = msgspec.json.schema(game.state_type)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{game.title}: state"}
    click.echo(msgspec.json.format(msgspec.json.encode({**head, **made}), indent=2).decode())


COMMANDS = [games, rules, schema]
