"""The printable kit: cards of every deck, pieces in five colours and of the Barbarians, charts, track, aid."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.kit import counters
from companion.games.conquest_of_zabor.kit.aids import player_aid, table_aid
from companion.games.conquest_of_zabor.kit.areas import areas
from companion.games.conquest_of_zabor.kit.sheets import CARD, charts, track, vp_chart
from companion.games.conquest_of_zabor.kit.signs import own_sign
from companion.games.conquest_of_zabor.readers.looks import DECK_SIGNS
from companion.games.conquest_of_zabor.sheet import Sheet
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, NAMES, ability_words, card_words, some
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
    deck, title, ground = DECKS[component]
    sign = DECK_SIGNS[deck]
    word = title.upper()
    pieces = []
    for card in sheet.decks.cards[deck].values():
        lines, corner, pile = card_words(card, sheet.decks), "", ""
        chips: tuple[plate.Chip, ...] = ()
        back = plate.Back(*CARD, ("deck", ground), sign, word)
        if deck == "vp":
            corner = f"{facts.AGES[max(0, min(3, card.age - 1))]}"
            back, pile = plate.Back(*CARD, ("deck", ground), sign, f"VP {corner}"), f"{title}, age {corner}"
        if deck == "position":
            lines = [*DUTIES.get(card.id, ()), *lines]
        if deck == "event":
            lines = [f"{card.words[:1].upper()}{card.words[1:]}.", f"Barbarians: {barbarians(card)}."]
        if deck == "monster":
            kind = sheet.decks.kinds[card.id]
            lines = [ability_words(kind) or "No ability"]
            chips = (
                plate.Chip("attack", "Strength", str(kind.strength)),
                plate.Chip("movement", "Move", str(kind.move)),
                plate.Chip("wounds", "Wounds", str(kind.wounds)),
            )
        drawn = own_sign(deck, card.name, sign)
        model = plate.Plate(
            *CARD, ("deck", ground), card.name, drawn, corner, chips, tuple(lines), red=int(deck == "event")
        )
        pieces.append(
            Piece(
                f"{deck}-{card.id}",
                card.name,
                card.count,
                plate.outline(model),
                partial(plate.front, model),
                partial(plate.back, back),
                1.0,
                pile=pile,
            )
        )
    return Component(component, title, tuple(pieces), stock="cards")


def barbarians(card: facts.Card) -> str:
    """The pieces of an event, which the document has in red at the foot of the card."""
    return ", ".join(str(some(n, NAMES[kind])) for kind, n in card.pieces.items())


def actions() -> Component:
    """The 8 Action Cards."""
    back = plate.Back(*CARD, ACTION, "hourglass", "ACTION")
    pieces = []
    for name, title in facts.ACTIONS.items():
        first, second = ACTION_WORDS[name]
        model = plate.Plate(
            *CARD, ACTION, title, ACTION_SIGNS[name], lines=(f"Primary: {first}", f"Secondary: {second}")
        )
        pieces.append(
            Piece(
                f"action-{name}",
                title,
                1,
                plate.outline(model),
                partial(plate.front, model),
                partial(plate.back, back),
                1.0,
            )
        )
    return Component("actions", "Action Cards", tuple(pieces), stock="cards")


def kit(sheet: Sheet, address: str = "") -> Kit:
    """Everything that up to five players must print, by this sheet; the map is of blank areas, or the players' own."""
    components = (
        player_aid(), table_aid(), charts(), track(), vp_chart(), areas(), actions(),
        *(cards(name, sheet) for name in DECKS),
        counters.units(), counters.upgrades(), counters.barbarians(), counters.monsters(sheet.decks), counters.owners(),
        counters.envoys(), counters.claims(), counters.gold(), counters.wounds(),
    )  # fmt: skip
    seats = tuple((seat, facts.TITLES[seat]) for seat in facts.SEATS)
    credits = (icons.credit(), *fonts.CREDITS)
    return Kit("conquest_of_zabor", "Conquest of Zabor", components, credits=credits, seats=seats, dice=DICE)
