"""Translations: the catalogues of the program and of all games, for pages, prints and the command line.

English is in the code. Names in data or in a saved match (`Ruin T02 C`) are found word for word or by the patterns of
`locale/names.txt`. The rows of the rules have catalogues of their own, beside the others.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import companion
from companion.engine.game.record import Game
from companion.engine.game.values import Overrides
from companion.games import locale_folders, speaks

DOMAIN, RULES = "companion", "rules"
"""The catalogues of a folder: what pages say, and what the rows of a game's rules say."""
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages there are, each by its own name; the first is the one in the code."""
LABEL_LENGTH = 120
"""Longer texts are sentences, not names built by a pattern."""


def folders() -> list[Path]:
    """The folders with catalogues and names: the program's first, then those of the games."""
    return [Path(companion.__file__).parent / "locale", *locale_folders()]


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The translations into a language from all catalogues; English where there are none."""
    found = gettext.NullTranslations()
    for domain, folder in reversed([(domain, folder) for domain in (DOMAIN, RULES) for folder in folders()]):
        if language != "en" and gettext.find(domain, folder, [language]):
            words = gettext.translation(domain, folder, [language])
            words.add_fallback(found)
            found = words
    return found


@cache
def patterns() -> list[tuple[re.Pattern[str], str]]:
    """The patterns of names that are stored complete: `{resource} hex {place}` as a regular expression and as
    written.

    Those with most words of their own come first, so that the closest match counts.
    """
    lines = [line for folder in folders() for line in read_names(folder) if "{" in line]
    lines.sort(key=lambda line: -len(re.sub(r"\{\w+\}", "", line)))
    return [(re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(line))), line) for line in lines]


def read_names(folder: Path) -> list[str]:
    """The lines of `names.txt`: words that are in data rather than in code. Empty if there is no such file."""
    file = folder / "names.txt"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return [line for line in lines if line and not line.startswith("#")]


def translate(message: str, language: str) -> str:
    """A message or a name in a language; unchanged if there is no translation."""
    found = catalogue(language).gettext(message) if message else ""
    if found != message or language == "en" or "{" in message or len(message) > LABEL_LENGTH:
        return found
    return _by_pattern(message, language)


@cache
def translator(language: str) -> Callable[[str], str]:
    """A function that translates messages into a language."""
    return lambda message: translate(message, language)


def _by_pattern(name: str, language: str) -> str:
    for expression, pattern in patterns():
        match = expression.fullmatch(name)
        if match is not None:
            values = {key: translate(value, language) for key, value in match.groupdict().items()}
            return catalogue(language).gettext(pattern).format(**values)
    return name


def sheet_languages(game: Game) -> dict[str, str]:
    """The languages in which a game's sheets can be printed: id -> its own name."""
    return {id: name for id, name in LANGUAGES.items() if speaks(game.name, id)}


def printed(game: Game, language: str, address: str = "", owner: Overrides | None = None) -> Any:
    """A game's kit in a language, or in English if the game does not have it; None if it has no kit."""
    spoken = language if language in sheet_languages(game) else "en"
    return game.printed(address, owner, spoken, translator(spoken))
