"""The text of cards, a line for each effect, for printed cards and pages. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text, listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import Comparison, Effect, Goal

PHASE_TITLES = dict(zip(facts.PHASES, (
    t("Place Action Cards"), t("Income"), t("Events"), t("Place Envoys"), t("Actions"), t("Warfare"), t("Trade"),
    t("Heal"), t("Victory Points"), t("End"),
), strict=True))  # fmt: skip
"""What pages call the phases of a turn."""
PER = {
    "flat": "",
    "rural": "Rural Area",
    "keep": "Keep",
    "city": "City",
    "metropol": "Metropol",
    "city_or_metropol": "City and Metropol",
    "sea": "Sea Area",
    "coastal": "Coastal Area",
    "road": "Road",
    "artifact": "Artifact",
    "dynasty": "Dynasty",
    "monster": "Monster",
    "adjacent_empire": "adjacent Empire",
}
NAMES = {
    **{name: one.name for name, one in facts.UNITS.items()},
    **{name: one.name for name, one in facts.ITEMS.items()},
    "barbarian_infantry": "Barbarian Infantry",
}
METRIC_NAMES = {
    "land_areas": "Land Areas",
    "rural_areas": "Rural Areas",
    "civilized_areas": "Civilized Areas",
    "keeps": "Keeps",
    "cities": "Cities",
    "metropols": "Metropols",
    "roads": "Roads",
    "sea_areas": "Sea Areas",
    "coastal_areas": "Coastal Areas",
    "gold": "Gold",
    "units": "Units",
    "auxiliaries": "Auxiliaries",
    "infantry": "Infantry",
    "cavalry": "Cavalry",
    "sorcerers": "Sorcerers",
    "fleets": "Fleets",
    "monsters": "Monsters",
    "unit_strength": "Strength of all Units together",
    "artifacts": "Artifacts",
    "dynasties": "Dynasties",
    "positions": "Position Cards",
    "adjacent_empires": "adjacent Empires",
    "zabor_areas": "Land Areas on Zabor",
    "north_areas": "Land Areas in the north",
    "south_areas": "Land Areas in the south",
    "battles_won_turn": "Battles won this Turn",
    "empire_battles_won_turn": "Battles won against Empires this Turn",
    "areas_conquered_turn": "Areas Conquered this Turn and still yours",
    "trades_turn": "trades this Turn",
    "vp_claims": "claims of VP so far",
}
"""What conditions compare; keywords begin with a capital letter, as on the cards."""
SHORT_METRICS = {
    "trades_turn": "trades", "adjacent_empires": "Empires", "zabor_areas": "on Zabor", "north_areas": "north",
    "south_areas": "south", "battles_won_turn": "won", "empire_battles_won_turn": "won",
    "areas_conquered_turn": "areas", "unit_strength": "Strength", "vp_claims": "claims",
}  # fmt: skip
"""The same in a word, behind a number in a column, beside the condition itself."""
ONE_METRIC = {
    "land_areas": "Land Area", "rural_areas": "Rural Area", "civilized_areas": "Civilized Area", "keeps": "Keep",
    "cities": "City", "metropols": "Metropol", "roads": "Road", "sea_areas": "Sea Area",
    "coastal_areas": "Coastal Area", "units": "Unit", "auxiliaries": "Auxiliary", "sorcerers": "Sorcerer",
    "fleets": "Fleet", "monsters": "Monster", "artifacts": "Artifact", "dynasties": "Dynasty",
    "positions": "Position Card", "adjacent_empires": "adjacent Empire", "zabor_areas": "Land Area on Zabor",
    "north_areas": "Land Area in the north", "south_areas": "Land Area in the south",
    "battles_won_turn": "Battle won this Turn", "empire_battles_won_turn": "Battle won against an Empire this Turn",
    "areas_conquered_turn": "Area Conquered this Turn and still yours", "trades_turn": "trade this Turn",
    "vp_claims": "claim of VP so far",
}  # fmt: skip
"""The same for one of them."""
WHEN = {
    "income": "Income Phase: ",
    "rituals": "Each own Rituals: ",
    "diplomacy": "After each own Diplomacy: ",
    "position": "Each new Position Card: ",
    "trade": "Each own trade: ",
    "next_trade": "Your next trade this turn: ",
    "once": "Once, in a primary Rituals: ",
    "attack": "Round 1 of a battle you started: ",
}
PLAIN = {
    "seal": "Your Position Cards cannot be taken by a secondary Council Seat.",
    "reroll": "Once a turn an enemy die that scored is rolled again.",
    "mercy": "After a won battle on land 1 killed Infantry or Auxiliary returns.",
    "mists": "Nobody may enter one of your Land Areas in this turn.",
    "turncoat": "A Barbarian Unit alone in an area beside yours becomes yours.",
    "move": "Land Units of one of your areas move up to {n} areas, to your own areas.",
    "settle": "Once a turn: a Keep for {n} Gold in a Rural Area won from Barbarians.",
    "fear": "In your next battle this turn the enemy has {n} dice less in round 1.",
    "bonus_dice": "{n} more dice.",
    "capacity": "Unit Capacity of {unit}: {n} more.",
    "discount": "{item}: {n} Gold less.",
    "ability": "{unit}: {ability} +{n}.",
    "units": "{n} free {unit}.",
    "upgrade": "{n} free {item}.",
    "hits": "{dice} dice against the Units of {target}.",
    "summon": "Summon {monster}.",
    "execute": "Carry out a {slot} {action}.",
}  # fmt: skip
ONE = {
    "move": "Land Units of one of your areas move up to 1 area, to your own areas.",
    "fear": "In your next battle this turn the enemy has 1 die less in round 1.",
    "bonus_dice": "1 more die.",
    "hits": "1 die against the Units of {target}.",
}
"""The same where the number is 1."""
N = facts.NUMBER
ACTION_WORDS = {
    "acquisition": (f"Twice {N['drawn']} cards of Dynasties or Artifacts, keep 1 of each draw.",
                    f"Once {N['drawn']} cards, keep 1."),
    "build_army": ("Buy Land Units.", f"Land Units worth {N['free']} Gold for nothing, or buy Infantry."),
    "campaign": ("All Land Units may move, then battles.", "Units of one Land Area move."),
    "civilize": ("Buy Roads, Keeps, Cities, Metropols.", f"A free Keep, or buy up to {N['keeps']} Keeps."),
    "council_seat": ("Take any Position Card.", "Any but the Master of the Council."),
    "diplomacy": ("Take an adjacent Barbarian Area or an Empire's adjacent Rural Area.",
                  "Take an adjacent Rural Area of the Barbarians."),
    "maritime": (f"Buy Fleets, move Naval Units, then {N['sea']} Gold for each Sea Area you control.",
                 f"Buy Fleets, move Naval Units, then {N['maritime']} Gold in all."),
    "rituals": ("Draw 2 Destiny or Sorcery cards, play any.", "Draw 1, play any."),
}  # fmt: skip
"""What each action does, primary and secondary; the default readings of the rulings."""
ACTION_BRIEFS = {
    "acquisition": (f"Twice {N['drawn']} cards, keep 1 each", f"{N['drawn']} cards, keep 1"),
    "build_army": ("Buy Land Units", f"Units worth {N['free']} Gold free, or buy Infantry"),
    "campaign": ("All Land Units move", "Units of one area move"),
    "civilize": ("Buy Roads and Upgrades", f"A free Keep, or buy up to {N['keeps']}"),
    "council_seat": ("Any Position Card", "Any but the Council's Master"),
    "diplomacy": ("A Barbarian Area, or a Rural Area of an Empire", "A Rural Area of Barbarians"),
    "maritime": (f"Fleets; {N['sea']} Gold for each sea", f"Fleets; {N['maritime']} Gold"),
    "rituals": ("2 cards, play any", "1 card, play any"),
}
"""The same in a few words, for the spaces of the track."""
MANY = {"Auxiliary": "Auxiliaries", "Sorcerer": "Sorcerers", "Fleet": "Fleets", "Keep": "Keeps", "City": "Cities",
        "Metropol": "Metropols", "Road": "Roads"}  # fmt: skip
"""The plurals of pieces; the others are the same for one and for many."""
NO_SITE = {"road": t("Every land of yours has a Road already."), "keep": t("No Rural Area is yours."),
           "city": t("A City goes on a Keep; you have none."),
           "metropol": t("A Metropol goes on a City; you have none.")}  # fmt: skip
"""Why an Upgrade or a Road has no place."""
NO_FLEET = {False: t("No Fleet"), True: t("No further Fleet")}
"""What builds none, by whether there is one already."""
TARGET = {"land": "a Land Area", "sea": "a Sea Area", "adjacent": "an area beside yours"}


RIGHTS = {"council": "Lays out the Action Cards and always goes first.",
          "events": "Plays one of three events and places their Barbarians."}  # fmt: skip
"""What the two Masters of every game do, which is no effect of a card."""
MEANINGS = {
    "absorb": "ignores {n} hits in a battle", "first_strike": "{n} dice before the battle",
    "flight": "passes {n} hostile or Sea Areas", "naval": "at sea only", "pathfinder": "passes {n} hostile Rural Areas",
    "pursuit": "may go on and fight next door, so often: {n}", "speed": "{n} more Move",
    "superiority": "each {n} more dice in round 1", "support": "adds {n} dice to another Unit",
    "warp": "goes home after a battle that is won", "water_walking": "passes {n} Sea Areas",
}  # fmt: skip
"""What an ability of level {n} means, in a few words."""
FOR_ONE = {
    "absorb": "ignores 1 hit in a battle", "first_strike": "1 die before the battle",
    "flight": "passes 1 hostile or Sea Area", "pathfinder": "passes 1 hostile Rural Area",
    "pursuit": "may go on and fight next door, once", "superiority": "each 1 more die in round 1",
    "support": "adds 1 die to another Unit", "water_walking": "passes 1 Sea Area",
}  # fmt: skip
"""The same for level 1."""


def meaning(ability: str, n: int) -> Text:
    """What an ability of a level means."""
    return t(FOR_ONE.get(ability, MEANINGS[ability]) if n == 1 else MEANINGS[ability], n=n)


def some(n: int, name: str) -> Text:
    """So many pieces: `1 Keep`, `2 Cities`, `3 Cavalry`."""
    return t("{n} {piece}", n=n, piece=t(name if n == 1 else MANY.get(name, name)))


def some_units(n: int, kind: facts.Kind) -> Text:
    """So many Units: `2 Infantry`; a Monster, of which there is one, by its name alone."""
    return some(n, kind.name) if n > 1 or kind.id in facts.UNITS else t(kind.name)


def event_words(card: facts.Card) -> Text:
    """What an event does, and the Barbarians that it brings."""
    if not card.pieces:
        return t(card.words)
    pieces = listed([some(n, NAMES[kind]) for kind, n in card.pieces.items()])
    if not card.effects:
        return t("Barbarians: {pieces}", pieces=pieces)
    return t("{words}. Barbarians: {pieces}", words=t(card.words), pieces=pieces)


def item_words(item: facts.Item) -> Text:
    """What an Upgrade or a Road is good for."""
    if not item.income:
        return t("Land Units travel along Roads for 0 Move")
    return plural(item.absorb, "{gold} Gold a turn, absorbs 1 hit in a battle",
                  "{gold} Gold a turn, absorbs {n} hits in a battle", gold=item.income)  # fmt: skip


def effect_words(effect: Effect, decks: facts.Decks = facts.HOUSE) -> Text:
    """An effect in a sentence."""
    if effect.word == "text":
        return t(effect.text)
    start = "At the start: " if effect.start else WHEN.get(_moment(effect), "")
    start += "Until the turn ends: " if effect.get("until") else ""
    return t(start + _sentence(effect), **_values(effect, decks))


def _moment(effect: Effect) -> str:
    """When an effect happens: income is had in every Income Phase, and more cards come with every trade."""
    always = {"income": "income"} if effect.word != "trade" or "until" in effect.args else {"trade": "trade"}
    return effect.get("when") or always.get(effect.word, "")


def card_words(card: facts.Card, decks: facts.Decks = facts.HOUSE) -> list[str]:
    """The lines on a card: effects, then conditions."""
    end = "" if card.deck == "vp" else "."
    return effects_words(card, decks) + [f"{goal.vp} VP: {goal_words(goal)}{end}" for goal in card.goals]


def effects_words(card: facts.Card, decks: facts.Decks) -> list[str]:
    """The lines of the effects on a card."""
    return [] if card.deck == "vp" else [str(effect_words(one, decks)) for one in card.effects]


def explained_words(card: facts.Card, decks: facts.Decks) -> list[str]:
    """The lines on a card, with what each ability means: on a page there is room for it."""
    lines = card_words(card, decks)
    for n, one in enumerate(card.effects):
        if one.word == "ability":
            lines[n] = f"{lines[n].removesuffix('.')} ({meaning(one.get('ability'), one.number())})."
    return lines


def card_detail(card: facts.Card | None, decks: facts.Decks = facts.HOUSE, between: str = " ") -> Text | None:
    """What a card does, in one text with something `between` its lines; None if it has no effects or conditions."""
    lines = explained_words(card, decks) if card is not None else []
    lines += [RIGHTS[card.id]] if card is not None and card.id in RIGHTS else []
    return (
        t(between.join(f"{{line{n}}}" for n in range(len(lines))), **{f"line{n}": line for n, line in enumerate(lines)})
        if lines
        else None
    )


def ability_words(kind: facts.Kind) -> str:
    """The abilities of a type of Unit, capitalised; Naval and Warp have no level."""
    words = {name: name.replace("_", " ").title() for name in kind.abilities}
    return ", ".join(
        words[one] if one in ("naval", "warp") else f"{words[one]} {n}" for one, n in kind.abilities.items()
    )


def kind_detail(kind: facts.Kind | None) -> Text | None:
    """What a Monster can do, in a line."""
    if kind is None:
        return None
    words = plural(kind.wounds, "Strength {strength}, Move {move}, 1 wound kills it",
                   "Strength {strength}, Move {move}, {n} wounds kill it",
                   strength=kind.strength, move=kind.move)  # fmt: skip
    return t("{words}; {abilities}", words=words, abilities=t(ability_words(kind))) if kind.abilities else words


def capacity_words(kind: facts.Kind) -> str:
    """How many Units of a type an Empire may have."""
    counted = "half the " if kind.part > 1 else ""
    return f"{facts.NUMBER['capacity']} + {counted}{kind.capacity.title()} Areas"


def goal_words(goal: Goal) -> str:
    """A condition in words."""
    return ", or ".join(" and ".join(_comparison(one) for one in group) for group in goal.either)


def _comparison(one: Comparison) -> str:
    if one.least is None:
        return f"more {METRIC_NAMES[one.metric]} than any other player"
    if one.least == 1:
        return f"at least 1 {ONE_METRIC.get(one.metric, METRIC_NAMES[one.metric])}"
    return f"{one.least} or more {METRIC_NAMES[one.metric]}"


def _sentence(effect: Effect) -> str:
    args = effect.args
    match effect.word:
        case "income":
            return ("{n} Gold more" + (" for each {per}" if args.get("per", "flat") != "flat" else "")
                    + (", {max} at most." if "max" in args else "."))  # fmt: skip
        case "gold":
            each = " for each {per}" if "per" in args else ""
            return ("{n} Gold" if effect.number() >= 0 else "Pay {less} Gold") + each + "."
        case "stat":
            return "{unit}: {stat} {set}." if "set" in args else "{unit}: {stat} {n} more."
        case "draw":
            cards = "card" if effect.number() == 1 else "cards"
            chosen = "keep" in args and effect.number("keep") < effect.number()
            return f"Draw {{n}} {{deck}} {cards}" + (", keep {keep}." if chosen else ".")
        case "trade":
            cards = "card" if effect.number() == 1 else "cards"
            often = " with each trade" if "until" in args else ""
            return "No trades." if "set" in args else f"{{n}} more Trade Bonus {cards}{often}."
        case "remove":
            own = "Remove {n} own Infantry or Auxiliary."
            return own if args.get("target") == "own" else "A Civilized Area without Units loses a step."
        case "mend":
            return (
                "Heal all in one area, Monsters too." if args.get("target") == "any" else "Heal your Units in one area."
            )
        case "diplomacy":
            primary = "Your secondary Diplomacy counts as primary."
            return primary if args.get("as") == "primary" else "Secondary Diplomacy: also Rural Areas of an Empire."
    if effect.word == "discount" and effect.get("when") == "now":
        return "You may buy 1 {item} now, for {n} Gold less."
    if effect.word == "upgrade" and effect.get("where") == "beside_start":
        return "{n} free {item} in areas beside the start, yours or not."
    n = effect.number("dice") if effect.word == "hits" else effect.number()
    return ONE.get(effect.word, PLAIN.get(effect.word, effect.word)) if n == 1 else PLAIN.get(effect.word, effect.word)


def _values(effect: Effect, decks: facts.Decks) -> dict[str, str | int | Text]:
    values: dict[str, str | int | Text] = {name: value.replace("_", " ") for name, value in effect.args.items()}
    values |= {"n": effect.number(), "less": -effect.number(), "per": PER.get(effect.get("per"), "")}
    for name in ("unit", "item"):
        if name in effect.args:
            piece = NAMES.get(effect.get(name), effect.get(name))
            several = effect.word in ("units", "upgrade") and effect.number() > 1
            values[name] = MANY.get(piece, piece) if several else piece
    for name in ("ability", "stat", "deck", "action"):
        if name in effect.args:
            values[name] = str(values[name]).title()
    monster = effect.get("monster")
    values["monster"] = decks.kinds[monster].name if monster in decks.kinds else "the top Monster of the deck"
    values["target"] = TARGET.get(effect.get("target"), "")
    return values
