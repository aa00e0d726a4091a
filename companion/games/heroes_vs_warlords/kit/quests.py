"""Quest cards of the kit (17.2), one for each row of the quest data."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ABILITY_TITLES, RESOURCE_TITLES
from companion.games.heroes_vs_warlords.records.facts import Quest
from printables.kinds import card
from printables.model import Component, Piece

QUEST = ("deck", "heather")
"""The ground of the deck."""
ICONS = {
    1: "ruin", 2: "outpost", 3: "tower", 4: "sword", 5: "flag", 6: "skull",
    7: "holy_place", 8: "close", 9: "home_city", 10: "recruitment", 11: "initiative", 12: "gold",
}  # fmt: skip
"""A picture for each task; a task without one shows the deck's symbol."""


def rewards(say: Say, one: Quest) -> tuple[tuple[str, tuple[str, str] | None, str], ...]:
    """The rewards of a quest as (icon, colour, words)."""
    out: list[tuple[str, tuple[str, str] | None, str]] = []
    for name, amount in one.reward.items():
        if name in RESOURCE_TITLES:
            out.append((name, ("resource", name), say("{n} {what}", n=amount, what=say(RESOURCE_TITLES[name]))))
        elif name == "ep":
            out.append(("experience", ("ability", "experience"), say("{n} EP", n=amount)))
        elif name == "honor":
            out.append(("honor", ("ability", "honor"), say("{n} Honor", n=amount)))
        elif name == "level_2":
            out.append(("man_at_arms", None, say("{n} × Level 2", n=amount)))
        else:
            out.append((name, ("ability", name), say(ABILITY_TITLES.get(name, name.title())) + f" +{amount}"))
    return tuple(out)


def quest(making: Making, one: Quest) -> card.Card:
    """One card."""
    return card.Card(
        deck=making.say("Quest"),
        number=str(one.id),
        icon=ICONS.get(one.id, "quest"),
        task=making.say(one.task),
        reward_word=making.say("Reward"),
        rewards=rewards(making.say, one),
        ground=QUEST,
        note=making.label("quests"),
    )


def quest_cards(making: Making) -> Component:
    """The deck."""
    deck = card.Card(making.say("Quest"), "", "quest", "", "", (), QUEST)
    pieces = tuple(
        Piece(
            f"quest-{one.id}",
            making.say("Quest {n}", n=one.id),
            1,
            card.outline(),
            partial(card.front, quest(making, one)),
            partial(card.back, deck),
            3.0,
        )
        for one in facts.QUESTS
    )
    return Component("quest_cards", making.say("Quest cards"), pieces)
