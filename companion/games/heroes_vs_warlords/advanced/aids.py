"""The Player Aid on a phone: the parts of the Advanced game that a match has chosen (13.0)."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.guidance import Aid
from companion.games.heroes_vs_warlords.advanced import experience, methods, skills, tavern, terrain
from companion.games.heroes_vs_warlords.advanced.holy import MOVEMENT_GIFT
from companion.games.heroes_vs_warlords.fighting.hits import ATTRITION
from companion.games.heroes_vs_warlords.fighting.siege import WORKS_BONUS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled, title
from companion.games.heroes_vs_warlords.records.state import HvWState

LEVELS_SHOWN = range(1, 7)


def on_display(state: HvWState) -> bool:
    """Whether combats that begin now are fought on the Battle Display."""
    return methods.chosen(state) in methods.ON_DISPLAY


def chosen_parts(state: HvWState) -> tuple[Aid, ...]:
    """The parts of the aid for what the match plays beyond the Basic game."""
    return (
        *((_terrain(state), _holy(state)) if terrain.used(state) else ()),
        *((_moves(state), _hexes(state), _shots(state), CATAPULTS) if on_display(state) else ()),
        *((_hits(),) if _hits_are_advanced(state) else ()),
        *((_guards(state),) if methods.chosen(state) != "arena_basic" else ()),
        *((_skills(),) if skills.used(state) else ()),
        *((_honor(), SUBVERT, _buildings(state)) if experience.honor_used(state) else ()),
        *((_tavern(state),) if _uses_tavern(state) else ()),
    )


def _hits_are_advanced(state: HvWState) -> bool:
    return methods.chosen(state) in methods.ADVANCED_HITS


# ---- the fight

ON_DISPLAY = Aid("fight", t("A round on the Battle Display"), "19.6", (
    t("Siege only: the catapults of the attacking Hero."),
    t("Ranged stacks move or shoot, first those of the side with the Initiative."),
    t("Ranged stacks of the other side move or shoot."),
    t("Cavalry of the side with the Initiative moves, then attacks."),
    t("Cavalry of the other side moves, then attacks."),
    t("All other stacks of the side with the Initiative move, then attack."),
    t("All other stacks of the other side move, then attack."),
    t("Whoever acts second may roll to seize the Initiative, once a fight for each Hero."),
    t("Withdraw with a d20 up to the Hero's Initiative, or go on with the next round."),
), numbered=True)  # fmt: skip


def _moves(state: HvWState) -> Aid:
    lines: tuple[Text, ...] = (
        t("In each step all stacks move first; then they attack. Through friends, never through enemies."),
        t("Next to an enemy a stack stops. One that begins there fights, or leaves over hexes that no enemy touches."),
        t("The others shoot, attack or get no farther from the nearest enemy; guards and City defenders may rest."),
        t("Also free of that: stacks that once began beside an enemy, and for that round the side with a catapult."),
    )
    if _hits_are_advanced(state):
        lines += (t("A stack attacked more than once in a step defends with 1 less each time."),)
    return Aid("display-moves", t("Moving in a fight"), "19.9", lines)


def _terrain_counts(state: HvWState) -> bool:
    """Stones, woods and fords of the Battle Display (19.4.1, ruling R91)."""
    return _hits_are_advanced(state) or ruled(state, "battle_terrain") == "all"


def _hexes(state: HvWState) -> Aid:
    lines: tuple[Text, ...] = (
        t("Walls are closed until they are destroyed. Defenders cross the drawbridge; nobody ends on it."),
        t("City hexes: Defense +{d1}, +{d2} or +{d3} for the defender; no shots at him, no Ranged besiegers.",
          d1=WORKS_BONUS[1], d2=WORKS_BONUS[2], d3=WORKS_BONUS[3]),
        t("Towers: Ranged stacks of the defender, from the start; out, never in. Hits on them: half, rounded down."),
        t("Shot at in a tower, a stack adds the bonus of the City to its d20."),
    )  # fmt: skip
    if _terrain_counts(state):
        lines = (
            t("Stones cost 2; from there a shot reaches 1 hex farther. Fords cost 2."),
            t("Woods: Defense 1 higher hand to hand, and 1 off a shot at them."),
            *lines,
        )
    return Aid("display-hexes", t("Hexes of the Battle Display"), "19.4.1", lines)


def _shots(state: HvWState) -> Aid:
    lines: tuple[Text, ...] = (t("Range: half the Attack, rounded up. From a tower every enemy outside can be hit."),)
    if _terrain_counts(state):
        lines += (t("Stones cut the line of sight, but not to or from a tower."),)
    if ruled(state, "fire_when_adjacent") == "towers_only":
        lines += (t("Nobody shoots next to an enemy, except from a tower."),)
    if _hits_are_advanced(state):
        lines += (t("From a tower: beyond the range half the hits, beyond the Attack 1 for each unit."),)
    lines += (t("Hand to hand, Ranged stacks have half their Attack, rounded down, and nothing from the Hero."),)
    return Aid("display-shots", t("Shooting on the Battle Display"), "19.10", lines)


CATAPULTS = Aid("catapults", t("Catapults"), "19.17.2", (
    t("Pick a hex of the wall, or a tower beside a gap: a d20 up to the Initiative of the Hero hits it."),
    t("A miss may be shifted by the enemy, up to 0, 1 or 2 hexes by the Level of the works."),
    t("A damaged tower loses half of its units, rounded down, a destroyed one all of them."),
))  # fmt: skip


def _guards(state: HvWState) -> Aid:
    lines: tuple[Text, ...] = (t("Three rounds in a row without an attack end the fight: the attacker goes back."),)
    if _hits_are_advanced(state) and ruled(state, "early_withdraw") == "advanced_resource_only":
        lines += (t("In a Resource hex a Hero may roll once before the fight, up to his Initiative, and leave."),)
    return Aid("advanced-guards", t("Fights with guards"), "19.18", lines)


def _hits() -> Aid:
    return Aid("advanced-hits", t("Advanced hits"), "19.14", (
        t("Each unit of the stack that won deals its Level in hits; each enemy unit takes its Level to fall."),
        t("What is left over stays with the stack until the fight ends."),
        t("Close Combat: for every {n} hits the winner takes 1 in return.", n=ATTRITION),
        t("Withdraw: the difference of the two Initiatives helps the better Hero; a 1 always does it."),
    ))  # fmt: skip


# ---- levels


def levels(state: HvWState) -> Aid:
    """What Levels cost and give, by the method of the match (8.11, 19.20)."""
    section = experience.level_section(state)
    hero = facts.SETUP["ep_per_hero"]
    won = t("A Hero who wins gets 1 EP for each unit killed, {n} for a Hero.", n=hero)
    if methods.levels_cost_more(state) and ruled(state, "advanced_ep") == "unit_level":
        won = t("A Hero who wins gets the Level of each unit killed in EP, {n} for a Hero.", n=hero)
    bought = t("A Level makes Attack, Defense, Initiative or Movement better by 1, for good.")
    if skills.used(state):
        bought = t("A Level makes one ability and one Skill better by 1, for good.")
    if not methods.levels_cost_more(state):
        each = t("Every Level costs {n} EP.", n=facts.EP_PER_LEVEL)
        return Aid("levels", t("Experience"), section, (won, bought, each))
    rows = tuple((t("{n}", n=one), t("{n}", n=experience.level_cost(state, one))) for one in LEVELS_SHOWN)
    columns = (t("From Level"), t("Price in EP"))
    return Aid("levels", t("Experience"), section, (won, bought), columns=columns, rows=rows)


# ---- the land

KINDS = {
    "clear": "Clear", "desert": "Desert", "city": "City", "holy_place": "Holy Place", "road": "Road",
    "hills": "Hills", "woods": "Woods", "mountain": "Mountain",
}  # fmt: skip


def _terrain(state: HvWState) -> Aid:
    rows = tuple((t(KINDS[kind]), t("{n}", n=price)) for kind, price in facts.TERRAIN_COST.items())
    lines = (
        t("Lakes, rivers without a whole bridge and white peaks cannot be crossed. A road leads through everything."),
        t("With 1 Movement point left a Hero may still enter one more hex, whatever it costs."),
    )
    return Aid("terrain", t("What entering a hex costs"), "15.6", lines, columns=(t("Terrain"), t("Price")), rows=rows)


GIFTS = {
    "gold": t("1 Gold"),
    "honor": t("1 Honor for each stack the Hero leads"),
    "movement": t("{n} Movement points to go on with", n=MOVEMENT_GIFT),
    "resources": t("1 of its kind for each Resource hex you hold"),
    "experience": t("EP: roll a d20"),
}


def _holy(state: HvWState) -> Aid:
    rows, first = [], 1
    for top, gift in facts.HOLY_PLACE.items():
        span = t("{first} to {last}", first=first, last=top) if first < top else t("{n}", n=top)
        rows.append((span, GIFTS[gift]))
        first = top + 1
    rule = t("Whoever stops there loses the Movement points he has left, and rolls. Passing through does nothing.")
    often = t("Each place serves once a Round.")
    if ruled(state, "holy_limit") == "per_place_and_hero":
        often = t("Each place serves every Hero once a Round.")
    return Aid("holy", t("A holy place"), "15.4", (rule, often), columns=(t("d20"), t("Gift")), rows=tuple(rows))


# ---- Heroes and buildings


def _skills() -> Aid:
    lines = (
        t("Trade: that many more of what an outpost gives."),
        t("Diplomacy: before a fight with guards that many units of one stack leave, and give EP at once."),
    )
    own = skills.TALENTS.items()
    rows = tuple((title(seat), t(skills.TALENT_TITLES[talent]), TALENTS[talent]) for seat, talent in own)
    columns = (t("People"), t("Own Skill"), t("Once a fight"))
    return Aid("skills", t("Skills"), "16.1", lines, columns=columns, rows=rows)


TALENTS = {
    "experience": t("that many fewer hits on a stack of yours"),
    "fury": t("that many more hits on a stack that is hit"),
    "cleverness": t("Attack or Defense of a stack that much higher, after the roll"),
}


def _honor() -> Aid:
    rows = tuple((t("{n}", n=int(level)), t("{n}", n=worth)) for level, worth in facts.HONOR.items())
    rule = t("For each enemy stack wiped out; a winning Hero spends it in special buildings or on Mercenaries.")
    return Aid("honor", t("Honor"), "19.21", (rule,), columns=(t("Level of the stack"), t("Honor")), rows=rows)


SUBVERT = Aid("subvert", t("Mercenaries change sides"), "19.8", (
    t("At any time in a fight a Hero may spend Honor, 1 for each enemy Mercenary he wants."),
    t("Both sides roll a d20 and add the Initiative of their Hero. Higher: they join his Mercenaries, 20 at most."),
    t("Equal or lower: they flee and count as killed. The other Hero may answer in the same way."),
))  # fmt: skip


def _buildings(state: HvWState) -> Aid:
    revives = t("Shaman Tent of the Barbarians: a unit of a stack that stands comes back for its Level in points.")
    if _hits_are_advanced(state):
        revives = t("Shaman Tent of the Barbarians: each point takes a hit back from a stack that stands.")
    return Aid("special", t("Special buildings"), "17.3", (
        t("A Hero there stores Honor, for good; it helps whoever defends the place, from the end of a round on."),
        t("So does the Honor of a Hero who defends it. Each stack is helped once in a fight."),
        t("Blacksmith of the Knights: Attack 1 higher for each point, up to the Level of the stack."),
        t("Temple of the Amazons: Defense 1 higher in the same way."),
        revives,
    ))  # fmt: skip


def _uses_tavern(state: HvWState) -> bool:
    return "on" in (ruled(state, "mercenaries"), ruled(state, "quests"))


def _tavern(state: HvWState) -> Aid:
    lines = []
    if ruled(state, "mercenaries") == "on":
        lines.append(t("Mercenaries: 1 Gold each, Level {level}, Close Combat, one stack of {most} for each Hero.",
                       level=tavern.LEVEL, most=tavern.MOST))  # fmt: skip
        lines.append(t("They wait in the place for a Hero, help to defend it, and never guard Resource hexes."))
    if ruled(state, "quests") == "on":
        lines.append(t("Quests: a Hero at home without a card may draw one; whoever fulfils it gets its reward."))
    return Aid("tavern", t("In the Tavern"), "17.0", tuple(lines))
