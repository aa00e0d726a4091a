"""Sentences are translated whole: nothing before a word that is filled in depends on that word."""

from __future__ import annotations

import pytest

from tools.nouns import COUNTED, counts_nouns, spots, uncounted, with_words, words_in

FITS = {
    "de": {
        ("die", "troops"): "peoples, guards (plurals) and a garrison: all with this article",
        ("die", "race"): "peoples are plurals, the same as subject and object",
        ("der", "race"): "the genitive of the same plurals",
        ("der", "table"): "tables of dice are feminine (Wachentafel, Eroberungstafel)",
    },
    "en": {
        ("a", "piece"): "the pieces of two bases all begin with a consonant",
    },
}
"""What may stand before a word all the same, and why it fits every word that can come."""


@pytest.mark.parametrize("language", FITS)
def test_nothing_before_a_word_depends_on_it(language: str) -> None:
    """No article, possessive or joined preposition before a placeholder for a word, but for those that fit all."""
    wrong = [spot for spot in spots(language) if (spot.before, spot.placeholder) not in FITS[language]]
    assert not wrong, "\n".join(f"{one.before} {{{one.placeholder}}}: {one.message}" for one in wrong)


def test_messages_with_words_are_listed_with_both_their_wordings() -> None:
    """The list for translators has hundreds of messages; each German one takes the same words."""
    listed = with_words()
    assert len(listed) > 300
    lost = [en for en, de in listed if de and set(words_in(en)) != set(words_in(de))]
    assert not lost


ALWAYS_SEVERAL = {
    "At most {most} letters.": "the limits of texts",
    "A stack holds {n} units at most.": "a limit of the rules",
    "Backs are turned anticlockwise by {n} degrees.": "tenths of a degree",
    "Backs are turned clockwise by {n} degrees.": "tenths of a degree",
    "Choose {counts} sides.": "numbers of players: 2 / 3",
    "Complete the Stone Portal: {n} aether stones.": "a number of the rules",
    "Defense +{bonus}, {points} Structure Points": "numbers of the rules",
    "Draw {n} spell chits.": "one chit has words of its own",
    "Draw {n} unit chits.": "one chit has words of its own",
    "draws {n} spell chits": "one chit has words of its own",
    "draws {n} unit chits": "one chit has words of its own",
    "Lay {count} tiles face down, all compasses pointing north; then each player adds his start tile at the rim.": (
        "a map"
    ),
    "Lay {n} territories face down in the pattern of your layout; the {portal} with a quarry must be among them.": (
        "a map"
    ),
    "On the new phone, scan the code or open {address} and type it in. Each code works once, for {days} days; codes "
    "made earlier work no more.": "a setting of several days",
    "Rulings: {n} unclear rules are settled the usual way": "games have dozens",
    "The match has {n} entries and counts {last}.": "of a damaged file",
    "Too much to look ahead: {n} situations were met, and there are more. Fewer stacks may help.": "thousands",
    "Try to breach the {what}? {sp} Structure Points.": "5 and more",
    "Usual: the app keeps the map of {tiles} tiles, and you play {length} Rounds.": "numbers of a usual match",
    "Usual: the app keeps the map of {tiles} tiles, and you play {length} player turns.": "numbers of a usual match",
    "Wall: {state}, {sp} Structure Points": "5 and more",
    "Which hex do the catapults fire at? {sp} Structure Points.": "5 and more",
    "a Hero with fewer than {n} units withdraws": "fewer than one unit, fewer than 1 units",
    "Shuffle {n} terrain tiles and lay them face down, all compasses pointing north.": "a map",
    "Shuffle the {n} event tokens face down beside the board; lay coins, damage tokens, road and loose hexes there, "
    "too.": "a number of the rules",
    "Shuffle the {n} territories and lay them all face down in the pattern of your layout.": "a map",
    "Take your unit rack with your cubes, the strength chart, the battle record and {n} tokens of each building.": (
        "a number of the rules"
    ),
    "{city}: put a Control marker on each of the {n} new facilities.": "one facility has words of its own",
    "{count} dice (d{sides}): how many show {target} or more?": "one die has words of its own",
    "{count} tiles are laid out face down.": "a map",
    "{n} Mercenaries come over to {who}.": "one has words of its own",
    "{n} Mercenaries come over to {who}; no place for {lost} more.": "one has words of its own",
    "{n} Mercenaries wait there already.": "a limit that is reached at several",
    "{n} Movement points to go on with": "a number of the rules",
    "{n} new things happened": "one thing has words of its own",
    "{n} of {m} other rulings and ways to decide were tried in the time.": "it counts what can be tried",
    "{n} of {m} other rulings and ways to decide were tried; none makes a difference larger than the ±.": "the same",
    "{n} things to do": "one thing has words of its own",
    "{n} things happened while you were away": "one thing has words of its own",
    "{tiles} tiles; {length}.": "a map",
}
"""Messages with a number before a plural all the same, and why the number is never 1."""


def test_what_is_counted_has_a_plural_form() -> None:
    """No message says `1 cards`: where a number stands before a noun there is a form for one, in all games."""
    assert [one for one in uncounted() if one not in ALWAYS_SEVERAL] == []


COUNTING = ("{who} takes {n} {deck} cards.", "{n} dice against {place}.", "Losses, of {n} units", "{n} free points")


@pytest.mark.parametrize("message", COUNTING)
def test_numbers_before_nouns_are_found(message: str) -> None:
    """The check finds nouns behind a number, also with a word or another placeholder between them."""
    assert any(counts_nouns(*found) for found in COUNTED.findall(message))


@pytest.mark.parametrize("message", ["Discard {n} of your {deck} cards.", "{n} is left.", "{n} hits.", "Turn {n}"])
def test_words_that_fit_one_thing_are_left_alone(message: str) -> None:
    """`1 of your cards` is right, and not all that ends with an s is a noun."""
    assert not any(counts_nouns(*found) for found in COUNTED.findall(message))
