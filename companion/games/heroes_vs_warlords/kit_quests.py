"""Quest cards of the kit (17.2), one for each row of the quest data."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.heroes_vs_warlords.kit_data import RESOURCE_NAMES, note, table
from printables.kinds import card
from printables.model import Component, Piece

ICONS = {
    1: "ruin", 2: "outpost", 3: "tower", 4: "sword", 5: "flag", 6: "skull",
    7: "holy_place", 8: "close", 9: "home_city", 10: "recruitment", 11: "initiative", 12: "gold",
}  # fmt: skip
"""A picture for each task; a task without one shows the deck's symbol."""


def rewards(row: dict[str, Any]) -> tuple[tuple[str, tuple[str, str] | None, str], ...]:
    """The rewards of a quest as (icon, colour, words)."""
    out: list[tuple[str, tuple[str, str] | None, str]] = []
    for name, amount in row["reward"].items():
        if name in RESOURCE_NAMES:
            out.append((name, ("resource", name), f"{amount} {RESOURCE_NAMES[name]}"))
        elif name == "ep":
            out.append(("experience", ("ability", "experience"), f"{amount} EP"))
        elif name == "honor":
            out.append(("honor", ("ability", "honor"), f"{amount} Honor"))
        elif name == "units":
            out.append(("recruitment", None, str(amount)))
        else:
            out.append((name, ("ability", name), f"{name.title()} +{amount}"))
    return tuple(out)


def quest(row: dict[str, Any]) -> card.Card:
    """One card."""
    return card.Card(
        deck="Quest",
        number=str(row["id"]),
        icon=ICONS.get(row["id"], "quest"),
        task=row["task"],
        reward_word="Reward",
        rewards=rewards(row),
        ground=("ability", "honor"),
        note=note("quests"),
    )


def quest_cards() -> Component:
    """The deck."""
    deck = card.Card("Quest", "", "quest", "", "", (), ("ability", "honor"))
    pieces = tuple(
        Piece(
            f"quest-{row['id']}",
            f"Quest {row['id']}",
            1,
            card.outline(),
            partial(card.front, quest(row)),
            partial(card.back, deck),
            3.0,
        )
        for row in table("quests")["quest"]
    )
    return Component("quest_cards", "Quest cards", pieces, stock="cards")
