"""`companion scenario | replay | fuzz`: testing rules from the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import games as library
from companion.cli.files import read_file
from companion.cli.frame import Failed, GameCommand, counted, game_argument
from companion.engine.game.record import Game

if TYPE_CHECKING:
    from companion.engine.testing.coverage import Coverage
    from companion.engine.testing.fuzz import Failure

_SHOWN = 20


@click.command(short_help="Run scenario files against the rules.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def scenario(files: tuple[Path, ...]) -> None:
    """Run scenario files against the rules: a situation, answers, and what must come of them.

    A folder stands for all .toml files below it. `companion export CODE --scenario` writes a played match as one.

    \b
    Examples:
      companion scenario siege.toml
      companion scenario tests/scenarios
    """
    from companion.engine.testing.scenario import run_scenario

    found = [file for place in files for file in scenario_files(place)]
    failed = 0
    for file in found:
        problems = run_scenario(file, library.load_game)
        failed += bool(problems)
        click.echo(f"{'FAILED' if problems else 'passed'}  {file}")
        for problem in problems:
            click.echo(f"    {problem.where}: {problem.message}" if problem.where else f"    {problem}")
    click.echo(f"{len(found) - failed} passed, {failed} failed")
    if failed:
        raise click.exceptions.Exit(1)


def scenario_files(place: Path) -> list[Path]:
    """The scenario files that a path stands for: itself, or all in a folder. Raises Failed for a folder without any."""
    if not place.is_dir():
        return [place]
    found = sorted(place.rglob("*.toml"))
    if not found:
        raise Failed(f"{place}: there are no .toml files in this folder.")
    return found


@click.command(short_help="Play an exported match again and compare.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
def replay(file: Path) -> None:
    """Play an exported match again from its first answer and compare.

    Says which answers this release would not take any more, and whether the match ends in the same state. Nothing is
    kept; `companion import` does that.

    \b
    Example:
      companion replay our-match.json
    """
    from companion.engine.core.errors import DataError
    from companion.engine.match.replay import decode_export
    from companion.engine.match.replay import replay as play_again

    export = decode_export(read_file(file))
    try:
        game = library.load_game(export.game)
    except KeyError:
        raise DataError(f"This release has no game {export.game}.") from None
    played = play_again(game, export)
    for one in played.differences[:_SHOWN]:
        where = f"entry {one.n}" if one.n else "the end"
        click.echo(f"{where}: {one.what}")
    click.echo(f"{counted(len(export.entries), 'entry', 'entries')} replayed, {len(played.differences)} differ")
    if played.differences:
        raise click.exceptions.Exit(1)


@click.command(cls=GameCommand, short_help="Play random games and check everything.")
@game_argument
@click.option("--games", "number", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Game number i is played with seed + i.")
@click.option("--no-checks", is_flag=True, help="Only play, as fast as possible.")
@click.option("--coverage", is_flag=True, help="List rules, table rows, rulings and landmarks that were never reached.")
def fuzz(game: Game, number: int, seed: int, no_checks: bool, coverage: bool) -> None:
    """Play random games to their end and check everything after every answer.

    Saving and loading, taking back, playing again, secrets, the sums of pieces: whatever breaks is told with the
    command that shows it again. The last line has the figures.

    \b
    Examples:
      companion fuzz GAME --games 200
      companion fuzz GAME --games 1 --seed 4711
    """
    from companion.engine.testing.fuzz import ALL_CHECKS, NO_CHECKS
    from companion.engine.testing.fuzz import fuzz as play

    with click.progressbar(
        length=number, label="Playing", file=sys.stderr, show_pos=True, hidden=not sys.stderr.isatty()
    ) as bar:
        report = play(
            game, number, seed, NO_CHECKS if no_checks else ALL_CHECKS,
            lambda games, answers: bar.update(games - bar.pos),
        )  # fmt: skip
    if coverage:
        show_coverage(game, report.coverage)
    for failure in report.failures[:_SHOWN]:
        show_failure(failure)
    if len(report.failures) > _SHOWN:
        click.echo(f"... and {len(report.failures) - _SHOWN} more", err=True)
    click.echo(report.line())
    if report.failures:
        raise click.exceptions.Exit(1)


def show_failure(failure: Failure) -> None:
    """Print to stderr what went wrong and how to reproduce it."""
    click.echo(f"seed {failure.seed}, after {counted(failure.step, 'answer')}: {failure.message}", err=True)
    click.echo(f"    {failure.reproduce}", err=True)


def show_coverage(game: Game, coverage: Coverage) -> None:
    """Print what was never reached, one thing a line, and then how much of each kind was reached."""
    from companion.engine.testing.coverage import reachable

    missing = coverage.missing(game)
    for kind, names in missing.items():
        for name in names:
            click.echo(f"never reached  {kind:<9}  {name}")
    counts = [f"{kind}={len(names) - len(missing[kind])}/{len(names)}" for kind, names in reachable(game).items()]
    click.echo("reached " + " ".join(counts))


COMMANDS = [scenario, replay, fuzz]
