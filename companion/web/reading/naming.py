"""Naming: values and places of a match in words, as its board calls them, for pages that mention them elsewhere."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from posixpath import commonpath

from flask import g

from companion.engine.core.text import Text
from companion.engine.game.panels import BattlePanel, Display, Gauge, MapPanel, Panel
from companion.web.app.texts import name_of, say
from companion.web.app.viewer import Viewer
from companion.web.app.wording import path_words, value_words

log = logging.getLogger(__name__)
DEEP = 2
"""Nothing above that level belongs to one owner."""
COORDINATES = re.compile(r"-?\d+,-?\d+")


def part_names(viewer: Viewer) -> dict[str, str]:
    """What people call the fields of a state, by the names of the fields."""
    return {field: name_of(title) for field, title in viewer.game.parts.items()}


def names_of_ids(viewer: Viewer) -> dict[str, str]:
    """What people call pieces and areas, by their ids; empty if a wrong value makes that impossible."""
    if viewer.game.called is None:
        return {}
    try:
        return {one: say(words) for one, words in viewer.game.called(viewer.view.state, viewer.seat_shown()).items()}
    except Exception:
        log.exception("%s: its pieces cannot be named", viewer.code)
        return {}


def place_names(viewer: Viewer, *texts: object) -> dict[str, str]:
    """Names of pieces and areas by their ids, and those (tile and direction) of the hexes whose coordinates are in
    these texts, by coordinates.
    """
    return _hex_names(viewer, *texts) | names_of_ids(viewer)


def _hex_names(viewer: Viewer, *texts: object) -> dict[str, str]:
    wanted = {one for text in texts for one in COORDINATES.findall(str(text))}
    if not wanted:
        return {}
    maps = [panel for panel in panels_of(viewer) if isinstance(panel, MapPanel)]
    hexes = [one for panel in maps for one in panel.hexes if one.place in wanted]
    return {one.place: name_of(f"{one.tile} {one.name}".strip()) for one in hexes if one.tile or one.name}


def panels_of(viewer: Viewer) -> tuple[Panel, ...]:
    """The board as this phone sees it, drawn once for a request; empty if a wrong value makes that impossible."""
    drawn: dict[object, tuple[Panel, ...]] = g.setdefault("panels_of", {})
    key = viewer.code, viewer.view.mark, viewer.seat_shown()
    if key not in drawn:
        try:
            drawn[key] = viewer.game.board(viewer.view.state, viewer.seat_shown()).panels if viewer.game.board else ()
        except Exception:
            log.exception("%s: the board cannot be drawn", viewer.code)
            drawn[key] = ()
    return drawn[key]


def owners_of_values(viewer: Viewer) -> dict[str, tuple[str, dict[str, str]]]:
    """What the board calls the owners of values: path of the owner -> its title, and the labels of its values by path.

    `/players/blue/heroes/0` is `Hero 1 of Blue`. A path with several titles is left out.
    """
    found: dict[str, tuple[str, dict[str, str]]] = {}
    twice: set[str] = set()
    for title, gauges in _titled(panels_of(viewer)):
        labels = {one.path: say(one.label) for one in gauges if one.path}
        base = commonpath([path.rpartition("/")[0] for path in labels]) if labels else ""
        if base.count("/") >= DEEP and found.setdefault(base, (say(title), labels))[0] != say(title):
            twice.add(base)
    return {base: one for base, one in found.items() if base not in twice}


def _titled(panels: tuple[Panel, ...]) -> Iterator[tuple[Text, tuple[Gauge, ...]]]:
    for panel in panels:
        if isinstance(panel, Display):
            yield panel.title, panel.gauges
        elif isinstance(panel, BattlePanel):
            yield from ((side.title, side.gauges) for side in panel.sides)


def owned(
    owners: Mapping[str, tuple[str, dict[str, str]]], path: str, names: Mapping[str, str]
) -> tuple[str, str] | None:
    """Whose value it is and what it is, in words: `Hero 1 of Blue`, `Attack`; None if the board shows no owner."""
    base = max((one for one in owners if path.startswith(f"{one}/")), key=len, default="")
    if not base:
        return None
    title, labels = owners[base]
    return title, labels.get(path) or path_words(path.removeprefix(base), names)


def named_path(viewer: Viewer, path: str) -> str:
    """A path in words: whose value it is as the board calls it, else the path itself, with the names of places."""
    names = place_names(viewer, path)
    found = owned(owners_of_values(viewer), path, names)
    return ": ".join(found) if found else path_words(path, names | part_names(viewer))


def named_value(viewer: Viewer, value: object) -> str:
    """A value in words, with the name of a place."""
    return value_words(value, place_names(viewer, value) if isinstance(value, str) else {})
