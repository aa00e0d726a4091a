"""Scenario files: what they can say, and how clearly they fail."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from companion.engine.core.effects import All, Roll, Rule
from companion.engine.core.text import t
from companion.engine.game.record import Game, begin, begin_helper
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.testing.carried import carried, carries
from companion.engine.testing.scenario import run_scenario
from tests.engine import toy
from tests.engine.support import advance_match, lengths, new_runner, rule_changed, seeds
from tools.scenarios import match_as_scenario

FOLDER = Path(__file__).parent / "scenarios"


def find(name: str) -> Game:
    return {"toy": toy.GAME}[name]


def run(path: Path) -> list[str]:
    return [str(problem).removeprefix(f"{path}: ") for problem in run_scenario(path, find)]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_scenarios_pass(path: Path) -> None:
    """The scenarios of this folder hold."""
    assert run(path) == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_wrong_expectation_fails(path: Path, tmp_path: Path) -> None:
    """Each of these scenarios fails when one more thing is expected of it that is not so."""
    (tmp_path / "opened.toml").write_text((FOLDER / "opened.toml").read_text())
    text = path.read_text()
    wrong = tmp_path / "wrong.toml"
    more = 'not_open = []\nopen = [{ seat = "zoe" }]'
    wrong.write_text(
        text.replace("[expect]", f"[expect]\n{more}") if "[expect]" in text else f"{text}\n[expect]\n{more}"
    )
    assert [line for line in run(wrong) if "no question is open for zoe" in line]


OPENED = (FOLDER / "opened.toml").read_text()
DUEL = (FOLDER / "duel.toml").read_text()
WRONG = [
    (DUEL.replace("value = 7\n", "value = 8\n"), "answer 5: /sides/bob/fighters is 1, expected 2"),
    (DUEL.replace("swings = 2", "swings = 3"), 'expect: the result is {"winner":"ann","swings":2'),
    (DUEL.replace("ended = true", "ended = false"), "expect: it has ended"),
    (DUEL.replace('refused = ""', 'refused = "3.0"'), "answer 2: was refused by the form, not by 3.0"),
    (
        DUEL.replace("high = 9 }", "high = 8 }"),
        "answer 2: was refused with the words: Enter",
    ),
    (
        DUEL.replace("high = 9 }", "top = 9 }"),
        "answer 2: was refused with the words: Enter",
    ),
    (
        DUEL.replace("reason = {", 'kind = "poor"\nreason = {'),
        "answer 2: was refused as no kind, not as poor: Enter",
    ),
    (DUEL.replace("value = 12\n", "value = 9\n"), "answer 2: was expected to be refused by the form, but counted"),
    (DUEL.replace('helper = "practice"', 'helper = "none"'), "helper: toy has no helper none"),
    (DUEL.replace('game = "toy"', 'game = "chess"'), "game: there is no game 'chess'"),
    (DUEL.replace("value = [7]", "value = [77]"), "answer 5: was refused: dice: Enter a number from 1 to 20."),
    (
        DUEL.replace('seat = "ann"\nsection', "section"),
        "answer 4: several questions are open for anybody 3.1; say",
    ),
    (
        DUEL.replace('seat = "ann"', 'seat = "cat"', 1),
        "answer 3: no question is open for cat 3.1; open: ann 3.1 (Swing!)",
    ),
    (DUEL.replace("value = 4", "nth = 2\nvalue = 4"), "answer 8: nth: only 1 questions are open for ann 3.1"),
    (DUEL.replace('correct = "/sides/bob/fighters"', 'correct = "/sides/bob/wings"'), "answer 6: was refused: path: "),
    (DUEL.replace("value = 4", ""), "answer 8: value is missing"),
    (
        DUEL.replace("value = 4", "valeu = 4"),
        "is no scenario: Object contains unknown field `valeu`",
    ),
    (DUEL.replace("value = 4", "value ="), "is no TOML: "),
    (OPENED.replace('"/cup/0"', '"/cup/77"'), "start: path: There is no value at /cup/77."),
    (OPENED.replace('"/minted" = 0', '"/sides" = {}'), "answer 1: The rules cannot go on here (KeyError: 'ann')"),
    (OPENED.replace('["ann", "bob"]', '["ann"]'), "seats: toy is for 2, 3 seats"),
    (OPENED.replace('["ann", "bob"]', '["ann", "zoe"]'), "seats: toy has no seat zoe"),
    (OPENED.replace('"short"', '"endless"'), "settings.length: there is no such setting or choice"),
    (
        OPENED.replace("12 } }]", "13 } }]"),
        'answer 1: no log line says {"section":"1.1","kind":"","values":{"seat":"ann","gold":13}}; there are: ',
    ),
    ('after = "none.toml"', "{none}: cannot be read: No such file"),
    ('after = "wrong.toml"', "after: these files follow each other in a circle"),
    ('game = "toy"\nafter = "wrong.toml"', "after: game, seats, helper, settings and owner are those of the other"),
    (OPENED.replace('"/minted" = 0', "empty = 3"), "start.empty: give a list of paths"),
    (OPENED.replace('"/minted" = 0', 'empty = ["/nowhere"]'), "start: path: There is no value at /nowhere."),
    (
        DUEL.replace('refused = ""', "refused = true").replace("high = 9 }", "high = 8 }"),
        "answer 2: was refused with the",
    ),
    (
        DUEL.replace("value = 12\n", "value = 9\n").replace('refused = ""', "refused = true"),
        "answer 2: was expected to be refused, but counted",
    ),
    (DUEL.replace("value = 4", "value = 4\nrepeat = 0"), "answer 8: repeat: give a number from 1 on, or true"),
    (DUEL.replace("value = 4", "value = 4\nrepeat = 2"), "answer 8: no question is open for ann 3.1; open: nothing"),
    (DUEL.replace("value = 12\n", "value = 12\nrepeat = true\n"), "answer 2: repeat: true is for answers that count"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_errors_say_file_place_and_reason(text: str, message: str, tmp_path: Path) -> None:
    """Whatever is wrong with a file gives one clear problem, first of all, and never an exception."""
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    assert run_scenario(path, find)[0].file in (str(path), str(tmp_path / "none.toml"))
    assert run(path)[0].startswith(message.replace("{none}", str(tmp_path / "none.toml"))), run(path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are a problem like any other."""
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe")
    assert "is no TOML" in run(path)[0]


def written(tmp_path: Path, text: str) -> list[str]:
    """What fails in a file with this text beside `opened.toml`."""
    (tmp_path / "opened.toml").write_text(OPENED)
    (tmp_path / "written.toml").write_text(text)
    return run(tmp_path / "written.toml")


AFTER = 'after = "opened.toml"\n'


def test_rulings_are_changed_after_another_file(tmp_path: Path) -> None:
    """`[rulings]` count in a file that goes on from another, before its own answers."""
    more = '[rulings]\nties = "rival"\n[expect]\nstate = { "/rulings/ties" = "rival" }\n'
    assert written(tmp_path, AFTER + more) == []
    assert written(tmp_path, AFTER + '[rulings]\nties = "never"') == [
        "rulings.ties: There is no such ruling or reading."
    ]
    assert written(tmp_path, AFTER + "[start]\nempty = 3") == ["start.empty: give a list of paths"]
    assert written(tmp_path, AFTER + more.replace('[rulings]\nties = "rival"', "")) == [
        'expect: /rulings/ties is "again", expected "rival"'
    ]


def asked_about_tents(due: str) -> str:
    """A file that comes to ann's question about buildings and says this of it."""
    return (FOLDER / "tents.toml").read_text().partition('\n[[answer]]\nseat = "ann"\nsection = "2.2"')[0] + (
        f'\n[expect]\nopen = [{{ seat = "ann", section = "2.2", {due} }}]\n'
    )


@pytest.mark.parametrize(
    ("due", "problem"),
    [
        ('has = ["tent"]', ""),
        ('has = ["palace"]', "the options are"),
        ('has_not = ["palace"]', ""),
        ('has_not = ["tent"]', "the options are"),
        ('labels = { tent = "ent" }', ""),
        ('labels = { tent = ["tent"] }', ""),
        ('labels = { tent = ["Palace"] }', "tent is labelled "),
        ('labels = { tent = "Palace" }', "tent is labelled "),
        ('labels = { palace = "Palace" }', "palace is labelled ''"),
    ],
)
def test_some_of_the_options(due: str, problem: str, tmp_path: Path) -> None:
    """`has`, `has_not` and `labels` look at the options named and leave the others alone."""
    found = written(tmp_path, asked_about_tents(due))
    assert bool(found) == bool(problem), found
    assert all(problem in line for line in found)


def test_log_lines_in_order(tmp_path: Path) -> None:
    """`notes_in_order` wants its lines one after the other; other lines may stand between, none counts twice."""
    ann, bob = ('{ values = { seat = "ann", gold = 12 } }', '{ values = { seat = "bob", gold = 3 } }')
    assert written(tmp_path, AFTER + f"[expect]\nnotes_in_order = [{ann}, {bob}]\n") == []
    wrong = written(tmp_path, AFTER + f"[expect]\nnotes_in_order = [{bob}, {ann}]\n")[0]
    assert re.search(r'no log line after .*"bob".* says .*"ann"', wrong)
    assert written(tmp_path, AFTER + f"[expect]\nnotes_in_order = [{ann}, {ann}]\n") != []


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ('"ann starts with 12"', True),
        ('"ann starts with 13"', False),
        ('{ section = "1.1" }', True),
        ('{ section = "9.9" }', False),
        ('{ kind = "none such", values = { seat = "ann" } }', False),
        ('{ values = { seat = "ann", gold = 12 } }', True),
        ("{ values = { gold = [12] } }", True),
        ("{ values = { gold = [12, 12] } }", False),
        ('{ values = { seat = "bob", gold = 12 } }', False),
        ("{ values = { silver = 12 } }", False),
    ],
)
def test_log_lines_by_words_or_by_what_they_carry(line: str, fits: bool, tmp_path: Path) -> None:
    """Section, kind and the values in its places count together; words are those of the English sentence."""
    assert (written(tmp_path, AFTER + f"[expect]\nnotes = [{line}]\n") == []) == fits


def test_what_a_text_carries() -> None:
    """Names and numbers, those of texts inside it too; of a list each as often as it is given, in any order."""
    stack = t("{n} of {unit}", n=2, unit=t("Level {n}", n=2))
    assert carried(t("{who} loses {stack}", who=t("Ann"), stack=stack)) == ["Ann", 2, 2]
    assert carries(stack, [2, 2])
    assert not carries(stack, [2, 2, 2])


@pytest.mark.slow
@settings(max_examples=40)
@given(seeds, lengths)
def test_a_match_exports_as_a_scenario_that_holds(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    """Any match, with undo, a correction and a change of ruling, written as a scenario runs to the same state."""
    rng = Random(seed)
    runner = new_runner(rng)
    begun = {"seats": list(runner.state.sides), "rulings": {"ties": runner.state.rulings["ties"]}}
    match = Match.start(toy.GAME, runner, MemoryLedger(), Stamp("host"))
    advance_match(match, rng, steps)
    if match.tip:
        match.undo(match.tip, Stamp("ann"))
    match.correct("/sides/ann/name", 'the "last"\n\x7f \U0001f600 \\ one', "", Stamp("ann"))
    match.rule("ties", rng.choice(["again", "rival"]), Stamp("ann"))
    advance_match(match, rng, 3)
    path = tmp_path_factory.mktemp("scenario") / "played.toml"
    text = match_as_scenario(match, title="As played", **begun)
    path.write_text(text, "utf-8")
    assert run(path) == []
    gold = match.runner.state.sides["ann"].gold
    path.write_text(text.replace(f'"/sides/ann/gold" = {gold}', f'"/sides/ann/gold" = {gold + 1}'), "utf-8")
    assert run(path) == [f"expect: /sides/ann/gold is {gold}, expected {gold + 1}"]


def test_a_helper_exports_as_a_scenario(tmp_path: Path) -> None:
    """A stand-alone helper does too."""
    match = Match.start(toy.GAME, begin_helper(toy.GAME, toy.GAME.helpers[0], {}), MemoryLedger(), Stamp("host"))
    advance_match(match, Random(1), 5)
    path = tmp_path / "helper.toml"
    path.write_text(match_as_scenario(match, seats=[], helper="practice"))
    assert run(path) == []


def test_several_questions_alike_keep_their_places(tmp_path: Path) -> None:
    """Two dice of one seat in one section are told apart by `nth`, also when they were answered back to front."""

    def two_dice(state: toy.Fair) -> Rule[list[str]]:
        one, two = yield All((Roll("ann", "1.0", t("One"), (6,)), Roll("ann", "1.0", t("Two"), (6,))))
        state.rounds = one[0] * 10 + two[0]
        return list(state.sides)

    with rule_changed(toy.stalls, two_dice):
        game = toy.GAME
        match = Match.start(game, begin(game, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
        for value in (2, 5):
            match.answer(match.questions()[-1].key, value, Stamp("ann"))
        assert match.runner.state.rounds == 52
        path = tmp_path / "two.toml"
        path.write_text(match_as_scenario(match, seats=["ann", "bob"]))
        assert "nth = 2" in path.read_text()
        assert run(path) == []


def test_quiet_answers_are_repeated(tmp_path: Path) -> None:
    """The same answered time after time is written with `repeat`; `true` means for as long as it is asked."""

    def three_dice(state: toy.Fair) -> Rule[list[str]]:
        for _ in range(3):
            die = yield Roll("ann", "1.0", t("A die"), (6,))
            state.rounds += die[0]
        return list(state.sides)

    with rule_changed(toy.stalls, three_dice):
        game = toy.GAME
        match = Match.start(game, begin(game, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
        for _ in range(3):
            match.answer(match.questions()[0].key, 2, Stamp("ann"))
        path = tmp_path / "three.toml"
        text = match_as_scenario(match, seats=["ann", "bob"])
        assert "repeat = 3" in text
        assert text.count("[[answer]]") == 1
        for repeat, fails in (("3", False), ("true", False), ("2", True), ("4", True)):
            path.write_text(text.replace("repeat = 3", f"repeat = {repeat}"))
            assert bool(run(path)) == fails, repeat
