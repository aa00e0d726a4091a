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
    land_name,
    need_refusal,
    pieces_of,
    reach,
    rival,
    ruled,
    space_name,
    survey,
)  # fmt: skip
from companion.games.two_bases.state import Piece, TwoBasesState
from companion.games.two_bases.tiles import enter, face_down, put, remove_piece, title, turn_up

Card = facts.PieceFacts | facts.Development


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
    prompt = t("{who}, {ap} AP: what do you do?", who=title(seat), ap=state.players[seat].ap)
    picked = yield from choose(seat, "Action", prompt, [*choices(state, seat), *moves.ways_out("End the turn")])
    what, _, card = picked.partition(":")
    if what == moves.GIVE_UP:
        yield from victory.wins(state, rival(seat), "given_up")
    elif what != moves.DONE:
        places = _places(state, seat, picked)
        name = yield from choose(seat, "Action", t(WHERE[what]), places, look="map", about=what)
        if card:
            yield from _lay(state, seat, card, name)
        elif what == "reveal":
            yield from turn_up(state, seat, name, "Action")
            state.players[seat].ap -= facts.PRICE["reveal"]
        else:
            yield from {"promote": _promote, "disband": _disband, "extra": _extra}[what](state, seat, name)
    yield from victory.settle(state)
    return what != moves.DONE


WHERE = {
    "recruit": "Where is it recruited?",
    "develop": "Where is it built?",
    "promote": "Which piece is promoted?",
    "disband": "Which piece is disbanded?",
    "extra": "Which extra piece moves?",
    "reveal": "Which tile of your half is turned up?",
}


def choices(state: TwoBasesState, seat: str) -> list[Option]:
    """All actions, those not possible now with the reason."""
    land = survey(state, seat)
    found = []
    for words, cards in (("recruit", facts.PIECES.values()), ("develop", facts.DEVELOPMENTS.values())):
        verb = "Recruit {name}" if words == "recruit" else "Build {name}"
        for card in cards:
            if price_of(card):
                label, price = t(verb, name=t(card.name)), t("{n} AP", n=price_of(card))
                found.append(Option(f"{words}:{card.id}", label, card_refusal(state, seat, card, land), price))
    extra, reveal = facts.PRICE["extra_move"], facts.PRICE["reveal"]
    for what, label, price in (
        ("promote", t("Promote a piece"), 0),
        ("disband", t("Disband a piece"), 0),
        ("extra", t("Move an extra piece"), extra),
        ("reveal", t("Turn up terrain"), reveal),
    ):
        refusal = _price(state, seat, price) or _nothing(_refusals(state, seat, what, land))
        found.append(Option(what, label, refusal, t("{n} AP", n=price) if price else None))
    return found


def _nothing(refusals: list[Refusal | None]) -> Refusal | None:
    """Why an action is not possible at all: the first reason, when there is no place without one."""
    return next(iter(refusals), Refusal("Action", t("There is nothing to choose."))) if all(refusals) else None


def _refusals(state: TwoBasesState, seat: str, what: str, land: Land) -> list[Refusal | None]:
    if what == "reveal":
        return [None for _ in face_down(state, seat)]
    return [RULES[what](state, piece, place, land) for place, piece in pieces_of(state, seat).values()]


def _places(state: TwoBasesState, seat: str, picked: str) -> list[Option]:
    """What can be chosen for an action: spaces, or pieces as `pieces_of` calls them."""
    what, _, name = picked.partition(":")
    if name:
        places = lay_places(state, seat, _card(name), survey(state, seat).places)
        return [Option(place, space_name(state, place)) for place in places]
    if what == "reveal":
        return [Option(place, t(place.upper())) for place in face_down(state, seat)]
    land = survey(state, seat)
    return [
        Option(name, t("{piece} on {land}", piece=t(piece.card.name), land=land_name(state, place)),
               RULES[what](state, piece, place, land), _detail(what, piece))
        for name, (place, piece) in pieces_of(state, seat).items()
    ]  # fmt: skip


def _detail(what: str, piece: Piece) -> Text | None:
    higher = _higher(piece)
    if what == "promote" and higher is not None:
        return t("to {name}: {price} AP", name=t(higher.name), price=higher.promote)
    return t("{price} AP", price=piece.card.disband) if what == "disband" else None


def _price(state: TwoBasesState, seat: str, price: int) -> Refusal | None:
    if state.players[seat].ap >= price:
        return None
    return Refusal("Action", t("It costs {price} action points; you have {n}.", price=price, n=state.players[seat].ap))


# ---- cards that are laid: recruiting and developing


def _card(name: str) -> Card:
    return facts.PIECES.get(name) or facts.DEVELOPMENTS[name]


def price_of(card: Card) -> int:
    """What laying a card costs; 0 for pieces that only come by promotion."""
    return card.recruit if isinstance(card, facts.PieceFacts) else card.cost


def card_refusal(state: TwoBasesState, seat: str, card: Card, land: Land) -> Refusal | None:
    """Why a card cannot be laid: pile, price, needs, place."""
    if not state.players[seat].available.get(card.id, 0):
        return Refusal("Action", t("None is left in your Available Pile."))
    refusal = _price(state, seat, price_of(card)) or need_refusal(land, card.need)
    if refusal is None and not lay_places(state, seat, card, land.places):
        return Refusal("Action", t("No connected face-up tile takes it."))
    return refusal


def lay_places(state: TwoBasesState, seat: str, card: Card, own: list[str]) -> list[str]:
    """Where a card can be laid: what a development replaces; empty terrain for a piece (ruling A21)."""
    if isinstance(card, facts.Development):
        return [place for place in own if (state.board[place].built or state.board[place].kind) in card.replaces]
    own_half = ruled(state, "recruit_place") == "own-half-only"
    return [place for place in own if _takes(state, place, card) and (HALF[place] == seat or not own_half)]


def _takes(state: TwoBasesState, place: str, card: facts.PieceFacts) -> bool:
    """Empty, or holding an own piece that a Siege Engine may join."""
    entering = Piece(card.id, state.active)
    free = not state.board[place].pieces or card.kind == facts.ENGINE
    return state.board[place].kind != "base" and free and moves.entry_refusal(state, entering, place) is None


def _lay(state: TwoBasesState, seat: str, name: str, place: str) -> Rule[None]:
    card, player, tile = _card(name), state.players[seat], state.board[place]
    player.ap -= price_of(card)
    put(player.available, name, -1)
    if isinstance(card, facts.PieceFacts):
        tile.pieces.append(Piece(name, seat, fresh=True))
    else:
        if tile.built:
            put(state.players[tile.built_by].out, tile.built)
        tile.built, tile.built_by = name, seat
    words = "{who}: {name} is new on {place}."
    yield from note("Action", t(words, who=title(seat), name=t(card.name), place=place.upper()))


# ---- promoting, disbanding, moving an extra piece


def _higher(piece: Piece) -> facts.PieceFacts | None:
    return facts.LEVELS.get((piece.card.kind, piece.card.level + 1))


def promote_refusal(state: TwoBasesState, piece: Piece, place: str, land: Land) -> Refusal | None:
    """Why a piece cannot be promoted: no higher card, its own timing, pile, price, needs."""
    higher = _higher(piece)
    if higher is None:
        return Refusal("Action", t("There is no higher level of it."))
    if piece.fresh and higher.not_in_turn_of_creation:
        return Refusal("Action", t("Not in the turn in which it was created."))
    if not state.players[piece.seat].available.get(higher.id, 0):
        return Refusal("Action", t("None is left in your Available Pile."))
    return _price(state, piece.seat, higher.promote) or need_refusal(land, higher.need)


def _promote(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    (place, piece), player = pieces_of(state, seat)[name], state.players[seat]
    higher = _higher(piece)
    assert higher is not None
    player.ap -= higher.promote
    put(player.aside, piece.type)
    put(player.available, higher.id, -1)
    piece.type = higher.id
    if ruled(state, "damage_on_promotion") == "fresh":
        piece.damage = 0
    words = "{who} promotes to {name} on {place}."
    yield from note("Action", t(words, who=title(seat), name=t(higher.name), place=place.upper()))


def _disband_refusal(state: TwoBasesState, piece: Piece, place: str, land: Land) -> Refusal | None:
    return _price(state, piece.seat, piece.card.disband)


def _disband(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    place, piece = pieces_of(state, seat)[name]
    state.players[seat].ap -= piece.card.disband
    yield from remove_piece(state, place, piece, killed=False)


def extra_refusal(state: TwoBasesState, piece: Piece, place: str, land: Land) -> Refusal | None:
    """Why a piece cannot be the extra one that moves."""
    if state.players[piece.seat].extra_moved:
        return Refusal("Action", t("One extra piece a turn."))
    if piece.moved or piece.attacked:
        return Refusal("Action", t("It has moved or attacked in this turn."))
    return _nothing([moves.entry_refusal(state, piece, one) for one in reach(state, place)])


RULES = {"promote": promote_refusal, "disband": _disband_refusal, "extra": extra_refusal}
"""Why a piece cannot be chosen for an action."""


def _extra_targets(state: TwoBasesState, piece: Piece, place: str) -> list[Option]:
    return [Option(one, space_name(state, one), moves.entry_refusal(state, piece, one)) for one in reach(state, place)]


def _extra(state: TwoBasesState, seat: str, name: str) -> Rule[None]:
    (place, piece), player = pieces_of(state, seat)[name], state.players[seat]
    found = _extra_targets(state, piece, place)
    target = yield from choose(seat, "Action", t("Where does it move?"), found, look="map", about=f"from:{name}")
    player.ap -= facts.PRICE["extra_move"]
    player.extra_moved = piece.moved = True
    yield from enter(state, piece, place, target)
