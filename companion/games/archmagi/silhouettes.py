"""What is drawn on the chits of units, spells and artifacts: by their names, and where those are not known by kind."""

from __future__ import annotations

from companion.engine.game.data import read_toml
from companion.games.archmagi.facts import ARCHMAGI, PACKAGE, Artifact, Chit, Lists, Spell

NAMED: dict[str, dict[str, str]] = {
    kind: signs for kind, signs in read_toml(PACKAGE, "silhouettes.toml").items() if kind != "provenance"
}
TYPES = {
    "site": "keep", "ship": "galley", "undead": "skull", "dragon": "wyvern", "giant": "ogre", "demon": "devil",
    "plant": "treefolk", "fey": "fairy", "elemental": "whirlwind", "construct": "golem", "humanoid": "orc",
    "cavalry": "cavalry", "mage": "wizard", "priest": "monk", "archer": "bowman", "fire": "flame", "earth": "stone",
    "swimmer": "waves", "guard": "shield", "warrior": "axe_sword", "animal": "paw", "scout": "eye",
    "martyr": "peasant", "ambush": "hill",
}  # fmt: skip
"""The first word here that is one of a unit's types or abilities counts."""
ELEMENTS = {"fire": "flame", "water": "waves", "wood": "pine", "earth": "peaks", "air": "whirlwind", "evil": "skull",
            "chaos": "twin_blades", "good": "laurels"}  # fmt: skip
EFFECTS = {
    "brm": "attack", "haste": "movement", "destroy": "lightning", "replace": "paw", "paralyze": "sleep",
    "survive": "healing", "reroll": "dice", "no archers": "fog", "look": "third_eye", "gate": "portal",
    "summon": "wolf_howl", "counter": "bolt_shield", "water": "waves", "return": "rise_skeleton",
}  # fmt: skip
GROUND = {
    "plains": ("plains", "wheat"), "city": ("city", "town"), "forest": ("woods", "pine"),
    "castle": ("castle", "castle"), "heath": ("heath", "grass"), "hills": ("hills", "hill"),
    "swamp": ("swamp", "reeds"), "caves": ("crags", "cave"), "mountain": ("mountain", "peaks"),
    "desert": ("desert", "cactus"), "jungle": ("jungle", "leaf"), "volcano": ("range", "volcano"),
    "tundra": ("tundra", "snow"), "ruins": ("ruins", "ruin"), "graveyard": ("graves", "graves"),
    "fairy_ring": ("fairy", "mushroom"), "lake": ("lake", "waves"), "sea": ("sea", "breaker"),
    "reef": ("reef", "coral"),
    "abyss": ("abyss", "eye"),
}  # fmt: skip
"""Ground and symbol of each terrain, of those that the theme has."""
GEAR = {"weapon": "sword", "armor": "shield", "wonder": "diamond"}


def _named(kind: str, name: str) -> str:
    return NAMED[kind].get(name.lower().replace(" ", "_"), "")


def of_unit(one: Chit, otherwise: str) -> str:
    """The symbol of a unit; without one of its name or its types it is that of its terrain."""
    return _named("unit", one.name) or next((sign for word, sign in TYPES.items() if word in one.types), otherwise)


def of_archmage(one: Chit) -> str:
    """The symbol of an Archmage, by the element."""
    return next((sign for word, sign in ELEMENTS.items() if word in one.types), "crown")


def of_spell(one: Spell) -> str:
    """The symbol of a spell, else of what it does."""
    return _named("spell", one.name) or EFFECTS[one.effect]


def of_artifact(one: Artifact) -> str:
    """The symbol of an artifact, else of its type."""
    return _named("artifact", one.name) or GEAR.get(one.type, "equipment")


def sign_of(lists: Lists, name: str, pile: str = "unit") -> str:
    """The symbol on a chit of a pile, as it is printed; "" for one that is not known."""
    if pile == "spell":
        return of_spell(lists.spells[name])
    if pile == "artifact":
        return of_artifact(lists.artifacts[name])
    one = lists.chits.get(name)
    if one is None:
        return ""
    if one.terrain == ARCHMAGI:
        return of_archmage(one)
    home = next((row.id for row in lists.terrain.values() if row.word == one.terrain), "")
    return of_unit(one, GROUND[home][1] if home in GROUND and GROUND[home][1] else "attack")
