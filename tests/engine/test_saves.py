"""Saves: taking up a match at any moment gives the same match."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given

from companion.engine.core.errors import CompanionError, Refused, SaveError
from companion.engine.core.rules import book
from companion.engine.game.record import begin, end, resume
from companion.engine.running.save import Frame, decode_save, encode_save
from companion.engine.running.stalled import Stalled
from tests.engine import toy
from tests.engine.support import advance, keys, lengths, new_runner, random_answer, resume_or_stall, saved, seeds


@given(seeds, lengths)
def test_a_save_taken_up_is_the_same_match(seed: int, steps: int) -> None:
    """At any moment: same save, same questions, same path of rules, nothing noted twice, nothing restarted."""
    rng = Random(seed)
    runner = new_runner(rng)
    advance(runner, rng, steps)
    again = resume_or_stall(runner)
    assert saved(again) == saved(runner)
    assert keys(again) == keys(runner)
    assert [q.part for q in again.questions()] == [q.part for q in runner.questions()]
    assert again.sections() == runner.sections()
    assert again.notes == []
    assert again.restarts == []
    assert again.result == runner.result


@pytest.mark.slow
@given(seeds)
def test_a_match_restarted_after_every_answer_goes_the_same_way(seed: int) -> None:
    """A runner that lives and one that is taken up before every answer have equal saves and notes all along."""
    rng = Random(seed)
    live = new_runner(rng)
    restarted, notes = resume_or_stall(live), list(live.notes)
    while not live.done:
        key, value = random_answer(live, rng)
        try:
            live.answer(key, value)
        except Refused:
            with pytest.raises(Refused):
                restarted.answer(key, value)
        else:
            restarted.answer(key, value)
        assert saved(restarted) == saved(live)
        notes += restarted.notes
        restarted = resume_or_stall(restarted)
    assert restarted.done
    assert notes == live.notes
    assert end(restarted) == end(live) == {seat: side.gold for seat, side in live.state.sides.items()}


@given(seeds)
def test_no_key_is_ever_used_for_two_questions(seed: int) -> None:
    """Over a whole match every answered question has a key of its own, and no two open ones share theirs."""
    rng = Random(seed)
    runner = new_runner(rng)
    used: set[str] = set()
    while not runner.done:
        assert len(set(keys(runner))) == len(keys(runner))
        key, value = random_answer(runner, rng)
        try:
            runner.answer(key, value)
        except Refused:
            continue
        assert key not in used
        used.add(key)


def frame_turn(frame: Frame | None, rule: str) -> int:
    """How often the nearest running `rule` was repeated (its combat round, its Round), from 0; -1 if none runs."""
    while isinstance(frame, Frame):
        if frame.rule == rule:
            return frame.turn
        frame = next((child for child in frame.children if isinstance(child, Frame)), None)
    return -1


def test_the_journal_stays_short() -> None:
    """A repeating flow does not make the save grow: after many Rounds it is hardly longer than after the first."""
    rng = Random(3)
    runner = begin(toy.GAME, ["ann", "bob"], {"length": "long"}, {})
    sizes: dict[int, int] = {}
    while not runner.done:
        turn = frame_turn(runner.save().root, "tests.engine.toy.fair_round")
        sizes[turn] = max(sizes.get(turn, 0), len(saved(runner)) - len(runner.state_json))
        advance(runner, rng, 1)
    assert set(sizes) == {-1, 0, 1, 2, 3, 4}
    assert sizes[4] < 1.5 * sizes[0]


def test_end_asks_for_an_ended_match() -> None:
    """There is no result before the end."""
    with pytest.raises(CompanionError):
        end(new_runner(Random(1)))


@pytest.mark.parametrize("text", [b"", b"{}", b"null", b'{"state":{},"root":{"rule":5}}', b"\xff", b"[" * 100_000])
def test_damaged_saves_are_refused(text: bytes) -> None:
    """Damaged text gives a SaveError, never another exception."""
    with pytest.raises(SaveError):
        decode_save(text)


def test_a_save_of_a_newer_format_is_refused() -> None:
    """The message says that a newer release is needed."""
    text = saved(new_runner(Random(1))).replace(b'"format":1', b'"format":2')
    with pytest.raises(SaveError, match="newer release"):
        decode_save(text)


def test_a_state_that_does_not_fit_is_refused() -> None:
    """A save whose state has the wrong shape gives a SaveError naming the place."""
    text = saved(new_runner(Random(1))).replace(b'"rounds":2', b'"rounds":"two"')
    with pytest.raises(SaveError, match="rounds"):
        resume(toy.GAME, text)


def test_an_unknown_rule_at_the_root_is_refused() -> None:
    """A save of rules that this release does not have gives a SaveError naming the rule."""
    text = saved(new_runner(Random(1))).replace(b'"rule":"tests.engine.toy.play"', b'"rule":"tests.engine.toy.gone"')
    with pytest.raises(SaveError, match="gone"):
        resume(toy.GAME, text)


def _older(runner_save: bytes) -> bytes:
    save = decode_save(runner_save)
    state = msgspec.json.decode(bytes(save.state))
    state["schema"] = 1
    state["length_in_rounds"] = state.pop("rounds")
    del state["rulings"]["sale"]
    save.state = msgspec.Raw(msgspec.json.encode(state))
    return encode_save(save)


def test_an_older_state_is_migrated_step_by_step() -> None:
    """Migrations run in order from the schema of the save; new rulings appear as played before, chosen ones stay."""

    def two(data: dict) -> dict:
        return {**data, "n_rounds": data.pop("length_in_rounds")}

    def three(data: dict) -> dict:
        return {**data, "rounds": data.pop("n_rounds")}

    game = msgspec.structs.replace(toy.GAME, schema=3, migrations={1: two, 2: three})
    begun = begin(toy.GAME, ["ann", "bob"], {}, {"ties": "rival"})
    runner = resume(game, _older(saved(begun)))
    assert runner.state.schema == 3
    assert runner.state.rounds == 2
    assert runner.state.rulings == {"ties": "rival", "sale": "no"}
    assert keys(runner) == keys(begun)


def test_a_missing_migration_is_a_save_error() -> None:
    """A schema that this release cannot bring up to date is refused clearly."""
    game = msgspec.structs.replace(toy.GAME, schema=2)
    with pytest.raises(SaveError, match="schema 1"):
        resume(game, _older(saved(new_runner(Random(1)))))


def test_a_newer_schema_is_refused() -> None:
    """A match saved by a newer release is not touched."""
    text = saved(new_runner(Random(1))).replace(b'"schema":1', b'"schema":9')
    with pytest.raises(SaveError, match="newer release"):
        resume(toy.GAME, text)


def test_a_new_default_does_not_change_a_running_match() -> None:
    """Rulings are stored values: another default in a new release leaves the match as it was agreed."""
    turned = msgspec.structs.replace(toy.TIES, readings=toy.TIES.readings[::-1])
    game = msgspec.structs.replace(toy.GAME, rulings=(turned, toy.SALE))
    begun = begin(toy.GAME, ["ann", "bob"], {}, {})
    assert resume(game, saved(begun)).state.rulings["ties"] == "again"
    assert begin(game, ["ann", "bob"], {}, {}).state.rulings["ties"] == "rival"


def test_a_new_ruling_does_not_change_a_running_match() -> None:
    """A match from before a ruling goes on with the reading it was played by, whatever the default for new ones."""
    named = msgspec.structs.replace(toy.SALE, before="yes")
    game = msgspec.structs.replace(toy.GAME, rulings=(toy.TIES, named))
    older = decode_save(saved(begin(toy.GAME, ["ann", "bob"], {}, {})))
    state = msgspec.json.decode(bytes(older.state))
    del state["rulings"]["sale"]
    older.state = msgspec.Raw(msgspec.json.encode(state))
    assert resume(game, encode_save(older)).state.rulings["sale"] == "yes"
    assert begin(game, ["ann", "bob"], {}, {}).state.rulings["sale"] == "no"


def test_a_stalled_match_keeps_its_state_when_a_correction_does_not_fit() -> None:
    """What cannot be read is refused, and the position is as it was; what fits is kept."""
    save = decode_save(saved(begin(toy.GAME, ["ann", "bob"], {}, {})))
    stalled = Stalled(book, toy.Fair, save, ValueError("a rule fails"))
    before, corrected = stalled.state_json, msgspec.json.decode(stalled.state_json)
    with pytest.raises(SaveError):
        stalled.replace_state(b'{"rulings": 3}')
    assert stalled.state_json == before
    assert stalled.state.rulings["ties"] == "again"
    corrected["rulings"]["ties"] = "rival"
    stalled.replace_state(msgspec.json.encode(corrected))
    assert stalled.state.rulings["ties"] == "rival"
