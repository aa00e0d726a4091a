"""Round track with the credits on its back, record sheet and seat cards of the kit."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import COLOURS, PORTRAITS, Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES
from printables.displays import aid, strip
from printables.displays.aid import Aid, Table, Words
from printables.kinds import card
from printables.look import fonts, icons
from printables.model import Component, Piece
from printables.units import Point

ROUND_MARKER = "track-round"
ROUNDS = 12
"""As many Rounds as the track counts, the record sheet keeps."""


def round_track(making: Making) -> Component:
    """Round, sequence and turn; the credits stand on the back. It shares a leaf of card with the standees."""
    turns = (
        ("1", making.say("first player")),
        ("2", making.say("second player")),
        ("3", making.say("third player")),
        ("4", making.say("income")),
        ("5", making.say("production")),
        (making.say("End"), making.say("clean up, victory")),
    )
    model = strip.Strip(
        (
            strip.Row(
                making.say("Round"), tuple((str(n), "") for n in range(1, ROUNDS + 1)), "hourglass", takes=ROUND_MARKER
            ),
            strip.Row(making.say("Sequence"), (("1", ""), ("2", ""), ("3", "")), "trumpet", takes=ROUND_MARKER),
            strip.Row(making.say("Turn"), turns, "flag", takes=ROUND_MARKER),
        )
    )
    shape = strip.outline(model)
    faces = partial(strip.front, model), partial(aid.face, _credits(making, shape.size))
    piece = Piece("round-track", making.say("Round track"), 1, shape, *faces, 2.0)
    return Component("round_track", making.say("Round track"), (piece,), stock="strips")


def record_sheet(say: Say) -> Component:
    """A sheet to write on: Heroes lost and bought, and the score after each Round."""
    step = facts.SETUP["hero_price_step"]
    prices = tuple(say("{n} Gold", n=step * (n + 1)) for n in range(6))
    blank = ("", "", "", "", "", "")
    losses = Table(
        say("Price of the next Hero, by Heroes lost so far"),
        ("", *(str(n) for n in range(6))),
        (("", *prices), *((say(TITLES[r]), *blank) for r in RACES)),
        (2, 1, 1, 1, 1, 1, 1),
        row=8.0,
        ruled=True,
    )
    score = tuple(
        Table(
            say(TITLES[race]),
            (say("Round"), *(str(n) for n in range(1, ROUNDS + 1))),
            (
                (say("Resources held"), *[""] * ROUNDS),
                (say("Hero Levels"), *[""] * ROUNDS),
                (say("Army strength"), *[""] * ROUNDS),
            ),
            (3.2, *[1.0] * ROUNDS),
            row=8.0,
            ruled=True,
        )
        for race in RACES
    )
    notes = Table(say("Notes"), (), tuple(("",) for _ in range(6)), (1,), row=8.0)
    model = Aid(say("Record sheet"), say("Heroes vs Warlords"), ((losses, *score, notes),))
    piece = Piece("record-sheet", say("Record sheet"), 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("record_sheet", say("Record sheet"), (piece,), stock="paper")


FILE_NAMES = {
    "units": "units", "heroes": "Heroes", "tables": "tables", "buildings": "buildings", "equipment": "Equipment",
    "tiles": "tiles", "battle": "Battle Display", "quests": "quests",
}  # fmt: skip
"""What the data files are called in print."""


def _files(making: Making, whose: str) -> str:
    """The data files with values of somebody, in words."""
    return ", ".join(making.say(FILE_NAMES[name]) for name in FILE_NAMES if making.whose(name) == whose)


def _credits(making: Making, size: Point) -> Aid:
    """Who made what, and which values are not the publisher's."""
    owned = _files(making, "owner")
    return Aid(
        making.say("Credits"),
        making.say("Heroes vs Warlords"),
        (
            (
                Words(making.say("Symbols"), (icons.credit(making.say),), "eye"),
                Words(making.say("Typefaces"), fonts.CREDITS, "book"),
            ),
            (
                Words(
                    making.say("House values"),
                    (
                        making.say(
                            "Where the printed aids of the game are not public, these sheets carry values of our own, "
                            "balanced by simulation."
                        ),
                        making.say("House values: {what}.", what=_files(making, "house")),
                        *([making.say("Values of the owner of this copy: {what}.", what=owned)] if owned else []),
                        making.say("Owners of the game can put their own numbers into the data files and print again."),
                    ),
                    "hut",
                ),
                Words(
                    making.say("These sheets"),
                    (
                        making.say(
                            "Drawn and placed by the Companion press. They go with the rulebook and do not replace it."
                        ),
                    ),
                    "book",
                ),
            ),
        ),
        size=size,
    )


def seat_cards(making: Making) -> Component:
    """A card for each side with a QR code that opens its seat on the companion server at that address."""
    pieces = []
    for race in RACES:
        model = card.Card(
            deck=making.say(TITLES[race]),
            number="",
            icon=PORTRAITS[race],
            task=making.say("Scan to take your seat."),
            reward_word="",
            rewards=(),
            ground=("side", COLOURS[race]),
            link=making.link("seat", race),
        )
        faces = (partial(card.front, model), partial(card.back, model))
        pieces.append(
            Piece(
                f"seat-{race}",
                making.say("{race} seat card", race=making.say(TITLES[race])),
                1,
                card.outline(),
                *faces,
                3.0,
            )
        )
    return Component("seat_cards", making.say("Seat cards"), tuple(pieces))
