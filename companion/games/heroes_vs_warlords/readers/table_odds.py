"""The odds of the rolls in stand-alone helpers: guards of a hex, loot of a conquest, reactions."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Outlook, Quantity
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, army_text
from companion.games.heroes_vs_warlords.records.state import Fighter, HvWState, Stack


def army_name(stacks: list[Stack] | list[Fighter]) -> str:
    """An army as text: `faction:level:number` for each stack, separated by spaces."""
    return " ".join(f"{one.faction}:{one.level}:{one.count}" for one in stacks)


def army_of(name: str) -> list[Stack]:
    """The stacks of an army that is given as text."""
    parts = [one.split(":") for one in name.split()]
    return [Stack(faction, int(level), int(count)) for faction, level, count in parts]


def army_words(name: str) -> Text:
    """An army that is given as text, in words for people."""
    return army_text(army_of(name)) if name else t("nobody")


def _guards(state: HvWState) -> list[Quantity]:
    return [
        Quantity("army", t("Who waits there"), _army, words=army_words),
        Quantity("units", t("Units"), _units),
        Quantity("levels", t("Levels of all units"), _levels),
    ]


def _army(name: Any, state: HvWState) -> str:
    return str(name)


def _units(name: Any, state: HvWState) -> int:
    return sum(one.count for one in army_of(name))


def _levels(name: Any, state: HvWState) -> int:
    return sum(one.level * one.count for one in army_of(name))


def _loot(state: HvWState) -> list[Quantity]:
    return [Quantity(name, t(RESOURCE_TITLES[name]), partial(taken, name)) for name in facts.RESOURCES]


def taken(name: str, loot: Any, state: HvWState) -> int:
    """How much of a Resource is captured."""
    return int(loot.get(name, 0))


def _reaction(words: Text, state: HvWState) -> list[Quantity]:
    return [Quantity("reaction", words, _yes, is_chance=True, leading=True)]


def _yes(result: Any, state: HvWState) -> bool:
    return bool(result)


def _helper(rule: str, section: str, quantities: Any) -> Outlook:
    return Outlook(f"heroes_vs_warlords.helpers.{rule}", (section,), quantities, (), dice_only=True)


TABLE_OUTLOOKS = (
    _helper("guards_table", "3.3.1", _guards),
    _helper("conquest_loot", "8.12", _loot),
    _helper("guard_reaction", "7.3.1.1", partial(_reaction, t("The guards react"))),
    _helper("hero_reaction", "7.3.2", partial(_reaction, t("The Hero succeeds"))),
)
