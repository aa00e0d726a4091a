"""The Action Step: recruit, develop, promote, disband, turn up terrain, move an extra piece, in any order."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.asking import choose, goto, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option
from companion.engine.core.refusals import refuse_all, refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.engine.game.piles import put
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
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Piece, TwoBasesState
from companion.games.two_bases.tiles import enter, remove_piece, turn_up


@flow("Action")
def actions(seat: str) -> Rule[None]:
    """Action after action, until the player is done."""
    more = yield from act(seat)
    if more:
        return goto(actions(seat))
    return None


@step("Action")
def act(state: TwoBasesState, seat: str) -> Rule[bool]:
    """One action; False when the player is done."""
    if state.winner:
        return False
    found, ap = offers(state, seat), state.players[seat].points
    against = {name: refuse_all("Action", [one.refusal for one in found[name]]) for name in facts.ACTIONS}
    menu = [Option(name, t(one.name), against[name], _ap(one.price)) for name, one in facts.ACTIONS.items()]
    prompt = t("{who}, {ap} AP: what do you do?", who=facts.TITLES[seat], ap=ap)
    what = yield from choose(seat, prompt, [*menu, *moves.ways_out(t("End the turn"))])
    if what in facts.ACTIONS:
        action = facts.ACTIONS[what]
        question = t("{action} ({ap} AP): which?", action=t(action.name), ap=ap)
        picked = yield from choose(seat, question, found[what], look=action.look, about=what)
        yield from CARRY_OUT[what](state, seat, picked)
        state.players[seat].points -= next(one.cost for one in found[what] if one.id == picked)
    elif what == moves.GIVE_UP:
        yield from victory.wins(state, rival(seat), "given_up")
    yield from victory.settle(state)
    return what != moves.DONE


def offers(state: TwoBasesState, seat: str) -> dict[str, list[Option]]:
    """For each action all that can be picked, with its price or the reason against it."""
    land, ap = survey(state, seat), state.players[seat].points

    def offer(name: str, label: Text, price: int, refusal: Refusal | None = None) -> Option:
        return Option(name, label, refusal or price_refusal(ap, price), _ap(price), cost=price)

    extra_price, reveal_price = facts.ACTIONS["extra"].price, facts.ACTIONS["reveal"].price
    found: dict[str, list[Option]] = {what: [] for what in facts.ACTIONS}
    for what, names in (("recruit", facts.RECRUITS), ("develop", tuple(facts.DEVELOPMENTS))):
        cards = [sheet(state).cards[name] for name in names]
        found[what] = [offer(one.id, t(one.name), one.cost, lay_refusal(state, seat, one, land)) for one in cards]
    for name, (place, piece) in pieces_of(state, seat).items():
        label, higher = piece_name(state, place, piece), sheet(state).card(piece.kind, piece.level + 1)
        price = higher.promote if higher is not None else 0
        found["promote"].append(offer(name, label, price, promote_refusal(state, piece, land)))
        found["disband"].append(offer(name, label, sheet(state).pieces[piece.type].disband))
        found["extra"].append(offer(name, label, extra_price, extra_refusal(state, place, piece)))
    found["reveal"] = [offer(place, t(place.upper()), reveal_price) for place in face_down(state, seat)]
    return found


def price_refusal(ap: int, price: int) -> Refusal | None:
    """Why something cannot be paid."""
    words = "It costs {price} action points; you have {n}."
    return Refusal("Action", t(words, price=price, n=ap)) if price > ap else None


def _ap(price: int) -> Text | None:
    return t("{n} AP", n=price) if price else None


def card_refusal(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> Refusal | None:
    """Why a card of the pile cannot be had, whatever it costs: none is left, or its needs are not met."""
    left = state.players[seat].available.get(card.id, 0)
    return refuse_if(not left, "Action", t("None is left in your Available Pile.")) or need_refusal(land, card.need)


# ---- recruiting and developing: a card from the pile is laid


def lay_refusal(state: TwoBasesState, seat: str, card: facts.Card, land: Land) -> Refusal | None:
    """Why a card cannot be laid, whatever it costs: pile, needs, place."""
    refusal = card_refusal(state, seat, card, land)
    return refusal or refuse_if(not lay_places(state, seat, card, land), "Action", t("No connected tile takes it."))


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


def lay(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """A card comes from the pile; a development that is replaced leaves the game."""
    card = sheet(state).cards[name]
    found = [Option(place, space_name(state, place)) for place in lay_places(state, seat, card, survey(state, seat))]
    place = yield from choose(
        seat, t("{card}: where?", card=card.name), found, look="map", about=name, section="Action"
    )
    tile = state.board[place]
    put(state.players[seat].available, name, -1)
    if isinstance(card, facts.PieceFacts):
        tile.pieces.append(Piece(name, seat, fresh=True))
    else:
        if tile.built:
            put(state.players[tile.built_by].out, tile.built)
        tile.built, tile.built_by = name, seat
    words = "{who}: {name} is new on {place}."
    yield from note(t(words, who=facts.TITLES[seat], name=card.name, place=place.upper()), section="Action")


# ---- promoting, disbanding, moving an extra piece: a piece on the board is chosen


def promote_refusal(state: TwoBasesState, piece: Piece, land: Land) -> Refusal | None:
    """Why a piece cannot be promoted, whatever it costs: no higher card, its own timing, pile, needs."""
    higher = sheet(state).card(piece.kind, piece.level + 1)
    if higher is None:
        return Refusal("Action", t("There is no higher level of it."))
    if piece.fresh and higher.not_in_turn_of_creation:
        return Refusal("Action", t("Not in the turn in which it was created."))
    return card_refusal(state, piece.seat, higher, land)


def promote(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """The higher card comes from the pile, the lower one goes aside."""
    (place, piece), player = pieces_of(state, seat)[name], state.players[seat]
    higher = facts.LEVELS[piece.kind, piece.level + 1]
    put(player.aside, piece.type)
    put(player.available, higher.id, -1)
    piece.type = higher.id
    piece.damage = 0 if state.rulings["damage_on_promotion"] == "fresh" else piece.damage
    words = "{who} promotes to {name} on {place}."
    yield from note(t(words, who=facts.TITLES[seat], name=higher.name, place=place.upper()), section="Action")


def disband(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """A piece goes back to the pile for its price."""
    place, piece = pieces_of(state, seat)[name]
    yield from remove_piece(state, place, piece, killed=False)


def extra_refusal(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece cannot be the extra one that moves."""
    once = refuse_if(state.players[piece.seat].extra_moved, "Action", t("One extra piece a turn."))
    used = refuse_if(piece.moved or piece.attacked, "Action", t("It has moved or attacked in this turn."))
    refusal = once or used or moves.rest_refusal(state, piece)
    return refusal or refuse_all("Movement", moves.entries(state, place, piece).values())


def extra(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    """An extra piece moves."""
    place, piece = pieces_of(state, seat)[name]
    target = yield from moves.choose_target(state, seat, name, moves.entries(state, place, piece))
    state.players[seat].extra_moved = piece.moved = True
    yield from enter(state, piece, place, target)


CARRY_OUT: dict[str, Callable[..., Rule[None]]] = {
    "recruit": lay, "develop": lay, "promote": promote, "disband": disband, "extra": extra, "reveal": turn_up,
}  # fmt: skip
