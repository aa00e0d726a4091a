"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

PARTS = {
    "board": "Squares of the board",
    "pool": "Tiles beside the board",
    "gone": "Tiles out of the game",
    "battle": "The battle",
    "laid": "Whether the tiles are laid out",
    "seats": "Order of the players",
}
"""What people call the fields of a state, where the name of the field is not it."""
