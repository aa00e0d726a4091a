"""Messages with a word as a value: `python -m tools.nouns` lists them, for translators who must check cases and
articles.

A placeholder takes a number if its name is in `NUMBERS`, else a word: a name, a unit, a place. The word is inserted as
it is in its own message, so nothing before it may require another case, gender or number.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from tools.calls import CALLS, code_messages
from tools.messages import template_messages

ROOT = Path(__file__).parents[1]
_NUMBERS = (
    "n level most first last plus lost gained ep honor mp skill limit now next stored own gold number kills round "
    "sequence turn sp rest count taken had d1 d2 d3 hero_ep level_ep tiles reserve home c5 c6 l3 stone wood ranged "
    "other step sections half bonus points total wins percent left best cost rate back killed beaten_by hits wounds "
    "earns given_up order more q r length works towers ap x y found each rows columns wanted least low high budget "
    "amount dropped id counts room width height target off margin across down size days share m sheets pages pieces "
    "cuts above"
)
NUMBERS = frozenset(_NUMBERS.split())
"""Names of placeholders for numbers."""
BEFORE = {
    "de": re.compile(
        r"\b(d(?:er|ie|as|es|em|en)|(?:k|m|s)?ein(?:e[nmrs]?)?|ihr(?:e[nmrs]?)?|zu[mr]|[ivb]e?[imo]m|ins) \{(\w+)\}",
        re.IGNORECASE,
    ),
    "en": re.compile(r"\b(an?) \{(\w+)\}", re.IGNORECASE),
}
"""What changes with the word after it: an article, a possessive, a preposition with an article in it."""


COUNTED = re.compile(r"\{(\w+)\}((?: (?:\{\w+\}|[\w-]+)){0,2}?) (dice|[A-Za-z]+(?<!s)s)\b")
"""A number, perhaps a word or two, and a word that may be a noun in the plural."""
_NO_PLURALS = (
    "is was has does this its as plus times of these your them the are were each or less to hits goes rolls wins falls "
    "lives controls destroys damages gives takes"
)
NO_PLURALS = frozenset(_NO_PLURALS.split())
"""Words between a number and a plural, or like one, after which the plural fits one thing, too: `1 of your cards`."""
SINGLE = {one: places for one, places in CALLS.items() if one != "plural"}
"""The calls that take one form of a message, whatever its numbers are."""


class Spot(NamedTuple):
    """A place in a message where the text before a word must agree with it."""

    before: str
    placeholder: str
    message: str


def messages() -> Iterator[tuple[str, str]]:
    """Every message of the program and the games, in English and German."""
    for file in sorted((ROOT / "companion").rglob("de/LC_MESSAGES/companion.po")):
        with file.open("rb") as opened:
            for one in read_po(opened, locale="de"):
                english = one.id if isinstance(one.id, list | tuple) else [one.id]
                german = one.string if isinstance(one.string, list | tuple) else [one.string]
                yield from ((str(en), str(de)) for en, de in zip(english, german, strict=False) if en)


def words_in(message: str) -> list[str]:
    """The placeholders of a message that take a word."""
    return [name for name in re.findall(r"\{(\w+)\}", message) if name not in NUMBERS]


def with_words() -> list[tuple[str, str]]:
    """All messages with placeholders that take a word."""
    return [(en, de) for en, de in messages() if words_in(en)]


def spots(language: str) -> list[Spot]:
    """The places where the text before a word must agree with it."""
    found = []
    for en, de in with_words():
        text = de if language == "de" else en
        pairs = BEFORE[language].findall(text)
        found += [Spot(before.lower(), name, en) for before, name in pairs if name in words_in(en)]
    return found


def single_messages() -> Iterator[str]:
    """The messages of the program and of all games, whatever language they speak, that have no plural form."""
    for file in sorted((ROOT / "companion").rglob("*.py")):
        yield from code_messages(file, SINGLE)
    for file in sorted((ROOT / "templates").rglob("*.html")):
        yield from (one for one in template_messages(file) if isinstance(one, str))


def uncounted() -> list[str]:
    """The messages without a plural form where a number, which may be 1, stands before a noun in the plural."""
    return sorted({one for one in single_messages() if any(counts_nouns(*found) for found in COUNTED.findall(one))})


def counts_nouns(number: str, between: str, noun: str) -> bool:
    """Whether a find of `COUNTED` is a number with a noun that it counts."""
    return number in NUMBERS and not NO_PLURALS & {noun.lower(), *between.lower().split()}


def main() -> None:
    """Print the list."""
    for en, de in with_words():
        sys.stdout.write(f"{', '.join(words_in(en))}\t{en}\t{de}\n")


if __name__ == "__main__":
    main()
