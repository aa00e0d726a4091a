"""Aid, lists and credits of the kit: numbers and entries from the lists, in our own words."""

from __future__ import annotations

from functools import partial

from companion.games.archmagi import facts
from companion.games.archmagi.facts import Chit, Lists, Spell
from companion.games.archmagi.wording import WHEN
from printables.displays import aid
from printables.displays.aid import Aid, Steps, Table, Terms, Words
from printables.look import fonts, icons
from printables.model import Component, Piece

TARGET = {"own": "own combatant", "foe": "enemy combatant", "stack": "own stack", "enemy_unit": "a shown enemy",
          "any_stack_on_map": "any stack", "spell": "the spell",
          "own_discarded_unit_of_this_battle": "a lost unit"}  # fmt: skip

LINES, HEADS = 54, 4
"""Rows that a side of the lists holds, and how many a heading takes."""


def turn_side() -> Aid:
    """The side with the turn and the four segments of a battle."""
    limits = facts.LIMITS
    left = (
        Steps("Your turn", (
            f"Draw: 1 unit chit, 1 more for every {limits['banners_per_draw']} banners (at most {limits['draw']}), "
            "and 1 spell chit.",
            f"Deploy: up to {limits['deploy']} chits, where your banner or Archmagi is, on the terrain of their list. "
            "Give artifacts.",
            "Explore: on an unknown map each stack turns up a hex next to it.",
            "Move: Slow 1, Swift 2, Very Swift 3 hexes. Whoever meets an enemy stops.",
            "Scout: Scouts look, thieves steal, Cannibals eat.",
            "Battle: wherever your units meet others. You attack.",
            "Banner: in each land hex where only your units stand. The first in a City, Castle, Caves or Ruins finds "
            "an artifact.",
            f"End: keep {limits['spell']} spells and {limits['unit']} Reserve chits. Units in water that cannot be "
            "there are lost.",
        ), icon="hourglass"),
        Words("You win", (
            "When every other Archmagi is destroyed; or after round 30 with the most banners.",
        ), "crown"),
        Words("What is house", (
            "The document has the battle, the definitions, and the units of Mountain and Forest. The turn, the other "
            "lists, spells, artifacts and terrain rows 12 to 20 are ours.",
        ), "quest"),
    )  # fmt: skip
    right = (
        Steps("A battle, round by round", (
            "Reveal: each side turns up one unit at the same moment. These are the combatants.",
            "Options: under seal both show helpers and spells. Then in turn, the attacker first: paralyze, skirmish, "
            "vanish, guard, retreat, or pass.",
            "Roll: a D6 and all that is added. The higher roll destroys the other; a tie destroys nobody.",
            "Respite: what lasts a round ends. Fight on, or the attacker calls off.",
        ), icon="close"),
        Words("What is added", (
            "BRM; Surprise when attacking, Ambush when defending; Cavalry, Poison, Slay by what the enemy is; "
            "Archers and Generals who are shown; artifacts and spells.",
        ), "attack"),
        Words("Retreat", (
            "The defender gives up one unit; the others go to a hex next to it that is empty or friendly. Sites stay.",
        ), "flag"),
        Words("Unless said otherwise", ("A unit is male, neutral, slow and living. Slow moves 1.",), "shield"),
    )  # fmt: skip
    return Aid("Player Aid", "Turn and battle", (left, right), scale=1.45)


def words_side(sheet: Lists) -> Aid:
    """The side with abilities and terrain."""
    abilities = tuple((name.title(), words) for name, words in facts.TERMS.ability.items())
    rows = tuple((str(one.roll), one.name, one.also) for one in sheet.terrain.values())
    columns = (
        (Terms("Abilities", abilities, 0.26, icon="sword"),),
        (Table("Terrain", ("D20", "", "also"), rows, (0.7, 1.4, 3.0), "Rows 12 to 20: house", "peaks", 5.6),),
    )
    return Aid("Player Aid", "Abilities and terrain", columns, scale=1.5, least=0.9)


def aids(sheet: Lists) -> Component:
    """The player aid, one for each player, printed on both sides."""
    faces = partial(aid.face, turn_side()), partial(aid.face, words_side(sheet))
    piece = Piece("player-aid", "Player Aid", len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("player_aid", "Player Aid", (piece,), stock="aids")


# ---- the lists


def _units(title: str, chits: list[Chit]) -> Table:
    rows = tuple((str(one.count), one.name, f"+{one.brm}", ", ".join(one.entry)) for one in chits)
    return Table(title, ("Chits", "Unit", "BRM", "Abilities"), rows, (0.5, 2.1, 0.8, 5.6), row=5.0)


def unit_sides(sheet: Lists) -> list[Aid]:
    """All units, by terrain, on as many sides as they need."""
    chits = [one for one in sheet.chits.values() if one.count]
    names = {row.word: row.name for row in sheet.terrain.values()}
    sides, room = list[list[Table]](), 0
    for terrain in dict.fromkeys(one.terrain for one in chits):
        table = _units(names.get(terrain, "Archmagi"), [one for one in chits if one.terrain == terrain])
        room -= len(table.rows) + HEADS
        if room < 0:
            sides.append([])
            room = LINES - len(table.rows) - HEADS
        sides[-1].append(table)
    words = "Mountain and Forest: the document; others house"
    return [Aid("Unit lists", words, (tuple(tables),), scale=1.0) for tables in sides]


def spell_row(one: Spell) -> tuple[str, str, str, str, str]:
    """Name, when, on what, what it must be, and what it does."""
    needs = " or ".join(word.title() for word in one.need)
    return one.name, WHEN.get(one.when, one.when), TARGET.get(one.target, one.target), needs, one.words


def lists(sheet: Lists) -> Component:
    """The unit lists, and spells and artifacts; each player should have a copy."""
    spells = tuple(spell_row(one) for one in sheet.spells.values())
    gear = tuple(
        (one.name, one.type.title(), one.owner.title(), ", ".join(one.entry)) for one in sheet.artifacts.values()
    )
    left = Aid("Spells and artifacts", "House", ((
        Table("Spells", ("", "When", "Target", "Needs", "Effect"), spells, (1.7, 1.5, 1.7, 1.6, 1.3), icon="crystal"),
        Table("Artifacts", ("", "Type", "For", "Gives"), gear, (2, 1, 1, 3.6), icon="equipment"),
    ),), scale=0.95)  # fmt: skip
    sides = [*unit_sides(sheet), left]
    pieces = []
    for n in range(0, len(sides), 2):
        faces = [partial(aid.face, side) for side in sides[n : n + 2]]
        name = f"lists-{n // 2 + 1}"
        pieces.append(Piece(name, f"Lists {n // 2 + 1}", len(facts.SEATS), aid.outline(), faces[0],
                            faces[1] if len(faces) > 1 else None, 2.0))  # fmt: skip
    return Component("lists", "Lists", tuple(pieces), stock="aids")


def credits_page() -> Component:
    """Who made what, and which values are ours."""
    blocks = (
        Words("This game", (
            "The battle, the definitions and the units of Mountain and Forest come from one page of a larger document; "
            "goal, set-up and terrain rows 1 to 11 from public pages. Everything else is ours and marked house.",
        ), "quest"),
        Words("Symbols", (icons.credit(),), "eye"),
        Words("Type", fonts.CREDITS, "quest"),
    )  # fmt: skip
    piece = Piece(
        "credits", "Credits", 1, aid.outline(), partial(aid.face, Aid("Credits", "Archmagi", (blocks,))), None, 2.0
    )
    return Component("credits", "Credits", (piece,), stock="paper")
