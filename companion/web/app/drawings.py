"""Drawings: pages as text with gaps, cached for all phones that see the same; also cached panels. Independent of
requests.

What differs from phone to phone (form tokens, idempotency keys) is left open when a page is drawn, and filled in each
time it is sent.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable
from hashlib import blake2b
from sys import getsizeof
from threading import Lock

from markupsafe import Markup
from msgspec import Struct, json

from companion.web.app.cache import Cache

ROOM, LARGEST = 4000, 64 * 2**20
"""Drawings that are kept, one of a role at a match, and their bytes. One has 15 to 60 KB, with a large map 150."""
PANELS, LARGEST_PANELS = 8000, 96 * 2**20
"""Panels that are kept, and their bytes. Most have 2 KB, a large map 100."""
PANEL_IDLE = 120.0
"""Seconds after which a panel that nobody has used may go: after an answer all phones ask within a few seconds, and a
panel that has changed never comes back, unless the answer is taken back.
"""
TOKEN = "csrf"
"""The gap for the token of a form; others are keys of posts, each named by its number."""
_OPEN = secrets.token_hex(16)  # nobody outside of this process ever sees it, so nobody can write it
_GAP = re.compile(rf"{_OPEN}-(\w+)-")
_LOCKS = 64


def gap(name: str | int) -> str:
    """The marker in a drawing where something is to be filled in."""
    return f"{_OPEN}-{name}-"


def filled(pieces: list[str], token: str) -> str:
    """The text of a drawing for one phone, whose form token is `token`."""
    given, whole = {TOKEN: token}, list(pieces)
    for n in range(1, len(whole), 2):
        whole[n] = given.get(whole[n]) or given.setdefault(whole[n], new_key())
    return "".join(whole)


def new_key() -> str:
    """A random idempotency key for a form."""
    return secrets.token_urlsafe(12)


def _weight(drawing: tuple[Hashable, list[str]]) -> int:
    """The bytes of a drawing; letters beyond Latin-1 make it two for each letter."""
    return sum(map(getsizeof, drawing[1]))


class Drawings:
    """A cache of the last drawings, in pieces. Thread-safe; if several threads want the same one, one of them draws
    it.
    """

    def __init__(self, room: int = ROOM, most: int = LARGEST) -> None:
        self._kept: Cache[Hashable, tuple[Hashable, list[str]]] = Cache(room, _weight, most)
        self._drawing = [Lock() for _ in range(_LOCKS)]

    def of(self, role: Hashable, mark: Hashable, draw: Callable[[], str]) -> list[str]:
        """The pieces of a drawing: text and the names of gaps in turn. `draw` makes it if it is not cached."""
        with self._drawing[hash(role) % _LOCKS]:
            known = self._kept.get(role)
            if known is not None and known[0] == mark:
                return known[1]
            return self._kept.put(role, (mark, _GAP.split(draw())))[1]


class Panels:
    """A cache of drawn panels and lines of the log: an answer changes few of them, and all phones of a match show the
    same. Thread-safe.

    The drawing of a panel depends only on the panel, the arguments of the macro and the language.
    """

    def __init__(self, room: int = PANELS, most: int = LARGEST_PANELS) -> None:
        self._kept: Cache[Hashable, Markup] = Cache(room, getsizeof, most, idle=PANEL_IDLE)

    def drawn(self, macro: Callable[..., Markup], panel: Struct, *given: Hashable, language: str) -> Markup:
        """What the macro returns for a panel."""
        key = (type(panel), blake2b(json.encode(panel), digest_size=16).digest(), given, language)
        return self._kept.get(key) or self._kept.put(key, macro(panel, *given))
