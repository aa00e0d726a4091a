"""The printable kit: cards of every deck, pieces in five colours and of the Barbarians, charts, track, aid."""

from __future__ import annotations

import re
from functools import partial

from companion.engine.game.data import read_toml
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.kit.aids import player_aid, table_aid
from companion.games.conquest_of_zabor.kit.areas import areas
from companion.games.conquest_of_zabor.kit.sheets import CARD, charts, track, vp_chart
from companion.games.conquest_of_zabor.looks import DECK_SIGNS, LOOKS, UNIT_SIGNS
from companion.games.conquest_of_zabor.sheet import Sheet
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, ability_words, card_words
from printables.kinds import counter, marker, plate, small
from printables.look import fonts, icons
from printables.look.theme import emblem
from printables.model import Component, Kit, Piece

DECKS = {
    "positions": ("position", "Position Cards", "purple"),
    "traits": ("trait", "Empire Traits", "blue"),
    "vp_cards": ("vp", "VP cards", "orange"),
    "events": ("event", "Events", "red"),
    "dynasties": ("dynasty", "Dynasties", "teal"),
    "artifacts": ("artifact", "Artifacts", "orange"),
    "monsters": ("monster", "Monsters", "red"),
    "sorcery": ("sorcery", "Sorcery", "purple"),
    "destiny": ("destiny", "Destiny", "teal"),
    "trade": ("trade", "Trade Bonus", "blue"),
}
"""Component -> deck of the data, title and ground."""
DICE = ((6, facts.FACTS["house"]["kit"]["dice"]),)
"""Dice on a virtual table, (sides, how many)."""
DUTIES = {
    "council": ["Lays out the 8 Action Cards each turn.", "Begins; play goes on clockwise."],
    "events": ["Draws 3 Events, plays 1 and chooses where its Barbarians enter.", "Turns up the VP cards."],
}
"""What the holders of two Position Cards do in every game: rules, not effects of the card."""
SILHOUETTES: dict[str, dict[str, str]] = {
    deck: signs for deck, signs in read_toml(facts.PACKAGE, "silhouettes.toml").items() if deck != "provenance"
}
"""Deck -> name of a card, small and with _ between its words -> its own sign."""
ITEM_SIGNS = {"road": "bridge", "keep": "keep", "city": "castle", "metropol": "palace"}
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


def own_sign(deck: str, name: str, otherwise: str) -> str:
    """The sign of a card by its name; where it has none, that of its deck."""
    return SILHOUETTES.get(deck, {}).get(re.sub(r"\W+", "_", name.lower()), otherwise)


def cards(component: str, sheet: Sheet) -> Component:
    """A deck of cards, with backs that differ from those of other decks."""
    deck, title, ground = DECKS[component]
    sign = DECK_SIGNS[deck]
    word = title.upper()
    pieces = []
    for card in sheet.decks.cards[deck].values():
        lines, corner, pile = card_words(card, sheet.decks), "", ""
        chips: tuple[plate.Chip, ...] = ()
        back = plate.Back(*CARD, ("side", ground), sign, word)
        if deck == "vp":
            corner = f"{facts.AGES[max(0, min(3, card.age - 1))]}"
            back, pile = plate.Back(*CARD, ("side", ground), sign, f"VP {corner}"), f"{title}, age {corner}"
        if deck == "position":
            lines = [*DUTIES.get(card.id, ()), *lines]
        if deck == "event":
            pieces_ = ", ".join(
                f"{n} {'Keep' if kind == 'keep' else facts.UNITS[kind].name}" for kind, n in card.pieces.items()
            )
            lines = [card.words[:1].upper() + card.words[1:], f"Barbarians: {pieces_}"]
        if deck == "monster":
            kind = sheet.decks.kinds[card.id]
            lines = [ability_words(kind) or "No ability"]
            chips = (
                plate.Chip("attack", "Strength", str(kind.strength)),
                plate.Chip("movement", "Move", str(kind.move)),
                plate.Chip("defense", "Wounds", str(kind.wounds)),
            )
        drawn = own_sign(deck, card.name, sign)
        model = plate.Plate(*CARD, ("side", ground), card.name, drawn, corner, chips, tuple(lines))
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


def actions() -> Component:
    """The 8 Action Cards."""
    back = plate.Back(*CARD, ("side", "grey"), "hourglass", "ACTION")
    pieces = []
    for name, title in facts.ACTIONS.items():
        first, second = ACTION_WORDS[name]
        model = plate.Plate(
            *CARD, ("side", "grey"), title, ACTION_SIGNS[name], lines=(f"Primary: {first}", f"Secondary: {second}")
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


def _marker(name: str, title: str, n: int, colour: str, sign: str, caption: str = "", *, two: bool = True) -> Piece:
    full = marker.Marker(("side", colour), icon=sign, caption=caption)
    thin = marker.Marker(("side", colour), solid=False, icon=sign, caption=caption)
    return Piece(
        name, title, n, counter.outline(), partial(marker.face, full), partial(marker.face, thin) if two else None, 0.9
    )


def fighter(piece: tuple[str, str, int], whose: tuple[str, str], sign: str, one: facts.Kind, word: str = "") -> Piece:
    """A counter of a Unit: Strength, Wounds and move in the corners, the emblem of its side above and on the back.

    `piece` is id, title and number, `whose` the ground and the word on the back.
    """
    (side, back), move = whose, counter.Corner("movement", one.move)
    corners = counter.Corner("attack", one.strength), counter.Corner("defense", one.wounds), move, None
    front = counter.UnitCounter(side, sign, emblem(side), corners, word or one.name)
    faces = partial(counter.unit_front, front), partial(counter.emblem_back, counter.EmblemBack(side, back))
    return Piece(*piece, counter.outline(), *faces, 0.7)


def units() -> Component:
    """The Units of five colours."""
    pieces = []
    for seat in facts.SEATS:
        title, whose = facts.TITLES[seat], (LOOKS[seat][0], facts.TITLES[seat].upper())
        for kind, one in facts.UNITS.items():
            piece = f"{kind}-{seat}", f"{title} {one.name}", facts.SUPPLY[kind]
            pieces.append(fighter(piece, whose, UNIT_SIGNS[kind], one))
    return Component("units", "Units", tuple(pieces))


def monsters(sheet: Sheet) -> Component:
    """A counter for each Monster, to move and fight on the map; a claim marker below it shows whose it is."""
    pieces = []
    for card in sheet.decks.cards["monster"].values():
        sign, piece = (
            own_sign("monster", card.name, DECK_SIGNS["monster"]),
            (f"on-map-{card.id}", card.name, card.count),
        )
        one, word = sheet.decks.kinds[card.id], card.name.removeprefix("The ")
        pieces.append(fighter(piece, ("grey", "MONSTER"), sign, one, word))
    note = "A claim marker below a Monster shows whose it is."
    return Component("monster_counters", "Monsters for the map", tuple(pieces), note=note)


def upgrades() -> Component:
    """Roads, Keeps, Cities and Metropols of five colours."""
    return Component(
        "upgrades",
        "Upgrades and Roads",
        tuple(
            _marker(
                f"{item}-{seat}",
                f"{facts.TITLES[seat]} {one.name}",
                facts.SUPPLY[item],
                LOOKS[seat][0],
                ITEM_SIGNS[item],
                one.name.upper(),
            )
            for seat in facts.SEATS
            for item, one in facts.ITEMS.items()
        ),
    )


def barbarians() -> Component:
    """The pieces of the Barbarians."""
    pieces = []
    for kind, n in facts.BARBARIANS.items():
        name = f"barbarian-{kind}", f"Barbarian {kind.title()}", n
        if kind in facts.UNITS:
            pieces.append(fighter(name, ("grey", "BARBARIANS"), UNIT_SIGNS[kind], facts.UNITS[kind]))
        else:
            pieces.append(_marker(*name, "grey", ITEM_SIGNS[kind], kind.upper()))
    return Component("barbarians", "Barbarians", tuple(pieces))


def of_colours(component: str, title: str, key: str, sign: str, word: str) -> Component:
    """Pieces of five colours: Envoys, or claim markers."""
    return Component(
        component,
        title,
        tuple(
            _marker(
                f"{key}-{seat}",
                f"{facts.TITLES[seat]} {title}",
                facts.SUPPLY[key],
                LOOKS[seat][0],
                sign or emblem(LOOKS[seat][0]),
                word,
            )
            for seat in facts.SEATS
        ),
    )


def gold() -> Component:
    """A small marker for each Gold Track, sized for its boxes."""
    pieces = []
    for seat in facts.SEATS:
        face = partial(small.face, small.SmallMarker(emblem(LOOKS[seat][0]), LOOKS[seat][0]))
        pieces.append(Piece(f"gold-{seat}", f"{facts.TITLES[seat]} Gold", 1, small.outline(), face, face, 0.6))
    return Component("gold", "Gold markers", tuple(pieces))


def wounds() -> Component:
    """Small markers for wounds."""
    face = partial(small.face, small.SmallMarker("hit"))
    n = facts.FACTS["house"]["kit"]["wound_markers"]
    return Component("wounds", "Wound markers", (Piece("wound", "Wound", n, small.outline(), face, face, 0.6),))


def kit(sheet: Sheet, address: str = "") -> Kit:
    """Everything that up to five players must print, by this sheet; the map is of blank areas, or the players' own."""
    components = (
        player_aid(), table_aid(), charts(), track(), vp_chart(), areas(), actions(),
        *(cards(name, sheet) for name in DECKS),
        units(), upgrades(), barbarians(), monsters(sheet), of_colours("envoys", "Envoys", "envoy", "flag", "ENVOY"),
        of_colours("claim_markers", "Claim markers", "claim_marker", "", "CLAIM"), gold(), wounds(),
    )  # fmt: skip
    seats = tuple((seat, facts.TITLES[seat]) for seat in facts.SEATS)
    credits = (icons.credit(), *fonts.CREDITS)
    return Kit("conquest_of_zabor", "Conquest of Zabor", components, credits=credits, seats=seats, dice=DICE)
