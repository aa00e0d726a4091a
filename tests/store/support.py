"""Short ways to begin a match and to post, for the tests of the store and its benchmark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.match.ledger import Entry
from companion.engine.match.live import Stamp
from companion.store import Store
from tests.store.toy import TOY

NOW = "2026-11-20T10:00:00Z"


def new_match(store: Store, **settings: str) -> str:
    return store.create(TOY, ["red", "blue"], settings, {}, release="1", now=NOW)


def post(store: Store, code: str, raw: Any, name: str = "", then: Callable[[], None] = lambda: None) -> Entry:
    """Answer whatever is open; `then` runs inside the transaction."""
    with store.change(code) as work:
        question = work.match.questions()[0]
        entry = work.match.answer(question.key, raw, Stamp(question.seat, NOW, "1", name))
        then()
    return entry


def propose(store: Store, code: str, proposal: Any) -> None:
    """Put a proposal before the table."""
    with store.change(code) as work:
        work.proposal = proposal
