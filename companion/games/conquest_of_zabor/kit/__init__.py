"""The printable kit: cards of every deck, pieces in five colours and of the Barbarians, charts, track, aid."""

from __future__ import annotations

import re
from functools import partial

from companion.engine.game.printed import ENGLISH, Say
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.kit import counters
from companion.games.conquest_of_zabor.kit.aids import player_aid, table_aid
from companion.games.conquest_of_zabor.kit.areas import areas
from companion.games.conquest_of_zabor.kit.sheets import CARD, charts, track, trait_strips, vp_chart
from companion.games.conquest_of_zabor.kit.signs import own_sign
from companion.games.conquest_of_zabor.readers.looks import DECK_SIGNS
from companion.games.conquest_of_zabor.sheet import Sheet
from companion.games.conquest_of_zabor.wording import (
    ACTION_WORDS,
    NAMES,
    ability_words,
    effects_words,
    goal_words,
    some,
)
from printables.kinds import plate
from printables.look import fonts, icons
from printables.model import Component, Kit, Piece

DECKS = {
    "positions": ("position", "Position Cards", "umber"),
    "traits": ("trait", "Empire Traits", "mist"),
    "vp_cards": ("vp", "VP cards", "straw"),
    "events": ("event", "Events", "clay"),
    "dynasties": ("dynasty", "Dynasties", "moss"),
    "artifacts": ("artifact", "Artifacts", "sage"),
    "monsters": ("monster", "Monsters", "slate"),
    "sorcery": ("sorcery", "Sorcery", "heather"),
    "destiny": ("destiny", "Destiny", "rose"),
    "trade": ("trade", "Trade Bonus", "bark"),
}
"""Component -> deck of the data, title and ground."""
ACTION = ("deck", "pewter")
"""The ground of the Action Cards."""
DICE = ((6, facts.FACTS["house"]["kit"]["dice"]),)
"""Dice on a virtual table, (sides, how many)."""
DUTIES = {
    "council": ["Lays out the 8 Action Cards each turn.", "Begins; play goes on clockwise."],
    "events": ["Draws 3 Events, plays 1 and chooses where its Barbarians enter.", "Turns up the VP cards."],
}
"""What the holders of two Position Cards do in every game: rules, not effects of the card."""
ACTION_SIGNS = {
    "acquisition": "diamond",
    "build_army": "recruitment",
    "campaign": "sword",
    "civilize": "castle",
    "council_seat": "crown",
    "diplomacy": "flag",
    "maritime": "anchor",
    "rituals": "crystal",
}


def cards(component: str, sheet: Sheet) -> Component:
    """A deck of cards, with backs that differ from those of other decks."""
    deck, title, _ground = DECKS[component]
    found = list(sheet.decks.cards[deck].values())
    fronts = plate.alike(_front(component, card, sheet) for card in found)
    pieces = []
    for card, model in zip(found, fronts, strict=True):
        faces = partial(plate.front, model), partial(plate.back, _back(component, card))
        pile = f"{title}, age {_age(card)}" if deck == "vp" else ""
        name = f"{deck}-{card.id}"
        pieces.append(Piece(name, card.name, card.count, plate.outline(model), *faces, 1.0, pile=pile))
    return Component(component, title, tuple(pieces), stock="cards")


def _age(card: facts.Card) -> str:
    return f"{facts.AGES[max(0, min(3, card.age - 1))]}"


def _back(component: str, card: facts.Card) -> plate.Back:
    deck, title, ground = DECKS[component]
    word = f"VP {_age(card)}" if deck == "vp" else title.upper()
    return plate.Back(*CARD, ("deck", ground), DECK_SIGNS[deck], word)


def _front(component: str, card: facts.Card, sheet: Sheet) -> plate.Plate:
    """What a card does, its age if it has one, the numbers of a Monster."""
    deck, _title, ground = DECKS[component]
    lines = effects_words(card, sheet.decks)
    chips: tuple[plate.Chip, ...] = ()
    if deck == "position":
        lines = [*DUTIES.get(card.id, ()), *lines]
    if deck == "event":
        lines = [f"{card.words}.", f"Barbarians: {barbarians(card)}."]
    if deck == "monster":
        kind = sheet.decks.kinds[card.id]
        lines = [ability_words(kind) or "No ability"]
        chips = (
            plate.Chip("attack", "Strength", str(kind.strength)),
            plate.Chip("movement", "Move", str(kind.move)),
            plate.Chip("wounds", "Wounds", str(kind.wounds)),
        )
    sign = own_sign(deck, card.name, DECK_SIGNS[deck])
    return plate.Plate(
        *CARD, ("deck", ground), card.name, sign,
        _age(card) if deck == "vp" else "", chips, (*map(_held, lines), *_awards(card)), red=int(deck == "event"),
        sign=sign if deck == "monster" else DECK_SIGNS[deck], corner_says=f"age {_age(card)}" if deck == "vp" else "",
    )  # fmt: skip


def _awards(card: facts.Card) -> tuple[plate.Award, ...]:
    """The conditions of a card with their Victory Points."""
    return tuple(plate.Award(f"{goal.vp} VP", _held(f"{words[:1].upper()}{words[1:]}"))
                 for goal in card.goals for words in (goal_words(goal),))  # fmt: skip


def _held(line: str) -> str:
    """A line in which a number stays on the line of the word after it."""
    return re.sub(r"(?<=\d) ", fonts.GLUE, line)


def barbarians(card: facts.Card) -> str:
    """The pieces of an event, which the document has in red at the foot of the card."""
    return ", ".join(str(some(n, NAMES[kind])) for kind, n in card.pieces.items())


def actions() -> Component:
    """The 8 Action Cards."""
    back = partial(plate.back, plate.Back(*CARD, ACTION, "hourglass", "ACTION"))
    fronts = plate.alike(_action(name, title) for name, title in facts.ACTIONS.items())
    pieces = tuple(
        Piece(f"action-{name}", model.title, 1, plate.outline(model), partial(plate.front, model), back, 1.0)
        for name, model in zip(facts.ACTIONS, fronts, strict=True)
    )
    return Component("actions", "Action Cards", pieces, stock="cards")


def _action(name: str, title: str) -> plate.Plate:
    first, second = ACTION_WORDS[name]
    lines = (f"Primary: {first}", f"Secondary: {second}")
    return plate.Plate(*CARD, ACTION, title, ACTION_SIGNS[name], lines=lines, sign="hourglass")


def kit(sheet: Sheet, address: str = "", say: Say = ENGLISH) -> Kit:
    """Everything that up to five players must print, by this sheet; the map is of blank areas, or the players' own."""
    components = (
        player_aid(say), table_aid(say), charts(), track(), vp_chart(), areas(), trait_strips(), actions(),
        *(cards(name, sheet) for name in DECKS),
        counters.units(), counters.upgrades(), counters.barbarians(), counters.monsters(sheet.decks), counters.owners(),
        counters.envoys(), counters.claims(), counters.gold(), counters.wounds(),
    )  # fmt: skip
    seats = tuple((seat, facts.TITLES[seat]) for seat in facts.SEATS)
    credits = (icons.credit(), *fonts.CREDITS)
    return Kit("conquest_of_zabor", "Conquest of Zabor", components, credits=credits, seats=seats, dice=DICE)
