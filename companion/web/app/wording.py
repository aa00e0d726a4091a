"""Words for what is kept: paths and values of a state, moments, as people read them. Of a request only its language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from companion.web.app.texts import _, language, name_of

LONG = 9
"""A number of so many digits is no place of a list."""


def value_words(value: Any, places: Mapping[str, str] = MappingProxyType({})) -> str:
    """A value in words: `siege_engine` is `Siege engine`, nothing a dash, a record its texts, a list how many.

    `places` are the names of places that may be a value."""
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
    """A path in words: `/cities/home:blue/stock/gold` is `Cities › Home: Blue › Stock › Gold`. `places` have names."""
    parts = [name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:]]
    names = [places.get(name) or name.replace("_", " ") for name in parts]
    return " \u203a ".join(": ".join(_part_words(part) for part in name.split(":")) for name in names)


def _part_words(name: str) -> str:
    is_place = name.isascii() and name.isdigit() and len(name) < LONG
    return str(int(name) + 1) if is_place else name_of(name[:1].upper() + name[1:])


def clock(time: str) -> str:
    """The hour and minute of a moment as the clock beside the server shows it; "" for none."""
    moment = _moment(time)
    return moment.strftime("%H:%M") if moment else ""


def moment(time: str) -> str:
    """The day and the minute of a moment; "" for none."""
    return f"{day(time)} {clock(time)}".strip()


def day(time: str) -> str:
    """The day of a moment, as the reader writes it; "" for none."""
    moment = _moment(time)
    return moment.strftime("%d.%m.%Y" if language() == "de" else "%Y-%m-%d") if moment else ""


def _moment(time: str) -> datetime | None:
    try:
        return datetime.fromisoformat(time).astimezone()
    except ValueError:
        return None


def lettered(n: int) -> str:
    """The nth place of a map, from 1 on: a letter, which nobody takes for a cost; after 26 of them two."""
    first, second = divmod(n - 1, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + second)
