"""Export and replay: a match run again from its record is the same match, and changes of the rules show."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.core.asking import number
from companion.engine.core.effects import Rule
from companion.engine.core.errors import DataError, Refused
from companion.engine.core.text import t
from companion.engine.game.record import begin, begin_helper
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import MatchExport, decode_export, differing, encode_export, export_match, replay
from companion.engine.running.save import decode_save, encode_save
from tests.engine import toy
from tests.engine.support import advance_match, lengths, new_runner, play_to, rule_changed, seeds


def played(seed: int, steps: int) -> tuple[Match, MatchExport]:
    """A match with answers, undo, redo, corrections and changed answers, and its record as read from a file."""
    rng = Random(seed)
    runner = new_runner(rng)
    match = Match.start(toy.GAME, runner, MemoryLedger(), Stamp("host"))
    for _ in range(4):
        advance_match(match, rng, steps // 4)
        answers = [entry for entry in match.line() if entry.kind == "answer"]
        what = rng.choice(["undo", "redo", "correct", "change", "rule"])
        try:
            if what == "undo" and match.tip:
                match.undo(rng.choice(match.line()).n, Stamp("ann"))
            elif what == "redo":
                match.redo(Stamp("ann"))
            elif what == "correct":
                match.correct("/sides/bob/gold", rng.randint(0, 20), "", Stamp("bob"))
            elif what == "rule":
                match.rule("ties", rng.choice(["again", "rival"]), Stamp("bob"))
            elif answers:
                entry = rng.choice(answers)
                match.change(entry.n, entry.value, Stamp("ann"))
        except Refused:
            continue
    begun = {"seats": list(runner.state.sides), "rulings": {"ties": runner.state.rulings["ties"]}}
    export = export_match(match, code="ABCD", created="2026-11-20", release="1", **begun)  # type: ignore[arg-type]
    return match, decode_export(encode_export(export))


@pytest.mark.slow
@given(seeds, lengths)
def test_a_replayed_match_is_the_same(seed: int, steps: int) -> None:
    """Every entry, every save before an entry, the tip and the present save are those of the match."""
    match, export = played(seed, steps)
    again = replay(toy.GAME, export)
    assert again.differences == ()
    assert again.entries == [match.ledger.get(n) for n in range(1, match.ledger.last() + 1)]
    assert (again.save, again.tip) == (match.save_text(), match.tip)
    resume_or_stall = again.match(toy.GAME)
    assert resume_or_stall.questions() == match.questions()
    if resume_or_stall.tip:
        resume_or_stall.undo(resume_or_stall.tip, Stamp("ann"))


def test_a_helper_is_replayed() -> None:
    """Stand-alone helpers have records too."""
    match = Match.start(toy.GAME, begin_helper(toy.GAME, toy.GAME.helpers[0], {}), MemoryLedger(), Stamp("table"))
    advance_match(match, Random(2), 6)
    assert replay(toy.GAME, export_match(match, seats=["table"], helper="practice")).differences == ()


def test_a_rule_that_counts_differently_shows_where() -> None:
    """If the rules now lead to another state, the replay names the first other entry and the places."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    for gold in (4, 5):
        question = match.questions()[0]
        match.answer(question.key, {"gold": gold, "banner": False}, Stamp(question.seat))
    export = export_match(match, seats=["ann", "bob"])

    def richer(state: toy.Fair, seat: str) -> Rule[None]:
        answer = yield from toy.ask(seat, t("Prepare"), match.line()[0] and FORM, section="1.1")
        state.sides[seat].gold = answer["gold"] + (seat == "bob")
        state.sides[seat].name = seat
        state.minted += answer["gold"]

    with rule_changed(toy.prepare, richer):
        found = replay(toy.GAME, export).differences
    assert [difference.n for difference in found] == [2, 0]
    assert "/sides/bob/gold" in str(found[1].what)


FORM = toy.Fields(
    (
        toy.Field("gold", t("Starting gold"), toy.Number(0, 20)),
        toy.Field("banner", t("With a banner?"), toy.Confirm()),
    )
)


def test_an_answer_that_does_not_fit_any_more_is_named() -> None:
    """What the rules do not ask any more is left out, the rest goes on."""
    rng = Random(3)
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    question = play_to(match, "1.3", rng)
    drawn = [entry.n for entry in match.line() if entry.section == "1.2"]
    match.answer(question.key, 3, Stamp(question.seat))

    def no_cards(state: toy.Fair, seat: str) -> Rule[int]:
        much = yield from number(seat, t("How many?"), 0, 2, section="1.2")
        return much

    export = export_match(match, seats=["ann", "bob"])
    with rule_changed(toy.deal, no_cards):
        again = replay(toy.GAME, export)
        assert [difference.n for difference in again.differences][:2] == drawn
        assert len(again.entries) == match.ledger.last()
        assert again.match(toy.GAME).questions()[0].section == "1.2"


def test_a_rule_that_breaks_during_replay_is_a_difference() -> None:
    """A crash names the entry; the replay goes on."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    advance_match(match, Random(1), 1)

    def broken(state: toy.Fair, seat: str) -> Rule[None]:
        yield from toy.ask(seat, t("Prepare"), FORM, section="1.1")
        raise ZeroDivisionError("oops")

    export = export_match(match, seats=["ann", "bob"])
    with rule_changed(toy.prepare, broken):
        found = replay(toy.GAME, export).differences
    assert found[0].n == 1
    assert "oops" in str(found[0].what)


def _broken(export: MatchExport, **changes: object) -> bytes:
    return encode_export(msgspec.structs.replace(export, **changes))


def test_damaged_records_are_refused() -> None:
    """Anything that is no sound record gives a DataError that says what is wrong."""
    _, export = played(1, 20)
    good = encode_export(export)
    entry = export.entries[0]
    bad = {
        "no exported match": good[:-40],
        "format 9": good.replace(b'"format": 1,', b'"format": 9,', 1),
        "save": _broken(export, save=msgspec.Raw(b"{}")),
        "tip": _broken(export, tip=99),
        "out of order": _broken(export, entries=export.entries[1:]),
        "no correction": _broken(export, entries=[msgspec.structs.replace(entry, kind="correction", value=1)], tip=0),
    }
    for message, text in bad.items():
        with pytest.raises(DataError, match=message):
            decode_export(text)
    for text in (b"", b"\xff", b"[]", b"null"):
        with pytest.raises(DataError):
            decode_export(text)


@pytest.mark.slow
@given(st.data())
def test_a_record_with_any_part_changed_never_crashes(data: st.DataObject) -> None:
    """Replace any value of a record by another: it is refused with a DataError, or replayed."""
    _, export = played(5, 24)
    plain = msgspec.json.decode(msgspec.json.encode(export))
    spot, key = plain, data.draw(st.sampled_from(sorted(plain)))
    while isinstance(spot[key], dict | list) and spot[key] and data.draw(st.booleans()):
        spot = spot[key]
        key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
    spot[key] = data.draw(st.sampled_from([None, -1, 3, "x", [], {}, ["/sides/ann/gold", 3, ""], [[]]]))
    with suppress(DataError):
        replay(toy.GAME, decode_export(msgspec.json.encode(plain)))


def test_only_the_right_game_and_beginning() -> None:
    """Another game, an unknown helper or ruling cannot be begun."""
    _, export = played(1, 8)
    for changes in ({"game": "chess"}, {"helper": "none"}, {"rulings": {"none": "x"}}, {"settings": {"length": "?"}}):
        with pytest.raises(DataError):
            replay(toy.GAME, msgspec.structs.replace(export, **changes))


def test_differing_names_places() -> None:
    """Paths of what is different, missing or new."""
    assert differing({"a": [1, 2], "b": 1}, {"a": [1, 3], "c": 1}) == ["/a/1", "/b", "/c"]
    assert differing([1], [1, 2]) == ["/"]


@pytest.mark.parametrize("known", [True, False])
def test_an_older_match_is_replayed_by_the_rulings_it_was_played_by(known: bool) -> None:
    """A record names only what was chosen: what the release of today has by default may be something else."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    advance_match(match, Random(4), 8)
    export = export_match(match, seats=["ann", "bob"])
    if not known:
        save = decode_save(bytes(export.save))
        state = msgspec.json.decode(bytes(save.state))
        del state["rulings"]["ties"]
        save.state = msgspec.Raw(msgspec.json.encode(state))
        export = msgspec.structs.replace(export, save=msgspec.Raw(encode_save(save)))
    turned = msgspec.structs.replace(toy.TIES, readings=toy.TIES.readings[::-1], before=toy.TIES.default)
    game = msgspec.structs.replace(toy.GAME, rulings=(turned, toy.SALE))
    assert replay(game, export).differences == ()
