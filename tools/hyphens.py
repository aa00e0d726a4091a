"""Makes the lists of hyphenated words for the press: `python -m tools.hyphens`.

The words come from the catalogues that printed sheets use; pyphen knows where they can be broken. Run it after the
catalogues have changed: a word in no list is still printed, but never broken.
"""

from __future__ import annotations

import re

import pyphen

from companion.catalogues import DOMAIN, LANGUAGES
from printables.look.hyphens import LETTERS
from tools.messages import ROOT, catalogues, read

PRINTED = re.compile(r"/kit/|/data/|printables/")
SHORTEST, LEFT, RIGHT = 7, 3, 3
"""Letters of the shortest word that is broken, and how many stay before and behind a hyphen."""


def words(language: str) -> set[str]:
    """The long words of all messages on printed sheets."""
    found: set[str] = set()
    for one in catalogues():
        for message in read(one.place.file(language)) if one.place.domain == DOMAIN else ():
            if any(PRINTED.search(f"/{place}") for place, _line in message.locations):
                texts = [message.string] if isinstance(message.string, str) else message.string or ()
                found |= {word.lower() for text in texts for word in LETTERS.findall(text) if len(word) >= SHORTEST}
    return found


def listed(language: str) -> list[str]:
    """The words that can be broken, with their hyphens, in alphabetical order."""
    dictionary = pyphen.Pyphen(lang=language, left=LEFT, right=RIGHT)
    return sorted(shown for word in words(language) if "-" in (shown := dictionary.inserted(word)))


def main() -> None:
    """Write the list of every language except English."""
    for language in LANGUAGES:
        if language != "en":
            file = ROOT / "printables" / "data" / f"hyphens-{language}.txt"
            text = "# Words of printed sheets and where they may be broken; made by tools/hyphens.py.\n"
            file.write_text(text + "".join(f"{word}\n" for word in listed(language)), "utf-8")


if __name__ == "__main__":
    main()
