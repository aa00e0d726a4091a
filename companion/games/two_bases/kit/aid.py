"""Player aid and credits of the kit: numbers from the data, in our own words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.engine.game.data import read_toml
from companion.engine.game.printed import Say
from companion.games.two_bases import facts
from companion.games.two_bases.sheet import Sheet
from printables.displays import aid, aids, family, strip
from printables.displays.aid import Aid, Words
from printables.displays.aids import Rows
from printables.look import fonts, icons
from printables.model import Component, Piece

TITLE = "The two-base tile game"
CREDITS = (strip.WIDTH, 66.0)
"""Size of the credits in mm: they share the sheet of the tracks."""


def needed(say: Say, need: dict[str, int]) -> str:
    """A need in words."""
    named = ((n, say(facts.group(name).name)) for name, n in need.items())
    each = (say("{n} × {what}", n=n, what=one) if n > 1 else say("{n} {what}", n=n, what=one) for n, one in named)
    return ", ".join(each) or say("nothing")


def _values() -> dict[str, int]:
    """The numbers in the texts, by name."""
    board, sides = facts.BOARD, len(facts.SEATS)
    return {
        "reveal": facts.ACTIONS["reveal"].price, "extra": facts.ACTIONS["extra"].price,
        "each": sum(facts.TILES.values()) // sides, "rows": board["rows"] // sides, "columns": board["columns"],
        "turned": board["turned_up_at_setup"],
    }  # fmt: skip


def terrain(say: Say, sheet: Sheet) -> Rows:
    """How many tiles there are of each kind, and what is built there first."""
    return [
        (say(facts.NAMES[kind]), str(n),
         " / ".join(say(one.name) for one in sheet.developments.values() if kind in one.replaces))
        for kind, n in sheet.tiles.items()
    ]  # fmt: skip


def high_ground(say: Say, sheet: Sheet) -> Rows:
    """Which kinds of piece have high ground, when, and what it does on each level."""
    rows = []
    for kind, high in sheet.high_ground.items():
        when = say("on {terrain}", terrain=say(facts.NAMES[high.ground])) if high.ground else ""
        when = when or (say("enemy has none") if high.if_enemy_has_none else "")
        plus, minus = [f"+{n}" for n in high.attack_plus], [f"−{n}" for n in high.damage_taken_minus]
        if when:
            if any(high.attack_plus):
                rows.append((say(kind.capitalize()), when, say("attack"), *plus))
            if any(high.damage_taken_minus):
                rows.append((say(kind.capitalize()), when, say("damage taken"), *minus))
    return rows


def pieces(say: Say, sheet: Sheet) -> Rows:
    """The values and prices of all pieces."""
    return [
        (say(card.name), str(card.attack), str(card.health),
         str(card.cost) if card.level == 1 else f"({card.promote})",
         str(card.disband), str(card.count), needed(say, card.need))
        for card in sheet.pieces.values()
    ]  # fmt: skip


def developments(say: Say, sheet: Sheet) -> Rows:
    """What developments cost and give."""
    return [
        (say(card.name), str(card.cost), str(card.count), _plus(card.extra_ap), _plus(card.defend_plus),
         " / ".join(say(facts.name_of(one)) for one in card.replaces), needed(say, card.need))
        for card in sheet.developments.values()
    ]  # fmt: skip


def _plus(n: int) -> str:
    return f"+{n}" if n else ""


def sides(say: Say, sheet: Sheet) -> dict[str, Aid]:
    """Both sides of the aid by their ids in the data; a note says whose the numbers of the cards are."""
    rows = {"terrain": terrain(say, sheet), "high_ground": high_ground(say, sheet), "pieces": pieces(say, sheet),
            "developments": developments(say, sheet)}  # fmt: skip
    made = aids.sides(read_toml(facts.PACKAGE, "aids.toml"), say, _values(), rows)
    owned = sheet.provenance("pieces", "high_ground", "developments") == "owner"
    whose = (
        say("These numbers are yours where you have typed them in, and ours elsewhere.")
        if owned
        else say("These numbers are ours: the document of the game has none.")
    )
    return made | {"cards": replace(made["cards"], note=whose)}


def player_aid(say: Say, sheet: Sheet) -> Component:
    """The player aid, one for each player, printed on both sides."""
    made = family.faces(sides(say, sheet))
    faces = made["turn"], made["cards"]
    piece = Piece("player-aid", say("Player Aid"), len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("player_aid", say("Player Aid"), (piece,), stock="aids")


def credits_page(say: Say) -> Component:
    """Who made what, and which values are ours."""
    game = (
        Words(
            say("This game"),
            (
                say(
                    "The rules come from a document without title, author or card texts; the name printed here is "
                    "a working title. Numbers of tiles and cards of each kind of piece and development are from the "
                    "document."
                ),
                say("Everything it leaves out (levels, values, costs, needs, the mix of terrain) is ours."),
            ),
            "book",
        ),
    )
    others = (
        Words(say("Symbols"), (icons.credit(say),), "eye"),
        Words(say("Typefaces"), fonts.CREDITS, "book"),
    )
    model = Aid(say("Credits"), say(TITLE), (game, others), size=CREDITS)
    piece = Piece("credits", say("Credits"), 1, aid.outline(CREDITS), partial(aid.face, model), None, 2.0)
    return Component("credits", say("Credits"), (piece,), stock="strips")
