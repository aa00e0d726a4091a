"""What cards say, in words for pages and prints: classes, units, buildings, numbers with their nouns."""

from __future__ import annotations

from companion.engine.core.options import Chip
from companion.engine.core.text import Text, listed, plural, t
from companion.games.multiverse_war.world.facts import NUMBERS, Book, BuildingCard, Deed, HeroSheet, Kind

CLASSES = {"melee": "Melee", "anticav": "Pikes", "ranged": "Ranged", "mounted": "Mounted", "siege": "Siege",
           "scout": "Scout", "support": "Support", "civilian": "Civilian"}  # fmt: skip
"""What people call the classes of units."""
TRAINED = {"melee": "melee infantry", "anticav": "pikemen", "ranged": "ranged infantry", "mounted": "riders",
           "siege": "siege weapons", "scout": "Scouts", "support": "Medics",
           "civilian": "Builders and Engineers"}  # fmt: skip
"""What a building trains, by class."""
FOES = CLASSES | {"melee": "Melee infantry", "ranged": "Ranged units", "mounted": "Riders", "siege": "Siege weapons"}
"""What the units of a class are called where another unit strikes first against them."""
GOOD_FOR = {"scout": "Sees through forest", "civilian": "Constructs and lays roads; cannot fight",
            "decoy": "Leaves the board as soon as an enemy sees it"}  # fmt: skip
"""What a unit that strikes first against nobody is good for, by class."""
TOWER = NUMBERS["building"]
HIDDEN = "?"
"""What stands on a cube that whoever looks has not identified."""


def points(n: int) -> tuple[Chip, ...]:
    """So many action points as a price."""
    return (Chip(t("action point") if n == 1 else t("action points"), n, "green", "movement"),)


def action_points(n: int) -> Text:
    """So many action points."""
    return plural(n, "1 action point", "{n} action points")


def figures(health: int, ap: int, reach: int = 0) -> tuple[Chip, ...]:
    """The figures of a unit or hero in the colours of the corners of its cube; the range only of one that shoots."""
    shot = (Chip(t("range"), reach, "red", "type_ranged"),) if reach else ()
    return (Chip(t("health"), health, "blue", "heart"), Chip(t("action points"), ap, "green", "movement"), *shot)


def unit_figures(one: Kind) -> tuple[Chip, ...]:
    """The figures on a unit card."""
    found = figures(one.health, one.ap, one.range)
    return found[1:] if one.sort == "decoy" else found  # it is gone as soon as it is seen


def unit_words(one: Kind) -> Text | None:
    """What a unit card says beside its figures: class unless it is the name, whom it strikes first."""
    sort = CLASSES.get(one.sort, one.name)
    if one.sort in GOOD_FOR:
        return t(GOOD_FOR[one.sort])
    if one.trumps:
        foes = listed([t(FOES[sort].lower()) for sort in one.trumps])
        return t("{card}: strikes first against {foes}", card=t(sort), foes=foes)
    return t(sort) if sort != one.name else None


def hero_words(sheet: Book, one: HeroSheet) -> Text:
    """What a hero is beside his figures, in a line: class, attributes, the skill to begin with."""
    parts = [t(CLASSES.get(one.sort, one.sort))]
    parts += [t(word.replace("_", " ")) for word in one.attributes]
    first = sheet.deeds.get(one.recommended)
    return listed([*parts, *([t("first skill: {skill}", skill=t(first.name))] if first is not None else [])])


def deed_words(one: Deed) -> Text:
    """What an ability or a skill does, with the strength printed for it."""
    words = t(one.text)
    return t("{text} Strength {n}.", text=words, n=one.strength) if one.strength else words


def building_words(sheet: Book, one: BuildingCard) -> Text | None:
    """What a building is good for, in a line: gold, what it trains; a tower how far it sees."""
    parts = [t("+{n} gold a turn", n=one.revenue)] if one.revenue else []
    if one.trains:
        sorts = listed([t(TRAINED[sort]) for sort in one.trains])
        parts.append(t("trains {sorts}", sorts=sorts) if len(one.trains) < len(TRAINED) else t("trains every unit"))
    if one.id == "guard_tower":
        sight, bonus = TOWER["tower_sight"], TOWER["tower_bonus"][0]
        parts.append(t("sight {n}, shots from it +{bonus}; may stand nearer to others", n=sight, bonus=bonus))
    return listed(parts) if parts else None


def building_figures(one: BuildingCard) -> tuple[Chip, ...]:
    """The figures on a building card beside its price and what it pays."""
    return (Chip(t("health"), one.health, "blue", "heart"),)
