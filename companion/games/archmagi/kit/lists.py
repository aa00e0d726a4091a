"""Lists and credits of the kit: numbers and entries from the lists, in our own words."""

from __future__ import annotations

from companion.games.archmagi.facts import Chit, Lists, Spell
from companion.games.archmagi.wording import WHEN
from printables.displays import aid, credits, family
from printables.displays.aid import Aid, Block, Table
from printables.model import Component, Piece

SEE_UNITS, SEE_SPELLS = "Abilities and terrain: Player Aid, side 2", "What spells do: Table Aid, side 2"
"""Where what stands in the lists is explained."""
CREDITS = (
    "The battle, the definitions and the units of Mountain and Forest come from one page of a larger document; "
    "goal, set-up and terrain rows 1 to 11 from public pages. Everything else is ours."
)
"""Who made what, and which values are ours."""
TARGET = {"own": "your combatant", "foe": "enemy combatant", "stack": "your stack", "enemy_unit": "a shown enemy",
          "any_stack_on_map": "any stack", "spell": "the spell",
          "own_discarded_unit_of_this_battle": "a lost unit"}  # fmt: skip

NEEDED = {"own": "own {needs}", "foe": "enemy {needs}",
          "own_discarded_unit_of_this_battle": "a lost {needs} unit comes back"}  # fmt: skip
"""On whom a spell with a need works, on its chit."""

LINES, HEADS, CREDITS_LINES = 54, 4, 7
"""Rows that a side of the lists holds, how many a heading takes, and what the credits need at least."""


def _units(title: str, chits: list[Chit]) -> Table:
    rows = tuple((str(one.count), one.name, f"+{one.brm}", ", ".join(one.entry)) for one in chits)
    return Table(title, ("Chits", "Unit", "BRM", "Abilities"), rows, (0.5, 2.1, 0.8, 5.6), row=4.4)


def unit_sides(sheet: Lists) -> list[Aid]:
    """All units, by terrain, and the credits, on as many sides as they need."""
    chits = [one for one in sheet.chits.values() if one.count]
    names = {row.word: row.name for row in sheet.terrain.values()}
    sides, rooms = list[list[Block]](), list[int]()
    for terrain in dict.fromkeys(one.terrain for one in chits):
        table = _units(names.get(terrain, "Archmagi"), [one for one in chits if one.terrain == terrain])
        _into_room(table, len(table.rows) + HEADS, sides, rooms)
    _into_room(credits.block(CREDITS), CREDITS_LINES, sides, rooms)
    return [Aid("Unit lists", SEE_UNITS, (tuple(blocks),)) for blocks in sides]


def _into_room(block: Block, lines: int, sides: list[list[Block]], rooms: list[int]) -> None:
    """Put a block onto the first side that has so many lines left, or onto a new one."""
    at = next((n for n, room in enumerate(rooms) if room >= lines), len(rooms))
    if at == len(rooms):
        sides.append([])
        rooms.append(LINES)
    sides[at].append(block)
    rooms[at] -= lines


def spell_row(one: Spell) -> tuple[str, str, str, str, str]:
    """Name, when, on what or what comes, what it must be, and what it does."""
    needs = " or ".join(word.title() for word in one.need)
    return (
        one.name,
        WHEN.get(one.when, one.when),
        TARGET.get(one.target, one.target) if not one.summons else f"comes: {', '.join(one.summons)}",
        needs,
        effect_words(one),
    )


def said(one: Spell) -> tuple[str, str]:
    """What a spell's chit says below its effect: when it is cast, and on whom or what comes of it."""
    when, needs = WHEN.get(one.when, one.when), " or ".join(word.title() for word in one.need)
    if one.summons:
        return f"{when}:", f"{' '.join(word.title() for word in reversed(one.summons))} joins"
    if one.target == "spell":
        return f"{when}:", f"undone on {one.value} or more"
    target = TARGET.get(one.target, one.target)
    return f"{when}:", NEEDED.get(one.target, f"{target} ({{needs}})").format(needs=needs) if needs else target


def effect_words(one: Spell) -> str:
    """What a spell does, in the words of the lists; of what it calls, the BRM."""
    return f"Summon +{one.value}" if one.summons else one.words.replace("-", "−")


def lists(sheet: Lists) -> Component:
    """The unit lists, spells and artifacts, credits: one copy for the table; `--copies` prints more."""
    spells = tuple(spell_row(one) for one in sheet.spells.values())
    gear = tuple(
        (one.name, one.type.title(), one.owner.title(), ", ".join(one.entry)) for one in sheet.artifacts.values()
    )
    left = Aid("Spells and artifacts", SEE_SPELLS, ((
        Table("Spells", ("", "When", "Target", "Needs", "Effect"), spells, (1.7, 1.5, 1.7, 1.6, 1.3),
              icon="crystal", row=4.6),
        Table("Artifacts", ("", "Type", "For", "Gives"), gear, (2, 1, 1, 3.6), icon="equipment", row=4.6),
    ),))  # fmt: skip
    sides = (*unit_sides(sheet), left)
    faces = list(family.faces({str(n): side for n, side in enumerate(sides)}).values())
    pieces = []
    for n in range(0, len(faces), 2):
        name, (front, *back) = f"lists-{n // 2 + 1}", faces[n : n + 2]
        title = f"Lists {n // 2 + 1}"
        pieces.append(Piece(name, title, 1, aid.outline(), front, back[0] if back else None, 2.0))
    return Component("lists", "Lists", tuple(pieces), stock="aids")
