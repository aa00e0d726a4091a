"""The sign that is drawn on a card or piece, by its name."""

from __future__ import annotations

import re

from companion.engine.game.data import read_toml
from companion.games.conquest_of_zabor import facts

SILHOUETTES: dict[str, dict[str, str]] = {
    deck: signs for deck, signs in read_toml(facts.PACKAGE, "silhouettes.toml").items() if deck != "provenance"
}
"""Deck -> name of a card, small and with _ between its words -> its own sign."""


def own_sign(deck: str, name: str, otherwise: str) -> str:
    """The sign of a card by its name; where it has none, that of its deck."""
    return SILHOUETTES.get(deck, {}).get(re.sub(r"\W+", "_", name.lower()), otherwise)
