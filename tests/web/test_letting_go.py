"""What a page or an answer has used goes when it is over, and is not left to the garbage collector.

A busy worker makes hundreds of pages a second and is searched every five minutes: what waited for that was half a
gigabyte.
"""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from jinja2.runtime import Context

from companion.engine.core.questions import sample
from companion.engine.match.live import Match, Stamp
from companion.store import Store
from tests.interleavings.positions import NOW, recorded
from tests.web.phones import Phone


@contextmanager
def unsearched() -> Iterator[list[Any]]:
    """Without searches in the block; afterwards the list holds what only a search finds."""
    found: list[Any] = []
    gc.collect()
    gc.freeze()  # what other tests have left running may end meanwhile
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()


def ours(found: list[Any]) -> Counter[str]:
    """What of it belongs to this program, or is a page's context, by type.

    Not the connections of a server that an earlier test has left in a thread: none of these pages goes through one.
    """
    kinds = [f"{type(one).__module__}.{type(one).__qualname__}" for one in found
             if type(one).__module__.startswith("companion.") or isinstance(one, Context)]  # fmt: skip
    kinds = [kind for kind in kinds if not kind.startswith("companion.web.serving.")]
    return Counter(kinds)


ONE_OF_EACH = {given[0].game.name: given for given in recorded()}


@pytest.mark.parametrize("given", list(ONE_OF_EACH.values()), ids=list(ONE_OF_EACH))
def test_the_rules_of_a_match_go_with_their_runner(given: tuple[Match, tuple[str, ...]]) -> None:
    """At once, with the states their steps work on."""
    match = Match(given[0].game, given[0].save_text(), given[0].ledger, given[0].tip)
    known = weakref.ref(match.runner.root) if match.runner.root is not None else lambda: None
    with unsearched() as found:
        match.runner = Match(match.game, match.save_text(), match.ledger, match.tip).runner
        assert known() is None
        del match
    assert not ours(found)


def test_an_answer_its_pages_and_its_undo_leave_nothing_behind(
    store: Store, code: str, host: Phone, guest: Phone
) -> None:
    """Neither the runner that was left nor what the pages were drawn from."""

    def turn() -> None:
        with store.change(code) as work:
            question = work.match.questions()[0]
            work.match.answer(question.key, sample(question.part, Random(1)), Stamp("ann", NOW))
        for one in (host, guest):
            assert one.get(f"/m/{code}").status_code == 200
            assert one.get(f"/m/{code}/live?tab=now").status_code == 200
        with store.change(code) as work:
            work.match.undo(work.match.tip, Stamp("ann", NOW))
        for one in (host, guest):
            assert one.get(f"/m/{code}/live?tab=now").status_code == 200

    turn()
    with unsearched() as found:
        turn()
    assert not ours(found)


PAGES = ("/m/{}/log", "/m/{}/tv", "/m/{}/rules", "/m/{}/host", "/m/{}/access", "/new/toy", "/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_with_macros_of_its_own_leaves_nothing_behind(code: str, host: Phone, path: str) -> None:
    """A macro knows its page, which knows it."""
    assert host.get(path.format(code)).status_code == 200
    with unsearched() as found:
        host.get(path.format(code))
    assert not ours(found)
