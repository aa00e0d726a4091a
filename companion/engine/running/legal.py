"""What a corrected value may be beyond its type: one of a list of words, a number within limits, a board that can be
drawn.

A field definition names the words that it allows:

    faction: Annotated[str, one_of(facts.UNITS)]

Reading a save does not check this, so that a match from an older release opens; corrections do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Meta, Struct, inspect

from companion.engine.core.errors import Refused
from companion.engine.core.text import Text, t
from companion.engine.game.panels import Panel
from companion.engine.game.record import Game
from companion.engine.running.paths import all_fields, choices_of, escaped, inner_type, leaves, type_at
from companion.engine.running.save import State

MOST = 1_000_000
"""The largest number a correction may set, either side of nothing; rules and boards may count up to what they hold."""
LONGEST = 200
"""The longest text (letters) and the longest list a correction may set."""
_NAMED = 3


def one_of(words: Iterable[str], *more: str) -> Meta:
    """The annotation of a text field that must be one of these words."""
    return Meta(extra={"one_of": (*more, *words)})


def check_legal(state_type: type[State], path: str, value: Any) -> None:
    """Raise Refused when a value (or one inside it) is not among the words its type names, or is beyond limits."""
    for where, held, reason in illegal(value, type_at(state_type, path), path):
        raise Refused(
            "", t("{path} cannot be {value}. {reason}", path=where, value=_short(held), reason=reason), "value"
        )


def illegal(value: Any, kind: inspect.Type | None, path: str = "") -> Iterator[tuple[str, Any, Text]]:
    """The values inside plain data that their type does not allow, as (path, value, reason)."""
    match value:
        case bool() | None:
            return
        case int() | float() if abs(value) > MOST:
            yield path, value, t("At most {n}.", n=MOST)
        case str() if choices_of(kind) and value not in choices_of(kind):
            yield path, value, t("That is not one of the choices.")
        case str() if len(value) > LONGEST:
            yield path, value, t("That is too long.")
        case list() | dict() if len(value) > LONGEST * 5:
            yield path, len(value), t("That is too long.")
        case list() | dict():
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            for name, child in pairs:
                yield from illegal(child, inner_type(kind, str(name)), f"{path}/{escaped(str(name))}")


def drawing_fault(game: Game, state: State) -> Exception | None:
    """The error that drawing the board for some seat or for watchers raises; None when every board can be drawn."""
    if game.board is None:
        return None
    shown: tuple[Panel, ...] = ()
    try:
        for seat in (*(seat.id for seat in game.seats), ""):
            board = game.board(state, seat)
            show_all([board.where, board.doing])
            show_all([panel for panel in board.panels if panel not in shown])  # most are the same for all seats
            shown = board.panels
    except Exception as error:
        return error
    return None


def fault_words(game: Game, state: State, fault: Exception) -> Text:
    """Which value keeps a board from being drawn, as far as this can be found out, and what to do about it."""
    data = all_fields(state)
    found = [(path, value) for path, value, _ in illegal(data, type_at(game.state_type, ""))]
    if not found and isinstance(fault, KeyError) and fault.args:
        found = [(path, value) for path, value in leaves(data) if value == fault.args[0]]
    if not found:
        return t(
            "The board cannot be drawn ({reason}). Correct the value that is wrong, or undo.",
            reason=f"{type(fault).__name__}: {fault}"[:LONGEST],
        )
    named = ", ".join(f"{path}: {_short(value)}" for path, value in found[:_NAMED])
    return t("The board cannot be drawn because of a value ({named}). Correct it, or undo.", named=named)


def show_all(value: Any) -> None:
    """Show every text inside a record, as a page would. Raises KeyError when a message lacks one of its values."""
    if isinstance(value, Text):
        if value.unfilled:
            raise KeyError(*value.unfilled)
        value.show()
    elif isinstance(value, list | tuple):
        for child in value:
            show_all(child)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            child = getattr(value, name)
            if type(child) not in _PLAIN:  # most of them: a look at each would cost more than all that is shown
                show_all(child)


_PLAIN = (str, int, bool, type(None))


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "..."
