"""Cards an owner types in: where each word of the language may stand, and that something comes of it there."""

from __future__ import annotations

import re

import pytest

from companion.engine.core.effects import Draw
from companion.engine.core.errors import DataError
from companion.engine.core.questions import Question
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import ACTIONS, METRICS, MOMENTS, WORDS, read_effects
from companion.games.conquest_of_zabor.phases.actions import build_army, campaign
from companion.games.conquest_of_zabor.phases.rituals import rituals
from companion.games.conquest_of_zabor.phases.setup import deal_positions
from companion.games.conquest_of_zabor.phases.turn import end_turn
from companion.games.conquest_of_zabor.readers.guide import GUIDE
from companion.games.conquest_of_zabor.realm.effects import level, stat, whens
from companion.games.conquest_of_zabor.sheet import VALUES
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, WHEN, effect_words
from companion.web.play import answers
from tests.games.conquest_of_zabor.table import play, run, world

LAND = "home:coast:city:red x:land:road y:land k:land:keep:barbarian s:sea b:land:keep:blue"
BORDERS = "home-x home-y home-k home-s x-b"
UNITS = {"red": "home infantry cavalry, x auxiliary, s fleet", "blue": "b cavalry*2", "barbarian": "k infantry"}


@pytest.mark.parametrize(
    ("deck", "text", "word"),
    [
        ("dynasty", "gold: n 5", "gold"),
        ("artifact", "trade: n 1, when next_trade", "trade"),
        ("artifact", "stat: unit fleet, stat move, n 1, until turn", "stat"),
        ("position", "start gold: n 2", "gold"),
        ("sorcery", "ability: unit infantry, ability absorb", "ability"),
        ("sorcery", "gold: n 2, when income", "gold"),
        ("destiny", "bonus_dice: n 2", "bonus_dice"),
        ("trade", "execute: action campaign, slot primary", "execute"),
        ("trait", "move: n 2", "move"),
    ],
)
def test_a_word_that_would_never_happen_is_refused(deck: str, text: str, word: str) -> None:
    """Right words on a card where nothing would come of them: the error names the card and the word."""
    name = next(iter(facts.HOUSE.cards[deck]))
    with pytest.raises(DataError, match=f"{deck}/{name}.*{word}"):
        VALUES.checked({f"{deck}/{name}/effect": text})


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("word", ["gold: n 3", "units: unit auxiliary, n 1", "draw: deck destiny, n 1"])
def test_a_card_on_a_chart_may_do_anything_at_any_moment(word: str, moment: str) -> None:
    """Printed cards are typed in with the same words; the moment finds them."""
    owner = VALUES.checked({"dynasty/house_of_the_coin/effect": f"{word}, when {moment}"})
    state = world()
    state.owner, state.players["red"].dynasty = owner, ["house_of_the_coin"]
    assert [card.id for card, _ in whens(state, "red", moment)] == ["house_of_the_coin"]


def test_a_card_of_the_hand_may_last_till_the_turn_ends() -> None:
    """Each of its effects counts once, for the player alone; two copies count twice."""
    words = "ability: unit cavalry, ability first_strike, until turn; stat: unit cavalry, stat move, n 2, until turn"
    state = world(LAND, BORDERS, UNITS)
    state.owner = VALUES.checked({"sorcery/mists/effect": words})
    state.players["red"].sorcery = ["mists", "mists"]
    table = run(state, rituals("red", "primary")).answer("sorcery:mists")
    assert level(table.state, "red", "cavalry", "first_strike") == 1
    assert stat(table.state, "red", "cavalry", "move") == 5
    assert stat(table.state, "blue", "cavalry", "move") == 3
    table.answer("sorcery:mists")
    assert level(table.state, "red", "cavalry", "first_strike") == 2
    assert level(run(table.state, end_turn()).state, "red", "cavalry", "first_strike") == 0


def test_a_card_may_execute_any_action() -> None:
    """Rituals too, inside a Rituals."""
    for action in ACTIONS:
        state = world(LAND, BORDERS, UNITS, gold={"red": 20})
        state.owner = VALUES.checked({"sorcery/mists/effect": f"execute: action {action}, slot secondary"})
        state.players["red"].sorcery = ["mists"]
        table = run(state, rituals("red", "primary")).answer("sorcery:mists")
        running = [name for name, _, _ in table.runner.sections()]
        assert running[2] == "conquest_of_zabor.rituals.execute"


def test_what_is_typed_for_a_card_is_said_in_plain_words() -> None:
    """Every line of the house cards has its meaning beside it; one that cannot be read has none."""
    assert GAME.values is not None
    assert GAME.values.told is not None
    lines = [(path, value) for path, value in GAME.values.leaves().items()
             if path.endswith(("/effect", "/vp", "/need")) and value and isinstance(value, str)]  # fmt: skip
    assert len(lines) > 100
    assert all(GAME.values.told(path, value) for path, value in lines)
    assert GAME.values.told("trait/paladins/effect", "no such word") == ""
    assert GAME.values.told("trait/paladins/name", "Paladins") == ""


def test_what_is_had_again_and_again_says_when_and_what_is_added_says_so() -> None:
    """A card of income names its phase; an ability of a card adds to the level that a type has (notes 4.1)."""
    income = str(effect_words(read_effects("income: per flat, n 3", "card")[0]))
    assert income.startswith(WHEN["income"])
    for card in (one for deck in facts.HOUSE.cards.values() for one in deck.values()):
        for effect in card.effects:
            words = str(effect_words(effect))
            assert effect.word != "income" or words.startswith(WHEN["income"]), card.name
            assert effect.word != "ability" or f"+{effect.number()}" in words, card.name


def test_the_vocabulary_has_every_word_and_condition() -> None:
    """What may be typed stands on the page of each deck, with what it means."""
    assert GAME.values is not None
    typed = [word.partition(":")[0].partition(" ")[0] for word, _meant in GAME.values.words["trait"]]
    assert set(typed) == {*WORDS, *METRICS}
    assert all(meant for _word, meant in GAME.values.words["trait"])


def test_actions_say_the_figures_that_the_app_takes() -> None:
    """Each side of an Action Card stands for itself: the secondary Maritime gives its Gold once, not by the area."""
    figures = {
        "acquisition": ("drawn", "drawn"), "build_army": ("", "free"), "civilize": ("", "keeps"),
        "maritime": ("sea", "maritime"),
    }  # fmt: skip
    for action, names in figures.items():
        for words, name in zip(ACTION_WORDS[action], names, strict=True):
            said = [int(n) for n in re.findall(r"\d+", words)]
            assert not name or facts.NUMBER[name] in said, (action, words)
    first, second = ACTION_WORDS["maritime"]
    assert ("each" in first, "each" in second) == (True, False)


def test_diplomacy_is_for_what_lies_beside_in_both_slots() -> None:
    """Ruling A17: the default reading of the secondary is printed as it is played."""
    assert next(one for one in facts.RULINGS if one.key == "secondary_diplomacy").default == "adjacent"
    assert all("adjacent" in words for words in ACTION_WORDS["diplomacy"])


def test_roads_of_the_start_are_laid_beside_it() -> None:
    """Not only where Roads are laid else, in areas under control (`roads_beside_start`)."""
    cards = [one for deck in facts.HOUSE.cards.values() for one in deck.values()]
    beside = [one for card in cards for one in card.effects if one.get("where") == "beside_start"]
    assert beside
    assert all("beside the start" in str(effect_words(one)) for one in beside)


def test_the_first_question_says_what_each_card_of_the_deal_does() -> None:
    """Every Position Card has its right beside it, an owner's own words too; the guide says what is dealt out."""
    state = world()
    state.owner = VALUES.checked({"position/arms/effect": "gold: n 3, when income"})
    asked = run(state, deal_positions()).questions[0]
    assert isinstance(asked.part, Draw)
    details = {card.id: str(card.detail) for card in asked.part.deck}
    assert all(details.values())
    assert "3 Gold" in details["arms"]
    assert len({str(GUIDE.advice_for(one, "").why) for one in (asked, _second(state))}) == 2  # type: ignore[union-attr]


def _second(state: ZaborState) -> Question:
    """The question after it: which card one draws; those of every game have their right beside them, too."""
    asked = run(state, deal_positions()).answer(["arms"]).questions[0]
    assert isinstance(asked.part, Draw)
    assert all(card.detail is not None and str(card.detail) for card in asked.part.deck)
    return asked


def test_numbers_are_told_as_pieces() -> None:
    """What is bought, moved or wounded reads as words in the log, not as numbers of a form."""
    bought = play(build_army("red", "primary"), "a:land:metropol:red", gold={"red": 20})
    assert str(answers.words(bought.questions[0].part, {"infantry": 1, "auxiliary": 2})) == "1 Infantry, 2 Auxiliaries"
    moved = play(campaign("red", "primary"), "a:land:city:red b:land", "a-b", {"red": "a cavalry*2 infantry"})
    moved.answer("a")
    assert str(answers.words(moved.questions[0].part, {"cavalry": 2})) == "2 Cavalry"
