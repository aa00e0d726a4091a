"""The language of the cards, every word of it, the sheet of an owner, Monsters, and the kit."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.errors import DataError
from companion.engine.core.questions import sample
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import (
    LASTING,
    METRICS,
    WORDS,
    read_effects,
    read_goals,
    read_pieces,
)
from companion.games.conquest_of_zabor.phases.rituals import rituals
from companion.games.conquest_of_zabor.phases.trading import draw_bonus
from companion.games.conquest_of_zabor.phases.turn import event, heal
from companion.games.conquest_of_zabor.phases.victory import metric
from companion.games.conquest_of_zabor.realm.deeds import DEEDS
from companion.games.conquest_of_zabor.realm.effects import level, price, stat
from companion.games.conquest_of_zabor.sheet import VALUES, sheet_of
from companion.games.conquest_of_zabor.wording import METRIC_NAMES, ability_words, card_words, goal_words
from printables.model import Kit
from tests.games.conquest_of_zabor.table import Table, run, world

LAND = "home:coast:city:red x:land:road y:land k:land:keep:barbarian s:sea t:sea b:land:keep:blue"
BORDERS = "home-x home-y home-k home-s x-b s-t"
UNITS = {
    "red": "home infantry cavalry, x auxiliary, s fleet",
    "blue": "b cavalry*2",
    "barbarian": "k infantry, t fleet",
}


def cast(name: str, *answers: object, deck: str = "sorcery", gold: int = 0, **more: object) -> Table:
    """Red plays one card in his Rituals action."""
    state = world(LAND, BORDERS, {**UNITS, **more}, gold={"red": gold})  # type: ignore[arg-type]
    getattr(state.players["red"], deck).append(name)
    return run(state, rituals("red", "primary")).answer(f"{deck}:{name}", *answers)


def test_every_word_is_done_somewhere() -> None:
    """A word that nobody carries out is no word; every house card is made of them."""
    assert set(WORDS) == {*DEEDS, *LASTING, "text"}
    for deck in facts.HOUSE.cards.values():
        for card in deck.values():
            assert all(effect.word in WORDS for effect in card.effects)
            assert card.effects or card.goals or card.deck in ("monster", "position", "event")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fly: n 2", "artifact/x: there is no word fly"),
        ("gold: m 2", "artifact/x: gold takes no m"),
        ("gold: n two", "artifact/x: gold: n must be a number"),
        ("ability: unit elephant, ability speed", "artifact/x: ability: unit is none of"),
    ],
)
def test_a_mistake_names_the_card_and_the_word(text: str, reason: str) -> None:
    """An owner reads what is wrong."""
    with pytest.raises(DataError, match=reason):
        read_effects(text, "artifact/x")


@pytest.mark.parametrize("text", ["2: keeps > 3", "x: keeps >= 3", "2: dragons >= 1", "2: keeps >= 3 and cities"])
def test_a_condition_that_is_none_is_refused(text: str) -> None:
    """Only metrics, numbers and `others`."""
    with pytest.raises(DataError, match="trait/x"):
        read_goals(text, "trait/x")
    with pytest.raises(DataError, match="event/x"):
        read_pieces("land: fleet 2", "event/x")


def test_conditions_with_and_and_or() -> None:
    """`and` binds closer."""
    (goal,) = read_goals("3: keeps >= 4 and gold >= 2 or cities > others", "trait/x")
    assert [[one.metric for one in group] for group in goal.either] == [["keeps", "gold"], ["cities"]]
    assert goal.either[1][0].least is None


def test_every_metric_is_counted() -> None:
    """Each of them gives a number for an Empire that has one of everything."""
    areas = "a:coast:city:red:road:zabor b:land:keep:red:north m:land:metropol:red:south r:land s:sea"
    units = {"red": "a auxiliary infantry cavalry sorcerer cliff_dragon, r infantry, s fleet"}
    state = world(areas, units=units, artifacts={"red": ["coral_horn"]}, gold={"red": 1})
    player = state.players["red"]
    player.dynasty, player.won, player.won_empire, player.conquered = ["house_of_the_drum"], 1, 1, ["r"]
    player.trades, player.claims = 1, ["vp:full_chests"]
    assert {name: metric(state, "red", name) for name in METRICS if not metric(state, "red", name)} == {
        "adjacent_empires": 0
    }
    assert metric(state, "red", "unit_strength") == 0 + 2 + 4 + 6 + 9 + 2 + 2


# ---- what the words do once


@pytest.mark.rule("ZAB-163")
@pytest.mark.rule("ZAB-214")
@pytest.mark.rule("ZAB-178")
def test_hits_on_an_area() -> None:
    """6 dice; the owner chooses, nothing is absorbed; whoever is left alone has the area."""
    table = cast("rain_of_fire", "b")
    assert table.dice == [6]
    table.answer(4)
    assert table.units("b", "blue") == {}
    assert table.state.areas["b"].holder == "blue"


def test_a_step_of_an_area_without_units() -> None:
    """Earthshake: only one such area, so nobody is asked."""
    table = cast("earthshake", blue="x infantry")
    assert table.state.areas["b"].upgrade == ""


def test_the_top_of_the_deck_skips_what_cannot_be_placed() -> None:
    """A naval Monster without a sea goes under the deck."""
    state = world("home:land:city:red")
    state.players["red"].sorcery = ["open_the_cage"]
    table = run(state, rituals("red", "primary")).answer("sorcery:open_the_cage", ["kraken"], ["stone_colossus"])
    assert table.units("home") == {"stone_colossus": 1}
    assert table.state.discards["monster"] == ["kraken"]


@pytest.mark.rule("ZAB-061")
def test_mending_and_healing() -> None:
    """Mend Flesh heals Monsters too, the Heal Phase does not."""
    state = world("home:land:city:red", units={"red": "home cliff_dragon"})
    state.units["u1"].wounds = 2
    state.players["red"].sorcery = ["mend_flesh"]
    assert run(state, heal()).state.units["u1"].wounds == 2
    table = run(state, rituals("red", "primary")).answer("sorcery:mend_flesh")
    assert table.state.units["u1"].wounds == 0


def test_mists_fear_and_extra_trade() -> None:
    """Marks that last a turn."""
    assert cast("mists", "x").state.areas["x"].misty
    assert cast("fear").state.players["red"].fear == 3
    assert cast("open_hand", deck="destiny").state.players["red"].extra_trade == 2


def test_turncoat() -> None:
    """A Barbarian Unit alone beside an own area is replaced, its Keep too."""
    table = cast("turncoat", "k", deck="destiny")
    assert (table.units("k"), table.state.areas["k"].holder) == ({"infantry": 1}, "red")
    assert table.state.players["red"].conquered == ["k"]


def test_free_units_and_upgrades() -> None:
    """Volunteers, a Keep, Roads."""
    assert cast("volunteers", deck="destiny").units("home")["infantry"] == 3
    assert cast("master_builder", "x", deck="destiny").state.areas["x"].upgrade == "keep"
    assert cast("new_roads", "home", deck="destiny").state.areas["home"].roads == ["red"]


def test_a_card_executes_a_council_seat() -> None:
    """Council Favor: at once, inside the Rituals action."""
    table = cast("council_favor", "events", deck="destiny")
    assert "events" in table.state.players["red"].positions


def test_one_piece_bought_at_once() -> None:
    """Horses: a Cavalry for 2 less."""
    state = world(LAND, BORDERS, UNITS, gold={"red": 6})

    def trade_of() -> Table:
        from companion.games.conquest_of_zabor.phases.trading import trade

        return run(state, trade("red"))

    table = trade_of().answer("blue", True, ["horses"], True, ["grain"])
    assert table.units("home")["cavalry"] == 2
    assert table.state.players["red"].gold == 1
    assert draw_bonus is not None


def test_events_name_players() -> None:
    """Fewest VP, most Gold, whoever has a coast; an own Unit is removed."""
    state = world(LAND, BORDERS, UNITS, gold={"red": 5, "blue": 2})
    state.players["red"].vp = 4
    drawn = ["royal_wedding", "tax_revolt", "smugglers"]
    for name, gold in (("royal_wedding", (5, 6, 4)), ("tax_revolt", (2, 2, 0)), ("smugglers", (7, 2, 0))):
        table = run(state, event()).answer(drawn, name)
        while not table.over:
            table.answer(table.open[0])
        assert tuple(table.state.players[seat].gold for seat in state.seats) == gold
    plague = run(state, event()).answer(["plague_in_the_streets", "tax_revolt", "smugglers"], "plague_in_the_streets")
    assert plague.asked == ["remove"]


@pytest.mark.rule("ZAB-060")
def test_gold_never_drops_below_none() -> None:
    """A loss takes what there is."""
    state = world(LAND, BORDERS, UNITS, gold={"red": 1, "blue": 0})
    table = run(state, event()).answer(["tax_revolt", "smugglers", "comet"], "tax_revolt")
    while not table.over:
        table.answer(table.open[0])
    assert table.state.players["red"].gold == 0


def test_a_card_that_no_word_covers_is_done_by_the_table() -> None:
    """It is shown; the table says when it is done."""
    owner = {"sorcery/mists/effect": "text: Everybody swaps seats."}
    state = world(LAND, BORDERS, UNITS)
    state.owner = VALUES.checked(owner)  # type: ignore[arg-type]
    state.players["red"].sorcery = ["mists"]
    table = run(state, rituals("red", "primary")).answer("sorcery:mists")
    assert table.asked == ["text"]
    assert "swaps seats" in str(table.questions[0].part.prompt)
    assert table.answer(True).said("resolved at the table")


def test_what_lies_on_a_chart_counts() -> None:
    """Levels of several cards add up with the printed one; prices fall to 1 at the least."""
    state = world(traits={"red": ["horse_lords"]}, artifacts={"red": ["bridle_of_winds", "ash_staff"]})
    assert level(state, "red", "cavalry", "speed") == 2
    assert stat(state, "red", "sorcerer", "strength") == 7
    state.players["red"].dynasty = ["house_of_the_mare"] * 5
    assert price(state, "red", "cavalry") == 1


# ---- the owner's sheet


def test_an_owner_types_in_cards_and_his_map() -> None:
    """Cards in place of house ones; a map once and for ever, with its borders."""
    owner = VALUES.from_toml(
        """
        "trait"."more_1"."name" = "Old Guard"
        "trait"."more_1"."effect" = "ability: unit infantry, ability superiority, n 2"
        "trait"."more_1"."vp" = "2: infantry >= 5"
        "trait"."more_1"."count" = 1
        "map"."a1"."name" = "First"
        "map"."a1"."kind" = "coast"
        "map"."a1"."borders" = "a2"
        "map"."a2"."name" = "Second"
        "map"."a2"."kind" = "sea"
        """
    )
    found = sheet_of(owner)
    assert found.decks.cards["trait"]["more_1"].goals[0].vp == 2
    assert found.places["a1"].borders == ("a2",)
    with pytest.raises(DataError, match="map/a1/borders"):
        VALUES.checked({**owner, "map/a1/borders": "a9"})
    with pytest.raises(DataError, match="trait/more_1: there is no word fly"):
        VALUES.checked({**owner, "trait/more_1/effect": "fly"})


def test_the_house_sheet_is_sound() -> None:
    """It builds, and a match with an owner's map begins on it."""
    VALUES.facts({})
    owner = VALUES.checked({"map/a1/name": "First", "map/a2/name": "Second", "map/a1/borders": "a2"})
    state = world()
    state.owner, state.areas = owner, {}
    for player in state.players.values():
        player.positions = []
    from companion.games.conquest_of_zabor.phases.setup import deal_positions

    table = run(state, deal_positions())
    while not table.over:
        table.runner.answer(table.questions[0].key, sample(table.questions[0].part, Random(1)))
    assert [one.name for one in table.state.areas.values()] == ["First", "Second"]
    assert table.state.borders == {"a1": ["a2"], "a2": ["a1"]}


# ---- the kit


@pytest.mark.rule("ZAB-003")
@pytest.mark.rule("ZAB-004")
@pytest.mark.rule("ZAB-006")
@pytest.mark.rule("ZAB-010")
@pytest.mark.rule("ZAB-031")
@pytest.mark.rule("ZAB-063")
@pytest.mark.rule("ZAB-116")
@pytest.mark.rule("ZAB-196")
@pytest.mark.rule("ZAB-197")
@pytest.mark.rule("ZAB-198")
@pytest.mark.rule("ZAB-199")
@pytest.mark.rule("ZAB-200")
@pytest.mark.rule("ZAB-201")
@pytest.mark.rule("ZAB-202")
@pytest.mark.rule("ZAB-203")
@pytest.mark.rule("ZAB-204")
@pytest.mark.rule("ZAB-205")
@pytest.mark.rule("ZAB-206")
@pytest.mark.rule("ZAB-207")
@pytest.mark.rule("ZAB-208")
@pytest.mark.rule("ZAB-216")
def test_the_kit_has_everything_but_the_map() -> None:
    """Counts of every component; every card says something."""
    kit = GAME.printed()
    assert isinstance(kit, Kit)
    counts = {one.id: sum(piece.count for piece in one.pieces) for one in kit.components}
    expected = {
        "actions": 8,
        "positions": 5,
        "traits": 25,
        "vp_cards": 20,
        "events": 20,
        "dynasties": 20,
        "artifacts": 20,
        "monsters": 10,
        "sorcery": 24,
        "destiny": 24,
        "trade": 24,
        "charts": 5,
        "trait_strips": 5,
        "track": 2,
        "vp_chart": 2,
        "aid": 5,
        "units": 5 * 66,
        "upgrades": 5 * 39,
        "barbarians": 56,
        "envoys": 15,
        "claim_markers": 120,
        "gold": 5,
        "wounds": 30,
        "monster_counters": 10,
        "owner_markers": 5 * 3,
    }
    assert {name: counts[name] for name in expected} == expected
    assert not any("map" in name for name in counts)
    for deck in ("trait", "dynasty", "artifact", "sorcery", "destiny", "trade", "vp"):
        assert all(card_words(card) for card in facts.HOUSE.cards[deck].values())


@pytest.mark.rule("ZAB-179")
def test_a_named_monster_needs_a_place() -> None:
    """A51: with no Sea Area beside a Civilized Area of his nobody can play the card of the Kraken."""
    state = world("home:land:keep:red")
    state.players["red"].sorcery = ["call_of_the_deep", "open_the_cage"]
    table = run(state, rituals("red", "primary"))
    assert table.open == ["done", "sorcery:open_the_cage"]
    table.refused("sorcery:call_of_the_deep")
    assert table.state.players["red"].sorcery == ["call_of_the_deep", "open_the_cage"]


@pytest.mark.rule("ZAB-004")
def test_conditions_are_words() -> None:
    """No signs of the data and no names of its fields; every comparison that a condition may have is named."""
    assert set(METRIC_NAMES) == set(METRICS)
    for card in (*facts.HOUSE.cards["vp"].values(), *facts.HOUSE.cards["trait"].values()):
        for goal in card.goals:
            assert not set("_<>=") & set(goal_words(goal))


@pytest.mark.rule("ZAB-004")
def test_abilities_on_paper_begin_with_a_capital_letter() -> None:
    """Of Units and Monsters; only what has levels shows one."""
    kinds = facts.HOUSE.kinds
    assert all(one[0].isupper() for kind in kinds.values() for one in ability_words(kind).split(", ") if one)
    assert not any(letter.isdigit() for letter in ability_words(kinds["sorcerer"]) + ability_words(kinds["kraken"]))
    assert ability_words(kinds["cavalry"]).endswith("1")
