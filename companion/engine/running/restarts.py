"""Steps that must ask again, because a release or the state under them has changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.core.text import Text, plural


class Restart(Struct, frozen=True):
    """A step that had to ask again, how many of its answers were dropped, and what has changed under it."""

    rule: str
    dropped: int
    why: Literal["release", "state"] = "state"


def restart_note(restart: Restart) -> Text:
    """What the players are told about a restart."""
    if restart.why == "release":
        return plural(
            restart.dropped,
            "The rules were updated while a form was open; it is asked again (1 answer).",
            "The rules were updated while a form was open; it is asked again ({n} answers).",
        )
    return plural(
        restart.dropped,
        "Something this form depends on has changed; it is asked again (1 answer).",
        "Something this form depends on has changed; it is asked again ({n} answers).",
    )
