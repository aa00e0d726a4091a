"""The guide for the first Round: its stages, why each question is asked, what people usually do."""

from __future__ import annotations

from companion.engine.core.text import t
from companion.engine.game.guidance import Advice, Guide, Stage
from companion.games.heroes_vs_warlords.records.state import HvWState

SETUP = Stage(
    "setup", t("Set-up"), t("Lay the world face down, add your start tiles, buy the armies of the first Heroes."), "5.0"
)
ROUND = (
    Stage("initiative", t("Initiative"), t("Everybody rolls a d20; the highest plays first in this Round."), "5.2"),
    Stage(
        "sequence1",
        t("1st turns"),
        t("Players take turns to move their Heroes and fight; then all collect income."),
        "6.0",
    ),
    Stage("sequence2", t("2nd turns"), t("The same again: move, fight, collect."), "6.0"),
    Stage("sequence3", t("3rd turns"), t("The same a third time."), "6.0"),
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
        t("Whoever rolls highest has the first turn; the others follow clockwise."),
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
        t("It is your turn: each of your Heroes may go as far as his Movement points reach."),
        t("Turn a new tile up, and take the Resource hexes near your capital first."),
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
    Advice("sites.benefit", t("The hex is yours to use: this is what it gives."), about="hero", part="choose"),
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
        t("Roll: a hit kills as many as the stack that attacks has units."),
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
    ADVICE,
)
