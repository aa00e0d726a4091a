"""Small modules that say what they are for."""

import ast
import warnings
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = ("companion", "printables")
ALL = (*SHIPPED, "tests", "tools", "benchmarks")
WORTH_A_TALK = 300
TOO_LONG = 400
FULL = 15


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("folder", SHIPPED)
def test_every_module_has_a_docstring(folder: str) -> None:
    """A module's first words say what it owns; a newcomer reads them first."""
    silent = [
        name(path)
        for path in modules(folder)
        if not (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").strip()
    ]
    assert not silent, "without docstring: " + ", ".join(silent)


def test_no_module_is_too_long() -> None:
    """A file over 400 lines holds more than one thing; over 300 it is worth a talk."""
    sizes = {name(path): lines(path) for path in modules(*ALL)}
    long = {path: size for path, size in sizes.items() if size > WORTH_A_TALK}
    if long:
        listed = ", ".join(f"{path} ({size})" for path, size in sorted(long.items()))
        warnings.warn(f"over {WORTH_A_TALK} lines: {listed}", stacklevel=1)
    assert not {path: size for path, size in long.items() if size > TOO_LONG}


def test_no_room_is_too_full() -> None:
    """Whoever looks for something reads the names of a room first: more than 15 modules are two rooms."""
    rooms = Counter(name(path.parent) for path in modules(*SHIPPED) if path.name != "__init__.py")
    assert not {room: count for room, count in rooms.items() if count > FULL}


WIDEST_TEMPLATE = 140


def test_no_line_of_a_template_is_too_wide() -> None:
    """A template is read in an editor: what stands beyond the edge is changed by accident."""
    pages = sorted((ROOT / "templates").rglob("*.html"))
    wide = [
        f"{name(page)}:{n}"
        for page in pages
        for n, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST_TEMPLATE
    ]
    assert pages
    assert not wide, "too wide: " + ", ".join(wide)


def test_the_form_token_stands_in_one_place() -> None:
    """Every form that posts is made by one macro, so none can forget the token against forged posts."""
    pages = {name(page): page.read_text(encoding="utf-8") for page in (ROOT / "templates").rglob("*.html")}
    assert [page for page, text in pages.items() if "csrf()" in text] == ["templates/parts/bits.html"]
    assert [page for page, text in pages.items() if 'method="post"' in text] == ["templates/parts/bits.html"]
