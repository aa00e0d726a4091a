"""Owner values: what a group reads from its own cards takes the place of house values, in play, odds and print."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.errors import DataError
from companion.engine.core.questions import sample
from companion.engine.game.record import begin, begin_helper, resume
from companion.engine.game.values import Overrides, ValueSheet, to_toml
from companion.engine.running.save import encode_save
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.land import income, need_refusal, survey
from companion.games.two_bases.phases import actions, moves
from companion.games.two_bases.readers.check import broken
from companion.games.two_bases.sheet import HOUSE_SHEET, VALUES, sheet, sheet_of
from companion.games.two_bases.state import TwoBasesState
from companion.odds.asking import ask, situation
from printables.job import PrintJob
from printables.look.theme import Look
from printables.model import Kit
from printables.proof.proving import prove
from tests.games.two_bases.table import Table, at, position
from tests.games.two_bases.test_kit import texts

FIELD = {"b4": "plains", "b5": "plains"}


def owned(values: Overrides, tiles: dict[str, str], pieces: dict[str, str] | None = None, ap: int = 0) -> TwoBasesState:
    """A position in a match of these owner values."""
    state = position(tiles, pieces, ap=ap)
    state.owner = VALUES.checked(values)
    return state


def test_the_sheet_of_house_values_is_the_house_data() -> None:
    """Nothing is lost on the way into the sheet and back, nor through a file."""
    assert HOUSE_SHEET.pieces == facts.PIECES
    assert HOUSE_SHEET.developments == facts.DEVELOPMENTS
    assert HOUSE_SHEET.high_ground == facts.HIGH_GROUND
    assert HOUSE_SHEET.tiles == facts.TILES
    assert sheet_of({}) is HOUSE_SHEET
    assert VALUES.from_toml(to_toml(VALUES.leaves())) == {}


def test_texts_of_any_kind_come_back_from_a_file() -> None:
    """Line breaks, quotes and other scripts are kept on the way through a file."""
    words: ValueSheet[dict[str, object]] = ValueSheet({"card": {"a name": ""}}, lambda sheet, paths: sheet)
    text = 'a "quoted" \\ line\nand a second one, שלום'
    assert words.from_toml(to_toml({"card/a name": text})) == {"card/a name": text}


def test_combat_uses_the_owner_s_numbers() -> None:
    """Attack, health, high ground and walls of the cards count, in the rounds and on the board."""
    values = {"pieces/soldier/1/attack": 5, "pieces/soldier/1/health": 9, "high_ground/soldier/1/damage_taken_minus": 3}
    state = owned({**values, "developments/fort/defence": 4}, {**FIELD, "b5": "plains/fort"},
                  {"b4": "soldier1", "b5": "orange:hunter3"})  # fmt: skip
    table = at(state, moves.movement("blue")).answer("b4", "b5")
    assert table.piece("b4").damage == facts.PIECES["hunter3"].attack + 4 - 3
    assert [piece.type for piece in table.state.board["b5"].pieces] == [], "5 damage on health 4"
    assert GAME.board is not None
    assert "9" in str(GAME.board(table.state, "blue"))


def test_prices_needs_and_incomes_of_the_owner() -> None:
    """What a card costs, needs, replaces and gives is the owner's; a need may name kinds that no house card joins."""
    values: Overrides = {
        "pieces/hunter/1/recruit": 0, "pieces/hunter/1/needs": "2 forest/mine", "developments/village/extra_points": 7,
        "developments/fort/replaces": "forest", "pieces/hunter/1/disband": 4,
    }  # fmt: skip
    state = owned(values, {"h3": "forest", "g2": "plains/village"}, {"g2": "hunter1"}, ap=5)
    assert need_refusal(survey(state, "blue"), sheet(state).pieces["hunter1"].need) is not None
    assert income(state, "blue").total == income(position({"h3": "forest", "g2": "plains/village"}), "blue").total + 6
    state.board["g1"].kind = "forest"
    table = at(state, actions.actions("blue"))
    assert "recruit" in table.open()
    table.answer("recruit", "hunter1", "h3")
    assert table.state.players["blue"].points == 5, "free"
    table.answer("disband", "h3")
    assert table.state.players["blue"].points == 1


def test_promotion_by_the_owner_s_cards() -> None:
    """Its price and whether it may be at once."""
    values: Overrides = {"pieces/peasant/2/promote": 1, "pieces/peasant/2/needs": "none"}
    for at_once, section in (("yes", ""), ("no", "Action")):
        state = owned({**values, "pieces/peasant/2/promote_at_once": at_once}, FIELD, {"b4": "peasant1"}, ap=1)
        state.board["b4"].pieces[0].fresh = True
        table = at(state, actions.actions("blue"))
        refusal = table.options()["promote"]
        assert (refusal.section if refusal else "") == section


OTHER_CARDS: Overrides = {
    "pieces/soldier/1/cards": 6, "pieces/soldier/2/cards": 5, "pieces/soldier/3/cards": 3,
    "tiles/plains": 30, "tiles/forest": 14,
}  # fmt: skip


def test_piles_and_tiles_of_the_owner() -> None:
    """A match is dealt the owner's numbers, keeps its copy when it is saved, and the deck knows the mix."""
    table = Table(begin(GAME, list(facts.SEATS), {}, {}, owner=OTHER_CARDS)).answer("ready", "a1")
    assert table.state.players["orange"].available["soldier2"] == 5
    (question,) = table.runner.questions()
    assert "30" in str(question.part)
    again = resume(GAME, encode_save(table.runner.save()))
    assert again.state.owner == OTHER_CARDS
    assert sheet(again.state).tiles["plains"] == 30


def test_a_match_with_owner_values_can_be_played() -> None:
    """Random answers, card after card: every copy stays somewhere and nothing stumbles."""
    rng = Random(5)
    runner = begin(GAME, list(facts.SEATS), {}, {}, owner={**OTHER_CARDS, "pieces/peasant/1/recruit": 0})
    for _ in range(250):
        questions = runner.questions()
        if not questions:
            break
        runner.answer(questions[0].key, sample(questions[0].part, rng))
        assert broken(runner.state) == []


def test_the_odds_use_them() -> None:
    """Round after round until a piece falls: whose it is hangs on the owner's health."""
    for health, wins in ((2, 1), (60, 0)):
        values = {"pieces/soldier/1/health": 3, "pieces/soldier/2/health": health, "pieces/soldier/2/attack": 1}
        state = owned({**values, "pieces/soldier/1/attack": 1}, FIELD, {"b4": "soldier1", "b5": "orange:soldier2"})
        table = at(state, moves.movement("blue")).answer("b4", "b5")
        record = ask(situation(GAME, table.runner.save()), "on", seconds=20, compare=0)
        assert {one.id: one.value for one in record.figures}["attacker_wins"] == wins


def test_helpers_use_them() -> None:
    """The combat helper lets more damage lie on a piece of more health."""
    owner: Overrides = {"pieces/soldier/3/health": 50}
    helper = GAME.helper("combat")
    (question,) = begin_helper(GAME, helper, {}, owner=owner).questions()
    assert "50" in str(question.part)


@pytest.mark.slow
def test_the_kit_prints_them_and_says_whose_they_are() -> None:
    """Numbers and needs of the owner on cards and aid, labelled; as many cards as he has; the sheets prove."""
    owner: Overrides = {
        **OTHER_CARDS,
        "pieces/soldier/2/attack": 17,
        "high_ground/hunter/2/attack_plus": 4,
        "developments/mill/needs": "2 forest/mountain",
    }
    kit: Kit = GAME.printed(owner=owner)
    pieces = {one.id: one for component in kit.components for one in component.pieces}
    said = {name: " ".join(texts(one.front(Look()).items)) for name, one in pieces.items()}
    assert "17" in said["blue-soldier2"]
    assert "owner" in said["blue-soldier2"]
    assert "owner" not in said["blue-hunter1"]
    assert "owner" not in said["blue-peasant3"]
    assert "Forest or Mountain" in said["orange-mill"]
    plains = sum(one.count for name, one in pieces.items() if name.startswith("tile-plains"))
    assert (pieces["blue-soldier1"].count, plains) == (6, 30)
    job = PrintJob(kit, "a4")
    report = prove(job.pdf(), job.counts)
    assert report.ok, [str(problem) for problem in report.problems[:5]]


@pytest.mark.parametrize(
    ("values", "path"),
    [
        ({"pieces/soldier/1/attack": "many"}, "pieces/soldier/1/attack"),
        ({"pieces/soldier/1/attack": 100}, "pieces/soldier/1/attack"),
        ({"pieces/soldier/1/cards": 9}, "pieces/soldier"),
        ({"pieces/soldier/1/cards": 12, "pieces/soldier/2/cards": 0}, "pieces/soldier/2/cards"),
        ({"pieces/siege_engine/1/cards": 5}, "pieces/siege_engine/1/cards"),
        ({"pieces/hunter/1/needs": "a forest"}, "pieces/hunter/1/needs"),
        ({"pieces/hunter/1/needs": "1 swamp"}, "pieces/hunter/1/needs"),
        ({"pieces/hunter/1/needs": "0 forest"}, "pieces/hunter/1/needs"),
        ({"pieces/hunter/1/needs": "1 forest, 2 forest"}, "pieces/hunter/1/needs"),
        ({"pieces/hunter/2/promote_at_once": "maybe"}, "pieces/hunter/2/promote_at_once"),
        ({"developments/city/replaces": "city"}, "developments/city/replaces"),
        ({"developments/city/replaces": ""}, "developments/city/replaces"),
        ({"developments/village/replaces": "forest"}, "developments/village/replaces"),
        ({"tiles/plains": 25}, "tiles"),
        ({"tiles/plains": 44, "tiles/forest": 0}, "tiles/forest"),
        ({"high_ground/hunter/1/attack_plus": 1000}, "high_ground/hunter/1/attack_plus"),
        ({"high_ground/peasant/1/attack_plus": 1}, "high_ground/peasant/1/attack_plus"),
        ({"kit/point_track_to": 5}, "kit/point_track_to"),
    ],
)
def test_nonsense_is_refused_with_its_path(values: Overrides, path: str) -> None:
    """Every kind of mistake is told with the field it is about, and nothing is taken over."""
    with pytest.raises(DataError) as refused:
        VALUES.checked(values)
    assert refused.value.text.values["path"] == path
