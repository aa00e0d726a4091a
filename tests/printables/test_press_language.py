"""Kits in other languages: every printed word can be translated, everything still fits, and files say what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.catalogues import printed, sheet_languages
from companion.engine.core.text import t
from companion.engine.game.printed import ENGLISH, Say
from companion.engine.game.record import Game
from companion.games import all_games
from printables.claims import claims
from printables.displays.aid import Aid, Table, Words, face
from printables.displays.blocks import Area, paragraph
from printables.errors import TooLong
from printables.job import PrintJob
from printables.look import fonts, hyphens
from printables.look.display import Group, Item, Text, Use
from printables.look.theme import Look
from printables.model import Kit
from printables.proof.proving import prove

pytestmark = pytest.mark.slow

BOTH = [game for game in all_games() if game.kit and len(sheet_languages(game)) > 1]
NAMES = re.compile(r"[A-Z]{1,2}\d*|[IVX]+|[LT]\d+|T\d\d[^x]*|©.*|https?:.*|.*\d{4}.*|mm|X?x+")
"""What is a name in every language: hexes, columns, tiles, Roman numbers, and in credits whatever has a year."""


def x_for_letters(message: str) -> str:
    """A language in which every letter is an x; what stands in braces stays."""
    return re.sub(r"(\{\w+\})|[^\W\d_]", lambda found: found[1] or "x", message)


def texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Group):
            yield from texts(item.items)


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.name)
def test_every_printed_word_goes_through_the_catalogue(game: Game) -> None:
    """In a language of x only names and credits have other letters; those stand on a piece or a back of their own."""
    kit: Kit = game.printed("http://x.example", language="xx", translate=x_for_letters)
    found = set()
    for component in kit.components:
        if component.id == "credits":
            continue
        found |= set(re.findall(r"[^\W\d_]+", component.name + component.note))
        for piece in component.pieces:
            found |= set(re.findall(r"[^\W\d_]+", piece.name))
            for draw in (piece.front, None if component.id == "round_track" else piece.back):
                face = draw(Look("full", "xx")) if draw else None
                found |= {word for text in texts(face.items if face else ()) for word in re.findall(r"[^\W\d_]+", text)}
    assert not {word for word in found if not NAMES.fullmatch(word)}


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.name)
def test_everything_fits_in_german(game: Game, paper: str) -> None:
    """Nothing leaves its safe box, overlaps or is too small; nothing is missing."""
    job = PrintJob(printed(game, "de"), paper=paper)
    report = prove(job.pdf(), job.counts)
    assert not report.problems, "\n".join(map(str, report.problems[:5]))


def test_the_file_says_its_language() -> None:
    job = PrintJob(printed(BOTH[0], "de"), components=["player_aid"])
    said = claims(job.pdf())
    assert said["Language"] == "de"
    assert "-de" in job.stem
    assert "Language" not in claims(PrintJob(printed(BOTH[0], "en"), components=["player_aid"]).pdf())


def test_captions_are_in_the_language_of_the_kit() -> None:
    titles = [page.title for page in PrintJob(printed(BOTH[0], "de"), components=["player_aid"]).document().pages]
    english = [page.title for page in PrintJob(printed(BOTH[0], "en"), components=["player_aid"]).document().pages]
    assert all("Bogen" in title for title in titles)
    assert all("sheet" in title for title in english)


def test_a_game_without_a_language_stays_english() -> None:
    only = [game for game in all_games() if game.kit and "de" not in sheet_languages(game)]
    for game in only:
        assert printed(game, "de").language == "en"


def test_words_are_said_in_the_language_that_is_handed_in() -> None:
    say = Say(x_for_letters)
    assert say("{n} apples", n=3) == "3 xxxxxx"
    assert say(t("{n} of {what}", n=3, what=t("apples"))) == "3 xx xxxxxx"
    assert say("{what}", what=t("apples")) == "xxxxxx"
    assert ENGLISH("{n} apples", n=3) == "3 apples"


def test_long_words_are_broken_where_the_language_does() -> None:
    """A German word moves in part into the line before it, with a hyphen; an English one moves whole."""
    room = fonts.width("Die Verteidi-", fonts.TEXT, 8.0) + 0.1
    assert fonts.wrap("Die Verteidigung", fonts.TEXT, 8.0, room, "de") == ["Die Verteidi-", "gung"]
    assert fonts.wrap("Die Verteidigung", fonts.TEXT, 8.0, room, "en") == ["Die", "Verteidigung"]
    room = fonts.width("Nun in der Verteidi-", fonts.TEXT, 8.0) + 0.1  # no syllable stands alone for want of nothing
    assert fonts.wrap("Nun in der Verteidigung", fonts.TEXT, 8.0, room, "de") == ["Nun in", "der Verteidigung"]


def test_hyphens_leave_letters_alone() -> None:
    assert hyphens.places("Verteidigung", "de")
    assert hyphens.places("Verteidigung", "en") == []
    assert hyphens.places("Nah-Kampf", "de")[0] == len("Nah-")
    assert all(3 <= at <= len("Verteidigung") - 3 for at in hyphens.places("Verteidigung", "de"))


def test_what_does_not_fit_is_refused() -> None:
    """Long words in a table, too many lines in a box, a column that is too long: each names what it is."""
    with pytest.raises(TooLong, match="Donaudampf"):
        face(
            Aid("A", "", ((Table("T", ("", ""), (("Donaudampfschifffahrtsgesellschaft" * 3, "1"),), (1, 9)),),)), Look()
        )
    with pytest.raises(TooLong, match="one two"):
        paragraph(Area(0, 0, 10, 5), "one two three four five six seven eight", Look(), 8.0)
    with pytest.raises(TooLong, match="too long"):
        face(Aid("A", "", ((Words("T", ("word " * 4000,)),),)), Look())


def test_shared_pictures_have_no_words_of_their_own() -> None:
    """What faces share is drawn once for all languages: it holds no letters."""
    for game in BOTH:
        for piece in (piece for component in printed(game, "de").components for piece in component.pieces):
            for form in piece.front(Look("full", "de")).forms:
                assert not any(isinstance(item, Use) for item in form.items)
                assert not [text for text in texts(form.items) if text.isalpha() and len(text) > 1]
