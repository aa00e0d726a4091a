"""Collects every message people read and keeps the catalogues in step: `python -m tests.tools.messages`.

Messages are the English sentences in `_("...")`, `t("...")`, `Text("...")` and in templates; tables of titles that such
a call looks up; names and titles in data files and in the record of a game; and the lines of `locale/names.txt`.
Needs Babel, which only development needs.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast
from msgspec import inspect

from companion.engine.game import Game
from companion.games import all_games
from companion.web.correcting import path_words
from companion.web.owner import word
from companion.web.texts import DOMAIN, LANGUAGES, read_names
from printables import job

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "companion" / "games"
CALLS = ("_", "t", "Text")
TITLES = ("name", "title")
Message = str | tuple[str, str]
Found = dict[Message, list[str]]


def program_messages() -> Found:
    """Message -> places, of everything but the games."""
    files = [file for file in sorted((ROOT / "companion").rglob("*.py")) if GAMES not in file.parents]
    found: Found = {}
    for file in files:
        add(found, code_messages(file), file)
    choices = [title for titles in job.choices().values() for title in titles.values()]
    add(found, choices, ROOT / "printables" / "job.py")
    for file in sorted((ROOT / "templates").rglob("*.html")):
        add(found, template_messages(file), file)
    return with_names(found, ROOT / "companion" / "locale")


def game_messages(game: Game) -> Found:
    """Message -> places, of one game."""
    folder, found = GAMES / game.name, {}
    for file in sorted(folder.glob("*.py")):
        add(found, code_messages(file), file)
    for file in sorted(folder.glob("data/*.toml")):
        add(found, titles_in(tomllib.loads(file.read_text("utf-8"))), file)
    add(found, record_messages(game), folder / "__init__.py")
    return with_names(found, folder / "locale")


def add(found: Found, messages: Iterable[Message], file: Path) -> None:
    """Add messages of a file."""
    for message in messages:
        if any(letter.isalpha() for part in message for letter in part):
            places = found.setdefault(message, [])
            if (place := file.relative_to(ROOT).as_posix()) not in places:
                places.append(place)


def with_names(found: Found, folder: Path) -> Found:
    """The messages and those of `names.txt`."""
    add(found, read_names(folder), folder / "names.txt")
    return found


def template_messages(file: Path) -> Iterator[Message]:
    """The messages of a template."""
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.trim_blocks = environment.lstrip_blocks = True
    for _line, _function, message in extract_from_ast(environment.parse(file.read_text("utf-8")), ("_", "ngettext")):
        if isinstance(message, str):
            yield message
        elif message and message[0]:
            yield message[0], message[1]


def code_messages(file: Path) -> Iterator[str]:
    """The messages of a module."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    for nodes in [list(ast.walk(function)) for function in functions]:
        yield from scope_messages(nodes, assigned(nodes, file), file)
    outside = [node for node in ast.walk(tree) if id(node) not in inside]
    yield from scope_messages(outside, walked(outside, file), file)


def scope_messages(nodes: list[ast.AST], local: dict[str, list[str]], file: Path) -> Iterator[str]:
    """The messages among the parts of a function, or of what stands outside of functions."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS and node.args:
            yield from argument_messages(node.args[0], local, file)


def assigned(nodes: list[ast.AST], file: Path) -> dict[str, list[str]]:
    """The strings a function gives to its names: written there, or in a table of the module it goes through."""
    found = walked(nodes, file)
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and constants(node.value):
            found.setdefault(node.targets[0].id, []).extend(constants(node.value))
    return found


def walked(nodes: list[ast.AST], file: Path) -> dict[str, list[str]]:
    """The strings that loops through tables of the module give to their names."""
    found: dict[str, list[str]] = {}
    for node in nodes:
        if not isinstance(node, ast.For | ast.comprehension):
            continue
        rows = [row if isinstance(row, tuple) else (row,) for row in table(node.iter, file)]
        names = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        for index, name in enumerate(names):
            texts = [row[index] for row in rows if len(row) > index and isinstance(row[index], str)]
            if isinstance(name, ast.Name) and texts:
                found.setdefault(name.id, []).extend(texts)
    return found


def table(node: ast.expr, file: Path) -> list[Any]:
    """The rows of a table of the module: `TABLE`, `TABLE.items()` or `TABLE.values()`. None for anything else."""
    method = ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node, method = node.func.value, node.func.attr
    value = module_value(node, file)
    if isinstance(value, dict):
        return list(value.items() if method == "items" else value.values() if method == "values" else value)
    return list(value) if isinstance(value, tuple | list) else []


def module_value(node: ast.expr, file: Path) -> Any:
    """What `NAME` or `module.NAME` means in a module; None when it means nothing there."""
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module, name = vars(module).get(node.value.id), node.attr
        return vars(module).get(name) if isinstance(module, ModuleType) else None
    return vars(module).get(node.id) if isinstance(node, ast.Name) else None


def constants(node: ast.expr) -> list[str]:
    """The strings an expression may be, as far as they are written there."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def argument_messages(node: ast.expr, local: dict[str, list[str]], file: Path) -> list[str]:
    """The messages behind the argument of a call: written there, in a local name, or in a table of the module."""
    if isinstance(node, ast.Name) and node.id in local:
        return local[node.id]
    if isinstance(node, ast.Name | ast.Subscript | ast.Call):
        return looked_up(node, file)
    return constants(node)


def looked_up(node: ast.expr, file: Path) -> list[str]:
    """All titles of the table (or the constant) of a module behind `TABLE[x]`, `TABLE.get(x, "Other")` or `NAME`."""
    more: list[str] = []
    if isinstance(node, ast.Call):
        more = [text for argument in node.args[1:] for text in constants(argument)]
        node = node.func.value if isinstance(node.func, ast.Attribute) else node
    base = node.value if isinstance(node, ast.Subscript) else node
    value = module_value(base, file)
    values = list(value.values()) if isinstance(value, dict) else [value]
    return [one for one in values if isinstance(one, str)] + more


def titles_in(data: Any) -> Iterator[str]:
    """Every name and title in some data."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in TITLES and isinstance(value, str):
                yield value
            else:
                yield from titles_in(value)
    elif isinstance(data, list):
        for one in data:
            yield from titles_in(one)


def record_messages(game: Game) -> Iterator[str]:
    """What the record of a game says: titles, summaries, choices, rulings and their readings."""
    yield from (game.title, game.summary)
    yield from (seat.title for seat in game.seats)
    for setting in game.settings:
        yield from (setting.title, *(title for _id, title in setting.choices))
    for ruling in game.rulings:
        yield from (ruling.title, *(reading.text for reading in ruling.readings))
    for helper in game.helpers:
        yield from (helper.title, helper.summary)
    yield from (table.title for table in game.tables)
    kit = game.printed("http://table.example/")
    yield from (component.name for component in kit.components) if kit is not None else ()
    if game.values is not None:
        yield from game.values.titles.values()
        parts = (part for path in game.values.leaves() for part in path.split("/"))
        yield from (word(part) for part in parts if part.islower())
    yield from (path_words(f"/{name}") for name in field_names(inspect.type_info(game.state_type)))


def field_names(kind: Any) -> Iterator[str]:
    """The names of the fields of a state, which are what the table corrects."""
    todo, seen = [kind], set()
    while todo:
        kind = todo.pop()
        todo.extend(getattr(kind, "types", ()))
        todo.extend(getattr(kind, part) for part in ("item_type", "value_type") if hasattr(kind, part))
        if isinstance(kind, inspect.StructType) and kind.cls not in seen:
            seen.add(kind.cls)
            todo.extend(field.type for field in kind.fields)
            yield from (field.name for field in kind.fields)


def catalogues() -> list[tuple[Path, Found]]:
    """Folder and messages of every catalogue there is to be, none twice: what the program says is its own."""
    program = program_messages()
    games = [(GAMES / game.name / "locale", game_messages(game)) for game in all_games()]
    own = [(folder, {m: places for m, places in found.items() if m not in program}) for folder, found in games]
    return [(ROOT / "companion" / "locale", program), *own]


def po_file(folder: Path, language: str) -> Path:
    """Where a catalogue is kept for translators; the one for programs lies beside it."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(file: Path) -> Catalog:
    """A catalogue; an empty one when there is none yet."""
    return read_po(BytesIO(file.read_bytes())) if file.is_file() else Catalog(locale=file.parts[-3])


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as programs read it."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(file: Path, found: Found, given: dict[str, Any]) -> Catalog:
    """The catalogue brought in step with the messages; `given` are new translations. Comments are the places."""
    old, new = read(file), Catalog(locale=file.parts[-3], project="Companion", fuzzy=False)
    new.revision_date = new.creation_date = old.creation_date if file.is_file() else new.creation_date
    for message, places in sorted(found.items(), key=lambda one: (one[1][0], str(one[0]))):
        key = message if isinstance(message, str) else message[0]
        known = old.get(key)
        text = given.get(key) or (known.string if known else "")
        new.add(message, text or ("" if isinstance(message, str) else ("", "")), [(place, None) for place in places])
    return new


def main(given: dict[str, Any]) -> int:
    """Bring all catalogues in step; says what lacks a translation, 1 if anything does."""
    lacking = 0
    for folder, found in catalogues():
        for language in LANGUAGES:
            if language == "en" or not found:
                continue
            file = po_file(folder, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            catalog = update(file, found, given)
            empty = [one.id for one in catalog if one.id and not all(one.string if one.pluralizable else [one.string])]
            out = BytesIO()
            write_po(out, catalog, width=0, omit_header=False)
            file.write_bytes(out.getvalue())
            file.with_suffix(".mo").write_bytes(compiled(catalog))
            print(f"{file.relative_to(ROOT)}: {len(found)} messages, {len(empty)} without translation")
            for message in empty:
                print(f"  {message!r}")
            lacking += len(empty)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main({}))
