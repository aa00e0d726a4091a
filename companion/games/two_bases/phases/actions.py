"""The Action Step: recruit, develop, promote, disband, turn up terrain, move an extra piece, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.core.asking import note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer, Purse, menu
from companion.engine.core.refusals import refuse, refuse_all, refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.engine.game.piles import put
from companion.games.two_bases import facts
from companion.games.two_bases.land import (
    HALF,
    Land,
    face_down,
    need_refusal,
    piece_name,
    pieces_of,
    reach,
    space_name,
    survey,
)
from companion.games.two_bases.phases import moves, victory
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Piece, Player, TwoBasesState
from companion.games.two_bases.tiles import remove_piece, turn_up


@flow("Action")
def actions(seat: str) -> Rule[None]:
    """Action after action, until the player is done."""
    yield from repeat(act(seat))


@step("Action")
def act(state: TwoBasesState, seat: str) -> Rule[bool]:
    """One action; False when the player is done."""
    if state.winner:
        return False
    prompt = t("{who}, {ap} AP: what do you do?", who=facts.TITLES[seat], ap=state.players[seat].points)
    ways_out = victory.ways_out(state, seat, t("End the turn"))
    done = yield from menu(seat, prompt, [*offers(state, seat).values(), *ways_out])
    yield from victory.settle(state)
    return bool(done != victory.DONE)


def offers(state: TwoBasesState, seat: str) -> dict[str, Group]:
    """All that can be done, by kind of action."""
    land, pieces, paid = survey(state, seat), pieces_of(state, seat), purse(state.players[seat])
    found = {
        "recruit": [lay_offer(state, seat, name, land, paid) for name in facts.RECRUITS],
        "develop": [lay_offer(state, seat, name, land, paid) for name in facts.DEVELOPMENTS],
        "promote": [promote_offer(state, name, *one, land, paid) for name, one in pieces.items()],
        "disband": [disband_offer(state, name, *one, paid) for name, one in pieces.items()],
        "reveal": [reveal_offer(state, place, paid) for place in face_down(state, seat)],
        "extra": [extra_offer(state, name, *one, paid) for name, one in pieces.items()],
    }
    return {what: _kind(what, found[what], paid.amount) for what in facts.ACTIONS}


def _kind(what: str, found: Sequence[Offer], ap: int) -> Group:
    action = facts.ACTIONS[what]
    which = t("{action} ({ap} AP): which?", action=t(action.name), ap=ap)
    return Group(what, t(action.name), which, found, points(action.price) if action.price else None, look=action.look)


def purse(player: Player) -> Purse:
    """The action points a player pays with."""
    return Purse(player, "points", points)


def points(price: int) -> Text:
    """An amount of action points."""
    return t("{n} AP", n=price)


def card_refusal(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> Refusal | None:
    """Why a card of the pile cannot be had, whatever it costs: none is left, or its needs are not met."""
    none_left = refuse_if(
        not state.players[seat].available.get(card.id, 0), "", t("None is left in your Available Pile.")
    )
    return none_left or need_refusal(land, card.need)


# ---- recruiting and developing: a card from the pile is laid


def lay_offer(state: TwoBasesState, seat: str, name: str, land: Land, paid: Purse) -> Offer:
    """A card of the pile: what it costs, and whether it can be laid."""
    card = sheet(state).cards[name]
    refusal = card_refusal(state, seat, card, land) or refuse_if(
        not lay_places(state, seat, card, land), "", t("No connected tile takes it.")
    )
    laying = partial(lay, state, seat, card, land)
    return Offer(name, t(card.name), laying, refusal=refusal, price=card.cost, purse=paid)


def lay_places(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> list[str]:
    """Where a card can be laid: on what a development replaces; on free terrain for a piece (ruling A21)."""
    if isinstance(card, facts.Development):
        return [one for one in land.places if (state.board[one].built or state.board[one].kind) in card.replaces]
    piece, own_half = Piece(card.id, seat), state.rulings["recruit_place"] == "own-half-only"
    places = [one for one in land.places if state.board[one].kind != "base" and (HALF[one] == seat or not own_half)]
    free = [one for one in places if not state.board[one].pieces]
    if not piece.is_engine:
        return free
    return [one for one in places if one in free or not moves.entry_refusal(state, piece, one)]


def lay(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> Rule[None]:
    """A card comes from the pile; a development that is replaced leaves the game."""
    found = [Offer(one, space_name(state, one), value=one) for one in lay_places(state, seat, card, land)]
    place = yield from menu(seat, t("{card}: where?", card=card.name), found, look="map", about=card.id)
    tile = state.board[place]
    put(state.players[seat].available, card.id, -1)
    if isinstance(card, facts.PieceFacts):
        tile.pieces.append(Piece(card.id, seat, fresh=True))
    else:
        if tile.built:
            put(state.players[tile.built_by].out, tile.built)
        tile.built, tile.built_by = card.id, seat
    where = {"name": card.name, "place": place.upper()}
    yield from note(t("{who}: {name} is new on {place}.", who=facts.TITLES[seat], **where))


# ---- promoting, disbanding, moving an extra piece: a piece on the board is chosen


def promote_offer(state: TwoBasesState, name: str, place: str, piece: Piece, land: Land, paid: Purse) -> Offer:
    """A piece that a higher card may replace, in the turn of its creation if that card allows it."""
    higher, label = sheet(state).card(piece.kind, piece.level + 1), piece_name(state, place, piece)
    if higher is None:
        return Offer(name, label, refusal=refuse(t("There is no higher level of it.")))
    too_early = piece.fresh and higher.not_in_turn_of_creation
    early = refuse_if(too_early, "", t("Not in the turn in which it was created."))
    refusal, do = early or card_refusal(state, piece.seat, higher, land), partial(promote, state, place, piece, higher)
    return Offer(name, label, do, refusal=refusal, price=higher.promote, purse=paid)


def promote(state: TwoBasesState, place: str, piece: Piece, higher: facts.PieceFacts) -> Rule[None]:
    """The higher card comes from the pile, the lower one goes aside."""
    player = state.players[piece.seat]
    put(player.aside, piece.type)
    put(player.available, higher.id, -1)
    piece.type = higher.id
    piece.damage = 0 if state.rulings["damage_on_promotion"] == "fresh" else piece.damage
    words = "{who} promotes to {name} on {place}."
    yield from note(t(words, who=facts.TITLES[piece.seat], name=higher.name, place=place.upper()))


def disband_offer(state: TwoBasesState, name: str, place: str, piece: Piece, paid: Purse) -> Offer:
    """A piece that goes back to the pile for its price."""
    price = sheet(state).pieces[piece.type].disband
    disband = partial(remove_piece, state, place, piece, killed=False)
    return Offer(name, piece_name(state, place, piece), disband, price=price, purse=paid)


def reveal_offer(state: TwoBasesState, place: str, paid: Purse) -> Offer:
    """A face-down tile of the own half that is turned up."""
    price = facts.ACTIONS["reveal"].price
    return Offer(place, t(place.upper()), partial(turn_up, state, HALF[place], place), price=price, purse=paid)


def extra_offer(state: TwoBasesState, name: str, place: str, piece: Piece, paid: Purse) -> Offer:
    """A piece that moves beside the one move of the turn; not one that has moved or attacked."""
    once = refuse_if(state.players[piece.seat].extra_moved, "Action", t("One extra piece a turn."))
    used = refuse_if(piece.moved or piece.attacked, "Action", t("It has moved or attacked in this turn."))
    refusal = once or used or moves.rest_refusal(state, piece)
    refusal = refusal or refuse_all("Movement", [moves.entry_refusal(state, piece, to) for to in reach(state, place)])
    do = partial(moves.choose_target, state, name, place, piece, extra=True)
    label, price = piece_name(state, place, piece), facts.ACTIONS["extra"].price
    return Offer(name, label, do, refusal=refusal, price=price, purse=paid)
