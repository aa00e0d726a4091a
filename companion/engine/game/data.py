"""Reading the data files of games. Rule modules may read no other files, and these only while they are imported."""

from __future__ import annotations

import csv
import io
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.engine.core.errors import DataError, Refusal
from companion.engine.core.refusals import Reasons
from companion.engine.core.rulings import Ruling
from companion.engine.core.text import Text

T = TypeVar("T")


def read_toml(package: str, name: str) -> dict[str, Any]:
    """The tables of the file `data/NAME` in a package. Raises DataError when it is missing or is not TOML."""
    try:
        return tomllib.loads(files(package).joinpath("data", name).read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(f"{package}: data/{name} is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{package}: data/{name}: {error}") from error


def data_file(package: str, name: str) -> Path:
    """The path of the file `data/NAME` in a package."""
    return Path(str(files(package))) / "data" / name


def read_rows(package: str, name: str) -> list[dict[str, str]]:
    """The rows of a CSV file `data/NAME` as dictionaries."""
    text = files(package).joinpath("data", name).read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def read_rulings(package: str, *names: str) -> tuple[Ruling, ...]:
    """The rulings of some files `data/NAME`, tables `ruling` whose `readings` give a text by id, the default first.

    Raises DataError naming file, field and reason.
    """
    return tuple(_ruling(raw, f"{name}: ruling") for name in names for raw in read_toml(package, name)["ruling"])


def _ruling(raw: dict[str, Any], where: str) -> Ruling:
    readings = [{"id": id, "text": text} for id, text in raw.get("readings", {}).items()]
    return shape({**raw, "readings": readings}, Ruling, f"{where} {raw.get('id', '')}")


class _Reason(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    section: str = ""


def read_reasons(package: str, name: str = "reasons.toml") -> Reasons:
    """The reasons of the file `data/NAME`: tables `reason.x` with a `title`, and a `section` unless it is that of the
    step. Raises DataError when something in it has another shape.
    """
    raw = shape(read_toml(package, name)["reason"], dict[str, _Reason], f"{name}: reason")
    return Reasons({key: Refusal(one.section, Text(one.title)) for key, one in raw.items()})


def shape(raw: Any, kind: type[T], where: str) -> T:
    """Convert raw data to a typed record. Raises DataError naming file, field and reason."""
    try:
        return msgspec.convert(raw, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {error}") from error
