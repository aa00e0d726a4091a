"""`companion move`: all matches from one place to another."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.frame import PlaceOfMatches, counted


@click.command(short_help="Move all matches to another place, such as PostgreSQL.")
@click.argument("source", metavar="FROM", type=PlaceOfMatches())
@click.argument("target", metavar="TO", type=PlaceOfMatches())
def move(source: Path | str, target: Path | str) -> None:
    """Copy all matches from one place to another and compare: from a file to PostgreSQL, or back.

    Stop the server first. Codes, phones and links go on working; FROM is not changed. TO must be empty. If it breaks
    off, run it again with the same places: it goes on where it stopped.

    \b
    Examples:
      companion move companion.db postgresql:///companion
      companion move postgresql:///companion club-laptop.db
    """
    from companion.store.database.moving import move as do

    step = 1000

    def tell(done: int, total: int) -> None:
        if done % step == 0 or done == total:
            click.echo(f"{done} of {counted(total, 'match', 'matches')}", err=True)

    moved = do(source, target, tell)
    there = f", {moved.before} of them were there" if moved.before else ""
    click.echo(
        f"{counted(moved.matches, 'match', 'matches')}{there}, {counted(moved.entries, 'entry', 'entries')}, checked"
    )


COMMANDS = [move]
