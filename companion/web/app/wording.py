"""Words for stored data: paths and values of a state, and times, as people read them. Uses only the request's
language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from companion.engine.core.options import Option
from companion.web.app.texts import _, language, name_of

LONG = 9
"""A number of so many digits is no place of a list."""


def value_words(value: Any, places: Mapping[str, str] = MappingProxyType({})) -> str:
    """A value in words: `siege_engine` is `Siege engine`, None a dash, a record its texts, a list its length.

    `places` are names of places by the ids that a value may have.
    """
    match value:
        case bool():
            return _("Yes") if value else _("No")
        case dict():
            return ", ".join(value_words(one) for one in value.values() if one and isinstance(one, str)) or "\u2026"
        case list():
            return _("{n} of them", n=len(value))
        case None | "":
            return "\u2013"
        case _:
            text = str(value)
            if text in places:
                return places[text]
            return name_of(text[:1].upper() + text[1:].replace("_", " "))


def path_words(path: str, places: Mapping[str, str] = MappingProxyType({})) -> str:
    """A path in words: `/cities/home:blue/stock/gold` is `Cities › Home: Blue › Stock › Gold`.

    `places` are names of places by the ids that may be in the path.
    """
    parts = [name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:]]
    names = [places.get(name) or name.replace("_", " ") for name in parts]
    return " \u203a ".join(": ".join(_part_words(part) for part in name.split(":")) for name in names)


def _part_words(name: str) -> str:
    is_place = name.isascii() and name.isdigit() and len(name) < LONG
    return str(int(name) + 1) if is_place else name_of(name[:1].upper() + name[1:])


def clock(time: str) -> str:
    """Hour and minute of a time (ISO 8601) in the server's time zone; "" for none."""
    moment = _moment(time)
    return moment.strftime("%H:%M") if moment else ""


def moment(time: str) -> str:
    """Day and minute of a time (ISO 8601); "" for none."""
    return f"{day(time)} {clock(time)}".strip()


def day(time: str) -> str:
    """The day of a time (ISO 8601), as the reader's language writes it; "" for none."""
    moment = _moment(time)
    return moment.strftime("%d.%m.%Y" if language() == "de" else "%Y-%m-%d") if moment else ""


def _moment(time: str) -> datetime | None:
    try:
        return datetime.fromisoformat(time).astimezone()
    except ValueError:
        return None


def letters_of(options: Sequence[Option]) -> dict[str, str]:
    """The letters of options on a map, in their order: those that come to the same have one."""
    kinds = list(dict.fromkeys(one.same or one.id for one in options))
    return {one.id: lettered(kinds.index(one.same or one.id) + 1) for one in options}


def lettered(n: int) -> str:
    """A letter for the nth place of a map, counted from 1, so that it is not mistaken for a cost; two letters after
    26.
    """
    first, second = divmod(n - 1, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + second)
