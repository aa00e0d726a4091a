"""`companion serve`: the server that phones connect to."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.addresses import addresses, free_port, is_free, web_address
from companion.cli.announcing import announced
from companion.cli.frame import Failed, data_option, open_store, release
from companion.cli.terminal_qr import terminal_qr
from companion.engine.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.store import Store

PORT = 8765


@click.command(short_help="Start the server for a table.")
@click.option("--host", metavar="ADDRESS", help="Address to listen on. Default: all of this computer's (0.0.0.0).")
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"Port to listen on. Default: {PORT}, or the next one that is free."
)
@data_option
@click.option("--name", "names", multiple=True, metavar="NAME", help="Another name the server is reached under.")
@click.option("--public", is_flag=True, help="For a server on the internet, behind a proxy that does TLS.")
@click.option(
    "--proxies", type=click.IntRange(0, 5), default=0, help="With --public: how many trusted proxies are in front."
)
@click.option("--qr/--no-qr", default=True, help="Show the address as a QR code (default) or not.")
@click.option(
    "--backups/--no-backups",
    default=True,
    help="Keep checked copies of the matches in a folder beside them (default) or not.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="With PostgreSQL: so many processes, on as many ports from --port on, for a proxy in front.",
)
@click.option(
    "--forget-matches",
    type=click.IntRange(30),
    metavar="DAYS",
    help="Delete matches in which nothing was answered for so many days, at least 30. Default: never.",
)
@click.option("--log-json", is_flag=True, help="Log faults and every request as JSON, one line each.")
def serve(
    host: str | None,
    port: int | None,
    data: Path | str | None,
    names: tuple[str, ...],
    public: bool,
    proxies: int,
    qr: bool,
    backups: bool,
    workers: int | None,
    log_json: bool,
    forget_matches: int | None,
) -> None:
    """Start the server for a table; phones in the same network join by the QR code.

    It needs no options. Matches are kept in a file and are there again after a restart, even after a power cut.
    Stop it with Ctrl+C.

    \b
    Examples:
      companion serve
      companion serve --port 9000 --data ~/games
      companion serve --public --name play.example.org --proxies 1
    """
    from companion.web import create_app
    from companion.web.app.compiled import cache_folder
    from companion.web.app.config import Config
    from companion.web.serving.server import serve as run

    listen = host or ("127.0.0.1" if public else "0.0.0.0")
    chosen = choose_port(listen, port)
    found = [f"https://{name}/" for name in names] if public else addresses(listen, chosen)
    if workers:
        config_of_all = {"hosts": names, "public": public, "proxies": proxies, "addresses": found,
                         "forget_matches": forget_matches or 0, "pages_folder": cache_folder()}  # fmt: skip
        serve_many(data, listen, chosen, workers, config_of_all, log_json=log_json)
    with open_or_look(data) as store:
        config = Config(
            secret=store.secret.hex(), hosts=names, public=public, proxies=proxies,
            addresses=tuple(found), release=release(), forget_matches=forget_matches or 0,
            pages_folder=cache_folder(),
        )  # fmt: skip
        app = create_app(store, config)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        with announced([] if public else found, chosen) as by_name:
            click.echo(greeting(store, listen, chosen, [*found, by_name] if by_name else found, public=public))
            if qr and found:
                show_qr(found[0])
            with faults_told(log_json), copies_made(store, wanted=backups), suppress(KeyboardInterrupt):
                run(app, listen, chosen)
        click.echo("\nStopped. Every answer is kept.")


def serve_many(
    data: Path | str | None, host: str, port: int, workers: int, config: dict[str, Any], *, log_json: bool
) -> None:
    """Replace this process by a server of several processes; never returns. Raises Failed where that is impossible."""
    from companion.store import default_location
    from companion.store.database.postgres import is_address
    from companion.web.app.config import Config

    place = data or default_location()
    if not is_address(place):
        raise Failed("One file is for one process. Several need PostgreSQL: see --data, and docs/many-tables.md.")
    try:
        from companion.web.serving.workers import run
    except ImportError as error:
        raise Failed("Several processes need more libraries: pip install 'companion[server]'") from error
    with open_store(place) as store:  # made or brought up to date once, before they start
        config |= {"secret": store.secret.hex(), "release": release()}
        Config(**config).checked()
        click.echo(greeting(store, host, port, config["addresses"], public=config["public"]))
    run({"data": str(place), "host": host, "port": port, "workers": workers, "config": config, "log_json": log_json})


def open_or_look(data: Path | str | None) -> Store:
    """The store; read only if its location cannot be written to (a read-only card, a full disk)."""
    from companion.store import StoreDamaged, StoreInUse, StoreTooNew

    try:
        return open_store(data)
    except (StoreInUse, StoreTooNew, StoreDamaged):
        raise
    except CompanionError as error:
        try:
            store = open_store(data, reading_only=True)
        except CompanionError:
            raise error from None
        click.echo(f"{error} The matches can be looked at; nothing can be kept.", err=True)
        return store


@contextmanager
def copies_made(store: Store, *, wanted: bool) -> Iterator[None]:
    """Make automatic backups while the block runs, now and every day, if `wanted`."""
    from companion.store.database.auto_backup import AutoBackup

    if not (wanted and store.writable) or store.shared:
        yield
        return
    copies = AutoBackup(store.path)
    copies.begin()
    try:
        yield
    finally:
        copies.close()


@contextmanager
def faults_told(as_json: bool) -> Iterator[None]:
    """Log errors with their tracebacks to stderr while the block runs: pages only say that something failed."""
    from companion.web.serving.logs import handler

    to_stderr = handler(as_json)
    log = logging.getLogger("companion")
    log.addHandler(to_stderr)
    if as_json:
        logging.getLogger("companion.access").setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(to_stderr)


def choose_port(host: str, wanted: int | None) -> int:
    """The port wanted, or else the next free one from the default on. Raises Failed when the wanted one is taken."""
    try:
        if wanted is not None and not is_free(host, wanted):
            raise Failed(f"Port {wanted} is taken by another program. Choose another one, or leave --port out.")
        chosen = wanted or free_port(host, PORT)
    except OSError as error:
        raise Failed(f"This computer has no address {host} ({error.strerror}).") from error
    if not chosen:
        raise Failed(f"No port from {PORT} on is free. Choose one with --port.")
    return chosen


def greeting(store: Store, host: str, port: int, found: list[str], *, public: bool) -> str:
    """The text that is printed when the server starts."""
    lines = [f"Companion {release()}. Matches are kept in {store.where}", ""]
    lines += [f"  DAMAGED  match {fault.code}: {fault.what}" for fault in store.faults]
    if store.faults:
        lines += ["  What is whole can be played on. Backups are in the folder `backups` beside that file.", ""]
    if public:
        lines += [f"  Listening on    {web_address(host, port)}", *(f"  Public address  {one}" for one in found)]
        return "\n".join([*lines, ""])
    here = host if host not in ("0.0.0.0", "::") else "localhost"
    lines.append(f"  On this computer  {web_address(here, port)}")
    lines += [f"  On phones         {address}" for address in found]
    if found:
        advice = "Phones must be in the same Wi-Fi as this computer."
    else:
        advice = "Phones cannot reach it: there is no network, or it listens on this computer only."
    return "\n".join([*lines, "", f"{advice} Stop with Ctrl+C.", ""])


def show_qr(address: str) -> None:
    """Print the address as a QR code, where the terminal can show one."""
    try:
        click.echo(terminal_qr(address, colours=sys.stdout.isatty()))
    except UnicodeEncodeError:
        click.echo("(This terminal cannot show a QR code; the start page can.)")
    sys.stdout.flush()


COMMANDS = [serve]
