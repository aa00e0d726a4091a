"""`companion matches | export | import | backup`: matches as files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion import games as library
from companion.cli.frame import Failed, counted, data_option, now, open_store, release

_LARGEST = 64 * 2**20


@click.command(short_help="List the matches kept here.")
@click.option("--all", "everything", is_flag=True, help="Stand-alone helpers and demos too.")
@data_option
def matches(everything: bool, data: Path | str | None) -> None:
    """List the matches kept on this computer, newest first, with the codes that `export` takes.

    \b
    Example:
      companion matches
    """
    with open_store(data, reading_only=True) as store:
        found = store.matches(None if everything else "match", limit=1000)
    for one in found:
        state = "ended" if one.ended else "open"
        seats = ", ".join(one.seats)
        click.echo(f"{one.code}  {one.updated[:16]:<16}  {one.game}  {counted(one.entries, 'entry', 'entries')}  "
                   f"{state}  ({seats})")  # fmt: skip
    click.echo(counted(len(found), "match", "matches"))


@click.command(short_help="Write a match into a file.")
@click.argument("code")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--scenario", is_flag=True, help="Write the live answers as a scenario file instead.")
@click.option("--replace", is_flag=True, help="Write over FILE if it exists.")
@data_option
def export(code: str, file: Path | None, scenario: bool, replace: bool, data: Path | str | None) -> None:
    """Write the match CODE into FILE: the whole match. Works while the server runs.

    It holds every answer, also what seats keep secret from each other, and nothing by which a phone gets in: no tokens,
    no recovery codes. Only you can read the file.

    Without FILE it is called after the code; `-` writes to the screen. `companion import` takes it in again,
    here or on another computer; `companion replay` checks it. Send it along when you report a problem.

    \b
    Examples:
      companion export K7MQX
      companion export K7MQX our-match.json
      companion export K7MQX strange-siege.toml --scenario
    """
    with open_store(data, reading_only=True) as store:
        text = store.export(code)
        view = store.read(code)
    if scenario:
        from companion.engine.match.replay import decode_export
        from companion.engine.testing.scenario_export import as_scenario

        text = as_scenario(view.game, decode_export(text), f"Match {view.code}").encode()
    target = file or Path(f"{view.code}.{'toml' if scenario else 'json'}")
    if str(target) == "-":
        click.echo(text.decode())
        return
    if target.exists() and not replace:
        raise Failed(f"{target} exists already. Choose another name, or write over it with --replace.")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the secrets of the seats
    part.write_bytes(text)
    part.replace(target)
    click.echo(f"{target}: {len(text)} bytes")


@click.command("import", short_help="Take in an exported match.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@data_option
def import_(file: Path, data: Path | str | None) -> None:
    """Take in the match in FILE under a new code. The server must not be running.

    The match is played again from its first answer before anything is kept; a damaged file is refused.

    \b
    Example:
      companion import our-match.json
    """
    text = read_file(file)
    with open_store(data) as store:
        code = store.import_(text, release=release(), now=now())
        view = store.read(code)
    click.echo(f"{view.game.title}, {counted(view.last, 'entry', 'entries')}, is now match {code}")


@click.command(short_help="Copy all matches into one checked file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace FILE if it exists.")
@data_option
def backup(file: Path, replace: bool, data: Path | str | None) -> None:
    """Copy all matches into FILE and check the copy. Works while the server runs.

    To go back to it: stop the server, then `companion serve --data FILE`.

    \b
    Example:
      companion backup usb-stick/companion-backup.db --replace
    """
    with open_store(data, reading_only=True) as store:
        store.backup(file, replace=replace)
        number = len(store.matches(None, limit=1_000_000))
    click.echo(f"{file}: {counted(number, 'match', 'matches')}, checked")


@click.command(short_help="Save what can be read of a damaged file.")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("target", metavar="NEW", type=click.Path(path_type=Path, dir_okay=False))
def rescue(source: Path, target: Path) -> None:
    """Write what can be read of the damaged FILE into the file NEW. FILE itself is not touched.

    Look at the newest backup first (folder `backups` beside the file): if it is new enough, it is whole. Then, to play
    on with what was saved: `companion serve --data NEW`.

    \b
    Example:
      companion rescue companion.db rescued.db
    """
    from companion.store.matches.rescue import rescue as save

    told = save(source, target, library.load_game)
    for one in told:
        if not one.kept:
            click.echo(f"{one.code}  lost")
            continue
        where = "its present position" if one.position else "the last position that could be read"
        click.echo(f"{one.code}  {one.read} of {counted(one.had, 'entry', 'entries')}, goes on from {where}")
    kept = sum(one.kept for one in told)
    click.echo(f"{target}: {kept} of {counted(len(told), 'match', 'matches')}")
    if kept < len(told):
        raise click.exceptions.Exit(1)


def read_file(file: Path) -> bytes:
    """The contents of a file, or of the standard input for `-`. Raises Failed when it is far too long."""
    if str(file) == "-":
        text: bytes = sys.stdin.buffer.read()
        return text
    if file.stat().st_size > _LARGEST:
        raise Failed(f"{file} is too large for an exported match.")
    return file.read_bytes()


COMMANDS = [matches, export, import_, backup, rescue]
