"""The guide for the first game: the phases of a turn, why each question is asked, what is usual. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text, filled, listed, plural, t
from companion.engine.game.guidance import Advice, Guide, Stage
from companion.games.multiverse_war.fighting.aiming import OF_HEROES, OF_UNITS
from companion.games.multiverse_war.phases.heroes import RECOMMENDED
from companion.games.multiverse_war.phases.victory import HERO, in_force
from companion.games.multiverse_war.phases.working import PAYING
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState

SETUP = Stage("setup", t("Set-up"), t("Three units each, two secret missions, and who is first."), "Starter game setup")
REVENUE = Stage("revenue", t("Revenue"), t("Damage is repaired; settlement and buildings pay gold."), "Fourth turn")
BUILD = Stage("build", t("Build"), t("Gold buys units, buildings, roads, upgrades, heroes and missions."),
              "Turn order")  # fmt: skip
ACTION = Stage("action", t("Action"), t("Every unit may move, explore, attack or rest, one after the other."),
               "Possible actions")  # fmt: skip
STAGE_OF = {"Revenue": REVENUE, "Build": BUILD, "Action": ACTION}
"""The stages by what saves call the phases."""
ADVICE = (
    Advice("setup.choose_starters", t("These three units begin in your settlement; nobody else sees which they are."),
           t("A Builder, a Scout and one that fights."), "starters"),
    Advice("setup.place_starter", t("Your units begin in the hexes of your settlement."),
           t("Put them on the side where the unknown land is."), "place"),
    Advice("setup.first_missions", t("Missions are secret: whoever fulfils one is paid for it."),
           t("Read it on the tab Army; it says what to aim for."), "mission"),
    Advice("setup.first_players", t("One player is first to build, the other first to act."),
           t("Whoever acts first sees the new land first."), "first", "choose"),
    *(Advice("revenue.collect", t("What you own pays before you build."), about=what)
      for what in ("quarries", "supply")),
    Advice("build.build", t("Spend your gold; what is left is kept for later turns."),
           t("A building that pays gold in every turn; a Barracks trains all infantry, too."), "build", stock=True,
           options=(PAYING,)),
    Advice("build.build", t("Spend your gold; what is left is kept for later turns. A building that pays takes "
                            "its price and a Builder three hexes away from the settlement."),
           t("Units that fight; a Builder, if you have none."), "build", stock=True, options=("recruit",)),
    Advice("build.build", t("Spend your gold; what is left is kept for later turns."), about="build", stock=True),
    Advice("build.build", t("It comes in at your settlement or a building that trains it, and nobody sees what it is."),
           t("Look at whom it strikes first."), about="recruit", stock=True),
    Advice("build.build", t("Buildings pay gold in every turn and train units."),
           t("Barracks first: they pay, and train all infantry."), about="construct", stock=True,
           options=("barracks",)),
    Advice("build.build", t("Three hexes away from the settlement stands what pays gold and trains units."),
           about="construct", stock=True),
    Advice("build.build", t("On roads every hex costs 1 action point; a building joined to the settlement pays 1 gold "
                            "more."), t("Join your buildings first."), about="road", stock=True),
    Advice("build.build", t("A hero comes with skill points, fights like a unit, and grows with every kill."),
           about="hero", stock=True),
    Advice("build.build", t("Skill points buy action points, health and skills."),
           t("The skill its sheet recommends, then one more action point."), about="points", options=(RECOMMENDED,)),
    Advice("build.build", t("Skill points buy action points, health and skills."),
           t("One more action point, or the next skill."), "points"),
    Advice("build.build", t("The new mission takes the place of another, secret as before."),
           about="mission", part="choose"),
    Advice("build.build", t("It comes into a free hex of your settlement, or of a building that trains it."),
           t("Fighters where the enemy comes from, a Builder away from him."), "where", stock=True),
    Advice("build.build", t("Forest hides units until somebody stands beside them, and makes shots hard."),
           t("Where your own units wait."), "forest"),
    Advice("build.build", t("Two missions are the most: this one goes back into its deck."),
           t("The one you are further from."), "age1"),
    Advice("build.build", t("Units become the next age in your settlement and beside your buildings."),
           t("The unit that fights most."), "promote"),
    Advice("setup.first_players", t("The lowest die chooses whether to build first or to act first."), about="first",
           part="roll"),
    Advice("action.act", t("Hand to hand, who survives strikes back, and who trumps the other strikes first; a shot is "
                           "answered by shooters only."), t("Damaged units first: most bear only 2."), "target"),
    *(Advice("action.act", t("The ability hits several at once."), t("As many as you can reach."), "targets",
             section=one) for one in (OF_UNITS, OF_HEROES)),
    Advice("action.act", t("There is no map in the app: say what lies on the table around your unit."), about="map"),
    Advice("action.act", t("There is no map in the app: the ground says what the step costs."), about="cost"),
    Advice("action.act", t("A unit that moves on roads alone gets one more action point."), about="road"),
    Advice("action.act", t("Skill points buy action points, health and skills."),
           t("One more action point, or the next skill."), "points"),
    Advice("action.act", t("One damage is taken off."), t("The unit you want to fight with next."), "heal"),
    Advice("build.build", t("The building becomes the next age and trains its units."), t("The one nearest the fight."),
           "upgrade"),
    Advice("build.build", t("Two missions are the most: this one goes back into its deck."),
           t("The one you are further from."), "age2"),
    Advice("action.act", t("New land: turn it up on the table and tap which one it is."), about="territory"),
    Advice("action.act", t("The territory is laid with this edge towards your unit."), about="edge"),
    Advice("action.act", t("A leap goes over what lies between, into a hex where nobody stands."), about="leap"),
    Advice("action.act", t("A unit joins you for nothing."), t("One that fights."), "free_unit"),
    Advice("action.act", t("It stands in a hex beside, and may act from now on."), about="joins"),
    Advice("action.act", t("A unit that has finished gets an action point back."), t("One that can still strike."),
           "rally"),
    Advice("fight.strike", t("A D10 that shows the strength or less hits for 1 damage. Most units have health 2."),
           t("Hand to hand, who survives strikes back. Only shooters answer shots, only siege weapons each other."),
           "blow"),
    Advice("fight.strike", t("The ambush rolls twice, and nobody strikes back; afterwards it is gone."),
           about="ambush"),
    Advice("action.act", t("The territory lies down as the die says: that edge is turned towards the unit."),
           about="turn"),
    Advice("action.act", t("Something waits on the token; it happens at once."), about="event"),
    Advice("action.act", t("A step costs action points by the ground; a shot or turning up land costs 1."),
           about="unit"),
    Advice("action.act", t("Two of your units stand on this hex; each acts for itself."), about="which"),
    Advice("action.act", t("Choose the unit that acts next. Each has a few action points a turn."),
           t("Scouts first: they turn up the land that the others walk into."), about="act"),
    # what is asked in many steps
    Advice("", t("Draw from the deck on the table and tap what it is, or let the app draw. Nobody else reads it."),
           about="mission", part="draw"),
)  # fmt: skip


def at(state: WarState) -> str:
    """The phase that a match is in."""
    return STAGE_OF[state.phase].id if state.turn and state.phase else SETUP.id


def stages(state: WarState) -> tuple[Stage, ...]:
    """The phases for the track, with the set-up before the first turn. The first turn has only actions (A39); the other
    phases stand there all the same, so that one sees what a turn is.
    """
    return (REVENUE, BUILD, ACTION) if state.turn and state.phase else (SETUP, REVENUE, BUILD, ACTION)


WAYS = {
    "city": t("take the city of another player"), "hero": t("bring a hero to level {levels}"),
    "age": t("unlock {kinds} kinds of the third age"), "portal": t("complete the Stone Portal"),
    "points": t("have the most victory points after turn {limit}"),
}  # fmt: skip
"""What players do to win, by the ways that may be in force."""


def aim(state: WarState) -> Text:
    """The ways to win that count in a match."""
    figures = {"levels": HERO["levels"], "kinds": facts.NUMBERS["age"]["kinds"], "limit": state.limit}
    ways = [filled(words.message, figures) for way, words in WAYS.items() if in_force(state, way)]
    words = listed(ways)
    return plural(len(ways), "There is one way to win: {ways}.", "There are {n} ways to win: {ways}.", ways=words)


GUIDE = Guide(
    t("Take the city of the other side; a hero at the highest level or three kinds of the third age win, too. By the "
      "settings the Stone Portal or victory points may win as well."),
    stages, at, ADVICE, aim,
    (t("All neutral territories shuffled, face down; for each side its city, cards, cubes and tokens."),
     t("A ten-sided and a six-sided die. A phone can roll for you.")),
)  # fmt: skip
