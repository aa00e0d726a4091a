"""Files written by others are exactly what their packages published, and carry their licences."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "companion" / "static"
FOLDERS = ("companion/static/vendor", "companion/static/fonts", "printables/fonts", "tests/browser/vendor")
OUR_OWN = {"VENDORED.toml", "fonts.css"}


def read(folder: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "VENDORED.toml").read_text(encoding="utf-8"))


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


FILES = [pytest.param(folder, file, id=file["name"]) for folder in FOLDERS for file in read(folder)["file"]]
PACKAGES = [
    pytest.param(folder, package, id=package["name"]) for folder in FOLDERS for package in read(folder)["package"]
]


@pytest.mark.parametrize(("folder", "file"), FILES)
def test_a_vendored_file_is_unchanged(folder: str, file: dict[str, str]) -> None:
    """The bytes in the repository hash to what VENDORED.toml says."""
    assert sha256(ROOT / folder / file["name"]) == file["sha256"]


@pytest.mark.parametrize(("folder", "package"), PACKAGES)
def test_the_licence_text_lies_beside(folder: str, package: dict[str, str]) -> None:
    """Every package's licence ships in the same folder, unchanged."""
    assert sha256(ROOT / folder / package["licence_file"]) == package["licence_sha256"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_names_its_package(folder: str) -> None:
    """A file's package, version and licence agree with the package list of its folder."""
    listed = read(folder)
    packages = {(p["name"], p["version"], p["licence"]) for p in listed["package"]}
    made_of = {(f["package"], f["version"], f["licence"]) for f in listed["file"]}
    joined = {one for f in listed["file"] for one in f.get("also", [])}  # of a file that joins several packages
    assert made_of | {one for one in packages if one[0] in joined} == packages
    assert joined <= {name for name, _, _ in packages}


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_lies_there_unlisted(folder: str) -> None:
    """A file that nobody wrote down has no origin and no licence: it may not be there."""
    listed = read(folder)
    known = {f["name"] for f in listed["file"]} | {p["licence_file"] for p in listed["package"]} | OUR_OWN
    assert {path.name for path in (ROOT / folder).iterdir()} <= known


def test_the_font_sheet_names_exactly_the_vendored_fonts() -> None:
    """fonts.css refers to every font file and to none that is missing."""
    sheet = (STATIC / "fonts" / "fonts.css").read_text(encoding="utf-8")
    named = {part.split('"')[0] for part in sheet.split('url("')[1:]}
    assert named == {file["name"] for file in read("companion/static/fonts")["file"]}


@pytest.mark.parametrize("name", ["vendor/pico.classless.min.css", "fonts/fonts.css"])
def test_style_sheets_reach_for_nothing_outside(name: str) -> None:
    """Tables have no internet: a sheet may point to its own folder or carry its data, nothing else."""
    text = (STATIC / name).read_text(encoding="utf-8")
    targets = [part.lstrip("\"'") for part in text.split("url(")[1:]]
    assert not [target[:60] for target in targets if target.startswith(("http", "//"))]
    assert "@import" not in text
