"""`companion print | calibrate | proof`: making and checking sheets to print."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

import click

from companion import games as library
from companion.catalogues import LANGUAGES, printed, sheet_languages
from companion.cli.frame import Failed, GameCommand, GameName, counted, game_argument
from companion.engine.core.errors import DataError
from companion.engine.game.record import Game
from companion.engine.game.values import Overrides
from printables.announced import margins, names
from printables.job import SHEETS, PrintJob, Progress, choices
from printables.model import Kit
from printables.paper import Sides
from printables.profile import parse
from printables.storage import THICKNESS

SHOWN = 50
"""Problems of a proof that are told one by one."""


def known(option: str) -> click.Choice[str]:
    """A parameter type: the values that the press offers for an option, in upper or lower case."""
    return click.Choice(list(choices()[option]), case_sensitive=False)


class Margin(click.ParamType):  # type: ignore[type-arg]
    """A parameter type: a number of millimetres, or `auto`."""

    name = "float|auto"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | Literal["auto"]:
        """The margin in mm, or `auto`. Fails for anything else."""
        if value == "auto":
            return "auto"
        try:
            return float(value)
        except ValueError:
            self.fail(f"'{value}' is neither a number of millimetres nor auto.", param, ctx)


@click.command("print", cls=GameCommand, short_help="Make the sheets of a game.")
@game_argument
@click.option("--paper", type=known("paper"), default="a4", show_default=True, help="Paper size.")
@click.option(
    "--sides", type=known("sides"), default="duplex-long", show_default=True,
    help="How backs are printed: two-sided (flip on the long or short edge), beside the fronts to fold, or not at all.",
)  # fmt: skip
@click.option("--ink", type=known("ink"), default="full", show_default=True, help="How much ink.")
@click.option(
    "--components", multiple=True, metavar="ID",
    help="Print only these (several with commas, or the option again). See --list.",
)  # fmt: skip
@click.option(
    "--copies", "sets", multiple=True, metavar="ID=N",
    help="Print a component N times, such as lists=6 (the option again for another).",
)  # fmt: skip
@click.option("--format", "kind", type=known("format"), default="pdf", show_default=True, help="File type.")
@click.option(
    "--shop", type=known("shop"), default="auto", show_default=True, metavar="TEMPLATE",
    help="With --format shop: the template of the shop; only pieces that can be cut with it come. One of "
    + ", ".join(choices()["shop"]) + ".",
)  # fmt: skip
@click.option(
    "--margin", type=Margin(), default=5.0, show_default=True,
    help="Edge the printer cannot print on, in mm; auto for the widest that costs no sheet more.",
)  # fmt: skip
@click.option(
    "--gap",
    type=float,
    default=2.0,
    show_default=True,
    help="Space between counters, in mm; 0 for a guillotine: one cut frees both.",
)
@click.option(
    "--storage", type=known("storage"), default="none", show_default=True,
    help="Tuck boxes sized for the pieces and labels for trays: with the sheets, or only them.",
)  # fmt: skip
@click.option(
    "--thickness", type=float, default=THICKNESS, show_default=True,
    help="How thick a finished piece is, in mm, for the boxes: card of 300 g has 0.3, mounted counters 1 to 2.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path(), metavar="DIR",
    help="Folder for the files. Default: this one.",
)  # fmt: skip
@click.option("--profile", default="", metavar="TEXT", help="Your printer's error, as `companion calibrate` tells it.")
@click.option(
    "--since",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Print only what looks different from this older PDF of ours.",
)
@click.option(
    "--address", default="", metavar="URL",
    help="The address of your companion (http://192.168.1.7:8765): displays, tiles and seat cards get QR codes for it.",
)  # fmt: skip
@click.option(
    "--values", "values", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Use the values of this file (see `companion values`) in place of house values.",
)  # fmt: skip
@click.option(
    "--language", type=click.Choice(list(LANGUAGES), case_sensitive=False), default="en", show_default=True,
    help="The language of the sheets.",
)  # fmt: skip
@click.option("--plan", is_flag=True, help="Only show what it takes: sheets, pieces, cuts.")
@click.option("--ink-report", is_flag=True, help="Only show how much of each page is covered with ink.")
@click.option("--list", "listing", is_flag=True, help="Only list the components of the game.")
def print_(
    game: Game,
    paper: str,
    sides: str,
    ink: str,
    components: tuple[str, ...],
    sets: tuple[str, ...],
    kind: str,
    shop: str,
    margin: float | Literal["auto"],
    gap: float,
    storage: str,
    thickness: float,
    out: Path,
    profile: str,
    since: Path | None,
    address: str,
    values: Path | None,
    language: str,
    plan: bool,
    ink_report: bool,
    listing: bool,
) -> None:
    """Make the sheets of a game to print, cut and play with.

    Print them at 100 %, not fitted to the page: the ruler on every sheet shows whether it worked.

    \b
    Examples:
      companion print GAME --out sheets
      companion print GAME --paper letter --sides fold --ink low
      companion print GAME --list
    """
    if language not in sheet_languages(game):
        raise Failed(f"{game.title} has no words in {LANGUAGES[language]} yet; leave out --language.")
    kit = kit_of(game, checked_address(address), owner_values(game, values), language)
    if listing:
        lines = ((f"{one.id:<18} {one.count:>4}  {one.name}", one.note) for one in kit.components)
        click.echo("\n".join(f"{line}. {note}" if note else line for line, note in lines))
        return
    kit = kit.with_sets(dict(map(copies_of, sets))) if sets else kit
    wanted = [name.strip() for given in components for name in given.split(",") if name.strip()]
    chosen = wanted if components else None
    job = PrintJob(
        kit, paper=paper, sides=sides, ink=ink, components=chosen, format=kind, margin=margin, gap=gap,
        profile=parse(profile), since=since, shop=shop, storage=storage, thickness=thickness,
    )  # fmt: skip
    if plan or ink_report:
        click.echo(planned(job) if plan else "\n".join(map(str, job.ink_report())))
        return
    with progress_bar() as progress:
        files = job.write(out, progress)
    for file in files:
        click.echo(str(file))
    click.echo(f"{counted(len(files), 'file')}: {job.made}{in_margins(job)}")


def copies_of(text: str) -> tuple[str, int]:
    """A component and how often it is printed, as `--copies` takes them. Raises Failed for anything else."""
    name, _, number = text.partition("=")
    if not number.isdecimal():
        raise Failed(f"--copies {text}: write it like lists=6.")
    return name.strip(), int(number)


def owner_values(game: Game, file: Path | None) -> Overrides:
    """The owner values in a file; empty without a file. Raises Failed naming what is wrong."""
    if file is None:
        return {}
    if game.values is None:
        raise Failed(f"{game.title} has no values to type in.")
    try:
        return game.values.from_toml(file.read_text("utf-8"))
    except UnicodeDecodeError:
        raise Failed(f"{file} is no text file; `companion values` writes one to begin from.") from None
    except DataError as error:
        raise Failed(f"{file}: {error}") from error


def kit_of(game: Game, address: str = "", owner: Overrides | None = None, language: str = "en") -> Kit:
    """What can be printed of a game, with QR codes if there is an address. Raises Failed when it has nothing to
    print.
    """
    kit: Kit | None = printed(game, language, address, owner)
    if kit is None:
        raise Failed(f"{game.title} has nothing to print yet.")
    return kit


def checked_address(address: str) -> str:
    """An address that a phone can open. Raises Failed for anything else."""
    parts = urlsplit(address)
    if address and not (parts.scheme in ("http", "https") and parts.netloc and address.isprintable()):
        raise Failed(f"--address {address}: write it like http://192.168.1.7:8765.")
    return address


def planned(job: PrintJob) -> str:
    """A print job in words: a line for each sheet, or each file where there are no sheets, and the total. All faces are
    drawn, so that what cannot be printed is not planned either.
    """
    job.document()
    if job.format not in SHEETS:
        files = names(job)
        return "\n".join([*files, f"{counted(len(files), 'file')}: {job.made}"])
    lines = [
        f"{sheet.number:>3}  {sheet.width:g} x {sheet.height:g} mm  {counted(sheet.pieces, 'piece'):>10}  "
        f"{sheet.cuts:>3} cuts  {counted(sheet.sides, 'side')}  {', '.join(sheet.names)}"
        for sheet in job.plan().sheets
    ]
    return "\n".join([*lines, f"{job.plan()}{in_margins(job)}"])


def in_margins(job: PrintJob) -> str:
    """The margins that were chosen, behind the other words."""
    found = margins(job)
    return f", margins of {' and '.join(f'{one:g}' for one in found)} mm" if found else ""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on stderr with one step for each sheet; none where stderr is not a terminal."""
    with click.progressbar(length=1, label="Drawing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def progress(doing: str, done: int, total: int) -> None:
            bar.label, bar.length = doing, max(total, 1)
            bar.update(done - bar.pos)

        yield progress


@click.command(short_help="Measure how your printer places backs.")
@click.option("--paper", type=known("paper"), default="a4", show_default=True, help="Paper size.")
@click.option(
    "--sides",
    type=click.Choice(["duplex-long", "duplex-short"], case_sensitive=False),
    default="duplex-long",
    show_default=True,
    help="How the printer turns the sheet.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Folder for the page. Default: this one.",
)
@click.option(
    "--read",
    "readings",
    multiple=True,
    metavar="TARGET=X,Y",
    help="What you read at a target: mm to the right and down. Give all five.",
)
def calibrate(paper: str, sides: str, out: Path, readings: tuple[str, ...]) -> None:
    """Make a page that shows how far your printer puts backs from their fronts.

    Print it on both sides, read the scales at its five targets (top left, top right, middle, bottom left, bottom
    right), and give the numbers here; the answer is what `companion print --profile` wants.

    \b
    Examples:
      companion calibrate --out sheets
      companion calibrate --read "top left=0.3,-0.1" --read "top right=0.4,-0.2" ...
    """
    from printables.layout import calibration
    from printables.paper import paper as paper_of
    from printables.render import pdf

    way = cast(Sides, sides)
    if readings:
        read = dict(map(reading, readings))
        found = calibration.profile(paper_of(paper), way, read)
        click.echo(f'--profile "{found}"')
        for target, (across, down) in calibration.residuals(paper_of(paper), way, read, found).items():
            click.echo(f"{target + ':':<14} {across:+.2f} mm across, {down:+.2f} mm down are left", err=True)
        unread = [name for name in calibration.TARGETS if name not in read]
        if unread:
            click.echo(f"Without {' and '.join(unread)} the profile is less sure: read all five.", err=True)
        return
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"calibration-{paper}-{sides}.pdf"
    file.write_bytes(pdf.render(calibration.document(paper_of(paper), way)))
    click.echo(str(file))


def reading(text: str) -> tuple[str, tuple[float, float]]:
    """A calibration target and the two numbers (mm) read there. Raises Failed when the text is not one."""
    target, _, numbers = text.partition("=")
    across, _, down = numbers.partition(",")
    try:
        return target.strip().lower(), (float(across), float(down))
    except ValueError:
        raise Failed(f'--read {text}: write it like "top left=0.4,-0.2".') from None


@click.command(short_help="Check a finished PDF before it is printed.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option(
    "--game", type=GameName(), metavar="GAME", help="Count the pieces of this game. Default: what the file says."
)
@click.option("--sides", type=known("sides"), help="How it will be printed. Default: what the file says.")
def proof(file: Path, game: Game | None, sides: str | None) -> None:
    """Read a finished PDF of ours back and check its geometry.

    Backs lie on their fronts within 0.01 mm, nothing overlaps or leaves the paper, text stays in its safe box, marks
    keep clear of the pieces, and there are as many pieces as the game's data say. Names the piece and the amount of
    everything that is wrong.

    \b
    Examples:
      companion proof sheets/GAME-a4-duplex-long.pdf
      companion proof sheets.pdf --sides duplex-short
    """
    from printables.claims import claims, counts
    from printables.proof.proving import prove

    said = claims(file)
    kit = claimed_kit(said, game)
    report = prove(file, counts(said, kit) if kit else None, sides)
    for problem in report.problems[:SHOWN]:
        click.echo(str(problem))
    if len(report.problems) > SHOWN:
        click.echo(f"... and {len(report.problems) - SHOWN} more")
    what = kit.title if kit else f"{said['Kit']} (no game of this release: pieces not counted)"
    click.echo(f"{what}, {said.get('Paper', 'unknown paper')}, {sides or said.get('Sides', '')}, {said.get('Ink', '')}")
    click.echo(
        f"{counted(report.pages, 'page')}, {counted(report.fronts, 'front')}, {counted(report.backs, 'back')}, "
        f"{counted(report.texts, 'text')}; worst back {report.worst_back:.4f} mm off; "
        f"{counted(len(report.problems), 'problem')}"
    )
    if report.problems:
        raise click.exceptions.Exit(1)


def claimed_kit(said: dict[str, str], game: Game | None) -> Kit | None:
    """The kit that a file says it holds, with QR codes if it was printed with them; None if no game has it."""
    address = said.get("Address", "")
    if game is not None:
        return kit_of(game, address)
    kits = (one.printed(address) for one in library.all_games())
    return next((kit for kit in kits if kit is not None and kit.id == said["Kit"]), None)


COMMANDS = [print_, calibrate, proof]
