"""Texts from a file may say anything: they show names and values, and nothing else of the program; and never grow."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest

from companion.engine.core.errors import DataError
from companion.engine.core.questions import sample
from companion.engine.core.text import Text, t
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import decode_export, encode_export, export_match
from tests.engine import toy

HOSTILE = [
    "{x.__class__}", "{x.__class__.__mro__}", "{x[0]}", "{x!r}", "{x:>1000000000}", "{x:{x}}", "{0}", "{}", "{x", "}{",
    "{x.__init__.__globals__}", "%s %(x)s", "${x}", "{x:99999d}",
]  # fmt: skip


@pytest.mark.parametrize("message", HOSTILE)
@pytest.mark.parametrize("value", ["gold", 7, t("{x}", x=1)])
def test_a_message_can_only_name_its_values(message: str, value: str | int | Text) -> None:
    """No attribute, no element, no padding, and never an error: what is no plain name stays as it was written."""
    assert Text(message, {"x": value}).show() == message.replace("{x}", str(value))


def test_a_value_is_not_filled_in_again() -> None:
    """What people typed may hold braces; it is shown as it is."""
    assert t("{a} and {b}", a="{b}", b="{a}").show() == "{b} and {a}"


def exported_with(text: Text) -> bytes:
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp(""))
    question, rng = match.questions()[0], Random(1)
    match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
    record = export_match(match, seats=["ann", "bob"], settings={}, rulings={})
    record.entries[-1].prompt = text
    return encode_export(record)


def test_a_text_that_doubles_itself() -> None:
    """Thirty levels of ten times the same would be 10^30 letters; the file is refused at once, unexpanded."""
    bomb = Text("ha")
    for _ in range(30):
        bomb = Text("{x}" * 10, {"x": bomb})
    begun = time.perf_counter()
    with pytest.raises(DataError, match="longer than anything"):
        decode_export(exported_with(bomb))
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize("levels", [60, 400, 100_000])
def test_a_text_inside_a_text_without_end(levels: int) -> None:
    """Deep nesting is refused in words, whether reading or measuring stumbles over it."""
    whole = msgspec.json.format(exported_with(Text("deep", {"x": 1})), indent=-1)
    plain = msgspec.json.encode(Text("deep", {"x": 1}))
    deep = b'{"message":"{x}","values":{"x":' * levels + b"1" + b"}}" * levels
    assert whole.count(plain) == 1
    with pytest.raises(DataError):
        decode_export(whole.replace(plain, deep))
