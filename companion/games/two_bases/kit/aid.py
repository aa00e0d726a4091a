"""Player aid and credits of the kit: numbers from the data, words ours."""

from __future__ import annotations

from functools import partial

from companion.games.two_bases import facts
from companion.games.two_bases.sheet import Sheet
from printables import fonts, icons
from printables.kinds import aid
from printables.kinds.aid import Aid, Steps, Table, Words
from printables.model import Component, Piece

TITLE = "The two-base tile game"


def _need(need: dict[str, int]) -> str:
    return ", ".join(f"{n} {facts.group(name).name}" for name, n in need.items()) or "nothing"


def turn_side() -> Aid:
    """What happens when."""
    reveal, extra = facts.ACTIONS["reveal"].price, facts.ACTIONS["extra"].price
    left = (
        Steps("Your turn", (
            "Upkeep: 1 action point for each connected terrain you control; developments add theirs. "
            "No face-up Base of yours without enemy marker: turn tiles up until you find one, and skip step 3.",
            "Movement Step: one piece moves one space. Each piece may invade once, before or after the move.",
            "Action Step: recruit, build, promote, disband, turn up terrain, move an extra piece, in any order.",
        ), icon="hourglass"),
        Words("You win", (
            "With your markers on both enemy Bases at once, or when your opponent controls no face-up terrain.",
        ), "crown"),
        Words("Control and connection", (
            "Yours are face-up tiles of your half without enemy marker, and tiles with your marker.",
            "Connected: an unbroken line to a Base, edge to edge, over your tiles or face-down ones of your half.",
            "Whoever enters a tile of the other half may leave a marker; an attack on empty terrain there leaves one "
            "without moving. Entering or attacking a marked tile of your half takes it off. Bases must be entered.",
        ), "flag"),
        Words("Mountains", ("A piece that enters a Mountain neither moves nor attacks in its next turn.",), "peaks"),
    )  # fmt: skip
    right = (
        Steps("An invasion", (
            "See who has high ground.",
            "Both pieces take damage equal to the attack of the other; two attacks of 0 cost 1 each.",
            "More damage than health: the piece is out of the game. The other may move into its space.",
            "Both live: the turn player goes on or stops. A stopped piece invades no more this turn.",
        ), icon="close"),
        Words("High ground", (
            "Hunters in Forest and Barbarians on a Mountain, where they stand themselves; Soldiers if the enemy has "
            "none; Peasants and Siege Engines never.",
        ), "peaks"),
        Words("Siege Engines", (
            "They may share a space with one other piece, which then fights for both. If it falls, both are lost.",
            "One that rests or has invaded already takes no part in an attack; beside a piece that does, it may attack "
            "alone.",
            "House: beside an attacker they cancel what developments add to the defence.",
        ), "wall"),
        Table("Prices", ("Action", "AP"), (("Turn up terrain", str(reveal)), ("Move an extra piece, once a turn",
              str(extra)), ("Recruit, build, promote, disband", "see card")), (3.4, 1.0), icon="coins"),
        Words("Where cards go", (
            "Replaced by a promotion: aside. Killed, or replaced by a further development: out of the game. Disbanded: "
            "back to the pile. With a promoted piece one card of each lower level comes back.",
        ), "storehouse"),
    )  # fmt: skip
    return Aid("Player Aid", "Turn and combat", (left, right), scale=1.3)


def high_ground(sheet: Sheet) -> Table:
    """Which kinds of piece have high ground, when, and what it does on each level."""
    rows = []
    for kind, high in sheet.high_ground.items():
        when = f"on {facts.NAMES[high.ground]}" if high.ground else "enemy has none" if high.if_enemy_has_none else ""
        plus, minus = [f"+{n}" for n in high.attack_plus], [f"−{n}" for n in high.damage_taken_minus]
        if when:
            if any(high.attack_plus):
                rows.append((kind.capitalize(), when, "attack", *plus))
            if any(high.damage_taken_minus):
                rows.append((kind.capitalize(), when, "damage taken", *minus))
    return Table("High ground", ("", "When", "What", "I", "II", "III"), tuple(rows), (2, 3, 2.4, 1, 1, 1), icon="peaks")


def cards_side(sheet: Sheet) -> Aid:
    """All cards."""
    pieces = tuple(
        (card.name, str(card.attack), str(card.health), str(card.cost) if card.level == 1 else f"({card.promote})",
         str(card.disband), _need(card.need))
        for card in sheet.pieces.values()
    )  # fmt: skip
    built = tuple(
        (card.name, str(card.cost), f"+{card.extra_ap}" if card.extra_ap else "",
         f"+{card.defend_plus}" if card.defend_plus else "", " / ".join(facts.name_of(one) for one in card.replaces),
         _need(card.need))
        for card in sheet.developments.values()
    )  # fmt: skip
    whose = "owner and house" if sheet.provenance("pieces", "high_ground", "developments") == "owner" else "house"
    column = (
        Table("Pieces", ("", "Attack", "Health", "AP", "Disband", "Needs"), pieces, (2, 1, 1, 1, 1, 5),
              "AP in brackets: the price of a promotion.", "shield"),
        high_ground(sheet),
        Table("Developments", ("", "AP", "more AP", "Defence", "Replaces", "Needs"), built, (1.6, 0.7, 1, 1, 3.6, 3.4),
              icon="village"),
    )  # fmt: skip
    return Aid("Player Aid", "Cards", (column,), f"Levels, values, costs and needs: {whose}", 1.25)


def player_aid(sheet: Sheet) -> Component:
    """One for each player, printed on both sides."""
    faces = partial(aid.face, turn_side()), partial(aid.face, cards_side(sheet))
    piece = Piece("player-aid", "Player Aid", len(facts.SEATS), aid.outline(), *faces, 2.0)
    return Component("player_aid", "Player Aid", (piece,), stock="aids")


def credits_page() -> Component:
    """Who made what, and which values are ours."""
    blocks = (
        Words("This game", (
            "The rules come from a document without title, author or card texts; the name printed here is a working "
            "title. Numbers of tiles and cards of each kind of piece and development are from the document.",
            "Everything it leaves out (levels, values, costs, needs, the mix of terrain) is ours and marked house.",
        ), "quest"),
        Words("Symbols", (icons.credit(),), "eye"),
        Words("Type", fonts.CREDITS, "quest"),
    )  # fmt: skip
    model = Aid("Credits", TITLE, (blocks,))
    piece = Piece("credits", "Credits", 1, aid.outline(), partial(aid.face, model), None, 2.0)
    return Component("credits", "Credits", (piece,), stock="paper")
