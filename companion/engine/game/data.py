"""Reading the data files of games. Rule modules may read no other files, and these only while they are imported."""

from __future__ import annotations

import csv
import io
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.engine.core.errors import DataError

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


def shape(raw: Any, kind: type[T], where: str) -> T:
    """Convert raw data to a typed record. Raises DataError naming file, field and reason."""
    try:
        return msgspec.convert(raw, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise DataError(f"{where}: {error}") from error
