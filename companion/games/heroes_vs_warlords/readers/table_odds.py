"""The odds of the rolls in stand-alone helpers: guards of a hex, loot of a conquest, reactions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec import Struct, convert

from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Outlook, Quantity
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, army_text
from companion.games.heroes_vs_warlords.records.state import Fighter, HvWState, Stack


class Army(Struct, frozen=True):
    """Who stands together, as one value of a figure: (faction, Level, units) of each stack."""

    stacks: tuple[tuple[str, int, int], ...] = ()

    @classmethod
    def of(cls, stacks: Iterable[Stack | Fighter]) -> Army:
        """The army that these stacks are."""
        return cls(tuple((one.faction, one.level, one.count) for one in stacks))

    def __str__(self) -> str:
        """Its name for other programs: `faction:level:units` for each stack, separated by spaces."""
        return " ".join(f"{faction}:{level}:{units}" for faction, level, units in self.stacks)


def army_words(army: Army) -> Text:
    """An army in words for people."""
    return army_text(Stack(*stack) for stack in army.stacks) if army.stacks else t("nobody")


def _guards(state: HvWState) -> list[Quantity]:
    return [
        Quantity("army", t("Who waits there"), _army, words=army_words),
        Quantity("units", t("Units"), _units),
        Quantity("levels", t("Levels of all units"), _levels),
    ]


def _army(guards: Any, state: HvWState) -> Army:
    return Army.of(convert(guards, list[Stack]))


def _units(guards: Any, state: HvWState) -> int:
    return sum(units for _, _, units in _army(guards, state).stacks)


def _levels(guards: Any, state: HvWState) -> int:
    return sum(level * units for _, level, units in _army(guards, state).stacks)


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
