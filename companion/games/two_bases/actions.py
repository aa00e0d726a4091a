"""The Action Step: recruit, develop, promote, disband, turn up terrain, move an extra piece, in any order."""

from __future__ import annotations

from companion.engine.effects import Rule, choose, goto, note
from companion.engine.errors import Refusal
from companion.engine.forms import Option
from companion.engine.rules import flow, step
from companion.engine.text import Text, t
from companion.games.two_bases import facts, moves, victory
from companion.games.two_bases.land import (
    HALF,
    Land,
    face_down,
    need_refusal,
    piece_name,
    pieces_of,
    rival,
    space_name,
    survey,
)
from companion.games.two_bases.state import Piece, TwoBasesState
from companion.games.two_bases.tiles import enter, put, remove_piece, turn_up

ACTIONS = {
    "recruit": "Recruit a piece",
    "develop": "Build a development",
    "promote": "Promote a piece",
    "disband": "Disband a piece",
    "reveal": "Turn up terrain",
    "extra": "Move an extra piece",
}
RECRUITS = [card for card in facts.PIECES.values() if card.cost]
BUILDINGS = tuple(facts.DEVELOPMENTS.values())
"""What can be laid: other pieces come by promotion only."""


@flow("Action")
def actions(seat: str) -> Rule[None]:
    """Action after action, until the player is done."""
    more = yield from act(seat)
    return goto(actions(seat)) if more else None


@step("Action")
def act(state: TwoBasesState, seat: str) -> Rule[bool]:
    """One action; False when the player is done."""
    if state.winner:
        return False
    found = offers(state, seat)
    menu = [
        Option(what, t(label), moves.none_open([one.refusal for one in found[what]]), _ap(facts.PRICE.get(what, 0)))
        for what, label in ACTIONS.items()
    ]
    ap = state.players[seat].points
    prompt = t("{who}, {ap} AP: what do you do?", who=facts.TITLES[seat], ap=ap)
    what = yield from choose(seat, "Action", prompt, [*menu, *moves.ways_out("End the turn")])
    if what in ACTIONS:
        question = t("{action} ({ap} AP): which?", action=t(ACTIONS[what]), ap=ap)
        look = "buttons" if what in ("recruit", "develop") else "map"
        picked = yield from choose(seat, "Action", question, found[what], look=look, about=what)
        yield from CARRY_OUT[what](state, seat, picked)
    elif what == moves.GIVE_UP:
        yield from victory.wins(state, rival(seat), "given_up")
    yield from victory.settle(state)
    return what != moves.DONE


def offers(state: TwoBasesState, seat: str) -> dict[str, list[Option]]:
    """For each action all that can be picked, with its price or the reason against it."""
    land, ap = survey(state, seat), state.players[seat].points
    pieces = [(name, piece_name(state, *one), one) for name, one in pieces_of(state, seat).items()]

    def offer(name: str, label: Text, price: int, refusal: Refusal | None = None) -> Option:
        return Option(name, label, refusal or price_refusal(ap, price), _ap(price))

    return {
        "recruit": [offer(one.id, t(one.name), one.cost, card_refusal(state, seat, one, land)) for one in RECRUITS],
        "develop": [offer(one.id, t(one.name), one.cost, card_refusal(state, seat, one, land)) for one in BUILDINGS],
        "promote": [
            offer(name, label, higher.promote if higher else 0, promote_refusal(state, piece, land))
            for name, label, (_, piece) in pieces
            for higher in (piece.card.higher,)
        ],
        "disband": [offer(name, label, piece.card.disband) for name, label, (_, piece) in pieces],
        "extra": [offer(name, label, facts.PRICE["extra"], extra_refusal(state, *one)) for name, label, one in pieces],
        "reveal": [offer(one, t(one.upper()), facts.PRICE["reveal"]) for one in face_down(state, seat)],
    }


def price_refusal(ap: int, price: int) -> Refusal | None:
    """Why something cannot be paid."""
    words = "It costs {price} action points; you have {n}."
    return Refusal("Action", t(words, price=price, n=ap)) if price > ap else None


def _ap(price: int) -> Text | None:
    return t("{n} AP", n=price) if price else None


# ---- recruiting and developing: a card from the pile is laid


def card_refusal(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> Refusal | None:
    """Why a card cannot be laid, whatever it costs: pile, needs, place."""
    if not state.players[seat].available.get(card.id, 0):
        return Refusal("Action", t("None is left in your Available Pile."))
    no_place = None if lay_places(state, seat, card, land) else Refusal("Action", t("No connected tile takes it."))
    return need_refusal(land, card.need) or no_place


def lay_places(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> list[str]:
    """Where a card can be laid: on what a development replaces; on free terrain for a piece (ruling A21)."""
    if isinstance(card, facts.Development):
        return [one for one in land.places if (state.board[one].built or state.board[one].kind) in card.replaces]
    own_half, piece = state.rulings["recruit_place"] == "own-half-only", Piece(card.id, seat)
    return [
        place
        for place in land.places
        if state.board[place].kind != "base"
        and (HALF[place] == seat or not own_half)
        and (not state.board[place].pieces or (piece.is_engine and not moves.entry_refusal(state, piece, place)))
    ]


def lay(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """A card comes from the pile; a development that is replaced leaves the game."""
    card, player = facts.CARDS[name], state.players[seat]
    found = [Option(place, space_name(state, place)) for place in lay_places(state, seat, card, survey(state, seat))]
    place = yield from choose(seat, "Action", t("{card}: where?", card=t(card.name)), found, look="map", about=name)
    tile = state.board[place]
    player.points -= card.cost
    put(player.available, name, -1)
    if isinstance(card, facts.Development):
        if tile.built:
            put(state.players[tile.built_by].out, tile.built)
        tile.built, tile.built_by = name, seat
    else:
        tile.pieces.append(Piece(name, seat, fresh=True))
    words = "{who}: {name} is new on {place}."
    yield from note("Action", t(words, who=facts.TITLES[seat], name=t(card.name), place=place.upper()))


# ---- promoting, disbanding, moving an extra piece: a piece on the board is chosen


def promote_refusal(state: TwoBasesState, piece: Piece, land: Land) -> Refusal | None:
    """Why a piece cannot be promoted, whatever it costs: no higher card, its own timing, pile, needs."""
    higher = piece.card.higher
    if higher is None:
        return Refusal("Action", t("There is no higher level of it."))
    if piece.fresh and higher.not_in_turn_of_creation:
        return Refusal("Action", t("Not in the turn in which it was created."))
    if not state.players[piece.seat].available.get(higher.id, 0):
        return Refusal("Action", t("None is left in your Available Pile."))
    return need_refusal(land, higher.need)


def promote(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """The higher card comes from the pile, the lower one goes aside."""
    (place, piece), player = pieces_of(state, seat)[name], state.players[seat]
    higher = facts.LEVELS[piece.card.kind, piece.card.level + 1]
    player.points -= higher.promote
    put(player.aside, piece.type)
    put(player.available, higher.id, -1)
    piece.type = higher.id
    piece.damage = 0 if state.rulings["damage_on_promotion"] == "fresh" else piece.damage
    words = "{who} promotes to {name} on {place}."
    yield from note("Action", t(words, who=facts.TITLES[seat], name=t(higher.name), place=place.upper()))


def disband(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """A piece goes back to the pile for its price."""
    place, piece = pieces_of(state, seat)[name]
    state.players[seat].points -= piece.card.disband
    yield from remove_piece(state, place, piece, killed=False)


def extra_refusal(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece cannot be the extra one that moves."""
    if state.players[piece.seat].extra_moved:
        return Refusal("Action", t("One extra piece a turn."))
    if piece.moved or piece.attacked:
        return Refusal("Action", t("It has moved or attacked in this turn."))
    return moves.rest_refusal(state, piece) or moves.none_open(moves.entries(state, place, piece).values())


def extra(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """An extra piece moves."""
    (place, piece), player = pieces_of(state, seat)[name], state.players[seat]
    target = yield from moves.choose_target(state, seat, name, moves.entries(state, place, piece))
    player.points -= facts.PRICE["extra"]
    player.extra_moved = piece.moved = True
    yield from enter(state, piece, place, target)


def reveal(state: TwoBasesState, seat: str, place: str) -> Rule[None]:
    """A tile of the own half is turned up."""
    yield from turn_up(state, seat, place, "Action")
    state.players[seat].points -= facts.PRICE["reveal"]


CARRY_OUT = {
    "recruit": lay, "develop": lay, "promote": promote, "disband": disband, "extra": extra, "reveal": reveal,
}  # fmt: skip
