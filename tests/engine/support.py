"""What several engine tests share: random play of the toy game, and rules that are exchanged for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.questions import sample
from companion.engine.core.rules import RuleCode, book
from companion.engine.game.record import Game, begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner
from companion.engine.running.save import decode_save, encode_save
from tests.engine import toy

seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(0, 70)


def new_runner(rng: Random, game: Game = toy.GAME) -> Runner:
    """A fresh toy game with random seats and rulings."""
    seats = toy.SEATS[: rng.choice(game.players)]
    return begin(game, seats, {}, {"ties": rng.choice(["again", "rival"])})


def new_match(rng: Random) -> Match:
    """The same as a live match."""
    return Match.start(toy.GAME, new_runner(rng), MemoryLedger(), Stamp("host"))


def random_answer(runner: Runner, rng: Random) -> tuple[str, Any]:
    """A key and a legal value."""
    question = rng.choice(runner.questions())
    return question.key, sample(question.part, rng)


def advance(runner: Runner, rng: Random, steps: int) -> None:
    """Answer a number of questions (or all that there are)."""
    for _ in range(steps):
        if runner.done:
            return
        key, value = random_answer(runner, rng)
        try:
            runner.answer(key, value)
        except Refused:
            continue


def advance_match(match: Match, rng: Random, steps: int) -> None:
    """The same through posts."""
    for _ in range(steps):
        if match.runner.done:
            return
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
        except Refused:
            continue


def play_to(match: Match, section: str, rng: Random, limit: int = 300) -> Any:
    """Play on until a section is asked; gives the question."""
    for _ in range(limit):
        found = next((q for q in match.questions() if q.section == section), None)
        if found is not None:
            return found
        advance_match(match, rng, 1)
    raise AssertionError(f"{section} was never asked")


def attempt(act: Callable[[], Any]) -> tuple[Any, Refusal | None]:
    """What an action gives, or the refusal it raises."""
    try:
        return act(), None
    except Refused as refused:
        return None, refused.refusal


def saved(runner: Runner) -> bytes:
    """The save of a runner as text."""
    return encode_save(runner.save())


def resume_or_stall(runner: Runner) -> Runner:
    """Another runner from the save of this one."""
    return Runner(book, toy.Fair, decode_save(saved(runner)))


def keys(runner: Runner) -> list[str]:
    """The keys of the open questions."""
    return [question.key for question in runner.questions()]


def plain(runner: Runner) -> Any:
    """The state without the order of its keys."""
    return msgspec.json.decode(runner.state_json)


@contextmanager
def rule_changed(old: Any, new: Callable[..., Any]) -> Iterator[None]:
    """Another text for a rule of the toy game, as a new release would bring."""
    code: RuleCode = old.code
    new.__name__, new.__module__ = code.fn.__name__, code.fn.__module__
    book.add(RuleCode(new, code.sections, code.is_flow))
    try:
        yield
    finally:
        book.add(code)
