"""The player aid: a turn, the strength of a blow, what moving costs, units, buildings, how to win. Words and numbers
come from the cards and facts of the match. Contains no rule.
"""

from __future__ import annotations

from companion.engine.core.text import Text, listed, numeral, t
from companion.engine.game.guidance import Aid
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book
from companion.games.multiverse_war.world.wording import CLASSES, FOES, MEANINGS

S = facts.STRENGTH


def aids(state: WarState) -> tuple[Aid, ...]:
    """The turn, combat, ground, units, buildings, abilities, and the ways to win of this match."""
    return (TURN, _strength(), _ground(), _units(state), _buildings(state), _abilities(state), _ways(state), LETTERS)


TURN = Aid("turn", t("A turn"), "Turn order", (
    t("Revenue: damage is repaired; the settlement and buildings pay gold, 1 more for each joined to it by road."),
    t("Build: recruit, construct, lay roads, upgrade, hire heroes, buy missions, in any order."),
    t("Action: each unit moves, explores, attacks or rests. An attack ends the unit's action."),
    t("In the first turn there is only the action phase."),
), numbered=True)  # fmt: skip
LETTERS = Aid("letters", t("Letters on the cubes of the map"), columns=(t("Letter"), t("Cube")),
              rows=tuple((Text(letter), words) for letter, words in MEANINGS))  # fmt: skip


def _signed(n: int) -> Text:
    return t("+{n}", n=n) if n > 0 else numeral(n)


def _strength() -> Aid:
    """What is added to the strength of a blow; a ten-sided die that shows so much or less hits."""
    rows = (
        (t("Every unit"), numeral(facts.NUMBERS["unit"]["strength"])),
        (t("Each age above or below the enemy"), t("+{n} or -{n}", n=S["age"])),
        (t("Against an enemy on grassland"), _signed(S["open"])),
        (t("Striking back on grassland"), _signed(S["retaliation"])),
        (t("Onto a hill"), _signed(S["onto_hill"])),
        (t("A shot from a hill"), _signed(S["from_hill"])),
        (t("A shot at a unit in water"), _signed(S["open"])),
        (t("A shot into forest"), _signed(S["shot_forest"])),
        (t("Mounted units fighting in forest"), _signed(S["mounted_forest"])),
        (t("Mounted or ranged against a building"), _signed(S["building"])),
        (t("A shot over 2 hexes"), _signed(S["range"][1])),
        (t("A shot over 3 hexes"), _signed(S["range"][2])),
        (t("A ranged unit that strikes back at a mounted one"), _signed(S["mounted_melee"])),
        (t("Each friend beside the hex, in melee"), _signed(1)),
        (t("Each enemy beside the hex, in melee"), _signed(-1)),
        (t("Hard hitter, attacking in melee"), _signed(S["hard_hitter"])),
        (t("Against heavy armor, in melee"), _signed(S["heavy_armor"])),
        (t("Against a highly agile enemy"), _signed(S["highly_agile"])),
    )
    return Aid("strength", t("Strength: a D10 that shows so much or less hits"), "Quick reference sheet",
               columns=(t("What"), t("Strength")), rows=rows)  # fmt: skip


def _ground() -> Aid:
    """What it costs to enter a hex, and how high it stands in the way of sight."""
    cost, height = facts.NUMBERS["ground"]["cost"], facts.NUMBERS["ground"]["height"]
    rows = [(t(name.capitalize()), numeral(cost[name]) if name in cost else t("closed"), numeral(n))
            for name, n in height.items()]  # fmt: skip
    rows.append((t("Road, building, settlement"), numeral(cost["road"]), t("–")))
    return Aid("ground", t("Ground: action points to enter, height for sight"), "Quick reference sheet",
               columns=(t("Ground"), t("Action points"), t("Height")), rows=tuple(rows))  # fmt: skip


def _units(state: WarState) -> Aid:
    rows = tuple(
        (t(one.name), numeral(one.age), numeral(one.cost), numeral(one.ap), numeral(one.range), t(CLASSES[one.sort]),
         listed([t(FOES[sort]) for sort in one.trumps]) if one.trumps else t("–"))
        for one in book(state).cards()
    )  # fmt: skip
    columns = (t("Unit"), t("Age"), t("Gold"), t("Action points"), t("Range"), t("Class"), t("Strikes first against"))
    return Aid("units", t("Units"), "Units", columns=columns, rows=rows)


def _buildings(state: WarState) -> Aid:
    rows = tuple((t(one.name), numeral(one.cost), t("+{n}", n=one.revenue), numeral(one.health), numeral(one.vp[0]))
                 for one in book(state).buildings.values() if one.id != "settlement")  # fmt: skip
    columns = (t("Building"), t("Gold"), t("Gold a turn"), t("Health"), t("Victory points"))
    heading = t("Buildings of age 1; each further age costs {n} more", n=facts.NUMBERS["building"]["price_step"])
    return Aid("buildings", heading, "Buildings", columns=columns, rows=rows)


def _abilities(state: WarState) -> Aid:
    units = book(state).units
    rows = tuple((t(units[one.unit].name), t(one.name), t(one.text))
                 for one in book(state).deeds.values() if one.unit in units)  # fmt: skip
    columns = (t("Unit"), t("Ability"), t("What it does"))
    return Aid("abilities", t("Abilities, learned by kills; each use costs a tactical point"), "Tactical points",
               columns=columns, rows=rows)  # fmt: skip


def _ways(state: WarState) -> Aid:
    ways = (
        ("city", t("Take the city of another player.")),
        ("hero", t("Bring a hero to level {n}.", n=facts.NUMBERS["hero"]["levels"])),
        ("age", t("Unlock three different units of the third age.")),
        ("portal", t("Complete the Stone Portal: {n} aether stones.", n=facts.NUMBERS["portal"]["stones"])),
        ("points", t("Have the most victory points after turn {n}.", n=state.limit)),
    )
    return Aid("ways", t("How to win this match"), "Victory conditions",
               tuple(words for way, words in ways if in_force(state, way)))  # fmt: skip
