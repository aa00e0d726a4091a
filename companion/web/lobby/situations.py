"""Situations: what was filled into a stand-alone helper, as a link that others can open. Pure functions.

A situation is the list of answers to the forms that a helper asks before the first die is rolled. The link holds them
packed as text; opening it begins a new helper with these answers, each checked as if it had been typed.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from typing import Any

from companion.engine.core.errors import Refused
from companion.engine.match.ledger import Entry
from companion.engine.match.live import Match, Stamp

LONGEST = 2000
"""Letters of a packed situation; longer ones are not shared."""
_LARGEST = 64 * 1024


def of_line(entries: Sequence[Entry]) -> list[Any]:
    """The answers before the first roll or draw, from the live entries (oldest first)."""
    found: list[Any] = []
    for entry in entries:
        if entry.kind != "answer":
            continue
        if entry.random:
            break
        found.append(entry.value)
    return found


def pack(answers: list[Any]) -> str:
    """A situation as text for a link; "" when there is none or it is too long."""
    text = base64.urlsafe_b64encode(zlib.compress(json.dumps(answers, separators=(",", ":")).encode(), 9)).decode()
    return text.rstrip("=") if answers and len(text) <= LONGEST else ""


def unpack(text: str) -> list[Any]:
    """The situation in a link; empty when the text is damaged."""
    if not text or len(text) > LONGEST:
        return []
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacked = zlib.decompressobj().decompress(packed, _LARGEST)
        answers = json.loads(unpacked)
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        return []
    return answers if isinstance(answers, list) else []


def fill_in(match: Match, answers: list[Any], stamp: Stamp) -> int:
    """Answer the open forms of a new helper one after another. Returns how many answers fitted."""
    for n, answer in enumerate(answers):
        questions = match.questions()
        if len(questions) != 1:
            return n
        try:
            match.answer(questions[0].key, answer, stamp)
        except Refused:
            return n
    return len(answers)
