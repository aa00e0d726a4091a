"""The Player Aid on a phone: units, prices, walls, reactions, fights, the end; with the rulings and values of the
match.
"""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.guidance import Aid
from companion.games.heroes_vs_warlords.advanced import aids as advanced
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled, sheet, title
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.records.stocks import goods_text
from companion.games.heroes_vs_warlords.turns.cities import FACILITIES, crystals, facility_name


def aids(state: HvWState) -> tuple[Aid, ...]:
    """Everything in the Player Aid except the random tables."""
    armies = (_units(state, seat) for seat in (*state.seats, "neutrals"))
    prices = (_prices(state, seat) for seat in state.seats)
    fight = advanced.ON_DISPLAY if advanced.on_display(state) else FIGHT
    heroes = (*advanced.chosen_parts(state), advanced.levels(state))
    return (fight, _rolls(state), *heroes, HEXES, *armies, *prices, _reactions(), _walls(state), END)


FIGHT = Aid("fight", t("A round of combat"), "8.3", (
    t("Siege only: the attacking Hero may try to breach the wall."),
    t("Ranged stacks shoot, first those of the side with the Initiative."),
    t("Ranged stacks of the other side shoot."),
    t("Cavalry of the side with the Initiative attacks."),
    t("Cavalry of the other side attacks."),
    t("Close Combat stacks of the side with the Initiative attack."),
    t("Close Combat stacks of the other side attack."),
    t("Whoever acts second may roll to seize the Initiative, once a fight for each Hero."),
    t("Withdraw with a d20 up to the Hero's Initiative, or go on with the next round."),
), numbered=True)  # fmt: skip
HEXES = Aid("hexes", t("What a hex gives"), "3.3", (
    t("Resource hex: beat its guards and put your Control marker on it; it pays in every income turn."),
    t("Ruin: one Equipment marker, once in the game."),
    t("Tower: one ability rises by 1, once for each Hero."),
    t("Outpost: a roll for a Resource, for the first Hero of the Round."),
    t("Recruitment Location: Level 1 units of its people wait there."),
))  # fmt: skip
END = Aid("end", t("The end"), "12.1", (
    t("You are out when your capital is lost at the end of a Round, or when both your Heroes are dead."),
    t("After the agreed length three things are compared: Resource hexes, Levels of the Heroes, strength of the army."),
    t("Strength of an army: Level times number, over all units. Whoever is best in most of the three wins."),
    t("As many of the three for several players is a draw. The last player left wins at once."),
))  # fmt: skip


def _rolls(state: HvWState) -> Aid:
    """How an attack is rolled; what a hit does is said with the Advanced hits, where a match plays with them."""
    lines: tuple[Text, ...] = (
        t("Ranged: d20 and Attack against a bare d20. The higher total hits."),
        t("Close Combat: d20, Attack and Hero against d20, Defense and Hero. A tie does nothing."),
    )
    if not advanced.on_display(state) and ruled(state, "tower_bonus") != "close_only":
        lines += (t("Shot at in a tower: +{one} on the bare d20 with one tower built, +{two} with two.",
                    one=tower_bonus(1), two=tower_bonus(2)),)  # fmt: skip
    if methods.chosen(state) not in methods.ADVANCED_HITS:
        lines += (t("As many enemies fall as the winning stack has units."),)
    return Aid("rolls", t("Rolling"), "8.4", lines)


def _number(value: int) -> Text:
    return t("{n}", n=value)


def _units(state: HvWState, faction: str) -> Aid:
    rows = tuple(
        (_number(level), t(unit.type), *(_number(one) for one in (unit.attack, unit.defense, unit.move)), _price(level))
        for level, unit in sheet(state).units[faction].items()
    )
    columns = (t("Level"), t("Kind"), t("Attack"), t("Defense"), t("Move"), t("Price"))
    return Aid(f"units-{faction}", t("Units: {race}", race=title(faction)), "4.2", columns=columns, rows=rows)


def _price(level: int) -> Text:
    return goods_text({"gold": level, "crystal": crystals({level: 1})})


def _prices(state: HvWState, seat: str) -> Aid:
    costs = sheet(state).costs
    rows = tuple((facility_name(state, name), goods_text(costs[name][seat])) for name in FACILITIES if name in costs)
    heading = t("Facilities: {race}", race=title(seat))
    return Aid(f"prices-{seat}", heading, "4.3", columns=(t("Facility"), t("Price")), rows=rows)


def _reactions() -> Aid:
    rows = tuple((_number(level), _number(most)) for level, most in facts.REACTION_MAX.items())
    columns = (t("Highest Level of the guards"), t("They react on a d20 up to"))
    return Aid("reactions", t("Guards next to you"), "7.3.1.1", columns=columns, rows=rows)


def _walls(state: HvWState) -> Aid:
    rows = tuple((_number(n), _number(CITY_SP[n]), _number(CAMP_SP[n]), t("+{n}", n=WORKS_BONUS[n])) for n in CITY_SP)
    columns = (t("Works"), t("Structure Points of a City"), t("of a Camp"), t("Defense"))
    rule = t("A d20 plus the Hero's Level: all of the points destroy the wall, half damage it.")
    behind = [t("Until the wall is destroyed, nobody behind it attacks or is attacked.")]
    if advanced.on_display(state):
        rule, behind = t("When a catapult hits: d20 plus the Hero's Level; all of the points destroy, half damage."), []
    lines = (rule, *behind, t("The defender of a City or Camp cannot withdraw."))
    return Aid("walls", t("Walls"), "8.7.1", lines, columns=columns, rows=rows)
