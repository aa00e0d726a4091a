"""Round track, record sheet, seat cards and credits of the kit."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import TITLES
from companion.games.heroes_vs_warlords.facts import RACES
from companion.games.heroes_vs_warlords.kit.making import COLOURS, PORTRAITS, Making
from printables import fonts, icons
from printables.kinds import aid, card, strip
from printables.kinds.aid import Aid, Table, Words
from printables.model import Component, Piece

ROUND_MARKER = "track-round"
ROUNDS = 12
"""As many Rounds as the track counts, the record sheet keeps."""


def round_track() -> Component:
    """Round, sequence and turn."""
    turns = (
        ("1", "first player"),
        ("2", "second player"),
        ("3", "third player"),
        ("4", "income"),
        ("5", "production"),
        ("End", "clean up, victory"),
    )
    model = strip.Strip(
        (
            strip.Row("Round", tuple((str(n), "") for n in range(1, ROUNDS + 1)), "hourglass", takes=ROUND_MARKER),
            strip.Row("Sequence", (("1", ""), ("2", ""), ("3", "")), "trumpet", takes=ROUND_MARKER),
            strip.Row("Turn", turns, "recruitment", takes=ROUND_MARKER),
        )
    )
    piece = Piece("round-track", "Round track", 1, strip.outline(model), partial(strip.front, model), None, 2.0)
    return Component("round_track", "Round track", (piece,), stock="strips")


def record_sheet() -> Component:
    """A sheet to write on: Heroes lost and bought, and the score Round by Round."""
    step = facts.SETUP["hero_price_step"]
    prices = tuple(f"{step * (n + 1)} Gold" for n in range(6))
    blank = ("", "", "", "", "", "")
    losses = Table(
        "Price of the next Hero, by Heroes lost so far",
        ("", *(str(n) for n in range(6))),
        (("", *prices), *((TITLES[r], *blank) for r in RACES)),
        (2, 1, 1, 1, 1, 1, 1),
        row=8.0,
        ruled=True,
    )
    score = tuple(
        Table(
            TITLES[race],
            ("Round", *(str(n) for n in range(1, ROUNDS + 1))),
            (("Resources held", *[""] * ROUNDS), ("Hero Levels", *[""] * ROUNDS), ("Army strength", *[""] * ROUNDS)),
            (3.2, *[1.0] * ROUNDS),
            row=8.0,
            ruled=True,
        )
        for race in RACES
    )
    notes = Table("Notes", (), tuple(("",) for _ in range(6)), (1,), row=8.0)
    model = Aid("Record sheet", "Heroes vs Warlords", ((losses, *score, notes),))
    piece = Piece("record-sheet", "Record sheet", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("record_sheet", "Record sheet", (piece,), stock="paper")


def credits_page(making: Making) -> Component:
    """Who made what, and which values are not the publisher's."""
    files = [name for name in facts.FILES if name != "counters"]
    labelled = [name for name in files if making.label(name) == "house"]
    owned = [name for name in files if making.label(name) == "owner"]
    model = Aid(
        "Credits",
        "Heroes vs Warlords",
        (
            (
                Words("Symbols", (icons.credit(),), "eye"),
                Words("Type", fonts.CREDITS, "quest"),
                Words(
                    "House values",
                    (
                        "Where the printed aids of the game are not public, these sheets carry values of our own, "
                        "balanced by simulation and marked with the word house (counters have no room for it).",
                        f"Sheets with house values: {', '.join(labelled)}.",
                        *([f"With values of the owner of this copy: {', '.join(owned)}."] if owned else []),
                        "Owners of the game can put their own numbers into the data files and print again.",
                    ),
                    "hut",
                ),
                Words(
                    "These sheets",
                    ("Drawn and placed by the Companion press. They go with the rulebook and do not replace it.",),
                    "shield",
                ),
            ),
        ),
    )
    piece = Piece("credits", "Credits", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("credits", "Credits", (piece,), stock="paper")


def seat_cards(making: Making) -> Component:
    """A card for each side whose QR code opens its seat at the companion under that address."""
    pieces = []
    for race in RACES:
        model = card.Card(
            deck=TITLES[race],
            number="",
            icon=PORTRAITS[race],
            task="Scan to take your seat.",
            reward_word="",
            rewards=(),
            ground=("side", COLOURS[race]),
            link=making.link("seat", race),
        )
        faces = (partial(card.front, model), partial(card.back, model))
        pieces.append(Piece(f"seat-{race}", f"{TITLES[race]} seat card", 1, card.outline(), *faces, 3.0))
    return Component("seat_cards", "Seat cards", tuple(pieces))
