"""The guide for the first Round: its stages, why each question is asked, what people usually do."""

from __future__ import annotations

from companion.engine.core.text import t
from companion.engine.game.guidance import ANYTHING, Advice, Guide, Stage
from companion.games.heroes_vs_warlords.records.state import HvWState

SETUP = Stage("setup", t("Set-up"), t("Lay the tiles, then buy the armies of the first Heroes."), "5.0")
ROUND = (
    Stage("initiative", t("Initiative"), t("Everybody rolls a d20; the highest plays first in this Round."), "5.2"),
    Stage(
        "sequence1",
        t("Sequence 1"),
        t("Players take turns to move their Heroes and fight; then all collect income."),
        "6.0",
    ),
    Stage("sequence2", t("Sequence 2"), t("The same again: move, fight, collect."), "6.0"),
    Stage("sequence3", t("Sequence 3"), t("The same a third time."), "6.0"),
    Stage(
        "production",
        t("Production"),
        t("All at once: buy units, build, trade, until everybody is done."),
        "11.0",
        tab="city",
    ),
    Stage(
        "cleanup",
        t("Clean Up"),
        t("More guards and recruits come; then it is checked whether somebody has won."),
        "12.0",
    ),
)
ADVICE = (
    Advice(
        "setup.agree",
        t("Before anything is laid out you agree on the size of the world and the length of the game."),
        t("First game: the standard layout and 3 or 4 Rounds. The app can keep the map for you."),
    ),
    Advice(
        "setup.roll_initiative",
        t("Whoever rolls highest goes first; the others follow clockwise."),
        t("Going first is worth a little: the nearest riches are yours."),
    ),
    Advice(
        "setup.lay_start_tile",
        t("Your capital and your first Hero begin on this tile, at the rim of the world."),
        t("Far from the others you gain time; close to them there is war."),
        "lay",
    ),
    Advice(
        "setup.buy_army",
        t("A Hero is as strong as his units. This money is for units only and cannot be saved."),
        t("Spend all of it: many units of a low Level, and Ranged units if your people have them."),
    ),
    Advice(
        "movement.choose_deed",
        t("Each Hero may go as far as his Movement points reach."),
        t("Fetch waiting units, take Resource hexes near your capital, turn up a tile; then end the turn."),
        "turn",
        on_turn=True,
    ),
    Advice(
        "movement.choose_deed",
        t("A Hero may leave units behind to hold a place, or take others along."),
        t("Leave nobody behind in the first Round: you need the army against the guards."),
        "hero",
        "counts",
        "4.1",
    ),
    Advice(
        "movement.step_into",
        t("You have entered a tile that lies face down: turn it over and say which one it is."),
        t("The number is in its middle."),
        "tile",
    ),
    Advice("sites.look", t("Guards stand on this hex. The table says how many, and of which Level."), about="site"),
    Advice(
        "sites.benefit",
        t("The tower makes your Hero better at one thing for good."),
        t("Attack and Defense win fights, Movement takes more land."),
        "hero",
        "choose",
        "3.3.4",
    ),
    Advice(
        "sites.benefit",
        t("Units that wait here join the army."),
        t("A stack of their Level, if there is one."),
        "hero",
        "choose",
        "3.3.2",
    ),
    Advice(
        "sites.benefit",
        t("The die says what your Hero gets here this time."),
        about="site",
        part="roll",
        section="3.3.5",
    ),
    Advice(
        "reaction.guard_check",
        t("Guards next to the hex you entered may come out against you: a low roll and they do."),
        t("Nothing to decide: roll."),
        "site",
        "roll",
    ),
    Advice(
        "reaction.hero_reaction",
        t("An enemy Hero has come next to yours: you may attack him in his own turn."),
        t("Do it when your army is clearly the stronger."),
        "hero",
        "confirm",
    ),
    Advice(
        "arena.attack",
        t("Stacks act one after the other, in the order of the nine steps. Each attacks once."),
        t("Take your largest stack against one it can wipe out."),
        "step",
        "choose",
    ),
    Advice(
        "arena.strike",
        t("Your number and your die against theirs: the higher total hits."),
        t("Nothing to decide: roll. The larger the stack that hits, the more units of the other one fall."),
        "step",
        "roll",
    ),
    Advice(
        "round_end.change_initiative",
        t("The side with the Initiative acts first in each step. You may try to take it, once a fight."),
        t("Worth it when both armies would shoot or charge at the same step."),
        "step",
        "confirm",
    ),
    Advice(
        "round_end.withdraw",
        t("Nobody has to fight to the end: a low roll and your Hero gets away with his army."),
        t("Fight on while you have more units than they have."),
        "step",
        "confirm",
    ),
    Advice(
        "battles.retreat",
        t("A Hero who withdraws goes to a hex next to the fight."),
        t("Go home, or towards your other Hero."),
        "hero",
    ),
    Advice(
        "siege.breach",
        t("A wall protects the defenders. A Hero may try to bring it down before his units act."),
        t("Usually yes: until it falls only Ranged units can do anything."),
        "step",
        "confirm",
    ),
    Advice(
        "arena.deploy",
        t("Who stands in a tower shoots over the wall, and takes half of the hits."),
        t("Your strongest Ranged units."),
        "deploy",
        "choose",
        "8.7",
    ),
    Advice(
        "siege.breach",
        t("Die and Level together: as much as the Structure Points and it falls, half of them and it is damaged."),
        t("Nothing to decide: roll."),
        "step",
        "roll",
    ),
    Advice(
        "heroes.offer_level",
        t("Experience is paid for a Level: the Hero gets better at one thing for good."),
        t("Yes, as soon as he can pay it."),
        "hero",
        "confirm",
    ),
    Advice(
        "heroes.offer_level",
        t("The Hero gets better at one thing for good."),
        t("Attack and Defense win fights, Movement takes more land."),
        "hero",
        "choose",
        "8.11",
    ),
    Advice(
        "cities.production_deed",
        t("Everybody spends what he has, all at the same time."),
        t("First pay for a Barracks as soon as you can, then spend the Gold that is left on units."),
        "production",
        stock=True,
        options=("barracks",),
    ),
    Advice(
        "cities.production_deed",
        t("Everybody spends what he has, all at the same time."),
        t("Spend the Gold on units, and save the other Resources for the next building."),
        "production",
        stock=True,
        options=("units",),
    ),
    Advice(
        "cities.production_deed",
        t("Without a City or a Camp there is hardly anything to buy or to build."),
        about="production",
        stock=True,
    ),
    Advice(
        "cities.production_deed",
        t("New units wait in the City until a Hero fetches them."),
        t("Many units of a low Level beat a few of a high one while stacks are small."),
        "city",
        "counts",
        stock=True,
    ),
    Advice(
        "cities.income",
        t("What your hexes and Cities earn goes onto one Display."),
        t("Your capital: there you build."),
        "income",
        "choose",
    ),
)


# fmt: off
FIGHTS = (
    Advice("arena.deploy", t("The stacks take their places before the fight: the defender's first, then the attacker's "
                             "on the other side."),
           t("Strong stacks in front, Ranged units behind them."), "deploy", "choose", "19.5"),
    Advice("arena.deploy", t("One tower holds one stack: part of it may go into the other one."),
           t("Yes: then both parts shoot."), "deploy", "confirm"),
    Advice("arena.deploy", t("One tower holds one stack: part of it may go into the other one."),
           about="deploy", part="counts"),
    Advice("display.battle.move", t("First all stacks of the step move, then all of them attack. Next to an enemy a "
                                    "stack must stop."),
           t("Towards the enemy: two stacks beside the same one attack it better."), "step"),
    Advice("display.battle.move", t("A stack that still waits comes in as soon as a hex of its side is free."),
           about="deploy"),
    Advice("display.battle.come_in", t("A stack that still waits comes in as soon as a hex of its side is free."),
           about="deploy"),
    Advice("display.battle.shoot", t("A stack of Ranged units fires or moves. It reaches half its Attack value in "
                                     "hexes."),
           t("Fire at the stack that loses most by it."), "step", "choose", "19.10"),
    Advice("display.battle.shoot", t("The higher total hits, and whoever is fired at does not strike back."),
           t("Nothing to decide: roll."), "step", "roll"),
    Advice("display.battle.announce", t("Who attacks whom is said before any die is rolled. Against each further "
                                        "attacker the same stack defends by 1 less."),
           t("All stacks that can against the same one."), "step"),
    Advice("display.battle.strike", t("Who attacks whom is said before any die is rolled. Against each further "
                                      "attacker the same stack defends by 1 less."),
           t("All stacks that can against the same one."), "step", "choose", "19.11"),
    Advice("display.battle.strike", t("Two dice, each with its own value: the higher total hits the other stack, equal "
                                      "ones do nothing."),
           t("Nothing to decide: roll."), "step", "roll"),
    Advice("display.breaching.breach", t("Before anybody moves, the catapults of the Hero fire at one hex of the wall: "
                                         "his units come in through the gap."),
           t("The hex that is damaged already, as another such result destroys it."), "step", "choose"),
    Advice("display.breaching.breach", t("The first die aims: your Initiative value or less. The second one and the "
                                         "Level stand against the Structure Points; half of them damages."),
           t("Nothing to decide: roll."), "step", "roll"),
    Advice("display.breaching.breach", t("The shot misses: the stronger the wall, the further you may shift it."),
           t("Where it harms you least."), "role"),
    Advice("round_end.early_withdrawal", t("A Hero may try to leave before the fight. The guards stay there, awake."),
           t("Leave when they are clearly the stronger; otherwise fight."), "early", "confirm"),
    Advice("round_end.early_withdrawal", t("A low roll, and he gets away without a loss."),
           t("Nothing to decide: roll."), "early", "roll"),
    Advice("round_end.change_initiative", t("With your Hero's Initiative value or less the Initiative is yours."),
           t("Nothing to decide: roll."), "step", "roll"),
    Advice("round_end.withdraw", t("A low roll, and the Hero gets away with all who live; his turn ends."),
           t("Nothing to decide: roll."), "step", "roll"),
    Advice("conquest.conquer", t("The die says which part of what lay in the City falls to you."),
           t("Nothing to decide: roll."), "loot", "roll"),
)
"""Advice for combat: the Battle Display, its siege, and the ends of rounds."""

TRAVELS = (
    Advice("setup.lay_one", t("Face down, the tiles together are the world; every one may lie anywhere beside others."),
           t("Close together: long arms make long ways."), "lay"),
    Advice("movement.choose_deed", t("Units that stay hold the hex; the others go on with the Hero."),
           t("None yet: without an army the Hero cannot fight."), "hero", "counts", "9.1"),
    Advice("movement.choose_deed", t("Stacks of one Level may be one or two, as far as there are boxes for them."),
           t("Leave them together: a large stack kills more at once."), "hero", "fields", "4.1"),
    Advice("movement.choose_deed", t("The app keeps no map: say what the table shows of this move."),
           about="hero", part="fields", section="7.1"),
    Advice("movement.choose_deed", t("Units that wait here join the army."), t("A stack of their Level, if there is "
                                                                             "one."), "hero", "choose", "3.3.2"),
    Advice("movement.choose_deed", t("A Hero without units cannot fight and dies where he is attacked."),
           t("Stay, or go where nobody can reach him."), "hero", "confirm", "7.1"),
    Advice("movement.choose_deed", t("If all agree, the game ends here and what each has is compared."),
           t("Play on, unless time is up."), "stop"),
    Advice("movement.end_turn", t("The quest asks for it, and without a map only the table knows."),
           about="hero", part="confirm"),
    Advice("reaction.guard_check", t("Guards beside the hex check one after the other until some come, the highest "
                                     "Level first; among equal ones a die decides."),
           t("Nothing to decide: roll."), "", "draw"),
    Advice("reaction.appearing_check", t("Guards that turn up under a Hero check at once: a low roll and they fight."),
           t("Nothing to decide: roll."), "site"),
    Advice("reaction.hero_reaction", t("With his Initiative value or less your Hero comes in time to attack."),
           t("Nothing to decide: roll."), "", "roll"),
    Advice("sites.benefit", t("Stopping at a holy place costs the rest of the way and earns one roll: Gold, Honor, "
                              "Movement, Resources or Experience."),
           t("Yes, when there is nowhere better to be this turn."), "hero", "confirm", "15.4"),
    Advice("sites.benefit", t("The die says what the holy place gives; it gives once in a Round."),
           t("Nothing to decide: roll."), "site", "roll", "15.4"),
    Advice("sites.benefit", t("The hex gives your Hero a piece of Equipment; chance says which."),
           about="hero", part="draw"),
    Advice("camps.give_way", t("A Camp does not stay next to guards: it goes one hex away."),
           about="city", part="confirm"),
    Advice("heroes.replace_hero", t("The next Hero brings an army of his own. Its Gold is for units only."),
           t("Spend all of it: many units of a low Level."), "", "counts"),
    Advice("cities.income", t("What your hexes and Cities earn may be shared out among your Displays."),
           t("All to the capital: there you build."), "income", "fields"),
    Advice("cities.production_deed", t("A Tavern brings your second Hero only if he has never been in play."),
           t("Not for a Hero who will not come."), "", "confirm"),
    Advice("movement.choose_deed", t("Units may change hands where two Heroes, or a Hero and a City, meet."),
           t("The larger part to the Hero who fights next."), "", "counts"),
)
"""Advice for the way through the world."""

ANYWHERE = (
    Advice("", t("Equal Resources are changed into one of another kind: 3 of them in a Trade Hall, 2 with a "
                 "Storehouse."),
           t("Only for the piece that is missing for the next building."), "city", "choose", "4.3.6", stock=True),
    Advice("", t("Every Hero may train once a game: one value gets better for good."),
           t("Attack and Defense win fights, Movement takes more land."), "hero", "choose", "4.3.3"),
    Advice("", t("The Hero gets better at one thing for good."),
           t("Attack and Defense win fights, Movement takes more land."), "hero", "choose", "8.11"),
    Advice("", t("Each new Level raises one Skill for good: Trade, Diplomacy, or the one of your people."),
           t("The one of your people: it turns a fight."), "hero", "choose", "16.1"),
    Advice("", t("Diplomacy: some guards of one stack leave before the fight, and count as killed."),
           t("The largest stack of a high Level."), "role", "choose", "16.1.2"),
    Advice("", t("Military Experience takes hits off one stack, once a combat; points left over are lost."),
           t("Yes, if it saves a unit of a high Level."), "role", "confirm", "16.1.3"),
    Advice("", t("Fury adds hits against one stack, once a combat; points left over are lost."),
           t("Yes, if all of them kill."), "role", "confirm", "16.1.4"),
    Advice("", t("Cleverness raises a value after the dice, once a combat, and may turn the result."),
           t("Yes, if the stack matters."), "role", "confirm", "16.1.5"),
    Advice("", t("A Camp may move one hex before the Heroes of its owner; a Hero in it may go along and keeps his "
                 "Movement points."),
           t("Towards the riches you want next, and the Hero with it."), ANYTHING, section="7.4"),
    Advice("", t("For Gold, Mercenaries of Level 2 join: one stack of at most 20 for each Hero."),
           t("As many as you can pay: they are cheap for their Level."), "city", "number", "17.1.1", stock=True),
    Advice("", t("A quest names a deed and a reward. Who has done it may draw the next one."), about="hero",
           part="draw", section="17.2"),
    Advice("", t("Honor Points stored here help when this place is attacked. They cannot be taken out again."),
           t("Some, if an enemy is near."), "hero", "number", "17.3"),
    Advice("", t("Honor Points make enemy Mercenaries change sides: the higher total of die and Initiative decides. "
                 "They are lost to their owner in any case."),
           t("As many points as there are Mercenaries."), ANYTHING, section="19.8"),
    *(Advice("", t("Honor Points stored in the building help those who defend it, once a round of the fight is over."),
             about=ANYTHING, section=section) for section in ("17.3.1", "17.3.2", "17.3.3")),
    Advice("", t("There is no picture of this fight in the app: the ground under a stack changes its values."),
           about="step", part="choose", section="19.4.1"),
    Advice("", t("What you get lies on one Display."), t("Your capital: there you build."), "", "choose"),
)
"""Advice for what is asked in many steps: it comes last."""
# fmt: on


def at(state: HvWState) -> str:
    """The stage that a match is in."""
    if not state.round:
        return SETUP.id
    if state.phase in ("initiative", "production", "cleanup") and not state.active:
        return state.phase
    return f"sequence{state.sequence}" if state.sequence else ROUND[0].id


def stages(state: HvWState) -> tuple[Stage, ...]:
    """The stages of the Round for the track; before the first one the set-up as well."""
    return ROUND if state.round else (SETUP, *ROUND)


GUIDE = Guide(
    t(
        "Explore the world, take its riches, build an army. In the end three things are compared: Resource hexes, "
        "Levels of the Heroes, and the army (Level times number of units). Who leads in most of them wins."
    ),
    stages,
    at,
    (*ADVICE, *FIGHTS, *TRAVELS, *ANYWHERE),
    needs=(
        t("The tiles in a pile, face down; each side's counters and its Hero and City Displays; space for the map."),
        t("A twenty-sided and a six-sided die. A phone can roll for you."),
    ),
)
