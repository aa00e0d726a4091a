"""Printing, from the terminal."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace as replace_piece
from pathlib import Path

import click
import pikepdf
import pytest
from msgspec.structs import replace

from companion import games
from companion.cli import main, press
from companion.engine.game.printed import Say
from companion.engine.game.values import ValueSheet
from printables import job
from printables.look import qr
from printables.model import Component, Face, Kit
from tests.cli.conftest import FAIR, Run, fails, kit, piece


def test_a_pdf_is_written(run: Run) -> None:
    """Into the folder named, which is made; the file and what it takes are told."""
    result = run("print", "toy", "--out", "new/sheets")
    assert result.exit_code == 0, result.output
    file = Path("new/sheets/fair-a4-duplex-long.pdf")
    assert file.read_bytes().startswith(b"%PDF")
    lines = result.output.splitlines()
    assert lines[0] == str(file)
    assert lines[-1].startswith("1 file: ")
    assert "34 pieces" in lines[-1]


def test_options_reach_the_press(run: Run) -> None:
    """Paper, sides, ink, format and components make other files."""
    words = ("--paper", "LETTER", "--sides", "single", "--ink", "low", "--format", "svg", "--components", "tents")
    assert run("print", "toy", *words).exit_code == 0
    assert [file.name for file in Path().glob("*.svg")] == ["fair-tents-letter-single-low-01.svg"]


@pytest.mark.parametrize("words", [["--components", "tents,lamps"], ["--components", "lamps", "--components", "tents"]])
def test_several_components(run: Run, words: list[str]) -> None:
    """With commas or the option again."""
    assert "34 pieces" in run("print", "toy", "--plan", *words).output


def test_the_plan(run: Run) -> None:
    """A line for each sheet and the sum; nothing is written."""
    result = run("print", "toy", "--plan")
    assert "210 x 297 mm" in result.output.splitlines()[0]
    assert "34 pieces" in result.output.splitlines()[-1]
    assert list(Path().glob("*.pdf")) == []


def test_the_plan_of_what_is_no_paper(run: Run) -> None:
    """The files that will be written, not sheets; of sheets the margin that was chosen."""
    lines = run("print", "toy", "--plan", "--format", "shop").output.splitlines()
    assert lines[-2].endswith("-shop.csv")
    assert not any("mm" in line for line in lines)
    assert lines[-1].startswith(f"{len(lines) - 1} files")
    assert "margins of" in run("print", "toy", "--plan", "--margin", "auto").output.splitlines()[-1]


def test_the_list(run: Run) -> None:
    """The components with their ids and numbers."""
    assert [line.split() for line in run("print", "toy", "--list").output.splitlines()] == [
        ["lamps", "30", "Lamps"],
        ["tents", "4", "Tents"],
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--components", "lamp"], ["lamp"]),
        (["--components", ","], ["components", "at least one"]),
        (["--margin", "99"], ["margin", "25 mm"]),
        (["--gap", "x"], ["--gap", "x"]),
        (["--ink", "gold"], ["--ink", "gold"]),
    ],
)
def test_bad_options(run: Run, words: list[str], expected: list[str]) -> None:
    """Each names the option and the reason; nothing is written."""
    fails(run("print", "toy", *words), *expected)
    assert list(Path().glob("*.pdf")) == []


def test_what_cannot_be_printed_is_not_planned(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address too long for a QR code is told by the plan as well."""

    def with_code(_sheet: object, address: str, _say: Say) -> Kit:
        coded = replace_piece(piece("lamp", 1), front=lambda _look: Face(tuple(qr.code(address, 0.0, 0.0, 16.0))))
        return Kit("fair", "Fairground", (Component("lamps", "Lamps", (coded,)),))

    monkeypatch.setattr(games, "load_game", lambda name: replace(FAIR, kit=with_code))
    address = f"http://toy.example/{'x' * 3000}"
    for words in ((), ("--plan",)):
        fails(run("print", "toy", "--address", address, *words), "address", "QR")


def test_a_folder_that_cannot_be(run: Run) -> None:
    """A file in the way is told."""
    Path("sheets").write_text("x")
    fails(run("print", "toy", "--out", "sheets"), "sheets")


def test_a_game_without_prints(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so."""
    monkeypatch.setattr(games, "load_game", lambda name: replace(FAIR, kit=None))
    fails(run("print", "toy"), "nothing to print yet")


def test_the_defaults_are_those_of_the_press() -> None:
    """What `--help` gives as defaults is what the press does unasked."""
    defaults = {p.name: p.default for p in main.commands["print"].params if isinstance(p, click.Option)}
    plain = job.PrintJob(FAIR.printed())
    assert (defaults["paper"], defaults["sides"], defaults["ink"]) == (plain.paper, plain.sides, plain.ink)
    assert (defaults["kind"], defaults["margin"], defaults["gap"]) == (plain.format, plain.margin, plain.gap)


class Terminal(io.StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("screen", "watched"), [(Terminal(), True), (io.StringIO(), False)])
def test_progress_is_shown_to_those_who_watch(
    monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, watched: bool
) -> None:
    """A bar moves from sheet to sheet to its end on a terminal; in a file there is none."""
    monkeypatch.setattr(sys, "stderr", screen)
    with press.progress_bar() as progress:
        for sheet in range(1, 5):
            progress(f"Lamps, sheet {sheet} of 4", sheet, 4)
    assert ("Lamps, sheet 2 of 4" in screen.getvalue()) == watched
    assert ("100%" in screen.getvalue()) == watched


def test_only_what_changed(run: Run) -> None:
    """Against an older file only new or different pieces are printed; nothing new is told."""
    assert run("print", "toy", "--components", "lamps", "--out", "old").exit_code == 0
    old = next(Path("old").iterdir())
    assert "4 pieces" in run("print", "toy", "--plan", "--since", old).output.splitlines()[-1]
    fails(run("print", "toy", "--plan", "--since", old, "--components", "lamps"), "nothing has changed")


def test_the_ink_report(run: Run) -> None:
    """A line for each printed side; nothing is written."""
    lines = run("print", "toy", "--ink-report").output.splitlines()
    assert lines[0].startswith("page 1: ")
    assert list(Path().glob("*.pdf")) == []


def test_a_printer_is_calibrated(run: Run) -> None:
    """The page is written; five equal readings are a shift; its text is taken by `print`."""
    assert run("calibrate", "--paper", "letter").output == "calibration-letter-duplex-long.pdf\n"
    assert Path("calibration-letter-duplex-long.pdf").read_bytes().startswith(b"%PDF")
    targets = ("top left", "top right", "middle", "bottom left", "bottom right")
    words = [word for target in targets for word in ("--read", f"{target}=0.5,-0.25")]
    told, *left = run("calibrate", *words).output.strip().splitlines()
    assert [line.partition(":")[0] for line in left] == list(targets)
    profile = told.removeprefix('--profile "').rstrip('"')
    assert "shift_x=0.5 shift_y=-0.25" in profile
    assert run("print", "toy", "--profile", profile).exit_code == 0


def test_targets_that_were_not_read_are_named(run: Run) -> None:
    """Three are enough for a profile, but not for a sure one."""
    words = [word for target in ("top left", "top right", "bottom left") for word in ("--read", f"{target}=0.5,-0.25")]
    result = run("calibrate", *words)
    assert result.exit_code == 0, result.stderr
    last = result.stderr.splitlines()[-1]
    assert "middle" in last
    assert "bottom right" in last
    assert "top" not in last


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["calibrate", "--read", "middle"], ["middle", "top left=0.4,-0.2"]),
        (["calibrate", "--read", "nowhere=1,2"], ["nowhere"]),
        (["calibrate", "--read", "middle=1,2"], ["readings"]),
        (["print", "toy", "--profile", "shift=1"], ["shift"]),
        (["print", "toy", "--profile", "turn=99"], ["turn", "3"]),
        (["print", "toy", "--since", "nowhere.pdf"], ["nowhere.pdf"]),
    ],
)
def test_bad_readings(run: Run, words: list[str], expected: list[str]) -> None:
    """Each says what is wrong with it."""
    fails(run(*words), *expected)


def printed(run: Run, *words: str) -> Path:
    """A finished PDF of the toy game."""
    result = run("print", "toy", "--out", "sheets", *words)
    assert result.exit_code == 0, result.output
    return Path(result.output.splitlines()[0])


def moved(file: Path, page: int, dx: float) -> Path:
    """The same file with the first piece of a page that many mm to the right of its place."""
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        target = pdf.pages[page]
        text = target.Contents.read_bytes().decode("latin-1")
        found = re.search(r">>\s?BDC\s+(?:q [^\n]* cm )?(/\w+ Do)", text)
        assert found, text[:300]
        one = f"q 1 0 0 1 {dx} 0 cm {found.group(1)} Q"
        target.Contents = pdf.make_stream(
            (text[: found.start()] + found.group().replace(found.group(1), one) + text[found.end() :]).encode("latin-1")
        )
        pdf.save(file)
    return file


@pytest.mark.parametrize(
    "words",
    [[], ["--sides", "fold"], ["--sides", "single"], ["--components", "tents"], ["--format", "cut"],
     ["--profile", "shift_x=0.5 turn=0.2"]],
)  # fmt: skip
def test_what_we_print_passes_the_proof(run: Run, words: list[str]) -> None:
    """Counted against the data of the game the file names; the last line has the figures."""
    result = run("proof", printed(run, *words))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0].startswith("Fairground, a4, ")
    assert result.output.splitlines()[-1].endswith("; 0 problems")


def test_a_back_beside_its_front_is_named_with_the_amount(run: Run) -> None:
    """Exit code 1, the piece, the page, how far."""
    result = run("proof", moved(printed(run), 1, 0.25))
    assert result.exit_code == 1
    assert re.match(r"page 2: \w+ #\d+ back: back is 0.250 mm off its front$", result.output.splitlines()[0])
    assert result.output.splitlines()[-1].endswith("; 1 problem")


def test_a_proof_counts_by_the_data(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece too few is a problem; so it is when the game is named and not when the file is of no game here."""
    file = printed(run)
    more = Kit("fair", "Fairground", (*kit().components, Component("masts", "Masts", (piece("mast", 2),))))
    other = replace(FAIR, kit=lambda *_: more)
    monkeypatch.setattr(games, "all_games", lambda: [other])
    result = run("proof", file)
    assert result.exit_code == 1
    assert "mast: printed 0 times, the data say 2" in result.output
    assert run("proof", file, "--game", "toy").exit_code == 0
    monkeypatch.setattr(games, "all_games", list)
    assert "pieces not counted" in run("proof", file).output


def test_a_proof_of_what_changed(run: Run) -> None:
    """Such a file need not hold the rest, but what it holds in full number."""
    printed(run, "--components", "lamps")
    file = printed(run, "--since", "sheets/fair-lamps-a4-duplex-long.pdf")
    result = run("proof", file)
    assert result.exit_code == 0, result.output
    assert "4 fronts" in result.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["x.pdf"], ["x.pdf"]), (["nowhere.pdf"], ["nowhere.pdf"]), (["y.pdf"], ["not made by this press"])],
)
def test_what_is_no_print_of_ours(run: Run, words: list[str], expected: list[str]) -> None:
    """Refused with the reason."""
    Path("x.pdf").write_text("no pdf")
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save("y.pdf")
    fails(run("proof", *words), *expected)


def test_a_proof_for_another_way_of_printing(run: Run) -> None:
    """The wrong flip is caught before it is printed; the list is not endless."""
    result = run("proof", printed(run), "--sides", "duplex-short")
    assert result.exit_code == 1
    assert "more" in result.output.splitlines()[-3]


def test_codes_for_an_address(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit is made for the address, the file keeps it, and the proof counts what is there because of it."""

    def linked(_sheet: None, address: str, _say: Say) -> Kit:
        more = (Component("doors", "Doors", (piece("door", 1),)),) if address else ()
        return Kit("fair", "Fairground", (*kit().components, *more), address=address)

    monkeypatch.setattr(games, "all_games", lambda: [replace(FAIR, kit=linked)])
    monkeypatch.setattr(games, "load_game", lambda name: replace(FAIR, kit=linked))
    file = printed(run, "--address", "http://10.0.0.1:8765")
    result = run("proof", file)
    assert result.exit_code == 0, result.output
    assert "35 fronts" in result.output
    fails(run("print", "toy", "--address", "10.0.0.1"), "--address", "http://")


def test_a_file_of_somebody_else(run: Run) -> None:
    """`--since` wants a PDF of ours."""
    Path("x.pdf").write_text("no pdf")
    fails(run("print", "toy", "--since", "x.pdf"))


def test_a_values_file_that_is_no_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One clear line that names the file."""
    sheet = ValueSheet({"fee": 3}, lambda values, _changed: values)
    monkeypatch.setattr(games, "load_game", lambda name: replace(FAIR, values=sheet))
    Path("values.toml").write_bytes(b"\xff\xfe\x00\x01")
    fails(run("print", "toy", "--values", "values.toml"), "values.toml", "no text file")


def test_a_component_may_be_printed_several_times(run: Run) -> None:
    """The plan counts every copy, and the proof of the file expects them; what is no number is refused."""
    once = int(re.findall(r"(\d+) pieces", run("print", "toy", "--plan", "--components", "tents").output)[-1])
    words = ("print", "toy", "--components", "tents", "--copies", "tents=3")
    assert f"{3 * once} pieces" in run(*words, "--plan").output
    assert run(*words).exit_code == 0
    assert "0 problems" in run("proof", "fair-tents-a4-duplex-long.pdf", "--game", "toy").output
    fails(run("print", "toy", "--copies", "tents"), "--copies tents")
    fails(run("print", "toy", "--copies", "tents=0"), "copies")
    fails(run("print", "toy", "--copies", "boats=2"), "boats")
