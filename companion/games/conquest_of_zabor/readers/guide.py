"""The guide for the first game: the phases, why each question is asked, what is usual; and the player aid.

Numbers of the aid come from the facts. Contains no rule.
"""

from __future__ import annotations

from companion.engine.core.text import Text, numeral, t
from companion.engine.game.guidance import Advice, Aid, AidFigures, Guide, Stage, read_aids
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.setup import FIRST
from companion.games.conquest_of_zabor.phases.track import GROW
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, ability_words, capacity_words

SETUP = Stage("setup", t("Set-up"), t("Each player gets a Position Card, four Empire Traits and a starting area; "
                                      "Barbarians get Keeps."), "Setup 1: position cards")  # fmt: skip
TURN = (
    Stage("cards", t("Cards"), t("Phase 1: the Master of the Council lays out the Action Cards."),
          "Phase 1: place action cards"),
    Stage("income", t("Income"), t("Phase 2: everybody receives Gold for his areas."), "Phase 2: income"),
    Stage("events", t("Event"), t("Phase 3: one event of three; Barbarians appear."), "Phase 3: events"),
    Stage("envoys", t("Envoys"), t("Phase 4: in turn everybody takes a space of the Action track."),
          "Phase 4: place envoys", "now"),
    Stage("actions", t("Actions"), t("Phase 5: from left to right, each Envoy takes its action."),
          "Phase 5: actions"),
    Stage("warfare", t("Warfare"), t("Phase 6: everybody may move Units to one Land Area."), "Phase 6: warfare"),
    Stage("trade", t("Trade"), t("Phase 7: adjacent Empires that kept the peace may trade."), "Phase 7: trade"),
    Stage("points", t("Points"), t("Phases 8 to 10: Units heal; what is fulfilled is claimed; the next VP card is "
                                   "turned up."), "Phase 9: VP", "standing"),
)  # fmt: skip
STAGES = ("cards", "income", "events", "envoys", "actions", "warfare", "trade", "points", "points", "points")
"""The stage of each phase of a turn, in their order."""
STAGE_OF = dict(zip(facts.PHASES, STAGES, strict=True))


def _envoy_advice(about: str, why: Text) -> tuple[Advice, ...]:
    """Where an Envoy goes: where the Empire grows, as far as something can be done there now."""
    grow = t("Primary actions are stronger; those that are advised make your Empire grow.")
    other = t("Take a space where you have something to do now: each says what it does.")
    return (Advice("turn.place_envoy", why, grow, about, options=(GROW,)),
            Advice("turn.place_envoy", why, other, about))  # fmt: skip


WOUNDS = t("A Cavalry or Sorcerer that survives is whole again in phase 8 of this turn; else cheap Units first.")
"""Who takes wounds, as most people choose."""
ADVICE = (
    Advice("setup.deal_positions", t("A Position Card is an office with a right of its own, as long as you hold it."),
           t("Draw one unseen and tap which, or let the app draw."), about="position"),
    Advice("setup.deal_positions", t("Everybody holds an office: a Position Card."),
           t("Council and Events are always in: shuffle the other three, or let the app draw."), about="used"),
    Advice("setup.deal_traits", t("Five Empire Traits, for your eyes only. You keep one and pass the rest on, until "
                                  "you have four."),
           t("Deal from your pile and choose what came, or let the app draw."), about="draw"),
    Advice("setup.keep_one", t("A trait helps you the whole game, and its conditions bring VP."),
           t("The advised one suits a first game: you fulfil it by growing."), "draft", options=(FIRST,)),
    Advice("setup.choose_start", t("Your first City stands here, with all your Units."),
           t("By the sea you begin with a Fleet, inland with a second Cavalry."), "start"),
    Advice("setup.choose_start", t("Your first City stands here, with all your Units. Your map lies on the table only: "
                                   "the app learns each area when it comes up."),
           t("By the sea you begin with a Fleet, inland with a second Cavalry."), about="name"),
    *(Advice("setup.choose_start", t("Your Fleet begins in the sea beside your City: from there Units cross the sea."),
             t("Take the Sea Area with the most coasts."), about=one) for one in ("sea", "sea_name")),
    Advice("setup.barbarian_keep", t("Barbarians hold a Keep that anybody may take. The area is new to the app."),
           t("Put it where it is in the way of others, or where you can reach it first."), "name"),
    Advice("setup.barbarian_keep", t("Barbarians hold a Keep that anybody may take."),
           t("Put it where it is in the way of others, or where you can reach it first."), "barbarians"),
    Advice("turn.lay_track", t("Actions are resolved in this order. You lay the cards, and begin every phase."),
           t("Put what pays first, and what you do not need last."), "track"),
    Advice("turn.event", t("You drew three events and play one; it happens to everybody."), about="event"),
    Advice("turn.event", t("Draw from the pile on the table and tap what it is, or let the app draw."), about="draw"),
    Advice("turn.event", t("You choose where the Barbarians of the card appear."), about="barbarian"),
    *(Advice("turn.event", t("You choose where the Barbarians of the card appear. The app learns the area once."),
             about=one) for one in ("name", "sea_name")),
    *_envoy_advice("envoy", t("Your Envoy takes this action when its space comes. Each space has room for one.")),
    *_envoy_advice("next_envoy", t("Your Envoys act from left to right, as the cards lie: first Gold or Units, then "
                                   "what needs them.")),
    Advice("actions.acquisition", t("Dynasties and Artifacts stay on your chart, three of each at most."),
           about="deck"),
    Advice("actions.acquisition", t("One of these stays with you; the others are put away."),
           t("Keep what helps the conditions of your traits."), "keep"),
    Advice("actions.acquisition", t("You may have three of each at most; the rest is put away."),
           t("Put away what fulfils no condition of yours."), "discard"),
    Advice("actions.build_army", t("With the secondary action a few Units are free, or Infantry is bought."),
           t("Take the free Units, unless you have Gold for three Infantry or more."), "build"),
    Advice("actions.build_army", t("New Units come into areas with a Keep, City or Metropol of yours."),
           t("Take the place where you want to move from."), "place"),
    Advice("actions.build_army", t("They may go to different areas; what you do not send here goes elsewhere."),
           about="there"),
    Advice("actions.civilize", t("Roads and Keeps go into any land of yours, a City on a Keep, a Metropol on a City."),
           t("Build a Keep where you would lose the land when your Units leave."), "site"),
    Advice("actions.build_army", t("Units come into your Civilized Areas; your areas limit how many of a type."),
           t("Infantry holds land, Cavalry pursues, Auxiliaries add dice to other Units."), "army", stock=True),
    Advice("actions.civilize", t("Upgrades pay Gold in every turn and absorb hits; Roads cost no Move."),
           t("Build a Keep in a Rural Area first: without one you lose it when your Units leave."), "civilize",
           stock=True),
    Advice("actions.council_seat", t("The Position Card comes to you, whoever has it."), about="position"),
    Advice("actions.build_fleets", t("Fleets hold Sea Areas, and your Land Units travel along them."), about="fleet"),
    Advice("actions.leave_from", t("With the secondary action the Units of one area move, wherever they like."),
           about="source"),
    Advice("movement.move_group", t("Units that move together stop where they meet others; then there is a battle."),
           t("A City stays yours without Units, as long as nobody else walks in."), "from"),
    Advice("movement.move_group", t("Tap an area beside this one: they go step by step. Along Roads and Fleets it "
                                    "costs no Move."),
           t("Go where you are stronger: in land that nobody holds a native, 1 Infantry, defends it."), "to"),
    Advice("movement.move_group", t("They may stop here, or go on with the Move that is left."),
           t("Stop where they are to stand or fight."), "onward"),
    Advice("movement.move_group", t("An area the app does not know yet: it learns it once, as your map says, and that "
                                    "it is next door."), about="name"),
    Advice("movement.move_group", t("A Sea Area the app does not know yet: it learns it once, and that it is next "
                                    "door."), about="sea_name"),
    Advice("movement.move_group", t("They move together. Others may leave the area after them."),
           t("Leave one Unit where you have no Keep: else you lose the area."), "group"),
    Advice("diplomacy.negotiate", t("The area becomes yours without a battle, with the Units that are there."),
           about="diplomacy"),
    Advice("diplomacy.evacuate", t("You lose this area, but all Units except one may leave it first."),
           about="evacuate"),
    Advice("rituals.draw_rituals", t("Destiny and Sorcery cards are yours alone to see; three of each at most."),
           about="deck"),
    Advice("rituals.play_card", t("Cards are played in your Rituals action only, before and after drawing."),
           about="play"),
    Advice("turn.war_target", t("Once a turn any of your Units may move to one Land Area, without an Envoy."),
           t("Natives defend an area nobody holds with one Infantry."), "target"),
    Advice("trading.trade", t("Trade is with an Empire beside yours that you have not fought this turn."),
           t("It costs you nothing: ask."), about="trade"),
    Advice("trading.trade", t("A no keeps the other from drawing Trade Bonus Cards."),
           t("Say yes to whoever has fewer VP than you."), "consent"),
    Advice("trading.trade", t("Your Trade Bonus lets you buy this now."),
           t("Say yes if you can spare the Gold."), "buy"),
    Advice("battle.first_strike", t("First Strike comes before all other dice: whoever it kills does not fight back."),
           about="dice"),
    Advice("battle.battle_round", t("Each 5 or 6 is a hit. Nobody withdraws: it goes on until one side is gone."),
           about="dice"),
    *(Advice(rule, t("Say who takes the wounds. Wounded Units come first."), WOUNDS, "casualties", part)
      for rule in ("battle.battle_round", "battle.first_strike", "rituals.play_card") for part in ("choose", "counts")),
    *(Advice(f"battle.{one}", t("A hit that is absorbed wounds nobody; what absorbs is used up in this battle."),
             t("Absorb all hits, as long as it lasts."), "absorb") for one in ("first_strike", "battle_round")),
    Advice("conflicts.pursue", t("Whoever won may go on with Cavalry and fight again next door."), about="pursuit"),
    Advice("conflicts.warp", t("Sorcerers go home after a battle that was won: to any Civilized Area of yours."),
           about="warp"),
    Advice("conflicts.next_battle", t("Several battles are open; you say which comes first."), about="battle"),
    Advice("victory.claim", t("What you claim is yours for good, even if you lose it later."), about="claim"),
    Advice("turn.event", t("The event says how many go."), t("Cheap Units go first."), "remove"),
    Advice("turn.take_income", t("Your Empire has lost everything: it comes back with one Infantry."),
           t("Take an area where nobody is near."), "return"),
    Advice("turn.tidy", t("Your areas carry no more Units of this type than the capacity says."),
           t("Take them where no enemy is near."), "trim"),
    Advice("turn.tidy", t("You may have three of each at most; the rest is put away."),
           t("Put away what fulfils no condition of yours."), "discard"),
    Advice("actions.council_seat", t("Your chart has no room for one more Position Card: another one goes."),
           t("Keep what helps in every turn."), "give"),
    Advice("conflicts.conclude", t("With a Keep the land stays yours when your Units go on."),
           t("Say yes if you can spare the Gold."), "settle"),
    # what is asked in many steps
    Advice("", t("A condition or a card of yours counts Empires whose areas touch yours."),
           t("Look at the borders of your own areas."), "adjacent"),
    Advice("", t("The enemy's hit may be rolled again: it can only become less."), t("Say yes."), "reroll"),
    Advice("", t("Only this one die counts anew."), about="again"),
    Advice("", t("Each 5 or 6 is a hit, and each hit a wound."), about="hits"),
    Advice("", t("The app learns your map from you, each area once: Fleets need land beside the sea, some VP count "
                 "where it lies."), about="name"),
    Advice("", t("The app learns your map from you, each Sea Area once."), about="sea_name"),
    Advice("", t("The app learns your map from you: say which areas touch, once for each border."), about="border"),
    Advice("", t("Draw from the pile on the table and tap what it is, or let the app draw."), about="draw"),
    Advice("", t("One of these stays with you; the others are put away."),
           t("Keep what helps the conditions of your traits."), "keep"),
    Advice("", t("You may have three of each at most; the rest is put away."),
           t("Put away what fulfils no condition of yours."),
           "discard"),
    Advice("", t("Land Units travel along Roads for no Move."),
           t("Build it between your City and where you want to go."),
           "road"),
    Advice("", t("Fleets come into a Sea Area beside land of yours."), t("Take the one with the most coasts."), "sea"),
    Advice("", t("It goes into land of yours."), t("Take the place where you want to move from."), "upgrade"),
    Advice("", t("It goes into land of yours."), t("Take the place where you want to move from."), "place"),
    Advice("", t("The card says whom it may hit."), about="target"),
)  # fmt: skip


def at(state: ZaborState) -> str:
    """The phase of the turn that a match is in."""
    return STAGE_OF.get(state.phase, SETUP.id)


def stages(state: ZaborState) -> tuple[Stage, ...]:
    """The phases for the track; before the first turn the set-up."""
    return TURN if state.phase else (SETUP, *TURN)


GUIDE = Guide(
    t("Most Victory Points (VP) win. Your Empire Traits and the open VP cards say what brings them."),
    stages,
    at,
    ADVICE,
    needs=(
        t("Every kind of card shuffled in a deck of its own; Units, markers and gold at hand; space for the map."),
        t("Six-sided dice, as many as you have. A phone can roll them all at once."),
    ),
)


def aids(state: ZaborState) -> tuple[Aid, ...]:
    """The player aid: income and VP, actions, Units, Upgrades, how many Units, a battle, the end."""
    made = {"actions": [_actions()], "units": [_units()], "upgrades": [_upgrades()],
            "capacity": [_capacity()]}  # fmt: skip
    read = state.rulings
    holds = {"support_units": read["support"] == "units", "support_types": read["support"] == "by-type",
             "absorb_battle": read["absorb"] == "battle", "absorb_round": read["absorb"] == "per-round",
             "absorb_owner": read["absorb"] == "owner-chooses",
             "card_each": read["unclaimed"] == "each", "card_first": read["unclaimed"] == "first-only",
             "trait_once": read["trait_claims"] == "once", "trait_turns": read["trait_claims"] == "each-turn",
             "claim_phase": read["claim_time"] == "phase", "claim_earlier": read["claim_time"] == "any-time",
             "claim_one": read["claims"] == "one-per-phase", "battles_after": read["battles"] == "after"}  # fmt: skip
    absorbs = {one: facts.ITEMS[one].absorb for one in facts.UPGRADES}
    pays = {f"gold_{one}": facts.ITEMS[one].income for one in facts.UPGRADES} | {"gold_rural": facts.NUMBER["rural"]}
    pays["native"] = facts.UNITS["infantry"].strength
    return AidFigures(holds, absorbs | pays, {}, made).told(PARTS)


PARTS = read_aids(facts.PACKAGE, "phone_aids.toml")


def _actions() -> Aid:
    rows = tuple((t(facts.ACTIONS[name]), t(one), t(other)) for name, (one, other) in ACTION_WORDS.items())
    return Aid("actions", t("Actions"), "Phase 4: place envoys", columns=(t("Action"), t("Primary"), t("Secondary")),
               rows=rows)  # fmt: skip


def _units() -> Aid:
    rows = tuple((t(one.name), numeral(one.price), numeral(one.strength), numeral(one.move), numeral(one.wounds),
                  t(ability_words(one)) if one.abilities else Text("–")) for one in facts.UNITS.values())  # fmt: skip
    columns = (t("Unit"), t("Gold"), t("Strength"), t("Move"), t("Wounds"), t("Abilities"))
    return Aid("units", t("Units"), "Action card: Build Army", columns=columns, rows=rows)


def _upgrades() -> Aid:
    rows = tuple((t(one.name), numeral(one.price), numeral(one.income), numeral(one.absorb))
                 for one in facts.ITEMS.values())  # fmt: skip
    columns = (t("Upgrade"), t("Gold"), t("Income"), t("Absorb"))
    bare = (t("Rural Area"), Text("–"), numeral(facts.NUMBER["rural"]), numeral(0))
    return Aid("upgrades", t("Upgrades and Roads"), "Action card: Civilize", columns=columns, rows=(bare, *rows))


def _capacity() -> Aid:
    rows = tuple((t(one.name), t(capacity_words(one))) for one in facts.UNITS.values())
    columns = (t("Unit"), t("At most"))
    return Aid("capacity", t("How many Units you may have (halves rounded up)"), "Action card: Build Army",
               columns=columns, rows=rows)  # fmt: skip
