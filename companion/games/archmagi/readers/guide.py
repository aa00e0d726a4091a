"""The guide for the first game: the phases, why each question is asked, what is usual; and the player aid.

Words and numbers of the aid come from the match's lists. Contains no rule.
"""

from __future__ import annotations

from companion.engine.core.text import Text, numeral, t
from companion.engine.game.guidance import ANYTHING, Advice, Aid, AidFigures, Guide, Stage, read_aids
from companion.games.archmagi import facts
from companion.games.archmagi.fights.battle import HELPER
from companion.games.archmagi.fights.losses import ROLES
from companion.games.archmagi.fights.sending import MORTAL
from companion.games.archmagi.phases.setup import HOME, NEAR
from companion.games.archmagi.phases.turn import last_turn
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.wording import says

SETUP = Stage("setup", t("Set-up"), t("All roll for who begins, draw their chits and place their Archmagi."), "Setup")
TURN = (
    Stage("draw", t("Draw"), t("A unit chit, more for banners, and a spell chit."), "Draw"),
    Stage("deploy", t("Deploy"), t("Chits come onto their terrain, by your banner or Archmagi."), "Deploy"),
    Stage("explore", t("Explore"), t("Each stack turns up a hex next to it."), "Explore"),
    Stage("move", t("Move"), t("Units move 1 hex, Swift 2, Very Swift 3."), "Move"),
    Stage("scout", t("Scout"), t("Scouts look, thieves steal, Cannibals eat."), "Scout"),
    Stage("battle", t("Battle"), t("You attack wherever your units meet others."), "Battle"),
    Stage("banner", t("Banner"), t("Your banner goes where only your units stand."), "Banner"),
    Stage("end", t("End"), t("Surplus chits are discarded; whoever has no Archmagi is out."), "End"),
)
STAGE_OF = dict(zip(("Draw", "Deploy", "Explore", "Move", "Scout", "Battle", "Banner", "End"), TURN, strict=True))
"""The stages by what saves call the phases."""
ADVICE = (
    Advice("setup.draw_start", t("What you draw is yours alone to see; only the Archmagi lies open."), about="draw"),
    Advice("setup.place_archmagi", t("Chits come in where the Archmagi is. Whoever loses it is out of the game."),
           t("Take the hex with the golden letter: nowhere can more of your Reserve come in."), "start",
           options=(HOME,)),
    Advice("setup.place_archmagi", t("Chits come in where the Archmagi is. Whoever loses it is out of the game."),
           t("Take the hex with the golden letter: it is nearest to land where your Reserve can come in."), "start",
           options=(NEAR,)),
    Advice("setup.place_archmagi", t("Chits come in where the Archmagi is. Whoever loses it is out of the game."),
           t("Stay near land that your Reserve chits need."), "start"),
    Advice("turn.draw", t("Banners bring more chits: one more for every three."), about="draw"),
    Advice("deploy.deploy", t("Chits lie face down: the others see only how many there are."),
           t("Deploy all you can; units that stay in Reserve do nothing."), "deploy", stock=True),
    Advice("movement.move", t("Stacks take land for your banners, and meet enemies."),
           t("Take empty land first; your Archmagi is safest in company."), "move"),
    Advice("deploy.deploy", t("A chit comes onto its own terrain, beside your banner or Archmagi."),
           t("Where the next fight is."), "where"),
    Advice("deploy.deploy", t("An artifact belongs to a unit and improves it."), t("The unit that fights most."),
           "give"),
    Advice("movement.move", t("Where others stand there is a battle, when all have moved."),
           t("To land that nobody holds."), "to"),
    Advice("movement.move", t("The spell works on one stack."), about="stack"),
    Advice("movement.move", t("The gate takes units to a hex with your banner."), about="gate"),
    Advice("movement.move", t("Whoever does not go through stays here."), about="through"),
    Advice("scouting.scout", t("You alone see what lies there, before you fight it."),
           t("The stack you mean to attack."), "look"),
    Advice("scouting.scout", t("A Cannibal eats a unit of its own stack and is stronger until the turn ends."),
           t("The unit you miss least."), "meal"),
    Advice("turn.next_battle", t("Your units have met others in several hexes."), t("Begin where you are strongest."),
           "battle"),
    Advice("turn.find_artifact", t("You have found an artifact: draw it unseen."), about="draw"),
    Advice("turn.discard", t("You hold more than you may keep when the turn ends."),
           t("What your land or your Mages cannot use."), "discard"),
    Advice("movement.move", t("All go together, unless you take the tick from those who stay."), about="who"),
    Advice("scouting.scout", t("The time for Scouts, thieves and Cannibals; often there is nothing to do."),
           about="scout"),
    Advice("battle.begin_round", t("One unit of each side fights in a round. The attacker may stop between rounds."),
           t("Fight on while your best unit is left."), "on"),
    *(Advice("battle.reveal", t("Both sides send one unit, chosen in secret. The loser of the roll is destroyed."),
             t("Spare your Archmagi; of the others, send the highest value."), side, options=(MORTAL,), against=True)
      for side in ROLES),
    *(Advice("battle.reveal", t("Both sides send one unit, chosen in secret. The loser of the roll is destroyed."),
             t("Send the highest value that suits; keep Archers and Generals as helpers."), side) for side in ROLES),
    *(Advice("battle.tactics", t("Helpers, and spells that work before the roll; both sides choose in secret."),
             t("Show all that adds to your roll: Archers, Generals, a rally."), side, options=(HELPER,))
      for side in ROLES),
    *(Advice("battle.tactics", t("Helpers, and spells that work before the roll; both sides choose in secret."),
             t("Nobody here adds to this roll; a spell is worth it where much hangs on the roll."), side)
      for side in ROLES),
    Advice("acts.act", t("In turn both sides may use what their units can do, until both go on."), about="act"),
    Advice("acts.act", t("One unit is given up, the others get away."), about="sacrifice"),
    Advice("battle.tactics", t("The enemy casts a spell; a Counterspell may undo it."), about="answer"),
    Advice("battle.clash", t("Each side adds its die to its value. The higher total destroys the other unit; a tie "
                             "destroys nobody."), about="roll"),
    Advice("acts.act", t("Who leaves goes to a hex next to the battle that is empty or friendly."),
           t("Away from the enemy."), "out"),
    Advice("battle.respite", t("Between two rounds a spell may bring back what has been lost."),
           t("Yes, for a unit of high value."), "respite"),
    Advice("battle.tactics", t("A summoned unit is gone after the battle in any case."), t("Yes, let it fight."),
           "summoned"),
    Advice("battle.clash", t("The enemy casts a spell; a Counterspell may undo it."), about="answer"),
    Advice("battle.clash", t("A spell may still change the roll."), about="after"),
    Advice("battle.clash", t("Another unit of the stack may die in its place, if it is a Martyr."), about="martyr"),
    Advice("", t("Another unit of the stack fights in its place."),
           t("Spare your Archmagi; of the others, send the highest value."), "instead", options=(MORTAL,),
           against=True),
    Advice("", t("Another unit of the stack fights in its place."), t("The highest value that is left."), "instead"),
    Advice("", t("The spell works on one unit."), about="target"),
    Advice("", t("This die is rolled once more; the new number stands."), about="again"),
    Advice("turn.explore", t("Whoever explores turns up land that anybody may enter then."),
           t("Where land for the chits of your Reserve may lie."), "explore"),
    Advice("", t("Nobody knows yet what lies here; the die says it."), about=ANYTHING, part="roll",
           section="Terrain"),
    Advice("", t("What the spell does hangs on this die."), part="roll"),
    Advice("setup.turn_order", t("Somebody has to begin; the dice say who."), about="first"),
)  # fmt: skip


def at(state: ArchmagiState) -> str:
    """The phase that a match is in."""
    return STAGE_OF[state.phase].id if state.active and state.phase else SETUP.id


def stages(state: ArchmagiState) -> tuple[Stage, ...]:
    """The phases for the track: without Explore where the map is known, with the set-up before the first turn."""
    turn = tuple(one for one in TURN if one.id != "explore" or state.mapped == "unknown" or state.phase == "Explore")
    return turn if state.active and state.phase else (SETUP, *turn)


def aim_of(state: ArchmagiState) -> Text:
    """The aim of a match: also what decides if it comes to its last turn (A44)."""
    last = last_turn(state)
    if not last:
        return AIM
    return t("{aim} If several are left after turn {n} of each, the most banners win.", aim=AIM, n=last)


AIM = t("Destroy every other Archmagi: the last one left wins.")
NEEDS = (
    t("Terrain hexes, banners, and a cup or bag for each kind of chit, so that nobody sees what he draws."),
    t("Two six-sided dice, and a twenty-sided one where terrain is rolled. A phone can roll for you."),
)
GUIDE = Guide(AIM, stages, at, ADVICE, aim_of, NEEDS)


# ---- the player aid


def aids(state: ArchmagiState) -> tuple[Aid, ...]:
    """The sequence of a battle, what abilities do, and the lists of the match by terrain."""
    spells, gear = _list(state, "spell", t("Spells")), _list(state, "artifact", t("Artifacts"))
    made = {"units": _units(state), "spells": [spells], "artifacts": [gear]}
    holds = {"limit": state.rulings["stack_limit"] == "ten"}
    moves = {word.replace(" ", "_"): n for word, n in facts.TERMS.moves.items()}
    figures = {name: facts.LIMITS[name] for name in ("deploy", "absent", "stack")} | moves
    return AidFigures(holds, figures, {"abilities": ABILITIES}, made).told(PARTS)


PARTS = read_aids(facts.PACKAGE, "phone_aids.toml")
ABILITIES = [(t(name.title()), t(words)) for name, words in facts.TERMS.ability.items()]
ABILITIES += [(t("{name} (artifact)", name=t(name.title())), t(words))
              for name, words in facts.TERMS.gear.items() if name != "brm"]  # fmt: skip
CHIT = (t("Chit"), t("What it says"), t("Chits"))


def _units(state: ArchmagiState) -> list[Aid]:
    """A table for each terrain that has units."""
    lists, found = lists_of(state.owner), []
    for row in lists.terrain.values():
        kinds = [one for one in lists.chits.values() if one.count and one.terrain == row.word]
        rows = tuple((t(one.name), says(state, "unit", one.id), numeral(one.count)) for one in kinds)
        title = t("Units: {terrain}", terrain=t(row.name))
        found += [Aid(f"units-{row.id}", title, "Units", columns=CHIT, rows=rows)] if rows else []
    return found


def _list(state: ArchmagiState, pile: str, heading: Text) -> Aid:
    lists = lists_of(state.owner)
    kinds = lists.spells if pile == "spell" else lists.artifacts
    rows = tuple((t(one.name), says(state, pile, one.id), numeral(one.count)) for one in kinds.values())
    return Aid(f"list-{pile}", heading, columns=CHIT, rows=rows)
