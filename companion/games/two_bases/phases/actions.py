"""The Action Step: recruit, develop, promote, disband, turn up terrain or move an extra piece, in any order."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.options import Chip
from companion.engine.rules import (
    Card,
    Group,
    Offer,
    Purse,
    Refusal,
    Rule,
    Text,
    flow,
    listed,
    menu,
    note,
    partial,
    put,
    repeat,
    step,
    t,
)
from companion.games.two_bases import deck, facts, land, tiles, victory
from companion.games.two_bases.phases import moves
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Piece, TwoBasesState


@flow("Action")
def actions(seat: str) -> Rule[None]:
    """The Action Step: repeat actions until the player is done."""
    yield from repeat(act(seat))


@step("Action")
def act(state: TwoBasesState, seat: str) -> Rule[bool]:
    """One action. Returns False when the player is done."""
    if state.winner:
        return False
    prompt = t("{ap} AP: what do you do?", ap=state.players[seat].points)
    told = partial(_left_over, state, seat)
    done = yield from victory.deed(state, seat, prompt, offers(state, seat), t("End the turn"), "grid", told)
    return done != victory.DONE


def _left_over(state: TwoBasesState, seat: str) -> Text | None:
    """What becomes of the action points at the end of the turn (ruling A05); None if nothing."""
    left, lost = state.players[seat].points, state.rulings["unspent_points"] == "lapse"
    return t("loses {n} AP", n=left) if left and lost else None


def offers(state: TwoBasesState, seat: str) -> list[Group]:
    """All possible actions, grouped by kind."""
    held, pieces, paid = land.survey(state, seat), land.pieces_of(state, seat), state.players[seat].purse
    cards = sheet(state).cards
    found = {
        "recruit": [lay_offer(state, seat, cards[name], held, paid) for name in facts.RECRUITS],
        "develop": [lay_offer(state, seat, cards[name], held, paid) for name in facts.DEVELOPMENTS],
        "promote": [promote_offer(state, *one, held, paid) for one in pieces],
        "disband": [disband_offer(state, *one, paid) for one in pieces],
        "reveal": tiles.to_turn_up(state, seat, facts.ACTIONS["reveal"].price, paid),
        "extra": [extra_offer(state, *one, paid) for one in pieces],
    }
    drawn = {"reveal": partial(deck.deck, state, seat)}
    return [_kind(what, action, found[what], paid, drawn.get(what)) for what, action in facts.ACTIONS.items()]


def _kind(
    id: str, action: facts.Action, found: list[Offer], paid: Purse, drawn: Callable[[], tuple[Card, ...]] | None
) -> Group:
    name = t(action.name)
    idle = [Offer("none", name, refusal=facts.AGAINST(none_down=id == "reveal", no_piece=True))]
    prompt = t("{action}: which? You have {ap} AP.", action=name, ap=paid.amount)
    cost, told = partial(_cost, found, paid), partial(_differs, found)
    kind = id if any(one.allowed for one in found) else ""
    return Group(id, name, prompt, found or idle, told, look=action.look, chips=cost, kind=kind, drawn=drawn)


def _prices(found: list[Offer]) -> list[int]:
    return sorted({one.price for one in found if one.against is None})


def _cost(found: list[Offer], paid: Purse) -> tuple[Chip, ...]:
    """What an action costs: the price of what can be had, or the lowest of several."""
    return paid.shown(next(iter(_prices(found)), 0))


def _differs(found: list[Offer]) -> Text | None:
    """What is said beside the price of an action that may cost more."""
    return t("or more") if len(_prices(found)) > 1 else None


def card_refusal(state: TwoBasesState, seat: str, card: facts.Card, held: land.Land) -> Refusal | None:
    """Why a card cannot be had, whatever it costs: none is left, or its needs are not met. None when it can."""
    return facts.AGAINST(none_left=not state.players[seat].available.get(card.id)) or land.need_refusal(held, card.need)


# ---- recruiting and developing: a card from the pile is laid


def lay_offer(state: TwoBasesState, seat: str, card: facts.Card, held: land.Land, paid: Purse) -> Offer:
    """The offer to buy a card of the pile and lay it on the board."""
    against = card_refusal(state, seat, card, held)
    places = [] if against else lay_places(state, seat, card, held)
    against, do = against or facts.AGAINST(no_tile=not places), partial(lay, state, seat, card, places)
    told, sign = partial(effect, card), facts.symbol_of(card)
    return Offer(card.id, t(card.name), do, refusal=against, price=card.cost, purse=paid, detail=told, sign=sign)


def effect(card: facts.Card) -> Text:
    """What a card does, in one line: the figures of a piece; what a development gives, and on what it is built."""
    if isinstance(card, facts.PieceFacts):
        return t("Attack {a}, health {h}", a=card.attack, h=card.health)
    given = [t("+{n} AP a turn", n=card.extra_ap)] if card.extra_ap else []
    given += [t("+{n} attack in defense", n=card.defend_plus)] if card.defend_plus else []
    return t("{what} · on {where}", what=listed(given), where=listed([t(facts.name_of(one)) for one in card.replaces]))


def lay_places(state: TwoBasesState, seat: str, card: facts.Card, held: land.Land) -> list[str]:
    """Where a card can be laid: a development on what it replaces, a piece on free terrain (ruling A21)."""
    if isinstance(card, facts.Development):
        return [one for one in held.places if (state.board[one].built or state.board[one].kind) in card.replaces]
    piece, own = Piece(card.id, seat), state.rulings["recruit_place"] == "own-half-only"
    places = [one for one in held.places if state.board[one].kind != "base" and (land.HALF[one] == seat or not own)]
    free = [one for one in places if not state.board[one].pieces]
    return [one for one in places if one in free or (piece.is_engine and not moves.entry_refusal(state, piece, one))]


def lay(state: TwoBasesState, seat: str, card: facts.Card, places: list[str]) -> Rule[None]:
    """Lay a card from the pile; a development that it replaces leaves the game."""
    found = [Offer(one, land.space_name(state, one), value=one) for one in places]
    place = yield from menu(seat, t("{card}: where?", card=card.name), found, look="map", about=card.id)
    tile, words = state.board[place], "{who} builds on {place}: {name}."
    put(state.players[seat].available, card.id, -1)
    if isinstance(card, facts.PieceFacts):
        words = "{who} recruits on {place}: {name}."
        tile.pieces.append(Piece(card.id, seat, fresh=True))
    else:
        if tile.built:
            put(state.players[tile.built_by].out, tile.built)
        tile.built, tile.built_by = card.id, seat
    yield from note(t(words, who=facts.TITLES[seat], name=card.name, place=place.upper()))


# ---- promoting, disbanding, moving an extra piece: a piece on the board is chosen


def promote_offer(state: TwoBasesState, name: str, place: str, piece: Piece, held: land.Land, paid: Purse) -> Offer:
    """The offer to replace a piece by a higher card; in the turn of its creation only if that card allows it."""
    higher, label = sheet(state).card(piece.kind, piece.level + 1), partial(land.piece_name, state, place, piece)
    if higher is None:
        return Offer(name, label, refusal=facts.AGAINST(highest=True))
    early = facts.AGAINST(too_early=piece.fresh and higher.not_in_turn_of_creation)
    against, do = early or card_refusal(state, piece.seat, higher, held), partial(promote, state, place, piece, higher)
    return Offer(name, label, do, refusal=against, price=higher.promote, purse=paid)


def promote(state: TwoBasesState, place: str, piece: Piece, higher: facts.PieceFacts) -> Rule[None]:
    """Replace a piece by the higher card from the pile; the lower card is put aside."""
    player, words = state.players[piece.seat], "{who} promotes a piece on {place} to {name}."
    put(player.aside, piece.type)
    put(player.available, higher.id, -1)
    piece.type = higher.id
    piece.damage = 0 if state.rulings["damage_on_promotion"] == "fresh" else piece.damage
    yield from note(t(words, who=facts.TITLES[piece.seat], name=higher.name, place=place.upper()))


def disband_offer(state: TwoBasesState, name: str, place: str, piece: Piece, paid: Purse) -> Offer:
    """The offer to put a piece back into the pile for its price."""
    price = sheet(state).pieces[piece.type].disband
    disband = partial(tiles.remove_piece, state, place, piece, killed=False)
    return Offer(name, partial(land.piece_name, state, place, piece), disband, price=price, purse=paid)


def extra_offer(state: TwoBasesState, name: str, place: str, piece: Piece, paid: Purse) -> Offer:
    """The offer to move a piece besides the one move of the turn; refused if it has moved or attacked."""
    do, price = partial(moves.aim, state, name, place, piece, extra=True), facts.ACTIONS["extra"].price
    refusal = moves.extra_refusal(state, place, piece)
    return Offer(name, partial(land.piece_name, state, place, piece), do, refusal=refusal, price=price, purse=paid)
