"""Collects every message that people read and updates the catalogues: `python -m tools.messages`.

Messages are the English sentences in `_("...")`, `t("...")`, `Text("...")` and in templates; tables of titles that such
a call looks up; names and titles in data files and in the record of a game; and the lines of `locale/names.txt`. The
rows of a game's rules have a catalogue of their own, `rules.po`. Needs Babel, which only development needs.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Container, Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast
from msgspec import inspect

from companion.catalogues import DOMAIN, LANGUAGES, RULES, read_names
from companion.engine.game.guidance import read_aids
from companion.engine.game.record import Game
from companion.engine.game.reference import sections_of
from companion.games import all_games, speaks
from companion.web.app.wording import path_words, value_words
from companion.web.press.owner import word
from printables import job, storage
from printables.displays import aids
from printables.layout import sheets
from printables.look import icons
from tools.calls import PRESS, code_messages

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "companion" / "games"
TITLES = ("name", "title", "task")
Message = str | tuple[str, str]
Found = dict[Message, list[str]]


def program_messages() -> Found:
    """Message -> places, of everything except the games."""
    files = [file for file in sorted((ROOT / "companion").rglob("*.py")) if GAMES not in file.parents]
    found: Found = {}
    for file in files:
        add(found, code_messages(file), file)
    for file in sorted((ROOT / "printables").rglob("*.py")):
        if any(f"{call}(" in file.read_text("utf-8") for call in PRESS):
            add(found, code_messages(file, PRESS), file)
    choices = [title for titles in job.choices().values() for title in titles.values()]
    add(found, choices, ROOT / "printables" / "job.py")
    add(found, storage.WORDS, ROOT / "printables" / "storage.py")
    add(found, sheets.WORDS, ROOT / "printables" / "layout" / "sheets.py")
    add(found, icons.credit_words(), ROOT / "printables" / "look" / "icons.py")
    for file in sorted((ROOT / "templates").rglob("*.html")):
        add(found, template_messages(file), file)
    return with_names(found, ROOT / "companion" / "locale")


def game_messages(game: Game) -> Found:
    """Message -> places, of one game."""
    folder, found = GAMES / game.name, {}
    for file in sorted(folder.rglob("*.py")):
        add(found, code_messages(file), file)
    for file in sorted(folder.glob("data/*.toml")):
        data = tomllib.loads(file.read_text("utf-8"))
        add(found, aids.messages(data) if file.name == "aids.toml" else titles_in(data), file)
    for file in folder.glob("data/phone_aids.toml"):
        add(
            found,
            (words for one in read_aids(f"companion.games.{game.name}", file.name) for words in one.messages),
            file,
        )
    add(found, record_messages(game), folder / "__init__.py")
    return with_names(found, folder / "locale")


def add(found: Found, messages: Iterable[Message], file: Path) -> None:
    """Add the messages of a file."""
    for message in messages:
        if any(letter.isalpha() for part in message for letter in part):
            places = found.setdefault(message, [])
            if (place := file.relative_to(ROOT).as_posix()) not in places:
                places.append(place)


def with_names(found: Found, folder: Path) -> Found:
    """The messages, and those of `names.txt`."""
    add(found, read_names(folder), folder / "names.txt")
    return found


def template_messages(file: Path) -> Iterator[Message]:
    """The messages of a template."""
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.trim_blocks = environment.lstrip_blocks = True
    asks = ("_", "app_says", "bar_says", "beside_game", "ngettext")
    for _line, _function, message in extract_from_ast(environment.parse(file.read_text("utf-8")), asks):
        if isinstance(message, str):
            yield message
        elif message and message[0]:
            yield message[0], message[1]


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
    """The messages in the record of a game: titles, summaries, choices, rulings and their readings."""
    yield from (game.title, game.summary)
    yield from (seat.title for seat in game.seats)
    for setting in game.settings:
        yield from (setting.title, *(title for _id, title in setting.choices))
    for ruling in game.rulings:
        yield from (ruling.title, *(reading.text for reading in ruling.readings))
    for helper in game.helpers:
        yield from (helper.title, helper.summary)
    yield from (table.title for table in game.tables)
    yield from game.parts.values()
    kit = game.printed("http://table.example/")
    for component in kit.components if kit is not None else ():
        yield from (words for words in (component.name, component.note) if words)
    if game.values is not None:
        yield from game.values.titles.values()
        parts = (part for path in game.values.leaves() for part in path.split("/"))
        yield from (word(part) for part in parts if part.islower())
    names, texts = words_of_state(inspect.type_info(game.state_type))
    yield from (path_words(f"/{name}") for name in names)
    yield from (value_words(text) for text in texts if text)


def words_of_state(kind: Any) -> tuple[list[str], list[str]]:
    """The words of corrections: the names of the fields of a state, and the texts that some fields can have."""
    todo, seen, names, texts = [kind], set(), [], []
    while todo:
        kind = todo.pop()
        todo.extend(getattr(kind, "types", ()))
        todo.extend(getattr(kind, part) for part in ("item_type", "value_type") if hasattr(kind, part))
        if isinstance(kind, inspect.LiteralType):
            texts.extend(kind.values)
        if isinstance(kind, inspect.StructType) and kind.cls not in seen:
            seen.add(kind.cls)
            todo.extend(field.type for field in kind.fields)
            names.extend(field.name for field in kind.fields)
    return names, texts


def rules_messages(game: Game) -> Found:
    """Message -> places, of the rows of a game: their texts, their topics, and sections that are words."""
    found: Found = {}
    for row in game.rows:
        add(found, (row.rule, row.topic, *sections_of(row)), GAMES / game.name / "data" / "rules.csv")
    return found


class Place(NamedTuple):
    """A catalogue to be kept: its folder and its domain (the name of its file)."""

    folder: Path
    domain: str

    def file(self, language: str) -> Path:
        """The `.po` file for translators; the `.mo` file for programs is beside it."""
        return self.folder / language / "LC_MESSAGES" / f"{self.domain}.po"


class Wanted(NamedTuple):
    """A catalogue that there should be, and its messages."""

    place: Place
    found: Found


def translated_games(language: str = "de") -> list[Game]:
    """The games that have a catalogue, which is then complete. The others are English and say so."""
    return [game for game in all_games() if speaks(game.name, language)]


def places() -> list[Place]:
    """Where catalogues may be: one of the program, and two of each game that has any."""
    games = [(GAMES / game.name / "locale", domain) for game in translated_games() for domain in (DOMAIN, RULES)]
    return [Place(folder, domain) for folder, domain in [(ROOT / "companion" / "locale", DOMAIN), *games]]


@cache
def catalogues() -> list[Wanted]:
    """What each of the `places` should contain. No message of the program is repeated in that of a game."""
    program = program_messages()
    found = [program]
    for game in translated_games():
        own = game_messages(game)
        found += [without(own, program), without(rules_messages(game), {**program, **own})]
    return [Wanted(place, messages) for place, messages in zip(places(), found, strict=True)]


def without(found: Found, others: Container[Message]) -> Found:
    """The messages that the others do not contain."""
    return {message: places for message, places in found.items() if message not in others}


def read(file: Path) -> Catalog:
    """A catalogue from a file; an empty one if there is none."""
    return read_po(BytesIO(file.read_bytes())) if file.is_file() else Catalog(locale=file.parts[-3])


def compiled(catalog: Catalog) -> bytes:
    """The catalogue in the binary format that programs read."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(file: Path, found: Found, given: dict[str, Any]) -> Catalog:
    """Update a catalogue file with these messages; `given` are new translations. Comments are the places of the
    messages.
    """
    old, new = read(file), Catalog(locale=file.parts[-3], project="Companion", fuzzy=False)
    new.revision_date = new.creation_date = old.creation_date if file.is_file() else new.creation_date
    for message, places in sorted(found.items(), key=lambda one: (one[1][0], str(one[0]))):
        key = message if isinstance(message, str) else message[0]
        known = old.get(key)
        text = given.get(key) or (known.string if known else "")
        new.add(message, text or ("" if isinstance(message, str) else ("", "")), [(place, None) for place in places])
    return new


def main(given: dict[str, Any]) -> int:
    """Update all catalogues and print what has no translation. Returns 1 if anything has none."""
    lacking = 0
    for one in catalogues():
        for language in LANGUAGES:
            if language == "en" or not one.found:
                continue
            file, found = one.place.file(language), one.found
            file.parent.mkdir(parents=True, exist_ok=True)
            catalog = update(file, found, given)
            empty = [m.id for m in catalog if m.id and not all(m.string if m.pluralizable else [m.string])]
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
