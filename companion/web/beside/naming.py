"""Naming: places of the map in words, for pages that mention them outside the map."""

from __future__ import annotations

import logging
import re

from companion.engine.core.text import Text
from companion.engine.game.panels import MapPanel
from companion.web.app.viewer import Viewer
from companion.web.app.wording import path_words, value_words

log = logging.getLogger(__name__)
COORDINATES = re.compile(r"-?\d+,-?\d+")


def place_names(viewer: Viewer, *texts: object) -> dict[str, str]:
    """Names (tile and direction) of the hexes whose coordinates are in these texts, by coordinates; empty if none
    are.
    """
    wanted = {one for text in texts for one in COORDINATES.findall(str(text))}
    if not wanted or viewer.game.board is None:
        return {}
    try:
        panels = viewer.game.board(viewer.view.state, viewer.eye()).panels
    except Exception:
        log.exception("%s: the board cannot be drawn", viewer.code)
        return {}
    hexes = [one for panel in panels if isinstance(panel, MapPanel) for one in panel.hexes if one.place in wanted]
    return {one.place: f"{one.tile} {one.name}".strip() for one in hexes if one.tile or one.name}


def named_path(viewer: Viewer, path: str) -> str:
    """A path in words, with the names of places."""
    return path_words(path, place_names(viewer, path))


def named_value(viewer: Viewer, value: object) -> str:
    """A value in words, with the name of a place."""
    return value_words(value, place_names(viewer, value) if isinstance(value, str) else {})


def named_correction(viewer: Viewer, text: Text, path: str, value: object) -> Text:
    """The text of a correction, with the names of places."""
    return Text(text.message, {"path": named_path(viewer, path), "value": named_value(viewer, value)})
