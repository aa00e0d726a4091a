"""What cards say, in words for pages and prints: classes, units, buildings, numbers with their nouns."""

from __future__ import annotations

from companion.engine.core.text import Text, listed, plural, t
from companion.games.multiverse_war.world.facts import Book, BuildingCard, HeroSheet, Kind

CLASSES = {"melee": "Melee", "anticav": "Pikes", "ranged": "Ranged", "mounted": "Mounted", "siege": "Siege",
           "scout": "Scout", "support": "Support", "civilian": "Civilian"}  # fmt: skip
"""What people call the classes of units."""
FOES = CLASSES | {"melee": "Melee infantry", "ranged": "Ranged units", "mounted": "Riders", "siege": "Siege weapons"}
"""What the units of a class are called where another unit strikes first against them."""
HIDDEN = "?"
"""What stands on a cube that whoever looks has not identified."""


def action_points(n: int) -> Text:
    """So many action points."""
    return plural(n, "1 action point", "{n} action points")


def unit_words(one: Kind) -> Text:
    """What a unit card says in a line: class unless it is the name, action points, range, whom it strikes first."""
    sort = CLASSES.get(one.sort, one.name)
    parts = [t(sort)] if sort != one.name else []
    parts.append(action_points(one.ap))
    parts += [t("range {n}", n=one.range)] if one.range else []
    if one.trumps:
        foes = listed([t(FOES[sort].lower()) for sort in one.trumps])
        return t("{card}; strikes first against {foes}", card=listed(parts), foes=foes)
    return listed(parts)


def hero_words(sheet: Book, one: HeroSheet) -> Text:
    """What a hero is, in a line: class, range, attributes, the skill to begin with."""
    parts = [t(CLASSES.get(one.sort, one.sort))]
    parts += [t("range {n}", n=one.range)] if one.range else []
    parts += [t(word.replace("_", " ")) for word in one.attributes]
    first = sheet.deeds.get(one.recommended)
    return listed([*parts, *([t("first skill: {skill}", skill=t(first.name))] if first is not None else [])])


def building_words(sheet: Book, one: BuildingCard) -> Text:
    """What a building is good for, in a line: gold, health, what it trains."""
    parts = [t("+{n} gold a turn", n=one.revenue)] if one.revenue else []
    parts.append(t("health {n}", n=one.health))
    if one.trains:
        parts.append(t("trains {sorts}", sorts=listed([t(CLASSES[sort].lower()) for sort in one.trains])))
    return listed(parts)
