"""Matches as files, from the terminal."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

from companion.store import Store
from tests.cli.conftest import Run, fails, load


def test_matches_are_listed(run: Run, code: str) -> None:
    """Code, game, seats and how far it is; at the end how many there are."""
    lines = run("matches").output.splitlines()
    assert lines[0].startswith(code)
    assert all(word in lines[0] for word in ("toy", "3 entries", "open", "ann, bob"))
    assert lines[-1] == "1 match"


def test_export_and_import(run: Run, code: str, data: Path, tmp_path: Path) -> None:
    """A match goes out into a file and comes in under a new code, here or elsewhere."""
    result = run("export", code.lower(), "match.json")
    assert result.exit_code == 0
    assert json.loads(Path("match.json").read_text())["code"] == code
    for place in (data, tmp_path / "elsewhere"):
        result = run("import", "match.json", "--data", place)
        assert result.exit_code == 0, result.output
        new = result.output.split()[-1]
        assert "Fairground, 3 entries" in result.output
        with Store.open(place, load) as store:
            assert store.read(new).last == 3


def test_an_export_is_for_its_owner_only(run: Run, code: str, tmp_path: Path) -> None:
    """It holds what seats keep secret from each other, whatever the umask, also where it replaces another file."""
    old = os.umask(0)
    try:
        run("export", code, "match.json")
        assert Path("match.json").stat().st_mode & 0o777 == 0o600
        Path("match.json").chmod(0o644)
        run("export", code, "match.json", "--replace")
        assert Path("match.json").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(old)


def test_help_and_page_say_the_same_of_secrets(run: Run) -> None:
    """Whoever takes a match away as a file is told what is in it, on the command line as on the host's page."""
    told = " ".join(run("export", "--help").output.split())
    page = (Path(__file__).parents[2] / "templates" / "host.html").read_text()
    for words in ("also what seats keep secret from each other", "nothing by which a phone gets in"):
        assert words in told
        assert words in page


def test_export_names_its_file(run: Run, code: str) -> None:
    """Without a name the file is called after the code; `-` is the screen."""
    assert run("export", code).exit_code == 0
    assert Path(f"{code}.json").read_text() == run("export", code, "-").output.rstrip("\n")


def test_export_does_not_write_over_files(run: Run, code: str) -> None:
    """Unless told to."""
    Path("match.json").write_text("precious")
    fails(run("export", code, "match.json"), "exists already", "--replace")
    assert Path("match.json").read_text() == "precious"
    assert run("export", code, "match.json", "--replace").exit_code == 0
    assert run("replay", "match.json").exit_code == 0


def test_a_match_becomes_a_scenario(run: Run, code: str) -> None:
    """The export as a scenario passes as one."""
    assert run("export", code, "--scenario").exit_code == 0
    result = run("scenario", f"{code}.toml")
    assert result.output.splitlines()[-1] == "1 passed, 0 failed"


def test_import_from_the_standard_input(run: Run, code: str) -> None:
    """`companion export CODE - | companion import -` works."""
    text = run("export", code, "-").output
    assert run("import", "-", input=text).exit_code == 0


def test_bad_codes_and_files(run: Run, code: str) -> None:
    """Each says what is wrong; nothing is kept or written."""
    fails(run("export", "ZZZZZ"), "no match ZZZZZ")
    Path("bad.json").write_text("{}")
    fails(run("import", "bad.json"), "cannot be taken in")
    fails(run("export", code, "no/such/folder/x.json"), "no/such/folder")
    assert run("matches", "--all").output.splitlines()[-1] == "1 match"


def test_no_matches_yet(run: Run) -> None:
    """On a fresh computer there is no file, and looking makes none."""
    fails(run("matches"), "no such file", "--data")
    fails(run("backup", "copy.db"), "no such file")
    assert not Path("data").exists()
    assert not Path("copy.db").exists()


def test_backup(run: Run, code: str) -> None:
    """The copy is a store with the same matches, and is not replaced unasked."""
    result = run("backup", "safe/copy.db")
    assert result.output == f"{Path('safe/copy.db')}: 1 match, checked\n"
    assert code in run("matches", "--data", "safe/copy.db").output
    fails(run("backup", "safe/copy.db"), "exists already", "--replace")
    assert run("backup", "safe/copy.db", "--replace").exit_code == 0


def test_beside_a_running_server(run: Run, code: str, data: Path) -> None:
    """Looking, export and backup work while a server has the file; import is refused and says why."""
    assert run("export", code, "match.json").exit_code == 0
    with Store.open(data, load):
        assert code in run("matches").output
        assert run("export", code, "again.json").exit_code == 0
        assert run("backup", "copy.db").exit_code == 0
        fails(run("import", "match.json"), "in use by another Companion")


def test_what_can_be_read_is_rescued(run: Run, code: str, data: Path, tmp_path: Path) -> None:
    """A damaged entry costs that entry; the command says what came of the match, and the new file plays on."""
    raw = sqlite3.connect(data / "companion.db")
    with raw:
        raw.execute("UPDATE entries SET record = x'00' WHERE n = 2")
    raw.close()
    result = run("rescue", data / "companion.db", tmp_path / "new.db")
    assert result.exit_code == 0, result.output
    assert f"{code}  2 of 3 entries" in result.output
    assert "1 of 1 match" in result.output
    assert code in run("matches", "--data", tmp_path / "new.db").output
    fails(run("rescue", data / "companion.db", tmp_path / "new.db"), "exists already")
