"""The printable kit: tiles, cards, markers, track, player aid. All counts and values come from the data files."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import ENGLISH, Say
from companion.games.two_bases import facts
from companion.games.two_bases.kit.aid import credits_page, needed, player_aid
from companion.games.two_bases.land import SQUARES
from companion.games.two_bases.readers.board import LOOKS
from companion.games.two_bases.sheet import HOUSE_SHEET, Sheet
from printables.displays import strip
from printables.kinds import counter, marker, plate
from printables.look import fonts, icons
from printables.look.theme import emblem
from printables.model import Component, Draw, Kit, Piece

TILE, LARGE, SMALL = (63.0, 44.0), (55.0, 37.0), (30.0, 43.0)
"""Sizes in mm: a large card leaves the terrain's edge in sight, two small cards lie side by side on a tile."""
ICONS = {"plains": "wheat", "forest": "pine", "mountain": "peaks"}
PICTURES = 12
"""So many pictures has each terrain: tiles beside each other do not look stamped."""
ROMAN = ("", "I", "II", "III")


def needs(say: Say, need: dict[str, int]) -> str:
    """A need in words, for a card."""
    return say("Needs {what}", what=needed(say, need))


# ---- tiles


def tiles(say: Say, sheet: Sheet) -> Component:
    """62 terrain tiles and four Bases, all with one back."""
    back = partial(plate.back, plate.Back(*TILE, ("deck", "bark"), "castle", say("TWO BASES")))
    pieces = [_tile(say, kind, seed, n, back) for kind, n in sheet.tiles.items() for seed, n in enumerate(_shared(n))]
    pieces += [_base(say, seat, back) for seat in facts.SEATS]
    return Component("tiles", say("Terrain tiles and Bases"), tuple(pieces))


def _shared(count: int) -> list[int]:
    """So many tiles shared out to the pictures of their kind."""
    each, more = divmod(count, PICTURES)
    return [n for n in (each + (number < more) for number in range(PICTURES)) if n]


def _tile(say: Say, kind: str, seed: int, count: int, back: Draw) -> Piece:
    """One of the pictures of a terrain."""
    model = plate.Plate(*TILE, ("terrain", facts.TERRAIN[kind]), say(facts.NAMES[kind]), ICONS[kind], seed=seed)
    name = f"tile-{kind}-{seed + 1}"
    return Piece(name, model.title, count, plate.outline(model), partial(plate.front, model), back, 1.2)


def _base(say: Say, seat: str, back: Draw) -> Piece:
    """The Bases of a side, in its colour and pattern."""
    colour, _pattern, symbol = LOOKS[seat]
    title = say("Base of {side}", side=say(facts.TITLES[seat]))
    model = plate.Plate(*TILE, ("side", colour), title, symbol, whole=True)
    faces = partial(plate.front, model), back
    return Piece(f"tile-base-{seat}", title, facts.BOARD["bases_each"], plate.outline(model), *faces, 1.2)


# ---- cards


def small_cards(say: Say, sheet: Sheet) -> Component:
    """60 pieces for each player."""
    owners = [(seat, card) for seat in facts.SEATS for card in sheet.pieces.values()]
    fronts = plate.alike(_fighter(say, sheet, seat, card) for seat, card in owners)
    pieces = tuple(_card(say, *owner, model) for owner, model in zip(owners, fronts, strict=True))
    return Component("small_cards", say("Small cards: pieces"), pieces)


def _card(say: Say, seat: str, card: facts.PieceFacts | facts.Development, model: plate.Plate) -> Piece:
    """A card of a side, with the back of that side."""
    colour, _pattern, symbol = LOOKS[seat]
    side = say(facts.TITLES[seat])
    back = plate.Back(model.width, model.height, ("side", colour), symbol, side.upper())
    name = say("{side} {name}", side=side, name=say(card.name))
    faces = partial(plate.front, model), partial(plate.back, back)
    return Piece(f"{seat}-{card.id}", name, card.count, plate.outline(model), *faces, 1.0)


def _fighter(say: Say, sheet: Sheet, seat: str, card: facts.PieceFacts) -> plate.Plate:
    """The front of a piece's card."""
    whose = sheet.provenance(f"pieces/{card.kind}/{card.level}", f"high_ground/{card.kind}/{card.level}")
    chips = (
        plate.Chip("attack", say("Attack"), str(card.attack)),
        plate.Chip("movement", say("Health"), str(card.health)),
    )
    name = card.name.removesuffix(f" {ROMAN[card.level]}")
    return plate.Plate(
        *SMALL, ("side", LOOKS[seat][0]), say(name), facts.symbol_of(card),
        "" if card.kind == facts.ENGINE else ROMAN[card.level], chips, piece_lines(say, sheet, card), _note(say, whose),
    )  # fmt: skip


def _note(say: Say, whose: str) -> str:
    """What a card says of whose values it has: those of an owner alone; of the others the aid tells."""
    return say("owner") if whose == "owner" else ""


def piece_lines(say: Say, sheet: Sheet, card: facts.PieceFacts) -> tuple[str, ...]:
    """The lines printed on a small card below its numbers."""
    how = say("Promote {n}, disband {back}.", n=card.promote, back=card.disband)
    if card.level == 1:
        how = say("Recruit {n}, disband {back}.", n=card.cost, back=card.disband)
    lines = [how, *([f"{needs(say, card.need)}."] if card.need else [])]
    if card.not_in_turn_of_creation:
        lines.append(say("Not when just created."))
    return (*lines, *high_ground_line(say, sheet, card))


def high_ground_line(say: Say, sheet: Sheet, card: facts.PieceFacts) -> tuple[str, ...]:
    """What high ground does for a piece, as a line for its card; when it has it is on the Player Aid."""
    high = sheet.high_ground[card.kind]
    if not (high.ground or high.if_enemy_has_none):
        return (say("May share a space."),) if card.kind == facts.ENGINE else ()
    plus, minus = high.attack_plus[card.level - 1], high.damage_taken_minus[card.level - 1]
    does = [say("attack +{n}", n=plus)] * bool(plus) + [say("damage −{n}", n=minus)] * bool(minus)
    return (say("High ground: {what}.", what=", ".join(does)),) if does else ()


def large_cards(say: Say, sheet: Sheet) -> Component:
    """21 developments for each player."""
    owners = [(seat, card) for seat in facts.SEATS for card in sheet.developments.values()]
    fronts = plate.alike(_development(say, sheet, seat, card) for seat, card in owners)
    pieces = tuple(_card(say, *owner, model) for owner, model in zip(owners, fronts, strict=True))
    return Component("large_cards", say("Large cards: developments"), pieces)


def _development(say: Say, sheet: Sheet, seat: str, card: facts.Development) -> plate.Plate:
    """The front of a development's card."""
    chips = [plate.Chip("cost", say("Cost, AP"), str(card.cost))]
    if card.extra_ap:
        chips.append(plate.Chip("movement", say("more AP"), f"+{card.extra_ap}"))
    if card.defend_plus:
        chips.append(plate.Chip("attack", say("defending"), f"+{card.defend_plus}"))
    lines = [say("Replaces {what}.", what=f"{fonts.GLUE}/ ".join(say(facts.name_of(name)) for name in card.replaces))]
    if card.need:
        lines.append(f"{needs(say, card.need)}.")
    if card.defend_plus:
        lines.append(say("A piece that defends here: attack +{n}.", n=card.defend_plus))
    return plate.Plate(*LARGE, ("side", LOOKS[seat][0]), say(card.name), facts.SYMBOLS[card.id], "", tuple(chips),
                       tuple(lines), _note(say, sheet.provenance(f"developments/{card.id}")))  # fmt: skip


# ---- markers


def _marker(name: str, title: str, count: int, front: marker.Marker, back: marker.Marker) -> Piece:
    faces = partial(marker.face, front), partial(marker.face, back)
    return Piece(name, title, count, counter.outline(), *faces, 0.9)


def markers(say: Say, sheet: Sheet) -> Component:
    """Claim markers of both players, and one for each row of the point tracks."""
    pieces = []
    for seat in facts.SEATS:
        side, symbol = ("side", LOOKS[seat][0]), emblem(LOOKS[seat][0])
        claim, points = marker.Marker(side, icon=symbol, caption=say("CLAIM")), marker.Marker(side, big=say("AP"))
        thin = marker.Marker(side, solid=False, icon=symbol, caption=say("CLAIM"))
        name = say(facts.TITLES[seat])
        claims = sheet.kit["claim_markers_per_player"]
        pieces.append(_marker(f"claim-{seat}", say("{side} claim", side=name), claims, claim, thin))
        pieces.append(_marker(f"points-{seat}", say("{side} points", side=name), 2, points, points))
    return Component("markers", say("Markers"), tuple(pieces))


def damage_counters(say: Say, sheet: Sheet) -> Component:
    """Damage: two thirds show 1 and 2, the others 3 and 5."""
    number = sheet.kit["damage_counters"]
    few = number // 3
    pieces = []
    for n, (front, back) in ((number - few, (1, 2)), (few, (3, 5))):
        faces = [marker.Marker(("ability", "attack"), solid=False, icon="hit", big=str(one)) for one in (front, back)]
        pieces.append(
            _marker(
                f"damage-{front}-{back}", say("Damage {front} / {back}", front=front, back=back), n, faces[0], faces[1]
            )
        )
    return Component("damage_counters", say("Damage counters"), tuple(pieces))


def edge_markers(say: Say) -> Component:
    """Letters and numbers to lay beside the board, so that table and phone use the same names for spaces."""
    names = [one.upper() for one in (*SQUARES.columns, *SQUARES.rows)]
    pieces = (
        _marker(f"edge-{one}", say("Edge {name}", name=one), 2, marker.Marker(big=one), marker.Marker(big=one))
        for one in names
    )
    return Component("edge_markers", say("Letters and numbers for the edges"), tuple(pieces))


def ap_track(say: Say, sheet: Sheet) -> Component:
    """The track for the tens and ones of a player's action points."""
    tens = tuple((str(n), "") for n in range(0, sheet.kit["point_track_to"] + 1, 10))
    ones = tuple((str(n), "") for n in range(10))
    model = strip.Strip(
        (
            strip.Row(say("Tens"), tens, ability="cost", takes="points-"),
            strip.Row(say("Ones"), ones, ability="cost", takes="points-"),
        )
    )
    piece = Piece("ap-track", say("Action points"), 2, strip.outline(model), partial(strip.front, model), None, 2.0)
    return Component("ap_track", say("Action point track"), (piece,), stock="strips")


def kit(sheet: Sheet = HOUSE_SHEET, address: str = "", say: Say = ENGLISH) -> Kit:
    """Everything that two players must print, with the values of a sheet. No component has QR codes, so `address`
    is not used.
    """
    components = (
        tiles(say, sheet), small_cards(say, sheet), large_cards(say, sheet), markers(say, sheet),
        damage_counters(say, sheet), edge_markers(say), ap_track(say, sheet), player_aid(say, sheet), credits_page(say),
    )  # fmt: skip
    seats = tuple((seat, say(facts.TITLES[seat])) for seat in facts.SEATS)
    title, credits = say("The two-base tile game"), (icons.credit(say), *fonts.CREDITS)
    return Kit("two_bases", title, components, credits=credits, seats=seats)
